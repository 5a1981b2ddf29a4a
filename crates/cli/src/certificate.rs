//! Certificates: what the report says of them, and the bundle of `--certificate DIR`, which can be checked again.
//!
//! A bundle is a folder: for each unsatisfiable answer of the SAT solver a formula (`answers/000001.cnf`, DIMACS) and its refutation
//! (`answers/000001.lrat`, LRAT), which any checker of these formats accepts; `manifest.json`, which says what the answers are for;
//! and `SHA256SUMS`, as `sha256sum -c` reads it. It is made beside its place and moved there when it is whole.

use crate::report::{Known, Report};
use hecaton_certify::{Entry, Pair, Store, Totals};
use hecaton_host::plain;
use hecaton_ir::{Program, PropId};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The name of a bundle's manifest.
pub const MANIFEST: &str = "manifest.json";
/// The name of its list of checksums.
pub const SUMS: &str = "SHA256SUMS";
/// What a manifest says that it is.
pub const FORMAT: &str = "hecaton-certificate";
/// The version of the form.
pub const VERSION: u32 = 1;
/// Files up to this size are summed up and checked.
pub const LARGEST: u64 = 2 << 30;
/// A file takes at least so much of a disk.
const LEAST: u64 = 4096;

/// What a certificate of this kind does not cover, whatever the program.
const NOT_COVERED: &[&str] = &[
    "how the program becomes formulas: reading C, symbolic execution, rewriting of terms, bit-blasting",
    "how engines conclude from answers: unwinding to the end, induction, the fixpoint of `bam`",
];

/// What the report says.
#[derive(Clone, Debug, Serialize)]
pub struct Certification {
    /// The proof of every unsatisfiable answer that a solver gave in this run was checked, and is right.
    pub certified: bool,
    /// How many these are.
    pub answers: u64,
    /// Clauses that the checker was given.
    pub clauses: u64,
    /// Derived clauses that it checked.
    pub steps: u64,
    /// How long that took, in all workers together.
    pub seconds: f64,
    /// Unsatisfiable answers that needed no SAT solver.
    pub without_solver: u64,
    /// Unsatisfiable answers of solvers that give no proof.
    pub uncertified: BTreeMap<&'static str, u64>,
    /// What is not covered, in words.
    pub not_covered: Vec<String>,
    /// Where the bundle is.
    pub bundle: Option<String>,
    /// A defect was noticed: nothing counts.
    #[serde(skip)]
    defect: bool,
}

impl Certification {
    /// What to say of a run, in which a defect was noticed or not.
    pub fn new(totals: &Totals, defect: bool) -> Self {
        let mut not_covered: Vec<String> = NOT_COVERED.iter().map(|text| (*text).to_owned()).collect();
        let without = match totals.without_solver {
            0 => String::new(),
            1 => " (1 question)".to_owned(),
            count => format!(" ({count} questions)"),
        };
        not_covered.push(format!("answers that needed no SAT solver{without}"));
        for (name, count) in &totals.unproved {
            let answers = if *count == 1 { "answer" } else { "answers" };
            not_covered.push(format!("{count} unsatisfiable {answers} of {name}, which gives no proof"));
        }
        Certification {
            certified: !defect && totals.unproved.is_empty(),
            answers: totals.certified,
            clauses: totals.work.given,
            steps: totals.work.steps,
            seconds: (totals.time.as_secs_f64() * 1000.0).round() / 1000.0,
            without_solver: totals.without_solver,
            uncertified: totals.unproved.clone(),
            not_covered,
            bundle: None,
            defect,
        }
    }
    /// For a person: a title, and lines under it.
    pub fn lines(&self) -> (&'static str, Vec<String>) {
        let title = match (self.certified, self.answers) {
            (true, 0) => "nothing to certify",
            (true, _) => "certified",
            (false, 1..) if !self.defect => "certified in part",
            (false, _) => "not certified",
        };
        let first = match self.answers {
            0 => "no unsatisfiable answer of the SAT solver".to_owned(),
            count => {
                let answers = if count == 1 { "answer" } else { "answers" };
                let (steps, seconds) = (self.steps, self.seconds);
                format!(
                    "{count} unsatisfiable {answers} of the SAT solver: LRAT proofs checked ({steps} steps, {seconds:.2} s)"
                )
            }
        };
        let mut lines = vec![first];
        lines.extend(self.not_covered.iter().map(|what| format!("not covered: {what}")));
        lines.extend(self.bundle.iter().map(|folder| format!("bundle: {folder}; `hecaton certify` checks it again")));
        (title, lines)
    }
}

