//! Engines on random programs: what one proves or violates, the others do not contradict, whatever their options, with
//! jobs in any order, through their encoding, some of them lost.

mod compare;
mod generate;

use compare::{from_env, said, task};
use hecaton_base::{Budget, Stop};
use hecaton_cpa::reached::Order;
use hecaton_engine::bam::Bam;
use hecaton_engine::bmc::Bmc;
use hecaton_engine::disjuncts::Disjuncts;
use hecaton_engine::paths::Paths;
use hecaton_engine::{Analysis, Blocked, CheckAt, Engine, Merge, Search, Sink, Strategy, Task, Verdict, run};
use hecaton_ir::{Op, Program, PropId, PropKind, text};
use hecaton_jobs::Crew;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// A way of searching that depends on the seed, so that all of them come up.
fn search(seed: u64) -> Search {
    let all = Strategy::ALL.map(|(strategy, _)| strategy);
    let one = all[seed as usize % all.len()];
    let strategies = if seed.is_multiple_of(3) { vec![one, Strategy::Fifo] } else { vec![one] };
    let check_at = [CheckAt::Auto, CheckAt::Branch, CheckAt::End, CheckAt::Every(2)][(seed / 5) as usize % 4];
    let merge = [Merge::None, Merge::None, Merge::Loops, Merge::All][(seed / 15) as usize % 4];
    // So few whole states that most are made again from their decisions.
    let live = [2, 8192][(seed / 7) as usize % 2];
    let block = [None, Some(1), Some(7)][(seed / 3) as usize % 3];
    Search { strategies, check_at, merge, tests: seed.is_multiple_of(4), seed, live, block, ..Search::default() }
}

/// Asks engines about the same programs; how often the verdicts of two are what.
fn compared(
    seeds: std::ops::Range<u64>,
    seconds: u64,
    make: fn(u64) -> (Program, Vec<PropId>),
) -> BTreeMap<(&'static str, &'static str), u32> {
    let sink: Sink = Arc::new(|_| {});
    let mut tally: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for seed in seeds {
        let (program, props) = make(seed);
        let program = Arc::new(program);
        let blocks = [Blocked::Functions, Blocked::Loops, Blocked::Nothing][(seed / 2) as usize % 3];
        let analysis = Analysis { blocks, order: Order::ALL[(seed / 6) as usize % 4], ..Analysis::default() };
        let task = Task { analysis, ..task(program, props, 4, search(seed)) };
        let budget = || Budget::unlimited().with_time(Duration::from_secs(seconds));
        let joined = run(&Bmc, &task, &budget(), &Crew::inline(1), &sink);
        let engines: [&dyn Engine; 3] = [&Paths, &Disjuncts, &Bam];
        for engine in engines {
            let crew = Crew::inline(seed).through_wire().losing(0.1, seed);
            let single = run(engine, &task, &budget(), &crew, &sink);
            for prop in &task.props {
                let (a, b) = (said(&joined.verdicts[prop]), said(&single.verdicts[prop]));
                if engine.name() == "bam" && b == "unknown" {
                    continue;
                }
                *tally.entry((a, b)).or_default() += 1;
                // A join may not be possible, or forget that a path is not.
                let open = |said: &str| matches!(said, "stopped" | "unknown");
                let better = matches!((a, b), ("bounded", "holds"));
                assert!(
                    a == b || better || open(a) || open(b),
                    "seed {seed}: {prop} is {a} joined, {b} by {}: {:?}\n{:?}\n{}",
                    engine.name(),
                    single.verdicts[prop],
                    task.search,
                    text::print_plain(&task.program),
                );
                let silent =
                    |verdict: &Verdict| matches!(verdict, Verdict::Unknown(why) if why.stop == Stop::after_unasked());
                let (one, other) = (silent(&joined.verdicts[prop]), silent(&single.verdicts[prop]));
                assert!(
                    !(one && b == "holds" || other && a == "holds"),
                    "seed {seed}: {prop} is {a} joined, {b} by {}, behind an access that is never valid\n{:?}\n{}",
                    engine.name(),
                    task.search,
                    text::print_plain(&task.program),
                );
            }
        }
    }
    tally
}

