//! `--kustomization` with resources and components, and the patches in objects of Flux and Argo CD.

use snapbox::str;

use crate::{Files, printed, stderr};

fn pod(name: &str) -> String {
    format!("apiVersion: v1\nkind: Pod\nmetadata:\n  name: {name}\n")
}

fn label(label: &str) -> String {
    format!("patches:\n- target: {{kind: Pod}}\n  patch: 'metadata: {{labels: {{{label}}}}}'\n")
}

/// Two bases, of which one has a patch; a component, and an overlay that uses all of them.
fn files(test: &str, overlay: &str) -> Files {
    let base = format!("resources: [one.yaml, more]\n{}", label("base: a, last: base"));
    let more = format!("resources: [two.yaml]\n{}", label("more: a, last: more"));
    let kind = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n";
    let component =
        format!("{kind}resources: [three.yaml]\n{}", label("component: a, last: component"));
    Files::new(
        test,
        &[
            ("base/one.yaml", &pod("one")),
            ("base/kustomization.yaml", &base),
            ("base/more/two.yaml", &pod("two")),
            ("base/more/kustomization.yml", &more),
            ("component/three.yaml", &pod("three")),
            ("component/kustomization.yaml", &component),
            ("overlay/four.yaml", &pod("four")),
            ("overlay/kustomization.yaml", overlay),
        ],
    )
}

/// The message about an overlay that is wrong; nothing is printed on standard output then.
fn wrong(test: &str, overlay: &str) -> String {
    let run = files(test, overlay).smp(&["patch", "-k", "overlay"]).assert().code(2).stdout_eq("");
    stderr(&run)
}

#[test]
fn objects_have_the_patches_of_the_kustomizations_around_them() {
    let overlay = format!(
        "resources: [../base, four.yaml]\ncomponents: [../component]\n{}",
        label("overlay: a")
    );
    let files = files("tree", &overlay);
    let text = printed(files.smp(&["patch", "-k", "overlay"]));
    let labels = |names: &[&str]| -> String {
        let lines = names.iter().map(|name| match name.split_once('=') {
            Some((name, value)) => format!("    {name}: {value}\n"),
            None => format!("    {name}: a\n"),
        });
        format!("  labels:\n{}", lines.collect::<String>())
    };
    let expected = [
        pod("one") + &labels(&["base", "last=component", "component", "overlay"]),
        pod("two") + &labels(&["more", "last=component", "base", "component", "overlay"]),
        pod("four") + &labels(&["component", "last=component", "overlay"]),
        pod("three") + &labels(&["component", "last=component", "overlay"]),
    ];
    assert_eq!(text, expected.join("---\n"));
}

#[test]
fn with_files_only_the_kustomization_and_its_components_count() {
    let overlay =
        format!("resources: [../base]\ncomponents: [../component]\n{}", label("overlay: a"));
    let files = files("tree_files", &overlay);
    let text = printed(files.smp(&["patch", "-f", "base/one.yaml", "-k", "overlay"]));
    let labels = "  labels:\n    component: a\n    last: component\n    overlay: a\n";
    assert_eq!(text, pod("one") + labels);
}

#[test]
fn the_files_of_the_resources_are_changed_in_place() {
    let files = files("tree_in_place", &format!("resources: [four.yaml]\n{}", label("a: b")));
    files
        .smp(&["patch", "-k", "overlay", "--in-place"])
        .assert()
        .code(0)
        .stdout_eq("")
        .stderr_eq("overlay/four.yaml: written\n");
}

