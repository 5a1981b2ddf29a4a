//! Abstractions of blocks, kept on disk from one run to the next.
//!
//! An abstraction is found again by what it was computed from and by nothing else: the code of the block and of all that
//! it can come to, without numbers or names that depend on the rest of the program; the reduced entry state; what is
//! tracked; which properties are asked for; what is known of the target. The build of the tool is added by the cache.
//! So a function that was edited, and those that call it, are analysed again, and all others are found.
//!
//! Widening looks at constants of the whole program, and so do diagrams where they tell less apart than they could. What was
//! computed without that does not depend on them and is kept apart from what was, which is found only as long as the
//! constants are the same.
//!
//! All abstractions of a function, with their entry states, are one record of the cache, which is read when the function is
//! first asked for. A record grows by pieces, since several processes may add to it; one of many pieces is put together.
//!
//! Only what is complete is kept: a block all of whose calls had their final answers, with the alarms of everything below
//! it. Blocks in which something could not be followed are not kept, and neither is anything of a program with recursion,
//! where abstractions depend on each other in circles.
//!
//! Most of it is kept at the end of an analysis that proves what was asked: what kept blocks were answered by in one that
//! ends with alarms has no paths, so that it would be analysed again. Only where an analysis takes long, what it has so far
//! is kept on the way, for the run may be ended from outside.

mod content;
mod names;
mod record;

use crate::lock;
use crate::options::Analysis;
use hecaton_base::{Id as _, Wire};
use hecaton_cache::{Cache, Digest, Hasher, digest};
use hecaton_cpa::code::Code;
use hecaton_cpa::precision::{Place, Precision, Tracked};
use hecaton_cpa::state::State;
use hecaton_ir::{Expr, FuncId, Init, Loc, Program, PropId};
use names::{Contents, Names};
use record::Record;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What is new is handed to the cache when it has so many bytes.
const GROUP_BYTES: usize = 4 << 20;
/// An analysis is kept on the way after so long, and again after this part of the time so far. In tests every block is.
const LONG: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_secs(5) };
const LONG_PART: u32 = 4;

/// What came of a block and of all that it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// The states it can be left with.
    pub exits: Vec<State>,
    /// The rest.
    pub total: Total,
}

/// What there is to say of a block and of all that it calls, besides the exits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Total {
    /// Properties that may be violated, and where.
    pub alarms: BTreeSet<(PropId, Loc)>,
    /// Something took too many values to be told apart.
    pub coarse: bool,
    /// Something was widened, or stretched to constants of the program.
    pub widened: bool,
}

/// The abstractions of one analysis that are kept.
pub(crate) struct Summaries {
    cache: Arc<Cache>,
    contents: Contents,
    functions: FxHashMap<FuncId, Function>,
    precision: Precision,
    context: Vec<u8>,
    thresholds: Digest,
    /// What this run has kept: it is not looked at, since nobody could tell the paths through it any more.
    own: Own,
    /// When it began, and when something was kept.
    begun: Instant,
    kept: Instant,
    /// So many bytes are new since something was handed over.
    fresh: usize,
}

/// The keys of records that a run has added to.
pub(crate) type Own = Arc<Mutex<FxHashSet<Digest>>>;

/// What is known of a function: what does not depend on constants of the whole program, and what does.
struct Function {
    names: Arc<Names>,
    plain: Record,
    widened: Record,
}

/// An entry state as it stands in a record.
struct Sought {
    /// With what the entry state mentions besides the function.
    names: Arc<Names>,
    entry: Vec<u8>,
}

