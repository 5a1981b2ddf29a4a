//! Whether the locks of a program exclude data races, whatever the order of steps: each two accesses that threads could
//! make at the same time, one of which writes, hold one lock in common.
//!
//! By the code alone, and only for programs whose threads and locks are easy to see; of all others nothing is said.
//!
//! - Only the entry function makes threads, waits for them, and makes or destroys locks. So it is known which threads may
//!   live where it stands: those that were made, but for the one whose number lies in a variable that nothing else writes
//!   and that was waited for. What is accessed while there is none is in order with all that threads do.
//! - A lock is a place in a global that nothing but functions of locks has the address of, and that begins as zero (or as it
//!   is initialised while there are no threads). So it is one lock, whoever names it. A thread has it behind
//!   `pthread_mutex_lock`, whatever the kind of the mutex, for it is not destroyed as long as threads can be made; and it
//!   keeps it up to a call that may unlock it, for a lock that anybody may unlock who does not surely have it does not count.
//! - All accesses name a global or a local variable of their function. An access through any other pointer ends the
//!   argument, but for a read while there are no other threads.
//!
//! The functions of threads and locks are those of our own models, which are known by their names; all else that waits or is
//! not understood ends the argument.

use super::sharing::functions_as_values;
use crate::expr::Expr;
use crate::program::{
    BlockId, Callee, End, FileId, FuncId, Function, GlobalId, Halt, Init, Inst, Op, Program, Region, VarId,
};
use crate::types::Scalar;
use hecaton_base::Map;
use std::collections::{BTreeMap, BTreeSet};

/// Whether it is seen that no two threads access the same memory at the same time, one of them to write.
pub fn excludes_races(program: &Program) -> bool {
    !program.outside && Look::at(program).is_some_and(|mut look| look.shows().is_some())
}

/// Where a lock lies.
type Lock = (GlobalId, u64);

/// What a function of threads does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    Create,
    Join,
    Lock,
    Unlock,
    Init,
    Destroy,
}

/// What a pointer points into, by its form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Global(GlobalId),
    Local(VarId),
}

/// What a variable is, by the instructions that write it.
#[derive(Clone, Copy)]
enum Written<'a> {
    Never,
    /// The address of an object that its function has made.
    Address,
    /// Once, with this.
    Value(&'a Expr),
    Otherwise,
}

/// So many accesses are compared with each other.
const MOST: usize = 4_000;
/// So many variables stand for each other.
const DEEPEST: usize = 8;

/// A place in the entry function where a thread is made.
struct Site {
    block: BlockId,
    inst: usize,
    /// Where its number is stored, if nothing else is stored there.
    number: Option<(Base, u64)>,
    /// It may be come to several times.
    repeats: bool,
}

/// The first thread, and, counted from one, those of each site.
type Origins = BTreeSet<usize>;
const FIRST: usize = 0;

/// What is known where a function stands.
#[derive(Clone, PartialEq, Eq, Default)]
struct At {
    /// Locks that the thread has for certain.
    held: BTreeSet<Lock>,
    /// In so many atomic sections at least.
    depth: u32,
    /// Sites whose threads may live; told only in the entry function.
    alive: BTreeSet<usize>,
    /// It was called where there are no other threads; of no interest in the entry function.
    alone: bool,
}

impl At {
    fn join(&mut self, other: &At) {
        self.held.retain(|lock| other.held.contains(lock));
        self.depth = self.depth.min(other.depth);
        self.alive.extend(&other.alive);
    }
}

/// An access while there may be other threads.
struct Access {
    func: FuncId,
    /// `None`: of memory that is not known.
    global: Option<GlobalId>,
    /// From where on, and up to where, if that is known.
    bytes: Option<(u64, u64)>,
    write: bool,
    atomic: bool,
    held: BTreeSet<Lock>,
}

