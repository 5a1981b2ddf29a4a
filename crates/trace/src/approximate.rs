//! Whether a violation depends on something that is known only approximately (`Op::Approximate`).
//!
//! Walking forward through a run, values that were computed from such a thing are followed through variables and
//! memory. As soon as one of them decides where the run goes (a branch, an assumption, a pointer that is used, a size),
//! everything that follows depends on it, also what is then *not* done: that is why the backward slice of a failure
//! would not tell. If no such value decides anything and the failing condition has none in it, the exact values would
//! have led to the same failure.

use crate::machine::Event;
use crate::record::{Entry, Record};
use crate::slice::Ranges;
use hecaton_ir::{Callee, Expr, Loc, Op, Program, VarId};
use std::collections::HashMap;

/// What the failure at the end of a run depends on and is not known exactly, if there is such a thing.
pub(crate) fn dependence<'a>(program: &'a Program, record: &Record) -> Option<&'a str> {
    let insts = program.functions.values().flat_map(|f| f.blocks.values()).flat_map(|b| &b.insts);
    let first = insts.into_iter().find_map(|inst| match &inst.op {
        Op::Approximate { what, .. } => Some(what.as_str()),
        _ => None,
    })?;
    if record.omitted() > 0 {
        // It may have been among the events that are gone.
        return Some(first);
    }
    let mut follow = Follow { program, vars: HashMap::new(), bytes: HashMap::new() };
    record.entries().find_map(|entry| follow.visit(entry))
}

/// What has been computed from approximations, and from which.
struct Follow<'a> {
    program: &'a Program,
    vars: HashMap<(u32, VarId), &'a str>,
    bytes: HashMap<u32, (Ranges, &'a str)>,
}