#[test]
fn fields_that_are_not_carried_out_are_errors() {
    let overlay = format!(
        "resources: [four.yaml]\nnamePrefix: a-\nimages: [{{name: a, newTag: b}}]\n{}",
        label("a: b")
    );
    snapbox::assert_data_eq!(
        wrong("tree_other_fields", &overlay),
        str![[r#"
error: smp patch does not carry out namePrefix
 --> overlay/kustomization.yaml:2:1
  |
1 | resources: [four.yaml]
2 | namePrefix: a-
  | ^^^^^^^^^^ namePrefix
  |
  = help: with --ignore-other-fields only the patches are applied

error: smp patch does not carry out images
 --> overlay/kustomization.yaml:3:1
  |
2 | namePrefix: a-
3 | images: [{name: a, newTag: b}]
  | ^^^^^^ images
  |
  = help: with --ignore-other-fields only the patches are applied

"#]]
    );
    let files = files("tree_left_out", &overlay);
    files
        .smp(&["patch", "-k", "overlay", "--ignore-other-fields", "--diff=fields"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
v1 Pod four (overlay/four.yaml)
+ metadata.labels:
+   a: b

"#]])
        .stderr_eq(str![[r#"
overlay/kustomization.yaml: only its patches are applied, not namePrefix, images

"#]]);
}

#[test]
fn resources_that_cannot_be_followed_are_errors() {
    let overlay = format!(
        "resources:\n- https://example.com/a.yaml\n- github.com/example/a?ref=v1\n- none.yaml\n{}",
        label("a: b")
    );
    snapbox::assert_data_eq!(
        wrong("tree_remote", &overlay),
        str![[r#"
error: https://example.com/a.yaml is not on this machine, and nothing is fetched
 --> overlay/kustomization.yaml:2:3
  |
1 | resources:
2 | - https://example.com/a.yaml
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^ resources[0]
  |
  = help: save it to a file or directory; or give the files with objects with -f

error: github.com/example/a?ref=v1 is not on this machine, and nothing is fetched
 --> overlay/kustomization.yaml:3:3
  |
2 | - https://example.com/a.yaml
3 | - github.com/example/a?ref=v1
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ resources[1]
  |
  = help: save it to a file or directory; or give the files with objects with -f

error: cannot read overlay/none.yaml: no such file
 --> overlay/kustomization.yaml:4:3
  |
3 | - github.com/example/a?ref=v1
4 | - none.yaml
  |   ^^^^^^^^^ resources[2]

"#]]
    );
    let cases = [
        ("resources: [../overlay]", "the kustomization in overlay is part of itself"),
        ("resources: [four.yaml, ./four.yaml]", "overlay/four.yaml is a resource twice"),
        ("resources: [../base, ../base]", "base is a resource twice"),
        ("resources: [../component]", "component/kustomization.yaml is a Component"),
        ("components: [../base]", "base/kustomization.yaml is no Component"),
        ("components: [four.yaml]", "overlay/four.yaml is a file, and no component"),
        ("resources: [../base/one.yaml]", "base/one.yaml is not in overlay"),
        ("resources: [four.yaml]", "overlay has no patches"),
    ];
    for (number, (overlay, message)) in cases.iter().enumerate() {
        let patches =
            if message.contains("has no patches") { String::new() } else { label("a: b") };
        let message_of = wrong(&format!("tree_wrong_{number}"), &format!("{overlay}\n{patches}"));
        assert!(message_of.contains(message), "{overlay}: {message_of}");
    }
}

const FLUX: &str = "\
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: shop}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: shop}
spec:
  path: ./deploy
  patches:
  - target: {kind: Pod, name: on.}
    patch: |
      metadata: {labels: {a: b}}
";

#[test]
fn patches_of_flux() {
    let files = files("tree_flux", "");
    std::fs::write(files.0.join("flux.yaml"), FLUX).expect("a file");
    let args = ["patch", "-f", "base/one.yaml", "-k", "flux.yaml"];
    let text = printed(files.smp(&args));
    assert_eq!(text, pod("one") + "  labels:\n    a: b\n");
    files.smp(&["check", "flux.yaml"]).assert().code(0).stdout_eq("").stderr_eq("");

    let without_files = files.smp(&["patch", "-k", "flux.yaml"]).assert().code(2);
    let message = stderr(&without_files);
    assert!(message.contains("flux.yaml does not say which files it patches"), "{message}");
    let prefixed = FLUX.replace("  path:", "  namePrefix: a-\n  path:").replace("{a: b}", "{a: 1}");
    std::fs::write(files.0.join("flux.yaml"), prefixed).expect("a file");
    let message = stderr(&files.smp(&args).assert().code(2));
    assert!(message.contains("smp patch does not carry out spec.namePrefix"), "{message}");
    let message = stderr(&files.smp(&["check", "--strict", "flux.yaml"]).assert().code(2));
    assert!(message.contains("expected a string, found a number"), "{message}");
}

#[test]
fn patches_of_argo_cd() {
    let application = |source: &str| {
        format!(
            "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {{name: a}}\nspec:\n{source}"
        )
    };
    let patches =
        "{target: {kind: Pod}, patch: '[{op: add, path: /metadata/labels, value: {a: b}}]'}";
    let files = files("tree_argo_cd", "");
    for source in [
        format!("  source:\n    path: a\n    kustomize:\n      patches:\n      - {patches}\n"),
        format!(
            "  sources:\n  - chart: a\n  - kustomize:\n      version: v5\n      patches: [{patches}]\n"
        ),
    ] {
        std::fs::write(files.0.join("app.yaml"), application(&source)).expect("a file");
        let text = printed(files.smp(&["patch", "-f", "base/one.yaml", "-k", "app.yaml"]));
        assert_eq!(text, pod("one") + "  labels:\n    a: b\n");
    }
    let source =
        "  source:\n    kustomize:\n      nameSuffix: -a\n      patches: [{path: a.yaml}]\n";
    std::fs::write(files.0.join("app.yaml"), application(source)).expect("a file");
    let run = files.smp(&["patch", "-f", "base/one.yaml", "-k", "app.yaml"]).assert().code(2);
    run.stderr_eq(str![[r#"
error: smp patch does not carry out spec.source.kustomize.nameSuffix
 --> app.yaml:7:7
  |
6 |     kustomize:
7 |       nameSuffix: -a
  |       ^^^^^^^^^^ spec.source.kustomize.nameSuffix
  |
  = help: with --ignore-other-fields only the patches are applied

error: no file of a patch can be read here
 --> app.yaml:8:24
  |
7 |       nameSuffix: -a
8 |       patches: [{path: a.yaml}]
  |                        ^^^^^^ spec.source.kustomize.patches[0].path
  |
  = help: write the patch itself in the field patch

"#]]);
}
