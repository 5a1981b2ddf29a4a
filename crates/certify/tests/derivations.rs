//! Derivations by hand: what is right is believed, and each kind of fault is found and named.

use hecaton_certify::{Checker, Cnf, Work, refute};

/// What a solver and its caller tell the checker.
#[derive(Clone, Debug)]
enum Told {
    /// A clause is given, and reported as this.
    Given(i64, Vec<i32>, Vec<i32>),
    Derived(i64, Vec<i32>, Vec<i64>),
    About(i64, Vec<i32>, Vec<i64>),
    Rat(i64, Vec<i32>, Vec<i64>),
    Weakened(i64),
    Restored(i64, Vec<i32>),
    Deleted(i64),
    Ask,
    Unreported(Vec<i32>),
    Unasked(i64, Vec<i32>),
}
use Told::*;

fn given(id: i64, clause: &[i32]) -> Told {
    Given(id, clause.to_vec(), clause.to_vec())
}

fn follow(told: &[Told]) -> Checker {
    let mut checker = Checker::new(true);
    for told in told {
        match told {
            Given(id, clause, reported) => {
                checker.give(clause);
                checker.original(*id, reported);
                checker.taken();
            }
            Derived(id, clause, hints) => checker.derived(*id, clause, hints, 0),
            About(id, clause, hints) => checker.about_assumptions(*id, clause, hints),
            Rat(id, clause, hints) => checker.derived(*id, clause, hints, clause[0]),
            Weakened(id) => checker.weakened(*id),
            Restored(id, clause) => checker.restored(*id, clause),
            Deleted(id) => checker.deleted(*id),
            Ask => checker.ask(),
            Unreported(clause) => {
                checker.give(clause);
                checker.taken();
            }
            Unasked(id, clause) => checker.original(*id, clause),
        }
    }
    checker
}

/// Four clauses about two variables without a model, and what follows from them.
fn small() -> Vec<Told> {
    vec![
        given(1, &[1, 2]),
        given(2, &[-1, 2]),
        given(3, &[1, -2]),
        given(4, &[-1, -2]),
        Ask,
        Derived(5, vec![2], vec![1, 2]),
        Deleted(1),
        Derived(6, vec![], vec![5, 3, 4]),
    ]
}

/// The files of the last answer.
fn files(checker: &Checker) -> (String, String) {
    let pair = checker.proof().expect("a proof");
    let cnf = Cnf::read(&pair.cnf).expect("a formula");
    let proof = refute(&cnf, &pair.lrat).expect("a refutation");
    assert_eq!((cnf.len(), proof.steps, proof.plain), (pair.clauses, pair.steps, true));
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(pair.cnf), text(pair.lrat))
}

