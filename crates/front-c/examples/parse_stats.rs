//! Parses files and reports how many could be parsed, the first error of each other one, and the speed.
//!
//! `parse_stats [--m32] [--std=STD] [--list FILE] FILE...`

use hecaton_base::Budget;
use hecaton_front_c::ast::Sources;
use hecaton_front_c::lex::Markers;
use hecaton_front_c::preprocess::{Options, Unread, load};
use hecaton_ir::DataModel;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() {
    let mut options = Options { settings: Vec::new(), std: None, target: DataModel::Lp64, markers: Markers::Ignore };
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "--m32" {
            options.target = DataModel::Ilp32;
        } else if let Some(std) = arg.strip_prefix("--std=") {
            options.std = Some(std.into());
        } else if arg == "--list" {
            let list = args.next().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
            files.extend(list.lines().map(String::from));
        } else {
            files.push(arg);
        }
    }
    let (mut parsed, mut bytes, mut time) = (0usize, 0u64, Duration::ZERO);
    for file in &files {
        let mut sources = Sources::default();
        let start = Instant::now();
        let result = load(Path::new(file), &options, &mut sources, &Budget::unlimited());
        time += start.elapsed();
        bytes += std::fs::metadata(file).map_or(0, |data| data.len());
        match result {
            Ok(_) => parsed += 1,
            Err(Unread::Stopped(stop)) => println!("{file}: {stop}"),
            Err(Unread::Wrong(diags)) => {
                let Some(diag) = diags.first() else { continue };
                let place = diag.span.map_or(String::new(), |span| {
                    format!("{}:{}:{}: ", sources.files[span.file].name, span.line, span.col)
                });
                println!("{file}: {place}{}", diag.message);
            }
        }
    }
    let seconds = time.as_secs_f64();
    let share = 100.0 * parsed as f64 / files.len().max(1) as f64;
    println!("{parsed} of {} files ({share:.2} %), {bytes} bytes in {seconds:.2} s", files.len());
}
