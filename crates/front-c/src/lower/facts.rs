//! A look ahead at a function body: whose address is taken, and which blocks can be jumped into.
//!
//! Addresses are found by name: if `&x` occurs anywhere in the function, every local `x` lives in memory. That is
//! always right, and costs something only where a name is used for two variables.

use super::body::Facts;
use super::call::is_part_of;
use super::jumps::SETJMP;
use crate::ast::{
    ArraySize, Asm, Block, Declaration, Declarator, Derived, Designator, Expr, ExprKind, For, Init, InitList,
    LabelKind, Names, Params, Stmt, StmtKind, Symbol, UnaryOp,
};
use rustc_hash::FxHashSet;

/// The facts about a function body.
pub(super) fn of(body: &Block, names: &Names, watched: Option<Symbol>) -> Facts {
    let (cleanup, free) = (names.lookup("cleanup"), names.lookup("free"));
    let setjmp = SETJMP.iter().filter_map(|name| names.lookup(name)).collect();
    let cancel_buffer = names.lookup("__cancel_buf");
    let mut facts = Facts { cleanup, free, watched, setjmp, cancel_buffer, ..Facts::default() };
    block(&mut facts, body);
    facts
}

/// Which labels a statement contains that belong to something outside of it.
#[derive(Clone, Copy, Default)]
struct Inside {
    /// Named labels.
    named: bool,
    /// Cases of a `switch` around it.
    cases: bool,
}

impl Inside {
    fn join(&mut self, other: Inside) {
        self.named |= other.named;
        self.cases |= other.cases;
    }
}

fn block(facts: &mut Facts, b: &Block) -> Inside {
    let mut inside = Inside::default();
    for s in &b.stmts {
        inside.join(stmt(facts, s));
    }
    if inside.named || inside.cases {
        facts.labelled.insert(std::ptr::from_ref(b) as usize);
    }
    inside
}

fn stmt(facts: &mut Facts, s: &Stmt) -> Inside {
    let (mut inside, targets) = (Inside::default(), facts.jump_targets);
    place(facts, s);
    match &s.kind {
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Assert(_)
        | StmtKind::LabelDecl(_)
        | StmtKind::Return(None) => {}
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) | StmtKind::GotoExpr(e) => expr(facts, e),
        StmtKind::Decl(d) => declaration(facts, d),
        StmtKind::Function(function) => {
            let mut nested =
                Facts { capturing: true, cleanup: facts.cleanup, watched: facts.watched, ..Facts::default() };
            declarator(&mut nested, &function.declarator);
            block(&mut nested, &function.body);
            facts.address_taken.extend(nested.address_taken);
            facts.watched_used |= nested.watched_used;
        }
        StmtKind::Block(b) => inside = block(facts, b),
        StmtKind::If { arms, other } => {
            for (cond, arm) in arms {
                expr(facts, cond);
                inside.join(stmt(facts, arm));
            }
            if let Some(other) = other {
                inside.join(stmt(facts, other));
            }
        }
        StmtKind::Switch { on, body } => {
            expr(facts, on);
            inside.named = stmt(facts, body).named;
        }
        StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
            expr(facts, cond);
            inside = stmt(facts, body);
        }
        StmtKind::For(f) => {
            let For { init, cond, step, body } = &**f;
            stmt(facts, init);
            cond.iter().chain(step).for_each(|e| expr(facts, e));
            inside = stmt(facts, body);
        }
        StmtKind::Labeled { labels, body } => {
            for label in labels {
                match &label.kind {
                    LabelKind::Name(name) => {
                        facts.labels.insert(*name);
                        inside.named = true;
                    }
                    LabelKind::Case(_) | LabelKind::Range(..) | LabelKind::Default => inside.cases = true,
                }
            }
            inside.join(stmt(facts, body));
        }
        StmtKind::Asm(a) => asm(facts, a),
    }
    // A place that `longjmp` leads to is like a label.
    inside.named |= facts.jump_targets > targets;
    if inside.named || inside.cases {
        facts.labelled.insert(std::ptr::from_ref(s) as usize);
    }
    inside
}

