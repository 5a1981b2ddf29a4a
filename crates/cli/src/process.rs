//! What the operating system says about this process.

/// The most memory that was ever resident, in bytes; 0 where it cannot be read.
pub fn peak_bytes() -> u64 {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return 0 };
    let kib =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")).and_then(|rest| rest.split_whitespace().next());
    kib.and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    #[test]
    fn this_process_has_used_some_memory() {
        assert!(super::peak_bytes() > 100_000);
    }
}
