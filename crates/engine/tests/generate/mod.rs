//! Random programs: arithmetic at several widths, branches, loops with few rounds, calls, and memory through pointers
//! that may mean several objects, at constant and at symbolic offsets.

use hecaton_base::float::Format;
use hecaton_base::{Bits, Id as _, Map};
use hecaton_ir::{
    Aspect, Binary, Block, BlockId, Callee, Cast, DataModel, End, Expr, Field, File, FuncId, Function, Global,
    GlobalId, Halt, Init, Inst, Op, Program, Prop, PropId, PropKind, Record, Region, Role, Rounding, Scalar, Span,
    Type, TypeId, Types, Unary, Var, VarId,
};

pub fn program(seed: u64) -> Program {
    make(maker(seed, false))
}

/// The same with calls through pointers to functions, numbers that are made pointers again, and ways to end early; but
/// in two of three programs, pointers come from the addresses of objects only.
#[allow(dead_code, reason = "shared by several tests")]
pub fn varied(seed: u64) -> Program {
    make(maker(seed, true))
}

/// The same with unknown code, which keeps the addresses that it is given, calls through pointers that lead nowhere or to
/// no function, local objects of scopes, whose addresses outlive them, and memory that is used again. Loops end after a few
/// rounds, unless they may be `endless`.
#[allow(dead_code, reason = "shared by several tests")]
pub fn wild(seed: u64, endless: bool) -> Program {
    make(Maker { wild: true, endless, ..maker(seed, true) })
}

/// A program about where objects lie: some are made, some of them die or are replaced, on some paths, and then all are
/// compared, at their starts and ends.
#[allow(dead_code, reason = "shared by several tests")]
pub fn places(seed: u64) -> Program {
    let mut maker = maker(seed, false);
    let word = Scalar::Int(64);
    let entry = maker.new_block();
    maker.at = entry;
    let flags: Vec<VarId> = (0..3).map(|_| maker.fresh(maker.ints[0])).collect();
    flags.iter().for_each(|flag| maker.emit(Op::Havoc { dst: *flag }));
    let mut made: Vec<(VarId, Region, i64)> = Vec::new();
    let mut freed: Vec<VarId> = Vec::new();
    for _ in 0..7 {
        let left: Vec<(VarId, Region, i64)> = made.iter().copied().filter(|(it, ..)| !freed.contains(it)).collect();
        if left.is_empty() || maker.below(2) == 0 {
            let dst = maker.fresh(maker.ptr);
            let region = maker.pick(&[Region::Heap, Region::Heap, Region::Stack]);
            let count = maker.pick(&[0, 1, 4, 4, 5]);
            let old = left.iter().filter(|(_, of, _)| *of == Region::Heap).map(|(it, ..)| *it).next();
            let replaces = old.filter(|_| region == Region::Heap && maker.below(3) == 0).map(Expr::Var);
            let align = (maker.below(5) == 0).then(|| Expr::int(64, 32));
            let (ty, count) = (maker.ints[3], Expr::int(64, count));
            made.push((
                dst,
                region,
                if let Expr::Int(bits) = &count { bits.to_u64().unwrap_or(0) as i64 * 4 } else { 0 },
            ));
            maker.emit(Op::Alloc { dst, region, ty, count, zeroed: true, constant: false, align, replaces });
            continue;
        }
        let (dying, region, _) = maker.pick(&left);
        freed.push(dying);
        let (free, on) = (maker.new_block(), maker.new_block());
        let cond = match maker.below(3) {
            0 => Expr::truth(),
            _ => Expr::Var(maker.pick(&flags)),
        };
        maker.blocks[maker.at].end = End::Branch { cond, yes: free, no: on };
        maker.at = free;
        maker.emit(Op::Free { ptr: Expr::Var(dying), region, check: None });
        maker.blocks[free].end = End::Goto(on);
        maker.at = on;
    }
    for (i, (a, _, size)) in made.clone().into_iter().enumerate() {
        for (b, ..) in made.clone().into_iter().take(i) {
            let start = maker.pick(&[0, 0, 0, 4]);
            for at in [0, size, size.max(1), 4] {
                let (left, right) = (Expr::offset(Expr::Var(a), Expr::int(64, at)), Expr::int(64, start));
                let same = Expr::binary(Binary::Eq, left, Expr::offset(Expr::Var(b), right));
                let prop = maker.prop(PropKind::Assertion);
                maker.emit(Op::Assert { cond: Expr::not(same), prop });
            }
        }
        let number = maker.fresh(maker.ints[4]);
        maker.emit(Op::Assign { dst: number, value: Expr::cast(Cast::PToI, word, Expr::Var(a)) });
    }
    maker.blocks[maker.at].end = End::Return(Some(Expr::int(32, 0)));
    let main = Function {
        name: "main".into(),
        params: vec![],
        variadic: false,
        result: Some(Scalar::Int(32)),
        vars: std::mem::take(&mut maker.vars),
        blocks: std::mem::take(&mut maker.blocks),
        entry,
        span: Span::nowhere(),
    };
    maker.program.functions.push(main);
    maker.program
}

