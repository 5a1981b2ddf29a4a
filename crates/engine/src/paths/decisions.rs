//! Which ways a path went. A state can be thrown away and made again from its decisions: they are all that crosses a
//! job's border, and all that is kept of a state when memory is short.

use hecaton_base::{Id as _, Map, WireError, id};
use hecaton_ir::{BlockId, FuncId, Loc};
use serde::{Deserialize, Serialize};

id!(
    /// The decisions of one path; paths share their beginnings.
    PathId,
    "path"
);

/// At this step of a path there were several ways, and it went to this place, in this thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Decision {
    pub step: u32,
    pub to: Loc,
    pub thread: u32,
}

/// The decisions of many paths.
pub(crate) struct Decisions {
    nodes: Map<PathId, Node>,
}

#[derive(Clone, Copy)]
struct Node {
    before: PathId,
    /// How many decisions there are up to here.
    count: u32,
    decision: Decision,
}

impl Decisions {
    /// Only the path on which nothing was decided.
    pub fn new() -> Self {
        let mut nodes = Map::new();
        let to = Loc { func: FuncId::new(0), block: BlockId::new(0), inst: 0 };
        nodes.push(Node { before: PathId::new(0), count: 0, decision: Decision { step: 0, to, thread: 0 } });
        Decisions { nodes }
    }
    /// The path on which nothing was decided.
    pub fn none() -> PathId {
        PathId::new(0)
    }
    /// A path with one decision more.
    pub fn with(&mut self, path: PathId, decision: Decision) -> PathId {
        let count = self.nodes[path].count + 1;
        self.nodes.push(Node { before: path, count, decision })
    }
    /// The decisions of a path, the first first.
    pub fn list(&self, path: PathId) -> Vec<Decision> {
        self.beyond(path, 0)
    }
    /// How many decisions a path has.
    pub fn count(&self, path: PathId) -> u32 {
        self.nodes[path].count
    }
    /// The decisions of a path after the first so many.
    fn beyond(&self, path: PathId, keep: u32) -> Vec<Decision> {
        let (mut at, mut out) = (self.nodes[path], Vec::new());
        while at.count > keep {
            out.push(at.decision);
            at = self.nodes[at.before];
        }
        out.reverse();
        out
    }
    /// The longest common beginning of two paths.
    fn shared(&self, left: PathId, right: PathId) -> PathId {
        let (mut l, mut r) = (left, right);
        while l != r {
            if l > r { l = self.nodes[l].before } else { r = self.nodes[r].before }
        }
        l
    }
    /// The longest common beginning of two paths, and how many steps it fixes.
    pub fn common(&self, left: PathId, right: PathId) -> (PathId, u32) {
        let shared = self.shared(left, right);
        (shared, if shared == Self::none() { 0 } else { self.nodes[shared].decision.step + 1 })
    }
}

/// Where a path is: what it decided, how many steps it has made, and up to which of them its checks were asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stand {
    pub path: PathId,
    pub steps: u32,
    pub asked: u32,
}

/// Stands as plain data. Each says how it differs from the one before it: depth first, they differ in little.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stands")]
pub(crate) struct Bundle(Stands);

/// How many decisions each stand shares with the one before it, its other decisions, and its bounds.
type Stands = Vec<(u32, Vec<Decision>, (u32, u32))>;

impl TryFrom<Stands> for Bundle {
    type Error = WireError;
    fn try_from(stands: Stands) -> Result<Self, WireError> {
        let mut length = 0;
        for (keep, tail, _) in &stands {
            if *keep as usize > length {
                return Err(WireError("a path keeps more than there is"));
            }
            length = *keep as usize + tail.len();
        }
        Ok(Bundle(stands))
    }
}

