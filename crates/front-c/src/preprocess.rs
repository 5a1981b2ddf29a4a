//! From a file name to a syntax tree: `.i` files are read as they are, everything else goes through `cc -E`.
//!
//! For ILP32 the compiler is asked with `-m32`. Where the 32-bit headers are not installed, which is common, the
//! 64-bit ones are used with the macros of `-m32`: the headers decide by those macros alone. A compiler that knows no
//! `-m32` is told the macros one by one.

mod dependencies;
mod setting;

pub use setting::{Before, Define, Flag, Name, Search, Setting, standard};

use crate::ast::{Sources, Unit, without_dot};
use crate::diag::{Diag, Severity};
use crate::lex::{Dialect, Markers};
use crate::parse;
use hecaton_base::{Budget, Stop};
use hecaton_host::child::{Failed, finish};
use hecaton_host::path::{argument, program};
use hecaton_host::{Folder, plain};
use hecaton_ir::{DataModel, File, FileId, Span};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How to read C files.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the preprocessor is told, in order.
    pub settings: Vec<Setting>,
    /// `-std`, without the option: `c11`, `gnu17`, `c23`.
    pub std: Option<String>,
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

/// Why there is no syntax tree.
#[derive(Debug)]
pub enum Unread {
    /// The file cannot be used.
    Wrong(Vec<Diag>),
    /// A limit was reached.
    Stopped(Stop),
}

impl From<Diag> for Unread {
    fn from(diag: Diag) -> Self {
        Unread::Wrong(vec![diag])
    }
}

impl From<Stop> for Unread {
    fn from(stop: Stop) -> Self {
        Unread::Stopped(stop)
    }
}

/// Reads, preprocesses and parses a file.
pub fn load(path: &Path, options: &Options, sources: &mut Sources, budget: &Budget) -> Result<Unit, Unread> {
    let bytes = read(path, budget)?;
    let name = path.display().to_string();
    let text = String::from_utf8_lossy(&bytes);
    let file = sources.files.push(File { name, text: Some(text.into()), library: false });
    let preprocessed = path.extension().is_some_and(|extension| extension == "i");
    if preprocessed {
        let dialect = Dialect { c23: options.c23(), markers: options.markers };
        return parse::parse(&bytes, file, dialect, sources).map_err(Unread::Wrong);
    }
    // The driver of GCC hands the name on without the folder before it, as an argument, and what then begins with `@` is
    // taken for a file with further arguments.
    if path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"@")) {
        let message = format!("`{}`: a name with `@` at its start cannot be given to a compiler", path.display());
        return Err(Diag::error_nowhere(message).help("rename the file, or pass it preprocessed, as .i").into());
    }
    if let Some(at) = bytes.iter().position(|b| *b == 0) {
        return Err(Diag::error(place_of(&bytes, at, file), "a zero byte: this is not C source").into());
    }
    drop(bytes);
    let output = preprocess(path, file, options, sources, budget)?;
    let dialect = Dialect { c23: options.c23(), markers: Markers::Follow };
    parse::parse(&output, file, dialect, sources).map_err(Unread::Wrong)
}

/// A file is kept as bytes and as text, and tokens and trees are made of it.
const COPIES: u64 = 4;

fn read(path: &Path, budget: &Budget) -> Result<Vec<u8>, Unread> {
    budget.poll()?;
    let wrong = |error: std::io::Error| Diag::error_nowhere(format!("cannot read `{}`: {error}", path.display()));
    match budget.bytes_left() {
        Some(left) => plain::read(path, left / COPIES).map_err(|error| match error.kind() {
            std::io::ErrorKind::FileTooLarge => Unread::Stopped(Stop::Memory),
            _ => wrong(error).into(),
        }),
        None => plain::read(path, u64::MAX).map_err(|error| wrong(error).into()),
    }
}

fn place_of(bytes: &[u8], at: usize, file: FileId) -> Span {
    let line = bytes[..at].iter().filter(|b| **b == b'\n').count() as u32 + 1;
    let start = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
    Span { file, line, col: (at - start) as u32 + 1, len: 1 }
}

/// What the compiler said.
enum Outcome {
    Output(Vec<u8>),
    Failed(String),
}

fn preprocess(
    path: &Path,
    file: FileId,
    options: &Options,
    sources: &mut Sources,
    budget: &Budget,
) -> Result<Vec<u8>, Unread> {
    let compiler = Compiler::find(std::env::var("CC").ok())?;
    let run = match options.target {
        DataModel::Lp64 => compiler.run(path, options, &[], budget)?,
        DataModel::Ilp32 => compiler.run_narrow(path, options, budget)?,
    };
    // Messages show lines of these files, and of no others that a `#line` may name.
    sources.included.extend(run.included.iter().map(|name| without_dot(name).to_owned()));
    match run.outcome {
        Outcome::Output(output) => Ok(output),
        Outcome::Failed(message) => Err(Unread::Wrong(messages(&message, file, sources))),
    }
}

/// A run of the compiler.
struct Run {
    outcome: Outcome,
    /// The files that it has read.
    included: Vec<String>,
}

