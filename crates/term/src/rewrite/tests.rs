//! Every rule by itself against the evaluator, and whole random terms simplified against unsimplified ones.

use super::{Rule, rules_of};
use crate::builder::Builder;
use crate::dag::{Dag, Op, Sort, Term};
use crate::eval::{Evaluator, Value};
use crate::testing::{Maker, TINY, WIDER, env};
use crate::{Level, eval};
use hecaton_base::Bits;
use std::collections::{BTreeMap, BTreeSet};

/// The free constants in the cone of some terms.
fn symbols(dag: &Dag, roots: &[Term]) -> Vec<Term> {
    let (mut seen, mut stack, mut found) = (BTreeSet::new(), roots.to_vec(), Vec::new());
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            if matches!(dag.op(term), Op::Var(_)) {
                found.push(term);
            }
            stack.extend(dag.args(term));
        }
    }
    found
}

/// A way to write down a term, for messages.
fn show(dag: &Dag, term: Term, depth: u32) -> String {
    match dag.op(term) {
        Op::Const(id) => format!("{:?}", dag.constant(id)),
        Op::Var(symbol) => dag.symbol_name(symbol).to_string(),
        op if depth == 0 => format!("{op:?}(…)"),
        op => {
            let args: Vec<String> = dag.args(term).iter().map(|a| show(dag, *a, depth - 1)).collect();
            format!("{op:?}({})", args.join(", "))
        }
    }
}

/// Compares two terms, on all assignments if there are few, else on random ones.
fn check(maker: &mut Maker, b: &Builder, name: &str, left: Term, right: Term) {
    if left == right {
        return;
    }
    let compare = |values: &[Value]| {
        let mut evaluator = Evaluator::new();
        let of = |evaluator: &mut Evaluator, term| evaluator.eval(b, &env(values), term);
        let same = match b.sort(left) {
            // Arrays may be the same with different defaults.
            Sort::Array { index, .. } => (0..1u64 << index).all(|i| {
                let at = |value: &Value| match value {
                    Value::Array(array) => array.entries.get(&Bits::from_u64(index, i)).unwrap_or(&array.default).clone(),
                    other => panic!("{other:?}"),
                };
                at(&of(&mut evaluator, left)) == at(&of(&mut evaluator, right))
            }),
            Sort::Bool | Sort::Bits(_) | Sort::Float(_) => of(&mut evaluator, left) == of(&mut evaluator, right),
        };
        assert!(same, "{name}: {} is not {}\nunder {values:?}", show(b, left, 5), show(b, right, 5));
    };
    let free = symbols(b, &[left, right]);
    let bits: u32 = free
        .iter()
        .map(|term| match b.sort(*term) {
            Sort::Bool => 1,
            Sort::Bits(width) => width,
            Sort::Float(format) => format.bits(),
            Sort::Array { .. } => 99,
        })
        .sum();
    let mut values: Vec<Value> = b.symbols().map(|symbol| Value::zero(b.sort(b.symbol_term(symbol)))).collect();
    if bits <= 6 {
        for number in 0..1u64 << bits {
            let mut rest = number;
            for term in &free {
                let Op::Var(symbol) = b.op(*term) else { continue };
                let slot = &mut values[hecaton_base::Id::index(symbol)];
                let mut take = |width: u32| {
                    let part = Bits::from_u64(width, rest);
                    rest >>= width;
                    part
                };
                *slot = match b.sort(*term) {
                    Sort::Bool => Value::Bool(take(1).bit(0)),
                    Sort::Bits(width) => Value::Bits(take(width)),
                    Sort::Float(format) => Value::Bits(take(format.bits())),
                    Sort::Array { .. } => unreachable!("too many bits"),
                };
            }
            compare(&values);
        }
    } else {
        for _ in 0..12 {
            compare(&maker.random.assignment(b));
        }
    }
}

/// Operators with the sorts of their arguments, all families.
fn instances(maker: &mut Maker) -> (Op, Vec<Sort>) {
    let w = maker.width;
    let wide = Sort::Bits(w + 2);
    let sort = match maker.random.below(14) {
        0..=4 => Sort::Bool,
        5..=9 => Sort::Bits(w),
        10 => wide,
        11 => Sort::Float(if maker.random.chance(50) { TINY } else { WIDER }),
        12 => Sort::Array { index: w.min(3), elem: w },
        _ => Sort::Bits(3),
    };
    if maker.random.chance(12) {
        return (Op::Ite, vec![Sort::Bool, sort, sort]);
    }
    if maker.random.chance(2) {
        return (maker.random.pick(&[Op::BvZext(0), Op::BvSext(0)]), vec![sort_of_bits(sort, w)]);
    }
    maker.operator(sort)
}
fn sort_of_bits(sort: Sort, width: u32) -> Sort {
    if matches!(sort, Sort::Bits(_)) { sort } else { Sort::Bits(width) }
}

