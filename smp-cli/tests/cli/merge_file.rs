//! `smp merge-file`, of files: what merges, what is a conflict, and random versions of a file.

use std::fs;

use smp_core::{Document, Options, SchemaBuilder, UnknownFields, merge};

use crate::merge_driver::with;
use crate::{Files, stderr};

/// The files, merged.
fn merged(files: &Files, args: &[&str], texts: [&str; 3], code: i32) -> (String, String) {
    for (name, text) in ["o.yaml", "a.yaml", "b.yaml"].iter().zip(texts) {
        fs::write(files.0.join(name), text).expect("a file");
    }
    let args = [&["merge-file", "o.yaml", "a.yaml", "b.yaml"], args].concat();
    let run = files.smp(&args).assert().code(code);
    let text = fs::read_to_string(files.0.join("a.yaml")).expect("a file");
    (text, stderr(&run))
}

#[test]
fn markers_have_the_length_the_names_and_the_line_ends_that_are_asked_for() {
    let files = Files::new("merge_file_options", &[]);
    let pod =
        |name: &str| format!("apiVersion: v1\r\nkind: Pod\r\nmetadata:\r\n  name: {name}\r\n");
    let args = ["-L", "9", "-P", "pods/a.yaml", "--ours", "main", "--theirs", "%Y"];
    let texts = [pod("a"), pod("b"), pod("c")];
    let (text, message) = merged(&files, &args, texts.each_ref().map(String::as_str), 1);
    let markers = "<<<<<<<<< main\r\n  name: b\r\n=========\r\n  name: c\r\n>>>>>>>>> theirs\r\n";
    assert_eq!(text, format!("apiVersion: v1\r\nkind: Pod\r\nmetadata:\r\n{markers}"));
    assert_eq!(message, "pods/a.yaml: conflict in Pod a: metadata.name\n");
}

#[test]
fn comments_that_both_change_are_a_conflict() {
    let files = Files::new("merge_file_comments", &[]);
    let pod = |comment: &str, image: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec:\n  # {comment}\n  nodeName: {image}\n"
        )
    };
    let texts = [pod("a", "x"), pod("b", "y"), pod("c", "x")];
    let (text, _) = merged(&files, &[], texts.each_ref().map(String::as_str), 1);
    let markers = "<<<<<<< ours\n  # b\n=======\n  # c\n>>>>>>> theirs\n  nodeName: y\n";
    assert!(text.ends_with(markers), "{text}");
}

/// A byte order mark is one of the file, not of a document: it is merged as a line would be.
#[test]
fn one_byte_order_mark_stays_one() {
    const MARK: &str = "\u{feff}";
    let files = Files::new("merge_file_mark", &[]);
    let object = |image: &str, comment: &str, more: &str| {
        format!(
            "# {comment}\napiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec:\n  nodeName: {image}\n{more}"
        )
    };
    let other = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let texts = [object("x", "a", ""), object("y", "a", ""), object("x", "b", other)];
    for (marks, mark) in [
        (["", "", ""], ""),
        ([MARK, MARK, MARK], MARK),
        (["", MARK, ""], MARK),
        (["", "", MARK], MARK),
        (["", MARK, MARK], MARK),
        ([MARK, "", MARK], ""),
        ([MARK, MARK, ""], ""),
    ] {
        let [one, two, three] = &texts;
        let texts =
            [[marks[0], one].concat(), [marks[1], two].concat(), [marks[2], three].concat()];
        let (text, message) = merged(&files, &[], texts.each_ref().map(String::as_str), 0);
        assert_eq!(text, [mark, &object("y", "b", other)].concat(), "{marks:?}");
        assert_eq!(message, "");
    }
    // By lines, too.
    let texts = ["a: 1\nb: 1\nc: 1\n", "a: 2\nb: 1\nc: 1\n", "a: 1\nb: 1\nc: 2\n"];
    let texts = texts.map(|text| [MARK, text].concat());
    let (text, _) = merged(&files, &[], texts.each_ref().map(String::as_str), 0);
    assert_eq!(text, [MARK, "a: 2\nb: 1\nc: 2\n"].concat());
    let texts = texts.map(|text| [MARK, &text].concat());
    let (text, message) = merged(&files, &[], texts.each_ref().map(String::as_str), 255);
    assert_eq!(text, texts[1]);
    assert!(message.contains("a.yaml has a second byte order mark"), "{message}");
}

