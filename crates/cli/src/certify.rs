//! `hecaton certify`: checks a bundle again, from its files alone.
//!
//! A bundle may come from anyone. What is checked: that the files are those of the list of sums and of the manifest and no others,
//! that every refutation refutes its formula, that each formula ends in the assumptions that the manifest names, and that
//! inputs which are still there are the same. Checkers of other makers see only pairs that ours has accepted and that
//! are numbered without gaps: they were not written for hostile files.

use crate::args::CertifyArgs;
use crate::certificate::{Answer, FORMAT, LARGEST, MANIFEST, Manifest, SUMS, VERSION, name, sum};
use crate::exit::Exit;
use crate::output::{complain, print};
use hecaton_base::Budget;
use hecaton_certify::{Cnf, refute};
use hecaton_host::{finish, plain};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Checkers of other makers: the program, and the line with which it accepts.
const OTHERS: &[(&str, &str)] = &[("lrat-check", "c VERIFIED"), ("cake_lpr", "s VERIFIED UNSAT")];

/// Runs the command.
pub fn run(args: &CertifyArgs) -> Exit {
    match accepted(args) {
        Ok(text) => {
            print(&text);
            Exit::Success
        }
        Err(why) => {
            complain(&format!("error: {}: {why}\n", args.bundle.display()));
            print("REFUSED\n");
            Exit::Input
        }
    }
}

/// What a bundle shows, if there is nothing wrong with it.
fn accepted(args: &CertifyArgs) -> Result<String, String> {
    let folder = &args.bundle;
    let text = read(folder, MANIFEST)?;
    let manifest: Manifest = serde_json::from_slice(&text).map_err(|error| format!("{MANIFEST}: {error}"))?;
    if (manifest.format.as_str(), manifest.version) != (FORMAT, VERSION) {
        let (format, version) = (&manifest.format, manifest.version);
        return Err(format!("{MANIFEST}: the form is {format} {version}, expected is {FORMAT} {VERSION}"));
    }
    structure(&manifest)?;
    sums(folder, &text, &manifest)?;
    let (mut steps, mut skipped) = (0, Vec::new());
    let mut others: Vec<(&str, &str, PathBuf, u64)> = Vec::new();
    for (program, accepts) in OTHERS {
        match hecaton_host::path::program(program.as_ref()) {
            Some(path) if !args.no_others => others.push((program, accepts, path, 0)),
            Some(_) => skipped.push(format!("{program}: not asked (--no-others)")),
            None => skipped.push(format!("{program}: left out, it is not on PATH")),
        }
    }
    for answer in &manifest.answers {
        let plain = check(folder, answer)?;
        steps += answer.steps;
        for (program, accepts, path, count) in others.iter_mut().filter(|_| plain) {
            ask(program, accepts, path, folder, answer)?;
            *count += 1;
        }
    }
    let missing = inputs(&manifest)?;
    let mut out = String::new();
    let _ = writeln!(out, "ACCEPTED  {} refutations with {steps} steps", manifest.answers.len());
    for (program, _, _, count) in others {
        let _ = writeln!(out, "  {program}: accepts {count} of {}", manifest.answers.len());
    }
    for text in skipped {
        let _ = writeln!(out, "  {text}");
    }
    let counted = |word: &str| manifest.properties.iter().filter(|property| property.verdict == word).count();
    let (holds, all) = (counted("holds"), manifest.properties.len());
    let (engine, solver) = (&manifest.engine, &manifest.solver);
    let _ =
        writeln!(out, "  of a run of {engine} with {solver}: {} ({holds} of {all} properties hold)", manifest.result);
    for path in missing {
        let _ = writeln!(out, "  not compared, it is not here: {path}");
    }
    for text in &manifest.not_covered {
        let _ = writeln!(out, "  not covered: {text}");
    }
    Ok(out)
}

fn read(folder: &Path, name: &str) -> Result<Vec<u8>, String> {
    plain::read(&folder.join(name), LARGEST).map_err(|error| format!("{name}: {error}"))
}

