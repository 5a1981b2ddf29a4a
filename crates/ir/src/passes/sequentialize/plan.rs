//! Which threads there can be, and the code of each.
//!
//! If the first thread makes all the others, each at its own place and always in the same order, there is a thread for
//! each of these places, and what is passed to it is known there. Otherwise there are as many as the bound allows, each
//! with the code of all functions that threads start in.

use super::flat::{Flat, Line, Node};
use super::inline::{Copier, Refusal};
use crate::analysis::effects::Act;
use crate::expr::{Binary, Expr};
use crate::fold::is_constant;
use crate::program::{BlockId, Callee, End, FuncId, Halt, Op, Program, Role, Span, VarId};
use hecaton_base::{Bits, Id as _, Map};
use std::collections::{BTreeMap, BTreeSet};

/// The threads of a program.
pub(super) struct Plan {
    /// The first thread, and the others in the order of their numbers.
    pub threads: Vec<Flat>,
    /// The parameters of the entry function.
    pub params: Vec<VarId>,
    /// What is handed to threads when they are made.
    pub handed: Vec<VarId>,
    /// Whether others than the first thread make threads.
    pub many_makers: bool,
    /// Whether threads are waited for.
    pub joins: bool,
    /// The threads that do nothing visible: each has ended as soon as it is made.
    pub silent: Vec<bool>,
}

const UNKNOWN_START: &str = "a thread that starts at an address that is not known";

/// The function that a thread starts in, if it is known.
fn known(callee: &Callee) -> Option<FuncId> {
    match callee {
        Callee::Direct(func) | Callee::Indirect { ptr: Expr::Func(func), .. } => Some(*func),
        Callee::Indirect { .. } => None,
    }
}

/// A place in the code of a thread.
type Site = (BlockId, usize);

fn lines(flat: &Flat) -> impl Iterator<Item = (Site, &Line)> {
    let blocks = flat.reachable().into_iter();
    blocks.flat_map(|block| flat.blocks[block].lines.iter().enumerate().map(move |(i, line)| ((block, i), line)))
}

fn spawns(flat: &Flat) -> Vec<Site> {
    lines(flat).filter(|(_, line)| matches!(line.op, Op::Spawn { .. })).map(|(site, _)| site).collect()
}

/// The blocks that can be reached without one of them.
fn reachable_without(flat: &Flat, without: BlockId) -> BTreeSet<BlockId> {
    let (mut seen, mut open) = (BTreeSet::from([without]), vec![flat.entry]);
    while let Some(block) = open.pop() {
        if seen.insert(block) {
            open.extend(flat.blocks[block].end.targets());
        }
    }
    seen.remove(&without);
    seen
}

/// The places in the order in which they are always come by, if there is one and each is come by once at most.
fn in_order(flat: &Flat, mut sites: Vec<Site>) -> Option<Vec<Site>> {
    if sites.iter().any(|(block, _)| is_cyclic(flat, *block)) {
        return None;
    }
    let before = |a: &Site, b: &Site| if a.0 == b.0 { a.1 < b.1 } else { !reachable_without(flat, a.0).contains(&b.0) };
    let all = sites.clone();
    sites.sort_by_key(|b| all.iter().filter(|a| *a != b && before(a, b)).count());
    sites.windows(2).all(|pair| before(&pair[0], &pair[1])).then_some(sites)
}

/// Whether a line is one before which others may run.
fn is_seen(line: &Line) -> bool {
    line.op.is_visible() && !line.inside && !line.made
}

