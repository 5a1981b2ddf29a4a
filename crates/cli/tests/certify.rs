//! Certificates as a user meets them: what the report says, bundles that are accepted, and bundles in which something
//! was changed.
//!
//! What "refused" can mean: a bundle is a claim about its own files. Every change of one of them is refused by the sums. Who
//! makes the sums anew can still not pass a wrong refutation, nor a formula that has a model. A formula that was changed and is
//! refuted nevertheless, by the same steps, *is* refutable: nothing in a bundle could say that it is not the one of the program.

mod run;

use hecaton_certify::{Cnf, refute};
use hecaton_testkit::Random;
use run::{code, hecaton, run, scratch, stderr, stdout};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;

const LOOP: &str = "
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#include <assert.h>
int a[4];
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 12 && y >= 0 && y < 12);
    assert((x + y) * (x + y) >= x * x + y * y);
    for (int i = 0; i < 4; i++) { a[i] = (x ^ i) & 3; assert(a[(x + i) & 3] < 4); }
    return 0;
}
";

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("certify-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it can be read")
}

fn json(output: &Output) -> Value {
    serde_json::from_str(stdout(output).lines().last().expect("a line")).expect("a report")
}

/// Checks a program and writes a bundle.
fn bundle(file: &str, name: &str, more: &[&str]) -> (PathBuf, Value) {
    let folder = folder(name);
    let shown = folder.display().to_string();
    let mut args = vec!["check", "--format", "json", "--certificate", &shown, file];
    args.extend(more);
    let output = run(&args);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    (folder, json(&output))
}

