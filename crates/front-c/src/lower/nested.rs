//! Functions inside of functions (GNU).
//!
//! A nested function is a function of its own that gets the address of a frame as its last argument: an object of the
//! function around it with the addresses of the variables that are used inside. The first slot of a frame is the frame
//! of the function around that one. The function around fills its frame before each call.
//!
//! A pointer to a nested function is the address of a small function that finds the frame in a global object. That is
//! right as long as one activation at a time has its address taken, which is checked where it is taken.

use super::body::Body;
use super::place::Place;
use super::{Entity, Fault, Lowering, Names, Res, Value, error, unsupported};
use crate::ast;
use crate::ctype::{CType, CTypeId, Len};
use crate::fold;
use hecaton_base::{Id as _, Map, id};
use hecaton_ir::{
    Binary, Block, BlockId, Callee, End, Expr, FuncId, Function, Global, GlobalId, Inst, Op, Role, Span, Var, VarId,
};

id!(
    /// A nested function.
    NestedId,
    "nested"
);

/// A nested function.
pub(super) struct Nested {
    func: FuncId,
    ty: CTypeId,
    /// Whether it uses its frame; not known before its body has been lowered.
    captures: Option<bool>,
    /// What a pointer to it points to, once that is needed.
    pointer: Option<FuncId>,
    /// Where the frame for that is kept.
    holder: Option<GlobalId>,
}

/// What is claimed wherever a nested function uses variables of functions around it.
const OUTLIVED: &str = "the function around has not returned";

