//! k-induction: proofs for loops without a bound.
//!
//! Every loop is executed exactly for its first rounds. Then what it changes is forgotten, so that the state stands for
//! the start of any round; `k` rounds follow in which the claims are assumed, and one more in which they are to be
//! shown; then the path is left. Nested loops and loops in called functions are treated the same way, each time they
//! are entered.
//!
//! Why this is a proof: take an execution and the first moment at which a claim fails. Each loop that is running then
//! is in a round that was either executed exactly, or is at least `k` rounds after some round; from that one on the
//! execution is covered by the forgotten state, and the failing round is the last one. Loops that have ended are
//! covered by being left in any round. Since it is the first failure, all claims that came up before held, so assuming
//! them from there on excludes nothing; what comes later must not be assumed, so an assumption is a part of the path
//! condition behind its place. If no claim can fail in a round where it is to be shown, there is no such execution.
//!
//! Claims are the properties that are asked for, and invariants that are guessed for each loop: what intervals say of
//! its variables (the fixpoint of `bam`), bounds by constants of the program and by each other, and that sums and
//! differences of two of them are what they were when the loop was entered. A claim that a model
//! refutes is dropped and no longer assumed, until all that are left stand together (Houdini, Flanagan and Leino 2001).
//! A property that was dropped may still hold.
//!
//! Late guesses say that something has settled: a place has the value that it had at the head of the last exact round,
//! or one of its last two values there. Which rounds does such a guess speak of? Let `m` be the arrival at which the loop
//! is forgotten, counted from 0: the rounds before it are exact. What fails outside of them fails in a round `m` or later,
//! or at an arrival behind `m`; `k` rounds before, the forgotten state stands for an arrival of that very execution, and
//! that is `m - k` or later, never an earlier one. So a late guess is claimed of all arrivals from `m - k` on, and of no
//! others. Its values are known at `m`: it comes up there for the first time, for `m - k` to `m` together, which are all
//! exact and where it is to be shown like any other claim; then at each arrival behind. Assuming it of the forgotten
//! state excludes nothing: whatever fails then fails behind `m`, so what came up at `m` held before. An execution that
//! leaves the loop before `m` is exact there, and nothing is claimed of it. The values are terms over what was chosen in
//! the exact rounds, whose conditions a forgotten state keeps: they are those of the same execution, in each call and
//! each round of outer loops their own. Something can settle only if there are more than `k` exact rounds, so there are
//! attempts with a small `k` and many of them.

