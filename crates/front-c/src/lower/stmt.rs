//! Statements.

use super::body::{Cases, Exit, LabelKey};
use super::constraints::NO_VALUE;
use super::{Entity, Fault, Lowering, Res, Value, error, unsupported};
use crate::ast::{self, For, Label, LabelKind, Stmt, StmtKind};
use crate::ctype::{CType, IntKind};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, End, Expr, Halt, Op, PropKind, Span};

/// Case ranges up to this length become arms, as long as there are not too many arms in all; others are compared.
const MAX_ARMS: u128 = 1024;
const MAX_ALL_ARMS: usize = 1 << 16;

impl Lowering<'_> {
    /// Lowers a statement. What cannot be lowered is replaced; errors are noted and the rest goes on.
    pub(super) fn stmt(&mut self, s: &Stmt) {
        self.attempt(|this| this.try_stmt(s));
    }
    /// Lowers something of which nothing but a fault is kept if it fails. What follows cannot be reached from there.
    pub(super) fn attempt(&mut self, f: impl FnOnce(&mut Self) -> Res<()>) {
        let depth = self.scopes.len();
        let (scope, breaks, continues, cases) =
            (self.body.scope, self.body.breaks.len(), self.body.continues.len(), self.body.cases.len());
        if let Err(fault) = f(self) {
            self.scopes.truncate(depth);
            self.body.leave_to(scope);
            self.body.breaks.truncate(breaks);
            self.body.continues.truncate(continues);
            self.body.cases.truncate(cases);
            self.body.temps.clear();
            self.fault(fault);
        }
    }
    /// Records a fault: an error, or an unsupported place in the code.
    pub(super) fn fault(&mut self, fault: Fault) {
        match fault {
            Fault::Error(diag) if self.inside && diag.span.is_some_and(|span| self.is_model(span)) => {
                // The program declares otherwise what the model uses.
                let span = diag.span.unwrap_or_else(Span::nowhere);
                let what = format!("the model of `{}` with what the program declares", self.body.name);
                self.fault(Fault::Unsupported(span, what));
            }
            Fault::Error(diag) => {
                if self.errors.len() < 50 {
                    self.errors.push(*diag);
                }
            }
            Fault::NotConstant(span) => {
                self.errors.push(crate::diag::Diag::error(span, "this is not a constant expression"));
            }
            Fault::Unsupported(span, what) => {
                self.body.lost = Some(what.clone());
                self.emit(Op::Unsupported(what), span);
                self.body.terminate(End::Halt(Halt::Abort), span);
            }
        }
    }
    fn try_stmt(&mut self, s: &Stmt) -> Res<()> {
        match &s.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::LabelDecl(labels) => {
                for label in labels {
                    self.anonymous += 1;
                    let number = self.anonymous;
                    self.scopes.last_mut().expect("there is always the file's scope").labels.insert(label.name, number);
                }
                Ok(())
            }
            StmtKind::Expr(e) => self.with_temps(e.span, |this| this.effect(e)),
            StmtKind::Decl(declaration) => self.local_declaration(declaration),
            StmtKind::Function(function) => {
                let result = self.nested_function(function);
                if let (Err(Fault::Unsupported(_, what)), Some(name)) = (&result, function.declarator.name) {
                    self.declare_unusable(name, what);
                }
                result
            }
            StmtKind::Assert(assertion) => self.static_assert(assertion),
            StmtKind::Block(block) => {
                self.block(block);
                Ok(())
            }
            StmtKind::If { arms, other } => self.in_scope_of(s, |this| this.if_stmt(arms, other.as_deref(), s.span)),
            StmtKind::Switch { on, body } => self.in_scope_of(s, |this| this.switch(on, body, s.span)),
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For(_) => {
                self.body.loops_around += 1;
                let heads = self.body.heads.len();
                let result = self.in_scope_of(s, |this| this.loop_stmt(s));
                self.body.heads.truncate(heads);
                self.body.loops_around -= 1;
                result
            }
            StmtKind::Goto(label) => self.goto(*label, s.span),
            StmtKind::GotoExpr(to) => self.computed_goto(to, s.span),
            StmtKind::Break => match self.body.breaks.last() {
                Some(&exit) => {
                    self.body.jump(exit, s.span);
                    Ok(())
                }
                None => error(s.span, "`break` outside of a loop or switch"),
            },
            StmtKind::Continue => match self.body.continues.last() {
                Some(&exit) => {
                    self.body.jump(exit, s.span);
                    Ok(())
                }
                None => error(s.span, "`continue` outside of a loop"),
            },
            StmtKind::Return(value) => self.return_stmt(value.as_ref(), s.span),
            StmtKind::Labeled { labels, body } => {
                let is_async = |label: &&Label| match &label.kind {
                    LabelKind::Name(name) => self.text(*name).starts_with("__CPROVER_ASYNC_"),
                    LabelKind::Default | LabelKind::Case(_) | LabelKind::Range(..) => false,
                };
                if let Some(label) = labels.iter().find(is_async) {
                    return self.start(body, label.span);
                }
                for label in labels {
                    self.label(label)?;
                }
                self.stmt(body);
                Ok(())
            }
            StmtKind::Asm(asm) => self.asm(asm),
        }
    }
    pub(super) fn goto(&mut self, label: ast::Ident, span: Span) -> Res<()> {
        let key = self.known_label(label)?;
        self.body.goto(key, span);
        Ok(())
    }
    /// A label that the function has.
    fn known_label(&self, label: ast::Ident) -> Res<LabelKey> {
        if !self.body.facts.labels.contains(&label.name) {
            if self.outer.iter().any(|body| body.facts.labels.contains(&label.name)) {
                return unsupported(label.span, "a jump out of a nested function");
            }
            return error(label.span, format!("the label `{}` is not defined", self.text(label.name)));
        }
        Ok(self.label_key(label.name))
    }
    /// `&&label`: a place in the object that stands for the labels of the function.
    pub(super) fn label_address(&mut self, label: ast::Ident) -> Res<Value> {
        let key = self.known_label(label)?;
        let object = self.label_object(label.span);
        let addressed = &mut self.body.facts.addressed;
        // The start of the object is no label, so that differences of labels are constants by their form.
        let number = addressed.iter().position(|known| *known == key).unwrap_or_else(|| {
            addressed.push(key);
            addressed.len() - 1
        });
        let void = self.ctypes.void();
        let ty = self.ctypes.ptr(void);
        let address = fold::offset(Expr::Global(object), self.word(number as u64 + 1));
        Ok(self.value(ty, address))
    }
    fn label_object(&mut self, span: Span) -> hecaton_ir::GlobalId {
        if let Some(object) = self.body.facts.label_object {
            return object;
        }
        let name = self.unique(format!("{}.labels", self.body.name));
        // Its size is the number of the labels, which is known at the end of the function.
        let object = self.globals.push(hecaton_ir::Global {
            name,
            ty: self.types.int(8, false),
            init: hecaton_ir::Init::Values(Vec::new()),
            constant: true,
            span,
        });
        self.body.facts.label_object = Some(object);
        object
    }
    fn computed_goto(&mut self, to: &ast::Expr, span: Span) -> Res<()> {
        let pointer = self.with_temps(to.span, |this| {
            let value = this.rvalue(to)?;
            if this.ctypes.is_arithmetic(value.ty) {
                return error(to.span, "a computed `goto` needs a pointer");
            }
            let void = this.ctypes.void();
            let ty = this.ctypes.ptr(void);
            this.convert(value, ty, span)
        })?;
        let object = self.label_object(span);
        let number = fold::binary(Binary::PtrDiff, pointer.e, Expr::Global(object));
        let number = self.share_word(number, span);
        self.body.goto_computed(number, span);
        Ok(())
    }
    /// What is done before the function returns.
    pub(super) fn run_cleanups(&mut self, span: Span) {
        for op in self.body.cleanups() {
            self.emit(op, span);
        }
    }
    /// Lowers a block in a scope of its own.
    pub(super) fn block(&mut self, block: &ast::Block) {
        let labelled = self.body.facts.labelled.contains(&(std::ptr::from_ref(block) as usize));
        self.body.open_scope(labelled);
        self.scopes.push(Default::default());
        for s in &block.stmts {
            self.stmt(s);
        }
        self.scopes.pop();
        self.body.close_scope(block.end);
    }
    /// Selection and iteration statements are blocks (C17 6.8.4p3, 6.8.5p5): what their heads make dies with them.
    fn in_scope_of(&mut self, s: &Stmt, f: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        let labelled = self.body.facts.labelled.contains(&(std::ptr::from_ref(s) as usize));
        self.body.open_scope(labelled);
        self.scopes.push(Default::default());
        f(self)?;
        self.scopes.pop();
        self.body.close_scope(s.span);
        Ok(())
    }
    /// A statement that is part of a selection or iteration statement, which is a block too.
    fn substatement(&mut self, s: &Stmt) {
        match s.kind {
            // It has a scope of its own anyway.
            StmtKind::Block(_) => self.stmt(s),
            _ => self.attempt(|this| {
                this.in_scope_of(s, |this| {
                    this.stmt(s);
                    Ok(())
                })
            }),
        }
    }
    fn if_stmt(&mut self, arms: &[(ast::Expr, Stmt)], other: Option<&Stmt>, span: Span) -> Res<()> {
        let after = self.body.block(span);
        for (cond, arm) in arms {
            let (yes, no) = (self.body.block(arm.span), self.body.block(span));
            self.branch_fully(cond, yes, no)?;
            self.body.current = yes;
            self.substatement(arm);
            let end = self.body.current;
            self.body.end(end, End::Goto(after), arm.span);
            self.body.current = no;
        }
        if let Some(other) = other {
            self.substatement(other);
        }
        self.body.flow_to(after, span);
        Ok(())
    }
    fn loop_stmt(&mut self, s: &Stmt) -> Res<()> {
        match &s.kind {
            StmtKind::While { cond, body } => {
                let head = self.body.block(cond.span);
                let (inside, after) = (self.body.block(body.span), self.body.block(s.span));
                self.body.flow_to(head, s.span);
                self.begins_loop(head, Some(cond), s.span);
                self.branch_fully(cond, inside, after)?;
                self.body.current = inside;
                self.loop_body(body, after, head);
                let end = self.body.current;
                self.body.end(end, End::Goto(head), s.span);
                self.body.current = after;
                Ok(())
            }
            StmtKind::DoWhile { body, cond } => {
                let head = self.body.block(body.span);
                let (test, after) = (self.body.block(cond.span), self.body.block(s.span));
                self.body.flow_to(head, s.span);
                self.begins_loop(head, Some(cond), s.span);
                self.loop_body(body, after, test);
                self.body.flow_to(test, s.span);
                self.branch_fully(cond, head, after)?;
                self.body.current = after;
                Ok(())
            }
            StmtKind::For(parts) => self.for_stmt(parts, s.span),
            _ => Ok(()),
        }
    }
    fn loop_body(&mut self, body: &Stmt, after: hecaton_ir::BlockId, next: hecaton_ir::BlockId) {
        let scope = self.body.scope;
        self.body.breaks.push(Exit { block: after, scope });
        self.body.continues.push(Exit { block: next, scope });
        self.substatement(body);
        self.body.breaks.pop();
        self.body.continues.pop();
    }
    fn for_stmt(&mut self, parts: &For, span: Span) -> Res<()> {
        let For { init, cond, step, body } = parts;
        if let StmtKind::Decl(declaration) = &init.kind {
            self.for_declaration(declaration)?;
        }
        self.stmt(init);
        let head = self.body.block(cond.as_ref().map_or(span, |cond| cond.span));
        let (inside, next, after) = (self.body.block(body.span), self.body.block(span), self.body.block(span));
        self.body.flow_to(head, span);
        self.begins_loop(head, cond.as_ref(), span);
        match cond {
            Some(cond) => self.branch_fully(cond, inside, after)?,
            None => self.body.end(head, End::Goto(inside), span),
        }
        self.body.current = inside;
        self.loop_body(body, after, next);
        self.body.flow_to(next, span);
        if let Some(step) = step {
            self.with_temps(step.span, |this| this.effect(step))?;
        }
        let end = self.body.current;
        self.body.end(end, End::Goto(head), span);
        self.body.current = after;
        Ok(())
    }
    fn switch(&mut self, on: &ast::Expr, body: &Stmt, span: Span) -> Res<()> {
        let value = self.with_temps(on.span, |this| {
            let value = this.rvalue(on)?;
            this.promote(value, on.span)
        })?;
        let Some(kind) = self.ctypes.int_kind(value.ty) else {
            return error(on.span, "the operand of `switch` is not an integer");
        };
        let value = self.share(value, on.span);
        let before = self.body.current;
        let after = self.body.block(span);
        let scope = self.body.scope;
        self.body.current = self.body.block(span);
        self.body.cases.push(Cases {
            kind,
            values: Default::default(),
            arms: Vec::new(),
            ranges: Vec::new(),
            other: None,
        });
        self.body.breaks.push(Exit { block: after, scope });
        self.substatement(body);
        self.body.breaks.pop();
        let end = self.body.current;
        self.body.end(end, End::Goto(after), span);
        let cases = self.body.cases.pop();
        self.body.current = before;
        if let Some(cases) = cases {
            self.dispatch(value, cases, (after, scope), span);
        }
        self.body.current = after;
        Ok(())
    }
    /// Ends the current block with the choice among the cases.
    fn dispatch(&mut self, value: Value, cases: Cases, after: (hecaton_ir::BlockId, usize), span: Span) {
        let other = cases.other.unwrap_or(after);
        let signed = cases.kind.signed();
        for (low, high, block, scope) in cases.ranges {
            let op = if signed { Binary::SLe } else { Binary::ULe };
            let above = fold::binary(op, Expr::Int(low), value.e.clone());
            let below = fold::binary(op, value.e.clone(), Expr::Int(high));
            let (hit, next) = (self.body.block(span), self.body.block(span));
            self.body.branch(fold::and(above, below), hit, next, span);
            self.body.current = hit;
            self.body.jump(Exit { block, scope }, span);
            self.body.current = next;
        }
        let block = self.body.current;
        self.body.dispatch(block, value.e, cases.arms, other, span);
    }
    fn label(&mut self, label: &Label) -> Res<()> {
        let (low, high) = match &label.kind {
            // It would start a thread.
            LabelKind::Name(name) if self.text(*name).starts_with("__CPROVER_ASYNC_") => {
                return unsupported(label.span, "`__CPROVER_ASYNC` in an expression");
            }
            LabelKind::Name(name) => return self.named_label(*name, label.span),
            LabelKind::Default => {
                let here = self.body.block(label.span);
                self.body.flow_to(here, label.span);
                let scope = self.body.scope;
                let Some(cases) = self.body.cases.last_mut() else {
                    return error(label.span, "`default` outside of a `switch`");
                };
                if cases.other.replace((here, scope)).is_some() {
                    return error(label.span, "a second `default`");
                }
                return Ok(());
            }
            LabelKind::Case(e) => (e, e),
            LabelKind::Range(low, high) => (low, high),
        };
        let here = self.body.block(label.span);
        self.body.flow_to(here, label.span);
        let Some(kind) = self.body.cases.last().map(|cases| cases.kind) else {
            return error(label.span, "`case` outside of a `switch`");
        };
        let (low, high) = (self.case_value(low, kind)?, self.case_value(high, kind)?);
        let scope = self.body.scope;
        let Some(cases) = self.body.cases.last_mut() else { return Ok(()) };
        let order = if kind.signed() { low.scmp(&high) } else { low.ucmp(&high) };
        if order.is_gt() {
            return Ok(());
        }
        let length = high.sub(&low).to_u128().unwrap_or(u128::MAX);
        if length >= MAX_ARMS || length > 0 && cases.arms.len() > MAX_ALL_ARMS {
            cases.ranges.push((low, high, here, scope));
            return Ok(());
        }
        let mut value = low;
        loop {
            if !cases.values.insert(value.clone()) {
                return error(label.span, "this case value occurs twice");
            }
            cases.arms.push((value.clone(), here, scope));
            if value == high {
                return Ok(());
            }
            value = value.add(&Bits::one(value.width()));
        }
    }
    fn case_value(&mut self, e: &ast::Expr, kind: IntKind) -> Res<Bits> {
        let result = self.constant(e);
        let value = self.needed(result, "the case value")?;
        if self.ctypes.int_kind(value.ty).is_none() {
            return error(e.span, "the case value is not an integer constant");
        }
        let ty = self.int_type(kind);
        match self.convert(value, ty, e.span)?.e {
            Expr::Int(bits) => Ok(bits),
            _ => error(e.span, "the case value is not an integer constant"),
        }
    }
    fn label_key(&self, name: ast::Symbol) -> LabelKey {
        (name, self.scopes.iter().rev().find_map(|scope| scope.labels.get(&name)).copied().unwrap_or(0))
    }
    fn named_label(&mut self, name: ast::Symbol, span: Span) -> Res<()> {
        let key = self.label_key(name);
        if !self.body.put_label(key, span) {
            return error(span, format!("the label `{}` is defined twice", self.text(name)));
        }
        if self.options.error_label.as_deref() == Some(self.text(name)) {
            let text = format!("label {} is not reached", self.text(name));
            self.claim(Expr::int(1, 0), PropKind::Unreach, |_| text, span);
        }
        Ok(())
    }
    fn return_stmt(&mut self, value: Option<&ast::Expr>, span: Span) -> Res<()> {
        let result = self.body.result;
        self.leaves_lists();
        if self.body.facts.cancel_buffer.is_some_and(|buffer| matches!(self.lookup(buffer), Some(Entity::Object(..)))) {
            self.note(
                "what stands between `pthread_cleanup_push` and `pthread_cleanup_pop` may be left by `return`".into(),
            );
        }
        if self.ctypes.is_void(result) {
            if let Some(e) = value {
                self.with_temps(e.span, |this| this.effect(e))?;
            }
            self.run_cleanups(span);
            self.body.terminate(End::Return(None), span);
            return Ok(());
        }
        let Some(e) = value else {
            self.return_arbitrary(span);
            return Ok(());
        };
        if let Some(place) = self.body.result_place {
            self.with_temps(e.span, |this| {
                let (value, check) = this.source(e)?;
                let value = this.convert(value, result, e.span)?;
                this.copy_checked(Expr::Var(place), &value, check.as_deref(), e.span)
            })?;
            self.run_cleanups(span);
            self.body.terminate(End::Return(None), span);
            return Ok(());
        }
        let value = self.with_temps(e.span, |this| {
            let value = this.rvalue(e)?;
            if matches!(&this.ctypes[value.ty], CType::Other(what) if **what == *NO_VALUE) {
                return Ok(None);
            }
            let value = this.convert(value, result, e.span)?;
            Ok(Some(if this.body.cleanups().is_empty() { value } else { this.share(value, e.span) }))
        })?;
        let Some(value) = value else {
            // `return f();` of a function that is only later known to have no result.
            self.return_arbitrary(span);
            return Ok(());
        };
        self.run_cleanups(span);
        self.body.terminate(End::Return(Some(value.e)), span);
        Ok(())
    }
    /// Returns from a function with a result without giving one: it is arbitrary.
    pub(super) fn return_arbitrary(&mut self, span: Span) {
        let result = self.body.result;
        self.run_cleanups(span);
        if self.ctypes.scalar(result).is_none() {
            self.body.terminate(End::Return(None), span);
            return;
        }
        let var = self.temp(result, span);
        self.emit(Op::Havoc { dst: var }, span);
        self.body.terminate(End::Return(Some(Expr::Var(var))), span);
    }
    /// `({ ... })`: the value of the last statement.
    pub(super) fn statement_expr(&mut self, block: &ast::Block) -> Res<Value> {
        if !self.inside {
            return error(block.end, "statements in an expression stand in functions only");
        }
        let labelled = self.body.facts.labelled.contains(&(std::ptr::from_ref(block) as usize));
        self.body.open_scope(labelled);
        self.scopes.push(Default::default());
        let mut result = Ok(None);
        for (index, s) in block.stmts.iter().enumerate() {
            let last = index + 1 == block.stmts.len();
            match last.then(|| self.last_value(s)).flatten() {
                Some(e) => result = self.kept_value(e).map(Some),
                None => self.stmt(s),
            }
        }
        self.scopes.pop();
        self.body.close_scope(block.end);
        match result? {
            Some(value) => Ok(value),
            None => Ok(self.void_value()),
        }
    }
    /// The expression that gives a statement expression its value, labels put.
    fn last_value<'s>(&mut self, s: &'s Stmt) -> Option<&'s ast::Expr> {
        match &s.kind {
            StmtKind::Expr(e) => Some(e),
            StmtKind::Labeled { labels, body } => {
                let StmtKind::Expr(e) = &body.kind else { return None };
                for label in labels {
                    if let Err(fault) = self.label(label) {
                        self.fault(fault);
                    }
                }
                Some(e)
            }
            _ => None,
        }
    }
    /// The value of an expression in a form that survives the end of the scope.
    fn kept_value(&mut self, e: &ast::Expr) -> Res<Value> {
        let value = self.rvalue(e)?;
        if self.ctypes.record(value.ty).is_some() {
            // A temporary of the expression around, made before the scope ends.
            let memory = self.temp_object(value.ty, e.span)?;
            self.copy_to(memory.clone(), &value, e.span)?;
            return Ok(Value { e: memory, ..value });
        }
        if self.ctypes.scalar(value.ty).is_none() {
            return Ok(value);
        }
        Ok(self.share(value, e.span))
    }
}
