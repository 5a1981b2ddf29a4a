//! Expressions as text, for the claims that properties make. What is long is cut.

use crate::ast::{
    BinaryOp, BinaryStep, Designator, Expr, ExprKind, GenericControl, Names, TypeName, TypeSpec, UnaryOp,
};
use crate::ast::{Derived, IntSize};

/// Longer texts are cut.
const LIMIT: usize = 120;

/// Precedence of what stands alone.
const ATOM: u8 = 20;
const UNARY: u8 = 15;

/// The text of an expression.
pub fn expr(names: &Names, e: &Expr) -> String {
    let mut words = Words { names, text: String::new() };
    words.expr(e, 0);
    words.finish()
}

/// The text of the beginning of a chain of binary operators.
pub fn chain(names: &Names, first: &Expr, rest: &[BinaryStep]) -> String {
    let mut words = Words { names, text: String::new() };
    words.chain(first, rest);
    words.finish()
}

/// The operator in C.
pub fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}

fn precedence(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 13,
        BinaryOp::Add | BinaryOp::Sub => 12,
        BinaryOp::Shl | BinaryOp::Shr => 11,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => 10,
        BinaryOp::Eq | BinaryOp::Ne => 9,
        BinaryOp::BitAnd => 8,
        BinaryOp::BitXor => 7,
        BinaryOp::BitOr => 6,
        BinaryOp::And => 5,
        BinaryOp::Or => 4,
    }
}

struct Words<'a> {
    names: &'a Names,
    text: String,
}

