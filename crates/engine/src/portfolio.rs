//! The default: several engines side by side on the same workers, each in a lane of its own. What one settles the others
//! need not look at, and the first conclusive verdict of a property is the one that counts.
//!
//! `bam` and `paths` begin, for many of their answers are quick; soon after, or once `bam` no longer refines what it
//! tells apart of globals, the others do. The deepening of `bmc` keeps its worker; on the others, induction, `paths`,
//! `disjuncts` and `bam` take turns, because each gives way when another waits (see `Budget::wanted`); so does `swarm`
//! if the program has features. If the cache has a hint that `bam` has proved the program before, it was edited since,
//! and `bam` begins alone. Who has had no news for a while (a property settled, a bound reached) while another had some
//! gets less of the workers. With a single worker there is nobody to give way to: a short look at paths comes first,
//! then `bam` and `swarm` for a part of the time each, then `bmc`, with longer and longer looks of `bam` in between as
//! long as it comes to no end.

use crate::bam::{Bam, REFINING, has_hint};
use crate::bmc::Bmc;
use crate::board::Board;
use crate::cba::Cba;
use crate::disjuncts::Disjuncts;
use crate::engine::Engine;
use crate::event::{Event, Sink};
use crate::options::{Bounds, Plan, Search};
use crate::paths::Paths;
use crate::swarm::{Swarm, present};
use crate::task::Task;
use crate::verdict::{Outcome, Scope, Unknown, Verdict};
use hecaton_base::{Budget, Stop};
use hecaton_ir::{PropId, passes};
use hecaton_jobs::{Crew, Loop, SHARE, Unfinished};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long `bam`, or with one worker `paths`, is tried first.
const FIRST_LOOK: Duration = Duration::from_millis(300);
/// How long `bam` is tried first while it finds out more and more values of globals to tell apart: where that takes long,
/// other engines get nowhere.
const REFINING_LOOK: Duration = Duration::from_secs(2);
/// How long `bam` is tried before all others if it has proved the program before.
const HINTED_LOOK: Duration = Duration::from_secs(1);
/// How long `bam`, and `swarm` if the program has features, have after that, at most, if there is one worker.
const SECOND_LOOK: Duration = Duration::from_secs(5);
/// So many times as long as `bam` has `bmc` then, before `bam` is tried for longer.
const TURN_OF_BMC: u32 = 4;
/// When `bmc` has come to something it cannot decide, the others have at least so long, and at least as long as it took.
const GRACE: Duration = Duration::from_secs(1);
/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// Without news for so long, and again and again, an engine's share is halved.
const STALE: Duration = Duration::from_secs(3);

/// So many times the share of another has `bam`: it is done with all of a program, or will never be, long before others.
const SHARE_OF_BAM: u32 = 2;

/// When each engine last had news, and whether `bam` refines what it tells apart of globals.
struct News {
    last: Mutex<Vec<Instant>>,
    refining: AtomicBool,
}

impl News {
    /// The sink of one of the engines: what it says is noted, and the shares of all follow.
    fn listening(self: &Arc<Self>, sink: Sink, crew: &Crew, (i, names): (usize, &[&'static str])) -> Sink {
        let (news, shares, names) = (self.clone(), crew.shares(), names.to_vec());
        Arc::new(move |event: Event| {
            let is_news = matches!(event, Event::Settled(..) | Event::Bound(_) | Event::Test(_));
            if let Event::Phase(phase) = &event
                && names[i] == Bam.name()
            {
                news.refining.store(*phase == REFINING, Ordering::Relaxed);
            }
            {
                let mut last = news.last.lock().unwrap_or_else(PoisonError::into_inner);
                if is_news {
                    last[i] = Instant::now();
                }
                for (name, share) in names.iter().zip(deserved(&last)) {
                    shares.set(name, if *name == Bam.name() { SHARE_OF_BAM * share } else { share });
                }
            }
            sink(event);
        })
    }
}

/// The shares of engines that last had news then.
fn deserved(last: &[Instant]) -> Vec<u32> {
    let newest = last.iter().max().copied().unwrap_or_else(Instant::now);
    let halved = |then: &Instant| (newest - *then).as_secs() / STALE.as_secs();
    last.iter().map(|then| (SHARE >> halved(then).min(2)).max(1)).collect()
}

/// Where all but one wait until that one has done, or the time for it is over.
struct Gate(Mutex<bool>, Condvar);

/// Opens a gate when it is dropped.
struct Opening<'a>(&'a Gate);

impl Gate {
    fn new(closed: bool) -> Self {
        Gate(Mutex::new(closed), Condvar::new())
    }
    /// Waits until it is open, for so long; says whether it is.
    fn wait(&self, most: Duration) -> bool {
        let closed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.1.wait_timeout_while(closed, most, |closed| *closed);
        !*waited.unwrap_or_else(PoisonError::into_inner).0
    }
    fn opening(&self) -> Opening<'_> {
        Opening(self)
    }
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.0.1.notify_all();
    }
}

