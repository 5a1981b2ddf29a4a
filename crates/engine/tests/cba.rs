//! Random small programs with threads, under bounds on turns: what `cba` finds within K rounds is what trying all schedules on
//! the interpreter finds within K rounds, and without a bound both find the same.

mod compare;

use compare::{from_env, said, task};
use hecaton_base::{Bits, Budget};
use hecaton_engine::cba::Cba;
use hecaton_engine::{Bounds, Search, Sink, Task, Turns};
use hecaton_ir::passes::sequentialize::{Method, Options, Schedule, Sequential, sequentialize};
use hecaton_ir::{Place, Program, PropId, PropKind, text, verify};
use hecaton_jobs::Crew;
use hecaton_trace::{Oracle, Outcome, Until, run};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Numbers from a seed.
fn below(state: &mut u64, n: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) % n
}

/// A few lines of a thread over two shared numbers, a lock and a local.
fn body(state: &mut u64, lines: u64, int: &str, out: &mut String) {
    for _ in 0..lines {
        let shared = if below(state, 3) == 0 { "@flag" } else { "@sum" };
        let k = below(state, 3);
        out.push_str(&match below(state, 8) {
            0 | 1 => format!("  r = load {shared}\n"),
            2 => format!("  store {shared}, r + 1\n"),
            3 => format!("  store {shared}, {k}:{int}\n"),
            4 => format!("  atomic begin\n  r = load {shared}\n  store {shared}, r + 1\n  atomic end\n"),
            5 => format!("  await @lock not (1:{int})\n  store @lock, 1:{int}\n  atomic end\n"),
            6 => format!("  store @lock, 0:{int}\n"),
            _ if k == 2 => format!("  assume r == 0:{int}\n"),
            _ => format!("  r = load {shared}\n  assert r == {k}:{int} \"r\"\n"),
        });
    }
}

fn program(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1;
    let mut out = String::from("target LP64\nentry main\ndeadlock \"nobody waits for ever\"\n");
    for name in ["sum", "flag", "lock"] {
        out.push_str(&format!("global @{name}: s32 = {{ 0: 0:i32 }}\n"));
    }
    let threads = 1 + below(&mut state, 2);
    for i in 0..threads {
        out.push_str(&format!("func work{i}() {{\n  var r: s32\nfirst:\n"));
        let lines = 1 + below(&mut state, 3 - threads / 2);
        body(&mut state, lines, "i32", &mut out);
        out.push_str("  return\n}\n");
    }
    out.push_str("func main() -> i32 {\n  var r: s32\n  var t: u64\nfirst:\n");
    // What nobody writes needs no turns to be read, and then there would be fewer of them than are counted.
    for name in ["sum", "flag", "lock"] {
        out.push_str(&format!("  store @{name}, 0:i32\n"));
    }
    for i in 0..threads {
        out.push_str(&format!("  t = spawn work{i}()\n"));
    }
    let lines = below(&mut state, 3);
    body(&mut state, lines, "i32", &mut out);
    if below(&mut state, 2) == 0 {
        out.push_str("  join t\n  r = load @sum\n  assert r == 1:i32 \"sum\"\n");
    }
    out.push_str("  return 0\n}\n");
    out
}

/// Tries one schedule after the other, with so many rounds as far as can be told from the choices: a thread that is left alone is
/// not chosen, so that its last turn may not be counted.
struct Schedules {
    chosen: Vec<(u32, u32)>,
    at: usize,
    rounds: Option<u32>,
}

impl Oracle for Schedules {
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        Ok(Bits::zero(width))
    }
    fn place(&mut self, _: u64) -> Result<Place, String> {
        Ok(Place::default())
    }
    fn switch(&mut self, threads: u32) -> Result<u32, String> {
        if self.at == self.chosen.len() {
            self.chosen.push((0, threads));
        }
        self.at += 1;
        let so_far = &self.chosen[..self.at];
        let rounds = 1 + so_far.windows(2).filter(|pair| pair[1].0 < pair[0].0).count();
        match self.rounds {
            Some(most) if rounds > most as usize => Err("too many rounds".into()),
            _ => Ok(self.chosen[self.at - 1].0),
        }
    }
}

