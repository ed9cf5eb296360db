//! Figures from the operating system about this process, under the names that Prometheus's own clients use.

use std::fmt::Write;

/// Writes the figures that this system reports.
pub(super) fn write(text: &mut String) {
    let gauges = [
        ("process_resident_memory_bytes", "Resident memory.", resident_memory()),
        ("process_open_fds", "Open file descriptors.", open_descriptors()),
        ("process_max_fds", "The most file descriptors that may be open.", max_descriptors()),
    ];
    for (name, help, value) in gauges {
        if let Some(value) = value {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
    }
    if let Some(seconds) = cpu_seconds() {
        let name = "process_cpu_seconds_total";
        let _ = writeln!(text, "# HELP {name} Processor time.\n# TYPE {name} counter\n{name} {seconds}");
    }
}

/// The resident memory in bytes.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

fn open_descriptors() -> Option<u64> {
    // One of them is open to read the folder itself.
    Some((std::fs::read_dir("/proc/self/fd").ok()?.count() as u64).saturating_sub(1))
}

#[cfg(unix)]
fn max_descriptors() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(not(unix))]
fn max_descriptors() -> Option<u64> {
    None
}

#[cfg(unix)]
fn cpu_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

#[cfg(not(unix))]
fn cpu_seconds() -> Option<f64> {
    None
}
