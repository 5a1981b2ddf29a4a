//! Terms as SMT-LIB 2.6 text, for solvers behind a pipe.
//!
//! A [`Printer`] remembers what it has declared and defined, so that text for new terms builds on older text. Terms that
//! are used twice, and terms that would be nested deeply, become `define-fun`s: the text is linear in the number of
//! terms. What it prints belongs on the lowest assertion level, as it counts on definitions staying there.
//!
//! Where our meaning is sharper than the standard's, the text says so:
//! - Out-of-range conversions to integers are guarded by an explicit range check.
//! - The encoding of a float is a fresh constant whose float is the given one and which is canonical for NaN; the
//!   fresh constant always exists, so the assertion that defines it takes nothing away.
//! - A rounding mode that is not constant is a chain of choices over its number.
//!
//! `FpMod` has no counterpart and is an error.

use crate::dag::{Dag, Op, Sort, Symbol, Term};
use hashbrown::HashMap;
use hecaton_base::float::{Float, Format, Rounding};
use hecaton_base::{Bits, Id as _};
use rustc_hash::FxBuildHasher;
use std::fmt::Write as _;

/// A term that cannot be said in SMT-LIB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} cannot be written in SMT-LIB", self.0)
    }
}

impl std::error::Error for Unsupported {}

/// Which theories the printed text uses, besides bit-vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theories {
    /// Arrays.
    pub arrays: bool,
    /// Arrays that hold one value everywhere, which not every solver knows.
    pub filled_arrays: bool,
    /// Floats.
    pub floats: bool,
}

impl Theories {
    /// The name of the logic.
    pub fn logic(self) -> &'static str {
        match (self.arrays, self.floats) {
            (false, false) => "QF_BV",
            (true, false) => "QF_ABV",
            (false, true) => "QF_BVFP",
            (true, true) => "QF_ABVFP",
        }
    }
}

/// New text, and what to call the terms it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Declarations, definitions and the assertions that go with them, a line each. May be empty.
    pub text: String,
    /// An expression for each root, short: a name or a constant.
    pub roots: Vec<String>,
}

/// A whole script: logic, declarations, assertions of all facts, `check-sat`.
pub fn script(dag: &Dag, facts: &[Term]) -> Result<String, Unsupported> {
    let mut printer = Printer::new();
    let printed = printer.print(dag, facts)?;
    let mut text = format!("(set-logic {})\n{}", printer.theories().logic(), printed.text);
    for root in printed.roots {
        let _ = writeln!(text, "(assert {root})");
    }
    text.push_str("(check-sat)\n");
    Ok(text)
}

/// A printer for the terms of one growing DAG.
#[derive(Default)]
pub struct Printer {
    /// Names of terms that were declared or defined.
    names: HashMap<Term, String, FxBuildHasher>,
    theories: Theories,
}

/// How deeply terms are nested before they get a name.
const NESTING: u32 = 8;

/// The expression of a term during printing, with its depth.
struct Draft {
    text: String,
    depth: u32,
}

impl Printer {
    /// A printer that has printed nothing.
    pub fn new() -> Self {
        Self::default()
    }
    /// What all text so far uses.
    pub fn theories(&self) -> Theories {
        self.theories
    }
    /// The name a free constant was declared by, if it was.
    pub fn name(&self, dag: &Dag, symbol: Symbol) -> Option<&str> {
        self.names.get(&dag.symbol_term(symbol)).map(String::as_str)
    }

    /// The text that is new for these roots. After an error nothing counts as printed.
    pub fn print(&mut self, dag: &Dag, roots: &[Term]) -> Result<Printed, Unsupported> {
        let (cone, uses) = self.cone(dag, roots);
        if cone.iter().any(|term| dag.op(*term) == Op::FpMod) {
            return Err(Unsupported("fmod"));
        }
        let mut text = String::new();
        let mut drafts: HashMap<Term, Draft, FxBuildHasher> = HashMap::default();
        for term in cone {
            self.note_theories(dag, term);
            let op = dag.op(term);
            if let Op::Var(symbol) = op {
                let name = symbol_name(dag, symbol);
                let _ = writeln!(text, "(declare-fun {name} () {})", sort_text(dag.sort(term)));
                self.names.insert(term, name);
                continue;
            }
            let depth = dag.args(term).iter().filter_map(|a| drafts.get(a)).map(|d| d.depth + 1).max().unwrap_or(0);
            let draft = match op {
                Op::FpToBits => self.encoding(dag, term, &drafts, &mut text),
                _ => {
                    let args: Vec<String> = dag.args(term).iter().map(|a| self.reference(*a, &drafts)).collect();
                    expression(dag, term, &args)
                }
            };
            let single = uses[&term] == 1 && depth < NESTING;
            if is_short(op) || single && op != Op::FpToBits {
                drafts.insert(term, Draft { text: draft, depth });
            } else if op == Op::FpToBits {
                self.names.insert(term, draft);
            } else {
                let name = format!("${term}");
                let _ = writeln!(text, "(define-fun {name} () {} {draft})", sort_text(dag.sort(term)));
                self.names.insert(term, name);
            }
        }
        let roots = roots.iter().map(|root| self.reference(*root, &drafts)).collect();
        Ok(Printed { text, roots })
    }

