//! Predicates from end to end, on random programs with unbounded loops over a few numbers that depend on each other, in
//! variables, globals and calls: nothing is proved that a run violates, whatever is a block, and something is proved.
//!
//! And with predicates by chance instead of those that paths ask for, on functions that call themselves and each other a few
//! times deep: what is followed of variables of which there are several at once allows all that runs do.

mod compare;

use compare::{from_env, said, task};
use hecaton_base::{Bits, Budget, Id as _};
use hecaton_cache::Cache;
use hecaton_cpa::algorithm::{Inline, Run};
use hecaton_cpa::code::Code;
use hecaton_cpa::formula::{Atom, Predicate};
use hecaton_cpa::precision::{Precision, Tracked};
use hecaton_cpa::reached::Order;
use hecaton_cpa::step::start;
use hecaton_engine::bam::judge::Solvers;
use hecaton_engine::bam::{Bam, suggest};
use hecaton_engine::{Analysis, Blocked, Search, Sink, Task};
use hecaton_ir::{Binary, End, Expr, Op, Place, Program, PropId, VarId, text};
use hecaton_jobs::Crew;
use hecaton_testkit::Random;
use hecaton_trace::{Oracle, Outcome, Until, run};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

/// Inputs by chance, most of them small.
struct Inputs(Random);

fn random(seed: u64) -> Random {
    Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
}

impl Oracle for Inputs {
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        Ok(match self.0.below(8) {
            0 => Bits::max_signed(width),
            1 => Bits::from_i64(width, -1),
            _ => Bits::from_u64(64, self.0.below(4)).resize(width),
        })
    }
    fn place(&mut self, _size: u64) -> Result<Place, String> {
        Ok(Place { address: None, bytes: vec![] })
    }
}

const VARS: [&str; 4] = ["x", "y", "z", "n"];

/// Statements, and where they end.
struct Body {
    text: String,
    blocks: u32,
    props: u32,
    calls: Vec<&'static str>,
}

impl Body {
    fn block(&mut self) -> String {
        self.blocks += 1;
        format!("b{}", self.blocks)
    }
    fn line(&mut self, line: &str) {
        _ = writeln!(self.text, "  {line}");
    }
    fn cond(random: &mut Random) -> String {
        let (a, b) = (random.pick(&VARS), random.pick(&VARS));
        match random.below(6) {
            0 => format!("{a} == {b}"),
            1 => format!("{a} <s {b}"),
            2 => format!("{a} <=s {b}"),
            3 => format!("{a} == ({b} + {})", random.below(3)),
            4 => format!("({a} + {b}) == {}", random.pick(&VARS)),
            _ => format!("{a} <s {}", random.below(4)),
        }
    }
    fn statement(&mut self, random: &mut Random, deep: u32) {
        let (a, b, global) = (random.pick(&VARS), random.pick(&VARS), random.pick(&["@g", "@h"]));
        match random.below(if deep > 0 { 10 } else { 8 }) {
            0 | 1 => self.line(&format!("{a} = {a} + {}", random.below(3))),
            2 => self.line(&format!("{a} = {b}")),
            3 => self.line(&format!("{a} = {b} - 1")),
            4 => self.line(&format!("{a} = load {global}")),
            5 => self.line(&format!("store {global}, {b}")),
            6 | 7 => match random.below(self.calls.len() as u64 + 1) as usize {
                at if at < self.calls.len() => {
                    let call = format!("{a} = call {}({b})", self.calls[at]);
                    self.line(&call);
                }
                _ => self.line(&format!("havoc {a}")),
            },
            _ => {
                let (yes, no, out) = (self.block(), self.block(), self.block());
                let cond = Body::cond(random);
                self.line(&format!("branch {cond} -> {yes}, {no}\n{yes}:"));
                self.statements(random, deep - 1);
                self.line(&format!("goto {out}\n{no}:"));
                self.statements(random, deep - 1);
                self.line(&format!("goto {out}\n{out}:"));
            }
        }
    }
    fn statements(&mut self, random: &mut Random, deep: u32) {
        for _ in 0..=random.below(2) {
            self.statement(random, deep);
        }
    }
    fn loops(&mut self, random: &mut Random) {
        let (head, body, out) = (self.block(), self.block(), self.block());
        self.line(&format!("goto {head}\n{head}:"));
        let cond = if random.below(2) == 0 { Body::cond(random) } else { "c == 0".into() };
        self.line(&format!("havoc c\n  branch {cond} -> {body}, {out}\n{body}:"));
        self.statements(random, 2);
        self.line(&format!("goto {head}\n{out}:"));
    }
    fn assertion(&mut self, random: &mut Random) {
        let cond = Body::cond(random);
        let line = format!("assert {cond} prop p{}", self.props);
        self.line(&line);
        self.props += 1;
    }
}

