//! `apply` on bytes of any kind, and on patches that mean something.

use serde_json::Value;
use smp_core::{Document, ErrorKind, Unions, apply, validate_unions};

use crate::input::{Input, Role};

/// Whatever the bytes are, there is a result or an error; a result is JSON, it is
/// no larger than both inputs, and `{}` gives the object as it was, but for blanks
/// around it (and `null` stands for an empty object).
pub fn apply_bytes(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let [live, patch] = input.texts();
    let options = input.options();
    if let Ok(result) = apply(live, patch, input.ty, &options) {
        assert!(Document::from_slice(&result).is_ok(), "{}", String::from_utf8_lossy(&result));
        // Only a discriminator is written that nobody sent.
        let bound = live.len() + patch.len();
        assert!(options.unions != Unions::Ignore || result.len() <= bound, "it grew");
    }
    if options.unions == Unions::Ignore
        && let Ok(same) = apply(live, b"{}", input.ty, &options)
    {
        let live = live.trim_ascii();
        let live = if live == b"null" { b"{}" } else { live };
        assert_eq!(same, live, "nothing was to change");
    }
    Some(())
}

/// No directive survives a merge, nothing that was handed in changes, and what is
/// asked to be validated is valid.
pub fn apply_shaped(input: &[u8]) -> Option<()> {
    let input = Input::read_shaped(input)?;
    let [live, patch] = input.objects([Role::Object, Role::Patch])?;
    let live: Value = serde_json::from_str(&live).ok()?;
    let patch: Value = serde_json::from_str(&patch).ok()?;
    if has_directive(&live) {
        return None;
    }
    let options = input.options();
    let before = (live.clone(), patch.clone());
    match apply(&live, &patch, input.ty, &options) {
        Ok(result) => {
            assert!(!has_directive(&result), "{patch} leaves {result}");
            if options.unions == Unions::NormalizeAndValidate {
                let checked = validate_unions(&result, input.ty, &options);
                assert!(checked.is_ok(), "{checked:?} of {result}");
            }
        }
        Err(error) => {
            let validates = options.unions == Unions::NormalizeAndValidate;
            assert!(validates || error.kind() != ErrorKind::Union, "{error}");
        }
    }
    assert_eq!(before, (live, patch));
    Some(())
}

fn has_directive(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(name, member)| {
            name == "$patch"
                || name == "$retainKeys"
                || name.starts_with("$setElementOrder/")
                || name.starts_with("$deleteFromPrimitiveList/")
                || has_directive(member)
        }),
        Value::Array(items) => items.iter().any(has_directive),
        _ => false,
    }
}
