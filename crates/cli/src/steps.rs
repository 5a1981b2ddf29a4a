//! The steps of a counterexample as they are shown: which of them, in which words, and where a loop only repeats
//! itself.

use crate::args::TraceLength;
use crate::report::{Place, place};
use hecaton_ir::{Loc, Program};
use hecaton_trace::{Trace, What};
use serde::Serialize;

/// One step of a counterexample.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// What sort of step: `input`, `assign`, `call`, ...
    pub action: &'static str,
    /// Where.
    pub place: Option<Place>,
    /// The function it happens in.
    pub function: String,
    /// How many calls deep.
    pub depth: u32,
    /// Which thread does it, if it is not the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<u32>,
    /// What takes a value, is called, allocated or freed.
    pub name: Option<String>,
    /// The value.
    pub value: Option<String>,
    /// The step in words.
    pub text: String,
    /// Whether the violation depends on it.
    pub relevant: bool,
    #[serde(skip)]
    loc: Loc,
}

/// All steps of a trace, or those that matter.
pub fn of(program: &Program, trace: &Trace, length: TraceLength) -> Option<Vec<Step>> {
    let all = || trace.steps.iter().map(|step| one(program, step));
    match length {
        TraceLength::None => None,
        TraceLength::Full => Some(all().collect()),
        TraceLength::Short => Some(those_that_matter(merge_inputs(all().collect()))),
    }
}

fn one(program: &Program, step: &hecaton_trace::Step) -> Step {
    let (action, name, value, text) = match &step.what {
        What::Assign { name, value } | What::Store { name, value } => {
            ("assign", Some(name.clone()), Some(value.clone()), format!("{name} = {value}"))
        }
        What::Input { name, value, .. } if name.is_empty() => {
            ("input", None, Some(value.clone()), format!("{value} (input)"))
        }
        What::Input { name, value, unset } => {
            let why = if *unset { "uninitialised" } else { "input" };
            ("input", Some(name.clone()), Some(value.clone()), format!("{name} = {value} ({why})"))
        }
        What::Alloc { name, size } => {
            ("allocate", Some(name.clone()), Some(size.to_string()), format!("{name} is allocated: {size} bytes"))
        }
        What::Free { name } => ("free", Some(name.clone()), None, format!("{name} is freed")),
        What::Call { func, args } => {
            let args: Vec<String> = args.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            ("call", Some(func.clone()), None, format!("{func}({})", args.join(", ")))
        }
        What::Return { func, value } => {
            let text = value.as_ref().map_or_else(|| format!("{func} returns"), |v| format!("{func} returns {v}"));
            ("return", Some(func.clone()), value.clone(), text)
        }
        What::Branch { taken } => {
            let text = source(program, step).map_or_else(|| format!("condition: {taken}"), |c| format!("{c}: {taken}"));
            ("branch", None, Some(taken.clone()), text)
        }
        What::Assume => ("assume", None, None, "assumption holds".into()),
        What::Log { feature } => ("feature", Some(feature.clone()), None, format!("feature {feature}")),
        What::Omitted { count } => ("omitted", None, None, format!("… {count} steps were not recorded")),
        What::Failure { cause } => ("failure", None, None, cause.clone()),
    };
    let function = program.functions.get(step.loc.func).map(|f| f.name.clone()).unwrap_or_default();
    let place = place(&program.files, step.span);
    let thread = Some(step.thread).filter(|thread| *thread > 0);
    Step {
        action,
        place,
        function,
        depth: step.depth,
        thread,
        name,
        value,
        text,
        relevant: step.relevant,
        loc: step.loc,
    }
}

/// The source text of a step, if it is short.
fn source(program: &Program, step: &hecaton_trace::Step) -> Option<String> {
    let file = program.files.get(step.span.file).filter(|_| step.span.line > 0)?;
    let line = file.text.as_deref()?.lines().nth(step.span.line as usize - 1)?;
    let text: String = line.chars().skip(step.span.col.max(1) as usize - 1).take(step.span.len as usize).collect();
    let text = text.trim();
    (!text.is_empty() && text.chars().count() <= 60).then(|| text.to_owned())
}

/// An input without a name goes into the assignment that takes it.
fn merge_inputs(steps: Vec<Step>) -> Vec<Step> {
    let mut merged: Vec<Step> = Vec::with_capacity(steps.len());
    for step in steps {
        match merged.last_mut() {
            Some(last)
                if last.action == "input"
                    && last.name.is_none()
                    && step.action == "assign"
                    && (&last.value, last.depth) == (&step.value, step.depth) =>
            {
                let relevant = last.relevant || step.relevant;
                let text = format!("{} (input)", step.text);
                *last = Step { action: "input", text, relevant, ..step };
            }
            _ => merged.push(step),
        }
    }
    merged
}

/// Leaves out what the violation does not depend on. A call stays if something inside it stays.
fn those_that_matter(steps: Vec<Step>) -> Vec<Step> {
    let mut keep = vec![false; steps.len()];
    // From the end: how deep the calls are that something kept lies in and that have not been passed yet.
    let mut inside = 0;
    for (index, step) in steps.iter().enumerate().rev() {
        keep[index] = match step.action {
            "branch" | "assume" => false,
            "return" => step.relevant && step.value.is_some(),
            "call" => step.relevant || inside > step.depth,
            _ => step.relevant,
        };
        if keep[index] {
            inside = if step.action == "call" { step.depth } else { step.depth.max(inside) };
        }
    }
    steps.into_iter().zip(keep).filter_map(|(step, keep)| keep.then_some(step)).collect()
}

