//! What functions and objects are made of, without the numbers that depend on the rest of the program: what is mentioned
//! is numbered in the order of its first mention, types are written out, and names do not count.

use hecaton_base::{Bits, Id as _, Wire as _};
use hecaton_cache::{Digest, digest};
use hecaton_cpa::code::Code;
use hecaton_ir::{
    Block, Callee, End, Expr, FuncId, Function, Global, GlobalId, Init, Op, PropId, Type, TypeId, Types, VarId,
};
use rustc_hash::FxHashMap;

/// Something that code or data refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Mention {
    /// A function.
    Func(FuncId),
    /// An object: a global, or those that are made at a place.
    Object(u32),
    /// A property.
    Prop(PropId),
}

/// What a function or an object is made of.
#[derive(Clone, Debug)]
pub(super) struct Content {
    /// The sum of everything but which things are mentioned.
    pub sum: Digest,
    /// Those, in the order of their first mention.
    pub mentions: Vec<Mention>,
    /// There is a call of a function that is not named.
    pub indirect: bool,
}

/// Writes contents.
#[derive(Default)]
pub(super) struct Writer {
    types: FxHashMap<TypeId, Digest>,
}

impl Writer {
    /// The content of a function.
    pub fn function(&mut self, code: &Code, func: FuncId) -> Content {
        let mut text = Text::default();
        let Function { name: _, params, variadic, result, vars, blocks, entry, span: _ } =
            &code.program.functions[func];
        text.out.push(0);
        text.vars(params);
        text.debug(&(variadic, result));
        text.number(vars.len() as u64);
        for var in vars.values() {
            text.out.extend(self.ty(&code.program.types, var.ty).0);
        }
        text.number(entry.index() as u64);
        text.number(blocks.len() as u64);
        for (block, Block { insts, end, span: _ }) in blocks.iter() {
            text.number(insts.len() as u64);
            for (i, inst) in insts.iter().enumerate() {
                let site = || code.site(hecaton_ir::Loc { func, block, inst: i as u32 });
                self.op(&mut text, &code.program.types, &inst.op, site);
            }
            text.end(end);
        }
        text.finish()
    }
    /// The content of an object. What it holds counts only if that cannot change: else it is in the state.
    pub fn object(&mut self, code: &Code, object: u32) -> Content {
        let mut text = Text::default();
        match code.made(object) {
            None => {
                let Global { name: _, ty, init, constant, span: _ } =
                    &code.program.globals[GlobalId::new(object as usize)];
                text.out.push(1);
                text.out.extend(self.ty(&code.program.types, *ty).0);
                constant.write(&mut text.out);
                match init {
                    Init::Values(values) if *constant => {
                        text.number(values.len() as u64);
                        for (offset, value) in values {
                            text.number(*offset);
                            text.expr(value);
                        }
                    }
                    Init::Arbitrary | Init::Values(_) => {}
                }
            }
            Some(site) => {
                text.out.push(2);
                text.debug(&(site.region, site.once));
                text.out.extend(self.ty(&code.program.types, site.ty).0);
            }
        }
        text.finish()
    }
    /// The sum of a type, by its layout.
    fn ty(&mut self, types: &Types, id: TypeId) -> Digest {
        if let Some(sum) = self.types.get(&id) {
            return *sum;
        }
        let mut out = Vec::new();
        match types.get(id) {
            None => out.push(0),
            Some(ty @ (Type::Int { .. } | Type::Float(_) | Type::Ptr)) => out.extend(format!("{ty:?}").into_bytes()),
            Some(Type::Array { elem, len }) => {
                out.push(1);
                len.write(&mut out);
                out.extend(self.ty(types, *elem).0);
            }
            Some(Type::Record(record)) => {
                out.push(2);
                record.union.write(&mut out);
                (record.size, record.align).write(&mut out);
                for field in &record.fields {
                    field.offset.write(&mut out);
                    field.bits.write(&mut out);
                    out.extend(self.ty(types, field.ty).0);
                }
            }
        }
        let sum = digest(&[&out]);
        self.types.insert(id, sum);
        sum
    }
    fn op(&mut self, text: &mut Text, types: &Types, op: &Op, site: impl Fn() -> u32) {
        match op {
            Op::Assign { dst, value } => text.tag(0).var(*dst).expr(value),
            Op::Load { dst, ptr, check } => text.tag(1).var(*dst).check(*check).expr(ptr),
            Op::Store { ptr, value, check } => text.tag(2).check(*check).exprs([ptr, value]),
            Op::Copy { dst, src, size, check } => text.tag(3).check(*check).exprs([dst, src, size]),
            Op::Fill { dst, byte, size, check } => text.tag(4).check(*check).exprs([dst, byte, size]),
            Op::Alloc { dst, region, ty, count, zeroed, constant, align, replaces } => {
                text.tag(5).var(*dst).mention(Mention::Object(site()));
                text.debug(&(region, zeroed, constant, align.is_some(), replaces.is_some()));
                text.out.extend(self.ty(types, *ty).0);
                text.exprs([count].into_iter().chain(align).chain(replaces));
            }
            Op::Free { ptr, region, check } => {
                text.tag(6).check(*check).debug(region);
                text.expr(ptr);
            }
            Op::Havoc { dst } => _ = text.tag(7).var(*dst),
            Op::Clobber { roots } => {
                text.tag(8).number(roots.len() as u64);
                text.exprs(roots);
            }
            Op::Approximate { dst, value, what } => {
                what.write(&mut text.tag(9).var(*dst).out);
                text.expr(value);
            }
            Op::Inspect { dst, ptr, aspect } => {
                text.tag(10).var(*dst).debug(aspect);
                text.expr(ptr);
            }
            Op::Assume { cond } => text.tag(11).expr(cond),
            Op::Assert { cond, prop } => text.tag(12).check(Some(*prop)).expr(cond),
            Op::Call { dst, callee, args } => {
                text.tag(13).vars(dst.as_slice());
                text.call(callee, args);
            }
            Op::Spawn { dst, callee, args } => {
                text.tag(14).var(*dst);
                text.call(callee, args);
            }
            Op::Join { thread } => text.tag(15).expr(thread),
            Op::Thread { dst } => _ = text.tag(16).var(*dst),
            Op::Atomic { begin } => begin.write(&mut text.tag(17).out),
            Op::Await { ptr, values, one, owned, check } => {
                text.tag(18).check(*check).debug(&(one, owned));
                text.number(values.len() as u64);
                text.exprs(std::iter::once(ptr).chain(values));
            }
            Op::Log(_) => _ = text.tag(19),
            Op::Unsupported(what) => what.write(&mut text.tag(20).out),
        }
    }
}

