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
                    Value::Array(array) => {
                        array.entries.get(&Bits::from_u64(index, i)).unwrap_or(&array.default).clone()
                    }
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

/// How many shapes `shape` knows.
const SHAPES: usize = 36;

/// Arguments of the shape some rule waits for, which chance alone rarely gives.
fn shape(maker: &mut Maker, b: &mut Builder, number: usize) -> (Op, Vec<Term>) {
    let w = maker.width;
    let bits = Sort::Bits(w);
    let (p, q, r) = (b.var("p", Sort::Bool), b.var("q", Sort::Bool), b.var("r", Sort::Bool));
    let (x, y) = (maker.term(b, bits, 1), maker.term(b, bits, 1));
    let k: Vec<Term> = (0..5).map(|_| maker.constant(b, bits)).collect();
    let (zero, one) = (b.num(w, 0), b.num(w, 1));
    let bitwise = maker.random.pick(&[Op::BvAnd, Op::BvOr, Op::BvXor]);
    let binary = maker.random.pick(&[
        bitwise,
        Op::BvAdd,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::BvUlt,
        Op::BvSlt,
        Op::Eq,
        Op::BvConcat,
    ]);
    // A term of `w + 3` bits that is known to be small, and a constant factor for it.
    let wide = w + 3;
    let widened = if maker.random.chance(50) { Op::BvZext(3) } else { Op::BvSext(3) };
    let small = b.mk(widened, &[x]);
    let other = b.mk(widened, &[y]);
    let factor = 1 + maker.random.below(4) as u64;
    let (factor_term, bound) = (b.num(wide, factor), maker.constant(b, Sort::Bits(wide)));
    let multiple = maker.make(b, Op::BvMul, &[small, factor_term]);
    let junction = maker.random.pick(&[Op::And, Op::Or]);
    match number {
        0 => {
            let not_p = b.not(p);
            let (left, right) = (maker.make(b, junction, &[p, q]), maker.make(b, junction, &[not_p, r]));
            (junction, vec![left, right])
        }
        1 => {
            let arms = |swap: bool| if swap { (zero, k[0]) } else { (k[0], zero) };
            let ((a, c), (d, e)) = (arms(maker.random.chance(30)), arms(maker.random.chance(30)));
            let (left, right) = (maker.make(b, Op::Ite, &[p, a, c]), maker.make(b, Op::Ite, &[q, d, e]));
            (bitwise, vec![left, right])
        }
        2 => {
            let (left, right) = (maker.make(b, Op::Ite, &[p, k[0], k[1]]), maker.make(b, Op::Ite, &[p, k[2], k[3]]));
            (binary, vec![left, right])
        }
        3 => {
            let inner = maker.make(b, Op::Ite, &[q, k[1], k[2]]);
            let tree = maker.make(b, Op::Ite, &[p, k[0], inner]);
            (binary, if maker.random.chance(50) { vec![tree, k[3]] } else { vec![k[3], tree] })
        }
        4 => {
            let unary = maker.random.pick(&[Op::BvNot, Op::BvNeg, Op::BvZext(2), Op::BvSext(2)]);
            let tree = maker.make(b, Op::Ite, &[p, k[0], k[1]]);
            (unary, vec![tree])
        }
        5 => {
            let odd = b.mk(Op::BvOr, &[y, one]);
            let by = if maker.random.chance(50) { b.mk(Op::BvZext(3), &[odd]) } else { factor_term };
            let small = b.mk(Op::BvZext(3), &[x]);
            (maker.random.pick(&[Op::BvUdiv, Op::BvUrem]), vec![small, by])
        }
        6 => {
            let by = b.num(wide, factor * (1 + maker.random.below(2) as u64));
            (maker.random.pick(&[Op::BvUdiv, Op::BvUrem]), vec![multiple, by])
        }
        7 => {
            let scaled = maker.make(b, Op::BvMul, &[other, factor_term]);
            let args = match maker.random.below(3) {
                0 => vec![multiple, bound],
                1 => vec![bound, multiple],
                _ => vec![multiple, scaled],
            };
            (maker.random.pick(&[Op::BvUlt, Op::BvSlt]), args)
        }
        8 => {
            let inner = maker.make(b, Op::BvUdiv, &[x, k[0]]);
            (Op::BvUdiv, vec![inner, k[1]])
        }
        9 | 10 => {
            let middle = maker.random.below(w as usize) as u32;
            let term = maker.term(b, Sort::Bits(w + 1), 1);
            let (high, low) = (b.extract(w, middle + 1, term), b.extract(middle, 0, term));
            match (number, maker.random.chance(50)) {
                (9, _) => (Op::BvConcat, vec![high, low]),
                (_, true) => {
                    let high = b.concat(x, high);
                    (Op::BvConcat, vec![high, low])
                }
                (_, false) => {
                    let low = b.concat(low, x);
                    (Op::BvConcat, vec![high, low])
                }
            }
        }
        11 => {
            let array = maker.term(b, Sort::Array { index: w.min(3), elem: w }, 1);
            let index = maker.term(b, Sort::Bits(w.min(3)), 1);
            let read = b.select(array, index);
            (Op::Store, vec![array, index, read])
        }
        12 => {
            let (left, right) = (maker.make(b, Op::BvNot, &[x]), maker.make(b, Op::BvNot, &[y]));
            (maker.random.pick(&[Op::BvAnd, Op::BvOr]), vec![left, right])
        }
        13 => {
            let inner = maker.make(b, Op::BvXor, &[x, k[0]]);
            (Op::BvNot, vec![inner])
        }
        14 => {
            let inner = maker.make(b, bitwise, &[x, y]);
            (Op::BvXor, vec![x, inner])
        }
        15 => {
            let middle = maker.random.below(w as usize) as u32;
            let (s, t) = (b.var("longer s", Sort::Bits(w + 1)), b.var("longer t", Sort::Bits(w + 1)));
            let (s_high, t_high) = (b.extract(w, middle + 1, s), b.extract(w, middle + 1, t));
            let (s_low, t_low) = (b.extract(middle, 0, s), b.extract(middle, 0, t));
            let high = maker.make(b, Op::Ite, &[p, s_high, t_high]);
            let low = maker.make(b, Op::Ite, &[p, s_low, t_low]);
            (Op::BvConcat, vec![high, low])
        }
        16 => {
            let term = b.var("longer s", Sort::Bits(w + 1));
            let (low, zeros) = (b.extract(w - 1, 0, term), b.num(1, 0));
            (Op::BvConcat, vec![low, zeros])
        }
        17 => {
            let (s, t) = (b.var("s", bits), b.var("t", bits));
            let difference = b.sub(s, t);
            (Op::Eq, vec![difference, k[0]])
        }
        18 => {
            let float = b.var("f", Sort::Float(TINY));
            let encoding = b.mk(Op::FpToBits, &[float]);
            (Op::FpFromBits(TINY), vec![encoding])
        }
        19 => {
            let float = maker.term(b, Sort::Float(TINY), 1);
            let mode = b.num(3, maker.random.next() % 8);
            let zero = b.float(TINY, Bits::min_signed(TINY.bits()));
            (Op::FpAdd, vec![mode, float, zero])
        }
        20 => {
            let same = maker.make(b, Op::Eq, &[x, y]);
            (Op::Ite, if maker.random.chance(50) { vec![same, x, y] } else { vec![same, y, x] })
        }
        21 => {
            let atom = maker.random.pick(&[Op::Eq, Op::BvUlt, Op::BvSlt]);
            let mut left = b.eq(x, k[0]);
            let mut right = if maker.random.chance(50) { b.mk(atom, &[x, k[1]]) } else { b.mk(atom, &[k[1], x]) };
            if junction == Op::Or || maker.random.chance(20) {
                left = b.not(left);
            }
            if maker.random.chance(50) {
                right = b.not(right);
            }
            (junction, vec![left, right])
        }
        22 => {
            let sum = maker.make(b, Op::BvAdd, &[small, bound]);
            let limit = maker.constant(b, Sort::Bits(wide));
            let also = maker.make(b, Op::BvAdd, &[other, bound]);
            let args = match maker.random.below(3) {
                0 => vec![sum, limit],
                1 => vec![limit, sum],
                _ => vec![sum, also],
            };
            (maker.random.pick(&[Op::BvUlt, Op::BvSlt]), args)
        }
        23 => {
            let rest = maker.make(b, Op::BvUrem, &[x, y]);
            (Op::BvUlt, vec![rest, y])
        }
        24 => {
            // The same sum, made in two orders.
            let mut summands: Vec<Term> = (0..4).map(|_| maker.term(b, bits, 1)).collect();
            let op = maker.random.pick(&[Op::BvAdd, Op::BvMul]);
            let first = summands[1..].iter().fold(summands[0], |sum, s| maker.make(b, op, &[sum, *s]));
            summands.reverse();
            let second = summands[1..3].iter().fold(summands[0], |sum, s| maker.make(b, op, &[sum, *s]));
            match maker.random.below(3) {
                0 => (op, vec![second, summands[3]]),
                n => {
                    let sort = b.sort(first);
                    let second = b.share(op, &[second, summands[3]], sort);
                    (if n == 1 { Op::Eq } else { maker.random.pick(&[Op::BvUlt, Op::BvSlt]) }, vec![first, second])
                }
            }
        }
        25 => {
            // A sum that cancels.
            let (s, t, u) = (b.var("s", bits), b.var("t", bits), b.var("u", bits));
            let sum = maker.make(b, Op::BvAdd, &[s, t]);
            let sum = if maker.random.chance(50) { maker.make(b, Op::BvAdd, &[sum, u]) } else { sum };
            let minus = maker.random.pick(&[Op::BvNeg, Op::BvNot]);
            let part = if maker.random.chance(50) { s } else { sum };
            let minus = maker.make(b, minus, &[part]);
            (Op::BvAdd, vec![sum, minus])
        }
        26 => {
            let (s, t, u) = (b.var("s", bits), b.var("t", bits), b.var("u", bits));
            let (left, right) = (b.add(s, t), b.add(t, u));
            let left = b.add(left, k[0]);
            (Op::Eq, vec![left, right])
        }
        27 => {
            let high = maker.make(b, Op::BvConcat, &[x, zero]);
            let low = b.mk(Op::BvZext(w), &[y]);
            (maker.random.pick(&[Op::BvOr, Op::BvXor]), vec![high, low])
        }
        28 => {
            let (inner, outer) = (maker.make(b, Op::BvZext(3), &[x]), maker.make(b, Op::BvZext(3), &[y]));
            let (hi, lo) = (w + maker.random.below(3) as u32, maker.random.below(w as usize) as u32);
            match maker.random.below(3) {
                0 => (Op::BvExtract { hi, lo }, vec![inner]),
                1 => (bitwise, vec![inner, if maker.random.chance(50) { outer } else { bound }]),
                _ => {
                    let op = maker.random.pick(&[Op::BvAdd, Op::BvMul]);
                    let second = if maker.random.chance(50) { other } else { bound };
                    let sum = maker.make(b, op, &[small, second]);
                    (Op::BvExtract { hi: w - 1 + maker.random.below(2) as u32, lo: 0 }, vec![sum])
                }
            }
        }
        29 => {
            let mask = Bits::ones(w + 3).lshr(&Bits::from_u64(w + 3, maker.random.below(3) as u64 + 1));
            let mask = mask.shl(&Bits::from_u64(w + 3, maker.random.below(3) as u64));
            let term = b.var("m", Sort::Bits(w + 3));
            let mask = b.bits(mask);
            (Op::BvAnd, vec![term, mask])
        }
        30 => {
            // Choices that share a part, and operators that share an argument.
            let (s, t, u) = (b.var("s", bits), b.var("t", bits), b.var("u", bits));
            let (left, right) = match maker.random.below(3) {
                0 => (b.ite(q, s, t), b.ite(q, s, u)),
                1 => (b.ite(q, s, t), b.ite(r, s, t)),
                _ => (b.mk(bitwise, &[s, t]), b.mk(bitwise, &[u, s])),
            };
            (Op::Ite, vec![p, left, right])
        }
        31 => {
            // The same array written twice in one place, or below a choice.
            let sort = Sort::Array { index: w.min(3), elem: w };
            let (array, index) = (b.var("a", sort), maker.term(b, Sort::Bits(w.min(3)), 1));
            let (left, right) = (b.store(array, index, x), b.store(array, index, y));
            match maker.random.below(3) {
                0 => (Op::Eq, vec![left, right]),
                1 => (Op::Store, vec![left, index, y]),
                _ => {
                    let array = maker.make(b, Op::Ite, &[p, left, array]);
                    (Op::Select, vec![array, index])
                }
            }
        }
        32 => {
            // An overflow check of small numbers, which may or may not be small enough.
            let op = maker.random.pick(&[Op::BvAdd, Op::BvMul]);
            let by = maker.random.below(w as usize) as u32;
            let shrink = |b: &mut Builder, x: Term| {
                let part = b.extract(w - 1 - by, 0, x);
                if widened == Op::BvZext(3) { b.zext_to(w, part) } else { b.sext_to(w, part) }
            };
            let (x, y) = (shrink(b, x), if maker.random.chance(30) { k[0] } else { shrink(b, y) });
            let narrow = maker.make(b, op, &[x, y]);
            let narrow = b.mk(widened, &[narrow]);
            let (x, y) = (b.mk(widened, &[x]), b.mk(widened, &[y]));
            let long = maker.make(b, op, &[x, y]);
            (Op::Eq, vec![narrow, long])
        }
        33 => {
            let moved = maker.make(b, Op::BvAdd, &[x, k[0]]);
            (Op::Ite, if maker.random.chance(50) { vec![p, moved, x] } else { vec![p, x, moved] })
        }
        34 => {
            let (by, also) = (1 + maker.random.below(3) as u32, 1 + maker.random.below(3) as u32);
            let kind = |by: u32, signed: bool| if signed { Op::BvSext(by) } else { Op::BvZext(by) };
            let (first, second) =
                (b.var("s", Sort::Bits(w)), b.var("narrow", Sort::Bits((w + by).max(also + 1) - also)));
            let total = b.width(second) + also;
            let left = b.mk(kind(total - w, maker.random.chance(50)), &[first]);
            let right = match maker.random.chance(30) {
                true => maker.constant(b, Sort::Bits(total)),
                false => b.mk(kind(also, maker.random.chance(50)), &[second]),
            };
            (Op::Ite, if maker.random.chance(50) { vec![p, left, right] } else { vec![p, right, left] })
        }
        35 => {
            // (s + t) · u against s · u + t · u, or something like it.
            let (s, t, u) = (b.var("s", bits), b.var("t", bits), b.var("u", bits));
            let second = if maker.random.chance(30) { k[0] } else { t };
            let sum = b.add(s, second);
            let left = b.mul(sum, u);
            let (p, q) = (b.mul(s, u), b.mul(second, u));
            let right = if maker.random.chance(80) { b.add(p, q) } else { b.sub(p, q) };
            let right = if maker.random.chance(30) { b.add(right, k[1]) } else { right };
            (Op::Eq, vec![left, right])
        }
        _ => panic!("no shape {number}"),
    }
}

