//! Each invariant is found violated, alone, in a program that violates only it.

use hecaton_base::{Bits, Id as _};
use hecaton_ir::text::parse;
use hecaton_ir::*;

const SOURCE: &str = "
leak p3
cleanup p4
type struct node size 16 align 8 { v: s32 @0; next: ptr @8; low: u32 @4 bits 0 3 }
type union both size 8 align 8 { i: s64 @0; d: f64 @0 }
feature push
prop p0 deref \"d\" in main
prop p1 free \"f\" in main
prop p2 assertion \"a\" in main
prop p3 leak \"l\"
prop p4 cleanup \"c\"
global @x: s32 = { 0: 5:i32 }
global @g: [4 x ptr] = { 0: @x + 4, 8: null, 16: &main }
func callee(a: s32, b: ptr) -> i32 {
x:
  return a
}
func main() -> i32 {
  var i: s32
  var p: ptr
  var b: u1
  var w: s64
  var a: ptr place [5 x s32]
start:
  i = 1
  i = load p check p0
  store p, i check p0
  copy p, p, 4 check p0
  fill p, 0, 4 check p0
  p = alloc heap s32, 2
  free heap p check p1
  havoc i
  assume b
  assert b prop p2
  i = call callee(i, p)
  i = call [p](i) check p0
  w = spawn callee(i, p)
  join w
  await p is (0:i32)
  log push
  branch b -> start, next
next:
  switch i [1 -> start, 2 -> next] else last
last:
  return i
}
";

fn base() -> Program {
    let program = parse("v.hir", SOURCE).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(verify(&program), vec![]);
    program
}

const MAIN: usize = 1;

fn main(p: &mut Program) -> &mut Function {
    &mut p.functions[FuncId::new(MAIN)]
}

/// The instruction of `main` at an index of its first block.
fn op(p: &mut Program, index: usize) -> &mut Op {
    &mut main(p).blocks[BlockId::new(0)].insts[index].op
}

fn set(index: usize, op: Op) -> impl Fn(&mut Program) {
    move |p| *self::op(p, index) = op.clone()
}

fn end(block: usize, end: End) -> impl Fn(&mut Program) {
    move |p| main(p).blocks[BlockId::new(block)].end = end.clone()
}

fn var(i: usize) -> Expr {
    Expr::Var(VarId::new(i))
}

/// The variables of `main`.
const I: usize = 0;
const P: usize = 1;
const B: usize = 2;
const W: usize = 3;

fn check(rule: u32, what: &str, change: impl Fn(&mut Program)) {
    let mut program = base();
    change(&mut program);
    let faults = verify(&program);
    assert!(!faults.is_empty(), "rule {rule}: {what}");
    assert!(faults.iter().all(|fault| fault.rule == rule), "rule {rule}: {what}: {faults:?}");
    assert!(faults.iter().all(|fault| fault.to_string().contains(&format!("rule {rule}"))));
}

