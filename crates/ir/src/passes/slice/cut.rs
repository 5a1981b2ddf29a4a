//! The program without what does not matter: instructions, blocks, variables, parameters in use, functions, globals.

use super::Choices;
use super::cone::{Cone, Kept};
use crate::expr::Expr;
use crate::fold::zero;
use crate::program::{Block, BlockId, End, FuncId, Function, Global, GlobalId, Init, Inst, Loc, Op, Program, VarId};
use hecaton_base::{Id as _, Map};

/// Makes the slice, and lists which choices it still makes.
pub(super) fn cut(program: &Program, cone: &Cone) -> (Program, Choices) {
    let mut made = Map::new();
    let globals: Map<GlobalId, Option<GlobalId>> =
        cone.globals.values().map(|kept| kept.then(|| made.push(()))).collect();
    let mut choices = Choices { globals: cone.globals.clone(), insts: Default::default() };
    let functions: Map<FuncId, Function> = program
        .functions
        .iter()
        .map(|(func, function)| {
            let kept = &cone.functions[func];
            match () {
                () if !function.has_body() => function.clone(),
                () if kept.any => {
                    Cut { program, kept, globals: &globals, func, vars: Map::new() }.function(&mut choices)
                }
                () => nothing(program, func),
            }
        })
        .collect();
    let rename = |init: &Init| match init {
        Init::Arbitrary => Init::Arbitrary,
        Init::Values(values) => {
            Init::Values(values.iter().map(|(at, value)| (*at, renamed(value, &globals, &|var| var))).collect())
        }
    };
    let kept = program.globals.iter().filter(|(id, _)| cone.globals[*id]);
    let globals = kept.map(|(_, global)| Global { init: rename(&global.init), ..global.clone() }).collect();
    let program = Program {
        target: program.target,
        types: program.types.clone(),
        globals,
        functions,
        entry: program.entry,
        props: program.props.clone(),
        features: program.features.clone(),
        files: program.files.clone(),
        leak: program.leak,
        race: program.race,
        deadlock: program.deadlock,
        cleanup: program.cleanup,
        outside: program.outside,
        notes: program.notes.clone(),
    };
    (program, choices)
}

/// A function that does nothing.
fn nothing(program: &Program, func: FuncId) -> Function {
    let function = &program.functions[func];
    let vars = function.params.iter().map(|param| function.vars[*param].clone()).collect();
    let params = (0..function.params.len()).map(VarId::new).collect();
    let block = Block { insts: vec![], end: End::Return(function.result.map(zero)), span: function.span };
    let blocks: Map<BlockId, Block> = [block].into_iter().collect();
    Function {
        name: function.name.clone(),
        params,
        variadic: function.variadic,
        result: function.result,
        vars,
        blocks,
        entry: BlockId::new(0),
        span: function.span,
    }
}

struct Cut<'a> {
    program: &'a Program,
    kept: &'a Kept,
    globals: &'a Map<GlobalId, Option<GlobalId>>,
    func: FuncId,
    /// The new names of variables that are still there.
    vars: Map<VarId, Option<VarId>>,
}

