//! Programs with threads, under a bound on the turns they take, as sequential programs (Ghafari, Hu, Rakamarić 2010, section 2).
//!
//! Calls of threads are copied into one piece of code each ([`inline`]), it is found out which threads there can be
//! ([`plan`]) and what they share ([`shared`]); then one of three translations writes the function that stands for all
//! schedules: [`epc`], [`lr`] or [`lmp`]; at its end it is asked whether threads wait for ever ([`judge`]) and whether two
//! are about to access the same memory ([`race`]). What comes out has no threads, checks the same properties but for lost
//! memory and some races, says so ([`said`]), and any engine can look at it. Variables that nothing reads say what happens
//! to which thread ([`Mark`]), so that a violation can be told as a schedule of the original and be replayed there.

mod emit;
mod epc;
mod flat;
mod inline;
mod judge;
mod lmp;
mod lr;
mod memory;
mod plan;
mod race;
mod shared;

use crate::fold::zero;
use crate::program::{BlockId, End, Function, Program, Prop, PropId, PropKind, Span, VarId};
use emit::Out;
use hecaton_base::{Id as _, Map};
use inline::Copier;
use plan::Plan;
use race::Mixed;
use shared::Shared;
use std::collections::BTreeSet;

pub use emit::Mark;
pub use inline::Refusal;

/// Which translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Explicit program counters.
    Epc,
    /// Lal and Reps: threads one after the other, with guessed memory.
    Lr,
    /// La Torre, Madhusudan and Parlato: threads are computed again from their start in every turn.
    Lmp,
}

/// Which schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// So many rounds, in each of which every thread has one turn, in the order of their numbers.
    Rounds(u32),
    /// So many turns, in the same order.
    InTurn(u32),
    /// So many turns of whichever thread.
    Arbitrary(u32),
}

impl Schedule {
    fn in_words(self) -> String {
        match self {
            Schedule::Rounds(count) => format!("up to {count} rounds, in which every thread has a turn"),
            Schedule::InTurn(count) => format!("up to {count} turns, one thread after the other"),
            Schedule::Arbitrary(count) => format!("up to {count} turns of whichever thread"),
        }
    }
    /// How many turns there are with so many threads.
    fn turns(self, threads: usize) -> u32 {
        match self {
            Schedule::Rounds(rounds) => rounds.saturating_mul(threads as u32),
            Schedule::InTurn(turns) | Schedule::Arbitrary(turns) => turns,
        }
    }
}

/// How to translate.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// By which translation.
    pub method: Method,
    /// Which schedules.
    pub schedule: Schedule,
    /// How many threads there can be beside the first, where that is not plain.
    pub threads: u32,
    /// How deep functions may call themselves.
    pub recursion: u32,
    /// Whether it is also to be a property that no schedule needs more turns: [`Sequential::further`].
    pub further: bool,
}

/// A sequential program that stands for a program with threads.
#[derive(Clone, Debug)]
pub struct Sequential {
    /// The program. Its first globals are those of the original.
    pub program: Program,
    /// For each of its properties, the one of the original.
    pub props: Map<PropId, PropId>,
    /// A property of it alone, if that is asked: where it holds, no schedule needs more turns than there are.
    pub further: Option<PropId>,
    /// The variable of its entry function that is written when something happens to a thread: see [`Mark::of`].
    pub step: VarId,
    /// The variable that is written when a turn begins, if they are not executed in their order.
    pub turn: VarId,
    /// How many threads there are in it.
    pub threads: u32,
    /// How many globals the original has.
    pub globals: usize,
}

/// Translates a program with threads, with checks of these properties only; races where that can be done.
pub fn sequentialize(program: &Program, props: &[PropId], options: &Options) -> Result<Sequential, Refusal> {
    let mut selected = program.clone();
    crate::passes::select(&mut selected, props);
    if let Some(race) = selected.race
        && let Ok(Some(sequential)) = translated(&selected, props, options, Some(race))
    {
        return Ok(sequential);
    }
    let sequential = translated(&selected, props, options, None)?;
    sequential.ok_or_else(|| Refusal::new("races, though they are not asked for", Span::nowhere()))
}

