//! An abstract state: where the program is, the calls that are active, and what is known of variables and memory.
//! The parts are the location, call-stack and value analyses (Beyer, Friedberger 2018) as one tuple; they are merged only where
//! location and call stack agree.

use crate::code::Code;
use crate::domain::{Beside, Domain as _};
use crate::memory::Memory;
use crate::value::Value;
use hecaton_base::WireError;
use hecaton_ir::{BlockId, FuncId, Loc, VarId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is known at a place.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "StateParts")]
pub struct State {
    /// The active calls, outermost first; never empty. In a block that is analysed on its own, only those inside it.
    pub frames: Vec<Frame>,
    /// Memory, shared by states that do not differ in it.
    pub memory: Arc<Memory>,
    /// What other domains know.
    pub beside: Beside,
}

/// An active call.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "FrameParts")]
pub struct Frame {
    /// The function.
    pub func: FuncId,
    /// The block it is in.
    pub block: BlockId,
    /// The next instruction.
    pub inst: u32,
    /// The caller's variable that takes the result.
    pub dst: Option<VarId>,
    /// Variables of which something is known, ascending. Nothing is known of the others.
    pub vars: Vec<(VarId, Value)>,
    /// What some variables are equal to, ascending.
    pub links: Vec<(VarId, Link)>,
    /// Objects that die with the call, ascending.
    pub objects: Vec<u32>,
}

/// The parts of a state as they are read.
#[derive(Deserialize)]
struct StateParts {
    frames: Vec<Frame>,
    memory: Arc<Memory>,
    beside: Beside,
}

impl TryFrom<StateParts> for State {
    type Error = WireError;
    fn try_from(StateParts { frames, memory, beside }: StateParts) -> Result<Self, WireError> {
        if frames.is_empty() { Err(WireError("a state without calls")) } else { Ok(State { frames, memory, beside }) }
    }
}

/// The parts of a call as they are read.
#[derive(Deserialize)]
struct FrameParts {
    func: FuncId,
    block: BlockId,
    inst: u32,
    dst: Option<VarId>,
    vars: Vec<(VarId, Value)>,
    links: Vec<(VarId, Link)>,
    objects: Vec<u32>,
}

impl TryFrom<FrameParts> for Frame {
    type Error = WireError;
    fn try_from(parts: FrameParts) -> Result<Self, WireError> {
        let FrameParts { func, block, inst, dst, vars, links, objects } = parts;
        if !vars.is_sorted_by(|a, b| a.0 < b.0) || !links.is_sorted_by(|a, b| a.0 < b.0) || !objects.is_sorted() {
            return Err(WireError("a call that is not in order"));
        }
        Ok(Frame { func, block, inst, dst, vars, links, objects })
    }
}

/// What a variable is equal to, so that what is learnt of one is learnt of the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Link {
    /// What an object holds at an offset, as so many bytes.
    Cell(u32, u64, u64),
    /// The value that this instruction of the function assigns; none of its variables was written since.
    Assigned(BlockId, u32),
}

impl Frame {
    /// A call that begins.
    pub fn new(code: &Code, func: FuncId, dst: Option<VarId>) -> Self {
        let block = code.program.functions[func].entry;
        Frame { func, block, inst: 0, dst, vars: vec![], links: vec![], objects: vec![] }
    }
    /// Where it is.
    pub fn loc(&self) -> Loc {
        Loc { func: self.func, block: self.block, inst: self.inst }
    }
    /// What is known of a variable.
    pub fn get(&self, var: VarId) -> Option<&Value> {
        self.vars.binary_search_by_key(&var, |(known, _)| *known).ok().map(|place| &self.vars[place].1)
    }
    /// Takes note of what a variable is, without changing it.
    pub fn learn(&mut self, var: VarId, value: Value) {
        let nothing = match &value {
            Value::Any => true,
            Value::Int(range) => range.is_all(),
            Value::Ptr(_) => false,
        };
        match self.vars.binary_search_by_key(&var, |(known, _)| *known) {
            Ok(place) if nothing => drop(self.vars.remove(place)),
            Ok(place) => self.vars[place].1 = value,
            Err(_) if nothing => {}
            Err(place) => self.vars.insert(place, (var, value)),
        }
    }
    /// What a variable is equal to.
    pub fn link(&self, var: VarId) -> Option<&Link> {
        self.links.binary_search_by_key(&var, |(known, _)| *known).ok().map(|place| &self.links[place].1)
    }
    /// Notes what a variable is equal to.
    pub fn set_link(&mut self, var: VarId, link: Link) {
        match self.links.binary_search_by_key(&var, |(known, _)| *known) {
            Ok(place) => self.links[place].1 = link,
            Err(place) => self.links.insert(place, (var, link)),
        }
    }
    /// Keeps only what is known of some variables, which are ascending.
    pub fn keep(&mut self, live: &[VarId]) {
        self.vars.retain(|(var, _)| live.binary_search(var).is_ok());
        self.links.retain(|(var, _)| live.binary_search(var).is_ok());
    }
    fn join(&self, new: &Frame, values: &dyn Fn(&Value, &Value) -> Value) -> Frame {
        let mut joined = Frame { vars: Vec::new(), links: Vec::new(), ..self.clone() };
        for (var, value) in &self.vars {
            if let Some(other) = new.get(*var) {
                joined.learn(*var, values(value, other));
            }
        }
        joined.links = self.links.iter().filter(|(var, link)| new.link(*var) == Some(link)).cloned().collect();
        for object in &new.objects {
            if let Err(place) = joined.objects.binary_search(object) {
                joined.objects.insert(place, *object);
            }
        }
        joined
    }
}

impl State {
    /// The innermost call.
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a state has a frame")
    }
    /// The innermost call, to change it.
    pub fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a state has a frame")
    }
    /// Its memory, to change it.
    pub fn memory_mut(&mut self) -> &mut Memory {
        Arc::make_mut(&mut self.memory)
    }
    /// Where it is.
    pub fn loc(&self) -> Loc {
        self.top().loc()
    }
    /// About how many bytes it takes, without what it shares with others.
    pub fn bytes(&self) -> usize {
        let frame = |frame: &Frame| {
            size_of::<Frame>() + size_of_val(frame.vars.as_slice()) + size_of_val(frame.links.as_slice())
        };
        let own = Arc::strong_count(&self.memory) == 1;
        let memory = if own { size_of::<Memory>() + size_of_val(self.memory.cells.as_slice()) } else { 0 };
        self.frames.iter().map(frame).sum::<usize>() + memory
    }
    /// Whether it is at the same place in the same calls.
    pub fn same_place(&self, other: &State) -> bool {
        self.frames.len() == other.frames.len()
            && self.frames.iter().zip(&other.frames).all(|(a, b)| (a.loc(), a.dst) == (b.loc(), b.dst))
    }
    /// At least what either can be; both are at the same place. With `widen`, what grows goes to a threshold.
    #[must_use]
    pub fn join(&self, new: &State, code: &Code, widen: bool) -> State {
        debug_assert!(self.same_place(new));
        let values = |a: &Value, b: &Value| if widen { a.widen(b, code.thresholds()) } else { a.join(b) };
        let frames = self.frames.iter().zip(&new.frames).map(|(a, b)| a.join(b, &values)).collect();
        let beside = self.beside.join(&new.beside, code, widen);
        let memory = if Arc::ptr_eq(&self.memory, &new.memory) {
            self.memory.clone()
        } else {
            let joined = self.memory.join(&new.memory, code.word, &values);
            if joined == *self.memory { self.memory.clone() } else { Arc::new(joined) }
        };
        State { frames, memory, beside }
    }
}
