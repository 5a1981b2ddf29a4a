//! Compilation databases (`compile_commands.json`): which files a build compiles, and how.
//!
//! Of a command only what the preprocessor and the sizes of the target depend on is kept, as members of a closed set
//! ([`Setting`]): the words themselves come from whoever wrote the project, and none reaches the compiler. Paths are made absolute by the
//! entry's folder, so that nothing depends on where the process runs. What would change the meaning of the program and
//! is not modelled is refused by its name.

use hecaton_base::Budget;
use hecaton_front_c::preprocess::{Before, Define, Flag, Name, Search, Setting, standard};
use hecaton_host::plain;
use hecaton_ir::DataModel;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// How one file is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The file.
    pub path: PathBuf,
    /// What the preprocessor is told.
    pub settings: Vec<Setting>,
    /// `-std`.
    pub std: Option<String>,
    /// `-m32` or `-m64`.
    pub model: Option<DataModel>,
}

/// What a database says.
#[derive(Debug, Default)]
pub struct Database {
    /// The C files, in order.
    pub units: Vec<Unit>,
    /// What was left out and why.
    pub warnings: Vec<String>,
}

#[derive(Deserialize)]
struct Entry {
    directory: String,
    file: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// Options with an argument that concerns only other phases.
const SKIPPED: [&str; 13] =
    ["-o", "-MF", "-MT", "-MQ", "-x", "-Xlinker", "-Xassembler", "-T", "-u", "-z", "-l", "-L", "--param"];

/// Options that change what the program means in a way that is not modelled.
const REFUSED: [&str; 6] =
    ["-funsigned-char", "-fshort-enums", "-fpack-struct", "-mx32", "-mms-bitfields", "-fshort-wchar"];

/// What the value of an option names.
#[derive(Clone, Copy)]
enum Place {
    Folder(Search),
    File(Before),
}

/// Options with the name of a file or a folder; those that begin alike stand in the order in which they are tried.
const PLACES: [(&str, Place); 6] = [
    ("-isystem", Place::Folder(Search::System)),
    ("-idirafter", Place::Folder(Search::Last)),
    ("-iquote", Place::Folder(Search::Quoted)),
    ("-imacros", Place::File(Before::Macros)),
    ("-include", Place::File(Before::Text)),
    ("-I", Place::Folder(Search::First)),
];

/// The file of a database: itself, or the one in a folder.
pub fn file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("compile_commands.json") } else { path.to_path_buf() }
}

/// Reads a database; `base` is the folder that relative folders in it are relative to.
pub fn parse(text: &str, base: &Path, budget: &Budget) -> Result<Database, (u32, String)> {
    let entries: Vec<Entry> =
        serde_json::from_str(text).map_err(|error| (error.line() as u32, format!("not a database: {error}")))?;
    if entries.is_empty() {
        return Err((0, "the database has no entries".into()));
    }
    let mut database = Database::default();
    let mut seen: BTreeMap<PathBuf, Unit> = BTreeMap::new();
    let mut foreign = 0;
    for entry in entries {
        let folder = normal(&base.join(&entry.directory));
        let path = normal(&folder.join(&entry.file));
        if path.extension().is_none_or(|extension| extension != "c" && extension != "i") {
            foreign += 1;
            continue;
        }
        let words = match (entry.arguments, entry.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => split(&command).map_err(|what| (0, format!("`{}`: {what}", entry.file)))?,
            (None, None) => return Err((0, format!("`{}` has neither command nor arguments", entry.file))),
        };
        let unit =
            unit(path.clone(), &folder, words, budget).map_err(|what| (0, format!("`{}`: {what}", entry.file)))?;
        match seen.get(&path) {
            None => {
                seen.insert(path, unit.clone());
                database.units.push(unit);
            }
            Some(first) if *first == unit => {}
            Some(_) => {
                let message = format!("`{}` is compiled in several ways; the first one is taken", entry.file);
                if !database.warnings.contains(&message) {
                    database.warnings.push(message);
                }
            }
        }
    }
    if foreign > 0 {
        database.warnings.push(format!("{foreign} entries of the database are not C and are left out"));
    }
    Ok(database)
}

