//! How much is told apart: two states at the same place are joined if they agree on everything that is tracked.
//!
//! Of what is tracked only single values count, so the tracked part of a state is the explicit-value analysis of the
//! paper, and the rest of it the interval analysis. A variable or cell that takes more values than the limit in one
//! run is not tracked there any longer, so that counters are joined and widened like everything else.

use crate::code::Code;
use crate::state::{Link, State};
use hecaton_base::Id as _;
use hecaton_ir::{FuncId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

/// What is tracked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Precision {
    /// Which places.
    pub tracked: Tracked,
    /// How many values of one of them are told apart in one run.
    pub limit: u32,
}

/// Which places are tracked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tracked {
    /// None: only intervals.
    Nothing,
    /// These, ascending.
    Some(Vec<Place>),
    /// All of them.
    Everything,
}

/// A variable, or some bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Place {
    /// A variable of a function.
    Var(FuncId, VarId),
    /// An object and an offset.
    Cell(u32, u64),
}

impl Precision {
    /// Whether a place is tracked.
    pub fn tracks(&self, place: Place) -> bool {
        match &self.tracked {
            Tracked::Nothing => false,
            Tracked::Some(places) => places.binary_search(&place).is_ok(),
            Tracked::Everything => true,
        }
    }
}

/// What tells two states apart.
pub(crate) type Key = Box<[u64]>;

/// The values that were seen in one run.
#[derive(Clone, Default, Debug)]
pub(crate) struct Seen {
    values: FxHashMap<Place, FxHashSet<u64>>,
    /// Places that took too many values.
    dropped: FxHashSet<Place>,
}

impl Seen {
    /// Whether a place took too many values.
    pub fn any_dropped(&self) -> bool {
        !self.dropped.is_empty()
    }
    /// The key of a state, in a list that is used again and again.
    pub fn key(&self, code: &Code, precision: &Precision, state: &State, key: &mut Vec<u64>) {
        key.clear();
        for frame in &state.frames {
            key.push((frame.func.index() as u64) << 32 | frame.block.index() as u64);
            key.push(u64::from(frame.inst) << 32 | frame.dst.map_or(0, |var| var.index() as u64 + 1));
        }
        self.each(code, precision, state, &mut |place, word| {
            key.push(match place {
                Place::Var(_, var) => var.index() as u64,
                Place::Cell(object, offset) => u64::from(object) << 32 ^ offset,
            });
            key.push(word);
        });
    }
    /// Takes note of the values of a state that is new; whether its key has changed by that.
    pub fn note(&mut self, code: &Code, precision: &Precision, state: &State) -> bool {
        let (mut values, mut dropped) = (std::mem::take(&mut self.values), Vec::new());
        self.each(code, precision, state, &mut |place, word| {
            let values = values.entry(place).or_default();
            values.insert(word);
            if values.len() > precision.limit as usize {
                dropped.push(place);
            }
        });
        self.values = values;
        for place in &dropped {
            self.values.remove(place);
            self.dropped.insert(*place);
        }
        !dropped.is_empty()
    }
    fn each(&self, code: &Code, precision: &Precision, state: &State, f: &mut dyn FnMut(Place, u64)) {
        if precision.tracked == Tracked::Nothing {
            return;
        }
        let mut tell = |place: Place, word: Option<u64>| {
            if let Some(word) = word
                && precision.tracks(place)
                && !code.relates(place)
                && (self.dropped.is_empty() || !self.dropped.contains(&place))
            {
                f(place, word);
            }
        };
        for frame in &state.frames {
            for (var, value) in &frame.vars {
                // What is equal to a related place is related with it.
                if let Some(Link::Cell(object, ..)) = frame.link(*var)
                    && code.related_in(*object).is_some()
                {
                    continue;
                }
                tell(Place::Var(frame.func, *var), value.single());
            }
        }
        for cell in &state.memory.cells {
            tell(Place::Cell(cell.object, cell.offset), cell.value.single());
        }
    }
}
