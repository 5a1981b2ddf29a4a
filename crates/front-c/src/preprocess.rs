//! From a file name to a syntax tree: `.i` files are read as they are, everything else goes through `cc -E`.
//!
//! For ILP32 the compiler is asked with `-m32`. Where the 32-bit headers are not installed, which is common, the
//! 64-bit ones are used with the macros of `-m32`: the headers decide by those macros alone. A compiler that knows no
//! `-m32` is told the macros one by one.

use crate::ast::{Sources, Unit};
use crate::diag::{Diag, Severity};
use crate::lex::{Dialect, Markers};
use crate::parse;
use hecaton_ir::{DataModel, File, FileId, Span};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How to read C files.
#[derive(Clone, Debug)]
pub struct Options {
    /// `-I`, in order.
    pub include: Vec<PathBuf>,
    /// `-D`, as `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// `-U`.
    pub undefine: Vec<String>,
    /// `-std`, without the option: `c11`, `gnu17`, `c23`.
    pub std: Option<String>,
    /// Further arguments.
    pub args: Vec<String>,
    /// The sizes of the target.
    pub target: DataModel,
    /// What line markers in `.i` files do; in the output of the preprocessor they are always followed.
    pub markers: Markers,
}

impl Options {
    /// Whether the language is C23 or later.
    pub fn c23(&self) -> bool {
        self.std.as_deref().is_some_and(is_c23)
    }
}

/// Whether the name of a standard is that of C23 or later.
pub(crate) fn is_c23(std: &str) -> bool {
    let year = std.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    year.starts_with("23") || year.starts_with("2x") || year.starts_with("2y") || year.starts_with("9899:202")
}

/// Reads, preprocesses and parses a file.
pub fn load(path: &Path, options: &Options, sources: &mut Sources) -> Result<Unit, Vec<Diag>> {
    let bytes = read(path).map_err(|diag| vec![diag])?;
    let name = path.display().to_string();
    let text = String::from_utf8_lossy(&bytes);
    let file = sources.files.push(File { name, text: Some(text.into()), library: false });
    let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let preprocessed = path.extension().is_some_and(|extension| extension == "i");
    if preprocessed {
        let dialect = Dialect { c23: options.c23(), markers: options.markers };
        return parse::parse(&bytes, file, &folder, dialect, sources);
    }
    if let Some(at) = bytes.iter().position(|b| *b == 0) {
        return Err(vec![Diag::error(place_of(&bytes, at, file), "a zero byte: this is not C source")]);
    }
    drop(bytes);
    let output = preprocess(path, file, options, sources)?;
    let dialect = Dialect { c23: options.c23(), markers: Markers::Follow };
    parse::parse(&output, file, &folder, dialect, sources)
}

fn read(path: &Path) -> Result<Vec<u8>, Diag> {
    if path.is_dir() {
        return Err(Diag::error_nowhere(format!("`{}` is a directory, not a C file", path.display())));
    }
    std::fs::read(path).map_err(|error| Diag::error_nowhere(format!("cannot read `{}`: {error}", path.display())))
}

fn place_of(bytes: &[u8], at: usize, file: FileId) -> Span {
    let line = bytes[..at].iter().filter(|b| **b == b'\n').count() as u32 + 1;
    let start = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
    Span { file, line, col: (at - start) as u32 + 1, len: 1 }
}

/// What the compiler said.
enum Run {
    Output(Vec<u8>),
    Failed(String),
}

fn preprocess(path: &Path, file: FileId, options: &Options, sources: &mut Sources) -> Result<Vec<u8>, Vec<Diag>> {
    let compiler = Compiler::find(std::env::var("CC").ok())?;
    let failure = match options.target {
        DataModel::Lp64 => match compiler.run(path, options, &[])? {
            Run::Output(output) => return Ok(output),
            Run::Failed(message) => message,
        },
        DataModel::Ilp32 => match compiler.run_narrow(path, options)? {
            Run::Output(output) => return Ok(output),
            Run::Failed(message) => message,
        },
    };
    Err(messages(&failure, file, sources))
}

struct Compiler {
    program: String,
    args: Vec<String>,
}

