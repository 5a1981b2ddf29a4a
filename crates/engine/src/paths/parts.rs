//! The walk along source sets (`explore::sources`) as plain data, so that several workers can share it.
//!
//! A *part* is a path with the choices on it, some of which have threads that are still to be tried. A choice belongs to
//! one part, which does with it what it likes, until a way is taken off for somebody else. Then it is *common*: from there
//! on the loop says who goes on there, each thread once, and a part that finds that some thread should be tried there
//! wishes for it. What a wish needs is decided by the loop alone, since two wishes can be met by one thread, but only if
//! that one is tried in fact.
//!
//! Why this is the same walk: of a choice, those threads sleep in what follows from one of them that were given out before
//! it, and all that is given out is walked to its end. So it does not matter when, or by whom; and every pair of steps
//! that could be exchanged is found on a path by whoever follows it, since that one knows the whole path. If a part is lost
//! or given up, nothing follows from the others.

use super::decisions::Decision;
use hecaton_base::WireError;
use hecaton_ir::Loc;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A set of threads: those of higher numbers are not looked at.
pub(crate) type Set = u128;

/// What there is to choose from, as bits of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ChoiceParts")]
pub(crate) struct Choice {
    /// This one is tried first: it needs no switch.
    pub first: u32,
    /// Those that can go on.
    pub all: Set,
    /// Those that need not be tried, those that are to be, those that were, and those that need not be after the one that
    /// goes on now.
    pub asleep: Set,
    pub wanted: Set,
    pub done: Set,
    pub then: Set,
}

/// The parts of a choice as they are read.
#[derive(Deserialize)]
struct ChoiceParts {
    first: u32,
    all: Set,
    asleep: Set,
    wanted: Set,
    done: Set,
    then: Set,
}

impl TryFrom<ChoiceParts> for Choice {
    type Error = WireError;
    fn try_from(ChoiceParts { first, all, asleep, wanted, done, then }: ChoiceParts) -> Result<Self, WireError> {
        if first >= Set::BITS {
            return Err(WireError("a thread that has no bit"));
        }
        Ok(Choice { first, all, asleep, wanted, done, then })
    }
}

impl Choice {
    /// Those that are still to be tried.
    pub fn open(&self) -> Set {
        self.wanted & !self.done & !self.asleep & self.all
    }
    /// The next thread to try.
    pub fn pick(&self) -> Option<u32> {
        match self.open() {
            0 => None,
            open if open & 1 << self.first != 0 => Some(self.first),
            open => Some(open.trailing_zeros()),
        }
    }
    /// Whether some of these threads are tried, or need not be.
    fn has(&self, some: Set) -> bool {
        some & (self.wanted | self.asleep) != 0
    }
    /// Some of these threads are to be tried; all, if none of them can go on.
    pub fn want(&mut self, some: Set, best: u32) {
        if self.has(some) {
            return;
        }
        let possible = some & self.all;
        match possible {
            0 => self.wanted |= self.all,
            _ if possible & 1 << best != 0 => self.wanted |= 1 << best,
            _ => self.wanted |= 1 << possible.trailing_zeros(),
        }
    }
}

/// What is wished of common choices: some of these threads, best this one, are to be tried; without any, all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(Set, u32)>")]
pub(crate) struct Wishes(Vec<(Set, u32)>);

impl TryFrom<Vec<(Set, u32)>> for Wishes {
    type Error = WireError;
    fn try_from(list: Vec<(Set, u32)>) -> Result<Self, WireError> {
        match list.iter().any(|(_, best)| *best >= Set::BITS) {
            true => Err(WireError("a thread that has no bit")),
            false => Ok(Wishes(list)),
        }
    }
}

