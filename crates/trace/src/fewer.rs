//! Counterexamples with fewer switches between threads: turns are left out or moved next to others of their thread, as
//! long as the interpreter still runs into the violation. What is left is easier to read.

use crate::counterexample::Counterexample;
use crate::replay::replay;
use crate::steps::Trace;
use hecaton_base::Budget;
use hecaton_ir::{Choice, Program};

/// So many other schedules are tried, of runs with at most so many choices.
const TRIES: usize = 150;
const LONGEST: usize = 4000;

/// A step of a thread: who, and all choices up to the next switch.
type Segment = (u32, Vec<Choice>);

/// The counterexample, or one of the same property with fewer switches.
pub fn fewer_switches(
    program: &Program,
    cex: Counterexample,
    trace: Trace,
    budget: &Budget,
) -> (Counterexample, Trace) {
    let mut best = (cex, trace);
    if best.1.parties.len() < 2 || best.0.choices.len() > LONGEST {
        return best;
    }
    let mut tries = 0;
    'better: loop {
        let (head, segments) = segments(&best.0.choices);
        let turns = turns(segments);
        for order in others(&turns) {
            tries += 1;
            if tries > TRIES || budget.poll().is_err() {
                return best;
            }
            let moved = order.into_iter().flat_map(|turn| turns[turn].1.iter().cloned());
            let choices = head.iter().cloned().chain(moved).collect();
            let cex = Counterexample { property: best.0.property, choices };
            if let Ok(trace) = replay(program, &cex, budget) {
                best = (cex, trace);
                continue 'better;
            }
        }
        return best;
    }
}

/// The choices before the first switch, and those from each switch on.
fn segments(choices: &[Choice]) -> (Vec<Choice>, Vec<Segment>) {
    let (mut head, mut segments): (Vec<Choice>, Vec<Segment>) = (Vec::new(), Vec::new());
    for choice in choices {
        if let Choice::Switch(thread) = choice {
            segments.push((*thread, vec![]));
        }
        segments.last_mut().map_or(&mut head, |(_, segment)| segment).push(choice.clone());
    }
    (head, segments)
}

/// Steps of one thread in a row are one turn.
fn turns(segments: Vec<Segment>) -> Vec<Segment> {
    let mut turns: Vec<Segment> = Vec::new();
    for (thread, choices) in segments {
        match turns.last_mut() {
            Some((last, turn)) if *last == thread => turn.extend(choices),
            _ => turns.push((thread, choices)),
        }
    }
    turns
}

/// Other orders of the turns, all of which have fewer switches: the last turns first, which matter least.
fn others(turns: &[Segment]) -> Vec<Vec<usize>> {
    let mut orders = Vec::new();
    for i in (0..turns.len()).rev() {
        let without: Vec<usize> = (0..turns.len()).filter(|turn| *turn != i).collect();
        orders.push(without.clone());
        let Some(before) = (0..i).rev().find(|j| turns[*j].0 == turns[i].0) else { continue };
        // Both at the place of the earlier one, or of the later one.
        let mut early = without.clone();
        early.insert(before + 1, i);
        let mut late: Vec<usize> = (0..turns.len()).filter(|turn| *turn != before).collect();
        late.insert(i - 1, before);
        orders.extend([early, late]);
    }
    orders
}
