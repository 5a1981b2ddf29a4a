//! Pointers to what is gone (C17 6.2.4p2): when an object's lifetime ends, the values of the pointers to it become
//! indeterminate. Here they stay what they were, which is an assumption of the verdict where the program looks at such a
//! value: it compares it, makes an integer of it, hands it to a function, stores or returns it. An access through it is a
//! violation of `deref` and needs no assumption.
//!
//! Which pointers may lead to what is gone is a forward analysis of each function: two *holders* (registers, and what is in
//! memory at an address that is spelled alike) are a pair while one may be a copy of the other; what ends the life of an
//! object kills the holder of the pointer and what is paired with it; a new value revives. A function is summarised by
//! which arguments may be gone, and which globals may hold a pointer to what is gone, when it returns. Copies that were
//! made by way of memory that is spelled otherwise are not followed.

use super::Lowering;
use hecaton_base::Map;
use hecaton_ir::{
    Binary, BlockId, Callee, Cast, End, Expr, FuncId, Function, Inst, Op, Role, Scalar, Types, Unary, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const GONE: &str = "pointers keep their values when the objects that they lead to are freed or leave their scopes";

/// Functions of the library whose first argument is gone afterwards, unless they fail.
const ENDING: [&str; 6] = ["realloc", "reallocarray", "fclose", "pclose", "freopen", "closedir"];
/// Those among them that give null when they fail.
const FAILING: [&str; 2] = ["realloc", "reallocarray"];
/// A function with more steps than this is taken to look at such a pointer.
const MOST_STEPS: usize = 400_000;
/// Addresses that are larger expressions are not compared.
const LARGEST: usize = 12;

/// What may hold a pointer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Register(VarId),
    /// Memory at this address.
    Cell(Expr),
    /// The caller, for an argument.
    Caller(usize),
}

/// What a function may leave behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Summary {
    arguments: BTreeSet<usize>,
    /// Addresses in globals.
    cells: Vec<Expr>,
}

/// What is known at a place: everything may be so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    pairs: BTreeSet<(usize, usize)>,
    gone: BTreeSet<usize>,
    /// What is gone unless this register is null.
    unless: BTreeMap<VarId, BTreeSet<usize>>,
}

impl State {
    fn join(&mut self, other: &State) -> bool {
        let before = (self.pairs.len(), self.gone.len(), self.unless.values().map(BTreeSet::len).sum::<usize>());
        self.pairs.extend(&other.pairs);
        self.gone.extend(&other.gone);
        for (var, holders) in &other.unless {
            self.unless.entry(*var).or_default().extend(holders);
        }
        before != (self.pairs.len(), self.gone.len(), self.unless.values().map(BTreeSet::len).sum::<usize>())
    }
    fn others(&self, holder: usize) -> Vec<usize> {
        self.pairs.range((holder, 0)..=(holder, usize::MAX)).map(|(_, other)| *other).collect()
    }
    fn forget(&mut self, holder: usize) {
        for other in self.others(holder) {
            self.pairs.remove(&(holder, other));
            self.pairs.remove(&(other, holder));
        }
        self.gone.remove(&holder);
    }
    fn pair(&mut self, a: usize, b: usize) {
        if a != b {
            self.pairs.extend([(a, b), (b, a)]);
        }
    }
    fn kill(&mut self, holder: usize) {
        let others = self.others(holder);
        self.gone.insert(holder);
        self.gone.extend(others);
    }
}

/// The analysis of one function.
struct Walk<'a> {
    function: &'a Function,
    types: &'a Types,
    functions: &'a Map<FuncId, Function>,
    summaries: &'a FxHashMap<FuncId, Summary>,
    /// Functions that are models.
    models: &'a FxHashSet<FuncId>,
    holders: Vec<Holder>,
    numbers: FxHashMap<Holder, usize>,
    /// The cells of whose addresses a register is a part.
    cells_by: FxHashMap<VarId, Vec<usize>>,
    /// The program looks at a pointer to what is gone.
    looks: bool,
}

