//! Slices of random programs: a run of the whole program that violates a property violates it in the slice as well, on
//! the same choices; and the verdicts on the slice are those on the whole.

mod compare;
mod generate;

use compare::{from_env, said, task};
use hecaton_base::{Bits, Budget, Id as _};
use hecaton_engine::bmc::Bmc;
use hecaton_engine::{Search, Sink, run_sliced};
use hecaton_ir::passes::{Choices, size, slice};
use hecaton_ir::{Choice, Init, Op, Place, Program, PropId, PropKind, text, verify};
use hecaton_jobs::Crew;
use hecaton_trace::{Asker, Oracle, Outcome, Until, run};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// Random choices for a whole program; those that its slice makes are remembered.
struct Random<'a> {
    program: &'a Program,
    choices: &'a Choices,
    state: u64,
    asker: Asker,
    objects: u64,
    given: VecDeque<Choice>,
}

impl Random<'_> {
    fn below(&mut self, n: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) % n
    }
    fn give(&mut self, choice: Choice) {
        let given = match self.asker {
            Asker::Outside | Asker::Entry => true,
            Asker::Global(global) => self.choices.has_global(global),
            Asker::Inst(loc) => self.choices.has_inst(loc),
        };
        if given {
            self.given.push_back(choice);
        }
    }
}

impl Oracle for Random<'_> {
    fn asked(&mut self, by: Asker) {
        self.asker = by;
    }
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        let value = match self.below(4) {
            0 => Bits::from_u64(64, self.below(u64::MAX)).resize(width),
            _ => Bits::from_i64(width, self.below(9) as i64 - 2),
        };
        self.give(Choice::Input(value.clone()));
        Ok(value)
    }
    fn place(&mut self, size: u64) -> Result<Place, String> {
        let arbitrary = match self.asker {
            Asker::Entry => false,
            Asker::Outside => true,
            Asker::Global(global) => matches!(self.program.globals[global].init, Init::Arbitrary),
            Asker::Inst(loc) => {
                let inst = &self.program.functions[loc.func].blocks[loc.block].insts[loc.inst as usize];
                matches!(inst.op, Op::Alloc { zeroed: false, .. })
            }
        };
        self.objects += 1;
        let address = Some(0x10_0000 * self.objects);
        let bytes: Vec<(u64, u8)> = match arbitrary {
            true => (0..size.min(40)).map(|at| (at, self.below(4) as u8)).filter(|(_, byte)| *byte != 0).collect(),
            false => vec![],
        };
        let place = Place { address, bytes };
        self.give(Choice::Place(place.clone()));
        Ok(place)
    }
}

struct Script(VecDeque<Choice>);

impl Oracle for Script {
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        match self.0.pop_front() {
            Some(Choice::Input(bits)) if bits.width() == width => Ok(bits),
            other => Err(format!("an input of {width} bits is wanted, the script has {other:?}")),
        }
    }
    fn place(&mut self, _size: u64) -> Result<Place, String> {
        match self.0.pop_front() {
            Some(Choice::Place(place)) => Ok(place),
            other => Err(format!("a place is wanted, the script has {other:?}")),
        }
    }
}

