//! Invariants of loops in the words of the source: what a finished analysis knows of the integers at the head of each loop,
//! over all calls and all states, as C expressions.
//!
//! A fact is only written down if its place has a name at the loop: a variable that is declared before it and not hidden
//! by another one of the same name. The place of a loop is its keyword, where one of the jumps to the head comes from.
//! How values of globals belong together, and which predicates hold together, is written down if that takes few
//! alternatives: the diagrams of large programs would be longer than the programs.

mod spoken;

use hecaton_base::Id as _;
use hecaton_cpa::code::Code;
use hecaton_cpa::domain::Beside;
use hecaton_cpa::facts::{Facts, Holder};
use hecaton_cpa::formula::{Atom, Predicate};
use hecaton_cpa::predicates::Predicates;
use hecaton_cpa::range::Range;
use hecaton_cpa::related::Related;
use hecaton_ir::{BlockId, End, FuncId, Function, GlobalId, Program, Role, Span, Type, TypeId, VarId};
use std::collections::BTreeMap;

/// What holds whenever the condition of a loop is about to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The function the loop is in.
    pub function: String,
    /// Its keyword, `while` or `for`.
    pub span: Span,
    /// C expressions that all hold.
    pub facts: Vec<String>,
}

/// The heads of loops, and what is known there.
pub(crate) type Heads = BTreeMap<(FuncId, BlockId), Facts>;

/// What is known there of the values of globals together, and of predicates.
pub(crate) type Together = BTreeMap<(FuncId, BlockId), Beside>;

/// So many alternatives are written down.
const MOST_ALTERNATIVES: usize = 24;

/// In the words of the source; ordered by place.
pub(crate) fn invariants(code: &Code, heads: &Heads, together: &Together) -> Vec<Invariant> {
    let program = &*code.program;
    let mut out: Vec<Invariant> = Vec::new();
    for ((func, block), facts) in heads {
        let function = &program.functions[*func];
        for span in keywords(program, function, *block) {
            let scope = Scope { program, function, span, head: head_span(function, *block) };
            let mut facts: Vec<String> =
                facts.iter().filter_map(|(holder, range)| scope.fact(*holder, range)).collect();
            if let Some((related, (predicates, ()))) = together.get(&(*func, *block)) {
                facts.extend(scope.alternatives(code, related));
                facts.extend(scope.predicates(code, *func, predicates));
            }
            if !facts.is_empty() {
                out.push(Invariant { function: function.name.clone(), span, facts });
            }
        }
    }
    out.sort_by_key(|it| (it.span.file, it.span.line, it.span.col));
    out
}

/// The keywords of the loops that have their head here: jumps to it come from there.
fn keywords(program: &Program, function: &Function, head: BlockId) -> Vec<Span> {
    let jump = |block: &hecaton_ir::Block| matches!(block.end, End::Goto(to) if to == head);
    let mut spans: Vec<Span> = function.blocks.values().filter(|block| jump(block)).map(|block| block.span).collect();
    spans.retain(|span| matches!(text(program, *span), Some("while" | "for")));
    spans.sort();
    spans.dedup();
    spans
}

/// The text of a span, if the source is there.
fn text(program: &Program, span: Span) -> Option<&str> {
    let file = program.files.get(span.file).filter(|file| !file.is_model())?;
    let line = file.text.as_deref()?.lines().nth((span.line as usize).checked_sub(1)?)?;
    let mut places = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    let from = places.nth((span.col as usize).checked_sub(1)?)?;
    let to = places.nth((span.len as usize).checked_sub(1)?)?;
    line.get(from..to)
}

/// The first place of a block.
fn head_span(function: &Function, block: BlockId) -> Span {
    let block = &function.blocks[block];
    block.insts.first().map_or(block.span, |inst| inst.span)
}

/// What has a name at a loop.
struct Scope<'a> {
    program: &'a Program,
    function: &'a Function,
    span: Span,
    head: Span,
}

