//! Library functions written in C: they are parsed when a function is needed that the program declares but does not
//! define, and then linked like any other file.

use super::catalogue::{Group, How, group, reals};
use super::link::LinkedId;
use super::{AtExit, Lowering};
use crate::ast::{Ident, Symbol};
use crate::lex::{Dialect, Markers};
use crate::parse;
use hecaton_ir::{File, FuncId, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::OnceLock;

/// A file of models: its name, its text, what words of it are replaced by, and what it defines then. If that is of three
/// formats, so is the file: it is made anew for each of them.
pub(super) struct Model {
    name: &'static str,
    text: &'static str,
    with: &'static [(&'static str, &'static str)],
    pub defines: &'static [Group],
}

pub(super) const MODELS: &[Model] = &[
    Model {
        name: "models/address.c",
        text: include_str!("../../models/address.c"),
        with: &[],
        defines: &[group(
            "own",
            How::Exact,
            &[
                "__hecaton_malloc",
                "__hecaton_calloc",
                "__hecaton_free",
                "__hecaton_memcpy",
                "__hecaton_memmove",
                "__hecaton_memset",
                "__hecaton_abort",
                "__hecaton_exit",
            ],
        )],
    },
    Model {
        name: "models/alloc.c",
        text: include_str!("../../models/alloc.c"),
        with: &[],
        defines: &[
            group("stdlib.h", How::Exact, &["realloc", "reallocarray", "cfree"]),
            group("stdlib.h", How::Exact, &["valloc", "pvalloc", "posix_memalign"]),
            group("stdlib.h", How::Arbitrary, &["aligned_alloc", "memalign"]),
            group("malloc.h", How::Approximate, &["malloc_usable_size"]),
        ],
    },
    Model {
        name: "models/text.c",
        text: include_str!("../../models/text.c"),
        with: &[("$", "str"), ("@", "stp"), ("CHAR", "char"), ("VALUE", "unsigned char"), ("WIDE", "int")],
        defines: &[
            group(
                "string.h",
                How::Exact,
                &[
                    "strlen", "strnlen", "strcpy", "strncpy", "strcat", "strncat", "strchr", "strrchr", "strstr",
                    "strspn", "strcspn", "strpbrk", "strdup", "stpcpy", "stpncpy",
                ],
            ),
            group("string.h", How::Arbitrary, &["strcmp", "strncmp"]),
            group("string.h", How::Approximate, &["strcoll"]),
        ],
    },
    Model {
        name: "models/text_wide.c",
        text: include_str!("../../models/text.c"),
        with: &[("$", "wcs"), ("@", "wcp"), ("CHAR", "wchar_t"), ("VALUE", "wchar_t"), ("WIDE", "wchar_t")],
        defines: &[
            group(
                "wchar.h",
                How::Exact,
                &[
                    "wcslen", "wcsnlen", "wcscpy", "wcsncpy", "wcscat", "wcsncat", "wcschr", "wcsrchr", "wcsstr",
                    "wcsspn", "wcscspn", "wcspbrk", "wcsdup", "wcpcpy", "wcpncpy",
                ],
            ),
            group("wchar.h", How::Arbitrary, &["wcscmp", "wcsncmp"]),
            group("wchar.h", How::Approximate, &["wcscoll"]),
        ],
    },
    Model {
        name: "models/string.c",
        text: include_str!("../../models/string.c"),
        with: &[],
        defines: &[
            group(
                "string.h",
                How::Exact,
                &[
                    "memchr",
                    "strndup",
                    "memrchr",
                    "rawmemchr",
                    "memmem",
                    "memccpy",
                    "explicit_bzero",
                    "strchrnul",
                    "strlcpy",
                    "strlcat",
                    "strcasestr",
                    "strtok_r",
                    "__strtok_r",
                    "strtok",
                    "strsep",
                    "__strcpy_chk",
                    "__stpcpy_chk",
                    "__strncpy_chk",
                    "__strcat_chk",
                    "__strncat_chk",
                ],
            ),
            group("string.h", How::Arbitrary, &["memcmp", "__hecaton_order"]),
            group("string.h", How::Approximate, &["strxfrm"]),
            group("string.h", How::Arbitrary, &["strerror", "strsignal"]),
            group("verifier intrinsics", How::Exact, &["__CPROVER_array_equal"]),
            group("strings.h", How::Exact, &["bcopy", "bzero", "index", "rindex"]),
            group("strings.h", How::Arbitrary, &["bcmp", "strcasecmp", "strncasecmp"]),
        ],
    },
    Model {
        name: "models/wide.c",
        text: include_str!("../../models/wide.c"),
        with: &[],
        defines: &[
            group("wchar.h", How::Exact, &["wcstok", "wmemset", "wmemcpy", "wmemmove", "wmemchr"]),
            group("wchar.h", How::Arbitrary, &["wmemcmp"]),
        ],
    },
    Model {
        name: "models/ctype.c",
        text: include_str!("../../models/ctype.c"),
        with: &[],
        defines: &[
            group(
                "ctype.h",
                How::Arbitrary,
                &[
                    "isdigit", "isupper", "islower", "isalpha", "isalnum", "isxdigit", "isspace", "isblank", "iscntrl",
                    "isprint", "isgraph", "ispunct", "isascii",
                ],
            ),
            group(
                "ctype.h",
                How::Exact,
                &[
                    "toascii",
                    "tolower",
                    "toupper",
                    "_tolower",
                    "_toupper",
                    "__ctype_b_loc",
                    "__ctype_tolower_loc",
                    "__ctype_toupper_loc",
                ],
            ),
            group("locale.h", How::Arbitrary, &["setlocale", "__hecaton_other_locale"]),
            group("locale.h", How::Exact, &["localeconv"]),
        ],
    },
    Model {
        name: "models/stdlib.c",
        text: include_str!("../../models/stdlib.c"),
        with: &[],
        defines: &[
            group("stdlib.h", How::Exact, &["abs", "labs", "llabs", "div", "ldiv", "lldiv", "atoi", "atol", "atoll"]),
            group("inttypes.h", How::Exact, &["imaxabs", "imaxdiv"]),
            group("arpa/inet.h", How::Exact, &["htonl", "ntohl", "htons", "ntohs"]),
        ],
    },
    Model {
        name: "models/errno.c",
        text: include_str!("../../models/errno.c"),
        with: &[],
        defines: &[group(
            "errno.h",
            How::Arbitrary,
            &["__errno_location", "__hecaton_errno", "__hecaton_failed", "__hecaton_succeeded", "__hecaton_math_error"],
        )],
    },
    Model {
        name: "models/jump.c",
        text: include_str!("../../models/jump.c"),
        with: &[],
        defines: &[group(
            "setjmp.h",
            How::Exact,
            &[
                "longjmp",
                "_longjmp",
                "siglongjmp",
                "__longjmp_chk",
                "__hecaton_set_jump",
                "__hecaton_jump_target",
                "__hecaton_jump_call",
                "__hecaton_end_jump",
            ],
        )],
    },
    Model {
        name: "models/descriptors.c",
        text: include_str!("../../models/descriptors.c"),
        with: &[],
        defines: &[group("own", How::Arbitrary, &["__hecaton_descriptor", "__hecaton_closed", "__hecaton_opened"])],
    },
    Model {
        name: "models/exit.c",
        text: include_str!("../../models/exit.c"),
        with: &[],
        defines: &[group(
            "stdlib.h",
            How::Exact,
            &["atexit", "at_quick_exit", "__hecaton_at_exit", "__hecaton_run_at_exit", "__hecaton_run_at_quick_exit"],
        )],
    },
    Model {
        name: "models/numbers.c",
        text: include_str!("../../models/numbers.c"),
        with: &[],
        defines: &[
            group(
                "stdlib.h",
                How::Exact,
                &[
                    "strtol",
                    "strtoll",
                    "strtoul",
                    "strtoull",
                    "strtoq",
                    "strtouq",
                    "__isoc23_strtol",
                    "__isoc23_strtoll",
                    "__isoc23_strtoul",
                    "__isoc23_strtoull",
                ],
            ),
            group("inttypes.h", How::Exact, &["strtoimax", "strtoumax", "__isoc23_strtoimax", "__isoc23_strtoumax"]),
            group("stdlib.h", How::Arbitrary, &["qsort", "qsort_r", "bsearch"]),
            group("stdlib.h", How::Approximate, &["strtod", "strtof", "strtold", "atof"]),
            group("search.h", How::Exact, &["lfind"]),
        ],
    },
    Model {
        name: "models/stdio.c",
        text: include_str!("../../models/stdio.c"),
        with: &[],
        defines: &[
            group(
                "stdio.h",
                How::Exact,
                &[
                    "stdin",
                    "stdout",
                    "stderr",
                    "perror",
                    "clearerr",
                    "rewind",
                    "__hecaton_scanned",
                    "__hecaton_scanned_in",
                    "__hecaton_scanned_space",
                    "__hecaton_scanned_up_to",
                    "__hecaton_scanned_first",
                    "__hecaton_any_stream",
                    "__hecaton_printed",
                    "__hecaton_printed_out",
                    "setbuf",
                    "setbuffer",
                    "setlinebuf",
                    "flockfile",
                    "funlockfile",
                    "__hecaton_read_string",
                    "__hecaton_read_string_up_to",
                    "__hecaton_scan_word",
                    "__hecaton_scan_set",
                ],
            ),
            group(
                "stdio.h",
                How::Arbitrary,
                &[
                    "fopen",
                    "fopen64",
                    "fdopen",
                    "freopen",
                    "tmpfile",
                    "popen",
                    "fclose",
                    "pclose",
                    "fileno",
                    "fgetc",
                    "getc",
                    "getchar",
                    "getchar_unlocked",
                    "_IO_getc",
                    "getc_unlocked",
                    "fgetc_unlocked",
                    "getw",
                    "ungetc",
                    "fgets",
                    "__fgets_chk",
                    "fgets_unlocked",
                    "gets",
                    "getdelim",
                    "getline",
                    "__getdelim",
                    "fread",
                    "__fread_chk",
                    "fread_unlocked",
                    "fwrite",
                    "fwrite_unlocked",
                    "fputc",
                    "putc",
                    "_IO_putc",
                    "putc_unlocked",
                    "fputc_unlocked",
                    "putchar",
                    "putchar_unlocked",
                    "putw",
                    "puts",
                    "fputs",
                    "fputs_unlocked",
                    "feof",
                    "ferror",
                    "feof_unlocked",
                    "ferror_unlocked",
                    "fflush",
                    "fflush_unlocked",
                    "fseek",
                    "fseeko",
                    "ftell",
                    "ftello",
                    "setvbuf",
                    "fpurge",
                    "remove",
                    "rename",
                ],
            ),
        ],
    },
    Model {
        name: "models/print.c",
        text: include_str!("../../models/print.c"),
        with: &[],
        // Integers, characters and texts are exact.
        defines: &[group(
            "stdio.h",
            How::Approximate,
            &[
                "__hecaton_print",
                "__hecaton_print_list",
                "__hecaton_print_length",
                "sprintf",
                "snprintf",
                "vsprintf",
                "vsnprintf",
                "asprintf",
                "vasprintf",
                "__sprintf_chk",
                "__snprintf_chk",
                "__vsprintf_chk",
                "__vsnprintf_chk",
            ],
        )],
    },
    Model {
        name: "models/scan.c",
        text: include_str!("../../models/scan.c"),
        with: &[],
        // Integers, characters and texts are exact.
        defines: &[group(
            "stdio.h",
            How::Approximate,
            &["sscanf", "vsscanf", "__isoc99_sscanf", "__isoc99_vsscanf", "__isoc23_sscanf", "__isoc23_vsscanf"],
        )],
    },
    Model {
        name: "models/environment.c",
        text: include_str!("../../models/environment.c"),
        with: &[],
        defines: &[
            group(
                "stdlib.h",
                How::Arbitrary,
                &[
                    "getenv",
                    "secure_getenv",
                    "setenv",
                    "unsetenv",
                    "putenv",
                    "system",
                    "rand",
                    "rand_r",
                    "random",
                    "lrand48",
                    "mrand48",
                    "drand48",
                    "arc4random",
                    "arc4random_uniform",
                ],
            ),
            group("stdlib.h", How::Exact, &["srand", "srandom", "srand48"]),
            group("time.h", How::Arbitrary, &["time", "clock", "clock_gettime", "timespec_get", "nanosleep"]),
            group("sys/time.h", How::Arbitrary, &["gettimeofday"]),
            group("sys/random.h", How::Arbitrary, &["getrandom"]),
            group("fcntl.h", How::Arbitrary, &["open", "open64", "creat", "openat", "fcntl"]),
            group(
                "unistd.h",
                How::Arbitrary,
                &[
                    "close",
                    "dup",
                    "dup2",
                    "pipe",
                    "read",
                    "pread",
                    "write",
                    "pwrite",
                    "lseek",
                    "unlink",
                    "rmdir",
                    "chdir",
                    "access",
                    "fsync",
                    "ftruncate",
                    "isatty",
                    "getpid",
                    "getppid",
                    "getuid",
                    "geteuid",
                    "getgid",
                    "getegid",
                    "setuid",
                    "setgid",
                    "alarm",
                    "sysconf",
                    "sleep",
                    "usleep",
                    "_sleep",
                    "_usleep",
                    "gethostname",
                    "getcwd",
                ],
            ),
            group("unistd.h", How::Exact, &["getpagesize"]),
            group(
                "sys/stat.h",
                How::Arbitrary,
                &["mkdir", "chmod", "umask", "stat", "lstat", "fstat", "__xstat", "__lxstat", "__fxstat"],
            ),
            group("syslog.h", How::Exact, &["openlog", "closelog"]),
        ],
    },
    Model {
        name: "models/date.c",
        text: include_str!("../../models/date.c"),
        with: &[],
        defines: &[
            group("time.h", How::Exact, &["tzset", "asctime"]),
            group(
                "time.h",
                How::Arbitrary,
                &["gmtime_r", "gmtime", "timegm", "localtime_r", "localtime", "mktime", "ctime"],
            ),
            group("time.h", How::Approximate, &["difftime", "strftime", "_strftime"]),
        ],
    },
    Model {
        name: "models/system.c",
        text: include_str!("../../models/system.c"),
        with: &[],
        defines: &[
            group("unistd.h", How::Exact, &["getopt", "optarg", "optind", "opterr", "optopt"]),
            group("pwd.h", How::Arbitrary, &["getpwnam", "getpwuid"]),
            group("arpa/inet.h", How::Exact, &["inet_ntoa"]),
            group("sys/mman.h", How::Arbitrary, &["mmap", "munmap"]),
        ],
    },
    Model {
        name: "models/signal.c",
        text: include_str!("../../models/signal.c"),
        with: &[],
        defines: &[
            group("signal.h", How::Arbitrary, &["signal", "sigaction"]),
            group("signal.h", How::Exact, &["sigemptyset", "sigfillset", "sigaddset", "sigdelset", "sigismember"]),
        ],
    },
    Model {
        name: "models/network.c",
        text: include_str!("../../models/network.c"),
        with: &[],
        defines: &[
            group(
                "sys/socket.h",
                How::Arbitrary,
                &[
                    "socket",
                    "socketpair",
                    "bind",
                    "connect",
                    "listen",
                    "accept",
                    "shutdown",
                    "getsockname",
                    "getpeername",
                    "setsockopt",
                    "getsockopt",
                    "send",
                    "sendto",
                    "recv",
                    "recvfrom",
                ],
            ),
            group("poll.h", How::Arbitrary, &["poll"]),
            group("sys/select.h", How::Arbitrary, &["select"]),
            group("dirent.h", How::Arbitrary, &["opendir", "readdir", "closedir", "rewinddir"]),
        ],
    },
    Model {
        name: "models/threads.c",
        text: include_str!("../../models/threads.c"),
        with: &[],
        defines: &[
            group(
                "pthread.h",
                How::Exact,
                &[
                    "pthread_create",
                    "pthread_join",
                    "pthread_exit",
                    "pthread_self",
                    "pthread_equal",
                    "pthread_detach",
                    "pthread_yield",
                    "pthread_attr_init",
                    "pthread_attr_destroy",
                    "pthread_attr_setdetachstate",
                    "pthread_attr_setscope",
                    "pthread_attr_setstacksize",
                    "pthread_attr_getdetachstate",
                    "pthread_attr_getscope",
                    "pthread_attr_getinheritsched",
                    "pthread_attr_getschedpolicy",
                    "pthread_attr_getschedparam",
                    "pthread_attr_getstacksize",
                    "pthread_attr_getguardsize",
                    "pthread_attr_setinheritsched",
                    "pthread_attr_setschedpolicy",
                    "pthread_attr_setschedparam",
                    "pthread_setcancelstate",
                    "pthread_setcanceltype",
                    "pthread_testcancel",
                    "pthread_cancel",
                    "__hecaton_cancellation_point",
                    "__hecaton_perhaps_cancellation_point",
                    "__sigsetjmp_cancel",
                    "__pthread_register_cancel",
                    "__hecaton_register_cancel",
                    "_pthread_cleanup_push",
                    "_pthread_cleanup_pop",
                    "__pthread_unregister_cancel",
                    "__pthread_unwind_next",
                    "pthread_setname_np",
                    "pthread_setconcurrency",
                    "pthread_rwlockattr_init",
                    "pthread_rwlockattr_destroy",
                    "pthread_barrierattr_init",
                    "pthread_barrierattr_destroy",
                    "pthread_mutexattr_init",
                    "pthread_mutexattr_destroy",
                    "pthread_mutexattr_settype",
                    "pthread_mutexattr_gettype",
                    "pthread_mutexattr_getpshared",
                    "pthread_mutexattr_getprotocol",
                    "pthread_mutexattr_getrobust",
                    "pthread_condattr_getpshared",
                    "pthread_condattr_getclock",
                    "pthread_rwlockattr_getpshared",
                    "pthread_barrierattr_getpshared",
                    "pthread_mutexattr_setpshared",
                    "pthread_mutexattr_setprotocol",
                    "pthread_mutexattr_setprioceiling",
                    "pthread_mutexattr_setrobust",
                    "pthread_condattr_setpshared",
                    "pthread_rwlockattr_setpshared",
                    "pthread_barrierattr_setpshared",
                    "pthread_attr_setguardsize",
                    "pthread_condattr_init",
                    "pthread_condattr_destroy",
                    "pthread_condattr_setclock",
                    "pthread_mutex_init",
                    "pthread_mutex_destroy",
                    "pthread_mutex_lock",
                    "pthread_mutex_trylock",
                    "pthread_mutex_timedlock",
                    "pthread_mutex_clocklock",
                    "pthread_mutex_unlock",
                    "pthread_cond_init",
                    "pthread_cond_destroy",
                    "pthread_cond_signal",
                    "pthread_cond_broadcast",
                    "pthread_cond_wait",
                    "pthread_cond_timedwait",
                    "pthread_cond_clockwait",
                    "pthread_rwlock_init",
                    "pthread_rwlock_destroy",
                    "pthread_rwlock_rdlock",
                    "pthread_rwlock_wrlock",
                    "pthread_rwlock_tryrdlock",
                    "pthread_rwlock_trywrlock",
                    "pthread_rwlock_unlock",
                    "pthread_rwlock_timedrdlock",
                    "pthread_rwlock_timedwrlock",
                    "pthread_rwlock_clockrdlock",
                    "pthread_rwlock_clockwrlock",
                    "pthread_spin_init",
                    "pthread_spin_destroy",
                    "pthread_spin_lock",
                    "pthread_spin_trylock",
                    "pthread_spin_unlock",
                    "pthread_barrier_init",
                    "pthread_barrier_destroy",
                    "pthread_barrier_wait",
                    "pthread_once",
                    "pthread_key_create",
                    "pthread_key_delete",
                    "pthread_getspecific",
                    "pthread_setspecific",
                ],
            ),
            group(
                "semaphore.h",
                How::Exact,
                &[
                    "sem_init",
                    "sem_destroy",
                    "sem_wait",
                    "sem_trywait",
                    "sem_timedwait",
                    "sem_clockwait",
                    "sem_post",
                    "sem_getvalue",
                ],
            ),
            group(
                "threads.h",
                How::Exact,
                &[
                    "thrd_create",
                    "thrd_join",
                    "thrd_exit",
                    "thrd_current",
                    "thrd_equal",
                    "thrd_detach",
                    "thrd_yield",
                    "thrd_sleep",
                    "mtx_init",
                    "mtx_destroy",
                    "mtx_lock",
                    "mtx_trylock",
                    "mtx_timedlock",
                    "mtx_unlock",
                    "cnd_init",
                    "cnd_destroy",
                    "cnd_signal",
                    "cnd_broadcast",
                    "cnd_wait",
                    "cnd_timedwait",
                    "call_once",
                    "tss_create",
                    "tss_delete",
                    "tss_get",
                    "tss_set",
                ],
            ),
        ],
    },
    Model {
        name: "models/exponents.c",
        text: include_str!("../../models/exponents.c"),
        with: &[],
        defines: &[
            group("math.h", How::Approximate, &["fmal"]),
            group(
                "math.h",
                How::Exact,
                &[
                    "scalbn",
                    "scalbnf",
                    "scalbnl",
                    "ldexp",
                    "ldexpf",
                    "ldexpl",
                    "scalbln",
                    "scalblnf",
                    "scalblnl",
                    "frexp",
                    "frexpf",
                    "frexpl",
                    "ilogbl",
                    "ilogb",
                    "ilogbf",
                    "logbl",
                    "logb",
                    "logbf",
                    "nextafter",
                    "nextafterf",
                    "nextup",
                    "nextdown",
                    "nextupf",
                    "nextdownf",
                ],
            ),
        ],
    },
    Model {
        name: "models/error.c",
        text: include_str!("../../models/error.c"),
        with: &[],
        defines: &[
            group("own", How::Exact, &["__hecaton_report", "__hecaton_report_at"]),
            group("error.h", How::Exact, &["error_message_count", "error_one_per_line", "error_print_progname"]),
        ],
    },
    Model {
        name: "models/complex.c",
        text: include_str!("../../models/complex.c"),
        with: &[],
        defines: &[
            reals("own", How::Exact, &["__hecaton_multiply", "__hecaton_divide"]),
            reals("complex.h", How::Exact, &["creal", "cimag", "conj", "cproj"]),
            reals(
                "complex.h",
                How::Approximate,
                &[
                    "cabs", "carg", "cexp", "clog", "csqrt", "cpow", "csin", "ccos", "ctan", "casin", "cacos", "catan",
                    "csinh", "ccosh", "ctanh", "casinh", "cacosh", "catanh",
                ],
            ),
        ],
    },
    Model {
        name: "models/math.c",
        text: include_str!("../../models/math.c"),
        with: &[],
        defines: &[
            reals("math.h", How::Exact, &["modf", "remainder", "drem"]),
            reals(
                "math.h",
                How::Approximate,
                &[
                    "sin", "cos", "tan", "sincos", "asin", "acos", "atan", "atan2", "exp", "exp2", "exp10", "expm1",
                    "log", "log2", "log10", "log1p", "pow", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "cbrt",
                    "hypot", "erf", "erfc", "tgamma", "lgamma",
                ],
            ),
        ],
    },
];

/// The type and the suffix of each format.
const FORMATS: [(&str, &str); 3] = [("double", ""), ("float", "f"), ("long double", "l")];

impl Model {
    fn is_template(&self) -> bool {
        self.defines.iter().any(|group| group.real)
    }
    /// The formats in which it comes.
    fn formats(&self) -> &'static [(&'static str, &'static str)] {
        if self.is_template() { &FORMATS } else { &FORMATS[..1] }
    }
    fn file_name(&self, (_, suffix): (&str, &str)) -> String {
        self.name.replace(".c", &format!("{suffix}.c"))
    }
    fn file_text(&self, (ty, suffix): (&str, &str)) -> String {
        let text = self.with.iter().fold(self.text.to_owned(), |text, (word, by)| text.replace(word, by));
        if self.is_template() { text.replace('$', suffix).replace("REAL", ty) } else { text }
    }
    fn names(&self, (_, suffix): (&'static str, &'static str)) -> impl Iterator<Item = String> {
        self.defines.iter().flat_map(|group| group.names).map(move |name| format!("{name}{suffix}"))
    }
}

