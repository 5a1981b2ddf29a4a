//! A closed cone of terms with its own numbering: what crosses a job's border.
//!
//! A pack is data. Reading one from bytes checks it completely, sorts included: importing it cannot panic, whatever the
//! bytes were. Importing makes the terms anew, so that they are simplified and shared with those already there; free
//! constants are identified by name.

use crate::builder::Builder;
use crate::dag::{Dag, Op, Sort, Term};
use hashbrown::HashMap;
use hecaton_base::{Bits, WireError};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

/// Terms and all they are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Pack {
    /// Free constants by name.
    symbols: Vec<(String, Sort)>,
    consts: Vec<Bits>,
    /// In an order in which arguments come first.
    nodes: Vec<Packed>,
    roots: Vec<u32>,
}

/// A term of a pack. Constants and symbols are numbered within the pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Packed {
    Const(u32),
    Var(u32),
    /// Any other operator, with arguments by number.
    Node(Op, Vec<u32>),
}

/// A pack as it is read, before it is checked.
#[derive(Deserialize)]
struct Parts {
    symbols: Vec<(String, Sort)>,
    consts: Vec<Bits>,
    nodes: Vec<Packed>,
    roots: Vec<u32>,
}

impl TryFrom<Parts> for Pack {
    type Error = WireError;
    fn try_from(Parts { symbols, consts, nodes, roots }: Parts) -> Result<Self, WireError> {
        let pack = Pack { symbols, consts, nodes, roots };
        pack.check()?;
        Ok(pack)
    }
}

/// Two free constants of one name but different sorts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash(pub String);