/// Whether a thread does nothing visible and always ends.
fn is_silent(flat: &Flat) -> bool {
    let stops = |line: &Line| matches!(line.op.effects().act, Some(Act::Assume(_) | Act::Unsupported(_)));
    let ends = |block: BlockId| match flat.blocks[block].end {
        End::Return(_) | End::Halt(Halt::Thread) | End::Unreachable | End::Goto(_) => true,
        // Whether it comes to an end is not looked at.
        End::Branch { .. } | End::Switch { .. } | End::Halt(Halt::Exit | Halt::Abort) => false,
    };
    let straight = |block: BlockId| ends(block) && !is_cyclic(flat, block);
    lines(flat).all(|(_, line)| !is_seen(line) && !stops(line)) && flat.reachable().into_iter().all(straight)
}

/// Where a thread may end before it has done anything visible.
fn ends_unseen(flat: &Flat) -> Option<Span> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![flat.entry]);
    while let Some(block) = open.pop() {
        let node = &flat.blocks[block];
        if !seen.insert(block) || node.lines.iter().any(is_seen) {
            continue;
        }
        if matches!(node.end, End::Return(_) | End::Halt(Halt::Thread)) {
            return Some(node.span);
        }
        open.extend(node.end.targets());
    }
    None
}

/// Whether a block can be come by more than once.
fn is_cyclic(flat: &Flat, block: BlockId) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), flat.blocks[block].end.targets());
    while let Some(next) = open.pop() {
        if next == block {
            return true;
        }
        if seen.insert(next) {
            open.extend(flat.blocks[next].end.targets());
        }
    }
    false
}

impl Plan {
    pub fn of(copier: &mut Copier<'_>, most: u32) -> Result<Self, Refusal> {
        let program = copier.program;
        let entry = &program.functions[program.entry];
        let mut params = Vec::new();
        for param in &entry.params {
            let var = &entry.vars[*param];
            params.push(copier.var(&var.name, var.ty, Role::Temp, var.span));
        }
        let args: Vec<Expr> = params.iter().map(|var| Expr::Var(*var)).collect();
        let mut main = copier.thread(program.entry, &args, true)?;
        main.fill(&copier.settled);
        let sites = spawns(&main);
        let known = match in_order(&main, sites) {
            Some(sites) => Self::in_known_order(copier, &main, &sites)?,
            None => None,
        };
        let mut plan = match known {
            Some(plan) => plan,
            None => Self::in_any_order(copier, main, most)?,
        };
        plan.params = params;
        for flat in &mut plan.threads {
            let Some(sections) = flat.with_sections() else {
                return Err(Refusal::new("atomic sections that nest without bound", entry.span));
            };
            *flat = sections;
        }
        plan.joins = plan.threads.iter().any(|flat| lines(flat).any(|(_, line)| matches!(line.op, Op::Join { .. })));
        plan.silent = plan.threads.iter().map(is_silent).collect();
        if plan.joins {
            for (slot, flat) in plan.threads.iter().enumerate().skip(1) {
                if let Some(span) = ends_unseen(flat).filter(|_| !plan.silent[slot]) {
                    let what = "threads are waited for, and one may end before it does anything visible";
                    return Err(Refusal::new(what, span));
                }
            }
        }
        plan.many_makers = plan.threads.iter().skip(1).any(|flat| !spawns(flat).is_empty());
        Ok(plan)
    }
    fn new(threads: Vec<Flat>, handed: Vec<VarId>) -> Self {
        Plan { threads, params: vec![], handed, many_makers: false, joins: false, silent: vec![] }
    }

