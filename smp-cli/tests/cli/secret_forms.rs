//! Secrets in every form in which a document can have them, in everything that is shown.

use crate::{Files, stderr, stdout};

/// Texts with a Secret, or what becomes one. Each value of a Secret has the word hunter2.
const FORMS: &[&str] = &[
    // Ways to write the kind.
    "apiVersion: v1\nkind: &k Secret\nmetadata: {name: a}\nstringData: {p: hunter2}\n",
    "apiVersion: v1\nkind: !!str Secret\nmetadata: {name: a}\ndata: {p: hunter2}\n",
    "apiVersion: v1\nkind: \"Se\\u0063ret\"\nmetadata: {name: a}\ndata: {p: hunter2}\n",
    "apiVersion: v1\nkind: \"Sec\\\n  ret\"\nmetadata: {name: a}\ndata: {p: hunter2}\n",
    "apiVersion: v1\nkind: >-\n  Secret\nmetadata: {name: a}\ndata: {p: hunter2}\n",
    "apiVersion: v1\nkind: # of it\n  Secret\nmetadata: {name: a}\ndata: {p: hunter2}\n",
    "apiVersion: v1\nmetadata: {name: &k Secret}\nkind: *k\ndata: {p: hunter2}\n",
    "<<: {kind: Secret}\napiVersion: v1\nmetadata: {name: a}\ndata: {p: hunter2}\n",
    "apiVersion: v1\nkind: ConfigMap\nkind: Secret\nmetadata: {name: a}\ndata: {p: hunter2}\n",
    "{\"apiVersion\":\"v1\",\"ki\\u006ed\":\"Secret\",\"metadata\":{\"name\":\"a\"},\"data\":{\"p\":\"hunter2\"}}\n",
    "{\n  \"apiVersion\": \"v1\",\n  \"kind\": \"S\\u0065cret\",\n  \"metadata\": {\"name\": \"a\"},\n  \"data\": {\n    \"p\": \"hunter2\",\n    \"q\": \"hunter2\"\n  }\n}\n",
    // Ways to write the values.
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  <<: {p: hunter2, q: hunter2}\n  r: hunter2\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  p: hunter2a\n  p: hunter2b\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {p: hunter2}\nstringData: {}\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: &d {p: hunter2}\nstringData: *d\n",
    "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: b}\n  immutable: true\n- apiVersion: v1\n  kind: Secret\n  metadata: {name: a}\n  data: {p: &v hunter2, q: *v}\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nx-values: &d {p: hunter2}\ndata: {<<: *d}\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  p: |\n    user: me\n    hunter2: x\n    last\n  q: >-\n    hunter2\n    hunter2\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  p: hunter2: 1\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  p: hunter2\n    hunter2\n  q: \"hunter2\n    hunter2\"\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  p: x # hunter2\n  # q: hunter2\n  r: y\n  # hunter2\ntype: Opaque\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: # hunter2\n  p: | # hunter2\n    x\n# hunter2\n",
    // Shapes that no Secret has.
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: hunter2\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata:\n- hunter2\n- {name: hunter2}\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {p: {q: [hunter2]}}\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndta: {n: hunter2}\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a, data: {p: hunter2}}\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ntype: {p: hunter2}\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {$patch: hunter2}\n",
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nstringData: {p: hunter2}\n",
    // Copies.
    "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      {\"kind\":\"Secret\",\"stringData\":{\"p\":\"hunter2\"}}\n    kapp.k14s.io/original: '{\"kind\":\"Secret\",\"data\":{\"p\":\"hunter2\"}}'\n",
    // Lists.
    "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: a}, data: {p: hunter2}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {p: x}}\n",
    "apiVersion: v1\nkind: SecretList\nitems:\n- metadata: {name: a}\n  data: {p: hunter2}\n- metadata: {name: b}\n  data: {p: hunter2}\n",
    "{\"apiVersion\":\"v1\",\"kind\":\"SecretList\",\"items\":[{\"metadata\":{\"name\":\"a\"},\"data\":{\"p\":\"hunter2\"}}]}\n",
    "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items:\n  - {apiVersion: v1, kind: Secret, metadata: {name: a}, data: {p: hunter2}}\n",
    // What becomes a Secret.
    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: a}\nsecretGenerator:\n- name: s\n  literals:\n  - p=hunter2\n",
    "secretGenerator: [{name: s, literals: [p=hunter2], literals: [p=hunter2]}]\n",
    "apiVersion: builtin\nkind: SecretGenerator\nmetadata: {name: a}\nliterals: [p=hunter2]\n",
    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: a}\npatches:\n- target: {kind: Secret}\n  patch: |\n    stringData: {p: hunter2}\n    dta: hunter2\n- target: {kind: Sec.*}\n  patch: '[{\"op\": \"add\", \"path\": \"/data/p\", \"value\": \"hunter2\"}]'\n- patch: |\n    apiVersion: v1\n    kind: Secret\n    metadata: {name: s}\n    data: {p: hunter2}\n",
    // Text that is no YAML, or no JSON.
    "apiVersion: v1\nkind: Secret\nstringData:\n  p: \"hunter2\n  b: c\n",
    "apiVersion: v1\nkind: Secret\nstringData:\n  p: |\n    hunter2: x\n   hunter2: y\n",
    "{\"kind\": \"Secret\", \"data\": {\"a\": \"hunter2\" \"b\": 1}}",
    "{\"kind\": \"S\\u0065cret\", \"data\": {\"a\": \"hunter2\" \"b\": 1}}",
    "kind: &k Secret\nstringData:\n\tp: hunter2\n",
    // One beside another document.
    "apiVersion: v1\nkind: Secret\nmetadata: {name: b}\nstringData:\n  p: hunter2\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: c}\nstringData:\n  p: hunter2\n",
];