impl Compiler {
    /// The chosen one (`$CC`), which may have arguments; else `cc`, else `gcc`.
    fn find(chosen: Option<String>) -> Result<Self, Vec<Diag>> {
        let chosen = chosen.filter(|cc| !cc.trim().is_empty());
        let candidates = match &chosen {
            Some(cc) => vec![cc.clone()],
            None => vec!["cc".to_string(), "gcc".to_string()],
        };
        for candidate in &candidates {
            let mut words = candidate.split_whitespace().map(String::from);
            let Some(program) = words.next() else { continue };
            let compiler = Compiler { program, args: words.collect() };
            if compiler.command().arg("--version").output().is_ok() {
                return Ok(compiler);
            }
        }
        let message = format!("no C compiler to preprocess with: tried {}", candidates.join(", "));
        let help = if chosen.is_some() {
            "the environment variable CC names it"
        } else {
            "install gcc, set the environment variable CC, or pass a preprocessed .i file"
        };
        Err(vec![Diag::error_nowhere(message).help(help)])
    }
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).env("LC_ALL", "C");
        command
    }

    fn run(&self, path: &Path, options: &Options, extra: &[String]) -> Result<Run, Vec<Diag>> {
        let mut command = self.command();
        // Without `__NO_CTYPE` the headers of glibc look characters up in tables, whose content C does not fix.
        command.args(["-E", "-w", "-x", "c", "-D__HECATON__=1", "-D__NO_CTYPE"]).args(extra);
        if let Some(std) = &options.std {
            // Compilers from before the final standard know it by its working name.
            let old_name = std.replace("c23", "c2x").replace("gnu23", "gnu2x");
            command.arg(format!("-std={old_name}"));
        }
        options.include.iter().for_each(|folder| {
            command.arg("-I").arg(folder);
        });
        options.define.iter().for_each(|define| {
            command.arg(format!("-D{define}"));
        });
        options.undefine.iter().for_each(|name| {
            command.arg(format!("-U{name}"));
        });
        command.args(&options.args);
        // A name that begins with a dash must not be an option.
        let plain = path.as_os_str().to_string_lossy();
        if plain.starts_with('-') {
            command.arg(Path::new(".").join(path));
        } else {
            command.arg(path);
        }
        let output = command.output().map_err(|error| {
            vec![Diag::error_nowhere(format!("cannot run the C compiler `{}`: {error}", self.program))]
        })?;
        if output.status.success() {
            return Ok(Run::Output(output.stdout));
        }
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let message =
            if message.trim().is_empty() { format!("{} ended with {}", self.program, output.status) } else { message };
        Ok(Run::Failed(message))
    }

    /// For ILP32, with whatever headers there are.
    fn run_narrow(&self, path: &Path, options: &Options) -> Result<Run, Vec<Diag>> {
        // Every operation rounds to its own type, unlike on the x87.
        let evaluation = ["-U__FLT_EVAL_METHOD__".to_string(), "-D__FLT_EVAL_METHOD__=0".to_string()];
        let mut flags = vec!["-m32".to_string()];
        flags.extend(evaluation.clone());
        let first = match self.run(path, options, &flags)? {
            Run::Output(output) => return Ok(Run::Output(output)),
            Run::Failed(message) => message,
        };
        let missing = first.contains("No such file") || first.contains("file not found");
        let unknown_option = first.contains("-m32");
        if !missing && !unknown_option {
            return Ok(Run::Failed(first));
        }
        // The 64-bit headers include a list of missing functions for the word size; an empty one is as good.
        let stubs = Stubs::new();
        if unknown_option {
            flags = narrow_macros();
            flags.extend(evaluation);
        }
        if let Some(multiarch) = self.multiarch() {
            flags.extend(["-idirafter".to_string(), format!("/usr/include/{multiarch}")]);
        }
        if let Some(stubs) = &stubs {
            flags.extend(["-idirafter".to_string(), stubs.folder.display().to_string()]);
        }
        self.run(path, options, &flags)
    }
    fn multiarch(&self) -> Option<String> {
        let output = self.command().arg("-print-multiarch").output().ok()?;
        let name = String::from_utf8(output.stdout).ok()?.trim().to_string();
        (output.status.success() && !name.is_empty()).then_some(name)
    }
}

/// A folder with an empty `gnu/stubs-32.h`, for as long as it is needed.
struct Stubs {
    folder: PathBuf,
}

