//! Decision diagrams over integers: a set of valuations of a few numbered places, each of them tested at most once on
//! every way, in the order of their numbers. An edge is not a bit but a range of values, so that a boolean costs two
//! edges, a small enumeration as many as it has values, and an unbounded integer no more than the constants it is compared with.
//!
//! A diagram is plain data, so that states with diagrams are compared, hashed, sent and kept like all others, and workers
//! share no table of nodes: nodes are shared by reference counts, and told apart by a sum of 128 bits over all that is
//! below them. What operators gave is kept for each thread until something else needs its place; nothing but time depends
//! on that.

use hecaton_base::WireError;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A set of valuations.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "Listed", try_from = "Listed")]
pub enum Diagram {
    /// None of them.
    Empty,
    /// All of them.
    All,
    /// Those that pass a test.
    Test(Arc<Test>),
}

/// What comes of a place's value.
#[derive(Debug)]
pub struct Test {
    place: u32,
    /// Ranges of values by their greatest, ascending up to the greatest of all; neighbours are different.
    edges: Edges,
    sum: u128,
}

/// Most places are compared with one constant at a time: below it, equal to it, above it.
type Edges = SmallVec<[(i64, Diagram); 3]>;

/// Ranges of values, ascending and apart from each other.
pub type Set = Vec<(i64, i64)>;

/// Results that are kept for each thread, as a power of two: few enough to stay in the processor's own memory.
const KEPT: u32 = 15;
/// Places have numbers below this, so that no way through a diagram is longer.
pub const MOST_PLACES: usize = 256;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operator {
    And,
    Or,
    Without(u32),
    Only(u32),
}

/// What an operator gave.
struct Given {
    of: (Operator, u128, u128),
    is: Diagram,
}

thread_local! {
    static RESULTS: RefCell<Vec<Option<Given>>> = const { RefCell::new(Vec::new()) };
}

/// The only place where the result of an operator is kept.
fn slot((operator, a, b): &(Operator, u128, u128)) -> usize {
    let operator = match operator {
        Operator::And => 0,
        Operator::Or => 1,
        Operator::Without(place) => 2 * u64::from(*place) + 2,
        Operator::Only(place) => 2 * u64::from(*place) + 3,
    };
    let mixed = (*a as u64 ^ (*b as u64).rotate_left(29)).wrapping_add(operator).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (64 - KEPT)) as usize
}

fn kept(operator: Operator, a: &Diagram, b: &Diagram) -> Option<Diagram> {
    let of = (operator, a.sum(), b.sum());
    RESULTS.with_borrow(|results| {
        results.get(slot(&of))?.as_ref().filter(|result| result.of == of).map(|result| result.is.clone())
    })
}

fn keep(operator: Operator, a: &Diagram, b: &Diagram, is: &Diagram) {
    let of = (operator, a.sum(), b.sum());
    let result = Some(Given { of, is: is.clone() });
    let old = RESULTS.with_borrow_mut(|results| {
        if results.is_empty() {
            results.resize_with(1 << KEPT, || None);
        }
        std::mem::replace(&mut results[slot(&of)], result)
    });
    drop(old);
}

/// One step of a sum of 128 bits: two halves with different multipliers.
fn mix(sum: u128, word: u64) -> u128 {
    let fold = |half: u64, key: u64, by: u64| {
        let product = u128::from((half ^ word).wrapping_add(key)).wrapping_mul(u128::from(by));
        (product as u64) ^ ((product >> 64) as u64).rotate_left(23)
    };
    let low = fold(sum as u64, 0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
    let high = fold((sum >> 64) as u64 ^ low.rotate_left(17), 0xc2b2_ae3d_27d4_eb4f, 0xa076_1d64_78bd_642f);
    u128::from(high) << 64 | u128::from(low)
}

impl PartialEq for Diagram {
    fn eq(&self, other: &Self) -> bool {
        self.sum() == other.sum()
    }
}
impl Eq for Diagram {}
impl Hash for Diagram {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.sum() as u64);
    }
}