/// A path without `.` and `..`, as far as the text tells.
pub fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::ParentDir | Component::Normal(_) => out.push(part),
        }
    }
    out
}

fn unit(path: PathBuf, folder: &Path, words: Vec<String>, budget: &Budget) -> Result<Unit, String> {
    let mut unit = Unit { path, settings: Vec::new(), std: None, model: None };
    let mut words = expanded(words, folder, 0, budget)?.into_iter().skip(1);
    let absolute = |text: &str| normal(&folder.join(text));
    while let Some(word) = words.next() {
        let mut argument = |name: &str| words.next().ok_or_else(|| format!("`{name}` lacks its argument"));
        let joined = |name: &str| word.strip_prefix(name).filter(|rest| !rest.is_empty()).map(str::to_owned);
        if let Some(name) = REFUSED.iter().find(|name| word == **name || word.starts_with(&format!("{name}="))) {
            return Err(format!("the option `{name}` is not supported"));
        }
        if word == "-m32" {
            unit.model = Some(DataModel::Ilp32);
        } else if word == "-m64" {
            unit.model = Some(DataModel::Lp64);
        } else if let Some(std) = word.strip_prefix("-std=").or_else(|| word.strip_prefix("--std=")) {
            unit.std = Some(standard(std).map_err(|what| format!("-std: {what}"))?);
        } else if word == "-ansi" {
            unit.std = Some("c90".into());
        } else if SKIPPED.contains(&word.as_str()) {
            argument(&word)?;
        } else if word.starts_with("-D") {
            let value = joined("-D").map_or_else(|| argument("-D"), Ok)?;
            unit.settings.push(Setting::Define(Define::parse(&value).map_err(|what| format!("-D: {what}"))?));
        } else if word.starts_with("-U") {
            let value = joined("-U").map_or_else(|| argument("-U"), Ok)?;
            unit.settings.push(Setting::Undefine(Name::parse(&value).map_err(|what| format!("-U: {what}"))?));
        } else if let Some((name, place)) = PLACES.into_iter().find(|(name, _)| word.starts_with(name)) {
            let value = joined(name).map_or_else(|| argument(name), Ok)?;
            if value.is_empty() {
                return Err(format!("`{name}` has an empty argument"));
            }
            unit.settings.push(match place {
                Place::Folder(search) => Setting::Folder(search, absolute(&value)),
                // A file to include may also be found in the folders of headers.
                Place::File(before) if !folder.join(&value).exists() => Setting::Before(before, value.into()),
                Place::File(before) => Setting::Before(before, absolute(&value)),
            });
        } else if let Some(root) = word.strip_prefix("--sysroot=") {
            unit.settings.push(Setting::Root(absolute(root)));
        } else if let Some(flag) = Flag::parse(&word) {
            unit.settings.push(Setting::Flag(flag));
        }
    }
    Ok(unit)
}

/// Files that name each other could make words without end.
const MOST_WORDS: usize = 1 << 16;
/// A response file is not longer than that.
const LONGEST: u64 = 1 << 22;

/// The words with those of response files (`@file`) in their place.
fn expanded(words: Vec<String>, folder: &Path, depth: u32, budget: &Budget) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    for word in words {
        match word.strip_prefix('@') {
            Some(name) if !name.is_empty() => {
                if depth > 8 {
                    return Err(format!("the response file `{name}` names itself"));
                }
                let wrong = |error: &dyn std::fmt::Display| format!("cannot read the response file `{name}`: {error}");
                let bytes = plain::read(&folder.join(name), LONGEST).map_err(|error| wrong(&error))?;
                let text = String::from_utf8(bytes).map_err(|error| wrong(&error))?;
                out.extend(expanded(split(&text)?, folder, depth + 1, budget)?);
                budget.poll().map_err(|stop| stop.to_string())?;
                if out.len() > MOST_WORDS {
                    return Err(format!("a command of more than {MOST_WORDS} words"));
                }
            }
            _ => out.push(word),
        }
    }
    Ok(out)
}