#[test]
fn a_derivation_is_followed_and_its_needed_part_written() {
    let mut told = small();
    // Neither is needed; and a variable that does not occur has no number.
    told.insert(4, given(5, &[7, -9]));
    told[6] = Derived(6, vec![2], vec![1, 2]);
    told[8] = Derived(7, vec![], vec![6, 3, 4]);
    told.insert(7, Deleted(5));
    let mut checker = follow(&told);
    checker.concluded(&[7]);
    assert_eq!(checker.answer(&[]), Ok(()));
    assert_eq!(checker.take_work(), Work { given: 5, steps: 2, hints: 5 });
    let (cnf, lrat) = files(&checker);
    assert_eq!(cnf, "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
    assert_eq!(lrat, "5 2 0 1 2 0\n6 0 5 3 4 0\n");
}

#[test]
fn assumptions_are_the_last_clauses_of_a_formula() {
    let mut checker = follow(&[
        given(1, &[-10, -20, 30, 30]),
        given(2, &[-30]),
        given(3, &[40]),
        Ask,
        About(4, vec![-20, -10], vec![2, 1]),
    ]);
    checker.concluded(&[4]);
    assert_eq!(checker.answer(&[40, 10, 20]), Ok(()));
    let (cnf, lrat) = files(&checker);
    assert_eq!(cnf, "p cnf 3 4\n-1 -2 3 0\n-3 0\n1 0\n2 0\n");
    assert_eq!(lrat, "5 -1 -2 0 2 1 0\n6 0 3 4 5 0\n");
    // A clause about assumptions lasts as long as the question.
    checker.ask();
    checker.concluded(&[4]);
    assert!(checker.answer(&[10, 20]).is_err());
}

#[test]
fn assumptions_that_contradict_each_other_need_no_clause() {
    let mut checker = follow(&[given(1, &[1, 2]), Ask, About(2, vec![-3, 3], vec![])]);
    checker.concluded(&[2]);
    assert_eq!(checker.answer(&[3, -3]), Ok(()));
    assert_eq!(files(&checker), ("p cnf 1 2\n1 0\n-1 0\n".into(), "3 0 1 2 0\n".into()));
}

#[test]
fn an_empty_clause_that_is_given_is_refuted() {
    let mut checker = follow(&[given(1, &[1]), given(2, &[]), Ask]);
    checker.concluded(&[2]);
    assert_eq!(checker.answer(&[]), Ok(()));
    assert_eq!(files(&checker), ("p cnf 0 1\n0\n".into(), "2 0 1 0\n".into()));
}

#[test]
fn what_others_were_derived_from_is_kept_and_the_rest_forgotten() {
    let mut told = small();
    told.insert(7, Deleted(2));
    let mut checker = follow(&told);
    checker.concluded(&[6]);
    assert_eq!(checker.answer(&[]), Ok(()));
    assert_eq!(files(&checker).1, "5 2 0 1 2 0\n6 0 5 3 4 0\n");
    // The number of a clause that is gone cannot be named.
    checker.derived(7, &[2], &[1, 2], 0);
    assert!(checker.fault().is_some_and(|fault| fault.0.contains("there is no clause 1")));
}

#[test]
fn a_clause_that_comes_back_is_the_one_that_went() {
    let told = |clause: &[i32]| {
        let mut told = small();
        told.splice(5..5, [Weakened(2), Deleted(2), Restored(2, clause.to_vec())]);
        told
    };
    let mut checker = follow(&told(&[2, -1]));
    checker.concluded(&[6]);
    assert_eq!(checker.answer(&[]), Ok(()));
    for wrong in [&[2, 1][..], &[2], &[2, -1, 3]] {
        let checker = follow(&told(wrong));
        assert!(checker.fault().is_some_and(|fault| fault.0.contains("restores clause 2 as")), "{wrong:?}");
    }
    let mut told = small();
    told.splice(5..5, [Deleted(2), Restored(2, vec![-1, 2])]);
    assert!(follow(&told).fault().is_some_and(|fault| fault.0.contains("was not weakened")));
}

#[test]
fn every_fault_of_a_derivation_is_found() {
    let with = |at: usize, told: Told| {
        let mut all = small();
        all[at] = told;
        all
    };
    let cases: &[(&str, Vec<Told>)] = &[
        ("took clause 2 for (-1 -2), given was (-1 2)", with(1, Given(2, vec![-1, 2], vec![-1, -2]))),
        ("took clause 2 for (2), given was (-1 2)", with(1, Given(2, vec![-1, 2], vec![2]))),
        ("reports clause 5, (3), which nobody gave it", with(4, Unasked(5, vec![3]))),
        ("did not report that it was given the clause (3)", with(4, Unreported(vec![3]))),
        ("numbers a clause 2 after 3", with(3, given(2, &[-1, -2]))),
        ("clause 5, (-2), does not follow: nothing follows from clause 1", with(5, Derived(5, vec![-2], vec![1, 2]))),
        ("nothing follows from clause 4", with(5, Derived(5, vec![1], vec![4, 1]))),
        ("there is no clause 9", with(5, Derived(5, vec![2], vec![1, 9]))),
        ("there is no clause 5", with(5, Derived(5, vec![2], vec![5]))),
        ("there is no clause -2", with(5, Derived(5, vec![2], vec![1, -2]))),
        ("the 1 clauses that it names do not contradict", with(5, Derived(5, vec![2], vec![1]))),
        ("the 0 clauses that it names do not contradict", with(5, Derived(5, vec![2], vec![]))),
        ("nothing follows from clause 3, (1 -2)", with(7, Derived(6, vec![], vec![3, 5, 4]))),
        ("is derived by a RAT step", with(5, Rat(5, vec![2], vec![1, 2]))),
    ];
    for (expected, told) in cases {
        let mut checker = follow(told);
        let fault = checker.fault().expect(expected).clone();
        assert!(fault.0.contains(expected), "expected {expected}, there is: {fault}");
        // The first fault stays, and nothing is believed any more.
        checker.concluded(&[6]);
        assert_eq!(checker.answer(&[]), Err(fault));
        assert!(checker.proof().is_err());
    }
    assert_eq!(follow(&small()).fault(), None);
}

#[test]
fn a_conclusion_must_refute_the_assumptions() {
    for (ids, core, expected) in [
        (vec![6], vec![], None),
        (vec![6], vec![3], None),
        (vec![5], vec![-2], None),
        (vec![5], vec![], Some("the conclusion (2) has 2")),
        (vec![5], vec![2], Some("the conclusion (2) has 2")),
        (vec![], vec![], Some("0 clauses instead of one")),
        (vec![5, 6], vec![], Some("2 clauses instead of one")),
        (vec![7], vec![], Some("concludes with clause 7")),
        (vec![1], vec![-1, -2], Some("concludes with clause 1")),
    ] {
        let mut checker = follow(&small());
        checker.concluded(&ids);
        let said = checker.answer(&core).err().map(|fault| fault.0);
        match (&said, expected) {
            (None, None) => {}
            (Some(said), Some(expected)) => assert!(said.contains(expected), "{said}"),
            other => panic!("{ids:?} {core:?}: {other:?}"),
        }
    }
}