/// What is violated on some schedule.
fn tried(program: &Program, props: &[PropId], rounds: Option<u32>) -> BTreeSet<PropId> {
    let violated = |prop: &PropId| {
        let mut all = Schedules { chosen: vec![], at: 0, rounds };
        loop {
            all.at = 0;
            let outcome = run(program, &mut all, Until::Violated(*prop), &Budget::unlimited());
            all.chosen.truncate(all.at);
            if matches!(outcome, Outcome::Violated(violated, ..) if violated == *prop) {
                return true;
            }
            while all.chosen.last().is_some_and(|(chosen, count)| chosen + 1 >= *count) {
                all.chosen.pop();
            }
            match all.chosen.last_mut() {
                Some((chosen, _)) => *chosen += 1,
                None => return false,
            }
        }
    };
    props.iter().copied().filter(violated).collect()
}

/// What `cba` finds, each finding replayed, and whether it covers everything.
fn found(task: &Task, turns: Option<Turns>, source: &str) -> (BTreeSet<PropId>, bool) {
    let bounds = Bounds { turns, ..task.bounds.clone() };
    let task = Task { bounds, ..task.clone() };
    let sink: Sink = Arc::new(|_| {});
    let outcome = hecaton_engine::run(&Cba, &task, &Budget::unlimited(), &Crew::inline(1), &sink);
    let (mut violated, mut all) = (BTreeSet::new(), true);
    for prop in &task.props {
        match said(&outcome.verdicts[prop]) {
            "violated" => drop(violated.insert(*prop)),
            "holds" => {}
            "bounded" => all = false,
            other => panic!("{other}: {:?}\n{source}", outcome.verdicts[prop]),
        }
    }
    (violated, all)
}

#[test]
fn bounded_schedules_violate_what_trying_them_violates() {
    let (first, count) = (from_env("HECATON_SEED", 1), from_env("HECATON_CASES", 1000) / 10);
    let (mut violated, mut covered) = (0, 0);
    for seed in first..first + count {
        let source = program(seed);
        let program = Arc::new(text::parse("x.hir", &source).unwrap_or_else(|e| panic!("{e}\n{source}")));
        assert_eq!(verify(&program), vec![], "{source}");
        let wanted = |(prop, known): (PropId, &hecaton_ir::Prop)| (known.kind != PropKind::Race).then_some(prop);
        let props: Vec<PropId> = program.props.iter().filter_map(wanted).collect();
        let task = task(program.clone(), props.clone(), 4, Search::default());
        let everything = tried(&program, &props, None);
        violated += everything.len();
        for rounds in 1..=3 {
            let (mine, all) = found(&task, Some(Turns::Rounds(rounds)), &source);
            let within = tried(&program, &props, Some(rounds));
            let (more, _) = found(&task, Some(Turns::Rounds(rounds + 1)), &source);
            assert!(mine.is_subset(&within), "seed {seed}, {rounds} rounds: {mine:?}, but {within:?}\n{source}");
            assert!(within.is_subset(&more), "seed {seed}, {rounds} rounds: {within:?}, but {more:?}\n{source}");
            covered += usize::from(all);
            assert!(!all || mine == everything, "seed {seed}: {rounds} rounds do not cover all\n{source}");
            // A round holds at least one turn of whichever thread.
            let (some, all) = found(&task, Some(Turns::Contexts(rounds)), &source);
            assert!(some.is_subset(&mine), "seed {seed}, {rounds} contexts: {some:?}, but {mine:?}\n{source}");
            assert!(!all || some == everything, "seed {seed}: {rounds} contexts do not cover all\n{source}");
        }
        let (mine, all) = found(&task, None, &source);
        assert!(all && mine == everything, "seed {seed}: {mine:?}, but {everything:?}\n{source}");
    }
    assert!(violated > 20 && covered > 20, "{violated} violations, {covered} times all was covered");
}

