//! The precision of each analysis, in sequence: nothing at first, then how values of globals are related, what
//! infeasible paths asked for, predicates, and finally everything.

use super::refine::Why;
use hecaton_base::{Budget, Wire as _};
use hecaton_cpa::code::relatable;
use hecaton_cpa::formula::Predicate;
use hecaton_cpa::precision::{Place, Precision, Tracked};
use hecaton_ir::Program;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How many values of one place are told apart, one try after the other: of those that paths ask for, or of all.
const ASKED_FOR: [u32; 2] = [40, 400];
const OF_ALL: [u32; 2] = [24, 400];
/// Analyses with more and more places that paths ask for.
const ROUNDS: u32 = 60;
/// The most reasons against one path, as a power of two.
const MOST_REASONS: u32 = 6;
/// Relating places has half of the time, or of this if there is more.
const RELATING: Duration = Duration::from_secs(60);
/// Telling them apart has half of the time, or of this if there is more: then everything is told apart, as far as that
/// goes.
const ENOUGH: Duration = Duration::from_secs(20);
/// The most predicates that are followed.
pub(super) const PREDICATES: usize = 60;
/// So many questions are asked about them.
const QUESTIONS: u64 = 3000;

/// Which precision comes next.
#[derive(Clone)]
pub(super) struct Plan {
    stage: Stage,
    places: BTreeSet<Place>,
    /// The globals whose values can be related, ascending.
    globals: Vec<Place>,
    rounds: u32,
    /// When relating places has to give way, and when asking for places.
    until: (Instant, Instant),
    /// How long places are related and asked for at most.
    relating: Duration,
    asking: Duration,
    /// How long the jobs of these stages have worked.
    spent: (Duration, Duration),
    /// What paths asked to know.
    predicates: Vec<Predicate>,
    /// Until when predicates are asked for, once they are.
    predicating: Option<Instant>,
    /// So many questions about them are left.
    questions: Arc<AtomicU64>,
}

/// Which values are related to each other, in diagrams.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relating {
    /// Those of the globals that paths asked for.
    Asked,
    /// Those of all globals: the path that is told for a joined state need not be one that the diagrams allow, and then it
    /// does not say what is missing.
    All,
    /// Those of all globals, and whatever else paths asked for is told apart by states of its own.
    AllAndStates,
}

impl Relating {
    const ALL: [Relating; 3] = [Relating::Asked, Relating::All, Relating::AllAndStates];
}

/// What is told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing yet.
    Start,
    /// How the values of globals belong together, and perhaps more.
    Related(Relating),
    /// What paths asked for, by states of their own, up to this limit of `ASKED_FOR`.
    Asked(usize),
    /// Which predicates of paths hold.
    Predicates,
    /// Everything, up to this limit of `OF_ALL`.
    All(usize),
    End,
}