/// Applies every rule that fits, by itself, and checks what it gives.
fn try_rules(
    maker: &mut Maker,
    b: &mut Builder,
    (op, args): (Op, Vec<Term>),
    fired: &mut BTreeMap<&'static str, usize>,
) {
    let sort = b.sort_of(op, &args);
    let results: Vec<(&Rule, Term)> =
        rules_of(op).iter().filter_map(|rule| Some((rule, (rule.apply)(b, op, &args)?))).collect();
    let plain = b.share(op, &args, sort);
    for (rule, result) in results {
        *fired.entry(rule.name).or_default() += 1;
        assert_eq!(b.sort(result), sort, "{}", rule.name);
        check(maker, b, rule.name, plain, result);
    }
}

const WIDTHS: [u32; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 32, 64, 70];

/// Counts how often each rule was seen to apply.
fn run(seed: u64, trials: usize, fired: &mut BTreeMap<&'static str, usize>) {
    for trial in 0..trials {
        let mut maker = Maker::new(seed + trial as u64, WIDTHS[trial % WIDTHS.len()]);
        maker.simplify = trial % 5 != 0;
        let mut b = Builder::new();
        for _ in 0..24 {
            let (op, sorts) = instances(&mut maker);
            let args: Vec<Term> = sorts.iter().map(|sort| maker.term(&mut b, *sort, 2)).collect();
            try_rules(&mut maker, &mut b, (op, args), fired);
        }
        for number in 0..SHAPES {
            let instance = shape(&mut maker, &mut b, number);
            try_rules(&mut maker, &mut b, instance, fired);
        }
    }
}

