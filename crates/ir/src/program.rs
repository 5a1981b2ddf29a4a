//! A program: types, globals, functions, properties and features, with its own names, spans and source texts, so that
//! nothing downstream ever has to ask a front end. Frozen behind `Arc` once it is verified.
//!
//! What an instruction means is said here once; `trace` (concrete) and `symex` (symbolic) both implement it, and tests
//! compare the two.

use crate::expr::Expr;
use crate::types::{DataModel, Scalar, Type, TypeId, Types};
use hecaton_base::{Bits, Id as _, Map, id};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

id!(
    /// A function of a program.
    #[derive(Serialize, Deserialize)]
    FuncId,
    "f"
);
id!(
    /// A global object of a program.
    GlobalId,
    "g"
);
id!(
    /// A variable of a function.
    #[derive(Serialize, Deserialize)]
    VarId,
    "v"
);
id!(
    /// A block of a function.
    #[derive(Serialize, Deserialize)]
    BlockId,
    "b"
);
id!(
    /// A property of a program.
    #[derive(Serialize, Deserialize)]
    PropId,
    "p"
);
id!(
    /// A feature of a program.
    FeatureId,
    "x"
);
id!(
    /// A source file of a program.
    #[derive(Serialize, Deserialize)]
    FileId,
    "s"
);

/// A whole program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Sizes of the target.
    pub target: DataModel,
    /// All types.
    pub types: Types,
    /// Objects that live as long as the program.
    pub globals: Map<GlobalId, Global>,
    /// All functions, those without a body included.
    pub functions: Map<FuncId, Function>,
    /// Where execution starts. Its arguments are arbitrary.
    pub entry: FuncId,
    /// What can be violated.
    pub props: Map<PropId, Prop>,
    /// Named events that swarm checking can omit.
    pub features: Map<FeatureId, Feature>,
    /// The texts that spans point into.
    pub files: Map<FileId, File>,
    /// The property that is violated if heap memory is still allocated when the program ends, but no chain of pointers
    /// leads to it: not from a global, and at an `exit` or `abort`, where no call has returned, not from a live stack
    /// object, a variable with the role `Named` or a variable still to be read of an active call either.
    pub leak: Option<PropId>,
    /// The property that is violated if any heap memory is still allocated when the program ends, in whatever way.
    pub cleanup: Option<PropId>,
    /// The property that is violated if a thread is about to access memory of which another one is about to access some
    /// byte too, outside of atomic sections, and one of them writes (or frees). Constant globals, and those that are
    /// [guarded](Program::is_guarded), are left out.
    pub race: Option<PropId>,
    /// The property that is violated if threads are left and all of them wait, none of them being stopped; or if some
    /// wait in a circle for locks or ends of each other, or for a lock of a thread that has ended, whatever others do.
    /// (Who waits for something else while others go on, or the program ends, may do so.) A program that makes no thread
    /// has assertions of that kind instead: see `passes::alone`.
    pub deadlock: Option<PropId>,
    /// Whether there is memory outside of the program's objects: then a pointer from outside that is not null, and does
    /// not hit an object, points into it, at the offset that is its address. Its content is arbitrary at first, every
    /// access to it below the functions is valid, and freeing it does nothing. Otherwise using such a pointer makes the
    /// verdict unknown.
    pub outside: bool,
    /// What the front end took for granted, to be listed with every verdict ("`foo` has no body: ...").
    pub notes: Vec<String>,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The path as the user would write it.
    pub name: String,
    /// The text, if it could be read.
    pub text: Option<Arc<str>>,
    /// Whether it is code of our own that stands for a library; the front end says so.
    pub library: bool,
}

impl File {
    /// Whether it is code of our own that stands for a library.
    pub fn is_model(&self) -> bool {
        self.library
    }
}

/// A place in a source file; lines and columns count from 1, `line` 0 means "nowhere".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The line.
    pub line: u32,
    /// The column of the first character, in characters.
    pub col: u32,
    /// How many characters, at least 1 where the place is known.
    pub len: u32,
}

