//! Numbers for everything that a block can come to, in the order in which its code, what that mentions and the entry
//! state mention it: the same in every program that has the same block.

use super::content::{Content, Mention, Writer};
use hecaton_base::{Id as _, Wire};
use hecaton_cache::{Digest, Hasher};
use hecaton_cpa::code::Code;
use hecaton_cpa::domain::{Beside, Portable as _};
use hecaton_cpa::memory::Memory;
use hecaton_cpa::state::{Frame, Link, State};
use hecaton_cpa::value::{Pointer, Target, Targets, Value};
use hecaton_ir::{FuncId, Loc, PropId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The contents of a program's functions and objects, each written once.
pub(super) struct Contents {
    pub code: Arc<Code>,
    writer: Writer,
    functions: FxHashMap<FuncId, Arc<Content>>,
    objects: FxHashMap<u32, Arc<Content>>,
    /// Functions whose address is taken somewhere.
    taken: Vec<FuncId>,
}

impl Contents {
    pub fn new(code: Arc<Code>, taken: Vec<FuncId>) -> Self {
        let (functions, objects) = (FxHashMap::default(), FxHashMap::default());
        Contents { code, writer: Writer::default(), functions, objects, taken }
    }
    fn function(&mut self, func: FuncId) -> Arc<Content> {
        let Contents { code, writer, functions, .. } = self;
        functions.entry(func).or_insert_with(|| Arc::new(writer.function(code, func))).clone()
    }
    fn object(&mut self, object: u32) -> Arc<Content> {
        let Contents { code, writer, objects, .. } = self;
        objects.entry(object).or_insert_with(|| Arc::new(writer.object(code, object))).clone()
    }
}

/// The numbers of one block, and the sum of all contents that have one.
#[derive(Clone, Default)]
pub(super) struct Names {
    functions: Numbered<FuncId>,
    objects: Numbered<u32>,
    props: Numbered<PropId>,
    sum: Hasher,
    /// Functions that are called by no name are in.
    indirect: bool,
}

#[derive(Clone)]
struct Numbered<T> {
    all: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { all: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Numbered<T> {
    /// The number of a thing, and whether it is new.
    fn add(&mut self, thing: T) -> (u32, bool) {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(thing).or_insert(next);
        if number == next {
            self.all.push(thing);
        }
        (number, number == next)
    }
}

impl Names {
    /// Those of a function and everything that it mentions.
    pub fn of(contents: &mut Contents, func: FuncId) -> Names {
        let mut names = Names::default();
        names.functions.add(func);
        names.close(contents, vec![Mention::Func(func)]);
        names
    }
    /// With what an entry state mentions besides; `None` if there is nothing.
    pub fn with(&self, contents: &mut Contents, entry: &State) -> Option<Names> {
        let mut names = None;
        for mention in mentions(&contents.code.clone(), entry) {
            let known = match mention {
                Mention::Func(func) => self.functions.numbers.contains_key(&func),
                Mention::Object(object) => self.objects.numbers.contains_key(&object),
                Mention::Prop(_) => true,
            };
            if !known {
                let names = names.get_or_insert_with(|| self.clone());
                let mut fresh = Vec::new();
                names.number(mention, &mut fresh);
                names.close(contents, fresh);
            }
        }
        names
    }
    pub fn sum(&self) -> Digest {
        self.sum.finish()
    }
    fn number(&mut self, mention: Mention, fresh: &mut Vec<Mention>) -> u32 {
        let (number, new) = match mention {
            Mention::Func(func) => self.functions.add(func),
            Mention::Object(object) => self.objects.add(object),
            Mention::Prop(prop) => self.props.add(prop),
        };
        if new {
            fresh.push(mention);
        }
        number
    }
    /// Takes the contents of what is new, and of all that they mention.
    fn close(&mut self, contents: &mut Contents, mut fresh: Vec<Mention>) {
        let mut at = 0;
        while let Some(mention) = fresh.get(at).copied() {
            at += 1;
            let content = match mention {
                Mention::Func(func) => contents.function(func),
                Mention::Object(object) => contents.object(object),
                Mention::Prop(prop) => {
                    let asked = contents.code.asked.contains(&prop);
                    let ending = contents.code.ending.contains(&prop);
                    self.sum.part(&[u8::from(asked), u8::from(ending)]);
                    continue;
                }
            };
            let mut numbers = Vec::with_capacity(content.mentions.len() * 4);
            for mention in &content.mentions {
                numbers.extend(self.number(*mention, &mut fresh).to_le_bytes());
            }
            self.sum.part(&content.sum.0).part(&numbers);
            if content.indirect && !std::mem::replace(&mut self.indirect, true) {
                for func in contents.taken.clone() {
                    let number = self.number(Mention::Func(func), &mut fresh);
                    self.sum.part(&number.to_le_bytes());
                }
            }
        }
    }
    /// The number of a property.
    pub fn prop(&self, prop: PropId) -> Option<u32> {
        self.props.numbers.get(&prop).copied()
    }
    /// The property of a number.
    pub fn prop_of(&self, number: u32) -> Option<PropId> {
        self.props.all.get(number as usize).copied()
    }
    /// The number of a function.
    pub fn func(&self, func: FuncId) -> Option<u32> {
        self.functions.numbers.get(&func).copied()
    }
    /// The number of an object.
    pub fn object(&self, object: u32) -> Option<u32> {
        self.objects.numbers.get(&object).copied()
    }
    /// Writes a state with numbers instead of what they stand for; `None` if something has none.
    pub fn inward(&self, code: &Code, state: &State, out: &mut Vec<u8>) -> Option<()> {
        let func = |func: FuncId| Some(FuncId::new(self.func(func)? as usize));
        let (frames, memory) = rename(state, &Renaming { func: &func, object: &|object| self.object(object) })?;
        frames.write(out);
        memory.write(out);
        state.beside.pack(code, &mut |object| self.object(object), out)
    }
    /// The same the other way around.
    pub fn outward(&self, code: &Code, input: &mut &[u8]) -> Option<State> {
        let (frames, memory): (Vec<Frame>, Memory) = Wire::read(input).ok()?;
        let func = |func: FuncId| self.functions.all.get(func.index()).copied();
        let object = |object: u32| self.objects.all.get(object as usize).copied();
        let beside = Beside::unpack(input, code, &object)?;
        let state = State { frames, memory: Arc::new(memory), beside };
        let (frames, memory) = rename(&state, &Renaming { func: &func, object: &object })?;
        (!frames.is_empty()).then_some(State { frames, memory: Arc::new(memory), ..state })
    }
    /// A place with the number of its function.
    pub fn place_inward(&self, loc: Loc) -> Option<Loc> {
        Some(Loc { func: FuncId::new(self.func(loc.func)? as usize), ..loc })
    }
    /// The same the other way around.
    pub fn place_outward(&self, loc: Loc) -> Option<Loc> {
        Some(Loc { func: *self.functions.all.get(loc.func.index())?, ..loc })
    }
}

/// Other names for functions and objects.
struct Renaming<'a> {
    func: &'a dyn Fn(FuncId) -> Option<FuncId>,
    object: &'a dyn Fn(u32) -> Option<u32>,
}

/// The parts of a state that are the same for all domains.
fn rename(state: &State, to: &Renaming<'_>) -> Option<(Vec<Frame>, Memory)> {
    let State { frames, memory, beside: _ } = state;
    let frames = frames.iter().map(|frame| rename_frame(frame, to)).collect::<Option<_>>()?;
    let Memory { objects, cells, died, wild } = memory.as_ref();
    let rename_object = |(id, known): &(u32, hecaton_cpa::memory::Object)| Some(((to.object)(*id)?, *known));
    let mut objects: Vec<_> = objects.iter().map(rename_object).collect::<Option<_>>()?;
    objects.sort_unstable_by_key(|(id, _)| *id);
    let mut renamed = Vec::with_capacity(cells.len());
    for cell in cells {
        let mut cell = cell.clone();
        cell.object = (to.object)(cell.object)?;
        cell.value = rename_value(&cell.value, to)?;
        renamed.push(cell);
    }
    renamed.sort_by_key(|cell| (cell.object, cell.offset));
    let died = Arc::new(rename_objects(died, to)?);
    Some((frames, Memory { objects: Arc::new(objects), cells: renamed, died, wild: *wild }))
}

fn rename_objects(objects: &[u32], to: &Renaming<'_>) -> Option<Vec<u32>> {
    let mut objects: Vec<u32> = objects.iter().map(|object| (to.object)(*object)).collect::<Option<_>>()?;
    objects.sort_unstable();
    Some(objects)
}

fn rename_frame(frame: &Frame, to: &Renaming<'_>) -> Option<Frame> {
    let Frame { func, block, inst, dst, vars, links, objects } = frame;
    let vars = vars.iter().map(|(var, value)| Some((*var, rename_value(value, to)?))).collect::<Option<_>>()?;
    let link = |link: &Link| {
        Some(match link {
            Link::Cell(object, offset, bytes) => Link::Cell((to.object)(*object)?, *offset, *bytes),
            Link::Assigned(block, inst) => Link::Assigned(*block, *inst),
        })
    };
    let links = links.iter().map(|(var, known)| Some((*var, link(known)?))).collect::<Option<_>>()?;
    let objects = rename_objects(objects, to)?;
    Some(Frame { func: (to.func)(*func)?, block: *block, inst: *inst, dst: *dst, vars, links, objects })
}

fn rename_value(value: &Value, to: &Renaming<'_>) -> Option<Value> {
    Some(match value {
        Value::Any | Value::Int(_) => value.clone(),
        Value::Ptr(pointer) => {
            let Pointer { to: targets } = pointer.as_ref();
            let target = |target: &Target| {
                Some(match target {
                    Target::Number => Target::Number,
                    Target::Object(object) => Target::Object((to.object)(*object)?),
                    Target::Func(func) => Target::Func((to.func)(*func)?),
                })
            };
            let mut targets: Targets =
                targets.iter().map(|(known, at)| Some((target(known)?, *at))).collect::<Option<_>>()?;
            targets.sort_unstable_by_key(|(target, _)| *target);
            Value::pointer(targets)
        }
    })
}

/// What a state mentions, in its order.
fn mentions(code: &Code, state: &State) -> Vec<Mention> {
    let State { frames, memory, beside } = state;
    let Memory { objects, cells, died, wild: _ } = memory.as_ref();
    let mut out = Vec::new();
    let value = |value: &Value, out: &mut Vec<Mention>| match value {
        Value::Any | Value::Int(_) => {}
        Value::Ptr(pointer) => out.extend(pointer.to.iter().filter_map(|(target, _)| match target {
            Target::Number => None,
            Target::Object(object) => Some(Mention::Object(*object)),
            Target::Func(func) => Some(Mention::Func(*func)),
        })),
    };
    for frame in frames {
        let Frame { func, block: _, inst: _, dst: _, vars, links, objects } = frame;
        out.push(Mention::Func(*func));
        vars.iter().for_each(|(_, known)| value(known, &mut out));
        for (_, link) in links {
            match link {
                Link::Cell(object, ..) => out.push(Mention::Object(*object)),
                Link::Assigned(..) => {}
            }
        }
        out.extend(objects.iter().map(|object| Mention::Object(*object)));
    }
    cells.iter().for_each(|cell| value(&cell.value, &mut out));
    out.extend(objects.iter().map(|(id, _)| Mention::Object(*id)));
    out.extend(died.iter().map(|object| Mention::Object(*object)));
    let mut note = |object: u32| {
        out.push(Mention::Object(object));
        Some(0)
    };
    _ = beside.pack(code, &mut note, &mut Vec::new());
    out
}
