//! Text for people: colours, and source snippets.

use crate::args::Color;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use hecaton_base::Map;
use hecaton_ir::{File, FileId, Span};
use std::borrow::Cow;
use std::io::IsTerminal;

/// The characters of a message, without notes and the lines that it shows, at most.
const LONGEST: usize = 1_000;

/// Whether and how to decorate.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    color: bool,
}

/// A colour with a meaning.
#[derive(Clone, Copy, Debug)]
pub enum Tone {
    /// Violated.
    Bad,
    /// Holds.
    Good,
    /// Open.
    Open,
    /// A heading.
    Strong,
    /// Of less interest.
    Faint,
}

/// How grave a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// A violated property.
    Violated,
    /// The input cannot be used.
    Error,
    /// The input can be used.
    Warning,
}

/// A message, possibly at a place.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    /// How grave it is.
    pub grade: Grade,
    /// A word that classifies it, shown in brackets.
    pub id: Option<&'a str>,
    /// What is said.
    pub title: &'a str,
    /// Where.
    pub span: Option<Span>,
    /// What is said at the place.
    pub label: Option<&'a str>,
    /// More about it, possibly at other places.
    pub notes: &'a [(String, Option<Span>)],
    /// What can be done about it.
    pub help: Option<&'a str>,
}

/// A message without its middle, if it is long: names may be as long as files, and what is wrong with them stands at the end.
fn shortened(text: &str) -> Cow<'_, str> {
    let count = text.chars().count();
    if count <= LONGEST {
        return Cow::Borrowed(text);
    }
    let part = |from: usize, count: usize| text.chars().skip(from).take(count).collect::<String>();
    Cow::Owned(format!("{}…{}", part(0, LONGEST / 2), part(count - LONGEST / 2, LONGEST / 2)))
}

impl Paint {
    /// For a stream of the process.
    pub fn new(color: Color, stream: &impl IsTerminal) -> Self {
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
                    || std::env::var_os("TERM").is_some_and(|t| t == "dumb");
                stream.is_terminal() && !refused
            }
        };
        Paint { color }
    }

    /// The text in a tone.
    pub fn tone(self, tone: Tone, text: &str) -> String {
        if !self.color {
            return text.to_owned();
        }
        let code = match tone {
            Tone::Bad => "1;31",
            Tone::Good => "1;32",
            Tone::Open => "1;33",
            Tone::Strong => "1",
            Tone::Faint => "2",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// A message with the source lines it speaks of. Ends without a line break.
    pub fn message(self, message: &Message<'_>, files: &Map<FileId, File>) -> String {
        let level = match message.grade {
            Grade::Violated => Level::ERROR.with_name("violated"),
            Grade::Error => Level::ERROR,
            Grade::Warning => Level::WARNING,
        };
        let mut title = level.primary_title(shortened(message.title));
        if let Some(id) = message.id {
            title = title.id(id);
        }
        let place = message.span.and_then(|span| Excerpt::of(files, span));
        let mut group = Group::with_title(title);
        if let Some(place) = &place {
            group = place.add_to(group, message.label);
        }
        // Notes without a place stand under the first snippet, those with one get their own.
        let mut placed = Vec::new();
        for (text, span) in message.notes {
            match span.and_then(|span| Excerpt::of(files, span)) {
                Some(excerpt) => placed.push((text, excerpt)),
                None => group = group.element(Level::NOTE.message(text.as_str())),
            }
        }
        if let Some(help) = message.help {
            group = group.element(Level::HELP.message(help));
        }
        let mut report = vec![group];
        for (text, excerpt) in &placed {
            report.push(excerpt.add_to(Group::with_title(Level::NOTE.secondary_title(text.as_str())), None));
        }
        let renderer = if self.color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&report).to_string()
    }
}

/// A few lines of a file and a place in them.
struct Excerpt<'a> {
    path: &'a str,
    text: String,
    first_line: u32,
    range: std::ops::Range<usize>,
}

