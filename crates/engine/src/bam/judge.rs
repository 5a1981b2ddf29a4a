//! Answers what the domain of predicates asks, with a solver: a new one for each question, which is small. What is not
//! decided in time is answered by what says less.

use crate::task::SolverMaker;
use crate::valuation::Valuation;
use hecaton_base::{Budget, Stop};
use hecaton_cpa::formula::{Judge, Ways};
use hecaton_ir::{Expr, Program};
use hecaton_solve::{Answer, Model, Purpose, Query, Solver};
use hecaton_symex::{Assignment as _, Context, formula};
use hecaton_term::{Sort, Term};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The most that one question may take.
const LONGEST: Duration = Duration::from_secs(1);
/// One without an answer counts as so many.
const UNANSWERED: u64 = 500;

/// Decides by solvers.
pub struct Solvers {
    /// The program.
    pub program: Arc<Program>,
    /// Makes a solver.
    pub maker: SolverMaker,
    /// What all questions may take together.
    pub budget: Budget,
    /// So many may still be asked: unlike time, the same in every run.
    pub left: Arc<AtomicU64>,
}

/// One question.
struct Session {
    cx: Context,
    vars: Vec<Term>,
    solver: Box<dyn Solver>,
    budget: Budget,
    left: Arc<AtomicU64>,
}

impl Solvers {
    fn session(&self, widths: &[u32]) -> Option<Session> {
        if self.left.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let mut cx = Context::new(self.program.clone());
        let sort = |width: u32| if width == 1 { Sort::Bool } else { Sort::Bits(width) };
        let var = |(at, width): (usize, &u32)| cx.terms.var(&format!("a{at}"), sort(*width));
        let vars = widths.iter().enumerate().map(var).collect();
        let (solver, budget) = ((self.maker)(), self.budget.child().with_time(LONGEST));
        Some(Session { cx, vars, solver, budget, left: self.left.clone() })
    }
}

impl Session {
    /// The term of a condition; one that cannot be expressed is arbitrary.
    fn term(&mut self, expr: &Expr) -> Term {
        match formula(&mut self.cx, expr, &self.vars) {
            Some(term) => term,
            None => {
                let name = format!("b{}", self.vars.len());
                let term = self.cx.terms.var(&name, Sort::Bool);
                self.vars.push(term);
                term
            }
        }
    }
    fn ask(&mut self, assume: &[Term]) -> Answer {
        if self.spend(1) == 0 {
            return Answer::Unknown(Stop::Steps);
        }
        let answer = self
            .solver
            .check(&self.cx.terms, &Query { assume, budget: &self.budget, purpose: Purpose::of("predicates") });
        if matches!(answer, Answer::Unknown(_)) {
            self.spend(UNANSWERED);
        }
        answer
    }
    /// Takes from what is left, and gives what that was.
    fn spend(&self, count: u64) -> u64 {
        let less = |left: u64| Some(left.saturating_sub(count));
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).unwrap_or(0)
    }
    fn assert(&mut self, fact: Term) {
        self.solver.assert(&self.cx.terms, fact);
    }
    /// What some conditions are in a model.
    fn truths(&self, model: &Model, terms: &[Term]) -> Vec<bool> {
        let mut valuation = Valuation::new(&self.cx.terms, model);
        terms.iter().map(|term| valuation.holds(*term)).collect()
    }
    /// The condition that some conditions are not all like this.
    fn other(&mut self, terms: &[Term], like: &[bool]) -> Term {
        let differs = terms.iter().zip(like).map(|(term, like)| if *like { self.cx.terms.not(*term) } else { *term });
        let differs: Vec<Term> = differs.collect();
        self.cx.terms.any(&differs)
    }
}

impl Judge for Solvers {
    fn possible(&self, widths: &[u32], facts: &[Expr]) -> bool {
        let Some(mut session) = self.session(widths) else { return true };
        for fact in facts {
            let term = session.term(fact);
            if session.cx.terms.as_bool(term) == Some(false) {
                return false;
            }
            session.assert(term);
        }
        !matches!(session.ask(&[]), Answer::Unsat(_))
    }
    fn ways(&self, widths: &[u32], facts: &[Expr], predicates: &[Expr], most: usize) -> Ways {
        let Some(mut session) = self.session(widths) else { return Ways::Fixed(vec![None; predicates.len()]) };
        for fact in facts {
            let term = session.term(fact);
            session.assert(term);
        }
        let terms: Vec<Term> = predicates.iter().map(|predicate| session.term(predicate)).collect();
        let mut found: Vec<Vec<bool>> = Vec::new();
        let mut unknown = false;
        while found.len() <= most {
            match session.ask(&[]) {
                Answer::Unsat(_) if found.is_empty() => return Ways::None,
                Answer::Unsat(_) => return Ways::These(found),
                Answer::Unknown(_) => {
                    unknown = true;
                    break;
                }
                Answer::Sat(model) => {
                    let way = session.truths(&model, &terms);
                    let other = session.other(&terms, &way);
                    session.assert(other);
                    found.push(way);
                }
            }
        }
        // Too many: whatever was the same in all may be the same always. Those that were found are excluded now, but all
        // of them have what is asked about.
        let mut fixed = vec![None; predicates.len()];
        let Some(first) = found.first().cloned() else { return Ways::Fixed(fixed) };
        for at in 0..predicates.len() {
            if unknown || found.iter().any(|way| way[at] != first[at]) {
                continue;
            }
            let opposite = if first[at] { session.cx.terms.not(terms[at]) } else { terms[at] };
            match session.ask(&[opposite]) {
                Answer::Unsat(_) => fixed[at] = Some(first[at]),
                Answer::Sat(model) => found.push(session.truths(&model, &terms)),
                Answer::Unknown(_) => unknown = true,
            }
        }
        Ways::Fixed(fixed)
    }
    fn core(&self, widths: &[u32], facts: &[Expr]) -> Option<Vec<usize>> {
        let mut session = self.session(widths)?;
        let terms: Vec<Term> = facts.iter().map(|fact| session.term(fact)).collect();
        let mut needed: Vec<Term> = match session.ask(&terms) {
            Answer::Unsat(core) => core,
            Answer::Sat(_) | Answer::Unknown(_) => return None,
        };
        // Each of them is tried without.
        for term in needed.clone() {
            let without: Vec<Term> = needed.iter().copied().filter(|other| *other != term).collect();
            if let Answer::Unsat(core) = session.ask(&without) {
                needed = core;
            }
        }
        Some((0..terms.len()).filter(|at| needed.contains(&terms[*at])).collect())
    }
}
