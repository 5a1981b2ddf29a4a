//! Formulas shaped like those of bounded model checking, to compare encodings and solver options:
//! `speed [-c PRESET] [-o OPTION=VALUE]... [NAME...]`. Prints CPU seconds, sizes and conflicts.

use hecaton_backends::cadical::{Cadical, Config};
use hecaton_base::Budget;
use hecaton_solve::{Answer, Blasted, Query, Solver as _};
use hecaton_term::{Builder, Op, Sort, Term};

type Make = fn(&mut Builder) -> Vec<Term>;

const PROBLEMS: &[(&str, Make)] = &[
    ("bubble6", |b| bubble(b, 6)),
    ("bubble7", |b| bubble(b, 7)),
    ("bubble8", |b| bubble(b, 8)),
    ("bubble7-array", |b| bubble_array(b, 7)),
    ("bubble30-negated", |b| bubble_negated(b, 30)),
    ("mul12", |b| multiplier(b, 12)),
    ("mul16", |b| multiplier(b, 16)),
    ("distribute7", |b| distribute(b, 7)),
    ("stack30", |b| stack(b, 30)),
    ("stack40", |b| stack(b, 40)),
    ("stack100", |b| stack(b, 100)),
    ("divide6", |b| divide(b, 6)),
    ("divide8", |b| divide(b, 8)),
    ("factor16", |b| factor(b, 16, 65521)),
    ("factor20", |b| factor(b, 20, 1_048_573)),
    ("factor32", |b| factor(b, 32, 4_293_001_441)),
    ("square20", |b| square(b, 20)),
    ("full40", |b| counter(b, 70, 40)),
    ("full64", |b| counter(b, 100, 64)),
    ("full101", |b| counter(b, 100, 101)),
    ("average16", |b| average(b, 16)),
    ("sum-orders16", |b| sum_orders(b, 16)),
];

fn main() {
    let mut config = Config::default();
    let mut names = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-c" => config.preset = args.next(),
            "-o" => {
                let option = args.next().unwrap_or_default();
                let (name, value) = option.split_once('=').expect("-o OPTION=VALUE");
                config.options.push((name.to_string(), value.parse().expect("a number")));
            }
            _ => names.push(arg),
        }
    }
    for (name, make) in PROBLEMS {
        if !names.is_empty() && !names.iter().any(|n| n == name) {
            continue;
        }
        let mut builder = Builder::new();
        let facts = make(&mut builder);
        let mut solver = Blasted::new(Cadical::new(&config).expect("a valid configuration"));
        let start = cpu_seconds();
        for fact in facts {
            solver.assert(&builder, fact);
        }
        let budget = Budget::unlimited().with_time(std::time::Duration::from_secs(600));
        let answer = match solver.check(&builder, &Query::new(&[], &budget)) {
            Answer::Sat(_) => "sat".to_string(),
            Answer::Unsat(_) => "unsat".to_string(),
            Answer::Unknown(stop) => format!("unknown: {stop}"),
        };
        let stats = solver.sat().stats();
        println!(
            "{name:18} {answer:8} {:7.2} s {:8} gates {:8} vars {:9} clauses {:8} conflicts",
            cpu_seconds() - start,
            solver.gates(),
            stats.variables,
            stats.clauses,
            stats.conflicts
        );
    }
}

/// CPU time of this process, in steps of 10 ms.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn inputs(b: &mut Builder, n: usize, width: u32) -> Vec<Term> {
    (0..n).map(|i| b.var(&format!("in{i}"), Sort::Bits(width))).collect()
}

/// Bubble sort with compare and swap merged by `ite`.
fn sorted(b: &mut Builder, n: usize) -> Vec<Term> {
    let mut a = inputs(b, n, 32);
    for i in 0..n {
        for j in 0..n - 1 - i {
            let swap = b.slt(a[j + 1], a[j]);
            let (low, high) = (b.ite(swap, a[j + 1], a[j]), b.ite(swap, a[j], a[j + 1]));
            (a[j], a[j + 1]) = (low, high);
        }
    }
    a
}