impl Span {
    /// No place in particular.
    pub fn nowhere() -> Self {
        Span { file: FileId::new(0), line: 0, col: 0, len: 0 }
    }
}

/// An object that exists from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Unique among the globals; for a `static` local, qualified by its function.
    pub name: String,
    /// What it holds.
    pub ty: TypeId,
    /// What it holds at first.
    pub init: Init,
    /// Not to be written: a string literal, a `const` object.
    pub constant: bool,
    /// Where it is declared.
    pub span: Span,
}

/// An array that nothing defines and whose length is not known is taken to have so many bytes. What lies behind them is not
/// known.
pub const LENGTH_UNKNOWN: u64 = 1 << 20;

/// The first content of a global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// Arbitrary: an `extern` object that nothing defines. If its type has no bytes, its size is not known: it takes a
    /// byte at least, and what accesses it or asks how large it is makes the verdict unknown.
    Arbitrary,
    /// Zero but for these values at byte offsets, ascending and not overlapping. Expressions are constants: `Int`,
    /// `Float`, `Null`, `Func`, `Global`, or `Offset` of a `Global` and an `Int`.
    Values(Vec<(u64, Expr)>),
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Unique among the functions.
    pub name: String,
    /// The variables that hold the arguments.
    pub params: Vec<VarId>,
    /// Whether it takes more arguments than `params`.
    pub variadic: bool,
    /// What it returns.
    pub result: Option<Scalar>,
    /// All variables, parameters and temporaries included. A variable that was not written holds zero (the null
    /// pointer); a front end that means an arbitrary value writes a `Havoc`.
    pub vars: Map<VarId, Var>,
    /// The body; empty if the function has none.
    pub blocks: Map<BlockId, Block>,
    /// Where it starts, if it has a body.
    pub entry: BlockId,
    /// Where it is declared.
    pub span: Span,
}

impl Function {
    /// Whether there is a body.
    pub fn has_body(&self) -> bool {
        !self.blocks.is_empty()
    }
}

/// A variable of a function: a register of scalar type without an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// As in the source, or a made-up name of a temporary. Unique in the function.
    pub name: String,
    /// A scalar type.
    pub ty: TypeId,
    /// How it is shown in a trace.
    pub role: Role,
    /// Where it is declared.
    pub span: Span,
}

/// What a variable stands for in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A source variable held in a register.
    Named,
    /// The address of the memory object of a source variable of this type.
    Place(TypeId),
    /// Made up by a front end or a pass; not shown.
    Temp,
}

/// A straight piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Executed in order.
    pub insts: Vec<Inst>,
    /// Where it goes from there.
    pub end: End,
    /// Place of the end.
    pub span: Span,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// Where it comes from.
    pub span: Span,
}

