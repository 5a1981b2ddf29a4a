//! Inline assembly. What the instructions do is not known: every output takes an arbitrary value, and control may go to
//! every label of an `asm goto`. An empty template does nothing at all: its outputs keep their values, or take those of
//! the inputs that share their place. That nothing else is changed is taken for granted, and noted.

use super::place::{Place, Where};
use super::{Lowering, Res, Value, error};
use crate::ast::{Asm, AsmOperand, StrLit};
use crate::ctype::CType;
use hecaton_ir::{Expr, Op, Span};

/// The number of the output that an input shares its place with.
fn matching(constraint: &StrLit) -> Option<usize> {
    constraint.lossy().trim_start_matches(['%', ' ', '&']).parse().ok()
}

/// Whether the operand is both read and written.
fn is_updated(operand: &AsmOperand) -> bool {
    operand.constraint.units.contains(&u32::from(b'+'))
}

impl Lowering<'_> {
    pub(super) fn asm(&mut self, asm: &Asm) -> Res<()> {
        self.performs();
        self.with_temps(asm.span, |this| this.asm_operands(asm))?;
        for label in &asm.labels {
            let jumps = self.condition_temp(asm.span);
            self.emit(Op::Havoc { dst: jumps }, asm.span);
            let (yes, no) = (self.body.block(asm.span), self.body.block(asm.span));
            self.body.branch(Expr::Var(jumps), yes, no, asm.span);
            self.body.current = yes;
            self.goto(*label, asm.span)?;
            self.body.current = no;
        }
        Ok(())
    }
    fn asm_operands(&mut self, asm: &Asm) -> Res<()> {
        let text = asm.template.lossy();
        // Comments do nothing either.
        let nothing = text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'));
        if !nothing {
            self.note_asm(asm);
        }
        self.left_to_right(asm.outputs.iter().chain(&asm.inputs).map(|operand| &operand.expr));
        let mut places = Vec::with_capacity(asm.outputs.len());
        for output in &asm.outputs {
            let place = self.place(&output.expr, false)?;
            places.push(self.share_place(place, asm.span));
        }
        let mut inputs: Vec<(usize, Value)> = Vec::new();
        for input in &asm.inputs {
            if is_memory(&input.constraint) && self.is_place(&input.expr) {
                // Only its address is looked at.
                self.place(&input.expr, true)?;
                continue;
            }
            let value = self.rvalue(&input.expr)?;
            let same = matching(&input.constraint).or_else(|| self.named_output(asm, &input.constraint));
            if let Some(output) = same
                && self.ctypes.scalar(value.ty).is_some()
            {
                let value = self.share(value, asm.span);
                inputs.push((output, value));
            }
        }
        for (index, (output, place)) in asm.outputs.iter().zip(&places).enumerate() {
            if nothing && (is_updated(output) || is_memory(&output.constraint)) {
                continue;
            }
            let same = inputs.iter().find(|(number, _)| *number == index).map(|(_, value)| value.clone());
            match same.filter(|value| nothing && self.passes_through(value, place)) {
                Some(value) => drop(self.write(place, value, asm.span)?),
                None => self.havoc_place(place, asm.span)?,
            }
        }
        Ok(())
    }
    /// The output that `"[name]"` refers to.
    fn named_output(&self, asm: &Asm, constraint: &StrLit) -> Option<usize> {
        let text = constraint.lossy();
        let name = text.strip_prefix('[')?.strip_suffix(']')?;
        asm.outputs.iter().position(|output| output.name.is_some_and(|symbol| self.text(symbol) == name))
    }
    /// Whether a register that was filled with the value gives the place just that, or its low part.
    fn passes_through(&self, value: &Value, place: &Place) -> bool {
        let integers = self.ctypes.int_kind(value.ty).is_some() && self.ctypes.int_kind(place.ty).is_some();
        let sizes = (self.ctypes.size_of(value.ty), self.ctypes.size_of(place.ty));
        value.ty == place.ty || integers && sizes.0 >= sizes.1
    }
    fn note_asm(&mut self, asm: &Asm) {
        let memory = asm.clobbers.iter().any(|clobber| clobber.lossy() == "memory");
        let what = if memory { ", and no memory but theirs" } else { "" };
        let line = asm.span.line;
        self.note(format!("inline assembly (line {line}) is taken to change nothing but its outputs{what}"));
    }
    /// Any value for a place.
    fn havoc_place(&mut self, place: &Place, span: Span) -> Res<()> {
        if self.ctypes.scalar(place.ty).is_some() {
            let var = self.temp(place.ty, span);
            self.emit(Op::Havoc { dst: var }, span);
            let value = self.value(place.ty, Expr::Var(var));
            return self.write(place, value, span).map(drop);
        }
        match (&self.ctypes[place.ty], &place.at) {
            (CType::Record(_) | CType::Array(..), Where::Memory(at)) => {
                let at = at.clone();
                let fresh = self.temp_object(place.ty, span)?;
                let value = Value { ty: place.ty, e: fresh, range: (0, 0) };
                self.copy_checked(at, &value, place.check.as_deref(), span)
            }
            (CType::Other(name), _) => super::unsupported(span, name.to_string()),
            _ => error(span, format!("an output of type `{}`", self.ctypes.name(place.ty))),
        }
    }
}

/// Whether a constraint allows nothing but memory.
fn is_memory(constraint: &StrLit) -> bool {
    constraint.lossy().bytes().all(|letter| b"moVQ=+&, *".contains(&letter))
}
