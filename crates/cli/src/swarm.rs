//! The configurations that `--engine swarm` tried, as they are reported.

use hecaton_engine::Tried;
use hecaton_ir::Program;
use serde::Serialize;
use std::fmt::Write as _;

/// A row of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The features that were omitted; none in the run of the whole program.
    pub omitted: Vec<String>,
    /// The run of the whole program was restricted to what verified configurations leave open.
    pub restricted: bool,
    /// How long it took.
    pub seconds: f64,
    /// How large the question was.
    pub size: Option<u64>,
    /// What the size counts.
    pub unit: Option<&'static str>,
    /// `violated`, `verified`, `bounded` or `open`.
    pub verdict: &'static str,
    /// How many properties were found violated.
    pub violated: usize,
    /// How many hold in it, up to a bound included.
    pub holds: usize,
    /// Why others are open.
    pub reason: Option<String>,
}

/// The row of a configuration.
pub fn row(program: &Program, tried: &Tried) -> Row {
    let verdict = match tried {
        Tried { violated: 1.., .. } => "violated",
        Tried { open: Some(_), .. } => "open",
        Tried { bounded: 1.., .. } => "bounded",
        _ => "verified",
    };
    Row {
        omitted: tried.omitted.iter().map(|feature| program.features[*feature].name.clone()).collect(),
        restricted: tried.restricted,
        seconds: (tried.seconds * 1000.0).round() / 1000.0,
        size: tried.size.map(|(size, _)| size),
        unit: tried.size.map(|(_, unit)| unit),
        verdict,
        violated: tried.violated,
        holds: tried.verified + tried.bounded,
        reason: tried.open.as_ref().map(ToString::to_string),
    }
}

/// The table for a person, and what it shows.
pub fn table(rows: &[Row]) -> String {
    let mut out = String::new();
    if rows.is_empty() {
        return out;
    }
    let omitted = |row: &Row| match (row.omitted.is_empty(), row.restricted) {
        (true, false) => "nothing".to_owned(),
        (true, true) => "nothing, restricted".to_owned(),
        (false, _) => row.omitted.join(", "),
    };
    let width = rows.iter().map(|row| omitted(row).chars().count()).max().unwrap_or(0).clamp(7, 60);
    let _ = writeln!(out, "   #  {:width$}  {:>9}  {:>16}  verdict", "omitted", "time", "size");
    for (number, row) in rows.iter().enumerate() {
        let size = match (row.size, row.unit) {
            (Some(size), Some(unit)) => format!("{size} {unit}"),
            _ => "-".to_owned(),
        };
        let verdict = match (row.verdict, &row.reason) {
            ("open", Some(reason)) => format!("open: {reason}"),
            (verdict, _) => verdict.to_owned(),
        };
        let time = format!("{:.3} s", row.seconds);
        let _ = writeln!(out, "{:>4}  {:width$}  {time:>9}  {size:>16}  {verdict}", number + 1, omitted(row));
    }
    let mut shown: Vec<&Row> = rows.iter().filter(|row| row.verdict == "verified" && !row.omitted.is_empty()).collect();
    shown.sort_by_key(|row| row.omitted.len());
    let mut kept: Vec<&Row> = Vec::new();
    for row in shown {
        if !kept.iter().any(|less| less.omitted.iter().all(|feature| row.omitted.contains(feature))) {
            kept.push(row);
        }
    }
    for row in kept {
        let _ = writeln!(out, "no violation without {}", row.omitted.join(" and "));
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(omitted: &[&str], verdict: &'static str) -> Row {
        Row {
            omitted: omitted.iter().map(|name| (*name).to_owned()).collect(),
            restricted: false,
            seconds: 0.25,
            size: Some(1200),
            unit: Some("terms"),
            verdict,
            violated: 0,
            holds: 1,
            reason: None,
        }
    }

    #[test]
    fn the_table_says_what_was_tried_and_what_it_shows() {
        let rows = [row(&["pop", "push"], "verified"), row(&["push"], "verified"), row(&["pop"], "violated")];
        let text = table(&rows);
        assert!(text.contains("   2  push"), "{text}");
        assert!(text.contains("0.250 s        1200 terms  violated\n"), "{text}");
        assert!(text.ends_with("no violation without push\n\n") && text.matches("no violation").count() == 1, "{text}");
        assert_eq!(table(&[]), "");
    }
}