impl Lowering<'_> {
    /// Tells whether the program looks at pointers to what is gone.
    pub(super) fn tell_gone(&mut self, harness: Option<FuncId>) {
        let models: FxHashSet<FuncId> =
            self.functions.iter().filter(|(_, f)| self.is_model(f.span)).map(|(id, _)| id).collect();
        let own: Vec<FuncId> = self
            .functions
            .iter()
            .filter(|(id, f)| f.has_body() && !models.contains(id) && harness != Some(*id))
            .map(|(id, _)| id)
            .collect();
        let mut summaries: FxHashMap<FuncId, Summary> = FxHashMap::default();
        loop {
            let mut changed = false;
            for id in &own {
                let function = &self.functions[*id];
                if !self.may_end_lives(function, &summaries) {
                    continue;
                }
                let mut walk = Walk {
                    function,
                    types: &self.types,
                    functions: &self.functions,
                    summaries: &summaries,
                    models: &models,
                    holders: Vec::new(),
                    numbers: FxHashMap::default(),
                    cells_by: FxHashMap::default(),
                    looks: false,
                };
                let summary = walk.run();
                if walk.looks {
                    self.note(GONE.into());
                    return;
                }
                if summaries.get(id) != Some(&summary) {
                    changed |= summaries.contains_key(id) || summary != Summary::default();
                    summaries.insert(*id, summary);
                }
            }
            if !changed {
                return;
            }
        }
    }
    /// Whether an object may be gone in a function, or when it returns.
    fn may_end_lives(&self, function: &Function, summaries: &FxHashMap<FuncId, Summary>) -> bool {
        let ends = |inst: &Inst| match &inst.op {
            Op::Free { .. } => true,
            Op::Call { callee: Callee::Direct(to), .. } => {
                ENDING.contains(&self.functions[*to].name.as_str())
                    || summaries.get(to).is_some_and(|summary| *summary != Summary::default())
            }
            _ => false,
        };
        let place = |var: &VarId| matches!(function.vars[*var].role, Role::Place(_));
        let returns = |end: &End| matches!(end, End::Return(Some(e)) if root(e).is_some_and(|var| place(&var) || self.types.scalar(function.vars[var].ty) == Some(Scalar::Ptr)));
        let objects = function.vars.iter().any(|(var, _)| place(&var));
        function.blocks.values().any(|block| block.insts.iter().any(ends) || objects && returns(&block.end))
    }
}

