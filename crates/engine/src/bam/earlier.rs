//! What the analysis before found out and still is so: after a refinement only the blocks that have to do with what is newly
//! told apart are analysed again.
//!
//! An abstraction over-approximates its block whatever is told apart, so any of an earlier analysis of the same code could be
//! used. It is used where it would come out the same: for the same entry, of a block that has nothing to do with the places
//! in question, nor has anything that it calls. With it come the blocks it used, for their alarms are those of the
//! program, and how all of their states were reached, so that paths can be told through them.

use super::{Known, Shared};
use hecaton_cpa::precision::{Place, Precision, Tracked};
use hecaton_cpa::state::State;
use hecaton_ir::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// An analysis that has ended.
pub(super) struct Earlier {
    pub shared: Arc<Shared>,
    pub known: Vec<Known>,
    pub ids: FxHashMap<Arc<State>, usize>,
}

/// What of it the next one can use.
pub(super) struct Unchanged {
    pub earlier: Earlier,
    /// Functions that have to do with places that are told apart in one of the two only.
    concerned: FxHashSet<FuncId>,
    /// The objects among those places.
    objects: Vec<u32>,
}

impl Earlier {
    /// For an analysis with what it shares; `None` if nothing can be used there.
    pub fn before(self, next: &Shared) -> Option<Unchanged> {
        let (old, new) = (&self.shared.code, &next.code);
        let plain = old.judge().is_none() && new.judge().is_none();
        if !plain || old.asked != new.asked || old.related() != new.related() {
            return None;
        }
        // Without diagrams, one of them may narrow where the other does not.
        let narrows = |precision: &Precision| precision.tracked == Tracked::Nothing;
        if new.related().is_empty() && narrows(&self.shared.precision) != narrows(&next.precision) {
            return None;
        }
        let mut changed = difference(&self.shared.precision, &next.precision)?;
        changed.retain(|place| !new.relates(*place));
        let concerned = next.blocks.concerned(&changed);
        let object = |place: &Place| match place {
            Place::Cell(object, _) => Some(*object),
            Place::Var(..) => None,
        };
        let objects = changed.iter().filter_map(object).collect();
        Some(Unchanged { earlier: self, concerned, objects })
    }
}

impl Unchanged {
    /// The number that a block had, if what came of it is still so.
    pub fn find(&self, entry: &State) -> Option<usize> {
        let has = |object: &u32| entry.memory.objects.binary_search_by_key(object, |(id, _)| *id).is_ok();
        if self.concerned.contains(&entry.loc().func) || self.objects.iter().any(has) {
            return None;
        }
        let id = *self.earlier.ids.get(entry)?;
        (self.earlier.known[id].version > 0).then_some(id)
    }
}

/// The places that only one of two precisions tells apart, or both up to different limits; `None` if that is everything.
fn difference(old: &Precision, new: &Precision) -> Option<Vec<Place>> {
    let places = |precision: &Precision| match &precision.tracked {
        Tracked::Nothing => Some(vec![]),
        Tracked::Some(places) => Some(places.clone()),
        Tracked::Everything => None,
    };
    let (before, after) = (places(old)?, places(new)?);
    let same = |place: &Place| old.limit == new.limit && old.tracks(*place) && new.tracks(*place);
    Some(before.into_iter().chain(after).filter(|place| !same(place)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::{Found, How, analyse};
    use super::*;
    use crate::bam::fixture::task;
    use crate::bam::path::Checker;
    use crate::board::Board;
    use crate::event::{Event, Sink};
    use hecaton_base::{Budget, Id as _};
    use hecaton_cpa::code::Code;
    use hecaton_ir::{PropId, VarId};
    use hecaton_jobs::Crew;
    use std::sync::Mutex;
    use std::time::Duration;

    /// An analysis that tells apart the variables of `main` with these numbers, and how many blocks were taken over.
    fn analysed(vars: &[usize], earlier: Option<Earlier>) -> (Found, Option<Earlier>, u64) {
        let task = task();
        let (program, props) = (task.program.clone(), task.props.clone());
        let again = Arc::new(Mutex::new(0));
        let counted = again.clone();
        let sink: Sink = Arc::new(move |event| {
            if let Event::Counts(counts) = event {
                *crate::lock(&counted) = counts["blocks from the analysis before"];
            }
        });
        let checker = Arc::new(Checker { task, program: program.clone(), board: Board::default(), sink });
        let code = Arc::new(Code::new(program.clone(), false, &props));
        let places = vars.iter().map(|var| Place::Var(program.entry, VarId::new(*var))).collect();
        let precision = Precision { tracked: Tracked::Some(places), limit: 40 };
        let how = How { precision, reasons: 1, kept: None, most: Duration::MAX, ahead: None };
        let (found, this) = analyse(&code, how, earlier, &checker, &Budget::unlimited(), &Crew::inline(1));
        let again = *crate::lock(&again);
        (found, this, again)
    }

    #[test]
    fn blocks_that_do_not_see_what_is_told_apart_are_taken_over_with_all_they_use() {
        let (coarse, earlier, _) = analysed(&[], None);
        assert_eq!(coarse.alarms.len(), 2, "{:?}", coarse.alarms);
        let (anew, _, none) = analysed(&[0], None);
        let (found, _, again) = analysed(&[0], earlier);
        assert_eq!((none, again), (0, 4), "deep, deeper, and other with g as it begins and with any");
        let props: Vec<PropId> = found.alarms.iter().map(|(prop, _)| *prop).collect();
        assert_eq!(props, [PropId::new(1)], "what deeper raised is still raised, and s is never 1");
        assert_eq!(found.alarms, anew.alarms);
        assert!(found.early.is_none() && anew.early.is_none());
    }

    #[test]
    fn a_function_that_sees_it_and_its_callers_are_analysed_again() {
        let (_, earlier, _) = analysed(&[], None);
        let earlier = earlier.expect("an analysis that has ended");
        let program = earlier.shared.code.program.clone();
        let named = |name: &str| program.functions.iter().find(|(_, f)| f.name == name).expect("a function").0;
        let (deep, deeper) = (named("deep"), named("deeper"));
        let concerned = earlier.shared.blocks.concerned(&[Place::Var(deeper, VarId::new(0))]);
        assert_eq!(concerned, FxHashSet::from_iter([program.entry, deep, deeper]));
        let concerned = earlier.shared.blocks.concerned(&[Place::Cell(0, 0)]);
        assert_eq!(concerned, FxHashSet::from_iter([program.entry, named("other")]));
    }

    #[test]
    fn precisions_differ_where_one_tells_apart_what_the_other_does_not() {
        let var = |at| Place::Var(FuncId::new(0), VarId::new(at));
        let some = |limit, vars: &[usize]| Precision {
            tracked: Tracked::Some(vars.iter().map(|at| var(*at)).collect()),
            limit,
        };
        assert_eq!(difference(&some(40, &[1]), &some(40, &[1, 2])), Some(vec![var(2)]));
        assert_eq!(difference(&some(40, &[1]), &some(400, &[1])), Some(vec![var(1), var(1)]));
        let nothing = Precision { tracked: Tracked::Nothing, limit: 0 };
        assert_eq!(difference(&nothing, &some(40, &[3])), Some(vec![var(3)]));
        assert_eq!(difference(&nothing, &Precision { tracked: Tracked::Everything, limit: 24 }), None);
    }
}
