//! `hecaton models`: the library functions that are modelled, from the tables that the front end looks them up in.

use crate::args::ListFormat;
use hecaton_front_c::{How, Modelled, modelled};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The list.
pub fn render(format: ListFormat) -> String {
    match format {
        ListFormat::Human => human(&modelled()),
        ListFormat::Json => json(&modelled()),
    }
}

/// One paragraph a header, one part of it for each way of modelling.
fn human(all: &[Modelled]) -> String {
    let mut headers: BTreeMap<&str, BTreeMap<How, Vec<&str>>> = BTreeMap::new();
    for function in all {
        headers.entry(function.header).or_default().entry(function.how).or_default().push(&function.name);
    }
    let mut out = String::new();
    for (header, ways) in &headers {
        let _ = writeln!(out, "{header}");
        for (how, names) in ways {
            let _ = writeln!(out, "  {}", how.describe());
            let mut line = String::from("   ");
            for name in names {
                if line.len() + name.len() >= 100 {
                    let _ = writeln!(out, "{line}");
                    line = String::from("   ");
                }
                let _ = write!(line, " {name}");
            }
            let _ = writeln!(out, "{line}");
        }
    }
    out
}

fn json(all: &[Modelled]) -> String {
    let list: Vec<serde_json::Value> =
        all.iter().map(|f| serde_json::json!({ "header": f.header, "name": f.name, "how": f.how.name() })).collect();
    format!("{}\n", serde_json::Value::from(list))
}