fn make(mut maker: Maker) -> Program {
    maker.make();
    maker.program
}

fn maker(seed: u64, varied: bool) -> Maker {
    let mut types = Types::new();
    let ints: Vec<TypeId> = [1, 8, 16, 32, 64].iter().map(|w| types.int(*w, true)).collect();
    let ptr = types.ptr();
    let double = types.add(Type::Float(Format::SINGLE));
    let array = types.add(Type::Array { elem: ints[3], len: 8 });
    let bytes = types.add(Type::Array { elem: ints[1], len: 12 });
    let fields = [("a", ints[1], 0), ("b", ints[3], 4), ("p", ptr, 8), ("c", ints[2], 16)];
    let fields = fields.map(|(name, ty, offset)| Field { name: name.into(), ty, offset, bits: None });
    let record = Record { union: false, name: "s".into(), fields: fields.into(), size: 24, align: 8 };
    let record = types.add(Type::Record(record));
    let global = |name: &str, ty, init| Global { name: name.into(), ty, init, constant: false, span: Span::nowhere() };
    let mut globals = Map::<GlobalId, Global>::new();
    globals.push(global("array", array, Init::Values(vec![(4, Expr::int(32, 7))])));
    globals.push(global("record", record, Init::Values(vec![(8, Expr::Global(GlobalId::new(0)))])));
    globals.push(global("bytes", bytes, Init::Arbitrary));
    globals.push(global("word", ints[4], Init::Values(vec![(0, Expr::int(64, -3))])));
    // Too large for a choice among cells at a symbolic offset.
    let big = types.add(Type::Array { elem: ints[3], len: 150 });
    let large = types.add(Type::Array { elem: record, len: 20 });
    globals.push(global("big", big, Init::Values(vec![(8, Expr::int(32, 5))])));
    globals.push(global("large", large, Init::Arbitrary));
    let mut files = Map::new();
    files.push(File { name: "random".into(), text: None, library: false });
    let program = Program {
        target: DataModel::Lp64,
        types,
        globals,
        functions: Map::new(),
        entry: FuncId::new(0),
        props: Map::new(),
        features: Map::new(),
        files,
        leak: None,
        race: None,
        deadlock: None,
        cleanup: None,
        outside: false,
        notes: Vec::new(),
    };
    Maker {
        random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        program,
        ints,
        ptr,
        float: double,
        array,
        record,
        blocks: Map::new(),
        vars: Map::new(),
        at: BlockId::new(0),
        inside_helper: false,
        varied,
        wild: false,
        endless: varied,
        tame: varied && !seed.is_multiple_of(3),
        left: 0,
    }
}

struct Maker {
    random: u64,
    program: Program,
    ints: Vec<TypeId>,
    ptr: TypeId,
    float: TypeId,
    array: TypeId,
    record: TypeId,
    blocks: Map<BlockId, Block>,
    vars: Map<VarId, Var>,
    at: BlockId,
    inside_helper: bool,
    varied: bool,
    wild: bool,
    /// Loops need not end.
    endless: bool,
    /// Pointers are neither read from memory nor made from numbers.
    tame: bool,
    /// How many statements may still be made.
    left: u32,
}

