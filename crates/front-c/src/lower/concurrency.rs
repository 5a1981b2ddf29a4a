//! Freedoms that only programs with threads have, and that are fixed in one way: each is an assumption of the verdict,
//! told where the program makes use of the freedom.

use super::library::Use;
use super::{Entity, Lowering, Res, catalogue, facts, unsupported};
use crate::ast::{self, ExprKind, Item, Symbol, TypeSpec, UnaryOp};
use hecaton_ir::{Callee, End, Expr, FuncId, Function, GlobalId, Inst, Op, Role, Span, VarId};
use rustc_hash::FxHashSet;

/// Functions that threads must not call at the same time (7.11.1.1p5, 7.22.2.1p3, 7.22.4.6p2; POSIX 2.9.1), whose models
/// share nothing that a race could be about.
const UNSAFE: [&str; 18] = [
    "rand",
    "srand",
    "drand48",
    "lrand48",
    "mrand48",
    "srand48",
    "getenv",
    "setenv",
    "unsetenv",
    "putenv",
    "system",
    "setlocale",
    "strerror",
    "strsignal",
    "getopt",
    "getopt_long",
    "basename",
    "dirname",
];
/// Functions that initialise a lock or something alike, given by their first argument.
const INITIALISE: [&str; 8] = [
    "pthread_mutex_init",
    "pthread_cond_init",
    "pthread_rwlock_init",
    "pthread_barrier_init",
    "pthread_spin_init",
    "sem_init",
    "mtx_init",
    "cnd_init",
];

/// Functions that tell what other threads have done, and synchronise memory only if they succeed (POSIX XBD 4.12).
const SYNCHRONISE_ON_SUCCESS: [&str; 15] = [
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_mutex_clocklock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock",
    "pthread_rwlock_clockrdlock",
    "pthread_rwlock_clockwrlock",
    "pthread_spin_trylock",
    "sem_trywait",
    "sem_timedwait",
    "sem_clockwait",
    "mtx_trylock",
    "mtx_timedlock",
];
/// Functions that do so too, and never synchronise memory.
const NEVER_SYNCHRONISE: [&str; 2] = ["sem_getvalue", "pthread_cancel"];

/// Functions that are cancellation points (POSIX 2.9.5.2), but for those whose models see to it themselves.
const POINTS: [&str; 34] = [
    "accept",
    "clock_nanosleep",
    "close",
    "connect",
    "creat",
    "fcntl",
    "fdatasync",
    "fsync",
    "lockf",
    "msync",
    "nanosleep",
    "open",
    "openat",
    "pause",
    "poll",
    "pread",
    "pselect",
    "pwrite",
    "read",
    "readv",
    "recv",
    "recvfrom",
    "recvmsg",
    "select",
    "send",
    "sendmsg",
    "sendto",
    "sleep",
    "usleep",
    "sem_timedwait",
    "system",
    "wait",
    "waitpid",
    "write",
];
/// Functions that may be cancellation points: those of headers of which most functions may be one.
const PERHAPS_POINTS: [&str; 13] = [
    "stdio.h",
    "dirent.h",
    "time.h",
    "unistd.h",
    "syslog.h",
    "sys/stat.h",
    "sys/socket.h",
    "netdb.h",
    "pwd.h",
    "grp.h",
    "fcntl.h",
    "wchar.h",
    "sys/uio.h",
];

const PERHAPS: &str = "__hecaton_perhaps_cancellation_point";

/// What was seen so far that has to do with threads.
#[derive(Default)]
pub(super) struct Threads {
    /// Names that are declared with the type of identifiers of threads.
    identifiers: FxHashSet<Symbol>,
    /// Variables whose lock is initialised by a call.
    initialised: FxHashSet<Symbol>,
    /// Globals that hold the copies of a variable of which every thread has its own.
    pub own: FxHashSet<GlobalId>,
    /// Whether the program mentions `pthread_cancel`, once that was asked.
    can_cancel: Option<bool>,
    /// What is assumed if the program makes a thread.
    assumed: Vec<&'static str>,
}

