//! The printer of the text form.

use super::names;
use crate::expr::Expr;
use crate::program::{
    Callee, End, FuncId, Function, Global, Halt, Init, Op, Program, PropId, Region, Role, Span, Var, VarId,
};
use crate::types::{Format, Scalar, Type, TypeId};
use hecaton_base::float::Float;
use hecaton_base::{Bits, Id as _};
use std::fmt::Write as _;

/// The program as text, every span included: what `parse` reads back as the same program.
pub fn print(program: &Program) -> String {
    write(program, true)
}

/// The program as text without spans, to be read by people and compared by tests.
pub fn print_plain(program: &Program) -> String {
    write(program, false)
}

fn write(program: &Program, spans: bool) -> String {
    let mut printer = Printer { program, spans, out: String::new() };
    printer.head();
    for global in program.globals.values() {
        printer.global(global);
    }
    for id in program.functions.keys() {
        printer.function(id);
    }
    printer.out
}

/// An expression of a function as text.
pub fn print_expr(program: &Program, func: FuncId, expr: &Expr) -> String {
    let mut printer = Printer { program, spans: false, out: String::new() };
    printer.expr(program.functions.get(func), expr, false);
    printer.out
}

/// A type as text.
pub fn print_type(program: &Program, ty: TypeId) -> String {
    let mut printer = Printer { program, spans: false, out: String::new() };
    printer.ty(ty);
    printer.out
}

/// A name as it is written: quoted if it is not made of letters, digits and the like, or is a word of the language.
pub(super) fn quote(name: &str) -> String {
    let plain = name.chars().next().is_some_and(names::begins_name) && name.chars().all(names::continues_name);
    if plain && !names::is_reserved(name) { name.to_string() } else { escape(name.chars(), '`') }
}

/// Characters between delimiters, with the escapes of the lexer.
fn escape(text: impl Iterator<Item = char>, delimiter: char) -> String {
    let mut out = String::from(delimiter);
    for c in text {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == delimiter => out.extend(['\\', c]),
            c if c.is_control() => write!(out, "\\u{{{:x}}}", c as u32).expect("writing to a string"),
            c => out.push(c),
        }
    }
    out.push(delimiter);
    out
}

/// What is still to be printed of an expression.
enum Todo<'a> {
    /// An expression; whether the reader knows its type from the context, and whether it stands alone.
    Expr { expr: &'a Expr, known: bool, alone: bool },
    /// A piece of text.
    Text(&'static str),
}

struct Printer<'a> {
    program: &'a Program,
    spans: bool,
    out: String,
}

