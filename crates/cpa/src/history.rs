//! How the states of a block were reached: enough to tell an abstract path, and nothing of the states themselves.
//!
//! Whenever the reached set takes something new, a record says from which record it came and by which turns. A record is
//! older than all that came from it, so a path never runs in circles, even where states were joined.

use crate::state::State;
use hecaton_ir::{BlockId, FuncId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a step of a path leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Turn {
    /// To the start of a block of the same function.
    To(BlockId),
    /// Into a function.
    Into(FuncId),
    /// Back behind the call.
    Back,
}

/// A way that begins where a record ends; `None` is the entry of the block.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Way {
    /// The record.
    pub from: Option<u32>,
    /// The turns after it.
    pub turns: Vec<Turn>,
}

/// A block that was passed by its abstraction: its entry, and the record of its exit.
#[derive(Clone, Debug)]
pub struct Passed {
    /// The entry.
    pub entry: Arc<State>,
    /// The block is a function that is called; else it is a loop, and the way ends at its head.
    pub calls: bool,
    /// The record.
    pub exit: u32,
}

#[derive(Clone, Debug)]
struct Record {
    from: Option<u32>,
    turns: Box<[Turn]>,
    passed: Option<Passed>,
}

/// All records of a block, and about how many bytes they take.
#[derive(Clone, Debug, Default)]
pub struct History(Vec<Record>, usize);

impl History {
    /// Something new was reached that way, at last by passing a block.
    pub fn note(&mut self, way: Way, passed: Option<Passed>) -> u32 {
        self.1 += size_of::<Record>() + size_of_val(way.turns.as_slice());
        self.0.push(Record { from: way.from, turns: way.turns.into(), passed });
        self.0.len() as u32 - 1
    }
    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.1
    }
}

/// The way to a place of a block that was entered like this.
pub struct Leg<'a> {
    /// The entry of the block.
    pub entry: Arc<State>,
    /// The block is a function that is called.
    pub calls: bool,
    /// The way from there.
    pub way: &'a Way,
}

/// The turns of a whole path: along each leg into the block of the next one, the blocks that were passed included.
/// `None` if something is missing, or if there are more than so many.
pub fn path(legs: &[Leg<'_>], find: &dyn Fn(&Arc<State>) -> Option<Arc<History>>, most: usize) -> Option<Vec<Turn>> {
    enum Item {
        Turn(Turn),
        Exit(Passed),
    }
    /// The items of a way, the last first.
    fn backwards(history: &History, way: &Way, out: &mut Vec<Item>) -> Option<()> {
        out.extend(way.turns.iter().rev().map(|turn| Item::Turn(*turn)));
        let mut at = way.from;
        while let Some(record) = at {
            let record = history.0.get(record as usize)?;
            out.extend(record.passed.clone().map(Item::Exit));
            out.extend(record.turns.iter().rev().map(|turn| Item::Turn(*turn)));
            at = record.from.filter(|before| *before < at.unwrap_or(0));
        }
        Some(())
    }
    let mut turns = Vec::new();
    let empty = Arc::new(History::default());
    for (i, leg) in legs.iter().enumerate() {
        if i > 0 && leg.calls {
            turns.push(Turn::Into(leg.entry.top().func));
        }
        let history = if leg.way.from.is_some() { find(&leg.entry)? } else { empty.clone() };
        let mut open = Vec::new();
        backwards(&history, leg.way, &mut open)?;
        while let Some(item) = open.pop() {
            if turns.len() > most || open.len() > most {
                return None;
            }
            match item {
                Item::Turn(turn) => turns.push(turn),
                Item::Exit(Passed { entry, calls, exit }) => {
                    if calls {
                        turns.push(Turn::Into(entry.top().func));
                    }
                    let way = Way { from: Some(exit), turns: vec![] };
                    backwards(&*find(&entry)?, &way, &mut open)?;
                }
            }
        }
    }
    Some(turns)
}
