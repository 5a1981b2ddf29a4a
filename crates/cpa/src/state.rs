//! An abstract state: where the program is, the calls that are active, and what is known of variables and memory.
//! The parts are the location, call-stack and value analyses of the paper as one tuple; they are merged only where
//! location and call stack agree.

use crate::code::Code;
use crate::domain::{Beside, Domain as _};
use crate::memory::Memory;
use crate::value::Value;
use hecaton_base::{Id as _, Wire, WireError};
use hecaton_ir::{BlockId, FuncId, Loc, VarId};
use std::sync::Arc;

/// What is known at a place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The active calls, outermost first; never empty. In a block that is analysed on its own, only those inside it.
    pub frames: Vec<Frame>,
    /// Memory, shared by states that do not differ in it.
    pub memory: Arc<Memory>,
    /// What other domains know.
    pub beside: Beside,
}

/// An active call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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

/// What a variable is equal to, so that what is learnt of one is learnt of the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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

impl Wire for Link {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Link::Cell(object, offset, bytes) => {
                out.push(0);
                (*object, *offset, *bytes).write(out);
            }
            Link::Assigned(block, inst) => {
                out.push(1);
                (*block, *inst).write(out);
            }
        }
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(match u8::read(input)? {
            0 => {
                let (object, offset, bytes) = Wire::read(input)?;
                Link::Cell(object, offset, bytes)
            }
            1 => {
                let (block, inst) = Wire::read(input)?;
                Link::Assigned(block, inst)
            }
            _ => return Err(WireError("not a link")),
        })
    }
}

impl Wire for Frame {
    fn write(&self, out: &mut Vec<u8>) {
        self.loc().write(out);
        self.dst.map(|var| var.index() as u64).write(out);
        let vars: Vec<(u64, Value)> =
            self.vars.iter().map(|(var, value)| (var.index() as u64, value.clone())).collect();
        vars.write(out);
        let links: Vec<(u64, Link)> = self.links.iter().map(|(var, link)| (var.index() as u64, link.clone())).collect();
        links.write(out);
        self.objects.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let Loc { func, block, inst } = Wire::read(input)?;
        let var = |index: u64| u32::try_from(index).map(|i| VarId::new(i as usize)).map_err(|_| WireError("variable"));
        let dst = Option::<u64>::read(input)?.map(var).transpose()?;
        let vars: Vec<(u64, Value)> = Wire::read(input)?;
        let vars = vars.into_iter().map(|(v, value)| Ok((var(v)?, value))).collect::<Result<Vec<_>, _>>()?;
        let links: Vec<(u64, Link)> = Wire::read(input)?;
        let links = links.into_iter().map(|(v, link)| Ok((var(v)?, link))).collect::<Result<Vec<_>, _>>()?;
        let objects: Vec<u32> = Wire::read(input)?;
        if !vars.is_sorted_by(|a, b| a.0 < b.0) || !links.is_sorted_by(|a, b| a.0 < b.0) || !objects.is_sorted() {
            return Err(WireError("a call that is not in order"));
        }
        Ok(Frame { func, block, inst, dst, vars, links, objects })
    }
}

impl Wire for State {
    fn write(&self, out: &mut Vec<u8>) {
        self.frames.write(out);
        self.memory.as_ref().write(out);
        self.beside.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let (frames, memory, beside): (Vec<Frame>, Memory, Beside) = Wire::read(input)?;
        let memory = Arc::new(memory);
        if frames.is_empty() { Err(WireError("a state without calls")) } else { Ok(State { frames, memory, beside }) }
    }
}