/// Runs a command, and fails if it shows a value. Of a command that prints documents, only messages count.
fn check(files: &Files, args: &[&str], prints_documents: bool, form: &str) {
    let run = files.smp(args).assert();
    let out = if prints_documents { String::new() } else { stdout(&run) };
    let all = out + &stderr(&run);
    assert!(!all.contains("hunter"), "{args:?} of\n{form}\nshows\n{all}");
}

#[test]
fn every_form_in_all_that_is_shown() {
    let plain = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {p: x}\n";
    for form in FORMS {
        let other = form.replace("hunter2", "hunter3");
        let labels = "metadata: {labels: {a: b}}";
        let files = Files::new(
            "secret_forms",
            &[("a.yaml", form), ("b.yaml", &other), ("plain.yaml", plain), ("c/a.yaml", form)],
        );
        for args in [
            &["diff", "a.yaml", "b.yaml", "-o", "text"][..],
            &["diff", "a.yaml", "b.yaml", "-o", "fields"],
            &["diff", "a.yaml", "plain.yaml", "-o", "text"],
            &["diff", "a.yaml", "plain.yaml", "-o", "fields", "--report", "json"],
            &["diff", "--server-side", "a.yaml", "b.yaml", "-o", "text"],
            &["patch", "-f", "a.yaml", "-p", labels, "--diff"],
            &["patch", "-f", "a.yaml", "-p", labels, "--diff", "--strict", "--report", "sarif"],
            &["patch", "-f", "a.yaml", "-p", labels, "--diff=fields"],
            &["patch", "-R", "-f", "c", "-p", labels, "--diff"],
            &["patch", "-f", "a.yaml", "-p", "{kind: Secret, stringData: {p: hunter4}}", "--diff"],
            &[
                "patch",
                "-f",
                "a.yaml",
                "--type",
                "merge",
                "-p",
                "{stringData: {p: hunter4}}",
                "--diff=fields",
            ],
            &["patch", "-f", "plain.yaml", "--patch-file", "a.yaml", "--diff"],
            &["patch", "-f", "plain.yaml", "--patch-file", "a.yaml", "--diff=fields", "--strict"],
            &[
                "apply",
                "--last-applied",
                "plain.yaml",
                "--modified",
                "a.yaml",
                "--live",
                "b.yaml",
                "--diff",
            ],
            &[
                "apply",
                "--last-applied",
                "plain.yaml",
                "--modified",
                "a.yaml",
                "--live",
                "b.yaml",
                "--overwrite=unless-both-changed",
                "--diff=fields",
            ],
            &["apply", "--server-side", "-f", "b.yaml", "--live", "a.yaml", "--diff"],
            &["apply", "--server-side", "-f", "b.yaml", "--diff=fields"],
            &["conflicts", "a.yaml", "b.yaml"],
            &["conflicts", "a.yaml", "b.yaml", "--kind", "Secret"],
            &["check", "a.yaml"],
            &["check", "-R", "c", "--strict"],
            &["owners", "a.yaml"],
        ] {
            check(&files, args, false, form);
        }
        for args in [
            &["patch", "-f", "a.yaml", "-p", labels, "--strict"][..],
            &["patch", "-f", "plain.yaml", "--patch-file", "a.yaml"],
            &["apply", "--server-side", "-f", "a.yaml", "--live", "b.yaml"],
            &["diff", "a.yaml", "b.yaml"],
            &["compose", "a.yaml", "b.yaml"],
            &["normalize", "-f", "a.yaml", "--strict"],
        ] {
            check(&files, args, true, form);
        }
    }
}

