//! Which functions have a meaning of their own, by header and with how they are modelled. Calls are looked up in these
//! tables, and `hecaton models` prints them: what is not listed is not modelled.

use super::models::MODELS;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// How a function is modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum How {
    /// It does what the standard says.
    Exact,
    /// Its results are arbitrary within what the standard allows: the outside world decides, or the implementation.
    Arbitrary,
    /// Its results are arbitrary within known facts; a violation that depends on them is not reported as one.
    Approximate,
    /// The path ends there.
    Ends,
    /// Where it is reached the verdict is unknown.
    Unsupported,
}

impl How {
    /// One line about it.
    pub fn describe(self) -> &'static str {
        match self {
            How::Exact => "exact",
            How::Arbitrary => "any result that the standard allows",
            How::Approximate => "over-approximation: it can prove, but what it violates is unknown",
            How::Ends => "ends the path",
            How::Unsupported => "unknown where it is reached",
        }
    }
    /// One word for programs.
    pub fn name(self) -> &'static str {
        match self {
            How::Exact => "exact",
            How::Arbitrary => "arbitrary",
            How::Approximate => "approximate",
            How::Ends => "ends",
            How::Unsupported => "unsupported",
        }
    }
}

/// Functions that are declared in one header and modelled in one way.
pub(super) struct Group {
    pub header: &'static str,
    pub how: How,
    /// Of three formats: the name itself, with `f` and with `l`.
    pub real: bool,
    /// A name that ends in `*` stands for all that begin so.
    pub names: &'static [&'static str],
}