/// The begin of a function whose parameters may be `x` and `d`.
fn header(name: &str, params: &str) -> String {
    let vars = VARS.iter().filter(|var| !params.starts_with(**var));
    let vars: String = vars.map(|var| format!("  var {var}: s32\n")).collect();
    format!("func {name}({params}) -> i32 {{\n{vars}  var c: s32\nb0:\n")
}

/// The whole text, with its globals and properties.
fn whole(name: &str, body: &Body) -> Program {
    let mut out =
        String::from("target LP64\nentry main\nglobal @g: s32 = { 0: 0:i32 }\nglobal @h: s32 = { 0: 1:i32 }\n");
    for prop in 0..body.props {
        _ = writeln!(out, "prop p{prop} assertion \"{prop}\" in main");
    }
    out += &body.text;
    text::parse(name, &out).unwrap_or_else(|error| panic!("{error:?}\n{out}"))
}

fn program(seed: u64) -> Program {
    let mut random = random(seed);
    let mut body = Body { text: String::new(), blocks: 0, props: 0, calls: vec![] };
    // A function with branches, one that may call itself, and the entry.
    for (name, calls) in [("flat", vec![]), ("deep", vec!["flat", "deep"])] {
        (body.blocks, body.calls) = (0, calls);
        body.text += &header(name, "x: s32");
        body.statements(&mut random, 1);
        if name == "deep" && random.below(2) == 0 {
            body.loops(&mut random);
        }
        if random.below(3) == 0 {
            body.assertion(&mut random);
        }
        let result = random.pick(&VARS);
        body.line(&format!("return {result}\n}}"));
    }
    (body.blocks, body.calls) = (0, vec!["flat", "flat", "deep"]);
    body.text += &header("main", "");
    for (to, from) in [("x", "havoc x"), ("y", "y = x"), ("z", "z = x - y"), ("n", "havoc n")] {
        if random.below(4) > 0 {
            body.line(from);
        } else {
            body.line(&format!("{to} = {}", random.below(2)));
        }
    }
    for _ in 0..=random.below(2) {
        body.loops(&mut random);
        body.assertion(&mut random);
    }
    body.assertion(&mut random);
    body.line("return 0\n}");
    whole("relations", &body)
}

/// Functions that call themselves and each other, a few times deep, and look at their variables before and behind that.
fn nested(seed: u64) -> Program {
    let mut random = random(seed);
    let mut body = Body { text: String::new(), blocks: 0, props: 0, calls: vec![] };
    for name in FUNCTIONS {
        body.blocks = 0;
        body.text += &header(name, "x: s32, d: s32");
        body.statement(&mut random, 1);
        // Two variables are the same in all calls, in the innermost one, or in the others.
        let (one, other) = (random.pick(&["y", "z"]), random.pick(&["x", "n"]));
        let (last, deeper, out) = (body.block(), body.block(), body.block());
        let same = [random.below(3) > 0, random.below(2) > 0];
        body.line(&format!("branch d <=s 0 -> {last}, {deeper}\n{last}:"));
        if same[0] {
            body.line(&format!("{one} = {other}"));
        }
        body.line(&format!("goto {out}\n{deeper}:"));
        if same[1] {
            body.line(&format!("{one} = {other}"));
        }
        for _ in 0..=random.below(2) {
            let call = format!("call {}({}, d - 1)", random.pick(&FUNCTIONS), random.pick(&VARS));
            match random.below(3) {
                0 => body.line(&format!("{} = {call}", random.pick(&VARS))),
                1 => body.line(&format!("c = {call}")),
                _ => body.line(&call),
            }
            if random.below(4) > 0 {
                body.line(&format!("assert {one} == {other} prop p{}", body.props));
                body.props += 1;
            } else {
                body.assertion(&mut random);
                body.statement(&mut random, 1);
            }
        }
        body.line(&format!("goto {out}\n{out}:"));
        let result = random.pick(&VARS);
        body.line(&format!("return {result}\n}}"));
    }
    body.blocks = 0;
    body.text += &header("main", "");
    for _ in 0..3 {
        body.statement(&mut random, 0);
    }
    for _ in 0..2 {
        let (to, from) = (random.pick(&VARS), random.pick(&VARS));
        body.line(&format!("{to} = call {}({from}, {})", random.pick(&FUNCTIONS), 1 + random.below(2)));
        body.assertion(&mut random);
    }
    body.line("return 0\n}");
    whole("nested", &body)
}