    /// The terms without a name below the roots, in their order, and how often each is used among them. What must be
    /// a name, as it is written more than once, counts twice.
    fn cone(&self, dag: &Dag, roots: &[Term]) -> (Vec<Term>, HashMap<Term, u32, FxBuildHasher>) {
        let mut uses: HashMap<Term, u32, FxBuildHasher> = HashMap::default();
        let mut stack: Vec<Term> = Vec::new();
        let mut cone = Vec::new();
        let use_term = |term: Term, times: u32, uses: &mut HashMap<Term, u32, FxBuildHasher>| {
            let count = uses.entry(term).or_insert(0);
            let first = *count == 0;
            *count = count.saturating_add(times);
            first && !self.names.contains_key(&term)
        };
        for root in roots {
            if use_term(*root, 2, &mut uses) {
                stack.push(*root);
            }
        }
        while let Some(term) = stack.pop() {
            cone.push(term);
            let op = dag.op(term);
            for (i, arg) in dag.args(term).iter().enumerate() {
                let times = if repeated(op, i) { 2 } else { 1 };
                if use_term(*arg, times, &mut uses) {
                    stack.push(*arg);
                }
            }
        }
        cone.sort_unstable();
        (cone, uses)
    }

    /// The text of a term that was printed or drafted.
    fn reference(&self, term: Term, drafts: &HashMap<Term, Draft, FxBuildHasher>) -> String {
        match (self.names.get(&term), drafts.get(&term)) {
            (Some(name), _) => name.clone(),
            (None, Some(draft)) => draft.text.clone(),
            (None, None) => panic!("{term} is printed after its uses"),
        }
    }

    /// A fresh constant for the encoding of a float.
    fn encoding(
        &mut self,
        dag: &Dag,
        term: Term,
        drafts: &HashMap<Term, Draft, FxBuildHasher>,
        text: &mut String,
    ) -> String {
        let x = dag.args(term)[0];
        let Sort::Float(format) = dag.sort(x) else { panic!("{x} is not a float") };
        let (name, x) = (format!("${term}"), self.reference(x, drafts));
        let nan = bits_text(Float::nan(format).bits());
        let _ = writeln!(text, "(declare-fun {name} () {})", sort_text(dag.sort(term)));
        let _ = writeln!(text, "(assert (= {} {x}))", to_float(format, &[&name]));
        let _ = writeln!(text, "(assert (=> (fp.isNaN {x}) (= {name} {nan})))");
        name
    }

    fn note_theories(&mut self, dag: &Dag, term: Term) {
        match dag.sort(term) {
            Sort::Bool | Sort::Bits(_) => {}
            Sort::Float(_) => self.theories.floats = true,
            Sort::Array { .. } => self.theories.arrays = true,
        }
        self.theories.filled_arrays |= matches!(dag.op(term), Op::ArrayConst(_));
    }
}

/// Whether an argument is written more than once in the text of the operator.
fn repeated(op: Op, position: usize) -> bool {
    match op {
        Op::FpToBits => true,
        Op::FpToSigned(_) | Op::FpToUnsigned(_) => true,
        Op::FpAdd
        | Op::FpMul
        | Op::FpDiv
        | Op::FpFma
        | Op::FpSqrt
        | Op::FpRoundIntegral
        | Op::FpToFp(_)
        | Op::FpFromSigned(_)
        | Op::FpFromUnsigned(_) => position == 0,
        _ => false,
    }
}

