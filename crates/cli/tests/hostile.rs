//! Projects that attack whoever checks them: no command runs because a project says so, no other file is shown, and nothing
//! that was started stays behind. `docs/security.md` says what is trusted and what is not.
//!
//! The attacks go through the tool itself. That they are attacks is tested too: the same words, given to the compiler as
//! they are, do run the command (`the_words_would_run_a_command_if_a_compiler_got_them`).

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use run::{code, hecaton, stderr, stdout};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = "int main(void) { return 0; }\n";

/// A folder with a hostile project. Its programs write a file named `ran`.
struct Project {
    folder: PathBuf,
}

impl Project {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("evil")).expect("a folder");
        let project = Project { folder };
        let script = format!("#!/bin/sh\necho \"$0 $@\" >> '{}'\nexit 1\n", project.ran().display());
        // What a compiler's driver starts, what stands for one, and what tools look for.
        for name in ["cc1", "cpp", "as", "collect2", "cc", "gcc", "clang", "z3", "cvc5", "yices-smt2", "bitwuzla"] {
            let file = project.write(&format!("evil/{name}"), &script);
            std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).expect("executable");
        }
        project.write("a.c", PROGRAM);
        project.write("evil.rsp", "-B./evil/\n");
        project.write("wrap.rsp", "-wrapper ./evil/cc1\n");
        project.write("evil.specs", "*cpp:\n./evil/cc1\n\n*invoke_as:\n./evil/cc1\n");
        project
    }
    fn ran(&self) -> PathBuf {
        self.folder.join("ran")
    }
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path
    }
    /// Everything in it.
    fn content(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let all = hecaton_testkit::workspace::files(&self.folder).into_iter();
        all.map(|path| (path.clone(), std::fs::read(path).unwrap_or_default())).collect()
    }
    fn has_run(&self) -> Option<String> {
        std::fs::read_to_string(self.ran()).ok()
    }
    fn database(&self, words: &[&str]) {
        let entry = serde_json::json!([{ "directory": ".", "file": "a.c", "arguments": words }]);
        self.write("compile_commands.json", &entry.to_string());
    }
    /// A run in the folder of the project.
    fn check(&self, args: &[&str]) -> std::process::Output {
        hecaton(&[&["check", "--timeout", "20s"], args].concat()).current_dir(&self.folder).output().expect("started")
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Words of compile commands, each an attack of its own.
const WORDS: &[&[&str]] = &[
    &["cc", "-D", "", "-imacros", "-B./evil/", "-c", "a.c"],
    &["cc", "-U", "", "-include", "-B./evil/", "-c", "a.c"],
    &["cc", "-include@evil.rsp", "-c", "a.c"],
    &["cc", "-include", "@evil.rsp", "-c", "a.c"],
    &["cc", "-imacros@evil.rsp", "-c", "a.c"],
    &["cc", "-imacros", "@evil.rsp", "-c", "a.c"],
    &["cc", "-I@evil.rsp", "-c", "a.c"],
    &["cc", "-I", "@evil.rsp", "-c", "a.c"],
    &["cc", "-isystem", "@evil.rsp", "-c", "a.c"],
    &["cc", "-idirafter@evil.rsp", "-c", "a.c"],
    &["cc", "-iquote", "@evil.rsp", "-c", "a.c"],
    &["cc", "-D@evil.rsp", "-c", "a.c"],
    &["cc", "-D", "@evil.rsp", "-c", "a.c"],
    &["cc", "-U@evil.rsp", "-c", "a.c"],
    &["cc", "-D-B./evil/", "-c", "a.c"],
    &["cc", "-std=@evil.rsp", "-c", "a.c"],
    &["cc", "-std=c11 -B./evil/", "-c", "a.c"],
    &["cc", "--sysroot=@evil.rsp", "-c", "a.c"],
    &["cc", "-B./evil/", "-c", "a.c"],
    &["cc", "-B", "./evil/", "-c", "a.c"],
    &["cc", "--prefix=./evil/", "-c", "a.c"],
    &["cc", "-specs=evil.specs", "-c", "a.c"],
    &["cc", "--specs=evil.specs", "-c", "a.c"],
    &["cc", "-wrapper", "./evil/cc1", "-c", "a.c"],
    &["cc", "@evil.rsp", "-c", "a.c"],
    &["cc", "@wrap.rsp", "-c", "a.c"],
    &["cc", "-Xpreprocessor", "-B./evil/", "-c", "a.c"],
    &["cc", "-Wp,-B./evil/", "-c", "a.c"],
    &["cc", "-no-integrated-cpp", "-B./evil/", "-c", "a.c"],
    &["cc", "-fplugin=./evil/cc1", "-c", "a.c"],
    &["cc", "-fuse-ld=./evil/cc1", "-c", "a.c"],
    &["cc", "-O2@evil.rsp", "-c", "a.c"],
    &["cc", "-march=@evil.rsp", "-c", "a.c"],
    &["cc", "-save-temps", "-B./evil/", "-c", "a.c"],
    &["./evil/cc", "-c", "a.c"],
    &["evil/gcc", "-c", "a.c"],
    &["cc", "-o", "@evil.rsp", "-c", "a.c"],
    &["cc", "-MF", "@evil.rsp", "-c", "a.c"],
    &["cc", "-x", "@evil.rsp", "-c", "a.c"],
    // Options of the preprocessor in those of the driver.
    &["cc", "-Wp,@evil.rsp", "-c", "a.c"],
    &["cc", "-Wp,-MD,written", "-c", "a.c"],
    &["cc", "-Wp,-DX,-B./evil/", "-c", "a.c"],
    &["cc", "-Xpreprocessor", "@evil.rsp", "-c", "a.c"],
    &["cc", "-Xpreprocessor", "-o", "-Xpreprocessor", "written", "-c", "a.c"],
    &["cc", "-Wa,@evil.rsp", "-Wl,@evil.rsp", "-c", "a.c"],
    // Where a compiler looks for its parts, and what it loads.
    &["cc", "-fplugin", "./evil/cc1", "-fplugin-arg-x-y=z", "-c", "a.c"],
    &["cc", "-iplugindir=./evil", "-fplugin=cc1", "-c", "a.c"],
    &["cc", "-Xclang", "-load", "-Xclang", "./evil/cc1", "-c", "a.c"],
    &["cc", "-fpass-plugin=./evil/cc1", "-c", "a.c"],
    &["cc", "--sysroot=./evil", "-isysroot", "./evil", "-c", "a.c"],
    &["cc", "--sysroot", "-B./evil/", "-c", "a.c"],
    &["cc", "-iprefix", "./evil/", "-iwithprefix", "@evil.rsp", "-c", "a.c"],
    &["cc", "--gcc-toolchain=./evil", "-resource-dir=./evil", "-c", "a.c"],
    &["cc", "--config=evil.rsp", "-c", "a.c"],
    &["cc", "-ccc-install-dir", "./evil", "-c", "a.c"],
    &["cc", "-cc1", "-load", "./evil/cc1", "a.c"],
    &["cc", "-fuse-linker-plugin", "-flto", "-fwpa", "-B./evil/", "-c", "a.c"],
    &["cc", "-pipe", "-no-canonical-prefixes", "-B./evil/", "-c", "a.c"],
    &["cc", "-march=native -B./evil/", "-c", "a.c"],
    &["cc", "-I", "", "-B./evil/", "-c", "a.c"],
    &["cc", "-I-", "-B./evil/", "-c", "a.c"],
    // Other languages.
    &["cc", "-x", "c", "-B./evil/", "-c", "a.c"],
    &["cc", "-x", "assembler-with-cpp", "-B./evil/", "-c", "a.c"],
    &["cc", "-xc++", "-B./evil/", "-c", "a.c"],
    // Files that are written.
    &["cc", "-o", "a.c", "-c", "a.c"],
    &["cc", "-o", "written", "-c", "a.c"],
    &["cc", "-MD", "-MF", "written", "-c", "a.c"],
    &["cc", "-MD", "-MFa.c", "-c", "a.c"],
    &["cc", "-MMD", "-MP", "-MT", "written", "-c", "a.c"],
    &["cc", "-MJ", "written", "-c", "a.c"],
    &["cc", "-save-temps=cwd", "-c", "a.c"],
    &["cc", "-dumpdir", "written/", "-dumpbase", "written", "-fdump-tree-all", "-c", "a.c"],
    &["cc", "-fdump-rtl-all=written", "-da", "-c", "a.c"],
    &["cc", "-fcallgraph-info", "-fstack-usage", "-ftest-coverage", "--coverage", "-c", "a.c"],
    &["cc", "-aux-info", "written", "-c", "a.c"],
    &["cc", "-fdiagnostics-format=sarif-file", "-c", "a.c"],
    &["cc", "-fsave-optimization-record", "-ftime-report", "-c", "a.c"],
    &["cc", "-fprofile-generate=written", "-fprofile-use=@evil.rsp", "-c", "a.c"],
    &["cc", "--serialize-diagnostics", "written", "-c", "a.c"],
    &["cc", "-dependency-file", "written", "-c", "a.c"],
    // What is read that nobody writes.
    &["cc", "-include", "/dev/stdin", "-c", "a.c"],
    &["cc", "-imacros", "/dev/fd/0", "-c", "a.c"],
    &["cc", "-c", "-"],
];

/// Whole entries of a database, each an attack of its own: commands that a shell would take for several, folders and files with
/// strange names, and keys that no program should follow.
const ENTRIES: &[&str] = &[
    r#"{ "directory": ".", "file": "a.c", "command": "cc @evil.rsp -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc '@evil.rsp' -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc \"@evil.rsp\" -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc \\@evil.rsp -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc $(./evil/cc1) -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc `./evil/cc1` -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "./evil/cc1; cc -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc -c a.c && ./evil/cc1" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc -c a.c | ./evil/cc1" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc -c a.c > written" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc -c a.c\n./evil/cc1" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc \\\n@evil.rsp -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc -DX='1\n-B./evil/' -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc -D X=1\t-B./evil/ -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc -DX=\"$(./evil/cc1)\" -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "CC=./evil/cc cc -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "env PATH=./evil cc -c a.c" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "sh -c ./evil/cc1" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc -c a.c", "compiler": "./evil/cc", "CC": "./evil/cc" }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc -c a.c", "env": { "PATH": "./evil" }, "environment": ["CC=./evil/cc"] }"#,
    r#"{ "directory": ".", "file": "a.c", "command": "cc -c a.c", "output": "a.c" }"#,
    r#"{ "directory": "@evil.rsp", "file": "../a.c", "command": "cc -I . -c ../a.c" }"#,
    r#"{ "directory": "-B.", "file": "../a.c", "command": "cc -I evil -c ../a.c" }"#,
    r#"{ "directory": "$(./evil/cc1)", "file": "../a.c", "command": "cc -c a.c" }"#,
    r#"{ "directory": "evil\n-B./evil/", "file": "../a.c", "command": "cc -I . -c a.c" }"#,
    r#"{ "directory": "/proc/self/cwd/evil", "file": "../a.c", "command": "cc -I . -include cc1 -c a.c" }"#,
    r#"{ "directory": ".", "file": "@evil.rsp\n.c", "command": "cc -c a.c" }"#,
    r#"{ "directory": ".", "file": "-B./evil/.c", "command": "cc -c a.c" }"#,
];

/// Tasks, each an attack of its own.
const TASKS: &[&str] = &[
    "input_files: '@evil.rsp'\n",
    "input_files: '@evil.c'\n",
    "input_files: ['a.c', '-B./evil/']\n",
    "input_files: 'a.c -B./evil/'\n",
    "input_files: \"a.c\\n-B./evil/\"\n",
    "input_files: '$(./evil/cc1)'\n",
    "input_files: '|./evil/cc1'\n",
    "input_files: !!python/object/apply:os.system ['./evil/cc1']\n",
    "input_files: 'a.c'\nproperties:\n  - property_file: '|./evil/cc1'\n",
    "input_files: 'a.c'\noptions:\n  compiler: ./evil/cc\n  additional_args: -B./evil/\n  data_model: '-B./evil/'\n",
    "required_files: evil.rsp\ninput_files: 'a.c'\noptions:\n  data_model: ILP32 -B./evil/\n",
];

/// What an attack has done: run a command, written a file, or made the run end in another way than with a verdict or an error.
fn damage(project: &Project, args: &[&str]) -> Option<String> {
    let before = project.content();
    let output = project.check(args);
    let after = project.content();
    if let Some(what) = project.has_run() {
        return Some(format!("ran {what}"));
    }
    if before != after {
        let names = |content: &BTreeMap<PathBuf, Vec<u8>>| content.keys().cloned().collect::<Vec<_>>();
        return Some(format!("changed files: before {:?}, after {:?}", names(&before), names(&after)));
    }
    (!matches!(output.status.code(), Some(0..=2))).then(|| format!("{:?}\n{}", output.status, stderr(&output)))
}

#[test]
fn no_command_of_a_compile_database_runs() {
    let mut complaints = Vec::new();
    for (number, words) in WORDS.iter().enumerate() {
        let project = Project::new(&format!("words{number}"));
        project.database(words);
        let done = damage(&project, &["--compdb", "compile_commands.json"]);
        complaints.extend(done.map(|what| format!("{words:?} {what}")));
    }
    for (number, entry) in ENTRIES.iter().enumerate() {
        let project = Project::new(&format!("entry{number}"));
        let text = format!("[{entry}]");
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{entry}");
        project.write("compile_commands.json", &text);
        let done = damage(&project, &["--compdb", "."]);
        complaints.extend(done.map(|what| format!("{entry} {what}")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn no_command_of_a_task_runs() {
    let mut complaints = Vec::new();
    for (number, text) in TASKS.iter().enumerate() {
        let project = Project::new(&format!("task{number}"));
        project.write("task.yml", &format!("format_version: '2.0'\n{text}"));
        let done = damage(&project, &["task.yml"]);
        complaints.extend(done.map(|what| format!("{text:?} {what}")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Standard input is ours: the compiler does not read it, be it a terminal.
#[test]
fn no_compiler_reads_our_standard_input() {
    let project = Project::new("stdin");
    project.database(&["cc", "-include", "/dev/stdin", "-c", "a.c"]);
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    std::io::Write::write_all(&mut writer, b"#error it was read\n").expect("written");
    let start = Instant::now();
    let mut command = hecaton(&["check", "--timeout", "20s", "--compdb", "compile_commands.json"]);
    let output = command.current_dir(&project.folder).stdin(reader).output().expect("started");
    let said = stdout(&output) + &stderr(&output);
    assert!(!said.contains("it was read"), "{said}");
    assert!(matches!(code(&output), 0 | 2) && start.elapsed() < Duration::from_secs(10), "{said}");
    drop(writer);
}

#[test]
fn no_command_runs_because_of_the_name_of_a_file() {
    for (number, name) in ["@evil.c", "-Bevil.c", "-wrapper.c", "@evil.i", "-B.c"].iter().enumerate() {
        let project = Project::new(&format!("name{number}"));
        project.write(name, &format!("-B./evil/\n{PROGRAM}"));
        // The compiler would take the content of a file named like this for options.
        project.write(&name.replace('@', ""), "-B./evil/\n");
        let _ = project.check(&["--", name]);
        assert_eq!(project.has_run(), None, "{name} on the command line");
        let task = format!("format_version: '2.0'\ninput_files: '{name}'\nproperties: []\n");
        let _ = project.check(&[&project.write("task.yml", &task).display().to_string()]);
        assert_eq!(project.has_run(), None, "{name} in a task");
        let entry = serde_json::json!([{ "directory": ".", "file": name, "command": format!("cc -c '{name}'") }]);
        project.write("compile_commands.json", &entry.to_string());
        let _ = project.check(&["--compdb", "."]);
        assert_eq!(project.has_run(), None, "{name} in a database");
    }
    // GCC would read the options in `a.c`; a name with a dash is as good as others.
    let project = Project::new("at");
    project.write("@a.c", PROGRAM);
    project.write("-a.c", PROGRAM);
    let refused = project.check(&["@a.c"]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("cannot be given to a compiler"), "{}", stderr(&refused));
    assert_eq!(code(&project.check(&["--", "-a.c"])), 0);
}

#[test]
fn options_of_the_command_line_have_values_of_their_kind() {
    let project = Project::new("options");
    for args in [
        &["-D", "", "a.c"][..],
        &["-D", "@evil.rsp", "a.c"],
        &["-U", "", "a.c"],
        &["-U", "-B./evil/", "a.c"],
        &["-I", "", "a.c"],
        &["--std", "@evil.rsp", "a.c"],
        &["--std", "c11 -B./evil/", "a.c"],
    ] {
        let output = project.check(args);
        assert_eq!(code(&output), 1, "{args:?}: {}", stderr(&output));
        assert_eq!(project.has_run(), None, "{args:?}");
    }
    let output = project.check(&["-I", "@evil.rsp", "-D", "F(x)=x", "a.c"]);
    assert_eq!((code(&output), project.has_run()), (0, None), "{}", stderr(&output));
}

#[test]
fn a_program_of_the_project_is_not_taken_for_the_compiler_or_a_solver() {
    let project = Project::new("path");
    let own = std::env::var("PATH").unwrap_or_default();
    for (path, args) in [
        (format!("evil:{own}"), &["a.c"][..]),
        (format!("./evil:{own}"), &["a.c"]),
        (format!("evil:{own}"), &["--solver", "z3", "a.c"]),
    ] {
        let mut command = hecaton(&[&["check"], args].concat());
        let output =
            command.current_dir(&project.folder).env("PATH", &path).env_remove("CC").output().expect("started");
        assert_eq!(project.has_run(), None, "PATH={path} {args:?}: {}", stderr(&output));
    }
    // An empty entry means the current folder.
    let mut command = hecaton(&["check", "../a.c"]);
    command.current_dir(project.folder.join("evil")).env("PATH", format!(":{own}")).env_remove("CC");
    assert_eq!(code(&command.output().expect("started")), 0);
    assert_eq!(project.has_run(), None);
}

/// A judge of the attacks: some of the words run the command when a compiler gets them as they are.
#[test]
fn the_words_would_run_a_command_if_a_compiler_got_them() {
    let mut attacks = 0;
    for (number, words) in WORDS.iter().enumerate() {
        let project = Project::new(&format!("judge{number}"));
        let status = Command::new("gcc")
            .arg("-E")
            .args(&words[1..])
            .current_dir(&project.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("gcc runs");
        attacks += u32::from(!status.success() && project.has_run().is_some());
    }
    assert!(attacks >= 5, "only {attacks} of the attacks are any");
}

#[test]
fn a_message_shows_no_file_that_was_not_read() {
    let project = Project::new("secret");
    let secret = project.write("secret.txt", "the secret line\n").display().to_string();
    let fifo = project.folder.join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo runs").success());
    for (number, named) in [secret.as_str(), "secret.txt", "/etc/passwd", "/dev/zero", "fifo", "."].iter().enumerate() {
        for (extension, marker) in [("c", "#line"), ("c", "#"), ("i", "#")] {
            for body in ["int main(void) { return x }", "int main(void) { int a[2]; return a[2]; }", "#error no"] {
                let text = format!("{marker} 1 \"{named}\"\n{body}\n");
                let name = format!("line{number}.{extension}");
                project.write(&name, &text);
                let start = Instant::now();
                let output = project.check(&[&name]);
                let said = stdout(&output) + &stderr(&output);
                assert!(!said.contains("the secret line") && !said.contains("root:"), "{marker} {named}: {said}");
                assert!(start.elapsed() < Duration::from_secs(15), "{marker} {named} takes too long");
            }
        }
    }
    // What was included is shown, with the place.
    project.write("b.h", "int f(void) { return y; }\n");
    project.write("b.c", "#include \"b.h\"\nint main(void) { return f(); }\n");
    let message = stderr(&project.check(&["b.c"]));
    assert!(message.contains("b.h:1") && message.contains("int f(void) { return y; }"), "{message}");
}

#[test]
fn what_is_no_plain_file_is_refused() {
    let project = Project::new("special");
    assert!(Command::new("mkfifo").arg(project.folder.join("fifo.c")).status().expect("mkfifo runs").success());
    std::os::unix::fs::symlink("/dev/zero", project.folder.join("zero.c")).expect("a link");
    std::os::unix::fs::symlink("/dev/zero", project.folder.join("zero.yml")).expect("a link");
    std::os::unix::fs::symlink("/dev/zero", project.folder.join("zero.hir")).expect("a link");
    std::os::unix::fs::symlink("/dev/zero", project.folder.join("zero.prp")).expect("a link");
    std::fs::create_dir(project.folder.join("folder.c")).expect("a folder");
    project.database(&["cc", "@zero.c", "-c", "a.c"]);
    for (args, what) in [
        (&["fifo.c"][..], "a FIFO"),
        (&["zero.c"], "a device"),
        (&["zero.yml"], "a device"),
        (&["zero.hir"], "a device"),
        (&["-p", "zero.prp", "a.c"], "a device"),
        (&["folder.c"], "a directory"),
        (&["--compdb", "compile_commands.json"], "a device"),
    ] {
        let output = project.check(args);
        assert_eq!(code(&output), 2, "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(what), "{args:?}: {}", stderr(&output));
    }
}

/// Processes whose arguments name the folder of the project.
fn left_in(folder: &Path) -> Vec<String> {
    let name = folder.display().to_string();
    let line = |entry: std::fs::DirEntry| std::fs::read(entry.path().join("cmdline")).ok();
    let lines = std::fs::read_dir("/proc").expect("processes").flatten().filter_map(line);
    let texts = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    texts.filter(|text| text.contains(&name)).collect()
}

/// Waits until nothing is left, for a while.
fn all_gone(folder: &Path) {
    let start = Instant::now();
    loop {
        let left = left_in(folder);
        if left.is_empty() {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(5), "still there: {left:#?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_compiler_that_does_not_end_goes_with_us() {
    let project = Project::new("endless");
    let program = project.write("zero.c", "#include \"/dev/zero\"\n").display().to_string();
    let fifo = project.folder.join("fifo.h");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo runs").success());
    let waiting = project.write("wait.c", "#include \"fifo.h\"\n").display().to_string();

    // A limit of memory: what the compiler uses counts.
    let start = Instant::now();
    let output = hecaton(&["check", "--timeout", "60s", "--memory", "200MiB", &program]).output().expect("started");
    let message = stderr(&output);
    assert!(message.contains("memory limit reached while the program was read"), "{message}");
    assert_eq!(code(&output), 5);
    assert!(start.elapsed() < Duration::from_secs(30));
    all_gone(&project.folder);

    // A limit of time.
    let start = Instant::now();
    let output = hecaton(&["check", "--timeout", "500ms", &waiting]).output().expect("started");
    assert!(stderr(&output).contains("time limit reached while the program was read"), "{}", stderr(&output));
    assert_eq!(code(&output), 5);
    assert!(start.elapsed() < Duration::from_secs(10));
    all_gone(&project.folder);

    // Signals, and our own death, which we cannot even notice.
    for signal in hecaton_testkit::heeded(&["INT", "TERM", "HUP", "KILL"]) {
        let mut process = hecaton(&["check", &waiting]).stderr(Stdio::piped()).spawn().expect("started");
        let start = Instant::now();
        // The command itself names the program, and so do the guard, the driver and the compiler.
        while left_in(&project.folder).len() < 3 {
            assert!(start.elapsed() < Duration::from_secs(10), "the compiler does not start");
            std::thread::sleep(Duration::from_millis(5));
        }
        let sent = Command::new("kill").args(["-s", signal, &process.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        let status = process.wait().expect("it ends");
        assert_eq!(status.code(), (signal != "KILL").then_some(130), "SIG{signal}");
        all_gone(&project.folder);
    }
}

#[test]
fn an_output_that_cannot_be_written_has_a_code_of_its_own() {
    let project = Project::new("outputs");
    project.write("b.c", "int main(void) { int a[2] = {0}; for (int i = 0; i < 2; i++) { a[i] = i; } return a[1]; }\n");
    project.write("w.yml", "as it was\n");
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the full device");
    for args in [
        &["check", "b.c"][..],
        &["check", "--format", "json", "b.c"],
        &["check", "--format", "jsonl", "b.c"],
        &["ir", "b.c"],
        &["models"],
    ] {
        let mut command = hecaton(args);
        let output = command.current_dir(&project.folder).stdout(full()).output().expect("started");
        assert_eq!(code(&output), 7, "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("cannot write standard output"), "{args:?}: {}", stderr(&output));
    }
    // What is there and no plain file, what is read, and what has no folder, is refused before the run.
    for (option, file, what) in [
        ("--witness", "/dev/full", "no plain file"),
        ("--witness", "b.c", "is an input"),
        ("--witness", "no/such/folder/w.yml", "there is no folder"),
        ("--chrome-trace", "/dev/null", "no plain file"),
        ("--chrome-trace", ".", "no plain file"),
        ("--chrome-trace", "./b.c", "is an input"),
    ] {
        let output = project.check(&[option, file, "b.c"]);
        assert_eq!(code(&output), 1, "{option} {file}: {}", stderr(&output));
        assert!(stderr(&output).contains(what), "{option} {file}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{option} {file}: it ran");
    }
    // A file that does not fit (`ulimit -f`) leaves the old one as it was, and nothing half-written.
    let limited = format!("ulimit -f 1; exec '{}' check --witness w.yml b.c", env!("CARGO_BIN_EXE_hecaton"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &limited]).current_dir(&project.folder).env("HECATON_CACHE", "off");
    let output = shell.output().expect("started");
    assert_eq!(code(&output), 7, "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(project.folder.join("w.yml")).expect("it is there"), "as it was\n");
    let parts = std::fs::read_dir(&project.folder).expect("a folder").flatten();
    assert_eq!(parts.filter(|entry| entry.file_name().to_string_lossy().contains("part")).count(), 0);
    let output = project.check(&["--witness", "w.yml", "b.c"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(std::fs::read_to_string(project.folder.join("w.yml")).expect("it is there").contains("invariant_set"));
}

#[test]
fn nothing_in_a_program_reaches_the_terminal_but_text() {
    let project = Project::new("terminal");
    let name = "a\u{1b}]0;owned\u{7}b\u{202e}.c";
    project.write(
        name,
        "extern void __CPROVER_assert(_Bool, const char *);\nint main(void) { int x; \
                         __CPROVER_assert(x == 1, \"\u{1b}[2J\u{1b}[8mhidden\"); /* \u{1b}[2J */ return 0 }\n",
    );
    for (args, file) in [(&["--color", "always"][..], name), (&["--color", "never"], name)] {
        let output = project.check(&[args, &[file]].concat());
        let said = stdout(&output) + &stderr(&output);
        let wrong = ["\u{1b}]", "\u{1b}[2J", "\u{1b}[8m", "\u{7}", "\u{202e}"];
        assert!(wrong.iter().all(|wrong| !said.contains(wrong)), "{args:?}: {}", said.escape_debug());
        assert!(said.contains("<U+001B>]0;owned"), "{args:?}: {}", said.escape_debug());
    }
}
