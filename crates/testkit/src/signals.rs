//! Signals that the tests send.

/// Those of the signals that end a run: under `nohup` SIGHUP is ignored by all that the tests start.
pub fn heeded<'a>(signals: &[&'a str]) -> Vec<&'a str> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    if mask & 1 == 0 {
        return signals.to_vec();
    }
    println!("skipped: SIGHUP is ignored here");
    signals.iter().copied().filter(|signal| *signal != "HUP").collect()
}
