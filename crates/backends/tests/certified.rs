//! CaDiCaL under the eyes of the checker: every unsatisfiable answer is certified, whatever inprocessing took place and
//! whatever was asked before; and a derivation with a fault in it is never believed beyond what is true.

use cadical_sys::{CaDiCal, ProofTracer, Status};
use hecaton_backends::cadical::{Cadical, Certify, Config};
use hecaton_base::Budget;
use hecaton_certify::{Checker, Cnf, Pair, refute};
use hecaton_solve::{Sat, SatAnswer};
use hecaton_testkit::Random;
use std::cell::RefCell;
use std::rc::Rc;

/// `HECATON_CASES`, else what is quick.
fn cases(quick: u64) -> u64 {
    std::env::var("HECATON_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

fn literal(random: &mut Random, variables: i32) -> i32 {
    let variable = random.below(variables as u64) as i32 + 1;
    if random.below(2) == 0 { variable } else { -variable }
}

/// A few clauses more: random ones, definitions of gates, or a clause with twins in it.
fn more(random: &mut Random, variables: i32) -> Vec<Vec<i32>> {
    let lit = |random: &mut Random| literal(random, variables);
    match random.below(8) {
        0 => {
            let (o, a, b) = (lit(random), lit(random), lit(random));
            vec![vec![-o, a], vec![-o, b], vec![o, -a, -b]]
        }
        1 => {
            let (o, a, b) = (lit(random), lit(random), lit(random));
            vec![vec![-o, a, b], vec![-o, -a, -b], vec![o, -a, b], vec![o, a, -b]]
        }
        2 => {
            let (o, c, a, b) = (lit(random), lit(random), lit(random), lit(random));
            vec![vec![-c, -a, o], vec![-c, a, -o], vec![c, -b, o], vec![c, b, -o]]
        }
        3 => {
            let (a, b) = (lit(random), lit(random));
            vec![vec![a, b, a], vec![a, -a, b]]
        }
        4 => vec![vec![lit(random), lit(random)]],
        _ => (0..3).map(|_| (0..3).map(|_| lit(random)).collect()).collect(),
    }
}

/// Options that make everything happen early that could happen late.
fn busy(random: &mut Random) -> Vec<(String, i32)> {
    let often = ["elimint", "inprobeint", "compactint", "compactmin", "conditionint", "reduceint"];
    let mut options: Vec<(String, i32)> = often.iter().map(|name| ((*name).to_owned(), 2)).collect();
    for name in ["block", "cover", "condition", "deduplicateallinit", "sweep", "congruence", "chrono", "lucky"] {
        options.push((name.to_owned(), random.below(2) as i32));
    }
    if random.below(3) == 0 {
        options.push(("restoreall".to_owned(), random.below(3) as i32));
    }
    options
}

fn satisfies(model: u32, clause: &[i32]) -> bool {
    clause.iter().any(|lit| (model >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0))
}

/// Whether there is a model, by trying all.
fn has_model(variables: i32, clauses: &[Vec<i32>], assume: &[i32]) -> bool {
    (0..1u32 << variables).any(|model| {
        let holds = |clause: &[i32]| satisfies(model, clause);
        assume.iter().all(|lit| holds(&[*lit])) && clauses.iter().all(|clause| holds(clause))
    })
}

fn check(pair: &Pair) {
    let cnf = Cnf::read(&pair.cnf).expect("a formula");
    let proof = refute(&cnf, &pair.lrat).expect("a proof");
    assert_eq!((cnf.len(), proof.steps, proof.plain), (pair.clauses, pair.steps, true));
    let units = pair.assumptions.iter().map(std::slice::from_ref);
    assert!((cnf.len() - pair.assumptions.len()..cnf.len()).map(|index| cnf.clause(index)).eq(units));
}

/// What checkers of others say, as far as they are on `PATH`.
fn ask_others(pairs: &[Pair]) {
    let folder = hecaton_host::Folder::new().expect("a folder");
    for name in ["lrat-check", "cake_lpr"] {
        let Some(program) = hecaton_host::path::program(name.as_ref()) else {
            println!("left out: {name} is not on PATH");
            continue;
        };
        for pair in pairs {
            let (cnf, lrat) = (folder.path().join("a.cnf"), folder.path().join("a.lrat"));
            std::fs::write(&cnf, &pair.cnf).and_then(|()| std::fs::write(&lrat, &pair.lrat)).expect("written");
            let output = std::process::Command::new(&program).args([&cnf, &lrat]).output().expect("it runs");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let verified = text.lines().any(|line| ["c VERIFIED", "s VERIFIED UNSAT"].contains(&line.trim()));
            assert!(
                verified,
                "{name}: {text}{}{}",
                String::from_utf8_lossy(&pair.cnf),
                String::from_utf8_lossy(&pair.lrat)
            );
        }
    }
}

#[test]
fn every_refutation_of_random_incremental_formulas_is_certified() {
    let mut random = Random(0x5eed);
    let (mut refuted, mut clashes, mut samples) = (0, 0, Vec::new());
    for case in 0..cases(150) {
        let variables = if case % 3 == 0 { 10 } else { 20 + random.below(150) as i32 };
        let config = Config { certify: Some(Certify::Proofs), options: busy(&mut random), ..Config::default() };
        let mut sat = Cadical::new(&config).expect("the options exist");
        let mut clauses: Vec<Vec<i32>> = Vec::new();
        for _ in 0..variables {
            sat.new_var();
        }
        if case % 10 == 9 {
            sat.add_clause(&[]);
            clauses.push(vec![]);
        }
        for question in 0..12 {
            // The first clauses are many: inprocessing is for what is not trivial.
            let count = if question == 0 { variables as u64 } else { 1 + random.below(variables as u64 / 2) };
            for clause in (0..count).flat_map(|_| more(&mut random, variables)) {
                sat.add_clause(&clause);
                clauses.push(clause);
            }
            let mut assume: Vec<i32> = (0..random.below(12)).map(|_| literal(&mut random, variables)).collect();
            if random.below(3) > 0 {
                assume.dedup_by_key(|lit| lit.abs());
            }
            match sat.solve(&assume, &[], &Budget::unlimited()) {
                SatAnswer::Sat(_) => assert!(sat.certifier().expect("there").take_answer().is_none()),
                SatAnswer::Unsat(core) => {
                    let answer = sat.certifier().expect("there").take_answer().expect("it was checked");
                    let pair = answer.expect("no fault").expect("it is kept");
                    check(&pair);
                    assert!(pair.assumptions.len() <= core.len());
                    clashes += u32::from(pair.clauses == 2 && core.len() == 2 && pair.steps == 1);
                    if variables == 10 {
                        assert!(!has_model(variables, &clauses, &core), "case {case}: there is a model");
                    }
                    if refuted % 16 == 0 {
                        samples.push(pair);
                    }
                    refuted += 1;
                    if core.is_empty() {
                        // What comes later is as contradictory, and the empty clause is a clause as well.
                        for clause in [&[1, -2][..], &[]] {
                            sat.add_clause(clause);
                            assert_eq!(sat.solve(&[1], &[], &Budget::unlimited()), SatAnswer::Unsat(vec![]));
                            let answer = sat.certifier().expect("there").take_answer().expect("it was checked");
                            check(&answer.expect("no fault").expect("it is kept"));
                        }
                        break;
                    }
                }
                SatAnswer::Unknown(stop) => panic!("case {case}, question {question}: {stop}"),
            }
        }
    }
    println!("{refuted} answers were certified, {clashes} of them by assumptions alone");
    assert!(refuted > 100 && clashes > 0, "{refuted} {clashes}");
    ask_others(&samples);
}

/// What the checker is told.
#[derive(Clone, Debug)]
enum Event {
    Give(Vec<i32>),
    Original(i64, Vec<i32>),
    Restored(i64, Vec<i32>),
    Derived(i64, Vec<i32>, Vec<i64>),
    About(i64, Vec<i32>, Vec<i64>),
    Deleted(i64),
    Weakened(i64),
    Ask,
    Concluded(Vec<i64>),
    Answer(Vec<i32>),
}

#[derive(Clone, Default)]
struct Recorder(Rc<RefCell<Vec<Event>>>);

impl Recorder {
    fn note(&self, event: Event) {
        self.0.borrow_mut().push(event);
    }
}

impl ProofTracer for Recorder {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, clause: &[i32], restored: bool) {
        let event = if restored { Event::Restored } else { Event::Original };
        self.note(event(id, clause.to_vec()));
    }
    fn add_derived_clause(&mut self, id: i64, _redundant: bool, _witness: i32, clause: &[i32], hints: &[i64]) {
        self.note(Event::Derived(id, clause.to_vec(), hints.to_vec()));
    }
    fn delete_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32]) {
        self.note(Event::Deleted(id));
    }
    fn weaken_minus(&mut self, id: i64, _clause: &[i32]) {
        self.note(Event::Weakened(id));
    }
    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], hints: &[i64]) {
        self.note(Event::About(id, clause.to_vec(), hints.to_vec()));
    }
    fn conclude_unsat(&mut self, _kind: i32, ids: &[i64]) {
        self.note(Event::Concluded(ids.to_vec()));
    }
    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
    fn add_assumption(&mut self, _lit: i32) {}
    fn add_constraint(&mut self, _clause: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _kind: i32, _model: &[i32]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}

