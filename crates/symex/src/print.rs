//! Fingerprints of states of several threads: two states with the same one go on in the same way, so that following one
//! of them is enough. Terms are shared, so equal values are equal numbers, be they constants or not.
//!
//! Left out is what does not matter for what comes: variables that are not read any more, how often loops were gone
//! round, names of calls, objects that are gone, and conditions of the path about inputs that nothing else speaks of. A fingerprint has 128 bits of a good hash function: that two
//! different states have the same one does not happen.

use crate::context::Context;
use crate::memory::Memory;
use crate::object::Object;
use crate::state::{Frame, State};
use crate::value::{Target, Value};
use hecaton_base::{Bits, Id as _};
use hecaton_ir::{Loc, Role, Scalar, VarId};
use hecaton_term::eval::{self, Evaluator};
use hecaton_term::{Dag, Op, Sort, Symbol, Term};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

/// A fingerprint, and which threads need not be tried from there: of two states that are otherwise the same, the one with
/// fewer of them stands for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    /// The fingerprint.
    pub hash: u128,
    /// The threads, as bits.
    pub asleep: u64,
}

/// Hashes numbers in two ways at once.
struct Twice {
    hashes: (DefaultHasher, DefaultHasher),
    /// The terms that were hashed.
    terms: Vec<Term>,
}

impl Twice {
    fn new() -> Self {
        let mut second = DefaultHasher::new();
        second.write_u64(0x9e37_79b9_7f4a_7c15);
        Twice { hashes: (DefaultHasher::new(), second), terms: Vec::new() }
    }
    fn number(&mut self, number: usize) {
        self.hashes.0.write_usize(number);
        self.hashes.1.write_usize(number);
    }
    fn term(&mut self, term: Term) {
        self.number(term.index());
        self.terms.push(term);
    }
    fn value(&mut self, value: &Value) {
        match value {
            Value::Scalar(term) => {
                self.number(0);
                self.term(*term);
            }
            Value::Ptr(pointer) => {
                self.number(1 + pointer.targets().len());
                for (guard, target) in pointer.targets() {
                    self.term(*guard);
                    match target {
                        Target::Object(id, offset) => {
                            self.number(0);
                            self.number(id.index());
                            self.term(*offset);
                        }
                        Target::Func(func) => {
                            self.number(1);
                            self.number(func.index());
                        }
                        Target::Raw(address) => {
                            self.number(2);
                            self.term(*address);
                        }
                    }
                }
            }
        }
    }
    fn object(&mut self, object: &Object) {
        let (terms, cells) = object.parts();
        terms.into_iter().for_each(|term| self.term(term));
        for (offset, bytes, value) in cells {
            self.number(offset as usize);
            self.number(bytes as usize);
            self.value(value);
        }
        self.number(usize::MAX);
    }
    fn finish(self) -> u128 {
        u128::from(self.hashes.0.finish()) << 64 | u128::from(self.hashes.1.finish())
    }
}

impl State {
    /// The fingerprint of a state in which it was just chosen which thread goes on.
    pub fn print(&self, cx: &mut Context) -> Option<Print> {
        // Written so that a new field has to be thought of here. The calls come with those of the other threads, the
        // condition with what is read of it; how it came here does not matter.
        let State { frames: _, guard: _, trail: _, memory, depth, threads, features } = self;
        let threads = threads.as_ref().filter(|threads| threads.chosen && threads.all.len() <= 64)?;
        let mut hash = Twice::new();
        hash.number(threads.current);
        hash.number(*depth as usize);
        for (number, status, depth, frames) in threads.stacks(self) {
            hash.number(number);
            hash.number(status as usize);
            hash.number(depth as usize);
            hash.number(frames.len());
            frames.iter().for_each(|frame| print_frame(cx, &mut hash, frame));
        }
        // An object that is gone is to a pointer what one that never was is.
        let Memory { objects, ended: _ } = memory;
        for (id, object) in objects {
            // What cannot be written is what it was.
            if !object.constant {
                hash.number(id.index());
                hash.object(object);
            }
        }
        for (feature, when) in features {
            hash.number(feature.index());
            hash.term(*when);
        }
        for condition in conditions(cx, self, &hash.terms)? {
            hash.number(condition.index());
        }
        let asleep = threads.sleepers().iter().fold(0, |bits, thread| bits | 1u64 << thread);
        Some(Print { hash: hash.finish(), asleep })
    }
}

