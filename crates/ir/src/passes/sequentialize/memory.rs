//! Shared memory that a translation keeps copies of: globals, and objects of the first thread that live as long as
//! the program and are made once, which become globals.

use super::emit::{Out, and, equal, or};
use super::inline::Refusal;
use super::shared::Made;
use super::word;
use crate::analysis::effects::Extent;
use crate::expr::{Binary, Expr};
use crate::fold::is_constant;
use crate::program::{Aspect, Global, GlobalId, Init, Op, Role};
use crate::types::{DataModel, Scalar, Type, TypeId, Types};
use hecaton_base::Map;
use std::collections::BTreeMap;

/// A piece of an object that is compared at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub offset: u64,
    pub ty: Scalar,
}

/// An object that threads share.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The object of the sequential program that stands for it.
    pub global: GlobalId,
    pub pieces: Vec<Piece>,
}

/// So many pieces of shared memory are kept copies of.
const MOST_PIECES: usize = 4096;

/// All objects that threads share, and those that are made globals.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub cells: Vec<Cell>,
    pub promoted: BTreeMap<Made, GlobalId>,
}

impl Memory {
    /// What has to be copied: what is shared, and if that is asked what one thread alone uses.
    pub fn of(out: &mut Out<'_, '_>, globals: &mut Map<GlobalId, Global>, private: bool) -> Result<Self, Refusal> {
        let mut memory = Memory::default();
        let (plan, shared) = (out.plan, out.shared);
        for made in &shared.made {
            let (slot, block, i) = *made;
            let line = &plan.threads[slot].blocks[block].lines[i];
            let refuse = |why: &str| {
                Err(Refusal::new(format!("threads share an object, or its address, that {why}"), line.span))
            };
            let Op::Alloc { ty, count, zeroed, constant, align, .. } = &line.op else {
                return refuse("is not made by a line");
            };
            if *constant {
                return refuse("is defined `const`: only --method epc can translate that");
            }
            if align.is_some() {
                return refuse("has an alignment of its own: only --method epc can translate that");
            }
            if slot != 0 {
                return refuse("another thread than the first makes: only --method epc can translate that");
            }
            if shared.freed.contains(made) {
                return refuse("is freed: only --method epc can translate that");
            }
            let count = match count {
                Expr::Int(bits) if is_constant(count) => bits.to_u64().unwrap_or(u64::MAX),
                _ => return refuse("has no constant size: only --method epc can translate that"),
            };
            let flat = &plan.threads[0];
            let (mut seen, mut open) = (std::collections::BTreeSet::new(), flat.blocks[block].end.targets());
            while let Some(next) = open.pop() {
                if next == block {
                    return refuse("is made in a loop: only --method epc can translate that");
                }
                if seen.insert(next) {
                    open.extend(flat.blocks[next].end.targets());
                }
            }
            let dies = plan.threads[0]
                .reachable()
                .into_iter()
                .flat_map(|block| &flat.blocks[block].lines)
                .any(|line| matches!(&line.op, Op::Free { .. }) && line.made);
            if dies {
                return refuse("may die before the program ends: only --method epc can translate that");
            }
            let ty = out.copier.types.add(Type::Array { elem: *ty, len: count });
            let init = if *zeroed { Init::Values(vec![]) } else { Init::Arbitrary };
            let name = format!("made.{}", memory.promoted.len());
            let global = globals.push(Global { name, ty, init, constant: false, span: line.span });
            memory.promoted.insert(*made, global);
        }
        let private = if private { shared.private.as_slice() } else { &[] };
        let ids = shared.globals.iter().chain(memory.promoted.values()).chain(private);
        let ids: Vec<GlobalId> = ids.copied().collect();
        let mut count = 0;
        for global in ids {
            let pieces = pieces(out, globals[global].ty);
            count += pieces.len();
            if count > MOST_PIECES {
                let what = format!("`{}`: shared memory that is too large for copies", globals[global].name);
                return Err(Refusal::new(what, globals[global].span));
            }
            memory.cells.push(Cell { global, pieces });
        }
        Ok(memory)
    }
    /// The object that a promoted one has become.
    pub fn global(&self, made: &Made) -> Option<GlobalId> {
        self.promoted.get(made).copied()
    }
}

/// How many bytes an access extends over; `None` if that is all of an object.
pub(super) fn bytes_of(out: &Out<'_, '_>, extent: Extent<'_>) -> Option<Expr> {
    let ty = match extent {
        Extent::OfVar(var) => out.copier.types.scalar(out.copier.vars[var].ty),
        Extent::OfValue(value) => out.copier.ty(value),
        Extent::Bytes(size) => return Some(size.clone()),
        Extent::Object => return None,
    };
    ty.map(|ty| Expr::int(word(out), ty.bytes(out.copier.program.target) as i64))
}

/// Whether an access is certain to be valid: to a global, at a constant offset.
pub(super) fn is_plain(out: &Out<'_, '_>, ptr: &Expr, bytes: &Expr) -> bool {
    let (base, offset) = match ptr {
        Expr::Offset(parts) => match &parts[1] {
            Expr::Int(by) => (&parts[0], by.to_u64().unwrap_or(u64::MAX)),
            _ => return false,
        },
        _ => (ptr, 0),
    };
    let (Expr::Global(global), Expr::Int(bytes)) = (base, bytes) else { return false };
    let program = out.copier.program;
    let Some(global) = program.globals.get(*global) else { return false };
    let size = program.types.size(global.ty, program.target);
    !global.constant && bytes.to_u64().and_then(|bytes| offset.checked_add(bytes)).is_some_and(|end| end <= size)
}

