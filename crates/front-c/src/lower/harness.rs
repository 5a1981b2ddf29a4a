//! The harness of an entry function that is not `main`: a function that makes arbitrary arguments and calls it.
//!
//! Numbers are arbitrary. A pointer is null, or points to an object of its own with arbitrary content, or is equal to an
//! earlier pointer to the same type; pointers in those objects are made likewise, down to a depth, and are null below.
//! The objects are as if allocated, so that the function may free them, and a hidden global knows each of them, so that
//! they are not lost. All this is said in a note.

use super::body::{Body, Facts};
use super::link::LinkedId;
use super::{Fault, Lowering, Names, Res};
use crate::ast::{self, ArraySize, Derived, Item, Params};
use crate::ctype::{CType, CTypeId, IntKind, Len, Signature};
use crate::fold;
use hecaton_base::{Bits, Id as _, Map};
use hecaton_ir::{Binary, BlockId, Callee, End, Expr, FuncId, Function, Global, Init, Op, Region, Role, Span, VarId};

/// Elements of an object of bytes, if nothing else is said.
const BYTES: u64 = 8;
/// The most earlier pointers and functions that a pointer may be equal to.
const MOST_CHOICES: usize = 8;
/// The most pointers that are made; further ones in objects are null.
const MOST_POINTERS: usize = 64;
/// The most elements of an array that are looked into.
const MOST_ELEMENTS: u64 = 64;

/// A parameter of the function.
struct Argument {
    name: String,
    ty: CTypeId,
    /// The length of a parameter that is declared as an array.
    elements: Option<u64>,
    /// A pointer that is declared never to be null.
    nonnull: bool,
}

/// What a harness under construction has made so far.
#[derive(Default)]
struct Made {
    /// Pointers by the type they point to.
    pointers: Vec<(CTypeId, VarId)>,
    /// Something is left out.
    cut: bool,
}