impl Lowering<'_> {
    /// When `main` returns, its variables end before the threads do that still run (5.1.2.2.3). Identifiers of threads are of no
    /// interest to these.
    pub(super) fn tell_threads_after(&mut self, entry: FuncId) {
        let function = &self.functions[entry];
        let returns = function.blocks.values().any(|block| matches!(block.end, End::Return(_)));
        let names: FxHashSet<&str> = self.threads.identifiers.iter().map(|name| self.text(*name)).collect();
        let stays = |inst: &Inst| match &inst.op {
            Op::Alloc { dst, .. } => !names.contains(function.vars[*dst].name.as_str()),
            _ => false,
        };
        let shared = function.blocks.values().flat_map(|block| &block.insts).any(stays);
        if returns && shared {
            self.note_beside_threads("variables of `main` are taken to live until all threads have ended");
        }
    }
    /// Lists an assumption that a program without threads does not need.
    pub(super) fn note_beside_threads(&mut self, text: &'static str) {
        self.threads.assumed.push(text);
    }
    /// Declarations have these names and this type.
    pub(super) fn declares_threads(&mut self, ty: &TypeSpec, names: impl Iterator<Item = Symbol>) {
        let TypeSpec::Typedef(name) = ty else { return };
        if ["pthread_t", "thrd_t"].contains(&self.text(name.name)) {
            self.threads.identifiers.extend(names);
        }
    }
    /// Two values are compared.
    pub(super) fn compares_threads(&mut self, operands: &[Option<&ast::Expr>], span: Span) {
        let identifies = |e: &&ast::Expr| self.identifies_thread(e);
        if self.is_own_code(span) && operands.iter().flatten().any(identifies) {
            self.note("the identifier of a thread is not given to a later thread".into());
        }
    }
    fn identifies_thread(&self, e: &ast::Expr) -> bool {
        match &e.kind {
            ExprKind::Name(name) => self.threads.identifiers.contains(name),
            ExprKind::Member { field, .. } => self.threads.identifiers.contains(&field.name),
            ExprKind::Index { base, .. } => self.identifies_thread(base),
            ExprKind::Unary { op: UnaryOp::Deref, arg } | ExprKind::Cast { arg, .. } => self.identifies_thread(arg),
            ExprKind::Call { callee, .. } => match callee.kind {
                ExprKind::Name(name) => ["pthread_self", "thrd_current"].contains(&self.text(name)),
                _ => false,
            },
            _ => false,
        }
    }

    /// A function is called that may initialise a lock. A second initialisation is undefined (POSIX); there is none where
    /// the only call for a variable stands in `main`, outside of loops.
    pub(super) fn initialises_lock(&mut self, name: Symbol, args: &[ast::Expr], span: Span) {
        if !INITIALISE.contains(&self.text(name)) || !self.is_own_code(span) {
            return;
        }
        let variable = match args.first().map(|arg| &arg.kind) {
            Some(ExprKind::Unary { op: UnaryOp::AddrOf, arg }) => match arg.kind {
                ExprKind::Name(name) => Some(name),
                _ => None,
            },
            _ => None,
        };
        let initialised = match variable.and_then(|name| self.lookup(name)) {
            Some(Entity::Linked(id)) => self.linker.has_initialiser(*id),
            _ => false,
        };
        let facts = &self.body.facts;
        let repeats = self.body.loops_around > 0 || facts.jump_targets > 0 || !facts.labels.is_empty();
        let executed_once = self.body.name == "main" && !repeats;
        let new = variable.is_some_and(|name| self.threads.initialised.insert(name));
        if initialised || !executed_once || !new {
            self.note("no lock, condition variable, barrier or semaphore is initialised twice".into());
        }
    }
    /// A function is called from which a thread learns what another one has done by then. As every step of our schedules is
    /// seen by all threads, what the other one did does not race with what comes next.
    pub(super) fn synchronises(&mut self, name: Symbol, span: Span) {
        let text = self.text(name);
        let (never, fails) = (NEVER_SYNCHRONISE.contains(&text), SYNCHRONISE_ON_SUCCESS.contains(&text));
        if (never || fails) && self.is_own_code(span) {
            self.note_beside_threads(if never {
                "`sem_getvalue` and `pthread_cancel` are taken to synchronise memory, which POSIX does not say"
            } else {
                "attempts to lock or to wait are taken to synchronise memory even if they fail"
            });
        }
    }
    /// An object of this type is copied, which may hold locks: they can be used where they are only (POSIX 2.9.9).
    pub(super) fn copies_lock(&mut self, ty: crate::ctype::CTypeId, span: Span) {
        if self.holds_guard(ty) && self.is_own_code(span) {
            self.note("no copy of a lock is used as a lock".into());
        }
    }
    /// The bytes that an argument points to are copied.
    pub(super) fn copies_lock_at(&mut self, arg: &ast::Expr) {
        let mut place = arg;
        while let ExprKind::Cast { arg, .. } = &place.kind {
            place = arg;
        }
        let Ok(ty) = self.type_of(place) else { return };
        if let Some(to) = self.ctypes.pointee(ty) {
            self.copies_lock(to, arg.span);
        }
    }
    /// Whether `__atomic_store` stands for `atomic_init`, as gcc's header writes it: with the number of the weakest order,
    /// where others give its name.
    pub(super) fn initialises_atomic(&self, call: &Use<'_>) -> bool {
        let [ast::Expr { kind: ExprKind::Name(name), .. }, _, order] = call.args else { return false };
        self.text(*name) == "__atomic_store_ptr" && matches!(order.kind, ExprKind::Int(_))
    }

    /// Whether the program mentions the function that cancels threads.
    pub(super) fn can_cancel(&mut self) -> bool {
        if let Some(known) = self.threads.can_cancel {
            return known;
        }
        let cancel = self.sources.names.lookup("pthread_cancel");
        let mentions = |item: &Item| match item {
            Item::Function(function) => facts::of(&function.body, &self.sources.names, cancel).watched_used,
            Item::Decl(_) | Item::Assert(_) | Item::Asm(_) => false,
        };
        let known = cancel.is_some() && self.linker.units().iter().any(|unit| unit.items.iter().any(mentions));
        *self.threads.can_cancel.insert(known)
    }
    /// Lets the thread end before a call, if it may be cancelled there; gives the model that is to be called behind the call
    /// of a function that may be a cancellation point, where nobody can tell what it did.
    pub(super) fn cancellation_point(
        &mut self,
        callee: &ast::Expr,
        args: &[ast::Expr],
        span: Span,
    ) -> Res<Option<&'static str>> {
        let ExprKind::Name(name) = callee.kind else { return Ok(None) };
        if !self.is_own_code(span) || !self.can_cancel() {
            return Ok(None);
        }
        let own = match self.lookup(name) {
            Some(Entity::Linked(id)) => self.linker.definition(*id).is_some_and(|(_, unit, item)| {
                matches!(&unit.items[item], Item::Function(function) if !self.is_model(function.declarator.span))
            }),
            Some(_) => true,
            None => false,
        };
        let text = self.text(name);
        if own {
            return Ok(None);
        }
        if !POINTS.contains(&text) {
            return Ok(catalogue::header(text).filter(|header| PERHAPS_POINTS.contains(header)).map(|_| PERHAPS));
        }
        let effects = &self.body.facts.effects;
        if args.iter().any(|arg| effects.contains(&(std::ptr::from_ref(arg) as usize))) {
            return unsupported(
                span,
                format!("`{text}` with arguments that have effects, where threads are cancelled"),
            );
        }
        self.call_model("__hecaton_cancellation_point", Vec::new(), span)?;
        Ok(None)
    }

    /// Tells what can only be seen when the whole program is lowered.
    pub(super) fn tell_of_threads(&mut self) {
        let assumed = std::mem::take(&mut self.threads.assumed);
        if !self.makes_threads() {
            return;
        }
        for text in assumed {
            self.note(text.to_owned());
        }
        for name in self.unsafe_calls() {
            self.note(format!("`{name}` is taken to be safe where several threads call it"));
        }
        let own = std::mem::take(&mut self.threads.own);
        let mut functions = self.functions.values().filter(|f| !self.is_model(f.span));
        if !own.is_empty() && functions.any(|function| self.hands_on(function, &own)) {
            self.note("a variable of which every thread has its own is accessed only while that thread lives".into());
        }
    }
    /// Whether what is lowered so far makes a thread.
    pub(super) fn makes_threads(&self) -> bool {
        let mut insts = self.functions.values().flat_map(|f| f.blocks.values()).flat_map(|block| &block.insts);
        insts.any(|inst| matches!(inst.op, Op::Spawn { .. }))
    }
    /// The functions of `UNSAFE` that other threads than the first one may call.
    fn unsafe_calls(&self) -> Vec<&'static str> {
        let taken = super::freedoms::taken(&self.functions, &self.globals);
        let insts = |f: &FuncId| self.functions[*f].blocks.values().flat_map(|block| &block.insts).map(|inst| &inst.op);
        let starts = |op: &Op| match op {
            Op::Spawn { callee: Callee::Direct(func), .. } => Some(*func),
            _ => None,
        };
        let all: Vec<FuncId> = self.functions.keys().collect();
        let mut open: Vec<FuncId> = all.iter().flat_map(|f| insts(f).filter_map(starts)).collect();
        let mut reached = FxHashSet::default();
        while let Some(func) = open.pop() {
            if !reached.insert(func) {
                continue;
            }
            for op in insts(&func) {
                match op {
                    Op::Call { callee: Callee::Direct(to), .. } => open.push(*to),
                    Op::Call { callee: Callee::Indirect { .. }, .. } => open.extend(&taken),
                    _ => {}
                }
            }
        }
        let called = |name: &str| reached.iter().any(|f| self.functions[*f].name == name);
        UNSAFE.into_iter().filter(|name| called(name)).collect()
    }
    /// Whether a function does anything with the address of one of these globals but to access it: others may see it then.
    /// Temporaries that hold it are followed.
    fn hands_on(&self, function: &Function, own: &FxHashSet<GlobalId>) -> bool {
        let mut holders: FxHashSet<VarId> = FxHashSet::default();
        loop {
            let before = holders.len();
            for inst in function.blocks.values().flat_map(|block| &block.insts) {
                let leads = |e: &Expr| leads_to(e, own, &holders);
                let kept = match &inst.op {
                    Op::Assign { dst, value } if leads(value) => {
                        if function.vars[*dst].role != Role::Temp {
                            return true;
                        }
                        holders.insert(*dst);
                        false
                    }
                    Op::Store { value, .. } => leads(value),
                    Op::Call { callee: Callee::Direct(to), args, .. } => {
                        !self.is_model(self.functions[*to].span) && args.iter().any(leads)
                    }
                    Op::Call { args, .. } | Op::Spawn { args, .. } => args.iter().any(leads),
                    Op::Clobber { roots } => roots.iter().any(leads),
                    _ => false,
                };
                if kept {
                    return true;
                }
            }
            if function.blocks.values().any(|block| block.end.operand().is_some_and(|e| leads_to(e, own, &holders))) {
                return true;
            }
            if holders.len() == before {
                return false;
            }
        }
    }
}

/// Whether an expression contains the address of one of these globals.
fn leads_to(e: &Expr, own: &FxHashSet<GlobalId>, holders: &FxHashSet<VarId>) -> bool {
    match e {
        Expr::Global(global) => own.contains(global),
        Expr::Var(var) => holders.contains(var),
        _ => e.children().iter().any(|child| leads_to(child, own, holders)),
    }
}
