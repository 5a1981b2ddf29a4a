//! A run of several threads in the words of the source: who read and wrote what of the memory that they share, who took
//! and gave back which lock, in the order in which it happened, and where each thread stands at the end.
//!
//! Library functions are code of the program like any other (`File::is_model`); what a thread does inside of one is told
//! as the call of it. Which of them take and give back locks is said here, for nothing but the telling.

use crate::cause::Cause;
use crate::machine::{Event, Machine};
use crate::record::Entry;
use crate::show;
use crate::steps::Active;
use crate::value::Value;
use hecaton_ir::{File, FuncId, Loc, Program, Span};
use std::collections::HashMap;

/// Something that a thread did and others can see, or the end of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The thread.
    pub thread: u32,
    /// Where, outside of library functions.
    pub span: Span,
    /// What.
    pub deed: Deed,
    /// Whether the failure depends on it.
    pub relevant: bool,
}

/// What a thread did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It read memory that another thread accesses too.
    Read {
        /// The place: `x`, `a[3]`.
        name: String,
        /// What it found.
        value: String,
    },
    /// It wrote such memory.
    Write {
        /// The place.
        name: String,
        /// The new value.
        value: String,
    },
    /// It took an arbitrary value.
    Input(String),
    /// It has a lock from now on.
    Lock(String),
    /// It has it no more.
    Unlock(String),
    /// It made a thread.
    Start {
        /// The number of the new one.
        thread: u32,
    },
    /// It came back from a library function.
    Call(String),
    /// It cannot go on, and waits for this.
    Wait(String),
    /// It stands before an access.
    About {
        /// The place.
        name: String,
        /// Whether it writes.
        writes: bool,
    },
    /// The violation.
    Failure(String),
}

/// A thread at the end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// Its number.
    pub thread: u32,
    /// The function of the source that it began in.
    pub name: String,
    /// The functions it is in, outermost first, each with the place it is at.
    pub stack: Vec<Active>,
    /// The locks that it has, the first taken first.
    pub locks: Vec<String>,
    /// Whether it is one of those that the violation is about.
    pub involved: bool,
}

/// Functions that take the lock that is their first argument if they return 0, those that give it back, and those that
/// give back their second argument while they wait.
const TAKING: [&str; 10] = [
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "mtx_trylock",
];
const GIVING: [&str; 3] = ["pthread_mutex_unlock", "pthread_rwlock_unlock", "pthread_spin_unlock"];
const WAITING: [&str; 5] =
    ["pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait", "cnd_timedwait"];
/// `ETIMEDOUT`.
const TIMED_OUT: u64 = 110;
/// Functions that wake those who wait for their first argument.
const WAKING: [&str; 2] = ["pthread_cond_signal", "pthread_cond_broadcast"];
/// Functions that say nothing beside what is said of others that they call.
const SILENT: [&str; 6] = ["pthread_create", "thrd_create", "mtx_lock", "mtx_unlock", "mtx_timedlock", "mtx_init"];

/// A call that a thread is in.
struct Inside {
    func: FuncId,
    /// The innermost place outside of library functions.
    span: Span,
    args: Vec<Value>,
}

struct Teller<'a, 'p> {
    machine: &'a Machine<'p>,
    /// The calls that each thread is in, and the locks that it has.
    calls: Vec<Vec<Inside>>,
    locks: Vec<Vec<String>>,
    /// The condition that each thread waits for, if it does, and whether somebody has signalled it since.
    waits: Vec<Option<(String, bool)>>,
    /// The first function of the source that each thread was in.
    first: Vec<Option<FuncId>>,
    /// Objects that more than one thread accesses.
    shared: HashMap<u32, bool>,
    moments: Vec<Moment>,
}

fn is_model(program: &Program, span: Span) -> bool {
    program.files.get(span.file).is_some_and(|file| file.is_model())
}

/// The object that an event accesses.
fn accessed(event: &Event) -> Vec<u32> {
    match event {
        Event::Load { object, .. } | Event::Store { object, .. } | Event::Fill { object, .. } => vec![*object],
        Event::Copy { to, from, .. } => vec![to.0, from.0],
        _ => vec![],
    }
}

