//! Invariants of loops in the report, and as a correctness witness: YAML in the format 2.0 of SV-COMP, that validators of
//! other makers read.

use crate::output;
use crate::report::{Place, place};
use hecaton_engine::invariants::Invariant;
use hecaton_host::plain;
use hecaton_ir::{Program, PropKind};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What holds at the head of a loop, as it is reported.
#[derive(Clone, Debug, Serialize)]
pub struct LoopInvariant {
    /// The function the loop is in.
    pub function: String,
    /// The loop's keyword.
    pub place: Option<Place>,
    /// A C expression that holds whenever the condition of the loop is about to be looked at.
    pub value: String,
}

/// Invariants as they are reported.
pub fn rows(program: &Program, invariants: &[Invariant]) -> Vec<LoopInvariant> {
    let row = |it: &Invariant| LoopInvariant {
        function: it.function.clone(),
        place: place(&program.files, it.span),
        value: it.facts.join(" && "),
    };
    invariants.iter().map(row).collect()
}

/// The rows for a person.
pub fn table(rows: &[LoopInvariant]) -> String {
    let mut out = String::new();
    if !rows.is_empty() {
        out.push_str("invariants of loops\n");
    }
    for row in rows {
        let place = row.place.as_ref().map_or_else(String::new, |place| format!("{}:{}", place.file, place.line));
        let _ = writeln!(out, "  {place}  {}", row.value);
    }
    if !rows.is_empty() {
        out.push('\n');
    }
    out
}

/// Writes a correctness witness for the properties of a program that were proved.
pub fn write(
    file: &Path,
    program: &Program,
    kinds: &BTreeSet<PropKind>,
    inputs: &[PathBuf],
    rows: &[LoopInvariant],
) -> Result<(), String> {
    let text = text(program, kinds, inputs, rows, now())?;
    output::write_file(file, text.as_bytes())
}

/// A string, quoted: what is one in JSON is one in YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn text(
    program: &Program,
    kinds: &BTreeSet<PropKind>,
    inputs: &[PathBuf],
    rows: &[LoopInvariant],
    time: Duration,
) -> Result<String, String> {
    let mut sources: Vec<String> = inputs.iter().map(|path| path.display().to_string()).filter(|n| is_c(n)).collect();
    if sources.is_empty() {
        // A task file or a database named them.
        let read = program.files.values().filter(|file| !file.is_model() && is_c(&file.name));
        sources = read.map(|file| file.name.clone()).filter(|name| Path::new(name).is_file()).collect();
    }
    let mut out = String::from("- entry_type: \"invariant_set\"\n  metadata:\n    format_version: \"2.0\"\n");
    let created = iso(time);
    let mut hashes = Vec::new();
    for name in &sources {
        let content = plain::read(Path::new(name), u64::MAX).map_err(|error| format!("{name}: {error}"))?;
        hashes.push((name, hex(&Sha256::digest(content))));
    }
    let specification = specification(program, kinds);
    let unique = format!("{created} {specification} {hashes:?} {rows:?} {}", std::process::id());
    let _ = writeln!(out, "    uuid: {}", quoted(&uuid(&Sha256::digest(unique))));
    let _ = writeln!(out, "    creation_time: {}", quoted(&created));
    let _ = writeln!(out, "    producer:\n      name: \"Hecaton\"");
    let _ = writeln!(out, "      version: {}", quoted(env!("CARGO_PKG_VERSION")));
    out.push_str("    task:\n      input_files:\n");
    for name in &sources {
        let _ = writeln!(out, "      - {}", quoted(name));
    }
    out.push_str("      input_file_hashes:\n");
    for (name, hash) in &hashes {
        let _ = writeln!(out, "        {}: {}", quoted(name), quoted(hash));
    }
    let _ = writeln!(out, "      specification: {}", quoted(&specification));
    let _ = writeln!(out, "      data_model: {}", quoted(&program.target.to_string()));
    out.push_str("      language: \"C\"\n");
    let mut content = String::new();
    for row in rows {
        let Some(place) = row.place.as_ref().filter(|place| sources.contains(&place.file)) else { continue };
        let _ = write!(
            content,
            "  - invariant:\n      type: \"loop_invariant\"\n      location:\n        file_name: {}\n        line: {}\n        \
             column: {}\n        function: {}\n      value: {}\n      format: \"c_expression\"\n",
            quoted(&place.file),
            place.line,
            place.column,
            quoted(&row.function),
            quoted(&row.value),
        );
    }
    out.push_str(if content.is_empty() { "  content: []\n" } else { "  content:\n" });
    Ok(out + &content)
}

fn is_c(name: &str) -> bool {
    name.ends_with(".c") || name.ends_with(".i")
}

/// What was asked, as a property file has it.
fn specification(program: &Program, kinds: &BTreeSet<PropKind>) -> String {
    let entry = &program.functions[program.entry].name;
    let formula = |kind: &PropKind| match kind {
        PropKind::Unreach => "G ! call(reach_error())",
        PropKind::Assertion => "G ! call(__assert_fail())",
        PropKind::Bounds | PropKind::Deref => "G valid-deref",
        PropKind::Free => "G valid-free",
        PropKind::Leak => "G valid-memtrack",
        PropKind::Cleanup => "G valid-memcleanup",
        PropKind::Overflow => "G ! overflow",
        PropKind::Race => "G ! data-race",
        PropKind::Deadlock => "G ! deadlock",
        PropKind::Division
        | PropKind::Shift
        | PropKind::Conversion
        | PropKind::Pointer
        | PropKind::Alignment
        | PropKind::Overlap
        | PropKind::Vla
        | PropKind::Sequence
        | PropKind::Uninit => "G def-behavior",
    };
    let formulas: BTreeSet<&str> = kinds.iter().map(formula).collect();
    let check = |formula: &&str| format!("CHECK( init({entry}()), LTL({formula}) )");
    formulas.iter().map(check).collect::<Vec<_>>().join("\n")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name-based identifier (RFC 9562, version 8) from a sum.
fn uuid(sum: &[u8]) -> String {
    let mut bytes: Vec<u8> = sum.iter().copied().take(16).collect();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = hex(&bytes);
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

/// The time since 1970; as SOURCE_DATE_EPOCH says, for whoever wants the same bytes again.
fn now() -> Duration {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    fixed.map_or_else(|| SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default(), Duration::from_secs)
}

/// A time as ISO 8601 has it, by the calendar of days since the first of March of the year 0.
fn iso(time: Duration) -> String {
    let (days, seconds) = (time.as_secs() / 86_400 + 719_468, time.as_secs() % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (date, month, next) = (of_year - (153 * month + 2) / 5 + 1, (month + 2) % 12 + 1, u64::from(month >= 10));
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let year = era * 400 + year + next;
    format!("{year:04}-{month:02}-{date:02}T{hours:02}:{minutes:02}:{:02}+00:00", seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_the_calendar_has_them() {
        let at = |seconds| iso(Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00+00:00");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00+00:00");
        assert_eq!(at(1_735_689_599), "2024-12-31T23:59:59+00:00");
        assert_eq!(at(1_794_787_200), "2026-11-16T00:00:00+00:00");
    }

    #[test]
    fn identifiers_have_their_form() {
        let name = uuid(&[0xff; 32]);
        assert_eq!(name, "ffffffff-ffff-8fff-bfff-ffffffffffff");
    }
}