/// Whether a term is never worth a name.
fn is_short(op: Op) -> bool {
    matches!(op, Op::True | Op::False | Op::Const(_))
}

/// A name that no other symbol has and that is not predefined.
fn symbol_name(dag: &Dag, symbol: Symbol) -> String {
    let name: String = dag
        .symbol_name(symbol)
        .chars()
        .map(|c| if matches!(c, '|' | '\\') || c.is_control() { '_' } else { c })
        .collect();
    format!("|{name}@{}|", symbol.index())
}

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_string(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::Float(Format { exp, sig }) => format!("(_ FloatingPoint {exp} {sig})"),
        Sort::Array { index, elem } => format!("(Array (_ BitVec {index}) (_ BitVec {elem}))"),
    }
}

/// A constant: hexadecimal if the width allows it.
pub fn bits_text(value: &Bits) -> String {
    let width = value.width() as usize;
    if width.is_multiple_of(4) {
        format!("#x{:0>1$x}", value.to_biguint(), width / 4)
    } else {
        format!("#b{:0>1$b}", value.to_biguint(), width)
    }
}

fn binary_text(value: &Bits) -> String {
    format!("#b{:0>1$b}", value.to_biguint(), value.width() as usize)
}

fn float_text(format: Format, bits: &Bits) -> String {
    let top = format.bits() - 1;
    let (sign, exponent) = (bits.extract(top, top), bits.extract(top - 1, format.sig - 1));
    let fraction = bits.extract(format.sig - 2, 0);
    format!("(fp {} {} {})", binary_text(&sign), binary_text(&exponent), binary_text(&fraction))
}

fn to_float(format: Format, args: &[&str]) -> String {
    format!("((_ to_fp {} {}) {})", format.exp, format.sig, args.join(" "))
}

/// A rounding mode from its number.
fn mode_text(dag: &Dag, term: Term, text: &str) -> String {
    const NAMES: [(Rounding, &str); 5] = [
        (Rounding::NearestEven, "RNE"),
        (Rounding::NearestAway, "RNA"),
        (Rounding::Up, "RTP"),
        (Rounding::Down, "RTN"),
        (Rounding::Zero, "RTZ"),
    ];
    if let Some(number) = dag.as_u64(term) {
        let name = NAMES.iter().find(|(mode, _)| *mode as u64 == number).map_or("RTZ", |(_, name)| name);
        return name.to_string();
    }
    let mut chain = "RTZ".to_string();
    for (mode, name) in NAMES[..4].iter().rev() {
        chain = format!("(ite (= {text} #b{:03b}) {name} {chain})", *mode as u8);
    }
    chain
}

/// The conversion to an integer, guarded by a check of the range.
fn to_integer(format: Format, signed: bool, width: u32, mode: &str, x: &str) -> String {
    let rounded = format!("(fp.roundToIntegral {mode} {x})");
    let mut inside = format!("(not (fp.isNaN {x})) (not (fp.isInfinite {x}))");
    // 2^limit is the first power of two beyond the range; if the format does not reach it, every number fits.
    let limit = if signed { width - 1 } else { width };
    let reach = (1u64 << (format.exp - 1)) - 1;
    if u64::from(limit) <= reach {
        let top = top_power(limit, format);
        let _ = write!(inside, " (fp.lt {rounded} {})", float_text(format, top.bits()));
        if signed {
            let _ = write!(inside, " (fp.leq {} {rounded})", float_text(format, top.neg().bits()));
        }
    }
    if !signed {
        let zero = Float::zero(format, false);
        let _ = write!(inside, " (fp.leq {} {rounded})", float_text(format, zero.bits()));
    }
    let name = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
    let outside = bits_text(&Bits::min_signed(width));
    format!("(ite (and {inside}) ((_ {name} {width}) {mode} {x}) {outside})")
}

/// 2^power, which the format reaches.
fn top_power(power: u32, format: Format) -> Float {
    Float::from_unsigned(Rounding::Zero, format, &Bits::min_signed(power + 1))
}

