//! Reading the body of a function.

use super::Error;
use super::lex::Kind;
use super::names;
use super::parse::{Parser, Scope};
use crate::expr::Expr;
use crate::program::{Aspect, Block, BlockId, Callee, End, FuncId, Halt, Inst, Op, PropId, PropKind, Region, VarId};
use crate::types::Scalar;
use hecaton_base::{Bits, Id as _, Map};
use std::collections::HashSet;

/// A line of a body.
enum Line {
    Op(Op),
    End(End),
}

impl Parser<'_> {
    /// The blocks of a function, from behind its variables to its closing brace; `from` is the token that names the
    /// block it starts with, if it is not the first.
    pub(super) fn body(&mut self, func: FuncId, from: Option<usize>) -> Result<(), Error> {
        let function = &self.program.functions[func];
        let mut scope = Scope::default();
        for (id, var) in function.vars.iter() {
            if let Some(ty) = self.program.types.scalar(var.ty) {
                scope.vars.insert(var.name.clone(), (id, ty));
            }
        }
        self.labels(&mut scope)?;
        let mut blocks: Map<BlockId, Block> = Map::new();
        self.skip_lines();
        while !self.accept("}") {
            if *self.kind() == Kind::End {
                return Err(self.error("the `}` of the function is missing"));
            }
            let block = self.block(func, &scope, blocks.next_id())?;
            blocks.push(block);
            self.skip_lines();
        }
        if let Some(at) = from {
            let back = self.at();
            self.go(at);
            self.program.functions[func].entry = self.label(&scope)?;
            self.go(back);
        }
        self.program.functions[func].blocks = blocks;
        Ok(())
    }

    /// Numbers the labels from here to the closing brace, and comes back.
    fn labels(&mut self, scope: &mut Scope) -> Result<(), Error> {
        let start = self.at();
        let mut line_start = true;
        loop {
            match self.kind().clone() {
                Kind::Sign("}") | Kind::End => break,
                Kind::Name(name, _) if line_start && self.sign_at(1) == Some(":") => {
                    let id = BlockId::new(scope.labels.len());
                    if scope.labels.insert(name.clone(), id).is_some() {
                        return Err(self.error(format!("label `{name}` stands twice")));
                    }
                    line_start = false;
                }
                kind => line_start = kind == Kind::Line,
            }
            self.advance();
        }
        self.go(start);
        Ok(())
    }

    fn label(&mut self, scope: &Scope) -> Result<BlockId, Error> {
        let at = self.at();
        let name = self.name("a label")?;
        scope.labels.get(&name).copied().ok_or_else(|| self.error_at(at, format!("there is no label `{name}`")))
    }

    fn block(&mut self, func: FuncId, scope: &Scope, id: BlockId) -> Result<Block, Error> {
        if self.sign_at(1) != Some(":") {
            return Err(self.error("a label is wanted"));
        }
        let at = self.at();
        if self.label(scope)? != id {
            return Err(self.error_at(at, "a label is wanted at the start of a line".to_string()));
        }
        self.advance();
        self.skip_lines();
        let mut insts = Vec::new();
        loop {
            let start = self.at();
            let labelled = matches!(self.kind(), Kind::Name(..)) && self.sign_at(1) == Some(":");
            if labelled {
                // Without an end of its own, a block goes on with the next.
                let span = self.place(start);
                return Ok(Block { insts, end: End::Goto(BlockId::new(id.index() + 1)), span });
            }
            if self.sign() == Some("}") {
                if self.program.functions[func].result.is_some() {
                    return Err(self.error("the last block does not end in a `return`"));
                }
                let span = self.place(start);
                return Ok(Block { insts, end: End::Return(None), span });
            }
            let mut made = Vec::new();
            let line = self.line(func, scope, &mut made)?;
            let span = self.span(start)?;
            for prop in made {
                self.program.props[prop].span = span;
            }
            self.end_line()?;
            self.skip_lines();
            match line {
                Line::Op(op) => insts.push(Inst { op, span }),
                Line::End(end) => return Ok(Block { insts, end, span }),
            }
        }
    }

    fn line(&mut self, func: FuncId, scope: &Scope, made: &mut Vec<PropId>) -> Result<Line, Error> {
        let start = self.at();
        let word = match self.kind().clone() {
            Kind::Name(word, false) if names::is_reserved(&word) => {
                self.advance();
                word
            }
            Kind::Name(..) => {
                let (dst, ty) = self.var(scope)?;
                self.expect("=")?;
                return Ok(Line::Op(self.assignment(func, scope, dst, ty, made)?));
            }
            Kind::Number(_) | Kind::Decimal(_) | Kind::Text(_) | Kind::Sign(_) | Kind::Line | Kind::End => {
                return Err(self.error("an instruction is wanted"));
            }
        };
        let word_type = self.word();
        let (cond, ptr) = (Scalar::Int(1), Scalar::Ptr);
        Ok(Line::Op(match word.as_str() {
            "store" => {
                let to = self.expr(scope, ptr)?;
                self.expect(",")?;
                let (value, _) = self.any_expr(scope)?;
                Op::Store { ptr: to, value, check: self.check(func, PropKind::Deref, made)? }
            }
            "copy" => {
                let dst = self.expr(scope, ptr)?;
                self.expect(",")?;
                let src = self.expr(scope, ptr)?;
                self.expect(",")?;
                let size = self.expr(scope, word_type)?;
                Op::Copy { dst, src, size, check: self.check(func, PropKind::Deref, made)? }
            }
            "fill" => {
                let dst = self.expr(scope, ptr)?;
                self.expect(",")?;
                let byte = self.expr(scope, Scalar::Int(8))?;
                self.expect(",")?;
                let size = self.expr(scope, word_type)?;
                Op::Fill { dst, byte, size, check: self.check(func, PropKind::Deref, made)? }
            }
            "free" => {
                let region = self.region()?;
                let ptr = self.expr(scope, ptr)?;
                Op::Free { ptr, region, check: self.check(func, PropKind::Free, made)? }
            }
            "clobber" => {
                let mut roots = Vec::new();
                self.expect("(")?;
                while !self.accept(")") {
                    if !roots.is_empty() {
                        self.expect(",")?;
                    }
                    roots.push(self.expr(scope, ptr)?);
                }
                Op::Clobber { roots }
            }
            "havoc" => Op::Havoc { dst: self.var(scope)?.0 },
            "assume" => Op::Assume { cond: self.expr(scope, cond)? },
            "assert" => {
                let cond = self.expr(scope, cond)?;
                let name = self.program.functions[func].name.clone();
                self.accept_word("prop");
                let (prop, new) = self.prop(PropKind::Assertion, &name)?;
                made.extend(new.then_some(prop));
                Op::Assert { cond, prop }
            }
            "call" => {
                let (callee, args) = self.call(func, scope, None, made)?;
                Op::Call { dst: None, callee, args }
            }
            "join" => Op::Join { thread: self.expr(scope, word_type)? },
            "atomic" => {
                let begin = self.accept_word("begin");
                if !begin && !self.accept_word("end") {
                    return Err(self.error("`begin` or `end` is wanted"));
                }
                Op::Atomic { begin }
            }
            "await" => {
                let at = self.expr(scope, ptr)?;
                let one = self.accept_word("is");
                if !one && !self.accept_word("not") {
                    return Err(self.error("`is` or `not` is wanted"));
                }
                let mut values = Vec::new();
                self.expect("(")?;
                let (first, ty) = self.any_expr(scope)?;
                values.push(first);
                while self.accept(",") {
                    values.push(self.expr(scope, ty)?);
                }
                self.expect(")")?;
                let owned = self.accept_word("owned");
                Op::Await { ptr: at, values, one, owned, check: self.check(func, PropKind::Deref, made)? }
            }
            "log" => Op::Log(self.feature()?),
            "unsupported" => Op::Unsupported(self.text()?),
            _ => return Ok(Line::End(self.end(func, scope, &word, start)?)),
        }))
    }

    fn end(&mut self, func: FuncId, scope: &Scope, word: &str, start: usize) -> Result<End, Error> {
        Ok(match word {
            "goto" => End::Goto(self.label(scope)?),
            "branch" => {
                let cond = self.expr(scope, Scalar::Int(1))?;
                self.expect("->")?;
                let yes = self.label(scope)?;
                self.expect(",")?;
                End::Branch { cond, yes, no: self.label(scope)? }
            }
            "switch" => {
                let at = self.at();
                let (on, ty) = self.any_expr(scope)?;
                let Scalar::Int(width) = ty else {
                    return Err(self.error_at(at, "a switch looks at an integer".to_string()));
                };
                self.expect("[")?;
                let (mut arms, mut seen): (Vec<(Bits, BlockId)>, HashSet<Bits>) = (Vec::new(), HashSet::new());
                self.skip_lines();
                while !self.accept("]") {
                    let at = self.at();
                    let Expr::Int(value) = self.expr(&Scope::default(), Scalar::Int(width))? else {
                        return Err(self.error_at(at, "a number is wanted".to_string()));
                    };
                    if !seen.insert(value.clone()) {
                        return Err(self.error_at(at, "this value stands twice".to_string()));
                    }
                    self.expect("->")?;
                    arms.push((value, self.label(scope)?));
                    self.skip_lines();
                    if !self.accept(",") && self.sign() != Some("]") {
                        return Err(self.error("`,` or `]` is wanted"));
                    }
                    self.skip_lines();
                }
                if !self.accept_word("else") {
                    return Err(self.error("`else` is wanted"));
                }
                End::Switch { on, arms, other: self.label(scope)? }
            }
            "return" => {
                let bare = matches!(self.kind(), Kind::Line | Kind::End | Kind::Sign("}" | "!"));
                match (self.program.functions[func].result, bare) {
                    (None, true) => End::Return(None),
                    (Some(ty), false) => End::Return(Some(self.expr(scope, ty)?)),
                    (None, false) => return Err(self.error("this function has no result")),
                    (Some(_), true) => return Err(self.error_at(start, "this function has a result".to_string())),
                }
            }
            "exit" => End::Halt(Halt::Exit),
            "abort" => End::Halt(Halt::Abort),
            "exit_thread" => End::Halt(Halt::Thread),
            "unreachable" => End::Unreachable,
            _ => return Err(self.error_at(start, format!("`{word}` is not an instruction"))),
        })
    }

    /// What stands behind `x =`.
    fn assignment(
        &mut self,
        func: FuncId,
        scope: &Scope,
        dst: VarId,
        ty: Scalar,
        made: &mut Vec<PropId>,
    ) -> Result<Op, Error> {
        let at = self.at();
        let takes = |parser: &Self, found: Scalar| {
            let (ty, found) = (names::scalar(ty), names::scalar(found));
            if ty == found {
                Ok(())
            } else {
                Err(parser.error_at(at, format!("this gives {found}, but {ty} is wanted")))
            }
        };
        if self.accept_word("load") {
            let ptr = self.expr(scope, Scalar::Ptr)?;
            return Ok(Op::Load { dst, ptr, check: self.check(func, PropKind::Deref, made)? });
        }
        if self.accept_word("alloc") {
            takes(self, Scalar::Ptr)?;
            let region = self.region()?;
            let ty = self.ty()?;
            let count = if self.accept(",") {
                self.expr(scope, self.word())?
            } else {
                Expr::int(self.program.target.pointer_bits(), 1)
            };
            let zeroed = self.accept_word("zeroed");
            let constant = self.accept_word("constant");
            let align = if self.accept_word("align") { Some(self.expr(scope, self.word())?) } else { None };
            let replaces = if self.accept_word("replaces") { Some(self.expr(scope, Scalar::Ptr)?) } else { None };
            return Ok(Op::Alloc { dst, region, ty, count, zeroed, constant, align, replaces });
        }
        if self.accept_word("call") {
            let (callee, args) = self.call(func, scope, Some(ty), made)?;
            return Ok(Op::Call { dst: Some(dst), callee, args });
        }
        if self.accept_word("spawn") {
            takes(self, self.word())?;
            let (callee, args) = self.call(func, scope, None, made)?;
            return Ok(Op::Spawn { dst, callee, args });
        }
        if self.accept_word("thread") {
            takes(self, self.word())?;
            return Ok(Op::Thread { dst });
        }
        if self.accept_word("approximate") {
            let what = self.text()?;
            self.expect(",")?;
            return Ok(Op::Approximate { dst, value: self.expr(scope, ty)?, what });
        }
        if self.accept_word("inspect") {
            takes(self, self.word())?;
            let at = self.at();
            let name = self.name("what is asked")?;
            let aspect = Aspect::ALL.into_iter().find(|aspect| aspect.name() == name);
            let aspect = aspect.ok_or_else(|| self.error_at(at, format!("`{name}` cannot be asked of an object")))?;
            return Ok(Op::Inspect { dst, ptr: self.expr(scope, Scalar::Ptr)?, aspect });
        }
        Ok(Op::Assign { dst, value: self.expr(scope, ty)? })
    }

    fn var(&mut self, scope: &Scope) -> Result<(VarId, Scalar), Error> {
        let at = self.at();
        let name = self.name("a variable")?;
        scope.vars.get(&name).copied().ok_or_else(|| self.error_at(at, format!("there is no variable `{name}`")))
    }

    fn region(&mut self) -> Result<Region, Error> {
        if self.accept_word("stack") {
            Ok(Region::Stack)
        } else if self.accept_word("heap") {
            Ok(Region::Heap)
        } else {
            Err(self.error("`stack` or `heap` is wanted"))
        }
    }

    fn check(&mut self, func: FuncId, kind: PropKind, made: &mut Vec<PropId>) -> Result<Option<PropId>, Error> {
        if !self.accept_word("check") {
            return Ok(None);
        }
        let name = self.program.functions[func].name.clone();
        let (prop, new) = self.prop(kind, &name)?;
        made.extend(new.then_some(prop));
        Ok(Some(prop))
    }

    /// A callee and its arguments; `result` is the type that is wanted back.
    fn call(
        &mut self,
        func: FuncId,
        scope: &Scope,
        result: Option<Scalar>,
        made: &mut Vec<PropId>,
    ) -> Result<(Callee, Vec<Expr>), Error> {
        let at = self.at();
        let mut params: Vec<Scalar> = Vec::new();
        let pointer = if self.accept("[") {
            let ptr = self.expr(scope, Scalar::Ptr)?;
            self.expect("]")?;
            Err(ptr)
        } else {
            let id = self.func("a function, or a pointer in brackets,")?;
            let called = &self.program.functions[id];
            let types = called.params.iter().map(|var| self.program.types.scalar(called.vars[*var].ty));
            params.extend(types.flatten());
            if result.is_some() && result != called.result {
                let found = called.result.map_or("nothing".to_string(), names::scalar);
                return Err(self.error_at(at, format!("`{}` returns {found}", called.name)));
            }
            Ok(id)
        };
        self.expect("(")?;
        self.skip_lines();
        let mut args = Vec::new();
        while !self.accept(")") {
            args.push(match params.get(args.len()) {
                Some(ty) => self.expr(scope, *ty)?,
                None => self.any_expr(scope)?.0,
            });
            self.skip_lines();
            if !self.accept(",") && self.sign() != Some(")") {
                return Err(self.error("`,` or `)` is wanted"));
            }
            self.skip_lines();
        }
        if args.len() < params.len() {
            return Err(self.error_at(at, format!("{} arguments for {} parameters", args.len(), params.len())));
        }
        let callee = match pointer {
            Ok(id) => Callee::Direct(id),
            Err(ptr) => Callee::Indirect { ptr, check: self.check(func, PropKind::Deref, made)? },
        };
        Ok((callee, args))
    }
}
