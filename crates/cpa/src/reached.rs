//! The reached set with its wait list. There is at most one state for each key; a state that comes to a place where one
//! with its key is known is joined with it, and widened at the heads of loops once that has happened a few times.

use crate::code::Code;
use crate::domain::Domain as _;
use crate::precision::{Key, Precision, Seen};
use crate::state::State;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// So often a state is joined at the head of a loop before it is widened.
const JOINS: u32 = 2;
/// So often one is joined elsewhere before it is widened there too, in case the graph has a cycle without a head: calls.
const LATE_JOINS: u32 = 40;

/// In which order states are taken from the wait list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The newest first.
    Depth,
    /// The oldest first.
    Breadth,
    /// The block that comes first in the weak topological order of its function: reverse post-order, but what is inside
    /// of a loop before what comes after it.
    Postorder,
    /// The innermost call first, and in it as `Postorder`.
    Calls,
}

impl Order {
    /// All orders.
    pub const ALL: [Order; 4] = [Order::Depth, Order::Breadth, Order::Postorder, Order::Calls];
}

/// The states that were reached.
#[derive(Clone, Debug)]
pub struct Reached {
    order: Order,
    nodes: Vec<Node>,
    index: FxHashMap<Key, u32>,
    waiting: BinaryHeap<Waiting>,
    seen: Seen,
    pushed: u64,
    widened: bool,
    /// Nothing is widened just now.
    narrows: bool,
    bytes: usize,
    /// The key of the state that is added.
    key: Vec<u64>,
}

#[derive(Clone, Debug)]
struct Node {
    state: State,
    /// The record of its last change; the entry of the block has none.
    record: Option<u32>,
    joins: u32,
    queued: bool,
}

/// A state in the wait list: what is greatest is taken first.
type Waiting = ((u32, Reverse<u32>), Reverse<u64>, u32);

impl Reached {
    /// No states.
    pub fn new(order: Order) -> Self {
        let (nodes, index, waiting) = (Vec::new(), FxHashMap::default(), BinaryHeap::new());
        let (seen, widened, narrows) = (Seen::default(), false, false);
        Reached { order, nodes, index, waiting, seen, pushed: 0, widened, narrows, bytes: 0, key: vec![] }
    }
    /// An empty set in which nothing is widened, to make the states of this one again.
    pub(crate) fn narrowing(&self) -> Self {
        Reached { widened: self.widened, narrows: true, ..Reached::new(self.order) }
    }
    /// All states are made: from now on it is widened again, when states have grown a few times more.
    pub(crate) fn narrowed(&mut self) {
        self.narrows = false;
        self.nodes.iter_mut().for_each(|node| node.joins = 0);
    }
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// About how many bytes they take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    /// Whether something is not tracked any longer because it took too many values.
    pub fn is_coarse(&self) -> bool {
        self.seen.any_dropped()
    }
    /// Whether something was widened or stretched: only then the constants of the program matter.
    pub fn is_widened(&self) -> bool {
        self.widened
    }
    /// All states, with the records of their last changes.
    pub fn states(&self) -> impl Iterator<Item = (&State, Option<u32>)> {
        self.nodes.iter().map(|node| (&node.state, node.record))
    }
    /// Merges a state into what is known; it waits if it says something new, and then that is recorded.
    pub fn add(&mut self, code: &Code, precision: &Precision, mut state: State, record: impl FnOnce() -> Option<u32>) {
        if !state.settle(code) {
            return;
        }
        self.seen.key(code, precision, &state, &mut self.key);
        self.widened |= state.beside.depends_on_bounds();
        loop {
            if let Some(&at) = self.index.get(self.key.as_slice()) {
                let node = &mut self.nodes[at as usize];
                let loc = state.loc();
                let head = loc.inst == 0 && code.shape(loc.func).is_head(loc.block);
                let widen = !self.narrows && node.joins >= if head { JOINS } else { LATE_JOINS };
                let joined = node.state.join(&state, code, widen);
                if joined == node.state {
                    return;
                }
                self.bytes = (self.bytes + joined.bytes()).saturating_sub(node.state.bytes());
                node.state = joined;
                node.joins += 1;
                node.record = record();
                self.widened |= widen;
                return self.queue(code, at);
            }
            if !self.seen.note(code, precision, &state) {
                break;
            }
            // A place is not tracked any longer: the state may be joined with one it was apart from.
            self.seen.key(code, precision, &state, &mut self.key);
        }
        self.bytes += state.bytes() + 8 * self.key.len() + size_of::<Node>();
        let at = u32::try_from(self.nodes.len()).expect("fewer than 2^32 states");
        self.nodes.push(Node { state, record: record(), joins: 0, queued: false });
        self.index.insert(self.key.as_slice().into(), at);
        self.queue(code, at);
    }
    fn queue(&mut self, code: &Code, at: u32) {
        let node = &mut self.nodes[at as usize];
        if std::mem::replace(&mut node.queued, true) {
            return;
        }
        let loc = node.state.loc();
        let rank = match self.order {
            Order::Depth | Order::Breadth => (0, Reverse(0)),
            Order::Postorder => (0, Reverse(code.shape(loc.func).order[loc.block])),
            Order::Calls => (node.state.frames.len() as u32, Reverse(code.shape(loc.func).order[loc.block])),
        };
        self.pushed += 1;
        let turn = if self.order == Order::Depth { u64::MAX - self.pushed } else { self.pushed };
        self.waiting.push((rank, Reverse(turn), at));
    }
    /// The next state to follow, and the record of its last change.
    pub fn pop(&mut self) -> Option<(State, Option<u32>)> {
        let (_, _, at) = self.waiting.pop()?;
        let node = &mut self.nodes[at as usize];
        node.queued = false;
        Some((node.state.clone(), node.record))
    }
    /// Whether nothing waits.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty()
    }
}
