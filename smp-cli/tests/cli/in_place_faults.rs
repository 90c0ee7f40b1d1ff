//! `--in-place` where something goes wrong: full disks, directories that can't
//! be written, interruptions, other runs, other writers. A file is as it was, or
//! as it is to be, at any moment.

#![cfg(unix)]

use std::fs;
use std::io::Read as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::Files;

/// Some objects, so that it takes a while.
fn objects(count: usize) -> String {
    let object = |number| {
        format!(
            "{{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{{\"name\":\"c{number}\"}},\
             \"data\":{{\"text\":\"{}\"}}}}\n",
            "x".repeat(1_000)
        )
    };
    (0..count).map(object).collect()
}

/// The objects with the patch applied.
fn patched(objects: &str) -> String {
    objects.replace("}}\n", "},\"immutable\":true}\n")
}

const PATCH: [&str; 3] = ["-p", "immutable: true", "-i"];

fn smp(files: &Files, names: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smp"));
    command.current_dir(&files.0).env("NO_COLOR", "1").arg("patch");
    command.args(names.iter().flat_map(|name| ["-f", name])).args(PATCH);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(files: &Files, name: &str) -> String {
    fs::read_to_string(files.0.join(name)).expect("a file")
}

fn temporaries(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.filter(|name| Path::new(name).extension().is_some_and(|end| end == "smp"));
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn signal(child: &Child, name: &str) {
    let kill = format!("kill -s {name} {}", child.id());
    // It may be too late, which is no failure.
    let _ = Command::new("sh").args(["-c", &kill]).status().expect("a shell");
}

/// Runs a shell script with the command as `$1`, in a directory of its own.
fn script(files: &Files, text: &str) -> Output {
    let command = env!("CARGO_BIN_EXE_smp");
    Command::new("sh")
        .current_dir(&files.0)
        .args(["-c", text, "sh", command])
        .output()
        .expect("a shell")
}

/// Runs a script with file systems of its own, which ends with `echo "status $?" >&2`: what it
/// prints on standard error, and the run.
#[cfg(target_os = "linux")]
fn mounting(files: &Files, text: &str) -> (String, Output) {
    let output = script(files, &format!("exec unshare -m sh -c '{text}' \"$1\""));
    let said = stderr(&output);
    assert!(said.contains("status"), "the script did not reach its end: {said}");
    (said, output)
}

#[test]
fn a_limit_on_the_size_of_files() {
    let (small, large) = (objects(2), objects(500));
    let files = Files::new("faults_limit", &[("a.json", &small), ("b.json", &large)]);
    let run = "ulimit -f 200; exec \"$1\" patch -f a.json -f b.json -p 'immutable: true' -i";
    let output = script(&files, run);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let said = stderr(&output);
    assert!(said.starts_with("error: cannot rewrite b.json: File too large"), "{said}");
    assert!(said.contains("= note: no file has been changed"), "{said}");
    assert_eq!((text(&files, "a.json"), text(&files, "b.json") == large), (small, true));
    assert_eq!(temporaries(&files.0), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs root"]
fn a_full_disk() {
    let old = objects(60);
    let files = Files::new("faults_disk", &[("a.json", &old)]);
    fs::create_dir_all(files.0.join("disk")).expect("a directory");
    let (said, output) = mounting(
        &files,
        "
            mount -t tmpfs -o size=100k none disk || exit 99
            cp a.json disk && \"$0\" patch -f disk/a.json -p \"immutable: true\" -i
            echo \"status $?\" >&2
            cmp a.json disk/a.json && ls -A disk
        ",
    );
    assert!(said.contains("error: cannot rewrite disk/a.json: No space left on device"), "{said}");
    assert!(said.contains("status 2"), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a.json\n");
}

/// Three versions of objects, with a large `theirs`; and of values, which git merges.
fn versions(files: &Files) {
    let object = |name: &str, value: &str| {
        format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata: {{a: {value}}}\n"
        )
    };
    let large = |start: &str, end: &str| {
        (0..900).fold(start.to_owned(), |text, at| text + end + &object(&format!("c{at}"), "y"))
    };
    for (name, text) in [
        ("o.yaml", object("a", "x")),
        ("ours.yaml", object("a", "mine")),
        ("theirs.yaml", large(&object("a", "x"), "---\n")),
        ("lines_o.yaml", "a: 1\nb: 1\nc: 1\n".to_owned()),
        ("lines_ours.yaml", "a: mine\nb: 1\nc: 1\n".to_owned()),
        ("lines_theirs.yaml", "a: 1\nb: 1\nc:\n".to_owned() + &"- d\n".repeat(30_000)),
    ] {
        fs::write(files.0.join(name), text).expect("a file");
    }
}

/// Our version is the only one: a merge that fails leaves it.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs root"]
fn a_full_disk_under_a_merge() {
    let files = Files::new("faults_merge_disk", &[]);
    versions(&files);
    fs::create_dir_all(files.0.join("disk")).expect("a directory");
    for start in ["", "lines_"] {
        let tried = mounting(
            &files,
            &format!(
                "
            mount -t tmpfs -o size=40k none disk || exit 99
            cp {start}ours.yaml disk/ours.yaml
            \"$0\" merge-file {start}o.yaml disk/ours.yaml {start}theirs.yaml
            echo \"status $?\" >&2
            cmp {start}ours.yaml disk/ours.yaml && ls -A disk
        "
            ),
        );
        let (said, output) = tried;
        let full = "error: cannot rewrite disk/ours.yaml: No space left on device";
        assert!(said.contains(full), "{said}");
        assert!(said.contains("status 255"), "{said}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "ours.yaml\n");
    }
}

#[test]
fn a_merge_that_is_killed_leaves_the_old_or_the_new() {
    let files = Files::new("faults_merge_killed", &[]);
    let (mut killed, mut finished) = (0, 0);
    for start in ["", "lines_"] {
        versions(&files);
        let [base, ours, theirs] =
            ["o", "ours", "theirs"].map(|name| format!("{start}{name}.yaml"));
        let old = text(&files, &ours);
        let run = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_smp"));
            command.current_dir(&files.0).args(["merge-file", &base, &ours, &theirs]);
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command runs")
        };
        let begin = Instant::now();
        assert!(run().wait().expect("the command ends").success());
        let whole = begin.elapsed();
        let new = text(&files, &ours);
        for round in 0..40_u32 {
            fs::write(files.0.join(&ours), &old).expect("a file");
            let mut child = run();
            std::thread::sleep(whole * round / 32);
            signal(&child, "KILL");
            let status = child.wait().expect("the command ends");
            let now = text(&files, &ours);
            assert!(now == old || now == new, "half a file, round {round}");
            killed += usize::from(!status.success());
            finished += usize::from(status.success());
            for name in temporaries(&files.0) {
                fs::remove_file(files.0.join(name)).expect("a file");
            }
        }
    }
    assert!(killed > 10, "{killed} killed, {finished} finished");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs root"]
fn a_file_system_that_is_read_only() {
    let files = Files::new("faults_read_only", &[("a.json", &objects(1))]);
    fs::create_dir_all(files.0.join("mount")).expect("a directory");
    let (said, _) = mounting(
        &files,
        "
            mount --bind . mount && mount -o remount,bind,ro mount || exit 99
            \"$0\" patch -f mount/a.json -p \"immutable: true\" -i
            echo \"status $?\" >&2
        ",
    );
    assert!(
        said.starts_with("error: cannot rewrite mount/a.json: Read-only file system"),
        "{said}"
    );
    assert!(said.contains("status 2"), "{said}");
    assert_eq!(text(&files, "a.json"), objects(1));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs root"]
fn a_file_that_is_given_twice_through_a_mount() {
    let files = Files::new("faults_twice", &[("a.json", &objects(1))]);
    fs::create_dir_all(files.0.join("mount")).expect("a directory");
    let (said, _) = mounting(
        &files,
        "
            mount --bind . mount || exit 99
            \"$0\" patch -f a.json -f mount/a.json -p \"immutable: true\" -i
            echo \"status $?\" >&2
        ",
    );
    assert!(said.starts_with("error: a.json and mount/a.json are the same file"), "{said}");
    assert!(said.contains("status 2"), "{said}");
    assert_eq!(text(&files, "a.json"), objects(1));
}

/// Whether SIGINT is ignored here, and so by every program that is run: that is how a shell
/// starts a job in the background.
fn ignores_interruptions() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 0b10 != 0)
}

#[test]
fn an_interruption_while_results_are_printed_ends_the_run() {
    let files = Files::new("faults_printing", &[("a.json", &objects(20_000))]);
    let mut run = Command::new(env!("CARGO_BIN_EXE_smp"))
        .current_dir(&files.0)
        .args(["patch", "-f", "a.json", "-p", "immutable: true"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    // The rest of the output waits until somebody reads it.
    let mut first = [0; 1000];
    run.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("some output");
    let (name, number) = if ignores_interruptions() { ("TERM", 15) } else { ("INT", 2) };
    signal(&run, name);
    let status = run.wait().expect("the command ends");
    assert_eq!(status.signal(), Some(number), "{status}");
    assert_eq!(text(&files, "a.json"), objects(20_000));
}

/// What the command says of a directory or file that is protected while it runs. `{}` in a command is
/// the path.
fn protected(test: &str, run: &str, protect: &str, release: &str) {
    for path in [".", "a.json"] {
        let files = Files::new(test, &[("a.json", &objects(1))]);
        let [protect, release] = [protect, release].map(|command| command.replace("{}", path));
        let output = script(
            &files,
            &format!(
                "{protect} || exit 99; {run} \"$1\" patch -f a.json -p 'immutable: true' -i; \
                 echo \"status $?\" >&2; {release}"
            ),
        );
        let said = stderr(&output);
        assert!(said.starts_with("error: cannot rewrite a.json: "), "{path}: {said}");
        assert!(said.contains("ermi") && said.contains("status 2"), "{path}: {said}");
        assert_eq!(text(&files, "a.json"), objects(1));
        assert_eq!(temporaries(&files.0), [""; 0]);
    }
}

/// Root is bound by permissions where it gives up its power over them.
#[cfg(target_os = "linux")]
#[test]
fn a_directory_and_a_file_without_permission_to_write() {
    let files = Files::new("faults_permission", &[("a.json", "")]);
    let is_root = script(&files, "id -u").stdout == b"0\n";
    let run = if is_root { "setpriv --bounding-set=-dac_override" } else { "" };
    protected("faults_permission", run, "chmod a-w {}", "chmod u+w {}");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs root"]
fn a_directory_and_a_file_that_can_not_be_changed() {
    protected("faults_immutable", "", "chattr +i {}", "chattr -i {}");
}

/// Nobody hears the report; the files are changed all the same.
#[test]
fn a_closed_pipe() {
    let old = objects(50);
    let files = Files::new("faults_pipe", &[("a.json", &old)]);
    let mut child = smp(&files, &["a.json"]).spawn().expect("the command runs");
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
    assert!(text(&files, "a.json") == patched(&old));
}

/// Signals at many moments: before anything is made, in the midst of it, and
/// when all is done.
#[test]
fn an_interruption_leaves_the_old_or_the_new() {
    let old = objects(60);
    let new = patched(&old);
    let names = ["a.json", "b.json", "c.json"];
    let files = Files::new("faults_signals", &[]);
    for name in temporaries(&files.0) {
        fs::remove_file(files.0.join(name)).expect("a file");
    }
    let reset = || {
        for name in names {
            fs::write(files.0.join(name), &old).expect("a file");
        }
    };
    reset();
    let begin = Instant::now();
    assert!(smp(&files, &names).status().expect("the command runs").success());
    let whole = begin.elapsed();
    let (mut interrupted, mut finished) = (0, 0);
    for round in 0..90_u32 {
        reset();
        let name = ["INT", "TERM", "KILL"][round as usize % 3];
        let mut child = smp(&files, &names).spawn().expect("the command runs");
        std::thread::sleep(whole * round / 75);
        signal(&child, name);
        let status = child.wait().expect("the command ends");
        let texts = names.map(|name| text(&files, name));
        for text in &texts {
            assert!(*text == old || *text == new, "half a file after {name}, round {round}");
        }
        if name == "KILL" {
            // Nothing can be done after that.
            for name in temporaries(&files.0) {
                fs::remove_file(files.0.join(name)).expect("a file");
            }
        } else {
            assert!(texts.iter().all(|text| text == &texts[0]), "some after {name}, {round}");
            assert_eq!(temporaries(&files.0), [""; 0], "after {name}, round {round}");
            assert_eq!(status.success(), texts[0] == new, "{status} after {name}, round {round}");
        }
        interrupted += usize::from(!status.success());
        finished += usize::from(status.success());
    }
    assert!(interrupted > 10, "{interrupted} interrupted, {finished} finished");
}

#[test]
fn of_runs_at_once_none_undoes_what_another_did() {
    let old = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"data\":{}}\n".repeat(40);
    let files = Files::new("faults_runs", &[("a.json", &old)]);
    let mut written = Vec::new();
    for round in 0..8 {
        let runs: Vec<_> = (0..4)
            .map(|run| {
                let key = format!("r{round}x{run}");
                let mut command = Command::new(env!("CARGO_BIN_EXE_smp"));
                command.current_dir(&files.0).args(["patch", "-f", "a.json", "-i", "-p"]);
                command.arg(format!("data: {{{key}: '1'}}")).stderr(Stdio::piped());
                (key, command.spawn().expect("the command runs"))
            })
            .collect();
        let before = written.len();
        for (key, child) in runs {
            let output = child.wait_with_output().expect("the command ends");
            if output.status.success() {
                written.push(key);
            } else {
                let said = stderr(&output);
                let changed = "error: a.json has been changed by somebody else since it was read\n";
                assert!(said.starts_with(changed), "{said}");
            }
        }
        // Whoever comes first is never disturbed.
        assert!(written.len() > before);
    }
    let text = text(&files, "a.json");
    for key in &written {
        assert_eq!(text.matches(&format!("\"{key}\":\"1\"")).count(), 40, "{key} is lost");
    }
    assert_eq!(text.matches("\":\"1\"").count(), 40 * written.len());
    assert_eq!(temporaries(&files.0), [""; 0]);
}

/// The command is stopped once it has begun to write, the first file changed,
/// and the command let go on.
#[test]
fn a_file_that_somebody_changes_meanwhile_is_left_alone() {
    let (small, large) = (objects(1), objects(1_500));
    let files = Files::new("faults_writer", &[]);
    let mut tried = 0;
    for other in [small.replace('x', "y"), small.clone() + " ", String::new()] {
        fs::write(files.0.join("a.json"), &small).expect("a file");
        fs::write(files.0.join("b.json"), &large).expect("a file");
        let mut child = smp(&files, &["a.json", "b.json"]).spawn().expect("the command runs");
        let begin = Instant::now();
        while temporaries(&files.0).is_empty()
            && child.try_wait().expect("a child").is_none()
            && begin.elapsed() < Duration::from_secs(20)
        {
            std::thread::yield_now();
        }
        signal(&child, "STOP");
        if child.try_wait().expect("a child").is_some() || text(&files, "b.json") != large {
            let _ = child.wait();
            continue;
        }
        fs::write(files.0.join("a.json"), &other).expect("a file");
        signal(&child, "CONT");
        let output = child.wait_with_output().expect("the command ends");
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        let changed = "error: a.json has been changed by somebody else since it was read\n";
        assert!(said.starts_with(changed), "{said}");
        assert!(said.contains("= note: no file has been changed"), "{said}");
        assert!(text(&files, "a.json") == other && text(&files, "b.json") == large);
        assert_eq!(temporaries(&files.0), [""; 0]);
        tried += 1;
    }
    assert!(tried > 0, "the command was never caught at it");
}