/// The value that kubectl reads does not change because a branch adds something behind it.
#[test]
fn a_text_without_a_line_break_at_its_end() {
    let files = Files::new("merge_file_end", &[]);
    let object =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  c: d\n  a: |\n    x";
    let [ours, theirs] = [object.replace("c: d", "c: e"), format!("{object}\n  b: y")];
    let (text, _) = merged(&files, &[], [object, &ours, &theirs], 0);
    assert_eq!(text, format!("{ours}\n  b: y"));
    let other = "\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: a}";
    let (text, _) = merged(&files, &[], [object, &ours, &format!("{object}{other}")], 0);
    assert_eq!(text, format!("{ours}{other}"));
}

/// The layout of a line, and a comment below it, are no conflict, also where values are merged beside them.
#[test]
fn changes_of_layout_and_comments_side_by_side_are_both_kept() {
    let files = Files::new("merge_file_beside", &[]);
    let pod = |value: &str, comment: &str, image: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: c\n    \
             image: {image}\n    env:\n    - name: A\n      value: {value}\n{comment}    - name: B\n      \
             value: b\n"
        )
    };
    let texts =
        [pod("\"1\"", "", "c:1"), pod("'1'", "", "c:1"), pod("\"1\"", "    # of B\n", "c:2")];
    let (text, _) = merged(&files, &[], texts.each_ref().map(String::as_str), 0);
    assert_eq!(text, pod("'1'", "    # of B\n", "c:2"));
    let texts = [pod("\"1\"", "", "c:1"), pod("'1'", "\n", "c:1"), texts[2].clone()];
    let (text, _) = merged(&files, &[], texts.each_ref().map(String::as_str), 0);
    assert_eq!(text, pod("'1'", "    # of B\n", "c:2"));
    // A comment that one branch changes, and one that the other branch adds above it.
    let [old, new, added, both] =
        ["# of B", "# about B", "  # of A\n    # of B", "  # of A\n    # about B"]
            .map(|comments| pod("1", &format!("    {comments}\n"), "c:1"));
    let (text, _) = merged(&files, &[], [&old, &new, &added], 0);
    assert_eq!(text, both);
    let (text, _) = merged(&files, &[], [&old, &added, &new], 0);
    assert_eq!(text, both);
}

/// A variable that a branch adds, and the comments about those that the other branch removes and changes
/// beside it.
#[test]
fn comments_of_removed_elements_are_no_conflict() {
    let files = Files::new("merge_file_removed", &[]);
    let pod = |variables: &str| {
        let head = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: c\n    env:\n";
        format!("{head}{variables}")
    };
    let of = |name: &str, comment: &str, value: &str| {
        format!("    # {comment}\n    - name: {name}\n      value: {value}\n")
    };
    let (a, b) = (of("A", "of A", "a"), of("B", "of B", "b"));
    let (new, other) = (of("NEW", "of NEW", "n"), of("B", "about B", "c"));
    let texts = [[&a, &b].map(String::as_str).concat(), other.clone(), [&*a, &*new, &*b].concat()];
    let texts = texts.map(|variables| pod(&variables));
    let (text, _) = merged(&files, &[], texts.each_ref().map(String::as_str), 0);
    assert_eq!(text, pod(&[new, other].concat()));
}

/// Conflicts by schema and by lines.
#[test]
fn conflicts_are_in_every_report() {
    let pod = |image: &str| {
        format!("kind: Pod\nmetadata: {{name: a}}\nspec:\n  nodeName: {image}\napiVersion: v1\n")
    };
    let field = "conflict in Pod a: spec.nodeName";
    let lines = "conflict; it was merged by lines, because";
    for (nodes, message) in [(["x", "y", "z"], field), (["{{x", "{{y", "{{z"], lines)] {
        for (format, rule) in [
            ("json", "\"rule\": \"conflict\""),
            ("sarif", "\"ruleId\": \"conflict\""),
            ("junit", "type=\"conflict\""),
            ("github", "title=smp%3A conflict::"),
        ] {
            let files = Files::new("merge_file_reports", &[]);
            let texts = nodes.map(pod);
            let report = format!("{format}=report");
            let args = ["-P", "pods/a.yaml", "--report", &report];
            let (text, shown) = merged(&files, &args, texts.each_ref().map(String::as_str), 1);
            assert!(text.contains("<<<<<<< ours\n"), "{text}");
            let report = fs::read_to_string(files.0.join("report")).expect("a report");
            for part in [message, rule, "pods/a.yaml"] {
                assert!(report.contains(part), "{format}: {report}");
            }
            assert!(shown.contains(message), "{shown}");
            if format == "json" {
                assert!(report.contains("\"exitStatus\": 1"), "{report}");
            }
        }
    }
}

