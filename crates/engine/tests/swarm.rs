//! Random programs with features at random places: what `swarm` says is what the engine inside says of the whole
//! program, and no execution without the omitted features is lost by omitting them.

mod compare;
mod generate;

use compare::{from_env, said, task};
use hecaton_base::{Budget, Id as _};
use hecaton_engine::bmc::Bmc;
use hecaton_engine::paths::Paths;
use hecaton_engine::swarm::Swarm;
use hecaton_engine::{Inner, Plan, Search, Sink, Task, Whole, run};
use hecaton_ir::passes::{log_decisions, omit};
use hecaton_ir::{Feature, FeatureId, Inst, Op, Program, PropId, Span, text, verify};
use hecaton_jobs::Crew;
use hecaton_symex::Restriction;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

fn below(state: &mut u64, n: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) % n
}

/// A random program with up to four features, each at a few places; sometimes with proposed ones too.
fn with_features(seed: u64) -> Program {
    let mut program = if seed.is_multiple_of(2) { generate::varied(seed) } else { generate::program(seed) };
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for i in 0..1 + below(&mut state, 4) {
        let feature = program.features.push(Feature { name: format!("feature{i}") });
        for function in program.functions.values_mut().filter(|function| function.has_body()) {
            for block in function.blocks.values_mut() {
                if below(&mut state, 8) == 0 {
                    let at = below(&mut state, block.insts.len() as u64 + 1) as usize;
                    block.insts.insert(at, Inst { op: Op::Log(feature), span: Span::nowhere() });
                }
            }
        }
    }
    if seed.is_multiple_of(3) {
        log_decisions(&mut program);
    }
    program
}

