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
