//! Counterexamples of several threads: one column a thread, a bar for each lock it has, and what it reads and writes of
//! the memory they share, from top to bottom in the order of time. The content is plain data, for JSON as well.

use crate::paint::{Paint, Tone};
use crate::report::{Call, Place, call, place};
use hecaton_ir::Program;
use hecaton_trace::{Deed, Trace};
use serde::Serialize;
use std::fmt::Write as _;

/// A thread at a violation.
#[derive(Clone, Debug, Serialize)]
pub struct Party {
    /// Its number; 0 is the first one.
    pub thread: u32,
    /// The function it began in.
    pub function: String,
    /// The functions it is in, outermost first.
    pub stack: Vec<Call>,
    /// The locks it has.
    pub locks: Vec<String>,
    /// Whether it is one of those that the violation is about.
    pub involved: bool,
}

/// Something that a thread does to others.
#[derive(Clone, Debug, Serialize)]
pub struct Moment {
    /// The thread.
    pub thread: u32,
    /// Where.
    pub place: Option<Place>,
    /// What sort: `read`, `write`, `lock`, `unlock`, `start`, `call`, `input`, `wait`, `about`, `failure`.
    pub action: &'static str,
    /// The lock, or the memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// In words.
    pub text: String,
}

/// So many moments are shown, all of them; of more, those that matter and those next to a switch.
const MOST: usize = 60;
/// And not more than this many of those.
const ROWS: usize = 120;
/// How wide the columns are together, and the least and the greatest width of one.
const WIDTH: usize = 108;
const NARROWEST: usize = 14;
const WIDEST: usize = 36;

/// How the threads stand at the violation.
pub fn parties(program: &Program, trace: &Trace) -> Vec<Party> {
    let one = |party: &hecaton_trace::Party| Party {
        thread: party.thread,
        function: party.name.clone(),
        stack: party.stack.iter().map(|active| call(program, active)).collect(),
        locks: party.locks.clone(),
        involved: party.involved,
    };
    trace.parties.iter().map(one).collect()
}

/// What the threads did to each other.
pub fn moments(program: &Program, trace: &Trace) -> Vec<Moment> {
    let all = &trace.moments;
    let many = all.len() > MOST;
    let switches = |i: usize| {
        let differs = |j: usize| all.get(j).is_none_or(|other| other.thread != all[i].thread);
        i == 0 || differs(i - 1) || differs(i + 1)
    };
    let kept = (0..all.len()).filter(|i| !many || all[*i].relevant || switches(*i));
    kept.map(|i| moment(program, &all[i])).collect()
}

fn moment(program: &Program, moment: &hecaton_trace::Moment) -> Moment {
    let (action, name, value, text) = match &moment.deed {
        Deed::Read { name, value } => ("read", Some(name), Some(value), format!("reads {name} = {value}")),
        Deed::Write { name, value } => ("write", Some(name), Some(value), format!("{name} = {value}")),
        Deed::Input(value) => ("input", None, Some(value), format!("input {value}")),
        Deed::Lock(name) => ("lock", Some(name), None, format!("locks {name}")),
        Deed::Unlock(name) => ("unlock", Some(name), None, format!("unlocks {name}")),
        Deed::Start { thread } => ("start", None, None, format!("starts thread {thread}")),
        Deed::Call(text) => ("call", None, None, text.clone()),
        Deed::Wait(what) => ("wait", None, None, format!("waits for {what}")),
        Deed::About { name, writes: true } => ("about", Some(name), None, format!("is about to write {name}")),
        Deed::About { name, writes: false } => ("about", Some(name), None, format!("is about to read {name}")),
        Deed::Failure(cause) => ("failure", None, None, cause.clone()),
    };
    let (name, value) = (name.cloned(), value.cloned());
    Moment { thread: moment.thread, place: place(&program.files, moment.span), action, name, value, text }
}

/// A line below the columns or beside the message: where a thread is and which locks it has.
pub fn whereabouts(party: &Party) -> String {
    let mut calls = party.stack.iter().rev().filter(|call| !call.place.as_ref().is_some_and(is_model));
    let at = |call: &Call| call.place.as_ref().map_or_else(String::new, |p| format!(" ({}:{})", p.file, p.line));
    let mut text = format!("thread {} ({})", party.thread, party.function);
    if let Some(first) = calls.next() {
        let _ = write!(text, " is in {}{}", first.function, at(first));
    }
    for call in calls {
        let _ = write!(text, ", called from {}{}", call.function, at(call));
    }
    match &party.locks[..] {
        [] => text += "; it has no lock",
        locks => text += &format!("; it has {}", locks.join(", ")),
    }
    text
}

fn is_model(place: &Place) -> bool {
    place.library
}

