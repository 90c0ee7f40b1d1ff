//! The progress of a build with Go, which takes minutes without output.

use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::Result;

/// The time between two lines of output.
const INTERVAL: Duration = Duration::from_secs(10);

/// The number of packages of a program. Go downloads their modules first, and names each.
pub(super) fn packages(source: &Path) -> Result<usize> {
    let listed = Command::new("go")
        .args(["list", "-deps", "."])
        .current_dir(source)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("kube-apiserver is built with Go, which doesn't run: {error}"))?;
    if !listed.status.success() {
        return Err("the modules of kube-apiserver cannot be listed".into());
    }
    Ok(listed.stdout.as_slice().lines().count())
}

/// Runs `go build -v`, and prints every ten seconds how many packages it has compiled.
pub(super) fn follow(mut build: Command, packages: usize) -> Result<()> {
    let mut build = build.stderr(Stdio::piped()).spawn()?;
    if let Some(said) = build.stderr.take() {
        report(said, packages, &mut |line| eprintln!("{line}"));
    }
    if !build.wait()?.success() {
        return Err("kube-apiserver does not build".into());
    }
    Ok(())
}

/// Counts the packages that Go names, and passes on all other lines.
fn report(said: impl Read, packages: usize, show: &mut dyn FnMut(String)) {
    let start = Instant::now();
    let (mut compiled, mut shown) = (0_usize, start);
    for line in BufReader::new(said).lines().map_while(std::io::Result::ok) {
        if line.contains(char::is_whitespace) || line.is_empty() {
            show(line);
            continue;
        }
        compiled += 1;
        if compiled == 1 || shown.elapsed() >= INTERVAL {
            shown = Instant::now();
            let seconds = start.elapsed().as_secs();
            // Go does not name packages that it has in its cache.
            show(format!("{compiled} of at most {packages} packages after {seconds} s"));
        }
    }
    show(format!("{compiled} packages compiled in {} s", start.elapsed().as_secs()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_counted_and_errors_are_shown() {
        let mut lines = Vec::new();
        let said = "internal/byteorder\nk8s.io/api/core/v1\n# k8s.io/x\nx.go:1:2: no y\n";
        report(said.as_bytes(), 1900, &mut |line| lines.push(line));
        assert_eq!(
            lines,
            [
                "1 of at most 1900 packages after 0 s",
                "# k8s.io/x",
                "x.go:1:2: no y",
                "2 packages compiled in 0 s"
            ]
        );
    }
}
