//! Files of 100 MB: objects for measuring memory, and streams of documents for the command.
//! They are written piece by piece, so that making them needs little memory.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::{IMAGE, Result, container, deployment_with};

/// The part of an object that has the 100 MB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A `ConfigMap` with values of 4 KB.
    Map,
    /// A Pod with containers of 1.4 KB, a merge list.
    List,
    /// A Pod whose container has variables of 50 bytes, a merge list with as many
    /// entries as fit.
    Entries,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 3] = [Self::Map, Self::List, Self::Entries];

    /// The name for files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::List => "list",
            Self::Entries => "entries",
        }
    }

    /// The text of item `at`.
    fn item(self, at: usize) -> String {
        match self {
            Self::Map => format!("\"key-{at}\":{}", json!("x".repeat(4096))),
            Self::List => container(&format!("container-{at}"), 16).to_string(),
            Self::Entries => {
                json!({"name": format!("VARIABLE_{at}"), "value": format!("old {at}")}).to_string()
            }
        }
    }

    /// The text before and after the items.
    const fn around(self) -> (&'static str, &'static str) {
        match self {
            Self::Map => (
                r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"big"},"data":{"#,
                "}}",
            ),
            Self::List => (
                r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"big"},"spec":{"containers":["#,
                "]}}",
            ),
            Self::Entries => (
                r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"big"},"spec":{"containers":[{"name":"web","env":["#,
                "]}]}}",
            ),
        }
    }

    /// A small patch, which changes item 1,000.
    #[must_use]
    pub fn patch(self) -> Value {
        match self {
            Self::Map => json!({"data": {"key-1000": "new"}}),
            Self::List => {
                json!({"spec": {"containers": [{"name": "container-1000", "image": IMAGE}]}})
            }
            Self::Entries => json!({"spec": {"containers": [{"name": "web",
                "env": [{"name": "VARIABLE_1000", "value": "new"}]}]}}),
        }
    }

    /// Writes an object of at least `bytes` bytes. `O(bytes)`.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write(self, bytes: usize, to: &mut impl Write) -> io::Result<()> {
        let (before, after) = self.around();
        to.write_all(before.as_bytes())?;
        let mut written = 0;
        for at in 0.. {
            let item = self.item(at);
            if at > 0 {
                to.write_all(b",")?;
            }
            to.write_all(item.as_bytes())?;
            written += item.len();
            if written >= bytes && at >= 1_000 {
                break;
            }
        }
        to.write_all(after.as_bytes())
    }
}

/// Document `at` of a stream: a Deployment of about 10 KB with a name that no other document
/// has.
#[must_use]
pub fn stream_document(at: usize) -> Value {
    let mut document = deployment_with(STREAM_VARIABLES);
    document["metadata"]["name"] = format!("shop-{at}").into();
    document
}

/// The number of variables that gives documents of 10 KB.
const STREAM_VARIABLES: usize = 11;

/// The patch for every document of a stream. It changes one image.
#[must_use]
pub fn stream_patch() -> Value {
    json!({"spec": {"template": {"spec": {"containers": [{"name": "web", "image": IMAGE}]}}}})
}

/// Writes this number of documents as lines of JSON.
///
/// # Errors
///
/// The errors of the writer.
pub fn write_json_lines(documents: usize, to: &mut impl Write) -> io::Result<()> {
    (0..documents).try_for_each(|at| writeln!(to, "{}", stream_document(at)))
}

/// Writes this number of documents as the items of one List, on one line.
///
/// # Errors
///
/// The errors of the writer.
pub fn write_list(documents: usize, to: &mut impl Write) -> io::Result<()> {
    write!(to, r#"{{"apiVersion":"v1","kind":"List","items":["#)?;
    for at in 0..documents {
        let comma = if at > 0 { "," } else { "" };
        write!(to, "{comma}{}", stream_document(at))?;
    }
    writeln!(to, "]}}")
}

/// Writes this number of documents as a stream of YAML.
///
/// # Errors
///
/// The errors of the writer.
pub fn write_yaml(documents: usize, to: &mut impl Write) -> Result<()> {
    for at in 0..documents {
        if at > 0 {
            to.write_all(b"---\n")?;
        }
        to.write_all(serde_saphyr::to_string(&stream_document(at))?.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_have_the_size_and_the_item_that_the_patch_names() {
        for shape in Shape::ALL {
            let mut text = Vec::new();
            shape.write(200_000, &mut text).unwrap();
            assert!(text.len() > 200_000, "{shape:?}");
            let object: Value = serde_json::from_slice(&text).unwrap();
            let schema = smp_types::schema("v1", object["kind"].as_str().unwrap()).unwrap();
            let options = smp_core::Options::default();
            let merged = smp_core::apply(&object, shape.patch(), schema.root(), &options).unwrap();
            let items = |object: &Value| match shape {
                Shape::Map => object["data"].as_object().unwrap().len(),
                Shape::List => object["spec"]["containers"].as_array().unwrap().len(),
                Shape::Entries => object["spec"]["containers"][0]["env"].as_array().unwrap().len(),
            };
            assert_eq!(items(&merged), items(&object), "{shape:?}");
            assert_ne!(merged, object, "{shape:?}");
        }
    }

    #[test]
    fn streams_and_the_list_hold_the_same_documents_of_ten_kilobytes() {
        let (mut lines, mut yaml, mut list) = (Vec::new(), Vec::new(), Vec::new());
        write_json_lines(3, &mut lines).unwrap();
        write_yaml(3, &mut yaml).unwrap();
        write_list(3, &mut list).unwrap();
        assert!((27_000..33_000).contains(&lines.len()), "{}", lines.len());
        let lines: Vec<Value> = String::from_utf8(lines)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let yaml = String::from_utf8(yaml).unwrap();
        assert_eq!(serde_saphyr::from_multiple::<Value>(&yaml).unwrap(), lines);
        let list: Value = serde_json::from_slice(&list).unwrap();
        assert_eq!(list["items"], Value::Array(lines));
    }
}
