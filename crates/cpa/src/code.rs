//! What is known of a program before it is analysed: the shapes of its functions, names for its objects, the constants
//! that occur in it, and what its constant objects hold.

use crate::diagram::MOST_PLACES;
use crate::formula::{Judge, Predicate};
use crate::memory::Cell;
use crate::precision::Place;
use crate::value::Value;
use hecaton_base::{Id as _, Map};
use hecaton_ir::analysis::cfg::Shape;
use hecaton_ir::scalar::signed;
use hecaton_ir::{
    Binary, BlockId, Callee, End, Expr, FuncId, GlobalId, Init, Loc, Op, Program, PropId, Region, Scalar, TypeId, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Constants nearer to each other than this are one threshold; more than `MOST_THRESHOLDS` are thinned out.
const MOST_THRESHOLDS: usize = 400;
/// Steps beyond limits are thresholds too unless there are more of them.
const MOST_STEPS: usize = 64;

/// A program with everything that is known of it, and what is asked and followed in one analysis.
pub struct Code {
    /// The program.
    pub program: Arc<Program>,
    /// Bits of a pointer.
    pub word: u32,
    /// The program is a slice of another.
    pub slice: bool,
    /// The properties that are asked for.
    pub asked: FxHashSet<PropId>,
    /// Those, and others that are asked about elsewhere, or were: a path that surely breaks one of them ends there.
    pub ending: Arc<FxHashSet<PropId>>,
    fixed: Arc<Fixed>,
    related: Vec<RelatedPlace>,
    predicates: Vec<Predicate>,
    judge: Option<Arc<dyn Judge>>,
}

/// What is the same in all analyses of a program.
#[derive(Default)]
struct Fixed {
    shapes: Map<FuncId, Option<Shape>>,
    /// Blocks that several edges lead to.
    meets: Map<FuncId, Map<BlockId, bool>>,
    /// The variables that are read after a call.
    after: FxHashMap<Loc, Vec<VarId>>,
    /// The number of the object that an `Alloc` makes.
    sites: FxHashMap<Loc, u32>,
    /// The objects made by `Alloc`, from the number of globals on.
    made: Vec<Site>,
    /// What constant globals hold.
    constants: FxHashMap<u32, Vec<Cell>>,
    thresholds: Vec<i128>,
    /// All of them, in 64 bits.
    bounds: Vec<i64>,
}

/// An integer that is a whole global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RelatedPlace {
    /// The global.
    pub object: u32,
    /// Its bits.
    pub width: u32,
}

impl RelatedPlace {
    /// Its bytes.
    pub fn bytes(&self) -> u64 {
        u64::from(self.width / 8)
    }
}

/// Where objects are made.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Who ends their life.
    pub region: Region,
    /// Only one is ever made there.
    pub once: bool,
    /// The element's type.
    pub ty: TypeId,
    /// Only accesses without a check write them.
    pub read_only: bool,
}