const FUNCTIONS: [&str; 2] = ["even", "odd"];

/// Some of the conditions of a program, and others by chance over its variables, what functions return, and globals.
fn conditions(program: &Program, seed: u64) -> Vec<Predicate> {
    let mut random = random(seed + 5555);
    let mut own = Vec::new();
    for (func, function) in program.functions.iter() {
        let table: Vec<(Atom, u32)> = function.vars.keys().map(|var| (Atom::Var(func, var), 32)).collect();
        for block in function.blocks.values() {
            let checked = block.insts.iter().filter_map(|inst| match &inst.op {
                Op::Assert { cond, .. } => Some(cond),
                _ => None,
            });
            let tested = match &block.end {
                End::Branch { cond, .. } => Some(cond),
                _ => None,
            };
            own.extend(checked.chain(tested).filter_map(|cond| Predicate::of(&table, cond)));
        }
    }
    own.retain(|_| random.below(3) > 0);
    own.truncate(5);
    let atom = |random: &mut Random| match random.below(4) {
        0 => Atom::Cell(random.below(2) as u32, 0, 4),
        1 => Atom::Result(program.function(random.pick(&FUNCTIONS)).expect("a function")),
        _ => {
            let func = program.function(random.pick(&FUNCTIONS)).expect("a function");
            let vars = &program.functions[func].vars;
            Atom::Var(func, VarId::new(random.below(vars.len() as u64) as usize))
        }
    };
    for _ in 0..2 {
        let op = [Binary::Eq, Binary::Eq, Binary::SLt, Binary::SLe][random.below(4) as usize];
        let (first, second) = (atom(&mut random), atom(&mut random));
        let left = Expr::Var(VarId::new(0));
        own.push(if random.below(2) == 0 && first != second {
            let expr = Expr::binary(op, left, Expr::Var(VarId::new(1)));
            Predicate { atoms: vec![(first, 32), (second, 32)], expr }
        } else {
            let expr = Expr::binary(op, left, Expr::int(32, random.below(4) as i64));
            Predicate { atoms: vec![(first, 32)], expr }
        });
    }
    own
}

fn is_violated(program: &Program, prop: PropId, seed: u64) -> bool {
    let budget = Budget::unlimited().with_steps(20_000);
    (1..=60).any(|round| {
        let outcome = run(program, &mut Inputs(random(seed * 100 + round)), Until::Violated(prop), &budget);
        matches!(outcome, Outcome::Violated(of, ..) if of == prop)
    })
}

