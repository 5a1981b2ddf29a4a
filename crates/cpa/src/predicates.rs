//! The domain of predicates: which of some predicates (conditions over variables and globals) hold together, as a decision
//! diagram over their truth. Boolean predicate abstraction, with what happens since the last place where states are
//! kept put off (adjustable-block encoding): the values that were written since, as formulas over those before, and the conditions that
//! were passed. Only where a state is kept, `settle` asks a `Judge` what the predicates are now; only where a condition is
//! passed, whether it can be.
//!
//! The predicates come from paths that turned out to be impossible (`mine.rs`). Without a judge nothing is done or kept, so
//! that programs that need none pay nothing.
//!
//! A predicate about a variable is about the innermost call of its function, also while that call waits for another: calls
//! cannot change variables of others, and a function that is entered once more forgets what was known of its variables.

use crate::code::Code;
use crate::diagram::Diagram;
use crate::domain::{Change, Domain, Portable, Seen, Touches, Written};
use crate::formula::{Atom, Atoms, LARGEST, Ways, fold, is_formal, negated, nodes, replace, truth, within};
use crate::range::Range;
use crate::state::State;
use hecaton_base::Id as _;
use hecaton_ir::{Binary, Expr, FuncId, Scalar, VarId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What predicates can be, together.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "Diagram", from = "Diagram")]
pub struct Predicates {
    /// The truth of predicates at the last place where the state was kept.
    known: Diagram,
    /// What has happened since, if the predicates are not settled.
    since: Option<Box<Since>>,
}

/// What is not settled is not sent: nothing is known of it.
impl From<Predicates> for Diagram {
    fn from(predicates: Predicates) -> Self {
        match predicates.since {
            None => predicates.known,
            Some(_) => Diagram::All,
        }
    }
}

impl From<Diagram> for Predicates {
    fn from(known: Diagram) -> Self {
        Predicates { known, since: None }
    }
}

/// What has happened since a place.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Since {
    /// The numbers of formulas: what atoms were at that place, and inputs.
    pub atoms: Atoms,
    /// What atoms are now, if they were written.
    now: BTreeMap<Atom, Expr>,
    /// What had to hold.
    pub conds: Vec<Expr>,
    /// Conditions are collected, and nobody is asked.
    collects: bool,
}

/// Predicates by their numbers, and whether they hold.
pub type Literals = Vec<(usize, bool)>;

/// So many variables are looked through to what they were assigned.
const DEEPEST: u32 = 6;
/// A diagram with more tests, or more ways through it, says only what it says of single predicates.
const MOST_TESTS: usize = 100;
const MOST_WAYS: usize = 64;
/// The truth of a predicate as values in a diagram.
const FALSE: (i64, i64) = (i64::MIN, 0);
const TRUE: (i64, i64) = (1, i64::MAX);

impl Default for Predicates {
    fn default() -> Self {
        Predicates { known: Diagram::All, since: None }
    }
}

fn literal(predicate: usize, truth: bool) -> Diagram {
    Diagram::within(predicate as u32, &[if truth { TRUE } else { FALSE }])
}

