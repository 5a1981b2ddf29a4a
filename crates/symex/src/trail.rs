//! Trails: which choices a path made, in order. A trail is a number in the context; extending it and joining two
//! costs one node, and with a model the choices of the one path that is meant are read off backwards.

use crate::context::Context;
use crate::object::ObjId;
use hecaton_base::{Bits, id};
use hecaton_ir::{Choice, Content, FuncId, Place};
use hecaton_term::{Symbol, Term};
use std::collections::BTreeMap;

/// Of an array that a model gives by a default, so many elements are listed at most; if that is too few, the replay
/// will tell.
const MAX_LISTED: u64 = 1 << 20;

id!(
    /// A trail of one context.
    TrailId,
    "trail"
);

/// The last choice of a trail.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TrailNode {
    /// Nothing was chosen.
    Start,
    /// An input was read.
    Input { before: TrailId, value: Term },
    /// An object was made; its content, if it is arbitrary, is in this array of units of so many bytes.
    Place { before: TrailId, object: ObjId, content: Option<(Term, u64)> },
    /// Unknown code ran: what it changed is in the list of that number.
    Clobber { before: TrailId, list: usize },
    /// It was chosen which thread runs.
    Switch { before: TrailId, thread: u32 },
    /// A thread did something visible, by choice where there were others.
    Turn { before: TrailId, thread: Term, when: Term },
    /// Two paths came together; the left one is meant where the condition holds.
    Join { cond: Term, left: TrailId, right: TrailId },
}

/// Objects with their new content, the unit of that, and when it was changed.
pub(crate) type Changed = Vec<(ObjId, (Term, u64), Term)>;

impl Context {
    pub(crate) fn trail_start(&self) -> TrailId {
        self.trail.keys().next().expect("the start is the first node")
    }
    pub(crate) fn trail_input(&mut self, before: TrailId, value: Term) -> TrailId {
        self.trail.push(TrailNode::Input { before, value })
    }
    pub(crate) fn trail_place(&mut self, before: TrailId, object: ObjId, content: Option<(Term, u64)>) -> TrailId {
        self.trail.push(TrailNode::Place { before, object, content })
    }
    pub(crate) fn trail_clobber(&mut self, before: TrailId, changed: Changed) -> TrailId {
        let list = self.clobbers.len();
        self.clobbers.push(changed);
        self.trail.push(TrailNode::Clobber { before, list })
    }
    pub(crate) fn trail_switch(&mut self, before: TrailId, thread: u32) -> TrailId {
        self.trail.push(TrailNode::Switch { before, thread })
    }
    /// The thread of a number does something visible; others could have done so under a condition.
    pub(crate) fn trail_turn(&mut self, before: TrailId, thread: Term, when: Term) -> TrailId {
        match self.terms.as_bool(when) {
            Some(false) => before,
            _ => self.trail.push(TrailNode::Turn { before, thread, when }),
        }
    }
    pub(crate) fn trail_join(&mut self, cond: Term, left: TrailId, right: TrailId) -> TrailId {
        if left == right { left } else { self.trail.push(TrailNode::Join { cond, left, right }) }
    }
}

/// What a model must tell of terms.
pub trait Assignment {
    /// The value of a Boolean term.
    fn holds(&mut self, term: Term) -> bool;
    /// The value of a bit-vector term, or the encoding of a float; a Boolean as one bit.
    fn bits(&mut self, term: Term) -> Bits;
    /// The elements of a free array that are not its default, and the default.
    fn array(&mut self, symbol: Symbol) -> (Bits, Vec<(Bits, Bits)>);
}

/// The choices of the path of a trail that a model means, in order.
pub fn choices(cx: &Context, end: TrailId, model: &mut dyn Assignment) -> Vec<Choice> {
    let mut out = Vec::new();
    // The objects in the order of their making, the last first, and where contents are still without their number.
    let mut made: Vec<ObjId> = Vec::new();
    let mut clobbers: Vec<(usize, Vec<(ObjId, Content)>)> = Vec::new();
    let mut at = end;
    loop {
        match cx.trail[at] {
            TrailNode::Start => break,
            TrailNode::Input { before, value } => {
                out.push(Choice::Input(model.bits(value)));
                at = before;
            }
            TrailNode::Place { before, object, content } => {
                let address = cx.address(object).map(|a| model.bits(a).to_u64().expect("addresses have 64 bits"));
                let bytes =
                    content.map_or_else(Vec::new, |(array, unit)| content_bytes(cx, object, array, unit, model));
                out.push(Choice::Place(Place { address, bytes }));
                made.push(object);
                at = before;
            }
            TrailNode::Clobber { before, list } => {
                let mut contents = Vec::new();
                for (object, (array, unit), reached) in &cx.clobbers[list] {
                    if model.holds(*reached) {
                        let bytes = content_bytes(cx, *object, *array, *unit, model);
                        contents.push((*object, Content { object: 0, bytes }));
                    }
                }
                clobbers.push((out.len(), contents));
                out.push(Choice::Clobber(Vec::new()));
                at = before;
            }
            TrailNode::Switch { before, thread } => {
                out.push(Choice::Switch(thread));
                at = before;
            }
            TrailNode::Turn { before, thread, when } => {
                if model.holds(when) {
                    let thread = model.bits(thread).to_u64().and_then(|number| u32::try_from(number).ok());
                    out.push(Choice::Switch(thread.expect("there are fewer than 2^32 threads")));
                }
                at = before;
            }
            TrailNode::Join { cond, left, right } => at = if model.holds(cond) { left } else { right },
        }
    }
    let numbers: BTreeMap<ObjId, u64> = made.iter().rev().enumerate().map(|(i, id)| (*id, i as u64)).collect();
    for (at, contents) in clobbers {
        let numbered = contents.into_iter().filter_map(|(id, content)| {
            let object = *numbers.get(&id)?;
            Some(Content { object, ..content })
        });
        out[at] = Choice::Clobber(numbered.collect());
    }
    if !cx.placed_functions.is_empty() {
        let place = |(func, at): (&FuncId, &Term)| (*func, model.bits(*at).to_u64().expect("addresses have 64 bits"));
        out.push(Choice::Functions(cx.placed_functions.iter().map(place).collect()));
    }
    out.reverse();
    out
}

/// The bytes of a free array that are not zero, within an object.
fn content_bytes(cx: &Context, object: ObjId, array: Term, unit: u64, model: &mut dyn Assignment) -> Vec<(u64, u8)> {
    let hecaton_term::Op::Var(symbol) = cx.terms.op(array) else { panic!("arbitrary content is a free array") };
    let (default, mut entries) = model.array(symbol);
    let size = model.bits(cx.size(object)).to_u64().unwrap_or(u64::MAX);
    if !default.is_zero() {
        let listed: BTreeMap<Bits, Bits> = entries.into_iter().collect();
        let word = cx.word();
        let all = (0..size.div_ceil(unit).min(MAX_LISTED)).map(|i| Bits::from_u64(word, i));
        entries = all.map(|i| (i.clone(), listed.get(&i).unwrap_or(&default).clone())).collect();
    }
    let mut bytes = Vec::new();
    for (index, value) in entries {
        let Some(start) = index.to_u64().and_then(|i| i.checked_mul(unit)) else { continue };
        for (i, byte) in value.to_le_bytes().into_iter().enumerate() {
            let at = start.saturating_add(i as u64);
            if byte != 0 && at < size {
                bytes.push((at, byte));
            }
        }
    }
    bytes.sort_unstable();
    bytes
}