/// Shows moments in columns; the last one, the failure, stands below them, or in the column of its thread where it is
/// about no other.
pub fn render(out: &mut String, parties: &[Party], moments: &[Moment], failure: &str, paint: Paint) {
    let used: Vec<&Party> = parties
        .iter()
        .filter(|party| party.involved || moments.iter().any(|moment| moment.thread == party.thread))
        .collect();
    let rows = rows(moments, &used);
    let most = (WIDTH / used.len().max(1)).clamp(NARROWEST, WIDEST);
    let heads: Vec<String> = used.iter().map(|party| format!("thread {} ({})", party.thread, party.function)).collect();
    let widths: Vec<usize> = (0..used.len())
        .map(|column| {
            let cells = rows.iter().map(|row| row.cells[column].chars().count());
            cells.chain([heads[column].chars().count()]).max().unwrap_or(0).clamp(NARROWEST, most)
        })
        .collect();
    let line = |cells: &[String]| {
        let mut text = String::new();
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(text, "  {:width$}", cut(cell, *width));
        }
        text.trim_end().to_owned()
    };
    let _ = writeln!(out, "  {:>5}{}", "", paint.tone(Tone::Strong, &line(&heads)));
    let mut file = "";
    let (head, tail) = (ROWS / 3, ROWS - ROWS / 3);
    for (index, row) in rows.iter().enumerate() {
        if rows.len() > ROWS && (head..rows.len() - tail).contains(&index) {
            if index == head {
                let text = format!("… {} lines left out …", rows.len() - ROWS);
                let _ = writeln!(out, "         {}", paint.tone(Tone::Faint, &text));
            }
            continue;
        }
        if let Some(place) = row.place.filter(|place| place.file != file) {
            file = &place.file;
            let _ = writeln!(out, "  {}", paint.tone(Tone::Faint, file));
        }
        let number = row.place.map(|place| place.line.to_string()).unwrap_or_default();
        let _ = writeln!(out, "  {number:>5}{}", line(&row.cells));
    }
    let place = moments.last().and_then(|moment| moment.place.as_ref()).map(|place| place.line.to_string());
    let of_one = parties.iter().filter(|party| party.involved).count() < 2;
    let column = moments.last().and_then(|moment| used.iter().position(|party| party.thread == moment.thread));
    let left: usize = widths.iter().take(column.filter(|_| of_one).unwrap_or(0)).map(|width| width + 2).sum();
    let place = place.unwrap_or_default();
    let _ = writeln!(out, "  {place:>5}{:left$}  {}", "", paint.tone(Tone::Bad, failure));
}

struct Row<'a> {
    place: Option<&'a Place>,
    cells: Vec<String>,
}

/// The rows but for the failure: what the thread does in its column, the locks that are had in all of them.
fn rows<'a>(moments: &'a [Moment], used: &[&Party]) -> Vec<Row<'a>> {
    let mut held: Vec<Vec<&str>> = vec![vec![]; used.len()];
    let mut rows = Vec::new();
    for moment in moments.iter().filter(|moment| moment.action != "failure") {
        let Some(column) = used.iter().position(|party| party.thread == moment.thread) else { continue };
        let mut cells: Vec<String> = held.iter().map(|locks| "┃".repeat(locks.len())).collect();
        let name = moment.name.as_deref().unwrap_or_default();
        let mark = match moment.action {
            "lock" => {
                held[column].push(name);
                format!("{}┏", cells[column])
            }
            "unlock" => match held[column].iter().rposition(|lock| *lock == name) {
                Some(at) => {
                    held[column].remove(at);
                    let bars = cells[column].chars().enumerate();
                    bars.map(|(i, bar)| if i == at { '┗' } else { bar }).collect()
                }
                None => cells[column].clone(),
            },
            _ => cells[column].clone(),
        };
        cells[column] = if mark.is_empty() { moment.text.clone() } else { format!("{mark} {}", moment.text) };
        rows.push(Row { place: moment.place.as_ref(), cells });
    }
    rows
}

/// The text, or its beginning where it is too long.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Color;

    fn moment(thread: u32, action: &'static str, name: &str, text: &str) -> Moment {
        let place = Some(Place { file: "a.c".into(), line: 7, column: 1, length: 1, library: false });
        Moment { thread, place, action, name: Some(name.into()), value: None, text: text.into() }
    }

    #[test]
    fn locks_are_bars_in_the_column_of_their_thread() {
        let party = |thread: u32, function: &str| Party {
            thread,
            function: function.into(),
            stack: vec![],
            locks: vec![],
            involved: true,
        };
        let moments = [
            moment(0, "lock", "m", "locks m"),
            moment(0, "lock", "n", "locks n"),
            moment(1, "read", "x", "reads x = 0"),
            moment(0, "unlock", "m", "unlocks m"),
            moment(0, "write", "x", "x = 1"),
            moment(0, "failure", "", "bad"),
        ];
        let mut out = String::new();
        let paint = Paint::new(Color::Never, &std::io::stdout());
        render(&mut out, &[party(0, "main"), party(1, "f")], &moments, "bad", paint);
        let expected = "         thread 0 (main)  thread 1 (f)
  a.c
      7  ┏ locks m
      7  ┃┏ locks n
      7  ┃┃               reads x = 0
      7  ┗┃ unlocks m
      7  ┃ x = 1
      7  bad
";
        assert_eq!(out, expected);
    }
}
