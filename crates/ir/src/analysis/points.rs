//! What pointers can point to: inclusion constraints over the whole program (Andersen 1994), solved while the functions
//! that can be called are discovered.
//!
//! An element of a set is an object and an offset into it, or any offset. Objects are the globals, the functions, and
//! one for each `Alloc`. Memory is one cell for each place and width that is written, and one for what is written at
//! unknown offsets. Numbers are followed as pointers are, since a pointer may be cast to a number or be read in pieces.
//!
//! A pointer that need not come from the address of an object points to `OUTSIDE`: an input, a number made a pointer,
//! what unknown code left behind. Three things lead nowhere instead, which front ends rely on: the null pointer moved by some
//! distance, a pointer found in memory that was never written, and one put together from smaller constants in memory.
//!
//! Where there is memory outside of the program, it is one object more, and a pointer to it may hit any object whose
//! address becomes a number somewhere. What all those objects hold is then one set, and a set that has the memory outside
//! in it need not have them.

use super::cfg::reachable;
use super::effects::{Access, Act, Extent, Left, Taken, Way};
use crate::expr::{Binary, Cast, Expr};
use crate::program::{Callee, End, FuncId, GlobalId, Init, Inst, Loc, Op, Program, VarId};
use crate::types::Scalar;
use hecaton_base::{Id as _, Map};
use rustc_hash::{FxHashMap, FxHashSet};

/// Any offset, or any number of bytes.
pub(crate) const ANY: i32 = i32::MAX;

/// So many offsets into one object are told apart.
const MAX_OFFSETS: usize = 192;

/// So many cells of one object are told apart.
const MAX_CELLS: usize = 512;

/// So many elements are passed on before the analysis gives up.
const MAX_WORK: u64 = 10_000_000;

/// A set of the analysis.
pub(crate) type Node = u32;

/// The object that stands for all that a pointer from elsewhere may mean.
pub(crate) const OUTSIDE: Place = Place { object: 0, offset: ANY };

/// An object of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Object {
    /// What cannot be named.
    Outside,
    Global(GlobalId),
    Func(FuncId),
    /// Made by an `Alloc`.
    Made(Loc),
}

/// An object and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    pub object: u32,
    /// In bytes, or `ANY`.
    pub offset: i32,
}

/// A write to an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub loc: Loc,
    /// Where in the object, or `ANY`.
    pub offset: i32,
    /// How many bytes, or `ANY`.
    pub bytes: i32,
}

/// Whether bytes of an object can be the same ones.
pub(crate) fn overlap(a: (i32, i32), b: (i32, i32)) -> bool {
    let unknown = a.0 == ANY || b.0 == ANY;
    let before = |(at, len): (i32, i32), next: i32| len != ANY && i64::from(at) + i64::from(len) <= i64::from(next);
    unknown || !(before(a, b.0) || before(b, a.0))
}

/// What pointers can point to.
pub(crate) struct Points {
    pub objects: Vec<Object>,
    /// Which functions can be called.
    pub called: Map<FuncId, bool>,
    /// Where unknown code runs.
    pub clobbers: Vec<Loc>,
    /// Where the address of an object becomes a number, or is compared with another's.
    pub observers: Vec<Loc>,
    /// Loads among them, which give bytes of a pointer as a number.
    pub peeks: FxHashSet<Loc>,
    /// The objects of which that happens.
    pub observed: Vec<bool>,
    /// The objects that unknown code can reach.
    pub escaped: Vec<bool>,
    /// The objects that a pointer from outside may hit, if there is memory outside.
    pub hit: Vec<bool>,
    sets: Vec<Vec<Place>>,
    /// Of each access, by its number.
    accessed: FxHashMap<(Loc, usize), Node>,
    /// Of values that are written to memory and can hold pointers.
    values: FxHashMap<Loc, Node>,
    /// Of callees.
    callees: FxHashMap<Loc, Node>,
    targets: FxHashMap<Loc, Vec<FuncId>>,
}

