//! The bit-blaster on formulas that need its less trodden paths: many reads of one array, equal arrays, depth.

use hecaton_backends::cadical;
use hecaton_base::{Bits, Budget};
use hecaton_solve::{Answer, Query};
use hecaton_term::{Builder, Op, Sort, Term};

fn decide(builder: &Builder, facts: &[Term]) -> &'static str {
    let mut solver = cadical();
    for fact in facts {
        solver.assert(builder, *fact);
    }
    match solver.check(builder, &Query::new(&[], &Budget::unlimited())) {
        Answer::Sat(_) => "sat",
        Answer::Unsat(_) => "unsat",
        Answer::Unknown(stop) => panic!("{stop}"),
    }
}

/// Reads at free indices, more than are related eagerly.
fn reads(b: &mut Builder, n: usize, index: u32) -> (Vec<Term>, Vec<Term>) {
    let array = b.var("a", Sort::Array { index, elem: 8 });
    let at: Vec<Term> = (0..n).map(|i| b.var(&format!("i{i}"), Sort::Bits(index))).collect();
    let read = at.iter().map(|i| b.select(array, *i)).collect();
    (at, read)
}

#[test]
fn many_reads_are_consistent() {
    let mut b = Builder::new();
    let n = 60;
    let (at, read) = reads(&mut b, n, 32);
    // All indices equal, by a chain; the elements strictly less: impossible. One link less, possible.
    let links: Vec<Term> = (1..n).map(|i| b.eq(at[i - 1], at[i])).collect();
    let less = b.ult(read[0], read[n - 1]);
    let mut facts = links.clone();
    facts.push(less);
    assert_eq!(decide(&b, &facts), "unsat");
    facts.remove(n / 2);
    assert_eq!(decide(&b, &facts), "sat");
}

#[test]
fn more_reads_than_indices() {
    let mut b = Builder::new();
    // 60 reads of four elements: four can rise, five cannot.
    let (_, read) = reads(&mut b, 60, 2);
    let level: Vec<Term> = (1..60).map(|i| b.ule(read[i - 1], read[i])).collect();
    let rising = [0, 20, 40, 59].map(|i| read[i]);
    let steps: Vec<Term> = rising.windows(2).map(|pair| b.ult(pair[0], pair[1])).collect();
    let mut facts = [level, steps].concat();
    assert_eq!(decide(&b, &facts), "sat");
    facts.push(b.ult(read[10], read[15]));
    facts.push(b.ult(read[0], read[10]));
    facts.push(b.ult(read[15], read[20]));
    assert_eq!(decide(&b, &facts), "unsat");
}

#[test]
fn equal_arrays_agree_everywhere() {
    for index in [3, 6, 9, 32] {
        let mut b = Builder::new();
        let sort = Sort::Array { index, elem: 8 };
        let (a, c) = (b.var("a", sort), b.var("c", sort));
        let (i, j) = (b.var("i", Sort::Bits(index)), b.var("j", Sort::Bits(index)));
        let (v, w) = (b.var("v", Sort::Bits(8)), b.var("w", Sort::Bits(8)));
        let (left, right) = (b.store(a, i, v), b.store(c, j, w));
        let same = b.eq(left, right);
        let apart = b.eq(i, j);
        let apart = b.not(apart);
        // Then the other array holds what was written.
        let seen = b.select(right, i);
        let seen = b.eq(seen, v);
        let unseen = b.not(seen);
        assert_eq!(decide(&b, &[same, apart, unseen]), "unsat", "{index}");
        assert_eq!(decide(&b, &[same, apart]), "sat", "{index}");
        let differ = b.not(same);
        let bases = b.eq(a, c);
        let equal_writes = [b.eq(i, j), b.eq(v, w)];
        assert_eq!(decide(&b, &[differ, bases, equal_writes[0], equal_writes[1]]), "unsat", "{index}");
        assert_eq!(decide(&b, &[differ, bases]), "sat", "{index}");
    }
}

#[test]
fn constant_arrays_differ_in_their_element_even_where_nothing_is_read() {
    for index in [2, 12] {
        let mut b = Builder::new();
        let (v, w) = (b.var("v", Sort::Bits(4)), b.var("w", Sort::Bits(4)));
        let (all_v, all_w) = (b.array_const(index, v), b.array_const(index, w));
        let at = b.var("i", Sort::Bits(index));
        let (one, two) = (b.store(all_v, at, v), b.store(all_w, at, v));
        let (same, less) = (b.eq(one, two), b.ult(v, w));
        assert_eq!(decide(&b, &[same, less]), "unsat", "{index}");
    }
    // With one index bit, two writes leave nothing of the constant.
    let mut b = Builder::new();
    let (v, w) = (b.var("v", Sort::Bits(4)), b.var("w", Sort::Bits(4)));
    let (all_v, all_w) = (b.array_const(1, v), b.array_const(1, w));
    let (zero, one) = (b.num(1, 0), b.num(1, 1));
    let written = b.store(all_v, zero, w);
    let written = b.store(written, one, w);
    let (same, less) = (b.eq(written, all_w), b.ult(v, w));
    assert_eq!(decide(&b, &[same, less]), "sat");
}

#[test]
fn constant_indices_pass_long_chains() {
    let mut b = Builder::new();
    let mut array = b.var("a", Sort::Array { index: 64, elem: 8 });
    for i in 0..2000u64 {
        let (at, value) = (b.num(64, i % 1000), b.var(&format!("v{i}"), Sort::Bits(8)));
        array = b.store(array, at, value);
    }
    let (at, latest) = (b.num(64, 7), b.var("v1007", Sort::Bits(8)));
    let read = b.select(array, at);
    let same = b.eq(read, latest);
    let differ = b.not(same);
    assert_eq!(decide(&b, &[differ]), "unsat");
}

#[test]
fn depth_costs_no_call_stack() {
    let mut b = Builder::new();
    let mut term = b.var("x", Sort::Bits(2));
    for i in 0..50_000 {
        let (y, p) = (b.var(&format!("y{}", i % 100), Sort::Bits(2)), b.var(&format!("p{i}"), Sort::Bool));
        let sum = b.add(term, y);
        let flipped = b.mk(Op::BvNot, &[sum]);
        term = b.ite(p, sum, flipped);
    }
    let zero = b.num(2, 0);
    let fact = b.eq(term, zero);
    assert_eq!(decide(&b, &[fact]), "sat");
}

#[test]
fn divisions_of_divisions() {
    let mut b = Builder::new();
    let mut term = b.var("x", Sort::Bits(4));
    for i in 0..2000 {
        let y = b.var(&format!("y{i}"), Sort::Bits(4));
        term = b.mk(Op::BvUdiv, &[y, term]);
    }
    let ones = b.bits(Bits::ones(4));
    let fact = b.eq(term, ones);
    assert_eq!(decide(&b, &[fact]), "sat");
}