struct Compiler {
    program: PathBuf,
    args: Vec<String>,
}

impl Compiler {
    /// The chosen one (`$CC`), which may have arguments; else `cc`, else `gcc`.
    fn find(chosen: Option<String>) -> Result<Self, Diag> {
        let chosen = chosen.filter(|cc| !cc.trim().is_empty());
        let candidates = match &chosen {
            Some(cc) => vec![cc.clone()],
            None => vec!["cc".to_string(), "gcc".to_string()],
        };
        for candidate in &candidates {
            let mut words = candidate.split_whitespace().map(String::from);
            if let Some(program) = words.next().and_then(|name| program(name.as_ref())) {
                return Ok(Compiler { program, args: words.collect() });
            }
        }
        let message = format!("no C compiler to preprocess with: tried {}", candidates.join(", "));
        let help = if chosen.is_some() {
            "the environment variable CC names it"
        } else {
            "install gcc, set the environment variable CC, or pass a preprocessed .i file"
        };
        Err(Diag::error_nowhere(message).help(help))
    }

    /// Whether this is GCC, by the name of what is behind all links.
    fn is_gcc(&self) -> bool {
        let file = std::fs::canonicalize(&self.program).ok();
        file.and_then(|file| Some(file.file_name()?.to_string_lossy().contains("gcc"))).unwrap_or(false)
    }

    /// Asks the compiler, within the budget.
    fn ask(&self, args: Vec<OsString>, budget: &Budget) -> Result<hecaton_host::Finished, Unread> {
        let args: Vec<OsString> = self.args.iter().map(OsString::from).chain(args).collect();
        finish(&self.program, &args, &[("LC_ALL", "C")], budget).map_err(|failed| match failed {
            Failed::Stopped(stop) => Unread::Stopped(stop),
            Failed::Start(error) => {
                let program = self.program.display();
                Diag::error_nowhere(format!("cannot run the C compiler `{program}`: {error}")).into()
            }
        })
    }

    fn run(&self, path: &Path, options: &Options, extra: &[Setting], budget: &Budget) -> Result<Run, Unread> {
        let folder = Folder::new()
            .map_err(|error| Diag::error_nowhere(format!("cannot make a folder for temporary files: {error}")))?;
        let list = folder.path().join("included");
        // Without `__NO_CTYPE` the headers of glibc look characters up in tables, whose content C does not fix.
        let mut args: Vec<OsString> =
            ["-E", "-w", "-x", "c", "-D__HECATON__=1", "-D__NO_CTYPE", "-MD", "-MT", "x", "-MF"]
                .map(OsString::from)
                .into();
        args.push(list.clone().into_os_string());
        if self.is_gcc() {
            // For a column, and to show a line, GCC reads the file that a `#line` names, be it `/dev/zero`.
            args.extend(["-fno-diagnostics-show-caret", "-fno-show-column"].map(OsString::from));
        }
        extra.iter().for_each(|setting| setting.write(&mut args));
        if let Some(std) = &options.std {
            // Compilers from before the final standard know it by its working name.
            let old_name = std.replace("c23", "c2x").replace("gnu23", "gnu2x");
            args.push(format!("-std={old_name}").into());
        }
        options.settings.iter().for_each(|setting| setting.write(&mut args));
        args.push(argument(path).into_os_string());
        let finished = self.ask(args, budget)?;
        let included = dependencies::read(&list);
        included.iter().for_each(|name| plain::note_read(Path::new(name)));
        if finished.status.success() {
            return Ok(Run { outcome: Outcome::Output(finished.output), included });
        }
        let message = String::from_utf8_lossy(&finished.errors).into_owned();
        let message = if message.trim().is_empty() {
            format!("{} ended with {}", self.program.display(), finished.status)
        } else {
            message
        };
        Ok(Run { outcome: Outcome::Failed(message), included })
    }

    /// For ILP32, with whatever headers there are.
    fn run_narrow(&self, path: &Path, options: &Options, budget: &Budget) -> Result<Run, Unread> {
        // Every operation rounds to its own type, unlike on the x87.
        let evaluation = macros(["__FLT_EVAL_METHOD__"], [("__FLT_EVAL_METHOD__", "0")]);
        let mut settings: Vec<Setting> = Flag::parse("-m32").map(Setting::Flag).into_iter().collect();
        settings.extend(evaluation.clone());
        let first = self.run(path, options, &settings, budget)?;
        let Outcome::Failed(message) = &first.outcome else { return Ok(first) };
        let missing = message.contains("No such file") || message.contains("file not found");
        let unknown_option = message.contains("-m32");
        if !missing && !unknown_option {
            return Ok(first);
        }
        if unknown_option {
            settings = narrow_macros();
            settings.extend(evaluation);
        }
        if let Some(multiarch) = self.multiarch(budget)? {
            settings.push(Setting::Folder(Search::Last, Path::new("/usr/include").join(multiarch)));
        }
        // The 64-bit headers include a list of missing functions for the word size; an empty one is as good.
        let stubs = Folder::new().ok().filter(|folder| {
            let gnu = folder.path().join("gnu");
            std::fs::create_dir(&gnu).and_then(|()| std::fs::write(gnu.join("stubs-32.h"), "")).is_ok()
        });
        if let Some(stubs) = &stubs {
            settings.push(Setting::Folder(Search::Last, stubs.path().to_path_buf()));
        }
        self.run(path, options, &settings, budget)
    }
    fn multiarch(&self, budget: &Budget) -> Result<Option<String>, Unread> {
        let asked = self.ask(vec!["-print-multiarch".into()], budget)?;
        let name = String::from_utf8_lossy(&asked.output).trim().to_string();
        Ok(Some(name).filter(|name| asked.status.success() && !name.is_empty()))
    }
}

