//! What went wrong at the last step of a run, in words.

use crate::machine::Machine;
use crate::memory::{Invalid, Owner};
use crate::show;
use crate::value::Value;
use hecaton_base::Id as _;
use hecaton_ir::{FuncId, Region, Span};
use std::fmt;

/// Why a property is violated, or why something is undefined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The condition of an assertion does not hold.
    Condition,
    /// A null pointer, moved by so many bytes, was dereferenced.
    Null(u64),
    /// An address without an object was dereferenced.
    Address(u64),
    /// A function was read or written.
    Function(String),
    /// An object was used whose life has ended.
    Dead {
        /// Its name.
        object: String,
        /// Freed, else out of scope.
        freed: bool,
        /// Where its life ended.
        at: Option<String>,
    },
    /// An access beyond the ends of an object.
    Outside {
        /// Its name.
        object: String,
        /// Where the access begins.
        offset: i64,
        /// How many bytes are accessed.
        len: u64,
        /// How many bytes there are.
        size: u64,
        /// If it is an array: the index and the number of elements.
        index: Option<(i64, u64)>,
    },
    /// A constant object was written.
    Constant(String),
    /// A call at something that is not a function.
    NotAFunction(String),
    /// A call at a function of another type.
    Unfit(String),
    /// Something without an object was freed.
    FreeAddress(u64),
    /// Something was freed that is not the start of an object.
    FreeInside {
        /// The object's name.
        object: String,
        /// Where it was freed.
        offset: i64,
    },
    /// Something was freed that is not of the kind that can be freed.
    FreeOther(String),
    /// An object was freed twice.
    FreeAgain {
        /// Its name.
        object: String,
        /// Where it was freed before.
        at: Option<String>,
    },
    /// Nothing points to this live heap object any more.
    Lost {
        /// Its name.
        object: String,
        /// Where it was allocated.
        at: Option<String>,
    },
    /// Two threads access the same bytes at the same time.
    Race(Box<Race>),
    /// All threads that are left wait: which, and where.
    Deadlock(Vec<Standing>),
    /// These threads wait for each other, or for a lock of a thread that has ended, whatever others do.
    Circle(Vec<Standing>),
    /// This heap object is still live at the end.
    Held {
        /// Its name.
        object: String,
        /// Where it was allocated.
        at: Option<String>,
    },
}

/// Two accesses at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The bytes that both access.
    pub object: String,
    /// The thread that is about to access them, and whether it writes; the one whose place comes first in the source.
    pub first: (Standing, bool),
    /// The other one.
    pub second: (Standing, bool),
}

/// Where a thread is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The thread.
    pub thread: u32,
    /// Where, outside of library functions, in words.
    pub place: String,
    /// And in the source.
    pub span: Span,
    /// It waits for the end of another thread.
    pub joins: bool,
}

impl Cause {
    /// The threads that it is about, if it is about several: the one whose place is that of the violation first.
    pub fn standings(&self) -> Vec<&Standing> {
        match self {
            Cause::Race(race) => vec![&race.first.0, &race.second.0],
            Cause::Deadlock(waits) | Cause::Circle(waits) => {
                // Who waits for a lock comes before those who wait for the end of others.
                let mut all: Vec<&Standing> = waits.iter().collect();
                all.sort_by_key(|wait| wait.joins);
                all
            }
            _ => vec![],
        }
    }
    /// The numbers of those threads.
    pub fn threads(&self) -> Vec<u32> {
        self.standings().iter().map(|standing| standing.thread).collect()
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made = |at: &Option<String>| at.as_ref().map_or(String::new(), |at| format!(" allocated at {at}"));
        let place = |at: &Option<String>| at.as_ref().map_or(String::new(), |at| format!(" at {at}"));
        match self {
            Cause::Condition => write!(f, "the condition does not hold"),
            Cause::Null(0) => write!(f, "null pointer dereferenced"),
            Cause::Null(offset) => write!(f, "null pointer dereferenced at offset {offset}"),
            Cause::Address(address) => write!(f, "there is no object at address {address:#x}"),
            Cause::Function(name) => write!(f, "the code of function `{name}` is not data"),
            Cause::Dead { object, freed: true, at } => write!(f, "`{object}` is memory freed{}", place(at)),
            Cause::Dead { object, freed: false, at } => write!(f, "`{object}` went out of scope{}", place(at)),
            Cause::Outside { object, index: Some((index, count)), .. } => {
                let s = if *count == 1 { "" } else { "s" };
                write!(f, "index {index} is out of bounds of `{object}` ({count} element{s})")
            }
            Cause::Outside { object, offset, len, size, index: None } => {
                let (bytes, all) =
                    (if *len == 1 { "byte" } else { "bytes" }, if *size == 1 { "byte" } else { "bytes" });
                let verb = if *len == 1 { "is" } else { "are" };
                write!(f, "{len} {bytes} at offset {offset} {verb} outside of `{object}` ({size} {all})")
            }
            Cause::Constant(object) => write!(f, "`{object}` is constant and cannot be written"),
            Cause::NotAFunction(what) => write!(f, "{what} is not the address of a function"),
            Cause::Unfit(name) => write!(f, "function `{name}` is of another type than it is called with"),
            Cause::FreeAddress(address) => write!(f, "there is no object at address {address:#x} to free"),
            Cause::FreeInside { object, offset } => {
                write!(f, "`{object}` is freed at offset {offset} instead of its start")
            }
            Cause::FreeOther(object) => write!(f, "`{object}` is not memory that can be freed"),
            Cause::FreeAgain { object, at } => write!(f, "`{object}` was freed before{}", place(at)),
            Cause::Lost { object, at } => write!(f, "nothing points any more to `{object}`{}", made(at)),
            Cause::Race(race) => {
                let Race { object, first: (first, writes), second: (second, also) } = &**race;
                let (a, at, b, with) = (first.thread, &first.place, second.thread, &second.place);
                let verb = |writes: &bool| if *writes { "writes" } else { "reads" };
                let (writes, also) = (verb(writes), verb(also));
                write!(f, "thread {a} {writes} `{object}` at {at} while thread {b} {also} it at {with}")
            }
            // Where they stand is told of each thread.
            Cause::Deadlock(_) => f.write_str("no thread can go on"),
            Cause::Circle(waits) => {
                let each: Vec<String> = waits.iter().map(|wait| wait.thread.to_string()).collect();
                write!(f, "threads {} wait for each other or for one that has ended", each.join(", "))
            }
            Cause::Held { object, at } => write!(f, "`{object}`{} was never freed", made(at)),
        }
    }
}

