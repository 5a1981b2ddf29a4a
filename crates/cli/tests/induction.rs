//! What induction proves is true: random programs whose loops have no bound, and a deep unwinding of them that finds
//! no violation of anything that was said to hold always. `HECATON_CASES` and `HECATON_SEED` set how many and which.

use hecaton_base::Budget;
use hecaton_engine::induction::Induction;
use hecaton_engine::{Analysis, Bounds, Scope, Search, Task, Verdict, run};
use hecaton_front_c::{Input, Options, load};
use hecaton_ir::Program;
use hecaton_jobs::Crew;
use hecaton_testkit::Random;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

const PLACES: &[&str] = &["x", "y", "g", "h", "a[0]", "a[x & 3]", "s.p", "s.q", "*r"];

fn value(random: &mut Random) -> String {
    match random.below(8) {
        0 | 1 => random.below(6).to_string(),
        2 => format!("(nondet_int() & {})", random.pick(&["1", "3", "7"])),
        3 => format!("(({} + 1) & 7)", random.pick(PLACES)),
        4 => format!("({} > {} ? {} : {})", random.pick(PLACES), random.below(5), random.below(4), random.pick(PLACES)),
        5 => format!("({} - {})", random.pick(PLACES), random.below(3)),
        _ => random.pick(PLACES).to_string(),
    }
}

fn condition(random: &mut Random) -> String {
    match random.below(4) {
        0 => "nondet_int()".into(),
        1 => format!("{} != {}", random.pick(PLACES), random.pick(PLACES)),
        _ => format!("{} {} {}", random.pick(PLACES), random.pick(&["<", "<=", "==", "!=", ">"]), random.below(7)),
    }
}

/// A statement; `depth` limits nesting, `looped` allows `break` and `continue`, `call` allows calls.
fn statement(random: &mut Random, out: &mut String, depth: u32, looped: bool, call: bool) {
    match random.below(if depth == 0 { 7 } else { 13 }) {
        0 => {
            let value = value(random);
            writeln!(out, "{} = {value};", random.pick(PLACES)).unwrap();
        }
        // What takes several rounds to go wrong.
        1 | 2 => {
            let place = random.pick(PLACES);
            writeln!(out, "if ({place} < 6) {place}++;").unwrap();
        }
        3 => writeln!(out, "__CPROVER_assert({}, \"\");", condition(random).replace("nondet_int()", "x < 9")).unwrap(),
        4 if looped => writeln!(out, "if ({}) {};", condition(random), random.pick(&["break", "continue"])).unwrap(),
        4 => writeln!(out, "r = {};", random.pick(&["&x", "&g", "&a[1]", "&s.q", "a", "0"])).unwrap(),
        5 if call => writeln!(out, "f({});", value(random)).unwrap(),
        5 => writeln!(out, "{}++;", random.pick(PLACES)).unwrap(),
        6 => writeln!(out, "{};", random.pick(&["r++", "if (r != &a[3]) r++", "if (r) *r = 1", "r = y ? r : &y"]))
            .unwrap(),
        7..=9 => {
            let head = match random.below(3) {
                0 => "while (nondet_int())".into(),
                1 => format!("while ({})", condition(random)),
                _ => format!("for (h = 0; h < {}; h++)", random.below(5)),
            };
            writeln!(out, "{head} {{").unwrap();
            for _ in 0..=random.below(3) {
                statement(random, out, depth - 1, true, call);
            }
            out.push_str("}\n");
        }
        _ => {
            writeln!(out, "if ({}) {{", condition(random)).unwrap();
            statement(random, out, depth - 1, looped, call);
            out.push_str("} else {\n");
            statement(random, out, depth - 1, looped, call);
            out.push_str("}\n");
        }
    }
}

fn generate(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let mut out = "int nondet_int(void); void __CPROVER_assert(_Bool, const char *);\n\
                   signed char g, h, a[4]; struct { signed char p, q; } s;\n"
        .to_string();
    out.push_str("void f(signed char x) { signed char y = 1, *r = &g;\n");
    for _ in 0..random.below(4) {
        statement(&mut random, &mut out, 1, false, false);
    }
    out.push_str("}\nint main(void) { signed char x = 0, y = 0, *r = &y;\n");
    for _ in 0..2 + random.below(4) {
        statement(&mut random, &mut out, 2, false, true);
    }
    for place in ["x", "y", "g", "a[0]", "s.q"] {
        writeln!(out, "__CPROVER_assert({place} != {}, \"\");", 2 + random.below(5)).unwrap();
    }
    out.push_str("}\n");
    out
}

