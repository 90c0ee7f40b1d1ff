//! The formats of `--report` as they are written.

use snapbox::IntoData as _;
use snapbox::str;

use crate::report::{OWN, PATCH, SARIF, files, run, valid};
use crate::report_junit::valid_junit;
use crate::{Files, smp};

#[test]
fn github() {
    let files = files("report_github");
    let (status, output, text) = run(&files, &[&PATCH[..], &["--report", "github"]].concat());
    assert_eq!(status, Some(0));
    assert!(output.contains("replicas: 3"), "{output}");
    snapbox::assert_data_eq!(text, str![[r#"
::warning file=patch.yaml,line=5,endLine=5,col=3,endColumn=10,title=smp%3A unknown-field::`DeploymentSpec` has no such field: spec.replica%0Anote: the schema is that of Kubernetes 1.37%0Ahelp: did you mean replicas?

"#]].raw());
    let (status, output, text) =
        run(&files, &[&PATCH[..], &["--strict", "--report=github"]].concat());
    assert_eq!((status, output.as_str()), (Some(2), ""));
    snapbox::assert_data_eq!(text, str![[r#"
::error file=patch.yaml,line=5,endLine=5,col=3,endColumn=10,title=smp%3A unknown-field::`DeploymentSpec` has no such field: spec.replica%0Anote: the schema is that of Kubernetes 1.37%0Ahelp: did you mean replicas?

"#]].raw());
}

#[test]
fn json() {
    let files = files("report_json");
    let (_, _, text) = run(&files, &[&PATCH[..], &["--report", "json"]].concat());
    snapbox::assert_data_eq!(
        text,
        str![[r#"
{
  "version": 1,
  "tool": {
    "name": "smp",
    "version": "0.1.0"
  },
  "command": "patch",
  "exitStatus": 0,
  "objects": [
    {
      "apiVersion": "v1",
      "kind": "Service",
      "name": "web",
      "place": {
        "file": "web.yaml",
        "line": 1,
        "column": 1,
        "endLine": 1,
        "endColumn": 1
      }
    },
    {
      "apiVersion": "apps/v1",
      "kind": "Deployment",
      "name": "web",
      "place": {
        "file": "web.yaml",
        "line": 8,
        "column": 1,
        "endLine": 8,
        "endColumn": 1
      }
    }
  ],
  "findings": [
    {
      "rule": "unknown-field",
      "severity": "warning",
      "message": "`DeploymentSpec` has no such field: spec.replica",
      "place": {
        "file": "patch.yaml",
        "line": 5,
        "column": 3,
        "endLine": 5,
        "endColumn": 10
      },
      "notes": [
        "the schema is that of Kubernetes 1.37"
      ],
      "helps": [
        "did you mean replicas?"
      ]
    }
  ]
}

"#]]
        .raw()
    );
}

#[test]
fn sarif() {
    let files = files("report_sarif");
    let (_, _, text) = run(&files, &[&PATCH[..], &["--report", "sarif"]].concat());
    snapbox::assert_data_eq!(text, str![[r#"
{
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  "runs": [
    {
      "columnKind": "unicodeCodePoints",
      "invocations": [
        {
          "arguments": [
            "patch"
          ],
          "executionSuccessful": true,
          "exitCode": 0
        }
      ],
      "results": [
        {
          "level": "warning",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "patch.yaml"
                },
                "region": {
                  "endColumn": 10,
                  "endLine": 5,
                  "startColumn": 3,
                  "startLine": 5
                }
              }
            }
          ],
          "message": {
            "text": "`DeploymentSpec` has no such field: spec.replica\nnote: the schema is that of Kubernetes 1.37\nhelp: did you mean replicas?"
          },
          "ruleId": "unknown-field",
          "ruleIndex": 0
        }
      ],
      "tool": {
        "driver": {
          "name": "smp",
          "rules": [
            {
              "id": "unknown-field",
              "shortDescription": {
                "text": "A field that the schema does not have."
              }
            }
          ],
          "version": "0.1.0"
        }
      }
    }
  ],
  "version": "2.1.0"
}

"#]].raw());
}

#[test]
fn text_of_input_is_escaped() {
    let patch = "spec: {\"a\u{202e}b%: ,\": 1}\n";
    let web = "apiVersion: v1\nkind: Pod\nmetadata: {name: \"x\\e[31m\\u202e<&\"}\n";
    let files = Files::new("report_escapes", &[("a,b%.yaml", patch), ("web.yaml", web)]);
    for format in ["github", "junit", "sarif", "json"] {
        let args =
            ["patch", "-f", "web.yaml", "--patch-file", "a,b%.yaml", "--diff", "--report", format];
        let (_, _, text) = run(&files, &args);
        assert!(!text.contains(['\u{202e}', '\u{1b}']), "{format}: {text}");
        match format {
            "github" => assert!(text.contains("file=a%2Cb%25.yaml,line=1"), "{text}"),
            "junit" => valid_junit(&text),
            "sarif" => assert!(valid(&text, SARIF).to_string().contains("a%2Cb%25.yaml"), "{text}"),
            // A program gets the text itself.
            _ => assert_eq!(valid(&text, OWN)["objects"][0]["name"], "x\u{1b}[31m\u{202e}<&"),
        }
    }
}

#[test]
fn formats_that_are_none() {
    for (format, message) in [
        ("xml", "the formats are github, junit, sarif and json"),
        ("json=", "give a file after =, or leave = out for standard error"),
        ("json=-", "give a file after =, or leave = out for standard error"),
    ] {
        let output = smp(&["version", "--report", format]).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(message), "{text}");
    }
}
