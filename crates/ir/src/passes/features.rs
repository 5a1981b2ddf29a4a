//! Features that a program does not log itself (swarm bounded model checking, section III: API calls and input values are
//! the natural features of a library): calls of functions with certain names, and those that `log_decisions` proposes.

use crate::analysis::cfg::Shape;
use crate::expr::{Binary, Expr, Unary};
use crate::program::{
    Block, BlockId, Callee, End, Feature, FeatureId, File, FuncId, Function, Inst, Op, Program, Role, Span, VarId,
};
use hecaton_base::{Bits, Map};
use std::collections::{BTreeMap, BTreeSet};

/// Makes every call of a function with a body whose name fits a pattern a feature with that name: it is logged where the
/// function begins. A pattern is a name in which `*` stands for anything. Gives the patterns that fit nothing.
pub fn log_calls(program: &mut Program, patterns: &[String]) -> Vec<String> {
    let mut idle = patterns.to_vec();
    let main = program.entry;
    for (_, function) in program.functions.iter_mut().filter(|(id, function)| *id != main && function.has_body()) {
        let fits: Vec<&String> = patterns.iter().filter(|pattern| is_like(&function.name, pattern)).collect();
        if fits.is_empty() {
            continue;
        }
        idle.retain(|pattern| !fits.contains(&pattern));
        let id = named(&mut program.features, &function.name);
        let (entry, span) = (function.entry, function.span);
        let block = &mut function.blocks[entry];
        if !block.insts.iter().any(|inst| inst.op == Op::Log(id)) {
            block.insts.insert(0, Inst { op: Op::Log(id), span });
        }
    }
    idle
}

/// The feature with a name.
fn named(features: &mut Map<FeatureId, Feature>, name: &str) -> FeatureId {
    let known = features.iter().find(|(_, feature)| feature.name == name).map(|(id, _)| id);
    known.unwrap_or_else(|| features.push(Feature { name: name.to_owned() }))
}

/// Makes features of the ways that decisions over inputs can go, and of calls that a loop chooses among.
///
/// A decision is over inputs if all it depends on are arbitrary values that its function made. Its ways are those where
/// the input has a certain value, and those that lead to code of their own. A way that begins with a call has the name of
/// the function that is called, another one says which value the input has, or where it stands.
pub fn log_decisions(program: &mut Program) {
    let mut ways = Vec::new();
    for (func, function) in program.functions.iter() {
        if !program.files.get(function.span.file).is_some_and(File::is_model) {
            ways.extend(over_inputs(program, function).into_iter().map(|way| (func, way)));
            ways.extend(chosen_in_loops(program, function).into_iter().map(|way| (func, way)));
        }
    }
    for (func, Way { from, to, name }) in ways {
        let id = named(&mut program.features, &name);
        let function = &mut program.functions[func];
        let span = function.blocks[to].insts.first().map_or(function.blocks[to].span, |inst| inst.span);
        let log = Inst { op: Op::Log(id), span };
        match from {
            None if function.blocks[to].insts.contains(&log) => {}
            None => function.blocks[to].insts.insert(0, log),
            Some((from, arm)) => {
                let span = function.blocks[from].span;
                let between =
                    function.blocks.push(Block { insts: vec![Inst { span, ..log }], end: End::Goto(to), span });
                arm.redirect(&mut function.blocks[from].end, between);
            }
        }
    }
}

/// A way that a decision can go.
struct Way {
    /// Where it comes from, if it has no code of its own.
    from: Option<(BlockId, Arm)>,
    to: BlockId,
    name: String,
}

/// Which target of the end of a block.
#[derive(Clone)]
enum Arm {
    Yes,
    No,
    Case(Bits),
    Other,
}

impl Arm {
    fn redirect(&self, end: &mut End, target: BlockId) {
        match (self, end) {
            (Arm::Yes, End::Branch { yes, .. }) => *yes = target,
            (Arm::No, End::Branch { no, .. }) => *no = target,
            (Arm::Other, End::Switch { other, .. }) => *other = target,
            (Arm::Case(value), End::Switch { arms, .. }) => {
                arms.iter_mut().filter(|(other, _)| other == value).for_each(|(_, to)| *to = target);
            }
            (Arm::Yes | Arm::No | Arm::Case(_) | Arm::Other, _) => {}
        }
    }
}