/// The list of sums names the manifest, and the files of the manifest with its sums; and the folder has no other files.
fn sums(folder: &Path, text: &[u8], manifest: &Manifest) -> Result<(), String> {
    let list = String::from_utf8(read(folder, SUMS)?).map_err(|_| format!("{SUMS} is no text"))?;
    let mut listed: BTreeMap<&str, &str> = BTreeMap::new();
    for (line, number) in list.lines().zip(1..) {
        let (sum, name) = line.split_once("  ").ok_or_else(|| format!("{SUMS}, line {number}: no sum and name"))?;
        if listed.insert(name, sum).is_some() {
            return Err(format!("{SUMS}, line {number}: {name} is named twice"));
        }
    }
    let own = sum(text);
    let mut expected: BTreeMap<&str, &str> = BTreeMap::from([(MANIFEST, own.as_str())]);
    for answer in &manifest.answers {
        expected.insert(&answer.cnf, &answer.cnf_sha256);
        expected.insert(&answer.lrat, &answer.lrat_sha256);
    }
    if let Some((name, _)) = expected.iter().find(|(name, sum)| listed.get(*name) != Some(*sum)) {
        return Err(format!("{name}: its sum is not the one in {SUMS}"));
    }
    if let Some(name) = listed.keys().find(|name| !expected.contains_key(*name)) {
        return Err(format!("{SUMS} names {name}, which the manifest does not"));
    }
    let names = |path: PathBuf, before: &'static str| -> Result<Vec<String>, String> {
        let entries = std::fs::read_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        entries
            .map(|entry| match entry {
                Ok(entry) => Ok(format!("{before}{}", entry.file_name().to_string_lossy())),
                Err(error) => Err(format!("{}: {error}", path.display())),
            })
            .collect()
    };
    let there = names(folder.to_path_buf(), "")?.into_iter().chain(names(folder.join("answers"), "answers/")?);
    let known = |name: &str| name == SUMS || name == "answers" || expected.contains_key(name);
    match there.into_iter().find(|name| !known(name)) {
        Some(name) => Err(format!("{name} does not belong to the bundle")),
        None => Ok(()),
    }
}

/// The manifest fits together.
fn structure(manifest: &Manifest) -> Result<(), String> {
    for (answer, number) in manifest.answers.iter().zip(1..) {
        let named = (answer.number, answer.cnf.as_str(), answer.lrat.as_str());
        if named != (number, name(number, "cnf").as_str(), name(number, "lrat").as_str()) {
            return Err(format!("{MANIFEST}: answer {number} is called {}, {}, {}", named.0, named.1, named.2));
        }
    }
    let named: BTreeSet<u64> = manifest.properties.iter().flat_map(|property| &property.answers).copied().collect();
    if let Some(number) = named.iter().find(|number| !(1..=manifest.answers.len() as u64).contains(number)) {
        return Err(format!("{MANIFEST}: a property names answer {number}, which is not there"));
    }
    match manifest.answers.iter().find(|answer| answer.serves_all == named.contains(&answer.number)) {
        Some(answer) => {
            Err(format!("{MANIFEST}: answer {} serves all properties, or one names it: not both", answer.number))
        }
        None => Ok(()),
    }
}

/// Whether the files of an answer are those of the manifest, and the refutation is right. Gives whether any checker can take it.
fn check(folder: &Path, answer: &Answer) -> Result<bool, String> {
    let (cnf, lrat) = (read(folder, &answer.cnf)?, read(folder, &answer.lrat)?);
    for (name, bytes, expected) in [(&answer.cnf, &cnf, &answer.cnf_sha256), (&answer.lrat, &lrat, &answer.lrat_sha256)]
    {
        if sum(bytes) != *expected {
            return Err(format!("{name}: its sum is not the one in the manifest"));
        }
    }
    let formula = Cnf::read(&cnf).map_err(|wrong| format!("{}: {wrong}", answer.cnf))?;
    let proof = refute(&formula, &lrat).map_err(|wrong| format!("{}: {wrong}", answer.lrat))?;
    if (formula.len(), proof.steps) != (answer.clauses, answer.steps) {
        let (clauses, steps, number) = (formula.len(), proof.steps, answer.number);
        return Err(format!(
            "{MANIFEST}: answer {number} has {clauses} clauses and {steps} steps, not what is said there"
        ));
    }
    let first = formula.len().checked_sub(answer.assumptions.len());
    let units = |first: usize| {
        answer.assumptions.iter().zip(first..).all(|(lit, index)| formula.clause(index) == std::slice::from_ref(lit))
    };
    if !first.is_some_and(units) {
        return Err(format!("{MANIFEST}: {} does not end in the assumptions of answer {}", answer.cnf, answer.number));
    }
    Ok(proof.plain)
}

/// Asks a checker of another maker.
fn ask(program: &str, accepts: &str, path: &Path, folder: &Path, answer: &Answer) -> Result<(), String> {
    let folder = folder.canonicalize().map_err(|error| error.to_string())?;
    let files = [folder.join(&answer.cnf), folder.join(&answer.lrat)];
    let run = finish(path, &files, &[], &Budget::unlimited());
    let run = run.map_err(|why| format!("{}: {program} could not be run: {why:?}", answer.lrat))?;
    let text = String::from_utf8_lossy(&run.output);
    if run.status.success() && text.lines().any(|line| line.trim() == accepts) {
        return Ok(());
    }
    Err(format!("{}: {program} does not accept what hecaton accepts ({})", answer.lrat, run.status))
}

/// Whether inputs that are still there are the same. Gives those that are not there.
fn inputs(manifest: &Manifest) -> Result<Vec<String>, String> {
    let mut missing = Vec::new();
    for input in &manifest.inputs {
        match (plain::read(Path::new(&input.path), LARGEST), &input.sha256) {
            (Ok(bytes), Some(expected)) if sum(&bytes) != *expected => {
                return Err(format!("{}: it is not the file that was checked", input.path));
            }
            (Ok(_), Some(_)) => {}
            (Err(_), _) | (_, None) => missing.push(input.path.clone()),
        }
    }
    Ok(missing)
}