/// A thread that only waits. With it there are always several, and every step of a schedule is a choice; it has no turn
/// itself, so that without it there are the same schedules.
const IDLE: &str = "func idle() {\nfirst:\n  await @never is (1:i8)\n  atomic end\n  return\n}\n";

/// A few lines of a thread for the translations: besides what `body` writes, calls, pointers, inputs, loops and objects.
fn rich_body(state: &mut u64, lines: u64, first: bool, labels: &mut u64, out: &mut String) {
    for _ in 0..lines {
        let place = ["@sum", "@flag"][below(state, 2) as usize];
        match below(state, 10) {
            0 => out.push_str(&format!("  r = call bump({place})\n")),
            1 => out.push_str("  havoc b\n  r = zext<i8>(b)\n"),
            2 => {
                *labels += 1;
                let n = *labels;
                out.push_str(&format!(
                    "  i = 0\n  goto loop{n}\nloop{n}:\n  r = load {place}\n  store {place}, r + 1\n  i = i + 1\n  \
                     branch i <u 2 -> loop{n}, done{n}\ndone{n}:\n"
                ));
            }
            3 => out.push_str(&format!(
                "  store @own, {place}\n  p = load @own\n  store p, 2:i8\n  r = load p\n  assert r == 2:i8 \"p\"\n"
            )),
            4 => out.push_str("  p = alloc heap s8, 1:i64 zeroed\n  store p, r\n  r = load p\n  free heap p\n"),
            // Where the first thread ends, objects die that others access.
            5 if !first => {
                *labels += 1;
                let n = *labels;
                out.push_str(&format!(
                    "  r = load {place}\n  branch r == 1:i8 -> out{n}, on{n}\nout{n}:\n  exit_thread\non{n}:\n"
                ));
            }
            _ => body(state, 1, "i8", out),
        }
    }
}

/// A program for the translations, with a thread that only waits and without one. All of it is in the text, so that a
/// failure can be looked at.
fn rich_program(seed: u64) -> (String, String) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    // With the thread that only waits, the others wait for ever whenever they do without it: the first one never ends
    // but by its return, before which nobody waits for ever.
    let mut out = String::from("target LP64\nentry main\ndeadlock \"nobody waits for ever\"\n");
    for name in ["sum", "flag", "lock"] {
        out.push_str(&format!("global @{name}: s8 = {{ 0: 0:i8 }}\n"));
    }
    out.push_str("global @own: ptr = { 0: @flag }\n");
    out.push_str("func bump(p: ptr) -> i8 {\n  var v: s8\nfirst:\n  v = load p\n  store p, v + 1\n  return v\n}\n");
    let threads = 1 + below(&mut state, 2);
    // Who makes the second one, or both.
    let (in_loop, by_first) = match below(&mut state, 20) {
        0 if threads == 2 => (true, false),
        1..=4 if threads == 2 => (false, true),
        _ => (false, false),
    };
    let vars = "  var r: s8\n  var b: u1\n  var i: u8\n  var p: ptr\n  var t: u64\n";
    let mut labels = 0;
    for i in 0..threads {
        out.push_str(&format!("func work{i}(a: ptr) {{\n{vars}first:\n"));
        let lines = 1 + below(&mut state, 3 - threads);
        if below(&mut state, 3) == 0 {
            out.push_str("  r = load a\n  assert r == 0:i8 \"a\"\n");
        }
        if i == 0 && by_first {
            out.push_str("  t = spawn work1(a)\n");
        }
        rich_body(&mut state, lines, false, &mut labels, &mut out);
        out.push_str("  return\n}\n");
    }
    out.push_str(&format!("func main() -> i32 {{\n{vars}  var m: ptr\n  var s: s32\nfirst:\n"));
    let begun = out.len();
    let arg = match below(&mut state, 3) {
        0 => {
            out.push_str("  m = alloc stack s8, 1:i64 zeroed\n");
            "m"
        }
        1 => "@sum",
        _ => "@flag",
    };
    if in_loop {
        out.push_str("  i = 0\n  goto make\nmake:\n");
        out.push_str(&format!("  t = spawn work0({arg})\n  i = i + 1\n  branch i <u 2 -> make, made\nmade:\n"));
    } else {
        for i in 0..if by_first { 1 } else { threads } {
            out.push_str(&format!("  t = spawn work{i}({arg})\n"));
        }
    }
    let lines = below(&mut state, 4 - threads);
    rich_body(&mut state, lines, true, &mut labels, &mut out);
    if below(&mut state, 2) == 0 {
        out.push_str("  join t\n  r = load @sum\n  assert r == 1:i8 \"sum\"\n");
    }
    out.push_str("  return 0\n}\n");
    let mut idle = out.clone();
    idle.insert_str(begun, "  t = spawn idle()\n");
    idle.push_str("global @never: s8 = { 0: 0:i8 }\n");
    idle.push_str(IDLE);
    (out, idle)
}