impl<'a> Follow<'a> {
    fn op(&self, loc: Loc) -> Option<&'a Op> {
        let program = self.program;
        program.functions[loc.func].blocks[loc.block].insts.get(loc.inst as usize).map(|inst| &inst.op)
    }
    fn in_expr(&self, frame: u32, expr: &Expr) -> Option<&'a str> {
        let mut found = None;
        expr.for_each_var(&mut |var| found = found.or(self.vars.get(&(frame, var)).copied()));
        found
    }
    /// What an instruction or the end of a block uses.
    fn in_operands(&self, frame: u32, loc: Loc) -> Option<&'a str> {
        match self.op(loc) {
            Some(op) => op.operands().into_iter().find_map(|expr| self.in_expr(frame, expr)),
            None => {
                let end = &self.program.functions[loc.func].blocks[loc.block].end;
                end.operand().and_then(|expr| self.in_expr(frame, expr))
            }
        }
    }
    fn in_bytes(&self, object: u32, offset: u64, len: u64) -> Option<&'a str> {
        let (ranges, what) = self.bytes.get(&object)?;
        ranges.meets(offset, offset.saturating_add(len)).then_some(*what)
    }
    fn set(&mut self, frame: u32, var: VarId, what: Option<&'a str>) {
        match what {
            Some(what) => self.vars.insert((frame, var), what),
            None => self.vars.remove(&(frame, var)),
        };
    }
    fn set_bytes(&mut self, object: u32, offset: u64, len: u64, what: Option<&'a str>) {
        let end = offset.saturating_add(len);
        match what {
            Some(what) => self.bytes.entry(object).or_insert_with(|| (Ranges::default(), what)).0.add(offset, end),
            None => {
                if let Some((ranges, _)) = self.bytes.get_mut(&object) {
                    ranges.cut(offset, end);
                }
            }
        }
    }

    /// Takes note of an event; what is approximate if that decides where the run goes.
    fn visit(&mut self, entry: &Entry) -> Option<&'a str> {
        let Entry { loc, frame, .. } = *entry;
        let op = self.op(loc);
        let written = op.and_then(Op::written);
        match &entry.event {
            Event::Assign { .. } => {
                let what = match op {
                    Some(Op::Approximate { what, .. }) => Some(what.as_str()),
                    _ => self.in_operands(frame, loc),
                };
                self.set(frame, written?, what);
                None
            }
            Event::Input { var, .. } => {
                self.set(frame, *var, None);
                None
            }
            Event::Load { object, offset, len, .. } => {
                if let Some(what) = self.in_operands(frame, loc) {
                    return Some(what);
                }
                let what = self.in_bytes(*object, *offset, *len);
                self.set(frame, written?, what);
                None
            }
            Event::Store { ty, object, offset, .. } => {
                let Some(Op::Store { ptr, value, .. }) = op else { return None };
                if let Some(what) = self.in_expr(frame, ptr) {
                    return Some(what);
                }
                let what = self.in_expr(frame, value);
                self.set_bytes(*object, *offset, ty.bytes(self.program.target), what);
                None
            }
            Event::Copy { to, from, len } => {
                if let Some(what) = self.in_operands(frame, loc) {
                    return Some(what);
                }
                let what = self.in_bytes(from.0, from.1, *len);
                self.set_bytes(to.0, to.1, *len, what);
                None
            }
            Event::Fill { object, offset, len, .. } => {
                let Some(Op::Fill { dst, byte, size, .. }) = op else { return None };
                if let Some(what) = self.in_expr(frame, dst).or_else(|| self.in_expr(frame, size)) {
                    return Some(what);
                }
                let what = self.in_expr(frame, byte);
                self.set_bytes(*object, *offset, *len, what);
                None
            }
            // Unknown code gives an object any content.
            Event::Content { object, .. } => {
                self.set_bytes(*object, 0, u64::MAX, None);
                self.in_operands(frame, loc)
            }
            Event::Alloc { .. } => {
                let what = self.in_operands(frame, loc);
                self.set(frame, written?, None);
                what
            }
            Event::Call { func, frame: made, .. } => {
                let Some(Op::Call { callee, args, .. }) = op else { return None };
                if let Callee::Indirect { ptr, .. } = callee
                    && let Some(what) = self.in_expr(frame, ptr)
                {
                    return Some(what);
                }
                for (param, arg) in self.program.functions[*func].params.iter().zip(args) {
                    let what = self.in_expr(frame, arg);
                    self.set(*made, *param, what);
                }
                None
            }
            Event::Return { to, .. } => {
                let what = self.in_operands(frame, loc);
                let to = (*to)?;
                self.set(to.frame, to.var, what);
                None
            }
            // At the end of the program the failure is about what memory holds.
            Event::Failure { .. } if op.is_none() => {
                self.bytes.values().find(|(ranges, _)| !ranges.is_empty()).map(|(_, what)| *what)
            }
            Event::Free { .. } | Event::Assume | Event::Branch { .. } | Event::Failure { .. } => {
                self.in_operands(frame, loc)
            }
            Event::Log => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::counterexample::Counterexample;
    use crate::replay::{Reason, replay};
    use hecaton_base::{Bits, Budget, Id as _};
    use hecaton_ir::text::parse;
    use hecaton_ir::{Choice, PropId};

    /// Why the first property of a body is not violated by one input of value 0.
    fn refused(body: &str) -> Option<String> {
        let text = format!(
            "func main() {{\nvar x: s32\nvar y: s32\nvar c: u1\nvar p: ptr\na:\nhavoc x\n\
             x = approximate \"it\", x\np = alloc stack s32\n{body}\n}}\n"
        );
        let program = parse("t.hir", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let choices = vec![Choice::Input(Bits::zero(32)), Choice::Place(Default::default())];
        let cex = Counterexample { property: PropId::new(0), choices };
        match replay(&program, &cex, &Budget::unlimited()) {
            Ok(_) => None,
            Err(mismatch) => match mismatch.reason {
                Reason::Approximate(what) => Some(what),
                other => panic!("{other}"),
            },
        }
    }

    #[test]
    fn what_decides_and_what_does_not() {
        let prop = "\"it holds\"";
        let it = Some("it".to_owned());
        assert_eq!(refused(&format!("assert x != 0 {prop}\nreturn")), it);
        assert_eq!(refused(&format!("y = x + 1\nassert y != 1 {prop}\nreturn")), it);
        assert_eq!(refused(&format!("store p, x\ny = load p\nassert y != 0 {prop}\nreturn")), it);
        // A value that is written over, or not looked at, decides nothing.
        assert_eq!(refused(&format!("x = 0\nassert x != 0 {prop}\nreturn")), None);
        assert_eq!(refused(&format!("store p, x\nstore p, y\ny = load p\nassert y != 0 {prop}\nreturn")), None);
        assert_eq!(refused(&format!("y = x\nassert c {prop}\nreturn")), None);
        // The exact value might have gone the other way, where `y` is something else.
        let other = "y = 0\nc = x == 7\nbranch c -> b, d\nb:\ny = 1\ngoto d\nd:";
        assert_eq!(refused(&format!("{other}\nassert y != 0 {prop}\nreturn")), it);
        assert_eq!(refused(&format!("assume x == 0\nassert c {prop}\nreturn")), it);
    }
}
