//! Unit propagation along the clauses that a step names: reverse unit propagation with hints.

/// What a named clause does under the assignment so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// All its literals are false.
    Conflict,
    /// All but one are, which becomes true.
    Unit,
    /// All but one are, which was true before.
    Known,
    /// Two or more are not false: nothing follows, and the step is refused.
    Open,
}

/// Literals that are false in the step being checked. A literal is false if its entry carries the number of this step, so
/// that nothing has to be undone between steps.
#[derive(Default)]
pub(crate) struct Propagation {
    false_in: Vec<u32>,
    step: u32,
}

/// The place of a literal in a table.
fn index(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

impl Propagation {
    fn is_false(&self, lit: i32) -> bool {
        self.false_in.get(index(lit)).is_some_and(|step| *step == self.step)
    }
    fn make_false(&mut self, lit: i32) {
        let at = index(lit);
        if at >= self.false_in.len() {
            self.false_in.resize((at + 2).max(self.false_in.len() * 3 / 2), 0);
        }
        self.false_in[at] = self.step;
    }
    /// Begins a step: its clause is assumed to be false. Says whether that contradicts itself, which proves a clause that
    /// has a literal and its negation.
    pub fn begin(&mut self, clause: &[i32]) -> bool {
        self.step = self.step.wrapping_add(1);
        if self.step == 0 {
            // The numbers begin anew.
            self.false_in.fill(0);
            self.step = 1;
        }
        let mut contradicts = false;
        for lit in clause {
            contradicts |= self.is_false(-*lit);
            self.make_false(*lit);
        }
        contradicts
    }
    /// Takes the next named clause.
    pub fn take(&mut self, clause: &[i32]) -> Effect {
        let mut unit = 0;
        for lit in clause.iter().copied() {
            if !self.is_false(lit) && lit != unit {
                if unit != 0 {
                    return Effect::Open;
                }
                unit = lit;
            }
        }
        if unit == 0 {
            return Effect::Conflict;
        }
        if self.is_false(-unit) {
            return Effect::Known;
        }
        self.make_false(-unit);
        Effect::Unit
    }
}
