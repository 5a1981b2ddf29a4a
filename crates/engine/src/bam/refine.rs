//! Counterexample-guided refinement (Clarke et al. 2000): the next analysis distinguishes what the infeasible paths
//! of this one asked for, until every property is settled or there is nothing more to distinguish.
//!
//! Where the values of all globals are related and nothing else is distinguished, nearly all states are joined: each
//! function has one entry state, and blocks wait for one another. With several workers, the analysis that is likely
//! to come next therefore starts speculatively beside the current one, in a lane without a share: it gets the workers
//! that no other lane wants. Whichever analysis settles everything ends the other; if the first does not, the second
//! goes on from where it is.

use super::earlier::Earlier;
use super::judge::Solvers;
use super::path::Checker;
use super::plan::Plan;
use super::{AHEAD, Found, How, LANE, REFINING, Shared, Work, analyse};
use crate::event::{Event, Sink};
use crate::invariants::invariants;
use crate::summaries::Own;
use crate::verdict::{Claim, Scope, Unknown, Verdict};
use hecaton_base::budget::resident_bytes;
use hecaton_base::{Budget, Stop};
use hecaton_cpa::algorithm::full;
use hecaton_cpa::code::Code;
use hecaton_cpa::precision::Precision;
use hecaton_ir::analysis::ahead::{Behind, Onward, demanded};
use hecaton_ir::{Loc, Program, PropId};
use hecaton_jobs::{Crew, Lane, Loop};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Analyses of one program, one after the other.
pub(super) struct Refining<'a> {
    looked_at: &'a Code,
    checker: Arc<Checker>,
    crew: &'a Crew,
    /// What this run has kept.
    own: Own,
    /// The process may take so many bytes: what states take is estimated, and where that is far too little, it tells.
    room: u64,
    /// They began before they were due.
    ahead: Option<Ahead>,
}

/// What came of them.
#[derive(Default)]
pub(super) struct Refined {
    /// Why properties are open.
    pub why: Why,
    /// What the one told apart that proved everything.
    pub proved: Option<Vec<u8>>,
}

/// What came of one analysis.
struct Done {
    code: Arc<Code>,
    open: Vec<PropId>,
    told_apart: Vec<u8>,
    found: Found,
    this: Option<Earlier>,
}

/// One of two that run side by side.
enum Side {
    Due(Box<Done>),
    Ahead(Refined),
}

/// Says when analyses that began before they were due are.
#[derive(Clone, Default)]
pub(super) struct Ahead(Arc<AtomicBool>);

