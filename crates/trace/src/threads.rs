//! Threads of a run: who runs, who waits for what, and what happens when two of them are about to access the same
//! memory. `hecaton_ir::Choice::Switch` says when it is chosen which one goes on.

use crate::cause::{Cause, Race, Standing};
use crate::code::{Act, Code};
use crate::machine::{Event, Frame, Halted, Machine, Observer, Oracle, Outcome, Until, bug, get, refused};
use crate::memory::Owner;
use crate::show;
use crate::value::Value;
use hecaton_base::Id as _;
use hecaton_ir::{BlockId, Halt, Loc, PropId, PropKind, Region, passes};

/// How a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It can run, or waits.
    Live,
    /// An assumption of it did not hold: it does not run again.
    Stopped,
    Ended,
}

/// A thread that does not run now; what the running one has is in the machine.
pub(crate) struct Parked<'p> {
    pub status: Status,
    /// How many atomic sections it is in.
    pub depth: u32,
    pub stack: Vec<Value>,
    pub frames: Vec<Frame<'p>>,
    objects: Vec<u32>,
}

/// All threads.
pub(crate) struct Threads<'p> {
    pub all: Vec<Parked<'p>>,
    /// The number of the one that runs.
    pub current: usize,
    /// How many are live.
    pub live: usize,
    /// The running one was chosen to execute what it stands before.
    pub chosen: bool,
    /// A new thread runs to where it first stands; then this one goes on.
    pub maker: Option<usize>,
}

impl Threads<'_> {
    pub fn new() -> Self {
        let first = Parked { status: Status::Live, depth: 0, stack: vec![], frames: vec![], objects: vec![] };
        Threads { all: vec![first], current: 0, live: 1, chosen: false, maker: None }
    }
    /// How many atomic sections the running one is in.
    pub fn depth(&mut self) -> &mut u32 {
        &mut self.all[self.current].depth
    }
}

/// Some bytes of an object that are accessed, and whether they are written.
type Accessed = (u32, u64, u64, bool);

