//! Arrays by elimination. An array has no word of its own; what exists is *reads*: an array term at an index word.
//!
//! - A read over a store is the stored value if the indices are equal, else the read below; over an `ite`, a choice of
//!   two reads; over a constant array, its element. Indices whose words are constant and different, or the same, decide
//!   at once: a constant index passes constant stores without a gate.
//! - A read of a free array is a free word, and two reads of one array at equal indices are equal (congruence). The
//!   first reads of an array are related pairwise when they are made; later ones only when a model violates it
//!   ([`Blaster::violated`]), since the pairs grow with the square.
//! - Equality of arrays is, for few indices, equality of all elements. Otherwise it is a free literal `e` with
//!   instances: if `e`, the arrays agree at every index word that occurs (whichever is read or stored at, now or
//!   later) and at a *rest* index that stands for all values that do not occur; if not `e`, they differ at a free
//!   witness index. The rest exists as long as fewer indices occur than there are values; that is checked.
//!   See Bradley, Manna, Sipma 2006, section 3.

use super::gates::Lit;
use super::words::{self, Word};
use super::{Blaster, Place, Step, Task, after};
use hecaton_base::{Bits, Budget, Stop};
use hecaton_term::{Dag, Op, Sort, Symbol, Term};
use rustc_hash::FxHashMap;

/// Reads of one free array that are related to each other eagerly.
const EAGER: usize = 24;
/// Arrays with at most so many index bits are compared element by element.
const ENUMERATED: u32 = 8;

/// An index word, by number: equal words have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct IndexId(u32);

/// Stands for all index values that do not occur.
const REST: IndexId = IndexId(u32::MAX);

/// An array at an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Read {
    pub array: Term,
    pub index: IndexId,
}

/// A free array that was read.
struct FreeArray {
    symbol: Symbol,
    elem_width: u32,
    reads: Vec<(IndexId, Place)>,
    rest: Option<Place>,
}

/// An equality that is not enumerated.
struct Equality {
    holds: Lit,
    left: Term,
    right: Term,
    width: u32,
    /// How many of the index words have their instance.
    done: usize,
    /// The witness and the rest are still to be instantiated.
    fresh: Option<IndexId>,
}

#[derive(Default)]
pub(super) struct Arrays {
    indices: Vec<Word>,
    index_ids: FxHashMap<Word, IndexId>,
    reads: FxHashMap<Read, Place>,
    free: Vec<FreeArray>,
    free_ids: FxHashMap<Symbol, usize>,
    equalities: Vec<Equality>,
    /// Clauses that hold by the theory, to be added before the next question.
    clauses: Vec<Vec<Lit>>,
}

impl Arrays {
    pub fn place(&self, read: Read) -> Option<Place> {
        self.reads.get(&read).copied()
    }
    pub fn remember(&mut self, read: Read, place: Place) {
        self.reads.insert(read, place);
    }
    pub fn intern(&mut self, word: &[Lit]) -> IndexId {
        if let Some(id) = self.index_ids.get(word) {
            return *id;
        }
        let id = IndexId(self.indices.len() as u32);
        self.indices.push(word.to_vec());
        self.index_ids.insert(word.to_vec(), id);
        id
    }
}

/// What a model says of a free array at one read.
pub struct FreeRead<'a> {
    /// The array.
    pub symbol: Symbol,
    /// The index; `None` for the rest, whose value is the default.
    pub index: Option<&'a [Lit]>,
    /// The element.
    pub value: &'a [Lit],
}