impl Walk<'_> {
    fn run(&mut self) -> Summary {
        let mut entry = State::default();
        for (index, param) in self.function.params.iter().enumerate() {
            if self.is_pointer(*param) {
                let (given, register) = (self.number(Holder::Caller(index)), self.number(Holder::Register(*param)));
                entry.pair(given, register);
            }
        }
        let mut states: FxHashMap<BlockId, State> = FxHashMap::default();
        states.insert(self.function.entry, entry);
        let mut open: VecDeque<BlockId> = VecDeque::from([self.function.entry]);
        let (mut summary, mut steps) = (Summary::default(), 0);
        while let Some(id) = open.pop_front() {
            let mut state = states[&id].clone();
            let block = &self.function.blocks[id];
            for inst in &block.insts {
                steps += 1 + state.pairs.len() / 8;
                self.step(&mut state, &inst.op);
                if self.looks || steps > MOST_STEPS {
                    self.looks = true;
                    return summary;
                }
            }
            self.look(&state, block.end.operand());
            if let End::Return(value) = &block.end {
                self.returns(&state, value.as_ref(), &mut summary);
            }
            for to in block.end.targets() {
                let mut there = state.clone();
                if let End::Branch { cond, yes, no } = &block.end
                    && yes != no
                {
                    revive(&mut there, cond, to == *yes);
                }
                let known = states.contains_key(&to);
                if states.entry(to).or_default().join(&there) || !known {
                    open.push_back(to);
                }
            }
        }
        summary
    }
    fn returns(&mut self, state: &State, value: Option<&Expr>, summary: &mut Summary) {
        if let Some(holder) = value.and_then(|value| self.holder(value)) {
            let own = |holder: &usize| match &self.holders[*holder] {
                Holder::Register(var) => matches!(self.function.vars[*var].role, Role::Place(_)),
                Holder::Cell(_) | Holder::Caller(_) => false,
            };
            // The objects of the function die when it returns.
            self.looks |= state.gone.contains(&holder) || own(&holder) || state.others(holder).iter().any(own);
        }
        for holder in &state.gone {
            match &self.holders[*holder] {
                Holder::Caller(index) => {
                    summary.arguments.insert(*index);
                }
                Holder::Cell(at) if is_global(at) && !summary.cells.contains(at) => summary.cells.push(at.clone()),
                Holder::Cell(_) | Holder::Register(_) => {}
            }
        }
    }
    fn is_pointer(&self, var: VarId) -> bool {
        self.types.scalar(self.function.vars[var].ty) == Some(Scalar::Ptr)
    }
    fn number(&mut self, holder: Holder) -> usize {
        let next = self.holders.len();
        let number = *self.numbers.entry(holder.clone()).or_insert(next);
        if number == next {
            if let Holder::Cell(at) = &holder {
                let mut vars = BTreeSet::new();
                mentioned(at, &mut vars);
                vars.into_iter().for_each(|var| self.cells_by.entry(var).or_default().push(number));
            }
            self.holders.push(holder);
        }
        number
    }
    /// The holder of the pointer that an expression is or is moved from.
    fn holder(&mut self, e: &Expr) -> Option<usize> {
        let var = root(e).filter(|var| self.is_pointer(*var))?;
        Some(self.number(Holder::Register(var)))
    }
    fn cell(&mut self, at: &Expr) -> Option<usize> {
        (size(at) <= LARGEST).then(|| self.number(Holder::Cell(at.clone())))
    }
    /// A register takes another value: addresses that it is a part of are others.
    fn redefine(&mut self, state: &mut State, var: VarId) {
        state.unless.remove(&var);
        let register = self.number(Holder::Register(var));
        state.forget(register);
        self.cells_by.get(&var).into_iter().flatten().for_each(|cell| state.forget(*cell));
    }
    fn forget_cells(&self, state: &mut State, is_lost: impl Fn(&Expr) -> bool) {
        let known: BTreeSet<usize> = state.pairs.iter().map(|(a, _)| *a).chain(state.gone.iter().copied()).collect();
        for holder in known {
            if matches!(&self.holders[holder], Holder::Cell(at) if is_lost(at)) {
                state.forget(holder);
            }
        }
    }
    /// A holder takes the pointer of another one.
    fn copy(&mut self, state: &mut State, to: Holder, from: Option<usize>) {
        let number = self.number(to.clone());
        if from == Some(number) {
            return;
        }
        let (others, gone) = from.map_or((Vec::new(), false), |from| (state.others(from), state.gone.contains(&from)));
        let unless = match from.map(|from| &self.holders[from]) {
            Some(Holder::Register(from)) => state.unless.get(from).cloned(),
            _ => None,
        };
        match to {
            Holder::Register(var) => {
                self.redefine(state, var);
                state.unless.extend(unless.map(|holders| (var, holders)));
            }
            Holder::Cell(_) | Holder::Caller(_) => state.forget(number),
        }
        let lost = match &self.holders[number] {
            Holder::Register(var) => self.cells_by.get(var).map_or(&[][..], |cells| cells),
            Holder::Cell(_) | Holder::Caller(_) => &[],
        };
        others
            .into_iter()
            .chain(from)
            .filter(|other| !lost.contains(other))
            .for_each(|other| state.pair(number, other));
        if gone {
            state.gone.insert(number);
        }
    }
    /// The program looks at the values of these expressions, but only comparisons and conversions tell what a pointer is.
    fn look<'e>(&mut self, state: &State, operands: impl IntoIterator<Item = &'e Expr>) {
        if state.gone.is_empty() {
            return;
        }
        let mut open: Vec<&Expr> = operands.into_iter().collect();
        while let Some(e) = open.pop() {
            match e {
                Expr::Binary(Binary::Eq | Binary::ULt | Binary::ULe | Binary::PtrDiff, parts) => {
                    let holders = [&parts[0], &parts[1]].map(|part| self.holder(part));
                    self.looks |= holders.into_iter().flatten().any(|holder| state.gone.contains(&holder));
                }
                Expr::Cast(Cast::PToI, _, inner) => {
                    self.looks |= self.holder(inner).is_some_and(|holder| state.gone.contains(&holder));
                }
                _ => {}
            }
            open.extend(e.children());
        }
    }
    fn is_gone(&mut self, state: &State, e: &Expr) -> bool {
        self.holder(e).is_some_and(|holder| state.gone.contains(&holder))
    }
    fn step(&mut self, state: &mut State, op: &Op) {
        self.look(state, op.operands());
        match op {
            Op::Assign { dst, value } => {
                let from = self.holder(value);
                self.copy(state, Holder::Register(*dst), from);
            }
            Op::Load { dst, ptr, .. } => {
                let from = if self.is_pointer(*dst) { self.cell(ptr) } else { None };
                self.copy(state, Holder::Register(*dst), from);
            }
            Op::Store { ptr, value, .. } => {
                self.looks |= self.is_gone(state, value);
                let from = self.holder(value);
                if self.cell(ptr).is_some() {
                    self.copy(state, Holder::Cell(ptr.clone()), from);
                }
            }
            Op::Free { ptr, .. } => {
                if let Some(holder) = self.holder(ptr) {
                    state.kill(holder);
                }
            }
            Op::Call { dst, callee, args } => self.call(state, *dst, callee, args),
            Op::Havoc { dst }
            | Op::Approximate { dst, .. }
            | Op::Inspect { dst, .. }
            | Op::Thread { dst }
            | Op::Alloc { dst, .. }
            | Op::Spawn { dst, .. } => self.redefine(state, *dst),
            Op::Copy { .. } | Op::Fill { .. } | Op::Clobber { .. } => self.forget_cells(state, |_| true),
            Op::Assume { .. }
            | Op::Assert { .. }
            | Op::Join { .. }
            | Op::Atomic { .. }
            | Op::Await { .. }
            | Op::Log(_)
            | Op::Unsupported(_) => {}
        }
    }
    fn call(&mut self, state: &mut State, dst: Option<VarId>, callee: &Callee, args: &[Expr]) {
        self.looks |= args.iter().any(|arg| self.is_gone(state, arg));
        let Callee::Direct(func) = callee else {
            self.forget_cells(state, |_| true);
            dst.into_iter().for_each(|dst| self.redefine(state, dst));
            return;
        };
        let (function, mut ended) = (&self.functions[*func], Vec::new());
        let is_model = self.models.contains(func);
        if is_model {
            let given: Vec<Expr> = args.iter().filter_map(|arg| base(arg).cloned()).collect();
            self.forget_cells(state, |at| base(at).is_some_and(|base| given.contains(base)));
            if ENDING.contains(&function.name.as_str()) {
                ended.extend(args.first());
            }
        }
        let summary = self.summaries.get(func).cloned().unwrap_or_default();
        ended.extend(summary.arguments.iter().filter_map(|index| args.get(*index)));
        let before = state.gone.clone();
        for arg in ended {
            if let Some(holder) = self.holder(arg) {
                state.kill(holder);
            }
        }
        let killed: BTreeSet<usize> = state.gone.difference(&before).copied().collect();
        if !is_model {
            // What the callee writes elsewhere is not known; what it was given is taken to be where it was.
            self.forget_cells(state, |_| true);
            state.gone.extend(&killed);
        }
        for at in &summary.cells {
            let cell = self.number(Holder::Cell(at.clone()));
            state.gone.insert(cell);
        }
        if let Some(dst) = dst {
            self.redefine(state, dst);
            if is_model && FAILING.contains(&function.name.as_str()) {
                state.unless.insert(dst, killed);
            }
        }
    }
}