impl Wishes {
    /// Takes note of a wish, unless what meets an earlier one meets this one too.
    pub fn add(&mut self, choice: &Choice, some: Set, best: u32) {
        if !choice.has(some) && !self.0.iter().any(|(less, _)| less & !some == 0) {
            self.0.push((some, best));
        }
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The number of a common choice.
pub(crate) type Number = u64;

/// Wishes of a common choice.
pub(crate) type Wish = (Number, Wishes);

/// A place on a path where there are other ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    /// The step that has them, and up to which step the path's checks were asked before they parted.
    pub step: u32,
    pub asked: u32,
    pub ways: Ways,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Ways {
    /// Who goes on is chosen; a common choice has a number.
    Choice(Choice, Option<Number>),
    /// Other inputs lead there, and that was not followed yet.
    Fork(Vec<(Loc, u32)>),
}

impl Mark {
    /// How many ways there are to go.
    fn open(&self) -> usize {
        match &self.ways {
            Ways::Choice(choice, _) => choice.open().count_ones() as usize,
            Ways::Fork(ways) => ways.len(),
        }
    }
}

/// A part of the walk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PartParts")]
pub(crate) struct Part {
    /// Where there are other ways, the first first; choices also where there is none left.
    pub marks: Vec<Mark>,
    /// So many of them are common.
    pub common: u32,
    /// What the path decided up to the last mark.
    pub path: Vec<Decision>,
    /// The thread that goes on there, if it was chosen: nobody else does here.
    pub goes: Option<u32>,
}

/// A part as it is read.
#[derive(Deserialize)]
struct PartParts {
    marks: Vec<Mark>,
    common: u32,
    path: Vec<Decision>,
    goes: Option<u32>,
}

impl TryFrom<PartParts> for Part {
    type Error = WireError;
    fn try_from(PartParts { marks, common, path, goes }: PartParts) -> Result<Self, WireError> {
        if common as usize > marks.len() || goes.is_some_and(|thread| thread >= Set::BITS) {
            return Err(WireError("not a part of a walk"));
        }
        Ok(Part { marks, common, path, goes })
    }
}

impl Part {
    /// Everything.
    pub fn all() -> Self {
        Part::default()
    }
    fn open(&self) -> usize {
        let own = self.marks.iter().skip(self.common as usize).map(Mark::open).sum::<usize>();
        own + usize::from(self.goes.is_some() || self.marks.is_empty())
    }
    /// The last common choice.
    fn above(&self) -> Option<Number> {
        self.marks[..self.common as usize].iter().rev().find_map(|mark| match mark.ways {
            Ways::Choice(_, number) => number,
            Ways::Fork(_) => None,
        })
    }
    /// What was decided before a step.
    fn before(&self, step: u32) -> Vec<Decision> {
        self.path.iter().filter(|decision| decision.step < step).copied().collect()
    }
}

/// What is left of a walk.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Rest {
    /// These parts, and what is wished of common choices. What was found counts only when nothing is left anywhere.
    Parts(Vec<Part>, Vec<Wish>),
    /// It gave up: nothing follows from it, but for violations.
    GaveUp,
}

/// A common choice: where it is, as it differs from the one above.
struct Common {
    choice: Choice,
    step: u32,
    asked: u32,
    above: Option<Number>,
    /// What the path decided from there on.
    path: Vec<Decision>,
}

/// The common choices of a walk that is shared out.
#[derive(Default)]
pub(crate) struct Tree {
    nodes: BTreeMap<Number, Common>,
    next: Number,
    /// With so many, those are dropped that are on no part's path.
    most: usize,
}

impl Tree {
    /// What is to be walked after a part of the walk; `None` if there is no way to know.
    pub fn grown(&mut self, rest: Rest) -> Option<Vec<Part>> {
        let Rest::Parts(mut parts, wishes) = rest else { return None };
        parts.extend(self.grant(&wishes)?);
        Some(parts)
    }
    /// The parts that wishes call for; `None` if one is of a choice that is not there.
    fn grant(&mut self, wishes: &[Wish]) -> Option<Vec<Part>> {
        for (number, wishes) in wishes {
            let node = self.nodes.get_mut(number)?;
            for (some, best) in &wishes.0 {
                node.choice.want(*some, *best);
            }
        }
        let numbers: BTreeSet<Number> = wishes.iter().map(|(number, _)| *number).collect();
        Some(numbers.into_iter().flat_map(|number| self.due(number)).collect())
    }
    /// Shares parts out for so many.
    pub fn share(&mut self, mut parts: Vec<Part>, among: usize) -> Vec<Vec<Part>> {
        let mut whole = 0;
        while parts.len() < among && whole < parts.len() {
            let mut part = parts.remove(whole);
            let off = self.take_off(&mut part);
            if off.is_empty() {
                parts.insert(whole, part);
                whole += 1;
                continue;
            }
            parts.extend(off);
            if part.open() > 0 {
                parts.insert(whole, part);
            }
        }
        let count = among.clamp(1, parts.len().max(1));
        let mut out = vec![Vec::new(); count];
        for (i, part) in parts.into_iter().enumerate() {
            out[i % count].push(part);
        }
        out.retain(|parts| !parts.is_empty());
        out
    }
    /// Drops what nobody can wish anything of any more, if there is much of it. The parts are all there are.
    pub fn prune<'a>(&mut self, parts: impl Iterator<Item = &'a Part>) {
        if self.nodes.len() <= self.most {
            return;
        }
        let mut used: BTreeSet<Number> = BTreeSet::new();
        for part in parts {
            let mut at = part.above();
            while let Some(number) = at.filter(|number| used.insert(*number)) {
                at = self.nodes.get(&number).and_then(|node| node.above);
            }
        }
        self.nodes.retain(|number, _| used.contains(number));
        self.most = MOST.max(self.nodes.len() * 2);
    }

