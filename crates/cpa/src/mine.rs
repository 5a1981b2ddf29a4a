//! Claims from a path that is impossible: it is followed once more from each of its places, and the conditions that
//! exclude it are taken back to where they can be known before (weakest preconditions along the path). Of those that a
//! contradiction needs, and of places where states are kept. Only what is checked by a condition asks for any: whether an
//! access is valid is up to the values.
//!
//! Nothing depends on what is found here but what is asked next: any condition may be followed.

use crate::affine::{Visit, equations};
use crate::code::{Code, relatable};
use crate::formula::{Atom, Predicate, Sum, parts, within};
use crate::history::Turn;
use crate::predicates::{Predicates, Since};
use crate::retrace::taken;
use crate::state::{Frame, State};
use crate::step::{Findings, start, step};
use crate::value::Value;
use hecaton_base::{Budget, Id as _, Stop};
use hecaton_ir::{Expr, Loc, PropId, Scalar, VarId};

/// So many places of one path are looked at: the first and the last ones.
const MOST_PLACES: usize = 40;
/// Equations are looked for between so many integers, and so many of them are taken.
const MOST_INTEGERS: usize = 10;
const MOST_EQUATIONS: usize = 6;
/// Longer paths say too little about single places.
const LONGEST: usize = 200;

/// A place of a path.
struct Cut {
    state: State,
    /// How many turns are behind it.
    turns: usize,
    /// How many conditions.
    conds: usize,
    /// What a call has just given, and the variable that took it.
    result: Option<(Atom, Atom)>,
}

/// The predicates that would have excluded a path to a place where a property is said to be violated.
pub fn mine(code: &Code, path: &[Turn], alarm: (PropId, Loc), budget: &Budget) -> Result<Vec<Predicate>, Stop> {
    let Some(judge) = code.judge().filter(|_| path.len() <= LONGEST) else { return Ok(vec![]) };
    let mut cuts = Vec::new();
    let mut first = start(code);
    let Some(whole) = follow(code, first.clone(), path, alarm, Some(&mut cuts), budget)? else { return Ok(vec![]) };
    let widths: Vec<u32> = whole.atoms.iter().map(|(_, width)| *width).collect();
    let mut facts = whole.conds.clone();
    for (at, (atom, width)) in whole.atoms.iter().enumerate() {
        let range = first.beside(code, |_, seen| seen.range(*atom, *width));
        if let (Atom::Cell(..), Some(range)) = (atom, range) {
            within(&Expr::Var(VarId::new(at)), &range, &mut facts);
        }
    }
    let core = judge.core(&widths, &facts);
    let kept = relations(code, &cuts);
    let in_core = |at: usize| core.as_ref().is_none_or(|core| core.contains(&at));
    if cuts.len() > MOST_PLACES {
        let last = cuts.split_off(cuts.len() - MOST_PLACES / 2);
        cuts.truncate(MOST_PLACES / 2);
        cuts.extend(last);
    }
    let mut predicates: Vec<Predicate> = Vec::new();
    let mut note = |predicate: Predicate| {
        if !predicates.contains(&predicate) {
            predicates.push(predicate);
        }
    };
    for Cut { state, turns, conds, result } in cuts {
        budget.poll()?;
        let Some(rest) = follow(code, state, &path[turns..], alarm, None, budget)? else { continue };
        if rest.conds.len() + conds != whole.conds.len() {
            continue;
        }
        for (_, cond) in rest.conds.iter().enumerate().filter(|(at, _)| in_core(at + conds)) {
            for predicate in parts(cond).into_iter().filter_map(|part| Predicate::of(&rest.atoms, part)) {
                // What is known of the result has to be known before the call has returned.
                let returned = result.filter(|(_, taken)| predicate.atoms.iter().any(|(atom, _)| atom == taken));
                if let Some((result, taken)) = returned {
                    let mut before = predicate.clone();
                    before.atoms.iter_mut().filter(|(atom, _)| *atom == taken).for_each(|(atom, _)| *atom = result);
                    note(before);
                }
                note(predicate);
            }
        }
    }
    kept.into_iter().for_each(note);
    Ok(predicates)
}

