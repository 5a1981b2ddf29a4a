//! What is said of instructions agrees with itself: of all those in one program that has every one of them.

use hecaton_base::Id as _;
use hecaton_ir::analysis::effects::{Part, PartMut};
use hecaton_ir::text::parse;
use hecaton_ir::*;
use std::collections::BTreeSet;

/// All instructions of the fixture that has each of them.
fn instructions() -> Vec<Op> {
    let text = include_str!("hir/everything.hir");
    let program = parse("everything.hir", text).unwrap_or_else(|e| panic!("{e}"));
    let blocks = program.functions.values().flat_map(|function| function.blocks.values());
    let ops: Vec<Op> = blocks.flat_map(|block| &block.insts).map(|inst| inst.op.clone()).collect();
    let kinds: BTreeSet<String> =
        ops.iter().map(|op| format!("{op:?}").chars().take_while(|c| c.is_alphanumeric()).collect()).collect();
    assert!(kinds.len() >= 21, "{kinds:?}");
    ops
}

fn count(op: &Op, mut is: impl FnMut(Part<'_>) -> bool) -> usize {
    let mut found = 0;
    op.for_each_part(|part| found += usize::from(is(part)));
    found
}

#[test]
fn accesses_go_through_operands_and_results_are_parts() {
    for op in instructions() {
        let effects = op.effects();
        for access in effects.accesses() {
            assert!(op.operands().iter().any(|operand| std::ptr::eq(*operand, access.ptr)), "{op:?}");
        }
        let dst = effects.takes.map(|(dst, _)| dst);
        assert_eq!(count(&op, |part| matches!(part, Part::Written(_))), usize::from(dst.is_some()), "{op:?}");
        assert!(op.written() == dst && count(&op, |part| matches!(part, Part::Written(it) if Some(*it) != dst)) == 0);
        let checks = |part: Part<'_>| matches!(part, Part::Check(check) if check.is_some() && *check == effects.check);
        assert_eq!(count(&op, checks), usize::from(effects.check.is_some()), "{op:?}");
    }
}

#[test]
fn parts_are_all_that_an_instruction_refers_to() {
    for op in instructions() {
        assert_eq!(op.renamed(&|var| var, &Expr::clone), op);
        // With all parts alike, nothing is left that names something else.
        let mut bare = op.clone();
        bare.for_each_part_mut(|part| match part {
            PartMut::Written(dst) => *dst = VarId::new(7),
            PartMut::Operand(operand) => *operand = Expr::Null,
            PartMut::Check(check) => *check = check.map(|_| PropId::new(7)),
            PartMut::Prop(prop) => *prop = PropId::new(7),
            PartMut::Func(func) => *func = FuncId::new(7),
            PartMut::Type(ty) => *ty = TypeId::new(7),
            PartMut::Feature(feature) => *feature = FeatureId::new(7),
        });
        let text = format!("{bare:?}");
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            let number = word.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or("");
            let is_id = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
            assert!(!is_id || number == "7", "{text}");
        }
        assert_eq!(bare.operands().len(), op.operands().len());
    }
}

#[test]
fn what_is_redirected_accesses_only_what_it_was_given() {
    for op in instructions() {
        let mut given = 0;
        let other = op.redirected(|_, _| {
            given += 1;
            Some(Expr::int(9, given))
        });
        assert_eq!(other.demands(), None, "{op:?}");
        for access in other.effects().accesses() {
            assert!((1..=given).any(|number| *access.ptr == Expr::int(9, number)), "{op:?}");
        }
        let changed = op.operands().iter().zip(other.operands()).filter(|(a, b)| **a != *b).count();
        assert_eq!((changed as i64, other.operands().len()), (given, op.operands().len()), "{op:?}");
        let kept = op.redirected(|_, _| None);
        assert_eq!((kept.operands(), kept.demands()), (op.operands(), None), "{op:?}");
    }
}
