//! Syntax trees as compact text, for comparison.

use hecaton_front_c::ast::*;

/// The whole unit, one item a line.
pub fn unit(unit: &Unit, names: &Names) -> String {
    let mut printer = Printer { names, out: String::new(), indent: 0 };
    for item in &unit.items {
        match item {
            Item::Function(function) => printer.function(function),
            Item::Decl(decl) => printer.declaration(decl),
            Item::Assert(assert) => printer.static_assert(assert),
            Item::Asm(asm) => printer.asm(asm),
        }
        printer.line();
    }
    printer.out
}

struct Printer<'a> {
    names: &'a Names,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn put(&mut self, text: impl AsRef<str>) {
        self.out.push_str(text.as_ref());
    }
    fn line(&mut self) {
        self.out.push('\n');
        self.out.push_str(&"  ".repeat(self.indent));
        if self.indent == 0 {
            while self.out.ends_with("\n\n") {
                self.out.pop();
            }
        }
    }
    fn name(&mut self, name: Symbol) {
        let text = self.names.text(name).to_string();
        self.put(text);
    }
    fn list<T>(&mut self, items: &[T], separator: &str, mut each: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.put(separator);
            }
            each(self, item);
        }
    }

    fn declaration(&mut self, decl: &Declaration) {
        self.put("decl ");
        self.specs(&decl.specs);
        for declared in &decl.declarators {
            self.put("; ");
            self.declarator(&declared.declarator);
            if let Some(label) = &declared.asm_label {
                self.put(format!(" asm {:?}", label.lossy()));
            }
            self.attrs(&declared.attrs);
            if let Some(init) = &declared.init {
                self.put(" = ");
                self.init(init);
            }
        }
    }
    fn function(&mut self, function: &Function) {
        self.put("function ");
        self.specs(&function.specs);
        self.put("; ");
        self.declarator(&function.declarator);
        self.attrs(&function.attrs);
        for decl in &function.old_params {
            self.put(" {");
            self.declaration(decl);
            self.put("}");
        }
        self.put(" ");
        self.block(&function.body);
    }
    fn static_assert(&mut self, assert: &StaticAssert) {
        self.put("static_assert ");
        self.expr(&assert.cond);
        if let Some(message) = &assert.message {
            self.put(format!(" {:?}", message.lossy()));
        }
    }
    fn specs(&mut self, specs: &Specs) {
        if let Some(storage) = specs.storage {
            self.put(format!("{storage:?} ").to_lowercase());
        }
        let flags = [
            (specs.thread_local, "thread_local "),
            (specs.inline, "inline "),
            (specs.noreturn, "noreturn "),
            (specs.constexpr, "constexpr "),
        ];
        flags.iter().filter(|(set, _)| *set).for_each(|(_, text)| self.put(text));
        for align in &specs.aligns {
            self.put("alignas(");
            match align {
                Alignas::Expr(expr) => self.expr(expr),
                Alignas::Type(ty) => self.type_name(ty),
            }
            self.put(") ");
        }
        self.quals(specs.quals);
        self.type_spec(&specs.ty);
        self.attrs(&specs.attrs);
    }
    fn quals(&mut self, quals: Quals) {
        let flags = [
            (quals.constant, "const "),
            (quals.volatile, "volatile "),
            (quals.restrict, "restrict "),
            (quals.atomic, "atomic "),
        ];
        flags.iter().filter(|(set, _)| *set).for_each(|(_, text)| self.put(text));
    }
    fn type_spec(&mut self, spec: &TypeSpec) {
        let sign = |signed: bool| if signed { "signed" } else { "unsigned" };
        match spec {
            TypeSpec::Implicit => self.put("implicit"),
            TypeSpec::Void => self.put("void"),
            TypeSpec::Bool => self.put("bool"),
            TypeSpec::Char { signed } => self.put(format!("{}char", signed.map_or("", |s| if s { "s" } else { "u" }))),
            TypeSpec::Int { size, signed } => self.put(format!("{} {size:?}", sign(*signed)).to_lowercase()),
            TypeSpec::Int128 { signed } => self.put(format!("{} int128", sign(*signed))),
            TypeSpec::BitInt { signed, width } => {
                self.put(format!("{} bitint(", sign(*signed)));
                self.expr(width);
                self.put(")");
            }
            TypeSpec::Float(kind) => self.put(format!("{kind:?}").to_lowercase()),
            TypeSpec::Complex(of) => {
                self.put("complex ");
                self.type_spec(of);
            }
            TypeSpec::Record(record) => self.record(record),
            TypeSpec::Enum(spec) => self.enumeration(spec),
            TypeSpec::Typedef(name) => self.name(name.name),
            TypeSpec::TypeofExpr { expr, unqual } => {
                self.put(if *unqual { "typeof_unqual(" } else { "typeof(" });
                self.expr(expr);
                self.put(")");
            }
            TypeSpec::TypeofType { ty, unqual } => {
                self.put(if *unqual { "typeof_unqual(type " } else { "typeof(type " });
                self.type_name(ty);
                self.put(")");
            }
            TypeSpec::AutoType => self.put("auto"),
            TypeSpec::Atomic(ty) => {
                self.put("atomic(");
                self.type_name(ty);
                self.put(")");
            }
            TypeSpec::VaList => self.put("va_list"),
        }
    }
    fn record(&mut self, record: &RecordSpec) {
        self.put(if record.union { "union" } else { "struct" });
        if let Some(tag) = record.tag {
            self.put(" ");
            self.name(tag.name);
        }
        if let Some(pack) = record.pack {
            self.put(format!(" pack({pack})"));
        }
        if let Some(members) = &record.members {
            self.put(" {");
            self.list(members, "; ", |printer, member| match member {
                Member::Assert(assert) => printer.static_assert(assert),
                Member::Fields { specs, fields } => {
                    printer.specs(specs);
                    for field in fields {
                        printer.put(", ");
                        printer.declarator(&field.declarator);
                        if let Some(width) = &field.width {
                            printer.put(" : ");
                            printer.expr(width);
                        }
                        printer.attrs(&field.attrs);
                    }
                }
            });
            self.put("}");
        }
        self.attrs(&record.attrs);
    }
    fn enumeration(&mut self, spec: &EnumSpec) {
        self.put("enum");
        if let Some(tag) = spec.tag {
            self.put(" ");
            self.name(tag.name);
        }
        if let Some(ty) = &spec.underlying {
            self.put(" : ");
            self.type_name(ty);
        }
        if let Some(constants) = &spec.constants {
            self.put(" {");
            self.list(constants, ", ", |printer, constant| {
                printer.name(constant.name.name);
                printer.attrs(&constant.attrs);
                if let Some(value) = &constant.value {
                    printer.put(" = ");
                    printer.expr(value);
                }
            });
            self.put("}");
        }
        self.attrs(&spec.attrs);
    }
    fn attrs(&mut self, attrs: &[Attr]) {
        for attr in attrs {
            self.put(" @");
            if let Some(scope) = attr.scope {
                self.name(scope);
                self.put("::");
            }
            self.name(attr.name);
            if !attr.args.is_empty() {
                self.put("(");
                self.list(&attr.args, ", ", |printer, arg| match arg {
                    AttrArg::Expr(expr) => printer.expr(expr),
                    AttrArg::Type(ty) => {
                        printer.put("type ");
                        printer.type_name(ty);
                    }
                    AttrArg::Other(_) => printer.put("..."),
                });
                self.put(")");
            }
        }
    }
    fn declarator(&mut self, declarator: &Declarator) {
        match declarator.name {
            Some(name) => self.name(name.name),
            None => self.put("_"),
        }
        self.put(":");
        for derived in &declarator.derived {
            match derived {
                Derived::Pointer { quals, attrs } => {
                    self.put(" ");
                    self.quals(*quals);
                    self.put("ptr");
                    self.attrs(attrs);
                }
                Derived::Array { size, quals, at_least, .. } => {
                    self.put(" [");
                    self.quals(*quals);
                    if *at_least {
                        self.put("static ");
                    }
                    match size {
                        ArraySize::Unknown => {}
                        ArraySize::Star => self.put("*"),
                        ArraySize::Expr(expr) => self.expr(expr),
                    }
                    self.put("]");
                }
                Derived::Function(Params::Names(names)) => {
                    self.put(" fn names(");
                    self.list(names, ", ", |printer, name| printer.name(name.name));
                    self.put(")");
                }
                Derived::Function(Params::Prototype { params, variadic }) => {
                    self.put(" fn(");
                    self.list(params, ", ", |printer, param| {
                        printer.specs(&param.specs);
                        printer.put(" ");
                        printer.declarator(&param.declarator);
                        printer.attrs(&param.attrs);
                    });
                    self.put(if *variadic { ", ...)" } else { ")" });
                }
            }
        }
        self.attrs(&declarator.attrs);
    }
    fn type_name(&mut self, ty: &TypeName) {
        self.specs(&ty.specs);
        if !ty.declarator.derived.is_empty() {
            self.put(" ");
            self.declarator(&ty.declarator);
        }
    }
    fn init(&mut self, init: &Init) {
        match init {
            Init::Expr(expr) => self.expr(expr),
            Init::List(list) => self.init_list(list),
        }
    }
    fn init_list(&mut self, list: &InitList) {
        self.put("{");
        self.list(&list.entries, ", ", |printer, entry| {
            printer.designators(&entry.designators);
            if !entry.designators.is_empty() {
                printer.put(" = ");
            }
            printer.init(&entry.value);
        });
        self.put("}");
    }
    fn designators(&mut self, path: &[Designator]) {
        for step in path {
            match step {
                Designator::Field(name) => {
                    self.put(".");
                    self.name(name.name);
                }
                Designator::Index(index) => {
                    self.put("[");
                    self.expr(index);
                    self.put("]");
                }
                Designator::Range(from, to) => {
                    self.put("[");
                    self.expr(from);
                    self.put(" ... ");
                    self.expr(to);
                    self.put("]");
                }
            }
        }
    }

    fn exprs(&mut self, head: &str, exprs: &[&Expr]) {
        self.put("(");
        self.put(head);
        for expr in exprs {
            self.put(" ");
            self.expr(expr);
        }
        self.put(")");
    }
    fn typed(&mut self, head: &str, ty: &TypeName, exprs: &[&Expr]) {
        self.put(format!("({head} <"));
        self.type_name(ty);
        self.put(">");
        for expr in exprs {
            self.put(" ");
            self.expr(expr);
        }
        self.put(")");
    }
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.name(*name),
            ExprKind::Int(lit) => {
                let suffix = format!(
                    "{}{}{}{}{}",
                    if lit.decimal { "" } else { "x" },
                    if lit.unsigned { "u" } else { "" },
                    "l".repeat(usize::from(lit.long)),
                    if lit.bit_int { "wb" } else { "" },
                    if lit.imaginary { "i" } else { "" }
                );
                self.put(format!("{}{suffix}", lit.value));
            }
            ExprKind::Float(lit) => {
                self.put(format!("{}:{:?}{}", lit.text, lit.kind, if lit.imaginary { "i" } else { "" }));
            }
            ExprKind::Char(lit) => self.put(format!("{:?}'{}'", lit.prefix, lit.value)),
            ExprKind::Str(lit) => self.put(format!("{:?}{:?}", lit.prefix, lit.lossy())),
            ExprKind::Bool(value) => self.put(format!("{value}")),
            ExprKind::Nullptr => self.put("nullptr"),
            ExprKind::FuncName => self.put("__func__"),
            ExprKind::Unary { op, arg } => self.exprs(&format!("{op:?}"), &[arg]),
            ExprKind::Binary { first, rest } => {
                self.put("(");
                self.expr(first);
                for step in rest {
                    self.put(format!(" {:?} ", step.op));
                    self.expr(&step.arg);
                }
                self.put(")");
            }
            ExprKind::Assign { op, lhs, rhs } => {
                let head = op.map_or("Assign".to_string(), |op| format!("Assign{op:?}"));
                self.exprs(&head, &[lhs, rhs]);
            }
            ExprKind::Cond { cond, yes: Some(yes), no } => self.exprs("Cond", &[cond, yes, no]),
            ExprKind::Cond { cond, yes: None, no } => self.exprs("Elvis", &[cond, no]),
            ExprKind::Comma(list) => self.exprs("Comma", &list.iter().collect::<Vec<_>>()),
            ExprKind::Call { callee, args, .. } => {
                let all: Vec<&Expr> = std::iter::once(&**callee).chain(args).collect();
                self.exprs("Call", &all);
            }
            ExprKind::Index { base, index } => self.exprs("Index", &[base, index]),
            ExprKind::Member { base, field, arrow } => {
                self.put(if *arrow { "(Arrow " } else { "(Dot " });
                self.expr(base);
                self.put(" ");
                self.name(field.name);
                self.put(")");
            }
            ExprKind::Cast { ty, arg } => self.typed("Cast", ty, &[arg]),
            ExprKind::Compound { ty, init } => {
                self.put("(Compound <");
                self.type_name(ty);
                self.put("> ");
                self.init_list(init);
                self.put(")");
            }
            ExprKind::SizeofExpr(arg) => self.exprs("Sizeof", &[arg]),
            ExprKind::SizeofType(ty) => self.typed("Sizeof", ty, &[]),
            ExprKind::AlignofExpr(arg) => self.exprs("Alignof", &[arg]),
            ExprKind::AlignofType { ty, .. } => self.typed("Alignof", ty, &[]),
            ExprKind::Generic { control, arms } => {
                match control {
                    GenericControl::Expr(expr) => self.exprs("Generic", &[expr]),
                    GenericControl::Type(ty) => self.typed("Generic", ty, &[]),
                }
                for (ty, value) in arms {
                    self.put(" <");
                    match ty {
                        Some(ty) => self.type_name(ty),
                        None => self.put("default"),
                    }
                    self.put("> ");
                    self.expr(value);
                }
            }
            ExprKind::Statement(block) => {
                self.put("(Statement ");
                self.block(block);
                self.put(")");
            }
            ExprKind::LabelAddr(label) => {
                self.put("(LabelAddr ");
                self.name(label.name);
                self.put(")");
            }
            ExprKind::Offsetof { ty, path } => {
                self.put("(Offsetof <");
                self.type_name(ty);
                self.put("> ");
                self.designators(path);
                self.put(")");
            }
            ExprKind::VaArg { list, ty } => self.typed("VaArg", ty, &[list]),
            ExprKind::TypesCompatible(left, right) => {
                self.put("(TypesCompatible <");
                self.type_name(left);
                self.put("> <");
                self.type_name(right);
                self.put(">)");
            }
            ExprKind::Choose { cond, yes, no } => self.exprs("Choose", &[cond, yes, no]),
            ExprKind::ConvertVector { arg, ty } => self.typed("ConvertVector", ty, &[arg]),
            ExprKind::Quantifier { forall, vars, body } => {
                self.put(if *forall { "(Forall " } else { "(Exists " });
                self.declaration(vars);
                self.put(" | ");
                self.expr(body);
                self.put(")");
            }
        }
    }

    fn block(&mut self, block: &Block) {
        self.put("{");
        self.indent += 1;
        for stmt in &block.stmts {
            self.line();
            self.stmt(stmt);
        }
        self.indent -= 1;
        if !block.stmts.is_empty() {
            self.out.push('\n');
            self.out.push_str(&"  ".repeat(self.indent));
        }
        self.put("}");
    }
    fn nested(&mut self, stmt: &Stmt) {
        self.indent += 1;
        self.line();
        self.stmt(stmt);
        self.indent -= 1;
    }
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty => self.put("empty"),
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Decl(decl) => self.declaration(decl),
            StmtKind::Function(function) => self.function(function),
            StmtKind::Assert(assert) => self.static_assert(assert),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If { arms, other } => {
                for (index, (cond, body)) in arms.iter().enumerate() {
                    if index > 0 {
                        self.line();
                    }
                    self.put(if index == 0 { "if " } else { "elif " });
                    self.expr(cond);
                    self.nested(body);
                }
                if let Some(other) = other {
                    self.line();
                    self.put("else");
                    self.nested(other);
                }
            }
            StmtKind::Switch { on, body } => {
                self.put("switch ");
                self.expr(on);
                self.nested(body);
            }
            StmtKind::While { cond, body } => {
                self.put("while ");
                self.expr(cond);
                self.nested(body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.put("do while ");
                self.expr(cond);
                self.nested(body);
            }
            StmtKind::For(looped) => {
                self.put("for ");
                self.stmt(&looped.init);
                for part in [&looped.cond, &looped.step] {
                    self.put(" | ");
                    if let Some(expr) = part {
                        self.expr(expr);
                    }
                }
                self.nested(&looped.body);
            }
            StmtKind::Goto(label) => {
                self.put("goto ");
                self.name(label.name);
            }
            StmtKind::GotoExpr(expr) => self.exprs("goto", &[expr]),
            StmtKind::Break => self.put("break"),
            StmtKind::Continue => self.put("continue"),
            StmtKind::Return(None) => self.put("return"),
            StmtKind::Return(Some(expr)) => self.exprs("return", &[expr]),
            StmtKind::Labeled { labels, body } => {
                for label in labels {
                    match &label.kind {
                        LabelKind::Name(name) => self.name(*name),
                        LabelKind::Case(value) => self.exprs("case", &[value]),
                        LabelKind::Range(from, to) => self.exprs("case", &[from, to]),
                        LabelKind::Default => self.put("default"),
                    }
                    self.attrs(&label.attrs);
                    self.put(": ");
                }
                self.stmt(body);
            }
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::LabelDecl(names) => {
                self.put("labels ");
                self.list(names, ", ", |printer, name| printer.name(name.name));
            }
        }
        self.attrs(&stmt.attrs);
    }
    fn asm(&mut self, asm: &Asm) {
        self.put(format!("asm {:?}", asm.template.lossy()));
        let flags = [(asm.volatile, " volatile"), (asm.goto, " goto")];
        flags.iter().filter(|(set, _)| *set).for_each(|(_, text)| self.put(text));
        for operands in [&asm.outputs, &asm.inputs] {
            self.put(" : ");
            self.list(operands, ", ", |printer, operand| {
                if let Some(name) = operand.name {
                    printer.put("[");
                    printer.name(name);
                    printer.put("] ");
                }
                printer.put(format!("{:?} ", operand.constraint.lossy()));
                printer.expr(&operand.expr);
            });
        }
        self.put(" : ");
        self.list(&asm.clobbers, ", ", |printer, clobber| printer.put(format!("{:?}", clobber.lossy())));
        self.put(" : ");
        self.list(&asm.labels, ", ", |printer, label| printer.name(label.name));
    }
}
