//! The memory that one `apply` takes: `memory LIVE PATCH APIVERSION KIND` reads
//! both files, applies, and prints three numbers of bytes: input, output, and the
//! peak of resident memory while both are held.

use std::fs;
use std::hint::black_box;

use smp_benches::Result;
use smp_core::Options;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [live, patch, version, kind] = &args[..] else {
        return Err("usage: memory LIVE PATCH APIVERSION KIND".into());
    };
    let schema = smp_types::schema(version, kind).ok_or("no such kind")?;
    let (live, patch) = (fs::read(live)?, fs::read(patch)?);
    let result = smp_core::apply(&live, &patch, schema.root(), &Options::default())?;
    let peak = peak_bytes()?;
    println!("{} {} {peak}", live.len() + patch.len(), result.len());
    black_box((live, result));
    Ok(())
}

/// The peak of resident memory since this process began.
fn peak_bytes() -> Result<usize> {
    let status = fs::read_to_string("/proc/self/status")
        .map_err(|error| format!("peak memory is read from Linux's /proc: {error}"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(kilobytes.ok_or("no VmHWM in /proc/self/status")?.parse::<usize>()? * 1024)
}