struct Look<'a> {
    program: &'a Program,
    taken: Vec<FuncId>,
    /// Where the models of threads and locks stand.
    models: Option<FileId>,
    vars: Map<FuncId, Map<VarId, Written<'a>>>,
    /// Functions that may unlock something.
    unlocking: BTreeSet<FuncId>,
    sites: Vec<Site>,
    /// The locks that a thread surely has where a function is entered, by whether there are no other threads.
    entered: BTreeMap<(FuncId, bool), BTreeSet<Lock>>,
    origins: BTreeMap<FuncId, Origins>,
    changed: bool,
    /// What is found out in the last round.
    locks: BTreeSet<Lock>,
    broken: BTreeSet<Lock>,
    accesses: Vec<Access>,
}

impl<'a> Look<'a> {
    fn at(program: &'a Program) -> Option<Self> {
        let taken = functions_as_values(program);
        if taken.contains(&program.entry) {
            return None;
        }
        let mut look = Look {
            program,
            taken,
            models: None,
            vars: program.functions.values().map(written).collect(),
            unlocking: BTreeSet::new(),
            sites: Vec::new(),
            entered: BTreeMap::new(),
            origins: BTreeMap::new(),
            changed: true,
            locks: BTreeSet::new(),
            broken: BTreeSet::new(),
            accesses: Vec::new(),
        };
        let mut known = program.functions.iter().filter(|(func, _)| look.does(*func).is_some());
        look.models = known.next().map(|(_, function)| function.span.file);
        look.find_unlocking();
        look.find_sites();
        (!look.sites.is_empty()).then_some(look)
    }
    /// What a function of our own models does, if it is one of those that are known.
    fn does(&self, func: FuncId) -> Option<Does> {
        let function = &self.program.functions[func];
        if !self.is_model(function) {
            return None;
        }
        Some(match function.name.as_str() {
            "pthread_create" => Does::Create,
            "pthread_join" => Does::Join,
            "pthread_mutex_lock" => Does::Lock,
            "pthread_mutex_unlock" => Does::Unlock,
            "pthread_mutex_init" => Does::Init,
            "pthread_mutex_destroy" => Does::Destroy,
            _ => return None,
        })
    }
    fn is_model(&self, function: &Function) -> bool {
        self.program.files.get(function.span.file).is_some_and(|file| file.is_model())
    }
    /// The function of threads that an instruction calls, and with what.
    fn calls(&self, inst: &'a Inst) -> Option<(Does, &'a [Expr])> {
        match &inst.op {
            Op::Call { callee: Callee::Direct(func), args, .. } => self.does(*func).map(|does| (does, &args[..])),
            _ => None,
        }
    }
    /// The functions that a call may enter.
    fn callees(&self, callee: &Callee) -> Vec<FuncId> {
        match callee {
            Callee::Direct(func) => vec![*func],
            Callee::Indirect { .. } => self.taken.clone(),
        }
    }
    fn find_unlocking(&mut self) {
        loop {
            let unlocks = |function: &Function| {
                let mut insts = function.blocks.values().flat_map(|block| &block.insts);
                insts.any(|inst| match &inst.op {
                    Op::Call { callee, .. } => {
                        let mut to = self.callees(callee).into_iter();
                        to.any(|to| self.does(to) == Some(Does::Unlock) || self.unlocking.contains(&to))
                    }
                    _ => false,
                })
            };
            let all = self.program.functions.iter().filter(|(_, function)| unlocks(function));
            let found: BTreeSet<FuncId> = all.map(|(func, _)| func).collect();
            if found == self.unlocking {
                return;
            }
            self.unlocking = found;
        }
    }
    fn find_sites(&mut self) {
        let entry = &self.program.functions[self.program.entry];
        for (block, code) in entry.blocks.iter() {
            for (i, inst) in code.insts.iter().enumerate() {
                if let Some((Does::Create, args)) = self.calls(inst) {
                    let number = args.first().and_then(|number| self.only_a_number(number));
                    self.sites.push(Site { block, inst: i, number, repeats: is_repeated(entry, block) });
                }
            }
        }
        let numbers: Vec<Option<(Base, u64)>> = self.sites.iter().map(|site| site.number).collect();
        for site in &mut self.sites {
            if site.repeats || numbers.iter().filter(|number| **number == site.number).count() > 1 {
                site.number = None;
            }
        }
    }
    /// A place that holds a number of a thread, if all threads whose numbers are stored in this object are made by the entry
    /// function, and each has a known place there.
    fn only_a_number(&self, place: &Expr) -> Option<(Base, u64)> {
        let entry = self.program.entry;
        let word = self.program.target.pointer_bytes();
        let (base, at) = self.known_place(entry, place)?;
        let fine = |func: FuncId, inst: &'a Inst, operand: &'a Expr| {
            func == entry
                && match &inst.op {
                    Op::Load { ptr, .. } => matches!(self.place(entry, ptr), Some((other, _)) if other == base),
                    Op::Free { region: Region::Stack, .. } => true,
                    Op::Call { .. } => {
                        let number = self.calls(inst).filter(|(does, _)| *does == Does::Create);
                        number.is_some_and(|(_, args)| std::ptr::eq(&args[0], operand))
                            && self
                                .known_place(entry, operand)
                                .is_some_and(|(other, at)| other == base && at % word == 0)
                    }
                    _ => false,
                }
        };
        (!self.is_made_again(base) && self.every_mention(base, fine)).then_some((base, at))
    }
    fn known_place(&self, func: FuncId, ptr: &Expr) -> Option<(Base, u64)> {
        let (base, at) = self.place(func, ptr)?;
        Some((base, at?))
    }
    /// Whether a local variable of the entry function may be made several times.
    fn is_made_again(&self, base: Base) -> bool {
        let Base::Local(var) = base else { return false };
        let entry = &self.program.functions[self.program.entry];
        let makes = |inst: &Inst| matches!(inst.op, Op::Alloc { dst, .. } if dst == var);
        entry.blocks.iter().any(|(block, code)| code.insts.iter().any(makes) && is_repeated(entry, block))
    }
    /// Whether all operands that a variable or a global occurs in are as wanted, and no initialiser has its address.
    fn every_mention(&self, base: Base, fine: impl Fn(FuncId, &'a Inst, &'a Expr) -> bool) -> bool {
        let program = self.program;
        if let Base::Global(_) = base {
            let mut inits = program.globals.values().filter_map(|global| match &global.init {
                Init::Values(values) => Some(values),
                Init::Arbitrary => None,
            });
            if inits.any(|values| values.iter().any(|(_, value)| mentions(value, base))) {
                return false;
            }
        }
        let about = |func: FuncId| matches!(base, Base::Global(_)) || func == program.entry;
        program.functions.iter().filter(|(func, _)| about(*func)).all(|(func, function)| {
            function.blocks.values().all(|code| {
                let inside = code.insts.iter().all(|inst| {
                    let mut operands = inst.op.operands().into_iter().filter(|operand| mentions(operand, base));
                    operands.all(|operand| fine(func, inst, operand))
                });
                inside && !code.end.operand().is_some_and(|operand| mentions(operand, base))
            })
        })
    }
    /// What a pointer points into, by its form, and at which offset if that is constant.
    fn place(&self, func: FuncId, ptr: &Expr) -> Option<(Base, Option<u64>)> {
        let (mut at, mut offset, mut followed) = (ptr, Some(0u64), 0);
        loop {
            at = match at {
                Expr::Offset(ab) => {
                    let step = match &ab[1] {
                        Expr::Int(bits) => bits.to_u64(),
                        _ => None,
                    };
                    offset = offset.zip(step).map(|(sum, step)| sum.wrapping_add(step));
                    &ab[0]
                }
                Expr::Global(global) => return Some((Base::Global(*global), offset)),
                Expr::Var(var) => match self.vars[func][*var] {
                    Written::Address => return Some((Base::Local(*var), offset)),
                    Written::Value(value) if followed < DEEPEST => {
                        followed += 1;
                        value
                    }
                    Written::Value(_) | Written::Never | Written::Otherwise => return None,
                },
                _ => return None,
            };
        }
    }
    fn lock(&self, func: FuncId, args: &[Expr]) -> Option<Lock> {
        match self.place(func, args.first()?)? {
            (Base::Global(global), Some(offset)) => Some((global, offset)),
            _ => None,
        }
    }
    /// Looks at everything until nothing changes, and then at what was found. `None`: nothing is shown.
    fn shows(&mut self) -> Option<()> {
        while std::mem::take(&mut self.changed) {
            self.round()?;
        }
        self.changed = false;
        (self.locks, self.broken) = (BTreeSet::new(), BTreeSet::new());
        self.accesses.clear();
        self.round()?;
        if !self.locks.iter().all(|lock| self.is_apart(*lock)) {
            return None;
        }
        if self.accesses.len() > MOST {
            return None;
        }
        let all: Vec<(&Access, Origins)> =
            self.accesses.iter().map(|access| (access, self.origins_of(access.func))).collect();
        for (i, (a, from)) in all.iter().enumerate() {
            a.global?;
            if all[i..].iter().any(|(b, others)| self.at_once(from, others) && self.conflict(a, b)) {
                return None;
            }
        }
        Some(())
    }
    fn round(&mut self) -> Option<()> {
        self.accesses.clear();
        self.function(self.program.entry, At::default())?;
        for ((func, alone), held) in self.entered.clone() {
            self.function(func, At { held, alone, ..At::default() })?;
        }
        Some(())
    }
    /// Whether threads of these origins can be at something at the same time.
    fn at_once(&self, left: &Origins, right: &Origins) -> bool {
        let repeats = |origin: usize| origin != FIRST && self.sites[origin - 1].repeats;
        left.iter().any(|a| right.iter().any(|b| a != b || repeats(*a)))
    }
    fn conflict(&self, a: &Access, b: &Access) -> bool {
        let apart = a.bytes.zip(b.bytes).is_some_and(|(a, b)| a.1 <= b.0 || b.1 <= a.0);
        let locked = a.held.intersection(&b.held).any(|lock| !self.broken.contains(lock));
        a.global == b.global && (a.write || b.write) && !(a.atomic && b.atomic) && !apart && !locked
    }
    /// Whether only functions of locks touch a lock, and it is free at first.
    fn is_apart(&self, lock: Lock) -> bool {
        let (global, at) = lock;
        let bytes = |at: u64| at..at.saturating_add(if self.program.target.pointer_bits() == 64 { 40 } else { 24 });
        let free = match &self.program.globals[global].init {
            Init::Arbitrary => false,
            Init::Values(values) => values.iter().filter(|(from, _)| bytes(at).contains(from)).all(|(from, value)| {
                // The kind of a mutex is behind the number of who has it.
                *from >= at + 4 || matches!(value, Expr::Int(bits) if bits.is_zero())
            }),
        };
        let locks: Vec<u64> = self.locks.iter().filter(|(other, _)| *other == global).map(|(_, at)| *at).collect();
        let alone =
            locks.iter().all(|other| *other == at || !bytes(*other).contains(&at) && !bytes(at).contains(other));
        free && alone
            && self.every_mention(Base::Global(global), |func, inst, operand| {
                let len = match &inst.op {
                    Op::Load { dst, ptr, .. } if std::ptr::eq(ptr, operand) => Some(self.program.scalar(func, *dst)),
                    Op::Store { ptr, value, .. } if std::ptr::eq(ptr, operand) => self.program.type_of(func, value),
                    Op::Call { .. } => {
                        let about = self.calls(inst).filter(|(does, _)| !matches!(does, Does::Create | Does::Join));
                        return about.is_some_and(|(_, args)| std::ptr::eq(&args[0], operand))
                            && matches!(self.place(func, operand), Some((_, Some(_))));
                    }
                    _ => None,
                };
                match (self.place(func, operand), len.map(|ty| ty.bytes(self.program.target))) {
                    (Some((_, Some(from))), Some(len)) => {
                        locks.iter().all(|at| from.saturating_add(len) <= *at || bytes(*at).end <= from)
                    }
                    _ => false,
                }
            })
    }
    /// Looks at a function, where this is known in the beginning.
    fn function(&mut self, func: FuncId, start: At) -> Option<()> {
        let function = &self.program.functions[func];
        let mut known: Map<BlockId, Option<At>> = Map::filled(function.blocks.len(), None);
        known[function.entry] = Some(start);
        let mut open = BTreeSet::from([function.entry]);
        let kept = self.accesses.len();
        let mut settled = false;
        loop {
            while let Some(block) = open.pop_first() {
                let Some(mut at) = known[block].clone() else { continue };
                self.block(func, block, &mut at)?;
                for next in function.blocks[block].end.targets() {
                    let joined = match &known[next] {
                        None => at.clone(),
                        Some(old) => {
                            let mut joined = old.clone();
                            joined.join(&at);
                            joined
                        }
                    };
                    if known[next].as_ref() != Some(&joined) {
                        known[next] = Some(joined);
                        open.insert(next);
                    }
                }
            }
            if std::mem::replace(&mut settled, true) {
                return Some(());
            }
            // Once more over all blocks, with what is known in the end.
            self.accesses.truncate(kept);
            open = known.iter().filter(|(_, at)| at.is_some()).map(|(block, _)| block).collect();
        }
    }
    fn block(&mut self, func: FuncId, block: BlockId, at: &mut At) -> Option<()> {
        let code = &self.program.functions[func].blocks[block];
        for (i, inst) in code.insts.iter().enumerate() {
            self.inst(func, (block, i), inst, at)?;
        }
        (!matches!(code.end, End::Halt(Halt::Thread))).then_some(())
    }
    fn inst(&mut self, func: FuncId, loc: (BlockId, usize), inst: &'a Inst, at: &mut At) -> Option<()> {
        let constant = |size: &Expr| match size {
            Expr::Int(bits) => bits.to_u64(),
            _ => None,
        };
        match &inst.op {
            Op::Load { dst, ptr, .. } => {
                let len = self.program.scalar(func, *dst).bytes(self.program.target);
                self.touch(func, ptr, Some(len), false, at)
            }
            Op::Store { ptr, value, .. } => {
                let len = self.program.type_of(func, value)?.bytes(self.program.target);
                self.touch(func, ptr, Some(len), true, at)
            }
            Op::Copy { dst, src, size, .. } => {
                self.touch(func, src, constant(size), false, at)?;
                self.touch(func, dst, constant(size), true, at)
            }
            Op::Fill { dst, size, .. } => self.touch(func, dst, constant(size), true, at),
            Op::Free { ptr, region: Region::Stack, .. } => self.touch(func, ptr, None, true, at),
            Op::Atomic { begin } if !self.is_model(&self.program.functions[func]) => {
                at.depth = if *begin { at.depth + 1 } else { at.depth.saturating_sub(1) };
                Some(())
            }
            Op::Call { callee, args, .. } => match self.calls(inst) {
                Some((does, _)) => self.known_call(func, loc, does, args, at),
                None => self.call(func, callee, at),
            },
            Op::Assign { .. }
            | Op::Approximate { .. }
            | Op::Alloc { .. }
            | Op::Havoc { .. }
            | Op::Inspect { .. }
            | Op::Assume { .. }
            | Op::Assert { .. }
            | Op::Log(_) => Some(()),
            Op::Free { region: Region::Heap, .. }
            | Op::Atomic { .. }
            | Op::Clobber { .. }
            | Op::Spawn { .. }
            | Op::Join { .. }
            | Op::Thread { .. }
            | Op::Await { .. }
            | Op::Unsupported(_) => None,
        }
    }
    /// Whether there are no other threads.
    fn is_alone(&self, func: FuncId, at: &At) -> bool {
        if func == self.program.entry { at.alive.is_empty() } else { at.alone }
    }
    /// Who executes what stands in a function, where there are other threads.
    fn origins_of(&self, func: FuncId) -> Origins {
        match func == self.program.entry {
            true => Origins::from([FIRST]),
            false => self.origins.get(&func).cloned().unwrap_or_default(),
        }
    }
    fn call(&mut self, func: FuncId, callee: &Callee, at: &mut At) -> Option<()> {
        let origins = (!self.is_alone(func, at)).then(|| self.origins_of(func));
        for to in self.callees(callee) {
            self.enter(to, &at.held, origins.as_ref())?;
            if self.unlocking.contains(&to) {
                at.held.clear();
            }
        }
        at.depth = 0;
        Some(())
    }
    /// A function is entered: by whom, if there are other threads.
    fn enter(&mut self, func: FuncId, held: &BTreeSet<Lock>, origins: Option<&Origins>) -> Option<()> {
        let function = &self.program.functions[func];
        // What else there is among the functions of threads and locks is not known here.
        let about_threads = self.is_model(function) && Some(function.span.file) == self.models;
        if func == self.program.entry || about_threads || !function.has_body() {
            return None;
        }
        let known = self.entered.entry((func, origins.is_none())).or_insert_with(|| {
            self.changed = true;
            held.clone()
        });
        let before = known.len();
        known.retain(|lock| held.contains(lock));
        self.changed |= known.len() < before;
        let known = self.origins.entry(func).or_default();
        let before = known.len();
        known.extend(origins.into_iter().flatten());
        self.changed |= known.len() > before;
        Some(())
    }
    fn known_call(
        &mut self,
        func: FuncId,
        loc: (BlockId, usize),
        does: Does,
        args: &'a [Expr],
        at: &mut At,
    ) -> Option<()> {
        let entry = func == self.program.entry;
        match does {
            Does::Lock => {
                let lock = self.lock(func, args)?;
                self.locks.insert(lock);
                at.held.insert(lock);
            }
            Does::Unlock => {
                let lock = self.lock(func, args)?;
                self.locks.insert(lock);
                if !at.held.remove(&lock) {
                    self.broken.insert(lock);
                }
            }
            Does::Init | Does::Destroy => {
                let lock = self.lock(func, args)?;
                let last = does == Does::Destroy && !self.makes_threads_after(loc);
                let plain = does == Does::Init && args.get(1) == Some(&Expr::Null);
                if !entry || !at.alive.is_empty() || !(last || plain) {
                    return None;
                }
                self.locks.insert(lock);
                at.held.remove(&lock);
            }
            Does::Create => {
                let [number, Expr::Null, Expr::Func(start), _] = args else { return None };
                let site = self.sites.iter().position(|site| (site.block, site.inst) == loc).filter(|_| entry)?;
                at.alive.insert(site);
                if !self.is_of_a_thread(*start) {
                    return None;
                }
                self.enter(*start, &BTreeSet::new(), Some(&Origins::from([site + 1])))?;
                self.touch(func, number, Some(self.program.target.pointer_bytes()), true, at)?;
            }
            Does::Join => {
                let [Expr::Var(thread), result] = args else { return None };
                if !entry {
                    return None;
                }
                if let Some(number) = self.loaded(loc, *thread).and_then(|from| self.known_place(func, from)) {
                    at.alive.retain(|site| self.sites[*site].number != Some(number));
                }
                if *result != Expr::Null {
                    self.touch(func, result, Some(self.program.target.pointer_bytes()), true, at)?;
                }
            }
        }
        Some(())
    }
    /// From where in memory a variable of the entry function took its value before a place in the same block, if no thread
    /// was made in between.
    fn loaded(&self, loc: (BlockId, usize), var: VarId) -> Option<&'a Expr> {
        let program = self.program;
        let insts = &program.functions[program.entry].blocks[loc.0].insts[..loc.1];
        for inst in insts.iter().rev() {
            match &inst.op {
                Op::Load { dst, ptr, .. } if *dst == var => return Some(ptr),
                op if op.written() == Some(var) => return None,
                Op::Call { .. } if matches!(self.calls(inst), Some((Does::Create, _))) => return None,
                _ => {}
            }
        }
        None
    }
    /// Whether a function takes a pointer and gives one, as those of threads do; it may do without.
    fn is_of_a_thread(&self, func: FuncId) -> bool {
        let function = &self.program.functions[func];
        let pointers = function.params.iter().all(|param| self.program.scalar(func, *param) == Scalar::Ptr);
        pointers && function.params.len() <= 1 && matches!(function.result, None | Some(Scalar::Ptr))
    }
    /// Whether the entry function can make a thread behind a place.
    fn makes_threads_after(&self, loc: (BlockId, usize)) -> bool {
        let entry = &self.program.functions[self.program.entry];
        let behind = reachable(entry, entry.blocks[loc.0].end.targets());
        self.sites.iter().any(|site| behind.contains(&site.block) || site.block == loc.0 && site.inst > loc.1)
    }
    fn touch(&mut self, func: FuncId, ptr: &Expr, len: Option<u64>, write: bool, at: &At) -> Option<()> {
        let (global, offset) = match self.place(func, ptr) {
            Some((Base::Local(_), _)) => return Some(()),
            Some((Base::Global(global), offset)) => (Some(global), offset),
            None if write => return None,
            None => (None, None),
        };
        if let Some(global) = global
            && (self.program.globals[global].constant || self.program.is_guarded(global))
        {
            return Some(());
        }
        if self.is_alone(func, at) {
            return Some(());
        }
        let bytes = offset.zip(len).map(|(from, len)| (from, from.saturating_add(len)));
        self.accesses.push(Access { func, global, bytes, write, atomic: at.depth > 0, held: at.held.clone() });
        Some(())
    }
}

