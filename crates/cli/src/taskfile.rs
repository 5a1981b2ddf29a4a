//! SV-COMP task definitions (`.yml`, format version 2.0): a reader for the part of YAML they are written in.
//!
//! That part is block mappings and block sequences of plain or quoted scalars, with flow sequences of scalars
//! (`[a.c, b.c]`). Anything else is an error with its line, never a guess.

use std::collections::BTreeMap;

/// A task definition.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TaskFile {
    /// Program files, relative to the task file.
    pub input_files: Vec<String>,
    /// Property files, relative to the task file.
    pub property_files: Vec<String>,
    /// `options.data_model`.
    pub data_model: Option<String>,
    /// `options.language`.
    pub language: Option<String>,
}

/// What is wrong, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Counted from 1; 0 if it is no line in particular.
    pub line: u32,
    /// In words.
    pub what: String,
}

fn wrong(line: u32, what: impl Into<String>) -> Wrong {
    Wrong { line, what: what.into() }
}

/// Reads a task definition.
pub fn parse(text: &str) -> Result<TaskFile, Wrong> {
    let root = yaml(text)?;
    let Yaml::Map(root) = root else { return Err(wrong(1, "a task definition is a mapping")) };
    match root.get("format_version") {
        Some((line, Yaml::Text(version))) if !(version.starts_with("2.") || version.starts_with("1.")) => {
            return Err(wrong(*line, format!("format_version {version} is not known")));
        }
        Some((_, Yaml::Text(_))) => {}
        Some((line, Yaml::Map(_) | Yaml::List(_))) => return Err(wrong(*line, "format_version is a string")),
        None => return Err(wrong(0, "not a task definition: it has no format_version")),
    }
    let mut task = TaskFile { input_files: texts(&root, "input_files")?, ..TaskFile::default() };
    if task.input_files.is_empty() {
        return Err(wrong(0, "the task has no input_files"));
    }
    if let Some((line, properties)) = root.get("properties") {
        let Yaml::List(properties) = properties else { return Err(wrong(*line, "properties is a list")) };
        for (line, property) in properties {
            let Yaml::Map(property) = property else { return Err(wrong(*line, "a property is a mapping")) };
            task.property_files.extend(texts(property, "property_file")?);
        }
    }
    if let Some((line, options)) = root.get("options") {
        let Yaml::Map(options) = options else { return Err(wrong(*line, "options is a mapping")) };
        task.data_model = texts(options, "data_model")?.pop();
        task.language = texts(options, "language")?.pop();
    }
    Ok(task)
}

/// The string or the strings of a key; none if it is absent.
fn texts(map: &Mapping, key: &str) -> Result<Vec<String>, Wrong> {
    let strings = |line: u32, items: &[(u32, Yaml)]| {
        let text = |(line, item): &(u32, Yaml)| match item {
            Yaml::Text(text) => Ok(text.clone()),
            Yaml::List(_) | Yaml::Map(_) => Err(wrong(*line, format!("{key}: expected a string"))),
        };
        if items.is_empty() { Err(wrong(line, format!("{key} is empty"))) } else { items.iter().map(text).collect() }
    };
    match map.get(key) {
        None => Ok(vec![]),
        Some((_, Yaml::Text(text))) => Ok(vec![text.clone()]),
        Some((line, Yaml::List(items))) => strings(*line, items),
        Some((line, Yaml::Map(_))) => Err(wrong(*line, format!("{key}: expected a string or a list"))),
    }
}

type Mapping = BTreeMap<String, (u32, Yaml)>;

#[derive(Debug)]
enum Yaml {
    Text(String),
    List(Vec<(u32, Yaml)>),
    Map(Mapping),
}

/// A line that has content: its number, indentation and text without comment.
struct Line<'a> {
    number: u32,
    indent: usize,
    text: &'a str,
}

fn yaml(text: &str) -> Result<Yaml, Wrong> {
    let mut lines = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let number = index as u32 + 1;
        let content = without_comment(raw).trim_end();
        let trimmed = content.trim_start();
        if trimmed.is_empty() || (lines.is_empty() && trimmed == "---") {
            continue;
        }
        let indent = content.len() - trimmed.len();
        if content[..indent].contains('\t') {
            return Err(wrong(number, "indented with a tab"));
        }
        lines.push(Line { number, indent, text: trimmed });
    }
    let Some(first) = lines.first() else { return Err(wrong(0, "the file is empty")) };
    let indent = first.indent;
    let mut at = 0;
    let value = block(&lines, &mut at, indent, 0)?;
    match lines.get(at) {
        None => Ok(value),
        Some(line) => Err(wrong(line.number, "unexpected indentation")),
    }
}

/// Cuts a comment: a `#` at the start or after a blank, outside quotes.
fn without_comment(line: &str) -> &str {
    let (mut quote, mut before) = (None, ' ');
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') if before.is_whitespace() || "[,:".contains(before) => quote = Some(c),
            (None, '#') if before.is_whitespace() => return &line[..at],
            _ => {}
        }
        before = c;
    }
    line
}