#[test]
fn lists_without_keys_merge_as_lines_do() {
    let files = Files::new("merge_file_items", &[]);
    let foo = |items: &str| {
        format!("apiVersion: a.example.com/v1\nkind: Foo\nmetadata:\n  name: a\nspec:\n{items}")
    };
    let base = "- {a: 1, b: 1}\n- {a: 2}\n- {a: 3}\n";
    let change = |from: &str, to: &str| foo(&with(base, &[(from, to)]));
    let (ours, theirs) = (change("{a: 1,", "{a: 5,"), change("b: 1}", "b: 7}"));
    let (text, _) = merged(&files, &[], [&foo(base), &ours, &theirs], 0);
    assert_eq!(text, foo(&with(base, &[("{a: 1, b: 1}", "{a: 5, b: 7}")])));
    let (ours, theirs) =
        (change("- {a: 1, b: 1}\n", ""), change("- {a: 3}\n", "- {a: 3}\n- {a: 4}\n"));
    let (text, _) = merged(&files, &[], [&foo(base), &ours, &theirs], 0);
    assert_eq!(text, foo("- {a: 2}\n- {a: 3}\n- {a: 4}\n"));
    let (ours, theirs) = (change("{a: 2}", "{a: 8}"), change("{a: 2}", "{a: 9}"));
    let (_, message) = merged(&files, &[], [&foo(base), &ours, &theirs], 1);
    assert_eq!(message, "a.yaml: conflict in Foo a: spec[1].a\n");
}

/// Items of lists without keys are the same however they are written: with white space, and in any order
/// of their members.
#[test]
fn items_are_compared_by_value() {
    let mut types = SchemaBuilder::new();
    let root = types.any();
    let schema = types.build(root).expect("a schema");
    let original = r#"{"rules":[{"a":1,"b":2},{"c":3}]}"#;
    let ours = r#"{"rules":[{"b": 2, "a": 1}, {"c": 4}]}"#;
    let theirs = r#"{"rules":[{"a":5,"b":2},{"c":3}]}"#;
    let merged = merge(original, ours, theirs, &schema, &Options::default()).expect("a merge");
    assert_eq!(merged.conflicts, []);
    assert_eq!(merged.ours.to_json(), r#"{"rules":[{"a":5,"b":2},{"c":4}]}"#);
}

#[test]
fn alternatives_of_a_volume_are_a_conflict() {
    let files = Files::new("merge_file_alternatives", &[]);
    let pod = |volume: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  volumes:\n  - name: v\n    {volume}\n"
        )
    };
    let texts = [pod("emptyDir: {}"), pod("hostPath: {path: /a}"), pod("configMap: {name: a}")];
    let (_, message) = merged(&files, &[], texts.each_ref().map(String::as_str), 1);
    assert_eq!(message, "a.yaml: conflict in Pod a: spec.volumes[name=\"v\"]\n");
}

/// A random version of a text: some lines of `LINES` are added, removed or changed.
fn version(
    original: &[(String, Vec<String>)],
    random: &mut fastrand::Rng,
) -> Vec<(String, Vec<String>)> {
    let mut objects: Vec<_> = original.to_vec();
    if objects.len() > 1 && random.u8(..8) == 0 {
        objects.remove(random.usize(..objects.len()));
    }
    if random.u8(..8) == 0 {
        objects.push((format!("new{}", random.u8(..3)), variables(random)));
    }
    for (_, variables) in &mut objects {
        for _ in 0..random.u8(..4) {
            let at = random.usize(..=variables.len());
            match random.u8(..3) {
                0 => {
                    let name = random.u8(..20);
                    if variables.iter().all(|it| !it.contains(&format!("name: v{name}\n"))) {
                        variables.insert(at, variable(name, random));
                    }
                }
                1 if at < variables.len() => drop(variables.remove(at)),
                _ if at < variables.len() => {
                    let value = format!("value: \"{}\"", random.u8(..3));
                    let line = variables[at].rsplit_once("value: ").expect("a value").0.to_owned();
                    variables[at] = format!("{line}{value}\n");
                }
                _ => {}
            }
        }
    }
    objects
}