#[test]
fn rule_1_ids_exist() {
    let (v9, b9, t99) = (VarId::new(9), BlockId::new(9), TypeId::new(99));
    check(1, "assigned variable", set(0, Op::Assign { dst: v9, value: Expr::int(32, 1) }));
    check(1, "read variable", set(0, Op::Assign { dst: VarId::new(I), value: var(9) }));
    check(1, "havoced variable", set(0, Op::Havoc { dst: v9 }));
    check(1, "loaded variable", set(0, Op::Load { dst: v9, ptr: var(P), check: None }));
    check(1, "global", set(0, Op::Assign { dst: VarId::new(P), value: Expr::Global(GlobalId::new(9)) }));
    check(1, "function address", set(0, Op::Assign { dst: VarId::new(P), value: Expr::Func(FuncId::new(9)) }));
    let call = Op::Call { dst: None, callee: Callee::Direct(FuncId::new(9)), args: vec![] };
    check(1, "callee", set(0, call));
    check(1, "property", set(0, Op::Assert { cond: var(B), prop: PropId::new(9) }));
    check(1, "check", set(0, Op::Load { dst: VarId::new(I), ptr: var(P), check: Some(PropId::new(9)) }));
    check(1, "feature", set(0, Op::Log(FeatureId::new(9))));
    let alloc = Op::Alloc {
        dst: VarId::new(P),
        region: Region::Heap,
        ty: t99,
        count: var(W),
        zeroed: false,
        constant: false,
        align: None,
        replaces: None,
    };
    check(1, "allocated type", set(0, alloc));
    check(1, "goto", end(0, End::Goto(b9)));
    check(1, "branch", end(0, End::Branch { cond: var(B), yes: BlockId::new(0), no: b9 }));
    check(1, "switch", end(0, End::Switch { on: var(I), arms: vec![], other: b9 }));
    check(1, "type of a variable", |p| main(p).vars[VarId::new(I)].ty = t99);
    check(1, "type of a place", |p| main(p).vars[VarId::new(4)].role = Role::Place(t99));
    check(1, "type of a global", |p| p.globals[GlobalId::new(0)].ty = t99);
    check(1, "parameter", |p| main(p).params = vec![v9]);
    check(1, "leak", |p| p.leak = Some(PropId::new(9)));
    check(1, "initial value", |p| {
        p.globals[GlobalId::new(1)].init = Init::Values(vec![(0, Expr::Global(GlobalId::new(9)))]);
    });
    let lost = Span { file: FileId::new(7), line: 1, col: 1, len: 1 };
    check(1, "span of an instruction", |p| main(p).blocks[BlockId::new(0)].insts[0].span = lost);
    check(1, "span of an end", |p| main(p).blocks[BlockId::new(0)].span = lost);
    check(1, "span of a function", |p| main(p).span = lost);
    check(1, "span of a variable", |p| main(p).vars[VarId::new(0)].span = lost);
    check(1, "span of a property", |p| p.props[PropId::new(0)].span = lost);
    check(1, "span of a global", |p| p.globals[GlobalId::new(0)].span = lost);
}

#[test]
fn rule_2_the_entry_has_a_body() {
    check(2, "no such function", |p| p.entry = FuncId::new(9));
    check(2, "no body", |p| p.functions[FuncId::new(MAIN)].blocks = Default::default());
}

#[test]
fn rule_3_names_are_unique() {
    check(3, "globals", |p| p.globals[GlobalId::new(1)].name = "x".into());
    check(3, "functions", |p| p.functions[FuncId::new(0)].name = "main".into());
    check(3, "variables", |p| main(p).vars[VarId::new(1)].name = "i".into());
    check(3, "features", |p| {
        p.features.push(Feature { name: "push".into() });
    });
    check(3, "structs", |p| {
        let fields = vec![];
        p.types.add(Type::Record(Record { union: false, name: "node".into(), fields, size: 1, align: 1 }));
    });
    // A struct and a union may share a name.
    let mut program = base();
    program.types.add(Type::Record(Record { union: true, name: "node".into(), fields: vec![], size: 1, align: 1 }));
    assert_eq!(verify(&program), vec![]);
}

#[test]
fn rule_4_variables_are_scalars() {
    check(4, "an array", |p| main(p).vars[VarId::new(4)].ty = p_type(&base(), |t| matches!(t, Type::Array { .. })));
    check(4, "a struct", |p| main(p).vars[VarId::new(4)].ty = p_type(&base(), |t| matches!(t, Type::Record(_))));
    check(4, "a parameter twice", |p| {
        let callee = &mut p.functions[FuncId::new(0)];
        callee.params = vec![VarId::new(0), VarId::new(0)];
        // Nothing calls it then.
        main(p).blocks[BlockId::new(0)].insts.clear();
    });
}

fn p_type(program: &Program, is: impl Fn(&Type) -> bool) -> TypeId {
    program.types.iter().find(|(_, t)| is(t)).map(|(id, _)| id).expect("such a type")
}

