//! The text form: what is printed is read back as the same program, and what is not a program is an error with a place.

use hecaton_base::{Bits, Id as _, Map};
use hecaton_ir::text::{parse, print, print_plain};
use hecaton_ir::*;

fn fixtures() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hir");
    let mut all: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the folder of fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "hir"))
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a readable file")))
        .collect();
    all.sort();
    assert!(!all.is_empty());
    all
}

/// Programs are compared by their parts; source texts are not part of the form.
fn assert_same(left: &Program, right: &Program) {
    let types = |p: &Program| p.types.iter().map(|(_, t)| t.clone()).collect::<Vec<_>>();
    let files = |p: &Program| p.files.values().map(|f| f.name.clone()).collect::<Vec<_>>();
    assert_eq!(left.target, right.target);
    assert_eq!(types(left), types(right));
    assert_eq!(left.globals, right.globals);
    for (id, function) in left.functions.iter() {
        assert_eq!(Some(function), right.functions.get(id));
    }
    assert_eq!(left.functions.len(), right.functions.len());
    assert_eq!(left.entry, right.entry);
    assert_eq!(left.props, right.props);
    assert_eq!(left.features, right.features);
    assert_eq!(files(left), files(right));
    assert_eq!((left.leak, left.cleanup), (right.leak, right.cleanup));
    assert_eq!((left.race, left.deadlock), (right.race, right.deadlock));
    assert_eq!(left.notes, right.notes);
}

#[test]
fn fixtures_are_read_verified_and_come_back() {
    for (name, text) in fixtures() {
        let program = parse(&name, &text).unwrap_or_else(|e| panic!("{name}:{e}"));
        assert_eq!(verify(&program), vec![], "{name}");
        let printed = print(&program);
        let again = parse("printed", &printed).unwrap_or_else(|e| panic!("{name} printed:{e}\n{printed}"));
        assert_same(&program, &again);
        assert_eq!(print(&again), printed);
        // Without spans, the text is the same but for them.
        let plain = print_plain(&program);
        let again = parse("plain", &plain).unwrap_or_else(|e| panic!("{name} plain:{e}\n{plain}"));
        assert_eq!(print_plain(&again), plain);
        assert_eq!(verify(&again), vec![], "{name} plain");
    }
}

#[test]
fn the_example_of_the_documentation_is_a_program() {
    let lines = include_str!("../src/text/mod.rs").lines().skip_while(|line| !line.ends_with("```text")).skip(1);
    let example: Vec<&str> =
        lines.take_while(|line| !line.ends_with("```")).map(|line| line.trim_start_matches("//!")).collect();
    assert!(example.len() > 20);
    let program = parse("example.hir", &example.join("\n")).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(verify(&program), vec![]);
    assert_eq!(print(&parse("again", &print(&program)).expect("read again")), print(&program));
}

#[test]
fn spans_point_into_the_text_itself() {
    let text = "func main() -> i32 {\na:\n  assert 1 == 1:i32 \"sure\"\n  return 0\n}\n";
    let program = parse("x.hir", text).expect("a program");
    let file = program.files.get(FileId::new(0)).expect("the text is a file");
    assert_eq!((file.name.as_str(), file.text.as_deref()), ("x.hir", Some(text)));
    let prop = program.props.values().next().expect("a property");
    assert_eq!((prop.span.line, prop.span.col, prop.span.len), (3, 3, 24));
    assert_eq!((prop.func.as_str(), prop.kind), ("main", PropKind::Assertion));
    let block = &program.functions[program.entry].blocks[BlockId::new(0)];
    assert_eq!(block.insts[0].span, prop.span);
    assert_eq!((block.span.line, block.span.col, block.span.len), (4, 3, 8));
}

/// Replaces the marked line of a small program and gives the error.
fn error_of(line: &str) -> String {
    let text = format!(
        "global @g: s32\nfunc f(a: s32) -> i32\nfunc main() -> i32 {{\n  var i: s32\n  var p: ptr\n  var b: u1\nx:\n  {line}\n  return 0\n}}\n"
    );
    match parse("x", &text) {
        Ok(_) => format!("no error for {line}"),
        Err(e) => e.to_string(),
    }
}