impl Cut<'_> {
    fn function(mut self, choices: &mut Choices) -> Function {
        let function = &self.program.functions[self.func];
        let control = self.kept.control.as_ref().expect("something of the function is kept");
        // A loop without a way out in which nothing happens is the end of the path.
        let mut stuck = Map::filled(function.blocks.len(), false);
        for blocks in &control.endless {
            let idle = |block: &BlockId| !self.kept.blocks[*block].insts.contains(&true);
            if blocks.iter().all(idle) {
                blocks.iter().for_each(|block| stuck[*block] = true);
            }
        }
        let ends: Map<BlockId, End> = function.blocks.keys().map(|block| self.end(block, stuck[block])).collect();
        let mut order = Vec::new();
        let mut names: Map<BlockId, Option<BlockId>> = Map::filled(function.blocks.len(), None);
        let mut open = vec![function.entry];
        while let Some(block) = open.pop() {
            if names[block].is_none() {
                names[block] = Some(BlockId::new(order.len()));
                order.push(block);
                let mut targets = ends[block].targets();
                targets.reverse();
                open.extend(targets);
            }
        }
        let code: Vec<(BlockId, Vec<(u32, Inst)>)> = order.iter().map(|block| (*block, self.insts(*block))).collect();
        let vars = self.name_variables(&code, &ends);
        let mut blocks = Map::new();
        for (block, insts) in code {
            let mut out = Vec::with_capacity(insts.len() + 1);
            if stuck[block] {
                let cond = Expr::int(1, 0);
                out.push(Inst { op: Op::Assume { cond }, span: function.blocks[block].span });
            }
            for (i, inst) in insts {
                if inst.op.effects().chooses() {
                    choices.insts.insert(Loc { func: self.func, block, inst: i });
                }
                let op = inst.op.renamed(&|var| self.var(var), &|expr| self.expr(expr));
                out.push(Inst { op, span: inst.span });
            }
            let end = ends[block].renamed(&|expr| self.expr(expr), &|to| names[to].expect("a target was visited"));
            blocks.push(Block { insts: out, end, span: function.blocks[block].span });
        }
        let params = function.params.iter().map(|param| self.var(*param)).collect();
        Function {
            name: function.name.clone(),
            params,
            variadic: function.variadic,
            result: function.result,
            vars,
            blocks,
            entry: BlockId::new(0),
            span: function.span,
        }
    }
    /// How a block goes on: past everything that does not matter.
    fn end(&self, block: BlockId, stuck: bool) -> End {
        let function = &self.program.functions[self.func];
        let control = self.kept.control.as_ref().expect("something of the function is kept");
        if stuck {
            return End::Unreachable;
        }
        let nothing = || End::Return(function.result.map(zero));
        match &function.blocks[block].end {
            end @ (End::Branch { .. } | End::Switch { .. }) if self.kept.blocks[block].end => end.clone(),
            End::Branch { .. } | End::Switch { .. } => control.next[block].map_or_else(nothing, End::Goto),
            End::Return(_) if !self.kept.result => nothing(),
            end @ (End::Goto(_) | End::Return(_) | End::Halt(_) | End::Unreachable) => end.clone(),
        }
    }
    /// The instructions of a block that matter, with their old places; names are still the old ones.
    fn insts(&self, block: BlockId) -> Vec<(u32, Inst)> {
        let code = &self.program.functions[self.func].blocks[block];
        let kept = &self.kept.blocks[block].insts;
        let mut out = Vec::new();
        for (i, inst) in code.insts.iter().enumerate().filter(|(i, _)| kept[*i]) {
            let mut inst = inst.clone();
            if let Op::Call { dst, .. } = &mut inst.op {
                *dst = dst.filter(|dst| self.kept.vars[*dst]);
            }
            if let Op::Call { args, .. } = &mut inst.op {
                for arg in args {
                    let mut needed = true;
                    arg.for_each_var(&mut |var| needed &= self.kept.vars[var]);
                    if !needed {
                        let ty = self.program.type_of(self.func, arg).expect("the verifier has checked the types");
                        *arg = zero(ty);
                    }
                }
            }
            out.push((i as u32, inst));
        }
        out
    }
    /// Numbers the variables that are still used.
    fn name_variables(
        &mut self,
        code: &[(BlockId, Vec<(u32, Inst)>)],
        ends: &Map<BlockId, End>,
    ) -> Map<VarId, crate::program::Var> {
        let function = &self.program.functions[self.func];
        let mut used = Map::filled(function.vars.len(), false);
        function.params.iter().for_each(|param| used[*param] = true);
        for (block, insts) in code {
            for (_, inst) in insts {
                inst.op.for_each_read(&mut |var| used[var] = true);
                inst.op.written().into_iter().for_each(|var| used[var] = true);
            }
            ends[*block].for_each_read(&mut |var| used[var] = true);
        }
        let mut vars = Map::new();
        self.vars = used.iter().map(|(var, used)| used.then(|| vars.push(function.vars[var].clone()))).collect();
        vars
    }
    fn var(&self, var: VarId) -> VarId {
        self.vars[var].expect("a variable that is used was numbered")
    }
    fn expr(&self, expr: &Expr) -> Expr {
        renamed(expr, self.globals, &|var| self.var(var))
    }
}

/// The expression with other names of globals and variables.
fn renamed(expr: &Expr, globals: &Map<GlobalId, Option<GlobalId>>, vars: &dyn Fn(VarId) -> VarId) -> Expr {
    let again = |expr: &Expr| renamed(expr, globals, vars);
    match expr {
        Expr::Int(_) | Expr::Float(..) | Expr::Null | Expr::Func(_) => expr.clone(),
        Expr::Global(id) => Expr::Global(globals[*id].expect("a global that is mentioned is kept")),
        Expr::Var(var) => Expr::Var(vars(*var)),
        Expr::Unary(op, a) => Expr::unary(*op, again(a)),
        Expr::Binary(op, ab) => Expr::binary(*op, again(&ab[0]), again(&ab[1])),
        Expr::Select(abc) => Expr::select(again(&abc[0]), again(&abc[1]), again(&abc[2])),
        Expr::Cast(op, to, a) => Expr::cast(*op, *to, again(a)),
        Expr::Offset(ab) => Expr::offset(again(&ab[0]), again(&ab[1])),
    }
}
