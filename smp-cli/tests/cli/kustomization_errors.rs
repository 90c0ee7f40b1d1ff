//! Mistakes in kustomizations, and in the paths of their files.

use std::fs;

use snapbox::str;

use crate::kustomization::{files, run, wrong};
use crate::stderr;

#[expect(clippy::too_many_lines, reason = "every mistake has its message")]
#[test]
fn entries_with_mistakes() {
    let kustomization = "\
patches:
- path: patches/web.yaml
  patch: 'spec: {}'
- {}
- path: patches/nowhere.yaml
- path: https://example.com/patch.yaml
- path: patches
- target: {kid: Pod, name: '(', labelSelector: 'a b'}
  patch: 'spec: {}'
- pach: 'spec: {}'
  options: {allowName: true, allowKindChange: 1}
- patches/web.yaml
patchesJson6902:
- path: patches/operations.json
  target: {kind: Deployment}
patchesStrategicMerge:
- 1
";
    snapbox::assert_data_eq!(
        wrong("kustomize_entries", kustomization),
        str![[r#"
error: expected a string
  --> k/kustomization.yaml:17:3
   |
16 | patchesStrategicMerge:
17 | - 1
   |   ^ patchesStrategicMerge[0]

error: the entry has both path and patch
 --> k/kustomization.yaml:3:10
  |
2 | - path: patches/web.yaml
3 |   patch: 'spec: {}'
  |          ^^^^^^^^^^ patches[0].patch
  |
  = help: give one of them

error: the entry has neither path nor patch
 --> k/kustomization.yaml:4:3
  |
3 |   patch: 'spec: {}'
4 | - {}
  |   ^ patches[1]
  |
  = help: an entry has path or patch, and may have target and options

error: cannot read k/patches/nowhere.yaml: no such file
 --> k/kustomization.yaml:5:9
  |
4 | - {}
5 | - path: patches/nowhere.yaml
  |         ^^^^^^^^^^^^^^^^^^^^ patches[2].path

error: https://example.com/patch.yaml is a URL, and only files are read
 --> k/kustomization.yaml:6:9
  |
5 | - path: patches/nowhere.yaml
6 | - path: https://example.com/patch.yaml
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ patches[3].path
  |
  = help: save it to a file, and give its path

error: cannot read k/patches: it is a directory
 --> k/kustomization.yaml:7:9
  |
6 | - path: https://example.com/patch.yaml
7 | - path: patches
  |         ^^^^^^^ patches[4].path
  |
  = help: give its files one by one

error: unknown field "kid"
 --> k/kustomization.yaml:8:12
  |
7 | - path: patches
8 | - target: {kid: Pod, name: '(', labelSelector: 'a b'}
  |            ^^^ patches[5].target.kid
  |
  = help: did you mean kind?

error: invalid regular expression "(": unclosed group
 --> k/kustomization.yaml:8:28
  |
7 | - path: patches
8 | - target: {kid: Pod, name: '(', labelSelector: 'a b'}
  |                            ^^^ patches[5].target.name
  |
  = help: it has to match the whole name, as web-.* does; [(] stands for a bracket itself

error: invalid label selector "a b": one of =, ==, !=, in, notin, < and > is expected before "b"
 --> k/kustomization.yaml:8:48
  |
7 | - path: patches
8 | - target: {kid: Pod, name: '(', labelSelector: 'a b'}
  |                                                ^^^^^ patches[5].target.labelSelector
  |
  = help: label selectors are written as a=b,c!=d,e in (f,g),h,!i

error: unknown field "pach"
  --> k/kustomization.yaml:10:3
   |
 9 |   patch: 'spec: {}'
10 | - pach: 'spec: {}'
   |   ^^^^ patches[6].pach
   |
   = help: did you mean patch or path?

error: unknown field "allowName"
  --> k/kustomization.yaml:11:13
   |
10 | - pach: 'spec: {}'
11 |   options: {allowName: true, allowKindChange: 1}
   |             ^^^^^^^^^ patches[6].options.allowName
   |
   = help: its fields are allowNameChange, allowKindChange

error: expected true or false
  --> k/kustomization.yaml:11:47
   |
10 | - pach: 'spec: {}'
11 |   options: {allowName: true, allowKindChange: 1}
   |                                               ^ patches[6].options.allowKindChange

error: the entry has neither path nor patch
  --> k/kustomization.yaml:10:3
   |
 9 |   patch: 'spec: {}'
10 | - pach: 'spec: {}'
   |   ^ patches[6]
   |
   = help: an entry has path or patch, and may have target and options

error: expected an object
  --> k/kustomization.yaml:12:3
   |
11 |   options: {allowName: true, allowKindChange: 1}
12 | - patches/web.yaml
   |   ^^^^^^^^^^^^^^^^ patches[7]
   |
   = help: an entry has path or patch, and may have target and options

error: a target with a name is missing
  --> k/kustomization.yaml:14:3
   |
13 | patchesJson6902:
14 | - path: patches/operations.json
   |   ^ patchesJson6902[0]
   |
   = help: add target.name

"#]]
    );
}

#[test]
fn patches_with_mistakes() {
    let message = wrong("kustomize_json", "patches: [{path: patches/operations.json}]\n");
    snapbox::assert_data_eq!(
        message,
        str![[r#"
error: a JSON patch needs a target
 --> k/patches/operations.json:1:1
  |
1 | [{"op": "add", "path": "/spec/paused", "value": true}]
  | ^
  |
  = note: in patches[0] of k/kustomization.yaml
  = help: it does not name an object; add target with kind and name

"#]]
    );
    let message = wrong("kustomize_nameless", "patches: [{patch: 'kind: Pod'}]\n");
    snapbox::assert_data_eq!(
        message,
        str![[r#"
error: the patch has no apiVersion
 --> patches[0].patch of k/kustomization.yaml:1:1
  |
1 | kind: Pod
  | ^
  |
  = note: in patches[0] of k/kustomization.yaml, which has no target
  = help: add it, or a target, to say which object the patch is for

"#]]
    );
    let message = wrong("kustomize_scalar", "patches: [{patch: 'text'}]\n");
    snapbox::assert_data_eq!(
        message,
        str![[r#"
error: expected a patch, which is an object, or a list of operations, found a string
 --> patches[0].patch of k/kustomization.yaml:1:1
  |
1 | text
  | ^^^^
  |
  = note: in patches[0] of k/kustomization.yaml

"#]]
    );
    let message = wrong("kustomize_list", "patchesStrategicMerge: [patches/operations.json]\n");
    snapbox::assert_data_eq!(
        message,
        str![[r#"
error: expected a strategic merge patch, found a list
 --> k/patches/operations.json:1:1
  |
1 | [{"op": "add", "path": "/spec/paused", "value": true}]
  | ^
  |
  = note: in patchesStrategicMerge[0] of k/kustomization.yaml
  = help: a list of operations is a JSON patch: write it under patches

"#]]
    );
    let two = "patches: [{target: {kind: Pod}, patch: \"{spec: {}}\\n---\\n{spec: {}}\"}]\n";
    snapbox::assert_data_eq!(
        wrong("kustomize_two", two),
        str![[r#"
error: a second patch in an entry with a target
 --> patches[0].patch of k/kustomization.yaml:3:1
  |
2 | ---
3 | {spec: {}}
  | ^
  |
  = note: in patches[0] of k/kustomization.yaml
  = help: write an entry for each patch, or leave target out

"#]]
    );
}

#[test]
fn paths_out_of_the_directory() {
    let files = files("kustomize_outside", "patches: [{path: ../outside.yaml}]\n");
    run(&files, &[]).code(2).stdout_eq("").stderr_eq(str![[r#"
error: k/../outside.yaml is not in k
 --> k/kustomization.yaml:1:18
  |
1 | patches: [{path: ../outside.yaml}]
  |                  ^^^^^^^^^^^^^^^ patches[0].path
  |
  = help: kustomize refuses it, too; --load-restrictor LoadRestrictionsNone allows it

"#]]);
    let allowed = ["--load-restrictor", "LoadRestrictionsNone", "--diff=fields"];
    run(&files, &allowed).code(0).stderr_eq("");
}

#[cfg(unix)]
#[test]
fn links_out_of_the_directory() {
    let files = files("kustomize_link", "patches: [{path: link.yaml}]\n");
    let _ = fs::remove_file(files.0.join("k/link.yaml"));
    std::os::unix::fs::symlink("../outside.yaml", files.0.join("k/link.yaml")).expect("a link");
    run(&files, &[]).code(2).stdout_eq("").stderr_eq(str![[r#"
error: k/link.yaml is not in k
 --> k/kustomization.yaml:1:18
  |
1 | patches: [{path: link.yaml}]
  |                  ^^^^^^^^^ patches[0].path
  |
  = help: kustomize refuses it, too; --load-restrictor LoadRestrictionsNone allows it

"#]]);
}

#[cfg(unix)]
#[test]
fn a_kustomization_out_of_the_directory_and_a_pipe() {
    let files = files("kustomize_linked", "patches: [{path: pipe}]\n");
    let pipe = files.0.join("k/pipe");
    let _ = fs::remove_file(&pipe);
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let message = stderr(&run(&files, &[]).code(2).stdout_eq(""));
    let reason = "cannot read k/pipe: it is a pipe, a socket or a device, not a file";
    assert!(message.contains(reason), "{message}");

    let kustomization = files.0.join("k/kustomization.yaml");
    fs::remove_file(&kustomization).expect("it is there");
    std::os::unix::fs::symlink("../outside.yaml", &kustomization).expect("a link");
    run(&files, &[]).code(2).stdout_eq("").stderr_eq(str![[r#"
error: k/kustomization.yaml is not in k
 |
 = help: kustomize refuses it, too; --load-restrictor LoadRestrictionsNone allows it

"#]]);
    // The next run writes a file here.
    fs::remove_file(&kustomization).expect("the link");
}

#[test]
fn no_kustomization() {
    let message = wrong("kustomize_empty", "resources: [a.yaml]\n");
    snapbox::assert_data_eq!(
        message,
        str![[r#"
error: k has no patches
 |
 = help: they are in the fields patches, patchesStrategicMerge and patchesJson6902

"#]]
    );
    let message = wrong("kustomize_wrong_kind", "kind: Deployment\npatches: []\n");
    snapbox::assert_data_eq!(
        message,
        str![[r#"
error: the kind is not Kustomization or Component
 --> k/kustomization.yaml:1:7
  |
1 | kind: Deployment
  |       ^^^^^^^^^^ kind

"#]]
    );
    let message = wrong("kustomize_not_object", "- path: a\n");
    snapbox::assert_data_eq!(
        message,
        str![[r#"
error: expected an object
 --> k/kustomization.yaml:1:1
  |
1 | - path: a
  | ^
  |
  = help: a kustomization has patches

"#]]
    );
    let files = files("kustomize_directories", "patches: []\n");
    fs::write(files.0.join("k/Kustomization"), "patches: []\n").expect("a file");
    run(&files, &[]).code(2).stdout_eq("").stderr_eq(str![[r#"
error: there are several kustomizations: k/kustomization.yaml and k/Kustomization
 |
 = help: keep one of them

"#]]);
    for directory in ["k/patches", "all.yaml", "nowhere"] {
        files.smp(&["patch", "-f", "all.yaml", "-k", directory]).assert().code(2).stdout_eq("");
    }
    files.smp(&["patch", "-f", "all.yaml", "-k", "k", "-p", "{}"]).assert().code(2).stdout_eq("");
    files.smp(&["patch", "-f", "all.yaml", "-k", "k", "--type", "json"]).assert().code(2);
}