/// How often each rule was seen to apply.
fn run(seed: u64, trials: usize, fired: &mut BTreeMap<&'static str, usize>) {
    const WIDTHS: [u32; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 32, 64, 70];
    for trial in 0..trials {
        let width = WIDTHS[trial % WIDTHS.len()];
        let mut maker = Maker::new(seed + trial as u64, width);
        maker.simplify = trial % 5 != 0;
        let mut b = Builder::new();
        for _ in 0..24 {
            let (op, sorts) = instances(&mut maker);
            let args: Vec<Term> = sorts.iter().map(|sort| maker.term(&mut b, *sort, 2)).collect();
            let sort = b.sort_of(op, &args);
            let results: Vec<(&Rule, Term)> =
                rules_of(op).iter().filter_map(|rule| Some((rule, (rule.apply)(&mut b, op, &args)?))).collect();
            let plain = b.share(op, &args, sort);
            for (rule, result) in results {
                *fired.entry(rule.name).or_default() += 1;
                assert_eq!(b.sort(result), sort, "{}", rule.name);
                check(&mut maker, &b, rule.name, plain, result);
            }
        }
    }
}

#[test]
fn every_rule_is_sound_and_applies() {
    let mut fired = BTreeMap::new();
    run(1, 4000, &mut fired);
    let silent: Vec<&str> = Rule::all().map(|rule| rule.name).filter(|name| !fired.contains_key(name)).collect();
    let rare: Vec<_> = fired.iter().filter(|(_, n)| **n < 5).collect();
    assert!(silent.is_empty(), "never applied: {silent:?}, rarely: {rare:?}");
}

#[test]
fn names_are_unique() {
    let names: BTreeSet<&str> = Rule::all().map(|rule| rule.name).collect();
    assert_eq!(names.len(), Rule::all().count());
}

/// The same random term in a builder that simplifies and in one that does not.
#[test]
fn simplified_terms_keep_their_meaning() {
    for seed in 0..1500 {
        let width = [1, 2, 3, 4, 8, 32, 64, 70][seed as usize % 8];
        let build = |level: Level| {
            let mut b = Builder::with_level(level);
            let mut maker = Maker::new(seed, width);
            // Without reuse the two runs draw the same random numbers.
            let roots: Vec<Term> = (0..3)
                .map(|_| {
                    let sort = if maker.random.chance(50) { Sort::Bool } else { Sort::Bits(width) };
                    plain_term(&mut maker, &mut b, sort, 5)
                })
                .collect();
            (b, roots)
        };
        let ((simple, left), (plain, right)) = (build(Level::Local), build(Level::None));
        let mut random = crate::testing::Random::new(seed);
        for _ in 0..10 {
            // Symbols by name: the numbers differ if a term vanished.
            let values: BTreeMap<String, Value> = plain
                .symbols()
                .map(|s| (plain.symbol_name(s).to_string(), random.value(plain.sort(plain.symbol_term(s)))))
                .collect();
            let of = |b: &Builder, roots: &[Term]| {
                eval::eval(b, &|symbol| values.get(b.symbol_name(symbol)).cloned(), roots)
            };
            assert_eq!(of(&simple, &left), of(&plain, &right), "seed {seed}");
        }
    }
}

/// A random term whose random choices do not depend on the terms made.
pub(crate) fn plain_term(maker: &mut Maker, b: &mut Builder, sort: Sort, depth: u32) -> Term {
    if maker.random.chance(20) {
        return maker.constant(b, sort);
    }
    if depth == 0 || maker.random.chance(10) {
        let name = format!("{sort:?}-{}", maker.random.below(2));
        return b.var(&name, sort);
    }
    let (op, sorts) = if maker.random.chance(15) {
        (Op::Ite, vec![Sort::Bool, sort, sort])
    } else {
        maker.operator(sort)
    };
    let args: Vec<Term> = sorts.iter().map(|sort| plain_term(maker, b, *sort, depth - 1)).collect();
    b.mk(op, &args)
}
