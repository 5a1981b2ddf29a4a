//! The function under construction: variables, blocks, scopes with their memory objects, and jumps.
//!
//! A local object in memory lives while its scope is active. In a scope without labels it is allocated where it is
//! declared; in a scope that can be jumped into, at the entry of the scope, and on every jump into it. Jumps out of
//! scopes free what lives there and run the cleanups of the variables there. Which objects a scope has is known only at
//! its end, so jumps are completed when the whole body has been lowered.
//!
//! The address of a label is a place in an object of the function's own, one byte per label; a computed `goto` chooses
//! by the distance from its start.

use super::arguments::Arguments;
use super::endless::{Iteration, Loops};
use crate::ast::Symbol;
use crate::ctype::{CTypeId, IntKind};
use hecaton_base::{Bits, Id, Map};
use hecaton_ir::{
    Block, BlockId, Callee, End, Expr, GlobalId, Halt, Inst, Op, Prop, PropId, PropKind, Region, Role, Span, TypeId,
    Var, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A block under construction; `end` is missing until it is known.
pub(super) struct Draft {
    pub insts: Vec<Inst>,
    pub end: Option<End>,
    pub span: Span,
}

/// What ends with a scope.
#[derive(Clone)]
enum Held {
    /// A memory object dies.
    Object {
        var: VarId,
        ty: TypeId,
        /// Allocated when the scope is entered, rather than where it is declared.
        at_entry: bool,
    },
    /// Instructions are executed on the way out.
    Cleanup(Vec<Op>),
}

impl Held {
    fn at_entry(&self) -> bool {
        matches!(self, Held::Object { at_entry: true, .. })
    }
    /// What is done when the scope is left.
    fn release(&self) -> Vec<Op> {
        match self {
            Held::Object { var, .. } => vec![free(*var)],
            Held::Cleanup(ops) => ops.clone(),
        }
    }
}

/// A scope of the function.
struct Scope {
    parent: Option<usize>,
    /// How much the parent held when it was opened.
    position: usize,
    /// Where its code begins.
    start: (BlockId, usize),
    held: Vec<Held>,
    /// Pointers in registers, which are forgotten when the scope is left.
    pointers: Vec<VarId>,
    /// Registers whose declaration may be jumped over: they are arbitrary where the scope is entered.
    arbitrary: Vec<VarId>,
    /// Whether it can be jumped into.
    labelled: bool,
}

/// A jump whose block still lacks its end.
struct Jump {
    block: BlockId,
    target: BlockId,
    to: usize,
    /// The scopes around the jump, innermost first, and how much each held by then.
    from: Vec<(usize, usize)>,
}

/// A computed `goto` whose block still lacks its end.
struct Computed {
    block: BlockId,
    /// The number of the label.
    on: Expr,
    from: Vec<(usize, usize)>,
}

/// A `switch` whose block still lacks its end.
struct Dispatch {
    block: BlockId,
    on: Expr,
    arms: Vec<(Bits, BlockId, usize)>,
    other: (BlockId, usize),
    from: Vec<(usize, usize)>,
}

/// A label: its name, and the number of the `__label__` that declares it, or zero.
pub(super) type LabelKey = (Symbol, u32);

/// A label of the function.
struct Target {
    block: BlockId,
    /// The scope it stands in and how much that held, once it has been met.
    scope: Option<(usize, usize)>,
}

/// Where `break` or `continue` lead.
#[derive(Clone, Copy)]
pub(super) struct Exit {
    pub block: BlockId,
    pub scope: usize,
}

/// What a look ahead at the body found.
#[derive(Default)]
pub(super) struct Facts {
    /// Names whose address is taken somewhere.
    pub address_taken: FxHashSet<Symbol>,
    /// Blocks and statements of the syntax tree, by address, that contain labels one can jump to from outside.
    pub labelled: FxHashSet<usize>,
    /// Expressions of the syntax tree, by address, that may do more than give a value; and how many there were so far.
    pub effects: FxHashSet<usize>,
    pub effect_count: u32,
    /// All labels.
    pub labels: FxHashSet<Symbol>,
    /// A name that is looked out for, and whether it occurs.
    pub watched: Option<Symbol>,
    pub watched_used: bool,
    /// Whether all names that occur are used by a nested function, and so need addresses.
    pub capturing: bool,
    /// The name of the attribute `cleanup`, if it occurs: what has it needs an address.
    pub cleanup: Option<Symbol>,
    /// The name `free`, if it occurs.
    pub free: Option<Symbol>,
    /// Names of what is freed.
    pub freed: FxHashSet<Symbol>,
    /// How often `setjmp` is called; the calls, by address, that stand where C lets them (7.13.1.1p4); its names; and the
    /// variable of a macro of the library whose calls are no jumps.
    pub jump_targets: u32,
    pub placed_jump_targets: FxHashSet<usize>,
    pub setjmp: Vec<Symbol>,
    pub cancel_buffer: Option<Symbol>,
    /// The labels whose addresses have been asked for so far: the number of a label is its place here.
    pub addressed: Vec<LabelKey>,
    /// The object that addresses of labels point into, once it is needed.
    pub label_object: Option<GlobalId>,
}

/// A stack object of an expression.
#[derive(Clone, Copy)]
pub(super) struct Temporary {
    /// The variable with its address.
    pub var: VarId,
    /// A pointer may lead into it, so that it matters that it lives until the end of the full expression.
    pub lasting: bool,
}

/// The labels of the innermost `switch` so far.
pub(super) struct Cases {
    /// The promoted type of the operand.
    pub kind: IntKind,
    /// The values seen so far.
    pub values: FxHashSet<Bits>,
    pub arms: Vec<(Bits, BlockId, usize)>,
    pub ranges: Vec<(Bits, Bits, BlockId, usize)>,
    pub other: Option<(BlockId, usize)>,
}

/// The body of a function when it is complete.
pub(super) struct Finished {
    pub vars: Map<VarId, Var>,
    pub blocks: Map<BlockId, Block>,
    /// The properties that are left, in order of their first use.
    pub props: Vec<Prop>,
    pub loops: Loops,
}

/// A function under construction.
pub(super) struct Body {
    pub name: String,
    pub result: CTypeId,
    /// The pointer to where a struct result goes.
    pub result_place: Option<VarId>,
    pub params: Vec<VarId>,
    /// The parameter that holds the address of the variable arguments.
    pub slots: Option<VarId>,
    /// The words for each `va_list` that was begun and not ended so far, in the order of the text.
    pub lists: FxHashSet<String>,
    /// It takes memory by `alloca`; and it has arrays of variable length.
    pub takes_stack: bool,
    pub variable_arrays: bool,
    pub vars: Map<VarId, Var>,
    /// For registers that may be read before they are written, if that is asked: the variable that says they were.
    pub shadows: FxHashMap<VarId, VarId>,
    names: FxHashMap<String, u32>,
    temp_count: u32,
    spare: Vec<VarId>,
    blocks: Map<BlockId, Draft>,
    pub current: BlockId,
    pub props: Map<PropId, Prop>,
    scopes: Vec<Scope>,
    pub scope: usize,
    jumps: Vec<Jump>,
    dispatches: Vec<Dispatch>,
    computed: Vec<Computed>,
    labels: FxHashMap<LabelKey, Target>,
    pub breaks: Vec<Exit>,
    pub continues: Vec<Exit>,
    /// How many loops are around, their conditions included.
    pub loops_around: u32,
    /// Where the iteration statements around begin; those of the function so far that C may assume to end.
    pub heads: Vec<BlockId>,
    pub loops: Loops,
    pub cases: Vec<Cases>,
    /// What the last allocation gave: it is aligned for all types; and whether all its bytes are zero.
    pub fresh: Option<VarId>,
    pub fresh_zeroed: bool,
    /// Registers of type `_Bool` that have no value at first.
    pub unset_bools: Vec<VarId>,
    /// The addresses of objects that are defined `const`.
    pub constants: FxHashSet<VarId>,
    /// Stack objects to be freed at the end of the full expression.
    pub temps: Vec<Temporary>,
    pub facts: Facts,
    /// Nothing here is executed: no properties are made.
    pub quiet: bool,
    /// The frame of this function, the variables whose addresses stand in it, and how many nested functions have been
    /// announced, but not defined.
    pub frame: Option<VarId>,
    pub captured: Vec<VarId>,
    pub announced: u32,
    /// For a nested function: the frame of the function around, and whether it is used.
    pub outer_frame: Option<VarId>,
    pub frame_used: bool,
    /// The arguments of `main`, if they are used.
    pub arguments: Option<Arguments>,
    /// What was last found to be unsupported.
    pub lost: Option<String>,
    /// The variable with the address of what `longjmp` knows this function by, if it calls `setjmp`.
    pub jump_frame: Option<VarId>,
    /// Stack objects of the full expressions around the one at hand.
    pub hidden_temps: Vec<VarId>,
    /// Where `longjmp` may lead to, and the jumps there.
    jump_targets: Vec<(BlockId, (usize, usize))>,
    jumps_back: Vec<Computed>,
    /// How many copies there are of the code at hand, for the orders in which operands may be evaluated.
    pub copies: u32,
    /// Where code is copied: the properties made there, of which each copy has the same.
    shared_props: Option<FxHashMap<(PropKind, Span, String), PropId>>,
    word_bits: u32,
}

impl Body {
    pub fn new(name: String, result: CTypeId, word_bits: u32, facts: Facts, span: Span) -> Self {
        let mut blocks = Map::new();
        let current = blocks.push(Draft { insts: Vec::new(), end: None, span });
        let scope = Scope {
            parent: None,
            position: 0,
            start: (current, 0),
            held: Vec::new(),
            pointers: Vec::new(),
            arbitrary: Vec::new(),
            labelled: false,
        };
        Body {
            name,
            result,
            result_place: None,
            params: Vec::new(),
            slots: None,
            lists: FxHashSet::default(),
            takes_stack: false,
            variable_arrays: false,
            vars: Map::new(),
            shadows: FxHashMap::default(),
            names: FxHashMap::default(),
            temp_count: 0,
            spare: Vec::new(),
            blocks,
            current,
            props: Map::new(),
            scopes: vec![scope],
            scope: 0,
            jumps: Vec::new(),
            dispatches: Vec::new(),
            computed: Vec::new(),
            labels: FxHashMap::default(),
            breaks: Vec::new(),
            continues: Vec::new(),
            loops_around: 0,
            heads: Vec::new(),
            loops: Loops::default(),
            cases: Vec::new(),
            fresh: None,
            fresh_zeroed: false,
            unset_bools: Vec::new(),
            constants: FxHashSet::default(),
            temps: Vec::new(),
            facts,
            quiet: false,
            frame: None,
            captured: Vec::new(),
            announced: 0,
            outer_frame: None,
            frame_used: false,
            arguments: None,
            lost: None,
            jump_frame: None,
            hidden_temps: Vec::new(),
            jump_targets: Vec::new(),
            jumps_back: Vec::new(),
            copies: 1,
            shared_props: None,
            word_bits,
        }
    }
    /// Whether nothing has been emitted at all.
    pub fn is_empty(&self) -> bool {
        self.blocks.len() == 1 && self.blocks[self.current].insts.is_empty()
    }
    /// A new variable with a name like the wanted one.
    pub fn var(&mut self, name: &str, ty: TypeId, role: Role, span: Span) -> VarId {
        let count = self.names.entry(name.to_owned()).or_insert(0);
        *count += 1;
        let name = if *count == 1 { name.to_owned() } else { format!("{name}.{count}") };
        self.vars.push(Var { name, ty, role, span })
    }
    /// A new temporary; one that turned out to be superfluous is used again.
    pub fn temp(&mut self, ty: TypeId, span: Span) -> VarId {
        if let Some(index) = self.spare.iter().rposition(|var| self.vars[*var].ty == ty) {
            let var = self.spare.swap_remove(index);
            self.fresh = self.fresh.filter(|fresh| *fresh != var);
            self.vars[var].span = span;
            return var;
        }
        self.temp_count += 1;
        self.vars.push(Var { name: format!("%{}", self.temp_count), ty, role: Role::Temp, span })
    }
    /// Lets the last instruction write a variable instead of the temporary it writes, if it does. The temporary must
    /// not be used anywhere else.
    pub fn redirect(&mut self, temp: VarId, to: VarId) -> bool {
        // Where nothing is executed, the variables may be those of the code around.
        let (Some(old), Some(new)) = (self.vars.get(temp), self.vars.get(to)) else { return false };
        if !old.name.starts_with('%') || old.ty != new.ty || self.temps.iter().any(|made| made.var == temp) {
            return false;
        }
        let Some(last) = self.blocks[self.current].insts.last_mut() else { return false };
        let dst = match &mut last.op {
            Op::Assign { dst, .. }
            | Op::Load { dst, .. }
            | Op::Havoc { dst }
            | Op::Alloc { dst, .. }
            | Op::Call { dst: Some(dst), .. } => dst,
            _ => return false,
        };
        if *dst != temp {
            return false;
        }
        *dst = to;
        self.spare.push(temp);
        true
    }
    pub fn emit(&mut self, op: Op, span: Span) {
        self.blocks[self.current].insts.push(Inst { op, span });
    }
    pub fn block(&mut self, span: Span) -> BlockId {
        self.blocks.push(Draft { insts: Vec::new(), end: None, span })
    }
    /// The instructions of a block.
    pub fn insts(&self, block: BlockId) -> &[Inst] {
        &self.blocks[block].insts
    }
    /// Moves the making of an object from where it stands, in the last blocks, to the end of an earlier block, so that it
    /// lives whatever way is taken from there.
    pub fn hoist(&mut self, object: VarId, to: BlockId) {
        let makes = |inst: &Inst| matches!(inst.op, Op::Alloc { dst, .. } if dst == object);
        for block in (to.index() + 1..self.blocks.len()).rev().map(BlockId::new) {
            if let Some(at) = self.blocks[block].insts.iter().position(makes) {
                let inst = self.blocks[block].insts.remove(at);
                self.blocks[to].insts.push(inst);
                return;
            }
        }
    }
    /// Adds instructions to all blocks that end with a return.
    pub fn before_returns(&mut self, ops: &[Op]) {
        for block in self.blocks.values_mut() {
            let span = block.span;
            if matches!(block.end, Some(End::Return(_))) {
                block.insts.extend(ops.iter().map(|op| Inst { op: op.clone(), span }));
            }
        }
    }
    /// The same, where a value is returned and what is executed depends on it.
    pub fn before_results<const N: usize>(&mut self, ops: impl Fn(&Expr) -> [Op; N]) {
        for block in self.blocks.values_mut() {
            let span = block.span;
            if let Some(End::Return(Some(result))) = &block.end {
                block.insts.extend(ops(result).map(|op| Inst { op, span }));
            }
        }
    }
    pub fn insts_mut(&mut self, block: BlockId) -> &mut [Inst] {
        &mut self.blocks[block].insts
    }
    pub fn is_untouched(&self, block: BlockId) -> bool {
        self.current == block && self.blocks[block].insts.is_empty()
    }
    /// Ends a block.
    pub fn end(&mut self, block: BlockId, end: End, span: Span) {
        let draft = &mut self.blocks[block];
        if draft.end.is_none() {
            draft.end = Some(end);
            draft.span = span;
        }
    }
    /// Ends the current block; what follows, if anything, cannot be reached from here.
    pub fn terminate(&mut self, end: End, span: Span) {
        let block = self.current;
        self.end(block, end, span);
        self.current = self.block(span);
    }
    /// Ends the current block with a jump inside of the same scope and goes on there.
    pub fn flow_to(&mut self, block: BlockId, span: Span) {
        let from = self.current;
        self.end(from, End::Goto(block), span);
        self.current = block;
    }
    /// Branches on a condition, which may be a constant.
    pub fn branch(&mut self, cond: Expr, yes: BlockId, no: BlockId, span: Span) {
        let end = match &cond {
            Expr::Int(value) => End::Goto(if value.is_zero() { no } else { yes }),
            _ => End::Branch { cond, yes, no },
        };
        let from = self.current;
        self.end(from, end, span);
    }
    pub fn prop(&mut self, prop: Prop) -> PropId {
        let Some(shared) = &mut self.shared_props else { return self.props.push(prop) };
        let props = &mut self.props;
        *shared.entry((prop.kind, prop.span, prop.text.clone())).or_insert_with(|| props.push(prop))
    }
    /// From here on code is copied. Says whether that has just begun.
    pub fn share_props(&mut self) -> bool {
        let begins = self.shared_props.is_none();
        self.shared_props.get_or_insert_with(FxHashMap::default);
        begins
    }
    /// The end of what `share_props` began.
    pub fn unshare_props(&mut self, began: bool) {
        if began {
            self.shared_props = None;
        }
    }

    pub fn open_scope(&mut self, labelled: bool) {
        let start = (self.current, self.blocks[self.current].insts.len());
        let position = self.scopes[self.scope].held.len();
        self.scopes.push(Scope {
            parent: Some(self.scope),
            position,
            start,
            held: Vec::new(),
            pointers: Vec::new(),
            arbitrary: Vec::new(),
            labelled,
        });
        self.scope = self.scopes.len() - 1;
    }
    /// Closes the scope: its objects die.
    pub fn close_scope(&mut self, span: Span) {
        let scope = self.scope;
        for held in self.scopes[scope].held.clone().into_iter().rev() {
            for op in held.release() {
                self.emit(op, span);
            }
        }
        for pointer in self.scopes[scope].pointers.clone() {
            self.emit(forget(pointer), span);
        }
        self.allocate_at_entry(scope);
        self.scope = self.scopes[scope].parent.unwrap_or(0);
    }
    /// Gives up the scopes inside of one, after an error in them.
    pub fn leave_to(&mut self, scope: usize) {
        while self.scope != scope {
            self.allocate_at_entry(self.scope);
            match self.scopes[self.scope].parent {
                Some(parent) => self.scope = parent,
                None => break,
            }
        }
    }
    /// Says whether the current scope can be jumped into.
    pub fn set_labelled(&mut self, labelled: bool) {
        self.scopes[self.scope].labelled = labelled;
    }
    fn allocate_at_entry(&mut self, scope: usize) {
        let (block, at) = self.scopes[scope].start;
        let allocs = self.entry_allocs(scope);
        self.blocks[block].insts.splice(at..at, allocs);
    }
    fn entry_allocs(&self, scope: usize) -> Vec<Inst> {
        let scope = &self.scopes[scope];
        let entered = scope.held.iter().filter_map(|held| match held {
            Held::Object { var, ty, at_entry: true } => Some((*var, *ty)),
            Held::Object { .. } | Held::Cleanup(_) => None,
        });
        let mut out: Vec<Inst> =
            entered.map(|(var, ty)| Inst { op: self.alloc(var, ty), span: self.vars[var].span }).collect();
        for var in &scope.arbitrary {
            let span = self.vars[*var].span;
            out.push(Inst { op: Op::Havoc { dst: *var }, span });
            if let Some(shadow) = self.shadows.get(var) {
                out.push(Inst { op: Op::Assign { dst: *shadow, value: Expr::int(1, 0) }, span });
            }
        }
        out
    }
    fn alloc(&self, var: VarId, ty: TypeId) -> Op {
        stack_object(var, ty, Expr::int(self.word_bits, 1))
    }
    /// Registers a memory object of the current scope. Says whether it still has to be allocated here; else that is
    /// done where the scope is entered.
    pub fn object(&mut self, var: VarId, ty: TypeId, force_entry: bool) -> bool {
        let scope = &mut self.scopes[self.scope];
        let at_entry = force_entry || scope.labelled;
        scope.held.push(Held::Object { var, ty, at_entry });
        !at_entry
    }
    /// Registers an object of variable length, which is always allocated where it is declared.
    pub fn variable_object(&mut self, var: VarId, ty: TypeId) {
        self.scopes[self.scope].held.push(Held::Object { var, ty, at_entry: false });
    }
    /// Whether the declaration of a variable that stands here may be jumped over.
    pub fn is_skippable(&self) -> bool {
        let scope = &self.scopes[self.scope];
        scope.labelled && (scope.parent.is_some() || !self.jumps.is_empty() || !self.computed.is_empty())
    }
    /// Makes a register arbitrary wherever the current scope is entered.
    pub fn arbitrary_at_entry(&mut self, var: VarId) {
        self.scopes[self.scope].arbitrary.push(var);
    }
    /// Registers a pointer in a register of the current scope: what it points to is not held by it any longer when the
    /// scope is left.
    pub fn pointer(&mut self, var: VarId) {
        self.scopes[self.scope].pointers.push(var);
    }
    /// Registers something that is executed whenever the current scope is left, from here on.
    pub fn cleanup(&mut self, op: Op) {
        self.scopes[self.scope].held.push(Held::Cleanup(vec![op]));
    }
    /// Registers something that is executed whenever the function returns, from here on.
    pub fn cleanup_at_return(&mut self, ops: Vec<Op>) {
        self.scopes[0].held.push(Held::Cleanup(ops));
    }
    /// The object with the addresses of the variables that nested functions use; its size is known at the end.
    pub fn new_frame(&mut self, ty: TypeId, span: Span) -> VarId {
        let var = self.var("frame", ty, Role::Temp, span);
        self.scopes[0].held.push(Held::Object { var, ty, at_entry: true });
        self.frame = Some(var);
        var
    }
    /// Gives an object of the function its final type.
    pub fn set_object_type(&mut self, object: VarId, new: TypeId) {
        for held in self.scopes.iter_mut().flat_map(|scope| &mut scope.held) {
            if let Held::Object { var, ty, .. } = held
                && *var == object
            {
                *ty = new;
            }
        }
    }
    /// The cleanups of all scopes around the current place, innermost first.
    pub fn cleanups(&self) -> Vec<Op> {
        let mut ops = Vec::new();
        for (scope, _) in self.around() {
            ops.extend(self.scopes[scope].held.iter().rev().filter_map(|held| match held {
                Held::Cleanup(ops) => Some(ops.clone()),
                Held::Object { .. } => None,
            }));
        }
        ops.into_iter().flatten().collect()
    }
    /// The scopes around the current place with how much they hold, innermost first.
    fn around(&self) -> Vec<(usize, usize)> {
        let mut around = Vec::new();
        let mut at = Some(self.scope);
        while let Some(scope) = at {
            around.push((scope, self.scopes[scope].held.len()));
            at = self.scopes[scope].parent;
        }
        around
    }
    /// Jumps to a block of another scope.
    pub fn jump(&mut self, exit: Exit, span: Span) {
        let jump = Jump { block: self.current, target: exit.block, to: exit.scope, from: self.around() };
        self.jumps.push(jump);
        self.blocks[self.current].span = span;
        self.current = self.block(span);
    }
    /// The block of a label.
    pub fn label(&mut self, name: LabelKey, span: Span) -> BlockId {
        if let Some(target) = self.labels.get(&name) {
            return target.block;
        }
        let block = self.block(span);
        self.labels.insert(name, Target { block, scope: None });
        block
    }
    /// A `goto`.
    pub fn goto(&mut self, name: LabelKey, span: Span) {
        let block = self.label(name, span);
        // The label's scope is looked up when all labels have been met.
        let jump = Jump { block: self.current, target: block, to: usize::MAX, from: self.around() };
        self.jumps.push(jump);
        self.blocks[self.current].span = span;
        self.current = self.block(span);
    }
    /// Puts a label here. Says whether it was new.
    pub fn put_label(&mut self, name: LabelKey, span: Span) -> bool {
        let block = self.label(name, span);
        let scope = (self.scope, self.scopes[self.scope].held.len());
        match self.labels.get_mut(&name) {
            Some(target) if target.scope.is_none() => target.scope = Some(scope),
            _ => return false,
        }
        self.flow_to(block, span);
        true
    }
    /// Ends a block as a `switch`.
    pub fn dispatch(
        &mut self,
        block: BlockId,
        on: Expr,
        arms: Vec<(Bits, BlockId, usize)>,
        other: (BlockId, usize),
        span: Span,
    ) {
        self.blocks[block].span = span;
        let from = self.around();
        self.dispatches.push(Dispatch { block, on, arms, other, from });
    }

    /// A computed `goto` to the label with that number.
    pub fn goto_computed(&mut self, on: Expr, span: Span) {
        let from = self.around();
        self.computed.push(Computed { block: self.current, on, from });
        self.blocks[self.current].span = span;
        self.current = self.block(span);
    }

    /// Lets `longjmp` lead to a block. Gives the number of this place.
    pub fn put_jump_target(&mut self, block: BlockId) -> u64 {
        let scope = (self.scope, self.scopes[self.scope].held.len());
        self.jump_targets.push((block, scope));
        self.jump_targets.len() as u64
    }
    /// Jumps to the place with that number, on behalf of `longjmp`.
    pub fn jump_back(&mut self, on: Expr, span: Span) {
        let from = self.around();
        self.jumps_back.push(Computed { block: self.current, on, from });
        self.blocks[self.current].span = span;
        self.current = self.block(span);
    }

    /// What is done on a jump to a place in a scope that held so much there: the frees, cleanups and allocations.
    fn passage(&self, from: &[(usize, usize)], to: (usize, usize), span: Span) -> Vec<Inst> {
        let mut chain = Vec::new();
        let (mut at, mut count) = (Some(to.0), to.1);
        while let Some(scope) = at {
            chain.push((scope, count));
            at = self.scopes[scope].parent;
            count = self.scopes[scope].position;
        }
        let mut insts = Vec::new();
        for (scope, count) in from {
            // A jump back in a scope that goes on leaves what was declared in between.
            let kept = chain.iter().find(|(s, _)| s == scope).map(|(_, count)| *count);
            for (index, held) in self.scopes[*scope].held.iter().enumerate().rev() {
                let left = kept.map_or(index < *count || held.at_entry(), |kept| {
                    kept <= index && index < *count && !held.at_entry()
                });
                if left {
                    insts.extend(held.release().into_iter().map(|op| Inst { op, span }));
                }
            }
            if kept.is_none() {
                insts.extend(self.scopes[*scope].pointers.iter().map(|var| Inst { op: forget(*var), span }));
            }
        }
        for (scope, _) in chain.iter().rev().filter(|(scope, _)| !from.iter().any(|(s, _)| s == scope)) {
            insts.extend(self.entry_allocs(*scope));
        }
        insts
    }
    /// A block that makes the verdict unknown.
    fn dead_end(&mut self, reason: &str, span: Span) -> BlockId {
        let insts = vec![Inst { op: Op::Unsupported(reason.to_owned()), span }];
        self.blocks.push(Draft { insts, end: Some(End::Halt(Halt::Abort)), span })
    }
    /// Completes the computed jumps.
    fn settle_computed(&mut self) {
        for computed in std::mem::take(&mut self.computed) {
            let span = self.blocks[computed.block].span;
            let mut arms = Vec::new();
            for (index, key) in self.facts.addressed.clone().into_iter().enumerate() {
                let found = self.labels.get(&key).and_then(|target| Some((target.block, target.scope?)));
                let to = match found {
                    // Compilers cannot tell which scopes are left, and run no cleanups.
                    Some((block, scope)) => {
                        let mut insts = self.passage(&computed.from, scope, span);
                        insts.retain(|inst| matches!(inst.op, Op::Free { .. } | Op::Alloc { .. }));
                        self.by_way_of(insts, block, span)
                    }
                    None => self.dead_end("a jump into a statement that is not supported", span),
                };
                arms.push((Bits::from_u64(self.word_bits, index as u64 + 1), to));
            }
            let other = self.dead_end("a computed goto to something else than a label of the function", span);
            self.blocks[computed.block].end =
                Some(if arms.is_empty() { End::Goto(other) } else { End::Switch { on: computed.on, arms, other } });
        }
    }
    /// Completes the jumps to where `setjmp` was called. No cleanups run.
    fn settle_jumps_back(&mut self) {
        for jump in std::mem::take(&mut self.jumps_back) {
            let span = self.blocks[jump.block].span;
            let mut arms = Vec::new();
            for (index, (block, scope)) in self.jump_targets.clone().into_iter().enumerate() {
                let to = if self.enters_variable_object(&jump.from, scope) {
                    self.dead_end("a `longjmp` into the scope of an array of variable length", span)
                } else {
                    let mut insts = self.passage(&jump.from, scope, span);
                    insts.retain(|inst| !matches!(inst.op, Op::Call { .. }));
                    self.by_way_of(insts, block, span)
                };
                arms.push((Bits::from_u64(self.word_bits, index as u64 + 1), to));
            }
            let other = self.dead_end("a `longjmp` to a place that no `setjmp` has set", span);
            self.blocks[jump.block].end = Some(End::Switch { on: jump.on, arms, other });
        }
    }
    /// Whether a jump leads into a scope that was left and where an object had been made after the scope was entered.
    fn enters_variable_object(&self, from: &[(usize, usize)], to: (usize, usize)) -> bool {
        let (mut at, mut count) = (Some(to.0), to.1);
        while let Some(scope) = at {
            let held = &self.scopes[scope].held[..count];
            let made = |held: &Held| matches!(held, Held::Object { at_entry: false, .. });
            if !from.iter().any(|(s, _)| *s == scope) && held.iter().any(made) {
                return true;
            }
            (at, count) = (self.scopes[scope].parent, self.scopes[scope].position);
        }
        false
    }
    /// A block that leads to another one by way of what the jump there has to do.
    fn through(&mut self, from: &[(usize, usize)], block: BlockId, to: (usize, usize), span: Span) -> BlockId {
        let insts = self.passage(from, to, span);
        self.by_way_of(insts, block, span)
    }
    fn by_way_of(&mut self, insts: Vec<Inst>, block: BlockId, span: Span) -> BlockId {
        if insts.is_empty() { block } else { self.blocks.push(Draft { insts, end: Some(End::Goto(block)), span }) }
    }
    /// Completes all jumps. Labels that were never put lead to an unsupported place.
    fn settle(&mut self) {
        let scope_of: FxHashMap<BlockId, Option<(usize, usize)>> =
            self.labels.values().map(|target| (target.block, target.scope)).collect();
        for jump in std::mem::take(&mut self.jumps) {
            let span = self.blocks[jump.block].span;
            let to = if jump.to == usize::MAX {
                scope_of.get(&jump.target).copied().flatten()
            } else {
                Some((jump.to, usize::MAX))
            };
            match to {
                Some(to) => {
                    let passage = self.passage(&jump.from, to, span);
                    let draft = &mut self.blocks[jump.block];
                    draft.insts.extend(passage);
                    draft.end = Some(End::Goto(jump.target));
                }
                None => {
                    let draft = &mut self.blocks[jump.block];
                    let reason = "a jump into a statement that is not supported".to_owned();
                    draft.insts.push(Inst { op: Op::Unsupported(reason), span });
                    draft.end = Some(End::Halt(Halt::Abort));
                }
            }
        }
        for dispatch in std::mem::take(&mut self.dispatches) {
            let span = self.blocks[dispatch.block].span;
            let through = |body: &mut Body, (block, scope): (BlockId, usize)| {
                body.through(&dispatch.from, block, (scope, usize::MAX), span)
            };
            let other = through(self, dispatch.other);
            let arms: Vec<(Bits, BlockId)> =
                dispatch.arms.into_iter().map(|(value, block, scope)| (value, through(self, (block, scope)))).collect();
            let end = match &dispatch.on {
                _ if arms.is_empty() => End::Goto(other),
                Expr::Int(on) => End::Goto(arms.iter().find(|(value, _)| value == on).map_or(other, |(_, to)| *to)),
                _ => End::Switch { on: dispatch.on, arms, other },
            };
            self.blocks[dispatch.block].end = Some(end);
        }
        self.settle_computed();
        self.settle_jumps_back();
    }
    /// The finished function: its blocks, entry first, of which unreachable ones are dropped and chains are joined.
    pub fn finish(mut self) -> Finished {
        self.allocate_at_entry(0);
        self.settle();
        let entry = BlockId::new(0);
        let joined = self.join_chains(entry);
        let order = self.reverse_postorder(entry);
        let number: FxHashMap<BlockId, BlockId> =
            order.iter().enumerate().map(|(i, block)| (*block, Id::new(i))).collect();
        let mut kept: Vec<Prop> = Vec::new();
        let mut moved: FxHashMap<PropId, PropId> = FxHashMap::default();
        let mut blocks = Map::new();
        for id in &order {
            let draft = &mut self.blocks[*id];
            let mut insts = std::mem::take(&mut draft.insts);
            for inst in &mut insts {
                if let Op::Alloc { dst, constant, .. } = &mut inst.op {
                    *constant = self.constants.contains(dst);
                }
                if let Some(prop) = check_of(&mut inst.op) {
                    *prop = *moved.entry(*prop).or_insert_with(|| {
                        kept.push(self.props[*prop].clone());
                        Id::new(kept.len() - 1)
                    });
                }
            }
            // Only a statement that could not be lowered leaves a way without an end.
            let mut end = draft.end.take().unwrap_or_else(|| {
                let reason = self.lost.clone().unwrap_or_else(|| "a statement that is not supported".to_owned());
                insts.push(Inst { op: Op::Unsupported(reason), span: draft.span });
                End::Halt(Halt::Abort)
            });
            for_each_target(&mut end, &mut |to| *to = number[to]);
            blocks.push(Block { insts, end, span: draft.span });
        }
        // An entry without instructions stands for where it leads, which becomes a part of it; of a ring of empty blocks that
        // nothing reaches, nothing is left.
        let moved = |block: BlockId| {
            let chain = std::iter::successors(Some(block), |at| joined.get(at).copied());
            chain.take(joined.len() + 1).find_map(|at| number.get(&at).copied())
        };
        let Loops { iterations, performing } = std::mem::take(&mut self.loops);
        let iterations = iterations.into_iter().filter_map(|Iteration { head, around }| {
            Some(Iteration { head: moved(head)?, around: around.into_iter().filter_map(moved).collect() })
        });
        let loops =
            Loops { iterations: iterations.collect(), performing: performing.into_iter().filter_map(moved).collect() };
        Finished { vars: self.vars, blocks, props: kept, loops }
    }
    /// Skips empty blocks and appends a block to its only predecessor if that leads nowhere else. Says which blocks others
    /// are a part of, or stand for, then.
    fn join_chains(&mut self, entry: BlockId) -> FxHashMap<BlockId, BlockId> {
        // What performs something stays apart from where it leads, even without instructions.
        let kept = if self.loops.iterations.is_empty() { FxHashSet::default() } else { self.loops.performing.clone() };
        let skip = |blocks: &Map<BlockId, Draft>, mut at: BlockId| {
            for _ in 0..64 {
                match &blocks[at] {
                    Draft { insts, end: Some(End::Goto(to)), .. }
                        if insts.is_empty() && *to != at && !kept.contains(&at) =>
                    {
                        at = *to;
                    }
                    _ => break,
                }
            }
            at
        };
        let mut joined: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        for id in self.blocks.keys() {
            let to = skip(&self.blocks, id);
            if to != id {
                joined.insert(id, to);
            }
        }
        for id in self.blocks.keys() {
            if let Some(mut end) = self.blocks[id].end.take() {
                for_each_target(&mut end, &mut |to| *to = skip(&self.blocks, *to));
                if let End::Branch { yes, no, .. } = &end
                    && yes == no
                {
                    end = End::Goto(*yes);
                }
                self.blocks[id].end = Some(end);
            }
        }
        let order = self.reverse_postorder(entry);
        let mut preds: FxHashMap<BlockId, u32> = FxHashMap::default();
        for id in &order {
            for to in self.blocks[*id].end.iter().flat_map(End::targets) {
                *preds.entry(to).or_insert(0) += 1;
            }
        }
        let mut gone: FxHashSet<BlockId> = FxHashSet::default();
        for id in order {
            if gone.contains(&id) {
                continue;
            }
            while let Some(End::Goto(to)) = self.blocks[id].end
                && to != id
                && to != entry
                && preds.get(&to) == Some(&1)
            {
                let next = &mut self.blocks[to];
                let (insts, end, span) = (std::mem::take(&mut next.insts), next.end.take(), next.span);
                let draft = &mut self.blocks[id];
                draft.insts.extend(insts);
                draft.end = end;
                draft.span = span;
                gone.insert(to);
                joined.insert(to, id);
            }
        }
        joined
    }
    fn reverse_postorder(&self, entry: BlockId) -> Vec<BlockId> {
        let mut seen: Map<BlockId, bool> = Map::filled(self.blocks.len(), false);
        let mut order = Vec::new();
        let mut stack = vec![(entry, self.successors(entry))];
        seen[entry] = true;
        while let Some((block, targets)) = stack.last_mut() {
            // The last successor first: then the first one comes first in the result.
            match targets.pop() {
                Some(to) if !seen[to] => {
                    seen[to] = true;
                    let next = self.successors(to);
                    stack.push((to, next));
                }
                Some(_) => {}
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }
    fn successors(&self, block: BlockId) -> Vec<BlockId> {
        self.blocks[block].end.as_ref().map_or_else(Vec::new, End::targets)
    }
}

fn free(var: VarId) -> Op {
    Op::Free { ptr: Expr::Var(var), region: Region::Stack, check: None }
}

/// A plain object with automatic storage, of so many elements.
pub(super) fn stack_object(dst: VarId, ty: TypeId, count: Expr) -> Op {
    Op::Alloc { dst, region: Region::Stack, ty, count, zeroed: false, constant: false, align: None, replaces: None }
}

fn forget(var: VarId) -> Op {
    Op::Assign { dst: var, value: Expr::Null }
}

/// Moves the properties that the blocks mention.
pub(super) fn shift_props(blocks: &mut Map<BlockId, Block>, by: usize) {
    for block in blocks.values_mut() {
        for prop in block.insts.iter_mut().filter_map(|inst| check_of(&mut inst.op)) {
            *prop = PropId::new(prop.index() + by);
        }
    }
}

/// The property that an instruction can violate.
fn check_of(op: &mut Op) -> Option<&mut PropId> {
    match op {
        Op::Load { check, .. }
        | Op::Store { check, .. }
        | Op::Copy { check, .. }
        | Op::Fill { check, .. }
        | Op::Await { check, .. }
        | Op::Free { check, .. } => check.as_mut(),
        Op::Assert { prop, .. } => Some(prop),
        Op::Call { callee, .. } | Op::Spawn { callee, .. } => match callee {
            Callee::Direct(_) => None,
            Callee::Indirect { check, .. } => check.as_mut(),
        },
        Op::Assign { .. }
        | Op::Alloc { .. }
        | Op::Havoc { .. }
        | Op::Approximate { .. }
        | Op::Inspect { .. }
        | Op::Assume { .. }
        | Op::Join { .. }
        | Op::Thread { .. }
        | Op::Atomic { .. }
        | Op::Log(_)
        | Op::Clobber { .. }
        | Op::Unsupported(_) => None,
    }
}

fn for_each_target(end: &mut End, f: &mut impl FnMut(&mut BlockId)) {
    match end {
        End::Goto(to) => f(to),
        End::Branch { yes, no, .. } => {
            f(yes);
            f(no);
        }
        End::Switch { arms, other, .. } => {
            arms.iter_mut().for_each(|(_, to)| f(to));
            f(other);
        }
        End::Return(_) | End::Halt(_) | End::Unreachable => {}
    }
}
