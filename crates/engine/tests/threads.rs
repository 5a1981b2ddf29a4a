//! Random small programs with threads: what the interpreter runs into on some schedule, all of them being tried, is
//! what the symbolic execution of the schedules that matter finds, and every one of its findings can be replayed. So it
//! is with those that source sets leave, and with what engines say.

mod compare;

use compare::{from_env, said, task};
use hecaton_base::{Bits, Budget};
use hecaton_engine::disjuncts::Disjuncts;
use hecaton_engine::paths::Paths;
use hecaton_engine::{Bounds, Engine, Search, SolverMaker, Strategy, Task};
use hecaton_ir::{Choice, Place, Program, PropId, text, verify};
use hecaton_jobs::Crew;
use hecaton_symex::{Assignment, Context, Succ, choices, start, step};
use hecaton_term::{Symbol, Term};
use hecaton_trace::{Counterexample, Oracle, Outcome, Until, fewer_switches, replay, run};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Some steps of a thread.
fn steps(random: &mut Random, out: &mut String, count: u64, inputs: bool) {
    for _ in 0..count {
        let place = ["@x", "@y"][random.below(2) as usize];
        let line = match random.below(if inputs { 17 } else { 15 }) {
            0 => format!("a = load {place}"),
            1 => format!("store {place}, a + 1"),
            2 => format!("store {place}, {}:i32", random.below(2)),
            3 => format!("atomic begin\n  a = load {place}\n  store {place}, a + 1\n  atomic end"),
            4 => "await @m is (0:i32)\n  store @m, 1:i32\n  atomic end".into(),
            5 => "atomic begin\n  store @m, 0:i32\n  atomic end".into(),
            6 => format!("assert a == {}:i32 \"a\"", random.below(3)),
            7 => format!("assume a == {}:i32", random.below(2)),
            // A lock that says who has it.
            10 | 11 => {
                let lock = ["@k", "@l"][random.below(2) as usize];
                let give = format!("\n  atomic begin\n  store {lock}, 0:i32\n  atomic end");
                let give = if random.below(3) == 0 { give } else { String::new() };
                format!(
                    "n = thread\n  await {lock} is (0:i32) owned\n  store {lock}, trunc<i32>(n) + 1\n  atomic end{give}"
                )
            }
            // Something that may be of no interest to others any more, and something that ends the path.
            8 => format!("b = load @z\n  store @z, b + {}:i32\n  assert b != 2:i32 \"z\"", random.below(2)),
            9 => "p = select(a == 0:i32, @y, null)\n  b = load p check \"p\"".into(),
            // A local object that others may know of.
            13 => "call show()".into(),
            14 => "atomic begin\n  p = load @g\n  atomic end\n  p = select(p == null, @y, p)\n  b = load p check \"g\""
                .into(),
            15 => format!("havoc b\n  a = b & 1:i32\n  assume a == {}:i32", random.below(2)),
            16 => {
                format!("havoc b\n  a = b & 1:i32\n  p = select(a == 0:i32, {place}, null)\n  store p, a check \"s\"")
            }
            _ => "atomic begin\n  a = load @x\n  assume a == 0:i32\n  store @y, 1:i32\n  atomic end".into(),
        };
        out.push_str(&format!("  {line}\n"));
    }
}