impl Since {
    fn number(&mut self, atom: Atom, width: u32) -> Expr {
        let at = self.atoms.iter().position(|(known, _)| *known == atom).unwrap_or_else(|| {
            self.atoms.push((atom, width));
            self.atoms.len() - 1
        });
        Expr::Var(VarId::new(at))
    }
    fn input(&mut self, width: u32) -> Expr {
        let atom = Atom::Input(self.atoms.len() as u32);
        self.number(atom, width)
    }
    /// What an atom is now.
    pub fn value(&mut self, atom: Atom, width: u32) -> Expr {
        match self.now.get(&atom) {
            Some(now) => now.clone(),
            None => self.number(atom, width),
        }
    }
    fn set(&mut self, atom: Atom, width: u32, value: Option<Expr>) {
        let value = match value {
            Some(value) if nodes(&value, LARGEST) < LARGEST => value,
            Some(_) | None => self.input(width),
        };
        self.now.insert(atom, value);
    }
    /// Nothing is known any more of some atoms: of all that were mentioned, and of those that predicates are about.
    fn forget(&mut self, code: &Code, which: &dyn Fn(Atom) -> bool) {
        let mut all: Vec<(Atom, u32)> =
            code.predicates().iter().flat_map(|predicate| predicate.atoms.iter().copied()).collect();
        all.extend(self.atoms.iter().copied());
        all.sort_unstable();
        all.dedup();
        let all: Vec<(Atom, u32)> = all.into_iter().filter(|(atom, _)| which(*atom)).collect();
        self.now.retain(|atom, _| !which(*atom));
        for (atom, width) in all {
            self.set(atom, width, None);
        }
    }
    /// An integer expression of the innermost call, as a formula. `None` if it is none.
    fn formula(&mut self, seen: &Seen<'_>, expr: &Expr, fuel: u32) -> Option<Expr> {
        let Scalar::Int(width @ 1..=64) = seen.type_of(expr) else { return None };
        let made = match expr {
            Expr::Var(var) => self.variable(seen, *var, width, fuel),
            _ if is_formal(expr) => self.operator(seen, expr, fuel),
            _ => None,
        };
        Some(match made {
            Some(made) if nodes(&made, LARGEST) < LARGEST => made,
            // A pointer or a float is behind it: all that is known is what the values say.
            Some(_) | None => match seen.eval(expr).range(width).single() {
                Some(word) => Expr::Int(hecaton_base::Bits::from_u64(width, word)),
                None => self.input(width),
            },
        })
    }
    fn operator(&mut self, seen: &Seen<'_>, expr: &Expr, fuel: u32) -> Option<Expr> {
        Some(match expr {
            Expr::Int(_) => expr.clone(),
            Expr::Unary(op, a) => fold(Expr::unary(*op, self.formula(seen, a, fuel)?)),
            Expr::Binary(op, ab) => {
                let (a, b) = (self.formula(seen, &ab[0], fuel)?, self.formula(seen, &ab[1], fuel)?);
                fold(Expr::binary(*op, a, b))
            }
            Expr::Select(abc) => {
                let cond = self.formula(seen, &abc[0], fuel)?;
                let (yes, no) = (self.formula(seen, &abc[1], fuel)?, self.formula(seen, &abc[2], fuel)?);
                fold(Expr::select(cond, yes, no))
            }
            Expr::Cast(op, to, a) => fold(Expr::cast(*op, *to, self.formula(seen, a, fuel)?)),
            Expr::Var(_) | Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) | Expr::Offset(_) => {
                return None;
            }
        })
    }
    fn variable(&mut self, seen: &Seen<'_>, var: VarId, width: u32, fuel: u32) -> Option<Expr> {
        let atom = Atom::Var(seen.func(), var);
        if let Some(now) = self.now.get(&atom) {
            return Some(now.clone());
        }
        // What it was equal to at that place it still is, as long as that is said.
        if fuel > 0 && !seen.code.predicates().iter().any(|predicate| predicate.atoms.contains(&(atom, width))) {
            if let Some((object, offset, bytes)) = seen.cell(var)
                && is_followed(seen.code, object, bytes, width)
            {
                return Some(self.value(Atom::Cell(object, offset, bytes), width));
            }
            if let Some(expr) = seen.assigned(var) {
                return self.formula(seen, &expr, fuel - 1);
            }
        }
        Some(self.number(atom, width))
    }
}

/// Whether some bytes of an object are followed as an integer of a width.
fn is_followed(code: &Code, object: u32, bytes: u64, width: u32) -> bool {
    code.is_one(object) && !code.is_constant(object) && u64::from(width) == bytes * 8 && width <= 64
}

