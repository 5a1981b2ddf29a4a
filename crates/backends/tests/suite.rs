//! One suite for every back end: operators, known answers, assumptions and cores, models, arrays, interruption.

mod formulas;

use formulas::{Random, Theory, formula};
use hecaton_backends::cadical;
use hecaton_base::{Bits, Budget};
use hecaton_solve::{Answer, Query, Solver};
use hecaton_term::eval::eval;
use hecaton_term::{Builder, Op, Sort, Term};

fn ask(solver: &mut dyn Solver, builder: &Builder, assume: &[Term]) -> Answer {
    solver.check(builder, &Query { assume, budget: &Budget::unlimited() })
}

#[test]
fn every_operator_agrees_with_evaluation() {
    use Op::*;
    let mut random = Random::new(1);
    let binary = [
        BvAnd, BvOr, BvXor, BvAdd, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvShl, BvLshr, BvAshr, BvUlt, BvUle, BvSlt,
        BvSle, BvConcat, Eq,
    ];
    for width in [1u32, 2, 3, 5, 8, 13, 32, 65] {
        let mut builder = Builder::new();
        let (a, b) = (builder.var("a", Sort::Bits(width)), builder.var("b", Sort::Bits(width)));
        let mut terms: Vec<Term> = binary.iter().map(|op| builder.mk(*op, &[a, b])).collect();
        let hi = width - 1;
        for op in [BvNot, BvNeg, BvZext(3), BvSext(3), BvExtract { hi, lo: hi / 2 }] {
            terms.push(builder.mk(op, &[a]));
        }
        let outs: Vec<Term> = terms
            .iter()
            .enumerate()
            .map(|(i, t)| {
                let sort = builder.sort(*t);
                builder.var(&format!("out{i}"), sort)
            })
            .collect();
        let mut solver = cadical();
        for (out, term) in outs.iter().zip(&terms) {
            let fact = builder.eq(*out, *term);
            solver.assert(&builder, fact);
        }
        for _ in 0..8 {
            let (x, y) = (random.bits(width), random.bits(width));
            let (x, y) = (builder.bits(x), builder.bits(y));
            let assume = [builder.eq(a, x), builder.eq(b, y)];
            let Answer::Sat(model) = ask(&mut *solver, &builder, &assume) else { panic!("there is a model") };
            let env = |symbol| model.value(symbol);
            let values = eval(&builder, &env, &terms);
            let found = eval(&builder, &env, &outs);
            for ((value, found), term) in values.iter().zip(&found).zip(&terms) {
                assert_eq!(
                    value,
                    found,
                    "{:?} at width {width} of {:?}",
                    builder.op(*term),
                    eval(&builder, &env, &[a, b])
                );
            }
        }
    }
}

/// All assignments of a formula with few free bits.
fn satisfiable_by_trying(builder: &Builder, facts: &[Term]) -> bool {
    let symbols: Vec<_> = builder.symbols().collect();
    let widths: Vec<u32> = symbols
        .iter()
        .map(|s| match builder.sort(builder.symbol_term(*s)) {
            Sort::Bool => 1,
            Sort::Bits(w) => w,
            other => panic!("{other:?} is not tried"),
        })
        .collect();
    let total: u32 = widths.iter().sum();
    (0..1u64 << total).any(|all| {
        let env = |symbol| {
            let at = symbols.iter().position(|s| *s == symbol).expect("listed");
            let below: u32 = widths[..at].iter().sum();
            Some(hecaton_term::eval::Value::Bits(Bits::from_u64(widths[at], (all >> below) & ((1 << widths[at]) - 1))))
        };
        eval(builder, &env, facts).iter().all(|v| v.as_bool() == Some(true))
    })
}

#[test]
fn random_words_agree_with_trying_all_values() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let mut builder = Builder::new();
        let facts = formula(&mut builder, &mut random, Theory::Words);
        let bits: u32 = builder
            .symbols()
            .map(|s| match builder.sort(builder.symbol_term(s)) {
                Sort::Bits(w) => w,
                _ => 1,
            })
            .sum();
        if bits > 12 {
            continue;
        }
        let mut solver = cadical();
        for fact in &facts {
            solver.assert(&builder, *fact);
        }
        match ask(&mut *solver, &builder, &[]) {
            Answer::Sat(_) => sat += 1,
            Answer::Unsat(_) => {
                assert!(!satisfiable_by_trying(&builder, &facts), "seed {seed}");
                unsat += 1;
            }
            Answer::Unknown(stop) => panic!("seed {seed}: {stop}"),
        }
    }
    assert!(sat > 100 && unsat > 50, "{sat} {unsat}");
}