impl Stubs {
    fn new() -> Option<Self> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("hecaton-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join("gnu")).ok()?;
        let stubs = Stubs { folder };
        std::fs::write(stubs.folder.join("gnu/stubs-32.h"), "").ok()?;
        Some(stubs)
    }
}

impl Drop for Stubs {
    fn drop(&mut self) {
        // A folder that stays behind in the temporary directory harms nobody.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What `-m32` would define differently.
fn narrow_macros() -> Vec<String> {
    let undefined = ["__x86_64__", "__x86_64", "__amd64__", "__amd64", "__LP64__", "_LP64", "__SIZEOF_INT128__"];
    let defined = [
        ("__i386__", "1"),
        ("__i386", "1"),
        ("__ILP32__", "1"),
        ("_ILP32", "1"),
        ("__SIZEOF_POINTER__", "4"),
        ("__SIZEOF_LONG__", "4"),
        ("__SIZEOF_SIZE_T__", "4"),
        ("__SIZEOF_PTRDIFF_T__", "4"),
        ("__SIZEOF_LONG_DOUBLE__", "12"),
        ("__LONG_MAX__", "0x7fffffffL"),
        ("__LONG_WIDTH__", "32"),
        ("__SIZE_TYPE__", "unsigned int"),
        ("__SIZE_MAX__", "0xffffffffU"),
        ("__SIZE_WIDTH__", "32"),
        ("__PTRDIFF_TYPE__", "int"),
        ("__PTRDIFF_MAX__", "0x7fffffff"),
        ("__PTRDIFF_WIDTH__", "32"),
        ("__INTPTR_TYPE__", "int"),
        ("__INTPTR_MAX__", "0x7fffffff"),
        ("__INTPTR_WIDTH__", "32"),
        ("__UINTPTR_TYPE__", "unsigned int"),
        ("__UINTPTR_MAX__", "0xffffffffU"),
        ("__WCHAR_TYPE__", "long int"),
        ("__WCHAR_MAX__", "0x7fffffffL"),
        ("__WCHAR_MIN__", "(-__WCHAR_MAX__ - 1)"),
        ("__INT64_TYPE__", "long long int"),
        ("__UINT64_TYPE__", "long long unsigned int"),
        ("__INT64_MAX__", "0x7fffffffffffffffLL"),
        ("__UINT64_MAX__", "0xffffffffffffffffULL"),
        ("__INT64_C(c)", "c ## LL"),
        ("__UINT64_C(c)", "c ## ULL"),
        ("__INTMAX_TYPE__", "long long int"),
        ("__UINTMAX_TYPE__", "long long unsigned int"),
        ("__INTMAX_MAX__", "0x7fffffffffffffffLL"),
        ("__UINTMAX_MAX__", "0xffffffffffffffffULL"),
        ("__INTMAX_C(c)", "c ## LL"),
        ("__UINTMAX_C(c)", "c ## ULL"),
        ("__INT_LEAST64_TYPE__", "long long int"),
        ("__UINT_LEAST64_TYPE__", "long long unsigned int"),
        ("__INT_FAST16_TYPE__", "int"),
        ("__UINT_FAST16_TYPE__", "unsigned int"),
        ("__INT_FAST16_MAX__", "0x7fffffff"),
        ("__UINT_FAST16_MAX__", "0xffffffffU"),
        ("__INT_FAST32_TYPE__", "int"),
        ("__UINT_FAST32_TYPE__", "unsigned int"),
        ("__INT_FAST32_MAX__", "0x7fffffff"),
        ("__UINT_FAST32_MAX__", "0xffffffffU"),
        ("__INT_FAST64_TYPE__", "long long int"),
        ("__UINT_FAST64_TYPE__", "long long unsigned int"),
    ];
    let undefined = undefined.iter().map(|name| format!("-U{name}"));
    let names = defined.iter().map(|(name, _)| name.split('(').next().unwrap_or(name));
    let cleared: Vec<String> = names.map(|name| format!("-U{name}")).collect();
    undefined.chain(cleared).chain(defined.iter().map(|(name, value)| format!("-D{name}={value}"))).collect()
}

/// The compiler's complaints as messages: lines of the form `file:line:col: error: text`.
fn messages(output: &str, file: FileId, sources: &mut Sources) -> Vec<Diag> {
    let mut diags = Vec::new();
    for line in output.lines() {
        let found = [": fatal error: ", ": error: "].iter().find_map(|mark| line.split_once(mark));
        let Some((place, message)) = found else { continue };
        let span = place_in(place, file, sources);
        let mut diag = Diag::error_nowhere(message.trim());
        diag.span = span;
        if let Some(header) =
            message.strip_suffix(": No such file or directory").or(message.strip_suffix(" file not found"))
        {
            diag.message =
                format!("the header `{}` is not found", header.trim_matches(|c| matches!(c, '\'' | '"' | '<' | '>')));
            diag.help = Some("pass the folder that holds it with -I".into());
        }
        diags.push(diag);
    }
    if diags.is_empty() {
        let first = output.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
        diags.push(Diag::error_nowhere(format!("the C preprocessor failed: {}", first.trim())));
    }
    debug_assert!(diags.iter().all(|diag| diag.severity == Severity::Error));
    diags
}

fn place_in(place: &str, main: FileId, sources: &mut Sources) -> Option<Span> {
    // `file:line:col`, or `file:line` where the compiler has no column.
    let (rest, last) = place.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let with_column = rest.rsplit_once(':').and_then(|(name, line)| Some((name, line.parse().ok()?)));
    let (name, line, col): (&str, u32, u32) = match with_column {
        Some((name, line)) => (name, line, last),
        None => (rest, last, 1),
    };
    let known = if sources.files[main].name == name {
        Some(main)
    } else {
        sources.files.iter().find(|(_, file)| file.name == name).map(|(id, _)| id)
    };
    let file = known.unwrap_or_else(|| {
        let text = std::fs::read(name).ok().map(|bytes| String::from_utf8_lossy(&bytes).into());
        sources.files.push(File { name: name.to_string(), text, library: false })
    });
    Some(Span { file, line, col, len: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_compiler_is_named() {
        let Err(diags) = Compiler::find(Some("/no/such/compiler -Wall".into())) else { panic!("found") };
        assert_eq!(diags[0].message, "no C compiler to preprocess with: tried /no/such/compiler -Wall");
        assert!(diags[0].help.as_ref().is_some_and(|help| help.contains("CC")));
        assert!(Compiler::find(Some(" ".into())).is_ok(), "an empty choice is none");
    }

    #[test]
    fn complaints_have_places() {
        let mut sources = Sources::default();
        let file = sources.files.push(File { name: "a.c".into(), text: None, library: false });
        let output = "In file included from a.c:3:\nb.h:4:10: fatal error: x.h: No such file or directory\n    4 | \n\
                      a.c:7:2: error: #error \"no\"\ncompilation terminated.\n";
        let found = messages(output, file, &mut sources);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].message, "the header `x.h` is not found");
        let place = found[0].span.expect("a place");
        assert_eq!((sources.files[place.file].name.as_str(), place.line, place.col), ("b.h", 4, 10));
        assert_eq!(found[1].message, "#error \"no\"");
        assert_eq!(found[1].span, Some(Span { file, line: 7, col: 2, len: 1 }));
        let odd = messages("\ncc: internal trouble\n", file, &mut sources);
        assert_eq!(odd[0].message, "the C preprocessor failed: cc: internal trouble");
    }

    #[test]
    fn standards() {
        let options = |std: &str| Options {
            include: Vec::new(),
            define: Vec::new(),
            undefine: Vec::new(),
            std: Some(std.into()),
            args: Vec::new(),
            target: DataModel::Lp64,
            markers: Markers::Follow,
        };
        for (std, c23) in
            [("c23", true), ("gnu23", true), ("c2x", true), ("gnu2y", true), ("c11", false), ("gnu17", false)]
        {
            assert_eq!(options(std).c23(), c23, "{std}");
        }
    }

    /// The macros that stand in for `-m32` make the 64-bit headers of this system usable.
    #[test]
    fn narrow_macros_are_consistent() {
        let flags = narrow_macros();
        for flag in &flags {
            let name = flag[2..].split(['=', '(']).next().unwrap_or_default();
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{flag}");
            assert!(flag.starts_with("-D") || flag.starts_with("-U"), "{flag}");
        }
        assert!(flags.contains(&"-D__SIZE_TYPE__=unsigned int".to_string()));
    }
}