/// Whether an expression depends on where objects lie, for what its children do not say.
pub(crate) fn is_observer(program: &Program, func: FuncId, expr: &Expr) -> bool {
    match expr {
        Expr::Cast(Cast::PToI, ..) | Expr::Binary(Binary::PtrDiff | Binary::PtrGap, _) => true,
        Expr::Binary(Binary::ULt | Binary::ULe, ab) => program.type_of(func, &ab[0]) == Some(Scalar::Ptr),
        Expr::Binary(Binary::Eq, ab) => !ab.contains(&Expr::Null) && program.type_of(func, &ab[0]) == Some(Scalar::Ptr),
        _ => false,
    }
}

impl Points {
    /// Looks at a whole program; `None` if that takes too long.
    pub fn of(program: &Program) -> Option<Points> {
        let mut solver = Solver::new(program);
        solver.call(program.entry);
        for param in &program.functions[program.entry].params {
            if program.scalar(program.entry, *param) == Scalar::Ptr {
                solver.add(solver.var(program.entry, *param), OUTSIDE);
            }
        }
        solver.solve()?;
        let members = |node: Node| {
            let mut all = vec![false; solver.objects.len()];
            solver.sets[node as usize].iter().for_each(|place| all[place.object as usize] = true);
            all
        };
        let observed = members(solver.observed);
        let (mut escaped, mut hit) = (members(solver.reached), members(solver.hit));
        hit[OUTSIDE.object as usize] = false;
        if escaped[OUTSIDE.object as usize] {
            escaped.iter_mut().zip(&hit).for_each(|(escaped, hit)| *escaped |= hit);
        }
        let Solver { objects, called, sets, clobbers, mut observers, peeks, .. } = solver;
        let Solver { accessed, values, callees, targets, .. } = solver;
        let peeks = peeks.into_iter().filter(|(_, to)| !sets[*to as usize].is_empty());
        let peeks: FxHashSet<Loc> = peeks.map(|(loc, _)| loc).collect();
        observers.extend(&peeks);
        let objects = objects.into_iter().map(|object| object.what).collect();
        Some(Points {
            objects,
            called,
            clobbers,
            observers,
            peeks,
            observed,
            escaped,
            hit,
            sets,
            accessed,
            values,
            callees,
            targets,
        })
    }
    /// The set of the pointer of an access of an instruction, by its number.
    pub fn node(&self, loc: Loc, access: usize) -> Node {
        self.accessed[&(loc, access)]
    }
    /// The set of the value that an instruction writes to memory, if it can hold pointers.
    pub fn value(&self, loc: Loc) -> Option<Node> {
        self.values.get(&loc).copied()
    }
    /// The set of a function that is called by its address.
    pub fn callee(&self, loc: Loc) -> Node {
        self.callees[&loc]
    }
    /// Whether a set has pointers in it that may mean anything.
    pub fn is_open(&self, node: Node) -> bool {
        self.places(node).first() == Some(&OUTSIDE)
    }
    /// Whether a call through a pointer may mean a function of another type.
    pub fn is_misfit(&self, program: &Program, loc: Loc, inst: &Inst) -> bool {
        self.places(self.callee(loc)).iter().any(|place| match self.objects[place.object as usize] {
            Object::Func(func) => !fits(program, loc.func, inst, func),
            Object::Outside | Object::Global(_) | Object::Made(_) => false,
        })
    }
    /// Whether what an instruction writes into memory may hold a pointer.
    pub fn writes_pointer(&self, loc: Loc, op: &Op) -> bool {
        let effects = op.effects();
        let holds = |access: Access<'_>| match access.way {
            Way::Write(Left::Value(_)) => self.value(loc).is_some_and(|node| !self.places(node).is_empty()),
            Way::Write(Left::Byte(_) | Left::Copy) => true,
            Way::Read | Way::Free(_) | Way::Ask(_) => false,
        };
        effects.act == Some(Act::Clobber) || effects.accesses().any(holds)
    }
    /// The places in a set.
    pub fn places(&self, node: Node) -> &[Place] {
        &self.sets[node as usize]
    }
    /// For each object, which instructions can write which bytes of it.
    pub fn writes(&self, program: &Program) -> Vec<Vec<Write>> {
        let mut out: Vec<Vec<Write>> = self.objects.iter().map(|_| Vec::new()).collect();
        for (&(loc, number), &node) in &self.accessed {
            let inst = &program.functions[loc.func].blocks[loc.block].insts[loc.inst as usize];
            let access = inst.op.effects().accesses().nth(number).expect("an access that was looked at");
            let bytes = match access.way {
                Way::Write(_) => bytes(program, loc.func, access.extent),
                Way::Read | Way::Free(_) | Way::Ask(_) => continue,
            };
            for place in self.places(node) {
                out[place.object as usize].push(Write { loc, offset: place.offset, bytes });
            }
        }
        // All unknown code together is as one write: what it can reach depends on all that ran before.
        if let Some(&loc) = self.clobbers.first() {
            for (writes, _) in out.iter_mut().zip(&self.escaped).filter(|(_, escaped)| **escaped) {
                writes.push(Write { loc, offset: ANY, bytes: ANY });
            }
        }
        out.iter_mut().for_each(|writes| writes.sort_unstable_by_key(|write| (write.loc, write.offset)));
        out
    }
    /// The functions that a call can mean.
    pub fn targets(&self, loc: Loc, callee: &Callee) -> Vec<FuncId> {
        match callee {
            Callee::Direct(func) => vec![*func],
            Callee::Indirect { .. } => self.targets.get(&loc).cloned().unwrap_or_default(),
        }
    }
}

