//! The symbolic and the concrete meaning of the IR agree: random programs are executed symbolically once; then, under
//! random inputs, what the terms evaluate to is compared with what the interpreter does on the same choices.

mod generate;

use hecaton_base::{Bits, Budget};
use hecaton_ir::{Choice, Content, FuncId, Place, Program, text, verify};
use hecaton_symex::{Assignment, Check, Context, State, Succ, TrailId, choices, join, start, step};
use hecaton_term::eval::{ArrayValue, Evaluator, Value};
use hecaton_term::{Dag, Sort, Symbol, Term};
use hecaton_trace::{Counterexample, Mismatch, Oracle, Outcome, Reason, Until, replay, run};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Inputs chosen by a hash of their names.
struct Inputs<'a> {
    dag: &'a Dag,
    seed: u64,
    layout: Layout,
    evaluator: Evaluator,
}

/// Where objects lie.
#[derive(Clone, Copy)]
enum Layout {
    /// Each at a place of its own.
    Apart,
    /// So close that they touch, overlap and coincide.
    Close,
    /// Those that the program makes have few places, where they do not overlap but may coincide.
    Reused,
}

fn mix(seed: u64, text: &str) -> u64 {
    let mut hash = seed ^ 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        hash ^= hash >> 29;
    }
    hash
}

fn value(dag: &Dag, seed: u64, layout: Layout, symbol: Symbol) -> Option<Value> {
    let name = dag.symbol_name(symbol);
    let hash = mix(seed, name);
    if let Some(number) = name.strip_prefix("addro") {
        let number: u64 = number.parse().expect("an object's number");
        // Mostly aligned for the heap.
        let near = (hash >> 8) % 4 * 16 + u64::from(hash & 7 == 0) * 4;
        let at = match layout {
            Layout::Close => near,
            // Globals have odd numbers.
            Layout::Reused if number.is_multiple_of(2) => hash % 3 * 0x40,
            Layout::Apart | Layout::Reused => number * 0x1_0000,
        };
        return Some(Value::Bits(Bits::from_u64(64, 0x10_0000 + at)));
    }
    Some(match dag.sort(dag.symbol_term(symbol)) {
        Sort::Bool => Value::Bool(hash & 1 == 1),
        Sort::Bits(width) => {
            // Small and extreme values are where things happen.
            let small = Bits::from_i64(width, (hash >> 8) as i64 % 9 - 2);
            let any = Bits::from_u64(64, hash).resize(width);
            let edge = if hash & 8 == 0 { Bits::min_signed(width) } else { Bits::max_signed(width) };
            Value::Bits(match hash & 3 {
                0 | 1 => small,
                2 => any,
                _ => edge,
            })
        }
        Sort::Float(format) => Value::Bits(Bits::from_u64(64, hash).resize(format.bits())),
        Sort::Array { index, elem } => {
            let entry = |i: u64| (Bits::from_u64(index, i), Bits::from_u64(elem, mix(hash, &i.to_string()) % 5));
            Value::Array(ArrayValue { default: Bits::zero(elem), entries: (0..24).map(entry).collect() })
        }
    })
}

impl Assignment for Inputs<'_> {
    fn holds(&mut self, term: Term) -> bool {
        self.evaluator.truth(self.dag, &|symbol| value(self.dag, self.seed, self.layout, symbol), term)
    }
    fn bits(&mut self, term: Term) -> Bits {
        match self.evaluator.eval(self.dag, &|symbol| value(self.dag, self.seed, self.layout, symbol), term) {
            Value::Bool(bit) => Bits::from_bool(bit),
            Value::Bits(bits) => bits,
            Value::Array(_) => panic!("an array is no input"),
        }
    }
    fn array(&mut self, symbol: Symbol) -> (Bits, Vec<(Bits, Bits)>) {
        match value(self.dag, self.seed, self.layout, symbol) {
            Some(Value::Array(array)) => (array.default, array.entries.into_iter().collect()),
            other => panic!("{other:?} is no array"),
        }
    }
}

struct Script(std::collections::VecDeque<Choice>);

