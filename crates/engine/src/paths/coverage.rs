//! Which code was reached by paths that are known to be possible.

use hecaton_ir::{BlockId, FileId, FuncId, Program};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Blocks and ways out of them that were taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Coverage {
    blocks: BTreeSet<(FuncId, BlockId)>,
    ways: BTreeSet<(FuncId, BlockId, BlockId)>,
}

/// How much of a program was covered.
pub(crate) struct Share {
    pub lines: (u64, u64),
    pub branches: (u64, u64),
}

impl Coverage {
    /// A block was reached; whether that is new.
    pub fn block(&mut self, func: FuncId, block: BlockId) -> bool {
        self.blocks.insert((func, block))
    }
    /// A way from one block to another was taken.
    pub fn way(&mut self, func: FuncId, from: BlockId, to: BlockId) {
        self.ways.insert((func, from, to));
    }
    pub fn has(&self, func: FuncId, block: BlockId) -> bool {
        self.blocks.contains(&(func, block))
    }
    /// How many blocks were reached.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }
    pub fn merge(&mut self, other: Coverage) {
        self.blocks.extend(other.blocks);
        self.ways.extend(other.ways);
    }
    /// The share of the lines that have code, and of the ways that branches can go, in the files of the
    /// user.
    pub fn share(&self, program: &Program) -> Share {
        let mut lines: BTreeMap<(FileId, u32), bool> = BTreeMap::new();
        let mut branches = (0, 0);
        for (func, function) in program.functions.iter() {
            for (id, block) in function.blocks.iter() {
                let reached = self.has(func, id);
                for span in block.insts.iter().map(|inst| inst.span).filter(|span| span.line > 0) {
                    if program.files.get(span.file).is_some_and(|file| !file.is_model()) {
                        *lines.entry((span.file, span.line)).or_default() |= reached;
                    }
                }
                let ways: BTreeSet<BlockId> = block.end.targets().into_iter().collect();
                if ways.len() > 1 {
                    branches.1 += ways.len() as u64;
                    branches.0 += ways.iter().filter(|to| self.ways.contains(&(func, id, **to))).count() as u64;
                }
            }
        }
        let reached = lines.values().filter(|reached| **reached).count() as u64;
        Share { lines: (reached, lines.len() as u64), branches }
    }
}
