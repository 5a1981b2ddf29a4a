//! Formatted output and input: `printf` and `scanf` and their relatives, as far as the format is a literal. Output has
//! no effect that a program could see, but texts are read and counts written; input writes arbitrary values. Arguments
//! that do not fit their conversions are warned of. Output into memory is written in C (`models/print.c`), and so is what
//! output by a format that is no literal reads and writes.

use super::body::stack_object;
use super::call::Extra;
use super::library::Use;
use super::{Fault, Lowering, Res, Value, unsupported};
use crate::ast::{self, ExprKind};
use crate::ctype::{CTypeId, FloatKind, IntKind};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Callee, End, Expr, Op, PropKind, Region, Scalar, Span, TypeId, VarId};

/// A conversion of a format.
#[derive(Default)]
struct Conversion {
    /// The letter.
    kind: u8,
    /// The letters before it: `hh`, `l`.
    length: String,
    /// Digits of the width.
    width: Option<u64>,
    precision: Precision,
    /// How many arguments width and precision take.
    stars: usize,
    /// Nothing is assigned.
    suppressed: bool,
    /// How many characters stand for themselves between the conversion before and this one.
    before: u64,
    /// White space stands right before it.
    after_space: bool,
    /// How `models/stdio.c` calls what the conversion right before has left, which takes as much as it can.
    begin: i64,
    /// The characters of a set, as bits.
    set: [u64; 4],
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Precision {
    #[default]
    None,
    Number(u64),
    Argument,
}

/// A format that is understood.
struct Parsed {
    conversions: Vec<Conversion>,
    /// How many characters stand for themselves behind the last conversion.
    rest: u64,
    /// The last of them is white space.
    ends_in_space: bool,
}

/// The least and the greatest length of a text; `None` if there is no telling.
type Length = (u64, Option<u64>);

fn longer(length: Length, (least, most): Length) -> Length {
    (length.0.saturating_add(least), length.1.zip(most).and_then(|(a, b)| a.checked_add(b)))
}

impl Parsed {
    /// The number of characters that are written before a conversion; of all, if there are not so many.
    fn length_before(&self, index: usize) -> Length {
        let plain = |n: u64| (n, Some(n));
        let mut sum = (0, Some(0));
        for conversion in self.conversions.iter().take(index) {
            sum = longer(longer(sum, plain(conversion.before)), conversion.length());
        }
        longer(sum, plain(self.conversions.get(index).map_or(self.rest, |next| next.before)))
    }
    /// The number of characters that are written.
    fn length(&self) -> Length {
        self.length_before(self.conversions.len())
    }
}

impl Conversion {
    fn length(&self) -> Length {
        let width = self.width.unwrap_or(0);
        let precision = match self.precision {
            Precision::None => Some(None),
            Precision::Number(digits) => Some(Some(digits)),
            Precision::Argument => None,
        };
        let (least, most) = match (self.kind, precision) {
            (b'n', _) => return (0, Some(0)),
            (b'c', _) if self.length.is_empty() => (1, Some(1)),
            // In octal a number of 64 bits has 22 digits; a sign or a prefix comes before them.
            (b'd' | b'i' | b'u' | b'o' | b'x' | b'X', Some(None)) => (1, Some(24)),
            (b'd' | b'i' | b'u' | b'o' | b'x' | b'X', Some(Some(digits))) => (digits, Some(digits.max(22) + 2)),
            (b's', Some(Some(most))) if self.length.is_empty() => (0, Some(most)),
            _ => (0, None),
        };
        let star = self.stars > usize::from(self.precision == Precision::Argument);
        (least.max(width), most.map(|most| most.max(width)).filter(|_| !star))
    }
}

/// What a format means; `None` if it is not understood.
fn conversions(format: &[u8], input: bool) -> Option<Parsed> {
    let mut all = Vec::new();
    let mut plain = 0;
    let mut at = 0;
    let mut left = 0;
    let digits = |at: &mut usize| {
        let start = *at;
        while format.get(*at).is_some_and(u8::is_ascii_digit) {
            *at += 1;
        }
        std::str::from_utf8(&format[start..*at]).ok().and_then(|text| text.parse::<u64>().ok())
    };
    while let Some(found) = format[at..].iter().position(|c| *c == b'%') {
        at += found + 1;
        plain += found as u64;
        let mut conversion = Conversion {
            after_space: at >= 2 && format[at - 2].is_ascii_whitespace(),
            begin: if plain == 0 { left } else { 0 },
            ..Conversion::default()
        };
        if input {
            conversion.suppressed = format.get(at) == Some(&b'*');
            at += usize::from(conversion.suppressed);
        } else {
            while format.get(at).is_some_and(|c| b"-+ #0'I".contains(c)) {
                at += 1;
            }
        }
        if !input && format.get(at) == Some(&b'*') {
            conversion.stars += 1;
            at += 1;
        } else {
            conversion.width = digits(&mut at);
        }
        if !input && format.get(at) == Some(&b'.') {
            at += 1;
            if format.get(at) == Some(&b'*') {
                conversion.precision = Precision::Argument;
                conversion.stars += 1;
                at += 1;
            } else {
                conversion.precision = Precision::Number(digits(&mut at).unwrap_or(0));
            }
        }
        while let Some(letter) = format.get(at).filter(|c| b"hljztLqm".contains(c)) {
            // `m` alone is a conversion of output; before another letter it allocates.
            if *letter == b'm' {
                break;
            }
            conversion.length.push(char::from(*letter));
            at += 1;
        }
        conversion.kind = *format.get(at)?;
        at += 1;
        if conversion.kind == b'[' {
            let start = at;
            at += usize::from(format.get(at) == Some(&b'^'));
            at += usize::from(format.get(at) == Some(&b']'));
            at += format[at..].iter().position(|c| *c == b']')? + 1;
            conversion.set = set_of(&format[start..at - 1]);
        }
        let known: &[u8] = if input { b"diouxXaAeEfFgGcsp[n%" } else { b"diouxXaAeEfFgGcspnm%" };
        if !known.contains(&conversion.kind)
            || !["", "h", "hh", "l", "ll", "j", "z", "t", "L", "q"].contains(&conversion.length.as_str())
        {
            return None;
        }
        if conversion.kind == b'%' {
            plain += 1;
        } else {
            // What stands for itself is read as a whole, and so are characters; `%n` reads nothing.
            left = match conversion.kind {
                b'n' => {
                    if plain == 0 {
                        left
                    } else {
                        0
                    }
                }
                b'c' => 0,
                b'[' => 3,
                _ => 2,
            };
            conversion.before = std::mem::take(&mut plain);
            all.push(conversion);
        }
    }
    let rest = plain + (format.len() - at) as u64;
    let ends_in_space = format.last().is_some_and(u8::is_ascii_whitespace);
    Some(Parsed { conversions: all, rest, ends_in_space })
}

/// The characters that a set of `scanf` stands for, but the one that ends every text. Between two others `-` means all from
/// one to the other.
fn set_of(mut text: &[u8]) -> [u64; 4] {
    let inverted = text.first() == Some(&b'^');
    text = &text[usize::from(inverted)..];
    let mut set = [0; 4];
    let mut at = 0;
    while at < text.len() {
        let range = at + 2 < text.len() && text[at + 1] == b'-';
        let last = if range { text[at + 2] } else { text[at] };
        for c in text[at]..=last {
            set[usize::from(c / 64)] |= 1u64 << (c % 64);
        }
        at += if range { 3 } else { 1 };
    }
    if inverted {
        set = set.map(|word: u64| !word);
    }
    set[0] &= !1;
    set
}

/// The least and the greatest number of so many characters in a base.
fn digits_within(width: u64, base: i64) -> Option<(i64, i64)> {
    let largest = |digits: u64| base.checked_pow(u32::try_from(digits).ok()?).map(|n| n - 1);
    Some((-largest(width.checked_sub(1)?)?, largest(width)?))
}

/// Where the format of a function of output stands, and whether its arguments follow.
pub(super) fn output(name: &str) -> Option<(usize, bool)> {
    Some(match name {
        "error_at_line" => (4, true),
        "error" => (2, true),
        "printf" | "printk" | "warn" | "warnx" | "__CPROVER_printf" => (0, true),
        "fprintf" | "dprintf" | "__printf_chk" | "syslog" | "err" | "errx" => (1, true),
        "__fprintf_chk" => (2, true),
        "vprintf" | "vwarn" | "vwarnx" => (0, false),
        "vfprintf" | "vdprintf" | "__vprintf_chk" | "verr" | "verrx" | "vsyslog" => (1, false),
        "__vfprintf_chk" => (2, false),
        _ => return None,
    })
}

/// The stream that a function of output writes to, if that is one: an argument, or standard output.
enum Stream {
    Argument,
    Output,
}

fn stream(name: &str) -> Option<Stream> {
    match name {
        "fprintf" | "vfprintf" | "__fprintf_chk" | "__vfprintf_chk" => Some(Stream::Argument),
        "printf" | "vprintf" | "__printf_chk" | "__vprintf_chk" => Some(Stream::Output),
        _ => None,
    }
}

/// Where the format of a function that reads a stream stands.
pub(super) fn input(name: &str) -> Option<usize> {
    let plain = ["__isoc99_", "__isoc23_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    Some(match plain {
        "scanf" => 0,
        "fscanf" => 1,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// The bytes of a format that is a literal.
    fn format_of(e: &ast::Expr) -> Option<Vec<u8>> {
        match &e.kind {
            ExprKind::Str(lit) => lit.units.iter().map(|unit| u8::try_from(*unit).ok()).collect(),
            ExprKind::Cast { arg, .. } => Self::format_of(arg),
            _ => None,
        }
    }
    /// Calls a function of a model.
    pub(super) fn call_model(&mut self, name: &str, args: Vec<Expr>, span: Span) -> Res<()> {
        self.call_model_for(None, name, args, span)
    }
    /// Calls a function of a model for its result.
    fn call_model_for(&mut self, dst: Option<VarId>, name: &str, args: Vec<Expr>, span: Span) -> Res<()> {
        if self.body.quiet {
            return Ok(());
        }
        match self.model(name) {
            Some(func) => self.emit(Op::Call { dst, callee: Callee::Direct(func), args }, span),
            None => return unsupported(span, format!("`{name}`")),
        }
        Ok(())
    }
    /// Calls a function of a model with expressions of the program. Gives its result, if that is wanted.
    fn call_model_by_value(&mut self, name: &str, args: &[ast::Expr], used: bool, span: Span) -> Res<Value> {
        let (func, id) = match (self.model(name), self.sources.names.lookup(name)) {
            (Some(func), Some(symbol)) => (func, self.linker.external(symbol)),
            _ => return unsupported(span, format!("`{name}`")),
        };
        let signature = id.and_then(|id| self.ctypes.signature(self.linker.type_of(id)).cloned());
        let Some(signature) = signature else { return unsupported(span, format!("`{name}`")) };
        self.call_by(Callee::Direct(func), Extra::Nothing, &signature, args, used, span)
    }
    /// An arbitrary value of a scalar type; one that stands for another if it is said for which.
    fn any_scalar(&mut self, ty: TypeId, stands_for: Option<&str>, span: Span) -> VarId {
        let any = self.temp_of(ty, span);
        self.emit(Op::Havoc { dst: any }, span);
        let Some(what) = stands_for else { return any };
        let value = self.temp_of(ty, span);
        self.emit(Op::Approximate { dst: value, value: Expr::Var(any), what: what.to_owned() }, span);
        value
    }

    /// Output by a format.
    pub(super) fn print(&mut self, call: &Use<'_>, name: &str, at: usize, follow: bool) -> Res<Value> {
        let span = call.span();
        // The arguments of the function at hand may follow: of them nothing is known here.
        let (args, packed) = self.unpacked(call.args);
        let call = &Use { args, ..*call };
        let mut to = Expr::Null;
        for (index, arg) in call.args.iter().take(at).enumerate() {
            match stream(name) {
                Some(Stream::Argument) if index == 0 => to = self.pointer_argument(call, 0)?.e,
                _ => self.effect(arg)?,
            }
        }
        let format = call.arg(at)?;
        let ty = self.result_type(call);
        let wanted = call.used && self.ctypes.scalar(ty).is_some();
        if let Some(kind) = stream(name)
            && wanted
            && follow
            && !packed
            && !self.body.quiet
            && self.length_is_exact(&call.args[at..])
        {
            let length = self.call_model_by_value("__hecaton_print_length", &call.args[at..], true, span)?;
            let length = self.share(length, span).e;
            let result = self.temp(ty, span);
            self.printed_to(kind, to, [length.clone(), length], Some(result), span)?;
            return Ok(self.value(ty, Expr::Var(result)));
        }
        let wide = |parsed: &Parsed| parsed.conversions.iter().any(|one| one.kind == b's' && !one.length.is_empty());
        let known = Self::format_of(format).filter(|_| follow).and_then(|bytes| conversions(&bytes, false));
        let known = known.filter(|parsed| !wide(parsed));
        let mut next = at + 1;
        if known.is_some() {
            self.effect(format)?;
        } else if packed {
            return unsupported(
                span,
                format!("`{name}` with a format that is no literal and the arguments of its caller"),
            );
        } else {
            let model = if follow { "__hecaton_print" } else { "__hecaton_print_list" };
            self.call_model_by_value(model, &call.args[at..], false, span)?;
            next = call.args.len();
        }
        for (index, conversion) in known.iter().flat_map(|parsed| parsed.conversions.iter().enumerate()) {
            let mut limit = None;
            for star in 0..conversion.stars {
                let Some(arg) = call.args.get(next) else { break };
                let value = self.rvalue(arg)?;
                let int = self.int_type(IntKind::Int);
                let value = self.convert(value, int, arg.span)?;
                let value = self.share(value, span);
                if star + 1 == conversion.stars && conversion.precision == Precision::Argument {
                    limit = Some(value.e);
                }
                next += 1;
            }
            if conversion.kind == b'm' {
                continue;
            }
            let Some(arg) = call.args.get(next) else {
                if packed {
                    break;
                }
                self.warn(format.span, format!("the format of `{name}` takes more arguments than there are"));
                let letter = char::from(conversion.kind);
                let text = |_: &Self| format!("there is an argument for `%{letter}` in the format of `{name}`");
                self.claim(Expr::int(1, 0), PropKind::Deref, text, span);
                break;
            };
            let so_far = known.as_ref().map_or((0, None), |parsed| parsed.length_before(index));
            match self.printed(call, (conversion, so_far), limit, next, arg) {
                // Compilers take any argument; undefined where it is executed.
                Err(Fault::Error(_)) => {
                    let what = format!("an argument of `{name}` that does not fit its conversion");
                    self.warn(arg.span, what.clone());
                    return unsupported(arg.span, what);
                }
                other => other?,
            }
            next += 1;
        }
        if known.is_some() && next < call.args.len() {
            self.warn(format.span, format!("the format of `{name}` takes fewer arguments than there are"));
        }
        self.effects(call, next)?;
        let result = wanted.then(|| self.temp(ty, span));
        let (least, most) = known.as_ref().filter(|_| !packed).map_or((0, None), Parsed::length);
        let number = |n: u64| Expr::int(32, n.min(i32::MAX as u64) as i64);
        let length = [number(least), number(most.unwrap_or(u64::MAX))];
        match stream(name) {
            // What is not looked at need not be computed.
            Some(Stream::Output) if !wanted && !self.sees_errors => {}
            Some(kind) => self.printed_to(kind, to, length, result, span)?,
            None => {
                if let Some(result) = result {
                    let register = self.register_type(ty);
                    let any = self.any_scalar(register, Some(&format!("the result of `{name}`")), span);
                    self.assign(result, Expr::Var(any), span);
                }
            }
        }
        if !follow {
            call.args.get(at + 1).map_or(Ok(()), |list| self.handed_on(list, true))?;
        }
        Ok(match result {
            Some(result) => self.value(ty, Expr::Var(result)),
            None => self.void_value(),
        })
    }
    /// Characters are written to a stream.
    fn printed_to(&mut self, kind: Stream, to: Expr, length: [Expr; 2], result: Option<VarId>, span: Span) -> Res<()> {
        match kind {
            Stream::Argument => {
                let args = std::iter::once(to).chain(length).collect();
                self.call_model_for(result, "__hecaton_printed", args, span)
            }
            Stream::Output => self.call_model_for(result, "__hecaton_printed_out", length.into(), span),
        }
    }
    /// One argument of output.
    fn printed(
        &mut self,
        call: &Use<'_>,
        (conversion, so_far): (&Conversion, Length),
        limit: Option<Expr>,
        index: usize,
        arg: &ast::Expr,
    ) -> Res<()> {
        let span = call.span();
        let letter = format!("%{}{}", conversion.length, char::from(conversion.kind));
        match conversion.kind {
            b's' if conversion.length.is_empty() => {
                let pointer = self.pointer_argument(call, index)?;
                let limit = match conversion.precision {
                    Precision::None => None,
                    Precision::Number(most) => Some(Expr::int(32, most.min(1 << 30) as i64)),
                    Precision::Argument => limit,
                };
                match limit {
                    None => self.call_model("__hecaton_read_string", vec![pointer.e], span),
                    Some(most) => self.call_model("__hecaton_read_string_up_to", vec![pointer.e, most], span),
                }
            }
            b'n' => {
                let pointer = self.pointer_argument(call, index)?;
                let ty = self.integer_of(&conversion.length, true);
                let bits = match self.types.scalar(ty) {
                    Some(Scalar::Int(bits)) => bits,
                    Some(Scalar::Float(_) | Scalar::Ptr) | None => return unsupported(span, "this kind of `%n`"),
                };
                let count = match so_far {
                    (least, Some(most)) if least == most => Expr::Int(Bits::from_u64(bits, least)),
                    _ => Expr::Var(self.any_scalar(ty, Some("the number of characters that are written"), span)),
                };
                let check = self.call_check(call);
                self.emit(Op::Store { ptr: pointer.e, value: count, check }, span);
                Ok(())
            }
            _ => {
                let value = self.rvalue(arg)?;
                let ty = self.ctypes.default_promoted(value.ty);
                if !self.fits(conversion, ty) {
                    if !self.body.quiet {
                        self.note(
                            "arguments of another type than a format says are taken to be written somehow".into(),
                        );
                    }
                    let ty = self.ctypes.name(ty);
                    self.warn(arg.span, format!("`{letter}` does not fit an argument of type `{ty}`"));
                }
                Ok(())
            }
        }
    }
    /// Whether an argument of a type, as it is passed, fits a conversion of output.
    fn fits(&self, conversion: &Conversion, ty: CTypeId) -> bool {
        match conversion.kind {
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'c' => {
                let wanted = match conversion.length.as_str() {
                    "l" | "z" | "t" => self.bits_of(IntKind::Long),
                    "ll" | "j" | "q" => 64,
                    _ => 32,
                };
                self.ctypes.int_kind(ty).is_some_and(|kind| self.bits_of(kind) == wanted)
            }
            b'p' | b's' | b'n' => self.ctypes.pointee(ty).is_some(),
            _ => {
                let wanted = if conversion.length == "L" { FloatKind::LongDouble } else { FloatKind::Double };
                self.ctypes.float_kind(ty).is_some_and(|kind| kind.format() == wanted.format())
            }
        }
    }
    /// Whether the number of characters that output writes can be computed from a format that is a literal and its arguments:
    /// integers, characters and texts.
    fn length_is_exact(&mut self, args: &[ast::Expr]) -> bool {
        let Some(parsed) = Self::format_of(&args[0]).and_then(|bytes| conversions(&bytes, false)) else { return false };
        let mut rest = args[1..].iter();
        let mut fit = |this: &mut Self, conversion: &Conversion| {
            let ty = rest.next().and_then(|arg| this.decayed_type_of(arg));
            ty.is_some_and(|ty| this.fits(conversion, ty))
        };
        let star = Conversion { kind: b'd', length: String::new(), ..Conversion::default() };
        parsed.conversions.iter().all(|conversion| {
            let known = match conversion.kind {
                b'd' | b'i' | b'o' | b'u' | b'x' | b'X' => true,
                b'c' | b's' => conversion.length.is_empty(),
                _ => false,
            };
            known && (0..conversion.stars).all(|_| fit(self, &star)) && fit(self, conversion)
        })
    }
    /// The type of an argument as it is passed.
    fn decayed_type_of(&mut self, arg: &ast::Expr) -> Option<CTypeId> {
        let ty = self.type_of(arg).ok()?;
        let ty = match self.ctypes.element(ty) {
            Some(element) => self.ctypes.ptr(element),
            None => ty,
        };
        Some(self.ctypes.default_promoted(ty))
    }
    /// The integer type that a length stands for.
    fn integer_of(&mut self, length: &str, signed: bool) -> TypeId {
        let bits = match length {
            "hh" => 8,
            "h" => 16,
            "l" | "z" | "t" => self.bits_of(IntKind::Long),
            "ll" | "j" | "q" | "L" => 64,
            _ => 32,
        };
        self.types.int(bits, signed)
    }

    /// Input from a stream by a format.
    pub(super) fn scan(&mut self, call: &Use<'_>, name: &str, at: usize) -> Res<Value> {
        let span = call.span();
        let mut from = None;
        for index in 0..at {
            from = Some(self.pointer_argument(call, index)?.e);
        }
        let Some(parsed) = Self::format_of(call.arg(at)?).and_then(|bytes| conversions(&bytes, true)) else {
            return unsupported(span, format!("`{name}` with this format"));
        };
        match from {
            Some(from) => self.call_model("__hecaton_scanned", vec![from], span)?,
            None => self.call_model("__hecaton_scanned_in", Vec::new(), span)?,
        }
        // What comes next when all was read: anything, white space for sure, or nothing for sure. Where nothing but
        // characters is read, it is only missing at the end.
        let plain = parsed
            .conversions
            .iter()
            .all(|conversion| conversion.kind == b'c' && conversion.before == u64::from(conversion.after_space));
        let left = match parsed.conversions.last() {
            _ if parsed.rest > 0 => {
                if parsed.ends_in_space {
                    2
                } else {
                    0
                }
            }
            Some(last) if last.kind == b'c' => 0,
            Some(last) if matches!(last.kind, b'[' | b'n') => 2,
            Some(_) => 1,
            None => 2,
        };
        let first = parsed.conversions.first().filter(|first| first.before == 0).map(|first| first.suppressed);
        let all: Vec<Conversion> = parsed.conversions.into_iter().filter(|conversion| !conversion.suppressed).collect();
        if call.args.len() < at + 1 + all.len() {
            return unsupported(span, format!("`{name}` with fewer arguments than its format takes"));
        }
        let mut pointers = Vec::new();
        for (index, _) in all.iter().enumerate() {
            match self.pointer_argument(call, at + 1 + index) {
                Err(Fault::Error(_)) => {
                    let what = format!("an argument of `{name}` that does not fit its conversion");
                    self.warn(call.arg(at + 1 + index)?.span, what.clone());
                    return unsupported(span, what);
                }
                other => pointers.push(other?.e),
            }
        }
        self.effects(call, at + 1 + all.len())?;
        let most = all.iter().filter(|conversion| conversion.kind != b'n').count();
        let int = self.int_type(IntKind::Int);
        let register = self.register_type(int);
        let count = self.any_scalar(register, None, span);
        let least = fold::binary(Binary::SLe, Expr::int(32, -1), Expr::Var(count));
        let up_to = fold::binary(Binary::SLe, Expr::Var(count), Expr::int(32, most as i64));
        self.emit(Op::Assume { cond: fold::and(least, up_to) }, span);
        let mut done = 0;
        for (index, (conversion, pointer)) in all.iter().zip(pointers).enumerate() {
            let reached = fold::binary(Binary::SLt, Expr::int(32, done), Expr::Var(count));
            done += i64::from(conversion.kind != b'n');
            let (yes, next) = (self.body.block(span), self.body.block(span));
            self.body.branch(reached, yes, next, span);
            self.body.current = yes;
            self.scanned(call, conversion, pointer, index == 0 && first == Some(false))?;
            let from = self.body.current;
            self.body.end(from, End::Goto(next), span);
            self.body.current = next;
        }
        let whole = fold::binary(Binary::Eq, Expr::Var(count), Expr::int(32, most as i64));
        let left = fold::select(whole, Expr::int(32, left), Expr::int(32, if plain { 0 } else { 2 }));
        self.call_model("__hecaton_scanned_up_to", vec![left], span)?;
        Ok(self.value(int, Expr::Var(count)))
    }
    /// Writes what one conversion of input gives; `first` if it begins where the call before has ended.
    fn scanned(&mut self, call: &Use<'_>, conversion: &Conversion, ptr: Expr, first: bool) -> Res<()> {
        let span = call.span();
        let float = |this: &mut Self, kind: FloatKind| -> TypeId {
            let ty: CTypeId = this.ctypes.float(kind);
            this.register_type(ty)
        };
        let begin = if first { 1 } else { conversion.begin };
        let start = Expr::int(32, begin);
        let ty = match conversion.kind {
            b'd' | b'i' => self.integer_of(&conversion.length, true),
            b'u' | b'o' | b'x' | b'X' | b'n' => self.integer_of(&conversion.length, false),
            b'p' => self.types.ptr(),
            b's' => {
                let most = self.word(conversion.width.unwrap_or(0));
                return self.call_model("__hecaton_scan_word", vec![ptr, most, start], span);
            }
            b'[' => {
                let most = self.word(conversion.width.unwrap_or(0));
                let set = conversion.set.map(|word| Expr::Int(Bits::from_u64(64, word)));
                let args = [ptr, most, start].into_iter().chain(set).collect();
                return self.call_model("__hecaton_scan_set", args, span);
            }
            b'c' => {
                let count = self.word(conversion.width.unwrap_or(1));
                self.fill_with_anything(call, ptr.clone(), count)?;
                if begin != 0 {
                    self.call_model("__hecaton_scanned_first", vec![ptr.clone(), start], span)?;
                }
                if conversion.after_space {
                    self.call_model("__hecaton_scanned_space", vec![ptr], span)?;
                }
                return Ok(());
            }
            _ => match conversion.length.as_str() {
                "l" => float(self, FloatKind::Double),
                "L" => float(self, FloatKind::LongDouble),
                _ => float(self, FloatKind::Float),
            },
        };
        // A width leaves only some of the values; those of whole numbers are known.
        let base = match conversion.kind {
            b'd' | b'u' => Some(10),
            b'x' | b'X' => Some(16),
            b'o' => Some(8),
            _ => None,
        };
        let limits = conversion.width.zip(base).and_then(|(width, base)| digits_within(width, base));
        let narrow = conversion.width.filter(|_| limits.is_none()).map(|_| "a number that is read with a width");
        let value = self.any_scalar(ty, None, span);
        if matches!(self.types.scalar(ty), Some(Scalar::Int(_))) && conversion.kind != b'n' && !self.body.quiet {
            self.note("numbers in the input of `scanf` are taken to fit the types that they are stored as".into());
        }
        if let (Some((least, most)), Some(Scalar::Int(bits))) = (limits, self.types.scalar(ty)) {
            // With a sign before it, a number has one digit less. Of `%u` that gives what wraps around.
            let fits = |n: i64| bits == 64 || n < 1 << (bits - 1);
            if fits(most) {
                let number = |n: i64| Expr::Int(Bits::from_i64(bits, n));
                let above = fold::binary(Binary::SLe, number(least), Expr::Var(value));
                let below = fold::binary(Binary::SLe, Expr::Var(value), number(most));
                self.emit(Op::Assume { cond: fold::and(above, below) }, span);
            }
        }
        let value = match narrow {
            Some(what) => {
                let stands = self.temp_of(ty, span);
                self.emit(Op::Approximate { dst: stands, value: Expr::Var(value), what: what.to_owned() }, span);
                stands
            }
            None => value,
        };
        let check = self.call_check(call);
        self.emit(Op::Store { ptr, value: Expr::Var(value), check }, span);
        Ok(())
    }
    /// Any bytes for a piece of memory: those of a fresh object.
    pub(super) fn fill_with_anything(&mut self, call: &Use<'_>, to: Expr, size: Expr) -> Res<()> {
        let span = call.span();
        let ty = self.types.int(8, false);
        let fresh = self.pointer_temp(span);
        let alloc = stack_object(fresh, ty, size.clone());
        self.emit(alloc, span);
        let check = self.call_check(call);
        self.emit(Op::Copy { dst: to, src: Expr::Var(fresh), size, check }, span);
        self.emit(Op::Free { ptr: Expr::Var(fresh), region: Region::Stack, check: None }, span);
        Ok(())
    }
}