#[test]
fn rule_5_types_are_well_founded() {
    let add = |ty: Type| {
        move |p: &mut Program| {
            p.types.add(ty.clone());
        }
    };
    check(5, "no bits", add(Type::Int { bits: 0, signed: true }));
    check(5, "too many bits", add(Type::Int { bits: 65_537, signed: true }));
    check(5, "an unknown float", add(Type::Float(Format { exp: 9, sig: 25 })));
    check(5, "an array of itself", |p| {
        let next = TypeId::new(p.types.iter().count());
        p.types.add(Type::Array { elem: next, len: 1 });
    });
    check(5, "a struct of a later type", |p| {
        let next = TypeId::new(p.types.iter().count() + 1);
        let fields = vec![Field { name: "f".into(), ty: next, offset: 0, bits: None }];
        p.types.add(Type::Record(Record { union: false, name: "r".into(), fields, size: 8, align: 8 }));
        p.types.int(7, false);
    });
    check(5, "an odd alignment", |p| {
        p.types.add(Type::Record(Record { union: false, name: "r".into(), fields: vec![], size: 0, align: 3 }));
    });
    check(5, "a huge global", |p| {
        let elem = p.types.int(64, true);
        let ty = p.types.add(Type::Array { elem, len: 1 << 61 });
        p.globals[GlobalId::new(0)] = Global { ty, init: Init::Values(vec![]), ..p.globals[GlobalId::new(0)].clone() };
    });
    check(5, "an unknown float constant", |p| {
        let format = Format { exp: 9, sig: 25 };
        *op(p, 0) = Op::Store { ptr: var(P), value: Expr::Float(format, Bits::zero(34)), check: None };
    });
    check(5, "an unknown result", |p| {
        p.functions[FuncId::new(0)].result = Some(Scalar::Float(Format { exp: 9, sig: 25 }));
    });
    check(5, "a conversion to nothing", |p| {
        let value = Expr::cast(Cast::Trunc, Scalar::Int(0), var(I));
        *op(p, 0) = Op::Store { ptr: var(P), value, check: None };
    });
    check(5, "nested too deeply", |p| {
        let mut ty = p.types.int(8, true);
        for _ in 0..1_001 {
            ty = p.types.add(Type::Array { elem: ty, len: 1 });
        }
    });
}

#[test]
fn rule_6_fields_are_inside() {
    let field = |offset, bits| {
        move |p: &mut Program| {
            let fields = vec![Field { name: "f".into(), ty: p.types.int(32, true), offset, bits }];
            p.types.add(Type::Record(Record { union: false, name: "r".into(), fields, size: 8, align: 4 }));
        }
    };
    check(6, "behind the end", field(5, None));
    check(6, "far away", field(u64::MAX, None));
    check(6, "bits beyond the unit", field(4, Some((30, 3))));
    check(6, "bits behind the end", field(5, Some((20, 8))));
    let mut program = base();
    // The unused end of a storage unit may lie outside.
    field(5, Some((0, 20)))(&mut program);
    field(4, None)(&mut program);
    assert!(verify(&program).iter().all(|fault| fault.rule == 3), "only the name is taken twice");
}

#[test]
fn rule_7_expressions_are_typed() {
    let value = |value: Expr| set(0, Op::Store { ptr: var(P), value, check: None });
    check(7, "sum of different types", value(Expr::binary(Binary::Add, var(I), var(W))));
    check(7, "sum of pointers", value(Expr::binary(Binary::Add, var(P), var(P))));
    check(7, "float sum of integers", value(Expr::binary(Binary::FAdd(hecaton_ir::Rounding::Zero), var(I), var(I))));
    check(7, "offset by too few bits", value(Expr::offset(var(P), var(I))));
    check(7, "offset of an integer", value(Expr::offset(var(W), var(W))));
    check(7, "choice of different types", value(Expr::select(var(B), var(I), var(W))));
    check(7, "choice by an integer", value(Expr::select(var(I), var(I), var(I))));
    check(7, "extension to fewer bits", value(Expr::cast(Cast::ZExt, Scalar::Int(8), var(I))));
    check(7, "address of 32 bits", value(Expr::cast(Cast::PToI, Scalar::Int(32), var(P))));
    check(7, "float of the wrong width", value(Expr::Float(Format::SINGLE, Bits::zero(64))));
    check(7, "inside", value(Expr::unary(Unary::Neg, Expr::binary(Binary::Add, var(I), var(W)))));
}