    /// Takes ways off a part, as near to its beginning as there are any, if it has several.
    fn take_off(&mut self, part: &mut Part) -> Vec<Part> {
        let Some(at) = (part.common as usize..part.marks.len()).find(|i| part.marks[*i].open() > 0) else {
            return vec![];
        };
        if part.open() < 2 {
            return vec![];
        }
        // What there is up to this mark is common from now on, and there is nothing to follow there.
        let mut above = part.above();
        let below = part.marks.split_off(at);
        let own = part.marks.split_off(part.common as usize);
        for mark in own {
            if matches!(mark.ways, Ways::Choice(..)) {
                self.make_common(part, mark, &mut above);
            }
        }
        let mut below = below.into_iter();
        let Some(mut mark) = below.next() else { return vec![] };
        let off = match &mut mark.ways {
            Ways::Choice(..) => {
                self.make_common(part, mark, &mut above);
                above.map_or(vec![], |number| self.due_of(part, number))
            }
            Ways::Fork(ways) => {
                let way = ways.remove(0);
                let mut marks = part.marks.clone();
                marks.push(Mark { ways: Ways::Fork(vec![way]), ..mark });
                let off = Part { marks, path: part.before(mark.step), ..part.clone() };
                if !ways.is_empty() {
                    part.marks.push(mark);
                }
                vec![off]
            }
        };
        part.marks.extend(below);
        off
    }
    /// Makes a choice of a part common, the first that was not.
    fn make_common(&mut self, part: &mut Part, mark: Mark, above: &mut Option<Number>) {
        let Mark { step, asked, ways: Ways::Choice(choice, _) } = mark else { return };
        let from = above.and_then(|number| self.nodes.get(&number)).map_or(0, |node| node.step);
        let decided = part.path.iter().filter(|decision| (from..step).contains(&decision.step)).copied();
        let number = self.next;
        self.next += 1;
        self.nodes.insert(number, Common { choice, step, asked, above: *above, path: decided.collect() });
        part.marks.push(Mark { step, asked, ways: Ways::Choice(choice, Some(number)) });
        part.common = part.marks.len() as u32;
        *above = Some(number);
    }
    /// A part for each thread that is to be tried at a common choice, which is the last one of a path.
    fn due(&mut self, number: Number) -> Vec<Part> {
        let (mut marks, mut path, mut at) = (Vec::new(), Vec::new(), Some(number));
        while let Some(number) = at
            && let Some(Common { choice, step, asked, above, path: decided }) = self.nodes.get(&number)
        {
            marks.push(Mark { step: *step, asked: *asked, ways: Ways::Choice(*choice, Some(number)) });
            path.extend(decided.iter().rev());
            at = *above;
        }
        marks.reverse();
        path.reverse();
        let common = marks.len() as u32;
        self.due_of(&Part { marks, common, path, goes: None }, number)
    }
    /// The same on the path of a part.
    fn due_of(&mut self, part: &Part, number: Number) -> Vec<Part> {
        let Some(Common { choice, step, .. }) = self.nodes.get_mut(&number) else { return vec![] };
        let mut out = Vec::new();
        while let Some(thread) = choice.pick() {
            let mut marks = part.marks[..part.common as usize].to_vec();
            if let Some(Mark { ways: Ways::Choice(last, _), .. }) = marks.last_mut() {
                *last = *choice;
            }
            choice.done |= 1 << thread;
            out.push(Part { marks, common: part.common, path: part.before(*step), goes: Some(thread) });
        }
        out
    }
}