impl Oracle for Script {
    fn functions(&mut self) -> Vec<(FuncId, u64)> {
        match self.0.pop_front() {
            Some(Choice::Functions(functions)) => functions,
            other => {
                other.into_iter().for_each(|choice| self.0.push_front(choice));
                Vec::new()
            }
        }
    }
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
    fn clobber(&mut self) -> Result<Vec<Content>, String> {
        match self.0.pop_front() {
            Some(Choice::Clobber(contents)) => Ok(contents),
            other => Err(format!("what unknown code writes is wanted, the script has {other:?}")),
        }
    }
}

struct Executed {
    cx: Context,
    checks: Vec<Check>,
    ends: Vec<(Term, TrailId)>,
    stuck: Vec<Term>,
}

fn execute(program: &Arc<Program>) -> Executed {
    let mut cx = Context::new(program.clone());
    let first = start(&mut cx).expect("the globals can be made");
    let mut waiting: BTreeMap<Vec<u32>, State> = BTreeMap::from([(first.position(&mut cx), first)]);
    let (mut out, mut checks, mut ends, mut stuck) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    while let Some((_, state)) = waiting.pop_first() {
        step(&mut cx, state, &mut out, &mut checks);
        for succ in out.drain(..) {
            match succ {
                Succ::End { guard, trail, .. } => ends.push((guard, trail)),
                Succ::Stuck { guard, stop, .. } => {
                    assert!(!matches!(stop, hecaton_base::Stop::Bug(_)), "{stop}");
                    stuck.push(guard);
                }
                Succ::Next(state) => {
                    let key = state.position(&mut cx);
                    let state = match waiting.remove(&key) {
                        None => Some(state),
                        Some(other) => match join(&mut cx, &other, &state) {
                            Ok(joined) => joined,
                            Err(_) => {
                                stuck.push(cx.guard(state.guard));
                                Some(other)
                            }
                        },
                    };
                    waiting.extend(state.map(|state| (key, state)));
                }
            }
        }
    }
    Executed { cx, checks, ends, stuck }
}

/// Compares the two meanings on one program under several inputs; returns how many runs were compared to the end.
fn compare(program: Program, seed: u64, layouts: &[Layout]) -> usize {
    let faults = verify(&program);
    let listing = || text::print(&program);
    assert!(faults.is_empty(), "seed {seed}: the generator made a faulty program: {faults:?}\n{}", listing());
    let program = Arc::new(program.clone());
    let Executed { cx, checks, ends, stuck } = execute(&program);
    let budget = Budget::unlimited().with_steps(10_000_000);
    let mut compared = 0;
    for round in 0..6 {
        let (layout, evaluator) = (layouts[round as usize % layouts.len()], Evaluator::new());
        let mut inputs = Inputs { dag: &cx.terms, seed: seed * 100 + round, layout, evaluator };
        if cx.facts.iter().any(|fact| !inputs.holds(*fact)) {
            continue;
        }
        if stuck.iter().any(|guard| inputs.holds(*guard)) {
            continue;
        }
        let ended: Vec<TrailId> = ends.iter().filter(|(guard, _)| inputs.holds(*guard)).map(|(_, t)| *t).collect();
        assert!(ended.len() <= 1, "seed {seed}, round {round}: two ends for one input\n{}", listing());
        let mut violated = std::collections::BTreeSet::new();
        for check in &checks {
            if inputs.holds(check.bad) && violated.insert(check.prop) {
                let cex = Counterexample { property: check.prop, choices: choices(&cx, check.trail, &mut inputs) };
                match replay(&program, &cex, &budget) {
                    // The bits of a NaN are anybody's choice.
                    Ok(_) | Err(Mismatch { reason: Reason::Approximate(_), .. }) => {}
                    Err(mismatch) => panic!(
                        "seed {seed}, round {round}: {} at {:?}: {mismatch}\n{cex:?}\n{}",
                        check.prop,
                        check.loc,
                        listing()
                    ),
                }
            }
        }
        let Some(trail) = ended.first() else { continue };
        let script = choices(&cx, *trail, &mut inputs);
        let mut oracle = Script(script.clone().into());
        let outcome = run(&program, &mut oracle, Until::End, &budget);
        assert!(
            matches!(outcome, Outcome::Ended(_) | Outcome::Halted(_) | Outcome::Violated(..)) && oracle.0.is_empty(),
            "seed {seed}, round {round}: the symbolic run ends, the concrete one does not: {outcome:?}\n{script:?}\n{}",
            listing()
        );
        for prop in program.props.keys().filter(|prop| !violated.contains(prop)) {
            let outcome = run(&program, &mut Script(script.clone().into()), Until::Violated(prop), &budget);
            assert!(
                !matches!(outcome, Outcome::Violated(..)),
                "seed {seed}, round {round}: {prop} was missed: {outcome:?}\n{script:?}\n{}",
                listing()
            );
        }
        compared += 1;
    }
    compared
}