/// What a bundle is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The version of the program that wrote it.
    pub tool_version: String,
    /// The engine.
    pub engine: String,
    /// The solvers.
    pub solver: String,
    /// The answer as a whole.
    pub result: String,
    /// The files that were read.
    pub inputs: Vec<Input>,
    /// The sum of the program as `hecaton ir` prints it: what the formulas were made from.
    pub program_sha256: String,
    /// Every property that was asked about.
    pub properties: Vec<Property>,
    /// Every certified answer, in the order in which solvers gave them.
    pub answers: Vec<Answer>,
    /// Unsatisfiable answers that needed no SAT solver.
    pub without_solver: u64,
    /// Unsatisfiable answers of solvers that give no proof.
    pub uncertified: BTreeMap<String, u64>,
    /// What is not covered, in words.
    pub not_covered: Vec<String>,
}

/// A file that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// As it was named.
    pub path: String,
    /// The sum of its content; none if it could not be read a second time.
    pub sha256: Option<String>,
}

/// A property and what its verdict rests on: these answers, those that serve all properties, and with each of them the
/// earlier answers of its solver.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Property {
    /// Its name in the report.
    pub id: String,
    /// What it claims.
    pub text: String,
    /// Where, as file and line.
    pub place: Option<String>,
    /// What is known of it.
    pub verdict: String,
    /// The answers to questions about it.
    pub answers: Vec<u64>,
}

/// An unsatisfiable answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// From 1, without gaps.
    pub number: u64,
    /// Which solver gave it: clauses of its later answers may be lemmas that rest on earlier ones.
    pub solver: u64,
    /// The step of the argument that it was asked for.
    pub purpose: String,
    /// It serves all properties.
    pub serves_all: bool,
    /// The formula.
    pub cnf: String,
    /// Its sum.
    pub cnf_sha256: String,
    /// The refutation.
    pub lrat: String,
    /// Its sum.
    pub lrat_sha256: String,
    /// Clauses of the formula.
    pub clauses: usize,
    /// Steps of the refutation.
    pub steps: usize,
    /// The assumptions of the question that it needs: the last clauses of the formula, each one literal.
    pub assumptions: Vec<i32>,
}

/// The name of a file of an answer in its bundle.
pub fn name(number: u64, ending: &str) -> String {
    format!("answers/{number:06}.{ending}")
}

/// A sum in hexadecimal.
pub fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

type Rows = Arc<Mutex<Vec<(Answer, Vec<u32>)>>>;

fn lock(rows: &Rows) -> MutexGuard<'_, Vec<(Answer, Vec<u32>)>> {
    rows.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A bundle in the making.
pub struct Bundle {
    /// Where it grows.
    part: PathBuf,
    /// Where it is to be.
    to: PathBuf,
    rows: Rows,
}

/// Takes the proofs, as they come.
struct Files {
    folder: PathBuf,
    rows: Rows,
    most: u64,
    left: u64,
}

impl Store for Files {
    fn keep(&mut self, entry: Entry, pair: Pair) -> Result<(), String> {
        let Entry { number, solver, purpose, about } = entry;
        let Pair { cnf, lrat, clauses, steps, assumptions } = pair;
        let size = [&cnf, &lrat].map(|bytes| (bytes.len() as u64).max(LEAST)).iter().sum();
        self.left = self.left.checked_sub(size).ok_or_else(|| {
            let (most, before) = (self.most >> 20, number - 1);
            format!("more than {most} MiB, after {before} answers; --certificate-size allows more")
        })?;
        let names = [name(number, "cnf"), name(number, "lrat")];
        for (name, bytes) in names.iter().zip([&cnf, &lrat]) {
            std::fs::write(self.folder.join(name), bytes).map_err(|error| format!("{name}: {error}"))?;
        }
        let [cnf_name, lrat_name] = names;
        let answer = Answer {
            number,
            solver,
            purpose: purpose.to_owned(),
            serves_all: false,
            cnf: cnf_name,
            cnf_sha256: sum(&cnf),
            lrat: lrat_name,
            lrat_sha256: sum(&lrat),
            clauses,
            steps,
            assumptions,
        };
        lock(&self.rows).push((answer, about));
        Ok(())
    }
}

