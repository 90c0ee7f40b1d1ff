//! Entries of `--report` for objects that differ.

use snapbox::IntoData as _;
use snapbox::str;

use crate::Files;
use crate::report::{PATCH, files, run};

#[test]
fn differences() {
    let files = files("report_differences");
    let (status, _, text) = run(
        &files,
        &[&PATCH[..], &["--diff", "--exit-code", "--report", "github", "--quiet"]].concat(),
    );
    assert_eq!(status, Some(1));
    snapbox::assert_data_eq!(text, str![[r#"
::notice file=web.yaml,line=12,endLine=12,col=13,endColumn=14,title=smp%3A difference::apps/v1 Deployment web differs: spec.replicas, spec.replica

"#]].raw());
    let (status, _, text) =
        run(&files, &["diff", "web.yaml", "patch.yaml", "-q", "--report", "github"]);
    assert_eq!(status, Some(1));
    snapbox::assert_data_eq!(text, str![[r#"
::notice file=patch.yaml,line=5,endLine=5,col=12,endColumn=13,title=smp%3A difference::apps/v1 Deployment web differs: spec.replica, spec.replicas
::notice file=web.yaml,line=1,endLine=1,col=1,endColumn=1,title=smp%3A difference::v1 Service web is removed

"#]].raw());
    let (status, _, text) = run(
        &files,
        &[
            "diff",
            "web.yaml",
            "patch.yaml",
            "-o",
            "text",
            "--ignore",
            "spec.replicas",
            "--report",
            "github",
        ],
    );
    assert_eq!(status, Some(1));
    assert!(text.contains("Deployment web differs: spec.replica\n"), "{text}");
}

const POD: &str = "\
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: web:1
    args: [a, b]
  - name: proxy
    image: proxy:1
";

/// The differences that are in the message.
fn named(files: &Files, args: &[&str]) -> String {
    let (_, _, text) = run(files, &[args, &["--report", "github"]].concat());
    let (_, named) = text.split_once(" differs: ").expect("a difference");
    named.trim_end().to_owned()
}

#[test]
fn elements_have_their_merge_keys() {
    let changed = POD.replace("proxy:1", "proxy:2").replace("[a, b]", "[a, c]");
    let files = Files::new("report_keys", &[("old.yaml", POD), ("new.yaml", &changed)]);
    let both = r#"spec.containers[name="web"].args[1], spec.containers[name="proxy"].image"#;
    for args in [
        &["diff", "old.yaml", "new.yaml"][..],
        &["diff", "old.yaml", "new.yaml", "-o", "text"],
        &["diff", "old.yaml", "new.yaml", "-o", "fields"],
        &["patch", "-f", "old.yaml", "--patch-file", "new.yaml", "--diff"],
    ] {
        assert_eq!(named(&files, args), both, "{args:?}");
    }
}

#[test]
fn elements_in_objects_of_a_list_have_their_merge_keys() {
    let item = POD.replace('\n', "\n  ");
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}\n", item.trim_end());
    let files = Files::new("report_list", &[("list.yaml", &list)]);
    let patch = "{kind: Pod, spec: {containers: [{name: proxy, image: proxy:2}]}}";
    assert_eq!(
        named(&files, &["patch", "-f", "list.yaml", "-p", patch, "--diff"]),
        r#"items[0].spec.containers[name="proxy"].image"#
    );
}

/// Without a schema the name is the best guess.
#[test]
fn elements_of_unknown_kinds_have_their_names() {
    let old = POD.replace("v1", "example.com/v1");
    let new = old.replace("proxy:1", "proxy:2");
    let files = Files::new("report_positions", &[("old.yaml", &old), ("new.yaml", &new)]);
    let args = ["diff", "old.yaml", "new.yaml", "--type", "merge"];
    assert_eq!(named(&files, &args), "spec.containers[name=\"proxy\"].image");
}