impl Predicates {
    /// Nothing is known, and conditions are only collected.
    pub(crate) fn collecting() -> Self {
        Predicates { known: Diagram::All, since: Some(Box::new(Since { collects: true, ..Since::default() })) }
    }
    /// What was collected.
    pub(crate) fn collected(&self) -> Option<&Since> {
        self.since.as_deref()
    }
    fn since(&mut self) -> &mut Since {
        self.since.get_or_insert_default()
    }
    /// The predicates at the last place as facts over what atoms were there.
    fn facts(&mut self, code: &Code) -> Vec<Expr> {
        let Predicates { known, since } = self;
        let since = since.get_or_insert_default();
        let mut predicate = |at: u32, truth: bool| -> Option<Expr> {
            let predicate = code.predicates().get(at as usize)?;
            let expr = replace(&predicate.expr, &mut |number| {
                let (atom, width) = predicate.atoms[number.index()];
                since.number(atom, width)
            });
            Some(if truth { expr } else { negated(expr) })
        };
        match known.ways(MOST_WAYS) {
            Some(ways) => {
                let mut any = Expr::int(1, 0);
                for way in ways {
                    let mut all = Expr::truth();
                    for (at, _, greatest) in way {
                        if let Some(literal) = predicate(at, greatest > 0) {
                            all = fold(Expr::binary(Binary::And, all, literal));
                        }
                    }
                    any = fold(Expr::binary(Binary::Or, any, all));
                }
                vec![any]
            }
            None => {
                let single = |at: usize| match known.values(at as u32).as_slice() {
                    [one] if *one == TRUE => predicate(at as u32, true),
                    [one] if *one == FALSE => predicate(at as u32, false),
                    _ => None,
                };
                (0..code.predicates().len()).filter_map(single).collect()
            }
        }
    }
    /// All that is known now, over what atoms were at the last place.
    fn all_facts(&mut self, seen: &Seen<'_>) -> Vec<Expr> {
        let code = seen.code;
        let mut facts = self.facts(code);
        let since = self.since();
        facts.extend(since.conds.iter().filter(|cond| truth(cond) != Some(true)).cloned());
        let mut atoms = since.atoms.clone();
        atoms.extend(code.predicates().iter().flat_map(|predicate| predicate.atoms.iter().copied()));
        atoms.sort_unstable();
        atoms.dedup();
        for (atom, width) in atoms {
            if let Some(range) = seen.range(atom, width) {
                let value = since.value(atom, width);
                within(&value, &range, &mut facts);
            }
        }
        facts
    }
    /// What it says of some predicates, by their numbers: those that it knows, and how the others belong together, as
    /// alternatives; those are `None` if that is nothing, or if there are more than so many.
    pub fn alternatives(
        &self,
        code: &Code,
        of: &dyn Fn(usize) -> bool,
        most: usize,
    ) -> (Literals, Option<Vec<Literals>>) {
        if self.since.is_some() || self.known.is_empty() {
            return (vec![], None);
        }
        let (mut known, mut single) = (self.known.clone(), Vec::new());
        for at in 0..code.predicates().len() {
            match known.values(at as u32).as_slice() {
                [one] if of(at) && [TRUE, FALSE].contains(one) => single.push((at, *one == TRUE)),
                _ if of(at) => continue,
                _ => {}
            }
            known = known.without(at as u32);
        }
        let ways = if known == Diagram::All { None } else { known.ways(most) };
        let literals = |way: Vec<(u32, i64, i64)>| way.into_iter().map(|(at, _, hi)| (at as usize, hi > 0)).collect();
        (single, ways.map(|ways| ways.into_iter().map(literals).collect()))
    }
    fn widths(&self) -> Vec<u32> {
        self.since.iter().flat_map(|since| since.atoms.iter().map(|(_, width)| *width)).collect()
    }
}

