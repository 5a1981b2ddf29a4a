//! What functions and objects are made of, without the numbers that depend on the rest of the program: what is mentioned
//! is numbered in the order of its first mention, types are written out, and names do not count.

use hecaton_base::{Bits, Id as _, Wire as _};
use hecaton_cache::{Digest, digest};
use hecaton_cpa::code::Code;
use hecaton_ir::analysis::effects::{Part, PartMut, Taken};
use hecaton_ir::{
    Block, Callee, End, Expr, FeatureId, FuncId, Function, Global, GlobalId, Init, Op, PropId, Type, TypeId, Types,
    VarId,
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
    /// What an instruction refers to is written part by part, and everything else as it is: of an instruction without
    /// parts, the text of its fields.
    fn op(&mut self, text: &mut Text, types: &Types, op: &Op, site: impl Fn() -> u32) {
        text.debug(&bare(op));
        op.for_each_part(|part| match part {
            Part::Written(dst) => _ = text.tag(0).var(*dst),
            Part::Operand(operand) => text.tag(1).expr(operand),
            Part::Check(check) => _ = text.tag(2).check(*check),
            Part::Prop(prop) => _ = text.tag(3).check(Some(*prop)),
            Part::Func(func) => text.tag(4).mention(Mention::Func(*func)),
            Part::Type(ty) => {
                let sum = self.ty(types, *ty);
                text.tag(5).out.extend(sum.0);
            }
            // Nobody depends on which one it is.
            Part::Feature(_) => _ = text.tag(6),
        });
        let effects = op.effects();
        if effects.takes.is_some_and(|(_, taken)| matches!(taken, Taken::Made(_))) {
            text.mention(Mention::Object(site()));
        }
        text.indirect |= effects.call().is_some_and(|(callee, _)| matches!(callee, Callee::Indirect { .. }));
    }
}

/// An instruction that refers to nothing any more.
fn bare(op: &Op) -> Op {
    let mut op = op.clone();
    op.for_each_part_mut(|part| match part {
        PartMut::Written(dst) => *dst = VarId::new(0),
        PartMut::Operand(operand) => *operand = Expr::Null,
        PartMut::Check(check) => *check = None,
        PartMut::Prop(prop) => *prop = PropId::new(0),
        PartMut::Func(func) => *func = FuncId::new(0),
        PartMut::Type(ty) => *ty = TypeId::new(0),
        PartMut::Feature(feature) => *feature = FeatureId::new(0),
    });
    op
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