fn certify(folder: &Path) -> Output {
    run(&["certify", "--no-others", &folder.display().to_string()])
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Makes all sums of a bundle anew, and the numbers of clauses and steps of one answer.
fn sum_up(folder: &Path, mut manifest: Value) {
    let mut sums = String::new();
    for answer in manifest["answers"].as_array_mut().expect("a list") {
        for (name, sum_name) in [("cnf", "cnf_sha256"), ("lrat", "lrat_sha256")] {
            let path = answer[name].as_str().expect("a name").to_owned();
            let sum = sum(&std::fs::read(folder.join(&path)).expect("it is there"));
            let _ = writeln!(sums, "{sum}  {path}");
            answer[sum_name] = sum.into();
        }
    }
    let text = manifest.to_string();
    let _ = writeln!(sums, "{}  manifest.json", sum(text.as_bytes()));
    std::fs::write(folder.join("manifest.json"), text).expect("written");
    std::fs::write(folder.join("SHA256SUMS"), sums).expect("written");
}

#[test]
fn every_engine_certifies_its_answers_and_says_what_is_not_covered() {
    let file = scratch("certified.c", LOOP);
    for engine in ["bmc", "paths", "disjuncts", "swarm", "cba", "auto"] {
        let (folder, report) = bundle(&file, engine, &["--engine", engine]);
        let certification = &report["certification"];
        assert_eq!(certification["certified"], true, "{engine}");
        let answers = certification["answers"].as_u64().expect("a number");
        assert!(answers > 0, "{engine}");
        assert!(certification["not_covered"].as_array().is_some_and(|all| all.len() >= 3));
        let accepted = run(&["certify", &folder.display().to_string()]);
        assert_eq!(code(&accepted), 0, "{engine}: {}", stderr(&accepted));
        let said = stdout(&accepted);
        println!("{engine}: {said}");
        assert!(said.starts_with(&format!("ACCEPTED  {answers} refutations")), "{said}");
        // Others are asked, or left out by their names.
        for other in ["lrat-check", "cake_lpr"] {
            let asked = format!("{other}: accepts {answers} of {answers}");
            let left_out = format!("{other}: left out, it is not on PATH");
            assert!(said.contains(&asked) || said.contains(&left_out), "{said}");
        }
        // The map: every answer serves a property that is named, or all.
        let manifest: Value = serde_json::from_str(&text(&folder.join("manifest.json"))).expect("JSON");
        let about: u64 = manifest["properties"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|p| p["answers"].as_array().map_or(0, Vec::len) as u64)
            .sum();
        let shared = manifest["answers"].as_array().expect("a list").iter().filter(|a| a["serves_all"] == true).count();
        assert!(about + shared as u64 >= answers && (engine != "bmc" || about > 0), "{about} {shared} {answers}");
        assert_eq!(manifest["inputs"][0]["sha256"], sum(LOOP.as_bytes()));
        assert_eq!(manifest["program_sha256"], sum(&run(&["ir", &file]).stdout));
    }
    let human = run(&["check", "--certify", "--engine", "bmc", &file]);
    let said = stdout(&human);
    assert!(
        said.contains("certified\n") && said.contains("LRAT proofs checked") && said.contains("not covered: "),
        "{said}"
    );
    let last = run(&["check", "--certify", "--engine", "bmc", "--format", "jsonl", &file]);
    assert_eq!(json(&last)["certification"]["certified"], true);
    assert!(json(&run(&["check", "--format", "json", &file])).get("certification").is_none());
}

#[test]
fn bundles_of_tasks_are_accepted_by_hecaton_and_by_others() {
    for (task, property, step) in [
        ("induction_below.c", "assertion", "checks"),
        ("induction_settles.c", "default", "induction"),
        ("induction_string.c", "deref,bounds", "induction"),
        ("bam_loop_blocks.c", "assertion", "induction"),
    ] {
        let (folder, report) = bundle(&format!("tests/tasks/{task}"), task, &["-p", property, "--engine", "bmc"]);
        let accepted = run(&["certify", &folder.display().to_string()]);
        assert_eq!(code(&accepted), 0, "{task}: {}", stderr(&accepted));
        let manifest: Value = serde_json::from_str(&text(&folder.join("manifest.json"))).expect("JSON");
        let answers = manifest["answers"].as_array().expect("a list");
        assert_eq!(Some(answers.len() as u64), report["certification"]["answers"].as_u64(), "{task}");
        assert!(answers.iter().any(|answer| answer["purpose"] == step), "{task}");
    }
}

#[test]
fn answers_of_solvers_without_proofs_are_counted() {
    let file = scratch("unproved.c", LOOP);
    let output = run(&["check", "--certify", "--solver", "z3", "--engine", "bmc", "--format", "json", &file]);
    if code(&output) == 1 {
        println!("left out: {}", stderr(&output));
        return;
    }
    let certification = &json(&output)["certification"];
    assert_eq!((certification["certified"].as_bool(), certification["answers"].as_u64()), (Some(false), Some(0)));
    let count = certification["uncertified"]["z3"].as_u64().expect("a number");
    assert!(
        count > 0 && certification["not_covered"].to_string().contains(&format!("{count} unsatisfiable answers of z3"))
    );
}

#[test]
fn the_cache_gives_no_certificate() {
    let (file, cache) = (scratch("cached.c", LOOP), folder("cache").display().to_string());
    let check = |more: &[&str]| {
        let mut args = vec!["check", "--format", "json", "--cache", &cache, &file];
        args.extend(more);
        json(&run(&args))
    };
    // A run does not wait long for the cache, and on a busy machine the cache is late.
    let found = |_| check(&[])["counts"]["properties from the cache"].as_u64() > Some(0);
    assert!((0..20).any(found));
    let certified = check(&["--certify"]);
    assert!(certified["counts"].get("properties from the cache").is_none());
    assert!(certified["certification"]["answers"].as_u64() > Some(0));
}

#[test]
fn each_changed_byte_of_a_bundle_is_refused() {
    let file = scratch("changed.c", LOOP);
    let (folder, _) = bundle(&file, "changed", &["--engine", "bmc"]);
    let mut random = Random(0xf11);
    let mut names = vec!["manifest.json".to_owned(), "SHA256SUMS".to_owned()];
    let manifest: Value = serde_json::from_str(&text(&folder.join("manifest.json"))).expect("JSON");
    for answer in manifest["answers"].as_array().expect("a list") {
        names.extend(["cnf", "lrat"].map(|name| answer[name].as_str().expect("a name").to_owned()));
    }
    for _ in 0..24 {
        let path = folder.join(&names[random.below(names.len() as u64) as usize]);
        let before = std::fs::read(&path).expect("it is there");
        let mut after = before.clone();
        let at = random.below(after.len() as u64) as usize;
        after[at] ^= 1 << random.below(7);
        std::fs::write(&path, &after).expect("written");
        let output = certify(&folder);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, "REFUSED\n"), "{} at byte {at}", path.display());
        std::fs::write(&path, &before).expect("written");
    }
    // What is missing, and what does not belong there.
    let (cnf, away) = (folder.join("answers/000001.cnf"), folder.join("away"));
    std::fs::rename(&cnf, &away).expect("moved");
    assert_eq!(code(&certify(&folder)), 2);
    std::fs::rename(&away, &cnf).expect("moved");
    assert_eq!(code(&certify(&folder)), 0);
    std::fs::write(&away, "").expect("written");
    assert!(stderr(&certify(&folder)).contains("away does not belong to the bundle"));
    std::fs::remove_file(&away).expect("removed");
    std::fs::write(&file, LOOP.replace("< 12", "< 11")).expect("written");
    assert!(stderr(&certify(&folder)).contains("it is not the file that was checked"));
    std::fs::remove_file(&file).expect("removed");
    let output = certify(&folder);
    assert!(code(&output) == 0 && stdout(&output).contains("not compared, it is not here"), "{}", stderr(&output));
}

