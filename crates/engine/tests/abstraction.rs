//! The abstraction against the interpreter, on random programs: whatever a concrete run violates, the analysis has an
//! alarm for, with every precision and every order of its wait list. And the laws of its states: a join is above both,
//! joining again changes nothing, a widening is above the join, and a state survives its encoding.

mod generate;

use hecaton_base::{Bits, Budget, Wire as _};
use hecaton_cpa::algorithm::{Inline, Run};
use hecaton_cpa::code::Code;
use hecaton_cpa::precision::{Precision, Tracked};
use hecaton_cpa::reached::Order;
use hecaton_cpa::state::State;
use hecaton_cpa::step::start;
use hecaton_ir::{Place, Program, PropId, text};
use hecaton_trace::{Oracle, Outcome, Until, run};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Inputs by chance, most of them small or extreme; objects wherever the interpreter likes, all zero.
struct Dice(u64);

impl Dice {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

impl Oracle for Dice {
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        Ok(match self.next(4) {
            0 | 1 => Bits::from_i64(width, self.next(9) as i64 - 2),
            2 => Bits::from_u64(64, self.next(u64::MAX)).resize(width),
            _ => Bits::min_signed(width),
        })
    }
    fn place(&mut self, _size: u64) -> Result<Place, String> {
        Ok(Place { address: None, bytes: vec![] })
    }
}

/// The properties that some random runs violate.
fn violated(program: &Program, seed: u64) -> BTreeSet<PropId> {
    let budget = Budget::unlimited().with_steps(1_000_000);
    let mut found = BTreeSet::new();
    for prop in program.props.keys() {
        for round in 0..6 {
            let outcome = run(program, &mut Dice(seed * 100 + round), Until::Violated(prop), &budget);
            if matches!(outcome, Outcome::Violated(of, ..) if of == prop) {
                found.insert(prop);
            }
        }
    }
    found
}

fn leq(code: &Code, low: &State, high: &State) -> bool {
    high.join(low, code, false) == *high
}

/// States that were reached at the same places.
fn laws(code: &Code, run: &Run, seed: u64) {
    let states: Vec<&State> = run.reached.states().map(|(state, _)| state).take(60).collect();
    for (i, a) in states.iter().enumerate() {
        assert_eq!(State::from_bytes(&a.to_bytes()).as_ref(), Ok(*a), "seed {seed}");
        assert!(leq(code, a, a), "seed {seed}: {a:?}");
        for b in states.iter().skip(i + 1).filter(|b| a.same_place(b)) {
            let (join, widened) = (a.join(b, code, false), a.join(b, code, true));
            for low in [*a, *b, &join] {
                assert!(leq(code, low, &join), "seed {seed}: {low:?}\nis not below\n{join:?}");
                assert!(leq(code, low, &widened), "seed {seed}: {low:?}\nis not below\n{widened:?}");
            }
        }
    }
}

#[test]
fn what_the_interpreter_does_the_abstraction_allows() {
    let (mut compared, mut seen) = (0, 0);
    for seed in 1..=60 {
        let program = if seed % 2 == 0 { generate::varied(seed) } else { generate::program(seed) };
        // What is lost at the end of a run is not followed.
        let unseen = [program.leak, program.cleanup];
        let props: Vec<PropId> = program.props.keys().filter(|prop| !unseen.contains(&Some(*prop))).collect();
        let mut concrete = violated(&program, seed);
        concrete.retain(|prop| props.contains(prop));
        let code = Code::new(Arc::new(program), false, &props);
        for (i, order) in Order::ALL.into_iter().enumerate() {
            let (tracked, limit) = [(Tracked::Nothing, 0), (Tracked::Everything, 8)][i % 2].clone();
            let precision = Precision { tracked, limit };
            let mut analysis = Run::new(order, usize::MAX);
            analysis.begin(&code, &precision, start(&code));
            let budget = Budget::unlimited().with_steps(20_000);
            if analysis.go_on(&code, &precision, &mut Inline, &budget).is_err() || !analysis.stops.is_empty() {
                continue;
            }
            compared += 1;
            seen += concrete.len();
            let alarms: BTreeSet<PropId> = analysis.alarms.keys().map(|(prop, _)| *prop).collect();
            let missed: Vec<&PropId> = concrete.difference(&alarms).collect();
            assert!(
                missed.is_empty(),
                "seed {seed}, {order:?}, {precision:?}: no alarm for {missed:?}\n{}",
                text::print(&code.program)
            );
            laws(&code, &analysis, seed);
        }
    }
    assert!(compared > 40 && seen > 40, "{compared} analyses were compared, {seen} violations");
}