/// A group of names.
pub(super) const fn group(header: &'static str, how: How, names: &'static [&'static str]) -> Group {
    Group { header, how, real: false, names }
}

/// A group of names that exist for `double`, `float` and `long double`.
pub(super) const fn reals(header: &'static str, how: How, names: &'static [&'static str]) -> Group {
    Group { header, how, real: true, names }
}

/// A function that is modelled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Modelled {
    /// The header that declares it, or what else it belongs to.
    pub header: &'static str,
    /// Its name.
    pub name: String,
    /// How it is modelled.
    pub how: How,
}

/// What is lowered by code of its own.
pub(super) const BUILT_IN: &[Group] = &[
    group(
        "verifier intrinsics",
        How::Arbitrary,
        &["__VERIFIER_nondet_*", "__CPROVER_nondet_*", "nondet_*", "klee_make_symbolic", "klee_range", "klee_int"],
    ),
    group(
        "verifier intrinsics",
        How::Exact,
        &[
            "__VERIFIER_assume",
            "__CPROVER_assume",
            "__ESBMC_assume",
            "klee_assume",
            "__CPROVER_assert",
            "__CPROVER_precondition",
            "__CPROVER_postcondition",
            "__ESBMC_assert",
            "__VERIFIER_assert",
            "__VERIFIER_atomic_begin",
            "__CPROVER_atomic_begin",
            "__ESBMC_atomic_begin",
            "__VERIFIER_atomic_end",
            "__CPROVER_atomic_end",
            "__ESBMC_atomic_end",
            "__VERIFIER_malloc",
            "__CPROVER_allocate",
            "__CPROVER_deallocate",
            "__CPROVER_array_set",
            "__CPROVER_array_copy",
            "__CPROVER_array_replace",
            "__CPROVER_r_ok",
            "__CPROVER_w_ok",
            "__CPROVER_rw_ok",
            "__CPROVER_OBJECT_SIZE",
            "__CPROVER_POINTER_OFFSET",
            "__CPROVER_POINTER_OBJECT",
            "__CPROVER_same_object",
            "__CPROVER_DYNAMIC_OBJECT",
            "__CPROVER_LIVE_OBJECT",
            "__CPROVER_WRITEABLE_OBJECT",
            "__CPROVER_is*",
            "__CPROVER_fabs*",
            "__CPROVER_overflow_plus",
            "__CPROVER_overflow_minus",
            "__CPROVER_overflow_mult",
            "__CPROVER_overflow_unary_minus",
            "__CPROVER_saturating_plus",
            "__CPROVER_saturating_minus",
            "__CPROVER_equal",
            "__CPROVER_sign*",
            "__CPROVER_enum_is_in_range",
            "__CPROVER_printf",
            "__CPROVER_input",
            "__CPROVER_output",
            "__CPROVER_cover",
            "__ESBMC_cover",
            "klee_prefer_cex",
        ],
    ),
    group(
        "verifier intrinsics",
        How::Arbitrary,
        &["__VERIFIER_nondet_memory", "__CPROVER_havoc_object", "__CPROVER_havoc_slice", "__CPROVER_uninterpreted_*"],
    ),
    group("verifier intrinsics", How::Unsupported, &["__CPROVER_overflow_shl"]),
    group("compilers", How::Exact, &["__builtin_*", "__sync_*", "__atomic_*"]),
    group("assert.h", How::Exact, &["assert"]),
    group(
        "assert.h",
        How::Ends,
        &["__assert_fail", "__assert", "__assert_func", "__assert_rtn", "__assert_perror_fail"],
    ),
    group("stdlib.h", How::Ends, &["abort", "exit", "_Exit", "_exit", "quick_exit"]),
    group("err.h", How::Ends, &["err", "errx", "verr", "verrx"]),
    group("err.h", How::Exact, &["warn", "warnx", "vwarn", "vwarnx"]),
    group("error.h", How::Exact, &["error", "error_at_line"]),
    group("stdlib.h", How::Exact, &["malloc", "calloc", "free", "alloca"]),
    group(
        "string.h",
        How::Exact,
        &[
            "memcpy",
            "memmove",
            "mempcpy",
            "memset",
            "__memcpy",
            "__mempcpy",
            "__memcpy_chk",
            "__mempcpy_chk",
            "__memmove_chk",
            "__memset_chk",
        ],
    ),
    group(
        "stdio.h",
        How::Approximate,
        &[
            "printf",
            "fprintf",
            "dprintf",
            "vprintf",
            "vfprintf",
            "vdprintf",
            "__printf_chk",
            "__fprintf_chk",
            "__vprintf_chk",
            "__vfprintf_chk",
        ],
    ),
    group(
        "stdio.h",
        How::Arbitrary,
        &["scanf", "fscanf", "__isoc99_scanf", "__isoc99_fscanf", "__isoc23_scanf", "__isoc23_fscanf"],
    ),
    group("strings.h", How::Exact, &["ffs", "ffsl", "ffsll"]),
    group("syslog.h", How::Exact, &["syslog", "printk", "vsyslog"]),
    group("setjmp.h", How::Exact, &["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"]),
    group("signal.h", How::Unsupported, &["raise", "kill"]),
    group("unistd.h", How::Unsupported, &["fork", "vfork", "execv", "execve", "execvp", "execl", "execlp", "sbrk"]),
    group("fenv.h", How::Exact, &["fegetround", "fesetround", "feclearexcept", "feraiseexcept"]),
    group(
        "fenv.h",
        How::Unsupported,
        &[
            "fetestexcept",
            "fegetexceptflag",
            "fesetexceptflag",
            "fegetenv",
            "fesetenv",
            "feholdexcept",
            "feupdateenv",
            "fegetexcept",
            "feenableexcept",
            "fedisableexcept",
        ],
    ),
    group("sched.h", How::Arbitrary, &["sched_yield"]),
    group("pthread.h", How::Unsupported, &["pthread_kill", "pthread_atfork"]),
    reals(
        "math.h",
        How::Exact,
        &[
            "fabs",
            "sqrt",
            "floor",
            "ceil",
            "trunc",
            "rint",
            "nearbyint",
            "round",
            "roundeven",
            "fmod",
            "copysign",
            "fdim",
            "nan",
            "lrint",
            "llrint",
            "lround",
            "llround",
            "isnan",
            "isinf",
            "finite",
            "__isnan",
            "__isinf",
            "__finite",
            "__signbit",
            "__fpclassify",
        ],
    ),
    group("math.h", How::Exact, &["fma", "fmaf"]),
    // The sign of a zero is left open.
    reals("math.h", How::Arbitrary, &["fmin", "fmax"]),
    group(
        "math.h",
        How::Exact,
        &[
            "isfinite",
            "isnormal",
            "signbit",
            "__signbitd",
            "__isnormal",
            "__isfinite",
            "isgreater",
            "isgreaterequal",
            "isless",
            "islessequal",
            "islessgreater",
            "isunordered",
        ],
    ),
];

/// What only the models themselves call.
pub(super) const OWN: &[&str] = &[
    "__hecaton_any_*",
    "__hecaton_apart",
    "__hecaton_approximate",
    "__hecaton_malloc_aligned",
    "__hecaton_malloc_instead",
    "__hecaton_assumed",
    "__hecaton_fill",
    "__hecaton_readable",
    "__hecaton_size",
    "__hecaton_offset",
    "__hecaton_live",
    "__hecaton_heap",
    "__hecaton_unchanged",
    "__hecaton_unchanged_word",
    "__hecaton_unsupported",
    "__hecaton_valid",
    "__hecaton_spawn",
    "__hecaton_join",
    "__hecaton_thread",
    "__hecaton_exit_thread",
    "__hecaton_can_cancel",
    "__hecaton_can_make_threads",
    "__hecaton_await_is",
    "__hecaton_await_lock",
    "__hecaton_await_not",
];

impl Group {
    /// All names of the group.
    pub fn all(&self) -> impl Iterator<Item = String> + '_ {
        let suffixes: &[&str] = if self.real { &["", "f", "l"] } else { &[""] };
        self.names.iter().flat_map(move |name| suffixes.iter().map(move |suffix| format!("{name}{suffix}")))
    }
}

