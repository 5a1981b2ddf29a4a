//! Locks and their like in the way of unknown code: only functions of the library write an object of type
//! `pthread_mutex_t`, so a function without body that can reach one leaves its bytes as they are. It could call these
//! functions, which is taken not to happen and told; one that is given such an object does so for certain, and where it is
//! called nothing is known.
//!
//! By the types of globals: their bytes are kept aside around each `Clobber`, in an atomic section. What lies in the heap
//! or in local variables has no type that is known here, and takes any content; so do locks that are numbers
//! (`pthread_spinlock_t`, `pthread_once_t`). The models ask whether unknown code could reach such a lock before they look
//! at it, and nothing is known where it could.

use super::body::stack_object;
use super::{Lowering, known};
use crate::ast::Ident;
use crate::ctype::{CType, CTypeId, Len, RecordId};
use crate::fold;
use hecaton_ir::{Aspect, Binary, End, Expr, FuncId, GlobalId, Inst, Op, Region, Role, Span, Var, VarId};
use rustc_hash::FxHashSet;

/// The types, as the headers of the library name them: locks and their like, and what `setjmp` writes.
const GUARDS: [&str; 7] =
    ["pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t", "pthread_barrier_t", "sem_t", "mtx_t", "cnd_t"];
const ENVIRONMENTS: [&str; 2] = ["jmp_buf", "sigjmp_buf"];
/// More pieces than this are not kept.
const MOST: usize = 256;

/// Some bytes of a global: from where on, and how many.
type Piece = (GlobalId, u64, u64);

