//! The laws of `normalize`.

use serde_json::Value;
use smp_core::{ErrorKind, normalize, validate_unions};

use crate::input::{Input, Role};

/// To normalize twice is to normalize once; nothing fails but what is too deep; what
/// is valid with all its discriminators stays valid, and as it is if nothing changed.
pub fn union_normalize(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let [old, new] = input.objects([Role::Object; 2])?;
    let (ty, options) = (input.ty, input.plain_options());
    let old: Value = serde_json::from_str(&old).ok()?;
    let new: Value = serde_json::from_str(&new).ok()?;
    for old in [None, Some(&old)] {
        let once = match normalize(old, &new, ty, &options) {
            Ok(once) => once,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Depth, "{error}");
                return Some(());
            }
        };
        let again = |document: &Value| {
            normalize(old, document, ty, &options).expect("it was no deeper before")
        };
        assert_eq!(again(&once), once, "from {old:?} and {new}");
    }
    // With no history every discriminator is written that can be.
    let complete = normalize(None, &new, ty, &options).ok()?;
    match validate_unions(&complete, ty, &options) {
        Ok(()) => {
            let kept = normalize(Some(&complete), &complete, ty, &options).ok()?;
            assert_eq!(kept, complete);
            // Another value of the discriminator takes along what may stand idle
            // beside it; what is left is as valid.
            let left = normalize(Some(&old), &complete, ty, &options).ok()?;
            let checked = validate_unions(&left, ty, &options);
            assert!(checked.is_ok(), "{checked:?} from {old} and {complete}");
        }
        Err(error) => assert_eq!(error.kind(), ErrorKind::Union, "{error}"),
    }
    Some(())
}