const SETTLING: &[&str] = &["x", "y", "z", "a[0]", "a[1]"];

/// A step of a loop after which things are as they were for a while: they settle, change places, or change again later.
fn step(random: &mut Random, out: &mut String) {
    let place = random.pick(SETTLING);
    let (some, other) = (random.pick(SETTLING), random.pick(SETTLING));
    let when = match random.below(5) {
        0 => String::new(),
        1 => format!("if (n > {}) ", random.below(6)),
        2 => format!("if ({place} != {some}) "),
        _ => format!("if (n == {}) ", 1 + random.below(10)),
    };
    match random.below(7) {
        0 | 1 => writeln!(out, "{when}{place} = in;").unwrap(),
        2 => writeln!(out, "{when}{place} = {some};").unwrap(),
        3 => writeln!(out, "{when}{place} = {some} > {other} ? {some} : {other};").unwrap(),
        4 => writeln!(out, "{when}{{ t = {some}; {some} = {other}; {other} = t; }}").unwrap(),
        5 => writeln!(out, "{when}{{ t = x; x = y; y = z; z = t; }}").unwrap(),
        _ => writeln!(out, "{when}{place} = 1 - {place};").unwrap(),
    }
}

/// A loop that counts its first rounds and does nothing by chance but to check, so that late guesses come up.
fn generate_settling(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let most = 2 + random.below(9);
    let mut out = format!(
        "int nondet_int(void); void __CPROVER_assert(_Bool, const char *);\n\
         signed char a[2], z; static void f(signed char in) {{ signed char n = 0, x = 0, y = 1, t;\n\
         while ({}) {{\nif (n < {most}) n++;\n",
        random.pick(&["1", "1", "nondet_int()"])
    );
    for _ in 0..1 + random.below(4) {
        step(&mut random, &mut out);
    }
    for _ in 0..2 {
        let bad = match random.below(3) {
            0 => format!("{} != in", random.pick(SETTLING)),
            1 => format!("{} != {}", random.pick(SETTLING), random.pick(SETTLING)),
            _ => format!("{} == {}", random.pick(SETTLING), random.below(3)),
        };
        writeln!(out, "if (n > {} && {bad} && nondet_int()) __CPROVER_assert(0, \"\");", random.below(most)).unwrap();
    }
    let calls = if random.below(4) == 0 { "while (nondet_int()) f(1);" } else { "f(nondet_int());" };
    writeln!(out, "}}\n}}\nint main(void) {{ {calls} }}").unwrap();
    out
}

const KEPT: &[&str] = &["x", "y", "g", "a[0]", "a[1]"];

/// A loop with unknown code in it, which keeps addresses that it was given in earlier rounds, and functions that are
/// called through pointers which unknown code may have changed.
fn generate_kept(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let mut out = "int nondet_int(void); void __CPROVER_assert(_Bool, const char *);\n\
                   void keep(signed char *); void touch(void); static signed char g, a[2];\n\
                   static void one(signed char *p) { *p = 1; } static void same(signed char *p) { }\n\
                   int main(void) { signed char n = 0, x = 0, y = 0, *r = &y; void (*f)(signed char *) = same;\n\
                   while (nondet_int()) {\nif (n < 9) n++;\n"
        .to_string();
    for _ in 0..1 + random.below(5) {
        let (place, other) = (random.pick(KEPT), random.pick(KEPT));
        let when = match random.below(4) {
            0 => String::new(),
            1 => format!("if (n > {}) ", random.below(6)),
            2 => format!("if ({other} != 0) "),
            _ => format!("if (n == {}) ", 1 + random.below(5)),
        };
        match random.below(9) {
            0 | 1 => writeln!(out, "{when}keep(&{place});").unwrap(),
            2 | 3 => writeln!(out, "{when}touch();").unwrap(),
            4 => writeln!(out, "{when}keep(r);").unwrap(),
            5 => writeln!(out, "{when}r = &{place};").unwrap(),
            6 => writeln!(out, "{when}f = {};", random.pick(&["one", "same", "0"])).unwrap(),
            7 => writeln!(out, "{when}{{ if (f) f(&{place}); }}").unwrap(),
            _ => writeln!(out, "{when}{place} = {};", random.pick(&["0", "1", "x", "g"])).unwrap(),
        }
    }
    for _ in 0..2 {
        let (place, value) = (random.pick(KEPT), random.below(2));
        let when = random.below(6);
        writeln!(out, "if (n > {when} && {place} != {value}) __CPROVER_assert(0, \"\");").unwrap();
    }
    out.push_str("}\n");
    for place in KEPT {
        writeln!(out, "__CPROVER_assert({place} != {}, \"\");", 1 + random.below(2)).unwrap();
    }
    out.push_str("}\n");
    out
}