impl Plan {
    pub fn new(program: &Program, budget: &Budget) -> Self {
        let (now, left) = (Instant::now(), budget.time_left().unwrap_or(Duration::MAX));
        let asking = left.min(ENOUGH) / 2;
        let relating = left.min(RELATING) / 2;
        let until = (now + relating, now + asking);
        let globals = relatable(program).into_iter().map(|place| Place::Cell(place.object, 0)).collect();
        let (places, predicates) = (BTreeSet::new(), vec![]);
        let (predicating, questions) = (None, Arc::new(AtomicU64::new(QUESTIONS)));
        let stage = Stage::Start;
        let spent = (Duration::ZERO, Duration::ZERO);
        Plan { stage, places, globals, rounds: 0, until, relating, asking, spent, predicates, predicating, questions }
    }
    /// What is told apart, in plain data.
    pub fn told_apart(&self) -> Vec<u8> {
        let stage = match self.stage {
            Stage::Start | Stage::End => (4, 0),
            Stage::Predicates => return predicated(&self.predicates),
            Stage::Related(relating) => (0, relating as u64),
            Stage::Asked(limit) => (1, limit as u64),
            Stage::All(limit) => (2, limit as u64),
        };
        hint(stage, self.places.iter().copied().collect(), vec![])
    }
    /// Begins with what an earlier proof told apart, if that is anything.
    pub fn begin_with(&mut self, told_apart: &[u8], program: &Program) -> bool {
        let Ok(((kind, limit), places, predicates)) = Hint::from_bytes(told_apart) else { return false };
        let limit = limit as usize;
        self.stage = match kind {
            0 if limit < Relating::ALL.len() => Stage::Related(Relating::ALL[limit]),
            1 if limit < ASKED_FOR.len() => Stage::Asked(limit),
            2 if limit < OF_ALL.len() => Stage::All(limit),
            // Numbers may mean something else after an edit.
            3 => {
                self.predicates = predicates.into_iter().filter(|predicate| predicate.fits(program)).collect();
                self.predicates.truncate(PREDICATES);
                self.predicate(Instant::now(), true)
            }
            _ => return false,
        };
        self.places = places.into_iter().collect();
        true
    }
    pub fn next(&mut self, why: &Why) -> Option<Precision> {
        if why.stop.is_some() {
            return None;
        }
        match self.stage {
            Stage::Start | Stage::Predicates | Stage::Related(Relating::Asked | Relating::All) => {
                Some(Precision { tracked: Tracked::Nothing, limit: 0 })
            }
            Stage::Related(Relating::AllAndStates) | Stage::Asked(_) => {
                let tracked = Tracked::Some(self.places.iter().copied().collect());
                let limit = if let Stage::Asked(limit) = self.stage { limit } else { 0 };
                Some(Precision { tracked, limit: ASKED_FOR[limit] })
            }
            Stage::All(limit) => Some(Precision { tracked: Tracked::Everything, limit: OF_ALL[limit] }),
            Stage::End => None,
        }
    }
    /// The plan as it goes on if the next analysis proves nothing and its paths ask for nothing new, where that is likely.
    /// Relating all globals is quick where it is enough; where paths asked for something else before, it often is not.
    pub fn foreseen(&self) -> Option<Plan> {
        let asks_for_others = self.places.len() > self.asked_globals().count();
        let (stage, rounds) = (Stage::Related(Relating::AllAndStates), self.rounds + 1);
        let is_likely = self.stage == Stage::Related(Relating::All) && asks_for_others;
        is_likely.then(|| Plan { stage, rounds, ..self.clone() })
    }
    /// The time that the next analysis may take.
    pub fn budget(&self, budget: &Budget) -> Budget {
        match self.stage {
            Stage::Start | Stage::Related(_) => {
                budget.child().with_time(self.until.0.saturating_duration_since(Instant::now()))
            }
            Stage::Asked(_) => budget.child().with_time(self.until.1.saturating_duration_since(Instant::now())),
            Stage::Predicates => {
                let until = self.predicating.unwrap_or_else(Instant::now);
                budget.child().with_time(until.saturating_duration_since(Instant::now()))
            }
            Stage::All(_) | Stage::End => budget.child(),
        }
    }
    /// How long the jobs of the next analysis may work, all together: as long as one of them could within the time, so that
    /// with several workers it is over sooner.
    pub fn most(&self) -> Duration {
        match self.stage {
            Stage::Start | Stage::Related(_) => self.relating.saturating_sub(self.spent.0),
            Stage::Asked(_) => self.asking.saturating_sub(self.spent.1),
            Stage::Predicates | Stage::All(_) | Stage::End => Duration::MAX,
        }
    }
    /// The jobs of the last analysis have worked so long.
    pub fn worked(&mut self, time: Duration) {
        match self.stage {
            Stage::Start | Stage::Related(_) => self.spent.0 += time,
            Stage::Asked(_) => self.spent.1 += time,
            Stage::Predicates | Stage::All(_) | Stage::End => {}
        }
    }
    /// Whether values of globals are told apart next because paths asked for that.
    pub fn is_refining(&self) -> bool {
        matches!(self.stage, Stage::Related(_) | Stage::Asked(_)) && self.asked_globals().next().is_some()
    }
    /// The places whose values are related to each other.
    pub fn related(&self) -> Vec<Place> {
        match self.stage {
            Stage::Related(Relating::Asked) => self.asked_globals().collect(),
            Stage::Related(Relating::All | Relating::AllAndStates) => self.globals.clone(),
            Stage::Start | Stage::Asked(_) | Stage::Predicates | Stage::All(_) | Stage::End => vec![],
        }
    }
    /// The globals that paths asked for.
    fn asked_globals(&self) -> impl Iterator<Item = Place> + '_ {
        self.globals.iter().copied().filter(|place| self.places.contains(place))
    }
    /// How many reasons are looked for against one path: few at first, so that little is told apart, and more when that
    /// was not enough.
    pub fn reasons(&self) -> usize {
        1 << self.rounds.min(MOST_REASONS)
    }
    /// So many questions about predicates are left.
    pub fn questions(&self) -> Arc<AtomicU64> {
        self.questions.clone()
    }
    /// The predicates that are followed, if any are.
    pub fn predicates(&self) -> Option<&[Predicate]> {
        (self.stage == Stage::Predicates).then_some(self.predicates.as_slice())
    }
    /// The time of a stage is over; whether there is something else to try.
    pub fn give_up_asking(&mut self) -> bool {
        let asking = matches!(self.stage, Stage::Start | Stage::Related(_) | Stage::Asked(_) | Stage::Predicates);
        self.stage = Stage::All(0);
        asking
    }
    /// After an analysis: what paths asked for, whether something took too many values to be told apart, and whether
    /// everything could be followed.
    pub fn learn(&mut self, asked_for: BTreeSet<Place>, predicates: Vec<Predicate>, coarse: bool, followed: bool) {
        let predicated = self.predicates.len();
        for predicate in predicates {
            if self.predicates.len() < PREDICATES && !self.predicates.contains(&predicate) {
                self.predicates.push(predicate);
            }
        }
        let (before, globals_before) = (self.places.len(), self.asked_globals().count());
        self.places.extend(asked_for);
        self.rounds += 1;
        let (now, late) = (Instant::now(), self.rounds > ROUNDS);
        let (grew, globals) = (self.places.len() > before, self.asked_globals().count());
        self.stage = match self.stage {
            Stage::Start | Stage::Related(_) if late || now > self.until.0 || self.most().is_zero() => Stage::All(0),
            Stage::Asked(_) if late || now > self.until.1 || self.most().is_zero() => Stage::All(0),
            // Which path is told first for a joined state depends on timing, and so does whether it says what to tell apart.
            Stage::Start if !grew && self.globals.is_empty() => self.predicate(now, followed),
            Stage::Start | Stage::Related(Relating::Asked) if globals > globals_before => {
                Stage::Related(Relating::Asked)
            }
            Stage::Start if self.globals.is_empty() => self.ask(now),
            Stage::Start | Stage::Related(Relating::Asked) => Stage::Related(Relating::All),
            Stage::Related(Relating::All) if self.places.len() > globals => Stage::Related(Relating::AllAndStates),
            // Other globals are related already.
            Stage::Related(Relating::AllAndStates) if self.places.len() - globals > before - globals_before => {
                Stage::Related(Relating::AllAndStates)
            }
            Stage::Related(Relating::All | Relating::AllAndStates) if self.places.is_empty() => {
                self.predicate(now, followed)
            }
            Stage::Related(Relating::All | Relating::AllAndStates) => self.ask(now),
            Stage::Asked(limit) if grew => Stage::Asked(limit),
            Stage::Asked(limit) if coarse && limit + 1 < ASKED_FOR.len() => Stage::Asked(limit + 1),
            Stage::Asked(_) => self.predicate(now, followed),
            Stage::Predicates
                if self.predicates.len() > predicated
                    && self.predicating.is_some_and(|until| now < until)
                    && self.questions.load(Ordering::Relaxed) > 0 =>
            {
                Stage::Predicates
            }
            Stage::Predicates => Stage::All(0),
            // Telling more apart would not change anything if nothing took too many values.
            Stage::All(limit) if coarse && limit + 1 < OF_ALL.len() => Stage::All(limit + 1),
            Stage::All(_) | Stage::End => Stage::End,
        };
    }
    /// Begins with predicates, if somebody could ask for some.
    fn predicate(&mut self, now: Instant, followed: bool) -> Stage {
        if !followed {
            return Stage::All(0);
        }
        self.predicating = Some(now + 3 * self.asking);
        Stage::Predicates
    }
    /// Begins with a state for each of the values of what paths asked for.
    fn ask(&mut self, now: Instant) -> Stage {
        self.until.1 = now + self.asking;
        Stage::Asked(0)
    }
}

/// What the last proof told apart, in plain data: the stage, its places, and its predicates.
type Hint = ((u64, u64), Vec<Place>, Vec<Predicate>);

fn hint(stage: (u64, u64), places: Vec<Place>, predicates: Vec<Predicate>) -> Vec<u8> {
    let hint: Hint = (stage, places, predicates);
    hint.to_bytes()
}

/// The hint that these predicates were told apart.
pub(super) fn predicated(predicates: &[Predicate]) -> Vec<u8> {
    hint((3, 0), vec![], predicates.to_vec())
}
