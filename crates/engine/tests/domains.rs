//! The domains that run beside the values, each and all that are in `Beside`, on random programs made of flags and small
//! numbers in globals, with rules that test some of them and set others, round after round: what the interpreter does is
//! never missed, the lattice laws hold, and nothing is proved that a run violates. A new domain is checked without further ado.

mod compare;

use compare::{from_env, said, task};
use hecaton_base::{Bits, Budget, Id as _};
use hecaton_cache::Cache;
use hecaton_cpa::algorithm::{Inline, Run};
use hecaton_cpa::code::Code;
use hecaton_cpa::domain::{Beside, Domain, Touches};
use hecaton_cpa::formula::{Atom, Predicate};
use hecaton_cpa::precision::{Place as Tracks, Precision, Tracked};
use hecaton_cpa::predicates::Predicates;
use hecaton_cpa::reached::Order;
use hecaton_cpa::state::State;
use hecaton_cpa::step::start;
use hecaton_engine::bam::Bam;
use hecaton_engine::bam::judge::Solvers;
use hecaton_engine::{Analysis, Blocked, Event, Search, Sink, Task};
use hecaton_ir::{Binary, Expr, Place, Program, PropId, VarId, text};
use hecaton_jobs::Crew;
use hecaton_testkit::Random;
use hecaton_trace::{Oracle, Outcome, Until, run};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Inputs of a run.
struct Inputs(Random);

impl Oracle for Inputs {
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        Ok(Bits::from_u64(64, self.0.below(4)).resize(width))
    }
    fn place(&mut self, _size: u64) -> Result<Place, String> {
        Ok(Place { address: None, bytes: vec![] })
    }
}

const WIDTHS: [u32; 5] = [32, 8, 32, 64, 32];

/// A program with two functions of rules and a few rounds of calls.
fn flags(seed: u64) -> Program {
    flags_with(seed, seed, 0)
}

/// The same with the second function of other programs, and the first edited: not at all, without effect, or with one.
fn flags_with(seed: u64, second: u64, edit: u64) -> Program {
    let new = |seed: u64| Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut random, mut other) = (new(seed), new(second + 7777));
    let mut out = String::from("target LP64\nentry main\n");
    for (i, width) in WIDTHS.iter().enumerate() {
        _ = writeln!(out, "global @g{i}: s{width} = {{ 0: {}:i{width} }}", random.below(4));
    }
    let mut props = 0;
    let first = rules(&mut random, "rules", WIDTHS.len(), &mut props);
    let end = ["", "  i = i + 1\n", "  store @g4, 1:i32\n"][edit as usize];
    let first = first.replace("out:\n", &format!("out:\n{end}"));
    // The second knows only some of the globals.
    let known = 1 + other.below(WIDTHS.len() as u64) as usize;
    let second = if other.below(4) == 0 { String::new() } else { rules(&mut other, "more", known, &mut props) };
    for prop in 0..props {
        _ = writeln!(out, "prop p{prop} assertion \"{prop}\" in rules");
    }
    out += "func main() -> i32 {\n  var n: s32\n  var i: s32\n  var before: s32\nb0:\n  n = 0\n  goto b1\nb1:\n  branch n <s 6 -> b2, b3\n";
    out += "b2:\n  havoc i\n  assume (0 <=s i) & (i <=s 3)\n  before = load @g0\n  call rules(i)\n";
    out += if second.is_empty() { "" } else { "  call more(i)\n" };
    out += "  n = n + 1\n  goto b1\nb3:\n  return 0\n}\n";
    out += &first;
    out += &second;
    text::parse("flags", &out).unwrap_or_else(|error| panic!("{error:?}\n{out}"))
}