    fn in_known_order(copier: &mut Copier<'_>, main: &Flat, sites: &[Site]) -> Result<Option<Self>, Refusal> {
        let mut threads = vec![main.clone()];
        let mut handed = Vec::new();
        // Later ones first: what is put before an instruction moves those behind it.
        let mut made = Vec::new();
        for (i, (block, at)) in sites.iter().enumerate() {
            let line = &main.blocks[*block].lines[*at];
            let Op::Spawn { callee, args, .. } = &line.op else { continue };
            let Some(func) = known(callee) else { return Ok(None) };
            let mut given = Vec::new();
            let mut assigned = Vec::new();
            for (j, arg) in args.iter().enumerate() {
                if is_constant(arg) {
                    given.push(arg.clone());
                } else if let Some(var) = argument(copier, func, j, &format!("argument{}", i + 1)) {
                    assigned.push((var, arg.clone()));
                    given.push(Expr::Var(var));
                }
            }
            handed.extend(assigned.iter().map(|(var, _)| *var));
            let mut flat = copier.thread(func, &given, false)?;
            flat.fill(&copier.settled);
            if !spawns(&flat).is_empty() {
                return Ok(None);
            }
            threads.push(flat);
            made.push((*block, *at, i + 1, assigned));
        }
        for (block, at, slot, assigned) in made.into_iter().rev() {
            let lines = &mut threads[0].blocks[block].lines;
            let span = lines[at].span;
            lines[at].slot = Some(slot);
            let assigned = assigned.into_iter().map(|(dst, value)| Line::made(Op::Assign { dst, value }, span));
            lines.splice(at..at, assigned);
        }
        Ok(Some(Plan::new(threads, handed)))
    }

    fn in_any_order(copier: &mut Copier<'_>, main: Flat, most: u32) -> Result<Self, Refusal> {
        let starts = starts(copier)?;
        let mut threads = vec![main];
        let mut handed: Vec<VarId> = Vec::new();
        // For each thread: which function it starts in, and the arguments of each.
        let mut slots: Vec<(VarId, Vec<Vec<VarId>>)> = Vec::new();
        // Which functions each of them starts threads in, if none of that can be repeated.
        let mut made: Option<BTreeMap<FuncId, Vec<FuncId>>> = Some(BTreeMap::new());
        let by_main = makes(&threads[0]);
        let mut most = most;
        for slot in 1.. {
            if slot == 2 {
                let bound = by_main.as_ref().zip(made.as_ref()).and_then(|(first, made)| all_made(first, made));
                most = bound.map_or(most, |bound| bound.clamp(1, most));
            }
            if slot > most {
                break;
            }
            let start = copier.number(&format!("start{slot}"), 16);
            handed.push(start);
            let (mut all, mut blocks, mut arms) = (Vec::new(), Map::new(), Vec::new());
            let never = Node { lines: vec![], end: End::Unreachable, span: Span::nowhere(), inside: false };
            let never = blocks.push(never);
            for (number, func) in starts.iter().enumerate() {
                let count = copier.program.functions[*func].params.len();
                let name = format!("argument{slot}");
                let args: Vec<VarId> = (0..count).filter_map(|j| argument(copier, *func, j, &name)).collect();
                handed.extend(&args);
                let given: Vec<Expr> = args.iter().map(|var| Expr::Var(*var)).collect();
                let flat = copier.thread(*func, &given, false)?;
                made = made.zip(makes(&flat)).map(|(mut made, here)| {
                    made.insert(*func, here);
                    made
                });
                let offset = blocks.len();
                let entry = append(&mut blocks, flat, offset);
                arms.push((Bits::from_u64(16, number as u64), entry));
                all.push(args);
            }
            let end = End::Switch { on: Expr::Var(start), arms, other: never };
            let entry = blocks.push(Node { lines: vec![], end, span: Span::nowhere(), inside: false });
            let mut flat = Flat { blocks, entry };
            flat.fill(&copier.settled);
            threads.push(flat);
            slots.push((start, all));
        }
        for flat in &mut threads {
            for block in flat.blocks.values_mut() {
                for (at, func, dst, args, span) in starts_in(block)? {
                    let number = starts.iter().position(|start| *start == func).unwrap_or(0);
                    let mut made = Vec::new();
                    let mut evaluated = Vec::new();
                    for (j, arg) in args.iter().enumerate() {
                        let Some(var) = argument(copier, func, j, "passed") else { continue };
                        made.push(Line::made(Op::Assign { dst: var, value: arg.clone() }, span));
                        evaluated.push(Expr::Var(var));
                    }
                    let before = made.len();
                    block.lines.splice(at..at, made);
                    let mut after = Vec::new();
                    for (slot, (start, all)) in slots.iter().enumerate() {
                        let it = Expr::int(copier.program.target.pointer_bits(), slot as i64 + 1);
                        let this = Expr::binary(Binary::Eq, Expr::Var(dst), it);
                        let new = [(*start, Expr::int(16, number as i64))].into_iter();
                        let new = new.chain(all[number].iter().copied().zip(evaluated.iter().cloned()));
                        for (dst, value) in new {
                            let value = Expr::select(this.clone(), value, Expr::Var(dst));
                            after.push(Line::made(Op::Assign { dst, value }, span));
                        }
                    }
                    let at = at + before + 1;
                    block.lines.splice(at..at, after);
                }
            }
        }
        Ok(Plan::new(threads, handed))
    }
}

