//! Every form of a document gives the same results and the same errors.

use serde_json::Value;
use smp_core::{
    Document, Error, ErrorKind, Options, Overwrite, Patch, PatchConflict, ThreeWay, TypeRef, apply,
    apply_document, compose, conflicts, diff, normalize, validate_unions,
};

use super::{Outcome, Verdict, ensure, ensure_eq, exact_values};
use crate::text::Meaning;

/// Every operation has the same result or the same error for text, owned values and borrowed
/// values. The documents are live, a patch, and another document.
pub fn give_the_same(ty: TypeRef<'_>, options: &Options, texts: [&str; 3]) -> Outcome {
    let Some([live, patch, other]) = &exact_values(texts) else {
        return Ok(Verdict::NotApplicable);
    };
    // If there are several errors, the first is reported, and messages quote documents. Both
    // depend on the order of members, which a `Value` doesn't keep.
    let sorted = texts == [live, patch, other].map(Value::to_string);
    let alike = |what: &str, text: Result<Value, Error>, value: Result<Value, Error>| {
        match (text, value) {
            (Err(_), Err(_)) if !sorted => Ok(()),
            // Equal texts are not parsed, so their depth is not noticed; values are always walked.
            (Err(error), _) | (_, Err(error)) if error.kind() == ErrorKind::Depth => Ok(()),
            (text, value) => {
                // Mistakes are listed in the order of the result, and the members of an owned `Value`
                // are sorted by name.
                let lines = |error: Error| {
                    let mut lines: Vec<_> = error.to_string().lines().map(str::to_owned).collect();
                    lines.sort_unstable();
                    lines
                };
                ensure_eq(&text.map_err(lines), &value.map_err(lines), what)
            }
        }
    };
    let [live_text, patch_text, other_text] = texts;
    let parsed = |text: String| serde_json::from_str(&text).unwrap_or_default();
    let json = |patch: Patch| parsed(patch.to_json());
    let paths = |found: Vec<PatchConflict>| {
        let mut paths: Vec<_> = found.iter().map(|one| one.path.to_string()).collect();
        paths.sort_unstable();
        Value::from(paths)
    };

    let by_text = apply(live_text, patch_text, ty, options).map(parsed);
    let owned = apply(live.clone(), patch, ty, options);
    alike("apply", by_text, apply(live, patch, ty, options))?;
    alike("apply", owned, apply(live, patch, ty, options))?;
    let by_text = normalize(Some(other_text), live_text, ty, options).map(parsed);
    alike("normalize", by_text, normalize(Some(other), live, ty, options))?;
    let valid = |result: Result<(), Error>| result.map(|()| Value::Null);
    let by_text = valid(validate_unions(live_text, ty, options));
    alike("validate", by_text, valid(validate_unions(live, ty, options)))?;
    let by_text = diff(live_text, other_text, ty, options).map(json);
    alike("diff", by_text, diff(live, other, ty, options).map(json))?;
    let by_text = ThreeWay::new(patch_text, other_text, live_text)
        .overwrite(Overwrite::UnlessBothChanged)
        .same_object()
        .diff(ty, options)
        .map(json);
    let by_value = ThreeWay::new(patch, other, live)
        .overwrite(Overwrite::UnlessBothChanged)
        .same_object()
        .diff(ty, options)
        .map(json);
    alike("three_way", by_text, by_value)?;
    let by_text = compose(patch_text, other_text, ty, options).map(json);
    alike("compose", by_text, compose(patch, other, ty, options).map(json))?;
    let by_text = conflicts(patch_text, other_text, ty, options).map(paths);
    alike("conflicts", by_text, conflicts(patch, other, ty, options).map(paths))?;
    Ok(Verdict::Holds)
}

/// `apply` on text parses only what the patch names. It gives the same bytes as `apply` on
/// documents that were parsed as a whole.
pub fn along_the_patch_is_plain(
    ty: TypeRef<'_>,
    options: &Options,
    [live, patch]: [&[u8]; 2],
) -> Outcome {
    let along = apply(live, patch, ty, options);
    let plain = || -> Result<String, Error> {
        let document = Document::from_slice(patch)?;
        let patch = Patch::from_document(document.limits(options.limits))?;
        Ok(apply_document(Document::from_slice(live)?, &patch, ty, options)?.to_json())
    };
    match (&along, plain()) {
        (Ok(along), Ok(plain)) => {
            let along = String::from_utf8_lossy(along);
            // The last of several members with one name counts. The others are removed only
            // from objects that are parsed.
            let twice = || along.len() > plain.len() && Meaning::of(&along) == Meaning::of(&plain);
            ensure(along == plain || twice(), || format!("{along}, {plain}"))?;
        }
        // A document that is parsed by itself has no role (live, patch), so its error names no role.
        (Err(along), Err(plain)) => {
            let parts = |error: &Error| {
                (error.kind(), error.message().to_owned(), error.path().to_string())
            };
            ensure_eq(
                &parts(along),
                &parts(&plain),
                "parsed along the patch, and parsed as a whole",
            )?;
        }
        (along, plain) => {
            return Err(format!("{along:?} parsed along the patch, {plain:?} parsed as a whole"));
        }
    }
    if let (Ok(live), Ok(patch)) = (core::str::from_utf8(live), core::str::from_utf8(patch)) {
        let by_text = apply(live, patch, ty, options).map(String::into_bytes);
        let spelled = |error: Error| error.to_string();
        ensure_eq(&by_text.map_err(spelled), &along.map_err(spelled), "text and bytes")?;
    }
    Ok(Verdict::Holds)
}

/// The same law for texts. In addition, live as a value gives the same result as live as text.
pub fn of_reading_give_the_same(
    ty: TypeRef<'_>,
    options: &Options,
    [live, patch]: [&str; 2],
) -> Outcome {
    along_the_patch_is_plain(ty, options, [live.as_bytes(), patch.as_bytes()])?;
    let Some([value, _]) = exact_values([live, patch]) else { return Ok(Verdict::NotApplicable) };
    let spelled = |error: Error| error.to_string();
    let by_value = apply(value, patch, ty, options).map_err(spelled);
    let by_text = apply(live, patch, ty, options).map_err(spelled);
    let meaning = |text: String| Meaning::of(&text);
    ensure_eq(
        &by_text.map(meaning),
        &by_value.map(|value| meaning(value.to_string())),
        format!("{patch} on {live}"),
    )?;
    Ok(Verdict::Holds)
}

/// `smp_core` accepts the same bytes as `serde_json`, and reads the same text from them.
pub fn of_json_are_serde_jsons(bytes: &[u8]) -> Outcome {
    let ours = Document::from_slice(bytes).map(|document| document.to_json());
    let theirs = serde_json::from_slice::<&serde_json::value::RawValue>(bytes);
    let shown = || String::from_utf8_lossy(bytes).into_owned();
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => ensure_eq(&ours.as_str(), &theirs.get(), shown())?,
        (Err(_), Err(_)) => {}
        (ours, theirs) => {
            return Err(format!(
                "{:?}: smp_core gives {ours:?}, serde_json gives {theirs:?}",
                shown()
            ));
        }
    }
    Ok(Verdict::Holds)
}
