//! Which ways a path went. A state can be thrown away and made again from its decisions: they are all that crosses a
//! job's border, and all that is kept of a state when memory is short.

use hecaton_base::{Id as _, Map, Wire, WireError, id};
use hecaton_ir::{BlockId, FuncId, Loc};

id!(
    /// The decisions of one path; paths share their beginnings.
    PathId,
    "path"
);

/// At this step of a path there were several ways, and it went to this place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub step: u32,
    pub to: Loc,
}

impl Wire for Decision {
    fn write(&self, out: &mut Vec<u8>) {
        self.step.write(out);
        self.to.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(Decision { step: Wire::read(input)?, to: Wire::read(input)? })
    }
}

/// The decisions of many paths.
pub(crate) struct Decisions {
    nodes: Map<PathId, (PathId, Decision)>,
}

impl Decisions {
    /// Only the path on which nothing was decided.
    pub fn new() -> Self {
        let mut nodes = Map::new();
        let to = Loc { func: FuncId::new(0), block: BlockId::new(0), inst: 0 };
        nodes.push((PathId::new(0), Decision { step: 0, to }));
        Decisions { nodes }
    }
    /// The path on which nothing was decided.
    pub fn none() -> PathId {
        PathId::new(0)
    }
    /// A path with one decision more.
    pub fn with(&mut self, path: PathId, decision: Decision) -> PathId {
        self.nodes.push((path, decision))
    }
    /// The decisions of a path, the first first.
    pub fn list(&self, path: PathId) -> Vec<Decision> {
        let (mut at, mut out) = (path, Vec::new());
        while at != Self::none() {
            let (before, decision) = self.nodes[at];
            out.push(decision);
            at = before;
        }
        out.reverse();
        out
    }
    /// The longest common beginning of two paths, and how many steps it fixes.
    pub fn common(&self, left: PathId, right: PathId) -> (PathId, u32) {
        let (mut l, mut r) = (left, right);
        while l != r {
            if l > r { l = self.nodes[l].0 } else { r = self.nodes[r].0 }
        }
        (l, if l == Self::none() { 0 } else { self.nodes[l].1.step + 1 })
    }
}