/// How turns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    Rounds,
    Contexts,
}

impl Counted {
    fn turns(self, count: u32) -> Turns {
        match self {
            Counted::Rounds => Turns::Rounds(count),
            Counted::Contexts => Turns::Contexts(count),
        }
    }
}

/// Tries every schedule with so many turns, exactly, and every input.
struct Within {
    chosen: Vec<(u32, u32)>,
    at: usize,
    counted: Counted,
    most: u32,
    last: u32,
    used: u32,
}

impl Within {
    fn choose(&mut self, count: u32) -> u32 {
        if self.at == self.chosen.len() {
            self.chosen.push((0, count));
        }
        self.at += 1;
        self.chosen[self.at - 1].0
    }
}

impl Oracle for Within {
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        Ok(Bits::from_u64(width, u64::from(self.choose(2))))
    }
    fn place(&mut self, _: u64) -> Result<Place, String> {
        Ok(Place::default())
    }
    fn switch(&mut self, threads: u32) -> Result<u32, String> {
        let next = self.choose(threads);
        self.used += u32::from(match self.counted {
            Counted::Rounds => next < self.last,
            Counted::Contexts => next != self.last,
        });
        self.last = next;
        if self.used > self.most { Err("too many turns".into()) } else { Ok(next) }
    }
}

/// For each property, with how few turns it can be violated, if not more than so many.
fn fewest(program: &Program, counted: Counted, most: u32) -> BTreeMap<PropId, u32> {
    let mut found = BTreeMap::new();
    for prop in program.props.keys() {
        let mut all = Within { chosen: vec![], at: 0, counted, most, last: 0, used: 1 };
        loop {
            (all.at, all.last, all.used) = (0, 0, 1);
            let outcome = run(program, &mut all, Until::Violated(prop), &Budget::unlimited());
            all.chosen.truncate(all.at);
            if matches!(outcome, Outcome::Violated(violated, ..) if violated == prop) {
                found.insert(prop, all.used);
                // Only with fewer it would be news.
                all.most = all.used - 1;
            }
            while all.chosen.last().is_some_and(|(chosen, count)| chosen + 1 >= *count) {
                all.chosen.pop();
            }
            match all.chosen.last_mut() {
                Some((chosen, _)) if all.most > 0 => *chosen += 1,
                _ => break,
            }
        }
    }
    found
}

/// The properties that some schedule violates, if there are not too many schedules to try.
fn ever(program: &Program, props: &BTreeSet<PropId>) -> Option<BTreeSet<PropId>> {
    let (mut found, mut left) = (BTreeSet::new(), 30_000);
    for prop in props {
        let mut all = Within { chosen: vec![], at: 0, counted: Counted::Contexts, most: u32::MAX, last: 0, used: 1 };
        loop {
            left -= 1;
            if left == 0 {
                return None;
            }
            (all.at, all.last, all.used) = (0, 0, 1);
            let outcome = run(program, &mut all, Until::Violated(*prop), &Budget::unlimited());
            all.chosen.truncate(all.at);
            if matches!(outcome, Outcome::Violated(violated, ..) if violated == *prop) {
                found.insert(*prop);
                break;
            }
            while all.chosen.last().is_some_and(|(chosen, count)| chosen + 1 >= *count) {
                all.chosen.pop();
            }
            match all.chosen.last_mut() {
                Some((chosen, _)) => *chosen += 1,
                None => break,
            }
        }
    }
    Some(found)
}