fn program(seed: u64, inputs: bool) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut out = String::from("target LP64\nentry main\nrace \"no race\"\ndeadlock \"no deadlock\"\n");
    for name in ["x", "y", "z", "m", "k", "l"] {
        out.push_str(&format!("global @{name}: s32 = {{ 0: 0:i32 }}\n"));
    }
    out.push_str("global @g: ptr = { 0: null }\n");
    out.push_str("func show() {\n  var o: ptr\nstart:\n  o = alloc stack s32 zeroed\n  store o, 1:i32\n  atomic begin\n  store @g, o\n  atomic end\n");
    out.push_str("  atomic begin\n  store @g, null\n  atomic end\n  return\n}\n");
    let threads = 1 + random.below(2);
    for thread in 0..threads {
        out.push_str(&format!("func t{thread}() {{\n  var a: s32\n  var b: s32\n  var n: u64\n  var p: ptr\nstart:\n"));
        let count = 1 + random.below(if threads == 1 { 4 } else { 2 });
        steps(&mut random, &mut out, count, inputs);
        out.push_str(if random.below(4) == 0 { "  exit_thread\n}\n" } else { "  return\n}\n" });
    }
    out.push_str(
        "func main() -> i32 {\n  var a: s32\n  var b: s32\n  var n: u64\n  var p: ptr\n  var t: u64\nstart:\n",
    );
    for thread in 0..threads {
        out.push_str(&format!("  t = spawn t{thread}()\n"));
    }
    let count = random.below(3);
    steps(&mut random, &mut out, count, inputs);
    if random.below(2) == 0 {
        out.push_str("  join t\n  a = load @x\n  assert a == 1:i32 \"x\"\n");
    }
    out.push_str("  return 0\n}\n");
    out
}

/// Goes through all schedules, one after the other.
struct All {
    /// Which thread was chosen, and of how many.
    path: Vec<(u32, u32)>,
    at: usize,
}

impl All {
    /// The next schedule that begins like the last one up to the last choice that can be made otherwise.
    fn next(&mut self) -> bool {
        self.at = 0;
        while let Some((chosen, count)) = self.path.pop() {
            if chosen + 1 < count {
                self.path.push((chosen + 1, count));
                return true;
            }
        }
        false
    }
}

impl Oracle for All {
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        // Programs look at the last bit only.
        self.switch(2).map(|bit| Bits::from_u64(width, u64::from(bit)))
    }
    fn place(&mut self, _: u64) -> Result<Place, String> {
        Ok(Place::default())
    }
    fn switch(&mut self, threads: u32) -> Result<u32, String> {
        if self.at == self.path.len() {
            self.path.push((0, threads));
        }
        self.at += 1;
        Ok(self.path[self.at - 1].0)
    }
}

/// What is violated on some schedule.
fn concrete(program: &Program) -> BTreeSet<PropId> {
    let mut out = BTreeSet::new();
    for prop in program.props.keys() {
        let mut all = All { path: vec![], at: 0 };
        loop {
            let outcome = run(program, &mut all, Until::Violated(prop), &Budget::unlimited());
            // What was refused at one choice is refused with whatever comes behind it.
            all.path.truncate(all.at);
            match outcome {
                Outcome::Violated(violated, ..) if violated == prop => {
                    out.insert(prop);
                    break;
                }
                Outcome::Stopped(_, stop) => panic!("{stop}"),
                _ => {}
            }
            if !all.next() {
                break;
            }
        }
    }
    out
}

/// There are no inputs: whatever a term is, it is constant.
struct Nothing;

impl Assignment for Nothing {
    fn holds(&mut self, _: Term) -> bool {
        panic!("nothing is joined")
    }
    fn bits(&mut self, _: Term) -> Bits {
        panic!("there are no inputs")
    }
    fn array(&mut self, _: Symbol) -> (Bits, Vec<(Bits, Bits)>) {
        panic!("there are no arrays")
    }
}