impl Words<'_> {
    fn finish(self) -> String {
        if self.text.chars().count() <= LIMIT {
            return self.text;
        }
        self.text.chars().take(LIMIT - 1).chain(['…']).collect()
    }
    fn full(&self) -> bool {
        self.text.len() > 4 * LIMIT
    }
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }
    fn list(&mut self, items: &[Expr]) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            if self.full() {
                return;
            }
            self.expr(item, 2);
        }
    }
    fn chain(&mut self, first: &Expr, rest: &[BinaryStep]) {
        // Of a chain that would be cut anyway, the end is what matters.
        if rest.len() > LIMIT {
            self.put("…");
            for step in &rest[rest.len() - 4..] {
                self.put(&format!(" {} ", operator(step.op)));
                self.expr(&step.arg, precedence(step.op) + 1);
            }
            return;
        }
        // Parentheses that close before an operator that binds tighter were opened at the very beginning.
        let level = |i: usize| rest.get(i).map_or(0, |step: &BinaryStep| precedence(step.op));
        // Comparisons in a row were certainly written with parentheses too.
        let closes = |i: usize| level(i) > level(i - 1) || level(i) == level(i - 1) && matches!(level(i), 9 | 10);
        let opened = (1..rest.len()).filter(|&i| closes(i)).count();
        self.put(&"(".repeat(opened));
        self.expr(first, level(0));
        for (i, step) in rest.iter().enumerate() {
            if self.full() {
                return;
            }
            if i > 0 && closes(i) {
                self.put(")");
            }
            self.put(&format!(" {} ", operator(step.op)));
            self.expr(&step.arg, level(i) + 1);
        }
    }
    /// Writes an expression, in parentheses if it binds weaker than `outer`.
    fn expr(&mut self, e: &Expr, outer: u8) {
        if self.full() {
            return;
        }
        let own = match &e.kind {
            ExprKind::Binary { rest, .. } => rest.last().map_or(ATOM, |step| precedence(step.op)),
            ExprKind::Assign { .. } => 2,
            ExprKind::Cond { .. } => 3,
            ExprKind::Comma(_) => 1,
            ExprKind::Unary { op: UnaryOp::PostInc | UnaryOp::PostDec, .. } => UNARY + 1,
            ExprKind::Unary { .. } | ExprKind::Cast { .. } | ExprKind::SizeofExpr(_) | ExprKind::AlignofExpr(_) => {
                UNARY
            }
            _ => ATOM,
        };
        if own < outer {
            self.put("(");
        }
        match &e.kind {
            ExprKind::Name(name) => self.put(self.names.text(*name)),
            ExprKind::Int(lit) => {
                self.put(&lit.value.to_string());
                if lit.unsigned {
                    self.put("u");
                }
                self.put(&"l".repeat(usize::from(lit.long)));
            }
            ExprKind::Float(lit) => self.put(&lit.text),
            ExprKind::Char(lit) => match u8::try_from(lit.value) {
                Ok(byte) => self.put(&format!("'{}'", byte.escape_ascii())),
                Err(_) => self.put(&lit.value.to_string()),
            },
            ExprKind::Str(lit) => self.put(&format!("{:?}", lit.lossy())),
            ExprKind::Bool(value) => self.put(if *value { "true" } else { "false" }),
            ExprKind::Nullptr => self.put("nullptr"),
            ExprKind::FuncName => self.put("__func__"),
            ExprKind::Unary { op, arg } => {
                let (before, after) = match op {
                    UnaryOp::Plus => ("+", ""),
                    UnaryOp::Minus => ("-", ""),
                    UnaryOp::Not => ("!", ""),
                    UnaryOp::BitNot => ("~", ""),
                    UnaryOp::Deref => ("*", ""),
                    UnaryOp::AddrOf => ("&", ""),
                    UnaryOp::PreInc => ("++", ""),
                    UnaryOp::PreDec => ("--", ""),
                    UnaryOp::PostInc => ("", "++"),
                    UnaryOp::PostDec => ("", "--"),
                    UnaryOp::Real => ("__real__ ", ""),
                    UnaryOp::Imag => ("__imag__ ", ""),
                };
                self.put(before);
                self.expr(arg, UNARY);
                self.put(after);
            }
            ExprKind::Binary { first, rest } => self.chain(first, rest),
            ExprKind::Assign { op, lhs, rhs } => {
                self.expr(lhs, UNARY);
                self.put(&format!(" {}= ", op.map_or("", operator)));
                self.expr(rhs, 2);
            }
            ExprKind::Cond { cond, yes, no } => {
                self.expr(cond, 4);
                match yes {
                    Some(yes) => {
                        self.put(" ? ");
                        self.expr(yes, 2);
                        self.put(" : ");
                    }
                    None => self.put(" ?: "),
                }
                self.expr(no, 3);
            }
            ExprKind::Comma(items) => self.list(items),
            ExprKind::Call { callee, args, .. } => {
                self.expr(callee, UNARY + 1);
                self.put("(");
                self.list(args);
                self.put(")");
            }
            ExprKind::Index { base, index } => {
                self.expr(base, UNARY + 1);
                self.put("[");
                self.expr(index, 0);
                self.put("]");
            }
            ExprKind::Member { base, field, arrow } => {
                self.expr(base, UNARY + 1);
                self.put(if *arrow { "->" } else { "." });
                self.put(self.names.text(field.name));
            }
            ExprKind::Cast { ty, arg } => {
                self.put("(");
                self.type_name(ty);
                self.put(")");
                self.expr(arg, UNARY);
            }
            ExprKind::Compound { ty, .. } => {
                self.put("(");
                self.type_name(ty);
                self.put("){...}");
            }
            ExprKind::SizeofExpr(arg) => {
                self.put("sizeof ");
                self.expr(arg, UNARY);
            }
            ExprKind::AlignofExpr(arg) => {
                self.put("_Alignof ");
                self.expr(arg, UNARY);
            }
            ExprKind::SizeofType(ty) => {
                self.put("sizeof(");
                self.type_name(ty);
                self.put(")");
            }
            ExprKind::AlignofType { ty, .. } => {
                self.put("_Alignof(");
                self.type_name(ty);
                self.put(")");
            }
            ExprKind::Generic { control, .. } => {
                self.put("_Generic(");
                match control {
                    GenericControl::Expr(e) => self.expr(e, 2),
                    GenericControl::Type(ty) => self.type_name(ty),
                }
                self.put(", ...)");
            }
            ExprKind::Statement(_) => self.put("({...})"),
            ExprKind::LabelAddr(label) => {
                self.put("&&");
                self.put(self.names.text(label.name));
            }
            ExprKind::Offsetof { ty, path } => {
                self.put("offsetof(");
                self.type_name(ty);
                self.put(", ");
                for (i, step) in path.iter().enumerate() {
                    match step {
                        Designator::Field(field) => {
                            self.put(if i > 0 { "." } else { "" });
                            self.put(self.names.text(field.name));
                        }
                        Designator::Index(e) | Designator::Range(e, _) => {
                            self.put("[");
                            self.expr(e, 0);
                            self.put("]");
                        }
                    }
                }
                self.put(")");
            }
            ExprKind::VaArg { list, ty } => {
                self.put("va_arg(");
                self.expr(list, 2);
                self.put(", ");
                self.type_name(ty);
                self.put(")");
            }
            ExprKind::TypesCompatible(..) => self.put("__builtin_types_compatible_p(...)"),
            ExprKind::Choose { .. } => self.put("__builtin_choose_expr(...)"),
            ExprKind::ConvertVector { .. } => self.put("__builtin_convertvector(...)"),
            ExprKind::Quantifier { forall, .. } => {
                self.put(if *forall { "__CPROVER_forall {...}" } else { "__CPROVER_exists {...}" });
            }
        }
        if own < outer {
            self.put(")");
        }
    }
    fn type_name(&mut self, ty: &TypeName) {
        match &ty.specs.ty {
            TypeSpec::Implicit => self.put("int"),
            TypeSpec::Void => self.put("void"),
            TypeSpec::Bool => self.put("_Bool"),
            TypeSpec::Char { signed: None } => self.put("char"),
            TypeSpec::Char { signed: Some(true) } => self.put("signed char"),
            TypeSpec::Char { signed: Some(false) } => self.put("unsigned char"),
            TypeSpec::Int { size, signed } => {
                let size = match size {
                    IntSize::Short => "short",
                    IntSize::Int if !signed => "",
                    IntSize::Int => "int",
                    IntSize::Long => "long",
                    IntSize::LongLong => "long long",
                };
                self.put(if *signed { "" } else { "unsigned" });
                self.put(if *signed || size.is_empty() { "" } else { " " });
                self.put(size);
            }
            TypeSpec::Record(record) => {
                self.put(if record.union { "union " } else { "struct " });
                self.put(record.tag.map_or("{...}", |tag| self.names.text(tag.name)));
            }
            TypeSpec::Enum(spec) => {
                self.put("enum ");
                self.put(spec.tag.map_or("{...}", |tag| self.names.text(tag.name)));
            }
            TypeSpec::Typedef(name) => self.put(self.names.text(name.name)),
            TypeSpec::Float(crate::ast::FloatKind::Float) => self.put("float"),
            TypeSpec::Float(crate::ast::FloatKind::Double) => self.put("double"),
            TypeSpec::Float(crate::ast::FloatKind::LongDouble) => self.put("long double"),
            TypeSpec::Int128 { .. }
            | TypeSpec::BitInt { .. }
            | TypeSpec::Float(_)
            | TypeSpec::Complex(_)
            | TypeSpec::TypeofExpr { .. }
            | TypeSpec::TypeofType { .. }
            | TypeSpec::AutoType
            | TypeSpec::Atomic(_)
            | TypeSpec::VaList => self.put("..."),
        }
        for (i, step) in ty.declarator.derived.iter().rev().enumerate() {
            match step {
                Derived::Pointer { .. } => self.put(if i == 0 { " *" } else { "*" }),
                Derived::Array { .. } => self.put("[]"),
                Derived::Function(_) => self.put("()"),
            }
        }
    }
}