impl Lowering<'_> {
    /// A type got a name: it may be that of locks.
    pub(super) fn note_guard(&mut self, name: Ident, ty: CTypeId) {
        let text = self.text(name.name);
        let environment = ENVIRONMENTS.contains(&text);
        if !environment && !GUARDS.contains(&text) || !known::is_in_header(name.span, &self.sources.files) {
            return;
        }
        if let Some(record) = self.ctypes.record(self.innermost(ty)) {
            if environment { &mut self.environments } else { &mut self.guards }.insert(record);
        }
    }
    /// Whether an argument is the address of a lock, or of an object that holds one.
    pub(super) fn leads_to_guard(&self, ty: CTypeId) -> bool {
        let Some(to) = self.ctypes.pointee(ty).filter(|to| self.ctypes.record(*to).is_some()) else { return false };
        self.holds_guard(to) || !self.environments.is_empty() && self.holds(to, &self.environments)
    }
    /// Whether objects of a type hold locks.
    pub(super) fn holds_guard(&self, ty: CTypeId) -> bool {
        !self.guards.is_empty() && self.holds(ty, &self.guards)
    }
    fn holds(&self, ty: CTypeId, which: &FxHashSet<RecordId>) -> bool {
        let mut pieces = Vec::new();
        self.pieces(ty, 0, &|record| which.contains(&record), &mut pieces);
        !pieces.is_empty()
    }
    /// The bytes of locks in an object of a type, from an offset on.
    fn pieces(&self, ty: CTypeId, at: u64, kept: &dyn Fn(RecordId) -> bool, out: &mut Vec<(u64, u64)>) {
        let Ok(size) = self.size(ty, Span::nowhere()) else { return };
        match &self.ctypes[ty] {
            CType::Array(elem, Len::Known(count)) => {
                let mut inner = Vec::new();
                self.pieces(*elem, 0, kept, &mut inner);
                let Some(each) = size.checked_div(*count) else { return };
                for i in 0..*count {
                    if inner.is_empty() || out.len() > MOST {
                        return;
                    }
                    inner.iter().for_each(|(start, len)| add(out, at + i * each + start, *len));
                }
            }
            CType::Record(record) if kept(*record) => add(out, at, size),
            CType::Record(record) => {
                let body = self.ctypes.records[*record].body.as_ref();
                for member in body.iter().flat_map(|body| &body.members) {
                    self.pieces(member.ty, at + member.offset, kept, out);
                }
            }
            CType::Array(..)
            | CType::Void
            | CType::Int(_)
            | CType::Float(_)
            | CType::Ptr(..)
            | CType::Enum(_)
            | CType::Func(_)
            | CType::Other(_) => {}
        }
    }
    /// Goes on only where unknown code could not reach a lock, or left it as it was.
    pub(super) fn unchanged_by_unknown_code(&mut self, lock: &Expr, is_word: bool, span: Span) {
        let one = self.word(1);
        let mut changed = fold::binary(Binary::Eq, self.inspect(lock, Aspect::Exposed, span), one.clone());
        if !is_word {
            let global = fold::binary(Binary::Eq, self.inspect(lock, Aspect::Global, span), one);
            changed = fold::and(changed, fold::not(global));
        }
        let (unknown, on) = (self.body.block(span), self.body.block(span));
        self.body.branch(changed, unknown, on, span);
        self.body.current = unknown;
        self.emit(Op::Unsupported("a lock that functions without body could change".into()), span);
        self.body.end(unknown, End::Unreachable, span);
        self.body.current = on;
    }
    /// Asks no more whether unknown code could reach something, where there is none.
    fn without_unknown_code(&mut self) {
        for block in self.functions.values_mut().flat_map(|function| function.blocks.values_mut()) {
            let asks = |inst: &Inst| matches!(inst.op, Op::Inspect { aspect: Aspect::Exposed | Aspect::Global, .. });
            if let End::Branch { no, .. } = block.end
                && block.insts.iter().any(asks)
            {
                block.insts.retain(|inst| !asks(inst));
                block.end = End::Goto(no);
            }
        }
    }
    /// The bytes of locks in globals.
    fn guarded(&self) -> Vec<Piece> {
        if self.guards.is_empty() && self.environments.is_empty() {
            return Vec::new();
        }
        let kept = |record| self.guards.contains(&record) || self.environments.contains(&record);
        let mut all = Vec::new();
        for (global, id) in self.linker.made_globals() {
            let mut pieces = Vec::new();
            self.pieces(self.linker.type_of(id), 0, &kept, &mut pieces);
            if pieces.len() <= MOST && !self.is_model(self.globals[global].span) {
                all.extend(pieces.into_iter().map(|(at, len)| (global, at, len)));
            }
        }
        all
    }
    /// Lets unknown code leave locks as they are, now that all globals are there.
    pub(super) fn keep_guards(&mut self) {
        let unknown = |inst: &Inst| matches!(inst.op, Op::Clobber { .. });
        let mut blocks = self.functions.values().flat_map(|function| function.blocks.values());
        if !blocks.any(|block| block.insts.iter().any(unknown)) {
            return self.without_unknown_code();
        }
        let pieces = self.guarded();
        let all: u64 = pieces.iter().map(|(_, _, len)| len).sum();
        if pieces.is_empty() {
            return;
        }
        let byte = self.types.int(8, false);
        let funcs: Vec<FuncId> = self.functions.keys().collect();
        for func in funcs {
            let blocks: Vec<_> = self.functions[func].blocks.keys().collect();
            for block in blocks {
                if !self.functions[func].blocks[block].insts.iter().any(unknown) {
                    continue;
                }
                for inst in std::mem::take(&mut self.functions[func].blocks[block].insts) {
                    if !unknown(&inst) {
                        self.functions[func].blocks[block].insts.push(inst);
                        continue;
                    }
                    let span = inst.span;
                    let aside = self.aside(func, span);
                    let count = self.word(all);
                    let begin = [Op::Atomic { begin: true }, stack_object(aside, byte, count)];
                    let end = [
                        Op::Free { ptr: Expr::Var(aside), region: Region::Stack, check: None },
                        Op::Atomic { begin: false },
                    ];
                    let ops = begin.into_iter().chain(self.moved(&pieces, aside, true)).chain([inst.op]);
                    let ops = ops.chain(self.moved(&pieces, aside, false)).chain(end);
                    let insts: Vec<Inst> = ops.map(|op| Inst { op, span }).collect();
                    self.functions[func].blocks[block].insts.extend(insts);
                }
            }
        }
        let hold =
            |which| self.linker.made_globals().into_iter().any(|(_, id)| self.holds(self.linker.type_of(id), which));
        let (locks, environments) = (hold(&self.guards), hold(&self.environments));
        if locks {
            self.note("functions without body neither lock nor unlock what they are not given".into());
        }
        if environments {
            self.note("functions without body write no `jmp_buf` that they are not given".into());
        }
    }
    /// A variable for the address of the bytes that are kept aside.
    fn aside(&mut self, func: FuncId, span: Span) -> VarId {
        let ty = self.types.ptr();
        let vars = &mut self.functions[func].vars;
        let name = format!("kept{}", vars.len());
        vars.push(Var { name, ty, role: Role::Temp, span })
    }
    /// Copies the pieces aside, or back.
    fn moved(&self, pieces: &[Piece], aside: VarId, away: bool) -> Vec<Op> {
        let mut from = 0;
        let mut out = Vec::new();
        for (global, at, len) in pieces {
            let there = fold::offset(Expr::Global(*global), self.word(*at));
            let here = fold::offset(Expr::Var(aside), self.word(from));
            let (dst, src) = if away { (here, there) } else { (there, here) };
            out.push(Op::Copy { dst, src, size: self.word(*len), check: None });
            from += len;
        }
        out
    }
}

/// Adds a piece, to the one before it where they touch.
fn add(out: &mut Vec<(u64, u64)>, at: u64, len: u64) {
    match out.last_mut() {
        Some((start, before)) if *start + *before == at => *before += len,
        _ => out.push((at, len)),
    }
}
