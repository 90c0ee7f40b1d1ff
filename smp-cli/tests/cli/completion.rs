//! Completions: what the scripts of shells get, in a real shell.

use std::path::Path;
use std::process::Command;

use snapbox::IntoData as _;
use snapbox::str;

use crate::{Files, definition, printed, smp};

/// The words that kubectl gets for a command line, without descriptions.
fn completed(words: &[&str]) -> Vec<String> {
    let text = printed(smp(&[&["__complete"], words].concat()));
    let mut lines: Vec<_> = text.lines().collect();
    let directive = lines.pop().expect("a directive");
    assert_eq!(directive, if lines.is_empty() { ":0" } else { ":4" }, "{text}");
    lines.iter().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn kinds_and_fields() {
    assert_eq!(
        completed(&["explain", "Deploy"]),
        [
            "Deployment",
            "Deployment.apiVersion",
            "Deployment.kind",
            "Deployment.metadata",
            "Deployment.spec",
            "Deployment.status"
        ]
    );
    assert_eq!(
        completed(&["explain", "Deployment.spec.st"]),
        [
            "Deployment.spec.strategy",
            "Deployment.spec.strategy.rollingUpdate",
            "Deployment.spec.strategy.type"
        ]
    );
    assert_eq!(completed(&["explain", "po.spec.hostN"]), ["po.spec.hostNetwork"]);
    assert_eq!(completed(&["explain", "v1/PodSpec.act"]), ["v1/PodSpec.activeDeadlineSeconds"]);
    assert!(completed(&["explain", "v1/PodS"]).contains(&"v1/PodSpec".to_owned()));
    assert!(completed(&["explain", "deploy"]).contains(&"deployments".to_owned()));
    assert!(completed(&["explain", "Nothing.spec"]).is_empty());
}

#[test]
fn commands_options_and_their_values() {
    assert_eq!(completed(&["expl"]), ["explain"]);
    assert!(completed(&["explain", "--rec"]).contains(&"--recursive".to_owned()));
    assert_eq!(completed(&["patch", "--type", "str"]), ["strategic"]);
    assert_eq!(completed(&["compose", "--kind", "apps/v1/Dep"]), ["apps/v1/Deployment"]);
    assert_eq!(completed(&["kinds", "--api-group", "autosc"]), ["autoscaling"]);
    assert!(completed(&["patch", "-f", "shop"]).contains(&"shop.yaml".to_owned()));
    assert!(!completed(&[""]).contains(&"__complete".to_owned()));
}

#[test]
fn kinds_of_files() {
    let spec = "spec: {type: object, properties: {size: {type: integer}, skin: {type: string}}}";
    let files = Files::new("completion_files", &[("crd.yaml", &definition("Widget", spec))]);
    let of = |words: &[&str]| printed(files.smp(&[&["__complete", "explain"], words].concat()));
    let expected = str![[r#"
Widget.spec.size	integer
Widget.spec.skin	string
:4

"#]];
    snapbox::assert_data_eq!(of(&["--schema", "crd.yaml", "Widget.spec.s"]), expected.raw());
    let variable = files.smp(&["__complete", "explain", "Widget.spec.si"]);
    let text = printed(variable.env("SMP_SCHEMA_PATH", "crd.yaml"));
    assert!(text.starts_with("Widget.spec.size\tinteger\n"), "{text}");
    // A mistake in a file is no message in the middle of a command line.
    let broken = printed(files.smp(&["__complete", "explain", "--schema", "none.yaml", "Dep"]));
    assert_eq!(broken, ":0\n");
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(smp(&["completion", shell]));
        assert!(script.contains("SMP_COMPLETE") && script.contains("smp"), "{shell}: {script}");
        assert!(!script.contains(env!("CARGO_BIN_EXE_smp")), "{shell}: {script}");
    }
}

/// Runs a script in bash, with the command in its path.
#[cfg(unix)]
fn bash(script: &str) -> String {
    let directory = Path::new(env!("CARGO_BIN_EXE_smp")).parent().expect("a folder");
    let path = format!("{}:{}", directory.display(), std::env::var("PATH").expect("a path"));
    let mut command = Command::new("bash");
    command.args(["--norc", "-c", script]).env("PATH", path).env_remove("SMP_SCHEMA_PATH");
    let output = command.output().expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[cfg(unix)]
#[test]
fn bash_completes() {
    let script = r#"
        eval "$(smp completion bash)"
        complete -p smp
        COMP_WORDS=(smp explain Deployment.spec.st) COMP_CWORD=2 COMP_TYPE=9
        _clap_complete_smp smp Deployment.spec.st explain
        printf '<%s>\n' "${COMPREPLY[@]}"
    "#;
    snapbox::assert_data_eq!(
        bash(script),
        str![[r#"
complete -o bashdefault -o nosort -o nospace -F _clap_complete_smp smp
<Deployment.spec.strategy>
<Deployment.spec.strategy.rollingUpdate>
<Deployment.spec.strategy.type>

"#]]
        .raw()
    );
}