/// The conditions of the path that matter: all, but for those of one input each that neither the state nor another
/// condition speaks of, and that some value of it fulfils. `None` if there are too many to look at.
fn conditions(cx: &mut Context, state: &State, terms: &[Term]) -> Option<Vec<Term>> {
    let all = cx.conjuncts(state.guard, cx.no_guard());
    if all.len() > MOST {
        return None;
    }
    // What is known of addresses speaks of symbols too.
    if !cx.facts.is_empty() {
        return Some(all);
    }
    let dag: &Dag = &cx.terms;
    let spoken = symbols(dag, terms)?;
    let of: Vec<FxHashSet<Symbol>> = all.iter().map(|condition| symbols(dag, &[*condition])).collect::<Option<_>>()?;
    let mut left = Vec::new();
    for (i, condition) in all.iter().enumerate() {
        let alone = match of[i].iter().collect::<Vec<_>>()[..] {
            [only] => {
                let others = || of.iter().enumerate().any(|(j, set)| j != i && set.contains(only));
                !spoken.contains(only) && !others() && is_possible(dag, *condition, *only)
            }
            _ => false,
        };
        if !alone {
            left.push(*condition);
        }
    }
    left.sort();
    left.dedup();
    Some(left)
}

/// So many conditions, and so many terms, are looked at.
const MOST: usize = 256;
const LARGEST: usize = 4096;

/// The symbols that terms speak of.
fn symbols(dag: &Dag, terms: &[Term]) -> Option<FxHashSet<Symbol>> {
    let (mut found, mut seen) = (FxHashSet::default(), FxHashSet::default());
    let mut open: Vec<Term> = terms.to_vec();
    while let Some(term) = open.pop() {
        if let Op::Var(symbol) = dag.op(term) {
            found.insert(symbol);
        } else if !dag.args(term).is_empty() && seen.insert(term) {
            if seen.len() > LARGEST {
                return None;
            }
            open.extend(dag.args(term));
        }
    }
    Some(found)
}

/// Whether a simple value of its only symbol fulfils a condition.
fn is_possible(dag: &Dag, condition: Term, symbol: Symbol) -> bool {
    let values: Vec<eval::Value> = match dag.sort(dag.symbol_term(symbol)) {
        Sort::Bool => [false, true].into_iter().map(eval::Value::Bool).collect(),
        Sort::Bits(width) => {
            let one = if width == 1 { Bits::ones(1) } else { Bits::from_u64(width, 1) };
            [Bits::zero(width), one, Bits::ones(width)].into_iter().map(eval::Value::Bits).collect()
        }
        _ => return false,
    };
    values.iter().any(|value| Evaluator::new().truth(dag, &|_| Some(value.clone()), condition))
}

fn print_frame(cx: &mut Context, hash: &mut Twice, frame: &Frame) {
    // How often loops were gone round does not matter without bounds; the caller stands behind the call, which says where
    // the result goes; what a call is named matters for names only.
    let Frame { func, block, inst, locals, objects, laps: _, stack: _, dst: _ } = frame;
    let (func, block, inst) = (*func, *block, *inst);
    for number in [func.index(), block.index(), inst as usize] {
        hash.number(number);
    }
    let live = cx.live(frame.loc());
    for var in live.iter() {
        if let Some(value) = locals.get(var) {
            hash.number(var.index());
            hash.value(value);
        }
    }
    hash.number(usize::MAX);
    for id in objects {
        hash.number(id.index());
    }
    hash.number(usize::MAX);
}

impl Context {
    /// The variables of a call that matter from a place on: those that may still be read, and those that keep memory from
    /// being lost.
    fn live(&mut self, at: Loc) -> Arc<BTreeSet<VarId>> {
        if let Some(known) = self.lives.get(&at) {
            return known.clone();
        }
        let (shape, program) = (self.shape(at.func), self.program.clone());
        let function = &program.functions[at.func];
        let mut live = shape.live_before(function, at.block, at.inst as usize);
        if program.leak.is_some() {
            let named = function.vars.iter().filter(|(_, var)| var.role == Role::Named).map(|(id, _)| id);
            live.extend(named.filter(|var| matches!(program.scalar(at.func, *var), Scalar::Ptr | Scalar::Int(_))));
        }
        let live = Arc::new(live);
        self.lives.insert(at, live.clone());
        live
    }
}