/// What an instruction does.
///
/// An access (`Load`, `Store`, `Copy`, `Fill`) to memory that is not all inside one live object violates `check`,
/// and the path ends there. So does a write to a constant object: a constant global, or what a constant `Alloc` made. Without `check` the front end vouches for the access:
/// if it is invalid nevertheless, nothing is known of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// The variable takes the value.
    Assign {
        /// Written.
        dst: VarId,
        /// Of the variable's type.
        value: Expr,
    },
    /// The variable takes the value of its type found in memory, least significant byte first.
    Load {
        /// Written.
        dst: VarId,
        /// Where.
        ptr: Expr,
        /// Violated if the access is invalid.
        check: Option<PropId>,
    },
    /// Memory takes the value.
    Store {
        /// Where.
        ptr: Expr,
        /// What; its type says how many bytes.
        value: Expr,
        /// Violated if the access is invalid.
        check: Option<PropId>,
    },
    /// Copies bytes; source and target may overlap. Size zero does nothing, whatever the pointers.
    Copy {
        /// To.
        dst: Expr,
        /// From.
        src: Expr,
        /// Bytes, a pointer-wide integer.
        size: Expr,
        /// Violated if either access is invalid.
        check: Option<PropId>,
    },
    /// Sets bytes. Size zero does nothing, whatever the pointer.
    Fill {
        /// To.
        dst: Expr,
        /// The byte, `Int(8)`.
        byte: Expr,
        /// Bytes, a pointer-wide integer.
        size: Expr,
        /// Violated if the access is invalid.
        check: Option<PropId>,
    },
    /// Makes a new object of `count` elements and gives its address. The content is arbitrary unless `zeroed`.
    /// A stack object dies when its function returns, or by `Free` at the end of its scope.
    Alloc {
        /// Takes the address.
        dst: VarId,
        /// Who ends its life.
        region: Region,
        /// The element's type.
        ty: TypeId,
        /// How many, a pointer-wide integer.
        count: Expr,
        /// All bytes zero at first.
        zeroed: bool,
        /// Defined `const`: only an access without `check` may write it, as its initialisation does.
        constant: bool,
        /// A pointer-wide integer, a power of two that the address is a multiple of, besides what the type and the region
        /// ask for. Of one that is no power of two only the lowest bit counts; zero asks for nothing.
        align: Option<Expr>,
        /// An object that is about to die: where that lies the new one may lie, too.
        replaces: Option<Expr>,
    },
    /// Ends the life of the object that the pointer is the start of. In the heap a null pointer does nothing, and any
    /// other pointer that is not the start of a live heap object violates `check` and ends the path.
    Free {
        /// The start of the object.
        ptr: Expr,
        /// What kind of object it must be.
        region: Region,
        /// Violated if there is no such object.
        check: Option<PropId>,
    },
    /// The variable takes an arbitrary value: an input. A pointer so made may be null; if it is not, it is not known
    /// what it points to, and its use makes the verdict unknown.
    Havoc {
        /// Written.
        dst: VarId,
    },
    /// Unknown code runs: every live object it can reach takes arbitrary content, but for constant ones. It can reach
    /// the objects that these pointers point into, further ones through the pointers that those hold, and all that
    /// earlier unknown code could reach. A pointer to no live object reaches nothing.
    Clobber {
        /// Where it starts from.
        roots: Vec<Expr>,
    },
    /// The variable takes the value, which stands for one that is not known exactly but is known to be among those
    /// that the value can take here. What holds for all of them holds; but a violation that depends on this value may
    /// be none, and is not reported as one.
    Approximate {
        /// Written.
        dst: VarId,
        /// Of the variable's type.
        value: Expr,
        /// What is not known exactly: "the result of a function".
        what: String,
    },
    /// The variable takes a pointer-wide integer that tells something about the object a pointer belongs to. An address
    /// without an object of its own belongs to the live object that it lies in, if there is one.
    Inspect {
        /// Written.
        dst: VarId,
        /// The pointer.
        ptr: Expr,
        /// What is asked.
        aspect: Aspect,
    },
    /// Paths on which this does not hold are not looked at. With other threads, those paths are looked at as far as the
    /// others get without this one: it is stopped and never runs again, but in an atomic section the path ends.
    Assume {
        /// `Int(1)`.
        cond: Expr,
    },
    /// The property is violated if this does not hold; execution goes on in any case.
    Assert {
        /// `Int(1)`.
        cond: Expr,
        /// What is violated.
        prop: PropId,
    },
    /// Calls a function. A function without body that is reached makes the verdict unknown.
    Call {
        /// Takes the result, if it is wanted.
        dst: Option<VarId>,
        /// Which function.
        callee: Callee,
        /// At least as many as there are parameters.
        args: Vec<Expr>,
    },
    /// Starts a thread in a function and gives its number, a pointer-wide integer: see [`Choice::Switch`] for when it
    /// runs. It ends when that function returns, or by `Halt::Thread`.
    Spawn {
        /// Takes the thread's number.
        dst: VarId,
        /// Where it starts.
        callee: Callee,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// Waits for the end of a thread. A number that no thread has makes the verdict unknown.
    Join {
        /// The thread's number.
        thread: Expr,
    },
    /// The variable takes the number of the thread that executes this: threads are numbered in the order of their
    /// making, that of the entry function is 0.
    Thread {
        /// Written.
        dst: VarId,
    },
    /// Begins or ends a section in which no other thread runs. Sections nest; to end none does nothing.
    Atomic {
        /// Begins, else ends.
        begin: bool,
    },
    /// Waits until the integer in memory is one of some values, or none of them, and in that moment begins an atomic
    /// section, to be ended by `Atomic`. In an atomic section nobody else can make it so: the path ends.
    Await {
        /// Where.
        ptr: Expr,
        /// Integers of one type.
        values: Vec<Expr>,
        /// It must be one of them, else none.
        one: bool,
        /// It is a lock: while it is not as awaited, a number from 1 on is that of the thread, counted from one, which
        /// alone will make it so. See `Program::deadlock`.
        owned: bool,
        /// Violated if the access is invalid.
        check: Option<PropId>,
    },
    /// The feature takes place.
    Log(FeatureId),
    /// Something the front end cannot express: reaching it makes the verdict unknown with this reason.
    Unsupported(String),
}