impl Summaries {
    /// Those of a program, analysed in some way with a precision.
    pub fn new(cache: Arc<Cache>, own: Own, code: &Arc<Code>, analysis: &Analysis, precision: &Precision) -> Self {
        let program = &code.program;
        let target = (program.target, program.outside, code.slice);
        let context = format!("{:?}", ("summaries", 4, target, analysis, precision.limit));
        let mut thresholds: Vec<u8> = code.thresholds().iter().flat_map(|number| number.to_le_bytes()).collect();
        thresholds.extend(code.bounds().iter().flat_map(|number| number.to_le_bytes()));
        let now = Instant::now();
        Summaries {
            cache,
            contents: Contents::new(code.clone(), taken(program)),
            functions: FxHashMap::default(),
            precision: precision.clone(),
            context: context.into_bytes(),
            thresholds: digest(&[&thresholds]),
            own,
            begun: now,
            kept: now,
            fresh: 0,
        }
    }
    /// The records of a function.
    fn function(&mut self, func: FuncId) -> &mut Function {
        let Summaries { contents, functions, precision, context, cache, thresholds, own, .. } = self;
        functions.entry(func).or_insert_with(|| {
            let names = Arc::new(Names::of(contents, func));
            let (tracked, related) = (tracked(&precision.tracked, &names), related(&contents.code, &names));
            let key = digest(&[context, &names.sum().0, &tracked, &related]);
            let own = lock(own);
            let read = |key| if own.contains(&key) { Record::new(key) } else { Record::read(cache, key) };
            Function { names, plain: read(key), widened: read(digest(&[&key.0, &thresholds.0])) }
        })
    }
    /// An entry state of a function as it stands in its records.
    fn seek(&mut self, func: FuncId, entry: &State) -> Option<Sought> {
        let mut names = self.function(func).names.clone();
        let Summaries { contents, precision, .. } = self;
        let mut out = vec![0];
        if names.inward(&contents.code, entry, &mut out).is_none() {
            // It mentions more than the record's key speaks of.
            names = Arc::new(names.with(contents, entry)?);
            out = vec![1];
            out.extend(names.sum().0);
            out.extend(digest(&[&tracked(&precision.tracked, &names), &related(&contents.code, &names)]).0);
            names.inward(&contents.code, entry, &mut out)?;
        }
        Some(Sought { names, entry: out })
    }
    /// The abstraction of a block for an entry state, if it is there.
    pub fn get(&mut self, entry: &State) -> Option<Summary> {
        let func = entry.frames.first()?.func;
        let function = self.function(func);
        if function.plain.is_empty() && function.widened.is_empty() {
            return None;
        }
        let sought = self.seek(func, entry)?;
        let function = self.functions.get(&func)?;
        for (record, widened) in [(&function.plain, false), (&function.widened, true)] {
            if let Some(bytes) = record.get(&sought.entry) {
                let found = outward(&self.contents.code, &sought.names, bytes);
                return found.filter(|summary| summary.total.widened == widened);
            }
        }
        None
    }
    /// Whether it is time to keep what there is, since the analysis takes long.
    pub fn is_due(&self) -> bool {
        self.kept.elapsed() >= LONG.max((self.kept - self.begun) / LONG_PART) || LONG.is_zero()
    }
    /// Keeps abstractions of blocks: their entry states, exits and the rest.
    pub fn keep<'a>(&mut self, blocks: impl Iterator<Item = (&'a State, Vec<&'a State>, &'a Total)>) {
        for (entry, exits, total) in blocks {
            self.put(entry, &exits, total);
            if self.fresh >= GROUP_BYTES {
                self.hand_over();
            }
        }
        self.hand_over();
        self.cache.write();
        self.kept = Instant::now();
    }
    fn put(&mut self, entry: &State, exits: &[&State], total: &Total) -> Option<()> {
        let func = entry.frames.first()?.func;
        let Sought { names, entry } = self.seek(func, entry)?;
        let kept = inward(&self.contents.code, &names, exits, total)?;
        self.fresh += entry.len() + kept.len();
        let function = self.function(func);
        let record = if total.widened { &mut function.widened } else { &mut function.plain };
        record.add(&entry, &kept);
        Some(())
    }
    fn hand_over(&mut self) {
        let mut own = lock(&self.own);
        for record in self.functions.values_mut().flat_map(|function| [&mut function.plain, &mut function.widened]) {
            own.extend(record.write(&self.cache));
        }
        self.fresh = 0;
    }
}