/// Fewer common choices than this are not worth looking through.
const MOST: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Id as _;
    use hecaton_base::Wire as _;
    use hecaton_ir::{BlockId, FuncId};

    fn loc(block: usize) -> Loc {
        Loc { func: FuncId::new(0), block: BlockId::new(block), inst: 0 }
    }
    fn choice(all: Set, wanted: Set, done: Set) -> Choice {
        Choice { first: 0, all, asleep: 0, wanted, done, then: 0 }
    }
    fn mark(step: u32, choice: Choice) -> Mark {
        Mark { step, asked: step, ways: Ways::Choice(choice, None) }
    }
    fn decision(step: u32, thread: u32) -> Decision {
        Decision { step, to: loc(step as usize), thread }
    }
    /// Four choices: the second has a thread to try, the third other inputs, the last two threads.
    fn part() -> Part {
        let fork = Mark { step: 6, asked: 5, ways: Ways::Fork(vec![(loc(1), 0), (loc(2), 0)]) };
        let marks = vec![
            mark(2, choice(0b111, 0b001, 0b001)),
            mark(4, choice(0b111, 0b011, 0b001)),
            fork,
            mark(8, choice(0b111, 0b110, 0b000)),
        ];
        Part { marks, common: 0, path: vec![decision(2, 0), decision(4, 0), decision(6, 0)], goes: None }
    }

    #[test]
    fn ways_are_taken_off_near_the_beginning_and_nothing_is_lost_or_there_twice() {
        let mut tree = Tree::default();
        let shared: Vec<Part> = tree.share(vec![part()], 6).into_iter().flatten().collect();
        let open: usize = shared.iter().map(Part::open).sum();
        assert_eq!((shared.len(), open), (5, 5), "{shared:?}");
        let goes: BTreeSet<(u32, Option<u32>)> =
            shared.iter().map(|part| (part.marks[part.marks.len() - 1].step, part.goes)).collect();
        assert_eq!(goes, BTreeSet::from([(4, Some(1)), (6, None), (8, Some(1)), (8, Some(2))]));
        for part in &shared {
            let last = part.marks[part.marks.len() - 1].step;
            assert!(part.path.iter().all(|decision| decision.step < last), "{part:?}");
            let again = Part::from_bytes(&part.to_bytes());
            assert_eq!(again.as_ref(), Ok(part));
        }
        let last = |thread| shared.iter().find(|part| part.goes == Some(thread)).map(|part| part.marks.last());
        // The one that was given out second knows of the first.
        assert!(matches!(last(2), Some(Some(Mark { ways: Ways::Choice(choice, _), .. })) if choice.done == 0b010));
        assert_eq!(Tree::default().share(vec![part()], 1), [[part()]]);
    }

    #[test]
    fn a_wish_is_met_once_and_by_what_is_tried_in_fact() {
        let mut tree = Tree::default();
        tree.share(vec![part()], 2);
        let (number, node) = tree.nodes.first_key_value().map(|(number, node)| (*number, node.choice)).expect("a node");
        assert_eq!((node.wanted, node.done), (0b001, 0b001));
        let wish = |tree: &mut Tree, list: &[(Set, u32)]| {
            let mut wishes = Wishes::default();
            list.iter().for_each(|(some, best)| wishes.add(&node, *some, *best));
            let parts = tree.grant(&[(number, wishes)]).expect("the choice is there");
            parts.iter().map(|part| part.goes).collect::<Vec<_>>()
        };
        // One part hopes for thread 1 where 2 would do as well, and then for 2 or 1; another got 2 before.
        assert_eq!(wish(&mut tree, &[(0b100, 2)]), [Some(2)]);
        assert_eq!(wish(&mut tree, &[(0b110, 1)]), []);
        assert_eq!(wish(&mut tree, &[(0b110, 1), (0b010, 1)]), [Some(1)]);
        assert_eq!(wish(&mut tree, &[(0b110, 1), (0, 0)]), []);
        let mut wishes = Wishes::default();
        wishes.add(&node, 0b110, 1);
        wishes.add(&node, 0b111, 0);
        wishes.add(&node, 0b1110, 2);
        assert_eq!(wishes.0, [(0b110, 1)], "thread 0 is tried, and what meets the first meets the last");
        assert_eq!(tree.grant(&[(77, wishes)]), None);
    }

    #[test]
    fn common_choices_are_kept_as_long_as_a_part_has_them_on_its_path() {
        let mut tree = Tree::default();
        let shared: Vec<Part> = tree.share(vec![part()], 6).into_iter().flatten().collect();
        assert_eq!(tree.nodes.len(), 3);
        tree.prune(shared.iter().filter(|part| part.goes == Some(1) && part.marks.len() == 2));
        assert_eq!(tree.nodes.len(), 2);
        let wish = |some| (1, Wishes(vec![(some, 0)]));
        let parts = tree.grant(&[wish(0b100)]).expect("the choice is there");
        assert_eq!(parts.len(), 1);
        assert_eq!((parts[0].path.clone(), parts[0].common), (vec![decision(2, 0)], 2));
    }
}