/// What `Inspect` asks of the object that a pointer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// How many bytes it has while it lives; else 0.
    Size,
    /// How many bytes the pointer lies behind its start, even if it lives no more. A function has 0, and an address
    /// without an object the address itself.
    Offset,
    /// 1 if it lives, else 0.
    Live,
    /// 1 if it lives and may be written, else 0.
    Writable,
    /// 1 if it lives in the heap, else 0.
    Heap,
    /// 1 if it is a global, else 0.
    Global,
    /// 1 if it lives, may be written and could be reached by unknown code that has run (see [`Op::Clobber`]), else 0.
    Exposed,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Aspect; 7] =
        [Aspect::Size, Aspect::Offset, Aspect::Live, Aspect::Writable, Aspect::Heap, Aspect::Global, Aspect::Exposed];
    /// The name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Size => "size",
            Aspect::Offset => "offset",
            Aspect::Live => "live",
            Aspect::Writable => "writable",
            Aspect::Heap => "heap",
            Aspect::Global => "global",
            Aspect::Exposed => "exposed",
        }
    }
}

/// Whose objects: who ends their life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The function that made them.
    Stack,
    /// `free`.
    Heap,
}

/// The function that is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A known one.
    Direct(FuncId),
    /// The one at an address. Anything else than the address of a function of a fitting type violates `check` and
    /// ends the path.
    Indirect {
        /// The address.
        ptr: Expr,
        /// Violated if it is not the address of a function.
        check: Option<PropId>,
    },
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// On to another block.
    Goto(BlockId),
    /// To one of two.
    Branch {
        /// `Int(1)`.
        cond: Expr,
        /// If it holds.
        yes: BlockId,
        /// If not.
        no: BlockId,
    },
    /// To the arm of a value. No value stands twice.
    Switch {
        /// An integer.
        on: Expr,
        /// Values of its width and where they lead.
        arms: Vec<(Bits, BlockId)>,
        /// For all others.
        other: BlockId,
    },
    /// Back to the caller; from the function a thread starts in, the thread ends; from the entry function, the program
    /// ends normally, whatever other threads do.
    Return(Option<Expr>),
    /// The program ends: `exit` normally, `abort` not. What is then lost or not freed: see `Program::leak`, `cleanup`.
    /// Or only the thread ends: the program then ends with the last one, normally.
    Halt(Halt),
    /// Never executed; reaching it is a defect of the front end.
    Unreachable,
}

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Halt {
    /// In an orderly way.
    Exit,
    /// At once, as after a failure.
    Abort,
    /// Only for the thread that executes it.
    Thread,
}

/// A place in a program: before the instruction with that index, or at the block's end if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Loc {
    /// The function.
    pub func: FuncId,
    /// The block.
    pub block: BlockId,
    /// The index of the instruction.
    pub inst: u32,
}

/// Something that must never be violated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prop {
    /// Which sort of property.
    pub kind: PropKind,
    /// What is claimed, in the words of the source: `a[j] <= a[j + 1]`, `array index j within bounds`.
    pub text: String,
    /// The function it stands in.
    pub func: String,
    /// Where.
    pub span: Span,
}

