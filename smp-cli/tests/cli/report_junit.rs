//! `--report junit`.

use quick_xml::Reader;
use quick_xml::events::Event;
use snapbox::IntoData as _;
use snapbox::str;

use crate::Files;
use crate::report::{PATCH, files, run};

/// Checks what the schema of Jenkins' xUnit plugin (junit-10.xsd) asks for: the elements, their
/// order and attributes; and that the numbers are right.
pub(crate) fn valid_junit(text: &str) {
    let allowed = |name: &str| -> (&[&str], &[&str]) {
        match name {
            "testsuites" => (&[""], &["name", "time", "tests", "failures", "errors"]),
            "testsuite" => (
                &["testsuites"],
                &["name", "tests", "failures", "errors", "skipped", "time", "timestamp", "file"],
            ),
            "testcase" => (&["testsuite"], &["name", "classname", "time", "group"]),
            "failure" | "error" => (&["testcase"], &["message", "type"]),
            "system-out" => (&["testcase"], &[]),
            // No element of JUnit.
            _ => (&[], &[]),
        }
    };
    let mut reader = Reader::from_str(text);
    let mut around = vec![String::new()];
    let (mut counted, mut stated) = ([0; 3], [0; 3]);
    loop {
        let event = reader.read_event().expect("XML");
        let (element, empty) = match &event {
            Event::Start(element) => (element, false),
            Event::Empty(element) => (element, true),
            Event::End(_) => {
                around.pop();
                continue;
            }
            Event::Eof => break,
            _ => continue,
        };
        let name = String::from_utf8(element.name().as_ref().to_vec()).expect("UTF-8");
        let (parents, attributes) = allowed(&name);
        assert!(parents.contains(&around.last().expect("a parent").as_str()), "{name}: {text}");
        for attribute in element.attributes() {
            let attribute = attribute.expect("an attribute");
            let key = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            assert!(attributes.contains(&key.as_str()), "{name} {key}: {text}");
            if name == "testsuite"
                && let Some(at) = ["tests", "failures", "errors"].iter().position(|it| *it == key)
            {
                let value = String::from_utf8_lossy(&attribute.value).into_owned();
                stated[at] += value.parse::<usize>().expect("a number");
            }
        }
        if let Some(at) = ["testcase", "failure", "error"].iter().position(|it| *it == name) {
            counted[at] += 1;
        }
        if !empty {
            around.push(name);
        }
    }
    assert_eq!(around, [""]);
    assert_eq!(counted, stated, "{text}");
}

#[test]
fn junit() {
    let files = files("report_junit");
    let (_, _, text) = run(&files, &[&PATCH[..], &["--diff", "--report", "junit"]].concat());
    snapbox::assert_data_eq!(text, str![[r#"
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="smp patch" tests="3" failures="1" errors="0">
  <testsuite name="web.yaml" tests="2" failures="1" errors="0" skipped="0" file="web.yaml">
    <testcase name="v1 Service web" classname="web.yaml" time="0"/>
    <testcase name="apps/v1 Deployment web" classname="web.yaml" time="0">
      <failure message="apps/v1 Deployment web differs: spec.replicas, spec.replica" type="difference">web.yaml:12:13: apps/v1 Deployment web differs: spec.replicas, spec.replica [difference]</failure>
    </testcase>
  </testsuite>
  <testsuite name="patch.yaml" tests="1" failures="0" errors="0" skipped="0" file="patch.yaml">
    <testcase name="patch.yaml" classname="patch.yaml" time="0">
      <system-out>patch.yaml:5:3: `DeploymentSpec` has no such field: spec.replica
note: the schema is that of Kubernetes 1.37
help: did you mean replicas? [unknown-field]</system-out>
    </testcase>
  </testsuite>
</testsuites>

"#]].raw());
}

/// A document with an error has a test case of its own, also if it cannot be read.
#[test]
fn junit_of_errors() {
    let web = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\n";
    let wrong = format!("{web}apiVersion: v1\nkind: Pot\nmetadata: {{name: b}}\n");
    let unreadable = format!("{web}kind: [Pod\n");
    let files = [("wrong.yaml", wrong.as_str()), ("unreadable.yaml", &unreadable)];
    let files = Files::new("report_junit_errors", &files);
    let patch = "{metadata: {labels: {a: b}}}";
    let (status, _, text) =
        run(&files, &["patch", "-f", "wrong.yaml", "-p", patch, "--report", "junit"]);
    assert_eq!(status, Some(2));
    snapbox::assert_data_eq!(text, str![[r#"
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="smp patch" tests="2" failures="0" errors="1">
  <testsuite name="wrong.yaml" tests="2" failures="0" errors="1" skipped="0" file="wrong.yaml">
    <testcase name="v1 Pod a" classname="wrong.yaml" time="0"/>
    <testcase name="v1 Pot b" classname="wrong.yaml" time="0">
      <error message="no schema for apiVersion &quot;v1&quot;, kind &quot;Pot&quot;: this kind is unknown" type="unknown-kind">wrong.yaml:6:7: no schema for apiVersion &quot;v1&quot;, kind &quot;Pot&quot;: this kind is unknown
help: did you mean v1/Pod?
help: for a custom resource, give its CustomResourceDefinition, or the cluster&apos;s OpenAPI document, with --schema FILE
help: or give smp patch, diff or apply --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources [unknown-kind]</error>
    </testcase>
  </testsuite>
</testsuites>

"#]].raw());
    let (status, _, text) =
        run(&files, &["patch", "-f", "unreadable.yaml", "-p", patch, "--report", "junit"]);
    assert_eq!(status, Some(2));
    snapbox::assert_data_eq!(text, str![[r#"
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="smp patch" tests="2" failures="0" errors="1">
  <testsuite name="unreadable.yaml" tests="2" failures="0" errors="1" skipped="0" file="unreadable.yaml">
    <testcase name="v1 Pod a" classname="unreadable.yaml" time="0"/>
    <testcase name="unreadable.yaml" classname="unreadable.yaml" time="0">
      <error message="invalid YAML: unclosed bracket &apos;[&apos;" type="invalid-yaml">unreadable.yaml:5:7: invalid YAML: unclosed bracket &apos;[&apos; [invalid-yaml]</error>
    </testcase>
  </testsuite>
</testsuites>

"#]].raw());
}

/// XML has no such characters, not even escaped.
#[test]
fn characters_that_xml_has_not_are_replaced() {
    let object = r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a\ufffe\uffffb"}}"#;
    let files = Files::new("report_junit_xml", &[("a.json", object)]);
    let patch = "{metadata: {labels: {a: b}}}";
    let (_, _, text) = run(&files, &["patch", "-f", "a.json", "-p", patch, "--report", "junit"]);
    valid_junit(&text);
    assert!(text.contains("name=\"v1 Pod a\u{fffd}\u{fffd}b\""), "{text}");
}
