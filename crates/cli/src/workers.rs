//! The workers of a run, and what is told of them afterwards: losses, the timeline, and what more of them would do.

use crate::args::CheckArgs;
use hecaton_base::Budget;
use hecaton_jobs::{Crew, Scaling};
use serde::ser::{Serialize, Serializer};

/// The numbers of workers that are predicted.
const PREDICTED: [usize; 10] = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
/// Work is split for this many workers if more are to be predicted. The finer it is split, the more that costs.
const SPLIT: usize = 64;

/// The crew that the arguments ask for, if the system gives it a thread.
pub fn crew(args: &CheckArgs, budget: &Budget) -> std::io::Result<Crew> {
    let crew = match args.inline {
        Some(seed) => Crew::inline(seed).through_wire(),
        None => Crew::threads(usize::from(args.workers()), budget)?,
    };
    let crew = match args.lose_jobs {
        Some(rate) => crew.losing(rate, args.inline.unwrap_or_default()),
        None => crew,
    };
    Ok(match (args.scaling, &args.chrome_trace) {
        (true, _) => crew.recording().as_if(SPLIT),
        (false, Some(_)) => crew.recording(),
        (false, None) => crew,
    })
}

/// What is to be said about jobs that were lost.
pub fn losses(crew: &Crew) -> String {
    let told = |loss: hecaton_jobs::Loss| {
        let again = if loss.again { " and was run again" } else { " again, and its work is not done" };
        format!("warning: the job `{}` of {} was lost{again}: {}\n", loss.label, loss.lane, loss.text)
    };
    crew.losses().into_iter().map(told).collect()
}

/// The prediction, if it is asked for.
pub fn scaling(args: &CheckArgs, crew: &Crew) -> Option<Scaling> {
    args.scaling.then(|| crew.record().scaling(&PREDICTED))
}

/// The prediction as a JSON object.
pub fn serialize<S: Serializer>(scaling: &Option<Scaling>, serializer: S) -> Result<S::Ok, S::Error> {
    let Some(scaling) = scaling else { return serializer.serialize_none() };
    let thousandths = |number: f64| (number * 1000.0).round() / 1000.0;
    let seconds = |time: std::time::Duration| (time.as_secs_f64() * 1e6).round() / 1e6;
    let row = |row: &hecaton_jobs::Row| {
        serde_json::json!({
            "workers": row.workers,
            "seconds": seconds(row.time),
            "speedup": thousandths(scaling.speedup(row)),
            "busy": thousandths(scaling.utilisation(row)),
        })
    };
    let value = serde_json::json!({
        "jobs": scaling.jobs,
        "work_seconds": seconds(scaling.work),
        "span_seconds": seconds(scaling.span),
        "before_seconds": seconds(scaling.before),
        "loop_seconds": seconds(scaling.loops),
        "parallelism": thousandths(scaling.parallelism()),
        "workers": scaling.workers,
        "measured_seconds": seconds(scaling.measured),
        "predicted": scaling.rows.iter().map(row).collect::<Vec<_>>(),
    });
    value.serialize(serializer)
}
