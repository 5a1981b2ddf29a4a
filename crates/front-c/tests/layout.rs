//! Sizes, alignments, offsets and the places of bit-fields compared with those of the system's compiler, for both data
//! models.
//!
//! Random structs and unions are written as C, together with an array of all their numbers and, for each bit-field, an
//! object in which only its bits are set. The compiler's assembly and our program must have the same bytes in them.
//! Nothing is linked or run, so no 32-bit library is needed.

use hecaton_base::Budget;
use hecaton_front_c::{Input, Options, load};
use hecaton_ir::{DataModel, Expr, Init, Program};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
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
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
    fn choose<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Types that the records are made of. Those of the second line are not for arrays: their elements would not be
/// aligned.
const TYPES: &str = "
enum eu { EU0, EU1 = 70000 };
enum es { ES0 = -1, ES1 };
enum __attribute__((packed)) ep { EP0, EP1 = 200 };
enum el { EL0 = 1ll << 40 };
typedef long long low __attribute__((aligned(2)));
typedef double eight __attribute__((aligned(8)));
typedef struct { char c; int i; } inner;
typedef struct { char c; short s[3]; } inner8 __attribute__((aligned(8)));
typedef int function(void);

typedef char four __attribute__((aligned(4)));
typedef int sixteen __attribute__((aligned(16)));
";
const SCALARS: [&str; 22] = [
    "char",
    "short",
    "int",
    "long",
    "long long",
    "unsigned char",
    "unsigned",
    "_Bool",
    "float",
    "double",
    "long double",
    "_Float128",
    "void *",
    "function *",
    "enum eu",
    "enum es",
    "enum ep",
    "enum el",
    "low",
    "eight",
    "inner",
    "inner8",
];
const LONELY: [&str; 2] = ["four", "sixteen"];
/// With their widths in both data models.
const BIT_TYPES: [(&str, u64, u64); 16] = [
    ("_Bool", 1, 1),
    ("char", 8, 8),
    ("signed char", 8, 8),
    ("unsigned char", 8, 8),
    ("short", 16, 16),
    ("unsigned short", 16, 16),
    ("int", 32, 32),
    ("unsigned", 32, 32),
    ("long", 64, 32),
    ("unsigned long", 64, 32),
    ("long long", 64, 64),
    ("unsigned long long", 64, 64),
    ("enum eu", 32, 32),
    ("enum es", 32, 32),
    ("enum ep", 8, 8),
    ("low", 64, 64),
];

struct Generator {
    target: DataModel,
    random: Random,
    code: String,
    /// The initialiser of the array of numbers, and what each number is.
    numbers: Vec<String>,
    /// Objects with one bit-field set.
    objects: Vec<String>,
    records: Vec<String>,
    names: u32,
}

