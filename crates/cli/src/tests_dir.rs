//! `--tests DIR`: the inputs of each path that came to its end, as JSON and as C functions to link with the program.

use crate::output::write_file;
use hecaton_base::{Bits, Budget};
use hecaton_ir::{Choice, Op, Program, Span};
use hecaton_trace::{Given, inputs};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A run that takes longer than this is no test.
const STEPS: u64 = 10_000_000;

/// Where tests go.
pub struct TestsDir {
    dir: PathBuf,
    program: Arc<Program>,
    /// The functions that the program takes inputs from.
    names: BTreeSet<String>,
    next: AtomicU64,
}

/// An input: the function that it is the result of, if it is one; its place; its value.
type Named = (Option<String>, Option<(String, u32)>, Bits);

impl TestsDir {
    /// Makes the folder, if need be.
    pub fn open(dir: &Path, program: Arc<Program>) -> io::Result<Self> {
        std::fs::create_dir_all(dir)?;
        let blocks = program.functions.values().flat_map(|function| function.blocks.values());
        let havocs = blocks.flat_map(|block| &block.insts).filter(|inst| matches!(inst.op, Op::Havoc { .. }));
        let names = havocs.filter_map(|inst| called(&program, inst.span)).collect();
        Ok(TestsDir { dir: dir.to_owned(), program, names, next: AtomicU64::new(1) })
    }
    /// Writes the inputs of one path.
    pub fn write(&self, choices: &[Choice]) -> Result<(), String> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let budget = Budget::unlimited().with_steps(STEPS);
        let given = inputs(&self.program, choices, &budget);
        let named: Vec<Named> = given.into_iter().map(|given| self.named(given)).collect();
        let path = |ending: &str| self.dir.join(format!("test-{number:06}.{ending}"));
        write_file(&path("json"), json(&named).as_bytes())?;
        write_file(&path("c"), harness(&self.names, &named).as_bytes())
    }
    fn named(&self, given: Given) -> Named {
        let span = given.loc.map(|loc| self.program.span(loc)).filter(|span| span.line > 0);
        let file = span.and_then(|span| self.program.files.get(span.file));
        let place = file.zip(span).map(|(file, span)| (file.name.clone(), span.line));
        (span.and_then(|span| called(&self.program, span)), place, given.value)
    }
}

/// The function that is called at a place, if it is one that gives inputs.
fn called(program: &Program, span: Span) -> Option<String> {
    let line = program.files.get(span.file)?.text.as_ref()?.lines().nth(span.line.checked_sub(1)? as usize)?;
    let rest = line.chars().skip(span.col.max(1) as usize - 1);
    let name: String = rest.take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    name.contains("nondet").then_some(name)
}

fn hex(value: &Bits) -> String {
    value.to_le_bytes().iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// The inputs in the order in which they are taken; bytes as they lie in memory.
fn json(inputs: &[Named]) -> String {
    let objects: Vec<serde_json::Value> = inputs
        .iter()
        .map(|(name, place, value)| {
            let place = place.as_ref().map(|(file, line)| format!("{file}:{line}"));
            serde_json::json!({ "name": name, "place": place, "bits": value.width(), "bytes": hex(value) })
        })
        .collect();
    serde_json::json!({ "format": "hecaton-test", "version": 1, "objects": objects }).to_string() + "\n"
}

/// The C type that a function of inputs gives, by its name.
fn c_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit("nondet_").next()? {
        "bool" | "_Bool" => "_Bool",
        "char" => "char",
        "uchar" | "unsigned_char" => "unsigned char",
        "short" => "short",
        "ushort" => "unsigned short",
        "int" => "int",
        "uint" | "unsigned" | "u32" => "unsigned int",
        "long" => "long",
        "ulong" => "unsigned long",
        "longlong" => "long long",
        "ulonglong" => "unsigned long long",
        "size_t" => "__SIZE_TYPE__",
        "float" => "float",
        "double" => "double",
        _ => return None,
    })
}

/// Functions that give the inputs one after the other.
fn harness(names: &BTreeSet<String>, inputs: &[Named]) -> String {
    let typed = names.iter().map(String::as_str).filter(|name| c_type(name).is_some());
    let mut by_name: BTreeMap<&str, Vec<&Bits>> = typed.map(|name| (name, vec![])).collect();
    let mut left_out = BTreeSet::new();
    for (name, place, value) in inputs {
        match name.as_deref().filter(|name| c_type(name).is_some()) {
            Some(name) => by_name.entry(name).or_default().push(value),
            None => drop(left_out.insert(place.as_ref().map_or("an argument".into(), |(f, l)| format!("{f}:{l}")))),
        }
    }
    let mut out = String::from("/* Inputs of one path, found by hecaton: compile together with the program. */\n");
    for place in left_out {
        let _ = writeln!(out, "/* not given here: the value at {place} */");
    }
    for (name, values) in by_name {
        let ty = c_type(name).unwrap_or("int");
        if values.is_empty() {
            let _ = writeln!(out, "{ty} {name}(void) {{ return 0; }}");
            continue;
        }
        let width = values.iter().map(|value| value.to_le_bytes().len()).max().unwrap_or(1);
        let _ = writeln!(out, "{ty} {name}(void) {{\n  static const unsigned char bytes[][{width}] = {{");
        for value in &values {
            let bytes: Vec<String> = value.to_le_bytes().iter().map(|byte| format!("0x{byte:02x}")).collect();
            let _ = writeln!(out, "    {{ {} }},", bytes.join(", "));
        }
        let _ = writeln!(out, "  }};\n  static unsigned next;\n  {ty} value = 0;");
        let _ = writeln!(out, "  if (next < {}) __builtin_memcpy(&value, bytes[next++], sizeof value);", values.len());
        let _ = writeln!(out, "  return value;\n}}");
    }
    out
}