use crate::bam::at_loops;
use crate::board::Board;
use crate::invariants::Heads;
use crate::session::{Answered, Session};
use crate::task::Task;
use crate::unwinding::{Halted, Visitor, execute, next_group};
use crate::valuation::Valuation;
use hecaton_base::{Bits, Budget, Stop};
use hecaton_cpa::facts::Holder;
use hecaton_cpa::range::Range;
use hecaton_ir::{BlockId, Expr, FuncId, Op, Program, PropId};
use hecaton_solve::{Purpose, Query};
use hecaton_symex::{Assignment, Changes, Check, Context, Lap, Place, State, forget};
use hecaton_term::{Sort, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// A loop with a constant number of rounds is executed exactly up to this many.
const EXACT_ROUNDS: u32 = 16;
/// Calls of one function that are active at the same time, at most.
const DEPTH: usize = 8;
/// Guessed invariants for one loop, at most.
const GUESSES: usize = 400;
/// So many bits has what counts something: only of those it is guessed how they count together.
const COUNTER: u32 = 16;
/// Constants that one variable is compared with, at most.
const CONSTANTS: usize = 24;
/// How long intervals are looked for.
const INTERVALS: Duration = Duration::from_millis(200);
/// The attempts, one after the other. What is shown of exact rounds is a lemma for those that follow, so small steps are
/// cheap; late guesses that stand do so with a small `k` already.
const ATTEMPTS: [Rounds; 14] = [
    Rounds { k: 1, exact: 1 },
    Rounds { k: 2, exact: 2 },
    Rounds { k: 1, exact: 4 },
    Rounds { k: 4, exact: 4 },
    Rounds { k: 1, exact: 6 },
    Rounds { k: 1, exact: 8 },
    Rounds { k: 8, exact: 8 },
    Rounds { k: 1, exact: 10 },
    Rounds { k: 1, exact: 12 },
    Rounds { k: 1, exact: 14 },
    Rounds { k: 1, exact: 16 },
    Rounds { k: 16, exact: 16 },
    Rounds { k: 1, exact: 20 },
    Rounds { k: 1, exact: 24 },
];

/// How many rounds of each loop are executed, and how.
#[derive(Clone, Copy)]
struct Rounds {
    /// Those in which claims are assumed.
    k: u32,
    /// Those before the loop is forgotten, at least `k`; if there are more, there are late guesses.
    exact: u32,
}

/// How an attempt ended.
pub struct Ended {
    /// The facts about addresses were used.
    pub facts: bool,
    /// The budget ended it; with more, more might be proved.
    pub early: bool,
}

/// The attempts at one program, which can be interrupted: terms, lemmas and what the solver has learnt stay.
pub struct Induction {
    cx: Context,
    session: Session,
    /// What intervals say.
    heads: Heads,
    loops: BTreeMap<LoopId, Known>,
    /// How many attempts were made.
    made: usize,
    board: Board,
}

impl Induction {
    /// Looks for intervals within the budget. Only the solver of the task is used.
    pub fn new(task: &Task, program: &Arc<Program>, board: &Board, budget: &Budget) -> Self {
        let heads = at_loops(task, program, &budget.child().with_time(INTERVALS));
        let (cx, session) = (task.context(program), Session::new((task.solver)()));
        Induction { cx, session, heads, loops: BTreeMap::new(), made: 0, board: board.clone() }
    }
    /// Gives the properties that are proved for all executions, as soon as they are. One that the budget ends goes on
    /// with the attempt that it was at.
    pub fn go_on(&mut self, mut open: BTreeSet<PropId>, budget: &Budget, proved: &mut dyn FnMut(PropId)) -> Ended {
        let Induction { cx, session, heads, loops, made, board } = self;
        // What is lost or left over at the end depends on the memory that all rounds have made.
        let lost = [cx.program.leak, cx.program.cleanup];
        open.retain(|prop| !lost.contains(&Some(*prop)));
        let mut attempt = Attempt { budget, session, heads, loops };
        while let Some(rounds) = ATTEMPTS.get(*made).filter(|_| !open.is_empty()) {
            match attempt.run(cx, *rounds, &open) {
                Ok(found) => {
                    board.doubt(cx.doubtful());
                    for prop in found {
                        open.remove(&prop);
                        proved(prop);
                    }
                    *made += 1;
                }
                // What was in the way will be in the way again, or there is no time left.
                Err((stop, _)) => {
                    budget.note_stop(&stop);
                    break;
                }
            }
        }
        Ended { facts: !cx.facts.is_empty(), early: budget.poll().is_err() }
    }
}

/// Whether there is anything to do: a program without loops needs no induction.
pub(crate) fn applies(program: &Program) -> bool {
    let threads = |op: &Op| matches!(op, Op::Spawn { .. });
    let mut bodies = program.functions.values().filter(|f| f.has_body());
    let single = !bodies.clone().flat_map(|f| f.blocks.values()).flat_map(|b| &b.insts).any(|inst| threads(&inst.op));
    single
        && bodies.any(|f| {
            let shape = hecaton_ir::analysis::cfg::Shape::of(f);
            f.blocks.keys().any(|block| shape.is_head(block))
        })
}

/// A loop of the program.
type LoopId = (FuncId, BlockId);

/// Something that is claimed to hold always.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Claim {
    Prop(PropId),
    /// At the head of a loop.
    Guess(LoopId, Guess),
}