impl Ahead {
    /// A lane for one of them.
    pub fn lane(&self, crew: &Crew, shared: Arc<Shared>) -> Lane<Work> {
        let lane = crew.lane(AHEAD, shared);
        lane.set_share(0);
        // It may have become due in between.
        if self.is_due() {
            crew.shares().rename(AHEAD, LANE);
        }
        lane
    }
    fn is_due(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
    fn become_due(&self, crew: &Crew) {
        self.0.store(true, Ordering::SeqCst);
        crew.shares().rename(AHEAD, LANE);
    }
    /// Until they are due, only what they settle is told.
    fn quiet(&self, sink: &Sink) -> Sink {
        let (ahead, sink) = (self.clone(), sink.clone());
        Arc::new(move |event: Event| match &event {
            Event::Counts(_) | Event::Phase(_) if !ahead.is_due() => {}
            _ => sink(event),
        })
    }
}

impl<'a> Refining<'a> {
    pub fn new(looked_at: &'a Code, checker: Arc<Checker>, crew: &'a Crew) -> Self {
        let room = resident_bytes().saturating_add(checker.task.analysis.states.saturating_mul(2));
        Refining { looked_at, checker, crew, own: Own::default(), room, ahead: None }
    }
    /// The properties that the analysis can prove and that are not settled: what is lost at the end of a run is not
    /// followed, and threads are not.
    fn open(&self) -> Vec<PropId> {
        let Checker { task, program, board, .. } = &*self.checker;
        let others = [program.leak, program.cleanup, program.race, program.deadlock];
        task.props.iter().copied().filter(|prop| !others.contains(&Some(*prop)) && !board.has(*prop)).collect()
    }
    /// Analyses as planned; if it is hinted where to begin and that does not help, as it would be without. Nothing if
    /// something is in the way.
    pub fn go(&self, mut plan: Plan, mut hinted: bool, obstacle: Option<Stop>, budget: &Budget) -> Refined {
        let Checker { task, program, board, sink, .. } = &*self.checker;
        let (mut why, mut proved, mut earlier) = (Why { stop: obstacle, ..Why::default() }, None, None);
        while let Some(precision) = plan.next(&why) {
            let open = self.open();
            if open.is_empty() {
                break;
            }
            let next = if hinted { None } else { self.begins_ahead(&plan) };
            let before = earlier.take();
            let due = |budget: &Budget| self.analyse(&plan, precision, open, before, budget);
            let done = match next {
                None => due(budget),
                Some(next) => match self.side_by_side(due, next, budget) {
                    ControlFlow::Continue(done) => done,
                    ControlFlow::Break(refined) => return refined,
                },
            };
            let Done { code, open, told_apart, found, this } = done;
            earlier = this;
            plan.worked(found.worked);
            if std::mem::take(&mut hinted) && !found.is_complete() {
                plan = Plan::new(program, budget);
                continue;
            }
            if let Some(stop) = found.early {
                if matches!(stop, Stop::Time) && budget.poll().is_ok() && plan.give_up_asking() {
                    continue;
                }
                let own = matches!(stop, Stop::Memory) && budget.poll().is_ok();
                why.stop = Some(if own { full(task.analysis.states as usize) } else { stop });
                break;
            }
            if found.is_complete() {
                proved = Some(told_apart);
            }
            why.places = found.alarms.iter().copied().collect();
            why.paths = found.paths;
            why.unsupported = found.stops.first().cloned();
            if !found.cut {
                if task.invariants && found.stops.is_empty() {
                    sink(Event::Invariants(invariants(&code, &found.heads, &found.together)));
                }
                // What was not followed is behind where it stopped.
                let stops: Vec<Loc> = found.stops.iter().map(|(_, loc)| *loc).collect();
                // A slice may have left out the code behind it.
                let behind = (!stops.is_empty()).then(|| match &task.whole {
                    Some(_) => Behind::Anything,
                    None => Onward::of(program).behind(&stops),
                });
                // Which accesses may be invalid is not known of blocks that were taken over.
                board.doubt(&demanded(program));
                for prop in open.iter().filter(|prop| !behind.as_ref().is_some_and(|behind| behind.has(**prop))) {
                    if !found.alarms.iter().any(|(alarm, _)| alarm == prop) {
                        sink(Event::Settled(*prop, Verdict::Holds(Scope::All)));
                    }
                }
            }
            plan.learn(found.asked_for, found.predicates, found.coarse, found.stops.is_empty());
        }
        Refined { why, proved }
    }
    /// One analysis.
    fn analyse(
        &self,
        plan: &Plan,
        precision: Precision,
        open: Vec<PropId>,
        earlier: Option<Earlier>,
        budget: &Budget,
    ) -> Done {
        let Checker { task, program, sink, .. } = &*self.checker;
        sink(Event::Phase(if plan.is_refining() { REFINING } else { "analysing" }));
        let (part, told_apart) = (plan.budget(budget).with_bytes(self.room), plan.told_apart());
        let mut code = self.looked_at.asking(&open).relating(&plan.related());
        if let Some(predicates) = plan.predicates() {
            let (program, maker, budget) = (program.clone(), task.solver.clone(), part.child());
            let left = plan.questions();
            code = code.following(predicates, Arc::new(Solvers { program, maker, budget, left }));
        }
        let code = Arc::new(code);
        let kept = task.cache.is_some().then(|| self.own.clone());
        let how = How { precision, reasons: plan.reasons(), kept, most: plan.most(), ahead: self.ahead.clone() };
        let (mut found, mut this) = analyse(&code, how.clone(), earlier, &self.checker, &part, self.crew);
        if found.unexplained && found.asked_for.is_empty() && found.early.is_none() {
            // What was kept of earlier runs has no paths.
            (found, this) = analyse(&code, How { kept: None, ..how }, None, &self.checker, &part, self.crew);
        }
        Done { code, open, told_apart, found, this }
    }
    /// What begins beside the next analysis, if anything. What is known at loops is told of one analysis at a time.
    fn begins_ahead(&self, plan: &Plan) -> Option<Plan> {
        let can = self.crew.workers() > 1 && self.ahead.is_none() && !self.checker.task.invariants;
        plan.foreseen().filter(|_| can)
    }
    /// The analysis that is due, and beside it those that follow if it settles nothing: goes on with the first one, unless
    /// the others have come to an end of their own.
    fn side_by_side(
        &self,
        due: impl FnOnce(&Budget) -> Done + Send,
        next: Plan,
        budget: &Budget,
    ) -> ControlFlow<Refined, Done> {
        let Checker { task, board, sink, .. } = &*self.checker;
        let (first, second, ahead) = (budget.child(), budget.child(), Ahead::default());
        let checker = Arc::new(Checker { sink: ahead.quiet(sink), ..(*self.checker).clone() });
        // They give way before the first one has no room.
        let room = self.room.saturating_sub(task.analysis.states);
        let following = Refining { checker, own: self.own.clone(), room, ahead: Some(ahead.clone()), ..*self };
        let one = || {
            let done = due(&first);
            if done.found.is_complete() || board.has_all(task) {
                second.cancel_flag().cancel();
            }
            ahead.become_due(self.crew);
            Side::Due(Box::new(done))
        };
        let others = || {
            let refined = following.go(next, false, None, &second);
            if refined.why.stop.is_none() || board.has_all(task) {
                first.cancel_flag().cancel();
            }
            Side::Ahead(refined)
        };
        let loops: Vec<Loop<'_, Side>> = vec![Box::new(one), Box::new(others)];
        let (mut done, mut lost) = (None, None);
        for side in self.crew.side_by_side(loops) {
            match side {
                Ok(Side::Due(analysis)) => done = Some(*analysis),
                Ok(Side::Ahead(refined)) if refined.why.stop.is_none() => return ControlFlow::Break(refined),
                Ok(Side::Ahead(_)) => {}
                Err(unfinished) => lost = Some(unfinished.stop(budget)),
            }
        }
        match done {
            Some(done) => ControlFlow::Continue(done),
            None => ControlFlow::Break(Refined { why: Why { stop: lost, ..Why::default() }, proved: None }),
        }
    }
}

/// Why a property is open.
#[derive(Default)]
pub(super) struct Why {
    pub stop: Option<Stop>,
    unsupported: Option<(Stop, Loc)>,
    places: BTreeMap<PropId, Loc>,
    /// A path of each property that could not be excluded, to be shown.
    paths: BTreeMap<PropId, (String, Option<String>)>,
}

impl Why {
    pub fn claim(&self, program: &Program, prop: PropId) -> Claim {
        let unknown = |stop: Stop, loc: Option<Loc>| {
            let span = loc.map(|loc| program.span(loc));
            Claim::Unknown(Unknown { stop, span, known: None })
        };
        match (&self.stop, &self.unsupported, self.places.get(&prop)) {
            (Some(stop), ..) => unknown(stop.clone(), None),
            (None, Some((stop, loc)), _) => unknown(stop.clone(), Some(*loc)),
            (None, None, place) => {
                let mut what = "a proof beyond this abstraction".to_string();
                if let Some((path, why)) = self.paths.get(&prop) {
                    what += &format!(", which does not exclude a path like {path}");
                    if let Some(why) = why {
                        what += &format!(" ({why})");
                    }
                }
                unknown(Stop::Unsupported(what), place.copied())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bam;
    use super::super::fixture::task;
    use super::*;
    use crate::run::run;
    use crate::task::Task;
    use hecaton_base::Id as _;

    /// What the engine says of the program, and the lanes that it had.
    fn ran(task: &Task, crew: Crew) -> (Vec<&'static str>, Vec<String>) {
        let crew = crew.recording();
        let sink: Sink = Arc::new(|_| {});
        let outcome = run(&Bam, task, &Budget::unlimited(), &crew, &sink);
        let told = |prop: &PropId| match &outcome.verdicts[prop] {
            Verdict::Holds(Scope::All) => "holds",
            Verdict::Violated(_) => "violated",
            Verdict::Holds(_) | Verdict::Unknown(_) => "open",
        };
        let lanes = crew.record().lanes.into_iter().map(|lane| lane.name.to_string()).collect();
        (task.props.iter().map(told).collect(), lanes)
    }

    #[test]
    fn what_is_likely_to_come_next_begins_beside_what_is_due() {
        let task = task();
        let (alone, lanes) = ran(&task, Crew::inline(1));
        assert_eq!(alone, ["holds", "violated", "holds"]);
        assert!(lanes.iter().all(|lane| lane == LANE), "{lanes:?}");
        for workers in [2, 3] {
            let (beside, lanes) = ran(&task, Crew::threads(workers, &Budget::unlimited()).expect("threads"));
            assert_eq!(beside, alone);
            assert_eq!(lanes.iter().filter(|lane| *lane == AHEAD).count(), 1, "{lanes:?}");
        }
    }

    #[test]
    fn what_began_ahead_settles_everything_alone_if_the_other_is_lost() {
        let (task, budget) = (task(), Budget::unlimited());
        let crew = Crew::threads(2, &budget).expect("threads");
        let looked_at = Code::new(task.program.clone(), false, &[]);
        let (board, sink): (crate::board::Board, Sink) = (Default::default(), Arc::new(|_| {}));
        let sink = board.listen(&sink);
        let checker = Checker { task: task.clone(), program: task.program.clone(), board: board.clone(), sink };
        let refining = Refining::new(&looked_at, Arc::new(checker), &crew);
        let plan = Plan::new(&task.program, &budget);
        let lost = |_: &Budget| -> Done { panic!("lost on purpose") };
        match refining.side_by_side(lost, plan, &budget) {
            ControlFlow::Break(refined) => assert_eq!(refined.why.stop, None),
            ControlFlow::Continue(_) => panic!("the lost analysis is gone on with"),
        }
        assert!(board.has(PropId::new(0)) && board.has(PropId::new(2)));
    }
}