/// How many bytes an access extends over, or `ANY`.
pub(crate) fn bytes(program: &Program, func: FuncId, extent: Extent<'_>) -> i32 {
    program.bytes(func, extent).and_then(|bytes| i32::try_from(bytes).ok()).unwrap_or(ANY)
}

/// What becomes of a place on its way into another set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Move {
    By(i32),
    Anywhere,
    /// The same, but of a distance only known places matter.
    Distance,
}

/// What is done with the places in a set.
#[derive(Clone, Copy)]
enum Use {
    Load {
        to: Node,
        bytes: i32,
    },
    Store {
        from: Node,
        bytes: i32,
    },
    Call(Loc),
    /// Unknown code has the pointer.
    Escape,
}

struct Known {
    what: Object,
    /// Offset, bytes and content of what was written.
    cells: Vec<(i32, i32, Node)>,
    /// Offset, bytes and set of what is read.
    reads: Vec<(i32, i32, Node)>,
    offsets: FxHashSet<i32>,
    /// A pointer from outside may hit it.
    hit: bool,
}

struct Solver<'p> {
    program: &'p Program,
    objects: Vec<Known>,
    sites: FxHashMap<Loc, u32>,
    called: Map<FuncId, bool>,
    /// The set of the first variable of a function.
    vars: Map<FuncId, Node>,
    results: Map<FuncId, Node>,
    sets: Vec<Vec<Place>>,
    new: Vec<Vec<Place>>,
    edges: Vec<Vec<(Node, Move)>>,
    edge_set: FxHashSet<(Node, Node, Move)>,
    uses: Vec<Vec<Use>>,
    open: Vec<Node>,
    accessed: FxHashMap<(Loc, usize), Node>,
    values: FxHashMap<Loc, Node>,
    callees: FxHashMap<Loc, Node>,
    targets: FxHashMap<Loc, Vec<FuncId>>,
    clobbers: Vec<Loc>,
    observers: Vec<Loc>,
    /// Loads of what is no pointer, and what they may give.
    peeks: Vec<(Loc, Node)>,
    /// Addresses that became numbers.
    observed: Node,
    /// What unknown code can reach.
    reached: Node,
    /// Numbers in memory.
    number: Node,
    /// Where pointers from outside may lead in the program.
    hit: Node,
    /// What they find wherever they lead.
    content: Node,
    work: u64,
}