impl Diagram {
    /// The valuations where a place has a value of a set.
    pub fn within(place: u32, set: &[(i64, i64)]) -> Diagram {
        let mut edges = Edges::new();
        let mut from = i64::MIN;
        for (lo, hi) in set {
            if *lo > from {
                edges.push((*lo - 1, Diagram::Empty));
            }
            edges.push((*hi, Diagram::All));
            if *hi == i64::MAX {
                return Diagram::test(place, edges);
            }
            from = *hi + 1;
        }
        edges.push((i64::MAX, Diagram::Empty));
        Diagram::test(place, edges)
    }
    /// Puts a test together; edges are ascending up to the greatest value.
    fn test(place: u32, mut edges: Edges) -> Diagram {
        // The greatest value of neighbours that are the same is that of the last.
        edges.dedup_by(|next, last| {
            let same = next.1 == last.1;
            if same {
                last.0 = next.0;
            }
            same
        });
        if edges.len() == 1
            && let Some((_, below)) = edges.pop()
        {
            return below;
        }
        let mut sum = mix(2, place.into());
        for (hi, below) in &edges {
            let under = below.sum();
            sum = mix(mix(mix(sum, *hi as u64), under as u64), (under >> 64) as u64);
        }
        Diagram::Test(Arc::new(Test { place, edges, sum }))
    }
    fn sum(&self) -> u128 {
        match self {
            Diagram::Empty => 0,
            Diagram::All => 1,
            Diagram::Test(test) => test.sum,
        }
    }
    /// Whether there is no valuation.
    pub fn is_empty(&self) -> bool {
        matches!(self, Diagram::Empty)
    }
    fn place(&self) -> u32 {
        match self {
            Diagram::Empty | Diagram::All => u32::MAX,
            Diagram::Test(test) => test.place,
        }
    }
    /// The edges at a place that is not behind the first one that is tested.
    fn at(&self, place: u32) -> &[(i64, Diagram)] {
        match self {
            Diagram::Test(test) if test.place == place => &test.edges,
            Diagram::Test(_) | Diagram::Empty | Diagram::All => &[],
        }
    }
    fn apply(&self, other: &Diagram, operator: Operator) -> Diagram {
        match (operator, self, other) {
            (Operator::And, Diagram::All, rest) | (Operator::And, rest, Diagram::All) => return rest.clone(),
            (Operator::Or, Diagram::Empty, rest) | (Operator::Or, rest, Diagram::Empty) => return rest.clone(),
            (Operator::And, Diagram::Empty, _) | (Operator::And, _, Diagram::Empty) => return Diagram::Empty,
            (Operator::Or, Diagram::All, _) | (Operator::Or, _, Diagram::All) => return Diagram::All,
            _ if self == other => return self.clone(),
            _ => {}
        }
        let (a, b) = if self.sum() <= other.sum() { (self, other) } else { (other, self) };
        if let Some(known) = kept(operator, a, b) {
            return known;
        }
        let place = a.place().min(b.place());
        let whole = |it: &Diagram| [(i64::MAX, it.clone())];
        let (a_whole, b_whole) = (whole(a), whole(b));
        let left = if a.place() == place { a.at(place) } else { &a_whole };
        let right = if b.place() == place { b.at(place) } else { &b_whole };
        let mut edges = Edges::new();
        let (mut i, mut j) = (0, 0);
        while i < left.len() && j < right.len() {
            let hi = left[i].0.min(right[j].0);
            edges.push((hi, left[i].1.apply(&right[j].1, operator)));
            i += usize::from(left[i].0 == hi);
            j += usize::from(right[j].0 == hi);
        }
        let result = Diagram::test(place, edges);
        keep(operator, a, b, &result);
        result
    }
    /// What is in both.
    #[must_use]
    pub fn and(&self, other: &Diagram) -> Diagram {
        self.apply(other, Operator::And)
    }
    /// What is in either.
    #[must_use]
    pub fn or(&self, other: &Diagram) -> Diagram {
        self.apply(other, Operator::Or)
    }
    /// Whether all of it is in the other.
    pub fn leq(&self, other: &Diagram) -> bool {
        self.or(other) == *other
    }
    /// The valuations that differ from one of these at most at a place.
    #[must_use]
    pub fn without(&self, place: u32) -> Diagram {
        if self.place() > place {
            return self.clone();
        }
        if let Some(known) = kept(Operator::Without(place), self, self) {
            return known;
        }
        let Diagram::Test(test) = self else { return self.clone() };
        let result = if test.place == place {
            test.edges.iter().fold(Diagram::Empty, |all, (_, below)| all.or(below))
        } else {
            Diagram::test(test.place, test.edges.iter().map(|(hi, below)| (*hi, below.without(place))).collect())
        };
        keep(Operator::Without(place), self, self, &result);
        result
    }
    /// The values that a place has.
    pub fn values(&self, place: u32) -> Vec<(i64, i64)> {
        let mut from = i64::MIN;
        let mut values = Vec::new();
        let only = self.only(place);
        match &only {
            Diagram::Empty => return vec![],
            Diagram::All => return vec![(i64::MIN, i64::MAX)],
            Diagram::Test(test) => {
                for (hi, below) in &test.edges {
                    if !below.is_empty() {
                        values.push((from, *hi));
                    }
                    from = hi.saturating_add(1);
                }
            }
        }
        values
    }
    /// The values of a place in ranges that lead to different diagrams.
    pub fn pieces(&self, place: u32) -> Vec<(i64, i64)> {
        let (mut bounds, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![self]);
        while let Some(Diagram::Test(test)) = open.pop() {
            if test.place > place || !seen.insert(test.sum) {
                continue;
            }
            if test.place == place {
                bounds.extend(test.edges.iter().map(|(hi, _)| *hi));
            } else {
                open.extend(test.edges.iter().map(|(_, below)| below).filter(|below| below.place() <= place));
            }
        }
        bounds.push(i64::MAX);
        bounds.sort_unstable();
        bounds.dedup();
        let values = self.values(place);
        let (mut pieces, mut from) = (Vec::new(), i64::MIN);
        for hi in bounds {
            // Whole pieces have a value or not.
            if values.iter().any(|(lo, most)| *lo <= from && hi <= *most) {
                pieces.push((from, hi));
            }
            from = hi.saturating_add(1);
        }
        pieces
    }
    fn only(&self, place: u32) -> Diagram {
        let Diagram::Test(test) = self else { return self.clone() };
        if test.place > place {
            return Diagram::All;
        }
        if let Some(known) = kept(Operator::Only(place), self, self) {
            return known;
        }
        let result = if test.place == place {
            let any = |below: &Diagram| if below.is_empty() { Diagram::Empty } else { Diagram::All };
            Diagram::test(place, test.edges.iter().map(|(hi, below)| (*hi, any(below))).collect())
        } else {
            test.edges.iter().fold(Diagram::Empty, |all, (_, below)| all.or(&below.only(place)))
        };
        keep(Operator::Only(place), self, self, &result);
        result
    }
    /// The ways to what is in it, each as the places that are tested and their values; `None` if there are more than so
    /// many.
    pub fn ways(&self, most: usize) -> Option<Vec<Vec<(u32, i64, i64)>>> {
        let (mut ways, mut open) = (Vec::new(), vec![(self, Vec::new())]);
        while let Some((it, way)) = open.pop() {
            match it {
                Diagram::Empty => {}
                Diagram::All if ways.len() == most => return None,
                Diagram::All => ways.push(way),
                Diagram::Test(test) => {
                    let mut from = i64::MIN;
                    let mut below = Vec::with_capacity(test.edges.len());
                    for (hi, next) in &test.edges {
                        let mut way = way.clone();
                        way.push((test.place, from, *hi));
                        below.push((next, way));
                        from = hi.saturating_add(1);
                    }
                    open.extend(below.into_iter().rev());
                }
            }
        }
        Some(ways)
    }
    /// The places that it tests, ascending.
    pub fn places(&self) -> Vec<u32> {
        let (mut places, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![self]);
        while let Some(it) = open.pop() {
            if let Diagram::Test(test) = it
                && seen.insert(test.sum)
            {
                places.push(test.place);
                open.extend(test.edges.iter().map(|(_, below)| below));
            }
        }
        places.sort_unstable();
        places.dedup();
        places
    }
    /// The same for places with other numbers, which have to be in the same order.
    #[must_use]
    pub fn renumbered(&self, to: &dyn Fn(u32) -> u32) -> Diagram {
        fn walk(it: &Diagram, to: &dyn Fn(u32) -> u32, done: &mut FxHashMap<u128, Diagram>) -> Diagram {
            let Diagram::Test(test) = it else { return it.clone() };
            if let Some(known) = done.get(&test.sum) {
                return known.clone();
            }
            let edges = test.edges.iter().map(|(hi, below)| (*hi, walk(below, to, done))).collect();
            let result = Diagram::test(to(test.place), edges);
            done.insert(test.sum, result.clone());
            result
        }
        walk(self, to, &mut FxHashMap::default())
    }
    /// How many tests it has, counted up to a limit.
    pub fn size(&self, most: usize) -> usize {
        let (mut seen, mut open) = (FxHashSet::default(), vec![self]);
        while let Some(it) = open.pop() {
            if let Diagram::Test(test) = it
                && seen.len() < most
                && seen.insert(test.sum)
            {
                open.extend(test.edges.iter().map(|(_, below)| below));
            }
        }
        seen.len()
    }
    /// Whether a valuation, given by the value of each place, is in it.
    pub fn contains(&self, value: &dyn Fn(u32) -> i64) -> bool {
        let mut at = self;
        while let Diagram::Test(test) = at {
            let value = value(test.place);
            at = &test.edges[test.edges.partition_point(|(hi, _)| *hi < value)].1;
        }
        !at.is_empty()
    }
}

