//! `smp apply` where unions are normalized: what the user has added is kept, repeating settles,
//! and what is not clear is an error.

use snapbox::str;

use crate::{Files, printed, widget, widget_definition};

fn widgets(test: &str, [last, modified, live]: [&str; 3]) -> Files {
    let definition = widget_definition();
    let files = [
        ("crd.yaml", definition.as_str()),
        ("last.yaml", &widget(last)),
        ("modified.yaml", &widget(modified)),
        ("live.yaml", &widget(live)),
    ];
    Files::new(test, &files)
}

const APPLY: [&str; 13] = [
    "apply",
    "--type",
    "strategic",
    "--dialect",
    "documented",
    "--schema",
    "crd.yaml",
    "--last-applied",
    "last.yaml",
    "--modified",
    "modified.yaml",
    "--live",
    "live.yaml",
];

#[test]
fn a_user_who_does_not_know_the_discriminator() {
    let files = widgets(
        "apply_unions_discriminator",
        ["{type: A, a: {}}", "{type: A, b: 1}", "{type: Nothing}"],
    );
    files
        .smp(&APPLY)
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: spec: `type` is "A", which names `a`, found `b`; remove it, or correct the discriminator
 --> modified.yaml:4:20
  |
3 | metadata: {name: w}
4 | spec: {type: A, b: 1}
  |                    ^

"#]])
        .stdout_eq(str![[r#"
apiVersion: example.com/v1
kind: Widget
metadata: {name: w}
spec: {type: B, b: 1}

"#]]);
    files.smp(&APPLY).arg("--overwrite=unless-both-changed").assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: changed by both sides, to different values; copy current's values into modified, or overwrite them
 --> modified.yaml:4:14
  |
3 | metadata: {name: w}
4 | spec: {type: A, b: 1}
  |              ^ spec.type
  |
  = note: spec.type: original "A", modified "B", current "Nothing"
  = help: with --overwrite=always, the default, the values of MODIFIED are taken

"#]]);
}

#[test]
fn what_is_not_clear_is_an_error() {
    let files = widgets("apply_unions_unclear", ["{}", "{type: A, b: 1}", "{type: Nothing}"]);
    files.smp(&APPLY).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: spec: `type` is "A", which names `a`, found `b`; remove it, or correct the discriminator
 --> modified.yaml:4:20
  |
3 | metadata: {name: w}
4 | spec: {type: A, b: 1}
  |                    ^
  |
  = note: modified does not say which field of these unions is meant

"#]]);
}

#[test]
fn repeating_settles() {
    let level = |spec: &str| {
        format!(
            "apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: PriorityLevelConfiguration\n\
             metadata: {{name: p}}\nspec: {spec}\n"
        )
    };
    let file = level("{type: Limited, exempt: {lendablePercent: 1}}");
    let files = Files::new(
        "apply_unions_repeated",
        &[
            ("last.yaml", &file),
            ("modified.yaml", &file),
            ("live.yaml", &level("{type: Limited, limited: {lendablePercent: 2}}")),
        ],
    );
    let mut args = APPLY.to_vec();
    args.drain(5..7);
    files.smp(&args).assert().code(0).stderr_eq(str![[r#"
warning: spec: `type` is "Limited", which names `limited`, found `exempt`; remove it, or correct the discriminator
 --> modified.yaml:4:23
  |
3 | metadata: {name: p}
4 | spec: {type: Limited, exempt: {lendablePercent: 1}}
  |                       ^^^^^^

"#]]);
    args.push("-q");
    for _ in 0..2 {
        let result = printed(files.smp(&args));
        assert!(result.contains("limited: {lendablePercent: 2}"), "{result}");
        std::fs::write(files.0.join("live.yaml"), result).expect("a file");
    }
}