/// An invariant that is guessed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Guess {
    /// Signed, at most this.
    AtMost(Place, Bits),
    /// Signed, at least this.
    AtLeast(Place, Bits),
    /// Signed, at most what another place holds.
    NotAbove(Place, Place),
    /// Signed, below what another place holds: a loop may be entered behind its own condition.
    Below(Place, Place),
    /// The lowest bits are these.
    Low(Place, Bits),
    /// A pointer means an object.
    Object(Place),
    /// A pointer points into its object, or (if not strictly) right behind it.
    Inside(Place, bool),
    /// The sum of two places, or their difference, is what it was at the first arrival.
    Keeps(Sum, Place, Place),
    /// Late: one of the values at so many last exact arrivals.
    Settled(Place, usize),
}

/// What two places are together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sum {
    Plus,
    Minus,
}

/// A place in the execution where it is to be shown that a claim holds.
struct Station {
    /// The variable that says that the claim is assumed where it comes up first; a path condition says so after each
    /// such place, and only there.
    claim: Term,
    /// The condition under which it would fail.
    fails: Term,
    /// Behind so many arrivals at loops.
    part: usize,
}

/// What is known of a loop.
struct Known {
    changes: Changes,
    guesses: Vec<Guess>,
    guessed: bool,
}

/// One attempt, with what is left of those before.
struct Attempt<'a> {
    budget: &'a Budget,
    session: &'a mut Session,
    heads: &'a Heads,
    loops: &'a mut BTreeMap<LoopId, Known>,
}

impl Attempt<'_> {
    /// Gives the properties that are proved with so many rounds.
    fn run(&mut self, cx: &mut Context, rounds: Rounds, open: &BTreeSet<PropId>) -> Result<BTreeSet<PropId>, Halted> {
        let (claims, stations, never) = loop {
            let mut abstracted = Abstracted {
                rounds,
                loops: self.loops,
                heads: self.heads,
                grown: false,
                arrivals: BTreeMap::new(),
                forgotten: BTreeMap::new(),
                claims: BTreeMap::new(),
                stations: Vec::new(),
                parts: 0,
                open,
                assumed: false,
                cuts: Vec::new(),
            };
            let stuck = execute(cx, self.budget, &mut abstracted)?;
            let Abstracted { claims, stations, mut cuts, mut grown, loops, .. } = abstracted;
            for known in loops.values_mut() {
                grown |= known.changes.take_stale();
            }
            if !grown {
                cuts.extend(stuck.iter().map(|(guard, ..)| *guard));
                break (claims, stations, cuts);
            }
        };
        // A property that never comes up needs no claim.
        let (props, idle): (Vec<PropId>, Vec<PropId>) =
            open.iter().partition(|prop| claims.contains_key(&Claim::Prop(**prop)));
        let props: Vec<(PropId, Term)> = props.into_iter().map(|prop| (prop, claims[&Claim::Prop(prop)])).collect();
        let mut showing = Showing {
            standing: claims.into_values().collect(),
            waiting: (0..stations.len()).collect(),
            stations,
            shown: Vec::new(),
        };
        let mut group = 1;
        while !showing.waiting.is_empty() {
            let asked = showing.next(group);
            let fails: Vec<Term> = asked.iter().map(|station| showing.stations[*station].fails).collect();
            let fails = cx.terms.any(&fails);
            let before = self.session.effort();
            match self.ask(cx, &showing.standing, fails)? {
                Answered::Never(needed) => {
                    let never: Vec<Term> = needed.iter().copied().chain([fails]).collect();
                    let never = cx.terms.all(&never);
                    let lemma = cx.terms.not(never);
                    self.session.assert(&cx.terms, lemma);
                    showing.show(asked, needed);
                    group = next_group(group, self.session.effort() - before);
                }
                Answered::Possible(model) => {
                    if !showing.refute(&mut Valuation::new(&cx.terms, &model)) {
                        return Err((Stop::Bug("a model refutes no claim".into()), None));
                    }
                    if idle.is_empty() && !props.iter().any(|(_, claim)| showing.standing.contains(claim)) {
                        return Ok(BTreeSet::new());
                    }
                }
            }
        }
        let standing = showing.standing;
        // What was not followed must be out of reach.
        let never = cx.terms.any(&never);
        if let Answered::Possible(_) = self.ask(cx, &standing, never)? {
            return Err((Stop::Steps, None));
        }
        // A proof from facts about addresses that contradict each other is none.
        self.session.not_vacuous(&mut cx.terms, &cx.facts, self.budget).map_err(|stop| (stop, None))?;
        Ok(props.into_iter().filter(|(_, claim)| standing.contains(claim)).map(|(prop, _)| prop).chain(idle).collect())
    }
    /// Whether a condition can hold where claims are assumed; if not, which of them rule it out.
    fn ask(&mut self, cx: &Context, claims: &BTreeSet<Term>, condition: Term) -> Result<Answered, Halted> {
        let assume: Vec<Term> = claims.iter().copied().chain([condition]).collect();
        let query = Query { assume: &assume, budget: self.budget, purpose: Purpose::of("induction") };
        match self.session.ask(&cx.terms, &cx.facts, &query).map_err(|stop| (stop, None))? {
            Answered::Possible(model) => Ok(Answered::Possible(model)),
            Answered::Never(core) => {
                Ok(Answered::Never(core.into_iter().filter(|term| claims.contains(term)).collect()))
            }
        }
    }
}

