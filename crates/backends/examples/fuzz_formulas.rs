//! Random formulas, our bit-blaster against z3: `fuzz_formulas COUNT [FIRST_SEED] [words|arrays|floats]`. Prints a
//! tally and every disagreement; a model that does not evaluate to true is counted as one. Ends with code 1 if any.

#[path = "../tests/formulas/mod.rs"]
mod formulas;

use formulas::{Random, Theory, formula};
use hecaton_base::{Budget, Stop};
use hecaton_solve::{Answer, Query, Solver};
use hecaton_term::{Builder, Term};
use std::time::{Duration, Instant};

#[derive(Default)]
struct Tally {
    sat: usize,
    unsat: usize,
    /// Decided by us, not by z3.
    theirs: usize,
    /// Not decided by us.
    ours: usize,
    wrong: usize,
    our_time: Duration,
    their_time: Duration,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let count: u64 = args.next().and_then(|a| a.parse().ok()).unwrap_or(1000);
    let first: u64 = args.next().and_then(|a| a.parse().ok()).unwrap_or(0);
    let theories = match args.next().as_deref() {
        Some("words") => vec![Theory::Words],
        Some("arrays") => vec![Theory::Arrays],
        Some("floats") => vec![Theory::Floats],
        _ => vec![Theory::Words, Theory::Arrays, Theory::Floats],
    };
    let z3 = match hecaton_backends::make("z3") {
        Ok(maker) => maker,
        Err(why) => {
            eprintln!("{why}");
            std::process::exit(2);
        }
    };
    let mut tallies: Vec<Tally> = theories.iter().map(|_| Tally::default()).collect();
    // One z3 for many formulas: each is a set of assumptions over free constants of its own.
    let (mut builder, mut other) = (Builder::new(), z3());
    for seed in first..first + count {
        if (seed - first).is_multiple_of(50) {
            (builder, other) = (Builder::new(), z3());
        }
        let which = (seed % theories.len() as u64) as usize;
        let theory = theories[which];
        let mut random = Random::new(seed);
        let facts = formula(&mut builder, &mut random, theory, &format!("s{seed}"));
        let start = Instant::now();
        let mut solver = hecaton_backends::cadical();
        let ours = ask(&mut *solver, &builder, &facts);
        let between = Instant::now();
        let theirs = ask(&mut *other, &builder, &facts);
        let tally = &mut tallies[which];
        tally.our_time += between - start;
        tally.their_time += between.elapsed();
        match (&ours, &theirs) {
            (Answer::Sat(_), Answer::Sat(_)) => tally.sat += 1,
            (Answer::Unsat(_), Answer::Unsat(_)) => tally.unsat += 1,
            (Answer::Unknown(Stop::Bug(_)), _)
            | (_, Answer::Unknown(Stop::Bug(_)))
            | (Answer::Sat(_), Answer::Unsat(_))
            | (Answer::Unsat(_), Answer::Sat(_)) => {
                tally.wrong += 1;
                println!("seed {seed} ({theory:?}): ours {}, z3 {}", short(&ours), short(&theirs));
            }
            (Answer::Unknown(stop), _) => {
                tally.ours += 1;
                println!("seed {seed} ({theory:?}): we do not know: {stop}");
            }
            (_, Answer::Unknown(stop)) => {
                tally.theirs += 1;
                println!("seed {seed} ({theory:?}): z3 does not know: {stop}");
            }
        }
    }
    let mut wrong = 0;
    for (theory, t) in theories.iter().zip(&tallies) {
        println!(
            "{theory:?}: {} formulas: {} sat, {} unsat, {} unknown to us, {} unknown to z3, {} DISAGREE; {:.1} s against {:.1} s",
            t.sat + t.unsat + t.ours + t.theirs + t.wrong,
            t.sat,
            t.unsat,
            t.ours,
            t.theirs,
            t.wrong,
            t.our_time.as_secs_f64(),
            t.their_time.as_secs_f64()
        );
        wrong += t.wrong;
    }
    std::process::exit(i32::from(wrong > 0));
}

fn ask(solver: &mut dyn Solver, builder: &Builder, assume: &[Term]) -> Answer {
    solver.check(builder, &Query::new(assume, &Budget::unlimited().with_time(Duration::from_secs(10))))
}

fn short(answer: &Answer) -> String {
    match answer {
        Answer::Sat(_) => "sat".into(),
        Answer::Unsat(_) => "unsat".into(),
        Answer::Unknown(stop) => stop.to_string(),
    }
}