/// Whether there is a model of a name.
pub(super) fn is_modelled(name: &str) -> bool {
    defining(name).is_some()
}

/// The model that defines a name: its index among the models and that of the format.
fn defining(name: &str) -> Option<(usize, usize)> {
    static DEFINED: OnceLock<FxHashMap<String, (usize, usize)>> = OnceLock::new();
    let defined = DEFINED.get_or_init(|| {
        let mut defined = FxHashMap::default();
        for (index, model) in MODELS.iter().enumerate() {
            for (number, format) in model.formats().iter().enumerate() {
                defined.extend(model.names(*format).map(|name| (name, (index, number))));
            }
        }
        defined
    });
    defined.get(name).copied()
}

impl Lowering<'_> {
    /// Whether a place is in a model.
    pub(super) fn is_model(&self, span: Span) -> bool {
        self.sources.files.get(span.file).is_some_and(|file| file.library)
    }
    /// The function that a call of a name without declaration means, if there is a model of it: the name itself, or
    /// what follows `__builtin_`.
    pub(super) fn modelled(&mut self, name: Symbol, span: Span) -> Option<LinkedId> {
        let text = self.text(name);
        let known = |text: &str| defining(text).is_some();
        let wanted = match text.strip_prefix("__builtin_") {
            _ if known(text) => text.to_owned(),
            Some(base) if known(base) => base.to_owned(),
            _ => return None,
        };
        let symbol = self.sources.names.intern(&wanted);
        if let Some(id) = self.linker.external(symbol) {
            self.load_model(id);
            return Some(id);
        }
        self.load_model_of(&wanted);
        let ident = Ident { name: symbol, span };
        self.linker.external(ident.name)
    }
    /// The function of a model.
    pub(super) fn model(&mut self, name: &str) -> Option<FuncId> {
        self.load_model_of(name);
        let symbol = self.sources.names.lookup(name)?;
        let id = self.linker.external(symbol)?;
        Some(self.function_of_linked(id))
    }
    /// The function that the address of a built-in function leads to, if that can be had.
    pub(super) fn by_address(&mut self, id: LinkedId) -> Option<FuncId> {
        if self.linker.has_body(id) || self.linker.is_internal(id) {
            return None;
        }
        let name = format!("__hecaton_{}", self.text(self.linker.symbol(id)));
        defining(&name)?;
        self.model(&name)
    }
    /// Loads the model of a function that has no definition, if there is one.
    pub(super) fn load_model(&mut self, id: LinkedId) {
        if !self.linker.has_body(id) && !self.linker.is_internal(id) {
            let name = self.text(self.linker.symbol(id)).to_owned();
            self.load_model_of(&name);
        }
    }
    fn load_model_of(&mut self, name: &str) {
        let Some((index, number)) = defining(name) else { return };
        if self.linker.without_models || !self.linker.loaded_models.insert((index, number)) {
            return;
        }
        if MODELS[index].name == "models/exit.c" && self.at_exit == AtExit::Off {
            self.at_exit = AtExit::Wanted;
        }
        let (model, format) = (&MODELS[index], MODELS[index].formats()[number]);
        let text = model.file_text(format);
        let file = File { name: model.file_name(format), text: Some(text.as_str().into()), library: true };
        let file = self.sources.files.push(file);
        let dialect = Dialect { c23: false, markers: Markers::Ignore };
        match parse::parse(text.as_bytes(), file, dialect, &mut self.sources) {
            Ok(unit) => {
                let inside = std::mem::replace(&mut self.inside, false);
                self.declare_models(Rc::new(unit));
                self.inside = inside;
            }
            Err(errors) => self.errors.extend(errors),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::is_built_in;
    use super::*;
    use crate::ast::{Item, Sources};

    #[test]
    fn models_define_what_they_say() {
        for model in MODELS {
            for format in model.formats() {
                let mut sources = Sources::default();
                let (name, text) = (model.file_name(*format), model.file_text(*format));
                let file = sources.files.push(File { name: name.clone(), text: None, library: true });
                let dialect = Dialect { c23: false, markers: Markers::Ignore };
                let unit = parse::parse(text.as_bytes(), file, dialect, &mut sources);
                let unit = unit.unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
                let mut actual = Vec::new();
                for item in &unit.items {
                    match item {
                        Item::Function(function) if function.specs.storage.is_none() => {
                            actual.extend(function.declarator.name);
                        }
                        Item::Decl(declaration) if declaration.specs.storage.is_none() => {
                            let defined = declaration.declarators.iter().filter(|d| d.init.is_some());
                            actual.extend(defined.filter_map(|d| d.declarator.name));
                        }
                        Item::Function(_) | Item::Decl(_) | Item::Assert(_) | Item::Asm(_) => {}
                    }
                }
                let mut actual: Vec<&str> = actual.iter().map(|name| sources.names.text(name.name)).collect();
                let mut expected: Vec<String> = model.names(*format).collect();
                expected.sort_unstable();
                actual.sort_unstable();
                assert_eq!(expected, actual, "{name}");
            }
        }
    }

    /// No name has two models, and a name that is built in has none: it would never be used.
    #[test]
    fn every_name_has_one_model() {
        let mut seen = std::collections::HashSet::new();
        for (model, format) in MODELS.iter().flat_map(|m| m.formats().iter().map(move |f| (m, f))) {
            for name in model.names(*format) {
                assert!(seen.insert(name.clone()), "`{name}` is modelled twice");
                let own = name.starts_with("__hecaton_") || name.starts_with("__builtin_") || name == "log";
                assert!(own || !is_built_in(&name), "`{name}` is built in and modelled");
            }
        }
    }
}
