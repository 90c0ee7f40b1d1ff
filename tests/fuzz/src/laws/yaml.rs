//! The reader of YAML, its writer, and edits of texts.

use smp_core::{Document, View};

/// Any text is a document or gives an error; a document can be written as JSON; written
/// as YAML and read again it is the same; every place in a message is in the text.
pub fn yaml_reader(input: &[u8]) -> Option<()> {
    let text = core::str::from_utf8(input).ok()?;
    let (tree, json) = read(text)?;
    let root = tree.locate(&smp_core::Path::root()).unwrap_or_default();
    assert!(text.get(root).is_some());

    let document = Document::from_json(json.as_str()).unwrap_or_else(|error| panic!("{error}"));
    let mut yaml = String::new();
    // A value that is nested too deep can be refused.
    smp_yaml::write(&document, &mut yaml).ok()?;
    let mut warnings = Vec::new();
    let again = smp_yaml::parse(&yaml).unwrap_or_else(|error| panic!("{error}: {yaml}"));
    let again = again.unwrap_or_else(|| panic!("{} is written as nothing", json.as_str()));
    let again = again.to_json(&mut warnings).unwrap_or_else(|error| panic!("{error}: {yaml}"));
    assert_eq!(again.as_str(), json.as_str(), "{yaml}");
    assert!(warnings.is_empty(), "{yaml}");
    Some(())
}

/// A text has the value that an edit is to give it; the same value is no edit; the value of
/// before can be given back. The first line of the input is what each string becomes.
pub fn yaml_edits(input: &[u8]) -> Option<()> {
    let (word, text) = core::str::from_utf8(input).ok()?.split_once('\n')?;
    let (tree, json) = read(text)?;
    let old = Document::from_json(json.as_str()).ok()?;
    let same = smp_yaml::update(&tree, &json, &old).ok()?;
    assert_eq!(same.text, text);
    let new = changed(&old, word, 0)?;
    let wanted = new.to_json();
    let Ok(edited) = smp_yaml::update(&tree, &json, &new) else { return Some(()) };
    if wanted == "null" {
        return Some(());
    }
    let (tree, found) = read(&edited.text).expect("a document");
    let (one, other) =
        (Document::from_json(found.as_str()).ok()?, Document::from_json(&wanted).ok()?);
    assert_eq!(one, other, "{}", edited.text);
    let _ = smp_yaml::update(&tree, &found, &old);
    Some(())
}

/// The document and its value; every place in a message is in the text.
fn read(text: &str) -> Option<(smp_yaml::Tree<'_>, smp_yaml::Json)> {
    let mut warnings = Vec::new();
    let read = smp_yaml::parse(text).and_then(|tree| {
        let Some(tree) = tree else { return Ok(None) };
        let json = tree.to_json(&mut warnings)?;
        Ok(Some((tree, json)))
    });
    match read {
        Ok(read) => {
            for warning in warnings {
                let place = text.get(warning.span.clone()).expect("a place in the text");
                let _ = warning.message(place);
            }
            read
        }
        Err(error) => {
            assert!(text.get(error.span().unwrap_or_default()).is_some(), "{error}");
            None
        }
    }
}

/// The document with the word in place of strings, without the first item of each list, and
/// with the word as a member of each object.
fn changed<'d>(old: &'d Document<'_>, word: &'d str, level: usize) -> Option<Document<'d>> {
    Some(match old.view().ok()? {
        View::String(_) => Document::from(View::String(word.into())),
        View::List(items) => {
            let items: Option<Vec<_>> = items
                .iter()
                .skip(level % 2)
                .map(|item| changed(item, word, level + 1)?.into_owned().ok())
                .collect();
            Document::from(View::List(items?))
        }
        View::Object(members) => {
            let mut new = Vec::new();
            for (name, value) in members.iter().filter(|(name, _)| name != word) {
                let value = changed(value, word, level + 1)?.into_owned().ok()?;
                new.push((name.clone().into_owned().into(), value));
            }
            new.push((word.into(), Document::from(View::Bool(true))));
            Document::from(View::Object(new))
        }
        _ => old.clone(),
    })
}