impl Domain for Predicates {
    fn start(code: &Code, _: &State) -> Self {
        // The first values are to be asked about.
        Predicates { known: Diagram::All, since: code.judge().map(|_| Box::default()) }
    }
    fn leq(&self, other: &Self) -> bool {
        self == other
            || other.since.is_none()
                && (other.known == Diagram::All || self.since.is_none() && self.known.leq(&other.known))
    }
    fn join(&self, new: &Self, code: &Code, widen: bool) -> Self {
        if self == new {
            return self.clone();
        }
        if self.since.is_some() || new.since.is_some() {
            return Predicates::default();
        }
        let joined = self.known.or(&new.known);
        if widen && joined.size(MOST_TESTS) >= MOST_TESTS {
            let predicates = 0..code.predicates().len() as u32;
            let known = predicates.fold(Diagram::All, |all, at| all.and(&Diagram::within(at, &joined.values(at))));
            return Predicates { known, since: None };
        }
        Predicates { known: joined, since: None }
    }
    fn assume(&mut self, seen: &mut Seen<'_>, cond: &Expr, wanted: bool) -> bool {
        let code = seen.code;
        let Some(judge) = code.judge() else { return true };
        let since = self.since();
        let Some(cond) = since.formula(seen, cond, DEEPEST) else { return true };
        let cond = if wanted { cond } else { negated(cond) };
        let known = truth(&cond);
        since.conds.push(cond);
        if since.collects {
            return true;
        }
        match known {
            Some(known) => known,
            None => {
                let facts = self.all_facts(seen);
                judge.possible(&self.widths(), &facts)
            }
        }
    }
    fn change(&mut self, seen: &mut Seen<'_>, change: &Change<'_>) {
        let code = seen.code;
        if code.judge().is_none() {
            return;
        }
        let since = self.since();
        let overlaps = |object: u32, from: u64, to: u64| {
            move |atom: Atom| match atom {
                Atom::Cell(of, at, bytes) => of == object && at < to && from < at.saturating_add(bytes),
                Atom::Var(..) | Atom::Result(_) | Atom::Input(_) => false,
            }
        };
        match *change {
            Change::Anything => since.forget(code, &|atom| matches!(atom, Atom::Cell(..))),
            Change::Bytes { object, from, to } => since.forget(code, &overlaps(object, from, to)),
            Change::Cell { object, offset, bytes, value } => {
                let formula = since.formula(seen, value, DEEPEST);
                since.forget(code, &overlaps(object, offset, offset.saturating_add(bytes)));
                if let Some(width) = u32::try_from(bytes.saturating_mul(8)).ok()
                    && is_followed(code, object, bytes, width)
                    && seen.type_of(value) == Scalar::Int(width)
                {
                    since.set(Atom::Cell(object, offset, bytes), width, formula);
                }
            }
            Change::Var { var, to } => {
                let Scalar::Int(width @ 1..=64) = seen.type_of(&Expr::Var(var)) else { return };
                let value = match to {
                    Written::Value(expr) => since.formula(seen, expr, DEEPEST),
                    Written::Cell(object, offset, bytes) if is_followed(code, object, bytes, width) => {
                        Some(since.value(Atom::Cell(object, offset, bytes), width))
                    }
                    Written::Result(func) => {
                        let value = since.value(Atom::Result(func), width);
                        since.forget(code, &|atom| atom == Atom::Result(func));
                        Some(value)
                    }
                    Written::Cell(..) | Written::Unknown => None,
                };
                since.set(Atom::Var(seen.func(), var), width, value);
            }
            Change::Enter { func, args } => {
                let values: Vec<Option<Expr>> = args.iter().map(|arg| since.formula(seen, arg, DEEPEST)).collect();
                since.forget(code, &|atom| matches!(atom, Atom::Var(of, _) if of == func));
                for (param, value) in code.program.functions[func].params.iter().zip(values) {
                    if let Scalar::Int(width @ 1..=64) = code.program.scalar(func, *param) {
                        since.set(Atom::Var(func, *param), width, value);
                    }
                }
            }
            Change::Leave { value } => {
                let func = seen.func();
                if let Some(value) = value {
                    let made =
                        value.and_then(|value| Some((since.formula(seen, value, DEEPEST)?, seen.type_of(value))));
                    since.forget(code, &|atom| atom == Atom::Result(func));
                    if let Some((made, Scalar::Int(width))) = made {
                        since.set(Atom::Result(func), width, Some(made));
                    }
                }
                since.forget(code, &|atom| matches!(atom, Atom::Var(of, _) if of == func));
            }
        }
    }
    fn settle(&mut self, seen: &mut Seen<'_>) -> bool {
        let code = seen.code;
        let Some(judge) = code.judge().filter(|_| self.since.is_some()) else { return !self.known.is_empty() };
        let dead = |func: FuncId, var: VarId| seen.is_dead(func, var);
        // The predicates as they are now, over what atoms were; those about what is not read any more are dropped.
        let facts = self.all_facts(seen);
        let since = self.since();
        let (mut asked, mut goals, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        for (at, predicate) in code.predicates().iter().enumerate() {
            let written = predicate.atoms.iter().any(|(atom, _)| since.now.contains_key(atom));
            if predicate.atoms.iter().any(|(atom, _)| matches!(atom, Atom::Var(func, var) if dead(*func, *var))) {
                changed.push(at);
                continue;
            }
            if written {
                changed.push(at);
            }
            asked.push(at);
            goals.push(replace(&predicate.expr, &mut |number| {
                let (atom, width) = predicate.atoms[number.index()];
                since.value(atom, width)
            }));
        }
        let widths = self.widths();
        let mut known = changed.iter().fold(self.known.clone(), |known, at| known.without(*at as u32));
        match judge.ways(&widths, &facts, &goals, MOST_WAYS) {
            Ways::None => known = Diagram::Empty,
            Ways::These(ways) => {
                let mut any = Diagram::Empty;
                for way in ways {
                    let all = asked.iter().zip(way).rev();
                    any = any.or(&all.fold(Diagram::All, |all, (at, truth)| literal(*at, truth).and(&all)));
                }
                known = known.and(&any);
            }
            Ways::Fixed(fixed) => {
                for (at, truth) in asked.iter().zip(fixed) {
                    if let Some(truth) = truth {
                        known = known.and(&literal(*at, truth));
                    }
                }
            }
        }
        *self = Predicates { known, since: None };
        !self.known.is_empty()
    }
    fn says(&self, _: &Code, _: u32, _: u64, _: u64) -> Option<Range> {
        None
    }
    /// All of it, as with related places: what a block cannot touch is still related to what it can.
    fn reduce(&self, _: &Code, _: &Touches<'_>) -> Self {
        self.clone()
    }
    fn expand(&self, inner: &Self, _: bool) -> Self {
        inner.clone()
    }
    fn depends_on_bounds(&self) -> bool {
        false
    }
}

/// The numbers of predicates mean nothing in other programs: only that nothing is known can be kept.
impl Portable for Predicates {
    fn pack(&self, _: &Code, _: &mut dyn FnMut(u32) -> Option<u32>, _: &mut Vec<u8>) -> Option<()> {
        (*self == Predicates::default()).then_some(())
    }
    fn unpack(_: &mut &[u8], _: &Code, _: &dyn Fn(u32) -> Option<u32>) -> Option<Self> {
        Some(Predicates::default())
    }
}