/// Turns a literal in a line of a file, not before some line; gives whether there was one.
fn turn(path: &Path, from: usize, literals: impl Fn(&str) -> std::ops::Range<usize>, random: &mut Random) -> bool {
    let mut lines: Vec<String> = text(path).lines().map(str::to_owned).collect();
    if lines.len() <= from {
        return false;
    }
    let line = from + random.below((lines.len() - from) as u64) as usize;
    let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
    let places = literals(&lines[line]);
    if places.is_empty() {
        return false;
    }
    let at = places.start + random.below(places.len() as u64) as usize;
    words[at] = words[at].strip_prefix('-').map_or_else(|| format!("-{}", words[at]), str::to_owned);
    lines[line] = words.join(" ");
    std::fs::write(path, lines.join("\n") + "\n").expect("written");
    true
}

#[test]
fn with_new_sums_a_turned_literal_is_refused_unless_the_formula_is_refuted_nevertheless() {
    let file = scratch("turned.c", LOOP);
    let (folder, _) = bundle(&file, "turned", &["--engine", "bmc"]);
    let manifest: Value = serde_json::from_str(&text(&folder.join("manifest.json"))).expect("JSON");
    let count = manifest["answers"].as_array().expect("a list").len() as u64;
    let mut random = Random(0x117);
    let (mut refused, mut refuted) = ([0, 0, 0], [0, 0, 0]);
    for _ in 0..24 {
        let (what, number) = (random.below(3) as usize, random.below(count) as usize);
        let names = ["cnf", "lrat"].map(|name| manifest["answers"][number][name].as_str().expect("a name").to_owned());
        let before = names.each_ref().map(|name| std::fs::read(folder.join(name)).expect("it is there"));
        let mut changed = manifest.clone();
        let first_zero = |line: &str| line.split(' ').position(|word| word == "0").unwrap_or(0);
        let turned = match what {
            0 => turn(&folder.join(&names[0]), 1, |line| 0..first_zero(line), &mut random),
            1 => turn(&folder.join(&names[1]), 0, |line| 1..first_zero(line).max(1), &mut random),
            _ => match changed["answers"][number]["assumptions"].as_array_mut().and_then(|all| all.first_mut()) {
                Some(lit) => {
                    *lit = (-lit.as_i64().expect("a number")).into();
                    true
                }
                None => false,
            },
        };
        if turned {
            sum_up(&folder, changed);
            let output = certify(&folder);
            match code(&output) {
                2 => refused[what] += 1,
                0 => {
                    // Only what is true passes: the files as they are now are a formula and its refutation.
                    let [cnf, lrat] = names.each_ref().map(|name| std::fs::read(folder.join(name)).expect("there"));
                    let cnf = Cnf::read(&cnf).expect("a formula");
                    refute(&cnf, &lrat).expect("a refutation");
                    refuted[what] += 1;
                }
                other => panic!("{other}: {}", stderr(&output)),
            }
        }
        for (name, bytes) in names.iter().zip(before) {
            std::fs::write(folder.join(name), bytes).expect("written");
        }
    }
    println!("formula, proof, manifest: {refused:?} refused, {refuted:?} are right as they are");
    assert!(refused.iter().all(|count| *count > 0) && refuted[2] == 0, "{refused:?} {refuted:?}");
    sum_up(&folder, manifest);
    assert_eq!(code(&certify(&folder)), 0);
}