impl std::fmt::Display for Clash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` has two sorts", self.0)
    }
}

impl std::error::Error for Clash {}

impl Pack {
    /// The cone of some terms.
    pub fn of(dag: &Dag, roots: &[Term]) -> Pack {
        let mut pack = Pack { symbols: Vec::new(), consts: Vec::new(), nodes: Vec::new(), roots: Vec::new() };
        let mut numbers: HashMap<Term, u32, FxBuildHasher> = HashMap::default();
        for term in dag.cone(roots) {
            let packed = match dag.op(term) {
                Op::Const(id) => {
                    pack.consts.push(dag.constant(id).clone());
                    Packed::Const(pack.consts.len() as u32 - 1)
                }
                Op::Var(symbol) => {
                    pack.symbols.push((dag.symbol_name(symbol).to_string(), dag.sort(term)));
                    Packed::Var(pack.symbols.len() as u32 - 1)
                }
                op => Packed::Node(op, dag.args(term).iter().map(|a| numbers[a]).collect()),
            };
            numbers.insert(term, pack.nodes.len() as u32);
            pack.nodes.push(packed);
        }
        pack.roots = roots.iter().map(|root| numbers[root]).collect();
        pack
    }
    /// How many terms there are, arguments included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Checks that numbers are in range and sorts fit.
    fn check(&self) -> Result<(), WireError> {
        let mut names: HashMap<&str, (), FxBuildHasher> = HashMap::default();
        if !self.symbols.iter().all(|(name, _)| names.insert(name, ()).is_none()) {
            return Err(WireError("a free constant declared twice"));
        }
        let constants = self.consts.iter().map(|value| Sort::Bits(value.width()));
        if !self.symbols.iter().map(|(_, sort)| *sort).chain(constants).all(Sort::is_valid) {
            return Err(WireError("a sort that does not exist"));
        }
        let mut sorts: Vec<Sort> = Vec::new();
        for node in &self.nodes {
            let sort = match node {
                Packed::Const(id) => self.consts.get(*id as usize).map(|value| Sort::Bits(value.width())),
                Packed::Var(id) => self.symbols.get(*id as usize).map(|(_, sort)| *sort),
                Packed::Node(op, _) if !has_valid_format(*op) => None,
                Packed::Node(op, args) => {
                    let args: Option<Vec<Sort>> = args.iter().map(|a| sorts.get(*a as usize).copied()).collect();
                    args.and_then(|args| op.result(&args))
                }
            };
            sorts.push(sort.ok_or(WireError("an ill-sorted term"))?);
        }
        match self.roots.iter().all(|root| (*root as usize) < sorts.len()) {
            true => Ok(()),
            false => Err(WireError("a root that is not there")),
        }
    }
}

/// Whether the float format that an operator names exists.
fn has_valid_format(op: Op) -> bool {
    match op {
        Op::FpFromBits(format) | Op::FpToFp(format) | Op::FpFromSigned(format) | Op::FpFromUnsigned(format) => {
            Sort::Float(format).is_valid()
        }
        _ => true,
    }
}

impl Dag {
    /// The terms that some terms are made of, themselves included, arguments first.
    pub fn cone(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen: hashbrown::HashSet<Term, FxBuildHasher> = roots.iter().copied().collect();
        let mut cone: Vec<Term> = seen.iter().copied().collect();
        let mut next = 0;
        while next < cone.len() {
            let new = self.args(cone[next]).iter().filter(|arg| seen.insert(**arg));
            cone.extend(new);
            next += 1;
        }
        cone.sort_unstable();
        cone
    }
}

impl Builder {
    /// The roots of a pack, made anew. An error if a free constant exists with another sort; some terms may have been
    /// made then.
    pub fn try_import(&mut self, pack: &Pack) -> Result<Vec<Term>, Clash> {
        for (name, sort) in &pack.symbols {
            if self.symbol_sort(name).is_some_and(|existing| existing != *sort) {
                return Err(Clash(name.clone()));
            }
        }
        let mut terms: Vec<Term> = Vec::with_capacity(pack.nodes.len());
        let mut args: Vec<Term> = Vec::new();
        for node in &pack.nodes {
            let term = match node {
                Packed::Const(id) => self.bits(pack.consts[*id as usize].clone()),
                Packed::Var(id) => {
                    let (name, sort) = &pack.symbols[*id as usize];
                    self.var(name, *sort)
                }
                Packed::Node(op, numbers) => {
                    args.clear();
                    args.extend(numbers.iter().map(|n| terms[*n as usize]));
                    self.mk(*op, &args)
                }
            };
            terms.push(term);
        }
        Ok(pack.roots.iter().map(|root| terms[*root as usize]).collect())
    }
    /// The roots of a pack, made anew. Panics if a free constant exists with another sort: within one task, names are
    /// given out once.
    pub fn import(&mut self, pack: &Pack) -> Vec<Term> {
        self.try_import(pack).unwrap_or_else(|clash| panic!("{clash}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Maker, Random};
    use crate::{Level, eval};
    use hecaton_base::Wire as _;
    use std::collections::BTreeMap;

    fn random_terms(seed: u64) -> (Builder, Vec<Term>) {
        let width = [1, 3, 8, 32, 70][seed as usize % 5];
        let mut b = Builder::with_level(Level::None);
        let mut maker = Maker::new(seed, width);
        let roots =
            (0..4).map(|i| maker.term(&mut b, if i % 2 == 0 { Sort::Bool } else { Sort::Bits(width) }, 4)).collect();
        (b, roots)
    }

    #[test]
    fn a_pack_survives_the_wire_and_keeps_its_meaning() {
        for seed in 0..200 {
            let (b, roots) = random_terms(seed);
            let pack = Pack::of(&b, &roots);
            let again = Pack::from_bytes(&pack.to_bytes()).expect("what was written");
            assert_eq!(again, pack);
            let mut other = Builder::new();
            other.var("something else", Sort::Bool);
            let imported = other.import(&again);
            let mut random = Random::new(seed);
            for _ in 0..4 {
                let values: BTreeMap<String, crate::Value> = b
                    .symbols()
                    .map(|s| (b.symbol_name(s).to_string(), random.value(b.sort(b.symbol_term(s)))))
                    .collect();
                let of = |dag: &Dag, roots: &[Term]| {
                    eval::eval(dag, &|symbol| values.get(dag.symbol_name(symbol)).cloned(), roots)
                };
                assert_eq!(of(&b, &roots), of(&other, &imported), "seed {seed}");
            }
        }
    }

    #[test]
    fn broken_bytes_are_an_error_or_another_pack() {
        let mut random = Random::new(7);
        let mut accepted = 0;
        for seed in 0..60 {
            let (b, roots) = random_terms(seed);
            let bytes = Pack::of(&b, &roots).to_bytes();
            for _ in 0..60 {
                let mut broken = bytes.clone();
                for _ in 0..=random.below(3) {
                    let at = random.below(broken.len());
                    broken[at] = random.next() as u8;
                }
                if random.chance(30) {
                    broken.truncate(random.below(broken.len()));
                }
                if let Ok(pack) = Pack::from_bytes(&broken) {
                    accepted += 1;
                    let _ = Builder::new().try_import(&pack);
                }
            }
        }
        assert!(accepted > 0);
    }

    #[test]
    fn clashing_names_are_an_error() {
        let mut b = Builder::new();
        let x = b.var("x", Sort::Bool);
        let pack = Pack::of(&b, &[x]);
        let mut other = Builder::new();
        other.var("x", Sort::Bits(8));
        assert_eq!(other.try_import(&pack), Err(Clash("x".to_string())));
    }
}