#[test]
fn rule_8_operands_have_their_types() {
    let (i, p) = (VarId::new(I), VarId::new(P));
    check(8, "assigned value", set(0, Op::Assign { dst: i, value: var(W) }));
    check(8, "loaded address", set(0, Op::Load { dst: i, ptr: var(W), check: None }));
    check(8, "stored address", set(0, Op::Store { ptr: var(W), value: var(I), check: None }));
    let copy = |dst, src, size| Op::Copy { dst, src, size, check: None };
    check(8, "copy to", set(0, copy(var(I), var(P), var(W))));
    check(8, "copy from", set(0, copy(var(P), var(I), var(W))));
    check(8, "copy size", set(0, copy(var(P), var(P), var(I))));
    let fill = |dst, byte, size| Op::Fill { dst, byte, size, check: None };
    check(8, "fill to", set(0, fill(var(I), Expr::int(8, 0), var(W))));
    check(8, "fill byte", set(0, fill(var(P), var(I), var(W))));
    check(8, "fill size", set(0, fill(var(P), Expr::int(8, 0), var(I))));
    let ty = TypeId::new(0);
    let alloc = |dst, count| Op::Alloc {
        dst,
        region: Region::Stack,
        ty,
        count,
        zeroed: false,
        constant: false,
        align: None,
        replaces: None,
    };
    check(8, "alloc to", set(0, alloc(i, var(W))));
    check(8, "alloc count", set(0, alloc(p, var(I))));
    check(8, "free", set(0, Op::Free { ptr: var(W), region: Region::Heap, check: None }));
    check(8, "assume", set(0, Op::Assume { cond: var(I) }));
    check(8, "assert", set(0, Op::Assert { cond: var(I), prop: PropId::new(2) }));
    check(8, "join", set(0, Op::Join { thread: var(I) }));
    let wait = |ptr: Expr, values: Vec<Expr>| Op::Await { ptr, values, one: true, owned: false, check: None };
    check(8, "await", set(0, wait(var(I), vec![var(I)])));
    check(8, "nothing awaited", set(0, wait(var(P), vec![])));
    check(8, "a pointer awaited", set(0, wait(var(P), vec![var(P)])));
    check(8, "thread", set(0, Op::Thread { dst: VarId::new(P) }));
    let args = vec![var(I), var(P)];
    check(8, "spawn to", set(0, Op::Spawn { dst: i, callee: Callee::Direct(FuncId::new(0)), args }));
    let callee = Callee::Indirect { ptr: var(I), check: None };
    check(8, "callee", set(0, Op::Call { dst: None, callee, args: vec![] }));
    check(8, "branch", end(0, End::Branch { cond: var(I), yes: BlockId::new(0), no: BlockId::new(0) }));
    check(8, "switch", end(0, End::Switch { on: var(P), arms: vec![], other: BlockId::new(0) }));
}

#[test]
fn rule_9_calls_fit() {
    let call = |dst, args| set(0, Op::Call { dst, callee: Callee::Direct(FuncId::new(0)), args });
    check(9, "too few", call(None, vec![var(I)]));
    check(9, "of another type", call(None, vec![var(W), var(P)]));
    check(9, "another result", call(Some(VarId::new(W)), vec![var(I), var(P)]));
    check(9, "no result", |p| {
        // `main` itself calls nothing else then.
        p.functions[FuncId::new(0)].result = None;
        p.functions[FuncId::new(0)].blocks[BlockId::new(0)].end = End::Return(None);
    });
    let args = vec![var(I)];
    check(9, "spawned", set(0, Op::Spawn { dst: VarId::new(W), callee: Callee::Direct(FuncId::new(0)), args }));
    let mut program = base();
    call(None, vec![var(I), var(P), var(W)])(&mut program);
    assert_eq!(verify(&program), vec![], "more arguments are allowed");
}

