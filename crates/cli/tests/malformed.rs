//! Files that were something once: programs, text forms, tasks, properties and compile databases that are cut, flipped, shuffled
//! and blown up, from a fixed seed. Whatever comes of them, the process ends in time with a documented exit code, and says where
//! it stopped reading. (`garbage.rs` has what was never anything.)

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_testkit::random::Random;
use hecaton_testkit::workspace::files;
use run::{hecaton, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The limit of every run, and how long it takes at most: the limit, the moment to stop, and a busy machine.
const LIMIT: &str = "2s";
const LONGEST: Duration = Duration::from_secs(10);
/// Runs at the same time.
const WORKERS: usize = 2;
/// How often a text is changed to make another.
const CHANGES: u64 = 3;

const GOOD: &str = "int main(void) { return 0; }\n";
const TASK: &str = "format_version: '2.0'\n# a task\ninput_files: 'good.c'\nproperties:\n  - property_file: good.prp\n    \
    expected_verdict: true\noptions:\n  language: C\n  data_model: LP64\n";
const PROPERTIES: [&str; 4] = [
    "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
    "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n",
    "CHECK( init(main()), LTL(G ! overflow) )\n",
    "CHECK( init(main()), LTL(G ! data-race) )\n",
];
const DATABASE: &str = "[\n  { \"directory\": \".\", \"file\": \"good.c\", \"command\": \"cc -DN=3 -I include -std=c11 -O2 \\\"-DT=a b\\\" -c good.c -o good.o\" },\n  \
    { \"directory\": \"sub\", \"file\": \"../good.c\", \"arguments\": [\"cc\", \"-U\", \"N\", \"-include\", \"good.h\", \"-m64\", \"-c\", \"../good.c\"] }\n]\n";

/// What is put into a text that does not have it.
const ODD: [&[u8]; 26] = [
    b"\0",
    b"\xff\xfe",
    b"\xc0\x80",
    b"\xe2\x80\xae",
    b"99999999999999999999999999999999999999999999",
    b"-170141183460469231731687303715884105729",
    b"0x",
    b"1e999999999",
    b"\"",
    b"'",
    b"\\",
    b"\\\n",
    b"/*",
    b"*/",
    b"{",
    b"}",
    b"(((((((((((((((((((((((((((((((((",
    b"[",
    b"]",
    b":",
    b"&*x",
    b"\r\n\r",
    b"\n# 4294967296 \"x\" 9\n",
    b"%s%n",
    b"@",
    b"\x1b[2J",
];

/// A family: what the file is called, what to give on the command line, and the texts to start from.
struct Family {
    extension: &'static str,
    seed: u64,
    cases: usize,
    texts: Vec<Vec<u8>>,
}

/// A text as words and what is between them.
fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let kind = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => 0,
        b' ' | b'\t' => 1,
        _ => 2,
    };
    let mut words: Vec<Vec<u8>> = Vec::new();
    for byte in text {
        match words.last_mut() {
            Some(word) if kind(*byte) < 2 && kind(word[0]) == kind(*byte) => word.push(*byte),
            _ => words.push(vec![*byte]),
        }
    }
    words
}

/// Changes a text in one way.
fn change(text: &[u8], random: &mut Random) -> Vec<u8> {
    let below = |random: &mut Random, n: usize| random.below(n.max(1) as u64) as usize;
    let mut text = text.to_vec();
    let mut words = words(&text);
    let (one, two) = (below(random, words.len()), below(random, words.len()));
    match random.below(12) {
        0 => text.truncate(below(random, text.len())),
        1 => {
            for _ in 0..=random.below(4) {
                let at = below(random, text.len());
                text.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8));
            }
        }
        2 | 3 if !words.is_empty() => {
            words.remove(one);
            text = words.concat();
        }
        4 if !words.is_empty() => {
            words.insert(two, words[one].clone());
            text = words.concat();
        }
        5 | 6 if !words.is_empty() => {
            words.swap(one, two);
            text = words.concat();
        }
        7 | 8 => {
            let odd = ODD[below(random, ODD.len())];
            words.insert(one, odd.to_vec());
            text = words.concat();
        }
        9 if !words.is_empty() => {
            // Deep, long or both.
            let times = [50, 3_000, 60_000][below(random, 3)];
            words[one] = words[one].repeat(times.min(400_000 / words[one].len()));
            text = words.concat();
        }
        10 => {
            let numbers: Vec<usize> = (0..words.len()).filter(|at| words[*at][0].is_ascii_digit()).collect();
            if let Some(at) = numbers.get(below(random, numbers.len())) {
                words[*at] = [&b"4294967295"[..], b"9223372036854775808", b"0", b"65536"][below(random, 4)].to_vec();
            }
            text = words.concat();
        }
        _ if !words.is_empty() => {
            let (from, to) = (one.min(two), one.max(two));
            let part = words[from..to].concat();
            text = [words[..to].concat(), part, words[to..].concat()].concat();
        }
        _ => {}
    }
    text
}

fn texts(folder: &str, extension: &str, plain: bool) -> Vec<Vec<u8>> {
    let is_one = |path: &PathBuf| path.extension().is_some_and(|e| e == extension);
    let read = |path: PathBuf| std::fs::read(path).expect("a file");
    let all = files(&hecaton_testkit::root().join(folder)).into_iter().filter(is_one).map(read);
    let texts: Vec<Vec<u8>> = all.filter(|text| !plain || !text.contains(&b'#')).collect();
    assert!(!texts.is_empty(), "{folder}");
    texts
}

