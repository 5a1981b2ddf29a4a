//! What the documents show is what the program prints: every ```` ```console ```` block of README.md and docs/ is run, and its output
//! compared. Times, memory, the bound that a time limit allows, and the length of proofs are masked. Engines race, so that another run may
//! find another way to a violation: the steps of traces are not compared. Links lead somewhere, and the book lists every page.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_testkit::workspace::{files, root};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The documents that a user reads.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md")];
    documents
        .extend(files(&root().join("docs")).into_iter().filter(|path| path.extension().is_some_and(|e| e == "md")));
    documents
}

/// A command with what it is shown to print.
struct Shown {
    place: String,
    command: String,
    output: String,
}

fn console_blocks(path: &Path) -> Vec<Shown> {
    let text = std::fs::read_to_string(path).expect("a document is text");
    let mut shown = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line != "```console" {
            continue;
        }
        let place = format!("{}:{}", path.strip_prefix(root()).unwrap_or(path).display(), number + 2);
        let block: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        let command = block[0].strip_prefix("$ hecaton ").unwrap_or_else(|| panic!("{place}: no command of hecaton"));
        shown.push(Shown { place, command: command.into(), output: block[1..].join("\n") });
    }
    shown
}

/// Replaces the numbers that differ from run to run by what they measure, and leaves out the steps of traces.
fn masked(text: &str) -> String {
    let measures = [" s", " MiB", " iterations", " unsatisfiable answers", " steps"];
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let number: usize =
            rest[at..].chars().take_while(|c| c.is_ascii_digit() || *c == '.').map(char::len_utf8).sum();
        let behind = &rest[at + number..];
        let is_measure = measures.iter().any(|measure| {
            let end = behind.strip_prefix(measure).map(|after| after.chars().next());
            end.is_some_and(|next| !next.is_some_and(char::is_alphanumeric))
        });
        out.push_str(&rest[..at]);
        out.push_str(if is_measure { "#" } else { &rest[at..at + number] });
        rest = behind;
    }
    out.push_str(rest);
    // A step of a trace is indented and begins with its line, or stands for steps that are left out.
    let is_step = |line: &&str| {
        let text = line.trim_start();
        text.len() + 4 < line.len() && text.starts_with(|c: char| c.is_ascii_digit() || c == '…' || c == 't')
    };
    let kept: Vec<&str> = out.lines().filter(|line| !is_step(line)).map(str::trim_end).collect();
    kept.join("\n").trim().to_owned()
}

/// What a command prints, both streams in their order, in a folder that has the examples.
fn printed(folder: &Path, command: &str) -> String {
    let path = folder.join("printed");
    let both = File::create(&path).expect("a file for the output");
    let copy = both.try_clone().expect("a second handle");
    let arguments: Vec<&str> = command.split_whitespace().collect();
    let mut run = run::hecaton(&arguments);
    run.current_dir(folder).stdout(Stdio::from(both)).stderr(Stdio::from(copy));
    run.status().expect("the program can be started");
    std::fs::read_to_string(&path).expect("output is UTF-8")
}

#[test]
fn documents_show_what_the_program_prints() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("documents-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("examples")).expect("a folder for the test");
    for example in files(&root().join("examples")) {
        let name = example.file_name().expect("a file has a name");
        std::fs::copy(&example, folder.join("examples").join(name)).expect("an example can be copied");
    }
    let blocks: Vec<Shown> = documents().iter().flat_map(|path| console_blocks(path)).collect();
    assert!(blocks.len() >= 6, "only {} console blocks", blocks.len());
    let mut wrong = Vec::new();
    for Shown { place, command, output } in blocks {
        let printed = printed(&folder, &command);
        if masked(&printed) != masked(&output) {
            wrong.push(format!("{place}: `hecaton {command}` prints\n{printed}"));
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn numbers_that_differ_are_masked_and_no_others() {
    assert_eq!(masked("0.01 s, 20 MiB, 3 steps\n12 secure  "), "# s, # MiB, # steps\n12 secure");
    assert_eq!(masked("a.c:10:3 up to 1024 iterations."), "a.c:10:3 up to # iterations.");
    assert_eq!(masked("10 |   f();\n     26  i = 0\n         … the same 5 steps …\n  a.c"), "10 |   f();\n  a.c");
}

/// The targets of the links of a Markdown text, those to other sites left out.
fn links(text: &str) -> Vec<String> {
    let prose: Vec<&str> = text.split("```").step_by(2).collect();
    let prose = prose.join("");
    let targets = prose.match_indices("](").filter_map(|(at, _)| prose[at + 2..].split(')').next());
    targets.filter(|target| !target.contains("://")).map(str::to_owned).collect()
}

#[test]
fn links_lead_somewhere_and_the_book_lists_every_page() {
    let mut wrong = Vec::new();
    let mut texts = documents();
    texts.extend(["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)));
    for path in &texts {
        let text = std::fs::read_to_string(path).expect("a document is text");
        let folder = path.parent().expect("a file is in a folder");
        for link in links(&text) {
            let (file, _) = link.split_once('#').unwrap_or((&link, ""));
            if !file.is_empty() && !folder.join(file).exists() {
                wrong.push(format!("{}: {link} leads nowhere", path.display()));
            }
        }
    }
    let book = root().join("docs");
    let summary = std::fs::read_to_string(book.join("SUMMARY.md")).expect("the book has a summary");
    let listed = links(&summary);
    for page in documents().iter().filter_map(|path| path.strip_prefix(&book).ok()) {
        let name = page.display().to_string();
        if name != "SUMMARY.md" && !listed.contains(&name) {
            wrong.push(format!("docs/SUMMARY.md does not list {name}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