/// Longer lines are cut around the place.
const LINE_LIMIT: usize = 240;

impl<'a> Excerpt<'a> {
    fn of(files: &'a Map<FileId, File>, span: Span) -> Option<Self> {
        let file = files.get(span.file).filter(|_| span.line > 0)?;
        let missing = Excerpt { path: &file.name, text: String::new(), first_line: span.line, range: 0..0 };
        let Some(line) = file.text.as_deref().and_then(|text| text.lines().nth(span.line as usize - 1)) else {
            return Some(missing);
        };
        let chars: Vec<char> = line.chars().collect();
        let from = (span.col.max(1) as usize - 1).min(chars.len());
        let to = from.saturating_add(span.len.max(1) as usize).min(chars.len());
        let (cut, end) = if chars.len() > LINE_LIMIT {
            let cut = from.saturating_sub(LINE_LIMIT / 3);
            (cut, (cut + LINE_LIMIT).min(chars.len()))
        } else {
            (0, chars.len())
        };
        let bytes = |part: &[char]| part.iter().map(|c| c.len_utf8()).sum::<usize>();
        let start = bytes(&chars[cut..from]);
        let range = start..start + bytes(&chars[from..to.min(end)]);
        Some(Excerpt { path: &file.name, text: chars[cut..end].iter().collect(), first_line: span.line, range })
    }

    fn add_to<'b>(&'b self, group: Group<'b>, label: Option<&'b str>) -> Group<'b> {
        if self.text.is_empty() {
            let origin = annotate_snippets::Origin::path(self.path).line(self.first_line as usize);
            return group.element(origin);
        }
        let annotation = AnnotationKind::Primary.span(self.range.clone()).label(label);
        group.element(
            Snippet::source(self.text.as_str())
                .line_start(self.first_line as usize)
                .path(self.path)
                .annotation(annotation),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_loses_its_middle() {
        let long = format!("cannot read `{}`: File name too long", "ö".repeat(LONGEST));
        let short = shortened(&long);
        assert!(short.starts_with("cannot read") && short.ends_with("File name too long"), "{short}");
        assert_eq!(short.chars().count(), LONGEST + 1);
        assert_eq!(shortened("short"), "short");
    }
    use hecaton_base::Id;

    fn files(text: &str) -> Map<FileId, File> {
        [File { name: "x.c".into(), text: Some(text.into()), library: false }].into_iter().collect()
    }

    fn show(text: &str, line: u32, col: u32, len: u32) -> String {
        let span = Span { file: FileId::new(0), line, col, len };
        let notes = [("declared here".to_owned(), Some(Span { line: 1, ..span })), ("so it is".to_owned(), None)];
        let message = Message {
            grade: Grade::Error,
            id: Some("syntax"),
            title: "wrong",
            span: Some(span),
            label: Some("this"),
            notes: &notes,
            help: Some("mend it"),
        };
        Paint { color: false }.message(&message, &files(text))
    }

    #[test]
    fn a_message_shows_its_place() {
        let text = show("int a;\nint b = ä + c;\n", 2, 9, 1);
        for part in
            ["error[syntax]: wrong", "x.c:2", "int b = ä + c;", "^ this", "declared here", "so it is", "mend it"]
        {
            assert!(text.contains(part), "{part} is missing in:\n{text}");
        }
    }

    #[test]
    fn places_outside_the_text_and_endless_lines_are_no_trouble() {
        for (line, col, len) in [(9, 1, 1), (1, 500, 3), (1, 1, 500), (1, 0, 0), (2, 1, 1)] {
            assert!(show("int a;\n", line, col, len).contains("x.c"), "{line} {col} {len}");
        }
        let long = show(&"x".repeat(1_000_000), 1, 500_000, 400_000);
        assert!(long.len() < 2_000, "{} bytes", long.len());
        assert!(!show("\u{1b}[31m\0 a\n", 1, 1, 2).contains('\u{1b}'), "control characters reach the terminal");
    }
}