/// The engine `auto`.
pub struct Auto;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        let threads = passes::has_threads(&task.program);
        if threads && crew.workers() == 1 {
            // In turns, with more and more time: neither can be told beforehand to be the better one.
            let mut time = FIRST_LOOK;
            loop {
                // What is settled is on the board; that there was little time before does not matter.
                let (mut outcome, mut limited) = (Outcome::default(), false);
                for engine in [&Paths as &dyn Engine, &Cba] {
                    let other = engine.join(task, &budget.child().with_time(time), crew, &quiet(sink), board);
                    limited |= is_limited(&other);
                    combine(&mut outcome, other);
                    let settled = board.outcome(task, vec![], vec![], budget);
                    outcome.verdicts.extend(settled.verdicts);
                    if is_conclusive(task, &outcome) || budget.poll().is_err() {
                        return outcome;
                    }
                }
                if !limited {
                    return outcome;
                }
                time *= 3;
            }
        }
        let features = !threads && !present(task.original()).is_empty();
        // Whoever sets a bound asks what is so up to it.
        let unbounded = task.bounds == Bounds::default();
        if task.invariants && unbounded && !threads {
            // Only `bam` has any.
            let first = Bam.join(task, &budget.child().with_time(SECOND_LOOK), crew, &quiet(sink), board);
            if is_conclusive(task, &first) {
                return first;
            }
        }
        let hinted = unbounded && !threads && has_hint(task);
        if crew.workers() == 1 {
            if hinted {
                let known = Proving.join(task, &budget.child().with_time(HINTED_LOOK), crew, &quiet(sink), board);
                if is_conclusive(task, &known) {
                    return known;
                }
            }
            let first = Paths.join(task, &budget.child().with_time(FIRST_LOOK), crew, &quiet(sink), board);
            if is_conclusive(task, &first) {
                return first;
            }
            let part = || budget.time_left().map_or(SECOND_LOOK, |left| (left / 5).clamp(FIRST_LOOK, SECOND_LOOK));
            let (mut time, mut limited) = (part(), false);
            if unbounded {
                let second = Proving.join(task, &budget.child().with_time(time), crew, &quiet(sink), board);
                if is_conclusive(task, &second) {
                    return second;
                }
                limited = is_limited(&second);
            }
            if features {
                let third = Variants.join(task, &budget.child().with_time(part()), crew, &quiet(sink), board);
                if is_conclusive(task, &third) {
                    return third;
                }
            }
            // With more time `bam` may come to an end; it begins anew, so it has to be much more.
            while limited && budget.time_left().is_none_or(|left| left > TURN_OF_BMC * time) {
                let turn = budget.child().with_time(TURN_OF_BMC * time);
                let searched = Bmc.join(task, &turn, crew, &quiet(sink), board);
                if is_conclusive(task, &searched) || !is_limited(&searched) || budget.poll().is_err() {
                    return searched;
                }
                time *= 3;
                let proving = Proving.join(task, &budget.child().with_time(time), crew, &quiet(sink), board);
                if is_conclusive(task, &proving) {
                    return proving;
                }
                limited = is_limited(&proving);
            }
            return Bmc.join(task, budget, crew, sink, board);
        }
        // From one thread to another, paths are followed, or all schedules at once.
        let mut engines: Vec<&dyn Engine> = if threads { vec![&Paths, &Cba] } else { vec![&Bmc, &Paths, &Disjuncts] };
        if features {
            engines.push(&Variants);
        }
        // The last one begins.
        let ahead = unbounded && !threads;
        if ahead {
            engines.push(&Proving);
        }
        let gate = Gate::new(ahead);
        let (start, all) = (Instant::now(), budget.child());
        let left = AtomicUsize::new(engines.len());
        let last = Mutex::new(vec![start; engines.len()]);
        let news = Arc::new(News { last, refining: AtomicBool::new(false) });
        let names: Vec<&'static str> = engines.iter().map(|engine| engine.name()).collect();
        let loops = engines.iter().enumerate().map(|(i, engine)| {
            let (all, left, engine, news, names, gate) = (&all, &left, *engine, &news, &names, &gate);
            let body = move || {
                let sink = if i == 0 { sink.clone() } else { quiet(sink) };
                let sink = news.listening(sink, crew, (i, names));
                let is_ahead = ahead && i + 1 == names.len();
                // Much of what `bam` does first is one job after another, and `paths` can use the other worker; but not for
                // what is known from an earlier run.
                if !is_ahead && (hinted || engine.name() != Paths.name()) {
                    let mut open = gate.wait(if hinted { HINTED_LOOK } else { FIRST_LOOK });
                    while !open && news.refining.load(Ordering::Relaxed) && start.elapsed() < REFINING_LOOK {
                        open = gate.wait(LOOK);
                    }
                    if all.poll().is_err() {
                        return Outcome::default();
                    }
                }
                // A panic opens it as well.
                let opening = is_ahead.then(|| gate.opening());
                let outcome = engine.join(task, all, crew, &sink, board);
                if is_conclusive(task, &outcome) {
                    all.cancel_flag().cancel();
                }
                drop(opening);
                left.fetch_sub(1, Ordering::Relaxed);
                if i == 0 && !is_conclusive(task, &outcome) {
                    let grace = start.elapsed().max(GRACE);
                    let until = Instant::now() + grace;
                    while left.load(Ordering::Relaxed) > 0 && Instant::now() < until && all.poll().is_ok() {
                        std::thread::sleep(LOOK);
                    }
                    all.cancel_flag().cancel();
                }
                outcome
            };
            Box::new(body) as Loop<'_, Outcome>
        });
        let mut ran = crew.side_by_side(loops.collect()).into_iter();
        let lost = |unfinished: Unfinished| {
            let unknown = Verdict::Unknown(Unknown { stop: unfinished.stop(budget), span: None, known: None });
            let verdicts = task.props.iter().map(|prop| (*prop, unknown.clone())).collect();
            Outcome { verdicts, notes: vec![] }
        };
        let mut outcome = ran.next().map_or_else(Outcome::default, |first| first.unwrap_or_else(lost));
        for other in ran {
            combine(&mut outcome, other.unwrap_or_else(lost));
        }
        // Whoever was still at work when the last property was settled may not have heard of it.
        let settled = board.outcome(task, vec![], vec![], budget);
        outcome.verdicts.extend(settled.verdicts);
        outcome
    }
}

