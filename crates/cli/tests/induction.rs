//! What induction proves is true: random programs whose loops have no bound, and a deep unwinding of them that finds
//! no violation of anything that was said to hold always. `HECATON_CASES` and `HECATON_SEED` set how many and which.

use hecaton_base::Budget;
use hecaton_engine::{Analysis, Bounds, Scope, Search, Task, Verdict, induction};
use hecaton_front_c::{Input, Options, load};
use hecaton_ir::Program;
use hecaton_jobs::Crew;
use hecaton_testkit::Random;
use std::fmt::Write as _;
use std::sync::Arc;

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

fn task(program: &Arc<Program>) -> Task {
    Task {
        whole: None,
        program: program.clone(),
        props: program.props.keys().collect(),
        asked: Arc::new(program.props.keys().collect()),
        bounds: Bounds { unwind: Some(6), ..Bounds::default() },
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
    Budget::unlimited().with_steps(20_000).with_time(std::time::Duration::from_secs(5))
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn what_is_proved_is_not_violated() {
    let (cases, seed) = (setting("HECATON_CASES", 150), setting("HECATON_SEED", 1));
    let folder = std::env::temp_dir().join(format!("hecaton-induction-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the programs");
    let engine = hecaton_engine::engines().into_iter().find(|engine| engine.name() == "bmc").expect("bmc is an engine");
    let (mut unbounded, mut wrong) = (0u64, Vec::new());
    for case in seed..seed + cases {
        let text = generate(case);
        let path = folder.join("case.i");
        std::fs::write(&path, &text).expect("the program can be written");
        let options = Options::default();
        let loaded = load(&[Input::plain(path)], &options).unwrap_or_else(|f| panic!("{:?}\n{text}", f.diags));
        let program = Arc::new(loaded.program);
        let task = task(&program);
        let mut proved = Vec::new();
        induction::prove(&task, &program, task.props.iter().copied().collect(), &budget(), &mut |prop| {
            proved.push(prop)
        });
        let bounded = engine.run(&task, &budget(), &Crew::inline(case), &(Arc::new(|_| {}) as hecaton_engine::Sink));
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
    assert!(unbounded > cases / 2, "only {unbounded} proofs were by induction");
}
