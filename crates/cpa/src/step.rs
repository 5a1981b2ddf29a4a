//! What an instruction does to an abstract state: at least all that the interpreter could do. What is not known gives
//! an unknown value, and what cannot be followed is reported with its reason; nothing is passed over in silence.
//!
//! An invalid access ends the path in the IR whether or not anybody asks for its check, so a path goes on only where the
//! access is valid. Whoever writes through a pointer that may lead anywhere may have written to any object.

use crate::code::Code;
use crate::domain::{Beside, Change, Domain as _, Written};
use crate::eval::{self, eval, learn_pointer, type_of};
use crate::range::Range;
use crate::state::{Frame, Link, State};
use crate::value::{Target, Targets, Value};
use hecaton_base::{Id as _, Stop};
use hecaton_ir::{Aspect, BlockId, Callee, End, Expr, FuncId, GlobalId, Inst, Loc, Op, PropId, Region, Scalar, VarId};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// What a step leads to.
#[derive(Clone, Debug)]
pub enum Succ {
    /// The start of a block of the same call.
    Next(State),
    /// The start of a function, called from the call below it.
    Enter(State),
    /// The end of a call, which is still the innermost one, with its result.
    Leave(State, Option<Value>),
}

/// What a step finds out besides.
#[derive(Default)]
pub struct Findings {
    /// Properties that may be violated, and where.
    pub alarms: Vec<(PropId, Loc)>,
    /// What could not be followed, and where.
    pub stops: Vec<(Stop, Loc)>,
    /// The bytes that are accessed, in order, if anybody wants to know.
    pub touched: Option<Vec<Touch>>,
    /// The alarm of which somebody wants to know what leads to it.
    pub wants: Option<(PropId, Loc)>,
    /// A state in which that property is violated there.
    pub violating: Option<State>,
}

/// An access that was made.
pub struct Touch {
    /// The instruction of the block.
    pub inst: u32,
    /// It may write.
    pub write: bool,
    /// How many bytes, at most.
    pub bytes: u64,
    /// Objects, and offsets in them.
    pub to: Vec<(u32, Range)>,
}

/// The places an access may mean.
struct Access {
    /// Objects, and offsets at which the access is inside of them.
    to: SmallVec<[(u32, Range); 1]>,
    /// Any object, or memory outside.
    anywhere: bool,
}

impl Access {
    fn is_nowhere(&self) -> bool {
        self.to.is_empty() && !self.anywhere
    }
    fn sure(&self) -> bool {
        self.to.len() == 1 && !self.anywhere
    }
}

/// Runs a state to the end of its block, or to a call.
pub fn step(code: &Code, mut state: State, out: &mut Vec<Succ>, findings: &mut Findings) {
    let program = &code.program;
    let Loc { func, block, inst } = state.loc();
    let it = &program.functions[func].blocks[block];
    for (i, inst) in it.insts.iter().enumerate().skip(inst as usize) {
        state.top_mut().inst = i as u32;
        let mut run = Run { code, state, findings };
        match run.inst(inst) {
            Ok(Flow::On) => state = run.state,
            Ok(Flow::Ends) => return,
            Ok(Flow::Calls) => {
                run.call(inst, out);
                return;
            }
            Err(stop) => {
                let loc = run.state.loc();
                findings.stops.push((stop, loc));
                return;
            }
        }
    }
    state.top_mut().inst = it.insts.len() as u32;
    end(code, state, &it.end, out, findings);
}

/// Returns from the innermost call to the one below.
pub fn leave(code: &Code, mut state: State, value: Option<Value>) -> State {
    tell_leave(code, &mut state);
    let frame = state.frames.pop().expect("a state has a frame");
    for object in &frame.objects {
        state.memory_mut().end(*object, true);
    }
    set_result(code, &mut state, frame.func, frame.dst, value);
    state
}

/// Tells that the innermost call is about to end, where it stands at its return.
pub(crate) fn tell_leave(code: &Code, state: &mut State) {
    if code.judge().is_none() {
        return;
    }
    let program = &code.program;
    let Loc { func, block, inst } = state.loc();
    let block = &program.functions[func].blocks[block];
    let value = match &block.end {
        End::Return(value) if inst as usize == block.insts.len() => Some(value.as_ref()),
        // Out of a loop that is a block: told at its end.
        _ => None,
    };
    state.tell(code, &Change::Leave { value });
}