/// Macros that are made unknown, and then those that are defined.
fn macros<'a>(
    undefined: impl IntoIterator<Item = &'a str>,
    defined: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Vec<Setting> {
    let undefined = undefined.into_iter().map(|name| Name::parse(name).map(Setting::Undefine));
    let defined = defined.into_iter().map(|(name, text)| Define::parse(&format!("{name}={text}")).map(Setting::Define));
    undefined.chain(defined).map(|setting| setting.expect("our own macros have names")).collect()
}

/// What `-m32` would define differently.
fn narrow_macros() -> Vec<Setting> {
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
    let names = defined.iter().map(|(name, _)| name.split('(').next().unwrap_or(name));
    macros(undefined.into_iter().chain(names), defined)
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
        if span.is_none() {
            let name = &sources.files[file].name;
            diag.message = format!("{} (in `{name}`; the compiler names no line)", diag.message);
        }
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

/// Whether a compiler that was given a file by this name speaks of it by that one: where it could have been taken for an
/// option, a `./` was put before it.
pub(crate) fn is_named(file: &str, spoken: &str) -> bool {
    file == spoken || without_dot(file) == without_dot(spoken)
}

fn place_in(place: &str, main: FileId, sources: &mut Sources) -> Option<Span> {
    // `file:line:col`, or `file:line` where the compiler was asked for no column: then it is the whole line.
    let (rest, last) = place.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let with_column = rest.rsplit_once(':').and_then(|(name, line)| Some((name, line.parse().ok()?)));
    let (name, line, col): (&str, u32, Option<u32>) = match with_column {
        Some((name, line)) => (name, line, Some(last)),
        None => (rest, last, None),
    };
    let known = if is_named(&sources.files[main].name, name) {
        Some(main)
    } else {
        sources.files.iter().find(|(_, file)| file.name == name).map(|(id, _)| id)
    };
    let file = known.unwrap_or_else(|| {
        let text = sources.text_of(name);
        sources.files.push(File { name: name.to_string(), text, library: false })
    });
    let text = sources.files[file].text.as_deref().unwrap_or_default();
    let text = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
    let count = |text: &str| text.chars().count() as u32;
    let whole = (1 + count(text) - count(text.trim_start()), count(text.trim()).max(1));
    let (col, len) = col.map_or(whole, |col| (col, 1));
    Some(Span { file, line, col, len })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_compiler_is_named() {
        let Err(diag) = Compiler::find(Some("/no/such/compiler -Wall".into())) else { panic!("found") };
        assert_eq!(diag.message, "no C compiler to preprocess with: tried /no/such/compiler -Wall");
        assert!(diag.help.as_ref().is_some_and(|help| help.contains("CC")));
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
        sources.files[file].text = Some("\n  #error x \n".into());
        let whole = messages("a.c:2: error: #error x\n", file, &mut sources);
        assert_eq!(whole[0].span, Some(Span { file, line: 2, col: 3, len: 8 }));
        let nowhere = messages("cc1: error: unterminated argument list\n", file, &mut sources);
        assert_eq!(nowhere[0].message, "unterminated argument list (in `a.c`; the compiler names no line)");
        let odd = messages("\ncc: internal trouble\n", file, &mut sources);
        assert_eq!(odd[0].message, "the C preprocessor failed: cc: internal trouble");
    }

    #[test]
    fn standards() {
        let options = |std: &str| Options {
            settings: Vec::new(),
            std: Some(std.into()),
            target: DataModel::Lp64,
            markers: Markers::Follow,
        };
        for (std, c23) in
            [("c23", true), ("gnu23", true), ("c2x", true), ("gnu2y", true), ("c11", false), ("gnu17", false)]
        {
            assert_eq!(options(std).c23(), c23, "{std}");
        }
    }

    /// The macros that stand in for `-m32` replace those that the compiler has.
    #[test]
    fn narrow_macros_are_consistent() {
        let mut args = Vec::new();
        narrow_macros().iter().for_each(|setting| setting.write(&mut args));
        let size = |option: &str| args.iter().position(|arg| *arg == *option);
        let (cleared, defined) = (size("-U__SIZE_TYPE__"), size("-D__SIZE_TYPE__=unsigned int"));
        assert!(cleared.is_some() && cleared < defined, "{cleared:?} {defined:?}");
    }
}