/// Seeds on which the two once did not agree.
const ONCE_DIFFERED: &[u64] = &[107, 710_861];

#[test]
fn symbolic_and_concrete_execution_agree_on_random_programs() {
    let first: u64 = std::env::var("HECATON_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let count: u64 = std::env::var("HECATON_CASES").ok().and_then(|s| s.parse().ok()).unwrap_or(400);
    let mut compared = 0;
    for seed in ONCE_DIFFERED.iter().copied().chain(first..first + count) {
        compared += compare(generate::program(seed), seed, &[Layout::Apart]);
    }
    assert!(compared as u64 >= count / 2, "only {compared} runs went to their ends: the generator is too wild");
}

/// The same with unknown code, computed callees, and memory that is used again.
#[test]
fn symbolic_and_concrete_execution_agree_on_wild_programs() {
    let first: u64 = std::env::var("HECATON_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let count: u64 = std::env::var("HECATON_CASES").ok().and_then(|s| s.parse().ok()).unwrap_or(400);
    let mut compared = 0;
    for seed in first..first + count {
        compared += compare(generate::wild(seed, false), seed, &[Layout::Apart, Layout::Reused]);
    }
    assert!(compared as u64 >= count / 2, "only {compared} runs went to their ends: the generator is too wild");
}

/// Whether objects can lie at some addresses is the same for both meanings, and what is compared depends on them alike.
#[test]
fn both_meanings_agree_on_where_objects_can_lie() {
    let first: u64 = std::env::var("HECATON_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let count: u64 = std::env::var("HECATON_CASES").ok().and_then(|s| s.parse().ok()).unwrap_or(400);
    let (mut possible, mut impossible, mut equal) = (0, 0, 0);
    for seed in first..first + count {
        let program = generate::places(seed);
        let listing = text::print(&program);
        assert_eq!(verify(&program), vec![], "seed {seed}: a faulty program\n{listing}");
        let program = Arc::new(program);
        let Executed { cx, checks, ends, stuck } = execute(&program);
        assert!(stuck.is_empty(), "seed {seed}: not everything is supported\n{listing}");
        let budget = Budget::unlimited().with_steps(1_000_000);
        for round in 0..30 {
            let mut inputs =
                Inputs { dag: &cx.terms, seed: seed * 100 + round, layout: Layout::Close, evaluator: Evaluator::new() };
            let ended: Vec<TrailId> = ends.iter().filter(|(guard, _)| inputs.holds(*guard)).map(|(_, t)| *t).collect();
            let [trail] = ended[..] else { panic!("seed {seed}, round {round}: {} ends\n{listing}", ended.len()) };
            let fits = cx.facts.iter().all(|fact| inputs.holds(*fact));
            let script = choices(&cx, trail, &mut inputs);
            let outcome = run(&program, &mut Script(script.clone().into()), Until::End, &budget);
            let placed = !matches!(outcome, Outcome::Refused(..));
            assert_eq!(fits, placed, "seed {seed}, round {round}: {outcome:?}\n{script:?}\n{listing}");
            possible += u32::from(fits);
            impossible += u32::from(!fits);
            // What is never checked is never violated either.
            for prop in program.props.keys().filter(|_| fits) {
                let bad = checks.iter().any(|check| check.prop == prop && inputs.holds(check.bad));
                let until = Until::Violated(prop);
                let outcome = run(&program, &mut Script(script.clone().into()), until, &budget);
                let violated = matches!(outcome, Outcome::Violated(found, ..) if found == prop);
                let what = format!("seed {seed}, round {round}: {prop}");
                assert_eq!(bad, violated, "{what}: {outcome:?}\n{script:?}\n{listing}");
                equal += u32::from(!bad);
            }
        }
    }
    assert!(possible > 100 && impossible > 100 && equal > 100, "{possible} fit, {impossible} do not, {equal} hold");
}