/// A line of the trace as a person reads it.
pub enum Line<'a> {
    /// A step.
    Step(&'a Step),
    /// The steps before this line are repeated so many times, in so many steps each.
    Rounds {
        /// How often.
        times: usize,
        /// How many steps one round has.
        steps: usize,
    },
    /// So many steps are left out.
    Cut(usize),
}

/// The longest round that is recognised.
const ROUND: usize = 60;
/// More lines than this are cut in the middle.
const LINES: usize = 100;

/// Rounds of a loop that go the same way are shown twice, the first and the last time; what is still too long is cut.
pub fn fold(steps: &[Step]) -> Vec<Line<'_>> {
    let same = |a: &Step, b: &Step| (a.loc, a.depth, a.action) == (b.loc, b.depth, b.action);
    let mut lines = Vec::new();
    let mut at = 0;
    while at < steps.len() {
        let left = &steps[at..];
        let round = (1..=ROUND.min(left.len() / 3))
            .map(|len| {
                let rounds = left.chunks_exact(len).take_while(|c| c.iter().zip(left).all(|(a, b)| same(a, b))).count();
                (len, rounds)
            })
            .filter(|(len, rounds)| *rounds >= 3 && len * (rounds - 2) > 2)
            .max_by_key(|(len, rounds)| (len * rounds, std::cmp::Reverse(*len)));
        let Some((len, rounds)) = round else {
            lines.push(Line::Step(&left[0]));
            at += 1;
            continue;
        };
        lines.extend(left[..len].iter().map(Line::Step));
        lines.push(Line::Rounds { times: rounds - 2, steps: len });
        lines.extend(left[len * (rounds - 1)..len * rounds].iter().map(Line::Step));
        at += len * rounds;
    }
    if lines.len() > LINES {
        let (head, tail) = (LINES / 3, LINES - LINES / 3);
        let cut = lines.len() - head - tail;
        lines.splice(head..head + cut, [Line::Cut(cut)]);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Id;
    use hecaton_ir::{BlockId, FuncId};

    fn step(action: &'static str, at: u32, depth: u32, relevant: bool, text: &str) -> Step {
        let (name, value) = match text.split_once(" = ") {
            Some((name, value)) => (Some(name.to_owned()), Some(value.to_owned())),
            None => (None, Some(text.to_owned())),
        };
        let loc = Loc { func: FuncId::new(0), block: BlockId::new(0), inst: at };
        Step {
            action,
            place: None,
            function: "f".into(),
            depth,
            thread: None,
            name,
            value,
            text: text.into(),
            relevant,
            loc,
        }
    }

    fn shown(lines: &[Line<'_>]) -> Vec<String> {
        let one = |line: &Line<'_>| match line {
            Line::Step(step) => step.text.clone(),
            Line::Rounds { times, steps } => format!("{times}x{steps}"),
            Line::Cut(steps) => format!("cut {steps}"),
        };
        lines.iter().map(one).collect()
    }

    #[test]
    fn rounds_are_folded_and_long_traces_cut() {
        let mut steps = vec![step("assign", 0, 0, true, "x = 0")];
        for i in 0..10 {
            steps.push(step("assign", 1, 0, true, &format!("a = {i}")));
            steps.push(step("call", 2, 0, true, &format!("f({i})")));
        }
        steps.push(step("failure", 3, 0, true, "bad"));
        assert_eq!(shown(&fold(&steps)), ["x = 0", "a = 0", "f(0)", "8x2", "a = 9", "f(9)", "bad"]);
        let different: Vec<Step> = (0..500).map(|i| step("assign", i, 0, true, "y = 1")).collect();
        let lines = fold(&different);
        assert_eq!(lines.len(), LINES + 1);
        assert!(shown(&lines).contains(&"cut 400".to_owned()));
    }

    #[test]
    fn inputs_go_into_their_assignments() {
        let steps = vec![step("input", 0, 0, false, "3"), step("assign", 1, 0, true, "c = 3")];
        let merged = merge_inputs(steps);
        assert_eq!((merged.len(), merged[0].text.as_str(), merged[0].relevant), (1, "c = 3 (input)", true));
        let steps = vec![step("input", 0, 0, true, "3"), step("assign", 1, 0, true, "c = 4")];
        assert_eq!(merge_inputs(steps).len(), 2, "another value");
    }

    #[test]
    fn calls_stay_around_what_matters() {
        let steps = vec![
            step("call", 0, 0, false, "unneeded()"),
            step("assign", 1, 1, false, "z = 1"),
            step("return", 2, 1, false, "unneeded returns"),
            step("call", 3, 0, false, "needed()"),
            step("branch", 4, 1, true, "true"),
            step("call", 5, 1, false, "deeper()"),
            step("failure", 6, 2, true, "bad"),
        ];
        let texts: Vec<String> = those_that_matter(steps).into_iter().map(|s| s.text).collect();
        assert_eq!(texts, ["needed()", "deeper()", "bad"]);
    }
}
