"""What the scripts share that compare hecaton with compilers on random programs.

A program prints `checksum = HEX`. Every compiler that is there builds and runs it; they have to agree, or the program
says nothing about hecaton and is counted apart, and so is one in which both hecaton and UBSan see something undefined.
Built with -DEXPECTED=SUM, the same program claims that its checksum is that ("as gcc") and that it is not ("not as
gcc"): hecaton must prove the first, must find nothing undefined, and must find the second violated. The first is
symbolic execution, the second is replayed by the concrete interpreter, so all of them have to agree.
"""

import collections
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Every run is measured as if it were the first.
os.environ["HECATON_CACHE"] = "off"

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMPILERS = [["gcc", "-O0"], ["gcc", "-O2"], ["clang", "-O1"]]
CLAIM = """#ifdef EXPECTED
extern void __CPROVER_assert(_Bool, const char *);
#define CLAIM(sum) __CPROVER_assert((sum) == EXPECTED, "as gcc"); __CPROVER_assert((sum) != EXPECTED, "not as gcc")
#endif
"""
# A call of a bit-counting builtin with zero: csmith does not avoid it.
UNDEFINED = re.compile(r"the argument( of c[lt]z)? is not zero")
RUN_LIMIT = 1
COMPILE_LIMIT = 60
PATIENCE = 20  # wall seconds per CPU second, for a busy machine
OUTCOMES = ["agree", "disagree", "bad end", "undefined", "compilers", "unknown", "time", "skipped"]
SANITIZER = ["-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"]