impl Scope<'_> {
    fn fact(&self, holder: Holder, range: &Range) -> Option<String> {
        let (name, ty, offset) = match holder {
            Holder::Var(var) => {
                let it = &self.function.vars[var];
                if it.role != Role::Named {
                    return None;
                }
                (self.local(var)?, it.ty, 0)
            }
            Holder::Local(var, offset) => {
                let Role::Place(ty) = self.function.vars[var].role else { return None };
                (self.local(var)?, ty, offset)
            }
            Holder::Global(global, offset) => {
                let it = &self.program.globals[global];
                (self.global(&it.name)?, it.ty, offset)
            }
        };
        let (path, signed, bits) = self.part(ty, offset)?;
        if range.width() != bits {
            return None;
        }
        expression(&format!("{name}{path}"), range, signed)
    }
    /// Which values globals have together; `None` if that is no more than what each of them has.
    fn alternatives(&self, code: &Code, related: &Related) -> Option<String> {
        let holder = |object: u32| Holder::Global(GlobalId::new(object as usize), 0);
        let named = |object: u32| {
            let global = &self.program.globals[GlobalId::new(object as usize)];
            self.global(&global.name).is_some() && self.part(global.ty, 0).is_some()
        };
        let all = related.alternatives(code, &named, MOST_ALTERNATIVES)?;
        let one = |alternative: Vec<(u32, Range)>| {
            let parts = alternative.into_iter().filter_map(|(object, range)| self.fact(holder(object), &range));
            let parts: Vec<String> = parts.collect();
            // Nothing can be said of it in C: it may be anything.
            (!parts.is_empty()).then(|| format!("({})", parts.join(" && ")))
        };
        let all: Vec<String> = all.into_iter().map(one).collect::<Option<_>>()?;
        (all.len() > 1).then(|| format!("({})", all.join(" || ")))
    }
    /// What is known of predicates whose atoms have names: those that hold or do not, and how the others belong together.
    fn predicates(&self, code: &Code, func: FuncId, known: &Predicates) -> Vec<String> {
        let said: Vec<Option<String>> = code.predicates().iter().map(|it| self.predicate(func, it)).collect();
        let literal = |(at, truth): (usize, bool)| {
            let text = said.get(at)?.clone()?;
            Some(if truth { text } else { format!("!{text}") })
        };
        let (single, ways) = known.alternatives(code, &|at| said[at].is_some(), MOST_ALTERNATIVES);
        let mut out: Vec<String> = single.into_iter().filter_map(literal).collect();
        let way = |way: Vec<(usize, bool)>| {
            let parts = way.into_iter().map(literal).collect::<Option<Vec<String>>>()?;
            (!parts.is_empty()).then(|| format!("({})", parts.join(" && ")))
        };
        let ways = ways.and_then(|ways| ways.into_iter().map(way).collect::<Option<Vec<String>>>());
        out.extend(ways.filter(|ways| ways.len() > 1).map(|ways| format!("({})", ways.join(" || "))));
        out
    }
    /// A predicate in C, in brackets, if all that it is about has a name.
    fn predicate(&self, func: FuncId, predicate: &Predicate) -> Option<String> {
        let named = |(atom, width): &(Atom, u32)| {
            let (name, ty, offset) = match atom {
                Atom::Var(of, var) if *of == func => {
                    let it = &self.function.vars[*var];
                    (it.role == Role::Named).then_some(())?;
                    (self.local(*var)?, it.ty, 0)
                }
                Atom::Cell(object, offset, _) => {
                    let it = self.program.globals.get(GlobalId::new(*object as usize))?;
                    (self.global(&it.name)?, it.ty, *offset)
                }
                Atom::Var(..) | Atom::Result(_) | Atom::Input(_) => return None,
            };
            let (path, signed, bits) = self.part(ty, offset)?;
            (bits == *width).then(|| (format!("{name}{path}"), signed, bits))
        };
        let atoms = predicate.atoms.iter().map(named).collect::<Option<Vec<spoken::Named>>>()?;
        spoken::condition(&predicate.expr, &atoms)
    }
    /// The name of a variable as the source has it, if it means that variable at the loop.
    fn local(&self, var: VarId) -> Option<String> {
        let it = &self.function.vars[var];
        let name = source_name(&it.name)?;
        if it.span.line == 0 || it.span.file != self.span.file || !self.declared(it.span) {
            return None;
        }
        // One of the same name that is declared in between may hide it.
        let hides = |other: &hecaton_ir::Var| {
            other.role != Role::Temp
                && source_name(&other.name) == Some(name)
                && other.span.file == self.span.file
                && place(other.span) > place(it.span)
                && self.declared(other.span)
        };
        let hidden = self.function.vars.iter().any(|(id, other)| id != var && hides(other));
        (!hidden).then(|| name.to_owned())
    }
    /// The name of a global, if no variable of the function that is declared there has it.
    fn global(&self, name: &str) -> Option<String> {
        let plain = source_name(name) == Some(name);
        let hides = |var: &hecaton_ir::Var| {
            let elsewhere = var.span.file != self.span.file || var.span.line == 0;
            source_name(&var.name) == Some(name) && (elsewhere || self.declared(var.span))
        };
        let hidden = self.function.vars.values().any(hides);
        (plain && !hidden).then(|| name.to_owned())
    }
    /// Whether something declared there is declared when the loop is looked at: before it, or in the head of a `for`.
    fn declared(&self, span: Span) -> bool {
        place(span) < place(self.span) || self.span.len == 3 && place(span) < place(self.head)
    }
    /// The integer at an offset of an object: how it is written, its sign and its width.
    fn part(&self, ty: TypeId, offset: u64) -> Option<(String, bool, u32)> {
        let (types, target) = (&self.program.types, self.program.target);
        let (mut ty, mut offset, mut path) = (ty, offset, String::new());
        loop {
            match types.get(ty)? {
                Type::Int { bits, signed } => return (offset == 0).then_some((path, *signed, *bits)),
                Type::Float(_) | Type::Ptr => return None,
                Type::Array { elem, len } => {
                    let size = types.size(*elem, target).max(1);
                    let index = offset / size;
                    if index >= *len {
                        return None;
                    }
                    path += &format!("[{index}]");
                    (ty, offset) = (*elem, offset % size);
                }
                Type::Record(record) if !record.union => {
                    let inside = |field: &&hecaton_ir::Field| {
                        let size = types.size(field.ty, target);
                        field.bits.is_none() && field.offset <= offset && offset - field.offset < size
                    };
                    let field = record.fields.iter().find(inside)?;
                    path += &format!(".{}", source_name(&field.name)?);
                    (ty, offset) = (field.ty, offset - field.offset);
                }
                Type::Record(_) => return None,
            }
        }
    }
}