/// Gives the result of a call of a function to the variable that takes it.
pub fn set_result(code: &Code, state: &mut State, of: FuncId, dst: Option<VarId>, value: Option<Value>) {
    if let Some(dst) = dst {
        let ty = code.program.scalar(state.top().func, dst);
        let value = value.map_or_else(|| Value::zero(ty, code.word), |value| value.typed(ty));
        set(code, state, dst, value, Written::Result(of));
    }
}

/// Writes a variable of the innermost call.
fn set(code: &Code, state: &mut State, dst: VarId, value: Value, to: Written<'_>) {
    state.tell(code, &Change::Var { var: dst, to });
    let frame = state.top_mut();
    if !frame.links.is_empty() {
        let function = &code.program.functions[frame.func];
        frame.links.retain(|(var, link)| {
            *var != dst
                && match link {
                    Link::Cell(..) => true,
                    Link::Assigned(block, inst) => match &function.blocks[*block].insts[*inst as usize].op {
                        Op::Assign { value, .. } => !mentions(value, dst),
                        _ => false,
                    },
                }
        });
    }
    frame.learn(dst, value);
}

fn mentions(expr: &Expr, var: VarId) -> bool {
    let mut found = false;
    expr.for_each_var(&mut |used| found |= used == var);
    found
}

enum Flow {
    On,
    Ends,
    Calls,
}

struct Run<'a> {
    code: &'a Code,
    state: State,
    findings: &'a mut Findings,
}