/// What is to be shown, and what was.
struct Showing {
    /// The claims that are not refuted.
    standing: BTreeSet<Term>,
    /// In the order of execution.
    stations: Vec<Station>,
    /// Those of claims that stand, if they were not shown.
    waiting: BTreeSet<usize>,
    /// Those that were shown, with the claims that were needed.
    shown: Vec<(Vec<usize>, Vec<Term>)>,
}

impl Showing {
    /// What to ask about next, at most so many. Early ones come first, and not together with late ones, for they are
    /// lemmas for those.
    fn next(&self, most: usize) -> Vec<usize> {
        let part = |station: &usize| self.stations[*station].part;
        let first = self.waiting.first().map(part);
        self.waiting.iter().copied().take(most).take_while(|station| Some(part(station)) == first).collect()
    }
    fn show(&mut self, stations: Vec<usize>, needed: Vec<Term>) {
        for station in &stations {
            self.waiting.remove(station);
        }
        self.shown.push((stations, needed));
    }
    /// Drops what fails, and what was shown with its help is open again. Says whether anything failed.
    fn refute(&mut self, model: &mut Valuation<'_>) -> bool {
        let before = self.standing.len();
        for Station { claim, fails, .. } in &self.stations {
            if self.standing.contains(claim) && model.holds(*fails) {
                self.standing.remove(claim);
            }
        }
        let kept = |(_, needed): &mut (Vec<usize>, Vec<Term>)| needed.iter().all(|claim| self.standing.contains(claim));
        for (stations, _) in self.shown.extract_if(.., |shown| !kept(shown)) {
            self.waiting.extend(stations);
        }
        self.waiting.retain(|station| self.standing.contains(&self.stations[*station].claim));
        self.standing.len() < before
    }
}

/// Executes with loops forgotten, and collects where claims come up.
struct Abstracted<'a> {
    rounds: Rounds,
    loops: &'a mut BTreeMap<LoopId, Known>,
    heads: &'a Heads,
    /// A loop changes more than was known.
    grown: bool,
    /// States at the head of a loop before it is forgotten, one a round, by their arrival.
    arrivals: BTreeMap<Vec<u32>, Vec<State>>,
    /// States right after forgetting, by their arrival.
    forgotten: BTreeMap<Vec<u32>, State>,
    /// The variables of the claims (see [`Station`]).
    claims: BTreeMap<Claim, Term>,
    stations: Vec<Station>,
    /// How often a loop was arrived at.
    parts: usize,
    open: &'a BTreeSet<PropId>,
    /// The part that is being executed is one in which claims are assumed.
    assumed: bool,
    /// Conditions under which paths were left although nothing covers them.
    cuts: Vec<Term>,
}