/// Notes calls of `setjmp` that are all of a statement or of a controlling expression, or what is negated or compared with a
/// constant there (7.13.1.1p4).
fn place(facts: &mut Facts, s: &Stmt) {
    let mut placed = |e: &Expr| {
        let mut e = e;
        loop {
            e = match &e.kind {
                ExprKind::Cast { arg, .. } | ExprKind::Unary { op: UnaryOp::Not, arg } => arg,
                ExprKind::Binary { first, rest } => match (&first.kind, &rest[..]) {
                    (_, [step]) if matches!(step.arg.kind, ExprKind::Int(_)) => first,
                    (ExprKind::Int(_), [step]) => &step.arg,
                    _ => return,
                },
                _ => break,
            };
        }
        facts.placed_jump_targets.insert(std::ptr::from_ref(e) as usize);
    };
    match &s.kind {
        StmtKind::Expr(e) => placed(e),
        StmtKind::If { arms, .. } => arms.iter().for_each(|(cond, _)| placed(cond)),
        StmtKind::Switch { on, .. } => placed(on),
        StmtKind::While { cond, .. } | StmtKind::DoWhile { cond, .. } => placed(cond),
        StmtKind::For(f) => f.cond.iter().for_each(placed),
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Assert(_)
        | StmtKind::LabelDecl(_)
        | StmtKind::Return(_)
        | StmtKind::GotoExpr(_)
        | StmtKind::Decl(_)
        | StmtKind::Function(_)
        | StmtKind::Block(_)
        | StmtKind::Labeled { .. }
        | StmtKind::Asm(_) => {}
    }
}

fn asm(facts: &mut Facts, a: &Asm) {
    for operand in a.outputs.iter().chain(&a.inputs) {
        expr(facts, &operand.expr);
    }
}

fn declaration(facts: &mut Facts, d: &Declaration) {
    for declarator in &d.declarators {
        let attrs = d.specs.attrs.iter().chain(&declarator.declarator.attrs).chain(&declarator.attrs);
        if let Some(name) = declarator.declarator.name
            && attrs.into_iter().any(|attr| Some(attr.name) == facts.cleanup)
        {
            facts.address_taken.insert(name.name);
        }
        if facts.capturing {
            self::declarator(facts, &declarator.declarator);
        }
        if let Some(i) = &declarator.init {
            init(facts, i);
        }
    }
}

/// What the lengths of arrays mention, in parameters too.
fn declarator(facts: &mut Facts, d: &Declarator) {
    for derived in &d.derived {
        match derived {
            Derived::Array { size: ArraySize::Expr(e), .. } => expr(facts, e),
            Derived::Function(Params::Prototype { params, .. }) => {
                params.iter().for_each(|param| declarator(facts, &param.declarator));
            }
            Derived::Array { .. } | Derived::Function(Params::Names(_)) | Derived::Pointer { .. } => {}
        }
    }
}

fn init(facts: &mut Facts, i: &Init) {
    match i {
        Init::Expr(e) => expr(facts, e),
        Init::List(list) => init_list(facts, list),
    }
}

fn init_list(facts: &mut Facts, list: &InitList) {
    for entry in &list.entries {
        for designator in &entry.designators {
            match designator {
                Designator::Field(_) => {}
                Designator::Index(e) => expr(facts, e),
                Designator::Range(a, b) => {
                    expr(facts, a);
                    expr(facts, b);
                }
            }
        }
        init(facts, &entry.value);
    }
}