/// The names that are lowered by code of their own, and the beginnings of such names.
struct Known {
    names: FxHashMap<String, How>,
    beginnings: Vec<&'static str>,
}

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut names = FxHashMap::default();
        let mut beginnings = Vec::new();
        for group in BUILT_IN {
            names.extend(group.all().map(|name| (name, group.how)));
            beginnings.extend(group.names.iter().filter_map(|name| name.strip_suffix('*')));
        }
        for name in OWN {
            names.insert((*name).to_owned(), How::Exact);
            beginnings.extend(name.strip_suffix('*'));
        }
        Known { names, beginnings }
    })
}

/// Whether calls of this name are lowered by code of their own.
pub(super) fn is_built_in(name: &str) -> bool {
    let known = known();
    // The names for the formats of IEEE 754 end in them: `fabsf128`.
    let formats = ["f16", "f32", "f64", "f128", "f32x", "f64x"];
    let plain = formats.iter().find_map(|format| name.strip_suffix(format)).unwrap_or(name);
    known.names.contains_key(name)
        || known.names.contains_key(plain)
        || known.beginnings.iter().any(|beginning| name.starts_with(beginning))
}

/// The header that declares a function that is modelled.
pub(super) fn header(name: &str) -> Option<&'static str> {
    static HEADERS: OnceLock<FxHashMap<String, &'static str>> = OnceLock::new();
    let headers = HEADERS.get_or_init(|| modelled().into_iter().map(|model| (model.name, model.header)).collect());
    headers.get(name).copied()
}

/// Whether reaching a call of this name makes the verdict unknown.
pub(super) fn is_unsupported(name: &str) -> bool {
    known().names.get(name) == Some(&How::Unsupported)
}

/// Everything that is modelled, by header and name.
pub fn modelled() -> Vec<Modelled> {
    let mut all = Vec::new();
    let models = MODELS.iter().flat_map(|model| model.defines);
    for group in BUILT_IN.iter().chain(models) {
        let public = group.all().filter(|name| !name.starts_with("__hecaton_"));
        all.extend(public.map(|name| Modelled { header: group.header, name, how: group.how }));
    }
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, load_text};
    use hecaton_ir::Op;

    /// Every name that is said to be built in is lowered when it is called with arguments that fit.
    #[test]
    fn what_is_listed_is_known() {
        let options = Options { malloc_may_fail: true, ..Options::default() };
        let arguments = [
            "b, 1",
            "1, 1",
            "1, 0",
            "1, b",
            "b, b, 1, 1",
            "b, b",
            "1.0, 1.0",
            "1.0, 1.0, 1.0",
            "1, 1, b",
            "1, 1, b, 1, b",
            "1",
            "\"%d\", b",
            "b, \"%d\", b",
            "\"x\"",
            "\"%d\", v",
            "b, \"%d\", v",
            "1, \"%d\", v",
            "b, 1, \"%d\", v",
            "(enum { e })0",
        ];
        let names = BUILT_IN.iter().flat_map(|group| group.all().map(|name| (name, group.how)));
        let lost = names.filter(|(name, _)| !name.ends_with('*')).filter(|(name, how)| {
            !arguments.iter().any(|arguments| {
                let call = format!("{name}({arguments})");
                let text =
                    format!("char b[8]; int f(void); int main(void) {{ __builtin_va_list v; {call}; return 0; }}\n");
                let Ok(loaded) = load_text(text.as_bytes(), &options) else { return false };
                let program = loaded.program;
                let mut insts = program.functions[program.entry].blocks.values().flat_map(|b| &b.insts);
                let open = insts.any(|inst| matches!(inst.op, Op::Unsupported(_)));
                program.function(name).is_none() && open == (*how == How::Unsupported)
            })
        });
        let lost: Vec<String> = lost.map(|(name, _)| name).collect();
        assert!(lost.is_empty(), "listed but not lowered: {lost:?}");
    }

    #[test]
    fn nothing_is_listed_twice_in_two_ways() {
        let all = modelled();
        for pair in all.windows(2) {
            assert!(pair[0].name != pair[1].name || pair[0].header != pair[1].header, "{pair:?}");
        }
    }
}
