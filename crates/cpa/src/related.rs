//! The domain of related places: which values some integers in memory have together, as a decision diagram. Where the
//! values are joined place by place, this keeps what belongs together, without a state for each combination: the part that
//! BDDs have in the configurations of Beyer, Friedberger 2018, for the programs that are made of flags and small enumerations.
//!
//! The places are those that `Code::related` lists: integers that are whole globals. Conditions that compare one of them
//! with a constant are exact, also behind a load and below `and`, `or` and `not`; others are tried with each piece of the
//! values of the places they depend on.
//!
//! Values are told apart only at bounds that the program's constants give (`Code::bounds`), so that there are finitely
//! many diagrams, and joining ends without more ado.
//!
//! For a block, a place that it does not touch is left out if that loses nothing: if the place has nothing to do with those
//! that the block writes, but by way of those that it only reads. Then what was left out is put back by what is known of
//! all that was not written, which is noted while the block is analysed.

use crate::code::Code;
use crate::diagram::{Diagram, MOST_PLACES, Set};
use crate::domain::{Change, Domain, Portable, Seen, Touches};
use crate::range::Range;
use crate::state::State;
use crate::value::Value;
use hecaton_base::{Wire, WireError};
use hecaton_ir::scalar::{mask, signed};
use hecaton_ir::{Binary, Expr, Scalar, Unary, VarId};
use serde::{Deserialize, Serialize};

/// The values of places, together.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Related {
    values: Diagram,
    /// Where something may have been written since the block was entered.
    written: Places,
    /// Something that was written since then was stretched to bounds of the program.
    stretched: bool,
}

/// A set of places, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<u32>", try_from = "Vec<u32>")]
struct Places([u64; MOST_PLACES / 64]);

impl From<Places> for Vec<u32> {
    fn from(places: Places) -> Self {
        places.each().collect()
    }
}

impl TryFrom<Vec<u32>> for Places {
    type Error = WireError;
    fn try_from(numbers: Vec<u32>) -> Result<Self, WireError> {
        let mut places = Places::default();
        for at in numbers {
            if at as usize >= MOST_PLACES {
                return Err(WireError("not a place"));
            }
            places.add(at);
        }
        Ok(places)
    }
}

