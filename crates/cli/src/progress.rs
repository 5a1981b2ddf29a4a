//! What is known while an engine runs: kept for the live line, and as the result should the engine never come back.

use hecaton_base::budget::resident_bytes;
use hecaton_engine::invariants::Invariant;
use hecaton_engine::{Event, Tried, Verdict};
use hecaton_front_c::{Diag, Missing};
use hecaton_ir::{Program, PropId, PropKind};
use hecaton_jobs::Load;
use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::output::complain;
use crate::solvers::Chosen;

/// The news so far.
#[derive(Default)]
pub struct News {
    /// The program, once it is read.
    pub program: Option<Arc<Program>>,
    /// The properties that are asked.
    pub props: Vec<PropId>,
    /// Their kinds, and those that the program has no properties of.
    pub kinds: BTreeSet<PropKind>,
    /// Warnings about the input.
    pub warnings: Vec<Diag>,
    /// Functions without body.
    pub missing: Vec<Missing>,
    /// Questions that cannot be answered.
    pub unsupported: Vec<String>,
    /// The solvers that are used.
    pub solvers: Vec<Chosen>,
    /// Final verdicts.
    pub settled: BTreeMap<PropId, Verdict>,
    /// Configurations of features that were tried.
    pub tried: Vec<Tried>,
    /// What holds at the heads of loops.
    pub invariants: Vec<Invariant>,
    /// Numbers the engine gave.
    pub counts: BTreeMap<&'static str, u64>,
    phase: &'static str,
    bound: Option<u32>,
}

impl News {
    /// Whether a property is violated.
    pub fn has_violation(&self) -> bool {
        self.settled.values().any(|verdict| matches!(verdict, Verdict::Violated(_)))
    }
}

/// The news, shared between the engine's workers and the main thread.
#[derive(Clone, Default)]
pub struct Board(Arc<Mutex<News>>);

impl Board {
    /// The news so far.
    pub fn news(&self) -> MutexGuard<'_, News> {
        // A panic elsewhere does not make the news less true.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
    /// Takes note of an event.
    pub fn note(&self, event: &Event) {
        let mut news = self.news();
        match event {
            Event::Bound(bound) => news.bound = Some(*bound),
            Event::Phase(phase) => news.phase = phase,
            Event::Settled(prop, verdict) => {
                news.settled.insert(*prop, verdict.clone());
            }
            Event::Test(_) => {}
            Event::Tried(tried) => news.tried.push(tried.clone()),
            Event::Invariants(invariants) => news.invariants.clone_from(invariants),
            Event::Counts(counts) => news.counts.extend(counts.iter().map(|(k, v)| (*k, *v))),
        }
    }
    /// Takes note of what is done outside an engine.
    pub fn phase(&self, phase: &'static str) {
        self.news().phase = phase;
    }
}

/// The live line on standard error; nothing is shown where that is not a terminal.
pub struct Line {
    shown: bool,
    visible: bool,
    start: Instant,
}

impl Line {
    /// A line for a run that begins now.
    pub fn new(wanted: bool) -> Self {
        let dumb = std::env::var_os("TERM").is_none_or(|t| t == "dumb");
        let shown = wanted && !dumb && std::io::stderr().is_terminal();
        Line { shown, visible: false, start: Instant::now() }
    }
    /// Draws the line anew. A short run shows nothing.
    pub fn draw(&mut self, board: &Board, load: &Load) {
        let elapsed = self.start.elapsed();
        if self.shown && elapsed > Duration::from_millis(300) {
            self.visible = true;
            complain(&format!("\r\x1b[K{}", text(&board.news(), elapsed, load)));
        }
    }
    /// Removes the line.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.visible) {
            complain("\r\x1b[K");
        }
    }
}

/// The most characters of the line.
const WIDTH: usize = 79;

/// The line itself, short enough for a narrow terminal: what does not fit is left out, the least important first.
fn text(news: &News, elapsed: Duration, load: &Load) -> String {
    let mut parts = vec![if news.phase.is_empty() { "starting".to_owned() } else { news.phase.to_owned() }];
    parts.extend(news.bound.map(|bound| format!("bound {bound}")));
    if !news.props.is_empty() {
        parts.push(format!("{}/{} settled", news.settled.len(), news.props.len()));
    }
    let seconds = elapsed.as_secs();
    let last = [format!("{} MiB", resident_bytes() >> 20), format!("{}:{:02}", seconds / 60, seconds % 60)];
    let count = |name: &str| news.counts.get(name).copied().filter(|count| *count > 0);
    let blocks = count("blocks").map(|blocks| format!("{}/{blocks} blocks", count("blocks done").unwrap_or(0)));
    let busy = (load.workers > 1).then(|| format!("{}/{} busy", load.busy, load.workers));
    let more = [
        blocks,
        count("blocks from the cache").map(|hits| format!("{hits} cached")),
        count("states a second").map(|rate| format!("{rate} states/s")),
        busy,
        (load.queued > 0).then(|| format!("{} queued", load.queued)),
    ];
    let width = |parts: &[String]| parts.iter().map(|part| part.len() + 2).sum::<usize>();
    for part in more.into_iter().flatten() {
        if width(&parts) + width(&last) + part.len() <= WIDTH {
            parts.push(part);
        }
    }
    parts.extend(last);
    parts.join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Id;
    use hecaton_engine::Scope;

    #[test]
    fn the_line_says_what_is_going_on() {
        let board = Board::default();
        board.news().props = vec![PropId::new(0), PropId::new(1)];
        board.note(&Event::Phase("solving"));
        board.note(&Event::Bound(7));
        board.note(&Event::Settled(PropId::new(1), Verdict::Holds(Scope::All)));
        let load = Load { workers: 4, busy: 3, queued: 5, utilisation: 0.5, lanes: vec![] };
        let line = text(&board.news(), Duration::from_secs(65), &load);
        assert!(line.starts_with("solving  bound 7  1/2 settled  3/4 busy  5 queued  "), "{line}");
        assert!(line.ends_with(" MiB  1:05") && !line.contains('\n'), "{line}");
        let counts =
            [("blocks", 340), ("blocks done", 120), ("blocks from the cache", 12), ("states a second", 53_210)];
        let board = Board::default();
        board.note(&Event::Phase("analysing"));
        board.note(&Event::Counts(counts.into()));
        let line = text(&board.news(), Duration::from_secs(65), &load);
        assert!(line.starts_with("analysing  120/340 blocks  12 cached  53210 states/s  3/4 busy  "), "{line}");
        assert!(line.ends_with(" MiB  1:05") && line.len() <= WIDTH, "{line}");
    }
}