/// An operator with its arguments in words.
fn expression(dag: &Dag, term: Term, args: &[String]) -> String {
    let terms = dag.args(term);
    let plain = |name: &str| format!("({name} {})", args.join(" "));
    let indexed = |name: String| format!("((_ {name}) {})", args.join(" "));
    let mode = || mode_text(dag, terms[0], &args[0]);
    let rounded = |name: &str| format!("({name} {} {})", mode(), args[1..].join(" "));
    let float_of = |i: usize| match dag.sort(terms[i]) {
        Sort::Float(format) => format,
        other => panic!("{other:?} is not a float"),
    };
    match dag.op(term) {
        Op::True => "true".to_string(),
        Op::False => "false".to_string(),
        Op::Const(id) => bits_text(dag.constant(id)),
        Op::Not => plain("not"),
        Op::And => plain("and"),
        Op::Or => plain("or"),
        Op::Xor => plain("xor"),
        Op::Eq => plain("="),
        Op::Ite => plain("ite"),
        Op::BvNot => plain("bvnot"),
        Op::BvNeg => plain("bvneg"),
        Op::BvAnd => plain("bvand"),
        Op::BvOr => plain("bvor"),
        Op::BvXor => plain("bvxor"),
        Op::BvAdd => plain("bvadd"),
        Op::BvMul => plain("bvmul"),
        Op::BvUdiv => plain("bvudiv"),
        Op::BvUrem => plain("bvurem"),
        Op::BvSdiv => plain("bvsdiv"),
        Op::BvSrem => plain("bvsrem"),
        Op::BvShl => plain("bvshl"),
        Op::BvLshr => plain("bvlshr"),
        Op::BvAshr => plain("bvashr"),
        Op::BvUlt => plain("bvult"),
        Op::BvUle => plain("bvule"),
        Op::BvSlt => plain("bvslt"),
        Op::BvSle => plain("bvsle"),
        Op::BvConcat => plain("concat"),
        Op::BvExtract { hi, lo } => indexed(format!("extract {hi} {lo}")),
        Op::BvZext(by) => indexed(format!("zero_extend {by}")),
        Op::BvSext(by) => indexed(format!("sign_extend {by}")),
        Op::ArrayConst(_) => format!("((as const {}) {})", sort_text(dag.sort(term)), args[0]),
        Op::Select => plain("select"),
        Op::Store => plain("store"),
        Op::FpFromBits(format) => match dag.as_bits(terms[0]) {
            Some(bits) => float_text(format, bits),
            None => to_float(format, &[&args[0]]),
        },
        Op::FpNeg => plain("fp.neg"),
        Op::FpAbs => plain("fp.abs"),
        Op::FpAdd => rounded("fp.add"),
        Op::FpMul => rounded("fp.mul"),
        Op::FpDiv => rounded("fp.div"),
        Op::FpFma => rounded("fp.fma"),
        Op::FpSqrt => rounded("fp.sqrt"),
        Op::FpRem => plain("fp.rem"),
        Op::FpRoundIntegral => rounded("fp.roundToIntegral"),
        Op::FpEq => plain("fp.eq"),
        Op::FpLt => plain("fp.lt"),
        Op::FpLe => plain("fp.leq"),
        Op::FpIsNan => plain("fp.isNaN"),
        Op::FpIsInf => plain("fp.isInfinite"),
        Op::FpIsZero => plain("fp.isZero"),
        Op::FpIsNormal => plain("fp.isNormal"),
        Op::FpIsSubnormal => plain("fp.isSubnormal"),
        Op::FpIsNeg => plain("fp.isNegative"),
        Op::FpToFp(format) | Op::FpFromSigned(format) => to_float(format, &[&mode(), &args[1]]),
        Op::FpFromUnsigned(Format { exp, sig }) => {
            format!("((_ to_fp_unsigned {exp} {sig}) {} {})", mode(), args[1])
        }
        Op::FpToSigned(width) => to_integer(float_of(1), true, width, &mode(), &args[1]),
        Op::FpToUnsigned(width) => to_integer(float_of(1), false, width, &mode(), &args[1]),
        Op::Var(_) | Op::FpToBits | Op::FpMod => panic!("{:?} is not printed as an expression", dag.op(term)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Builder;

    #[test]
    fn a_script_defines_what_is_shared() {
        let mut b = Builder::new();
        let (x, y) = (b.var("x", Sort::Bits(32)), b.var("a|b", Sort::Bits(32)));
        let sum = b.add(x, y);
        let product = b.mul(sum, sum);
        let limit = b.num(32, 10);
        let less = b.ult(product, limit);
        assert_eq!(
            script(&b, &[less]).as_deref(),
            Ok("\
(set-logic QF_BV)
(declare-fun |x@0| () (_ BitVec 32))
(declare-fun |a_b@1| () (_ BitVec 32))
(define-fun $t4 () (_ BitVec 32) (bvadd |x@0| |a_b@1|))
(define-fun $t7 () Bool (bvult (bvmul $t4 $t4) #x0000000a))
(assert $t7)
(check-sat)
")
        );
    }

    #[test]
    fn later_text_builds_on_earlier_text() {
        let mut b = Builder::new();
        let mut printer = Printer::new();
        let p = b.var("p", Sort::Bool);
        let array = b.var("a", Sort::Array { index: 2, elem: 3 });
        let first = printer.print(&b, &[p]).expect("printable");
        assert_eq!(
            (first.text.as_str(), &first.roots[..]),
            ("(declare-fun |p@0| () Bool)\n", &["|p@0|".to_string()][..])
        );
        let (index, value) = (b.num(2, 1), b.num(3, 5));
        let written = b.store(array, index, value);
        let same = b.eq(written, array);
        let both = b.and(p, same);
        let second = printer.print(&b, &[both, p]).expect("printable");
        assert_eq!(
            second.text,
            "\
(declare-fun |a@1| () (Array (_ BitVec 2) (_ BitVec 3)))
(define-fun $t8 () Bool (and |p@0| (= |a@1| (store |a@1| #b01 #b101))))
"
        );
        assert_eq!(second.roots, ["$t8", "|p@0|"]);
        assert_eq!(printer.print(&b, &[both]).expect("printable").text, "");
        assert_eq!(printer.theories().logic(), "QF_ABV");
    }

    #[test]
    fn floats_keep_our_meaning() {
        let mut b = Builder::new();
        let tiny = Format { exp: 3, sig: 4 };
        let (x, mode) = (b.var("x", Sort::Float(tiny)), b.var("m", Sort::Bits(3)));
        let nearest = b.rounding(Rounding::NearestEven);
        let sum = b.mk(Op::FpAdd, &[nearest, x, x]);
        let integer = b.mk(Op::FpToSigned(3), &[mode, x]);
        let bits = b.mk(Op::FpToBits, &[sum]);
        let text = Printer::new().print(&b, &[integer, bits]).expect("printable").text;
        assert_eq!(
            text,
            "\
(declare-fun |x@0| () (_ FloatingPoint 3 4))
(declare-fun |m@1| () (_ BitVec 3))
(define-fun $t5 () (_ FloatingPoint 3 4) (fp.add RNE |x@0| |x@0|))
(define-fun $t6 () (_ BitVec 3) (ite (and (not (fp.isNaN |x@0|)) (not (fp.isInfinite |x@0|)) (fp.lt (fp.roundToIntegral (ite (= |m@1| #b000) RNE (ite (= |m@1| #b001) RNA (ite (= |m@1| #b010) RTP (ite (= |m@1| #b011) RTN RTZ)))) |x@0|) (fp #b0 #b101 #b000)) (fp.leq (fp #b1 #b101 #b000) (fp.roundToIntegral (ite (= |m@1| #b000) RNE (ite (= |m@1| #b001) RNA (ite (= |m@1| #b010) RTP (ite (= |m@1| #b011) RTN RTZ)))) |x@0|))) ((_ fp.to_sbv 3) (ite (= |m@1| #b000) RNE (ite (= |m@1| #b001) RNA (ite (= |m@1| #b010) RTP (ite (= |m@1| #b011) RTN RTZ)))) |x@0|) #b100))
(declare-fun $t7 () (_ BitVec 7))
(assert (= ((_ to_fp 3 4) $t7) $t5))
(assert (=> (fp.isNaN $t5) (= $t7 #b0111100)))
"
        );
        let rest = b.mk(Op::FpMod, &[x, sum]);
        assert_eq!(Printer::new().print(&b, &[rest]), Err(Unsupported("fmod")));
    }

    #[test]
    fn text_is_linear_in_shared_and_in_deep_terms() {
        let mut b = Builder::with_level(crate::Level::None);
        let mut term = b.var("x", Sort::Bits(8));
        for _ in 0..100_000 {
            term = b.mk(Op::BvNeg, &[term]);
            term = b.add(term, term);
        }
        let text = Printer::new().print(&b, &[term]).expect("printable").text;
        assert!(text.len() < 200_000 * 80);
    }
}
