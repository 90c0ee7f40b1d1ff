//! The annotation of client-side apply, which a server respects only for the manager `kubectl`.

use smp_core::{Document, View};

use crate::compare::compare;
use crate::describe::{check, describe};
use crate::error::{Conflict, Error, Input};
use crate::json;
use crate::object::text;
use crate::place::Place;
use crate::versions::Known;

/// The manager of server-side apply in kubectl.
pub(crate) const KUBECTL: &str = "kubectl";

/// The annotation with the last configuration that kubectl applied.
pub(crate) const ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The largest total size of an object's annotations.
const MOST_BYTES: usize = 256 << 10;

/// The conflicts on fields that the last applied configuration lacks, or has with a value other than the
/// live one. All conflicts if there is no such configuration.
pub(crate) fn unexpected(
    conflicts: Vec<Conflict>,
    live: &Document<'_>,
    known: Known<'_>,
) -> Vec<Conflict> {
    let annotation = annotation(live).unwrap_or_default();
    let allowed = || {
        let last = Document::from_json(&annotation)?;
        if text(&last, &["apiVersion"]) != known.api_version {
            return Ok(None);
        }
        let place = Place::of(known.ty);
        // Repeated items are a mistake in both documents.
        check(live.clone(), place, Input::Config)?;
        let fields = describe(last.clone(), place, Input::Config)?;
        let change = compare(last, live.clone(), place)?;
        let differs = change.modified.union(&change.added).union(&change.removed);
        Ok::<_, Error>(Some(fields.difference(&differs)))
    };
    let Ok(Some(allowed)) = allowed() else { return conflicts };
    conflicts.into_iter().filter(|conflict| !allowed.contains(&conflict.path)).collect()
}

/// The last applied configuration. To a server, a null annotation is an empty text, and an object with an
/// annotation of any other type has no annotations.
pub(crate) fn annotation(object: &Document<'_>) -> Option<String> {
    let View::Object(all) = object.get_in(&["metadata", "annotations"])?.into_view().ok()? else {
        return None;
    };
    if all.iter().any(|(_, value)| value.as_str().is_none() && !is_null(value)) {
        return None;
    }
    let (_, value) = all.iter().rev().find(|(name, _)| name == ANNOTATION)?;
    Some(value.as_str().map(String::from).unwrap_or_default())
}

fn is_null(value: &Document<'_>) -> bool {
    matches!(value.view(), Ok(View::Null))
}

/// Writes the configuration into the annotation, if the object has it. If the configuration does not fit,
/// the annotation is removed. A server writes all annotations again: a null one becomes an empty text.
pub(crate) fn rewritten<'d>(
    object: Document<'d>,
    config: &Document<'d>,
) -> Result<Document<'d>, Error> {
    if annotation(&object).unwrap_or_default().is_empty() {
        return Ok(object);
    }
    let config = changed(config.clone(), &["metadata", "annotations"], |annotations| {
        annotations.retain(|(name, _)| name != ANNOTATION);
    })?;
    let config = changed(config, &["metadata"], |metadata| {
        metadata.retain(|(name, value)| name != "annotations" || !is_null(value));
    })?;
    // An API server sorts the members, and ends the text with a line break.
    let mut written = String::new();
    json::value(&config.into_value()?, &mut written);
    written.push('\n');
    changed(object, &["metadata", "annotations"], |annotations| {
        for (_, value) in annotations.iter_mut().filter(|(_, value)| is_null(value)) {
            *value = View::String("".into()).into();
        }
        let others = annotations.iter().filter(|(name, _)| name != ANNOTATION);
        let sizes = others.map(|(name, value)| {
            name.len().saturating_add(value.as_str().map_or(0, |it| it.len()))
        });
        let size =
            sizes.fold(ANNOTATION.len().saturating_add(written.len()), usize::saturating_add);
        if size > MOST_BYTES {
            annotations.retain(|(name, _)| name != ANNOTATION);
        } else if let Some((_, value)) = annotations.iter_mut().find(|(name, _)| name == ANNOTATION)
        {
            *value = View::String(written.into()).into();
        }
    })
}

/// Changes the members at a path. A document without that path stays as it is.
fn changed<'d>(
    document: Document<'d>,
    path: &[&str],
    change: impl FnOnce(&mut Vec<(std::borrow::Cow<'d, str>, Document<'d>)>),
) -> Result<Document<'d>, Error> {
    let view = document.into_view()?;
    let View::Object(mut members) = view else { return Ok(view.into()) };
    match path.split_first() {
        None => change(&mut members),
        Some((first, rest)) => {
            if let Some((_, value)) = members.iter_mut().rev().find(|(name, _)| name == first) {
                let below = core::mem::replace(value, View::Null.into());
                *value = changed(below, rest, change)?;
            }
        }
    }
    Ok(View::Object(members).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn annotations_that_are_null_are_not_written() {
        let object = json!({"metadata": {"annotations": {ANNOTATION: "{}"}}});
        let config = json!({"metadata": {"annotations": null, "name": "a"}, "spec": null});
        let written =
            rewritten((&object).into(), &(&config).into()).and_then(|it| Ok(it.into_value()?));
        let written = written.expect("an object");
        let text = "{\"metadata\":{\"name\":\"a\"},\"spec\":null}\n";
        assert_eq!(written["metadata"]["annotations"][ANNOTATION], text);
    }
}