/// Tells a run: what happened, and how each thread stands. Nothing if there is only one thread.
pub(crate) fn tell(
    machine: &Machine<'_>,
    entries: &[Entry],
    relevant: &[bool],
    cause: &Cause,
) -> (Vec<Moment>, Vec<Party>) {
    let count = machine.thread_count();
    if count < 2 {
        return (vec![], vec![]);
    }
    let program = machine.program;
    let mut users: HashMap<u32, u32> = HashMap::new();
    let mut shared: HashMap<u32, bool> = HashMap::new();
    for entry in entries {
        for object in accessed(&entry.event) {
            let first = *users.entry(object).or_insert(entry.thread);
            let both = shared.entry(object).or_insert(false);
            *both |= first != entry.thread;
        }
    }
    // What a race is about was not accessed by both of them yet.
    shared.extend(machine.culprit.get().map(|object| (object, true)));
    shared.retain(|object, both| *both && !machine.is_of_model(*object));
    let mut calls: Vec<Vec<Inside>> = (0..count).map(|_| vec![]).collect();
    calls[0].push(Inside { func: program.entry, span: program.functions[program.entry].span, args: vec![] });
    let (locks, waits) = (vec![vec![]; count], vec![None; count]);
    let mut first = vec![None; count];
    first[0] = Some(program.entry);
    let mut teller = Teller { machine, calls, locks, waits, first, shared, moments: vec![] };
    let mut made = 1;
    for (entry, relevant) in entries.iter().zip(relevant) {
        if let Event::Call { func, args, spawned: true, .. } = &entry.event {
            let span = teller.place(entry.thread, entry.loc);
            teller.say(entry.thread, span, Deed::Start { thread: made }, true);
            if let Some(calls) = teller.calls.get_mut(made as usize) {
                teller.first[made as usize] =
                    Some(*func).filter(|func| !is_model(program, program.functions[*func].span));
                calls.push(Inside { func: *func, span, args: args.to_vec() });
            }
            made += 1;
        } else {
            teller.event(entry, *relevant, cause);
        }
    }
    let parties = (0..count).map(|thread| teller.party(thread, cause)).collect();
    teller.stand(cause);
    (teller.moments, parties)
}