impl Places {
    const ALL: Places = Places([u64::MAX; MOST_PLACES / 64]);
    fn add(&mut self, at: u32) {
        self.0[at as usize / 64] |= 1 << (at % 64);
    }
    fn or(&self, other: &Places) -> Places {
        Places(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
    fn each(&self) -> impl Iterator<Item = u32> + '_ {
        (0..MOST_PLACES as u32).filter(|at| self.0[*at as usize / 64] >> (at % 64) & 1 == 1)
    }
}

/// So many combinations of pieces are tried for one expression.
const MOST_PIECES: usize = 64;
/// So many variables are looked through to what they were assigned.
const DEEPEST: u32 = 8;
/// A diagram with more tests than this says only what it says of single places.
const MOST_TESTS: usize = 500;

impl Default for Related {
    fn default() -> Self {
        Related { values: Diagram::All, written: Places::default(), stretched: false }
    }
}

impl Domain for Related {
    fn start(code: &Code, values: &State) -> Self {
        let mut all = Related::default();
        for (at, place) in code.related().iter().enumerate() {
            let offset = Range::constant(code.word, 0);
            let ty = Scalar::Int(place.width);
            let known = values.memory.read(code, place.object, &offset, place.bytes(), ty).range(place.width);
            let set = set_of(code, &known, &mut all.stretched);
            all.values = all.values.and(&Diagram::within(at as u32, &set));
        }
        all
    }
    fn leq(&self, other: &Self) -> bool {
        self.written.or(&other.written) == other.written
            && self.stretched <= other.stretched
            && self.values.leq(&other.values)
    }
    fn join(&self, new: &Self, code: &Code, widen: bool) -> Self {
        let mut values = self.values.or(&new.values);
        if widen && values.size(MOST_TESTS) >= MOST_TESTS {
            let places = 0..code.related().len() as u32;
            values = places.fold(Diagram::All, |all, at| all.and(&Diagram::within(at, &values.values(at))));
        }
        Related { values, written: self.written.or(&new.written), stretched: self.stretched || new.stretched }
    }
    fn assume(&mut self, seen: &mut Seen<'_>, cond: &Expr, wanted: bool) -> bool {
        if !seen.code.related().is_empty() {
            self.values = restrict(&self.values, seen, cond, wanted, DEEPEST);
        }
        !self.values.is_empty()
    }
    fn change(&mut self, seen: &mut Seen<'_>, change: &Change<'_>) {
        let code = seen.code;
        if code.related().is_empty() {
            return;
        }
        let forget = |it: &mut Related, object: u32, from: u64, to: u64| {
            if let Some((at, place)) = code.related_in(object)
                && from < place.bytes()
                && to > 0
            {
                it.values = it.values.without(at);
                it.written.add(at);
            }
        };
        match *change {
            Change::Anything => (self.values, self.written) = (Diagram::All, Places::ALL),
            Change::Var { .. } | Change::Enter { .. } | Change::Leave { .. } => {}
            Change::Bytes { object, from, to } => forget(self, object, from, to),
            Change::Cell { object, offset, bytes, value } => match code.related_in(object) {
                Some((at, place)) if offset == 0 && bytes == place.bytes() => {
                    self.values = assign(&self.values, seen, (at, place.width), value, &mut self.stretched);
                    self.written.add(at);
                }
                _ => forget(self, object, offset, offset.saturating_add(bytes)),
            },
        }
    }
    fn settle(&mut self, _: &mut Seen<'_>) -> bool {
        !self.values.is_empty()
    }
    fn says(&self, code: &Code, object: u32, offset: u64, bytes: u64) -> Option<Range> {
        let (at, place) = code.related_in(object)?;
        if offset != 0 || bytes != place.bytes() {
            return None;
        }
        let values = self.values.values(at);
        let (lo, hi) = (values.first()?.0, values.last()?.1);
        range_of(place.width, (lo, hi))
    }
    fn reduce(&self, code: &Code, block: &Touches<'_>) -> Self {
        let (mut values, mut untouched, mut outside) = (self.values.clone(), Vec::new(), self.values.clone());
        for (at, place) in code.related().iter().enumerate() {
            if !(block.keeps)(place.object) {
                untouched.push(at as u32);
            } else if (block.writes)(place.object) {
                outside = outside.without(at as u32);
            }
        }
        for at in untouched {
            let fewer = values.without(at);
            if fewer.and(&outside) == self.values {
                values = fewer;
            }
        }
        Related { values, ..Related::default() }
    }
    /// What was not written is as it was before, whether the block knows of it or not: that is all that is used, so this
    /// is right for whatever the block began with, as long as that allows all of the values here.
    fn expand(&self, inner: &Self, wild: bool) -> Self {
        let stretched = self.stretched || inner.stretched;
        if wild || inner.written == Places::ALL {
            return Related { values: inner.values.clone(), written: Places::ALL, stretched };
        }
        let outside = inner.written.each().fold(self.values.clone(), |values, at| values.without(at));
        Related { values: outside.and(&inner.values), written: self.written.or(&inner.written), stretched }
    }
    fn depends_on_bounds(&self) -> bool {
        self.stretched
    }
}

impl Portable for Related {
    fn pack(&self, code: &Code, number: &mut dyn FnMut(u32) -> Option<u32>, out: &mut Vec<u8>) -> Option<()> {
        let places = self.values.places();
        let mut numbers = |places: &mut dyn Iterator<Item = u32>| {
            places.map(|at| number(code.related().get(at as usize)?.object)).collect::<Option<Vec<u32>>>()
        };
        let tested = numbers(&mut places.iter().copied())?;
        let all = self.written == Places::ALL;
        let mut written = if all { vec![] } else { numbers(&mut self.written.each())? };
        written.sort_unstable();
        tested.write(out);
        if places.iter().copied().eq(0..places.len() as u32) {
            self.values.write(out);
        } else {
            self.values.renumbered(&|at| places.partition_point(|place| *place < at) as u32).write(out);
        }
        (all, self.stretched).write(out);
        written.write(out);
        Some(())
    }
    fn unpack(input: &mut &[u8], code: &Code, object: &dyn Fn(u32) -> Option<u32>) -> Option<Self> {
        let (tested, values): (Vec<u32>, Diagram) = Wire::read(input).ok()?;
        let ((all, stretched), written): ((bool, bool), Vec<u32>) = Wire::read(input).ok()?;
        let places = |numbers: Vec<u32>| {
            numbers.into_iter().map(|number| Some(code.related_in(object(number)?)?.0)).collect::<Option<Vec<u32>>>()
        };
        let tested = places(tested)?;
        let fits = values.places().last().is_none_or(|at| (*at as usize) < tested.len());
        if !fits || !tested.is_sorted_by(|a, b| a < b) {
            return None;
        }
        let same = tested.iter().copied().eq(0..tested.len() as u32);
        let values = if same { values } else { values.renumbered(&|at| tested[at as usize]) };
        let mut unpacked = Related { values, written: if all { Places::ALL } else { Places::default() }, stretched };
        places(written)?.into_iter().for_each(|at| unpacked.written.add(at));
        Some(unpacked)
    }
}

impl Related {
    /// What it says of some objects, as alternatives: in each of them, some objects have values in some ranges. `None` if
    /// it says nothing, or if there are more than so many.
    pub fn alternatives(&self, code: &Code, of: &dyn Fn(u32) -> bool, most: usize) -> Option<Vec<Vec<(u32, Range)>>> {
        let places = code.related();
        let others = self.values.places().into_iter().filter(|at| !of(places[*at as usize].object));
        let values = others.fold(self.values.clone(), |values, at| values.without(at));
        if values == Diagram::All {
            return None;
        }
        let one = |(at, lo, hi): (u32, i64, i64)| {
            let place = places[at as usize];
            Some((place.object, range_of(place.width, (lo, hi))?))
        };
        values.ways(most)?.into_iter().map(|way| way.into_iter().map(one).collect()).collect()
    }
    /// How many tests its diagram has, counted up to a limit.
    pub fn size(&self, most: usize) -> usize {
        self.values.size(most)
    }
}

fn bounds(width: u32) -> (i64, i64) {
    Range::all(width).signed_bounds()
}

/// The least and the greatest of a width have nothing beyond them.
fn widest(width: u32, (lo, hi): (i64, i64)) -> (i64, i64) {
    let (least, most) = bounds(width);
    (if lo <= least { i64::MIN } else { lo }, if hi >= most { i64::MAX } else { hi })
}

/// The numbers of a range, and others up to the next bounds; notes whether there are others.
fn set_of(code: &Code, range: &Range, stretched: &mut bool) -> Set {
    let ((lo, hi), bounds) = (range.signed_bounds(), code.bounds());
    let below = bounds.partition_point(|bound| *bound < lo).checked_sub(1).and_then(|at| bounds[at].checked_add(1));
    let above = bounds.get(bounds.partition_point(|bound| *bound < hi));
    let found = widest(range.width(), (below.unwrap_or(i64::MIN), above.copied().unwrap_or(i64::MAX)));
    *stretched |= found != widest(range.width(), (lo, hi));
    vec![found]
}

/// The numbers of a width in a piece.
fn range_of(width: u32, (lo, hi): (i64, i64)) -> Option<Range> {
    let (least, most) = bounds(width);
    let (lo, hi) = (lo.max(least), hi.min(most));
    (lo <= hi).then(|| Range::signed(width, lo, hi))
}

fn complement(set: &Set) -> Set {
    let (mut out, mut from) = (Vec::new(), Some(i64::MIN));
    for (lo, hi) in set {
        if let Some(from) = from.filter(|from| from < lo) {
            out.push((from, *lo - 1));
        }
        from = hi.checked_add(1);
    }
    out.extend(from.map(|from| (from, i64::MAX)));
    out
}

/// The numbers of a width for which a comparison with a constant holds; `None` if it is none.
fn satisfying(op: Binary, width: u32, with: u64) -> Option<Set> {
    let (value, (least, most)) = (signed(width, with), bounds(width));
    let set: Set = match op {
        Binary::Eq => vec![(value, value)],
        Binary::SLt if value == least => vec![],
        Binary::SLt => vec![(least, value - 1)],
        Binary::SLe => vec![(least, value)],
        Binary::ULe if with == mask(width) => vec![(least, most)],
        Binary::ULe => return satisfying(Binary::ULt, width, with + 1),
        Binary::ULt if with == 0 => vec![],
        Binary::ULt if value > 0 => vec![(0, value - 1)],
        // All without the sign bit, and those with it that are below.
        Binary::ULt if value == least => vec![(0, most)],
        Binary::ULt => vec![(least, value - 1), (0, most)],
        _ => return None,
    };
    Some(set.into_iter().map(|piece| widest(width, piece)).collect())
}

/// The related place that an expression is: its number and width.
fn place_of(seen: &Seen<'_>, expr: &Expr) -> Option<(u32, u32)> {
    let Expr::Var(var) = expr else { return None };
    number_of(seen, *var)
}

fn number_of(seen: &Seen<'_>, var: VarId) -> Option<(u32, u32)> {
    let (object, offset, bytes) = seen.cell(var)?;
    let (at, place) = seen.code.related_in(object)?;
    (offset == 0 && bytes == place.bytes()).then_some((at, place.width))
}

fn constant(seen: &Seen<'_>, expr: &Expr, width: u32) -> Option<u64> {
    match seen.eval(expr) {
        Value::Int(range) if range.width() == width => range.single(),
        Value::Int(_) | Value::Ptr(_) | Value::Any => None,
    }
}

/// The valuations for which a condition can have a value.
fn restrict(now: &Diagram, seen: &mut Seen<'_>, cond: &Expr, wanted: bool, fuel: u32) -> Diagram {
    if now.is_empty() {
        return Diagram::Empty;
    }
    match cond {
        Expr::Unary(Unary::Not, a) => restrict(now, seen, a, !wanted, fuel),
        Expr::Binary(op @ (Binary::And | Binary::Or), ab) => {
            let first = restrict(now, seen, &ab[0], wanted, fuel);
            if wanted == (*op == Binary::And) {
                restrict(&first, seen, &ab[1], wanted, fuel)
            } else {
                first.or(&restrict(now, seen, &ab[1], wanted, fuel))
            }
        }
        Expr::Var(var) if fuel > 0 => match seen.assigned(*var) {
            Some(expr) => restrict(now, seen, &expr, wanted, fuel - 1),
            None => by_pieces(now, seen, cond, wanted),
        },
        Expr::Binary(op, ab) => {
            let compared = match (place_of(seen, &ab[0]), place_of(seen, &ab[1])) {
                (Some((at, width)), None) => {
                    constant(seen, &ab[1], width).and_then(|with| Some((at, satisfying(*op, width, with)?, wanted)))
                }
                (None, Some((at, width))) => {
                    // `c < x` is not `x <= c`.
                    let (op, wanted) = match op {
                        Binary::SLt => (Binary::SLe, !wanted),
                        Binary::SLe => (Binary::SLt, !wanted),
                        Binary::ULt => (Binary::ULe, !wanted),
                        Binary::ULe => (Binary::ULt, !wanted),
                        other => (*other, wanted),
                    };
                    constant(seen, &ab[0], width).and_then(|with| Some((at, satisfying(op, width, with)?, wanted)))
                }
                (Some(_), Some(_)) | (None, None) => None,
            };
            match compared {
                Some((at, set, true)) => now.and(&Diagram::within(at, &set)),
                Some((at, set, false)) => now.and(&Diagram::within(at, &complement(&set))),
                None => by_pieces(now, seen, cond, wanted),
            }
        }
        _ => by_pieces(now, seen, cond, wanted),
    }
}

/// A combination of pieces of the places that an expression depends on.
struct Piece {
    part: Diagram,
    vars: Vec<(VarId, Range)>,
}

/// The parts of a diagram by the pieces of the places that an expression depends on; `None` if it depends on none, or if
/// there are too many.
fn parts(now: &Diagram, seen: &Seen<'_>, expr: &Expr) -> Option<Vec<Piece>> {
    let mut vars: Vec<(VarId, u32, u32)> = Vec::new();
    expr.for_each_var(&mut |var| {
        if let Some((at, width)) = number_of(seen, var)
            && !vars.iter().any(|(known, ..)| *known == var)
        {
            vars.push((var, at, width));
        }
    });
    if vars.is_empty() {
        return None;
    }
    let mut places: Vec<(u32, u32)> = vars.iter().map(|(_, at, width)| (*at, *width)).collect();
    places.sort_unstable();
    places.dedup();
    let mut parts = vec![Piece { part: now.clone(), vars: vec![] }];
    for (at, width) in places {
        let pieces = now.pieces(at);
        if pieces.len() * parts.len() > MOST_PIECES {
            return None;
        }
        let mut next = Vec::with_capacity(pieces.len() * parts.len());
        for before in &parts {
            for piece in &pieces {
                let part = before.part.and(&Diagram::within(at, &[*piece]));
                let Some(range) = range_of(width, *piece).filter(|_| !part.is_empty()) else { continue };
                let mut known = before.vars.clone();
                known.extend(vars.iter().filter(|(_, of, _)| *of == at).map(|(var, ..)| (*var, range)));
                next.push(Piece { part, vars: known });
            }
        }
        parts = next;
    }
    Some(parts)
}

fn by_pieces(now: &Diagram, seen: &mut Seen<'_>, cond: &Expr, wanted: bool) -> Diagram {
    let Some(parts) = parts(now, seen, cond) else { return now.clone() };
    let mut all = Diagram::Empty;
    for Piece { part, vars } in parts {
        let possible = seen.eval_with(&vars, cond).is_some_and(|value| value.range(1).as_bool() != Some(!wanted));
        if possible {
            all = all.or(&part);
        }
    }
    all
}

/// The valuations after a place has got the value of an expression.
fn assign(now: &Diagram, seen: &mut Seen<'_>, (at, width): (u32, u32), value: &Expr, stretched: &mut bool) -> Diagram {
    let code = seen.code;
    let mut set = |now: &Diagram, value: &Value| {
        now.without(at).and(&Diagram::within(at, &set_of(code, &value.range(width), stretched)))
    };
    let Some(parts) = parts(now, seen, value) else {
        let value = seen.eval(value);
        return set(now, &value);
    };
    let mut all = Diagram::Empty;
    for Piece { part, vars } in parts {
        if let Some(value) = seen.eval_with(&vars, value) {
            all = all.or(&set(&part, &value));
        }
    }
    all
}