fn variable(name: u8, random: &mut fastrand::Rng) -> String {
    let comment = if random.bool() { format!("    # {}\n", random.u8(..3)) } else { String::new() };
    let quote = *random.choice(&["\"", "'"]).expect("a quote");
    format!("{comment}    - name: v{name}\n      value: {quote}{}{quote}\n", random.u8(..3))
}

fn variables(random: &mut fastrand::Rng) -> Vec<String> {
    (0..random.u8(1..5)).map(|name| variable(name, random)).collect()
}

fn text(objects: &[(String, Vec<String>)]) -> String {
    let objects: Vec<String> = objects
        .iter()
        .map(|(name, variables)| {
            let env = if variables.is_empty() { "    env: []\n".to_owned() } else { format!("    env:\n{}", variables.concat()) };
            format!("apiVersion: v1\nkind: Pod\nmetadata:\n  name: {name}\nspec:\n  containers:\n  - name: c\n    image: i\n{env}")
        })
        .collect();
    objects.join("---\n")
}

/// The values of the objects of a text, by their names.
fn values(text: &str) -> Vec<(String, String)> {
    let documents = text.split("---\n").filter(|text| !text.is_empty());
    documents
        .map(|text| {
            let tree = smp_yaml::parse(text).expect("YAML").expect("a document");
            let mut warnings = Vec::new();
            let json = tree.to_json(&mut warnings).expect("JSON").into_string();
            assert!(warnings.is_empty(), "{text}");
            let name = Document::from_json(&json)
                .expect("JSON")
                .get("metadata")
                .and_then(|it| Some(it.get("name")?.as_str()?.into_owned()));
            (name.expect("a name"), json)
        })
        .collect()
}

#[test]
fn random_versions_merge_by_the_rules() {
    let files = Files::new("merge_file_random", &[]);
    let schema = smp_types::schema("v1", "Pod").expect("a schema");
    let options = Options::kubernetes().unknown_fields(UnknownFields::Replace);
    let (mut clean, mut conflicts) = (0, 0);
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let original = vec![
            ("one".to_owned(), variables(&mut random)),
            ("two".to_owned(), variables(&mut random)),
        ];
        let (ours, theirs) = (version(&original, &mut random), version(&original, &mut random));
        let [o, a, b] = [text(&original), text(&ours), text(&theirs)];
        // A side without a change leaves the other one as it is, and so does the same change.
        for (texts, expected) in [([&o, &a, &o], &a), ([&o, &o, &b], &b), ([&o, &a, &a], &a)] {
            let (text, _) = merged(&files, &[], texts.map(String::as_str), 0);
            assert_eq!(&text, expected, "seed {seed}");
        }
        for (name, text) in [("o.yaml", &o), ("a.yaml", &a), ("b.yaml", &b)] {
            fs::write(files.0.join(name), text).expect("a file");
        }
        let run = files.smp(&["merge-file", "o.yaml", "a.yaml", "b.yaml"]).output().expect("a run");
        let result = fs::read_to_string(files.0.join("a.yaml")).expect("a file");
        if run.status.code() != Some(0) {
            assert_eq!(run.status.code(), Some(1), "seed {seed}");
            assert!(result.contains("=======\n"), "seed {seed}: {result}");
            conflicts += 1;
            continue;
        }
        clean += 1;
        let [o, a, b] = [values(&o), values(&a), values(&b)];
        let find = |side: &[(String, String)], name: &str| {
            side.iter().find(|(other, _)| other == name).map(|(_, json)| json.clone())
        };
        let results = values(&result);
        for (name, _) in o.iter().chain(&a).chain(&b) {
            let [before, ours, theirs] = [&o, &a, &b].map(|side| find(side, name));
            let expected = match (&before, &ours, &theirs) {
                (_, Some(ours), Some(theirs)) => {
                    let before = before.as_deref().unwrap_or("{}");
                    let merged = merge(before, ours, theirs, schema, &options).expect("a merge");
                    assert!(merged.conflicts.is_empty(), "seed {seed}");
                    Some(merged.ours.to_json())
                }
                (None, ours, theirs) => ours.clone().or_else(|| theirs.clone()),
                (Some(_), ..) => None,
            };
            assert_eq!(find(&results, name), expected, "seed {seed}: {name} in {result}");
        }
    }
    assert!(clean > 10 && conflicts > 5, "{clean} without a conflict, {conflicts} with one");
}