/// A diagram as data: the tests, those below first, and the number of the topmost. An edge leads to nothing (0), to all (1),
/// or to the test two places before its number.
type Listed = (Vec<(u32, Vec<(i64, u64)>)>, u64);

impl From<Diagram> for Listed {
    fn from(diagram: Diagram) -> Self {
        fn number(it: &Diagram, numbers: &FxHashMap<u128, u64>) -> u64 {
            match it {
                Diagram::Empty => 0,
                Diagram::All => 1,
                Diagram::Test(test) => numbers[&test.sum],
            }
        }
        let (mut numbers, mut order, mut open) = (FxHashMap::default(), Vec::new(), vec![(&diagram, false)]);
        while let Some((it, below_done)) = open.pop() {
            let Diagram::Test(test) = it else { continue };
            if numbers.contains_key(&test.sum) {
                continue;
            }
            if below_done {
                numbers.insert(test.sum, order.len() as u64 + 2);
                order.push(test);
            } else {
                open.push((it, true));
                open.extend(test.edges.iter().map(|(_, below)| (below, false)));
            }
        }
        let edge = |(hi, below): &(i64, Diagram)| (*hi, number(below, &numbers));
        let tests = order.iter().map(|test| (test.place, test.edges.iter().map(edge).collect())).collect();
        (tests, number(&diagram, &numbers))
    }
}

impl TryFrom<Listed> for Diagram {
    type Error = WireError;
    fn try_from((tests, root): Listed) -> Result<Self, WireError> {
        let mut made = vec![Diagram::Empty, Diagram::All];
        let wrong = || WireError("not a diagram");
        let known = |number: u64, made: &[Diagram]| made.get(usize::try_from(number).ok()?).cloned();
        for (place, edges) in tests {
            let edges = edges.into_iter().map(|(hi, below)| Some((hi, known(below, &made)?)));
            let edges = edges.collect::<Option<Edges>>().ok_or_else(wrong)?;
            let last = edges.last().is_some_and(|(hi, _)| *hi == i64::MAX);
            if !last || place as usize >= MOST_PLACES || !edges.is_sorted_by(|a, b| a.0 < b.0) {
                return Err(wrong());
            }
            if edges.iter().any(|(_, below)| below.place() <= place) {
                return Err(wrong());
            }
            made.push(Diagram::test(place, edges));
        }
        known(root, &made).ok_or_else(wrong)
    }
}
