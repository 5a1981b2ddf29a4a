//! C text to IR: preprocessing with the system's compiler, a hand-written parser, and lowering to `hecaton-ir`.
//! Knows no engine and no other language.

pub mod ast;
pub mod ctype;
pub mod diag;
mod fold;
pub mod layout;
pub mod lex;
mod literal;
mod lower;
pub mod parse;
mod place;
pub mod preprocess;

pub use diag::{Diag, Severity};
pub use lower::catalogue::{How, Modelled, modelled};
pub use preprocess::Setting;

use hecaton_base::{Budget, Map, Stop};
use hecaton_ir::{DataModel, File, FileId, Program, PropKind, Span};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How to read a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// Sizes of the target.
    pub data_model: DataModel,
    /// What the preprocessor is told, in order.
    pub settings: Vec<Setting>,
    /// `-std`, without the option.
    pub std: Option<String>,
    /// The function where execution starts.
    pub entry: String,
    /// Functions that must not be called, with or without a body.
    pub error_functions: Vec<String>,
    /// Whether `malloc` and its relatives may give a null pointer.
    pub malloc_may_fail: bool,
    /// Whether it is asked that an index lies within its array. If not, an access by index is like one by pointer: valid
    /// if it is inside of the object that the array is a part of.
    pub bounds: bool,
    /// Whether it is asked that a variable has a value before it is read.
    pub uninit: bool,
    /// Whether it is asked which memory is lost: then a pointer forgets what it points to at the end of its scope.
    pub leaks: bool,
    /// Whether it is asked that only what was allocated is freed: then an arbitrary pointer may lead nowhere.
    pub frees: bool,
    /// The kinds of property that are asked for, as far as a check is made only then: `Conversion`, `Pointer`,
    /// `Alignment`, `Overlap` and `Vla`. Without the check the place is assumed to be harmless.
    pub checks: BTreeSet<PropKind>,
    /// Whether objects with automatic storage that are defined `const` are not to be written. (Those with static storage
    /// never are.)
    pub constants: bool,
    /// A label that must not be reached.
    pub error_label: Option<String>,
    /// What a call of a function without body does.
    pub missing_body: MissingBody,
    /// Whether functions of the C library without a model are like other functions without body, rather than not
    /// supported.
    pub missing_library: bool,
    /// Whether pointers from outside point to memory that is there, rather than nobody knows where.
    pub outside: bool,
    /// How the arguments of an entry function that is not `main` are made.
    pub harness: Harness,
    /// Objects with static storage start with any content, but for constant ones.
    pub arbitrary_globals: bool,
    /// Features that the text does not log itself.
    pub predicates: Vec<Predicate>,
}

/// A feature takes place before a statement where a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The feature's name.
    pub name: String,
    /// The condition, in C; it must change nothing.
    pub expr: String,
    /// The end of the file's path.
    pub file: String,
    /// The line where the statement begins.
    pub line: u32,
}

/// How the arguments of an entry function are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harness {
    /// How many pointers in a row lead to objects; those behind them are null.
    pub depth: u32,
    /// How many elements the objects have, if it is said.
    pub elements: Option<u64>,
}

/// What a call of a function that is declared, but neither defined nor known, does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingBody {
    /// Its result is arbitrary, and so is from then on all memory it can reach.
    Havoc,
    /// Its result is arbitrary; memory stays as it is.
    Result,
    /// There must be none.
    Error,
}

/// A function without body that the program may call.
#[derive(Clone, Debug)]
pub struct Missing {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub declared: Span,
    /// Where it is used first.
    pub used: Span,
    /// What a call of it is taken to do.
    pub assumed: String,
}

/// A program, and what there is to say about it.
#[derive(Debug)]
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// Warnings.
    pub warnings: Vec<Diag>,
    /// Functions without body.
    pub missing: Vec<Missing>,
}

impl Default for Options {
    /// A 64-bit program that starts in `main`, read as it is.
    fn default() -> Self {
        Options {
            data_model: DataModel::Lp64,
            settings: Vec::new(),
            std: None,
            entry: "main".into(),
            error_functions: Vec::new(),
            malloc_may_fail: false,
            bounds: true,
            uninit: false,
            leaks: false,
            frees: false,
            checks: BTreeSet::from([
                PropKind::Unreach,
                PropKind::Conversion,
                PropKind::Overlap,
                PropKind::Vla,
                PropKind::Overflow,
                PropKind::Division,
                PropKind::Shift,
            ]),
            constants: true,
            error_label: None,
            missing_body: MissingBody::Havoc,
            harness: Harness { depth: 2, elements: None },
            arbitrary_globals: false,
            predicates: Vec::new(),
            outside: false,
            missing_library: false,
        }
    }
}

/// One source file: `.i` files are taken as they are, others are preprocessed.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// What the preprocessor is told for this file alone.
    pub settings: Vec<Setting>,
    /// `-std` of this file, without the option, if it has its own.
    pub std: Option<String>,
}

impl Input {
    /// A file without arguments of its own.
    pub fn plain(path: impl Into<PathBuf>) -> Self {
        Input { path: path.into(), settings: Vec::new(), std: None }
    }
}

/// Why there is no program.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The errors, and the warnings before them.
    pub diags: Vec<Diag>,
    /// The files that the messages point into.
    pub files: Map<FileId, File>,
    /// The limit that was reached, if that is why.
    pub stop: Option<Stop>,
}

/// Reads C files and links them to one program. The budget limits the compiler that preprocesses them.
pub fn load(inputs: &[Input], options: &Options, budget: &Budget) -> Result<Loaded, Failure> {
    lower::load(inputs, options, budget)
}

/// Makes a program of preprocessed text that is in no file.
pub fn load_text(text: &[u8], options: &Options) -> Result<Loaded, Failure> {
    lower::load_text(text, options)
}