fn some(program: &Program, seed: u64) -> Vec<PropId> {
    let hash = |prop: &PropId| (seed ^ prop.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let few: Vec<PropId> = program.props.keys().filter(|prop| hash(prop).is_multiple_of(4)).collect();
    if few.is_empty() { program.props.keys().collect() } else { few }
}

fn sink() -> Sink {
    Arc::new(|_| {})
}

fn budget() -> Budget {
    Budget::unlimited().with_time(Duration::from_secs(20))
}

#[test]
fn verdicts_of_the_swarm_are_those_of_the_whole_program() {
    let (first, count) = (from_env("HECATON_SEED", 1), from_env("HECATON_CASES", 1000) / 20);
    let mut tally = BTreeMap::new();
    let mut compared = 0;
    for seed in first..first + count {
        let program = Arc::new(with_features(seed));
        assert_eq!(verify(&program), vec![], "seed {seed}");
        let inner = Inner::ALL[seed as usize % Inner::ALL.len()];
        let (configurations, slice) = (Some(3), !seed.is_multiple_of(5));
        let swarm = Plan { configurations, all: true, inner, slice, each: Duration::from_secs(2), ..Plan::default() };
        let task = task(program.clone(), some(&program, seed), 4, Search { swarm, seed, ..Search::default() });
        let whole = run(&Bmc, &task, &budget(), &Crew::inline(1), &sink());
        let parts = run(&Swarm, &task, &budget(), &Crew::inline(seed), &sink());
        for prop in &task.props {
            let (a, b) = (said(&whole.verdicts[prop]), said(&parts.verdicts[prop]));
            let better =
                matches!((a, b), ("bounded", "holds" | "violated") | ("unknown", "holds" | "bounded" | "violated"));
            // Engines count rounds in their own ways.
            let other = inner != Inner::Bmc && matches!((a, b), ("holds", "bounded") | (_, "unknown"));
            assert!(
                a == b || better || other || a == "stopped" || b == "stopped",
                "seed {seed}: {prop} is {a} for the whole, {b} for the swarm: {:?}\n{}",
                parts.verdicts[prop],
                text::print_plain(&program),
            );
            *tally.entry((a, b)).or_insert(0u64) += 1;
            compared += u64::from(a == b && matches!(a, "holds" | "bounded" | "violated"));
        }
    }
    assert!(compared >= count, "only {compared} verdicts were compared: {tally:?}");
}

#[test]
fn a_violation_without_a_feature_is_one_of_the_variant_without_it() {
    let (first, count) = (from_env("HECATON_SEED", 1), from_env("HECATON_CASES", 1000) / 10);
    let (mut kept, mut lost) = (0, 0);
    for seed in first..first + count {
        let program = Arc::new(with_features(seed));
        let whole = task(program.clone(), some(&program, seed), 4, Search::default());
        let found = run(&Bmc, &whole, &budget(), &Crew::inline(1), &sink());
        for (prop, verdict) in &found.verdicts {
            let hecaton_engine::Verdict::Violated(violation) = verdict else { continue };
            let used = violation.trace.features();
            let unused: Vec<FeatureId> =
                program.features.iter().filter(|(_, f)| !used.contains(&f.name.as_str())).map(|(id, _)| id).collect();
            let variant = omit(&program, &unused, &[*prop]);
            assert_eq!(verify(&variant), vec![], "seed {seed}\n{}", text::print_plain(&variant));
            let same = hecaton_trace::replay(&variant, &violation.counterexample, &budget());
            assert!(same.is_ok(), "seed {seed}: {prop} is lost: {same:?}\n{}", text::print_plain(&variant));
            kept += 1;
            // Without what it uses, that very run must end.
            let needed: Vec<FeatureId> =
                program.features.iter().filter(|(_, f)| used.contains(&f.name.as_str())).map(|(id, _)| id).collect();
            if !needed.is_empty() {
                let variant = omit(&program, &needed, &[*prop]);
                assert!(hecaton_trace::replay(&variant, &violation.counterexample, &budget()).is_err(), "seed {seed}");
                let whole_program = Some(Whole { program: program.clone(), choices: None });
                let part =
                    Task { program: Arc::new(variant), whole: whole_program, props: vec![*prop], ..whole.clone() };
                let outcome = run(&Bmc, &part, &budget(), &Crew::inline(1), &sink());
                if let hecaton_engine::Verdict::Violated(other) = &outcome.verdicts[prop] {
                    assert!(other.trace.features().iter().all(|f| !used.contains(f)), "seed {seed}");
                }
                lost += 1;
            }
        }
    }
    assert!(kept >= count / 4 && lost >= count / 20, "only {kept} violations, {lost} with features");
}

#[test]
fn what_is_ruled_out_for_one_property_says_nothing_of_others() {
    let (first, count) = (from_env("HECATON_SEED", 1), from_env("HECATON_CASES", 1000) / 10);
    let mut restricted = 0;
    for seed in first..first + count {
        let program = Arc::new(with_features(seed));
        let whole = task(program.clone(), program.props.keys().collect(), 4, Search::default());
        let plain = run(&Bmc, &whole, &budget(), &Crew::inline(1), &sink());
        let mut restriction = Restriction::new();
        for feature in program.features.keys() {
            let variant = omit(&program, &[feature], &whole.props);
            let of = Some(Whole { program: program.clone(), choices: None });
            let part = Task { program: Arc::new(variant), whole: of, ..whole.clone() };
            let shown = run(&Bmc, &part, &budget(), &Crew::inline(1), &sink());
            // Of some properties nothing is known: they are looked at as ever.
            let known = |prop: &PropId| !(prop.index() as u64 ^ seed).is_multiple_of(3);
            for (prop, verdict) in shown.verdicts.iter().filter(|(prop, _)| known(prop)) {
                if matches!(said(verdict), "holds" | "bounded") {
                    restriction.entry(*prop).or_default().push(vec![feature]);
                }
            }
        }
        let search = Search { restriction: Arc::new(restriction), ..Search::default() };
        let rest = run(&Bmc, &Task { search, ..whole.clone() }, &budget(), &Crew::inline(1), &sink());
        for prop in &whole.props {
            let (a, b) = (said(&plain.verdicts[prop]), said(&rest.verdicts[prop]));
            let open = a == "stopped" || b == "stopped";
            assert!(a == b || open, "seed {seed}: {prop} is {a}, restricted {b}\n{}", text::print_plain(&program));
            restricted += u64::from(a == b);
        }
    }
    assert!(restricted >= count, "only {restricted} verdicts were compared");
}

/// The thread ends where an omitted feature would take place; what it has done before is seen by others.
#[test]
fn what_a_thread_does_before_an_omitted_feature_is_not_lost() {
    let source = "target LP64\nentry main\nfeature late\nglobal @x: s32 = { 0: 0:i32 }\n\
                  func work() {\nstart:\n  store @x, 1:i32\n  log late\n  return\n}\n\
                  func main() -> i32 {\n  var a: s32\n  var t: u64\nstart:\n  t = spawn work()\n  a = load @x\n  \
                  assert a == 0:i32 \"x\"\n  return 0\n}\n";
    let program = text::parse("thread.hir", source).unwrap_or_else(|what| panic!("{what}"));
    let props: Vec<PropId> = program.props.keys().collect();
    let variant = omit(&program, &[FeatureId::new(0)], &props);
    assert_eq!(verify(&variant), vec![]);
    let task = task(Arc::new(variant), props.clone(), 4, Search::default());
    let outcome = run(&Paths, &task, &budget(), &Crew::inline(1), &sink());
    assert_eq!(said(&outcome.verdicts[&props[0]]), "violated");
}