impl<'a> Printer<'a> {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("writing to a string");
    }

    fn line(&mut self, span: Span) {
        if self.spans {
            if span == Span::nowhere() {
                self.out.push_str(" !-");
            } else {
                let Span { file, line, col, len } = span;
                self.put(format_args!(" !{}:{line}:{col}:{len}", file.index()));
            }
        }
        self.out.push('\n');
    }

    fn head(&mut self) {
        let program = self.program;
        self.put(format_args!("target {}\n", program.target));
        self.put(format_args!("entry {}\n", self.func_name(program.entry)));
        for (word, prop) in [
            ("leak", program.leak),
            ("cleanup", program.cleanup),
            ("race", program.race),
            ("deadlock", program.deadlock),
        ] {
            if let Some(prop) = prop {
                self.put(format_args!("{word} {prop}\n"));
            }
        }
        if program.outside {
            self.out.push_str("outside\n");
        }
        for note in &program.notes {
            self.put(format_args!("note {}\n", escape(note.chars(), '"')));
        }
        if self.spans {
            for file in program.files.values() {
                let library = if file.library { " library" } else { "" };
                self.put(format_args!("file {}{library}\n", escape(file.name.chars(), '"')));
            }
        }
        for (id, ty) in program.types.iter() {
            self.out.push_str("type ");
            self.ty(id);
            if let Type::Record(record) = ty {
                self.put(format_args!(" size {} align {} {{", record.size, record.align));
                for field in &record.fields {
                    self.put(format_args!(" {}: ", quote(&field.name)));
                    self.ty(field.ty);
                    self.put(format_args!(" @{}", field.offset));
                    if let Some((low, count)) = field.bits {
                        self.put(format_args!(" bits {low} {count}"));
                    }
                    self.out.push(';');
                }
                self.out.push_str(" }");
            }
            self.out.push('\n');
        }
        for feature in program.features.values() {
            self.put(format_args!("feature {}\n", quote(&feature.name)));
        }
        for (id, prop) in program.props.iter() {
            let (kind, text) = (prop.kind.name(), escape(prop.text.chars(), '"'));
            self.put(format_args!("prop {id} {kind} {text} in {}", quote(&prop.func)));
            self.line(prop.span);
        }
    }

    fn func_name(&self, id: FuncId) -> String {
        self.program.functions.get(id).map_or_else(|| format!("?{id}"), |f| quote(&f.name))
    }

    fn ty(&mut self, id: TypeId) {
        let program = self.program;
        // Arrays of arrays are written around their element, from the outside in.
        let (mut id, mut closing) = (id, 0);
        loop {
            match program.types.get(id) {
                Some(Type::Array { elem, len }) => {
                    self.put(format_args!("[{len} x "));
                    closing += 1;
                    id = *elem;
                    continue;
                }
                Some(Type::Int { bits, signed }) => {
                    self.put(format_args!("{}{bits}", if *signed { 's' } else { 'u' }));
                }
                Some(Type::Float(format)) => self.out.push_str(&names::float(*format)),
                Some(Type::Ptr) => self.out.push_str("ptr"),
                Some(Type::Record(record)) => {
                    let word = if record.union { "union" } else { "struct" };
                    self.put(format_args!("{word} {}", quote(&record.name)));
                }
                None => self.put(format_args!("?{id}")),
            }
            break;
        }
        (0..closing).for_each(|_| self.out.push(']'));
    }

    fn global(&mut self, global: &'a Global) {
        self.put(format_args!("global @{}: ", quote(&global.name)));
        self.ty(global.ty);
        if global.constant {
            self.out.push_str(" const");
        }
        match &global.init {
            Init::Arbitrary => self.out.push_str(" = arbitrary"),
            Init::Values(values) if values.is_empty() => {}
            Init::Values(values) => {
                self.out.push_str(" = {");
                self.values(values);
                self.out.push_str(" }");
            }
        }
        self.line(global.span);
    }

    /// Initial values; runs of bytes are written as one string.
    fn values(&mut self, values: &'a [(u64, Expr)]) {
        let byte = |expr: &Expr| match expr {
            Expr::Int(bits) if bits.width() == 8 => bits.to_u64().and_then(|b| u8::try_from(b).ok()),
            _ => None,
        };
        let mut index = 0;
        while let Some((offset, expr)) = values.get(index) {
            if index > 0 {
                self.out.push(',');
            }
            let run: Vec<u8> = values[index..]
                .iter()
                .enumerate()
                .map_while(|(i, (at, e))| if offset.checked_add(i as u64) == Some(*at) { byte(e) } else { None })
                .collect();
            if run.len() > 1 {
                self.put(format_args!(" {offset}: {}", escape(run.iter().map(|b| char::from(*b)), '"')));
                index += run.len();
            } else {
                self.put(format_args!(" {offset}: "));
                self.expr(None, expr, false);
                index += 1;
            }
        }
    }

    fn var(&mut self, var: &Var) {
        self.put(format_args!("{}: ", quote(&var.name)));
        self.ty(var.ty);
        match var.role {
            Role::Named => {}
            Role::Temp => self.out.push_str(" temp"),
            Role::Place(ty) => {
                self.out.push_str(" place ");
                self.ty(ty);
            }
        }
    }

    fn function(&mut self, id: FuncId) {
        let function = &self.program.functions[id];
        self.put(format_args!("func {}(", quote(&function.name)));
        // Parameters that are the first variables are declared in the head, others by name only.
        let inline = function.params.iter().enumerate().all(|(i, p)| p.index() == i && i < function.vars.len());
        for (i, param) in function.params.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            if inline {
                let var = &function.vars[*param];
                self.var(var);
                if self.spans {
                    // A span inside the line is written like one at its end.
                    self.line(var.span);
                    self.out.pop();
                }
            } else {
                let name = var_name(function, *param);
                self.out.push_str(&name);
            }
        }
        if function.variadic {
            self.out.push_str(if function.params.is_empty() { "..." } else { ", ..." });
        }
        self.out.push(')');
        if let Some(result) = function.result {
            self.put(format_args!(" -> {}", names::scalar(result)));
        }
        if function.entry.index() != 0 {
            self.put(format_args!(" from {}", function.entry));
        }
        let declared = if inline { function.params.len() } else { 0 };
        let braces = function.has_body() || function.vars.len() > declared;
        self.line(function.span);
        if !braces {
            return;
        }
        self.out.pop();
        self.out.push_str(" {\n");
        for var in function.vars.values().skip(declared) {
            self.out.push_str("  var ");
            self.var(var);
            self.line(var.span);
        }
        for (id, block) in function.blocks.iter() {
            self.put(format_args!("{id}:\n"));
            for inst in &block.insts {
                self.out.push_str("  ");
                self.op(function, &inst.op);
                self.line(inst.span);
            }
            self.out.push_str("  ");
            self.end(function, &block.end);
            self.line(block.span);
        }
        self.out.push_str("}\n");
    }

    fn check(&mut self, check: Option<PropId>) {
        if let Some(prop) = check {
            self.put(format_args!(" check {prop}"));
        }
    }

    fn list(&mut self, function: &'a Function, exprs: &[(&'a Expr, bool)]) {
        for (i, (expr, known)) in exprs.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.expr(Some(function), expr, *known);
        }
    }

    fn op(&mut self, function: &'a Function, op: &'a Op) {
        if let Op::Havoc { dst } = op {
            return self.put(format_args!("havoc {}", var_name(function, *dst)));
        }
        if let Some(dst) = op.written() {
            self.put(format_args!("{} = ", var_name(function, dst)));
        }
        match op {
            Op::Havoc { .. } => {}
            Op::Assign { dst, value } => {
                // A literal's type is the variable's if they agree, which they do in a program without faults.
                let known = function.vars.get(*dst).and_then(|v| self.program.types.get(v.ty));
                let known =
                    matches!((value, known), (Expr::Int(b), Some(Type::Int { bits, .. })) if b.width() == *bits);
                self.expr(Some(function), value, known);
            }
            Op::Load { ptr, check, .. } => {
                self.out.push_str("load ");
                self.expr(Some(function), ptr, false);
                self.check(*check);
            }
            Op::Store { ptr, value, check } => {
                self.out.push_str("store ");
                self.list(function, &[(ptr, false), (value, false)]);
                self.check(*check);
            }
            Op::Copy { dst, src, size, check } => {
                self.out.push_str("copy ");
                let known = self.is_word(size);
                self.list(function, &[(dst, false), (src, false), (size, known)]);
                self.check(*check);
            }
            Op::Fill { dst, byte, size, check } => {
                self.out.push_str("fill ");
                let known = self.is_word(size);
                self.list(function, &[(dst, false), (byte, is_width(byte, 8)), (size, known)]);
                self.check(*check);
            }
            Op::Clobber { roots } => {
                self.out.push_str("clobber (");
                let roots: Vec<(&Expr, bool)> = roots.iter().map(|root| (root, false)).collect();
                self.list(function, &roots);
                self.out.push(')');
            }
            Op::Alloc { region, ty, count, zeroed, constant, align, replaces, .. } => {
                self.put(format_args!("alloc {} ", region_name(*region)));
                self.ty(*ty);
                self.out.push_str(", ");
                let known = self.is_word(count);
                self.expr(Some(function), count, known);
                if *zeroed {
                    self.out.push_str(" zeroed");
                }
                if *constant {
                    self.out.push_str(" constant");
                }
                if let Some(align) = align {
                    self.out.push_str(" align ");
                    let known = self.is_word(align);
                    self.expr(Some(function), align, known);
                }
                if let Some(replaced) = replaces {
                    self.out.push_str(" replaces ");
                    self.expr(Some(function), replaced, false);
                }
            }
            Op::Free { ptr, region, check } => {
                self.put(format_args!("free {} ", region_name(*region)));
                self.expr(Some(function), ptr, false);
                self.check(*check);
            }
            Op::Assume { cond } => {
                self.out.push_str("assume ");
                self.expr(Some(function), cond, is_width(cond, 1));
            }
            Op::Assert { cond, prop } => {
                self.out.push_str("assert ");
                self.expr(Some(function), cond, is_width(cond, 1));
                self.put(format_args!(" prop {prop}"));
            }
            Op::Call { callee, args, .. } => {
                self.out.push_str("call ");
                self.call(function, callee, args);
            }
            Op::Spawn { callee, args, .. } => {
                self.out.push_str("spawn ");
                self.call(function, callee, args);
            }
            Op::Join { thread } => {
                self.out.push_str("join ");
                let known = self.is_word(thread);
                self.expr(Some(function), thread, known);
            }
            Op::Thread { .. } => self.out.push_str("thread"),
            Op::Await { ptr, values, one, owned, check } => {
                self.out.push_str("await ");
                self.expr(Some(function), ptr, false);
                self.out.push_str(if *one { " is (" } else { " not (" });
                for (i, value) in values.iter().enumerate() {
                    self.out.push_str(if i == 0 { "" } else { ", " });
                    self.expr(Some(function), value, false);
                }
                self.out.push_str(if *owned { ") owned" } else { ")" });
                self.check(*check);
            }
            Op::Atomic { begin } => self.out.push_str(if *begin { "atomic begin" } else { "atomic end" }),
            Op::Log(feature) => {
                let name =
                    self.program.features.get(*feature).map_or_else(|| format!("?{feature}"), |f| quote(&f.name));
                self.put(format_args!("log {name}"));
            }
            Op::Approximate { value, what, .. } => {
                self.put(format_args!("approximate {}, ", escape(what.chars(), '"')));
                self.expr(Some(function), value, false);
            }
            Op::Inspect { ptr, aspect, .. } => {
                self.put(format_args!("inspect {} ", aspect.name()));
                self.expr(Some(function), ptr, false);
            }
            Op::Unsupported(reason) => self.put(format_args!("unsupported {}", escape(reason.chars(), '"'))),
        }
    }

    fn is_word(&self, expr: &Expr) -> bool {
        is_width(expr, self.program.target.pointer_bits())
    }

    fn call(&mut self, function: &'a Function, callee: &'a Callee, args: &'a [Expr]) {
        let (mut params, mut prop) = (None, None);
        match callee {
            Callee::Direct(id) => {
                let name = self.func_name(*id);
                self.out.push_str(&name);
                params = self.program.functions.get(*id);
            }
            Callee::Indirect { ptr, check } => {
                self.out.push('[');
                self.expr(Some(function), ptr, false);
                self.out.push(']');
                prop = *check;
            }
        }
        self.out.push('(');
        let known = |i: usize, arg: &Expr| {
            let callee = params?;
            let ty = callee.vars.get(*callee.params.get(i)?)?.ty;
            match (arg, self.program.types.get(ty)?) {
                (Expr::Int(value), Type::Int { bits, .. }) => (value.width() == *bits).then_some(()),
                _ => None,
            }
        };
        let args: Vec<(&Expr, bool)> = args.iter().enumerate().map(|(i, a)| (a, known(i, a).is_some())).collect();
        self.list(function, &args);
        self.out.push(')');
        self.check(prop);
    }

    fn end(&mut self, function: &'a Function, end: &'a End) {
        match end {
            End::Goto(to) => self.put(format_args!("goto {to}")),
            End::Branch { cond, yes, no } => {
                self.out.push_str("branch ");
                self.expr(Some(function), cond, is_width(cond, 1));
                self.put(format_args!(" -> {yes}, {no}"));
            }
            End::Switch { on, arms, other } => {
                self.out.push_str("switch ");
                self.expr(Some(function), on, false);
                self.out.push_str(" [");
                for (i, (value, to)) in arms.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    self.put(format_args!("{comma}{} -> {to}", number(value)));
                }
                self.put(format_args!("] else {other}"));
            }
            End::Return(None) => self.out.push_str("return"),
            End::Return(Some(value)) => {
                self.out.push_str("return ");
                let known = matches!(function.result, Some(Scalar::Int(bits)) if is_width(value, bits));
                self.expr(Some(function), value, known);
            }
            End::Halt(Halt::Exit) => self.out.push_str("exit"),
            End::Halt(Halt::Abort) => self.out.push_str("abort"),
            End::Halt(Halt::Thread) => self.out.push_str("exit_thread"),
            End::Unreachable => self.out.push_str("unreachable"),
        }
    }

    /// Prints an expression with an explicit stack. A literal gets its type from the operand beside it, or from the
    /// instruction if `known`, and is written with its type otherwise.
    fn expr(&mut self, function: Option<&'a Function>, expr: &'a Expr, known: bool) {
        let mut stack = vec![Todo::Expr { expr, known, alone: true }];
        while let Some(todo) = stack.pop() {
            let (expr, known, alone) = match todo {
                Todo::Text(text) => {
                    self.out.push_str(text);
                    continue;
                }
                Todo::Expr { expr, known, alone } => (expr, known, alone),
            };
            let inner = |expr: &'a Expr, known: bool| Todo::Expr { expr, known, alone: false };
            let outer = |expr: &'a Expr, known: bool| Todo::Expr { expr, known, alone: true };
            match expr {
                Expr::Int(bits) => {
                    self.out.push_str(&number(bits));
                    if !known {
                        self.put(format_args!(":i{}", bits.width()));
                    }
                }
                Expr::Float(format, bits) => {
                    let text = decimal(*format, bits).unwrap_or_else(|| format!("0x{:x}", bits.to_biguint()));
                    self.put(format_args!("{text}:{}", names::float(*format)));
                }
                Expr::Null => self.out.push_str("null"),
                Expr::Global(id) => {
                    let name = self.program.globals.get(*id).map_or_else(|| format!("?{id}"), |g| quote(&g.name));
                    self.put(format_args!("@{name}"));
                }
                Expr::Func(id) => {
                    let name = self.func_name(*id);
                    self.put(format_args!("&{name}"));
                }
                Expr::Var(id) => {
                    let name = function.map_or_else(|| format!("?{id}"), |f| var_name(f, *id));
                    self.out.push_str(&name);
                }
                Expr::Unary(op, a) => {
                    self.put(format_args!("{}(", names::unary(*op)));
                    stack.extend([Todo::Text(")"), outer(a, false)]);
                }
                Expr::Cast(op, to, a) => {
                    self.put(format_args!("{}<{}>(", names::cast(*op), names::scalar(*to)));
                    stack.extend([Todo::Text(")"), outer(a, false)]);
                }
                Expr::Binary(op, ab) => {
                    let (left, right) = beside(&ab[0], &ab[1]);
                    match names::infix(*op) {
                        Some(sign) => {
                            if !alone {
                                self.out.push('(');
                                stack.push(Todo::Text(")"));
                            }
                            stack.extend([inner(&ab[1], right), Todo::Text(sign), inner(&ab[0], left)]);
                        }
                        None => {
                            self.put(format_args!("{}(", names::binary(*op)));
                            stack.extend([Todo::Text(")"), outer(&ab[1], right)]);
                            stack.extend([Todo::Text(", "), outer(&ab[0], left)]);
                        }
                    }
                }
                Expr::Offset(ab) => {
                    if !alone {
                        self.out.push('(');
                        stack.push(Todo::Text(")"));
                    }
                    let known = self.is_word(&ab[1]);
                    stack.extend([inner(&ab[1], known), Todo::Text(" + "), inner(&ab[0], false)]);
                }
                Expr::Select(abc) => {
                    self.out.push_str("select(");
                    let (left, right) = beside(&abc[1], &abc[2]);
                    stack.extend([Todo::Text(")"), outer(&abc[2], right)]);
                    stack.extend([Todo::Text(", "), outer(&abc[1], left)]);
                    stack.extend([Todo::Text(", "), outer(&abc[0], is_width(&abc[0], 1))]);
                }
            }
        }
    }
}

