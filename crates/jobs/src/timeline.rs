//! A record as a timeline in the trace event format of Chrome, which Perfetto (`ui.perfetto.dev`) opens: one row for
//! each worker with its jobs, one for each lane with what its loop did, and arrows from a job to those that follow
//! from it.

use crate::record::{Fate, Record};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

/// The workers and the loops are shown as two processes.
const WORKERS: usize = 1;
const LOOPS: usize = 2;

/// The row of a worker. Perfetto takes rows of the same number for one even if they belong to different processes, and
/// number 0 for none.
fn row(worker: usize) -> usize {
    worker + 1
}

impl Record {
    /// The timeline, as one JSON value.
    pub fn chrome_trace(&self) -> String {
        // The rows of lanes are behind those of the workers.
        let behind = |lane: usize| row(self.workers) + lane;
        let process = |number, row, what| name("process_name", number, row, what);
        let mut events = vec![process(WORKERS, row(0), "workers"), process(LOOPS, behind(0), "loops")];
        events.extend((0..self.workers).map(|i| name("thread_name", WORKERS, row(i), &format!("worker {i}"))));
        events.extend(self.lanes.iter().enumerate().map(|(i, lane)| name("thread_name", LOOPS, behind(i), &lane.name)));
        let mut ended = HashMap::new();
        for ran in &self.runs {
            let fate = match &ran.fate {
                Fate::Done => "done".to_owned(),
                Fate::Lost(text) => format!("lost: {text}"),
                Fate::Revoked => "revoked".to_owned(),
            };
            let cause = ran.cause.map_or("null".to_owned(), |cause| cause.number().to_string());
            let (label, lane) = (quoted(&ran.label), quoted(&self.lanes[ran.lane].name));
            let (ticket, fate) = (ran.ticket.number(), quoted(&fate));
            let args = format!("{{\"ticket\":{ticket},\"cause\":{cause},\"fate\":{fate}}}");
            events.push(complete(&label, &lane, WORKERS, row(ran.worker), (ran.start, ran.end), &args));
            if let Some((worker, end)) = ran.cause.and_then(|cause| ended.get(&cause)) {
                // The arrow leaves while the job is still there: its end is no part of it.
                let leaves = microseconds(Duration::saturating_sub(*end, Duration::from_nanos(1)));
                let (arrives, id) = (microseconds(ran.start), ticket);
                let arrow = |what, worker, at| {
                    format!(
                        "{{\"ph\":\"{what}\",\"bp\":\"e\",\"id\":{id},\"name\":\"follows\",\"cat\":\"cause\",\
                         \"pid\":{WORKERS},\"tid\":{worker},\"ts\":{at}}}"
                    )
                };
                events.extend([arrow("s", row(*worker), leaves), arrow("f", row(ran.worker), arrives)]);
            }
            ended.insert(ran.ticket, (ran.worker, ran.end));
        }
        for fold in &self.folds {
            let lane = quoted(&self.lanes[fold.lane].name);
            let args = fold.ticket.map_or("{}".to_owned(), |ticket| format!("{{\"ticket\":{}}}", ticket.number()));
            let label = if fold.ticket.is_some() { "\"fold\"" } else { "\"start\"" };
            events.push(complete(label, &lane, LOOPS, behind(fold.lane), (fold.start, fold.end), &args));
        }
        format!("{{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n{}\n]}}\n", events.join(",\n"))
    }
}

fn name(what: &str, process: usize, thread: usize, name: &str) -> String {
    let name = quoted(name);
    format!("{{\"ph\":\"M\",\"name\":\"{what}\",\"pid\":{process},\"tid\":{thread},\"args\":{{\"name\":{name}}}}}")
}

fn complete(
    label: &str,
    category: &str,
    process: usize,
    thread: usize,
    (start, end): (Duration, Duration),
    args: &str,
) -> String {
    let (at, length) = (microseconds(start), microseconds(end.saturating_sub(start)));
    format!(
        "{{\"ph\":\"X\",\"name\":{label},\"cat\":{category},\"pid\":{process},\"tid\":{thread},\"ts\":{at},\
         \"dur\":{length},\"args\":{args}}}"
    )
}

fn microseconds(time: Duration) -> String {
    format!("{}.{:03}", time.as_micros(), time.subsec_nanos() % 1000)
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if u32::from(c) < 0x20 => write!(out, "\\u{:04x}", u32::from(c)).expect("a string takes everything"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ticket;
    use crate::record::{Fold, Opened, Ran};

    #[test]
    fn the_timeline_is_what_perfetto_reads() {
        let ran = |ticket, worker, [start, end]: [u64; 2], cause: Option<u64>, fate| Ran {
            lane: 0,
            label: "a \"b\"\\\n".into(),
            ticket: Ticket(ticket),
            worker,
            start: Duration::from_nanos(start),
            end: Duration::from_nanos(end),
            cause: cause.map(Ticket),
            lag: Duration::ZERO,
            fate,
        };
        let record = Record {
            workers: 2,
            lanes: vec![Opened { name: "paths".into(), cause: None, lag: Duration::ZERO }],
            runs: vec![
                ran(0, 0, [1_000, 2_500], None, Fate::Done),
                ran(1, 1, [3_000, 4_000], Some(0), Fate::Lost("oh".into())),
            ],
            folds: vec![Fold {
                lane: 0,
                ticket: Some(Ticket(0)),
                start: Duration::from_nanos(2_600),
                end: Duration::from_nanos(2_700),
            }],
        };
        let text = record.chrome_trace();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        let events = json["traceEvents"].as_array().expect("a list of events");
        let named = |what: &str| events.iter().filter(|e| e["name"] == what).collect::<Vec<_>>();
        let rows: Vec<&str> = named("thread_name").iter().filter_map(|e| e["args"]["name"].as_str()).collect();
        assert_eq!(rows, ["worker 0", "worker 1", "paths"]);
        let numbers: Vec<u64> = named("thread_name").iter().filter_map(|e| e["tid"].as_u64()).collect();
        assert_eq!(numbers, [1, 2, 3], "each row has a number of its own");
        for event in events {
            let phase = event["ph"].as_str().expect("a phase");
            assert!(event["pid"].is_u64() && event["tid"].is_u64() && event["name"].is_string(), "{event}");
            assert!(event["ts"].is_number() || phase == "M", "{event}");
            assert!(event["dur"].is_number() || phase != "X", "{event}");
        }
        let jobs = named("a \"b\"\\\n");
        assert_eq!((jobs[0]["ts"].as_f64(), jobs[0]["dur"].as_f64()), (Some(1.0), Some(1.5)));
        assert_eq!((jobs[1]["args"]["cause"].as_u64(), jobs[1]["args"]["fate"].as_str()), (Some(0), Some("lost: oh")));
        let arrows = named("follows");
        assert_eq!((&arrows[0]["ph"], &arrows[1]["ph"]), (&"s".into(), &"f".into()));
        assert_eq!((arrows[0]["ts"].as_f64(), arrows[0]["tid"].as_u64()), (Some(2.499), Some(1)));
        assert_eq!((arrows[1]["ts"].as_f64(), arrows[1]["tid"].as_u64()), (Some(3.0), Some(2)));
    }
}
