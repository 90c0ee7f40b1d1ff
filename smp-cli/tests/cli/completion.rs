//! Completions: what the scripts of shells get, in a real shell.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

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
    // Files are completed by the shell, which knows how to quote them.
    for words in
        [&["patch", "-f", "shop"][..], &["check", ""], &["patch", "-k", ""], &["compose", "s"]]
    {
        assert!(completed(words).is_empty(), "{words:?}");
    }
    assert!(completed(&["check", "--str"]).contains(&"--strict".to_owned()));
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
        // Files are left to the shell.
        let files = match shell {
            "bash" => "-o default",
            "zsh" => "_files",
            "elvish" => "edit:complete-filename",
            // They do that where nothing is offered.
            _ => "",
        };
        assert!(script.contains(files), "{shell}: {script}");
        assert!(!script.contains(env!("CARGO_BIN_EXE_smp")), "{shell}: {script}");
    }
}

/// Runs a script in bash, with the command in its path.
#[cfg(unix)]
fn bash(files: &Files, arguments: &[&str], typed: &str) -> String {
    let directory = Path::new(env!("CARGO_BIN_EXE_smp")).parent().expect("a folder");
    let path = format!("{}:{}", directory.display(), std::env::var("PATH").expect("a path"));
    let mut command = Command::new("bash");
    command.arg("--norc").args(arguments).env("PATH", path).env_remove("SMP_SCHEMA_PATH");
    command.current_dir(&files.0).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut bash = command.stderr(Stdio::piped()).spawn().expect("bash runs");
    let mut input = bash.stdin.take().expect("an input");
    input.write_all(typed.as_bytes()).expect("bash reads");
    drop(input);
    let output = bash.wait_with_output().expect("bash ends");
    // An interactive bash writes its prompts there.
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(arguments.contains(&"-i") || errors.is_empty(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned() + &errors
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
    let files = Files::new("completion_bash", &[]);
    let text = bash(&files, &["-c", script], "");
    snapbox::assert_data_eq!(
        text,
        str![[r#"
complete -o bashdefault -o default -o nosort -o nospace -F _clap_complete_smp smp
<Deployment.spec.strategy>
<Deployment.spec.strategy.rollingUpdate>
<Deployment.spec.strategy.type>

"#]]
        .raw()
    );
}

/// Names of files, kinds, groups and fields that are commands of a shell, in a bash into which somebody
/// types: a word, a tab, and the line. Nothing runs, and each file is one word.
#[cfg(unix)]
#[test]
fn no_name_is_a_command() {
    let spec = r#"spec: {type: object, properties: {"sp$(touch${IFS}pwn2)": {type: object}, "s`touch pwn3`": {type: string}, size: {type: string}}}"#;
    let kinds = [
        "Zz$(touch${IFS}pwn1)",
        "Zz;touch pwn4;",
        "Zz|touch pwn5",
        "Zz&touch pwn6",
        "Zz\ntouch pwn7\n",
        "Zz>pwn8",
        "Zz*",
        "Zz'",
        "Zz~",
        "Zzplain",
    ];
    let definitions = kinds.iter().enumerate().map(|(number, kind)| {
        let named = definition(&format!("Plain{number}"), spec);
        named.replace(&format!("kind: Plain{number},"), &format!("kind: {kind:?},"))
    });
    let definitions = definitions.collect::<Vec<_>>().join("---\n");
    let names = [
        "deploy$(touch pwn1)ment.yaml",
        ";touch pwn2;",
        "`touch pwn3`.yaml",
        "x&touch pwn4",
        "a b.yaml",
    ];
    let mut texts = vec![("crd.yaml", definitions.as_str())];
    texts.extend(names.map(|name| (name, "")));
    let files = Files::new("completion_hostile", &texts);
    let path = "export SMP_SCHEMA_PATH=crd.yaml\n";
    let mut typed = format!("{path}source <(smp completion bash)\n");
    for word in ["dep", ";", "\\;", "`", "\\`", "x", "a", "./dep", "./x"] {
        typed.extend(["smp check ", word, "\t\n"]);
        typed.extend(["printf '<%s>\\n' ", word, "\t\n"]);
    }
    for line in [
        "explain Zz",
        "explain Zz\t",
        "explain Zzplain.spec.s",
        "explain Zzplain.spec.sp",
        "kinds --api-group ",
        "compose --kind Zz",
        "compose --kind=Zz",
    ] {
        typed.extend(["smp ", line, "\t\t\n"]);
    }
    typed.push_str("exit\n");
    let text = bash(&files, &["-i"], &typed);
    let left = std::fs::read_dir(&files.0).expect("a directory");
    let left = left.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    let pwned: Vec<_> = left.filter(|name| name.starts_with("pwn")).collect();
    assert!(pwned.is_empty(), "{pwned:?}: {text}");
    // Completion has worked: the shell has the name, as one word.
    for shown in [
        "smp check deploy\\$\\(touch\\ pwn1\\)ment.yaml",
        "smp check a\\ b.yaml",
        "<a b.yaml>",
        "smp explain Zzplain",
    ] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    // Of the definitions that are taken, the plain ones are offered.
    let offered = |words: &[&str]| {
        let run = files.smp(&[&["__complete"], words].concat()).env("SMP_SCHEMA_PATH", "crd.yaml");
        printed(run)
    };
    assert_eq!(offered(&["explain", "Zzplain.spec.s"]), "Zzplain.spec.size\tstring\n:4\n");
}