impl Run<'_> {
    fn eval(&self, expr: &Expr) -> Value {
        eval(self.code, &self.state, expr)
    }
    fn set(&mut self, dst: VarId, value: Value, to: Written<'_>) {
        set(self.code, &mut self.state, dst, value, to);
    }
    fn alarm(&mut self, prop: Option<PropId>) {
        if let Some(prop) = prop.filter(|prop| self.code.asked.contains(prop)) {
            self.findings.alarms.push((prop, self.state.loc()));
        }
    }
    fn scalar(&self, var: VarId) -> Scalar {
        self.code.program.scalar(self.state.top().func, var)
    }
    /// Links to what an object holds are void, or those to any object.
    fn unlink(&mut self, object: Option<u32>) {
        let touched = |link: &Link| match link {
            Link::Cell(of, ..) => object.is_none_or(|object| object == *of),
            Link::Assigned(..) => false,
        };
        self.state.top_mut().links.retain(|(_, link)| !touched(link));
    }
    /// The places that an access of some bytes may mean, inside of live objects. Raises the alarm if it may be invalid.
    fn access(&mut self, ptr: &Expr, bytes: (u64, u64), write: bool, check: Option<PropId>) -> Result<Access, Stop> {
        let access = self.resolve(ptr, bytes, write, check)?;
        if let Some(touched) = &mut self.findings.touched {
            let to = access.to.to_vec();
            touched.push(Touch { inst: self.state.loc().inst, write, bytes: bytes.1, to });
        }
        Ok(access)
    }
    fn resolve(&mut self, ptr: &Expr, bytes: (u64, u64), write: bool, check: Option<PropId>) -> Result<Access, Stop> {
        let targets: Targets = match ptr {
            Expr::Global(global) => {
                smallvec![(Target::Object(global.index() as u32), Range::constant(self.code.word, 0))]
            }
            _ => match self.eval(ptr) {
                Value::Ptr(pointer) => pointer.to.clone(),
                Value::Any | Value::Int(_) => {
                    self.alarm(check);
                    self.not_in_slice()?;
                    return Ok(Access { to: smallvec![], anywhere: true });
                }
            },
        };
        let mut access = Access { to: smallvec![], anywhere: false };
        let (mut sure, mut left) = (true, Targets::new());
        let target = self.code.program.target;
        for (to, at) in &targets {
            match to {
                Target::Number => {
                    sure = false;
                    let (lo, hi) = at.unsigned_bounds();
                    // Below the first object and above the last there is none, unless there is memory outside.
                    let none = hi < target.first() && (!self.code.program.outside || hi == 0) || lo >= target.code();
                    if !none {
                        self.not_in_slice()?;
                        access.anywhere = true;
                        left.push((*to, *at));
                    }
                }
                Target::Func(_) => sure = false,
                Target::Object(object) if self.is_unsized(*object) => {
                    sure = false;
                    self.not_in_slice()?;
                    access.anywhere = true;
                    left.push((*to, *at));
                }
                Target::Object(object) => {
                    let Some(known) = self.state.memory.object(*object) else {
                        sure = false;
                        continue;
                    };
                    let last = known.size.1.checked_sub(bytes.0);
                    let (Some(last), false) = (last, write && self.code.is_protected(*object, check.is_some())) else {
                        sure = false;
                        continue;
                    };
                    let (lo, hi) = at.unsigned_bounds();
                    sure &=
                        !known.maybe && !known.stale && hi.checked_add(bytes.1).is_some_and(|end| end <= known.size.0);
                    // Offsets are signed.
                    sure &= at.signed_bounds().0 >= 0;
                    let last = last.min(hecaton_ir::scalar::mask(self.code.word));
                    let Some(inside) = at.meet(&Range::unsigned(self.code.word, 0, last)) else {
                        sure = false;
                        continue;
                    };
                    debug_assert!(lo <= hi);
                    access.to.push((*object, inside));
                    left.push((*to, inside));
                }
            }
        }
        if !sure {
            self.alarm(check);
            if bytes.0 == 0 {
                // Nothing may be accessed at all, whatever the pointer.
                return Ok(access);
            }
            if !left.is_empty()
                && left != targets
                && let Expr::Var(_) = ptr
            {
                learn_pointer(self.code, &mut self.state, ptr, &Value::pointer(left));
            } else if let Expr::Offset(ab) = ptr {
                self.learn_base(&ab[0], &ab[1]);
            }
        }
        Ok(access)
    }
    /// Nothing goes on after an access that is surely invalid, and if nobody asks about it nothing is claimed either.
    fn nowhere(&self, check: Option<PropId>) -> Result<Flow, Stop> {
        match check.is_some_and(|check| self.code.ending.contains(&check)) {
            true => Ok(Flow::Ends),
            false => Err(Stop::after_unasked()),
        }
    }
    /// Whether an object is a global whose size is not known.
    fn is_unsized(&self, object: u32) -> bool {
        let global = GlobalId::new(object as usize);
        global.index() < self.code.program.globals.len() && self.code.program.is_unsized(global)
    }
    /// In a slice, pointers are taken to come from the addresses of their objects.
    fn not_in_slice(&self) -> Result<(), Stop> {
        match self.code.slice {
            true => Err(Stop::Unsupported("an access through a pointer of which nothing is known, in a slice".into())),
            false => Ok(()),
        }
    }
    /// A pointer that was moved by a little and then used is not null.
    fn learn_base(&mut self, base: &Expr, by: &Expr) {
        let by = self.eval(by).range(self.code.word);
        if self.code.program.outside || by.unsigned_bounds().1 >= self.code.program.target.first() / 2 {
            return;
        }
        if let (Expr::Var(_), Value::Ptr(pointer)) = (base, self.eval(base)) {
            let left: Targets = pointer
                .to
                .iter()
                .filter(|(to, at)| match to {
                    Target::Number => at.single() != Some(0),
                    Target::Object(object) => self.state.memory.object(*object).is_some(),
                    Target::Func(_) => false,
                })
                .copied()
                .collect();
            if !left.is_empty() && left != pointer.to {
                learn_pointer(self.code, &mut self.state, base, &Value::pointer(left));
            }
        }
    }

    fn inst(&mut self, inst: &Inst) -> Result<Flow, Stop> {
        let target = self.code.program.target;
        match &inst.op {
            Op::Assign { dst, value } => {
                let mut result = self.eval(value);
                if let (Value::Int(range), false) = (&result, self.code.related().is_empty())
                    && range.width() == 1
                    && range.single().is_none()
                    && let Some(truth) = self.truth(value)
                {
                    result = Value::Int(Range::truth(Some(truth)));
                }
                self.set(*dst, result, Written::Value(value));
                if !mentions(value, *dst) && !matches!(value, Expr::Int(_)) {
                    let Frame { block, inst, .. } = *self.state.top();
                    self.state.top_mut().set_link(*dst, Link::Assigned(block, inst));
                }
            }
            Op::Approximate { dst, value, what: _ } => {
                let value = self.eval(value);
                self.set(*dst, value, Written::Unknown);
            }
            Op::Load { dst, ptr, check } => {
                let ty = self.scalar(*dst);
                let bytes = ty.bytes(target);
                let access = self.access(ptr, (bytes, bytes), false, *check)?;
                if access.is_nowhere() {
                    return self.nowhere(*check);
                }
                let mut value: Option<Value> = access.anywhere.then(|| Value::any(ty));
                for (object, at) in &access.to {
                    let found = self.state.memory.read(self.code, *object, at, bytes, ty);
                    value = Some(value.map_or_else(|| found.clone(), |value| value.join(&found).typed(ty)));
                }
                let mut value = value.unwrap_or_else(|| Value::any(ty));
                if let (true, [(object, at)], Value::Int(range)) = (access.sure(), access.to.as_slice(), &value)
                    && let Some(said) = at.single().and_then(|at| self.state.beside.says(self.code, *object, at, bytes))
                    && said.width() == range.width()
                    && let Some(both) = range.meet(&said)
                {
                    value = Value::Int(both);
                }
                let cell = match access.to.as_slice() {
                    [(object, at)] if access.sure() => at.single().map(|offset| (*object, offset)),
                    _ => None,
                };
                let to = cell.map_or(Written::Unknown, |(object, offset)| Written::Cell(object, offset, bytes));
                self.set(*dst, value, to);
                if let (true, [(object, at)]) = (access.sure(), access.to.as_slice())
                    && let Some(offset) = at.single()
                    && !self.code.is_constant(*object)
                    && self.state.memory.object(*object).is_some_and(|known| !known.many)
                    && matches!(ty, Scalar::Ptr | Scalar::Int(8 | 16 | 32 | 64))
                {
                    self.state.top_mut().set_link(*dst, Link::Cell(*object, offset, bytes));
                }
            }
            Op::Store { ptr, value, check } => {
                let ty = type_of(self.code, &self.state, value);
                let bytes = ty.bytes(target);
                let stored = self.eval(value);
                let access = self.access(ptr, (bytes, bytes), true, *check)?;
                if access.is_nowhere() {
                    return self.nowhere(*check);
                }
                if access.anywhere {
                    self.anywhere();
                    return Ok(Flow::On);
                }
                let sure = access.sure();
                match access.to.as_slice() {
                    [(object, at)] if sure && at.single().is_some() => {
                        let change = Change::Cell { object: *object, offset: at.unsigned_bounds().0, bytes, value };
                        self.state.beside(self.code, |beside, seen| beside.change(seen, &change));
                    }
                    _ => self.changes(&access, bytes),
                }
                for (object, at) in &access.to {
                    self.unlink(Some(*object));
                    self.state.memory_mut().write(self.code, *object, at, bytes, &stored, sure);
                }
                if let (true, [(object, at)], Expr::Var(var)) = (sure, access.to.as_slice(), value)
                    && let Some(offset) = at.single()
                    && self.state.memory.object(*object).is_some_and(|known| !known.many)
                    && self.state.top().link(*var).is_none()
                    && matches!(ty, Scalar::Ptr | Scalar::Int(8 | 16 | 32 | 64))
                {
                    self.state.top_mut().set_link(*var, Link::Cell(*object, offset, bytes));
                }
            }
            Op::Copy { dst, src, size, check } => {
                let size = self.eval(size).range(self.code.word).unsigned_bounds();
                if size.1 == 0 {
                    return Ok(Flow::On);
                }
                let from = self.access(src, size, false, *check)?;
                let to = self.access(dst, size, true, *check)?;
                if size.0 > 0 && (from.is_nowhere() || to.is_nowhere()) {
                    return self.nowhere(*check);
                }
                if to.anywhere {
                    self.anywhere();
                    return Ok(Flow::On);
                }
                self.copy(&to, &from, size);
            }
            Op::Fill { dst, byte, size, check } => {
                let size = self.eval(size).range(self.code.word).unsigned_bounds();
                if size.1 == 0 {
                    return Ok(Flow::On);
                }
                let zero = self.eval(byte).range(8).single() == Some(0);
                let to = self.access(dst, size, true, *check)?;
                if size.0 > 0 && to.is_nowhere() {
                    return self.nowhere(*check);
                }
                if to.anywhere {
                    self.anywhere();
                    return Ok(Flow::On);
                }
                self.changes(&to, size.1);
                for (object, at) in &to.to {
                    self.unlink(Some(*object));
                    let whole = self.state.memory.object(*object).is_some_and(|known| {
                        to.sure() && at.single() == Some(0) && size.0 >= known.size.1 && !known.many
                    });
                    let (lo, hi) = at.unsigned_bounds();
                    if whole && zero {
                        self.state.memory_mut().clear(*object);
                    } else {
                        self.state.memory_mut().forget_bytes(self.code, *object, lo, hi.saturating_add(size.1));
                    }
                }
            }
            Op::Alloc { dst, region, ty, count, zeroed, constant: _, align: _, replaces: _ } => {
                let elem = self.code.program.types.size(*ty, target);
                let elem = Range::constant(self.code.word, elem);
                let count = self.eval(count).range(self.code.word);
                let size = Range::binary(hecaton_ir::Binary::Mul, &count, &elem).expect("a product of integers");
                let object = self.code.site(self.state.loc());
                self.state.tell(self.code, &Change::Bytes { object, from: 0, to: u64::MAX });
                self.unlink(Some(object));
                self.state.memory_mut().make(object, size.unsigned_bounds(), *zeroed);
                if *region == Region::Stack
                    && let Err(place) = self.state.top().objects.binary_search(&object)
                {
                    self.state.top_mut().objects.insert(place, object);
                }
                self.set(*dst, Value::start_of(Target::Object(object), self.code.word), Written::Unknown);
            }
            Op::Free { ptr, region, check } => return self.free(ptr, *region, *check),
            Op::Havoc { dst } => {
                let value = Value::any(self.scalar(*dst));
                self.set(*dst, value, Written::Unknown);
            }
            Op::Clobber { roots: _ } => self.anywhere(),
            Op::Inspect { dst, ptr, aspect } => {
                let value = self.inspect(ptr, *aspect);
                self.set(*dst, value, Written::Unknown);
            }
            Op::Assume { cond } => {
                if !assume(self.code, &mut self.state, cond, true) {
                    return Ok(Flow::Ends);
                }
            }
            Op::Assert { cond, prop } => {
                if self.eval(cond).range(1).as_bool() != Some(true) {
                    // What is known of the parts of the condition may contradict its falsehood.
                    let mut bad = self.state.clone();
                    if assume(self.code, &mut bad, cond, false) {
                        self.alarm(Some(*prop));
                        if self.findings.wants == Some((*prop, bad.loc())) {
                            self.findings.violating = Some(bad);
                        }
                    }
                }
            }
            Op::Call { .. } => return Ok(Flow::Calls),
            Op::Spawn { .. } | Op::Join { .. } | Op::Await { .. } => return Err(Stop::Unsupported("threads".into())),
            // Nothing is followed beyond a `Spawn`: there is one thread.
            Op::Thread { dst } => {
                let value = Value::zero(self.scalar(*dst), self.code.word);
                self.set(*dst, value, Written::Unknown);
            }
            Op::Atomic { begin: _ } => {}
            Op::Log(_) => {}
            Op::Unsupported(what) => return Err(Stop::Unsupported(what.clone())),
        }
        Ok(Flow::On)
    }
    /// What the other domains know of the truth of a condition.
    fn truth(&mut self, cond: &Expr) -> Option<bool> {
        let mut can_be =
            |wanted| self.state.beside(self.code, |beside, seen| beside.clone().assume(seen, cond, wanted));
        match (can_be(true), can_be(false)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            (true, true) | (false, false) => None,
        }
    }
    /// So many bytes may change where an access means.
    fn changes(&mut self, access: &Access, bytes: u64) {
        self.state.beside(self.code, |beside, seen| {
            for (object, at) in &access.to {
                let (from, to) = at.unsigned_bounds();
                beside.change(seen, &Change::Bytes { object: *object, from, to: to.saturating_add(bytes) });
            }
        });
    }
    /// Any object may hold anything now.
    fn anywhere(&mut self) {
        self.state.beside(self.code, |beside, seen| beside.change(seen, &Change::Anything));
        self.unlink(None);
        self.state.memory_mut().forget_all(self.code);
    }
    fn copy(&mut self, to: &Access, from: &Access, size: (u64, u64)) {
        self.changes(to, size.1);
        let exact = match (to.to.as_slice(), from.to.as_slice()) {
            ([(into, at)], [(out_of, start)]) if to.sure() && from.sure() && size.0 == size.1 => {
                let single = self.state.memory.object(*into).is_some_and(|known| !known.many);
                match (at.single(), start.single()) {
                    (Some(at), Some(start)) if single => Some((*into, at, *out_of, start)),
                    _ => None,
                }
            }
            _ => None,
        };
        let moved = exact.map(|(_, at, out_of, start)| {
            let cells = if self.code.is_constant(out_of) {
                self.code.constant(out_of)
            } else {
                self.state.memory.cells_of(out_of)
            };
            let end = start + size.0;
            let inside = cells.iter().filter(|cell| cell.offset >= start && cell.offset + cell.bytes <= end);
            let zero = self.state.memory.object(out_of).is_some_and(|known| known.zero);
            let touched = cells.iter().filter(|cell| cell.offset < end && cell.offset + cell.bytes > start).count();
            let cells: Vec<(u64, u64, Value)> =
                inside.map(|cell| (cell.offset - start + at, cell.bytes, cell.value.clone())).collect();
            // Bytes in no cell are zero only if all cells are moved.
            (zero && touched == cells.len(), cells)
        });
        for (object, at) in &to.to {
            self.unlink(Some(*object));
            let (lo, hi) = at.unsigned_bounds();
            let known = self.state.memory.object(*object).copied();
            if let Some((zero, cells)) = &moved {
                let whole = known.is_some_and(|known| lo == 0 && size.0 >= known.size.1);
                if whole && *zero {
                    self.state.memory_mut().clear(*object);
                } else {
                    self.state.memory_mut().forget_bytes(self.code, *object, lo, lo + size.0);
                }
                for (offset, bytes, value) in cells {
                    let at = Range::constant(self.code.word, *offset);
                    self.state.memory_mut().write(self.code, *object, &at, *bytes, value, true);
                }
            } else {
                self.state.memory_mut().forget_bytes(self.code, *object, lo, hi.saturating_add(size.1));
            }
        }
    }
    fn free(&mut self, ptr: &Expr, region: Region, check: Option<PropId>) -> Result<Flow, Stop> {
        let value = self.eval(ptr);
        let Value::Ptr(pointer) = &value else {
            self.alarm(check);
            self.not_in_slice()?;
            self.unlink(None);
            self.state.memory_mut().doubt_all(self.code);
            return Ok(Flow::On);
        };
        let (mut hit, mut valid, mut null, mut anywhere) = (Vec::new(), true, false, false);
        let target = self.code.program.target;
        for (to, at) in &pointer.to {
            match to {
                Target::Number => {
                    let (lo, hi) = at.unsigned_bounds();
                    null |= lo == 0;
                    valid &= hi == 0 && region == Region::Heap;
                    anywhere |= hi >= target.first() && lo < target.code();
                    null |= self.code.program.outside;
                }
                Target::Func(_) => valid = false,
                Target::Object(object) => {
                    let fits = self.code.made(*object).is_some_and(|site| site.region == region);
                    match self.state.memory.object(*object) {
                        Some(known) if fits => {
                            valid &= !known.maybe && !known.stale && at.single() == Some(0);
                            if at.contains(0) {
                                hit.push(*object);
                            }
                        }
                        _ => valid = false,
                    }
                }
            }
        }
        if !valid {
            self.alarm(check);
        }
        if anywhere {
            self.not_in_slice()?;
            self.unlink(None);
            self.state.memory_mut().doubt_all(self.code);
            return Ok(Flow::On);
        }
        let freed_null = null && region == Region::Heap;
        if hit.is_empty() && !freed_null {
            return self.nowhere(check);
        }
        let sure = hit.len() == 1 && !freed_null;
        for object in hit {
            self.unlink(Some(object));
            self.state.memory_mut().end(object, sure);
        }
        Ok(Flow::On)
    }
    fn inspect(&self, ptr: &Expr, aspect: Aspect) -> Value {
        let word = self.code.word;
        let all = Value::Int(Range::all(word));
        let Value::Ptr(pointer) = self.eval(ptr) else { return all };
        let mut found: Option<Range> = None;
        for (to, at) in &pointer.to {
            let number = |value: u64| Range::constant(word, value);
            let either = Range::unsigned(word, 0, 1);
            let this = match to {
                Target::Number => {
                    if at.unsigned_bounds().1 >= self.code.program.target.first() || self.code.program.outside {
                        return all;
                    }
                    match aspect {
                        Aspect::Offset => *at,
                        Aspect::Size
                        | Aspect::Live
                        | Aspect::Writable
                        | Aspect::Heap
                        | Aspect::Global
                        | Aspect::Exposed => number(0),
                    }
                }
                Target::Func(_) => return all,
                Target::Object(object) if aspect == Aspect::Size && self.is_unsized(*object) => return all,
                Target::Object(object) => {
                    let known = self.state.memory.object(*object);
                    let truth = |value: bool| match known {
                        None => number(0),
                        Some(known) if (known.maybe || known.stale) && value => either,
                        Some(_) => number(u64::from(value)),
                    };
                    match aspect {
                        Aspect::Offset => *at,
                        Aspect::Size => match known {
                            None => number(0),
                            Some(known) => {
                                let most = known.size.1.min(hecaton_ir::scalar::mask(word));
                                Range::unsigned(
                                    word,
                                    if known.maybe || known.stale { 0 } else { known.size.0.min(most) },
                                    most,
                                )
                            }
                        },
                        Aspect::Live => truth(true),
                        Aspect::Writable => truth(!self.code.is_protected(*object, true)),
                        Aspect::Heap => truth(self.code.made(*object).is_some_and(|site| site.region == Region::Heap)),
                        Aspect::Global => number(u64::from((*object as usize) < self.code.program.globals.len())),
                        Aspect::Exposed => either,
                    }
                }
            };
            found = Some(found.map_or(this, |found| found.join(&this)));
        }
        found.map_or(all, Value::Int)
    }
    /// Enters the functions that a call can mean.
    fn call(mut self, inst: &Inst, out: &mut Vec<Succ>) {
        let Op::Call { dst, callee, args } = &inst.op else { unreachable!("only calls are called") };
        let program = &self.code.program;
        let values: Vec<Value> = args.iter().map(|arg| self.eval(arg)).collect();
        let caller = self.state.top().func;
        let types: Vec<Scalar> = args.iter().map(|arg| type_of(self.code, &self.state, arg)).collect();
        let fits = |func: FuncId| {
            let callee = &program.functions[func];
            let result = dst.map(|dst| program.scalar(caller, dst));
            callee.params.len() <= types.len()
                && callee.params.iter().zip(&types).all(|(p, t)| program.scalar(func, *p) == *t)
                && (result.is_none() || result == callee.result)
        };
        let loc = self.state.loc();
        let mut stop = |what: String| self.findings.stops.push((Stop::Unsupported(what), loc));
        let mut targets = Vec::new();
        match callee {
            Callee::Direct(func) => targets.push(*func),
            Callee::Indirect { ptr, check } => {
                let Value::Ptr(pointer) = eval(self.code, &self.state, ptr) else {
                    stop("a call through a pointer of which nothing is known".into());
                    return;
                };
                let mut bad = false;
                for (to, at) in &pointer.to {
                    match to {
                        Target::Func(func) if at.single() == Some(0) && fits(*func) => targets.push(*func),
                        Target::Func(func) if at.single() == Some(0) => {
                            let name = &program.functions[*func].name;
                            stop(format!("a call of `{name}` through a pointer to a function of another type"));
                        }
                        Target::Number if at.single() == Some(0) => bad = true,
                        Target::Number | Target::Func(_) => {
                            stop("a call through a pointer made from a number".into());
                        }
                        Target::Object(_) => bad = true,
                    }
                }
                if bad {
                    let unasked = check.is_some_and(|check| !self.code.ending.contains(&check));
                    if unasked && targets.is_empty() {
                        self.findings.stops.push((Stop::after_unasked(), loc));
                    }
                    self.alarm(*check);
                }
            }
        }
        let live = self.code.live_after(loc);
        // Arguments are told while they are known.
        let entered: Vec<Beside> = match self.code.judge() {
            None => vec![],
            Some(_) => targets
                .iter()
                .map(|func| {
                    let mut state = self.state.clone();
                    state.tell(self.code, &Change::Enter { func: *func, args });
                    state.beside
                })
                .collect(),
        };
        let mut entered = entered.into_iter();
        let frame = self.state.top_mut();
        frame.keep(live);
        // What is called may write to memory and to nothing else.
        frame.links.retain(|(_, link)| matches!(link, Link::Assigned(..)));
        if let Some(dst) = dst {
            set(self.code, &mut self.state, *dst, Value::Any, Written::Unknown);
        }
        self.state.top_mut().inst += 1;
        for func in targets {
            let beside = entered.next();
            let callee = &program.functions[func];
            if !callee.has_body() {
                let stop = Stop::Unsupported(format!("`{}` is called but has no body", callee.name));
                self.findings.stops.push((stop, loc));
                continue;
            }
            let mut frame = Frame::new(self.code, func, *dst);
            for (param, value) in callee.params.iter().zip(&values) {
                let ty = program.scalar(func, *param);
                frame.learn(*param, value.typed(ty));
            }
            let mut next = self.state.clone();
            if let Some(beside) = beside {
                next.beside = beside;
                if let Some(dst) = dst {
                    next.tell(self.code, &Change::Var { var: *dst, to: Written::Unknown });
                }
            }
            next.frames.push(frame);
            out.push(Succ::Enter(next));
        }
    }
}