#[test]
fn nothing_is_proved_that_a_run_violates() {
    let sink: Sink = Arc::new(|_| {});
    let (mut proved, mut refuted) = (0, 0);
    let first = from_env("HECATON_SEED", 1);
    for seed in first..first + from_env("HECATON_CASES", 60) {
        let program = Arc::new(program(seed));
        let blocks = [Blocked::Functions, Blocked::Loops, Blocked::Nothing][seed as usize % 3];
        let analysis = Analysis { blocks, order: Order::ALL[(seed / 3) as usize % 4], ..Analysis::default() };
        let props = program.props.keys().collect();
        let task = Task { analysis, ..task(program.clone(), props, 4, Search::default()) };
        let budget = Budget::unlimited().with_time(Duration::from_secs(2));
        let outcome = hecaton_engine::run(&Bam, &task, &budget, &Crew::inline(seed).through_wire(), &sink);
        for prop in &task.props {
            let said = said(&outcome.verdicts[prop]);
            assert!(said != "defect", "seed {seed}: {:?}", outcome.verdicts[prop]);
            match said {
                "holds" => {
                    proved += 1;
                    let violated = is_violated(&program, *prop, seed);
                    assert!(!violated, "seed {seed}: {prop:?} is violated\n{}", text::print(&program));
                }
                "violated" => refuted += 1,
                _ => {}
            }
        }
    }
    assert!(proved > 0 && refuted > 0, "{proved} properties were proved, {refuted} violated");
}

/// The properties that raise an alarm if these predicates are followed; `None` if that came to no end.
fn alarms(program: &Arc<Program>, predicates: &[Predicate], order: Order) -> Option<BTreeSet<PropId>> {
    let maker = hecaton_backends::make("cadical").expect("the built-in solver");
    let (budget, left) = (Budget::unlimited(), Arc::new(u64::MAX.into()));
    let judge = Arc::new(Solvers { program: program.clone(), maker, budget, left });
    let props: Vec<PropId> = program.props.keys().collect();
    let code = Code::new(program.clone(), false, &props).following(predicates, judge);
    let precision = Precision { tracked: Tracked::Nothing, limit: 0 };
    let mut analysis = Run::new(order, usize::MAX);
    analysis.begin(&code, &precision, start(&code));
    let budget = Budget::unlimited().with_steps(50_000);
    let done = analysis.go_on(&code, &precision, &mut Inline, &budget).is_ok() && analysis.stops.is_empty();
    done.then(|| analysis.alarms.keys().map(|(prop, _)| *prop).collect())
}

#[test]
fn calls_in_calls_allow_what_runs_do() {
    let sink: Sink = Arc::new(|_| {});
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("nested-{}", std::process::id()));
    let cache = Arc::new(Cache::open(&folder, "nested", 1 << 26).expect("a cache"));
    let (mut seen, mut quiet) = (0, 0);
    let first = from_env("HECATON_SEED", 1);
    for seed in first..first + from_env("HECATON_CASES", 50) {
        let program = Arc::new(nested(seed));
        let predicates = conditions(&program, seed);
        let order = Order::ALL[(seed / 3) as usize % 4];
        let known = alarms(&program, &predicates, order).expect("it ends");
        for prop in program.props.keys() {
            let violated = is_violated(&program, prop, seed);
            seen += usize::from(violated);
            quiet += usize::from(!known.contains(&prop));
            let text = || format!("seed {seed}: {prop:?} with {predicates:?}\n{}", text::print(&program));
            assert!(!violated || known.contains(&prop), "no alarm\n{}", text());
            // The same by blocks, one property alone: what is suggested is only used if it proves all.
            if violated && prop.index() as u64 == seed % 4 {
                let blocks = [Blocked::Functions, Blocked::Loops][seed as usize % 2];
                let analysis = Analysis { blocks, order, ..Analysis::default() };
                suggest(&cache, &program, &analysis, &predicates);
                let task = Task { analysis, ..task(program.clone(), vec![prop], 4, Search::default()) };
                let task = Task { cache: Some(cache.clone()), ..task };
                let budget = Budget::unlimited().with_time(Duration::from_secs(60));
                let outcome = hecaton_engine::run(&Bam, &task, &budget, &Crew::inline(seed).through_wire(), &sink);
                let said = said(&outcome.verdicts[&prop]);
                assert!(said != "holds" && said != "defect", "{said}\n{}", text());
            }
        }
    }
    drop(cache);
    std::fs::remove_dir_all(&folder).expect("removed");
    assert!(seen > 50 && quiet > 10, "{seen} properties are violated, {quiet} are without an alarm");
}