impl Teller<'_, '_> {
    fn say(&mut self, thread: u32, span: Span, deed: Deed, relevant: bool) {
        self.moments.push(Moment { thread, span, deed, relevant });
    }
    /// The place of the thread outside of library functions.
    fn place(&self, thread: u32, loc: Loc) -> Span {
        let program = self.machine.program;
        let here = program.span(loc);
        let calls = self.calls.get(thread as usize).map_or(&[][..], |calls| &calls[..]);
        match calls.last() {
            Some(inside) if is_model(program, here) => inside.span,
            _ => here,
        }
    }
    /// The lock or condition that a pointer leads to, without what the library has inside of it.
    fn name(&self, value: Option<&Value>) -> String {
        let (program, memory) = (self.machine.program, &self.machine.memory);
        let text = match value {
            Some(Value::Object(id, offset)) if (0..memory.objects[*id as usize].size as i64).contains(offset) => {
                show::lvalue(program, memory, *id, *offset as u64, 1).0
            }
            Some(value) => show::pointer(program, memory, value),
            None => String::new(),
        };
        let whole = text.find(".__").unwrap_or(text.len());
        text[..whole].to_owned()
    }
    fn event(&mut self, entry: &Entry, relevant: bool, cause: &Cause) {
        let (program, memory) = (self.machine.program, &self.machine.memory);
        let thread = entry.thread;
        let span = self.place(thread, entry.loc);
        let block = &program.functions[entry.loc.func].blocks[entry.loc.block];
        let op = block.insts.get(entry.loc.inst as usize).map(|inst| &inst.op);
        match &entry.event {
            Event::Call { func, args, .. } => {
                let name = program.functions[*func].name.as_str();
                if WAITING.contains(&name) && self.is_outermost(thread) {
                    let (condition, lock) = (self.name(args.first()), self.name(args.get(1)));
                    self.say(thread, span, Deed::Call(format!("waits for {condition}")), true);
                    self.waits[thread as usize] = Some((condition, false));
                    self.give(thread, span, lock);
                }
                if !is_model(program, program.functions[*func].span) {
                    self.first[thread as usize].get_or_insert(*func);
                }
                self.calls[thread as usize].push(Inside { func: *func, span, args: args.to_vec() });
            }
            Event::Return { value, .. } => {
                if let Some(inside) = self.calls[thread as usize].pop() {
                    self.returned(thread, &inside, value.as_ref(), relevant);
                }
            }
            Event::Load { value, object, offset, .. } if self.shared.contains_key(object) => {
                let Some(var) = op.and_then(|op| op.written()) else { return };
                let scalar = program.scalar(entry.loc.func, var);
                let (name, value) = show::scalar_at(program, memory, (*object, *offset), scalar, value, None);
                self.access(thread, span, entry.loc, Deed::Read { name, value }, relevant);
            }
            Event::Store { value, ty, object, offset } if self.shared.contains_key(object) => {
                let (name, value) = show::scalar_at(program, memory, (*object, *offset), *ty, value, op);
                self.access(thread, span, entry.loc, Deed::Write { name, value }, relevant);
            }
            Event::Copy { to, from, len } => {
                for (object, offset, write) in [(from.0, from.1, false), (to.0, to.1, true)] {
                    if self.shared.contains_key(&object) {
                        let (name, _) = show::lvalue(program, memory, object, offset, *len);
                        let value = format!("{len} bytes");
                        let deed = if write { Deed::Write { name, value } } else { Deed::Read { name, value } };
                        self.access(thread, span, entry.loc, deed, relevant);
                    }
                }
            }
            Event::Fill { object, offset, byte, len } if self.shared.contains_key(object) => {
                let (name, _) = show::lvalue(program, memory, *object, *offset, *len);
                let deed = Deed::Write { name, value: format!("{len} bytes {byte:#04x}") };
                self.access(thread, span, entry.loc, deed, relevant);
            }
            Event::Free { object } if self.shared.contains_key(object) => {
                let name = show::object(program, memory, *object);
                self.say(thread, span, Deed::Call(format!("frees {name}")), relevant);
            }
            Event::Input { var, value } if !is_model(program, program.span(entry.loc)) => {
                let ty = &program.types[program.functions[entry.loc.func].vars[*var].ty];
                let value = show::value(program, memory, ty, value);
                self.say(thread, span, Deed::Input(value), relevant);
            }
            Event::Failure { .. } => self.say(thread, span, Deed::Failure(cause.to_string()), true),
            Event::Load { .. }
            | Event::Store { .. }
            | Event::Fill { .. }
            | Event::Free { .. }
            | Event::Input { .. }
            | Event::Assign { .. }
            | Event::Content { .. }
            | Event::Alloc { .. }
            | Event::Assume
            | Event::Branch { .. }
            | Event::Log => {}
        }
    }
    /// An access counts unless it is how a library function for threads works inside.
    fn access(&mut self, thread: u32, span: Span, loc: Loc, deed: Deed, relevant: bool) {
        let here = self.machine.program.span(loc);
        let file = self.machine.program.files.get(here.file);
        if !file.is_some_and(is_threads) {
            self.say(thread, span, deed, relevant);
        }
    }
    /// Whether the thread is in no function that takes or gives back a lock.
    fn is_outermost(&self, thread: u32) -> bool {
        let functions = &self.machine.program.functions;
        let mut names = self.calls[thread as usize].iter().map(|inside| functions[inside.func].name.as_str());
        !names.any(|name| TAKING.contains(&name) || GIVING.contains(&name) || WAITING.contains(&name))
    }
    fn give(&mut self, thread: u32, span: Span, lock: String) {
        let locks = &mut self.locks[thread as usize];
        if let Some(last) = locks.iter().rposition(|held| *held == lock) {
            locks.remove(last);
            self.say(thread, span, Deed::Unlock(lock), true);
        }
    }
    /// A thread came back from a call.
    fn returned(&mut self, thread: u32, inside: &Inside, value: Option<&Value>, relevant: bool) {
        let program = self.machine.program;
        let function = &program.functions[inside.func];
        let name = function.name.as_str();
        let in_threads = program.files.get(function.span.file).is_some_and(is_threads);
        if !in_threads {
            return;
        }
        if WAKING.contains(&name) {
            let condition = self.name(inside.args.first());
            for (waited, signalled) in self.waits.iter_mut().flatten() {
                *signalled |= *waited == condition;
            }
        }
        let fine = matches!(value, Some(Value::Word(0)) | None);
        let table = [&TAKING[..], &GIVING[..], &WAITING[..]].concat();
        if table.contains(&name) {
            if !self.is_outermost(thread) {
                return;
            }
            let waited = WAITING.contains(&name);
            let lock = self.name(inside.args.get(usize::from(waited)));
            if GIVING.contains(&name) && fine {
                self.give(thread, inside.span, lock);
            } else if fine || waited {
                let woken = match (value, self.waits[thread as usize].take()) {
                    (Some(Value::Word(TIMED_OUT)), _) => Some("times out"),
                    (_, Some((_, false))) if fine => Some("wakes up without a signal"),
                    _ => None,
                };
                if let Some(woken) = woken {
                    self.say(thread, inside.span, Deed::Call(woken.to_owned()), true);
                }
                self.locks[thread as usize].push(lock.clone());
                self.say(thread, inside.span, Deed::Lock(lock), true);
            } else {
                self.say(thread, inside.span, Deed::Call(format!("{name}({lock}) fails")), relevant);
            }
            return;
        }
        // What a library function calls inside is not told.
        let calls = &self.calls[thread as usize];
        let by_model = calls.last().is_some_and(|by| is_model(program, program.functions[by.func].span));
        if by_model || SILENT.contains(&name) {
            return;
        }
        let text = self.called(inside);
        self.say(thread, inside.span, Deed::Call(text), true);
    }
    fn party(&self, thread: usize, cause: &Cause) -> Party {
        let program = self.machine.program;
        let stack: Vec<Active> = self
            .machine
            .stack_of(thread)
            .into_iter()
            .map(|loc| Active {
                func: loc.func,
                name: program.functions[loc.func].name.clone(),
                span: program.span(loc),
            })
            .collect();
        let involved = cause.threads().contains(&(thread as u32));
        let name = self.first[thread].map_or_else(String::new, |func| program.functions[func].name.clone());
        Party { thread: thread as u32, name, stack, locks: self.locks[thread].clone(), involved }
    }
    /// What a thread waits for: a lock, the end of another one, or that a library function returns.
    fn waiting(&self, thread: u32) -> String {
        let program = self.machine.program;
        let mut calls = self.calls[thread as usize].iter();
        let call = calls.rfind(|inside| {
            let name = program.functions[inside.func].name.as_str();
            is_model(program, program.functions[inside.func].span)
                && ["pthread_", "sem_", "mtx_", "cnd_", "thrd_"].iter().any(|start| name.starts_with(start))
        });
        let Some(inside) = call else { return "others".to_owned() };
        let name = program.functions[inside.func].name.as_str();
        let first = inside.args.first();
        match (name, first) {
            _ if TAKING.contains(&name) || name == "mtx_lock" => self.name(first),
            // The first thread has no number there that it could be known by: see `MAIN` in the model of threads.
            ("pthread_join" | "thrd_join", Some(Value::Word(thread))) => {
                let made = self.machine.thread_count() as u64;
                format!("thread {}", if *thread < made { *thread } else { 0 })
            }
            // Who waits for a condition may also wait for its lock.
            _ => self.called(inside),
        }
    }
    /// A call in words.
    fn called(&self, inside: &Inside) -> String {
        let (program, memory) = (self.machine.program, &self.machine.memory);
        let function = &program.functions[inside.func];
        let args: Vec<String> = function
            .params
            .iter()
            .zip(&inside.args)
            .map(|(param, value)| show::value(program, memory, &program.types[function.vars[*param].ty], value))
            .collect();
        format!("{}({})", function.name, args.join(", "))
    }
    /// The threads that the violation is about stand where they are.
    fn stand(&mut self, cause: &Cause) {
        let failure = self.moments.pop();
        match cause {
            Cause::Deadlock(waits) | Cause::Circle(waits) => {
                for wait in waits {
                    let call = self.waiting(wait.thread);
                    self.say(wait.thread, wait.span, Deed::Wait(call), true);
                }
            }
            Cause::Race(race) => {
                for (at, writes) in [&race.first, &race.second] {
                    let deed = Deed::About { name: race.object.clone(), writes: *writes };
                    self.say(at.thread, at.span, deed, true);
                }
            }
            _ => {}
        }
        self.moments.extend(failure);
    }
}

/// The file with the library functions for threads.
fn is_threads(file: &File) -> bool {
    file.library && file.name.ends_with("threads.c")
}