/// A function of rules that look at the first so many globals.
fn rules(random: &mut Random, name: &str, known: usize, props: &mut u32) -> String {
    let rules = 3 + random.below(5);
    let mut out = format!("func {name}(i: s32) {{\n");
    let mut body = String::new();
    let mut vars = 0;
    let all = |width: Option<u32>, known: usize| -> Vec<usize> {
        (0..known).filter(|at| width.is_none_or(|width| WIDTHS[*at] == width)).collect()
    };
    let mut load = |body: &mut String, random: &mut Random, width: Option<u32>| {
        let fits = all(width, known);
        let global = fits[random.below(fits.len() as u64) as usize];
        vars += 1;
        _ = writeln!(body, "  v{vars} = load @g{global}");
        (format!("v{vars}"), WIDTHS[global], vars)
    };
    let mut declared = Vec::new();
    for rule in 0..rules {
        _ = writeln!(body, "r{rule}:");
        let (var, width, number) = load(&mut body, random, None);
        declared.push((number, width));
        let (other, _, number) = load(&mut body, random, Some(width));
        declared.push((number, width));
        let with = random.below(3);
        let cond = match random.below(8) {
            0 => format!("{var} == {with}:i{width}"),
            1 => format!("not({var} == {with}:i{width})"),
            2 => format!("{var} <s {with}:i{width}"),
            3 => format!("{with}:i{width} <=u {var}"),
            4 => format!("{var} == {other}"),
            5 => format!("({var} == {with}:i{width}) | ({other} <u 2:i{width})"),
            6 => format!("({var} <=s {with}:i{width}) & not({other} == 1:i{width})"),
            _ => format!("({var} + {other}) == {with}:i{width}"),
        };
        let next = if rule + 1 < rules { format!("r{}", rule + 1) } else { "out".into() };
        _ = writeln!(body, "  branch {cond} -> s{rule}, {next}\ns{rule}:");
        for _ in 0..=random.below(2) {
            let (from, width, number) = load(&mut body, random, None);
            declared.push((number, width));
            let fits = all(Some(width), known);
            let to = fits[random.below(fits.len() as u64) as usize];
            // Few of those that a function does not look at.
            _ = match random.below(if known < WIDTHS.len() { 12 } else { 8 }) {
                0 => writeln!(body, "  store @g{to}, {from}"),
                1 => writeln!(body, "  store @g{to}, {from} + 1:i{width}"),
                2 => writeln!(body, "  store @g2, i"),
                // A part of a number.
                3 => writeln!(body, "  store @g3, 1:i8"),
                4 => writeln!(body, "  store select(i == 0, @g0, @g2), {}:i32", random.below(4)),
                _ => writeln!(body, "  store @g{to}, {}:i{width}", random.below(3)),
            };
        }
        if random.below(4) > 0 {
            let (var, width, number) = load(&mut body, random, None);
            declared.push((number, width));
            let (other, _, number) = load(&mut body, random, Some(width));
            declared.push((number, width));
            let (a, b) = (random.below(3), random.below(3));
            let both = format!("({var} == {a}:i{width}) & ({other} == {b}:i{width})");
            let bad = if random.below(2) == 0 { both } else { format!("{var} == {a}:i{width}") };
            _ = writeln!(body, "  assert not({bad}) prop p{props}");
            *props += 1;
        }
        let stays = random.below(2) == 0;
        _ = writeln!(body, "  goto {}", if stays { "out" } else { &next });
    }
    for (number, width) in declared {
        _ = writeln!(out, "  var v{number}: s{width} temp");
    }
    _ = write!(out, "start:\n  goto r0\n{body}out:\n  return\n}}\n");
    out
}

/// Conditions over globals and variables of both functions.
fn predicates(program: &Program, seed: u64) -> Vec<Predicate> {
    let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
    let var = |func: &str, name: &str| {
        let func = program.function(func).expect("a function");
        let found = program.functions[func].vars.iter().find(|(_, var)| var.name == name);
        (Atom::Var(func, found.expect("a variable").0), 32)
    };
    let cell = |at: u32| (Atom::Cell(at, 0, u64::from(WIDTHS[at as usize] / 8)), WIDTHS[at as usize]);
    let all = [cell(0), cell(2), cell(4), var("main", "n"), var("main", "i"), var("main", "before"), var("rules", "i")];
    let mut out = Vec::new();
    for _ in 0..3 + random.below(4) {
        let first =
            if random.below(4) == 0 { cell(1 + 2 * random.below(2) as u32) } else { all[random.below(7) as usize] };
        let op = [Binary::Eq, Binary::SLt, Binary::ULe][random.below(3) as usize];
        let second = all[random.below(7) as usize];
        let number = |at: usize| Expr::Var(VarId::new(at));
        out.push(if random.below(2) == 0 && second.1 == first.1 && second.0 != first.0 {
            Predicate { atoms: vec![first, second], expr: Expr::binary(op, number(0), number(1)) }
        } else {
            let constant = Expr::int(first.1, random.below(4) as i64);
            Predicate { atoms: vec![first], expr: Expr::binary(op, number(0), constant) }
        });
    }
    out
}