/// Leaves a block.
fn end(code: &Code, mut state: State, end: &End, out: &mut Vec<Succ>, findings: &mut Findings) {
    match end {
        End::Goto(to) => {
            jump(code, &mut state, *to);
            out.push(Succ::Next(state));
        }
        End::Branch { cond, yes, no } => match eval(code, &state, cond).range(1).as_bool() {
            Some(truth) => {
                jump(code, &mut state, if truth { *yes } else { *no });
                out.push(Succ::Next(state));
            }
            None => {
                let mut other = state.clone();
                if assume(code, &mut state, cond, true) {
                    jump(code, &mut state, *yes);
                    out.push(Succ::Next(state));
                }
                if assume(code, &mut other, cond, false) {
                    jump(code, &mut other, *no);
                    out.push(Succ::Next(other));
                }
            }
        },
        End::Switch { on, arms, other } => {
            let equals =
                |value: &hecaton_base::Bits| Expr::binary(hecaton_ir::Binary::Eq, on.clone(), Expr::Int(value.clone()));
            let now = eval(code, &state, on);
            let mut open = true;
            for (value, to) in arms {
                let possible = match (&now, value.to_u64()) {
                    (Value::Int(range), Some(word)) => range.contains(word),
                    _ => true,
                };
                if !possible {
                    continue;
                }
                let mut arm = state.clone();
                if assume(code, &mut arm, &equals(value), true) {
                    jump(code, &mut arm, *to);
                    out.push(Succ::Next(arm));
                }
                open &= open && assume(code, &mut state, &equals(value), false);
                if !open {
                    break;
                }
            }
            if open {
                jump(code, &mut state, *other);
                out.push(Succ::Next(state));
            }
        }
        End::Return(value) => {
            let value = value.as_ref().map(|value| eval(code, &state, value));
            out.push(Succ::Leave(state, value));
        }
        End::Halt(_) => {}
        End::Unreachable => {
            let stop =
                Stop::Unsupported("code that is never executed, and that this abstraction does not exclude".into());
            findings.stops.push((stop, state.loc()));
        }
    }
}