/// A run of CaDiCaL on a small random formula, as the checker would see it.
fn recorded(random: &mut Random, variables: i32) -> Vec<Event> {
    let mut solver = CaDiCal::new();
    for (name, value) in busy(random) {
        assert!(solver.set(&name, value), "{name}");
    }
    let recorder = Recorder::default();
    solver.connect_proof_tracer1(recorder.clone(), true, false);
    for round in 0..10 {
        // A solver eliminates variables while a formula is easy.
        let count = if round == 0 { variables as u64 / 2 } else { 1 + random.below(3) };
        for clause in (0..count).flat_map(|_| more(random, variables)) {
            recorder.note(Event::Give(clause.clone()));
            solver.clause6(&clause);
        }
        recorder.note(Event::Ask);
        let assume: Vec<i32> = (0..random.below(6)).map(|_| literal(random, variables)).collect();
        for lit in &assume {
            solver.assume(*lit);
        }
        if solver.solve() == Status::UNSATISFIABLE {
            solver.conclude();
            let core = assume.into_iter().filter(|lit| solver.failed(*lit)).collect();
            recorder.note(Event::Answer(core));
        }
    }
    recorder.0.take()
}

/// Hands events to a checker. Gives the number of answers that it believes, each with a proof that holds, and whether it
/// found a fault. An answer that it believes must be true of the clauses that were given.
fn judge(events: &[Event], variables: i32, what: &str) -> (u32, bool) {
    let mut checker = Checker::new(true);
    let (mut given, mut believed) = (Vec::new(), 0);
    for event in events {
        match event {
            Event::Give(clause) => {
                given.push(clause.clone());
                checker.give(clause);
            }
            Event::Original(id, clause) => checker.original(*id, clause),
            Event::Restored(id, clause) => checker.restored(*id, clause),
            Event::Derived(id, clause, hints) => checker.derived(*id, clause, hints, 0),
            Event::About(id, clause, hints) => checker.about_assumptions(*id, clause, hints),
            Event::Deleted(id) => checker.deleted(*id),
            Event::Weakened(id) => checker.weakened(*id),
            Event::Ask => checker.ask(),
            Event::Concluded(ids) => checker.concluded(ids),
            Event::Answer(core) => {
                if checker.answer(core).is_ok() {
                    assert!(!has_model(variables, &given, core), "believed, and there is a model: {what}");
                    check(&checker.proof().expect("what is believed has a proof"));
                    believed += 1;
                }
            }
        }
    }
    (believed, checker.fault().is_some())
}