impl Lowering<'_> {
    /// The definition of a nested function: it is lowered here and now.
    pub(super) fn nested_function(&mut self, function: &ast::Function) -> Res<()> {
        let Some(name) = function.declarator.name else { return error(function.span, "a function needs a name") };
        let ty = self.definition_type(function)?.ty;
        let announced = match self.scopes.last().and_then(|scope| scope.entities.get(&name.name)) {
            Some(&Entity::Nested(id, 0)) if self.nested[id].captures.is_none() => Some(id),
            _ => None,
        };
        let id = match announced {
            Some(id) => {
                self.body.announced -= 1;
                id
            }
            None => self.new_nested(name, ty),
        };
        let text = self.text(name.name).to_owned();
        let func = self.nested[id].func;
        // What the function around declares is seen from one level further in.
        let outer_scopes = self.scopes.split_off(1);
        let seen: Vec<Names> = outer_scopes.iter().map(|scope| self.seen_from_inside(scope)).collect();
        self.scopes.extend(seen);
        let empty = Body::new(String::new(), ty, self.word_bits(), Default::default(), name.span);
        let outer = std::mem::replace(&mut self.body, empty);
        self.outer.push(outer);
        let used = self.function_body(func, function, ty, text, super::decl::Kind::Nested);
        if let Some(outer) = self.outer.pop() {
            self.body = outer;
        }
        self.inside = true;
        self.scopes.truncate(1);
        self.scopes.extend(outer_scopes);
        self.nested[id].captures = Some(used);
        Ok(())
    }
    /// `auto int f(int);`: the definition follows.
    pub(super) fn announce_nested(&mut self, name: ast::Ident, ty: CTypeId) {
        self.new_nested(name, ty);
        self.body.announced += 1;
    }
    fn new_nested(&mut self, name: ast::Ident, ty: CTypeId) -> NestedId {
        let unique = self.unique(format!("{}.{}", self.body.name, self.text(name.name)));
        let (mut params, result, variadic) = self.ir_signature(ty);
        params.push(self.types.ptr());
        let func = self.declared_function(unique, params, result, variadic, name.span);
        let id = self.nested.push(Nested { func, ty, captures: None, pointer: None, holder: None });
        self.declare(name.name, Entity::Nested(id, 0));
        id
    }
    /// The names of a scope as they look from inside of a nested function.
    fn seen_from_inside(&mut self, scope: &Names) -> Names {
        let mut seen = Names {
            tags: scope.tags.clone(),
            quals: scope.quals.clone(),
            known: scope.known.clone(),
            ..Names::default()
        };
        for (name, entity) in &scope.entities {
            let entity = match entity {
                Entity::Register(var, ty) | Entity::Object(var, ty) => Entity::Captured(1, *var, self.fixed(*ty)),
                Entity::Captured(up, var, ty) => Entity::Captured(up + 1, *var, *ty),
                Entity::Nested(id, up) => Entity::Nested(*id, up + 1),
                Entity::Typedef(declared) => {
                    Entity::Typedef(super::Declared { ty: self.fixed(declared.ty), ..*declared })
                }
                Entity::Constant(..) | Entity::Linked(_) => entity.clone(),
            };
            seen.entities.insert(*name, entity);
        }
        seen
    }
    /// The type, unless its size is kept in a variable of the function around.
    fn fixed(&mut self, ty: CTypeId) -> CTypeId {
        let mut inner = ty;
        loop {
            inner = match &self.ctypes[inner] {
                CType::Array(_, Len::Variable(_)) => {
                    return self.ctypes.add(CType::Other("an array of variable length of the function around".into()));
                }
                CType::Array(elem, _) => *elem,
                CType::Ptr(to, _) => *to,
                _ => return ty,
            };
        }
    }
    /// The type of a nested function.
    pub(super) fn nested_type(&self, id: NestedId) -> CTypeId {
        self.nested[id].ty
    }

    /// A variable of a function around.
    ///
    /// By a pointer, a nested function can be called after the function around has returned or after the block of the variable was
    /// left.
    pub(super) fn captured(&mut self, up: usize, var: VarId, ty: CTypeId, span: Span) -> Res<Place> {
        if let CType::Other(what) = &self.ctypes[ty] {
            return unsupported(span, what.to_string());
        }
        let Some(level) = self.outer.len().checked_sub(up) else { return error(span, "this is no variable") };
        let body = &mut self.outer[level];
        let slot = body.captured.iter().position(|known| *known == var).unwrap_or_else(|| {
            body.captured.push(var);
            body.captured.len() - 1
        });
        if self.types.scalar(body.vars[var].ty) != Some(hecaton_ir::Scalar::Ptr) && !self.body.quiet {
            return unsupported(span, "this use of a variable of the function around");
        }
        let name = body.vars[var].name.clone();
        let frame = self.frame_of(up, span);
        let address = self.pointer_temp(span);
        let at = self.slot(frame, slot + 1);
        let check = self.access_check(Some(OUTLIVED), span);
        self.emit(Op::Load { dst: address, ptr: at, check }, span);
        Ok(Place::memory(ty, Expr::Var(address), Some(format!("access to `{name}`"))))
    }
    fn slot(&self, frame: Expr, index: usize) -> Expr {
        fold::offset(frame, self.word(index as u64 * self.ctypes.target.pointer_bytes()))
    }
    /// The frame of the function so many levels up, none for the function at hand.
    fn frame_of(&mut self, up: usize, span: Span) -> Expr {
        let Some(param) = self.body.outer_frame else { return Expr::Null };
        self.body.frame_used = true;
        let mut frame = Expr::Var(param);
        for _ in 1..up {
            let next = self.pointer_temp(span);
            let check = self.access_check(Some(OUTLIVED), span);
            self.emit(Op::Load { dst: next, ptr: frame, check }, span);
            frame = Expr::Var(next);
        }
        frame
    }
    /// The frame that a nested function needs, filled.
    fn frame_for(&mut self, id: NestedId, up: usize, span: Span) -> Res<Expr> {
        if up > 0 {
            return Ok(self.frame_of(up, span));
        }
        if self.nested[id].captures.is_none() || self.body.announced > 0 {
            return unsupported(span, "a nested function before its definition");
        }
        if self.nested[id].captures == Some(false) {
            return Ok(Expr::Null);
        }
        let pointer = self.types.ptr();
        let frame = match self.body.frame {
            Some(frame) => frame,
            None => self.body.new_frame(pointer, span),
        };
        if let Some(outer) = self.body.outer_frame {
            self.body.frame_used = true;
            self.emit(Op::Store { ptr: Expr::Var(frame), value: Expr::Var(outer), check: None }, span);
        }
        for (index, var) in self.body.captured.clone().into_iter().enumerate() {
            if self.types.scalar(self.body.vars[var].ty) == Some(hecaton_ir::Scalar::Ptr) {
                let at = self.slot(Expr::Var(frame), index + 1);
                self.emit(Op::Store { ptr: at, value: Expr::Var(var), check: None }, span);
            }
        }
        Ok(Expr::Var(frame))
    }
    /// Calls a nested function.
    pub(super) fn call_nested(
        &mut self,
        (id, up): (NestedId, usize),
        args: &[ast::Expr],
        used: bool,
        span: Span,
    ) -> Res<Value> {
        let (func, ty) = (self.nested[id].func, self.nested[id].ty);
        let Some(signature) = self.ctypes.signature(ty).cloned() else { return error(span, "this is not a function") };
        let frame = self.frame_for(id, up, span)?;
        self.call_by(Callee::Direct(func), super::call::Extra::Frame(frame), &signature, args, used, span)
    }
    /// A nested function as a pointer.
    pub(super) fn nested_pointer(&mut self, id: NestedId, up: usize, span: Span) -> Res<Place> {
        let ty = self.nested[id].ty;
        let captures = self.nested[id].captures != Some(false);
        let func = self.pointer_function(id, captures, span);
        if captures && !self.body.quiet {
            let frame = self.frame_for(id, up, span)?;
            self.hold(id, frame, up, span);
        }
        Ok(Place::memory(ty, Expr::Func(func), None))
    }
    /// Keeps the frame for calls by pointer.
    fn hold(&mut self, id: NestedId, frame: Expr, up: usize, span: Span) {
        let Some(holder) = self.nested[id].holder else { return };
        let old = self.pointer_temp(span);
        self.emit(Op::Load { dst: old, ptr: Expr::Global(holder), check: None }, span);
        let free = fold::binary(Binary::Eq, Expr::Var(old), Expr::Null);
        let own = fold::binary(Binary::Eq, Expr::Var(old), frame.clone());
        let (good, bad) = (self.body.block(span), self.body.block(span));
        self.body.branch(fold::or(free, own), good, bad, span);
        self.body.current = bad;
        self.fault(Fault::Unsupported(span, "pointers to a nested function from two activations".into()));
        self.body.current = good;
        self.emit(Op::Store { ptr: Expr::Global(holder), value: frame.clone(), check: None }, span);
        if up == 0 {
            // The frame ends with the function.
            let pointer = self.types.ptr();
            let held = self.body.var("held", pointer, Role::Temp, span);
            let ours = fold::binary(Binary::Eq, Expr::Var(held), frame);
            let rest = fold::select(ours, Expr::Null, Expr::Var(held));
            self.body.cleanup_at_return(vec![
                Op::Load { dst: held, ptr: Expr::Global(holder), check: None },
                Op::Store { ptr: Expr::Global(holder), value: rest, check: None },
            ]);
        }
    }
    /// The function that pointers point to: it adds the frame.
    fn pointer_function(&mut self, id: NestedId, captures: bool, span: Span) -> FuncId {
        if let Some(func) = self.nested[id].pointer {
            return func;
        }
        let (target, ty) = (self.nested[id].func, self.nested[id].ty);
        let name = self.functions[target].name.clone();
        let (params, result, variadic) = self.ir_signature(ty);
        let unique = self.unique(format!("{name}.pointer"));
        let func = self.declared_function(unique, params, result, variadic, span);
        let pointer = self.types.ptr();
        let mut insts = Vec::new();
        let mut frame = Expr::Null;
        if captures {
            let unique = self.unique(format!("{name}.frame"));
            let init = hecaton_ir::Init::Values(Vec::new());
            let holder = self.globals.push(Global { name: unique, ty: pointer, init, constant: false, span });
            self.nested[id].holder = Some(holder);
            let var = Var { name: "frame".to_owned(), ty: pointer, role: Role::Temp, span };
            let var = self.functions[func].vars.push(var);
            insts.push(Inst { op: Op::Load { dst: var, ptr: Expr::Global(holder), check: None }, span });
            frame = Expr::Var(var);
        }
        let result_type = self.ctypes.signature(ty).map(|signature| signature.result);
        let register = result.and(result_type).map(|ty| self.register_type(ty));
        let function: &mut Function = &mut self.functions[func];
        let dst = register.map(|ty| function.vars.push(Var { name: "value".to_owned(), ty, role: Role::Temp, span }));
        let args = function.params.iter().map(|param| Expr::Var(*param)).chain([frame]).collect();
        insts.push(Inst { op: Op::Call { dst, callee: Callee::Direct(target), args }, span });
        let mut blocks = Map::new();
        blocks.push(Block { insts, end: End::Return(dst.map(Expr::Var)), span });
        function.blocks = blocks;
        function.entry = BlockId::new(0);
        self.nested[id].pointer = Some(func);
        func
    }
}