/// The key of what had to be told apart in the last proof of a program: a hint where to begin, not more. So it is enough
/// that files, functions and globals have the same names, and numbers may mean something else after an edit.
pub(crate) fn hint_key(program: &Program, analysis: &Analysis) -> Digest {
    let mut hasher = Hasher::default();
    hasher.part(b"hint").part(format!("{analysis:?}").as_bytes());
    program.files.values().for_each(|file| _ = hasher.part(file.name.as_bytes()));
    program.functions.values().for_each(|function| _ = hasher.part(function.name.as_bytes()));
    hasher.part(b"globals");
    program.globals.values().for_each(|global| _ = hasher.part(global.name.as_bytes()));
    hasher.finish()
}

/// The part of what is tracked that the block can come to.
fn tracked(tracked: &Tracked, names: &Names) -> Vec<u8> {
    match tracked {
        Tracked::Nothing => vec![0],
        Tracked::Everything => vec![1],
        Tracked::Some(places) => {
            let inward = |place: &Place| match place {
                Place::Var(func, var) => Some(Place::Var(FuncId::new(names.func(*func)? as usize), *var)),
                Place::Cell(object, offset) => Some(Place::Cell(names.object(*object)?, *offset)),
            };
            let mut places: Vec<Place> = places.iter().filter_map(inward).collect();
            places.sort_unstable();
            let mut out = vec![2];
            places.write(&mut out);
            out
        }
    }
}

/// The objects of a block whose values are related to each other.
fn related(code: &Code, names: &Names) -> Vec<u8> {
    let mut objects: Vec<u32> = code.related().iter().filter_map(|place| names.object(place.object)).collect();
    objects.sort_unstable();
    objects.to_bytes()
}

/// A summary with the numbers of its block.
fn inward(code: &Code, names: &Names, exits: &[&State], total: &Total) -> Option<Vec<u8>> {
    let Total { alarms, coarse, widened } = total;
    let mut out = Vec::new();
    let alarm = |(prop, loc): &(PropId, Loc)| Some((names.prop(*prop)?, names.place_inward(*loc)?));
    alarms.iter().map(alarm).collect::<Option<Vec<(u32, Loc)>>>()?.write(&mut out);
    (*coarse, *widened).write(&mut out);
    (exits.len() as u64).write(&mut out);
    exits.iter().try_for_each(|exit| names.inward(code, exit, &mut out))?;
    Some(out)
}

/// The same the other way around.
fn outward(code: &Code, names: &Names, bytes: &[u8]) -> Option<Summary> {
    let mut input = bytes;
    let alarms: Vec<(u32, Loc)> = Wire::read(&mut input).ok()?;
    let ((coarse, widened), count): ((bool, bool), u64) = Wire::read(&mut input).ok()?;
    let exits = (0..count).map(|_| names.outward(code, &mut input)).collect::<Option<_>>()?;
    let alarm = |(prop, loc): &(u32, Loc)| Some((names.prop_of(*prop)?, names.place_outward(*loc)?));
    let alarms = alarms.iter().map(alarm).collect::<Option<_>>()?;
    input.is_empty().then_some(Summary { exits, total: Total { alarms, coarse, widened } })
}

/// The functions whose address is taken somewhere.
fn taken(program: &Program) -> Vec<FuncId> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Expr> = Vec::new();
    for global in program.globals.values() {
        match &global.init {
            Init::Values(values) => open.extend(values.iter().map(|(_, value)| value)),
            Init::Arbitrary => {}
        }
    }
    for block in program.functions.values().flat_map(|function| function.blocks.values()) {
        open.extend(block.insts.iter().flat_map(|inst| inst.op.operands()).chain(block.end.operand()));
    }
    while let Some(expr) = open.pop() {
        if let Expr::Func(func) = expr {
            found.insert(*func);
        }
        open.extend(expr.children());
    }
    found.into_iter().collect()
}