/// What the variables of a function are.
fn written(function: &Function) -> Map<VarId, Written<'_>> {
    let mut vars: Map<VarId, Written<'_>> = Map::filled(function.vars.len(), Written::Never);
    for param in &function.params {
        vars[*param] = Written::Otherwise;
    }
    for inst in function.blocks.values().flat_map(|block| &block.insts) {
        let Some(var) = inst.op.written() else { continue };
        vars[var] = match (&inst.op, vars[var]) {
            (Op::Alloc { region: Region::Stack, .. }, Written::Never | Written::Address) => Written::Address,
            (Op::Assign { value, .. }, Written::Never) => Written::Value(value),
            _ => Written::Otherwise,
        };
    }
    vars
}

fn mentions(expr: &Expr, base: Base) -> bool {
    let itself = match (expr, base) {
        (Expr::Global(global), Base::Global(wanted)) => *global == wanted,
        (Expr::Var(var), Base::Local(wanted)) => *var == wanted,
        _ => false,
    };
    itself || expr.children().iter().any(|child| mentions(child, base))
}

/// The blocks that can be reached from some.
fn reachable(function: &Function, mut open: Vec<BlockId>) -> BTreeSet<BlockId> {
    let mut seen = BTreeSet::new();
    while let Some(block) = open.pop() {
        if seen.insert(block) {
            open.extend(function.blocks[block].end.targets());
        }
    }
    seen
}

/// Whether a block can be come to again.
fn is_repeated(function: &Function, block: BlockId) -> bool {
    reachable(function, function.blocks[block].end.targets()).contains(&block)
}