/// The variable that an expression is, but for casts.
fn plain_name(e: &Expr) -> Option<Symbol> {
    let mut e = e;
    while let ExprKind::Cast { arg, .. } = &e.kind {
        e = arg;
    }
    match e.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// Names whose address is taken in an initialiser.
pub(super) fn addresses(i: &Init) -> FxHashSet<Symbol> {
    let mut facts = Facts::default();
    init(&mut facts, i);
    facts.address_taken
}

/// Whether a name occurs in a block.
pub(super) fn mentions(b: &Block, name: Symbol) -> bool {
    let mut facts = Facts { watched: Some(name), ..Facts::default() };
    block(&mut facts, b);
    facts.watched_used
}

/// Whether the text of an expression has an effect, evaluated or not.
pub(super) fn has_effect(e: &Expr) -> bool {
    let mut facts = Facts::default();
    expr(&mut facts, e);
    facts.effect_count > 0
}

fn expr(facts: &mut Facts, e: &Expr) {
    let before = facts.effect_count;
    parts(facts, e);
    let own = matches!(
        &e.kind,
        ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, .. }
            | ExprKind::Assign { .. }
            | ExprKind::Call { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::Statement(_)
    );
    facts.effect_count += u32::from(own);
    if facts.effect_count > before {
        facts.effects.insert(std::ptr::from_ref(e) as usize);
    }
}

fn parts(facts: &mut Facts, e: &Expr) {
    match &e.kind {
        ExprKind::Name(name) => {
            facts.watched_used |= facts.watched == Some(*name);
            if facts.capturing {
                facts.address_taken.insert(*name);
            }
        }
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Char(_)
        | ExprKind::Str(_)
        | ExprKind::Bool(_)
        | ExprKind::Nullptr
        | ExprKind::FuncName
        | ExprKind::AlignofType { .. }
        | ExprKind::LabelAddr(_)
        | ExprKind::Offsetof { .. }
        | ExprKind::TypesCompatible(..) => {}
        ExprKind::SizeofType(ty) => ty.lengths().for_each(|length| expr(facts, length)),
        ExprKind::Quantifier { body, .. } => expr(facts, body),
        ExprKind::Unary { op, arg } => {
            if let (UnaryOp::AddrOf, ExprKind::Name(name)) = (op, &arg.kind) {
                facts.address_taken.insert(*name);
            }
            expr(facts, arg);
        }
        ExprKind::Binary { first, rest } => {
            expr(facts, first);
            rest.iter().for_each(|step| expr(facts, &step.arg));
        }
        ExprKind::Assign { lhs, rhs, .. } => {
            expr(facts, lhs);
            expr(facts, rhs);
        }
        ExprKind::Cond { cond, yes, no } => {
            expr(facts, cond);
            if let Some(yes) = yes {
                expr(facts, yes);
            }
            expr(facts, no);
        }
        ExprKind::Comma(items) => items.iter().for_each(|item| expr(facts, item)),
        ExprKind::Call { callee, args, .. } => {
            if let (ExprKind::Name(name), [arg]) = (&callee.kind, &args[..])
                && Some(*name) == facts.free
            {
                facts.freed.extend(plain_name(arg));
            }
            if let (ExprKind::Name(name), Some(environment)) = (&callee.kind, args.first())
                && facts.setjmp.contains(name)
                && !facts.cancel_buffer.is_some_and(|buffer| is_part_of(environment, buffer))
            {
                facts.jump_targets += 1;
            }
            expr(facts, callee);
            args.iter().for_each(|arg| expr(facts, arg));
        }
        ExprKind::Index { base, index } => {
            expr(facts, base);
            expr(facts, index);
        }
        ExprKind::Member { base, .. } => expr(facts, base),
        ExprKind::Cast { ty, arg } => {
            ty.lengths().for_each(|length| expr(facts, length));
            expr(facts, arg);
        }
        ExprKind::SizeofExpr(arg)
        | ExprKind::AlignofExpr(arg)
        | ExprKind::ConvertVector { arg, .. }
        | ExprKind::VaArg { list: arg, .. } => expr(facts, arg),
        ExprKind::Compound { init, .. } => init_list(facts, init),
        ExprKind::Generic { arms, .. } => arms.iter().for_each(|(_, arm)| expr(facts, arm)),
        ExprKind::Statement(b) => {
            block(facts, b);
        }
        ExprKind::Choose { cond, yes, no } => {
            expr(facts, cond);
            expr(facts, yes);
            expr(facts, no);
        }
    }
}
