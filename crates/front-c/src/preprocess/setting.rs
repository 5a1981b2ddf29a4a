//! What the preprocessor can be told: a closed set, each of whose members is written out again as arguments that a compiler
//! can take for nothing else.
//!
//! Command lines and compilation databases may come from whoever wrote the program under check. A compiler runs commands if
//! it is told where its parts are (`-B`, `-specs`, `-wrapper`, `-fplugin`), reads further arguments from response files
//! (`@file`, at the start of any argument, also of one that its driver splits off), and takes the next word for the value of
//! an option that has none. So nothing is passed on as it came.

use hecaton_host::path::argument;
use std::ffi::OsString;
use std::path::PathBuf;

/// One thing that the preprocessor is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `-D`
    Define(Define),
    /// `-U`
    Undefine(Name),
    /// A folder where headers are looked for.
    Folder(Search, PathBuf),
    /// A file that is read before the program.
    Before(Before, PathBuf),
    /// `--sysroot`
    Root(PathBuf),
    /// An option without a value of its own.
    Flag(Flag),
}

/// Where a folder stands among those that headers are looked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// `-I`
    First,
    /// `-iquote`: only for names in quotes.
    Quoted,
    /// `-isystem`
    System,
    /// `-idirafter`
    Last,
}

/// What is taken from a file that is read before the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// `-include`: all of it.
    Text,
    /// `-imacros`: its macros.
    Macros,
}

/// The name of a macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// The definition of a macro: `NAME`, `NAME=TEXT` or `NAME(PARAMETERS)=TEXT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define(String);

/// An option that macros depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag(String);

/// Options without a value.
const FLAGS: [&str; 7] = ["-m32", "-nostdinc", "-undef", "-fno-builtin", "-ffreestanding", "-pthread", "-fopenmp"];
/// Options with a value that is a word of letters, digits and a few signs.
const FAMILIES: [&str; 4] = ["-O", "-march=", "-msse", "-mavx"];

impl Name {
    /// A name, if the text is one.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut chars = text.chars();
        let first = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$');
        if first && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            Ok(Name(text.to_owned()))
        } else {
            Err(format!("`{}` is not the name of a macro", text.escape_debug()))
        }
    }
}

impl Define {
    /// A definition, if the text is one.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (head, value) = text.split_once('=').map_or((text, ""), |(head, value)| (head, value));
        let (name, parameters) = match head.split_once('(') {
            Some((name, rest)) => (name, Some(rest)),
            None => (head, None),
        };
        Name::parse(name)?;
        if let Some(rest) = parameters {
            let inner = rest.strip_suffix(')').ok_or_else(|| {
                format!("`{}`: the parameters of a macro end with a parenthesis", text.escape_debug())
            })?;
            for parameter in inner.split(',').map(str::trim).filter(|p| !p.is_empty()) {
                let variable = parameter.strip_suffix("...").map_or(parameter, str::trim);
                if !variable.is_empty() {
                    Name::parse(variable)?;
                }
            }
        }
        // A definition is one line; what follows would be taken for more of the program.
        if value.contains(['\n', '\r', '\0']) {
            return Err(format!("`{}`: a definition is one line", text.escape_debug()));
        }
        Ok(Define(text.to_owned()))
    }
}

impl Flag {
    /// An option that macros depend on, if the word is one.
    pub fn parse(word: &str) -> Option<Self> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '=' | '+');
        let family = FAMILIES.iter().any(|family| word.starts_with(family)) && word.chars().all(plain);
        (family || FLAGS.contains(&word)).then(|| Flag(word.to_owned()))
    }
}

/// The name of a standard, as behind `-std=`, if the text is one.
pub fn standard(text: &str) -> Result<String, String> {
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == ':' || c == '+') {
        Ok(text.to_owned())
    } else {
        Err(format!("`{}` is not the name of a standard", text.escape_debug()))
    }
}

impl Setting {
    /// The arguments that say it. A value stands in one word with its option or is a path that [`argument`] has made safe.
    pub(super) fn write(&self, args: &mut Vec<OsString>) {
        let mut joined = |option: &str, value: &str| args.push(format!("{option}{value}").into());
        match self {
            Setting::Define(Define(text)) => joined("-D", text),
            Setting::Undefine(Name(text)) => joined("-U", text),
            Setting::Flag(Flag(word)) => joined(word, ""),
            Setting::Root(path) => {
                let mut word = OsString::from("--sysroot=");
                word.push(argument(path));
                args.push(word);
            }
            Setting::Folder(search, path) => {
                let option = match search {
                    Search::First => "-I",
                    Search::Quoted => "-iquote",
                    Search::System => "-isystem",
                    Search::Last => "-idirafter",
                };
                args.extend([option.into(), argument(path).into_os_string()]);
            }
            Setting::Before(before, path) => {
                let option = match before {
                    Before::Text => "-include",
                    Before::Macros => "-imacros",
                };
                args.extend([option.into(), argument(path).into_os_string()]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_names_with_text() {
        for good in ["N", "N=3", "N=", "_x$=a b", "F(x)=x", "F(x, y)=x + y", "F(...)=__VA_ARGS__", "F(a...)=a", "F()="]
        {
            assert!(Define::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "=3", "3N", "@x", "-imacros", "N\n=3", "N=1\n#include <x>", "F(x=3", "F(@x)=1", "a b", "N=\0"] {
            assert!(Define::parse(bad).is_err(), "{bad}");
        }
        assert!(Name::parse("").is_err() && Name::parse("N=1").is_err() && Name::parse("N").is_ok());
    }

    #[test]
    fn flags_are_those_that_are_known() {
        for good in ["-O2", "-O", "-nostdinc", "-march=x86-64-v3", "-msse4.2", "-mavx512f"] {
            assert!(Flag::parse(good).is_some(), "{good}");
        }
        for bad in ["-B./evil", "-fplugin=x.so", "-wrapper", "@x", "-O/x", "-march=@x", "-specs=x", "-Xclang", "", "-"]
        {
            assert!(Flag::parse(bad).is_none(), "{bad}");
        }
        assert!(standard("gnu17").is_ok() && standard("iso9899:1999").is_ok() && standard("").is_err());
        assert!(standard("c11 -B.").is_err() && standard("@x").is_err());
    }
}