/// Translates a program, with a property that no two threads race if that is asked. `None` if that cannot be told.
fn translated(
    program: &Program,
    props: &[PropId],
    options: &Options,
    race: Option<PropId>,
) -> Result<Option<Sequential>, Refusal> {
    let mut copier = Copier::new(program, options.recursion);
    let plan = Plan::of(&mut copier, options.threads)?;
    let shared = Shared::of(&mut copier, &plan, race.is_some())?;
    let mixed = match race.map(|_| race::mixed(program, &plan, &shared)) {
        Some(None) => return Ok(None),
        Some(Some(mixed)) => mixed,
        None => Mixed::new(),
    };
    let mut sequential = program.clone();
    // Functions stay only for their addresses.
    for function in sequential.functions.values_mut() {
        function.blocks = Map::new();
    }
    let further = options.further.then(|| {
        let text = "no schedule needs more turns".to_owned();
        let (func, span) = (program.functions[program.entry].name.clone(), Span::nowhere());
        sequential.props.push(Prop { kind: PropKind::Assertion, text, func, span })
    });
    let mut out = Out::new(&mut copier, &plan, &shared);
    out.ask(program.deadlock, race.map(|race| (race, mixed)), further, options.schedule);
    match options.method {
        Method::Epc => epc::write(&mut out, options.schedule),
        Method::Lr => lr::write(&mut out, options.schedule, &mut sequential.globals)?,
        Method::Lmp => lmp::write(&mut out, options.schedule, &mut sequential.globals)?,
    }
    let entry = &program.functions[program.entry];
    let result = entry.result.map(zero);
    out.span = entry.span;
    out.end(End::Return(result));
    let (step, turn) = out.marks();
    let blocks = out.blocks;
    let name = entry.name.clone();
    sequential.functions[program.entry] = Function {
        name,
        params: plan.params.clone(),
        variadic: entry.variadic,
        result: entry.result,
        vars: copier.vars.clone(),
        blocks,
        entry: BlockId::new(0),
        span: entry.span,
    };
    sequential.types = copier.types.clone();
    sequential.notes.push(format!(
        "this stands for a program with up to {} threads, in all its schedules with {}",
        plan.threads.len(),
        options.schedule.in_words()
    ));
    let props = keep_props(&mut sequential, props);
    said(&mut sequential);
    let further = further.and_then(|further| props.iter().find(|(_, of)| **of == further).map(|(prop, _)| prop));
    Ok(Some(Sequential {
        program: sequential,
        props,
        further,
        step,
        turn,
        threads: plan.threads.len() as u32,
        globals: program.globals.len(),
    }))
}

/// Notes what a verdict about the program means for the original.
fn said(program: &mut Program) {
    let kinds: BTreeSet<PropKind> = program.props.values().map(|prop| prop.kind).collect();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    program.notes.push(format!(
        "checked here: {names}; what is violated here is violated in the original, and what holds here holds in those \
         schedules of it: of others nothing is said"
    ));
}

/// Calls `f` with the properties that instructions of a program can violate.
fn for_each_checked(program: &mut Program, f: &mut impl FnMut(&mut PropId)) {
    let blocks = program.functions.values_mut().flat_map(|function| function.blocks.values_mut());
    blocks.flat_map(|block| &mut block.insts).for_each(|inst| inst.op.for_each_prop_mut(&mut *f));
}

/// Leaves out properties that nothing asks for or checks, and those that are not translated. Deadlocks and races are
/// assertions from here on.
fn keep_props(program: &mut Program, wanted: &[PropId]) -> Map<PropId, PropId> {
    program.deadlock = None;
    let mut used: BTreeSet<PropId> = BTreeSet::new();
    for_each_checked(program, &mut |prop| _ = used.insert(*prop));
    let about_all = [program.race.take(), program.leak.take(), program.cleanup.take()];
    let about_all = about_all.map(|prop| prop.filter(|prop| !used.contains(prop)));
    let mut kept: Map<PropId, PropId> = Map::new();
    let mut new: Map<PropId, Option<PropId>> = Map::filled(program.props.len(), None);
    let mut props = Map::new();
    for (id, prop) in program.props.iter() {
        if about_all.contains(&Some(id)) {
            program.notes.push(format!("not translated, so not checked here: {}", prop.text));
        } else if wanted.contains(&id) || used.contains(&id) {
            new[id] = Some(kept.push(id));
            props.push(prop.clone());
        }
    }
    program.props = props;
    for_each_checked(program, &mut |prop| *prop = new[*prop].unwrap_or(*prop));
    kept
}

/// The bits of a pointer.
fn word(out: &Out<'_, '_>) -> u32 {
    out.copier.program.target.pointer_bits()
}
