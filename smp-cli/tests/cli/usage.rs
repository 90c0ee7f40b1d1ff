//! Help, and wrong usage.

use snapbox::str;

use crate::{printed, smp};

#[test]
fn help_of_every_command_has_examples() {
    let help = printed(smp(&["--help"]));
    assert!(help.contains("Usage: smp [OPTIONS] <COMMAND>"), "{help}");
    for command in ["patch", "diff", "apply", "compose", "conflicts"] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        let help = printed(smp(&[command, "--help"]));
        assert!(
            help.contains(&format!("Example:\n  smp {command}"))
                || help.contains(&format!("Examples:\n  smp {command}")),
            "{help}"
        );
        assert!(help.contains("Exit status:"), "{help}");
    }
}

#[test]
fn no_patch() {
    smp(&["patch", "-f", "shop.yaml"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the following required arguments were not provided:
  <--patch <PATCH>|--patch-file <FILE>|--kustomization <DIR|FILE>>

Usage: smp patch --filename <FILE> <--patch <PATCH>|--patch-file <FILE>|--kustomization <DIR|FILE>>

For more information, try '--help'.

"#]]);
}

#[cfg(unix)]
#[test]
fn as_a_plugin_of_kubectl_it_says_so() {
    use std::os::unix::process::CommandExt as _;
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_smp"))
        .arg0("kubectl-smp")
        .args(["diff", "--help"])
        .output()
        .expect("the command runs");
    let help = String::from_utf8_lossy(&output.stdout);
    assert!(help.contains("Usage: kubectl smp diff"), "{help}");
}

/// `-h` is short, begins with what the list of commands says, and ends with examples; `--help` has all.
#[test]
fn a_short_help_and_a_long_one() {
    let commands = printed(smp(&["-h"]));
    let commands = commands.split_once("Commands:\n").expect("commands").1;
    let lines = commands.lines().take_while(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("   "));
    let lines = lines.filter_map(|line| line.trim().split_once("  "));
    let mut checked = 0;
    for (command, about) in lines.filter(|(command, _)| *command != "help") {
        let (short, long) = (printed(smp(&[command, "-h"])), printed(smp(&[command, "--help"])));
        for help in [&short, &long] {
            let first = help.lines().next().unwrap_or_default();
            let about = about.trim().get(..30).unwrap_or(about.trim());
            assert!(first.starts_with(about), "{command}: {first}");
        }
        assert!(short.lines().count() <= 50, "{command}: {short}");
        assert!(long.lines().count() > short.lines().count(), "{command}");
        assert!(short.contains("\nExample") && !short.contains("--max-depth"), "{short}");
        checked += 1;
    }
    assert!(checked > 12, "{checked}");
    assert!(printed(smp(&["patch", "--help"])).contains("--max-depth"));
}

#[test]
fn a_file_without_its_option() {
    smp(&["patch", "shop.yaml", "-p", "{}"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: unexpected argument 'shop.yaml' found

  tip: files are given with an option, such as -f shop.yaml

Usage: smp patch [OPTIONS] <--patch <PATCH>|--patch-file <FILE>|--kustomization <DIR|FILE>>

For more information, try '--help'.

"#]]);
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_printed_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_smp"));
    let output = command.arg("--help").stdout(full).stderr(std::process::Stdio::piped()).spawn();
    let output = output.expect("the command runs").wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("error: cannot write to standard output: No space left"), "{said}");
}

#[test]
fn a_variable_that_is_empty_sets_no_limit() {
    smp(&["kinds"]).env("SMP_LIMITS", "").assert().code(0);
    smp(&["kinds"]).env("SMP_LIMITS", "overlays=5,").assert().code(0);
    smp(&["kinds"]).env("SMP_LIMITS", "overlays").assert().code(2);
}