/// Every translation, with every bound and either schedule, violates exactly what all schedules within the bound do; and
/// what it says of all interleavings is so for all of them.
/// There are a quarter as many programs as `HECATON_CASES` says.
#[test]
fn translations_violate_what_the_schedules_within_the_bound_violate() {
    let (first, count) = (from_env("HECATON_SEED", 1), from_env("HECATON_CASES", 1000) / 4);
    let (mut violated, mut refused, mut answers, mut covered) = (0, 0, 0, 0);
    for seed in first..first + count {
        let (source, with_idle) = rich_program(seed);
        let parsed = |text: &str| text::parse("x.hir", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let (program, with_idle) = (Arc::new(parsed(&source)), parsed(&with_idle));
        assert_eq!(verify(&program), vec![], "{source}");
        let props: Vec<PropId> = program.props.keys().collect();
        assert_eq!(props, with_idle.props.keys().collect::<Vec<_>>());
        if props.is_empty() {
            continue;
        }
        for counted in [Counted::Rounds, Counted::Contexts] {
            // Three turns take their time.
            let most = if seed.is_multiple_of(2) { 2 } else { 3 };
            let fewest = fewest(&with_idle, counted, most);
            violated += fewest.len();
            let methods = [Some(Method::Epc), Some(Method::Lr), Some(Method::Lmp)];
            for (k, method) in (1..=most).flat_map(|k| methods.map(|method| (k, method))) {
                let wanted: BTreeSet<PropId> =
                    fewest.iter().filter(|(_, turns)| **turns <= k).map(|(prop, _)| *prop).collect();
                let search = Search { method, ..Search::default() };
                let task = task(program.clone(), props.clone(), 4, search);
                let bounds = Bounds { turns: Some(counted.turns(k)), ..task.bounds.clone() };
                let task = Task { bounds, ..task };
                let sink: Sink = Arc::new(|_| {});
                let outcome = hecaton_engine::run(&Cba, &task, &Budget::unlimited(), &Crew::inline(1), &sink);
                let at = || format!("seed {seed}, {method:?}, {k} {counted:?}");
                let (mut found, mut proved, mut left) = (BTreeSet::new(), BTreeSet::new(), false);
                for prop in &props {
                    let verdict = &outcome.verdicts[prop];
                    match said(verdict) {
                        "violated" => drop(found.insert(*prop)),
                        "bounded" => {}
                        "holds" => drop(proved.insert(*prop)),
                        "unknown" => {
                            let why = format!("{verdict:?}");
                            let epc_can = method != Some(Method::Epc) && why.contains("only --method");
                            let refused = epc_can || why.contains("before it does anything visible");
                            assert!(method.is_some() && refused, "{}: {why}\n{source}", at());
                            left = true;
                        }
                        other => panic!("{}: {other}: {verdict:?}\n{source}", at()),
                    }
                }
                refused += usize::from(left);
                answers += usize::from(!left);
                assert!(left || found == wanted, "{}: {found:?}, but {wanted:?}\n{source}", at());
                if let Some(ever) = Some(proved).filter(|all| !all.is_empty()).and_then(|all| ever(&program, &all)) {
                    covered += 1;
                    assert!(ever.is_empty(), "{}: not all interleavings: {ever:?}\n{source}", at());
                }
            }
        }
    }
    assert!(violated as u64 > count / 2, "{violated} violations");
    assert!(covered as u64 > count / 4, "{covered} times all interleavings were covered");
    assert!(refused < answers / 4, "{refused} times a program was not translated, {answers} times it was");
}

/// Lines of a thread that mostly has the lock where it accesses shared memory, but not always.
fn guarded_body(state: &mut u64, lines: u64, sections: bool, out: &mut String) {
    const TAKE: &str = "  await @lock is (0:i8)\n  store @lock, 1:i8\n  atomic end\n";
    const GIVE: &str = "  atomic begin\n  store @lock, 0:i8\n  atomic end\n";
    for _ in 0..lines {
        const PLACES: [(&str, &str); 6] =
            [("@sum", ""), ("@flag", ""), ("@list + 1", ""), ("a", "a"), ("a + 1", "b"), ("@lock", "")];
        let (place, check) = PLACES[below(state, if sections { 6 } else { 5 }) as usize];
        let check = if check.is_empty() { String::new() } else { format!(" check \"{check}\"") };
        let access = match below(state, 9) {
            0 | 1 => format!("  r = load {place}{check}\n"),
            2 | 3 => format!("  store {place}, r + 1{check}\n"),
            4 => format!("  fill @list, 1, {}:i64\n", below(state, 4)),
            5 => format!("  copy @list + {}:i64, a, zext<i64>(r & 1) check \"copy\"\n", below(state, 3)),
            6 => "  p = select(r == 0:i8, @sum, a)\n  store p, 3:i8 check \"p\"\n".to_owned(),
            7 => format!("  r = load {place}{check}\n  assert r == 0:i8 \"r\"\n"),
            _ => "  store q + zext<i64>(r), 1:i8 check \"own\"\n".to_owned(),
        };
        match below(state, 6) {
            0 => out.push_str(&access),
            1 if sections => out.push_str(&format!("  atomic begin\n{access}  atomic end\n")),
            2 if sections => out.push_str(&format!("  atomic begin\n{TAKE}{access}{GIVE}  atomic end\n")),
            _ => out.push_str(&format!("{TAKE}{access}{GIVE}")),
        }
    }
}

/// A program that may race, with a thread that only waits and without one.
fn guarded_program(seed: u64) -> (String, String) {
    let mut state = seed.wrapping_mul(0xd134_2543_de82_ef95) | 1;
    let mut out = String::from("target LP64\nentry main\nrace \"no race\"\ndeadlock \"nobody waits for ever\"\n");
    for name in ["sum", "flag", "lock"] {
        out.push_str(&format!("global @{name}: s8 = {{ 0: 0:i8 }}\n"));
    }
    out.push_str("global @list: [4 x s8] = { 0: 0:i8 }\n");
    let threads = 1 + below(&mut state, 2);
    let sections = below(&mut state, 4) == 0;
    let vars = "  var r: s8\n  var p: ptr\n  var q: ptr place [2 x s8]\n  var t: u64\n";
    let own = "first:\n  q = alloc stack [2 x s8], 1:i64 zeroed\n";
    for i in 0..threads {
        out.push_str(&format!("func work{i}(a: ptr) {{\n{vars}{own}"));
        let lines = 1 + below(&mut state, 3 - threads);
        guarded_body(&mut state, lines, sections, &mut out);
        out.push_str("  return\n}\n");
    }
    out.push_str(&format!("func main() -> i32 {{\n{vars}  var a: ptr\n{own}"));
    let begun = out.len();
    out.push_str(
        ["  a = @sum\n", "  a = @list\n", "  a = alloc heap s8, 2:i64 zeroed\n"][below(&mut state, 3) as usize],
    );
    for i in 0..threads {
        out.push_str(&format!("  t = spawn work{i}(a)\n"));
    }
    let lines = below(&mut state, 2);
    guarded_body(&mut state, lines, sections, &mut out);
    match below(&mut state, 4) {
        0 => out.push_str("  join t\n  r = load @sum\n  assert r == 1:i8 \"sum\"\n"),
        1 => out.push_str("  free heap a check \"free\"\n"),
        _ => {}
    }
    out.push_str("  return 0\n}\n");
    let mut idle = out.clone();
    idle.insert_str(begun, "  t = spawn idle()\n");
    idle.push_str("global @never: s8 = { 0: 0:i8 }\n");
    idle.push_str(IDLE);
    (out, idle)
}

/// The verdicts of `cba`, as what is violated and what holds in all schedules; nothing is left open.
fn settled(task: &Task, at: &dyn Fn() -> String) -> (BTreeSet<PropId>, BTreeSet<PropId>) {
    let sink: Sink = Arc::new(|_| {});
    let outcome = hecaton_engine::run(&Cba, task, &Budget::unlimited(), &Crew::inline(1), &sink);
    let (mut violated, mut proved) = (BTreeSet::new(), BTreeSet::new());
    for prop in &task.props {
        match said(&outcome.verdicts[prop]) {
            "violated" => drop(violated.insert(*prop)),
            "holds" => drop(proved.insert(*prop)),
            "bounded" => {}
            other => panic!("{}: {other}: {:?}", at(), outcome.verdicts[prop]),
        }
    }
    (violated, proved)
}

/// Races, and what others do before an access of a thread's own is invalid: every translation, and the encoding of the
/// engine itself, finds what the schedules within the bound violate. A race is found when two threads stand before it,
/// and needs one more turn at most to be run into. There are a fiftieth as many programs as `HECATON_CASES` says.
#[test]
fn races_are_those_of_the_schedules_within_the_bound() {
    let (first, count) = (from_env("HECATON_SEED", 1), from_env("HECATON_CASES", 1000) / 50);
    let (mut races, mut told, mut proofs) = (0, 0, 0);
    for seed in first..first + count {
        let (source, with_idle) = guarded_program(seed);
        let parsed = |text: &str| text::parse("x.hir", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let (program, with_idle) = (Arc::new(parsed(&source)), parsed(&with_idle));
        assert_eq!(verify(&program), vec![], "{source}");
        let props: Vec<PropId> = program.props.keys().collect();
        for counted in [Counted::Rounds, Counted::Contexts] {
            let fewest = fewest(&with_idle, counted, 3);
            let within = |k: u32, race: bool| -> BTreeSet<PropId> {
                let some = fewest.iter().filter(|(prop, turns)| **turns <= k && (race || Some(**prop) != program.race));
                some.map(|(prop, _)| *prop).collect()
            };
            races += usize::from(program.race.is_some_and(|race| fewest.contains_key(&race)));
            let methods = [None, Some(Method::Epc), Some(Method::Lr), Some(Method::Lmp)];
            for (k, method) in (1..=2).flat_map(|k| methods.map(|method| (k, method))) {
                let task = task(program.clone(), props.clone(), 4, Search { method, ..Search::default() });
                let bounds = Bounds { turns: Some(counted.turns(k)), ..task.bounds.clone() };
                let task = Task { bounds, ..task };
                let at = || format!("seed {seed}, {method:?}, {k} {counted:?}\n{source}");
                if let Some(method) = method {
                    let Some(sequential) = translation(&program, &props, method, counted, k) else { continue };
                    told += usize::from(sequential.props.values().any(|prop| Some(*prop) == program.race));
                }
                let (found, proved) = settled(&task, &at);
                let race = program.race.filter(|race| found.contains(race));
                let others: BTreeSet<PropId> = found.iter().copied().filter(|prop| Some(*prop) != race).collect();
                assert_eq!(others, within(k, false), "{}", at());
                assert!(within(k, true).is_subset(&found), "{}: {found:?}", at());
                assert!(found.is_subset(&within(k + 1, true)), "{}: {found:?}", at());
                if let Some(ever) = Some(proved).filter(|all| !all.is_empty()).and_then(|all| ever(&program, &all)) {
                    proofs += 1;
                    assert!(ever.is_empty(), "{}: not all interleavings: {ever:?}", at());
                }
            }
        }
    }
    let count = count as usize;
    assert!(races > count / 8 && races < 2 * count, "{races} races");
    assert!(told > count && proofs > count / 4, "{told} translations of races, {proofs} proofs");
}

/// The translation of a program, if it can be translated.
fn translation(program: &Program, props: &[PropId], method: Method, counted: Counted, k: u32) -> Option<Sequential> {
    let schedule = match counted {
        Counted::Rounds => Schedule::Rounds(k),
        Counted::Contexts => Schedule::Arbitrary(k),
    };
    let options = Options { method, schedule, threads: 8, recursion: 3, further: true };
    sequentialize(program, props, &options).ok()
}