impl<'p> Machine<'p> {
    /// Whether the running thread has to stop before this step, for a choice of who goes on.
    #[inline]
    pub fn pauses(&mut self, act: &Act) -> bool {
        if self.threads.all.len() == 1 || *self.threads.depth() > 0 || !self.is_visible(act) {
            return false;
        }
        if self.threads.live == 1 && self.threads.maker.is_none() {
            return false;
        }
        !std::mem::take(&mut self.threads.chosen)
    }
    fn is_visible(&self, act: &Act) -> bool {
        match act {
            Act::Load { .. }
            | Act::Store { .. }
            | Act::Copy { .. }
            | Act::Fill { .. }
            | Act::Clobber { .. }
            | Act::Free { .. }
            | Act::Spawn { .. }
            | Act::Join { .. }
            | Act::Await { .. }
            | Act::Atomic(true)
            | Act::Halt(Halt::Exit | Halt::Abort) => true,
            Act::Return(_) => self.threads.current == 0 && self.frames.len() == 1,
            Act::Assign
            | Act::Alloc { .. }
            | Act::Havoc { .. }
            | Act::Inspect { .. }
            | Act::Assume { .. }
            | Act::Assert { .. }
            | Act::Call { .. }
            | Act::CallAt { .. }
            | Act::Log
            | Act::Thread { .. }
            | Act::Atomic(false)
            | Act::Unsupported(_)
            | Act::Goto(_)
            | Act::Branch { .. }
            | Act::Switch { .. }
            | Act::WideSwitch { .. }
            | Act::Halt(Halt::Thread)
            | Act::Unreachable => false,
        }
    }
    /// Makes another thread the one that runs.
    fn run_thread(&mut self, number: usize, observer: &mut impl Observer) {
        if number == self.threads.current {
            return;
        }
        for index in [self.threads.current, number] {
            let parked = &mut self.threads.all[index];
            std::mem::swap(&mut self.stack, &mut parked.stack);
            std::mem::swap(&mut self.frames, &mut parked.frames);
            std::mem::swap(&mut self.stack_objects, &mut parked.objects);
        }
        self.threads.current = number;
        observer.thread(number as u32);
    }
    /// A new thread, which runs first.
    pub fn spawn(
        &mut self,
        code: &Code,
        base: usize,
        at: Loc,
        act: &Act,
        observer: &mut impl Observer,
        id: u32,
    ) -> Result<(), Halted> {
        let Act::Spawn { dst, call } = act else { return Err(bug(at, "not the start of a thread")) };
        let (func, args) = self.called(code, base, at, call)?;
        let number = self.threads.all.len();
        self.stack[base + *dst as usize] = Value::Word(number as u64);
        let frame = self.frames_made();
        observer.event(at, id, || Event::Call { func, frame, args: args.clone().into(), spawned: true });
        if let Some(frame) = self.frames.last_mut() {
            frame.pc += 1;
        }
        self.threads.all.push(Parked {
            status: Status::Live,
            depth: 0,
            stack: vec![],
            frames: vec![],
            objects: vec![],
        });
        self.threads.live += 1;
        self.threads.chosen = false;
        let maker = self.threads.current;
        self.run_thread(number, observer);
        self.threads.maker = Some(maker);
        self.enter(func, None, &args, at)
    }
    /// The running thread ends.
    pub fn end_thread(
        &mut self,
        at: Loc,
        until: Until,
        oracle: &mut dyn Oracle,
        observer: &mut impl Observer,
    ) -> Result<(), Halted> {
        for object in std::mem::take(&mut self.stack_objects) {
            if self.memory.objects[object as usize].live {
                self.memory.end(object, at);
            }
        }
        if self.threads.live == 1 {
            if self.threads.all.iter().any(|thread| thread.status == Status::Stopped) {
                return Err(Box::new(Outcome::AssumeFailed(at)));
            }
            let leak = self.leak(false, until, at);
            return Err(leak.unwrap_or_else(|| Box::new(Outcome::Halted(Halt::Exit))));
        }
        self.stack.clear();
        self.frames.clear();
        self.leave_thread(Status::Ended, at, until, oracle, observer)
    }
    /// The running thread does not run any more.
    pub fn leave_thread(
        &mut self,
        status: Status,
        at: Loc,
        until: Until,
        oracle: &mut dyn Oracle,
        observer: &mut impl Observer,
    ) -> Result<(), Halted> {
        let current = self.threads.current;
        self.threads.all[current].status = status;
        self.threads.live -= 1;
        self.schedule(at, until, oracle, observer)
    }
    /// The running thread stands before something visible, or has ended: who goes on?
    pub fn schedule(
        &mut self,
        at: Loc,
        until: Until,
        oracle: &mut dyn Oracle,
        observer: &mut impl Observer,
    ) -> Result<(), Halted> {
        if let Some(maker) = self.threads.maker.take() {
            self.run_thread(maker, observer);
            return Ok(());
        }
        let live = (0..self.threads.all.len()).filter(|t| self.threads.all[*t].status == Status::Live);
        let live: Vec<usize> = live.collect();
        let mut enabled = live.clone();
        enabled.retain(|thread| self.is_enabled(*thread));
        if enabled.is_empty() {
            return Err(self.blocked(&live, until, at));
        }
        if live.len() > 1
            && let Some(circle) = self.circle(&live, until, at)
        {
            return Err(circle);
        }
        let next = if live.len() == 1 {
            live[0]
        } else {
            let next = oracle.switch(self.threads.all.len() as u32).map_err(|e| refused(at, &e))? as usize;
            if !enabled.contains(&next) {
                return Err(refused(at, &format!("thread {next} cannot run")));
            }
            next
        };
        self.run_thread(next, observer);
        self.threads.chosen = live.len() > 1;
        Ok(())
    }
    /// What a thread that is not the running one stands before.
    fn pending(&self, thread: usize) -> Option<(&Act, &Code, &[Value], usize, Loc)> {
        let (frames, stack) = if thread == self.threads.current {
            (&self.frames, &self.stack)
        } else {
            (&self.threads.all[thread].frames, &self.threads.all[thread].stack)
        };
        let frame = frames.last()?;
        let act = &frame.code.steps[frame.pc].act;
        Some((act, frame.code, stack, frame.base, frame.code.loc(frame.func, frame.pc)))
    }
    /// Whether a thread could go on.
    fn is_enabled(&mut self, thread: usize) -> bool {
        let Some((act, code, stack, base, _)) = self.pending(thread) else { return false };
        match act {
            Act::Join { thread } => {
                let number = get(stack, code, base, *thread).word() as usize;
                self.threads.all.get(number).is_none_or(|thread| thread.status == Status::Ended)
            }
            Act::Await { ptr, ty, values, one, .. } => {
                let ptr = get(stack, code, base, *ptr);
                let Ok((object, offset)) = self.memory.access(ptr, ty.bytes(self.program.target), false) else {
                    return true;
                };
                let values: Vec<Value> = values.iter().map(|value| get(stack, code, base, *value).clone()).collect();
                let (ty, one) = (*ty, *one);
                let found = self.memory.load(object, offset, ty);
                values.contains(&found) == one
            }
            _ => true,
        }
    }
    /// Whether threads wait for locks and ends of each other, or for a lock of one that has ended.
    fn circle(&mut self, live: &[usize], until: Until, at: Loc) -> Option<Halted> {
        let prop = self.wanted(self.program.deadlock, until)?;
        let waits: Vec<Option<usize>> = (0..self.threads.all.len()).map(|t| self.waits_for(t)).collect();
        let stuck = |first: usize| {
            let mut thread = first;
            for _ in 0..waits.len() {
                match waits[thread] {
                    None => return self.threads.all[thread].status == Status::Ended,
                    Some(next) => thread = next,
                }
            }
            true
        };
        let stuck: Vec<usize> = live.iter().copied().filter(|thread| stuck(*thread)).collect();
        if stuck.is_empty() {
            return None;
        }
        let stands = stuck.iter().filter_map(|thread| {
            let (act, .., loc) = self.pending(*thread)?;
            Some(Standing { joins: matches!(act, Act::Join { .. }), ..self.standing(*thread, loc) })
        });
        Some(Box::new(Outcome::Violated(prop, at, Cause::Circle(stands.collect()))))
    }
    /// The thread that a live thread waits for, if it is known which.
    fn waits_for(&mut self, thread: usize) -> Option<usize> {
        if self.threads.all[thread].status != Status::Live || self.is_enabled(thread) {
            return None;
        }
        let (act, code, stack, base, _) = self.pending(thread)?;
        let number = match act {
            Act::Join { thread } => get(stack, code, base, *thread).word(),
            Act::Await { ptr, ty, owned: true, .. } => {
                let (ptr, ty) = (get(stack, code, base, *ptr).clone(), *ty);
                let (object, offset) = self.memory.access(&ptr, ty.bytes(self.program.target), false).ok()?;
                match self.memory.load(object, offset, ty) {
                    Value::Word(owner) => owner.checked_sub(1)?,
                    _ => return None,
                }
            }
            _ => return None,
        };
        usize::try_from(number).ok().filter(|number| *number < self.threads.all.len())
    }
    /// All threads that are left wait. One that was stopped could still help them, but not those that wait for each other
    /// or for one that has ended.
    fn blocked(&mut self, live: &[usize], until: Until, at: Loc) -> Halted {
        if self.threads.all.iter().any(|thread| thread.status == Status::Stopped) {
            return self.circle(live, until, at).unwrap_or_else(|| Box::new(Outcome::AssumeFailed(at)));
        }
        match self.wanted(self.program.deadlock, until) {
            Some(prop) if !live.is_empty() => {
                let waits = live.iter().filter_map(|thread| {
                    let (act, .., loc) = self.pending(*thread)?;
                    Some(Standing { joins: matches!(act, Act::Join { .. }), ..self.standing(*thread, loc) })
                });
                Box::new(Outcome::Violated(prop, at, Cause::Deadlock(waits.collect())))
            }
            _ => Box::new(Outcome::AssumeFailed(at)),
        }
    }
    /// What a condition that does not hold means: of a program without threads it may say that the only one there is
    /// does not wait for ever.
    pub fn broken(&self, prop: PropId, at: Loc) -> Cause {
        match self.program.props[prop].kind {
            PropKind::Deadlock if !passes::has_threads(self.program) => {
                Cause::Deadlock(vec![self.standing(self.threads.current, at)])
            }
            _ => Cause::Condition,
        }
    }
    /// Where a thread is, as the user would say it: not inside of a model.
    fn standing(&self, thread: usize, loc: Loc) -> Standing {
        let own = |loc: &Loc| {
            let file = self.program.span(*loc).file;
            self.program.files.get(file).is_none_or(|file| !file.is_model())
        };
        let mut locs = self.stack_of(thread);
        if let Some(last) = locs.last_mut() {
            *last = loc;
        }
        let at = locs.into_iter().rev().find(own).unwrap_or(loc);
        let place = show::place(self.program, at).unwrap_or_else(|| self.program.functions[at.func].name.clone());
        Standing { thread: thread as u32, place, span: self.program.span(at), joins: false }
    }
    /// How many threads were made.
    pub fn thread_count(&self) -> usize {
        self.threads.all.len()
    }
    /// The functions that a thread is in, the first one first, with the place each one is at.
    pub fn stack_of(&self, thread: usize) -> Vec<Loc> {
        if thread == self.threads.current {
            return self.call_stack();
        }
        let frames = self.threads.all[thread].frames.iter();
        frames.map(|f| f.code.loc(f.func, f.pc.min(f.code.blocks.len() - 1))).collect()
    }
    /// Whether an object belongs to one of our own models.
    pub fn is_of_model(&self, object: u32) -> bool {
        !self.can_race(object)
    }
    fn wanted(&self, prop: Option<PropId>, until: Until) -> Option<PropId> {
        prop.filter(|prop| match until {
            Until::First => true,
            Until::Violated(goal) => goal == *prop,
            Until::End => false,
        })
    }
    /// A step of waiting: the number of a thread that is joined must be one, and what is awaited must be so.
    pub fn waits(&mut self, code: &Code, base: usize, at: Loc, act: &Act, until: Until) -> Result<(), Halted> {
        match act {
            Act::Join { thread } => {
                let number = self.get(code, base, *thread).word() as usize;
                if number >= self.threads.all.len() {
                    return Err(Box::new(Outcome::Unsupported(at, passes::NO_THREAD.to_string())));
                }
            }
            Act::Await { ptr, ty, check, .. } => {
                let len = ty.bytes(self.program.target);
                if let Err(invalid) = self.memory.access(self.get(code, base, *ptr), len, false) {
                    return Err(self.invalid(at, *check, invalid, len));
                }
            }
            _ => return Err(bug(at, "not a step of waiting")),
        }
        self.set_pc_of(at);
        if !self.is_enabled(self.threads.current) {
            if *self.threads.depth() > 0 {
                return Err(Box::new(Outcome::AssumeFailed(at)));
            }
            return Err(self.blocked(&[self.threads.current], until, at));
        }
        if let Act::Await { .. } = act {
            *self.threads.depth() += 1;
        }
        Ok(())
    }
    /// Whether the running thread is about to access something that another one is about to access too.
    pub fn race(&self, code: &Code, base: usize, act: &Act, at: Loc, until: Until) -> Option<Halted> {
        if self.threads.live == 1 {
            return None;
        }
        let prop = self.wanted(self.program.race, until)?;
        let mine = self.accessed(act, code, &self.stack, base);
        if mine.is_empty() {
            return None;
        }
        for (number, thread) in self.threads.all.iter().enumerate() {
            if number == self.threads.current || thread.status != Status::Live || thread.depth > 0 {
                continue;
            }
            let Some((act, code, stack, base, other)) = self.pending(number) else { continue };
            // What is done atomically does not race with what is done atomically.
            if let Act::Await { .. } = act {
                continue;
            }
            let theirs = self.accessed(act, code, stack, base);
            for (object, from, len, write) in &mine {
                for (with, start, count, writes) in &theirs {
                    let apart = from.saturating_add(*len) <= *start || start.saturating_add(*count) <= *from;
                    if object != with || apart || !(*write || *writes) {
                        continue;
                    }
                    let (start, end) = ((*from).max(*start), (from + len).min(start + count));
                    let (name, _) = show::lvalue(self.program, &self.memory, *object, start, end - start);
                    let current = self.threads.current;
                    let mut first = (self.standing(current, at), *write);
                    let mut second = (self.standing(number, other), *writes);
                    if second.0.span < first.0.span {
                        std::mem::swap(&mut first, &mut second);
                    }
                    self.culprit.set(Some(*object));
                    return Some(Box::new(Outcome::Violated(
                        prop,
                        at,
                        Cause::Race(Box::new(Race { object: name, first, second })),
                    )));
                }
            }
        }
        None
    }
    /// What a step accesses, as far as it is valid and can race.
    fn accessed(&self, act: &Act, code: &Code, stack: &[Value], base: usize) -> Vec<Accessed> {
        let value = |slot| get(stack, code, base, slot);
        let target = self.program.target;
        let access = |slot, len: u64, write: bool| {
            let (object, offset) = self.memory.access(value(slot), len, write).ok()?;
            (len > 0 && self.can_race(object)).then_some((object, offset, len, write))
        };
        match act {
            Act::Load { ty, ptr, .. } | Act::Await { ty, ptr, .. } => {
                access(*ptr, ty.bytes(target), false).into_iter().collect()
            }
            Act::Store { ty, ptr, .. } => access(*ptr, ty.bytes(target), true).into_iter().collect(),
            Act::Copy { dst, src, size, .. } => {
                let len = value(*size).word();
                [access(*dst, len, true), access(*src, len, false)].into_iter().flatten().collect()
            }
            Act::Fill { dst, size, .. } => access(*dst, value(*size).word(), true).into_iter().collect(),
            Act::Free { ptr, region: Region::Heap, .. } => match self.memory.found(value(*ptr)) {
                Value::Object(object, 0) if self.memory.objects[object as usize].live => {
                    vec![(object, 0, self.memory.objects[object as usize].size, true)]
                }
                _ => vec![],
            },
            _ => vec![],
        }
    }
    fn can_race(&self, object: u32) -> bool {
        match self.memory.objects[object as usize].owner {
            Owner::Global(id) => !self.program.is_guarded(id),
            Owner::Region(_) | Owner::Outside => true,
        }
    }
    fn set_pc_of(&mut self, at: Loc) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = frame.code.starts[BlockId::index(at.block)] as usize + at.inst as usize;
        }
    }
}