/// Moves to the start of another block of the same call; variables that are not read any more are forgotten.
fn jump(code: &Code, state: &mut State, to: BlockId) {
    let frame = state.top_mut();
    frame.keep(&code.shape(frame.func).live[to]);
    // The links of variables that are read must not say anything by way of others that are not.
    let function = &code.program.functions[frame.func];
    let live = &code.shape(frame.func).live[to];
    frame.links.retain(|(_, link)| match link {
        Link::Cell(..) => true,
        Link::Assigned(block, inst) => match &function.blocks[*block].insts[*inst as usize].op {
            Op::Assign { value, .. } => {
                let mut all = true;
                value.for_each_var(&mut |var| all &= live.binary_search(&var).is_ok());
                all
            }
            _ => false,
        },
    });
    frame.block = to;
    frame.inst = 0;
}

/// The state before the first instruction.
pub fn start(code: &Code) -> State {
    let memory = Arc::new(crate::memory::Memory::initial(code));
    let mut state =
        State { frames: vec![Frame::new(code, code.program.entry, None)], memory, beside: Beside::default() };
    state.beside = Beside::start(code, &state);
    state.settle(code);
    state
}

/// Goes on only where a condition has a value, as all domains see it; `false` if that is nowhere.
fn assume(code: &Code, state: &mut State, cond: &Expr, wanted: bool) -> bool {
    state.beside(code, |beside, seen| beside.assume(seen, cond, wanted)) && eval::assume(code, state, cond, wanted)
}