impl Abstracted<'_> {
    /// Whether claims are assumed where a state is: in some loop it is in a round between forgetting and showing. The
    /// innermost loop counts only if `inner`.
    fn is_assumed(&self, state: &State, inner: bool) -> bool {
        let laps: Vec<_> = state.frames.iter().flat_map(|frame| &frame.laps).collect();
        let laps = &laps[..laps.len() - usize::from(!inner)];
        laps.iter().any(|lap| lap.forgotten.is_some_and(|start| lap.total < start + self.rounds.k))
    }
    /// A claim comes up, and would fail under a condition. Gives what holds behind it, if it is assumed.
    fn come_up(&mut self, cx: &mut Context, claim: Claim, fails: Term, assumed: bool) -> Option<Term> {
        let Rounds { k, exact } = self.rounds;
        let name = format!("claim{}k{k}of{exact}", self.claims.len());
        let claim = *self.claims.entry(claim).or_insert_with(|| cx.terms.var(&name, Sort::Bool));
        if !assumed {
            self.stations.push(Station { claim, fails, part: self.parts });
            return None;
        }
        let held = cx.terms.not(fails);
        Some(cx.terms.implies(claim, held))
    }
    /// Whether the round that begins is executed exactly.
    fn is_exact(&self, lap: &Lap) -> bool {
        let most = self.rounds.exact;
        lap.forgotten.is_none() && lap.counted < most && lap.total < EXACT_ROUNDS.max(most)
    }
    /// The guesses about a loop come up at its head, after so many exact arrivals. Says whether the state can still be
    /// reached.
    fn claim_guesses(
        &mut self,
        cx: &mut Context,
        state: &mut State,
        id: LoopId,
        exact: &[State],
        assumed: bool,
    ) -> bool {
        let path = cx.guard(state.guard);
        let lap = state.top().laps.last().expect("a loop has a lap");
        // The arrivals that late guesses are claimed of here (see the header).
        let late = match lap.forgotten {
            _ if self.rounds.exact == self.rounds.k => &[],
            Some(_) => std::slice::from_ref(&*state),
            None if self.is_exact(lap) => &[],
            None => &exact[exact.len() - 1 - self.rounds.k as usize..],
        };
        let mut held = Vec::new();
        for guess in self.loops[&id].guesses.clone() {
            let states = if guess.is_late() { late } else { std::slice::from_ref(&*state) };
            let holds: Option<Vec<Term>> = states.iter().map(|state| guess.term(cx, state, exact)).collect();
            // Of a place that is not there, or holds something else, nothing can be claimed.
            let holds = holds.map_or(cx.terms.bool(assumed), |holds| cx.terms.all(&holds));
            let mut fails = cx.terms.not(holds);
            if !assumed {
                fails = cx.terms.and(path, fails);
            }
            if cx.terms.as_bool(fails) != Some(false) {
                held.extend(self.come_up(cx, Claim::Guess(id, guess), fails, assumed));
            }
        }
        let held = cx.terms.all(&held);
        state.assume(cx, held)
    }
    /// A state arrives at the head of a loop.
    fn arrive(&mut self, cx: &mut Context, state: &mut State, id: LoopId) -> bool {
        let lap = *state.top().laps.last().expect("a loop has a lap");
        self.parts += 1;
        self.loops.entry(id).or_insert_with(|| {
            let changes = Changes::of_loop(cx, id.0, id.1);
            Known { changes, guesses: Vec::new(), guessed: false }
        });
        let mut arrival = state.position(cx);
        arrival.truncate(arrival.len() - 3);
        let Some(start) = lap.forgotten else {
            // An exact arrival.
            let exact = self.arrivals.entry(arrival.clone()).or_default();
            if exact.len() != lap.total as usize {
                // The loop was entered beside its head, where a forgotten state does not stand for its beginning.
                self.cuts.push(cx.guard(state.guard));
                return false;
            }
            if let Some(first) = exact.first() {
                let known = self.loops.get_mut(&id).expect("just made");
                if known.changes.grow(cx, first, state) {
                    self.grown = true;
                    known.guessed = false;
                }
            }
            exact.push(state.clone());
            let exact = exact.clone();
            let assumed = self.is_assumed(state, true);
            if !self.claim_guesses(cx, state, id, &exact, assumed) {
                return false;
            }
            if self.is_exact(&lap) {
                return true;
            }
            let known = self.loops.get_mut(&id).expect("just made");
            // The earliest arrival that it stands for (see the header).
            let since = &exact[exact.len() - 1 - self.rounds.k as usize];
            let places = forget(cx, state, since, &mut known.changes);
            if !known.guessed {
                known.guesses = guesses(cx, state, id, &places, self.heads);
                known.guessed = true;
                // Their exact arrivals are behind us.
                self.grown = true;
            }
            let reached = self.claim_guesses(cx, state, id, &exact, true);
            self.forgotten.insert(arrival, state.clone());
            return reached;
        };
        let before = &self.forgotten[&arrival];
        let known = self.loops.get_mut(&id).expect("it was forgotten");
        if known.changes.grow(cx, before, state) {
            self.grown = true;
            known.guessed = false;
        }
        let last = start + self.rounds.k;
        let assumed = lap.total <= last || self.is_assumed(state, false);
        let exact = self.arrivals[&arrival].clone();
        self.claim_guesses(cx, state, id, &exact, assumed) && lap.total <= last
    }
}

