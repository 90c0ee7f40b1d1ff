//! JSON patches and JSON merge patches, as the library has them.

use smp_core::{Document, PatchSchema as _};
use smp_json_patch::{JsonPatch, MergePatch, OpenDocument, json_diff, merge_diff};

use crate::input::SEPARATOR;

/// A text is a patch or an error. A document that is held open has the result of one that is not; what
/// a diff of both documents makes leads from one to the other.
pub fn json_patches(input: &[u8]) -> Option<()> {
    let mut texts = input.splitn(2, |byte| *byte == SEPARATOR).map(Document::from_slice);
    let (live, patch) = (texts.next()?.ok()?, texts.next()?.ok()?);
    // Some JSON is known to be none only when it is opened.
    let live = live.into_owned().ok()?;
    let patch = patch.into_owned().ok()?;
    if let Ok(patch) = JsonPatch::new(patch.clone()) {
        assert!(patch.warnings().iter().all(|it| !it.message.is_empty()));
        let closed = patch.apply(live.clone());
        let mut open = OpenDocument::new(live.clone());
        match (patch.apply_to(&mut open), closed) {
            (Ok(()), Ok(closed)) => {
                assert_eq!(open.into_document(), closed);
                leads(&live, &closed);
            }
            (Err(one), Err(other)) => {
                assert_eq!(one.to_string(), other.to_string());
            }
            (one, other) => panic!("{one:?}, {other:?}"),
        }
    }
    if let Ok(patch) = MergePatch::new(patch.clone())
        && let Ok(closed) = patch.apply(live.clone())
    {
        let mut open = OpenDocument::new(live.clone());
        patch.apply_to(&mut open).expect("it was applied");
        assert_eq!(open.into_document(), closed);
        let again = patch.apply(closed.clone()).expect("it was applied");
        assert_eq!(again, closed, "applied twice");
    }
    leads(&live, &patch);
    Some(())
}

/// The diffs between two documents have the second one as their result.
fn leads(from: &Document<'static>, to: &Document<'static>) {
    let operations = json_diff(from.clone(), to.clone()).expect("JSON");
    // A patch of the whole document, or of too many operations, is refused.
    let is_refused = |it: &smp_json_patch::Error| it.limit().is_some();
    if from.to_json().starts_with(['{', '[']) && from.to_json().get(..1) == to.to_json().get(..1) {
        match JsonPatch::new(operations.clone()).and_then(|patch| patch.apply(from.clone())) {
            Ok(result) => assert_eq!(&result, to, "{}", operations.to_json()),
            Err(error) => assert!(is_refused(&error), "{error}: {}", operations.to_json()),
        }
    }
    let Ok(patch) = merge_diff(from.clone(), to.clone(), serde_json::Value::schema()) else {
        return;
    };
    if from.to_json().starts_with('{') && to.to_json().starts_with('{') {
        let patch = MergePatch::new(patch).expect("an object");
        let result = patch.apply(from.clone()).expect("an object");
        let left = merge_diff(result, to.clone(), serde_json::Value::schema()).expect("no null");
        assert_eq!(left.to_json(), "{}");
    }
}