impl Blaster {
    /// Builds a read, or says what is missing.
    pub(super) fn read(&mut self, dag: &Dag, read: Read) -> Step {
        let Read { mut array, index } = read;
        loop {
            if let Some(place) = self.arrays.place(Read { array, index }) {
                return Step::Done(place);
            }
            let args = dag.args(array);
            match dag.op(array) {
                Op::ArrayConst(_) => return self.term(args[0]),
                Op::Store => {
                    let (below, at, value) = (args[0], args[1], args[2]);
                    let Some(place) = self.place(at) else { return after(at) };
                    let same = if index == REST {
                        self.arrays.intern(self.words.get(place));
                        Lit::FALSE
                    } else {
                        self.gates.equal(&self.arrays.indices[index.0 as usize], self.words.get(place))
                    };
                    match same {
                        Lit::FALSE => array = below,
                        Lit::TRUE => return self.term(value),
                        same => return self.choose(same, Task::Term(value), Task::Read(Read { array: below, index })),
                    }
                }
                Op::Ite => {
                    let Some(cond) = self.known(args[0]) else { return after(args[0]) };
                    match cond[0] {
                        Lit::TRUE => array = args[1],
                        Lit::FALSE => array = args[2],
                        cond => {
                            let [yes, no] = [args[1], args[2]].map(|array| Task::Read(Read { array, index }));
                            return self.choose(cond, yes, no);
                        }
                    }
                }
                Op::Var(symbol) => {
                    let Sort::Array { elem, .. } = dag.sort(array) else { unreachable!("reads are of arrays") };
                    return Step::Done(self.read_free(symbol, elem, index));
                }
                other => unreachable!("{other:?} makes no array"),
            }
        }
    }
    pub(super) fn term(&self, term: Term) -> Step {
        self.place(term).map_or_else(|| after(term), Step::Done)
    }
    fn choose(&mut self, cond: Lit, yes: Task, no: Task) -> Step {
        match (self.task_place(yes), self.task_place(no)) {
            (Some(yes), Some(no)) => {
                let word = self.gates.mux_words(cond, self.words.get(yes), self.words.get(no));
                Step::Done(self.words.put(&word))
            }
            (a, b) => Step::After(
                [(a, yes), (b, no)].into_iter().filter(|(place, _)| place.is_none()).map(|(_, task)| task).collect(),
            ),
        }
    }
    fn read_free(&mut self, symbol: Symbol, elem_width: u32, index: IndexId) -> Place {
        let arrays = &mut self.arrays;
        let id = *arrays.free_ids.entry(symbol).or_insert_with(|| {
            arrays.free.push(FreeArray { symbol, elem_width, reads: Vec::new(), rest: None });
            arrays.free.len() - 1
        });
        let word = self.gates.input_word(elem_width as usize);
        let place = self.words.put(&word);
        if index == REST {
            self.arrays.free[id].rest = Some(place);
            return place;
        }
        if self.arrays.free[id].reads.len() < EAGER {
            for other in 0..self.arrays.free[id].reads.len() {
                let (at, value) = self.arrays.free[id].reads[other];
                self.congruent((at, value), (index, place));
            }
        }
        self.arrays.free[id].reads.push((index, place));
        place
    }
    /// Adds: equal indices have equal elements.
    fn congruent(&mut self, one: (IndexId, Place), two: (IndexId, Place)) {
        let [i, j] = [one.0, two.0].map(|id| &self.arrays.indices[id.0 as usize]);
        let same = self.gates.equal(i, j);
        if same == Lit::FALSE {
            return;
        }
        let (a, b) = (self.words.get(one.1), self.words.get(two.1));
        for (x, y) in a.iter().zip(b) {
            self.arrays.clauses.push(vec![!same, !*x, *y]);
            self.arrays.clauses.push(vec![!same, *x, !*y]);
        }
    }

    /// Builds an equality of arrays, or says what is missing.
    pub(super) fn same_array(&mut self, dag: &Dag, term: Term) -> Step {
        let (left, right) = (dag.args(term)[0], dag.args(term)[1]);
        let Sort::Array { index: width, .. } = dag.sort(left) else { unreachable!("an equality of arrays") };
        if width > ENUMERATED {
            let holds = self.gates.input();
            let witness = self.gates.input_word(width as usize);
            let fresh = Some(self.arrays.intern(&witness));
            self.arrays.equalities.push(Equality { holds, left, right, width, done: 0, fresh });
            return Step::Done(self.words.put(&[holds]));
        }
        let mut missing = Vec::new();
        let mut same = Vec::new();
        for value in 0..1u64 << width {
            let index = self.arrays.intern(&words::constant(&Bits::from_u64(width, value)));
            let [a, b] = [left, right].map(|array| Read { array, index });
            match (self.arrays.place(a), self.arrays.place(b)) {
                (Some(a), Some(b)) if missing.is_empty() => {
                    same.push(self.gates.equal(self.words.get(a), self.words.get(b)));
                }
                (a_place, b_place) => missing.extend(
                    [(a, a_place), (b, b_place)].into_iter().filter(|(_, p)| p.is_none()).map(|(r, _)| Task::Read(r)),
                ),
            }
        }
        if !missing.is_empty() {
            return Step::After(missing);
        }
        let all = self.gates.all(&same);
        Step::Done(self.words.put(&[all]))
    }