#[test]
fn every_rule_is_sound_and_applies() {
    let mut fired = BTreeMap::new();
    run(1, 2000, &mut fired);
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

/// What is known of every term of random DAGs holds under random assignments.
#[test]
fn facts_hold() {
    for seed in 0..1500 {
        let width = [1, 2, 3, 4, 5, 8, 32, 63, 64, 70][seed as usize % 10];
        let mut b = Builder::with_level(if seed % 3 == 0 { Level::Local } else { Level::None });
        let mut maker = Maker::new(seed, width);
        maker.simplify = true;
        for _ in 0..6 {
            maker.term(&mut b, Sort::Bits(width), 4);
        }
        for _ in 0..8 {
            let values = maker.random.assignment(&b);
            let mut evaluator = Evaluator::new();
            for term in (0..b.len()).map(<Term as hecaton_base::Id>::new) {
                let Sort::Bits(w) = b.sort(term) else { continue };
                let value = evaluator.bits(&b, &env(&values), term);
                let shown = || show(&b, term, 4);
                match value.to_u64() {
                    Some(number) => assert!(b.umin(term) <= number && number <= b.umax(term), "{}", shown()),
                    None => assert_eq!(b.umax(term), u64::MAX, "{}", shown()),
                }
                if let Some((min, max)) = b.signed_range(term) {
                    let number = value.to_i64().expect("at most 64 bits");
                    assert!(min <= number && number <= max, "{} is {value:?}", shown());
                }
                assert!(value.trailing_zeros() >= b.trailing_zeros(term).min(w), "{}", shown());
            }
        }
    }
}

#[test]
fn reordered_sums_are_one_term() {
    let mut b = Builder::new();
    let bits = Sort::Bits(32);
    let inputs: Vec<Term> = (0..1000).map(|i| b.var(&format!("x{i}"), bits)).collect();
    let sum = |b: &mut Builder, order: &[Term]| {
        let zero = b.num(32, 0);
        order.iter().fold(zero, |sum, x| b.add(sum, *x))
    };
    let forth = sum(&mut b, &inputs);
    let mut order = inputs.clone();
    order.reverse();
    let back = sum(&mut b, &order);
    assert_eq!(forth, back);
    // Every third first, and a constant in between.
    order.sort_by_key(|x| hecaton_base::Id::index(*x) % 3);
    let seven = b.num(32, 7);
    order.insert(500, seven);
    let third = sum(&mut b, &order);
    let difference = b.sub(third, forth);
    assert_eq!(difference, seven);
    let same = b.eq(third, back);
    assert_eq!(same, b.bool(false));
    // One summand is another.
    order.retain(|x| *x != seven);
    let y = b.var("y", bits);
    order[17] = y;
    let other = sum(&mut b, &order);
    assert_ne!(other, forth);
    let products: Vec<Term> = [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
        .iter()
        .map(|order| order.iter().map(|i| inputs[*i]).reduce(|p, x| b.mul(p, x)).expect("three factors"))
        .collect();
    assert!(products.iter().all(|product| *product == products[0]));
}

#[test]
fn products_of_sums_are_multiplied_out_to_compare() {
    let mut b = Builder::new();
    let (x, y) = (b.var("x", Sort::Bits(8)), b.var("y", Sort::Bits(8)));
    let (x, y) = (b.sext_to(32, x), b.sext_to(32, y));
    let (sum, difference) = (b.add(x, y), b.sub(x, y));
    let left = b.mul(sum, difference);
    let (xx, yy) = (b.mul(x, x), b.mul(y, y));
    let right = b.sub(xx, yy);
    assert_eq!(b.eq(left, right), b.bool(true));
    let one = b.num(32, 1);
    let more = b.add(right, one);
    assert_eq!(b.eq(left, more), b.bool(false));
    let other = b.add(xx, yy);
    let undecided = b.eq(left, other);
    assert!(b.as_bool(undecided).is_none());
}

/// Comparing growing sums again and again must not take quadratic time; the fuel sees to it.
#[test]
fn comparing_growing_sums_is_cheap() {
    let mut b = Builder::new();
    let bits = Sort::Bits(32);
    let (mut left, mut right) = (b.num(32, 0), b.num(32, 0));
    for i in 0..20_000 {
        let (x, y) = (b.var(&format!("x{i}"), bits), b.var(&format!("y{i}"), bits));
        left = b.add(left, x);
        right = b.add(right, y);
        let same = b.eq(left, right);
        assert!(b.as_bool(same).is_none());
    }
}

/// Every operator over chains a million deep, on a small stack.
#[test]
fn depth_costs_no_stack() {
    let run = || {
        let mut b = Builder::new();
        let bits = Sort::Bits(32);
        let mut term = b.var("x", bits);
        let mut guard = b.var("g", Sort::Bool);
        let mut array = b.var("a", Sort::Array { index: 32, elem: 32 });
        for i in 0..100_000u32 {
            let y = b.var(&format!("y{}", i % 7), bits);
            let limit = b.num(32, u64::from(i));
            let cond = b.ult(term, y);
            guard = match i % 3 {
                0 => b.and(guard, cond),
                1 => b.or(guard, cond),
                _ => b.not(guard),
            };
            term = match i % 11 {
                0 => b.add(term, y),
                1 => b.mk(Op::BvNot, &[term]),
                2 => b.ite(cond, limit, term),
                3 => b.mul(term, y),
                4 => b.sub(term, y),
                5 => b.mk(Op::BvXor, &[term, limit]),
                6 => {
                    let low = b.extract(15, 0, term);
                    let high = b.extract(31, 16, term);
                    b.concat(low, high)
                }
                7 => b.ite(guard, term, y),
                8 => b.mk(Op::BvAnd, &[term, y]),
                9 => b.mk(Op::BvUdiv, &[term, y]),
                _ => b.select(array, term),
            };
            let seven = b.num(32, 7);
            b.eq(term, seven);
            let low = b.extract(7, 0, term);
            b.zext_to(32, low);
            array = b.store(array, y, term);
        }
        b.len()
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).expect("a thread");
    assert!(thread.join().expect("no overflow") > 300_000);
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
    let (op, sorts) =
        if maker.random.chance(15) { (Op::Ite, vec![Sort::Bool, sort, sort]) } else { maker.operator(sort) };
    let args: Vec<Term> = sorts.iter().map(|sort| plain_term(maker, b, *sort, depth - 1)).collect();
    b.mk(op, &args)
}