impl Visitor for Abstracted<'_> {
    fn enter(&mut self, cx: &mut Context, state: &mut State) -> bool {
        let top = state.top();
        let (func, block, inst) = (top.func, top.block, top.inst);
        if inst == 0 {
            if block == cx.program.functions[func].entry
                && state.frames.iter().filter(|f| f.func == func).count() > DEPTH
            {
                self.cuts.push(cx.guard(state.guard));
                return false;
            }
            if cx.shape(func).is_head(block) && !self.arrive(cx, state, (func, block)) {
                return false;
            }
        }
        self.assumed = self.is_assumed(state, true);
        true
    }
    fn checks(&mut self, cx: &mut Context, found: &mut Vec<Check>) -> Term {
        let mut held = Vec::new();
        for check in found.drain(..) {
            if self.open.contains(&check.prop) {
                held.extend(self.come_up(cx, Claim::Prop(check.prop), check.bad, self.assumed));
            }
        }
        cx.terms.all(&held)
    }
}

/// Guesses about the integers that a loop changes, which are arbitrary in the state at its head.
fn guesses(cx: &mut Context, state: &State, id: LoopId, places: &[Place], heads: &Heads) -> Vec<Guess> {
    let own = constants(&cx.program, Some(id.0));
    let all = constants(&cx.program, None);
    let mut out = Vec::new();
    let width = |cx: &mut Context, place: Place| {
        let term = state.integer_at(cx, place)?;
        match cx.terms.sort(term) {
            Sort::Bits(width) if (8..=64).contains(&width) => Some(width),
            _ => None,
        }
    };
    let others: Vec<Place> = state.integers(cx).into_iter().map(Place::Local).collect();
    for place in places {
        let Some(bits) = width(cx, *place) else { continue };
        for other in places.iter().chain(&others) {
            if other != place && width(cx, *other) == Some(bits) {
                let both = [(*place, *other), (*other, *place)];
                out.extend(both.map(|(low, high)| Guess::NotAbove(low, high)));
                if bits >= COUNTER {
                    out.extend(both.map(|(low, high)| Guess::Below(low, high)));
                }
            }
        }
    }
    out.sort();
    out.dedup();
    out.truncate(GUESSES / 2);
    for (holder, range) in heads.get(&id).into_iter().flatten() {
        let Some(place) = place_of(*holder, range).filter(|place| places.contains(place)) else { continue };
        if width(cx, place) == Some(range.width()) {
            out.extend(within(place, range));
        }
    }
    for place in places {
        if state.pointer_at(cx, *place).is_some_and(|meant| !meant.objects.is_empty()) {
            out.push(Guess::Object(*place));
            out.extend([false, true].map(|strictly| Guess::Inside(*place, strictly)));
        }
    }
    for place in places {
        let Some(bits) = width(cx, *place) else { continue };
        let from = match place {
            Place::Local(_) => &own,
            Place::Cell(..) => &all,
        };
        for value in from.iter().filter(|value| value.width() == bits).take(CONSTANTS) {
            let one = Bits::one(bits);
            out.push(Guess::AtMost(*place, value.clone()));
            out.push(Guess::AtLeast(*place, value.clone()));
            out.push(Guess::AtMost(*place, value.add(&one)));
            out.push(Guess::AtLeast(*place, value.sub(&one)));
        }
        for low in [Bits::zero(1), Bits::one(1)] {
            out.push(Guess::Low(*place, low));
        }
    }
    out.truncate(GUESSES);
    let integers: Vec<Place> = places.iter().copied().filter(|place| width(cx, *place).is_some()).collect();
    let mut pairs = Vec::new();
    for (i, place) in integers.iter().enumerate() {
        let Some(bits) = width(cx, *place).filter(|bits| *bits >= COUNTER) else { continue };
        let same = integers[i + 1..].iter().filter(|other| width(cx, **other) == Some(bits));
        pairs.extend(same.flat_map(|other| [Sum::Plus, Sum::Minus].map(|sum| Guess::Keeps(sum, *place, *other))));
    }
    pairs.truncate(GUESSES / 4);
    out.extend(pairs);
    let late = integers.iter().take(GUESSES / 2);
    out.extend(late.flat_map(|place| [1, 2].map(|arrivals| Guess::Settled(*place, arrivals))));
    out
}