    /// Instantiates every equality for every index that occurs. To be called before each question.
    pub fn saturate(&mut self, dag: &Dag, budget: &Budget) -> Result<(), Stop> {
        // Reading may bring new indices, but only those of the terms at hand: this ends.
        loop {
            let mut changed = false;
            for number in 0..self.arrays.equalities.len() {
                let Equality { holds, left, right, width, done, fresh } = self.arrays.equalities[number];
                if let Some(witness) = fresh {
                    let differs = self.differs(dag, left, right, witness, budget)?;
                    self.arrays.clauses.push(vec![holds, differs]);
                    let differs = self.differs(dag, left, right, REST, budget)?;
                    self.arrays.clauses.push(vec![!holds, !differs]);
                    self.arrays.equalities[number].fresh = None;
                    changed = true;
                }
                for id in done..self.arrays.indices.len() {
                    if self.arrays.indices[id].len() == width as usize {
                        let differs = self.differs(dag, left, right, IndexId(id as u32), budget)?;
                        self.arrays.clauses.push(vec![!holds, !differs]);
                    }
                    self.arrays.equalities[number].done = id + 1;
                    changed = true;
                }
                let occurring = self.arrays.indices.iter().filter(|i| i.len() == width as usize).count();
                if width < 32 && occurring >= 1 << width {
                    return Err(Stop::Unsupported("equality of arrays all of whose indices occur".into()));
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }
    fn differs(&mut self, dag: &Dag, left: Term, right: Term, at: IndexId, budget: &Budget) -> Result<Lit, Stop> {
        let left = self.build(dag, Task::Read(Read { array: left, index: at }), budget)?;
        let right = self.build(dag, Task::Read(Read { array: right, index: at }), budget)?;
        Ok(!self.gates.equal(self.words.get(left), self.words.get(right)))
    }

    /// A clause of the array theory that was not yet taken.
    pub fn next_clause(&self) -> Option<&[Lit]> {
        self.arrays.clauses.last().map(Vec::as_slice)
    }
    /// Marks it as taken.
    pub fn clause_taken(&mut self) {
        self.arrays.clauses.pop();
    }
    /// All reads of free arrays.
    pub fn free_reads(&self) -> impl Iterator<Item = FreeRead<'_>> {
        self.arrays.free.iter().flat_map(|array| {
            let reads = array.reads.iter().map(|(index, value)| FreeRead {
                symbol: array.symbol,
                index: Some(&self.arrays.indices[index.0 as usize]),
                value: self.words.get(*value),
            });
            let rest = array.rest.iter().map(|value| FreeRead {
                symbol: array.symbol,
                index: None,
                value: self.words.get(*value),
            });
            reads.chain(rest)
        })
    }
    /// Adds the congruences that an assignment violates; whether there were any.
    pub fn violated(&mut self, value: &dyn Fn(&[Lit]) -> Bits) -> bool {
        let mut pairs = Vec::new();
        for array in &self.arrays.free {
            // The first so many were related when they were made.
            if array.reads.len() <= EAGER {
                continue;
            }
            let mut first: FxHashMap<Bits, (IndexId, Place)> = FxHashMap::default();
            for read in &array.reads {
                let at = value(&self.arrays.indices[read.0.0 as usize]);
                let old = first.entry(at).or_insert(*read);
                if value(self.words.get(old.1)) != value(self.words.get(read.1)) {
                    pairs.push((*old, *read));
                }
            }
        }
        for (one, two) in &pairs {
            self.congruent(*one, *two);
        }
        !pairs.is_empty()
    }
    /// The free arrays that were read, with the width of their elements.
    pub fn free_arrays(&self) -> impl Iterator<Item = (Symbol, u32)> {
        self.arrays.free.iter().map(|array| (array.symbol, array.elem_width))
    }
}