/// The functions in which code starts threads, as often as it does; `None` if that is not known.
fn makes(flat: &Flat) -> Option<Vec<FuncId>> {
    let mut found = Vec::new();
    for ((block, _), line) in lines(flat) {
        let Op::Spawn { callee, .. } = &line.op else { continue };
        if is_cyclic(flat, block) {
            return None;
        }
        found.push(known(callee)?);
    }
    Some(found)
}

/// How many threads there are, if those who make them do so at most once at each place.
fn all_made(first: &[FuncId], made: &BTreeMap<FuncId, Vec<FuncId>>) -> Option<u32> {
    let (mut count, mut open) = (0, first.to_vec());
    while let Some(func) = open.pop() {
        count += 1;
        if count > MOST_COUNTED {
            return None;
        }
        open.extend(made.get(&func)?);
    }
    Some(count)
}

/// More threads than that are not counted.
const MOST_COUNTED: u32 = 1000;

/// The threads that a block starts, last first: where, in which function, what takes the number, and the arguments.
type Started = (usize, FuncId, VarId, Vec<Expr>, Span);
fn starts_in(block: &Node) -> Result<Vec<Started>, Refusal> {
    let mut found = Vec::new();
    for (at, line) in block.lines.iter().enumerate().rev() {
        let Op::Spawn { dst, callee, args } = &line.op else { continue };
        let Some(func) = known(callee) else {
            return Err(Refusal::new(UNKNOWN_START, line.span));
        };
        found.push((at, func, *dst, args.clone(), line.span));
    }
    Ok(found)
}

/// All functions that threads start in.
fn starts(copier: &Copier<'_>) -> Result<Vec<FuncId>, Refusal> {
    let program: &Program = copier.program;
    let mut all = BTreeSet::new();
    for function in program.functions.values() {
        for body in function.blocks.values() {
            for inst in &body.insts {
                if let Op::Spawn { callee, .. } = &inst.op {
                    match known(callee) {
                        Some(func) => all.insert(func),
                        None => return Err(Refusal::new(UNKNOWN_START, inst.span)),
                    };
                }
            }
        }
    }
    Ok(all.into_iter().collect())
}

/// A variable for the argument of a function, if there is one with that number.
fn argument(copier: &mut Copier<'_>, func: FuncId, number: usize, name: &str) -> Option<VarId> {
    let function = &copier.program.functions[func];
    let param = function.params.get(number)?;
    let var = &function.vars[*param];
    Some(copier.var(&format!("{name}.{}", var.name), var.ty, Role::Temp, var.span))
}

/// Puts blocks behind others; gives where they begin.
fn append(blocks: &mut Map<BlockId, Node>, flat: Flat, offset: usize) -> BlockId {
    let moved = |block: BlockId| BlockId::new(block.index() + offset);
    for node in flat.blocks.values() {
        let end = node.end.renamed(&Expr::clone, &moved);
        blocks.push(Node { end, ..node.clone() });
    }
    moved(flat.entry)
}