impl<'p> Solver<'p> {
    fn new(program: &'p Program) -> Self {
        let mut solver = Solver {
            program,
            objects: Vec::new(),
            sites: FxHashMap::default(),
            called: Map::filled(program.functions.len(), false),
            vars: Map::new(),
            results: Map::new(),
            sets: Vec::new(),
            new: Vec::new(),
            edges: Vec::new(),
            edge_set: FxHashSet::default(),
            uses: Vec::new(),
            open: Vec::new(),
            accessed: FxHashMap::default(),
            values: FxHashMap::default(),
            callees: FxHashMap::default(),
            targets: FxHashMap::default(),
            clobbers: Vec::new(),
            observers: Vec::new(),
            peeks: Vec::new(),
            observed: 0,
            reached: 0,
            number: 0,
            hit: 0,
            content: 0,
            work: 0,
        };
        solver.object(Object::Outside);
        [solver.observed, solver.reached, solver.number, solver.hit, solver.content] = [(); 5].map(|()| solver.node());
        solver.using(solver.reached, Use::Escape);
        solver.add(solver.number, OUTSIDE);
        solver.add(solver.content, OUTSIDE);
        if program.outside {
            solver.edge(solver.observed, solver.hit, Move::Anywhere);
            solver.using(solver.hit, Use::Load { to: solver.content, bytes: ANY });
            solver.using(solver.hit, Use::Store { from: solver.content, bytes: ANY });
        }
        for id in program.globals.keys() {
            solver.object(Object::Global(id));
        }
        for id in program.functions.keys() {
            solver.object(Object::Func(id));
        }
        for function in program.functions.values() {
            solver.vars.push(solver.sets.len() as Node);
            for _ in function.vars.keys() {
                solver.node();
            }
            let result = solver.node();
            solver.results.push(result);
        }
        for (id, global) in program.globals.iter() {
            let object = solver.global(id);
            let values = match &global.init {
                Init::Values(values) => values,
                Init::Arbitrary => {
                    let cell = solver.cell(object, ANY, ANY);
                    solver.add(cell, OUTSIDE);
                    continue;
                }
            };
            for (offset, value) in values {
                let mut found = Vec::new();
                solver.gather(None, value, Move::By(0), &mut |_, source| found.push(source));
                if matches!(value, Expr::Int(_)) && solver.is_number(value) {
                    found.push(Source::Place(OUTSIDE, Move::By(0)));
                }
                if found.is_empty() {
                    continue;
                }
                let offset = i32::try_from(*offset).unwrap_or(ANY);
                let cell = solver.cell(object, offset, program.target.pointer_bytes() as i32);
                found.into_iter().for_each(|source| solver.connect(source, cell));
            }
        }
        solver
    }
    fn node(&mut self) -> Node {
        self.sets.push(Vec::new());
        self.new.push(Vec::new());
        self.edges.push(Vec::new());
        self.uses.push(Vec::new());
        (self.sets.len() - 1) as Node
    }
    fn object(&mut self, what: Object) -> u32 {
        let offsets = FxHashSet::default();
        self.objects.push(Known { what, cells: Vec::new(), reads: Vec::new(), offsets, hit: false });
        (self.objects.len() - 1) as u32
    }
    fn global(&self, global: GlobalId) -> u32 {
        1 + global.index() as u32
    }
    fn func_object(&self, func: FuncId) -> u32 {
        (1 + self.program.globals.len() + func.index()) as u32
    }
    fn var(&self, func: FuncId, var: VarId) -> Node {
        self.vars[func] + var.index() as Node
    }

