//! Reading and writing of patches.

use serde_json::Value;
use smp_core::{Document, Error, Patch};
use smp_tests::text::Meaning;

use crate::input::{Input, Role};

/// What was read is written so that it reads the same; every form of a patch is
/// read alike; what cannot be read is an error.
pub fn patch_parser(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let [bytes] = input.texts();
    let by_bytes = Patch::from_slice(bytes);
    let by_document = Document::from_slice(bytes).and_then(Patch::from_document);
    match (&by_bytes, &by_document) {
        (Ok(one), Ok(other)) => {
            assert_eq!(one, other);
            read_again(one);
            let _ = one.lint(input.ty, &input.options());
        }
        (Err(one), Err(other)) => {
            assert_eq!((one.kind(), one.message()), (other.kind(), other.message()));
        }
        (one, other) => panic!("{one:?} of bytes, {other:?} of a document"),
    }

    let [text] = input.documents([Role::Patch])?;
    let value: Value = serde_json::from_str(&text).ok()?;
    // Values hold no number that is longer than theirs.
    let written = value.to_string();
    if Meaning::of(&text) != Meaning::of(&written) {
        return None;
    }
    // Of several errors the first is told, which goes by the order of members; values
    // don't keep it.
    let sorted = written == text;
    let told = |error: Error| sorted.then(|| error.to_string());
    let by_text = Patch::from_json(&text).map_err(told);
    let by_value = Patch::from_value(&value).map_err(told);
    let json = |patch: &Patch| patch.to_value().expect("it was a value");
    assert_eq!(by_text.as_ref().map(json), by_value.as_ref().map(json));
    if let Ok(patch) = by_text {
        assert_eq!(json(&patch), value, "{patch}");
    }
    Some(())
}

fn read_again(patch: &Patch) {
    let text = patch.to_json();
    let again = Patch::from_json(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again.to_json(), text);
    // Serde carries no number that is longer than those of Rust.
    let Ok(value) = patch.to_value() else { return };
    if Meaning::of(&value.to_string()) == Meaning::of(&text) {
        let serialized = serde_json::to_string(patch);
        let serialized = serialized.unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(Meaning::of(&serialized), Meaning::of(&text));
    }
}