#[test]
fn errors_say_what_and_where() {
    for (line, message) in [
        ("i = j", "8:7: there is no variable `j`"),
        ("j = 1", "8:3: there is no variable `j`"),
        ("i = 1 +", "8:10: an expression is wanted"),
        ("i = i + i + i", "8:13: more than one operator without parentheses"),
        ("i = p", "8:7: this is ptr, but i32 is wanted"),
        ("i = 4294967296", "8:7: 4294967296 does not fit in 32 bits"),
        ("i = -2147483649", "8:7: -2147483649 does not fit in 32 bits"),
        ("b = 1 == 2", "8:12: the type is not known; write it behind, `5:i32`"),
        ("b = i <s 1:i8", "8:12: this is i8, but i32 is wanted"),
        ("i = zext<i32>(i)", "8:7: this operator does not apply to i32"),
        ("i = frob(i)", "8:7: there is no operator `frob`"),
        ("i = frob<i32>(i)", "8:7: there is no conversion `frob`; comparisons are `<s` and `<u`"),
        ("b = i < i", "8:7: there is no conversion `i`; comparisons are `<s` and `<u`"),
        ("i = not(i, i)", "8:12: an operator, `,` or `)` is wanted"),
        ("i = sdiv(i)", "8:7: 1 operands where 2 are wanted"),
        ("i = @h", "8:7: there is no global `h`"),
        ("p = &h", "8:8: there is no function `h`"),
        ("i = load 5", "8:12: a number, but ptr is wanted"),
        ("p = alloc heap s33x", "8:18: there is no type `s33x`"),
        ("p = alloc heap struct s", "8:18: there is no struct `s` declared before"),
        ("i = alloc heap s8", "8:7: this gives ptr, but i32 is wanted"),
        ("assert b", "8:11: a property is wanted"),
        ("assert b prop p9", "8:17: there is no property `p9`"),
        ("assert b sorry \"x\"", "8:12: there is no kind of property `sorry`"),
        ("i = call f(i, p", "9:3: `,` or `)` is wanted"),
        ("i = call f()", "8:12: 0 arguments for 1 parameters"),
        ("b = call f(1)", "8:12: `f` returns i32"),
        ("i = call f(p)", "8:14: this is ptr, but i32 is wanted"),
        ("goto y", "8:8: there is no label `y`"),
        ("x:", "8:3: label `x` stands twice"),
        ("switch i [1 -> x, 1 -> x] else x", "8:21: this value stands twice"),
        ("switch p [] else x", "8:10: a switch looks at an integer"),
        ("return", "8:3: this function has a result"),
        ("exit exit", "8:8: the end of the line is wanted"),
        ("i = \"x", "8:7: a \" that is not closed on its line"),
        ("i = ~i", "8:7: `~` means nothing here"),
        ("havoc `load", "8:9: a ` that is not closed on its line"),
        ("havoc load", "8:9: a variable is wanted; as a name, `load` must be quoted"),
        ("i = 1 !0:1:1:1", "8:10: there is no file 0"),
        ("unsupported \"\\q\"", "8:16: an escape that means nothing"),
    ] {
        assert_eq!(error_of(line), message, "{line}");
    }
    for (text, message) in [
        ("", "1:1: there is no function `main`, and no `entry` names another"),
        ("func main() {", "1:14: the `}` to a `{` is missing"),
        ("func main() {}\nfunc main() {}", "2:1: function `main` is declared twice"),
        ("global @x: s8\nglobal @x: s8", "2:1: global `x` is declared twice"),
        ("func main(a: s8, a: s8) {}", "1:18: variable `a` is declared twice"),
        ("func main(a) {}", "1:11: there is no variable `a`"),
        ("func main() {\nvar a: [2 x s8]\n}", "2:8: a variable is of a type without parts"),
        ("type struct s size 1 align 1 {}\ntype struct s size 2 align 1 {}", "2:6: `s` is declared twice"),
        ("entry start\nfunc main() {}", "1:7: there is no function `start`"),
        ("target LP128", "1:8: there is no target `LP128`"),
        ("hello", "1:1: there is no declaration `hello`"),
        ("}", "1:1: a declaration is wanted"),
        ("func main() -> i32 {\na:\n}", "3:1: the last block does not end in a `return`"),
        ("func main() {\n  exit\n}", "2:3: a label is wanted"),
        ("global @x: s0", "1:12: there is no type `s0`"),
        ("global @x: s65537", "1:12: there is no type `s65537`"),
    ] {
        assert_eq!(parse("x", text).map(|_| ()).map_err(|e| e.to_string()), Err(message.to_string()), "{text}");
    }
}

