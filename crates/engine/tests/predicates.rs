//! Predicates from end to end, on random programs with unbounded loops over a few numbers that depend on each other, in
//! variables, globals and calls: nothing is proved that a run violates, whatever is a block, and something is proved.

mod compare;

use compare::{from_env, said, task};
use hecaton_base::{Bits, Budget};
use hecaton_cpa::reached::Order;
use hecaton_engine::bam::Bam;
use hecaton_engine::{Analysis, Blocked, Engine as _, Search, Sink, Task};
use hecaton_ir::{Place, Program, PropId, text};
use hecaton_jobs::Crew;
use hecaton_testkit::Random;
use hecaton_trace::{Oracle, Outcome, Until, run};
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

fn program(seed: u64) -> Program {
    let mut random = random(seed);
    let header = |name: &str, params: &str| {
        let vars = VARS.iter().filter(|var| !params.starts_with(**var));
        let vars: String = vars.map(|var| format!("  var {var}: s32\n")).collect();
        format!("func {name}({params}) -> i32 {{\n{vars}  var c: s32\nb0:\n")
    };
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
    let mut out =
        String::from("target LP64\nentry main\nglobal @g: s32 = { 0: 0:i32 }\nglobal @h: s32 = { 0: 1:i32 }\n");
    for prop in 0..body.props {
        _ = writeln!(out, "prop p{prop} assertion \"{prop}\" in main");
    }
    out += &body.text;
    text::parse("relations", &out).unwrap_or_else(|error| panic!("{error:?}\n{out}"))
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
        let outcome = Bam.run(&task, &budget, &Crew::inline(seed).through_wire(), &sink);
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
