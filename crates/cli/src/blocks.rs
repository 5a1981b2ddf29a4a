//! `hecaton ir --blocks`: what `check --engine bam` analyses on its own.

use crate::report::place;
use hecaton_base::Id as _;
use hecaton_cpa::blocks::Blocks;
use hecaton_cpa::code::Code;
use hecaton_ir::{BlockId, Callee, End, FuncId, Loc, Op, Program, passes};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

/// A function or a loop.
struct Entry {
    func: FuncId,
    head: BlockId,
    /// 0 for the function.
    nesting: usize,
    /// Where it is left to; a function by its returns.
    exits: Vec<String>,
    objects: usize,
    /// The functions that it calls, those called by its inner loops left out.
    calls: BTreeSet<FuncId>,
}

/// The blocks, one a line, inner ones indented below the one they are in; or as a graph.
pub fn render(program: &Program, dot: bool) -> String {
    let mut program = program.clone();
    passes::straighten(&mut program);
    let code = Code::new(Arc::new(program), false, &[]);
    let blocks = Blocks::of(&code, true);
    let all: Vec<Entry> = code.program.functions.keys().flat_map(|func| entries(&code, &blocks, func)).collect();
    if dot { drawn(&code, &all) } else { listed(&code, &all) }
}

fn at(code: &Code, func: FuncId, block: BlockId) -> String {
    let program = &code.program;
    match place(&program.files, program.span(Loc { func, block, inst: 0 })) {
        Some(place) => format!("{}:{}", place.file, place.line),
        None => format!("{}:b{}", program.functions[func].name, block.index()),
    }
}

fn entries(code: &Code, blocks: &Blocks, func: FuncId) -> Vec<Entry> {
    let function = &code.program.functions[func];
    if !function.has_body() {
        return vec![];
    }
    let mut calls: BTreeMap<BlockId, BTreeSet<FuncId>> = BTreeMap::new();
    let mut returns = Vec::new();
    for (block, it) in function.blocks.iter() {
        let heads = &code.shape(func).heads[block];
        let head = heads.last().copied().unwrap_or(function.entry);
        for inst in &it.insts {
            if let Op::Call { callee: Callee::Direct(to), .. } = &inst.op {
                calls.entry(head).or_default().insert(*to);
            }
        }
        if matches!(it.end, End::Return(_)) {
            returns.push(at(code, func, block));
        }
    }
    let mut entry = |head: BlockId, nesting: usize, exits: Vec<String>| {
        let begin = Loc { func, block: head, inst: 0 };
        let calls = calls.remove(&head).unwrap_or_default();
        Entry { func, head, nesting, exits, objects: blocks.objects(begin), calls }
    };
    let mut all = vec![entry(function.entry, 0, returns)];
    for (head, nesting, exits) in blocks.loops_of(code, func) {
        let exits = exits.into_iter().map(|block| at(code, func, block)).collect();
        all.push(entry(head, nesting, exits));
    }
    all
}

fn listed(code: &Code, all: &[Entry]) -> String {
    let mut out = String::new();
    for entry in all {
        let function = &code.program.functions[entry.func];
        let kind = if entry.nesting == 0 { "function" } else { "loop" };
        let indent = "  ".repeat(entry.nesting);
        let begin = at(code, entry.func, entry.head);
        let exits = if entry.exits.is_empty() { "-".to_owned() } else { entry.exits.join(" ") };
        let objects = entry.objects;
        let _ = writeln!(out, "{indent}{kind} {}\tentry {begin}\texits {exits}\tobjects {objects}", function.name);
    }
    out
}

/// Loops lie inside of their functions; arrows are calls.
fn drawn(code: &Code, all: &[Entry]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let node = |entry: &Entry| format!("b{}_{}", entry.func.index(), entry.head.index());
    let mut out = String::from("digraph blocks {\n  node [shape=box];\n");
    let mut arrows = String::new();
    // The blocks around the next one, outermost first.
    let mut around: Vec<&Entry> = Vec::new();
    for entry in all {
        let keep = if entry.nesting == 0 { 0 } else { around.len().min(entry.nesting) };
        for _ in keep..around.len() {
            out.push_str("  }\n");
        }
        around.truncate(keep);
        let name = &code.program.functions[entry.func].name;
        let label = match entry.nesting {
            0 => name.clone(),
            _ => format!("loop {}", at(code, entry.func, entry.head)),
        };
        let _ = writeln!(
            out,
            "  subgraph cluster_{} {{ label={}; {} [label={}];",
            node(entry),
            quoted(&label),
            node(entry),
            quoted(&at(code, entry.func, entry.head))
        );
        for to in &entry.calls {
            let function = &code.program.functions[*to];
            if function.has_body() {
                let _ = writeln!(arrows, "  {} -> b{}_{};", node(entry), to.index(), function.entry.index());
            }
        }
        around.push(entry);
    }
    for _ in &around {
        out.push_str("  }\n");
    }
    out + &arrows + "}\n"
}