/// The words of a command, as a shell without variables would see them.
fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"'), '\\') if matches!(chars.peek(), Some('"' | '\\' | '$' | '`')) => {
                word.get_or_insert_default().extend(chars.next());
            }
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("a {open} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit_of(words: Vec<String>) -> Result<Unit, String> {
        unit("/w/a.c".into(), Path::new("/w/build"), words, &Budget::unlimited())
    }
    fn settings(command: &str) -> Vec<Setting> {
        unit_of(split(command).expect("words")).expect("a unit").settings
    }
    fn parsed(text: &str) -> Result<Database, (u32, String)> {
        parse(text, Path::new("/"), &Budget::unlimited())
    }

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let words = split(r#"cc -DA="x y" '-DB="q"' -DC=\"z\" a\ b.c ''"#).expect("words");
        assert_eq!(words, ["cc", "-DA=x y", "-DB=\"q\"", "-DC=\"z\"", "a b.c", ""]);
        assert!(split("cc 'open").is_err());
    }

    #[test]
    fn only_what_matters_is_kept_and_paths_are_absolute() {
        let kept = settings(
            "gcc -Wall -g -I../include -I /usr/x -D N=3 -UQ -isystem sys -include pre.h -o a.o -c ../a.c -MD -MF d",
        );
        let expected = [
            Setting::Folder(Search::First, "/w/include".into()),
            Setting::Folder(Search::First, "/usr/x".into()),
            Setting::Define(Define::parse("N=3").expect("a macro")),
            Setting::Undefine(Name::parse("Q").expect("a name")),
            Setting::Folder(Search::System, "/w/build/sys".into()),
            Setting::Before(Before::Text, "pre.h".into()),
        ];
        assert_eq!(kept, expected);
    }

    #[test]
    fn words_that_would_tell_the_compiler_something_else_are_refused_or_left_out() {
        let words = |words: &[&str]| unit_of(words.iter().map(|word| (*word).to_owned()).collect());
        for refused in [
            &["cc", "-D", "", "-imacros", "-B./evil/", "-c", "a.c"][..],
            &["cc", "-U", "", "-B./evil/"],
            &["cc", "-D@evil.rsp"],
            &["cc", "-D", "-B./evil"],
            &["cc", "-std=@x"],
            &["cc", "-I", ""],
            &["cc", "-D"],
        ] {
            assert!(words(refused).is_err(), "{refused:?}");
        }
        for ignored in ["-B./evil", "-specs=evil", "-fplugin=./evil.so", "-wrapper", "-Wp,-B./evil", "-Xpreprocessor"] {
            assert_eq!(words(&["cc", ignored, "-c", "a.c"]).expect("a unit").settings, [], "{ignored}");
        }
    }

    #[test]
    fn both_forms_are_read_and_duplicates_are_one() {
        let text = r#"[
            {"directory": "/w", "file": "a.c", "command": "cc -m32 -std=gnu99 -c a.c"},
            {"directory": "/w", "file": "./a.c", "arguments": ["cc", "-m32", "-std=gnu99", "-c", "./a.c", "-o", "x.o"]},
            {"directory": "/w", "file": "b.cpp", "command": "c++ -c b.cpp"},
            {"directory": "/w", "file": "a.c", "command": "cc -m32 -std=gnu99 -DOTHER -c a.c"}
        ]"#;
        let database = parsed(text).expect("a database");
        assert_eq!(database.units.len(), 1);
        let unit = &database.units[0];
        assert_eq!((unit.path.as_path(), unit.std.as_deref()), (Path::new("/w/a.c"), Some("gnu99")));
        assert_eq!(unit.model, Some(DataModel::Ilp32));
        assert_eq!(database.warnings.len(), 2, "{:?}", database.warnings);
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(parsed("[\n{\"directory\": 3}]").expect_err("a number").0, 2);
        assert!(parsed("[]").is_err());
        let refused = r#"[{"directory": "/w", "file": "a.c", "command": "cc -funsigned-char a.c"}]"#;
        assert!(parsed(refused).expect_err("refused").1.contains("-funsigned-char"));
        let nothing = r#"[{"directory": "/w", "file": "a.c"}]"#;
        assert!(parsed(nothing).is_err());
    }
}