/// Something about the object that a pointer belongs to.
pub(super) fn ask(out: &mut Out<'_, '_>, ptr: &Expr, aspect: Aspect) -> Expr {
    let bits = word(out);
    let dst = out.copier.number("about", bits);
    out.push(Op::Inspect { dst, ptr: ptr.clone(), aspect });
    Expr::Var(dst)
}

/// Whether a pointer can be freed: it is null or the start of an object in the heap that lives.
pub(super) fn can_be_freed(out: &mut Out<'_, '_>, ptr: &Expr) -> Expr {
    let (heap, offset) = (ask(out, ptr, Aspect::Heap), ask(out, ptr, Aspect::Offset));
    let zero = Expr::int(word(out), 0);
    let start = and(Expr::not(equal(heap, zero.clone())), equal(offset, zero));
    or(start, equal(ptr.clone(), Expr::Null))
}

/// Whether an access is valid, asked of memory.
pub(super) fn valid(out: &mut Out<'_, '_>, ptr: &Expr, bytes: &Expr, write: bool) -> Expr {
    let bits = word(out);
    let (size, offset) = (ask(out, ptr, Aspect::Size), ask(out, ptr, Aspect::Offset));
    let fits = Expr::binary(Binary::ULe, bytes.clone(), size.clone());
    let inside = Expr::binary(Binary::ULe, offset, Expr::binary(Binary::Sub, size, bytes.clone()));
    let mut valid = and(fits, inside);
    if write {
        let writable = ask(out, ptr, Aspect::Writable);
        valid = and(valid, Expr::not(equal(writable, Expr::int(bits, 0))));
    }
    if !matches!(bytes, Expr::Int(_)) {
        valid = or(valid, equal(bytes.clone(), Expr::int(bits, 0)));
    }
    valid
}

/// The pieces of a type: its pointers, and what lies between them in words.
fn pieces(out: &Out<'_, '_>, ty: TypeId) -> Vec<Piece> {
    let target = out.copier.program.target;
    let pointers = pointers_in(&out.copier.types, target, ty);
    let size = out.copier.types.size(ty, target);
    let (mut pieces, mut at) = (Vec::new(), 0);
    for pointer in pointers.iter().copied().chain([size]) {
        while at < pointer {
            let bytes = [8, 4, 2, 1].into_iter().find(|bytes| at % bytes == 0 && at + bytes <= pointer).unwrap_or(1);
            pieces.push(Piece { offset: at, ty: Scalar::Int(bytes as u32 * 8) });
            at += bytes;
        }
        if at == pointer && pointer < size {
            pieces.push(Piece { offset: at, ty: Scalar::Ptr });
            at += target.pointer_bytes();
        }
    }
    pieces
}

/// Where in a type pointers lie, ascending.
pub(super) fn pointers_in(types: &Types, target: DataModel, ty: TypeId) -> Vec<u64> {
    let mut found = Vec::new();
    add_pointers(types, target, ty, 0, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn add_pointers(types: &Types, target: DataModel, ty: TypeId, at: u64, found: &mut Vec<u64>) {
    match &types[ty] {
        Type::Ptr => found.push(at),
        Type::Array { elem, len } => {
            let size = types.size(*elem, target);
            let of_one = pointers_in(types, target, *elem);
            if !of_one.is_empty() {
                for i in 0..(*len).min(MOST_PIECES as u64 + 1) {
                    found.extend(of_one.iter().map(|offset| at + i * size + offset));
                }
            }
        }
        Type::Record(record) => {
            // Of a union only one member holds: pointers are taken for what lies there.
            for field in &record.fields {
                add_pointers(types, target, field.ty, at + field.offset, found);
            }
        }
        Type::Int { .. } | Type::Float(_) => {}
    }
}

impl Out<'_, '_> {
    /// The address of a piece of an object.
    pub fn piece(&self, base: Expr, piece: Piece) -> Expr {
        match piece.offset {
            0 => base,
            offset => Expr::offset(base, Expr::int(word(self), offset as i64)),
        }
    }
    /// A piece of an object, loaded.
    pub fn load(&mut self, name: &str, base: Expr, piece: Piece) -> Expr {
        let ty = match piece.ty {
            Scalar::Int(bits) => self.copier.types.int(bits, false),
            Scalar::Ptr | Scalar::Float(_) => self.copier.types.ptr(),
        };
        let dst = self.copier.var(name, ty, Role::Temp, self.span);
        let ptr = self.piece(base, piece);
        self.push(Op::Load { dst, ptr, check: None });
        Expr::Var(dst)
    }
    /// Goes on only where two objects hold the same.
    pub fn assume_same(&mut self, a: &Expr, b: &Expr, pieces: &[Piece]) {
        for piece in pieces {
            let one = self.load("one", a.clone(), *piece);
            let other = self.load("other", b.clone(), *piece);
            self.assume_equal(one, other, piece.ty);
        }
    }
    /// Goes on only where two values of a type are the same. Pointers must be into the same object: where one ends,
    /// another may begin.
    pub fn assume_equal(&mut self, a: Expr, b: Expr, ty: Scalar) {
        if ty == Scalar::Ptr {
            let bits = word(self);
            let offsets = [&a, &b].map(|ptr| {
                let dst = self.copier.number("offset", bits);
                self.push(Op::Inspect { dst, ptr: ptr.clone(), aspect: Aspect::Offset });
                Expr::Var(dst)
            });
            let [one, other] = offsets;
            self.assume(equal(one, other));
        }
        self.assume(equal(a, b));
    }
}
