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

mod content;
mod names;
mod record;

use crate::task::Analysis;
use hecaton_base::{Id as _, Wire};
use hecaton_cache::{Cache, Digest, Hasher, digest};
use hecaton_cpa::code::Code;
use hecaton_cpa::precision::{Place, Precision, Tracked};
use hecaton_cpa::state::State;
use hecaton_ir::{Expr, FuncId, Init, Loc, Program, PropId};
use names::{Contents, Names};
use record::Record;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is new is handed to the cache when it has so many bytes, or after so long, or after this part of the time so far.
const GROUP_BYTES: usize = 4 << 20;
const GROUP_TIME: Duration = Duration::from_secs(1);
const GROUP_PART: u32 = 4;

/// What came of a block and of all that it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// The states it can be left with.
    pub exits: Vec<State>,
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
    /// When it began, when something was handed over, and how many bytes are new since then.
    begun: Instant,
    handed: Instant,
    fresh: usize,
}

/// What is known of a function: what does not depend on constants of the whole program, and what does.
struct Function {
    names: Arc<Names>,
    plain: Record,
    widened: Record,
}

/// An entry state as it stands in a record.
pub(crate) struct Sought {
    func: FuncId,
    /// With what the entry state mentions besides the function.
    names: Arc<Names>,
    entry: Vec<u8>,
}

impl Summaries {
    /// Those of a program, analysed in some way with a precision.
    pub fn new(cache: Arc<Cache>, code: &Arc<Code>, analysis: &Analysis, precision: &Precision) -> Self {
        let program = &code.program;
        let target = (program.target, program.outside, code.slice);
        let context = format!("{:?}", ("summaries", 3, target, analysis, precision.limit));
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
            begun: now,
            handed: now,
            fresh: 0,
        }
    }
    /// What to look for to find the abstraction of a block for an entry state.
    pub fn seek(&mut self, entry: &State) -> Option<Sought> {
        let func = entry.frames.first()?.func;
        let Summaries { contents, functions, precision, context, cache, thresholds, .. } = self;
        let own = functions.entry(func).or_insert_with(|| {
            let names = Arc::new(Names::of(contents, func));
            let (tracked, related) = (tracked(&precision.tracked, &names), related(&contents.code, &names));
            let key = digest(&[context, &names.sum().0, &tracked, &related]);
            let widened = Record::read(cache, digest(&[&key.0, &thresholds.0]));
            Function { names, plain: Record::read(cache, key), widened }
        });
        let (mut out, mut names) = (vec![0], own.names.clone());
        if names.inward(&contents.code, entry, &mut out).is_none() {
            // It mentions more than the record's key speaks of.
            names = Arc::new(names.with(contents, entry)?);
            out = vec![1];
            out.extend(names.sum().0);
            out.extend(digest(&[&tracked(&precision.tracked, &names), &related(&contents.code, &names)]).0);
            names.inward(&contents.code, entry, &mut out)?;
        }
        Some(Sought { func, names, entry: out })
    }
    /// The abstraction, if it is there.
    pub fn get(&self, sought: &Sought) -> Option<Summary> {
        let function = self.functions.get(&sought.func)?;
        for (record, widened) in [(&function.plain, false), (&function.widened, true)] {
            if let Some(bytes) = record.get(&sought.entry) {
                let found = outward(&self.contents.code, &sought.names, bytes);
                return found.filter(|summary| summary.widened == widened);
            }
        }
        None
    }
    /// Keeps the abstraction of a block.
    pub fn put(&mut self, sought: Sought, summary: &Summary) {
        let Sought { func, names, entry } = sought;
        let Some(kept) = inward(&self.contents.code, &names, summary) else { return };
        let Some(function) = self.functions.get_mut(&func) else { return };
        self.fresh += entry.len() + kept.len();
        let record = if summary.widened { &mut function.widened } else { &mut function.plain };
        record.add(&entry, &kept);
        let waited = self.handed.elapsed();
        if self.fresh >= GROUP_BYTES || waited >= GROUP_TIME.max((self.handed - self.begun) / GROUP_PART) {
            self.hand_over();
        }
    }
    /// Writes what is to be kept.
    pub fn flush(&mut self) {
        self.hand_over();
        self.cache.flush();
    }
    fn hand_over(&mut self) {
        for function in self.functions.values_mut() {
            function.plain.write(&self.cache);
            function.widened.write(&self.cache);
        }
        (self.handed, self.fresh) = (Instant::now(), 0);
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
fn inward(code: &Code, names: &Names, summary: &Summary) -> Option<Vec<u8>> {
    let Summary { exits, alarms, coarse, widened } = summary;
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
    input.is_empty().then_some(Summary { exits, alarms, coarse, widened })
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
