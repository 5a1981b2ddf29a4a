//! The gate that every violation leaves by: a model becomes choices, the choices are replayed on the concrete
//! interpreter, and only what the interpreter ran into is a violation.

use crate::task::{Task, Whole};
use crate::verdict::Violation;
use hecaton_base::{Bits, Budget, Stop};
use hecaton_ir::analysis::effects::{Act, Taken};
use hecaton_ir::{Choice, Op, Program, PropId, Region};
use hecaton_solve::Model;
use hecaton_symex::{Assignment, Check, Context, choices};
use hecaton_term::eval::{Evaluator, Value};
use hecaton_term::{Dag, Sort, Symbol, Term};
use hecaton_trace::{Counterexample, Mismatch, Reason, Trace, fewer_switches, replay, replay_slice};

/// A model with everything that was evaluated under it.
pub(crate) struct Valuation<'a> {
    dag: &'a Dag,
    model: &'a Model,
    evaluator: Evaluator,
}

impl<'a> Valuation<'a> {
    pub fn new(dag: &'a Dag, model: &'a Model) -> Self {
        Self::with(dag, model, Evaluator::new())
    }
    /// With what an earlier valuation under the same model has evaluated.
    pub fn with(dag: &'a Dag, model: &'a Model, evaluator: Evaluator) -> Self {
        Valuation { dag, model, evaluator }
    }
    pub fn into_evaluator(self) -> Evaluator {
        self.evaluator
    }
}

impl Assignment for Valuation<'_> {
    fn holds(&mut self, term: Term) -> bool {
        self.evaluator.truth(self.dag, &|symbol| self.model.value(symbol), term)
    }
    fn bits(&mut self, term: Term) -> Bits {
        match self.evaluator.eval(self.dag, &|symbol| self.model.value(symbol), term) {
            Value::Bool(value) => Bits::from_bool(value),
            Value::Bits(bits) => bits,
            Value::Array(_) => panic!("an array is not an input"),
        }
    }
    fn array(&mut self, symbol: Symbol) -> (Bits, Vec<(Bits, Bits)>) {
        let Sort::Array { elem, .. } = self.dag.sort(self.dag.symbol_term(symbol)) else {
            panic!("the content of an object is an array");
        };
        match self.model.arrays.get(&symbol) {
            Some(array) => {
                let entries = array.entries.iter().map(|(i, v)| (i.clone(), v.clone())).collect();
                (array.default.clone(), entries)
            }
            None => (Bits::zero(elem), Vec::new()),
        }
    }
}

/// So many steps of a whole program are tried for a violation of its slice: a loop that was left out may never end.
const STEPS: u64 = 20_000_000;

/// Replays the path on which a model violates a check; that of a slice on the whole program.
pub(crate) fn confirm(
    cx: &Context,
    task: &Task,
    check: &Check,
    model: &mut Valuation<'_>,
    budget: &Budget,
) -> Result<Violation, Stop> {
    let counterexample = Counterexample { property: check.prop, choices: choices(cx, check.trail, model) };
    let Some(Whole { program, choices: Some(made) }) = &task.whole else {
        return replayed(task.original(), counterexample, budget);
    };
    let limited = budget.clone().with_steps(STEPS);
    match replay_slice(program, &counterexample, made, &limited) {
        Ok((counterexample, trace)) => Ok(readable(program, counterexample, trace, budget)),
        Err(Mismatch { reason: Reason::Stopped(stop @ (Stop::Time | Stop::Memory | Stop::Cancelled)), .. }) => {
            Err(stop)
        }
        Err(Mismatch { reason: Reason::Approximate(what), .. }) => Err(Stop::Approximate(what)),
        Err(mismatch) => Err(Stop::Unsupported(format!("what is left out of the slice matters: {mismatch}"))),
    }
}

/// The violation with as few switches between threads as are found.
fn readable(program: &Program, counterexample: Counterexample, trace: Trace, budget: &Budget) -> Violation {
    let (counterexample, trace) = fewer_switches(program, counterexample, trace, budget);
    Violation { counterexample, trace, needs: None }
}

/// What the interpreter runs into; an error if that is not what is claimed.
pub(crate) fn replayed(program: &Program, counterexample: Counterexample, budget: &Budget) -> Result<Violation, Stop> {
    match replay(program, &counterexample, budget) {
        Ok(trace) => Ok(readable(program, counterexample, trace, budget)),
        // How threads stand to each other may violate it more than once on the way: the first time counts.
        Err(Mismatch { reason: Reason::Unused(count @ 1..), .. })
            if [program.race, program.deadlock].contains(&Some(counterexample.property)) =>
        {
            let Counterexample { property, mut choices } = counterexample;
            choices.retain(|choice| !matches!(choice, Choice::Branch(_)));
            choices.truncate(choices.len().saturating_sub(count));
            replayed(program, Counterexample { property, choices }, budget)
        }
        Err(Mismatch { reason: Reason::Stopped(stop), .. }) => {
            budget.note_stop(&stop);
            Err(stop)
        }
        Err(Mismatch { reason: Reason::Approximate(what), .. }) => Err(Stop::Approximate(what)),
        Err(mismatch) => {
            let what = format!("a counterexample was not confirmed by its replay: {mismatch}");
            budget.note_defect(&what);
            Err(Stop::Bug(what))
        }
    }
}

/// Properties that hold because of what the program does not have: one that never allocates loses nothing, however long
/// it runs. What is not understood might allocate.
pub(crate) fn without_heap(program: &Program) -> Vec<PropId> {
    let harmless = |op: &Op| {
        let effects = op.effects();
        let on_heap = effects.takes.is_some_and(|(_, taken)| taken == Taken::Made(Region::Heap));
        // Every function has a body, those that are called by their addresses too.
        !on_heap && !matches!(effects.act, Some(Act::Unsupported(_) | Act::Spawn(..)))
    };
    let mut insts = program.functions.values().flat_map(|f| f.blocks.values()).flat_map(|block| &block.insts);
    let none = insts.all(|inst| harmless(&inst.op)) && program.functions.values().all(|f| f.has_body());
    if none { [program.leak, program.cleanup].into_iter().flatten().collect() } else { vec![] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Id as _;
    use hecaton_ir::text;

    #[test]
    fn a_violation_that_the_replay_does_not_confirm_is_a_defect_of_the_run() {
        let source = "target LP64\nentry main\nprop p0 assertion \"never\" in main\nfunc main() -> i32 {\nb0:\n  \
                      assert 1 prop p0\n  return 0\n}\n";
        let program = text::parse("x.hir", source).unwrap_or_else(|e| panic!("{e}"));
        let run = Budget::unlimited();
        let claimed = Counterexample { property: PropId::new(0), choices: vec![] };
        let stop = replayed(&program, claimed, &run.child()).expect_err("it holds");
        assert_eq!(run.defect().map(Stop::Bug), Some(stop));
    }
}