def run(command, limit, folder=None):
    """Output and exit code of a command, in a folder; the code is None if it needed more CPU seconds than the limit."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))

    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=limit * PATIENCE,
                              text=True, errors="replace", stdin=subprocess.DEVNULL, cwd=folder, preexec_fn=bound)
    except subprocess.TimeoutExpired:
        return "", "", None
    stopped = done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    return done.stdout, done.stderr, None if stopped else done.returncode


def checksum(compiler, source, flags):
    """What a program prints as its checksum when this compiler has built it, or (None, why there is none)."""
    binary = os.path.splitext(source)[0]
    _, err, code = run([*compiler, "-w", *flags, source, "-o", binary], COMPILE_LIMIT)
    if code != 0:
        return None, f"{compiler[0]} failed: {err.strip()[:100]}"
    out, _, code = run([binary], RUN_LIMIT)
    found = re.search(r"^checksum = ([0-9A-F]+)$", out, re.M)
    if code is None or not found:
        return None, f"no checksum within {RUN_LIMIT} s"
    return int(found.group(1), 16), ""


def sanitizer_sees(source, flags):
    """What UBSan says of a run of the program, if it says anything: gcc computes constants before it looks at them."""
    binary = os.path.splitext(source)[0]
    for compiler in ("gcc", "clang"):
        if shutil.which(compiler) and run([compiler, "-O0", "-w", *SANITIZER, *flags, source, "-o", binary],
                                          COMPILE_LIMIT)[2] == 0:
            found = re.search(r"runtime error: (.*)", run([binary], RUN_LIMIT)[1])
            if found:
                return found.group(1)
    return ""


def report(args, source, flags):
    """The report of hecaton about a program, or (None, outcome, reason)."""
    command = [args.hecaton, "check", "--format", "json", "--trace", "none", *flags, source]
    out, err, code = run(command, args.limit)
    if code is None:
        return None, "time", f"more than {args.limit} CPU seconds"
    if code not in (0, 2, 5, 10):
        return None, "bad end", f"exit code {code}: {(err.strip() or out.strip())[:200]}"
    try:
        return json.loads(out), "", ""
    except ValueError:
        if code == 2:
            return None, "unknown", f"rejected: {err.strip()[:200]}"
        return None, "bad end", f"no report, code {code}"


def broken(properties):
    """The properties that are violated, as text."""
    return ", ".join(f"{prop['kind']} ({prop['text']})" for prop in properties if prop["verdict"] == "violated")


def ask(args, source, flags, expected):
    """What hecaton says to the two claims and all checks: (outcome, reason)."""
    answer, outcome, reason = report(args, source, [*flags, "-D", f"EXPECTED=0x{expected:X}u"])
    if answer is None:
        return outcome, reason
    negated = [prop for prop in answer["properties"] if prop["text"].startswith("not as gcc")]
    others = [prop for prop in answer["properties"] if not prop["text"].startswith("not as gcc")]
    if UNDEFINED.search(broken(others)):
        return "skipped", "undefined: a builtin of csmith is called with zero"
    if broken(others):
        return "disagree", f"checksum {expected:X} of gcc: violated {broken(others)}"
    open_ones = [prop for prop in others if prop["verdict"] != "holds"]
    if not open_ones and [prop["verdict"] for prop in negated] == ["violated"]:
        return "agree", ""
    if not open_ones and all(prop["verdict"] == "holds" for prop in negated):
        return "disagree", f"another checksum than {expected:X} of gcc, or none"
    reasons = [prop["reason"] for prop in open_ones + negated if prop["reason"]]
    reasons += [str(entry) for entry in answer["unsupported"]]
    return "unknown", reasons[0] if reasons else json.dumps(answer["diagnostics"])[:200]


def compare(args, source, flags):
    """Has a program judged by all compilers and by hecaton: (outcome, reason)."""
    sums = {}
    for compiler in COMPILERS:
        if not shutil.which(compiler[0]):
            continue
        found, why = checksum(compiler, source, flags)
        if found is None:
            return "skipped", why
        sums.setdefault(found, " ".join(compiler))
    outcome, reason = ask(args, source, flags, next(iter(sums)))
    seen = sanitizer_sees(source, flags) if outcome == "disagree" else ""
    if seen:
        return "undefined", f"UBSan: {seen}; hecaton: {reason}"
    if len(sums) > 1 and outcome in ("agree", "disagree"):
        told = "nothing is undefined" if outcome == "agree" else reason
        return "compilers", f"{', '.join(sums.values())} do not agree; hecaton: {told}"
    return outcome, reason


def arguments(parser, name):
    """The options that all scripts have."""
    parser.add_argument("count", nargs="?", type=int, default=500, metavar="N")
    parser.add_argument("seed", nargs="?", type=int, default=1, metavar="SEED")
    parser.add_argument("--judged", action="store_true", help="go on until N programs are judged")
    parser.add_argument("--hecaton", default=os.path.join(ROOT, "target", "release", "hecaton"))
    parser.add_argument("--limit", type=int, default=20, help="CPU seconds for each question")
    parser.add_argument("--keep", default=os.path.join(tempfile.gettempdir(), f"hecaton-{name}"))


def judge_all(args, judge, described):
    """Judges N seeds with `judge(folder, seed)`, prints what went wrong and the tally; exits with 1 if anything did."""
    if not os.access(args.hecaton, os.X_OK):
        sys.exit(f"{args.hecaton} is not there: cargo build --release, or --hecaton PATH")
    tally, reasons, start = collections.Counter(), collections.Counter(), time.monotonic()
    os.makedirs(args.keep, exist_ok=True)
    seed = args.seed - 1
    while (tally["agree"] + tally["disagree"] if args.judged else tally.total()) < args.count:
        seed += 1
        with tempfile.TemporaryDirectory() as folder:
            outcome, reason = judge(folder, seed)
            tally[outcome] += 1
            if reason:
                reasons[outcome, re.sub(r"\d+", "N", reason)] += 1
            if outcome not in ("agree", "undefined", "skipped"):
                for name in os.listdir(folder):
                    if name.endswith(".c"):
                        shutil.copy(os.path.join(folder, name), args.keep)
                print(f"seed {seed}: {outcome}: {reason}", flush=True)

    seconds = time.monotonic() - start
    compilers = ", ".join(" ".join(compiler) for compiler in COMPILERS if shutil.which(compiler[0]))
    print(f"\n{tally.total()} programs, seeds {args.seed} to {seed}, {seconds:.0f} s; {described}; {compilers}")
    for outcome in OUTCOMES:
        print(f"  {outcome:10} {tally[outcome]:6}")
    for (outcome, reason), count in reasons.most_common():
        print(f"  {count:6} × {outcome}: {reason}")
    if tally["disagree"] or tally["bad end"]:
        print(f"kept in {args.keep}")
        sys.exit(1)
