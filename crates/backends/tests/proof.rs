//! Proof files of the SAT solver: written, complete, and right by a checker of our own.

use hecaton_backends::cadical::{Cadical, Config, Proof};
use hecaton_base::Budget;
use hecaton_solve::{Sat, SatAnswer};
use std::collections::HashMap;
use std::path::PathBuf;

/// One pigeon more than holes.
fn pigeons(holes: i32) -> Vec<Vec<i32>> {
    let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> = (0..=holes).map(|p| (0..holes).map(|h| at(p, h)).collect()).collect();
    for hole in 0..holes {
        for one in 0..=holes {
            clauses.extend((0..one).map(|two| vec![-at(one, hole), -at(two, hole)]));
        }
    }
    clauses
}

fn prove(clauses: &[Vec<i32>], format: Proof) -> String {
    let path: PathBuf = std::env::temp_dir().join(format!("hecaton-proof-{}-{format:?}", std::process::id()));
    let config = Config { preset: Some("plain".into()), proof: Some((path.clone(), format)), ..Config::default() };
    let mut solver = Cadical::new(&config).expect("a valid configuration");
    for _ in 0..clauses.iter().flatten().map(|l| l.abs()).max().unwrap_or(0) {
        solver.new_var();
    }
    for clause in clauses {
        solver.add_clause(clause);
    }
    assert_eq!(solver.solve(&[], &[], &Budget::unlimited()), SatAnswer::Unsat(Vec::new()));
    solver.close_proof();
    let text = std::fs::read_to_string(&path).expect("the proof was written");
    std::fs::remove_file(path).expect("and can go");
    text
}

/// Checks an LRAT proof whose steps all follow by unit propagation along their hints; true if it ends in falsehood.
fn check_lrat(clauses: &[Vec<i32>], proof: &str) -> Result<bool, String> {
    let mut known: HashMap<i64, Vec<i64>> = HashMap::new();
    for (i, clause) in clauses.iter().enumerate() {
        known.insert(i as i64 + 1, clause.iter().map(|l| i64::from(*l)).collect());
    }
    for line in proof.lines() {
        let mut words = line.split_whitespace();
        let id: i64 = words.next().and_then(|w| w.parse().ok()).ok_or("no number")?;
        let rest: Vec<&str> = words.collect();
        if rest.first() == Some(&"d") {
            for old in &rest[1..] {
                known.remove(&old.parse().map_err(|_| "not a number")?);
            }
            continue;
        }
        let rest: Result<Vec<i64>, _> = rest.iter().map(|w| w.parse::<i64>()).collect();
        let rest = rest.map_err(|_| "not a number")?;
        let end = rest.iter().position(|n| *n == 0).ok_or("no end of the clause")?;
        let clause = rest[..end].to_vec();
        let mut false_now: Vec<i64> = clause.clone();
        let mut conflict = false;
        for hint in rest[end + 1..].iter().filter(|n| **n != 0) {
            let used = known.get(hint).ok_or(format!("{line}: no clause {hint}"))?;
            let open: Vec<i64> = used.iter().copied().filter(|l| !false_now.contains(l)).collect();
            match open[..] {
                [] => conflict = true,
                [unit] => false_now.push(-unit),
                _ => return Err(format!("{line}: clause {hint} is not a unit")),
            }
        }
        if !conflict {
            return Err(format!("{line}: does not follow"));
        }
        if clause.is_empty() {
            return Ok(true);
        }
        known.insert(id, clause);
    }
    Ok(false)
}

#[test]
fn an_lrat_proof_is_complete_and_right() {
    let clauses = pigeons(5);
    let proof = prove(&clauses, Proof::Lrat);
    assert_eq!(check_lrat(&clauses, &proof), Ok(true));
    // The checker can say no.
    assert!(check_lrat(&clauses[1..], &proof).is_err());
}

#[test]
fn a_drat_proof_ends_in_the_empty_clause() {
    let proof = prove(&pigeons(5), Proof::Drat);
    assert!(proof.lines().count() > 10 && proof.lines().any(|line| line.trim() == "0"), "{proof}");
}

#[test]
fn a_wrong_configuration_is_an_error() {
    let error = |config: Config| Cadical::new(&config).err();
    assert!(error(Config { preset: Some("fastest".into()), ..Config::default() }).is_some());
    assert!(error(Config { options: vec![("no-such".into(), 1)], ..Config::default() }).is_some());
    assert!(error(Config { proof: Some(("/no/such/folder/p".into(), Proof::Drat)), ..Config::default() }).is_some());
}
