//! Pairs of files: right ones are accepted, wrong ones refused with their line; and whatever stands in them, nothing
//! breaks, and nothing is accepted that is not so.

use hecaton_certify::{Cnf, refute};
use hecaton_testkit::Random;
use std::collections::BTreeSet;

const CNF: &str = "c four clauses\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
const LRAT: &str = "5 2 0 1 2 0\n6 0 5 3 4 0\n";

/// Accepted with so many steps, or what is wrong with it.
fn verdict(cnf: &[u8], lrat: &[u8]) -> Result<usize, String> {
    let cnf = Cnf::read(cnf).map_err(|wrong| format!("cnf {wrong}"))?;
    refute(&cnf, lrat).map(|proof| proof.steps).map_err(|wrong| format!("lrat {wrong}"))
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_line() {
    let plain =
        |lrat: &str| refute(&Cnf::read(CNF.as_bytes()).expect("a formula"), lrat.as_bytes()).expect("a proof").plain;
    assert_eq!(verdict(CNF.as_bytes(), LRAT.as_bytes()), Ok(2));
    for (lrat, is_plain) in [
        (LRAT, true),
        ("c a comment\n5 2 0 1 2 0 6 0\n5 3 4 0\n", true),
        ("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", false),
        ("50 2 0 1 2 0\n60 0 50 3 4 0\n", false),
        // A clause that is named in vain, and ones behind the conflict.
        ("5 2 0 1 2 0\n6 2 0 1 2 3 0\n7 0 5 6 3 4 0\n", true),
        ("5 1 -1 0 0\n6 2 0 1 2 0\n7 0 6 3 4 0\n", true),
    ] {
        assert_eq!(plain(lrat), is_plain, "{lrat}");
    }
    for (lrat, expected) in [
        ("", "lrat line 1: the proof ends without the empty clause"),
        ("5 2 0 1 2 0\n", "lrat line 2: the proof ends without the empty clause"),
        ("5 0 0\n", "lrat line 1: step 5 does not follow"),
        ("5 -2 0 1 2 0\n6 0 5 3 4 0\n", "lrat line 1: step 5: nothing follows from clause 1"),
        ("5 2 0 1 2 0\n6 0 5 3 0\n", "lrat line 2: step 6 does not follow"),
        ("5 2 0 1 2 0\n6 0 5 3 7 0\n", "lrat line 2: step 6 names clause 7, which is not there"),
        ("5 2 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", "lrat line 3: step 6 names clause 3, which is not there"),
        ("5 2 0 1 2 0\n5 d 9 0\n6 0 5 3 4 0\n", "lrat line 2: there is no clause 9 to delete"),
        ("5 2 0 -1 2 0\n", "lrat line 1: step 5 is a RAT step"),
        ("4 2 0 1 2 0\n", "lrat line 1: step 4 comes after clause 4"),
        ("-5 2 0 1 2 0\n", "lrat line 1: a step has a number below 0"),
        ("5 3 0 1 2 0\n", "lrat line 1: literal 3, and the formula has 2 variables"),
        ("5 2 0 1 2", "lrat line 1: the file ends in the middle"),
        ("5 2 0 one 2 0\n", "lrat line 1: `one` is not a number"),
        ("5 2 0 1 2 0\n6 0 5 3 4 0\n7 1 0 6 0\n", "lrat line 3: the proof goes on after the empty clause"),
        ("99999999999999999999 0 0\n", "lrat line 1: `99999999999999999999` is not a number"),
        ("5 2 0 1 9223372036854775807 0\n", "lrat line 1: step 5 names clause 9223372036854775807"),
        ("5 -9223372036854775808 0 1 2 0\n", "lrat line 1: literal -9223372036854775808"),
    ] {
        let said = verdict(CNF.as_bytes(), lrat.as_bytes()).expect_err(lrat);
        assert!(said.starts_with(expected), "{lrat}: {said}");
    }
    for (cnf, expected) in [
        ("", "cnf line 1: a formula begins with"),
        ("p sat 2 4\n", "cnf line 1: a formula begins with"),
        ("p cnf 2\n", "cnf line 2: the file ends in the middle"),
        ("p cnf 2 1\n1 2\n", "cnf line 3: the last clause does not end in 0"),
        ("p cnf 2 2\n1 2 0\n", "cnf line 3: 2 clauses are declared, 1 are there"),
        ("p cnf 2 1\n1 3 0\n", "cnf line 2: literal 3, and the formula has 2 variables"),
        ("p cnf 2 1\n1 -2147483648 0\n", "cnf line 2: literal -2147483648"),
        ("p cnf 2147483647 1\n1 0\n", "cnf line 1: 2147483647 variables are declared in a file of 23 bytes"),
        ("p cnf -1 1\n1 0\n", "cnf line 1: -1 variables are declared"),
        ("p cnf 2 1\n1 \u{1b}[2J 0\n", "cnf line 2: `\\u{1b}[2J` is not a number"),
    ] {
        let said = verdict(cnf.as_bytes(), LRAT.as_bytes()).expect_err(cnf);
        assert!(said.starts_with(expected), "{cnf}: {said}");
    }
    assert!(verdict(b"p cnf 1 1\n\xff\xfe 0\n", b"").is_err_and(|said| said.contains("is not a number")));
}

/// Whether a formula has a model, by trying all assignments of the variables that occur.
fn has_model(cnf: &Cnf) -> bool {
    let used: BTreeSet<u32> =
        (0..cnf.len()).flat_map(|index| cnf.clause(index)).map(|lit| lit.unsigned_abs()).collect();
    let place = |lit: &i32| used.iter().position(|variable| *variable == lit.unsigned_abs()).expect("it occurs");
    assert!(used.len() < 10);
    (0..1u32 << used.len()).any(|model| {
        let holds = |lit: &i32| (model >> place(lit) & 1 == 1) == (*lit > 0);
        (0..cnf.len()).all(|index| cnf.clause(index).iter().any(holds))
    })
}

#[test]
fn no_change_of_a_pair_makes_it_lie() {
    let cases = std::env::var("HECATON_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(40_000);
    let mut random = Random(0xdead);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..cases {
        let mut files = [CNF.as_bytes().to_vec(), LRAT.as_bytes().to_vec()];
        for _ in 0..=random.below(3) {
            let file = &mut files[random.below(2) as usize];
            let at = random.below(file.len().max(1) as u64) as usize;
            let byte = b"0123456789- \ncdp\0\xff"[random.below(18) as usize];
            match random.below(4) {
                _ if file.is_empty() => {}
                0 => file.insert(at, byte),
                1 => drop(file.remove(at)),
                2 => file.truncate(at),
                _ => file[at] = byte,
            }
        }
        let [cnf, lrat] = &files;
        match verdict(cnf, lrat) {
            Err(_) => refused += 1,
            Ok(_) => {
                let formula = Cnf::read(cnf).expect("it was read");
                let texts = (String::from_utf8_lossy(cnf), String::from_utf8_lossy(lrat));
                assert!(!has_model(&formula), "accepted, and there is a model: {texts:?}");
                accepted += 1;
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 0 && refused > accepted, "{accepted} {refused}");
}

#[test]
fn a_long_proof_takes_no_longer_than_its_length() {
    // Numbers with gaps, so that each has to be looked for.
    let mut lrat = String::new();
    let mut cnf = String::from("p cnf 100001 100001\n1 0\n");
    for variable in 1..=100_000 {
        cnf.push_str(&format!("-{variable} {} 0\n", variable + 1));
        lrat.push_str(&format!(
            "{} {} 0 {} {} 0\n",
            200_000 + 3 * variable,
            variable + 1,
            last(variable),
            variable + 1
        ));
    }
    let start = std::time::Instant::now();
    let said = verdict(cnf.as_bytes(), lrat.as_bytes()).expect_err("it has a model");
    assert!(said.contains("without the empty clause"), "{said}");
    assert!(start.elapsed() < std::time::Duration::from_secs(5));
}

/// The clause that says that a variable is true.
fn last(variable: u32) -> u32 {
    if variable == 1 { 1 } else { 200_000 + 3 * (variable - 1) }
}