/// Whether the types of two operands that stand beside each other are known.
fn beside(a: &Expr, b: &Expr) -> (bool, bool) {
    match (a, b) {
        (Expr::Int(x), Expr::Int(y)) => (false, x.width() == y.width()),
        (Expr::Int(_), _) => (true, false),
        (_, Expr::Int(_)) => (false, true),
        _ => (false, false),
    }
}

fn is_width(expr: &Expr, width: u32) -> bool {
    matches!(expr, Expr::Int(bits) if bits.width() == width)
}

/// An integer as a signed number, a single bit as 0 or 1.
fn number(bits: &Bits) -> String {
    if bits.width() == 1 { bits.to_biguint().to_string() } else { bits.to_bigint().to_string() }
}

/// A finite float as a decimal that is read back as the same.
fn decimal(format: Format, bits: &Bits) -> Option<String> {
    names::FLOATS.iter().find(|(_, known)| *known == format && bits.width() == format.bits())?;
    let float = Float::new(format, bits.clone());
    let same = float.bits() == bits && !float.is_nan() && !float.is_inf();
    same.then(|| float.to_string())
}

fn region_name(region: Region) -> &'static str {
    match region {
        Region::Stack => "stack",
        Region::Heap => "heap",
    }
}

fn var_name(function: &Function, id: VarId) -> String {
    function.vars.get(id).map_or_else(|| format!("?{id}"), |v| quote(&v.name))
}