#[test]
fn rule_10_returns_fit() {
    check(10, "nothing", end(2, End::Return(None)));
    check(10, "another type", end(2, End::Return(Some(var(W)))));
    check(10, "something", |p| main(p).result = None);
}

#[test]
fn rule_11_switches_are_distinct() {
    let arms = |widths: &[(u32, i64)]| {
        let arms = widths.iter().map(|(w, v)| (Bits::from_i64(*w, *v), BlockId::new(0))).collect();
        end(1, End::Switch { on: var(I), arms, other: BlockId::new(0) })
    };
    check(11, "of another width", arms(&[(32, 1), (8, 2)]));
    check(11, "twice", arms(&[(32, 1), (32, 1)]));
}

#[test]
fn rule_12_initial_values_fit() {
    let init = |values: Vec<(u64, Expr)>| {
        move |p: &mut Program| p.globals[GlobalId::new(1)].init = Init::Values(values.clone())
    };
    check(12, "not ascending", init(vec![(8, Expr::Null), (0, Expr::Null)]));
    check(12, "overlapping", init(vec![(0, Expr::Null), (4, Expr::int(32, 1))]));
    check(12, "outside", init(vec![(28, Expr::Null)]));
    check(12, "far outside", init(vec![(u64::MAX, Expr::Null)]));
    check(12, "a variable", init(vec![(0, var(0))]));
    check(12, "a sum", init(vec![(0, Expr::binary(Binary::Add, Expr::int(8, 1), Expr::int(8, 1)))]));
    check(12, "a moved null", init(vec![(0, Expr::offset(Expr::Null, Expr::int(64, 1)))]));
    check(12, "moved by 32 bits", init(vec![(0, Expr::offset(Expr::Global(GlobalId::new(0)), Expr::int(32, 1)))]));
}

#[test]
fn rule_13_bodies_have_an_entry() {
    check(13, "no such block", |p| main(p).entry = BlockId::new(9));
}

#[test]
fn rule_14_properties_are_of_their_kind() {
    let (free, assertion, leak) = (Some(PropId::new(1)), Some(PropId::new(2)), Some(PropId::new(3)));
    let (i, zero, word) = (VarId::new(I), Expr::int(8, 0), var(W));
    check(14, "load", set(0, Op::Load { dst: i, ptr: var(P), check: free }));
    check(14, "store", set(0, Op::Store { ptr: var(P), value: var(I), check: assertion }));
    check(14, "copy", set(0, Op::Copy { dst: var(P), src: var(P), size: word.clone(), check: assertion }));
    check(14, "fill", set(0, Op::Fill { dst: var(P), byte: zero, size: word, check: leak }));
    check(14, "free", set(0, Op::Free { ptr: var(P), region: Region::Heap, check: assertion }));
    let callee = Callee::Indirect { ptr: var(P), check: free };
    check(14, "call", set(0, Op::Call { dst: None, callee, args: vec![] }));
    check(14, "assert", set(0, Op::Assert { cond: var(B), prop: PropId::new(3) }));
    check(14, "leak", |p| p.leak = assertion);
    check(14, "cleanup", |p| p.cleanup = leak);
    check(14, "race", |p| p.race = leak);
    check(14, "deadlock", |p| p.deadlock = leak);
}

#[test]
fn rule_15_expressions_are_not_too_deep() {
    let deep = |n: usize| {
        let mut expr = var(I);
        for _ in 0..n {
            expr = Expr::unary(Unary::Neg, expr);
        }
        set(0, Op::Assign { dst: VarId::new(I), value: expr })
    };
    check(15, "4,001", deep(4_000));
    let mut program = base();
    deep(3_999)(&mut program);
    assert_eq!(verify(&program), vec![]);
}