/// The engine `swarm` beside others: it looks for violations in variants, and leaves the whole program to them.
struct Variants;

impl Engine for Variants {
    fn name(&self) -> &'static str {
        Swarm.name()
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        let swarm = Plan { whole: false, all: true, ..task.search.swarm.clone() };
        let task = Task { search: Search { swarm, ..task.search.clone() }, ..task.clone() };
        Swarm.join(&task, budget, crew, sink, board)
    }
}

/// The engine `bam` beside others: what it cannot follow in a slice it looks at in the whole program, since the others
/// may take all the time there is for the slice.
struct Proving;

impl Engine for Proving {
    fn name(&self) -> &'static str {
        Bam.name()
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        let mut outcome = Bam.join(task, budget, crew, sink, board);
        let Some(whole) = &task.whole else { return outcome };
        let lost = |verdict: &Verdict| match verdict {
            Verdict::Unknown(unknown) => matches!(unknown.stop, Stop::Unsupported(_)),
            Verdict::Holds(_) | Verdict::Violated(_) => false,
        };
        let props: Vec<PropId> = outcome.verdicts.iter().filter(|(_, v)| lost(v)).map(|(prop, _)| *prop).collect();
        if !props.is_empty() && !passes::has_threads(&task.program) {
            let task = Task { program: whole.program.clone(), whole: None, props, ..task.clone() };
            combine(&mut outcome, Bam.join(&task, budget, crew, sink, board));
        }
        outcome
    }
}

/// Everything but what is not final: another engine may know more.
fn quiet(sink: &Sink) -> Sink {
    let sink = sink.clone();
    Arc::new(move |event: Event| match &event {
        Event::Settled(_, verdict) if !verdict.is_final() => {}
        Event::Phase(_) | Event::Bound(_) => {}
        _ => sink(event),
    })
}

/// Whether nothing more can be expected: all is settled, or shown up to the bounds that were asked for.
fn is_conclusive(task: &Task, outcome: &Outcome) -> bool {
    let decided = |verdict: &Verdict| match verdict {
        Verdict::Holds(_) | Verdict::Violated(_) => true,
        Verdict::Unknown(_) => false,
    };
    task.props.iter().all(|prop| outcome.verdicts.get(prop).is_some_and(decided))
}

/// Whether more time could settle something that is open.
fn is_limited(outcome: &Outcome) -> bool {
    outcome.verdicts.values().any(|verdict| match verdict {
        Verdict::Unknown(unknown) => matches!(unknown.stop, Stop::Time | Stop::Cancelled),
        Verdict::Holds(_) | Verdict::Violated(_) => false,
    })
}

/// How much a verdict says.
fn weight(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Violated(_) => 4,
        Verdict::Holds(Scope::All) => 3,
        Verdict::Holds(Scope::UpTo { .. }) => 2,
        Verdict::Unknown(Unknown { stop: Stop::Cancelled, .. }) => 0,
        Verdict::Unknown(_) => 1,
    }
}

/// Takes what another engine says where it says more.
fn combine(outcome: &mut Outcome, other: Outcome) {
    for (prop, verdict) in other.verdicts {
        match outcome.verdicts.get(&prop) {
            Some(known) if weight(known) >= weight(&verdict) => {}
            _ => drop(outcome.verdicts.insert(prop, verdict)),
        }
    }
    for note in other.notes {
        if !outcome.notes.contains(&note) {
            outcome.notes.push(note);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_no_news_while_others_do_loses_workers() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(deserved(&[start, start, start]), [4, 4, 4], "nobody has any: nobody loses");
        assert_eq!(deserved(&[after(20), after(18), after(16)]), [4, 4, 2]);
        assert_eq!(deserved(&[after(5), start, after(100)]), [1, 1, 4]);
        assert_eq!(deserved(&[after(101), start, after(100)]), [4, 1, 4], "with news it is back");
    }
}
