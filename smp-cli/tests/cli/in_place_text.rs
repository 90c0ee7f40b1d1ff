//! `--in-place`: the text around a changed document is kept, whatever style the document
//! has, and so are line breaks, long names, access lists and extended attributes.

#![cfg(unix)]

use std::fs;

use crate::Files;

const HEAD: &str = "apiVersion: apps/v1\nkind: Deployment\n";
const FLOW: &str = "{apiVersion: apps/v1, kind: Deployment}";
const SCALED: &str = "apiVersion: apps/v1\nkind: Deployment\nspec:\n  replicas: 2\n";

/// The files after a patch of all of them.
fn patched(test: &str, files: &[(&str, &str)]) -> Vec<String> {
    patched_with(test, files, &[])
}

/// The files after a patch of all of them, written anew.
fn reformatted(test: &str, files: &[(&str, &str)]) -> Vec<String> {
    patched_with(test, files, &["--reformat"])
}

fn patched_with(test: &str, files: &[(&str, &str)], flags: &[&'static str]) -> Vec<String> {
    let dir = Files::new(test, files);
    let mut args = vec!["patch", "-p", "spec: {replicas: 2}", "--in-place"];
    args.extend(flags);
    args.extend(files.iter().flat_map(|(name, _)| ["-f", name]));
    dir.smp(&args).assert().code(0);
    let read = |name: &str| fs::read_to_string(dir.0.join(name)).expect("a file");
    files.iter().map(|(name, _)| read(name)).collect()
}

#[test]
fn comments_and_blank_lines_after_a_document_stay() {
    let rest = "\n\n# after\n  # indented\n\n--- # next\n# head\n";
    let flow = format!("# first\n{FLOW}{rest}{FLOW} # inside\n\n# last\n\n");
    let quoted =
        format!("---\n{{\"apiVersion\": \"apps/v1\", \"kind\": 'Deployment'\n}}{rest}{HEAD}\n\n");
    let block = format!("{HEAD}{rest}{HEAD}\n# a\n\n# b");
    let files = [("flow.yaml", &*flow), ("quoted.yaml", &*quoted), ("block.yaml", &*block)];
    let texts = patched("in_place_comments", &files);
    let scaled_flow = FLOW.replace('}', ", spec: {replicas: 2}}");
    assert_eq!(texts[0], flow.replace(FLOW, &scaled_flow));
    assert_eq!(
        texts[1],
        quoted
            .replace("'Deployment'", "'Deployment', \"spec\": {\"replicas\": 2}")
            .replace(HEAD, SCALED)
    );
    assert_eq!(texts[2], block.replace(HEAD, SCALED));

    let texts = reformatted("in_place_comments_anew", &files);
    let scaled = SCALED.trim_end();
    assert_eq!(texts[0], format!("# first\n{scaled}{rest}{SCALED}\n# last\n\n"));
    assert_eq!(texts[1], format!("---\n{scaled}{rest}{SCALED}\n\n"));
    assert_eq!(texts[2], format!("{SCALED}{rest}{SCALED}\n# a\n\n# b"));
}

#[test]
fn blank_lines_that_are_part_of_a_value_are_not_kept_twice() {
    let text =
        format!("{HEAD}metadata:\n  annotations:\n    a: |+\n      x\n      y\n\n\n# after\n");
    let [patched] = patched("in_place_literal", &[("a.yaml", &text)]).try_into().expect("one");
    assert_eq!(
        patched,
        format!(
            "{HEAD}metadata:\n  annotations:\n    a: |+\n      x\n      y\n\n\nspec:\n  replicas: 2\n# after\n"
        )
    );
}

#[test]
fn line_breaks_are_those_of_the_file() {
    let head = HEAD.replace('\n', "\r\n");
    let scaled = SCALED.replace('\n', "\r\n");
    let texts = reformatted(
        "in_place_crlf",
        &[
            ("end.yaml", &format!("{head}...\r\n{FLOW}")),
            ("marker.yaml", &format!("{head}---\r\n{FLOW}\r\n---\r\n{FLOW}")),
            ("lf.yaml", &format!("{HEAD}...\n{FLOW}")),
        ],
    );
    let last = scaled.trim_end();
    assert_eq!(texts[0], format!("{scaled}...\r\n{last}"));
    assert_eq!(texts[1], format!("{scaled}---\r\n{last}\r\n---\r\n{last}"));
    assert_eq!(texts[2], format!("{SCALED}...\n{}", SCALED.trim_end()));
}

#[test]
fn a_document_after_an_end_has_the_line_breaks_of_the_file() {
    let (head, scaled) = (HEAD.replace('\n', "\r\n"), SCALED.replace('\n', "\r\n"));
    let text = format!("{head}...\r\n{head}");
    let [text] = patched("in_place_crlf_end", &[("a.yaml", &text)]).try_into().expect("one");
    assert_eq!(text, format!("{scaled}...\r\n{scaled}"));
}

#[test]
fn a_name_may_be_as_long_as_the_system_allows() {
    for length in [242, 243, 255] {
        let name = format!("{}.yaml", "n".repeat(length - 5));
        let [text] = patched("in_place_long", &[(&name, HEAD)]).try_into().expect("one");
        assert_eq!(text, SCALED);
        let wide = format!("{}.yaml", "\u{e9}".repeat((length - 5) / 2));
        let [text] = patched("in_place_long", &[(&wide, HEAD)]).try_into().expect("one");
        assert_eq!(text, SCALED);
    }
}

/// An access list as `setfacl -m u:1000:r` writes it: version, then tag, permissions and id of each
/// entry.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs ACLs"]
fn access_lists_and_extended_attributes_are_kept() {
    let files = Files::new("in_place_acl", &[("a.yaml", HEAD)]);
    let path = files.0.join("a.yaml");
    let entries: [(u16, u16, u32); 5] =
        [(1, 6, u32::MAX), (2, 4, 1000), (4, 4, u32::MAX), (16, 6, u32::MAX), (32, 0, u32::MAX)];
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, permissions, id) in entries {
        list.extend(tag.to_le_bytes());
        list.extend(permissions.to_le_bytes());
        list.extend(id.to_le_bytes());
    }
    let attributes =
        [("system.posix_acl_access", list), ("user.a", b"1".to_vec()), ("user.b", vec![0; 300])];
    for (name, value) in &attributes {
        xattr::set(&path, name, value).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let args = ["patch", "-f", "a.yaml", "-p", "spec: {replicas: 2}", "--in-place"];
    files.smp(&args).assert().code(0);
    assert_eq!(fs::read_to_string(&path).expect("a file"), SCALED);
    for (name, value) in &attributes {
        assert_eq!(xattr::get(&path, name).expect("attributes").as_ref(), Some(value), "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let files = Files::new("in_place_bytes", &[]);
    let name = OsStr::from_bytes(b"a\xff.yaml");
    fs::write(files.0.join(name), HEAD).expect("a file");
    let patch = ["patch", "-p", "spec: {replicas: 2}", "--in-place"];
    let run = files.smp(&patch).arg("-f").arg(name);
    run.assert().code(0).stderr_eq("a\u{fffd}.yaml: written\n");
    assert_eq!(fs::read_to_string(files.0.join(name)).expect("a file"), SCALED);
    let missing = OsStr::from_bytes(b"b\xff");
    let run = files.smp(&patch).arg("-f").arg(missing);
    run.assert().code(2).stderr_eq("error: cannot read b\u{fffd}: no such file\n");
}

#[test]
fn line_breaks_at_the_end_of_a_value_are_not_lost_with_the_last_one_of_the_file() {
    for (value, printed) in
        [("x", "z: x"), ("x\\ny\\n", "z: |\n  x\n  y\n"), ("x\\ny\\n\\n", "z: |+\n  x\n  y\n\n")]
    {
        let files = Files::new("in_place_end", &[("a.yaml", "{apiVersion: v1, kind: Pod}")]);
        let patch = format!("z: \"{value}\"");
        let args =
            ["patch", "-f", "a.yaml", "--type", "merge", "-p", &patch, "--in-place", "--reformat"];
        files.smp(&args).assert().code(0);
        let text = fs::read_to_string(files.0.join("a.yaml")).expect("a file");
        assert_eq!(text, format!("apiVersion: v1\nkind: Pod\n{printed}"));
    }
}

/// kubectl gives the last line of a file an end before it reads it: the value is `x` with a line break.
#[test]
fn a_block_scalar_on_the_last_line_keeps_its_value() {
    let head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n";
    for (old, patch, new) in [
        ("  a: |\n    x", "metadata: {labels: {x: z}}", "  a: |\n    x"),
        ("  a: |\n    x", "data: {b: 'y'}", "  a: |\n    x\n  b: \"y\""),
        ("  a: |\n    x", "data: {a: \"x\\n\"}", "  a: |\n    x"),
        ("  a: |\n    x", "data: {a: \"z\\n\"}", "  a: |\n    z\n"),
        ("  a: |\n    x", "data: {a: z}", "  a: |-\n    z\n"),
        ("  a: >+\n    x\n    y", "data: {b: 'y'}", "  a: >+\n    x\n    y\n  b: \"y\""),
        ("  a: |-\n    x", "data: {b: 'y'}", "  a: |-\n    x\n  b: \"y\""),
        ("  a: |\n    x\n  b: y", "data: {b: null}", "  a: |\n    x\n"),
        ("  a: |\n    x  ", "data: {b: 'y'}", "  a: |\n    x  \n  b: \"y\""),
        ("  a: |\r\n    x", "data: {b: 'y'}", "  a: |\r\n    x\n  b: \"y\""),
        (
            "  c: d\n---\nkind: Pod\napiVersion: v1\na: |\n  x",
            "b: c",
            "  c: d\nb: c\n---\nkind: Pod\napiVersion: v1\na: |\n  x\nb: c",
        ),
    ] {
        let files = Files::new("in_place_last_line", &[("a.yaml", &format!("{head}{old}"))]);
        let args = ["patch", "-f", "a.yaml", "--type", "merge", "-p", patch, "-i"];
        files.smp(&args).assert().code(0);
        let text = fs::read_to_string(files.0.join("a.yaml")).expect("a file");
        let head = if patch.starts_with("metadata") {
            head.replace("name: a", "name: a, labels: {x: z}")
        } else {
            head.to_owned()
        };
        assert_eq!(text, format!("{head}{new}"), "{old} {patch}");
    }
}

/// `kubectl patch` and kustomize read a patch as it is.
#[test]
fn a_block_scalar_on_the_last_line_of_a_patch_has_no_line_break() {
    let object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {c: d}\n";
    let patch = "kind: ConfigMap\ndata:\n  a: |\n    x";
    let files = Files::new("in_place_patch_end", &[("a.yaml", object), ("p.yaml", patch)]);
    let ended = format!("{patch}\n");
    for (text, value) in [(patch, "x"), (&*ended, "x\\n")] {
        fs::write(files.0.join("p.yaml"), text).expect("a file");
        for patch in [["-p", text], ["--patch-file", "p.yaml"]] {
            let args = [&["patch", "-f", "a.yaml", "-o", "json"], &patch[..]].concat();
            let text = crate::printed(files.smp(&args));
            assert!(text.contains(&format!("\"a\": \"{value}\"")), "{text}");
        }
    }
}
