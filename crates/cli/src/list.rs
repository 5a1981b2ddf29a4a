//! `hecaton list`: what a program contains.

use crate::args::Listed;
use crate::input::Loaded;
use crate::report::{names, place};
use hecaton_base::Id as _;
use hecaton_ir::analysis::cfg::Shape;
use hecaton_ir::{Op, Span};
use std::fmt::Write as _;

/// The list, one thing a line.
pub fn render(loaded: &Loaded, what: Listed) -> String {
    let program = &loaded.program;
    let at = |span: Span| match place(&program.files, span) {
        Some(place) => format!("{}:{}", place.file, place.line),
        None => "-".to_owned(),
    };
    let mut out = String::new();
    match what {
        Listed::Properties => {
            let names = names(program);
            for (id, prop) in program.props.iter() {
                let _ = writeln!(out, "{}\t{}\t{}\t{}", names[&id], prop.kind.name(), at(prop.span), prop.text);
            }
        }
        Listed::Loops => {
            for function in program.functions.values().filter(|f| f.has_body()) {
                let shape = Shape::of(function);
                for (block, _) in function.blocks.iter().filter(|(block, _)| shape.is_head(*block)) {
                    let nesting = shape.heads[block].len();
                    let span = function.blocks[block].insts.first().map_or(function.blocks[block].span, |i| i.span);
                    let _ = writeln!(out, "{}\t{}\tnesting {nesting}", at(span), function.name);
                }
            }
        }
        Listed::Features => {
            let mut places: Vec<Vec<String>> = vec![vec![]; program.features.len()];
            for inst in program.functions.values().flat_map(|f| f.blocks.values()).flat_map(|b| &b.insts) {
                if let Op::Log(feature) = inst.op {
                    places[feature.index()].push(at(inst.span));
                }
            }
            for (id, feature) in program.features.iter() {
                let (kind, places) = (loaded.features[id], &places[id.index()]);
                let _ = writeln!(out, "{}\t{kind}\t{} places\t{}", feature.name, places.len(), places.join(" "));
            }
        }
        Listed::Functions => {
            for (id, function) in program.functions.iter() {
                let kind = match (id == program.entry, function.has_body()) {
                    (true, _) => "entry",
                    (false, true) => "body",
                    (false, false) => "no body",
                };
                let _ = writeln!(out, "{}\t{}\t{kind}", function.name, at(function.span));
            }
        }
    }
    out
}