/// The cause of an invalid access.
pub(crate) fn access(machine: &Machine<'_>, invalid: Invalid, len: u64) -> Cause {
    match invalid {
        Invalid::Address(address @ 0..4096) => Cause::Null(address),
        Invalid::Address(address) => Cause::Address(address),
        Invalid::Function(func) => Cause::Function(machine.program.functions[FuncId::new(func as usize)].name.clone()),
        Invalid::Dead(id) => {
            machine.culprit.set(Some(id));
            let object = &machine.memory.objects[id as usize];
            let freed = object.owner == Owner::Region(Region::Heap);
            let at = object.ended.and_then(|loc| show::place(machine.program, loc));
            Cause::Dead { object: show::object(machine.program, &machine.memory, id), freed, at }
        }
        Invalid::Outside { object: id, offset } => {
            machine.culprit.set(Some(id));
            let size = machine.memory.objects[id as usize].size;
            let object = show::object(machine.program, &machine.memory, id);
            let index = show::index(machine.program, &machine.memory, id, offset, len);
            Cause::Outside { object, offset, len, size, index }
        }
        Invalid::Constant(id) => {
            machine.culprit.set(Some(id));
            Cause::Constant(show::object(machine.program, &machine.memory, id))
        }
    }
}

/// The cause of freeing something that cannot be freed.
pub(crate) fn free(machine: &Machine<'_>, id: u32, offset: i64) -> Cause {
    machine.culprit.set(Some(id));
    let object = &machine.memory.objects[id as usize];
    let name = show::object(machine.program, &machine.memory, id);
    let at = object.ended.and_then(|loc| show::place(machine.program, loc));
    match object.owner {
        Owner::Region(Region::Heap) if !object.live => Cause::FreeAgain { object: name, at },
        Owner::Region(Region::Heap) if offset != 0 => Cause::FreeInside { object: name, offset },
        Owner::Region(_) | Owner::Global(_) | Owner::Outside => Cause::FreeOther(name),
    }
}

/// The cause of freeing a function.
pub(crate) fn free_function(machine: &Machine<'_>, func: u32) -> Cause {
    Cause::FreeOther(machine.program.functions[FuncId::new(func as usize)].name.clone())
}

/// The cause of calling something that is not a function.
pub(crate) fn callee(machine: &Machine<'_>, value: &Value) -> Cause {
    Cause::NotAFunction(show::pointer(machine.program, &machine.memory, value))
}

/// The cause of a leak.
pub(crate) fn lost(machine: &Machine<'_>, id: u32) -> Cause {
    let (object, at) = allocated(machine, id);
    Cause::Lost { object, at }
}

/// The cause of memory that is held at the end.
pub(crate) fn held(machine: &Machine<'_>, id: u32) -> Cause {
    let (object, at) = allocated(machine, id);
    Cause::Held { object, at }
}

/// The name of an object, and where it was made.
fn allocated(machine: &Machine<'_>, id: u32) -> (String, Option<String>) {
    machine.culprit.set(Some(id));
    let at = machine.memory.objects[id as usize].made.and_then(|loc| show::place(machine.program, loc));
    (show::object(machine.program, &machine.memory, id), at)
}