#[test]
fn truncation_and_garbage_never_panic() {
    let (_, text) = fixtures().into_iter().find(|(name, _)| name.ends_with("everything.hir")).expect("the fixture");
    for (end, _) in text.char_indices() {
        let _ = parse("x", &text[..end]);
    }
    // Tokens replaced, dropped and doubled at random.
    let words: Vec<&str> = text.split(' ').collect();
    let mut random = Random(7);
    for _ in 0..1_000 {
        let mut words = words.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(words.len());
            match random.below(3) {
                0 => words[at] = words[random.below(words.len())],
                1 => drop(words.remove(at)),
                _ => words.insert(at, words[random.below(words.len())]),
            }
        }
        if let Ok(program) = parse("x", &words.join(" ")) {
            // What was read is at least complete enough to be judged and printed.
            verify(&program);
            print(&program);
        }
    }
    let signs = "()[]{}<>:;,@&|^+-*=!\"`.0x1e\\\nvar func main b0 é\u{0}";
    for _ in 0..2_000 {
        let all: Vec<char> = signs.chars().collect();
        let noise: String = (0..random.below(60)).map(|_| all[random.below(all.len())]).collect();
        assert!(parse("x", &noise).is_err(), "{noise:?}");
    }
}

#[test]
fn nesting_is_limited() {
    let deep = |n: usize| {
        let (open, close) = ("not(".repeat(n), ")".repeat(n));
        format!("func main() {{\n  var b: u1\na:\n  b = {open}b{close}\n}}\n")
    };
    let program = parse("x", &deep(3_000)).expect("deep enough to be read");
    assert_eq!(verify(&program), vec![]);
    assert_eq!(print(&parse("y", &print(&program)).expect("read again")), print(&program));
    assert!(parse("x", &deep(100_000)).is_err());
    assert!(parse("x", &"(".repeat(1_000_000)).is_err());
    let open = "[1 x ".repeat(1_000_000);
    assert!(parse("x", &format!("global @x: {open}s8")).is_err());
    let digits = "9".repeat(1_000_000);
    assert!(parse("x", &format!("func main() {{\n  var b: s8\na:\n  b = {digits}\n}}\n")).is_err());
    assert!(parse("x", "func main() {\n  var b: f64\na:\n  b = 1e999999999999999999\n}\n").is_ok(), "infinity");
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn flip(&mut self) -> bool {
        self.next().is_multiple_of(2)
    }
    fn one_of<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

/// Makes random programs that are faultless but mean nothing.
struct Maker {
    random: Random,
    program: Program,
}

impl Maker {
    fn name(&mut self, prefix: &str, n: usize) -> String {
        let odd = ["", "`", " ", "\\", "\n", "\"", "é", "load", ".", "%"];
        let odd = if self.random.below(4) == 0 { self.random.one_of(&odd) } else { "" };
        if n == 0 && odd == "load" { odd.to_string() } else { format!("{prefix}{odd}{n}") }
    }
    fn span(&mut self) -> Span {
        if self.random.below(4) == 0 {
            return Span::nowhere();
        }
        let file = FileId::new(self.random.below(self.program.files.len()));
        Span { file, line: 1 + self.random.below(99) as u32, col: self.random.below(9) as u32, len: 1 }
    }
    fn scalar(&mut self) -> Scalar {
        let widths = [1, 7, 8, 16, 32, 64, 65, 128];
        match self.random.below(6) {
            0 => Scalar::Ptr,
            1 => Scalar::Float(self.random.one_of(&[Format::HALF, Format::SINGLE, Format::DOUBLE, Format::X87])),
            _ => Scalar::Int(self.random.one_of(&widths)),
        }
    }
    fn scalar_type(&mut self, ty: Scalar) -> TypeId {
        let signed = self.random.flip();
        self.program.types.add(match ty {
            Scalar::Int(bits) => Type::Int { bits, signed },
            Scalar::Float(format) => Type::Float(format),
            Scalar::Ptr => Type::Ptr,
        })
    }
    fn bits(&mut self, width: u32) -> Bits {
        let word = self.random.next();
        let small = Bits::from_i64(width, (word % 9) as i64 - 4);
        if self.random.flip() {
            small
        } else {
            Bits::from_i64(width, word as i64).mul(&Bits::from_u64(width, word | 1))
        }
    }
    fn aggregate(&mut self) -> TypeId {
        match self.random.below(3) {
            0 => {
                let ty = self.scalar();
                self.scalar_type(ty)
            }
            1 => {
                let elem = self.any_type();
                let len = self.random.below(5) as u64;
                self.program.types.add(Type::Array { elem, len })
            }
            _ => {
                let union = self.random.flip();
                let target = self.program.target;
                let (mut fields, mut size) = (Vec::new(), 0);
                for n in 0..self.random.below(4) {
                    let ty = self.any_type();
                    let offset = if union { 0 } else { size };
                    size = size.max(offset + self.program.types.size(ty, target));
                    let bits = match self.program.types.scalar(ty) {
                        Some(Scalar::Int(bits)) if self.random.flip() => Some((0, bits)),
                        _ => None,
                    };
                    let name = if self.random.below(9) == 0 { String::new() } else { self.name("f", n) };
                    fields.push(Field { name, ty, offset, bits });
                }
                let name = format!("r{}", self.program.types.iter().count());
                self.program.types.add(Type::Record(Record { union, name, fields, size, align: 8 }))
            }
        }
    }
    fn any_type(&mut self) -> TypeId {
        let all: Vec<TypeId> = self.program.types.iter().map(|(id, _)| id).collect();
        self.random.one_of(&all)
    }
    fn expr(&mut self, vars: &[(VarId, Scalar)], ty: Scalar, depth: usize) -> Expr {
        let leaf = depth == 0 || self.random.below(3) == 0;
        if leaf {
            let fitting: Vec<VarId> = vars.iter().filter(|(_, t)| *t == ty).map(|(v, _)| *v).collect();
            if !fitting.is_empty() && self.random.flip() {
                return Expr::Var(self.random.one_of(&fitting));
            }
            return match ty {
                Scalar::Int(width) => Expr::Int(self.bits(width)),
                Scalar::Float(format) => Expr::Float(format, self.bits(format.bits())),
                Scalar::Ptr => match self.random.below(3) {
                    0 => Expr::Null,
                    1 => Expr::Global(GlobalId::new(self.random.below(self.program.globals.len()))),
                    _ => Expr::Func(FuncId::new(0)),
                },
            };
        }
        let word = self.program.word();
        let sub = depth - 1;
        if self.random.below(5) == 0 {
            let cond = self.expr(vars, Scalar::Int(1), sub);
            return Expr::select(cond, self.expr(vars, ty, sub), self.expr(vars, ty, sub));
        }
        match ty {
            Scalar::Ptr if self.random.flip() => {
                Expr::offset(self.expr(vars, Scalar::Ptr, sub), self.expr(vars, word, sub))
            }
            Scalar::Ptr => Expr::cast(Cast::IToP, Scalar::Ptr, self.expr(vars, word, sub)),
            Scalar::Float(format) => match self.random.below(4) {
                0 => Expr::unary(Unary::FSqrt(Rounding::Down), self.expr(vars, ty, sub)),
                1 => Expr::cast(Cast::BitsToF, ty, self.expr(vars, Scalar::Int(format.bits()), sub)),
                2 => Expr::cast(Cast::UToF(Rounding::Up), ty, self.expr(vars, Scalar::Int(7), sub)),
                _ => Expr::binary(Binary::FMod, self.expr(vars, ty, sub), self.expr(vars, ty, sub)),
            },
            Scalar::Int(1) if self.random.flip() => {
                let of = self.scalar();
                let op = match of {
                    Scalar::Int(_) => self.random.one_of(&[Binary::SLt, Binary::ULe, Binary::Eq, Binary::SMulOverflow]),
                    Scalar::Float(_) => self.random.one_of(&[Binary::FEq, Binary::FLt, Binary::FLe]),
                    Scalar::Ptr => self.random.one_of(&[Binary::Eq, Binary::ULt, Binary::ULe]),
                };
                Expr::binary(op, self.expr(vars, of, sub), self.expr(vars, of, sub))
            }
            Scalar::Int(width) => match self.random.below(4) {
                0 => Expr::unary(self.random.one_of(&[Unary::Not, Unary::Neg]), self.expr(vars, ty, sub)),
                1 => Expr::cast(Cast::Trunc, ty, self.expr(vars, Scalar::Int(width + 3), sub)),
                2 if ty == word => {
                    Expr::binary(Binary::PtrDiff, self.expr(vars, Scalar::Ptr, sub), self.expr(vars, Scalar::Ptr, sub))
                }
                _ => {
                    let op = self.random.one_of(&[Binary::Add, Binary::Sub, Binary::Mul, Binary::Xor, Binary::AShr]);
                    Expr::binary(op, self.expr(vars, ty, sub), self.expr(vars, ty, sub))
                }
            },
        }
    }
    fn prop(&mut self, kind: PropKind) -> PropId {
        let (text, func, span) = (self.name("text", 1), self.name("func", 2), self.span());
        self.program.props.push(Prop { kind, text, func, span })
    }
    fn check(&mut self, kind: PropKind) -> Option<PropId> {
        self.random.flip().then(|| self.prop(kind))
    }
    fn op(&mut self, vars: &[(VarId, Scalar)]) -> Op {
        let word = self.program.word();
        let (dst, ty) = self.random.one_of(vars);
        let pointers: Vec<VarId> = vars.iter().filter(|(_, t)| *t == Scalar::Ptr).map(|(v, _)| *v).collect();
        let region = self.random.one_of(&[Region::Stack, Region::Heap]);
        match self.random.below(17) {
            0 | 1 => Op::Assign { dst, value: self.expr(vars, ty, 5) },
            2 => Op::Load { dst, ptr: self.expr(vars, Scalar::Ptr, 3), check: self.check(PropKind::Deref) },
            3 => {
                let of = self.scalar();
                let (ptr, value) = (self.expr(vars, Scalar::Ptr, 2), self.expr(vars, of, 2));
                Op::Store { ptr, value, check: self.check(PropKind::Deref) }
            }
            4 => {
                let (dst, src) = (self.expr(vars, Scalar::Ptr, 1), self.expr(vars, Scalar::Ptr, 1));
                Op::Copy { dst, src, size: self.expr(vars, word, 1), check: self.check(PropKind::Deref) }
            }
            5 => {
                let (dst, byte) = (self.expr(vars, Scalar::Ptr, 1), self.expr(vars, Scalar::Int(8), 1));
                Op::Fill { dst, byte, size: self.expr(vars, word, 1), check: self.check(PropKind::Deref) }
            }
            6 => {
                let (dst, ty) = (self.random.one_of(&pointers), self.any_type());
                let (count, zeroed) = (self.expr(vars, word, 1), self.random.flip());
                let constant = self.random.flip();
                let align = self.random.flip().then(|| self.expr(vars, word, 1));
                let replaces = self.random.flip().then(|| self.expr(vars, Scalar::Ptr, 1));
                Op::Alloc { dst, region, ty, count, zeroed, constant, align, replaces }
            }
            7 => Op::Free { ptr: self.expr(vars, Scalar::Ptr, 1), region, check: self.check(PropKind::Free) },
            14 => {
                let count = self.random.below(3);
                Op::Clobber { roots: (0..count).map(|_| self.expr(vars, Scalar::Ptr, 1)).collect() }
            }
            8 => Op::Havoc { dst },
            9 => Op::Assume { cond: self.expr(vars, Scalar::Int(1), 4) },
            10 => {
                let cond = self.expr(vars, Scalar::Int(1), 4);
                Op::Assert { cond, prop: self.prop(PropKind::Shift) }
            }
            11 => {
                // The first function takes a condition and a 64-bit integer and gives a pointer.
                let args = vec![self.expr(vars, Scalar::Int(1), 1), self.expr(vars, Scalar::Int(64), 1)];
                let dst = self.random.flip().then(|| self.random.one_of(&pointers));
                Op::Call { dst, callee: Callee::Direct(FuncId::new(0)), args }
            }
            12 => {
                let ptr = self.expr(vars, Scalar::Ptr, 1);
                let callee = Callee::Indirect { ptr, check: self.check(PropKind::Deref) };
                let args = (0..self.random.below(3)).map(|_| self.scalar()).collect::<Vec<_>>();
                let args = args.into_iter().map(|ty| self.expr(vars, ty, 1)).collect();
                Op::Call { dst: self.random.flip().then_some(dst), callee, args }
            }
            13 => Op::Approximate { dst, value: self.expr(vars, ty, 3), what: self.name("what", 0) },
            15 if ty == word => {
                let aspect = self.random.one_of(&Aspect::ALL);
                Op::Inspect { dst, ptr: self.expr(vars, Scalar::Ptr, 2), aspect }
            }
            _ => Op::Unsupported(self.name("why", 0)),
        }
    }
    fn function(&mut self, n: usize) -> Function {
        let mut vars: Map<VarId, Var> = Map::new();
        for v in 0..3 + self.random.below(9) {
            let ty = [Scalar::Int(1), Scalar::Int(64), Scalar::Ptr].get(v).copied();
            let ty = ty.unwrap_or_else(|| self.scalar());
            let place = self.any_type();
            let role = self.random.one_of(&[Role::Named, Role::Temp, Role::Place(place)]);
            let (name, ty, span) = (self.name("v", v), self.scalar_type(ty), self.span());
            vars.push(Var { name, ty, role, span });
        }
        let params = match n {
            0 => vec![VarId::new(0), VarId::new(1)],
            _ => (0..vars.len()).rev().filter(|_| self.random.below(3) == 0).map(VarId::new).collect(),
        };
        let result = if n == 0 { Some(Scalar::Ptr) } else { self.random.flip().then(|| self.scalar()) };
        let known: Vec<(VarId, Scalar)> =
            vars.iter().map(|(id, v)| (id, self.program.types.scalar(v.ty).expect("a scalar"))).collect();
        let count = 1 + self.random.below(5);
        let blocks: Map<BlockId, Block> = (0..count)
            .map(|_| {
                let insts =
                    (0..self.random.below(8)).map(|_| Inst { op: self.op(&known), span: self.span() }).collect();
                let mut to = || BlockId::new(self.random.below(count));
                let (yes, no) = (to(), to());
                let end = match self.random.below(6) {
                    0 => End::Goto(yes),
                    1 => End::Branch { cond: self.expr(&known, Scalar::Int(1), 3), yes, no },
                    2 => {
                        let arms = (0..self.random.below(4)).map(|i| (Bits::from_i64(9, i as i64 - 2), yes)).collect();
                        End::Switch { on: self.expr(&known, Scalar::Int(9), 2), arms, other: no }
                    }
                    3 => End::Halt(self.random.one_of(&[Halt::Exit, Halt::Abort])),
                    4 => End::Unreachable,
                    _ => End::Return(result.map(|ty| self.expr(&known, ty, 2))),
                };
                Block { insts, end, span: self.span() }
            })
            .collect();
        let entry = BlockId::new(self.random.below(count));
        let (variadic, span, name) = (self.random.flip(), self.span(), self.name("fn", n));
        Function { name, params, variadic, result, vars, blocks, entry, span }
    }
    fn program(seed: u64) -> Program {
        let program = Program {
            target: DataModel::Lp64,
            types: Types::new(),
            globals: Map::new(),
            functions: Map::new(),
            entry: FuncId::new(0),
            props: Map::new(),
            features: Map::new(),
            files: Map::new(),
            leak: None,
            race: None,
            deadlock: None,
            cleanup: None,
            outside: seed.is_multiple_of(2),
            notes: vec![],
        };
        let mut maker = Maker { random: Random(seed), program };
        maker.program.target = maker.random.one_of(&[DataModel::Lp64, DataModel::Ilp32]);
        for n in 0..1 + maker.random.below(3) {
            let name = maker.name("file", n);
            maker.program.files.push(File { name, text: None, library: false });
        }
        maker.program.types.int(8, true);
        for _ in 0..maker.random.below(9) {
            maker.aggregate();
        }
        for n in 0..1 + maker.random.below(4) {
            let ty = maker.any_type();
            let size = maker.program.types.size(ty, maker.program.target);
            let values = (0..size).filter(|_| maker.random.flip()).collect::<Vec<u64>>();
            let values = values.into_iter().map(|at| (at, Expr::Int(maker.bits(8)))).collect();
            let init = if maker.random.below(4) == 0 { Init::Arbitrary } else { Init::Values(values) };
            let (name, constant, span) = (maker.name("g", n), maker.random.flip(), maker.span());
            maker.program.globals.push(Global { name, ty, init, constant, span });
        }
        for n in 0..1 + maker.random.below(3) {
            let function = maker.function(n);
            maker.program.functions.push(function);
        }
        if maker.random.flip() {
            maker.program.leak = Some(maker.prop(PropKind::Leak));
        }
        if maker.random.flip() {
            let note = maker.name("note", 3);
            maker.program.notes.push(note);
        }
        maker.program
    }
}

#[test]
fn random_programs_come_back() {
    for seed in 1..400u64 {
        let program = Maker::program(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(verify(&program), vec![], "seed {seed}\n{}", print(&program));
        let text = print(&program);
        let again = parse("x", &text).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        assert_same(&program, &again);
        let plain = print_plain(&program);
        let again = parse("x", &plain).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{plain}"));
        assert_eq!(print_plain(&again), plain, "seed {seed}");
    }
}