impl Code {
    /// Looks at a program.
    pub fn new(program: Arc<Program>, slice: bool, asked: &[PropId]) -> Self {
        let fixed = Arc::new(Fixed::of(&program));
        let word = program.target.pointer_bits();
        let asked: FxHashSet<PropId> = asked.iter().copied().collect();
        let ending = Arc::new(asked.clone());
        Code { program, word, slice, asked, ending, fixed, related: vec![], predicates: vec![], judge: None }
    }
    /// The same program, for an analysis that asks for these properties and follows nothing yet.
    #[must_use]
    pub fn asking(&self, asked: &[PropId]) -> Self {
        let (program, fixed, asked) = (self.program.clone(), self.fixed.clone(), asked.iter().copied().collect());
        let ending = self.ending.clone();
        Code { program, fixed, asked, ending, related: vec![], predicates: vec![], judge: None, ..*self }
    }
    /// The shape of a function with a body.
    pub fn shape(&self, func: FuncId) -> &Shape {
        self.fixed.shapes[func].as_ref().expect("a function with a body")
    }
    /// Whether several edges lead to a block.
    pub fn meets(&self, func: FuncId, block: BlockId) -> bool {
        self.fixed.meets[func][block]
    }
    /// The variables that may be read after a call, its result not included.
    pub fn live_after(&self, call: Loc) -> &[VarId] {
        self.fixed.after.get(&call).map_or(&[], Vec::as_slice)
    }
    /// The number of the objects that are made at a place.
    pub fn site(&self, loc: Loc) -> u32 {
        self.fixed.sites[&loc]
    }
    /// Where an object is made; `None` for a global.
    pub fn made(&self, object: u32) -> Option<&Site> {
        self.fixed.made.get((object as usize).checked_sub(self.program.globals.len())?)
    }
    /// Whether an object's content cannot change.
    pub fn is_constant(&self, object: u32) -> bool {
        (object as usize) < self.program.globals.len() && self.program.globals[GlobalId::new(object as usize)].constant
    }
    /// Whether a write is invalid whatever its place in the object: a constant global, or a checked write of what is
    /// defined `const`.
    pub fn is_protected(&self, object: u32, checked: bool) -> bool {
        self.is_constant(object) || checked && self.made(object).is_some_and(|site| site.read_only)
    }
    /// Whether all pointers to an object lead to the same.
    pub fn is_one(&self, object: u32) -> bool {
        self.made(object).is_none_or(|site| site.once)
    }
    /// What a constant object holds.
    pub fn constant(&self, object: u32) -> &[Cell] {
        self.fixed.constants.get(&object).map_or(&[], Vec::as_slice)
    }
    /// The same, but the values of these places are related to each other, as far as they can be (see `relatable`). Not
    /// to be changed once there are states.
    #[must_use]
    pub fn relating(mut self, places: &[Place]) -> Self {
        self.related = relatable(&self.program);
        self.related.retain(|place| places.contains(&Place::Cell(place.object, 0)));
        self.related.truncate(MOST_PLACES);
        self
    }
    /// The same, but it is followed which of these predicates hold, and others may be asked for. Not to be changed once there
    /// are states.
    #[must_use]
    pub fn following(mut self, predicates: &[Predicate], judge: Arc<dyn Judge>) -> Self {
        self.predicates = predicates.iter().take(MOST_PLACES).cloned().collect();
        self.judge = Some(judge);
        self
    }
    /// The predicates that are followed, by their numbers.
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }
    /// Who decides about predicates, if any are followed.
    pub fn judge(&self) -> Option<&dyn Judge> {
        self.judge.as_deref()
    }
    /// The places whose values are related to each other, by their numbers; ascending.
    pub fn related(&self) -> &[RelatedPlace] {
        &self.related
    }
    /// The related place that an object is, and its number.
    pub fn related_in(&self, object: u32) -> Option<(u32, RelatedPlace)> {
        let at = self.related.binary_search_by_key(&object, |place| place.object).ok()?;
        Some((at as u32, self.related[at]))
    }
    /// Whether the values of a place are related to those of others.
    pub fn relates(&self, place: Place) -> bool {
        match place {
            Place::Cell(object, 0) => self.related_in(object).is_some(),
            Place::Cell(..) | Place::Var(..) => false,
        }
    }
    /// The greatest values of ranges that a diagram may tell apart where it has to grow, ascending.
    pub fn bounds(&self) -> &[i64] {
        &self.fixed.bounds
    }
    /// Bounds that are tried first when a bound has to grow.
    pub fn thresholds(&self) -> &[i128] {
        &self.fixed.thresholds
    }
}

impl Fixed {
    fn of(program: &Program) -> Self {
        let mut fixed = Fixed::default();
        let mut numbers = Numbers::default();
        let entry_is_called =
            program.functions.values().flat_map(|f| f.blocks.values()).flat_map(|b| &b.insts).any(|inst| {
                match inst.op.effects().call() {
                    Some((Callee::Direct(func), _)) => *func == program.entry,
                    Some((Callee::Indirect { .. }, _)) => true,
                    None => false,
                }
            });
        for (func, function) in program.functions.iter() {
            let shape = function.has_body().then(|| Shape::of(function));
            let mut edges = Map::filled(function.blocks.len(), 0u32);
            if function.has_body() {
                edges[function.entry] += 1;
            }
            for (block, it) in function.blocks.iter() {
                it.end.targets().into_iter().for_each(|to| edges[to] += 1);
                note_end(&it.end, &mut numbers);
                for (i, inst) in it.insts.iter().enumerate() {
                    let loc = Loc { func, block, inst: i as u32 };
                    inst.op.operands().into_iter().for_each(|expr| constants(expr, &mut numbers));
                    match &inst.op {
                        Op::Call { dst, .. } => {
                            let shape = shape.as_ref().expect("a function with blocks has a shape");
                            let mut live = shape.live_before(function, block, i + 1);
                            if let Some(dst) = dst {
                                live.remove(dst);
                            }
                            fixed.after.insert(loc, live.into_iter().collect());
                        }
                        Op::Alloc { region, ty, constant, .. } => {
                            let heads = shape.as_ref().map_or(1, |shape| shape.heads[block].len());
                            let once = func == program.entry && !entry_is_called && heads == 0;
                            let id = program.globals.len() + fixed.made.len();
                            fixed.sites.insert(loc, id as u32);
                            fixed.made.push(Site { region: *region, once, ty: *ty, read_only: *constant });
                        }
                        _ => {}
                    }
                }
            }
            fixed.shapes.push(shape);
            fixed.meets.push(edges.values().map(|count| *count > 1).collect());
        }
        for (id, global) in program.globals.iter() {
            if global.constant {
                let cells = initial_cells(program, id);
                fixed.constants.insert(id.index() as u32, cells);
            }
        }
        let mut thresholds: Vec<i128> = numbers.reached().into_iter().flat_map(|n: i128| [n - 1, n, n + 1]).collect();
        thresholds.extend([-1, 0, 1]);
        thresholds.sort_unstable();
        thresholds.dedup();
        fixed.bounds = thresholds.iter().filter_map(|bound| i64::try_from(*bound).ok()).collect();
        for (_, expr) in program.globals.values().flat_map(|global| match &global.init {
            Init::Values(values) => values.as_slice(),
            Init::Arbitrary => &[],
        }) {
            let mut numbers = Numbers::default();
            constants(expr, &mut numbers);
            let near = numbers.all.into_iter().flat_map(|number| [number - 1, number]);
            fixed.bounds.extend(near.filter_map(|bound| i64::try_from(bound).ok()));
        }
        fixed.bounds.sort_unstable();
        fixed.bounds.dedup();
        if thresholds.len() > MOST_THRESHOLDS {
            let step = thresholds.len().div_ceil(MOST_THRESHOLDS);
            thresholds = thresholds.into_iter().step_by(step).collect();
        }
        fixed.thresholds = thresholds;
        fixed
    }
}