fn place(span: Span) -> (u32, u32) {
    (span.line, span.col)
}

/// A name without the number that makes it unique in its function; `None` if it is not one of the source.
fn source_name(name: &str) -> Option<&str> {
    let base = match name.rsplit_once('.') {
        Some((base, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => base,
        Some(_) => return None,
        None => name,
    };
    let begins = base.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    let plain = begins && base.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    plain.then_some(base)
}

/// That a place holds a number of a range; `None` if that says nothing.
fn expression(name: &str, range: &Range, signed: bool) -> Option<String> {
    let bits = range.width();
    if let Some(word) = range.single() {
        let value = if signed { hecaton_ir::scalar::signed(bits, word).into() } else { i128::from(word) };
        return Some(format!("{name} == {}", literal(value, bits, signed)));
    }
    let mut parts = Vec::new();
    let (least, most) =
        if signed { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
    let (lo, hi): (i128, i128) = if signed {
        let (lo, hi) = range.signed_bounds();
        (lo.into(), hi.into())
    } else {
        let (lo, hi) = range.unsigned_bounds();
        (lo.into(), hi.into())
    };
    if lo > least {
        parts.push(format!("{name} >= {}", literal(lo, bits, signed)));
    }
    if hi < most {
        parts.push(format!("{name} <= {}", literal(hi, bits, signed)));
    }
    let (known, low) = range.low_bits();
    if (1..=16).contains(&known) {
        parts.push(format!("({name} & {}) == {low}", (1u32 << known) - 1));
    }
    (!parts.is_empty()).then(|| parts.join(" && "))
}

/// A constant of a type, as C has it; the least number of a signed type has no literal.
fn literal(value: i128, bits: u32, signed: bool) -> String {
    let suffix = match (bits > 32, signed) {
        (false, true) => "",
        (false, false) if bits < 32 => "",
        (false, false) => "U",
        (true, true) => "LL",
        (true, false) => "ULL",
    };
    if signed && bits >= 32 && value == -(1i128 << (bits - 1)) {
        return format!("(-{}{suffix} - 1)", -(value + 1));
    }
    if value < 0 { format!("(-{}{suffix})", -value) } else { format!("{value}{suffix}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_as_c() {
        let signed = |lo, hi| expression("x", &Range::signed(32, lo, hi), true);
        assert_eq!(signed(3, 3).as_deref(), Some("x == 3"));
        assert_eq!(signed(-1, 10).as_deref(), Some("x >= (-1) && x <= 10"));
        assert_eq!(signed(i64::from(i32::MIN), 5).as_deref(), Some("x <= 5"));
        assert_eq!(signed(i64::from(i32::MIN), i64::from(i32::MIN)).as_deref(), Some("x == (-2147483647 - 1)"));
        assert_eq!(expression("x", &Range::all(32), true), None);
        assert_eq!(expression("x", &Range::unsigned(64, 0, 7), false).as_deref(), Some("x <= 7ULL"));
        assert_eq!(expression("x", &Range::unsigned(8, 0, 7), false).as_deref(), Some("x <= 7"));
    }

    #[test]
    fn names_are_those_of_the_source() {
        assert_eq!(source_name("i"), Some("i"));
        assert_eq!(source_name("i.2"), Some("i"));
        assert_eq!(source_name("f.x"), None);
        assert_eq!(source_name("%1"), None);
        assert_eq!(source_name(""), None);
    }
}