impl Bundle {
    /// The beginning of everything.
    pub fn start() -> Self {
        Bundle(vec![(0, vec![], (0, 0))])
    }
    pub fn of(tree: &Decisions, stands: impl IntoIterator<Item = Stand>) -> Self {
        let mut last = Decisions::none();
        let encode = |stand: Stand| {
            let keep = tree.count(tree.shared(last, stand.path));
            last = stand.path;
            (keep, tree.beyond(stand.path, keep), (stand.steps, stand.asked))
        };
        Bundle(stands.into_iter().map(encode).collect())
    }
    /// The stands, their decisions added to a tree. Decisions that two of them share are the same there.
    pub fn stands(&self, tree: &mut Decisions) -> Vec<Stand> {
        let (mut spine, mut out) = (vec![Decisions::none()], Vec::with_capacity(self.0.len()));
        for (keep, tail, (steps, asked)) in &self.0 {
            spine.truncate(*keep as usize + 1);
            for decision in tail {
                let path = tree.with(spine[spine.len() - 1], *decision);
                spine.push(path);
            }
            out.push(Stand { path: spine[spine.len() - 1], steps: *steps, asked: *asked });
        }
        out
    }
    pub fn len(&self) -> usize {
        self.0.len()
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Shares it out, so that every part has deep and shallow paths.
    pub fn split(self, parts: usize) -> Vec<Bundle> {
        if parts < 2 || self.len() < 2 {
            return if self.is_empty() { vec![] } else { vec![self] };
        }
        let mut tree = Decisions::new();
        let stands = self.stands(&mut tree);
        let parts = parts.min(stands.len());
        (0..parts).map(|part| Bundle::of(&tree, stands.iter().copied().skip(part).step_by(parts))).collect()
    }
    /// Parts of so many stands, neighbours together.
    pub fn chunks(&self, size: usize) -> Vec<Bundle> {
        if self.len() <= size {
            return if self.is_empty() { vec![] } else { vec![self.clone()] };
        }
        let mut tree = Decisions::new();
        let stands = self.stands(&mut tree);
        stands.chunks(size).map(|part| Bundle::of(&tree, part.iter().copied())).collect()
    }
    /// All of several bundles.
    pub fn join(bundles: &[Bundle]) -> Bundle {
        Bundle(bundles.iter().flat_map(|bundle| bundle.0.iter().cloned()).collect())
    }
    /// Some of it.
    pub fn pick(&self, which: &[usize]) -> Bundle {
        let mut tree = Decisions::new();
        let stands = self.stands(&mut tree);
        Bundle::of(&tree, which.iter().filter_map(|i| stands.get(*i).copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Wire as _;

    fn decision(step: u32, block: usize) -> Decision {
        Decision { step, to: Loc { func: FuncId::new(0), block: BlockId::new(block), inst: 0 }, thread: 0 }
    }

    #[test]
    fn bundles_give_back_what_they_were_made_of_and_share_beginnings() {
        let mut tree = Decisions::new();
        let mut spine = Decisions::none();
        let mut stands = Vec::new();
        for step in 0..100 {
            let side = tree.with(spine, decision(step, 2));
            stands.push(Stand { path: side, steps: step + 1, asked: step });
            spine = tree.with(spine, decision(step, 1));
        }
        let bundle = Bundle::of(&tree, stands.iter().copied());
        let again = Bundle::from_bytes(&bundle.to_bytes()).expect("well-formed");
        assert_eq!(again, bundle);
        assert!(bundle.0.iter().map(|(_, tail, _)| tail.len()).sum::<usize>() <= 200, "beginnings are shared");
        let lists = |bundles: &[Bundle]| {
            let mut all = Vec::new();
            for bundle in bundles {
                let mut other = Decisions::new();
                for stand in bundle.stands(&mut other) {
                    all.push((stand.steps, stand.asked, other.list(stand.path)));
                }
            }
            all.sort_by_key(|(steps, ..)| *steps);
            all
        };
        let expected: Vec<_> = stands.iter().map(|s| (s.steps, s.asked, tree.list(s.path))).collect();
        assert_eq!(lists(&[again]), expected);
        assert_eq!(lists(&bundle.clone().split(3)), expected);
        assert_eq!(lists(&[bundle.pick(&[5, 7])]), expected[5..8].iter().step_by(2).cloned().collect::<Vec<_>>());
        assert_eq!(lists(&[Bundle::join(&bundle.split(4))]), expected);
    }

    #[test]
    fn a_bundle_that_keeps_more_than_there_is_is_refused() {
        let broken = Bundle(vec![(3, vec![], (0, 0))]);
        assert!(Bundle::from_bytes(&broken.to_bytes()).is_err());
    }
}