/// Some of the properties: a quarter of all or, so that more can be left out, the assertion that depends on most.
fn some(program: &Program, seed: u64) -> Vec<PropId> {
    let hash = |prop: &PropId| (seed ^ prop.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let assertion = |prop: &PropId| program.props[*prop].kind == PropKind::Assertion;
    let left = |prop: &PropId| slice(program, &[*prop]).map_or(0, |cut| size(&cut.program));
    let few: Vec<PropId> = match seed % 4 {
        0 => program.props.keys().filter(|prop| hash(prop).is_multiple_of(4)).collect(),
        _ => program.props.keys().filter(assertion).max_by_key(left).into_iter().collect(),
    };
    if few.is_empty() { program.props.keys().collect() } else { few }
}

#[test]
fn a_run_that_violates_a_property_does_so_in_the_slice() {
    let (first, count) = (from_env("HECATON_SEED", 1), from_env("HECATON_CASES", 1000));
    let budget = || Budget::unlimited().with_steps(50_000);
    let (mut sliced, mut compared, mut before, mut after) = (0, 0, 0, 0);
    for seed in first..first + count {
        let program = generate::varied(seed);
        assert_eq!(verify(&program), vec![], "seed {seed}");
        let props = some(&program, seed);
        // Some ask about pointers that may mean anything.
        let Some(cut) = slice(&program, &props) else { continue };
        sliced += 1;
        let both = || format!("{}\n{}", text::print_plain(&program), text::print_plain(&cut.program));
        assert_eq!(verify(&cut.program), vec![], "seed {seed}\n{}", both());
        before += size(&program);
        after += size(&cut.program);
        for round in 0..20u64 {
            for prop in &props {
                let state = (seed * 100 + round).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
                let (asker, given) = (Asker::Entry, VecDeque::new());
                let mut oracle = Random { program: &program, choices: &cut.choices, state, asker, objects: 0, given };
                let outcome = run(&program, &mut oracle, Until::Violated(*prop), &budget());
                if !matches!(outcome, Outcome::Violated(found, ..) if found == *prop) {
                    continue;
                }
                compared += 1;
                let given = oracle.given.clone();
                let outcome = run(&cut.program, &mut Script(oracle.given), Until::Violated(*prop), &budget());
                assert!(
                    matches!(outcome, Outcome::Violated(found, ..) if found == *prop),
                    "seed {seed}, round {round}: {prop} is missed in the slice for {props:?}: {outcome:?}\n{given:?}\n{}",
                    both()
                );
            }
        }
    }
    assert!(sliced * 2 >= count, "only {sliced} programs have a slice");
    assert!(compared >= count, "only {compared} violations: the generator is too tame");
    assert!(after * 10 < before * 9, "the slices have {after} of {before} instructions");
}

#[test]
fn verdicts_on_slices_are_those_on_the_whole() {
    let (first, count) = (from_env("HECATON_SEED", 1), from_env("HECATON_CASES", 1000) / 20);
    let sink: Sink = Arc::new(|_| {});
    let mut compared = 0;
    let mut tally = std::collections::BTreeMap::new();
    for seed in first..first + count {
        let mut program = match seed % 4 {
            0 => generate::varied(seed),
            1 => generate::program(seed),
            _ => generate::wild(seed, true),
        };
        program.outside = seed % 3 == 0;
        let program = Arc::new(program);
        let props = some(&program, seed);
        let task = task(program, props, 5, Search::default());
        let budget = || Budget::unlimited().with_time(Duration::from_secs(2));
        let whole = hecaton_engine::run(&Bmc, &task, &budget(), &Crew::inline(1), &sink);
        let part = run_sliced(&Bmc, &task, &budget(), &Crew::inline(1), &sink);
        for prop in &task.props {
            let (a, b) = (said(&whole.verdicts[prop]), said(&part.verdicts[prop]));
            // What is left out may be the reason why the whole is bounded or unknown.
            let better = matches!((a, b), ("bounded", "holds") | ("unknown", "holds" | "bounded" | "violated"));
            assert!(
                a == b || better || a == "stopped" || b == "stopped",
                "seed {seed}: {prop} is {a} for the whole, {b} for the slice: {:?}\n{}\n{}",
                part.verdicts[prop],
                text::print_plain(&task.program),
                slice(&task.program, &task.props).map(|cut| text::print_plain(&cut.program)).unwrap_or_default()
            );
            *tally.entry((a, b)).or_insert(0u64) += 1;
            compared += u64::from(a == b && matches!(a, "holds" | "bounded" | "violated"));
        }
    }
    assert!(compared >= count, "only {compared} verdicts were compared: {tally:?}");
}