impl Generator {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("f{}", self.names)
    }
    fn aligned(&mut self) -> String {
        match self.random.below(12) {
            0 => format!(" __attribute__((aligned({})))", 1 << self.random.below(6)),
            1 => " __attribute__((packed))".into(),
            2 if self.random.one_in(3) => " __attribute__((aligned))".into(),
            3 if self.random.one_in(3) => format!(" __attribute__((packed, aligned({})))", 1 << self.random.below(4)),
            _ => String::new(),
        }
    }
    /// One member. Its name goes to `fields`, or to `bits` if it is a bit-field.
    fn member(&mut self, depth: u32, body: &mut String, fields: &mut Vec<String>, bits: &mut Vec<String>) {
        let attribute = self.aligned();
        if self.random.below(5) < 2 {
            let (ty, wide, narrow) = BIT_TYPES[self.random.below(BIT_TYPES.len() as u64) as usize];
            let most = if self.target == DataModel::Lp64 { wide } else { narrow };
            if self.random.one_in(6) {
                let width = if self.random.one_in(2) { 0 } else { self.random.below(most + 1) };
                writeln!(body, "  {ty} : {width};").expect("text");
            } else {
                let (name, width) = (self.name(), 1 + self.random.below(most));
                writeln!(body, "  {ty} {name} : {width}{attribute};").expect("text");
                bits.push(name);
            }
            return;
        }
        if depth < 2 && self.random.one_in(9) {
            let keyword = self.random.choose(&["struct", "union"]);
            let mut inner = String::new();
            for _ in 0..=self.random.below(3) {
                self.member(depth + 1, &mut inner, fields, bits);
            }
            let attribute = self.aligned();
            writeln!(body, "  {keyword} {{\n{inner}}}{attribute};").expect("text");
            return;
        }
        let name = self.name();
        if self.random.one_in(10) {
            let ty = self.random.choose(&LONELY);
            writeln!(body, "  {ty} {name}{attribute};").expect("text");
        } else {
            let mut ty = self.random.choose(&SCALARS).to_owned();
            if self.target == DataModel::Lp64 && self.random.one_in(12) {
                ty = self.random.choose(&["__int128", "unsigned __int128"]).into();
            }
            if !self.records.is_empty() && self.random.one_in(8) {
                ty.clone_from(&self.records[self.random.below(self.records.len() as u64) as usize]);
            }
            let suffix = match self.random.below(8) {
                0 | 1 => format!("[{}]", 1 + self.random.below(5)),
                2 => format!("[{}][{}]", 1 + self.random.below(3), 1 + self.random.below(3)),
                3 if self.random.one_in(3) => "[0]".into(),
                _ => String::new(),
            };
            let before = if self.random.one_in(16) { "_Alignas(32) " } else { "" };
            writeln!(body, "  {before}{ty} {name}{suffix}{attribute};").expect("text");
        }
        fields.push(name);
    }
    fn record(&mut self, index: usize) {
        let keyword = if self.random.one_in(4) { "union" } else { "struct" };
        let tag = format!("{keyword} r{index}");
        let (mut body, mut fields, mut bits) = (String::new(), Vec::new(), Vec::new());
        for _ in 0..=self.random.below(6) {
            self.member(0, &mut body, &mut fields, &mut bits);
        }
        let flexible = keyword == "struct" && !fields.is_empty() && self.random.one_in(10);
        if flexible {
            let (ty, name) = (self.random.choose(&SCALARS), self.name());
            writeln!(body, "  {ty} {name}[];").expect("text");
            fields.push(name);
        }
        let attributes = match self.random.below(12) {
            0 | 1 => " __attribute__((packed))".to_owned(),
            2 => format!(" __attribute__((aligned({})))", 1 << self.random.below(6)),
            3 => format!(" __attribute__((packed, aligned({})))", 1 << self.random.below(6)),
            _ => String::new(),
        };
        let pack = self.random.one_in(8).then(|| 1 << self.random.below(5));
        if let Some(pack) = pack {
            writeln!(self.code, "#pragma pack(push, {pack})").expect("text");
        }
        if self.random.one_in(2) {
            writeln!(self.code, "{tag} {{\n{body}}}{attributes};").expect("text");
        } else {
            writeln!(self.code, "{keyword}{attributes} r{index} {{\n{body}}};").expect("text");
        }
        if pack.is_some() {
            writeln!(self.code, "#pragma pack(pop)").expect("text");
        }
        self.numbers.push(format!("sizeof({tag})"));
        self.numbers.push(format!("_Alignof({tag})"));
        let ty = self.random.choose(&SCALARS);
        self.numbers.push(format!("__alignof__({ty}) * 100 + _Alignof({ty}[2])"));
        for field in &fields {
            self.numbers.push(format!("__builtin_offsetof({tag}, {field})"));
        }
        for field in bits {
            self.objects.push(format!("{tag} o{} = {{.{field} = -1}};", self.objects.len()));
        }
        if !flexible {
            self.records.push(tag);
        }
    }
    fn text(&self) -> String {
        let objects: Vec<String> = (0..self.objects.len()).map(|i| format!("&o{i}")).collect();
        format!(
            "{TYPES}{}\nunsigned long long numbers[] = {{\n{}\n}};\n{}\nvoid *all[] = {{numbers, {}}};\n\
             int main(void) {{ return all[0] != 0; }}\n",
            self.code,
            self.numbers.join(",\n"),
            self.objects.join("\n"),
            objects.join(", ")
        )
    }
}