    /// Adds a place to a set.
    fn add(&mut self, node: Node, place: Place) {
        let set = &self.sets[node as usize];
        let any = Place { offset: ANY, ..place };
        let outside = set.first() == Some(&OUTSIDE) && self.objects[place.object as usize].hit;
        if outside || set.binary_search(&place).is_ok() || set.binary_search(&any).is_ok() {
            return;
        }
        if self.new[node as usize].is_empty() {
            self.open.push(node);
        }
        self.new[node as usize].push(place);
        self.work += 1;
    }
    fn moved(&mut self, place: Place, by: Move) -> Place {
        let offset = match by {
            _ if place == OUTSIDE => return place,
            Move::By(0) => return place,
            Move::By(by) if place.offset != ANY => place.offset.checked_add(by).unwrap_or(ANY),
            Move::By(_) | Move::Anywhere | Move::Distance => ANY,
        };
        let known = &mut self.objects[place.object as usize].offsets;
        if known.len() < MAX_OFFSETS {
            known.insert(offset);
        }
        let offset = if known.contains(&offset) { offset } else { ANY };
        Place { object: place.object, offset }
    }
    /// Passes the places of a set on to another one, now and later.
    fn edge(&mut self, from: Node, to: Node, by: Move) {
        if (from == to && by == Move::By(0)) || !self.edge_set.insert((from, to, by)) {
            return;
        }
        self.edges[from as usize].push((to, by));
        for place in self.sets[from as usize].clone() {
            self.send(place, to, by);
        }
    }
    fn send(&mut self, place: Place, to: Node, by: Move) {
        if place != OUTSIDE || by != Move::Distance {
            let place = self.moved(place, by);
            self.add(to, place);
        }
    }
    fn connect(&mut self, source: Source, to: Node) {
        match source {
            Source::Node(from, by) => self.edge(from, to, by),
            Source::Place(place, by) => self.send(place, to, by),
        }
    }
    fn using(&mut self, node: Node, what: Use) {
        self.uses[node as usize].push(what);
        for place in self.sets[node as usize].clone() {
            self.apply(what, place);
        }
    }
    /// The content of so many bytes of an object.
    fn cell(&mut self, object: u32, offset: i32, bytes: i32) -> Node {
        let many = self.objects[object as usize].cells.len() >= MAX_CELLS;
        let key = if offset == ANY || many { (ANY, ANY) } else { (offset, bytes) };
        if let Some((.., node)) = self.objects[object as usize].cells.iter().find(|c| (c.0, c.1) == key) {
            return *node;
        }
        let node = self.node();
        self.objects[object as usize].cells.push((key.0, key.1, node));
        let reads = std::mem::take(&mut self.objects[object as usize].reads);
        for &(_, _, to) in reads.iter().filter(|read| overlap((read.0, read.1), key)) {
            self.edge(node, to, Move::By(0));
        }
        self.objects[object as usize].reads = reads;
        node
    }
    fn apply(&mut self, what: Use, place: Place) {
        match what {
            Use::Load { to, bytes } => {
                match self.objects[place.object as usize].what {
                    Object::Func(_) => return,
                    Object::Outside => return self.edge(self.content, to, Move::By(0)),
                    Object::Global(_) | Object::Made(_) => {}
                }
                let key = if place.offset == ANY { (ANY, ANY) } else { (place.offset, bytes) };
                self.objects[place.object as usize].reads.push((key.0, key.1, to));
                let cells = std::mem::take(&mut self.objects[place.object as usize].cells);
                for &(_, _, node) in cells.iter().filter(|c| overlap((c.0, c.1), key)) {
                    self.edge(node, to, Move::By(0));
                }
                self.objects[place.object as usize].cells = cells;
            }
            Use::Store { from, bytes } => {
                let cell = match self.objects[place.object as usize].what {
                    Object::Func(_) => return,
                    Object::Outside if self.program.outside => {
                        return self.edge(from, self.content, Move::Anywhere);
                    }
                    Object::Outside => return,
                    Object::Global(_) | Object::Made(_) => self.cell(place.object, place.offset, bytes),
                };
                self.edge(from, cell, Move::By(0));
            }
            Use::Escape => match self.objects[place.object as usize].what {
                Object::Func(_) => {}
                Object::Outside => self.edge(self.content, self.reached, Move::By(0)),
                Object::Global(_) | Object::Made(_) => {
                    let cell = self.cell(place.object, ANY, ANY);
                    self.add(cell, OUTSIDE);
                    let all = Place { object: place.object, offset: ANY };
                    self.apply(Use::Load { to: self.reached, bytes: ANY }, all);
                }
            },
            Use::Call(loc) => {
                let Object::Func(func) = self.objects[place.object as usize].what else { return };
                let program = self.program;
                let inst = &program.functions[loc.func].blocks[loc.block].insts[loc.inst as usize];
                let known = self.targets.get(&loc).is_some_and(|all| all.contains(&func));
                if !known && fits(program, loc.func, inst, func) {
                    self.targets.entry(loc).or_default().push(func);
                    self.pass(loc, inst, func);
                }
            }
        }
    }
    /// Passes arguments and result of a call.
    fn pass(&mut self, loc: Loc, inst: &Inst, func: FuncId) {
        let effects = inst.op.effects();
        let Some((_, args)) = effects.call() else { return };
        for (param, arg) in self.program.functions[func].params.iter().zip(args) {
            let to = self.var(func, *param);
            self.flow(loc.func, arg, to);
        }
        if let Some((dst, Taken::Returned)) = effects.takes {
            let to = self.var(loc.func, dst);
            self.edge(self.results[func], to, Move::By(0));
        }
        self.call(func);
    }
    /// Where the pointers in the value of an expression come from.
    fn gather(&self, func: Option<FuncId>, expr: &Expr, by: Move, found: &mut dyn FnMut(&Self, Source)) {
        match expr {
            Expr::Int(_) | Expr::Float(..) | Expr::Null => {}
            Expr::Global(id) => {
                found(self, Source::Place(Place { object: self.global(*id), offset: 0 }, by));
            }
            Expr::Func(id) => found(self, Source::Place(Place { object: self.func_object(*id), offset: 0 }, by)),
            Expr::Var(var) => {
                if let Some(func) = func {
                    found(self, Source::Node(self.var(func, *var), by));
                }
            }
            Expr::Offset(ab) => {
                let moved = match (by, &ab[1]) {
                    (Move::By(by), Expr::Int(more)) => {
                        let more = more.to_bigint();
                        i32::try_from(&more).ok().and_then(|more| by.checked_add(more)).map_or(Move::Anywhere, Move::By)
                    }
                    (by, _) => through(by),
                };
                self.gather(func, &ab[0], moved, found);
                // From null, the distance is the address.
                self.gather(func, &ab[1], Move::Distance, found);
            }
            Expr::Select(abc) => {
                self.gather(func, &abc[1], by, found);
                self.gather(func, &abc[2], by, found);
            }
            Expr::Cast(Cast::PToI, _, a) => self.gather(func, a, by, found),
            Expr::Cast(Cast::IToP, _, a) => {
                let known = match &**a {
                    Expr::Cast(Cast::PToI, ..) => true,
                    a => !self.is_number(a),
                };
                if !known {
                    found(self, Source::Place(OUTSIDE, by));
                }
                self.gather(func, a, by, found);
            }
            Expr::Cast(_, _, a) | Expr::Unary(_, a) => self.gather(func, a, through(by), found),
            // A truth tells nothing of where an object lies.
            Expr::Binary(op, _) if op.gives_truth() => {}
            Expr::Binary(_, ab) => {
                self.gather(func, &ab[0], through(by), found);
                self.gather(func, &ab[1], through(by), found);
            }
        }
    }
    /// Whether a number may be one at which an object lies. Of constants, those are that are as wide as an address.
    fn is_number(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Int(bits) => {
                let target = self.program.target;
                let somewhere = |at: u64| target.first() <= at && at < target.code();
                bits.width() == target.pointer_bits() && bits.to_u64().is_some_and(somewhere)
            }
            _ => true,
        }
    }
    fn sources(&self, func: FuncId, expr: &Expr) -> Vec<Source> {
        let mut sources = Vec::new();
        self.gather(Some(func), expr, Move::By(0), &mut |_, source| sources.push(source));
        sources
    }
    /// Passes the pointers in the value of an expression on to a set.
    fn flow(&mut self, func: FuncId, expr: &Expr, to: Node) {
        for source in self.sources(func, expr) {
            self.connect(source, to);
        }
    }
    /// The set of an expression.
    fn value(&mut self, func: FuncId, expr: &Expr) -> Node {
        if let Expr::Var(var) = expr {
            return self.var(func, *var);
        }
        let node = self.node();
        self.flow(func, expr, node);
        node
    }

    /// Takes the instructions of a function into account.
    fn call(&mut self, func: FuncId) {
        if std::mem::replace(&mut self.called[func], true) {
            return;
        }
        let program = self.program;
        let function = &program.functions[func];
        if !function.has_body() {
            return;
        }
        for block in reachable(function) {
            for (i, inst) in function.blocks[block].insts.iter().enumerate() {
                let loc = Loc { func, block, inst: i as u32 };
                self.inst(loc, inst);
                inst.op.operands().into_iter().for_each(|operand| self.observe(loc, operand));
            }
            if let Some(operand) = function.blocks[block].end.operand() {
                let inst = function.blocks[block].insts.len() as u32;
                self.observe(Loc { func, block, inst }, operand);
            }
            if let End::Return(Some(value)) = &function.blocks[block].end {
                self.flow(func, value, self.results[func]);
            }
        }
    }
    fn inst(&mut self, loc: Loc, inst: &Inst) {
        let (program, func) = (self.program, loc.func);
        let effects = inst.op.effects();
        let mut accesses: Vec<(Access<'_>, Node)> = Vec::new();
        for (number, access) in effects.accesses().enumerate() {
            let node = self.value(func, access.ptr);
            self.accessed.insert((loc, number), node);
            accesses.push((access, node));
        }
        for &(access, to) in &accesses {
            match access.way {
                Way::Write(Left::Value(value)) => self.write_value(loc, to, value, access.extent),
                Way::Write(Left::Byte(byte)) => self.write_byte(func, to, byte),
                Way::Write(Left::Copy) => {
                    let reads = accesses.iter().filter(|(access, _)| access.way == Way::Read);
                    reads.for_each(|(_, from)| self.copy(*from, to));
                }
                // What is found goes to a variable, or is copied.
                Way::Read | Way::Free(_) | Way::Ask(_) => {}
            }
        }
        if let Some((dst, taken)) = effects.takes {
            let to = self.var(func, dst);
            match taken {
                Taken::Value(value) | Taken::Near(value) => self.flow(func, value, to),
                Taken::Found => {
                    let first = accesses.first();
                    first.into_iter().for_each(|(access, from)| self.read(loc, *from, dst, access.extent));
                }
                Taken::Made(_) => {
                    let object = match self.sites.get(&loc) {
                        Some(object) => *object,
                        None => self.object(Object::Made(loc)),
                    };
                    self.sites.insert(loc, object);
                    self.add(to, Place { object, offset: 0 });
                }
                Taken::Arbitrary if program.scalar(func, dst) == Scalar::Ptr => self.add(to, OUTSIDE),
                // What is returned comes when it is known what is called.
                Taken::Arbitrary | Taken::Number | Taken::Thread | Taken::Returned => {}
            }
        }
        match effects.act {
            Some(Act::Call(callee, _) | Act::Spawn(callee, _)) => match callee {
                Callee::Direct(to) => self.pass(loc, inst, *to),
                Callee::Indirect { ptr, .. } => {
                    let node = self.value(func, ptr);
                    self.callees.insert(loc, node);
                    self.using(node, Use::Call(loc));
                }
            },
            Some(Act::Clobber) => self.clobber(loc, &inst.op.operands()),
            Some(Act::Assume(_) | Act::Assert(..) | Act::Log(_) | Act::Unsupported(_)) | None => {}
            Some(Act::Join(_) | Act::Await(_) | Act::Begin | Act::End) => {}
        }
    }
    /// A variable takes what a pointer leads to.
    fn read(&mut self, loc: Loc, from: Node, dst: VarId, extent: Extent<'_>) {
        let (to, bytes) = (self.var(loc.func, dst), bytes(self.program, loc.func, extent));
        self.using(from, Use::Load { to, bytes });
        if self.program.scalar(loc.func, dst) != Scalar::Ptr {
            // Bytes of a pointer, as a number.
            self.using(from, Use::Load { to: self.observed, bytes });
            self.peeks.push((loc, to));
        }
    }
    fn write_value(&mut self, loc: Loc, to: Node, value: &Expr, extent: Extent<'_>) {
        let ty = self.program.type_of(loc.func, value).expect("the verifier has checked the types");
        let bytes = bytes(self.program, loc.func, extent);
        // A constant holds no pointer, or a known one.
        if !self.sources(loc.func, value).is_empty() {
            let from = self.value(loc.func, value);
            self.values.insert(loc, from);
            self.using(to, Use::Store { from, bytes });
        }
        if ty != Scalar::Ptr && self.is_number(value) {
            self.using(to, Use::Store { from: self.number, bytes });
        }
    }
    fn write_byte(&mut self, func: FuncId, to: Node, byte: &Expr) {
        let from = self.value(func, byte);
        let to = self.anywhere(to);
        self.using(to, Use::Store { from, bytes: ANY });
        if !matches!(byte, Expr::Int(_)) {
            self.using(to, Use::Store { from: self.number, bytes: ANY });
        }
    }
    fn copy(&mut self, from: Node, to: Node) {
        let content = self.node();
        let from = self.anywhere(from);
        self.using(from, Use::Load { to: content, bytes: ANY });
        let to = self.anywhere(to);
        self.using(to, Use::Store { from: content, bytes: ANY });
    }
    fn clobber(&mut self, loc: Loc, roots: &[&Expr]) {
        let all = self.node();
        roots.iter().for_each(|root| self.flow(loc.func, root, all));
        if self.clobbers.is_empty() {
            self.edge(self.observed, self.reached, Move::By(0));
            if self.program.outside {
                self.add(self.reached, OUTSIDE);
                self.using(self.hit, Use::Escape);
            }
        }
        self.edge(all, self.reached, Move::By(0));
        self.clobbers.push(loc);
    }
    /// Looks for addresses that become numbers.
    fn observe(&mut self, loc: Loc, expr: &Expr) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            open.extend(expr.children());
            if is_observer(self.program, loc.func, expr) {
                self.observers.push(loc);
                for child in expr.children() {
                    self.flow(loc.func, child, self.observed);
                }
            }
        }
    }
    /// The same objects, at any offset.
    fn anywhere(&mut self, node: Node) -> Node {
        let blurred = self.node();
        self.edge(node, blurred, Move::Anywhere);
        blurred
    }

    fn solve(&mut self) -> Option<()> {
        while let Some(node) = self.open.pop() {
            if self.work > MAX_WORK {
                return None;
            }
            let mut new = std::mem::take(&mut self.new[node as usize]);
            new.sort_unstable();
            new.dedup();
            let set = &mut self.sets[node as usize];
            let knows = |all: &[Place], place: &Place| all.binary_search(place).is_ok();
            let any = |place: &Place| Place { offset: ANY, ..*place };
            if node == self.hit {
                for place in &new {
                    let known = &mut self.objects[place.object as usize];
                    known.hit = matches!(known.what, Object::Global(_) | Object::Made(_));
                }
            } else if [set.first(), new.first()].contains(&Some(&OUTSIDE)) {
                let objects = &self.objects;
                let apart = |place: &Place| !objects[place.object as usize].hit;
                new.retain(apart);
                set.retain(apart);
            }
            let anywhere: Vec<Place> = new.iter().filter(|place| place.offset == ANY).copied().collect();
            new.retain(|p| !knows(set, p) && !knows(set, &any(p)) && (p.offset == ANY || !knows(&anywhere, &any(p))));
            if new.is_empty() {
                continue;
            }
            if !anywhere.is_empty() {
                set.retain(|place| !knows(&anywhere, &any(place)));
            }
            // Two sorted runs: the stable sort merges them.
            set.extend_from_slice(&new);
            set.sort();
            let mut i = 0;
            while let Some(&(to, by)) = self.edges[node as usize].get(i) {
                for &place in &new {
                    self.send(place, to, by);
                }
                i += 1;
            }
            let mut i = 0;
            while let Some(&what) = self.uses[node as usize].get(i) {
                for &place in &new {
                    self.apply(what, place);
                }
                i += 1;
            }
        }
        Some(())
    }
}

/// What becomes of places in an operand of which it is not known how it enters the result.
fn through(by: Move) -> Move {
    match by {
        Move::By(_) | Move::Anywhere => Move::Anywhere,
        Move::Distance => Move::Distance,
    }
}

/// Where pointers in a value come from.
#[derive(Clone, Copy)]
enum Source {
    Node(Node, Move),
    Place(Place, Move),
}

/// Whether a function can be meant by an indirect call: its parameters have the types of the arguments, and it gives a
/// result if one is taken.
pub(crate) fn fits(program: &Program, caller: FuncId, inst: &Inst, func: FuncId) -> bool {
    let Op::Call { dst, args, .. } = &inst.op else { return true };
    let called = &program.functions[func];
    called.params.len() <= args.len()
        && called.params.iter().zip(args).all(|(p, arg)| program.type_of(caller, arg) == Some(program.scalar(func, *p)))
        && dst.is_none_or(|dst| called.result == Some(program.scalar(caller, dst)))
}