/// Where what has ended the life of an object failed, the object is still there.
fn revive(state: &mut State, cond: &Expr, holds: bool) {
    match cond {
        Expr::Unary(Unary::Not, inner) => revive(state, inner, !holds),
        Expr::Binary(Binary::Eq, parts) if holds => {
            let tested = match (&parts[0], &parts[1]) {
                (Expr::Var(var), Expr::Null) | (Expr::Null, Expr::Var(var)) => var,
                _ => return,
            };
            let alike: Vec<VarId> = state.unless.keys().copied().filter(|var| var == tested).collect();
            for var in alike {
                for holder in state.unless.remove(&var).unwrap_or_default() {
                    state.gone.remove(&holder);
                }
            }
        }
        _ => {}
    }
}

/// The register that a pointer is or is moved from.
fn root(e: &Expr) -> Option<VarId> {
    match e {
        Expr::Var(var) => Some(*var),
        Expr::Offset(parts) => root(&parts[0]),
        _ => None,
    }
}

/// What an address is moved from.
fn base(e: &Expr) -> Option<&Expr> {
    match e {
        Expr::Var(_) | Expr::Global(_) => Some(e),
        Expr::Offset(parts) => base(&parts[0]),
        _ => None,
    }
}

/// Whether an address is a constant one in a global.
fn is_global(at: &Expr) -> bool {
    match at {
        Expr::Global(_) => true,
        Expr::Offset(parts) => is_global(&parts[0]) && matches!(parts[1], Expr::Int(_)),
        _ => false,
    }
}

/// Adds the registers that an expression mentions.
fn mentioned(e: &Expr, vars: &mut BTreeSet<VarId>) {
    if let Expr::Var(var) = e {
        vars.insert(*var);
    }
    e.children().iter().for_each(|child| mentioned(child, vars));
}

fn size(e: &Expr) -> usize {
    1 + e.children().iter().map(size).sum::<usize>()
}