/// The sorts of properties; `-p` chooses among them by `name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PropKind {
    /// `assert` and its relatives.
    Assertion,
    /// The error function is never called.
    Unreach,
    /// An index lies within its array.
    Bounds,
    /// A pointer that is dereferenced points into a live object: not null, not freed, not outside.
    Deref,
    /// What is freed is the start of a live heap object.
    Free,
    /// No heap memory is lost.
    Leak,
    /// All heap memory is freed at the end.
    Cleanup,
    /// Signed arithmetic does not overflow.
    Overflow,
    /// No division by zero.
    Division,
    /// Shift amounts are neither negative nor too large, and no negative value is shifted left.
    Shift,
    /// A float that is converted to an integer type fits that type.
    Conversion,
    /// Pointer arithmetic stays inside an object or one past its end; what is subtracted or ordered lies in one object.
    Pointer,
    /// The address of an access is a multiple of the alignment of its type.
    Alignment,
    /// What is copied does not overlap its copy, where the source language asks for that.
    Overlap,
    /// The length of a variable-length array is positive and its size in bytes fits `ptrdiff_t`.
    Vla,
    /// Effects on one variable are sequenced: none of them, and no read of it, may come at the same time as another one.
    Sequence,
    /// A variable has a value before it is read.
    Uninit,
    /// No two threads access the same memory at the same time.
    Race,
    /// Never do all threads wait, nor some for each other.
    Deadlock,
}

impl PropKind {
    /// All kinds.
    pub const ALL: [PropKind; 19] = [
        PropKind::Assertion,
        PropKind::Unreach,
        PropKind::Bounds,
        PropKind::Deref,
        PropKind::Free,
        PropKind::Leak,
        PropKind::Cleanup,
        PropKind::Overflow,
        PropKind::Division,
        PropKind::Shift,
        PropKind::Conversion,
        PropKind::Pointer,
        PropKind::Alignment,
        PropKind::Overlap,
        PropKind::Vla,
        PropKind::Sequence,
        PropKind::Uninit,
        PropKind::Race,
        PropKind::Deadlock,
    ];
    /// The name on the command line, in the text form and in reports.
    pub fn name(self) -> &'static str {
        match self {
            PropKind::Assertion => "assertion",
            PropKind::Unreach => "unreach",
            PropKind::Bounds => "bounds",
            PropKind::Deref => "deref",
            PropKind::Free => "free",
            PropKind::Leak => "leak",
            PropKind::Cleanup => "cleanup",
            PropKind::Overflow => "overflow",
            PropKind::Division => "division",
            PropKind::Shift => "shift",
            PropKind::Conversion => "conversion",
            PropKind::Pointer => "pointer",
            PropKind::Alignment => "alignment",
            PropKind::Overlap => "overlap",
            PropKind::Vla => "vla",
            PropKind::Sequence => "sequence",
            PropKind::Uninit => "uninit",
            PropKind::Race => "race",
            PropKind::Deadlock => "deadlock",
        }
    }
}

/// A named event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name.
    pub name: String,
}

/// All nondeterminism there is: with these, in the order of execution, a run is determined.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Where functions lie, before all else; it may be left out, and so may functions: nothing depends on them.
    Functions(Vec<(FuncId, u64)>),
    /// The value a `Havoc` gives, the arguments of the entry function first. A pointer is given by its address.
    Input(Bits),
    /// Where an object lies and which bytes it finds there: one for each global at the start, in order, before the
    /// arguments of the entry function, then one for the memory outside if there is any, and one for each `Alloc`. Only an object whose content is arbitrary finds bytes
    /// that are not zero.
    Place(Place),
    /// Which objects a `Clobber` changes, and to what.
    Clobber(Vec<Content>),
    /// Which way a branch goes; only in decision prefixes, a replay computes it.
    Branch(bool),
    /// Which thread runs next. A thread runs until it has ended or is stopped, or until it stands, outside of atomic
    /// sections, before something *visible*: `Load`, `Store`, `Copy`, `Fill`, `Clobber`, `Free`, `Spawn`, `Join`, the
    /// beginning of an atomic section, `Await`, the end of the program. Then, if more than one thread has neither ended nor is
    /// stopped, it is chosen which one goes on, by executing what it stands before. One that waits in `Join` or `Await`
    /// cannot be chosen; if all do, they wait for ever (see `Program::deadlock`). A new thread runs to where it stands,
    /// and then the one that made it goes on, without any choice.
    Switch(u32),
}