fn bubble(b: &mut Builder, n: usize) -> Vec<Term> {
    let a = sorted(b, n);
    let bad: Vec<Term> = (0..n - 1).map(|i| b.slt(a[i + 1], a[i])).collect();
    vec![b.any(&bad)]
}

fn bubble_negated(b: &mut Builder, n: usize) -> Vec<Term> {
    let a = sorted(b, n);
    let bad: Vec<Term> = (0..n - 1).map(|i| b.slt(a[i], a[i + 1])).collect();
    vec![b.any(&bad)]
}

/// The same over an array term, read and written at constant indices.
fn bubble_array(b: &mut Builder, n: usize) -> Vec<Term> {
    let mut array = b.var("array", Sort::Array { index: 32, elem: 32 });
    for i in 0..n {
        for j in 0..n - 1 - i {
            let (at, next) = (b.num(32, j as u64), b.num(32, j as u64 + 1));
            let (x, y) = (b.select(array, at), b.select(array, next));
            let swap = b.slt(y, x);
            let once = b.store(array, at, y);
            let twice = b.store(once, next, x);
            array = b.ite(swap, twice, array);
        }
    }
    let bad: Vec<Term> = (0..n - 1)
        .map(|i| {
            let (at, next) = (b.num(32, i as u64), b.num(32, i as u64 + 1));
            let (x, y) = (b.select(array, at), b.select(array, next));
            b.slt(y, x)
        })
        .collect();
    vec![b.any(&bad)]
}

/// A product against its shift-and-add program.
fn multiplier(b: &mut Builder, width: u32) -> Vec<Term> {
    let x = inputs(b, 2, width);
    let product = b.mul(x[0], x[1]);
    let (mut sum, mut row, mut bits) = (b.num(width, 0), x[0], x[1]);
    let one = b.num(width, 1);
    for _ in 0..width {
        let low = b.mk(Op::BvAnd, &[bits, one]);
        let set = b.eq(low, one);
        let added = b.add(sum, row);
        sum = b.ite(set, added, sum);
        row = b.mk(Op::BvShl, &[row, one]);
        bits = b.mk(Op::BvLshr, &[bits, one]);
    }
    let same = b.eq(product, sum);
    vec![b.not(same)]
}

/// x(y+z) = xy + xz, hidden from the word level by an extra variable.
fn distribute(b: &mut Builder, width: u32) -> Vec<Term> {
    let x = inputs(b, 4, width);
    let sum = b.add(x[1], x[2]);
    let named = b.eq(x[3], sum);
    let left = b.mul(x[0], x[3]);
    let (p, q) = (b.mul(x[0], x[1]), b.mul(x[0], x[2]));
    let right = b.add(p, q);
    let same = b.eq(left, right);
    vec![named, b.not(same)]
}

/// A stack in an array: each step pushes its input or pops; what was popped after the last push must be it.
fn stack(b: &mut Builder, steps: usize) -> Vec<Term> {
    let mut array = b.var("stack", Sort::Array { index: 32, elem: 32 });
    let mut top = b.num(32, 0);
    let (zero, one) = (b.num(32, 0), b.num(32, 1));
    let mut bad = Vec::new();
    for i in 0..steps {
        let push = b.var(&format!("push{i}"), Sort::Bool);
        let value = b.var(&format!("value{i}"), Sort::Bits(32));
        let pushed = b.store(array, top, value);
        let above = b.add(top, one);
        let back = b.select(pushed, top);
        let wrong = b.eq(back, value);
        let wrong = b.not(wrong);
        bad.push(b.and(push, wrong));
        let empty = b.eq(top, zero);
        let below = b.sub(top, one);
        let popped = b.ite(empty, zero, below);
        array = b.ite(push, pushed, array);
        top = b.ite(push, above, popped);
    }
    // What lies below the top was pushed by some step, or the stack is empty.
    let below = b.sub(top, one);
    let last = b.select(array, below);
    let mut some = vec![b.eq(top, zero)];
    for i in 0..steps {
        let value = b.var(&format!("value{i}"), Sort::Bits(32));
        some.push(b.eq(last, value));
    }
    let explained = b.any(&some);
    bad.push(b.not(explained));
    vec![b.any(&bad)]
}

