//! Every form of a document gives the same, errors too.

use serde_json::Value;
use smp_core::{
    Document, Error, ErrorKind, Options, Overwrite, Patch, ThreeWay, TypeRef, apply, compose,
    conflicts, diff, normalize, };
use smp_tests::text::Meaning;

use crate::input::{Input, Role};

/// Bytes, text, values and documents: one result, one error.
pub fn bytes_against_value(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let (ty, options) = (input.ty, input.options());
    let [live, patch, _] = input.texts::<3>();
    bytes_and_documents(live, patch, ty, &options);

    let texts = input.documents([Role::Object, Role::Patch, Role::Object])?;
    let values = texts.each_ref().map(|text| serde_json::from_str::<Value>(text).ok());
    let [Some(live), Some(patch), Some(other)] = &values else { return None };
    let written = [live, patch, other].map(Value::to_string);
    // Values hold no number that is longer than theirs.
    if texts.each_ref().map(|text| Meaning::of(text))
        != written.each_ref().map(|text| Meaning::of(text))
    {
        return None;
    }
    // Of several errors the first is told, and messages show documents: both go by the
    // order of members, which values don't keep.
    let sorted = texts == written;
    let [live_text, patch_text, other_text] = &texts;
    let alike =
        |by_text: Result<Value, Error>, by_value: Result<Value, Error>| match (by_text, by_value) {
            (Err(_), Err(_)) if !sorted => {}
            // Text that is the same on both sides needs no look inside; values do.
            (Err(error), _) | (_, Err(error)) if error.kind() == ErrorKind::Depth => {}
            (by_text, by_value) => same(by_text, by_value),
        };

    let by_text = apply(live_text, patch_text, ty, &options);
    alike(by_text.map(|text| parsed(&text)), apply(live, patch, ty, &options));
    let by_text = normalize(Some(other_text), live_text, ty, &options);
    alike(by_text.map(|text| parsed(&text)), normalize(Some(other), live, ty, &options));

    let json = |patch: Patch| parsed(&patch.to_json());
    alike(
        diff(live_text, other_text, ty, &options).map(json),
        diff(live, other, ty, &options).map(json),
    );
    alike(
        ThreeWay::new(patch_text, other_text, live_text).overwrite(Overwrite::No).same_object().diff(ty, &options).map(json),
        ThreeWay::new(patch, other, live).overwrite(Overwrite::No).same_object().diff(ty, &options).map(json),
    );
    alike(
        compose(patch_text, other_text, ty, &options).map(json),
        compose(patch, other, ty, &options).map(json),
    );
    let paths = |found: Vec<smp_core::Conflict>| {
        let mut paths: Vec<_> = found.iter().map(|dispute| dispute.path.to_string()).collect();
        paths.sort_unstable();
        Value::from(paths)
    };
    alike(
        conflicts(patch_text, other_text, ty, &options).map(paths),
        conflicts(patch, other, ty, &options).map(paths),
    );
    Some(())
}

/// The fast way that opens text along the patch, and the plain one that reads all
/// of it first: the same bytes.
fn bytes_and_documents(live: &[u8], patch: &[u8], ty: TypeRef<'_>, options: &Options) {
    let along = apply(live, patch, ty, options);
    let plain = || -> Result<Vec<u8>, Error> {
        let document = Document::from_slice(patch)?;
        let patch = Patch::from_document_within(document, &options.limits)?;
        let result = Document::from_slice(live)?.apply(&patch, ty, options)?;
        Ok(result.to_json().into_bytes())
    };
    match (along, plain()) {
        (Ok(along), Ok(plain)) => {
            let text = |bytes| String::from_utf8(bytes).expect("it was made of text");
            let (along, plain) = (text(along), text(plain));
            // Of members with one name the last holds. Only what has to be looked
            // into loses the others.
            let twice = along.len() > plain.len() && Meaning::of(&along) == Meaning::of(&plain);
            assert!(along == plain || twice, "{along}, {plain}");
        }
        // Who reads a document alone can't know what it is for.
        (Err(along), Err(plain)) => {
            assert_eq!((along.kind(), along.message()), (plain.kind(), plain.message()));
            assert_eq!(along.path().to_string(), plain.path().to_string());
        }
        (along, plain) => panic!("{along:?} along the patch, {plain:?} else"),
    }
    if let (Ok(live), Ok(patch)) = (core::str::from_utf8(live), core::str::from_utf8(patch)) {
        let by_text = apply(live, patch, ty, options).map(String::into_bytes);
        same(by_text, apply(live.as_bytes(), patch.as_bytes(), ty, options));
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn same<T: PartialEq + core::fmt::Debug>(one: Result<T, Error>, other: Result<T, Error>) {
    let spelled = |error: Error| error.to_string();
    assert_eq!(one.map_err(spelled), other.map_err(spelled));
}