/// The initial bytes of the objects in the compiler's assembly.
fn compiled(file: &Path, flag: &str) -> Option<HashMap<String, Vec<u8>>> {
    let output = Command::new("gcc")
        .args([flag, "-w", "-std=gnu11", "-S", "-fno-common", "-fno-zero-initialized-in-bss", "-o", "-"])
        .arg(file)
        .output()
        .expect("gcc runs");
    let message = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        assert!(flag == "-m32" && message.contains("-m32"), "{}: {message}", file.display());
        return None;
    }
    let mut objects: HashMap<String, Vec<u8>> = HashMap::new();
    let mut current = String::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some(label) = line.strip_suffix(':') {
            label.clone_into(&mut current);
            continue;
        }
        let Some((directive, rest)) = line.trim().split_once('\t') else { continue };
        let bytes = objects.entry(current.clone()).or_default();
        let number = || rest.parse::<i128>().unwrap_or(0).to_le_bytes();
        match directive {
            ".byte" => bytes.extend(&number()[..1]),
            ".value" => bytes.extend(&number()[..2]),
            ".long" => bytes.extend(&number()[..4]),
            ".quad" => bytes.extend(&number()[..8]),
            ".zero" => bytes.extend(vec![0; rest.parse().unwrap_or(0)]),
            _ => {}
        }
    }
    Some(objects)
}

/// The same in our program.
fn initial_bytes(program: &Program, name: &str) -> Option<Vec<u8>> {
    let (_, global) = program.globals.iter().find(|(_, global)| global.name == name)?;
    let mut bytes = vec![0; program.types.size(global.ty, program.target) as usize];
    let Init::Values(values) = &global.init else { return None };
    for (offset, value) in values {
        let Expr::Int(bits) = value else { return None };
        for (i, byte) in bits.to_le_bytes().into_iter().enumerate() {
            *bytes.get_mut(*offset as usize + i)? = byte;
        }
    }
    Some(bytes)
}

fn compare(target: DataModel, flag: &str, seed: u64, count: usize) {
    let mut generator = Generator {
        target,
        random: Random(seed),
        code: String::new(),
        numbers: Vec::new(),
        objects: Vec::new(),
        records: Vec::new(),
        names: 0,
    };
    for index in 0..count {
        generator.record(index);
    }
    let folder = std::env::temp_dir().join(format!("hecaton-front-c-layout-{}{flag}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join("layout.i");
    std::fs::write(&file, generator.text()).expect("a temporary file");
    let Some(expected) = compiled(&file, flag) else {
        println!("not compared: the compiler has no {flag}");
        return;
    };
    let missing_body = hecaton_front_c::MissingBody::Error;
    let options = Options { data_model: target, missing_body, ..Options::default() };
    let program = match load(&[Input::plain(&file)], &options, &Budget::unlimited()) {
        Ok(loaded) => loaded.program,
        Err(failure) => panic!("{}: {:?}", file.display(), failure.diags),
    };
    let mut wrong = Vec::new();
    let words = |bytes: &[u8]| -> Vec<u64> {
        bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))).collect()
    };
    let ours = initial_bytes(&program, "numbers").expect("the numbers");
    for ((what, theirs), ours) in generator.numbers.iter().zip(words(&expected["numbers"])).zip(words(&ours)) {
        if ours != theirs {
            wrong.push(format!("{what} is {theirs}, not {ours}"));
        }
    }
    for (index, object) in generator.objects.iter().enumerate() {
        let name = format!("o{index}");
        let (theirs, ours) = (&expected[&name], initial_bytes(&program, &name));
        if ours.as_ref() != Some(theirs) {
            wrong.push(format!("{object} is {theirs:x?}, not {ours:x?}"));
        }
    }
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{flag} seed {seed}:\n{}\n{}", wrong.join("\n"), file.display());
    std::fs::remove_dir_all(&folder).expect("the temporary folder goes");
}

#[test]
fn layout_is_that_of_the_compiler() {
    for (target, flag) in [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")] {
        compare(target, flag, 0x9e37_79b9_7f4a_7c15, 400);
    }
}