/// What the symbolic execution finds; every finding is replayed, as it is and with fewer switches. If it remembers, states
/// that go on like one that it met are not followed.
fn symbolic(program: &Arc<Program>, remembers: bool) -> BTreeSet<PropId> {
    let mut met: BTreeMap<u128, Vec<u64>> = BTreeMap::new();
    let mut cx = Context::new(program.clone()).interleaving();
    let mut open = vec![start(&mut cx).expect("the globals can be made")];
    let mut out = BTreeSet::new();
    while let Some(state) = open.pop() {
        let (mut succs, mut checks) = (Vec::new(), Vec::new());
        step(&mut cx, state, &mut succs, &mut checks);
        for check in checks {
            if cx.terms.as_bool(check.bad) == Some(true) && out.insert(check.prop) {
                let choices = choices(&cx, check.trail, &mut Nothing);
                let switches = choices.iter().filter(|choice| matches!(choice, Choice::Switch(_))).count();
                let cex = Counterexample { property: check.prop, choices };
                match replay(program, &cex, &Budget::unlimited()) {
                    Ok(trace) => {
                        let (fewer, _) = fewer_switches(program, cex.clone(), trace, &Budget::unlimited());
                        assert!(turns(&fewer) <= turns(&cex), "{}", text::print(program));
                        assert!(replay(program, &fewer, &Budget::unlimited()).is_ok(), "{}", text::print(program));
                    }
                    Err(mismatch) => panic!("after {switches} switches: {mismatch}\n{}", text::print(program)),
                }
            }
        }
        for succ in succs {
            match succ {
                Succ::Next(state) => {
                    let print = state.print(&mut cx).filter(|_| remembers);
                    let seen = print.map(|print| (met.entry(print.hash).or_default(), print.asleep));
                    if let Some((seen, asleep)) = seen {
                        if seen.iter().any(|other| other & !asleep == 0) {
                            continue;
                        }
                        seen.push(asleep);
                    }
                    open.push(state);
                }
                Succ::End { .. } => {}
                Succ::Stuck { stop, .. } => panic!("{stop}\n{}", text::print(program)),
            }
        }
    }
    out
}

/// What an engine finds with some strategies; all else is proved. With `sharing`, jobs give away what is left after so
/// many paths.
fn found(
    engine: &dyn Engine,
    strategies: &[Strategy],
    program: &Arc<Program>,
    crew: &Crew,
    sharing: Option<u64>,
) -> BTreeSet<PropId> {
    let task = asked(strategies, program, sharing);
    let all = verdicts(engine, &task, &Budget::unlimited(), crew);
    assert!(all.values().all(|said| ["holds", "violated"].contains(said)), "{all:?}\n{}", text::print(program));
    all.into_iter().filter(|(_, said)| *said == "violated").map(|(prop, _)| prop).collect()
}

/// All properties of a program.
fn asked(strategies: &[Strategy], program: &Arc<Program>, sharing: Option<u64>) -> Task {
    let props: Vec<PropId> = program.props.keys().collect();
    let search = Search { strategies: strategies.to_vec(), share_after: sharing, ..Search::default() };
    Task { bounds: Bounds::default(), ..task(program.clone(), props, 0, search) }
}

/// What an engine says.
fn verdicts(engine: &dyn Engine, task: &Task, budget: &Budget, crew: &Crew) -> BTreeMap<PropId, &'static str> {
    let outcome = hecaton_engine::run(engine, task, budget, crew, &(Arc::new(|_| {}) as _));
    outcome.verdicts.iter().map(|(prop, verdict)| (*prop, said(verdict))).collect()
}

