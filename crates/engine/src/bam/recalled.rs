//! Tests of what an analysis says that ends with alarms, or could not follow everything, when blocks are answered by what an
//! earlier one of the same kind has kept on the way.

use super::fixture::{task, task_edited};
use super::{Checker, Found, How, analyse};
use crate::board::Board;
use crate::event::{Event, Sink};
use crate::summaries::Own;
use crate::task::Task;
use hecaton_base::{Budget, Id as _};
use hecaton_cache::Cache;
use hecaton_cpa::code::Code;
use hecaton_cpa::precision::{Precision, Tracked};
use hecaton_ir::PropId;
use hecaton_jobs::Crew;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A cache of its own, which is gone in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Folder(std::env::temp_dir().join(format!("hecaton-{name}-{}", std::process::id())))
    }
    fn open(&self) -> Arc<Cache> {
        Arc::new(Cache::open(&self.0, "test", 1 << 20).expect("a cache"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// One analysis, and how many blocks were answered by what was kept.
fn analysed(folder: &Folder, task: Task) -> (Found, u64) {
    let task = Task { cache: Some(folder.open()), ..task };
    let (program, props) = (task.program.clone(), task.props.clone());
    let hits = Arc::new(Mutex::new(0));
    let counted = hits.clone();
    let sink: Sink = Arc::new(move |event| {
        if let Event::Counts(counts) = event {
            *crate::lock(&counted) = counts["blocks from the cache"];
        }
    });
    let checker = Arc::new(Checker { task, program: program.clone(), board: Board::default(), sink });
    let code = Arc::new(Code::new(program, false, &props));
    let precision = Precision { tracked: Tracked::Nothing, limit: 40 };
    let how = How { precision, reasons: 1, kept: Some(Own::default()), most: Duration::MAX, ahead: None };
    let (found, _) = analyse(&code, how, None, &checker, &Budget::unlimited(), &Crew::inline(1));
    let hits = *crate::lock(&hits);
    (found, hits)
}

/// An edit of `main` that what it calls does not depend on.
const EDIT: (&str, &str) = ("  s = 3\n", "  s = 2\n");

#[test]
fn alarms_of_what_a_recalled_block_calls_are_raised() {
    let folder = Folder::new("alarms");
    let (first, none) = analysed(&folder, task());
    let (again, hits) = analysed(&folder, task_edited(&[EDIT]));
    assert!(none == 0 && hits > 0, "{hits} blocks were recalled");
    // In `deeper`, which `deep` calls.
    let raised = |found: &Found| found.alarms.iter().any(|(prop, _)| *prop == PropId::new(1));
    assert!(raised(&first) && raised(&again), "{:?}, {:?}", first.alarms, again.alarms);
    assert!(again.unexplained, "no path leads to what was recalled");
}

#[test]
fn what_could_not_be_followed_is_not_recalled() {
    let folder = Folder::new("unfollowed");
    let unsupported = ("  store @g, y\n", "  unsupported \"this\"\n");
    let (first, none) = analysed(&folder, task_edited(&[unsupported]));
    let (again, hits) = analysed(&folder, task_edited(&[unsupported, EDIT]));
    assert!(none == 0 && hits > 0, "{hits} blocks were recalled");
    assert_eq!((first.stops.len(), again.stops.len()), (1, 1));
}