/// (x·y + z) / y = x for z < y without overflow.
fn divide(b: &mut Builder, width: u32) -> Vec<Term> {
    let x = inputs(b, 3, width);
    let wide: Vec<Term> = x.iter().map(|t| b.zext_to(2 * width, *t)).collect();
    let product = b.mul(wide[0], wide[1]);
    let sum = b.add(product, wide[2]);
    let less = b.ult(x[2], x[1]);
    let quotient = b.mk(Op::BvUdiv, &[sum, wide[1]]);
    let same = b.eq(quotient, wide[0]);
    vec![less, b.not(same)]
}

/// Sums of the same inputs from both ends, behind named cells so that the word level cannot see it.
fn sum_orders(b: &mut Builder, n: usize) -> Vec<Term> {
    let x = inputs(b, n, 8);
    let cells: Vec<Term> = (0..n).map(|i| b.var(&format!("cell{i}"), Sort::Bits(8))).collect();
    let mut facts: Vec<Term> = x.iter().zip(&cells).map(|(x, c)| b.eq(*x, *c)).collect();
    let forth = x.iter().copied().reduce(|s, t| b.add(s, t)).expect("not empty");
    let back = cells.iter().rev().copied().reduce(|s, t| b.add(s, t)).expect("not empty");
    let same = b.eq(forth, back);
    facts.push(b.not(same));
    facts
}

/// A non-trivial factorisation of a number.
fn factor(b: &mut Builder, width: u32, n: u64) -> Vec<Term> {
    let x = inputs(b, 2, width / 2 + 1);
    let wide: Vec<Term> = x.iter().map(|t| b.zext_to(width + 2, *t)).collect();
    let product = b.mul(wide[0], wide[1]);
    let n = b.num(width + 2, n);
    let one = b.num(width + 2, 1);
    vec![b.eq(product, n), b.ult(one, wide[0]), b.ule(wide[0], wide[1])]
}

/// A square that is 2 modulo 7: there is none, as long as nothing overflows.
fn square(b: &mut Builder, width: u32) -> Vec<Term> {
    let x = inputs(b, 1, width / 2)[0];
    let wide = b.zext_to(width, x);
    let square = b.mul(wide, wide);
    let (seven, three) = (b.num(width, 7), b.num(width, 3));
    let rest = b.mk(Op::BvUrem, &[square, seven]);
    vec![b.eq(rest, three)]
}

/// A counter that goes up, down (not below zero) or stays, as chosen; whether it reaches a limit.
fn counter(b: &mut Builder, steps: usize, limit: u64) -> Vec<Term> {
    let (zero, one, two) = (b.num(32, 0), b.num(32, 1), b.num(32, 2));
    let limit = b.num(32, limit);
    let mut count = zero;
    let mut facts = Vec::new();
    let mut bad = Vec::new();
    for i in 0..steps {
        let act = b.var(&format!("act{i}"), Sort::Bits(32));
        facts.push(b.ule(act, two));
        let (up, down, empty) = (b.eq(act, one), b.eq(act, two), b.eq(count, zero));
        let (above, below) = (b.add(count, one), b.sub(count, one));
        let fewer = b.ite(empty, count, below);
        let rest = b.ite(down, fewer, count);
        count = b.ite(up, above, rest);
        bad.push(b.eq(count, limit));
    }
    facts.push(b.any(&bad));
    facts
}

/// Two ways to the average of two numbers.
fn average(b: &mut Builder, width: u32) -> Vec<Term> {
    let x = inputs(b, 2, width);
    let one = b.num(width, 1);
    let (both, differ) = (b.mk(Op::BvAnd, &[x[0], x[1]]), b.mk(Op::BvXor, &[x[0], x[1]]));
    let half = b.mk(Op::BvLshr, &[differ, one]);
    let short = b.add(both, half);
    let wide: Vec<Term> = x.iter().map(|t| b.zext_to(width + 1, *t)).collect();
    let sum = b.add(wide[0], wide[1]);
    let long = b.extract(width, 1, sum);
    let same = b.eq(short, long);
    vec![b.not(same)]
}