/// Where a loop finds what intervals speak of.
fn place_of(holder: Holder, range: &Range) -> Option<Place> {
    match holder {
        Holder::Var(var) => Some(Place::Local(var)),
        Holder::Global(global, offset) => Some(Place::of_global(global, offset, u64::from(range.width()) / 8)),
        // Which object that is depends on the call.
        Holder::Local(..) => None,
    }
}

/// What a range says of a place, as far as it says anything.
fn within(place: Place, range: &Range) -> Vec<Guess> {
    let (bits, mut out) = (range.width(), Vec::new());
    let ((lo, hi), (least, most)) = (range.signed_bounds(), Range::all(bits).signed_bounds());
    if lo > least {
        out.push(Guess::AtLeast(place, Bits::from_i64(bits, lo)));
    }
    if hi < most {
        out.push(Guess::AtMost(place, Bits::from_i64(bits, hi)));
    }
    let (known, low) = range.low_bits();
    if known > 1 {
        out.push(Guess::Low(place, Bits::from_u64(known, low)));
    }
    out
}

/// The integer constants of a function, or of the whole program, the smallest first; zero and one are always there.
fn constants(program: &Program, func: Option<FuncId>) -> Vec<Bits> {
    let mut found: BTreeSet<(u32, u64, bool, Bits)> = BTreeSet::new();
    let mut add = |bits: &Bits| {
        let size = bits.abs().to_u64().unwrap_or(u64::MAX);
        found.insert((bits.width(), size, bits.sign_bit(), bits.clone()));
    };
    for width in [8, 16, 32, 64] {
        add(&Bits::zero(width));
        add(&Bits::one(width));
    }
    let functions = program.functions.iter().filter(|(id, _)| func.is_none_or(|func| func == *id));
    for block in functions.flat_map(|(_, function)| function.blocks.values()) {
        let operands = block.insts.iter().flat_map(|inst| inst.op.operands()).chain(block.end.operand());
        let mut open: Vec<&Expr> = operands.collect();
        while let Some(expr) = open.pop() {
            if let Expr::Int(bits) = expr {
                add(bits);
            }
            open.extend(expr.children());
        }
    }
    found.into_iter().map(|(.., bits)| bits).collect()
}