/// Patches that do not say that they are for a Secret, in messages about them.
#[test]
fn patches_whose_target_is_a_secret() {
    let live = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {p: aHVudGVyMQ==}\n";
    let indented = |text: &str| text.trim_end().replace('\n', "\n    ");
    for patch in [
        "data: {n: hunter2}\n",
        "data: {p: hunter2, p: hunter2b}\n",
        "data: {p: {hunter2: 1}}\n",
        "data: hunter2\n",
        "data: {$patch: hunter2}\n",
        "data:\n  $patch: hunter2\n",
        "dta: {n: hunter2}\n",
        "dta: {n: hunter2, n: hunter2b}\n",
        "stringData: {p: yes # hunter2\n  }\n",
        "kind: Other\ndata: {p: [hunter2]}\n",
        "[{op: add, path: /data/p/x, value: hunter2}]\n",
        "[{op: add, path: /data/p, value: hunter2, valeu: hunter2b}]\n",
        "[{op: test, path: /data/p, value: hunter2}]\n",
        "[{op: add, path: /dta, value: {p: hunter2}}]\n",
        "[{op: replace, path: /stringData, value: {p: hunter2, p: hunter2b}}]\n",
    ] {
        let text = indented(patch);
        let kustomization = |target: &str| {
            format!(
                "resources: [live.yaml]\npatches:\n- target: {{kind: {target}}}\n  patch: |\n    {text}\n"
            )
        };
        let list = |config: &str| {
            let live = live.trim_end().replace('\n', "\n  ");
            format!(
                "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- {live}\nfunctionConfig:\n  {config}\n"
            )
        };
        let entry = list(&format!(
            "apiVersion: smp/v1\n  kind: StrategicMergePatch\n  metadata: {{name: f}}\n  patches:\n  - target: {{kind: Secret}}\n    patch: |\n      {}",
            text.replace('\n', "\n  ")
        ));
        let map = list(&format!(
            "apiVersion: v1\n  kind: ConfigMap\n  metadata: {{name: f}}\n  data:\n    kind: Secret\n    patch: |\n      {}",
            text.replace('\n', "\n  ")
        ));
        let files = Files::new(
            "secret_targets",
            &[
                ("live.yaml", live),
                ("patch.yaml", patch),
                ("kustomization.yaml", &kustomization("Secret")),
                ("regex/kustomization.yaml", &kustomization("S.*t").replace("live", "../live")),
                (
                    "file/kustomization.yaml",
                    "resources: [live.yaml]\npatches: [{target: {kind: Secret}, path: patch.yaml}]\n",
                ),
                ("file/live.yaml", live),
                ("file/patch.yaml", patch),
            ],
        );
        let is_json = patch.starts_with('[');
        let patch_type = ["--type", if is_json { "json" } else { "strategic" }];
        let with_type = |args: &[&'static str]| [args, &patch_type[..]].concat();
        for args in [
            with_type(&["patch", "-f", "live.yaml", "--patch-file", "patch.yaml", "--diff"]),
            with_type(&[
                "patch",
                "-f",
                "live.yaml",
                "--patch-file",
                "patch.yaml",
                "--strict",
                "--diff=fields",
            ]),
            vec!["patch", "-k", ".", "--diff"],
            vec!["patch", "-k", ".", "--strict", "--diff=fields", "--report", "json"],
            vec!["patch", "-k", "regex", "--load-restrictor", "LoadRestrictionsNone", "--diff"],
            vec!["patch", "-k", "file", "--diff", "--report", "github"],
            vec!["check", "kustomization.yaml", "--strict"],
            vec!["check", "file"],
            vec!["check", "--kind", "Secret", "patch.yaml", "--strict"],
            vec!["check", "--kind", "v1/Secret", "patch.yaml", "--report", "junit"],
        ] {
            check(&files, &args, false, patch);
        }
        check(&files, &["compose", "--kind", "Secret", "patch.yaml", "patch.yaml"], true, patch);
        if !patch.starts_with("[{op: add, path: /data/p,") {
            check(
                &files,
                &["conflicts", "--kind", "Secret", "patch.yaml", "live.yaml"],
                false,
                patch,
            );
        }
        for input in [&entry, &map] {
            let run = files.smp(&["fn", "--strict"]).stdin(input.as_bytes()).assert();
            let mut all = stderr(&run);
            // The list itself is a document.
            all.extend(stdout(&run).split_once("results:").map(|(_, results)| results.to_owned()));
            assert!(!all.contains("hunter"), "fn of\n{patch}\nshows\n{all}");
        }
    }
}

/// What is no value of a Secret is shown.
#[test]
fn other_values_are_shown() {
    let form = "apiVersion: v1\nkind: Secret\nimmutable: true\nmetadata: {name: a, labels: {app: shown1}} # shown2\ntype: shown3\ndata: {shown4: aHVudGVyMg==}\n";
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {secretName: shown5, Secret: 'kind: shown6'}\n";
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  volumes: [{name: s, secret: {secretName: shown7}}]\n  containers: [{name: c, env: [{name: E, valueFrom: {secretKeyRef: {name: shown8, key: shown9}}}]}]\n";
    let owned = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, ownerReferences: [{apiVersion: v1, kind: Secret, name: shown10, uid: shown11}]}\ndata: {p: shown12}\n";
    let kustomization = "kind: Kustomization\nsecretGenerator: [{name: shown13, files: [shown14], literals: [p=hunter2]}]\npatches: [{target: {kind: Secret, name: shown15}, path: shown16}]\n";
    for text in [form, map, pod, owned, kustomization] {
        let files = Files::new("secret_shown", &[("a.yaml", text)]);
        let args = ["patch", "-f", "a.yaml", "--type", "merge", "-p", "{x: y}", "--diff"];
        let run = files.smp(&args).assert();
        let all = stdout(&run);
        let words = text.split(|c: char| !c.is_alphanumeric());
        for word in words.filter(|word| word.starts_with("shown")) {
            assert!(all.contains(word), "{word}: {all}");
        }
        assert!(!all.contains("hunter") && !all.contains("aHVu"), "{all}");
    }
    let files = Files::new("secret_all_shown", &[("a.yaml", FORMS[11])]);
    let args =
        ["patch", "-f", "a.yaml", "--type", "merge", "-p", "{x: y}", "--diff", "--show-secrets"];
    assert_eq!(stdout(&files.smp(&args).assert()).matches("hunter2").count(), 3);
}

/// A script is read as one string: the text itself.
#[test]
fn a_script_with_the_words_of_yaml() {
    let script = "set -ex\\n[[ `hostname` =~ -([0-9]+)$ ]] || exit 1\\necho \\\\d: ${X[1]}\\n";
    let live = format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: a}}, spec: {{containers: [{{name: c, command: [bash, -c, \"{script}\"]}}]}}}}"
    );
    let patch = live.replace("name: c", "image: i, name: d");
    let files = Files::new("secret_script", &[("live.yaml", &live), ("patch.yaml", &patch)]);
    for report in ["json", "junit", "sarif", "github"] {
        let args = ["patch", "-f", "live.yaml", "--patch-file", "patch.yaml", "--report", report];
        files.smp(&args).assert().success();
    }
}