/// The folder of a case, with what it may name.
fn folder(family: &Family, case: usize) -> PathBuf {
    let name = format!("malformed-{}-{}-{case}", std::process::id(), family.extension);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(folder.join("sub")).expect("a folder");
    for (name, text) in [("good.c", GOOD), ("good.h", "\n"), ("good.prp", PROPERTIES[0])] {
        std::fs::write(folder.join(name), text).expect("written");
    }
    folder
}

/// Runs a case; gives what is wrong with how it ends.
fn complaint(family: &Family, case: usize) -> Option<String> {
    let mut random = Random((family.seed << 20) + case as u64 + 1);
    // The first numbers of neighbouring seeds are alike.
    (0..8).for_each(|_| _ = random.below(2));
    let mut text = family.texts[random.below(family.texts.len() as u64) as usize].clone();
    for _ in 0..=random.below(CHANGES) {
        text = change(&text, &mut random);
    }
    let folder = folder(family, case);
    let name = format!("case.{}", family.extension);
    let name = if family.extension == "json" { "compile_commands.json" } else { &name };
    std::fs::write(folder.join(name), &text).expect("written");
    let asked: &[&str] = match family.extension {
        "prp" => &["-p", name, "good.c"],
        "json" => &["--compdb", name],
        _ => &[name],
    };
    let limits =
        ["check", "--timeout", LIMIT, "--memory", "1GiB", "--engine", "bmc", "--unwind", "2", "--no-induction"];
    let begun = Instant::now();
    let output = hecaton(&[&limits[..], asked].concat()).current_dir(&folder).output().expect("started");
    let time = begun.elapsed();
    let (said, found) = (stderr(&output), stdout(&output));
    let what = match output.status.code() {
        _ if time > LONGEST => format!("it takes {time:?}"),
        Some(0 | 5 | 10) => return removed(&folder),
        // Read, but not supported.
        Some(2) if found.contains("UNKNOWN") => return removed(&folder),
        Some(1 | 2) if !said.starts_with("error") && !said.contains("\nerror") => "there is no error".to_owned(),
        Some(1 | 2) if !found.is_empty() => "there is something on standard output".to_owned(),
        Some(1 | 2) if said.contains("internal error") || said.contains("panicked") => "a defect".to_owned(),
        Some(1 | 2) if said.len() > 20_000 => format!("the message has {} bytes", said.len()),
        Some(1 | 2) if !has_place(&said, name) && !is_about_a_whole(&said) => "there is no place".to_owned(),
        Some(1 | 2) => return removed(&folder),
        _ => format!("{:?}", output.status),
    };
    Some(format!("{}: {what}\n{}{}", folder.join(name).display(), shortened(&said), shortened(&found)))
}

fn shortened(text: &str) -> String {
    text.chars().take(600).collect()
}

fn removed(folder: &Path) -> Option<String> {
    let _ = std::fs::remove_dir_all(folder);
    None
}

/// Whether a message says where: a line of the file, or one of a file that it reads.
fn has_place(said: &str, name: &str) -> bool {
    let line = |text: &str, after: &str| {
        let rest = |at: usize| text[at + after.len()..].strip_prefix(':').unwrap_or_default();
        text.match_indices(after).any(|(at, _)| rest(at).starts_with(|c: char| c.is_ascii_digit()))
    };
    line(said, name) || said.lines().any(|text| text.trim_start().starts_with("-->") && line(text, ".h"))
}

/// Whether what is wrong is on no line: the program has no beginning, a type or a global of it that is named does not fit, or
/// another file is not there.
fn is_about_a_whole(said: &str) -> bool {
    let texts = [
        "there is no function `",
        "; the compiler names no line)",
        "is not well formed: ",
        "cannot read `",
        "File name too long",
        "`: expected a .c, .i, .hir or .yml file",
    ];
    texts.iter().any(|text| said.contains(text))
}

fn run_family(mut family: Family) {
    if let Some(cases) = std::env::var("HECATON_CASES").ok().and_then(|cases| cases.parse().ok()) {
        family.cases = cases;
    }
    let family = &family;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if case >= family.cases {
                return wrong;
            }
            wrong.extend(complaint(family, case));
        }
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), family.cases, wrong.join("\n"));
}

#[test]
fn malformed_programs_are_refused_where_they_go_wrong() {
    run_family(Family { extension: "c", seed: 1, cases: 90, texts: texts("tests/tasks", "c", false) });
    run_family(Family { extension: "i", seed: 2, cases: 110, texts: texts("tests/tasks", "c", true) });
}

#[test]
fn malformed_text_forms_are_refused_where_they_go_wrong() {
    run_family(Family { extension: "hir", seed: 3, cases: 70, texts: texts("crates/ir/tests", "hir", false) });
}

#[test]
fn malformed_tasks_are_refused_where_they_go_wrong() {
    run_family(Family { extension: "yml", seed: 4, cases: 60, texts: vec![TASK.into()] });
}

#[test]
fn malformed_properties_are_refused_where_they_go_wrong() {
    let texts = PROPERTIES.iter().map(|text| text.as_bytes().to_vec()).collect();
    run_family(Family { extension: "prp", seed: 5, cases: 50, texts });
}

#[test]
fn malformed_databases_are_refused_where_they_go_wrong() {
    run_family(Family { extension: "json", seed: 6, cases: 70, texts: vec![DATABASE.into()] });
}