impl Guess {
    /// Whether it is claimed only where a loop is no longer exact.
    fn is_late(&self) -> bool {
        match self {
            Guess::Settled(..) => true,
            Guess::AtMost(..)
            | Guess::AtLeast(..)
            | Guess::NotAbove(..)
            | Guess::Below(..)
            | Guess::Low(..)
            | Guess::Object(_)
            | Guess::Inside(..)
            | Guess::Keeps(..) => false,
        }
    }
    /// The guess about a state at the head of the loop, after so many exact arrivals.
    fn term(&self, cx: &mut Context, state: &State, exact: &[State]) -> Option<Term> {
        let at = |cx: &mut Context, place: &Place| state.integer_at(cx, *place);
        let (left, right) = match self {
            Guess::Object(place) => {
                let meant = state.pointer_at(cx, *place)?;
                return Some(cx.terms.not(meant.none));
            }
            Guess::Inside(place, strictly) => {
                return of_targets(cx, state, *place, |cx, offset, size| {
                    if *strictly { cx.terms.ult(offset, size) } else { cx.terms.ule(offset, size) }
                });
            }
            Guess::AtMost(place, bound) => (at(cx, place)?, cx.terms.bits(bound.clone())),
            Guess::AtLeast(place, bound) => (cx.terms.bits(bound.clone()), at(cx, place)?),
            Guess::NotAbove(place, other) => (at(cx, place)?, at(cx, other)?),
            Guess::Below(place, other) => {
                let (left, right) = (at(cx, place)?, at(cx, other)?);
                return (cx.terms.sort(left) == cx.terms.sort(right)).then(|| cx.terms.slt(left, right));
            }
            Guess::Keeps(sum, place, other) => {
                let first = exact.first()?;
                let both = |cx: &mut Context, state: &State| {
                    let (a, b) = (state.integer_at(cx, *place)?, state.integer_at(cx, *other)?);
                    let same = cx.terms.sort(a) == cx.terms.sort(b);
                    same.then(|| match sum {
                        Sum::Plus => cx.terms.add(a, b),
                        Sum::Minus => cx.terms.sub(a, b),
                    })
                };
                let (now, then) = (both(cx, state)?, both(cx, first)?);
                return (cx.terms.sort(now) == cx.terms.sort(then)).then(|| cx.terms.eq(now, then));
            }
            Guess::Settled(place, arrivals) => {
                let value = at(cx, place)?;
                let mut same = Vec::new();
                for before in &exact[exact.len() - arrivals..] {
                    let before =
                        before.integer_at(cx, *place).filter(|term| cx.terms.sort(*term) == cx.terms.sort(value))?;
                    same.push(cx.terms.eq(value, before));
                }
                return Some(cx.terms.any(&same));
            }
            Guess::Low(place, low) => {
                let value = at(cx, place)?;
                let value = cx.terms.extract(low.width() - 1, 0, value);
                let low = cx.terms.bits(low.clone());
                return Some(cx.terms.eq(value, low));
            }
        };
        (cx.terms.sort(left) == cx.terms.sort(right)).then(|| cx.terms.sle(left, right))
    }
}

/// That something holds of the offset and the size, for each object that a pointer can mean.
fn of_targets(
    cx: &mut Context,
    state: &State,
    place: Place,
    mut holds: impl FnMut(&mut Context, Term, Term) -> Term,
) -> Option<Term> {
    let meant = state.pointer_at(cx, place)?;
    let all: Vec<Term> = meant
        .objects
        .into_iter()
        .map(|(guard, offset, size)| {
            let holds = holds(cx, offset, size);
            cx.terms.implies(guard, holds)
        })
        .collect();
    Some(cx.terms.all(&all))
}
