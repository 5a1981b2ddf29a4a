//! Sizes, alignments and offsets compared with those of the system's compiler, for both data models.
//!
//! Random structs and unions are written as C with a `_Static_assert` for every number that our layout says; the
//! compiler must accept them all. Nothing is run, so no 32-bit library is needed.

use hecaton_front_c::ctype::{CRecord, CType, CTypeId, CTypes, FloatKind, IntKind, Len};
use hecaton_front_c::layout::Draft;
use hecaton_ir::DataModel;
use std::fmt::Write as _;
use std::process::Command;

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

const INTS: [IntKind; 13] = [
    IntKind::Bool,
    IntKind::Char,
    IntKind::SChar,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
    IntKind::Int,
];

struct Generator {
    ctypes: CTypes,
    random: Random,
    code: String,
    /// Statements that look where the bits of the bit-fields lie.
    checks: String,
    /// Records made so far, with their names in C.
    records: Vec<(CTypeId, String)>,
}

impl Generator {
    fn int(&mut self) -> (CTypeId, String) {
        let kind = INTS[self.random.below(INTS.len() as u64) as usize];
        (self.ctypes.int(kind), kind.name().into())
    }
    fn member_type(&mut self) -> (CTypeId, String) {
        match self.random.below(10) {
            0 => (self.ctypes.float(FloatKind::Float), "float".into()),
            1 => (self.ctypes.float(FloatKind::Double), "double".into()),
            2 => (self.ctypes.float(FloatKind::LongDouble), "long double".into()),
            3 => {
                let void = self.ctypes.void();
                (self.ctypes.ptr(void), "void *".into())
            }
            4 if !self.records.is_empty() => {
                let index = self.random.below(self.records.len() as u64) as usize;
                self.records[index].clone()
            }
            _ => self.int(),
        }
    }
    fn record(&mut self, index: usize) {
        let union = self.random.below(4) == 0;
        let packed = self.random.below(5) == 0;
        let align = if self.random.below(8) == 0 { 1 << self.random.below(6) } else { 1 };
        let pack = if self.random.below(8) == 0 { Some(1 << self.random.below(4)) } else { None };
        let name = format!("{} r{index}", if union { "union" } else { "struct" });
        let (mut drafts, mut body) = (Vec::new(), String::new());
        for field in 0..=self.random.below(6) {
            if self.random.below(2) == 0 {
                let (ty, text) = self.int();
                let kind = self.ctypes.int_kind(ty).expect("an integer");
                let most = u64::from(kind.bits(self.ctypes.target));
                let unnamed = self.random.below(6) == 0;
                let width = if unnamed { self.random.below(most + 1) } else { 1 + self.random.below(most) };
                let label = if unnamed { String::new() } else { format!("f{field}") };
                writeln!(body, "  {text} {label} : {width};").expect("text");
                let name = (!unnamed).then_some(label);
                drafts.push(Draft { name, ty, width: Some(width as u32), align: None, packed });
                continue;
            }
            let (mut ty, text) = self.member_type();
            let mut suffix = String::new();
            if self.random.below(4) == 0 {
                let len = 1 + self.random.below(5);
                ty = self.ctypes.array(ty, Len::Known(len));
                suffix = format!("[{len}]");
            }
            let asked = (self.random.below(8) == 0).then(|| 1 << self.random.below(6));
            let attribute = asked.map_or(String::new(), |n: u64| format!(" __attribute__((aligned({n})))"));
            writeln!(body, "  {text} f{field}{suffix}{attribute};").expect("text");
            drafts.push(Draft { name: Some(format!("f{field}")), ty, width: None, align: asked, packed });
        }
        let mut attributes = String::new();
        if packed {
            attributes += " __attribute__((packed))";
        }
        if align > 1 {
            write!(attributes, " __attribute__((aligned({align})))").expect("text");
        }
        if let Some(pack) = pack {
            writeln!(self.code, "#pragma pack(push, {pack})").expect("text");
        }
        writeln!(self.code, "{name} {{\n{body}}}{attributes};").expect("text");
        if pack.is_some() {
            writeln!(self.code, "#pragma pack(pop)").expect("text");
        }
        let laid_out = self.ctypes.lay_out(union, &drafts, align, pack);
        let (size, own) = (laid_out.size, laid_out.align);
        writeln!(self.code, "_Static_assert(sizeof({name}) == {size}, \"size of {name}\");").expect("text");
        writeln!(self.code, "_Static_assert(_Alignof({name}) == {own}, \"alignment of {name}\");").expect("text");
        for member in &laid_out.members {
            let field = &member.name;
            let Some(bits) = member.bits else {
                let offset = member.offset;
                writeln!(
                    self.code,
                    "_Static_assert(__builtin_offsetof({name}, {field}) == {offset}, \"offset of {field} in {name}\");"
                )
                .expect("text");
                continue;
            };
            let (first, width) = (member.offset * 8 + u64::from(bits.low), bits.width);
            writeln!(
                self.checks,
                "  {{ union {{ {name} r; unsigned char b[sizeof({name})]; }} u = {{.b = {{0}}}}; u.r.{field} = -1; \
                 check(u.b, sizeof u.b, {first}, {width}, \"{name}.{field}\"); }}"
            )
            .expect("text");
        }
        let id = self.ctypes.records.push(CRecord { union, name: format!("r{index}"), body: Some(laid_out) });
        let ty = self.ctypes.add(CType::Record(id));
        self.records.push((ty, name));
    }
}

/// Whether exactly the bits of a field are set.
const CHECK: &str = r#"
#include <stdio.h>
static int wrong;
static void check(const unsigned char *bytes, unsigned long size, unsigned long first, unsigned long width, const char *name) {
  for (unsigned long i = 0; i < size * 8; i++)
    if ((bytes[i / 8] >> i % 8 & 1) != (first <= i && i < first + width)) {
      printf("%s: bit %lu\n", name, i);
      wrong = 1;
      return;
    }
}
"#;

#[test]
fn layout_is_that_of_the_compiler() {
    for (target, flag) in [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")] {
        let mut generator = Generator {
            ctypes: CTypes::new(target),
            random: Random(0x9e37_79b9_7f4a_7c15),
            code: String::new(),
            checks: String::new(),
            records: Vec::new(),
        };
        for index in 0..400 {
            generator.record(index);
        }
        let folder = std::env::temp_dir().join(format!("hecaton-front-c-layout-{}{flag}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let file = folder.join("layout.c");
        std::fs::write(&file, &generator.code).expect("a temporary file");
        let output = Command::new("gcc").args([flag, "-w", "-fsyntax-only"]).arg(&file).output().expect("gcc runs");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let lines: Vec<&str> = message.lines().filter(|line| line.contains("error")).take(10).collect();
        assert!(output.status.success(), "{flag}:\n{}\n{}", lines.join("\n"), file.display());
        if target == DataModel::Lp64 {
            let code =
                format!("{}\n{CHECK}int main(void) {{\n{}  return wrong;\n}}\n", generator.code, generator.checks);
            std::fs::write(&file, code).expect("a temporary file");
            let binary = folder.join("layout");
            let status = Command::new("gcc").args(["-w", "-o"]).arg(&binary).arg(&file).status().expect("gcc runs");
            assert!(status.success());
            let output = Command::new(&binary).output().expect("the program runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        }
        std::fs::remove_dir_all(&folder).expect("the temporary folder goes");
    }
}