/// The ways of the decisions of a function that are over inputs.
fn over_inputs(program: &Program, function: &Function) -> Vec<Way> {
    let (inputs, ways_in) = (inputs(function), ways_in(function));
    let place = |span: Span| format!("{}:{}", function.name, span.line);
    let mut out = Vec::new();
    for (from, block) in function.blocks.iter() {
        let Some(operand) = block.end.operand() else { continue };
        if !is_over(operand, &inputs) {
            continue;
        }
        let value = |on: &Expr, value: &Bits| match on {
            Expr::Var(var) if function.vars[*var].role == Role::Named => {
                format!("{} == {}", function.vars[*var].name, value.to_bigint())
            }
            _ => format!("{} == {}", place(block.span), value.to_bigint()),
        };
        // The target, the value that leads there, and what it is called if nothing else gives it a name.
        let arms: Vec<(Arm, BlockId, bool, String)> = match &block.end {
            End::Branch { cond, yes, no } => {
                let (cond, same, other) = match cond {
                    Expr::Unary(Unary::Not, cond) => (&**cond, (Arm::No, *no), (Arm::Yes, *yes)),
                    cond => (cond, (Arm::Yes, *yes), (Arm::No, *no)),
                };
                let (is, is_not) = match cond {
                    Expr::Binary(Binary::Eq, sides) => match &**sides {
                        [on, Expr::Int(constant)] => {
                            let zero = constant.is_zero();
                            ((!zero, value(on, constant)), value(on, constant).replace("==", "!="))
                        }
                        _ => ((false, place(block.span)), format!("{} else", place(block.span))),
                    },
                    _ => ((false, place(block.span)), format!("{} else", place(block.span))),
                };
                vec![(same.0, same.1, is.0, is.1), (other.0, other.1, false, is_not)]
            }
            End::Switch { on, arms, other } => {
                let case = |(bits, to): &(Bits, BlockId)| (Arm::Case(bits.clone()), *to, true, value(on, bits));
                let rest = (Arm::Other, *other, false, format!("{} else", place(block.span)));
                arms.iter().map(case).chain([rest]).collect()
            }
            End::Goto(_) | End::Return(_) | End::Halt(_) | End::Unreachable => continue,
        };
        for (arm, to, is_value, text) in arms {
            let own = ways_in[to] == 1;
            let does = !function.blocks[to].insts.is_empty();
            if is_value || own && does {
                let name = called(program, &function.blocks[to]).filter(|_| own).unwrap_or(text);
                out.push(Way { from: (!own).then_some((from, arm)), to, name });
            }
        }
    }
    out
}

/// The ways in a loop that begin with calls, if there are several functions to choose among.
fn chosen_in_loops(program: &Program, function: &Function) -> Vec<Way> {
    if !function.has_body() {
        return vec![];
    }
    let (shape, ways_in) = (Shape::of(function), ways_in(function));
    let mut loops: BTreeMap<BlockId, BTreeSet<(BlockId, String)>> = BTreeMap::new();
    for (from, block) in function.blocks.iter() {
        let Some(head) = shape.heads[from].last() else { continue };
        if matches!(block.end, End::Branch { .. } | End::Switch { .. }) {
            let own = block.end.targets().into_iter().filter(|to| ways_in[*to] == 1);
            let calls = own.filter_map(|to| Some((to, called(program, &function.blocks[to])?)));
            loops.entry(*head).or_default().extend(calls);
        }
    }
    let several = |calls: &&BTreeSet<(BlockId, String)>| {
        let names: BTreeSet<&String> = calls.iter().map(|(_, name)| name).collect();
        names.len() > 1
    };
    let way = |(to, name): &(BlockId, String)| Way { from: None, to: *to, name: name.clone() };
    loops.values().filter(several).flatten().map(way).collect()
}

/// The first function with a body of the program's own that a block calls.
fn called(program: &Program, block: &Block) -> Option<String> {
    let own = |func: &FuncId| {
        let function = &program.functions[*func];
        function.has_body() && !program.files.get(function.span.file).is_some_and(File::is_model)
    };
    block.insts.iter().find_map(|inst| match &inst.op {
        Op::Call { callee: Callee::Direct(func), .. } if own(func) => Some(program.functions[*func].name.clone()),
        _ => None,
    })
}

/// In how many ways each block is come to.
fn ways_in(function: &Function) -> Map<BlockId, usize> {
    let mut ways = Map::filled(function.blocks.len(), 0);
    if function.has_body() {
        ways[function.entry] += 1;
    }
    function.blocks.values().flat_map(|block| block.end.targets()).for_each(|to| ways[to] += 1);
    ways
}

/// The variables that only ever have arbitrary values, or what is made of such.
fn inputs(function: &Function) -> Map<VarId, bool> {
    let writes: Vec<(VarId, &Op)> = (function.blocks.values().flat_map(|block| &block.insts))
        .filter_map(|inst| Some((inst.op.written()?, &inst.op)))
        .collect();
    let mut inputs = Map::filled(function.vars.len(), false);
    writes.iter().for_each(|(var, _)| inputs[*var] = true);
    function.params.iter().for_each(|param| inputs[*param] = false);
    let mut changed = true;
    while changed {
        changed = false;
        for (var, op) in &writes {
            let arbitrary = match op {
                Op::Havoc { .. } => true,
                Op::Assign { value, .. } => is_over(value, &inputs),
                _ => false,
            };
            changed |= !arbitrary && std::mem::replace(&mut inputs[*var], false);
        }
    }
    inputs
}

/// Whether an expression depends on some variables, all of them inputs.
fn is_over(expr: &Expr, inputs: &Map<VarId, bool>) -> bool {
    let (mut some, mut all) = (false, true);
    expr.for_each_var(&mut |var| {
        some = true;
        all &= inputs[var];
    });
    some && all
}

/// Whether a name fits a pattern.
fn is_like(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return name == pattern };
    let Some(mut left) = name.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or("");
    for part in parts {
        match left.find(part) {
            Some(at) => left = &left[at + part.len()..],
            None => return false,
        }
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::is_like;

    #[test]
    fn a_star_stands_for_anything() {
        for (name, pattern) in
            [("push", "push"), ("push", "*"), ("push_back", "push*"), ("a_b_c", "a*b*c"), ("aa", "a*a")]
        {
            assert!(is_like(name, pattern), "{name} {pattern}");
        }
        for (name, pattern) in [("push", "pus"), ("push", "pop*"), ("push", "*pop"), ("a", "a*a"), ("abc", "a*c*b")] {
            assert!(!is_like(name, pattern), "{name} {pattern}");
        }
    }
}