fn task(program: &Arc<Program>, unwind: u32) -> Task {
    Task {
        whole: None,
        program: program.clone(),
        props: program.props.keys().collect(),
        asked: Arc::new(program.props.keys().collect()),
        bounds: Bounds { unwind: Some(unwind), ..Bounds::default() },
        solver: hecaton_backends::make("cadical").expect("cadical is built in"),
        others: vec![],
        normalize: false,
        induction: false,
        analysis: Analysis::default(),
        invariants: false,
        cache: None,
        search: Search::default(),
    }
}

/// Enough for a few rounds of a few loops; what is open then is not compared.
fn budget() -> Budget {
    Budget::unlimited().with_steps(20_000).with_time(Duration::from_secs(5))
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Asserts that no violation is found within so many rounds of what is proved. Gives how many proofs an unwinding alone
/// does not give.
fn compare(name: &str, cases: std::ops::Range<u64>, generate: fn(u64) -> String, unwind: u32) -> u64 {
    let folder = std::env::temp_dir().join(format!("hecaton-induction-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the programs");
    let engine = hecaton_engine::engines().into_iter().find(|engine| engine.name() == "bmc").expect("bmc is an engine");
    let (mut unbounded, mut wrong) = (0u64, Vec::new());
    for case in cases {
        let text = generate(case);
        let path = folder.join("case.i");
        std::fs::write(&path, &text).expect("the program can be written");
        let options = Options::default();
        let loaded = load(&[Input::plain(path)], &options, &Budget::unlimited())
            .unwrap_or_else(|f| panic!("{:?}\n{text}", f.diags));
        let program = Arc::new(loaded.program);
        let task = task(&program, unwind);
        let (mut proved, mut induction) = (Vec::new(), Induction::new(&task, &program, &Default::default(), &budget()));
        let open = || task.props.iter().copied().collect();
        // Every other one is interrupted again and again, and goes on.
        let interruptions = if case % 2 == 0 { 12 } else { 0 };
        let patience = |round: u32| budget().with_time(Duration::from_millis(1 << round));
        let parts = (0..interruptions).map(patience).chain([budget()]);
        for part in parts {
            if !induction.go_on(open(), &part, &mut |prop| proved.push(prop)).early {
                break;
            }
        }
        let bounded = run(&*engine, &task, &budget(), &Crew::inline(case), &(Arc::new(|_| {}) as hecaton_engine::Sink));
        for prop in proved {
            match &bounded.verdicts[&prop] {
                Verdict::Violated(_) => wrong.push((case, program.props[prop].text.clone())),
                Verdict::Holds(Scope::UpTo { .. }) | Verdict::Unknown(_) => unbounded += 1,
                Verdict::Holds(Scope::All) => {}
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert!(wrong.is_empty(), "proved and violated: {wrong:?}");
    unbounded
}

#[test]
fn what_is_proved_is_not_violated() {
    let (cases, seed) = (setting("HECATON_CASES", 150), setting("HECATON_SEED", 1));
    let unbounded = compare("any", seed..seed + cases, generate, 6);
    assert!(unbounded > cases / 2, "only {unbounded} proofs were by induction");
}

#[test]
fn what_settles_stays_settled() {
    let (cases, seed) = (setting("HECATON_CASES", 150), setting("HECATON_SEED", 1));
    let unbounded = compare("settling", seed..seed + cases, generate_settling, 16);
    assert!(unbounded > cases / 2, "only {unbounded} proofs were by induction");
}

#[test]
fn what_unknown_code_may_keep_is_not_forgotten() {
    let (cases, seed) = (setting("HECATON_CASES", 150), setting("HECATON_SEED", 1));
    let unbounded = compare("kept", seed..seed + cases, generate_kept, 8);
    assert!(unbounded > cases / 2, "only {unbounded} proofs were by induction");
}
