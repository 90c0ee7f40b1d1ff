//! The files of a run, and the formats in which they are written.

use serde_json::Value;

use super::run::Run;
use super::world::{PLAIN_YES, World};

/// The format of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// JSON, all of it on one line.
    OneLine,
    Yaml,
    /// YAML whose lines end with CR only.
    LoneCr,
}

pub(super) const LAYOUTS: [Layout; 3] = [Layout::OneLine, Layout::Yaml, Layout::LoneCr];

/// A command with these arguments and files.
pub(super) fn run(args: &[&str], files: Vec<(String, String)>) -> Run {
    Run { args: args.iter().map(|it| (*it).to_owned()).collect(), files, stdin: String::new() }
}

/// A patch of files.
pub(super) fn patch(world: &World, layout: Layout, options: &[&str]) -> Run {
    let files = vec![
        ("in".to_owned(), text(&world.live, layout)),
        ("patch".to_owned(), text(&world.patches, layout)),
    ];
    run(&[&["patch", "-f", "in", "--patch-file", "patch"], options].concat(), files)
}

/// The first document, which may be missing.
pub(super) fn first(documents: &[Value]) -> &[Value] {
    documents.get(..1).unwrap_or_default()
}

/// The documents with `from` replaced with `to` in their text.
pub(super) fn replaced(documents: &[Value], from: &str, to: &str) -> Vec<Value> {
    let text = serde_json::to_string(documents).unwrap_or_default();
    serde_json::from_str(&text.replace(from, to)).unwrap_or_default()
}

/// The text of documents.
pub(super) fn text(documents: &[Value], layout: Layout) -> String {
    let plain =
        |text: String| text.replace(&format!("\"{PLAIN_YES}\""), "yes").replace(PLAIN_YES, "yes");
    match layout {
        Layout::OneLine => documents.iter().map(Value::to_string).collect::<Vec<_>>().join(" "),
        Layout::Yaml | Layout::LoneCr => {
            let texts = documents.iter().map(|it| serde_saphyr::to_string(it).unwrap_or_default());
            let text = plain(texts.collect::<Vec<_>>().join("---\n"));
            if layout == Layout::Yaml { text } else { text.replace('\n', "\r") }
        }
    }
}
