//! Questions about one path at a time. A path grows condition by condition, so most answers are known or nearly
//! known: a model of its prefix, or of a sibling, often satisfies the new condition too. Only the part of the path
//! condition that shares symbols with the new condition is asked about (constraint independence). The solver stays
//! the same, with all conditions as assumptions.

mod symbols;

use crate::session::{Answered, Session};
use crate::valuation::Valuation;
use hecaton_base::{Budget, Stop};
use hecaton_solve::{Model, Purpose, Query, Solver};
use hecaton_symex::{Assignment, Context, GuardId};
use hecaton_term::Term;
use hecaton_term::eval::Evaluator;
use std::collections::VecDeque;
use std::rc::Rc;
use symbols::Symbols;

/// So many models are tried before the solver is asked.
const REMEMBERED: usize = 4;
/// Evaluations that are kept for reuse.
const EVALUATIONS: usize = 16;
/// A solver that was asked so often is replaced by a new one: most of what it has seen is of no use any more.
const TIRED: u32 = 300;

/// A model of a path condition.
pub(crate) struct Witness {
    number: u64,
    pub model: Model,
}

impl Witness {
    /// Everything is zero: a model of nothing, to begin with.
    pub fn zero() -> Rc<Witness> {
        Rc::new(Witness { number: 0, model: Model::default() })
    }
}

/// What was evaluated under the models that were used last.
#[derive(Default)]
pub(crate) struct Evaluations(VecDeque<(u64, Evaluator)>);

impl Evaluations {
    /// Whether a condition holds under a model.
    pub fn holds(&mut self, cx: &Context, witness: &Witness, condition: Term) -> bool {
        let at = self.0.iter().position(|(number, _)| *number == witness.number);
        let (_, evaluator) = at.and_then(|at| self.0.remove(at)).unwrap_or((0, Evaluator::new()));
        let mut valuation = Valuation::with(&cx.terms, &witness.model, evaluator);
        let holds = valuation.holds(condition);
        self.0.push_front((witness.number, valuation.into_evaluator()));
        self.0.truncate(EVALUATIONS);
        holds
    }
}

/// A solver with what is known from earlier questions.
pub(crate) struct Oracle<'a> {
    maker: &'a dyn Fn() -> Box<dyn Solver>,
    session: Session,
    budget: &'a Budget,
    /// How often it was asked.
    asked: u32,
    symbols: Symbols,
    recent: VecDeque<Rc<Witness>>,
    evaluations: Evaluations,
    next: u64,
    /// Questions that went to the solver, and those that a known model answered.
    pub questions: u64,
    pub known: u64,
}

impl<'a> Oracle<'a> {
    pub fn new(maker: &'a dyn Fn() -> Box<dyn Solver>, budget: &'a Budget) -> Self {
        Oracle {
            maker,
            session: session(maker),
            budget,
            asked: 0,
            symbols: Symbols::default(),
            recent: VecDeque::new(),
            evaluations: Evaluations::default(),
            next: 0,
            questions: 0,
            known: 0,
        }
    }
    /// Begins anew, for another context.
    pub fn renew(&mut self) {
        let (questions, known, next) = (self.questions, self.known, self.next);
        *self = Oracle { questions, known, next, ..Oracle::new(self.maker, self.budget) };
    }
    /// How hard the questions were; see [`Session::effort`].
    pub fn effort(&self) -> u64 {
        self.session.effort()
    }

    /// Whether a condition holds under a model.
    pub fn holds(&mut self, cx: &Context, witness: &Witness, condition: Term) -> bool {
        self.evaluations.holds(cx, witness, condition)
    }

    /// Whether a path condition can hold together with one condition more. With `base`, a beginning of the path
    /// condition and a model of it.
    pub fn ask(
        &mut self,
        cx: &mut Context,
        guard: GuardId,
        more: Term,
        base: Option<(GuardId, &Rc<Witness>)>,
    ) -> Result<Option<Rc<Witness>>, Stop> {
        let path = cx.guard(guard);
        let whole = cx.terms.and(path, more);
        if cx.terms.as_bool(whole) == Some(false) {
            return Ok(None);
        }
        let tried: Vec<Rc<Witness>> =
            base.map(|(_, witness)| witness.clone()).into_iter().chain(self.recent.iter().cloned()).collect();
        for witness in tried {
            if self.holds(cx, &witness, whole) && self.facts_hold(cx, &witness) {
                self.known += 1;
                return Ok(Some(witness));
            }
        }
        if let Some((base, witness)) = base
            && cx.facts.is_empty()
        {
            let mut new = cx.conjuncts(guard, base);
            new.push(more);
            let old = cx.conjuncts(base, cx.no_guard());
            if let Some(part) = self.symbols.connected(&cx.terms, &old, &new) {
                let Some(model) = self.solve(cx, &part.conditions)? else { return Ok(None) };
                let mut combined = witness.model.clone();
                combined.scalars.extend(model.scalars.into_iter().filter(|(symbol, _)| part.symbols.contains(symbol)));
                combined.arrays.extend(model.arrays.into_iter().filter(|(symbol, _)| part.symbols.contains(symbol)));
                let combined = self.remember(combined);
                // The other part does not speak of what has changed; believed only after a look.
                if self.holds(cx, &combined, whole) {
                    return Ok(Some(combined));
                }
            }
        }
        let model = self.solve(cx, &[whole])?;
        Ok(model.map(|model| self.remember(model)))
    }
    fn facts_hold(&mut self, cx: &Context, witness: &Witness) -> bool {
        cx.facts.iter().all(|fact| self.holds(cx, witness, *fact))
    }
    fn remember(&mut self, model: Model) -> Rc<Witness> {
        self.next += 1;
        let witness = Rc::new(Witness { number: self.next, model });
        self.recent.push_front(witness.clone());
        self.recent.truncate(REMEMBERED);
        witness
    }
    /// Whether conditions can hold together, with the facts about addresses.
    fn solve(&mut self, cx: &Context, conditions: &[Term]) -> Result<Option<Model>, Stop> {
        if self.asked > TIRED {
            (self.session, self.asked) = (session(self.maker), 0);
        }
        self.asked += 1;
        self.questions += 1;
        let query = Query { assume: conditions, budget: self.budget, purpose: Purpose::of("path") };
        match self.session.ask(&cx.terms, &cx.facts, &query)? {
            Answered::Possible(model) => Ok(Some(model)),
            Answered::Never(_) => Ok(None),
        }
    }
    /// An error if the facts about addresses contradict each other.
    pub fn not_vacuous(&mut self, cx: &mut Context) -> Result<(), Stop> {
        self.session.not_vacuous(&mut cx.terms, &cx.facts, self.budget)
    }
}

/// A new solver for the questions of paths.
fn session(maker: &dyn Fn() -> Box<dyn Solver>) -> Session {
    let mut solver = maker();
    solver.expect_many();
    Session::new(solver)
}