/// Equations that hold at all visits of a head of a loop, of those that are visited more than once.
fn relations(code: &Code, cuts: &[Cut]) -> Vec<Predicate> {
    let mut heads: Vec<(usize, Vec<&Cut>)> = Vec::new();
    for cut in cuts {
        let Loc { func, block, inst } = cut.state.loc();
        if inst != 0 || !code.shape(func).is_head(block) {
            continue;
        }
        let calls = cut.state.frames.len();
        let same = |known: &&mut (usize, Vec<&Cut>)| known.0 == calls && known.1[0].state.loc() == cut.state.loc();
        match heads.iter_mut().find(same) {
            Some(known) => known.1.push(cut),
            None => heads.push((calls, vec![cut])),
        }
    }
    let mut out = Vec::new();
    for (_, visits) in heads.into_iter().filter(|(_, visits)| visits.len() > 1) {
        let Loc { func, block, .. } = visits[0].state.loc();
        let integers = code.shape(func).live[block].iter().filter_map(|var| match code.program.scalar(func, *var) {
            Scalar::Int(width @ 2..=64) => Some((Atom::Var(func, *var), width)),
            Scalar::Int(_) | Scalar::Float(_) | Scalar::Ptr => None,
        });
        let cells =
            relatable(&code.program).into_iter().map(|place| (Atom::Cell(place.object, 0, place.bytes()), place.width));
        let all: Vec<(Atom, u32)> = integers.chain(cells).collect();
        for width in [32, 64, 8, 16] {
            let atoms: Vec<(Atom, u32)> =
                all.iter().copied().filter(|(_, of)| *of == width).take(MOST_INTEGERS).collect();
            let visits: Vec<Visit> = visits.iter().filter_map(|cut| sums(&cut.state, &atoms)).collect();
            if visits.len() > 1 {
                let found = equations(&visits).into_iter().take(MOST_EQUATIONS);
                out.extend(found.filter_map(|(factors, constant)| Predicate::equation(&atoms, &factors, constant)));
            }
        }
    }
    out
}

/// What integers are in a state, over what was at the begin of the path.
fn sums(state: &State, atoms: &[(Atom, u32)]) -> Option<Visit> {
    let mut since = state.beside.1.0.collected()?.clone();
    let sum = |(atom, width): &(Atom, u32)| {
        let mut sum = Sum::default();
        let value = since.value(*atom, *width);
        sum.add(&value, 1, *width)?;
        Some(sum)
    };
    atoms.iter().map(sum).collect()
}

/// Follows a path to its end and collects its conditions, over what atoms are in the first state; notes the places
/// where states are kept. `None` if it cannot be followed.
fn follow(
    code: &Code,
    mut state: State,
    path: &[Turn],
    alarm: (PropId, Loc),
    mut cuts: Option<&mut Vec<Cut>>,
    budget: &Budget,
) -> Result<Option<Since>, Stop> {
    state.beside.1.0 = Predicates::collecting();
    for (at, turn) in path.iter().enumerate() {
        budget.poll()?;
        let Frame { func: left, dst, .. } = *state.top();
        let mut out = Vec::new();
        step(code, unknown(code, state), &mut out, &mut Findings::default());
        let Some(next) = out.into_iter().find_map(|succ| taken(code, succ, *turn)) else { return Ok(None) };
        state = next;
        let kept = match turn {
            Turn::To(block) => code.meets(state.top().func, *block),
            Turn::Into(_) | Turn::Back => true,
        };
        if let Some(cuts) = cuts.as_mut().filter(|_| kept) {
            let conds = state.beside.1.0.collected().map_or(0, |since| since.conds.len());
            let result = match (turn, dst) {
                (Turn::Back, Some(dst)) => Some((Atom::Result(left), Atom::Var(state.top().func, dst))),
                (Turn::To(_) | Turn::Into(_) | Turn::Back, _) => None,
            };
            cuts.push(Cut { state: state.clone(), turns: at + 1, conds, result });
        }
    }
    // The end: what is checked there does not hold.
    let mut findings = Findings { wants: Some(alarm), ..Findings::default() };
    step(code, unknown(code, state), &mut Vec::new(), &mut findings);
    Ok(findings.violating.as_ref().and_then(|state| state.beside.1.0.collected().cloned()))
}

/// The same state without what is known of numbers, so that all conditions are collected.
fn unknown(code: &Code, mut state: State) -> State {
    for frame in &mut state.frames {
        frame.vars.retain(|(_, value)| !matches!(value, Value::Int(_)));
    }
    for place in relatable(&code.program) {
        state.memory_mut().forget(code, place.object);
    }
    for cell in state.memory_mut().cells.iter_mut().filter(|cell| matches!(cell.value, Value::Int(_))) {
        cell.value = Value::Any;
    }
    state
}