/// A content that is being written.
#[derive(Default)]
struct Text {
    out: Vec<u8>,
    mentions: Vec<Mention>,
    numbers: FxHashMap<Mention, u64>,
    indirect: bool,
}

impl Text {
    fn finish(self) -> Content {
        Content { sum: digest(&[&self.out]), mentions: self.mentions, indirect: self.indirect }
    }
    fn tag(&mut self, tag: u8) -> &mut Self {
        self.out.push(tag);
        self
    }
    fn number(&mut self, number: u64) {
        number.write(&mut self.out);
    }
    /// Small things without numbers of the program in them; their text is of no length that could be mistaken.
    fn debug(&mut self, thing: &dyn std::fmt::Debug) {
        format!("{thing:?}").write(&mut self.out);
    }
    fn mention(&mut self, mention: Mention) {
        let next = self.mentions.len() as u64;
        let number = *self.numbers.entry(mention).or_insert_with(|| {
            self.mentions.push(mention);
            next
        });
        self.number(number);
    }
    fn check(&mut self, check: Option<PropId>) -> &mut Self {
        check.is_some().write(&mut self.out);
        if let Some(prop) = check {
            self.mention(Mention::Prop(prop));
        }
        self
    }
    fn var(&mut self, var: VarId) -> &mut Self {
        self.number(var.index() as u64);
        self
    }
    fn vars(&mut self, vars: &[VarId]) {
        self.number(vars.len() as u64);
        vars.iter().for_each(|var| _ = self.var(*var));
    }
    fn call(&mut self, callee: &Callee, args: &[Expr]) {
        match callee {
            Callee::Direct(func) => self.tag(0).mention(Mention::Func(*func)),
            Callee::Indirect { ptr, check } => {
                self.indirect = true;
                self.tag(1).check(*check).expr(ptr);
            }
        }
        self.number(args.len() as u64);
        self.exprs(args);
    }
    fn end(&mut self, end: &End) {
        match end {
            End::Goto(to) => self.tag(0).number(to.index() as u64),
            End::Branch { cond, yes, no } => {
                self.tag(1).expr(cond);
                self.number(yes.index() as u64);
                self.number(no.index() as u64);
            }
            End::Switch { on, arms, other } => {
                self.tag(2).expr(on);
                self.number(arms.len() as u64);
                for (value, to) in arms {
                    value.write(&mut self.out);
                    self.number(to.index() as u64);
                }
                self.number(other.index() as u64);
            }
            End::Return(value) => {
                self.tag(3).number(u64::from(value.is_some()));
                self.exprs(value);
            }
            End::Halt(halt) => self.tag(4).debug(halt),
            End::Unreachable => _ = self.tag(5),
        }
    }
    fn exprs<'a>(&mut self, exprs: impl IntoIterator<Item = &'a Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }
    /// From the outside in; how many operands there are follows from the operator.
    fn expr(&mut self, expr: &Expr) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Int(bits) => self.tag(0).bits(bits),
                Expr::Float(format, bits) => {
                    self.tag(1).debug(format);
                    self.bits(bits);
                }
                Expr::Null => _ = self.tag(2),
                Expr::Global(global) => self.tag(3).mention(Mention::Object(global.index() as u32)),
                Expr::Func(func) => self.tag(4).mention(Mention::Func(*func)),
                Expr::Var(var) => _ = self.tag(5).var(*var),
                Expr::Unary(op, _) => self.tag(6).debug(op),
                Expr::Binary(op, _) => self.tag(7).debug(op),
                Expr::Select(_) => _ = self.tag(8),
                Expr::Cast(cast, to, _) => self.tag(9).debug(&(cast, to)),
                Expr::Offset(_) => _ = self.tag(10),
            }
            open.extend(expr.children().iter().rev());
        }
    }
    fn bits(&mut self, bits: &Bits) {
        bits.write(&mut self.out);
    }
}