/// How many verdicts are the same and one of some, and how many there are.
fn same(tally: &BTreeMap<(&str, &str), u32>, some: &[&str]) -> (u32, u32) {
    let same = tally.iter().filter(|((a, b), _)| a == b && some.contains(a));
    (same.map(|(_, n)| n).sum(), tally.values().sum())
}

#[test]
fn engines_agree_on_random_programs() {
    let (first, count) = (from_env("HECATON_SEED", 1), from_env("HECATON_CASES", 1000) / 10);
    let tally = compared(first..first + count, 2, |seed| {
        let program = if seed % 2 == 0 { generate::varied(seed) } else { generate::program(seed) };
        let props = program.props.keys().collect();
        (program, props)
    });
    let (sure, all) = same(&tally, &["holds", "bounded", "violated", "unknown"]);
    assert!(sure * 10 > all * 8, "most verdicts are compared: {tally:?}");
}

/// The same with unknown code, computed callees and memory that is used again; and nobody asks about some accesses, so that
/// executions end there without a word.
#[test]
fn engines_agree_on_wild_programs_of_which_not_all_is_asked() {
    let (first, count) = (from_env("HECATON_SEED", 1), from_env("HECATON_CASES", 1000) / 10);
    // Whether an access is ever valid is found out within a part of the time.
    let tally = compared(first..first + count, 30, |seed| {
        let program = generate::wild(seed, true);
        let kinds = [&[PropKind::Assertion][..], &[PropKind::Assertion, PropKind::Free], &[PropKind::Deref]];
        let asked = |prop: &PropId| seed % 4 == 3 || kinds[seed as usize % 4].contains(&program.props[*prop].kind);
        let props = program.props.keys().filter(asked).collect();
        (program, props)
    });
    let (sure, all) = same(&tally, &["holds", "bounded", "violated"]);
    assert!(sure * 4 > all, "many verdicts are compared: {tally:?}");
}

#[test]
fn random_programs_have_what_paths_depend_on() {
    let (mut branches, mut calls, mut inputs) = (0, 0, 0);
    for seed in 1..20 {
        let program = generate::varied(seed);
        for block in program.functions.values().flat_map(|f| f.blocks.values()) {
            branches += usize::from(block.end.targets().len() > 1);
            calls += block.insts.iter().filter(|inst| matches!(inst.op, Op::Call { .. })).count();
            inputs += block.insts.iter().filter(|inst| matches!(inst.op, Op::Havoc { .. })).count();
        }
    }
    assert!(branches > 20 && calls > 5 && inputs > 20, "{branches} branches, {calls} calls, {inputs} inputs");
}

/// What was not asked yet when a path is given to another job is asked there: the first path ends before the others were
/// asked anything.
#[test]
fn checks_of_a_path_that_is_given_away_are_asked() {
    let source = "target LP64\nentry main\nfunc main() -> i32 {\n  var a: s32\n  var b: s32\n  var c: s32\n\
                  start:\n  havoc a\n  havoc b\n  branch a == 0:i32 -> short, long\n\
                  short:\n  return 0\n\
                  long:\n  assert not(b == 3:i32) \"three\"\n  havoc c\n  branch c == 0:i32 -> one, other\n\
                  one:\n  return 1\nother:\n  return 2\n}\n";
    let program = text::parse("given.hir", source).unwrap_or_else(|what| panic!("{what}"));
    let props: Vec<PropId> = program.props.keys().collect();
    let strategies = vec![Strategy::Fifo];
    let search = Search { strategies, check_at: CheckAt::End, share_after: Some(1), ..Search::default() };
    let task = task(Arc::new(program), props.clone(), 4, search);
    let sink: Sink = Arc::new(|_| {});
    let outcome = run(&Paths, &task, &Budget::unlimited(), &Crew::inline(1), &sink);
    assert_eq!(said(&outcome.verdicts[&props[0]]), "violated");
}