impl Maker {
    fn below(&mut self, n: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) % n
    }
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
    /// An operator on integers, one that gives a condition or one that does not; sums twice as often as others.
    fn integer_operator(&mut self, condition: bool) -> Binary {
        let mut ops = if condition { vec![] } else { vec![Binary::Add] };
        ops.extend(Binary::INTEGER.into_iter().filter(|op| op.gives_truth() == condition));
        self.pick(&ops)
    }
    fn mode(&mut self) -> Rounding {
        self.pick(&[Rounding::NearestEven, Rounding::NearestEven, Rounding::Up, Rounding::Down, Rounding::Zero])
    }
    fn make(&mut self) {
        // Function 0 is the entry, 1 the helper it may call.
        let prop = self.prop(PropKind::Leak);
        self.program.leak = Some(prop);
        let prop = self.prop(PropKind::Cleanup);
        self.program.cleanup = Some(prop);
        let helper = self.function("helper", true);
        let other = self.varied.then(|| self.function("other", true));
        let main = self.function("main", false);
        self.program.functions.push(main);
        self.program.functions.push(helper);
        if let Some(other) = other {
            self.program.functions.push(other);
        }
    }
    fn function(&mut self, name: &str, helper: bool) -> Function {
        (self.blocks, self.vars) = (Map::new(), Map::new());
        self.inside_helper = helper;
        self.left = if helper { 8 } else { 30 };
        let tys: Vec<TypeId> = self.ints.iter().copied().chain([self.ptr, self.float]).collect();
        for ty in tys {
            for _ in 0..3 {
                let name = format!("v{}", self.vars.len());
                self.vars.push(Var { name, ty, role: Role::Named, span: Span::nowhere() });
            }
        }
        let params = if helper { vec![self.var(Scalar::Int(32)), self.var(Scalar::Ptr)] } else { vec![] };
        let entry = self.new_block();
        self.at = entry;
        if self.varied && !helper {
            // Else most of the program would be constant.
            for var in self.vars.keys().take(15) {
                self.emit(Op::Havoc { dst: var });
            }
            self.statements(3);
            self.statements(2);
        }
        self.statements(3);
        let result = self.expr(Scalar::Int(32), 1);
        self.blocks[self.at].end = End::Return(Some(result));
        Function {
            name: name.into(),
            params,
            variadic: false,
            result: Some(Scalar::Int(32)),
            vars: std::mem::take(&mut self.vars),
            blocks: std::mem::take(&mut self.blocks),
            entry,
            span: Span::nowhere(),
        }
    }
    fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block { insts: Vec::new(), end: End::Unreachable, span: Span::nowhere() })
    }
    fn emit(&mut self, op: Op) {
        let span = Span::nowhere();
        self.blocks[self.at].insts.push(Inst { op, span });
    }
    fn prop(&mut self, kind: PropKind) -> PropId {
        self.program.props.push(Prop { kind, text: "random".into(), func: "main".into(), span: Span::nowhere() })
    }
    fn var(&mut self, ty: Scalar) -> VarId {
        let types = &self.program.types;
        let fit: Vec<VarId> =
            self.vars.iter().filter(|(_, v)| types.scalar(v.ty) == Some(ty)).take(3).map(|(id, _)| id).collect();
        self.pick(&fit)
    }
    fn fresh(&mut self, ty: TypeId) -> VarId {
        let name = format!("v{}", self.vars.len());
        self.vars.push(Var { name, ty, role: Role::Temp, span: Span::nowhere() })
    }
    fn scalar(&mut self) -> Scalar {
        match self.below(12) {
            0 => Scalar::Int(1),
            1 | 2 => Scalar::Int(8),
            3 => Scalar::Int(16),
            4..7 => Scalar::Int(32),
            7..9 => Scalar::Int(64),
            9 => Scalar::Float(Format::SINGLE),
            _ => Scalar::Ptr,
        }
    }

    fn expr(&mut self, ty: Scalar, depth: u32) -> Expr {
        if depth == 0 || self.below(4) == 0 {
            return self.leaf(ty);
        }
        let next = depth - 1;
        if self.below(8) == 0 {
            return Expr::select(self.expr(Scalar::Int(1), next), self.expr(ty, next), self.expr(ty, next));
        }
        match ty {
            Scalar::Int(1) => match self.below(8) {
                0 => Expr::not(self.expr(ty, next)),
                1 => {
                    let op = self.pick(&[Binary::And, Binary::Or, Binary::Xor, Binary::Add, Binary::SLt, Binary::ULe]);
                    Expr::binary(op, self.expr(ty, next), self.expr(ty, next))
                }
                2 => {
                    let op = self.pick(&[Binary::Eq, Binary::Eq, Binary::ULt, Binary::ULe]);
                    Expr::binary(op, self.expr(Scalar::Ptr, next), self.expr(Scalar::Ptr, next))
                }
                3 => {
                    let float = Scalar::Float(Format::SINGLE);
                    let op = self.pick(&[Binary::FEq, Binary::FLt, Binary::FLe]);
                    Expr::binary(op, self.expr(float, next), self.expr(float, next))
                }
                4 => {
                    let op = self.pick(&[Unary::FIsNan, Unary::FIsInf, Unary::FIsNormal, Unary::FIsZero]);
                    Expr::unary(op, self.expr(Scalar::Float(Format::SINGLE), next))
                }
                _ => {
                    let of = Scalar::Int(self.pick(&[8, 16, 32, 64]));
                    let op = self.integer_operator(true);
                    Expr::binary(op, self.expr(of, next), self.expr(of, next))
                }
            },
            Scalar::Int(width) => match self.below(10) {
                0 => Expr::unary(self.pick(&[Unary::Not, Unary::Neg]), self.expr(ty, next)),
                1 if width < 64 => Expr::cast(Cast::Trunc, ty, self.expr(Scalar::Int(64), next)),
                2 if width > 8 => {
                    let from = Scalar::Int(self.pick(&[1, 8]));
                    Expr::cast(self.pick(&[Cast::ZExt, Cast::SExt]), ty, self.expr(from, next))
                }
                3 if width == 64 => Expr::cast(Cast::PToI, ty, self.expr(Scalar::Ptr, next)),
                4 if width == 64 => {
                    Expr::binary(Binary::PtrDiff, self.expr(Scalar::Ptr, next), self.expr(Scalar::Ptr, next))
                }
                5 if width <= 32 => {
                    let from = self.expr(Scalar::Float(Format::SINGLE), next);
                    Expr::cast(self.pick(&[Cast::FToS, Cast::FToU]), ty, from)
                }
                6 if width == 32 => Expr::cast(Cast::FToBits, ty, self.expr(Scalar::Float(Format::SINGLE), next)),
                _ => {
                    let op = self.integer_operator(false);
                    Expr::binary(op, self.expr(ty, next), self.expr(ty, next))
                }
            },
            Scalar::Float(_) => match self.below(5) {
                0 => {
                    let mode = self.mode();
                    let op = self.pick(&[Unary::FNeg, Unary::FAbs, Unary::FSqrt(mode), Unary::FRint, Unary::FFloor]);
                    Expr::unary(op, self.expr(ty, next))
                }
                1 => {
                    let mode = self.mode();
                    let op = self.pick(&[Cast::SToF(mode), Cast::UToF(mode)]);
                    Expr::cast(op, ty, self.expr(Scalar::Int(32), next))
                }
                2 => Expr::cast(Cast::BitsToF, ty, self.expr(Scalar::Int(32), next)),
                _ => {
                    let mode = self.mode();
                    let op =
                        self.pick(&[Binary::FAdd(mode), Binary::FSub(mode), Binary::FMul(mode), Binary::FDiv(mode)]);
                    Expr::binary(op, self.expr(ty, next), self.expr(ty, next))
                }
            },
            Scalar::Ptr => match self.below(4) {
                0 => {
                    let by = Expr::int(64, self.pick(&[0, 4, 8, -4, 1, 16]));
                    Expr::offset(self.expr(ty, next), by)
                }
                1 => Expr::offset(self.expr(ty, next), self.index()),
                _ => self.leaf(ty),
            },
        }
    }
    /// A symbolic offset that is mostly small: a few bits of a variable, scaled.
    fn index(&mut self) -> Expr {
        let var = self.var(Scalar::Int(8));
        let mask = self.pick(&[1, 3, 7]);
        let masked = Expr::binary(Binary::And, Expr::Var(var), Expr::int(8, mask));
        let wide = Expr::cast(Cast::ZExt, Scalar::Int(64), masked);
        Expr::binary(Binary::Mul, wide, Expr::int(64, self.pick(&[1, 2, 4, 4, 4, 8])))
    }
    fn leaf(&mut self, ty: Scalar) -> Expr {
        if self.below(3) > 0 {
            return Expr::Var(self.var(ty));
        }
        match ty {
            Scalar::Int(width) => Expr::int(width, self.pick(&[0, 1, 2, 3, -1, 4, 8, 100, -128])),
            Scalar::Float(format) => {
                let bits = self.pick(&[0x3f80_0000u64, 0, 0x8000_0000, 0x7f80_0000, 0x7fc0_0000, 0x4049_0fdb, 1]);
                Expr::Float(format, Bits::from_u64(32, bits))
            }
            Scalar::Ptr => match self.below(5) {
                0 => Expr::Null,
                n => Expr::Global(GlobalId::new(n as usize - 1)),
            },
        }
    }
    /// A pointer that is mostly good for an access: a global with an offset inside it, or a variable.
    fn place(&mut self) -> Expr {
        if self.tame && self.below(16) > 0 {
            return self.valid_place();
        }
        match self.below(8) {
            0 => self.expr(Scalar::Ptr, 2),
            6 | 7 => {
                // Any byte as an index, so that there are many places and sometimes none.
                let index = Expr::cast(Cast::ZExt, Scalar::Int(64), Expr::Var(self.var(Scalar::Int(8))));
                let scaled = Expr::binary(Binary::Mul, index, Expr::int(64, self.pick(&[1, 4, 4, 24, 24])));
                let moved = Expr::binary(Binary::Add, scaled, Expr::int(64, self.pick(&[0, 0, 4, 8, -4])));
                Expr::offset(Expr::Global(GlobalId::new(self.pick(&[4, 5]))), moved)
            }
            1 | 2 => Expr::Var(self.var(Scalar::Ptr)),
            3 => Expr::offset(Expr::Global(GlobalId::new(0)), self.index()),
            4 => Expr::offset(Expr::Global(GlobalId::new(1)), Expr::int(64, self.pick(&[0, 4, 8, 16]))),
            _ => Expr::offset(Expr::Var(self.var(Scalar::Ptr)), self.index()),
        }
    }

    /// A pointer that is good for four bytes, so that paths do not end there.
    fn valid_place(&mut self) -> Expr {
        let word = Expr::cast(Cast::ZExt, Scalar::Int(64), Expr::Var(self.var(Scalar::Int(8))));
        let index = Expr::binary(Binary::And, word, Expr::int(64, self.pick(&[1, 3, 7])));
        let moved = Expr::binary(Binary::Mul, index, Expr::int(64, 4));
        match self.below(6) {
            0 | 1 => Expr::offset(Expr::Global(GlobalId::new(0)), moved),
            2 => Expr::offset(Expr::Global(GlobalId::new(0)), Expr::int(64, self.pick(&[0, 2, 4, 8]))),
            3 => Expr::offset(Expr::Global(GlobalId::new(1)), Expr::int(64, self.pick(&[0, 4, 16]))),
            4 => Expr::Global(GlobalId::new(3)),
            _ => {
                let [a, b] = [0, 3].map(|global| Expr::Global(GlobalId::new(global)));
                Expr::select(Expr::Var(self.var(Scalar::Int(1))), a, b)
            }
        }
    }

    fn statements(&mut self, depth: u32) {
        let count = 2 + self.below(6);
        for _ in 0..count {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.statement(depth);
        }
    }
    fn statement(&mut self, depth: u32) {
        if self.wild && self.below(3) == 0 {
            return self.beyond();
        }
        if self.varied && self.below(5) == 0 {
            return self.special();
        }
        match self.below(if depth == 0 { 15 } else { 20 }) {
            0..3 => {
                let ty = self.scalar();
                let (dst, value) = (self.var(ty), self.expr(ty, 3));
                self.emit(Op::Assign { dst, value });
            }
            3 => {
                let ty = Scalar::Int(self.pick(&[1, 8, 8, 32, 64]));
                let dst = self.var(ty);
                self.emit(Op::Havoc { dst });
                if self.below(2) == 0 {
                    let (dst, ptr) = (self.var(Scalar::Int(64)), self.place());
                    let aspect = self.pick(&Aspect::ALL);
                    self.emit(Op::Inspect { dst, ptr, aspect });
                }
            }
            4..6 => {
                let ty = self.stored();
                let (dst, ptr) = (self.var(ty), self.place());
                let check = Some(self.prop(PropKind::Deref));
                self.emit(Op::Load { dst, ptr, check });
            }
            6..8 => {
                let ty = self.stored();
                let (ptr, value) = (self.place(), self.expr(ty, 2));
                let check = Some(self.prop(PropKind::Deref));
                self.emit(Op::Store { ptr, value, check });
            }
            8 => {
                let dst = self.var(Scalar::Ptr);
                let region = self.pick(&[Region::Stack, Region::Heap]);
                let ty = self.pick(&[self.ints[3], self.array, self.record, self.ints[1]]);
                let count = Expr::int(64, self.pick(&[1, 1, 4, 9]));
                let zeroed = self.below(2) == 0;
                let align = (self.below(6) == 0).then(|| Expr::int(64, 32));
                let heap = region == Region::Heap && self.below(4) == 0;
                let replaces = heap.then(|| Expr::Var(self.var(Scalar::Ptr)));
                self.emit(Op::Alloc { dst, region, ty, count, zeroed, constant: false, align, replaces });
            }
            9 => {
                let ptr = Expr::Var(self.var(Scalar::Ptr));
                let check = Some(self.prop(PropKind::Free));
                self.emit(Op::Free { ptr, region: Region::Heap, check });
            }
            10 => {
                let (dst, src) = (self.place(), self.place());
                let size = self.amount();
                let check = Some(self.prop(PropKind::Deref));
                self.emit(Op::Copy { dst, src, size, check });
            }
            11 => {
                let (dst, byte) = (self.place(), self.expr(Scalar::Int(8), 1));
                let size = self.amount();
                let check = Some(self.prop(PropKind::Deref));
                self.emit(Op::Fill { dst, byte, size, check });
            }
            12 | 13 => {
                let cond = self.expr(Scalar::Int(1), 3);
                let prop = self.prop(PropKind::Assertion);
                self.emit(Op::Assert { cond, prop });
            }
            14 if !self.inside_helper => {
                let dst = Some(self.var(Scalar::Int(32)));
                let args = vec![self.expr(Scalar::Int(32), 2), self.expr(Scalar::Ptr, 1)];
                self.emit(Op::Call { dst, callee: Callee::Direct(FuncId::new(1)), args });
            }
            15 => {
                let cond = self.expr(Scalar::Int(1), 2);
                let weak = Expr::binary(Binary::Or, cond, Expr::Var(self.var(Scalar::Int(1))));
                self.emit(Op::Assume { cond: weak });
            }
            16 => self.rounds(depth),
            17 => self.cases(depth),
            _ if depth > 0 => self.fork(depth),
            _ => {}
        }
    }
    fn special(&mut self) {
        match self.below(12) {
            0 if !self.inside_helper => {
                let f = self.fresh(self.ptr);
                let cond = self.expr(Scalar::Int(1), 2);
                let [first, second] = [1, 2].map(|func| Expr::Func(FuncId::new(func)));
                self.emit(Op::Assign { dst: f, value: Expr::select(cond, first, second) });
                let dst = (self.below(2) == 0).then(|| self.var(Scalar::Int(32)));
                let args = vec![self.expr(Scalar::Int(32), 2), self.expr(Scalar::Ptr, 1)];
                let check = Some(self.prop(PropKind::Deref));
                self.emit(Op::Call { dst, callee: Callee::Indirect { ptr: Expr::Var(f), check }, args });
            }
            1 => {
                let number = Expr::cast(Cast::PToI, Scalar::Int(64), self.expr(Scalar::Ptr, 2));
                let dst = self.var(Scalar::Int(64));
                self.emit(Op::Assign { dst, value: number });
            }
            2 if !self.tame => {
                let number = Expr::binary(Binary::Add, Expr::Var(self.var(Scalar::Int(64))), self.index());
                let dst = self.var(Scalar::Ptr);
                self.emit(Op::Assign { dst, value: Expr::cast(Cast::IToP, Scalar::Ptr, number) });
            }
            3 => {
                let cond = self.expr(Scalar::Int(1), 2);
                let (stop, on) = (self.new_block(), self.new_block());
                self.blocks[self.at].end = End::Branch { cond, yes: stop, no: on };
                self.blocks[stop].end = match self.below(3) {
                    0 => End::Halt(Halt::Abort),
                    2 if self.endless => End::Goto(stop),
                    _ => End::Halt(Halt::Exit),
                };
                self.at = on;
            }
            4 if self.endless => {
                // A loop whose rounds nothing bounds.
                let (head, body, after) = (self.new_block(), self.new_block(), self.new_block());
                self.blocks[self.at].end = End::Goto(head);
                let cond = self.expr(Scalar::Int(1), 2);
                self.blocks[head].end = End::Branch { cond, yes: body, no: after };
                self.at = body;
                self.statement(0);
                self.blocks[self.at].end = End::Goto(head);
                self.at = after;
            }
            5 => {
                let (dst, src) = (self.var(Scalar::Ptr), self.expr(Scalar::Ptr, 1));
                self.emit(Op::Assign { dst, value: src });
            }
            6 | 7 => {
                let global = Expr::Global(GlobalId::new(self.pick(&[0, 1, 3])));
                let ptr = Expr::offset(global, Expr::int(64, self.pick(&[0, 0, 4])));
                let value = Expr::cast(Cast::ZExt, Scalar::Int(32), Expr::Var(self.var(Scalar::Int(8))));
                self.emit(Op::Store { ptr, value, check: None });
            }
            _ => {
                // Something that depends on memory.
                let (dst, ptr) = (self.fresh(self.ints[3]), self.place());
                let check = Some(self.prop(PropKind::Deref));
                self.emit(Op::Load { dst, ptr, check });
                let number = Expr::int(32, self.pick(&[0, 0, 0, 7]));
                let cond = Expr::binary(Binary::Eq, Expr::Var(dst), number);
                let prop = self.prop(PropKind::Assertion);
                self.emit(Op::Assert { cond, prop });
            }
        }
    }
    /// What the text of the program does not tell: unknown code, computed callees, objects that are gone.
    fn beyond(&mut self) {
        match self.below(10) {
            0..=2 => {
                let roots = (0..self.below(3)).map(|_| self.given()).collect();
                self.emit(Op::Clobber { roots });
                self.look();
            }
            // Later unknown code has what was given to earlier one.
            3 => {
                self.emit(Op::Clobber { roots: vec![] });
                self.look();
            }
            4 if !self.inside_helper => {
                let function = Expr::Func(FuncId::new(1 + self.below(2) as usize));
                let other = match self.below(5) {
                    0 => Expr::Null,
                    1 => Expr::offset(function.clone(), Expr::int(64, 4)),
                    2 => Expr::Global(GlobalId::new(0)),
                    3 => Expr::Var(self.var(Scalar::Ptr)),
                    _ => {
                        // Computed, and right after all.
                        let number = Expr::cast(Cast::PToI, Scalar::Int(64), function.clone());
                        Expr::cast(Cast::IToP, Scalar::Ptr, number)
                    }
                };
                let dst = (self.below(2) == 0).then(|| self.var(Scalar::Int(32)));
                let args = vec![self.expr(Scalar::Int(32), 2), self.expr(Scalar::Ptr, 1)];
                let ptr = match self.below(4) {
                    0 => other,
                    _ => Expr::select(Expr::Var(self.var(Scalar::Int(1))), other, function),
                };
                let check = Some(self.prop(PropKind::Deref));
                self.emit(Op::Call { dst, callee: Callee::Indirect { ptr, check }, args });
            }
            4 | 5 => {
                // A scope with an object of its own, the address of which may get out.
                let (object, kept) = (self.fresh(self.ptr), self.var(Scalar::Ptr));
                self.object(object, Region::Stack);
                let cond = self.expr(Scalar::Int(1), 1);
                let value = Expr::select(cond, Expr::Var(object), Expr::Var(kept));
                self.emit(Op::Assign { dst: kept, value });
                self.statement(0);
                if self.below(3) == 0 {
                    let roots = vec![Expr::Var(object)];
                    self.emit(Op::Clobber { roots });
                    self.see(Expr::Var(object));
                }
                self.emit(Op::Free { ptr: Expr::Var(object), region: Region::Stack, check: None });
                if self.below(2) == 0 {
                    self.see(Expr::Var(kept));
                }
            }
            6 | 7 => {
                // A write to one of two objects, at a place that is not constant in both.
                let (index, first) = (self.index(), GlobalId::new(self.pick(&[0, 0, 4])));
                let second = GlobalId::new(self.pick(&[1, 3, 5]));
                let cond = Expr::Var(self.var(Scalar::Int(1)));
                let [first, second] = [first, second].map(|global| Expr::offset(Expr::Global(global), index.clone()));
                let value = Expr::int(32, self.pick(&[1, 7]));
                let check = Some(self.prop(PropKind::Deref));
                self.emit(Op::Store { ptr: Expr::select(cond, first, second), value, check });
                self.look();
            }
            _ => {
                // Memory that may lie where freed memory lay, and is asked about by the old address.
                let (old, new) = (self.fresh(self.ptr), self.fresh(self.ptr));
                self.object(old, Region::Heap);
                let number = self.fresh(self.ints[4]);
                let value = Expr::cast(Cast::PToI, Scalar::Int(64), Expr::Var(old));
                self.emit(Op::Assign { dst: number, value });
                let (free, on) = (self.new_block(), self.new_block());
                let cond = self.expr(Scalar::Int(1), 1);
                self.blocks[self.at].end = End::Branch { cond, yes: free, no: on };
                self.at = free;
                self.emit(Op::Free { ptr: Expr::Var(old), region: Region::Heap, check: None });
                self.blocks[free].end = End::Goto(on);
                self.at = on;
                if self.below(3) == 0 {
                    self.see(Expr::Var(old));
                }
                let region = self.pick(&[Region::Heap, Region::Heap, Region::Stack]);
                self.object(new, region);
                if self.below(2) == 0 {
                    let (dst, value) = (self.fresh(self.ints[4]), Expr::Var(new));
                    self.emit(Op::Assign { dst, value: Expr::cast(Cast::PToI, Scalar::Int(64), value) });
                }
                let prop = self.prop(PropKind::Assertion);
                let same = Expr::binary(Binary::Eq, Expr::Var(old), Expr::Var(new));
                self.emit(Op::Assert { cond: Expr::not(same), prop });
                if !self.tame && self.below(2) == 0 {
                    self.see(Expr::cast(Cast::IToP, Scalar::Ptr, Expr::Var(number)));
                }
            }
        }
    }
    /// Makes an object of a word, and writes it.
    fn object(&mut self, dst: VarId, region: Region) {
        let (ty, count) = (self.ints[3], Expr::int(64, 1));
        self.emit(Op::Alloc { dst, region, ty, count, zeroed: true, constant: false, align: None, replaces: None });
        let value = Expr::int(32, self.pick(&[0, 7]));
        self.emit(Op::Store { ptr: Expr::Var(dst), value, check: None });
    }
    /// A pointer that unknown code is given.
    fn given(&mut self) -> Expr {
        match self.below(3) {
            0 => Expr::Var(self.var(Scalar::Ptr)),
            _ => Expr::Global(GlobalId::new(self.pick(&[0, 1, 2, 3]))),
        }
    }
    /// Asks what a global holds that unknown code may have written.
    fn look(&mut self) {
        if self.below(2) == 0 {
            let global = Expr::Global(GlobalId::new(self.pick(&[0, 0, 1, 3])));
            self.see(global);
        }
    }
    /// Asks what four bytes are.
    fn see(&mut self, ptr: Expr) {
        let dst = self.fresh(self.ints[3]);
        let check = Some(self.prop(PropKind::Deref));
        self.emit(Op::Load { dst, ptr, check });
        let number = Expr::int(32, self.pick(&[0, 7]));
        let prop = self.prop(PropKind::Assertion);
        self.emit(Op::Assert { cond: Expr::binary(Binary::Eq, Expr::Var(dst), number), prop });
    }
    /// What is loaded or stored.
    fn stored(&mut self) -> Scalar {
        if self.tame { Scalar::Int(self.pick(&[8, 32, 32])) } else { self.scalar() }
    }
    fn amount(&mut self) -> Expr {
        if self.tame {
            return Expr::int(64, self.pick(&[0, 1, 4]));
        }
        if self.below(3) == 0 { self.index() } else { Expr::int(64, self.pick(&[0, 1, 4, 8, 12, 24])) }
    }
    fn fork(&mut self, depth: u32) {
        let cond = self.expr(Scalar::Int(1), 2);
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.blocks[self.at].end = End::Branch { cond, yes, no };
        for block in [yes, no] {
            self.at = block;
            self.statements(depth - 1);
            self.blocks[self.at].end = End::Goto(after);
        }
        self.at = after;
    }
    fn cases(&mut self, depth: u32) {
        let on = Expr::Var(self.var(Scalar::Int(8)));
        let after = self.new_block();
        let ways: Vec<BlockId> = (0..3).map(|_| self.new_block()).collect();
        let arms = vec![(0, ways[0]), (1, ways[1]), (2, ways[0]), (255, after)];
        let arms = arms.into_iter().map(|(value, to)| (Bits::from_u64(8, value), to)).collect();
        self.blocks[self.at].end = End::Switch { on, arms, other: ways[2] };
        for (i, block) in ways.iter().enumerate() {
            self.at = *block;
            self.statements(depth - 1);
            // The first falls through to the second.
            self.blocks[self.at].end = End::Goto(if i == 0 { ways[1] } else { after });
        }
        self.at = after;
    }
    /// A loop of at most four rounds, left early under some condition.
    fn rounds(&mut self, depth: u32) {
        let counter = self.fresh(self.ints[3]);
        let most = self.below(4) as i64;
        self.emit(Op::Assign { dst: counter, value: Expr::int(32, 0) });
        let (head, body, back, after) = (self.new_block(), self.new_block(), self.new_block(), self.new_block());
        self.blocks[self.at].end = End::Goto(head);
        self.blocks[head].end = End::Branch {
            cond: Expr::binary(Binary::SLt, Expr::Var(counter), Expr::int(32, most)),
            yes: body,
            no: after,
        };
        self.at = body;
        self.statements(depth - 1);
        let out = self.expr(Scalar::Int(1), 2);
        self.blocks[self.at].end = End::Branch { cond: out, yes: after, no: back };
        self.at = back;
        let next = Expr::binary(Binary::Add, Expr::Var(counter), Expr::int(32, 1));
        self.emit(Op::Assign { dst: counter, value: next });
        self.blocks[self.at].end = End::Goto(head);
        self.at = after;
    }
}
