//! The place, date and versions of a measurement.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Result;
use super::process::{ask, ask_if_there};

/// A line for the results: the date, the machine, the versions.
pub(crate) fn here(root: &Path) -> Result<String> {
    let date = ask(Command::new("date").args(["-u", "+%Y-%m-%d"]))?;
    let cores = std::thread::available_parallelism()?;
    let rustc = ask(Command::new("rustc").arg("--version"))?;
    let mut parts = vec![
        date.trim().to_owned(),
        format!("{}, {cores} cores, {}load {}", cpu(), memory(), load()),
        words(&rustc, 2),
        format!("serde_json {}", locked(root, "serde_json")?),
    ];
    if let Some(go) = ask_if_there(Command::new("go").arg("version"))? {
        let go = go.split_whitespace().nth(2).unwrap_or_default();
        parts.push(format!("{go}, k8s.io/apimachinery {}", module(root, "k8s.io/apimachinery")?));
    }
    Ok(parts.join("; "))
}

fn words(text: &str, count: usize) -> String {
    text.split_whitespace().take(count).collect::<Vec<_>>().join(" ")
}

fn cpu() -> String {
    field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown processor".to_owned())
}

fn memory() -> String {
    let kilobytes = field("/proc/meminfo", "MemTotal")
        .and_then(|text| text.strip_suffix(" kB")?.parse::<f64>().ok());
    kilobytes.map_or_else(String::new, |kb| format!("{:.0} GB, ", kb * 1024.0 / 1e9))
}

/// The load of the machine in the last minute.
fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("unknown").to_owned()
}

/// The value of the line `NAME : VALUE` in a file of Linux's `/proc`.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The version of a package in `Cargo.lock`; if there are several, the last one.
pub(super) fn locked(root: &Path, package: &str) -> Result<String> {
    let lock = fs::read_to_string(root.join("Cargo.lock"))?;
    version_in(&lock, package).ok_or_else(|| format!("no {package} in Cargo.lock").into())
}

fn version_in(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let (_, after) = lock.rsplit_once(&name)?;
    let version = after.lines().find_map(|line| line.strip_prefix("version = \""))?;
    Some(version.trim_end_matches('"').to_owned())
}

/// The version of a module in the `go.mod` of the reference.
pub(crate) fn module(root: &Path, name: &str) -> Result<String> {
    let file = fs::read_to_string(root.join("tests").join("oracle").join("go.mod"))?;
    let version = file.lines().find_map(|line| line.trim().strip_prefix(name));
    Ok(version.ok_or_else(|| format!("no {name} in go.mod"))?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_the_files_that_pin_them() {
        let lock = "[[package]]\nname = \"serde\"\nversion = \"1.2.3\"\n\n\
                    [[package]]\nname = \"serde_json\"\nversion = \"4.5.6\"\n";
        assert_eq!(version_in(lock, "serde").as_deref(), Some("1.2.3"));
        assert_eq!(version_in(lock, "serde_json").as_deref(), Some("4.5.6"));
        assert_eq!(version_in(lock, "serde_yaml"), None);
        let root = super::super::workspace();
        assert!(module(&root, "k8s.io/apimachinery").unwrap().starts_with('v'));
        assert!(module(&root, "no.such/module").is_err());
    }
}