/// A fault in one event: a literal turned or left out, a clause named that is another, or none at all.
fn spoil(event: &mut Event, random: &mut Random) -> Option<&'static str> {
    let any = |random: &mut Random, len: usize| random.below(len as u64) as usize;
    Some(match event {
        Event::Original(_, clause) | Event::Restored(_, clause) if !clause.is_empty() => {
            let at = any(random, clause.len());
            clause[at] = -clause[at];
            "a given clause"
        }
        Event::Derived(_, clause, hints) | Event::About(_, clause, hints) => match random.below(4) {
            0 if !clause.is_empty() => {
                let at = any(random, clause.len());
                clause[at] = -clause[at];
                "a literal of a derived clause"
            }
            1 if !clause.is_empty() => {
                clause.swap_remove(any(random, clause.len()));
                "a derived clause without a literal"
            }
            2 if !hints.is_empty() => {
                let at = any(random, hints.len());
                hints[at] += 1;
                "a hint"
            }
            3 if !hints.is_empty() => {
                hints.remove(any(random, hints.len()));
                "no hint"
            }
            _ => return None,
        },
        Event::Concluded(ids) => {
            ids[0] -= 1;
            "a conclusion"
        }
        Event::Answer(core) if !core.is_empty() => {
            let at = any(random, core.len());
            core[at] = -core[at];
            "a core"
        }
        _ => return None,
    })
}

#[test]
fn a_fault_in_a_derivation_is_refused_or_harmless() {
    const VARIABLES: i32 = 12;
    let mut random = Random(0xfa_017);
    let mut tally: std::collections::BTreeMap<&str, (u32, u32)> = std::collections::BTreeMap::new();
    let mut restored = 0;
    for _ in 0..cases(50) {
        let events = recorded(&mut random, VARIABLES);
        restored += events.iter().filter(|event| matches!(event, Event::Restored(..))).count();
        let answers = events.iter().filter(|event| matches!(event, Event::Answer(_))).count() as u32;
        assert_eq!(judge(&events, VARIABLES, "no fault"), (answers, false));
        for _ in 0..30 {
            let mut wrong = events.clone();
            // Most events are clauses that are given, and few are conclusions.
            let steps = |event: &&usize| !matches!(wrong[**event], Event::Give(_) | Event::Original(..));
            let steps: Vec<usize> = (0..wrong.len()).collect::<Vec<_>>().iter().filter(steps).copied().collect();
            let at = match random.below(4) {
                0 => random.below(wrong.len() as u64) as usize,
                _ => steps[random.below(steps.len() as u64) as usize],
            };
            let Some(what) = spoil(&mut wrong[at], &mut random) else { continue };
            let (_, fault) = judge(&wrong, VARIABLES, what);
            let (refused, all) = tally.entry(what).or_default();
            *refused += u32::from(fault);
            *all += 1;
        }
    }
    println!("refused, of so many: {tally:?}; {restored} clauses were restored");
    // Who turns a given clause is caught every time. A derived clause that is wrong may still follow, a hint too much or
    // too little may not matter: then there is nothing to refuse, and `judge` has compared with all assignments.
    assert!(restored > 0 && tally.len() == 7, "{restored} {tally:?}");
    for (what, (refused, all)) in tally {
        assert!(refused > 0 && (what != "a given clause" || refused == all), "{what}: {refused} of {all}");
    }
}
