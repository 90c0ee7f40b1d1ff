//! Laws of reading and writing patches.

use smp_core::{Document, Error, Options, Patch, TypeRef};

use super::{Outcome, Verdict, ensure, ensure_eq, ensure_same, exact_value, must};
use crate::text::Meaning;

/// Reading the text of a patch gives the same patch as reading its value. All forms of input
/// give the same patch or the same error.
pub fn is_its_text(_: TypeRef<'_>, _: &Options, [text]: [&str; 1]) -> Outcome {
    bytes_are_read_alike(text.as_bytes())?;
    let Some(value) = exact_value(text) else { return Ok(Verdict::NotApplicable) };
    // If there are several errors, the first is reported. It depends on the order of members,
    // which a `Value` doesn't keep.
    let written = value.to_string();
    let sorted = written == text;
    let shown = |error: Error| sorted.then(|| error.to_string());
    let by_text = Patch::from_json(text).map_err(shown);
    let by_value = Patch::from_document(&value).map_err(shown);
    let json = |patch: &Patch| patch.to_value().ok();
    ensure_eq(&by_text.as_ref().map(json), &by_value.as_ref().map(json), text)?;
    if let Ok(patch) = by_text {
        ensure_eq(&json(&patch), &Some(value), patch)?;
    }
    Ok(Verdict::Holds)
}

/// Any bytes give a patch or an error. Reading them as a document first gives the same. Reading the
/// text of a patch again gives the same patch.
pub fn bytes_are_read_alike(bytes: &[u8]) -> Outcome {
    let by_bytes = Patch::from_slice(bytes);
    let by_document = Document::from_slice(bytes).and_then(Patch::from_document);
    match (by_bytes, by_document) {
        (Ok(patch), Ok(other)) => {
            ensure_eq(&patch, &other, "read from bytes, and from a document")?;
            is_read_again(&patch)?;
            Ok(Verdict::Holds)
        }
        (Err(one), Err(other)) => {
            let parts = |error: &Error| (error.kind(), error.message().to_owned());
            ensure_eq(&parts(&one), &parts(&other), "read from bytes, and from a document")?;
            Ok(Verdict::NotApplicable)
        }
        (one, other) => Err(format!("{one:?} from bytes, {other:?} from a document")),
    }
}

fn is_read_again(patch: &Patch) -> Result<(), String> {
    let text = patch.to_json();
    let again = must(Patch::from_json(&text), || text.clone())?;
    ensure_eq(&again, patch, "a patch and its text")?;
    ensure_eq(&again.to_json(), &text, "the text of a patch, read again")?;
    // Serde cannot represent numbers beyond Rust's types.
    let Ok(value) = patch.to_value() else { return Ok(()) };
    if Meaning::of(&value.to_string()) == Meaning::of(&text) {
        let serialized = serde_json::to_string(patch);
        ensure(serialized.is_ok(), || format!("{serialized:?}: {text}"))?;
        ensure_same(&serialized.unwrap_or_default(), &text, "by serde")?;
    }
    Ok(())
}
