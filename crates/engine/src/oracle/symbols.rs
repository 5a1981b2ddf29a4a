//! Which free constants a term speaks of, and so which conditions of a path have to do with each other (independent
//! conditions can be decided apart).

use hecaton_base::Id as _;
use hecaton_term::{Dag, Op, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A term that speaks of more than this many is taken to speak of everything.
const MANY: usize = 2048;
/// Conditions that have together so many mentions are not taken apart.
const MENTIONS: usize = 1 << 16;

/// The free constants of the terms of one DAG.
#[derive(Default)]
pub(crate) struct Symbols {
    /// For each term its set; `None` is everything.
    of: Vec<Option<Rc<[Symbol]>>>,
}

/// Conditions that have to do with each other.
pub(crate) struct Part {
    pub conditions: Vec<Term>,
    pub symbols: FxHashSet<Symbol>,
}

impl Symbols {
    /// The new conditions with those of the old that have to do with them, directly or through others. `None` if that
    /// is nearly all of them, or too much to find out.
    pub fn connected(&mut self, dag: &Dag, old: &[Term], new: &[Term]) -> Option<Part> {
        self.extend(dag);
        let mut mentions: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
        let mut count = 0;
        for (i, condition) in old.iter().enumerate() {
            let set = self.of[condition.index()].as_ref()?;
            count += set.len();
            if count > MENTIONS {
                return None;
            }
            for symbol in set.iter() {
                mentions.entry(*symbol).or_default().push(i);
            }
        }
        let mut taken = vec![false; old.len()];
        let mut symbols = FxHashSet::default();
        let mut open: Vec<Symbol> = Vec::new();
        for condition in new {
            open.extend(self.of[condition.index()].as_ref()?.iter());
        }
        while let Some(symbol) = open.pop() {
            if !symbols.insert(symbol) {
                continue;
            }
            for &i in mentions.get(&symbol).into_iter().flatten() {
                if !std::mem::replace(&mut taken[i], true) {
                    open.extend(self.of[old[i].index()].as_ref()?.iter());
                }
            }
        }
        let chosen = old.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(condition, _)| *condition);
        let conditions: Vec<Term> = chosen.chain(new.iter().copied()).collect();
        // Many assumptions cost more than one conjunction.
        (conditions.len() * 2 <= old.len() + new.len()).then_some(Part { conditions, symbols })
    }
    /// Looks at the terms that are new.
    fn extend(&mut self, dag: &Dag) {
        for i in self.of.len()..dag.len() {
            let term = Term::new(i);
            let set = match dag.op(term) {
                Op::Var(symbol) => Some(Rc::from([symbol])),
                _ => self.union(dag.args(term)),
            };
            self.of.push(set);
        }
    }
    fn union(&self, args: &[Term]) -> Option<Rc<[Symbol]>> {
        let mut all: Rc<[Symbol]> = Rc::from([]);
        for arg in args {
            let set = self.of[arg.index()].as_ref()?;
            if set.len() > all.len() && all.iter().all(|symbol| set.binary_search(symbol).is_ok()) {
                all = set.clone();
            } else if !set.iter().all(|symbol| all.binary_search(symbol).is_ok()) {
                let mut both: Vec<Symbol> = all.iter().chain(set.iter()).copied().collect();
                both.sort_unstable();
                both.dedup();
                if both.len() > MANY {
                    return None;
                }
                all = both.into();
            }
        }
        Some(all)
    }
}