impl Lowering<'_> {
    /// Makes the harness of a function.
    pub(super) fn harness(&mut self, id: LinkedId) -> Option<FuncId> {
        let text = self.text(self.linker.symbol(id)).to_owned();
        let span = self.linker.span_of(id);
        let callee = self.function_of_linked(id);
        let signature = self.ctypes.signature(self.linker.type_of(id)).cloned()?;
        let arguments = self.arguments(id, &signature);
        let void = self.ctypes.void();
        let name = self.unique(format!("harness.{text}"));
        self.body = Body::new(name.clone(), void, self.word_bits(), Facts::default(), span);
        self.inside = true;
        self.scopes.push(Names::default());
        self.startup(span);
        let mut made = Made::default();
        if let Err(fault) = self.call_arbitrarily(callee, &signature, &arguments, &mut made, span) {
            self.fault(fault);
        }
        self.body.terminate(End::Return(None), span);
        self.scopes.pop();
        self.inside = false;
        self.harness_notes(&text, &arguments, &signature, made.cut);
        let func = self.functions.push(Function {
            name,
            params: Vec::new(),
            variadic: false,
            result: None,
            vars: Map::new(),
            blocks: Map::new(),
            entry: BlockId::new(0),
            span,
        });
        self.complete(func, None, span);
        Some(func)
    }
    /// The parameters of a function by its definition.
    fn arguments(&mut self, id: LinkedId, signature: &Signature) -> Vec<Argument> {
        let declared = self.linker.definition(id);
        let mut out = Vec::new();
        let nonnull = self.linker.traits(id).nonnull;
        for (index, &ty) in signature.params.iter().enumerate() {
            let nonnull = index < 64 && nonnull >> index & 1 == 1 && self.ctypes.pointee(ty).is_some();
            let mut argument = Argument { name: format!("argument{}", index + 1), ty, elements: None, nonnull };
            if let Some((unit, tree, item)) = &declared
                && let Item::Function(function) = &tree.items[*item]
            {
                match function.declarator.derived.first() {
                    Some(Derived::Function(Params::Prototype { params, .. })) => {
                        if let Some(param) = params.get(index) {
                            if let Some(name) = param.declarator.name {
                                argument.name = self.text(name.name).to_owned();
                            }
                            if let Some(Derived::Array { size: ArraySize::Expr(size), .. }) =
                                param.declarator.derived.first()
                            {
                                argument.elements = self.in_unit(*unit, |this| this.constant_length(size));
                            }
                        }
                    }
                    Some(Derived::Function(Params::Names(names))) => {
                        if let Some(name) = names.get(index) {
                            argument.name = self.text(name.name).to_owned();
                        }
                    }
                    Some(Derived::Pointer { .. } | Derived::Array { .. }) | None => {}
                }
            }
            out.push(argument);
        }
        out
    }
    fn constant_length(&mut self, size: &ast::Expr) -> Option<u64> {
        let length = self.constant_number(size).ok()?;
        u64::try_from(length).ok().filter(|length| (1..=1 << 20).contains(length))
    }
    fn call_arbitrarily(
        &mut self,
        callee: FuncId,
        signature: &Signature,
        arguments: &[Argument],
        made: &mut Made,
        span: Span,
    ) -> Res<()> {
        let mut args = Vec::new();
        if self.ctypes.record(signature.result).is_some() {
            args.push(Expr::Var(self.entry_object(signature.result, "returned", span)));
        }
        for argument in arguments {
            let depth = self.options.harness.depth;
            let value = if let Some(to) = self.ctypes.pointee(argument.ty) {
                Expr::Var(self.any_pointer(to, &argument.name, argument.elements, depth, made, span)?)
            } else if self.ctypes.record(argument.ty).is_some() {
                self.size(argument.ty, span)?;
                let var = self.entry_object(argument.ty, &argument.name, span);
                self.fill_pointers(&Expr::Var(var), argument.ty, &argument.name, depth, made, span)?;
                Expr::Var(var)
            } else if self.ctypes.scalar(argument.ty).is_some() {
                let ty = self.register_type(argument.ty);
                let var = self.body.var(&argument.name, ty, Role::Named, span);
                self.emit(Op::Havoc { dst: var }, span);
                Expr::Var(var)
            } else {
                let what = format!("an arbitrary argument of type `{}`", self.ctypes.name(argument.ty));
                return Err(Fault::Unsupported(span, what));
            };
            if argument.nonnull {
                let cond = fold::not(fold::binary(Binary::Eq, value.clone(), Expr::Null));
                self.emit(Op::Assume { cond }, span);
            }
            args.push(value);
        }
        if signature.variadic {
            args.push(Expr::Null);
        }
        self.emit(Op::Call { dst: None, callee: Callee::Direct(callee), args }, span);
        Ok(())
    }
    /// A variable that holds any pointer to a type.
    fn any_pointer(
        &mut self,
        to: CTypeId,
        name: &str,
        elements: Option<u64>,
        depth: u32,
        made: &mut Made,
        span: Span,
    ) -> Res<VarId> {
        let pointer = self.types.ptr();
        let var = self.body.var(name, pointer, Role::Named, span);
        if self.ctypes.signature(to).is_some() {
            self.any_function(var, to, span);
            return Ok(var);
        }
        let stream = self.ctypes.record(to).is_some_and(|id| self.ctypes.records[id].name == "_IO_FILE");
        if stream && let Some(func) = self.model("__hecaton_any_stream") {
            // What is in a stream is the business of the library.
            self.emit(Op::Call { dst: Some(var), callee: Callee::Direct(func), args: Vec::new() }, span);
            return Ok(var);
        }
        let elem = if self.ctypes.is_void(to) { self.int_type(IntKind::UChar) } else { to };
        if self.ctypes.size_of(elem).is_none() {
            // Nothing is known of what it points to.
            self.emit(Op::Havoc { dst: var }, span);
            return Ok(var);
        }
        if depth == 0 || made.pointers.len() >= MOST_POINTERS {
            made.cut = true;
            self.assign(var, Expr::Null, span);
            return Ok(var);
        }
        let same = |(other, var): &(CTypeId, VarId)| self.ctypes.compatible(*other, to).then_some(*var);
        let mut earlier: Vec<VarId> = made.pointers.iter().filter_map(same).collect();
        if earlier.len() > MOST_CHOICES {
            earlier.truncate(MOST_CHOICES);
            self.note(format!("a pointer is taken to equal none but the first {MOST_CHOICES} others of its type"));
        }
        let join = self.body.block(span);
        let ways = self.choose(2 + earlier.len(), span);
        self.body.current = ways[0];
        self.assign(var, Expr::Null, span);
        self.body.flow_to(join, span);
        for (way, other) in ways[2..].iter().zip(earlier) {
            self.body.current = *way;
            self.assign(var, Expr::Var(other), span);
            self.body.flow_to(join, span);
        }
        made.pointers.push((to, var));
        self.body.current = ways[1];
        self.own_object(var, elem, elements, name, depth, made, span)?;
        self.body.flow_to(join, span);
        Ok(var)
    }
    /// Branches to one of so many blocks, whichever.
    fn choose(&mut self, count: usize, span: Span) -> Vec<BlockId> {
        let byte = self.types.int(8, false);
        let which = self.temp_of(byte, span);
        self.emit(Op::Havoc { dst: which }, span);
        let ways: Vec<BlockId> = (0..count).map(|_| self.body.block(span)).collect();
        let arms = ways.iter().enumerate().skip(1).map(|(i, way)| (Bits::from_u64(8, i as u64), *way)).collect();
        let from = self.body.current;
        self.body.end(from, End::Switch { on: Expr::Var(which), arms, other: ways[0] }, span);
        ways
    }
    /// A pointer to a function: null, or one of those the program has.
    fn any_function(&mut self, var: VarId, ty: CTypeId, span: Span) {
        let mut fitting: Vec<LinkedId> = self
            .linker
            .defined_functions()
            .into_iter()
            .filter(|id| self.ctypes.compatible(self.linker.type_of(*id), ty))
            .collect();
        if fitting.len() > MOST_CHOICES {
            let all = fitting.len();
            fitting.truncate(MOST_CHOICES);
            self.note(format!(
                "a function pointer from outside is taken to be null or one of the first {MOST_CHOICES} functions of {all} \
                 that fit"
            ));
        }
        if fitting.is_empty() {
            self.emit(Op::Havoc { dst: var }, span);
            return;
        }
        let join = self.body.block(span);
        let ways = self.choose(1 + fitting.len(), span);
        self.body.current = ways[0];
        self.assign(var, Expr::Null, span);
        self.body.flow_to(join, span);
        for (way, id) in ways[1..].iter().zip(fitting) {
            self.linker.use_at(id, span);
            let func = self.function_of_linked(id);
            self.body.current = *way;
            self.assign(var, Expr::Func(func), span);
            self.body.flow_to(join, span);
        }
    }
    /// Lets a pointer point to an object of its own.
    #[allow(clippy::too_many_arguments, reason = "the parts of one object")]
    fn own_object(
        &mut self,
        var: VarId,
        elem: CTypeId,
        elements: Option<u64>,
        name: &str,
        depth: u32,
        made: &mut Made,
        span: Span,
    ) -> Res<()> {
        let size = self.size(elem, span)?;
        let default = if size == 1 { BYTES } else { 1 };
        let count = elements.or(self.options.harness.elements).unwrap_or(default).max(1);
        let ty = self.object_type(elem);
        let word = self.word(count);
        self.emit(
            Op::Alloc {
                dst: var,
                region: Region::Heap,
                ty,
                count: word,
                zeroed: false,
                constant: false,
                align: None,
                replaces: None,
            },
            span,
        );
        // It is known to the caller, hence not lost when the function forgets it.
        let pointer = self.types.ptr();
        let known = self.unique(format!("harness.{name}"));
        let known = self.globals.push(Global {
            name: known,
            ty: pointer,
            init: Init::Values(Vec::new()),
            constant: false,
            span,
        });
        self.emit(Op::Store { ptr: Expr::Global(known), value: Expr::Var(var), check: None }, span);
        if self.ctypes.int_kind(elem) == Some(IntKind::Char) {
            let last = fold::offset(Expr::Var(var), self.word(count - 1));
            self.emit(Op::Store { ptr: last, value: Expr::int(8, 0), check: None }, span);
        }
        if count > MOST_ELEMENTS && self.needs_filling(elem) {
            return Err(Fault::Unsupported(span, format!("pointers in an array of {count} elements")));
        }
        if self.needs_filling(elem) {
            for i in 0..count {
                let at = fold::offset(Expr::Var(var), self.word(i * size));
                self.fill_pointers(&at, elem, name, depth - 1, made, span)?;
            }
        }
        Ok(())
    }
    /// Whether there is something in a type that cannot be just any bytes.
    fn needs_filling(&self, ty: CTypeId) -> bool {
        match &self.ctypes[ty] {
            CType::Ptr(..) | CType::Int(IntKind::Bool) => true,
            CType::Array(elem, _) => self.needs_filling(*elem),
            CType::Record(id) => match &self.ctypes.records[*id].body {
                Some(body) => body.members.iter().any(|member| self.needs_filling(member.ty)),
                None => false,
            },
            CType::Void | CType::Int(_) | CType::Float(_) | CType::Enum(_) | CType::Func(_) | CType::Other(_) => false,
        }
    }
    /// Makes the pointers in an object that has arbitrary content so far, and the truth values.
    fn fill_pointers(
        &mut self,
        at: &Expr,
        ty: CTypeId,
        name: &str,
        depth: u32,
        made: &mut Made,
        span: Span,
    ) -> Res<()> {
        if !self.needs_filling(ty) {
            return Ok(());
        }
        match self.ctypes[ty].clone() {
            CType::Ptr(to, _) => {
                let var = self.any_pointer(to, name, None, depth, made, span)?;
                self.emit(Op::Store { ptr: at.clone(), value: Expr::Var(var), check: None }, span);
            }
            CType::Int(_) => {
                let var = self.temp(ty, span);
                self.emit(Op::Havoc { dst: var }, span);
                let value = self.value(ty, Expr::Var(var));
                let value = self.stored(&value);
                self.emit(Op::Store { ptr: at.clone(), value, check: None }, span);
            }
            CType::Array(elem, Len::Known(len)) => {
                if len > MOST_ELEMENTS {
                    return Err(Fault::Unsupported(span, format!("pointers in an array of {len} elements")));
                }
                let size = self.size(elem, span)?;
                for i in 0..len {
                    let at = fold::offset(at.clone(), self.word(i * size));
                    self.fill_pointers(&at, elem, name, depth, made, span)?;
                }
            }
            CType::Record(id) => {
                let record = &self.ctypes.records[id];
                let union = record.union;
                let members = record.body.as_ref().map(|body| body.members.clone()).unwrap_or_default();
                for member in members.iter().filter(|member| member.bits.is_none()) {
                    let at = fold::offset(at.clone(), self.word(member.offset));
                    if union && self.ctypes.pointee(member.ty).is_some() {
                        // Which member counts is not known.
                        let var = self.pointer_temp(span);
                        self.emit(Op::Havoc { dst: var }, span);
                        self.emit(Op::Store { ptr: at, value: Expr::Var(var), check: None }, span);
                    } else if union && self.needs_filling(member.ty) {
                        return Err(Fault::Unsupported(
                            span,
                            format!("pointers in the union `{}`", self.ctypes.name(ty)),
                        ));
                    } else {
                        let name =
                            if member.name.is_empty() { name.to_owned() } else { format!("{name}.{}", member.name) };
                        self.fill_pointers(&at, member.ty, &name, depth, made, span)?;
                    }
                }
            }
            CType::Void
            | CType::Float(_)
            | CType::Enum(_)
            | CType::Func(_)
            | CType::Array(_, Len::Unknown | Len::Variable(_))
            | CType::Other(_) => {}
        }
        Ok(())
    }
    fn harness_notes(&mut self, name: &str, arguments: &[Argument], signature: &Signature, cut: bool) {
        let pointers = arguments.iter().any(|a| self.ctypes.pointee(a.ty).is_some() || self.needs_filling(a.ty));
        if !pointers {
            self.note(format!("`{name}` is called once, with any arguments"));
        } else {
            self.note(format!(
                "`{name}` is called once, with any arguments: a pointer is null, points to an object of its own as from \
                 `malloc`, or equals an earlier pointer to the same type, but points to no global"
            ));
            let elements = match self.options.harness.elements {
                Some(count) => format!("{count} elements"),
                None => format!("one element, {BYTES} if they are bytes"),
            };
            self.note(format!(
                "objects of arguments have {elements}, or as many as their parameter says; a `char` array ends in a zero"
            ));
            if cut {
                self.note(format!("pointers more than {} deep in arguments are null", self.options.harness.depth));
            }
            let is_function =
                |a: &Argument| self.ctypes.pointee(a.ty).is_some_and(|to| self.ctypes.signature(to).is_some());
            if arguments.iter().any(is_function) {
                self.note("function pointers in arguments are null or a function of the program of their type".into());
            }
        }
        if signature.variadic {
            self.note(format!("`{name}` is called without variable arguments"));
        }
        if !self.options.arbitrary_globals {
            self.note("globals are as initialised when it is called".into());
        }
    }
}