/// The properties that some random runs violate.
fn violated(program: &Program, seed: u64) -> BTreeSet<PropId> {
    let budget = Budget::unlimited().with_steps(1_000_000);
    let mut found = BTreeSet::new();
    for prop in program.props.keys() {
        for round in 1..=40 {
            let mut inputs = Inputs(Random((seed * 100 + round).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
            let outcome = run(program, &mut inputs, Until::Violated(prop), &budget);
            if matches!(outcome, Outcome::Violated(of, ..) if of == prop) {
                found.insert(prop);
                break;
            }
        }
    }
    found
}

/// The laws of a lattice, for one domain or a product of some.
fn laws<D: Domain>(code: &Code, all: &[&D], seed: u64) {
    for (i, a) in all.iter().enumerate() {
        assert_eq!(D::from_bytes(&a.to_bytes()).as_ref(), Ok(*a), "seed {seed}");
        assert!(a.leq(a) && a.join(a, code, false) == **a, "seed {seed}: {a:?}");
        for b in all.iter().skip(i + 1) {
            let (join, back, widened) = (a.join(b, code, false), b.join(a, code, false), a.join(b, code, true));
            assert_eq!(join, back, "seed {seed}: {a:?} and {b:?}");
            for low in [*a, *b] {
                assert!(low.leq(&join), "seed {seed}: {low:?}\nis not below\n{join:?}");
            }
            assert!(join.leq(&widened), "seed {seed}: {join:?}\nis not below\n{widened:?}");
            assert_eq!(a.leq(b), join == **b, "seed {seed}: {a:?}\nand\n{b:?}");
            // What a block that touches nothing gives back is what it was, or more.
            let touches = |yes: bool| -> D {
                let all = |_: u32| yes;
                a.reduce(code, &Touches { keeps: &all, writes: &all })
            };
            assert!(a.leq(&a.expand(&touches(false), false)), "seed {seed}: {a:?}");
            assert!(a.leq(&a.expand(&touches(true), false)), "seed {seed}: {a:?}");
        }
    }
}

/// An analysis of the whole program; `None` if it came to no end.
fn analysed(code: &Code, precision: &Precision, order: Order) -> Option<Run> {
    let mut analysis = Run::new(order, usize::MAX);
    analysis.begin(code, precision, start(code));
    let budget = Budget::unlimited().with_steps(50_000);
    let done = analysis.go_on(code, precision, &mut Inline, &budget).is_ok() && analysis.stops.is_empty();
    done.then_some(analysis)
}

#[test]
fn domains_allow_what_the_interpreter_does() {
    let (mut seen, mut better, mut told) = (0, 0, 0);
    for seed in 1..=120 {
        let program = Arc::new(flags(seed));
        let props: Vec<PropId> = program.props.keys().collect();
        let concrete = violated(&program, seed);
        let code = || Code::new(program.clone(), false, &props);
        let places: Vec<Tracks> = (0..WIDTHS.len() as u32).map(|object| Tracks::Cell(object, 0)).collect();
        let precision = Precision { tracked: Tracked::Nothing, limit: 0 };
        let (plain, related) = (code(), code().relating(&places[seed as usize % 3..]));
        let order = Order::ALL[seed as usize % 4];
        let related = match seed % 3 {
            0 => {
                let maker = hecaton_backends::make("cadical").expect("the built-in solver");
                let judge = Solvers {
                    program: program.clone(),
                    maker,
                    budget: Budget::unlimited(),
                    left: Arc::new(u64::MAX.into()),
                };
                related.following(&predicates(&program, seed), Arc::new(judge))
            }
            _ => related,
        };
        let (Some(before), Some(after)) = (analysed(&plain, &precision, order), analysed(&related, &precision, order))
        else {
            continue;
        };
        let alarms = |run: &Run| run.alarms.keys().map(|(prop, _)| *prop).collect::<BTreeSet<PropId>>();
        let (before, now) = (alarms(&before), alarms(&after));
        seen += concrete.len();
        better += before.difference(&now).count();
        let missed: Vec<&PropId> = concrete.difference(&now).collect();
        assert!(missed.is_empty(), "seed {seed}: no alarm for {missed:?}\n{}", text::print(&program));
        for (state, _) in after.reached.states() {
            told |= u32::from(!related.predicates().is_empty() && state.beside.1.0 != Predicates::default());
        }
        let all: Vec<&Beside> = after.reached.states().map(|(state, _): (&State, _)| &state.beside).take(25).collect();
        laws(&related, &all, seed);
    }
    assert!(seen > 20 && better > 10, "{seen} violations were compared, {better} alarms fewer");
    assert!(told > 0, "nothing is known of predicates");
}

/// Which of some properties of a program the engine proves, none of which is violated by a run, and how many blocks it knew.
fn proved(program: Program, seed: u64, props: Vec<PropId>, cache: Option<Arc<Cache>>) -> (Vec<PropId>, u64) {
    let known = Arc::new(AtomicU64::new(0));
    let noted = known.clone();
    let sink: Sink = Arc::new(move |event| {
        if let Event::Counts(counts) = event {
            noted.fetch_max(counts.get("blocks from the cache").copied().unwrap_or(0), Ordering::Relaxed);
        }
    });
    let program = Arc::new(program);
    let concrete = violated(&program, seed);
    let blocks = [Blocked::Functions, Blocked::Loops, Blocked::Nothing][seed as usize % 3];
    let analysis = Analysis { blocks, order: Order::ALL[(seed / 3) as usize % 4], ..Analysis::default() };
    let task = Task { analysis, cache, ..task(program.clone(), props, 4, Search::default()) };
    let budget = Budget::unlimited().with_time(Duration::from_secs(60));
    let outcome = hecaton_engine::run(&Bam, &task, &budget, &Crew::inline(seed).through_wire(), &sink);
    let mut proved = Vec::new();
    for prop in &task.props {
        let said = said(&outcome.verdicts[prop]);
        assert!(said != "defect", "seed {seed}: {:?}", outcome.verdicts[prop]);
        let wrong = said == "holds" && concrete.contains(prop);
        assert!(!wrong, "seed {seed}: {prop:?} is violated\n{}", text::print(&program));
        proved.extend((said == "holds").then_some(*prop));
    }
    (proved, known.load(Ordering::Relaxed))
}

#[test]
fn nothing_is_proved_that_a_run_violates() {
    let proofs = |seed| {
        let program = flags(seed);
        let props = program.props.keys().collect();
        proved(program, seed, props, None).0.len()
    };
    let all: usize = (201..201 + from_env("HECATON_CASES", 1000) / 12).map(proofs).sum();
    assert!(all > 40, "{all} properties were proved");
}

/// Programs that have a function in common, and use what was kept of the others: of those properties that can be proved,
/// since only proofs are kept, and then of all.
#[test]
fn what_is_kept_of_other_programs_proves_nothing_wrong() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("domains-{}", std::process::id()));
    let cache = Arc::new(Cache::open(&folder, "domains", 1 << 26).expect("a cache"));
    let (mut all, mut hits) = (0, 0);
    for seed in 1001..1001 + from_env("HECATON_CASES", 1000) / 16 {
        // Those of a group are analysed in the same way, else they would have nothing in common.
        let (group, program) = (seed / 6, || flags_with(seed / 3, seed / 6, seed % 3));
        let props: Vec<PropId> = program().props.keys().collect();
        let without = proved(program(), group, props.clone(), None).0;
        for (first, asked) in [(true, &without), (false, &props)] {
            let (with, known) = proved(program(), group, asked.clone(), Some(cache.clone()));
            // Later ones are of this program as well.
            hits += if first { known } else { 0 };
            let fewer = without.iter().any(|prop| !with.contains(prop));
            assert!(!fewer, "seed {seed}: {without:?} without what was kept, {with:?} with it");
            all += with.len();
        }
        let again = proved(program(), group, props, Some(cache.clone())).0;
        assert!(again.len() >= without.len(), "seed {seed}: the second time");
    }
    drop(cache);
    std::fs::remove_dir_all(&folder).expect("removed");
    assert!(all > 80 && hits > 8, "{all} properties were proved, {hits} blocks of other programs known");
}