impl Bundle {
    /// Begins one; its files may take so many bytes. What is there already is not replaced, unless it is an empty folder.
    pub fn begin(to: &Path, most: u64) -> Result<(Self, Box<dyn Store>), String> {
        let shown = to.display();
        if let Ok(mut there) = std::fs::read_dir(to) {
            if there.next().is_some() {
                return Err(format!("`{shown}` is there and not empty: it is not replaced"));
            }
        } else if to.symlink_metadata().is_ok() {
            return Err(format!("`{shown}` is there and no folder: it is not replaced"));
        }
        let file_name = to.file_name().ok_or_else(|| format!("`{shown}` is no name for a folder"))?;
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let part = parent.join(format!(".{}.{}.part", file_name.to_string_lossy(), std::process::id()));
        let made = std::fs::create_dir(&part).and_then(|()| std::fs::create_dir(part.join("answers")));
        made.map_err(|error| format!("`{}`: {error}", part.display()))?;
        let rows = Rows::default();
        let files = Files { folder: part.clone(), rows: rows.clone(), most, left: most };
        Ok((Bundle { part, to: to.to_path_buf(), rows }, Box::new(files)))
    }
    /// Where it is to be, for a message.
    pub fn place(&self) -> String {
        self.to.display().to_string()
    }
    /// Completes it. Whoever gives proofs has stopped.
    pub fn finish(
        self,
        report: &Report,
        program: &Program,
        names: &BTreeMap<PropId, String>,
        certification: &Certification,
    ) -> Result<(), String> {
        let rows = std::mem::take(&mut *lock(&self.rows));
        let manifest = manifest(report, program, names, certification, rows);
        // Strings, numbers and lists only: nothing that could fail.
        let mut text = serde_json::to_string(&manifest).map_err(|error| error.to_string())?;
        text.push('\n');
        let mut sums = format!("{}  {MANIFEST}\n", sum(text.as_bytes()));
        for answer in &manifest.answers {
            let _ = writeln!(sums, "{}  {}", answer.cnf_sha256, answer.cnf);
            let _ = writeln!(sums, "{}  {}", answer.lrat_sha256, answer.lrat);
        }
        let written = std::fs::write(self.part.join(MANIFEST), text)
            .and_then(|()| std::fs::write(self.part.join(SUMS), sums))
            .and_then(|()| std::fs::rename(&self.part, &self.to));
        written.map_err(|error| format!("`{}`: {error}", self.to.display()))
    }
}

impl Drop for Bundle {
    fn drop(&mut self) {
        // Once it is complete it is no longer there.
        let _ = std::fs::remove_dir_all(&self.part);
    }
}

fn manifest(
    report: &Report,
    program: &Program,
    names: &BTreeMap<PropId, String>,
    certification: &Certification,
    rows: Vec<(Answer, Vec<u32>)>,
) -> Manifest {
    use hecaton_base::Id as _;
    let numbers: BTreeMap<&str, u32> = names.iter().map(|(id, name)| (name.as_str(), id.index() as u32)).collect();
    let mut asked: BTreeMap<u32, BTreeSet<u64>> = BTreeMap::new();
    for (answer, about) in &rows {
        for property in about {
            asked.entry(*property).or_default().insert(answer.number);
        }
    }
    let property = |property: &crate::report::Property| Property {
        id: property.id.clone(),
        text: property.text.clone(),
        place: property.place.as_ref().map(|place| format!("{}:{}", place.file, place.line)),
        verdict: word(property.verdict),
        answers: numbers
            .get(property.id.as_str())
            .and_then(|number| asked.get(number))
            .into_iter()
            .flatten()
            .copied()
            .collect(),
    };
    let properties: Vec<Property> = report.properties.iter().map(property).collect();
    let named: BTreeSet<u64> = properties.iter().flat_map(|property| &property.answers).copied().collect();
    let answers = rows.into_iter().map(|(answer, _)| Answer { serves_all: !named.contains(&answer.number), ..answer });
    let files = program.files.values().filter(|file| !file.library && file.text.is_some()).map(|file| &file.name);
    let paths: BTreeSet<&String> = report.inputs.iter().chain(files).collect();
    let input = |path: &String| Input {
        path: path.clone(),
        sha256: plain::read(Path::new(path), LARGEST).ok().map(|bytes| sum(&bytes)),
    };
    Manifest {
        format: FORMAT.into(),
        version: VERSION,
        tool_version: report.tool_version.into(),
        engine: report.engine.clone(),
        solver: report.solver.clone(),
        result: report.result.word().into(),
        inputs: paths.into_iter().map(input).collect(),
        program_sha256: sum(hecaton_ir::text::print(program).as_bytes()),
        properties,
        answers: answers.collect(),
        without_solver: certification.without_solver,
        uncertified: certification.uncertified.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect(),
        not_covered: certification.not_covered.clone(),
    }
}

fn word(verdict: Known) -> String {
    let word = match verdict {
        Known::Violated => "violated",
        Known::Unknown => "unknown",
        Known::Bounded => "bounded",
        Known::Holds => "holds",
    };
    word.into()
}