/// Where an object lies and what it holds at first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Place {
    /// The address; `None` where nothing depends on it, to be chosen freely.
    pub address: Option<u64>,
    /// The bytes that are not zero, by offset, ascending.
    pub bytes: Vec<(u64, u8)>,
}

/// New content of an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Content {
    /// The object, by the number of objects made before it in the run, globals included.
    pub object: u64,
    /// The bytes that are not zero, by offset, ascending.
    pub bytes: Vec<(u64, u8)>,
}

impl Program {
    /// The scalar type of a variable.
    pub fn scalar(&self, func: FuncId, var: VarId) -> Scalar {
        self.types.scalar(self.functions[func].vars[var].ty).expect("variables have scalar types")
    }
    /// The integer type of pointer width.
    pub fn word(&self) -> Scalar {
        Scalar::Int(self.target.pointer_bits())
    }
    /// Whether a global belongs to our own models, which stand for libraries that see to it that threads do not meet
    /// there. Those that do not are named so.
    pub fn is_guarded(&self, global: GlobalId) -> bool {
        self.is_of_library(global) && !self.globals[global].name.starts_with("unguarded_")
    }
    /// Whether a global belongs to our own models.
    pub fn is_of_library(&self, global: GlobalId) -> bool {
        self.files.get(self.globals[global].span.file).is_some_and(|file| file.is_model())
    }
    /// Whether the size of a global is not known: see [`Init::Arbitrary`].
    pub fn is_unsized(&self, global: GlobalId) -> bool {
        let Global { ty, init, .. } = &self.globals[global];
        matches!(init, Init::Arbitrary) && self.types.size(*ty, self.target) == 0
    }
    /// Whether a global may be longer than its type says: an array that nothing defines and whose length is not known.
    pub fn is_open_ended(&self, global: GlobalId) -> bool {
        let Global { ty, init, .. } = &self.globals[global];
        match (init, &self.types[*ty]) {
            (Init::Arbitrary, Type::Array { elem, len }) => {
                let each = self.types.size(*elem, self.target).max(1);
                *len == LENGTH_UNKNOWN / each.min(LENGTH_UNKNOWN)
            }
            _ => false,
        }
    }
    /// The place of a location.
    pub fn span(&self, loc: Loc) -> Span {
        let block = &self.functions[loc.func].blocks[loc.block];
        block.insts.get(loc.inst as usize).map_or(block.span, |inst| inst.span)
    }
    /// A function by its name.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }
    /// The type of an expression in a function; `None` if it is ill-typed.
    pub fn type_of(&self, func: FuncId, expr: &Expr) -> Option<Scalar> {
        crate::typing::type_of(self, func, expr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Wire;

    #[test]
    fn choices_come_back_as_they_were() {
        let choices = vec![
            Choice::Input(Bits::from_i64(32, -7)),
            Choice::Input(Bits::from_u64(1, 1)),
            Choice::Input(Bits::from_i64(128, -1)),
            Choice::Place(Place { address: Some(u64::MAX), bytes: vec![(0, 1), (1 << 40, 255)] }),
            Choice::Place(Place::default()),
            Choice::Functions(vec![(FuncId::new(3), 0x1234), (FuncId::new(7), u64::MAX - 1)]),
            Choice::Branch(true),
            Choice::Switch(3),
            Choice::Clobber(vec![Content { object: 7, bytes: vec![(2, 9)] }, Content::default()]),
        ];
        assert_eq!(Wire::from_bytes(&choices.to_bytes()), Ok(choices));
    }

    #[test]
    fn broken_choices_are_errors() {
        for bytes in [&[6u8][..], &[0, 1], &[1, 0, 0], &[1, 8], &[2, 1], &[3], &[4, 2], &[5], &[]] {
            assert!(Choice::from_bytes(bytes).is_err(), "{bytes:?}");
        }
    }
}
