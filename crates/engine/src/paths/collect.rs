//! What is collected instead of being asked: conditions with what they would mean, packed in blocks that can be solved
//! anywhere (the disjuncts of Phan, Malacaria, Păsăreanu 2015).

use super::decisions::{Bundle, Decisions, Stand};
use hecaton_base::Stop;
use hecaton_ir::{PropId, Span};
use hecaton_symex::Context;
use hecaton_term::{Pack, Term};
use serde::{Deserialize, Serialize};

/// What it means that a condition can hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Goal {
    /// The property is violated in the next step of the path.
    Violated(PropId),
    /// Something is reached that is not modelled.
    Stuck(Stop, Span),
    /// The path goes on beyond the bound of the round.
    GoesOn,
    /// The path goes on beyond a bound that was fixed: rounds of a loop, or branches.
    Cut(u32),
    /// The path goes on beyond the number of branches that was fixed.
    Deep,
    /// The path can be followed further.
    Waits,
}

/// Conditions to be solved together: the terms are those of the goals, in order, then the facts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Block {
    pub terms: Pack,
    pub goals: Vec<Goal>,
    pub stands: Bundle,
    pub facts: u32,
}

/// Goals on their way into blocks.
pub(crate) struct Collector {
    goals: Vec<(Goal, Stand, Term)>,
    /// How many goals the next block has, and how many one can have at most.
    size: usize,
    most: usize,
    pub blocks: Vec<Block>,
    /// So many blocks are made before the job returns.
    limit: usize,
}

impl Collector {
    pub fn new(size: usize, most: usize, limit: usize) -> Self {
        Collector { goals: Vec::new(), size, most, blocks: Vec::new(), limit }
    }
    pub fn is_full(&self) -> bool {
        self.blocks.len() >= self.limit
    }
    /// Takes a goal; a full block is packed.
    pub fn take(&mut self, cx: &Context, tree: &Decisions, goal: Goal, stand: Stand, condition: Term) {
        self.goals.push((goal, stand, condition));
        if self.goals.len() >= self.size {
            self.pack(cx, tree);
            self.size = (self.size * 2).min(self.most);
        }
    }
    /// Packs what there is.
    pub fn pack(&mut self, cx: &Context, tree: &Decisions) {
        let goals = std::mem::take(&mut self.goals);
        if goals.is_empty() {
            return;
        }
        let mut roots: Vec<Term> = goals.iter().map(|(.., condition)| *condition).collect();
        roots.extend(&cx.facts);
        let stands = Bundle::of(tree, goals.iter().map(|(_, stand, _)| *stand));
        let goals = goals.into_iter().map(|(goal, ..)| goal).collect();
        let (terms, facts) = (Pack::of(&cx.terms, &roots), cx.facts.len() as u32);
        self.blocks.push(Block { terms, goals, stands, facts });
    }
}