#[test]
fn a_manifest_is_not_trusted() {
    let file = scratch("manifest.c", LOOP);
    let (folder, _) = bundle(&file, "manifest", &["--engine", "bmc"]);
    let manifest: Value = serde_json::from_str(&text(&folder.join("manifest.json"))).expect("JSON");
    let with = |change: &dyn Fn(&mut Value)| {
        let mut changed = manifest.clone();
        change(&mut changed);
        changed
    };
    let cases: Vec<(&str, Value)> = vec![
        ("the form is something 1", with(&|m| m["format"] = "something".into())),
        ("the form is hecaton-certificate 2", with(&|m| m["version"] = 2.into())),
        ("unknown field", with(&|m| m["more"] = 1.into())),
        ("missing field", with(&|m| drop(m.as_object_mut().expect("an object").remove("inputs")))),
        ("names answer 999", with(&|m| m["properties"][0]["answers"] = vec![999].into())),
        ("not both", with(&|m| m["answers"][0]["serves_all"] = (m["answers"][0]["serves_all"] == false).into())),
        ("not what is said there", with(&|m| m["answers"][0]["steps"] = 12345.into())),
        ("not what is said there", with(&|m| m["answers"][0]["clauses"] = 1.into())),
        ("answer 1 is called 2", with(&|m| m["answers"][0]["number"] = 2.into())),
        ("does not end in the assumptions", with(&|m| m["answers"][0]["assumptions"] = (1..9999).collect())),
    ];
    for (expected, changed) in cases {
        sum_up(&folder, changed);
        let output = certify(&folder);
        assert_eq!(code(&output), 2, "{expected}");
        assert!(stderr(&output).contains(expected), "expected {expected}: {}", stderr(&output));
    }
    // A name that leads out of the folder is none that an answer has.
    let mut away = manifest.clone();
    away["answers"][0]["cnf"] = "../certify.c".into();
    std::fs::write(folder.parent().expect("a folder").join("certify.c"), "p cnf 0 1\n0\n").expect("written");
    sum_up(&folder, away);
    assert!(stderr(&certify(&folder)).contains("answer 1 is called 1, ../certify.c"));
    assert_eq!(code(&run(&["certify", "/no/such/folder"])), 2);
}

#[test]
fn a_bundle_is_whole_or_not_there() {
    let file = scratch("whole.c", LOOP);
    let folder = folder("whole");
    let shown = folder.display().to_string();
    let limited = run(&["check", "--engine", "bmc", "--certificate", &shown, "--certificate-size", "9KiB", &file]);
    assert_eq!(code(&limited), 7, "{}", stdout(&limited));
    assert!(stderr(&limited).contains("--certificate-size allows more"), "{}", stderr(&limited));
    assert!(stdout(&limited).contains("HOLDS") && !folder.exists());
    // Nothing stays beside it either.
    let name = format!(".{}.", folder.file_name().expect("a name").to_string_lossy());
    let stays = |folder: &Path| {
        let entries = std::fs::read_dir(folder.parent().expect("a folder")).expect("it is there").flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&name)).count()
    };
    assert_eq!(stays(&folder), 0);
    assert_eq!(code(&run(&["check", "--certificate", &shown, "/no/such/file.c"])), 2);
    assert_eq!((folder.exists(), stays(&folder)), (false, 0));
    // What is there is not replaced.
    std::fs::create_dir(&folder).expect("made");
    assert_eq!(code(&run(&["check", "--certificate", &shown, &file])), 0);
    let again = run(&["check", "--certificate", &shown, &file]);
    assert!(code(&again) == 1 && stderr(&again).contains("is there and not empty"), "{}", stderr(&again));
    assert_eq!(code(&run(&["check", "--certificate", &file, &file])), 1);
    assert_eq!(code(&certify(&folder)), 0);
    // A run that is interrupted by its limit has a certificate of what it has.
    let open = scratch("open.c", LOOP.replace("i < 4", "i < x * y"));
    let short = self::folder("short");
    let shown = short.display().to_string();
    let output = hecaton(&["check", "--timeout", "2s", "--certificate", &shown, &open]).output().expect("it runs");
    assert!([0, 5, 10].contains(&code(&output)), "{}", stderr(&output));
    assert_eq!(code(&certify(&short)), 0, "{}", stderr(&certify(&short)));
}