/// A mapping or a sequence at one indentation.
fn block(lines: &[Line<'_>], at: &mut usize, indent: usize, depth: u32) -> Result<Yaml, Wrong> {
    if depth > 16 {
        return Err(wrong(lines[*at].number, "nested too deeply"));
    }
    let dash = |text: &str| text == "-" || text.starts_with("- ");
    if dash(lines[*at].text) {
        let mut items = Vec::new();
        while let Some(line) = lines.get(*at).filter(|l| l.indent == indent && dash(l.text)) {
            let rest = line.text[1..].trim_start();
            if rest.is_empty() {
                *at += 1;
                let inner = lines.get(*at).filter(|l| l.indent > indent);
                let inner = inner.ok_or_else(|| wrong(line.number, "an empty item"))?.indent;
                items.push((line.number, block(lines, at, inner, depth + 1)?));
            } else if key_of(rest).is_some() {
                // A mapping that begins on the line of the dash.
                let inner = indent + line.text.len() - rest.len();
                items.push((line.number, mapping(lines, at, inner, Some(rest), depth)?));
            } else {
                items.push((line.number, scalar(rest, line.number)?));
                *at += 1;
            }
        }
        return Ok(Yaml::List(items));
    }
    mapping(lines, at, indent, None, depth)
}

/// A mapping; its first line's text may have been cut out of a longer line.
fn mapping(
    lines: &[Line<'_>],
    at: &mut usize,
    indent: usize,
    mut first: Option<&str>,
    depth: u32,
) -> Result<Yaml, Wrong> {
    let mut map = Mapping::new();
    while let Some(line) = lines.get(*at).filter(|l| first.is_some() || l.indent == indent) {
        let text = first.take().unwrap_or(line.text);
        let (key, value) = key_of(text).ok_or_else(|| wrong(line.number, "expected `key: value`"))?;
        *at += 1;
        let value = if value.is_empty() {
            // A sequence may stand at the indentation of its key.
            match lines.get(*at) {
                Some(next) if next.indent > indent || (next.indent == indent && next.text.starts_with('-')) => {
                    let inner = next.indent;
                    block(lines, at, inner, depth + 1)?
                }
                _ => Yaml::Text(String::new()),
            }
        } else {
            scalar(value, line.number)?
        };
        if map.insert(key.to_owned(), (line.number, value)).is_some() {
            return Err(wrong(line.number, format!("{key} stands twice")));
        }
    }
    Ok(Yaml::Map(map))
}

/// The key and the rest of `key: rest`.
fn key_of(text: &str) -> Option<(&str, &str)> {
    let (key, rest) = text.split_once(':')?;
    let plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    (plain && (rest.is_empty() || rest.starts_with(' '))).then(|| (key, rest.trim()))
}

/// A plain or quoted scalar, or a flow sequence of them.
fn scalar(text: &str, line: u32) -> Result<Yaml, Wrong> {
    if let Some(inner) = text.strip_prefix('[') {
        let inner = inner.strip_suffix(']').ok_or_else(|| wrong(line, "a list without its `]`"))?.trim();
        let items = if inner.is_empty() { vec![] } else { inner.split(',').collect() };
        return items
            .into_iter()
            .map(|item| Ok((line, scalar(item.trim(), line)?)))
            .collect::<Result<_, _>>()
            .map(Yaml::List);
    }
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote) {
            let plain = |i: &&str| !i.contains(quote) && (quote == '\'' || !i.contains('\\'));
            let inner = inner.strip_suffix(quote).filter(plain);
            return Ok(Yaml::Text(
                inner.ok_or_else(|| wrong(line, "a quoted string this reader does not take"))?.into(),
            ));
        }
    }
    if text.is_empty() || text.starts_with(['{', '|', '>', '&', '*', '!', '%', '@', '`']) {
        return Err(wrong(line, format!("`{text}`: this reader takes plain strings and lists only")));
    }
    Ok(Yaml::Text(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_shapes_are_read() {
        let text = "\
# a comment
format_version: '2.0'

input_files: 'sum.c'   # one
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/no-overflow.prp
    expected_verdict: false
    subproperty: x

options:
  language: C
  data_model: ILP32
";
        let task = parse(text).expect("well formed");
        assert_eq!(task.input_files, ["sum.c"]);
        assert_eq!(task.property_files, ["../properties/unreach-call.prp", "../properties/no-overflow.prp"]);
        assert_eq!((task.language.as_deref(), task.data_model.as_deref()), (Some("C"), Some("ILP32")));
    }

    #[test]
    fn lists_may_be_block_or_flow_and_need_no_indentation() {
        let block = "format_version: \"2.0\"\ninput_files:\n- a.c\n- \"b#1.c\"\n";
        assert_eq!(parse(block).expect("block").input_files, ["a.c", "b#1.c"]);
        let flow = "format_version: \"2.0\"\ninput_files: [a.c, 'b.c']\nproperties: []\n";
        assert_eq!(parse(flow).expect("flow").input_files, ["a.c", "b.c"]);
    }

    #[test]
    fn what_is_not_understood_is_an_error_in_its_line() {
        let line = |text: &str| parse(text).expect_err(text).line;
        assert_eq!(line("format_version: \"2.0\"\ninput_files: {a: b}\n"), 2);
        assert_eq!(line("format_version: \"2.0\"\ninput_files: [a.c\n"), 2);
        assert_eq!(line("format_version: \"9\"\ninput_files: a.c\n"), 1);
        assert_eq!(line("format_version: \"2.0\"\nproperties: x\ninput_files: a.c\n"), 2);
        assert_eq!(line("format_version: \"2.0\"\n\tinput_files: x\n"), 2);
        assert_eq!(line("format_version: \"2.0\"\ninput_files: a\n    b: c\n"), 3);
        assert_eq!(line("nothing\n"), 1);
        assert_eq!(line(""), 0);
        let deep: String = (0..2000).map(|i| format!("{}a:\n", " ".repeat(i))).collect();
        assert!(parse(&deep).is_err(), "deep nesting must not overflow the stack");
    }
}
