//! The command's reader of YAML, and its writer.

use smp_core::Document;

use crate::yaml::{json, read, tree, write};

/// Any text is a document or gives an error; a document can be written as JSON; written
/// as YAML and read again it is the same; every place in a message is in the text.
pub fn yaml_reader(input: &[u8]) -> Option<()> {
    let text = core::str::from_utf8(input).ok()?;
    let mut warnings = Vec::new();
    let document = match read::parse(text, &mut warnings) {
        Ok(document) => document?,
        Err(error) => {
            let span = error.span.unwrap_or_default();
            assert!(text.get(span.clone()).is_some(), "{span:?}: {}", error.message);
            return Some(());
        }
    };
    let json = json::to_json(&document, text, &mut warnings);
    for warning in warnings {
        let place = text.get(warning.span.clone()).expect("a place in the text");
        let _ = warning.message(place);
    }
    let span = tree::span(&document, text).unwrap_or_default();
    assert!(text.get(span).is_some());

    let document = Document::from_json(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    let mut yaml = String::new();
    // What is nested too deep can be refused.
    write::write(&document, &mut yaml).ok()?;
    let mut warnings = Vec::new();
    let again = read::parse(&yaml, &mut warnings)
        .unwrap_or_else(|error| panic!("{}: {yaml}", error.message));
    let again = again.unwrap_or_else(|| panic!("{json} is written as nothing"));
    assert_eq!(json::to_json(&again, &yaml, &mut warnings), json, "{yaml}");
    assert!(warnings.is_empty(), "{yaml}");
    Some(())
}