/// How often another thread goes on.
fn turns(cex: &Counterexample) -> usize {
    let threads = cex.choices.iter().filter_map(|choice| match choice {
        Choice::Switch(thread) => Some(*thread),
        _ => None,
    });
    let threads: Vec<u32> = threads.collect();
    threads.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

#[test]
fn all_schedules_and_those_that_matter_violate_the_same() {
    let mut violated = 0;
    let times = from_env("HECATON_SEEDS", 1);
    let first = from_env("HECATON_SEED", 0);
    for seed in first..first + 400 * times {
        let inputs = seed % 4 == 3;
        let source = program(seed, inputs);
        let program = text::parse("x.hir", &source).unwrap_or_else(|e| panic!("{e}\n{source}"));
        assert_eq!(verify(&program), vec![]);
        let program = Arc::new(program);
        let all = concrete(&program);
        for remembers in [false, true].into_iter().filter(|_| !inputs) {
            assert_eq!(all, symbolic(&program, remembers), "seed {seed}, remembers: {remembers}\n{source}");
        }
        let inline = |seed: u64| Crew::inline(seed).through_wire();
        let sources = found(&Paths, &[Strategy::SourceSets], &program, &inline(seed), None);
        assert_eq!(all, sources, "seed {seed}, along source sets\n{source}");
        // The same in turns with all schedules, and without a solver on the way.
        let engines: [&dyn Engine; 2] = [&Paths, &Disjuncts];
        let engine = engines[(seed % 2) as usize];
        assert_eq!(all, found(engine, &[], &program, &inline(seed), None), "seed {seed}, {}\n{source}", engine.name());
        // Shared by several, as often as possible: source sets alone, and beside all schedules; some jobs run twice.
        let (workers, after) = ([2, 4][(seed / 2 % 2) as usize], Some(1 + seed / 4 % 2));
        let crew = || inline(seed).as_if(workers).losing(0.1, seed);
        let shared = found(&Paths, &[Strategy::SourceSets], &program, &crew(), after);
        assert_eq!(all, shared, "seed {seed}, along source sets, {workers} workers\n{source}");
        for engine in engines {
            let shared = found(engine, &[], &program, &crew(), after);
            assert_eq!(all, shared, "seed {seed}, {}, {workers} workers\n{source}", engine.name());
        }
        if seed % 8 < 2 {
            // The same by threads.
            let crew = Crew::threads(workers, &Budget::unlimited()).expect("threads");
            let strategies: &[Strategy] = if seed % 16 < 8 { &[Strategy::SourceSets] } else { &[] };
            let shared = found(engine, strategies, &program, &crew, after);
            assert_eq!(all, shared, "seed {seed}, {}, {workers} threads\n{source}", engine.name());
        }
        violated += all.len();
    }
    assert!(violated > 100, "only {violated} violations");
}

/// A solver that cannot be made the so-manieth time, nor the next: the job that needs it is lost, even when it is run once
/// more.
fn failing(task: &Task, at: u64) -> SolverMaker {
    let (solver, made) = (task.solver.clone(), AtomicU64::new(0));
    Arc::new(move || {
        let number = made.fetch_add(1, Ordering::Relaxed);
        assert!(number < at || number > at + 1, "this solver cannot be made");
        solver()
    })
}

#[test]
fn what_is_lost_or_stopped_proves_nothing() {
    let engines: [(&dyn Engine, &[Strategy]); 3] =
        [(&Paths, &[Strategy::SourceSets]), (&Paths, &[]), (&Disjuncts, &[])];
    let mut open = 0;
    for seed in 0..60 {
        let source = program(seed, seed % 4 == 3);
        let program = Arc::new(text::parse("x.hir", &source).unwrap_or_else(|e| panic!("{e}\n{source}")));
        let all = concrete(&program);
        for (engine, strategies) in engines {
            for (lost, at) in [(true, 0), (true, 1), (true, 2 + seed % 7), (false, 32 << (seed % 4))] {
                let plain = asked(strategies, &program, Some(1));
                let solver = if lost { failing(&plain, at) } else { plain.solver.clone() };
                let budget = if lost { Budget::unlimited() } else { Budget::unlimited().with_steps(at) };
                let crew = Crew::inline(seed).as_if(2);
                for (prop, said) in verdicts(engine, &Task { solver, ..plain }, &budget, &crew) {
                    let wrong = if all.contains(&prop) { "holds" } else { "violated" };
                    assert_ne!(said, wrong, "seed {seed}, {prop:?}, {}, {lost} {at}\n{source}", engine.name());
                    open += u32::from(!["holds", "violated"].contains(&said));
                }
            }
        }
    }
    assert!(open > 100, "only {open} are left open");
}