/// Notes the constants at the end of a block.
fn note_end(end: &End, numbers: &mut Numbers) {
    match end {
        End::Branch { cond, .. } => constants(cond, numbers),
        End::Switch { arms, .. } => {
            for (value, _) in arms {
                numbers.all.extend(value.to_i64().map(i128::from));
            }
        }
        End::Return(Some(value)) => constants(value, numbers),
        End::Goto(_) | End::Return(None) | End::Halt(_) | End::Unreachable => {}
    }
}

/// The places whose values can be related: integers that are whole globals, and change. Ascending.
pub fn relatable(program: &Program) -> Vec<RelatedPlace> {
    let place = |(id, global): (GlobalId, &hecaton_ir::Global)| match program.types.scalar(global.ty)? {
        Scalar::Int(width @ (8 | 16 | 32 | 64)) if !global.constant => {
            Some(RelatedPlace { object: id.index() as u32, width })
        }
        Scalar::Int(_) | Scalar::Float(_) | Scalar::Ptr => None,
    };
    program.globals.iter().filter_map(place).collect()
}

/// The initial values of a global that are not zero, as cells.
pub(crate) fn initial_cells(program: &Program, id: GlobalId) -> Vec<Cell> {
    let word = program.target.pointer_bits();
    let Init::Values(values) = &program.globals[id].init else { return vec![] };
    let cell = |(offset, expr): &(u64, Expr)| {
        let ty = program.type_of(program.entry, expr)?;
        let value = Value::of_constant(expr, word).unwrap_or(Value::Any);
        Some(Cell { object: id.index() as u32, offset: *offset, bytes: ty.bytes(program.target), value })
    };
    values.iter().filter_map(cell).collect()
}

/// The integer constants of a program, as signed numbers.
#[derive(Default)]
struct Numbers {
    all: FxHashSet<i128>,
    /// What others are compared with.
    limits: BTreeSet<i128>,
    /// What is added and subtracted.
    steps: BTreeSet<i128>,
}

impl Numbers {
    /// All of them, and how far beyond its limit something comes that is below or above it and makes one step: what
    /// narrowing would find, without having to go back.
    fn reached(self) -> FxHashSet<i128> {
        let Numbers { mut all, limits, steps } = self;
        if limits.len() * steps.len() <= MOST_STEPS {
            for limit in &limits {
                all.extend(steps.iter().flat_map(|step| [limit + step - 1, limit - step + 1]));
            }
        }
        all
    }
}

/// Notes the constants of an expression.
fn constants(expr: &Expr, out: &mut Numbers) {
    let number = |expr: &Expr| match expr {
        Expr::Int(bits) if bits.width() <= 64 => bits.to_u64().map(|word| i128::from(signed(bits.width(), word))),
        _ => None,
    };
    out.all.extend(number(expr));
    if let Expr::Binary(op, operands) = expr {
        let found = operands.iter().filter_map(number);
        match op {
            Binary::Add | Binary::Sub => out.steps.extend(found.map(i128::abs).filter(|step| *step > 1)),
            Binary::ULt | Binary::ULe | Binary::SLt | Binary::SLe => out.limits.extend(found),
            _ => {}
        }
    }
    expr.children().iter().for_each(|child| constants(child, out));
}
