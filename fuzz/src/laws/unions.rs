//! The laws of `normalize`.

use serde_json::Value;
use smp_core::{ErrorKind, normalize, validate_unions};

use crate::input::{Input, Role};

/// To normalize twice is to normalize once; nothing fails but what is too deep; what
/// is valid with all its discriminators stays as it is.
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
            let kept = normalize(Some(&old), &complete, ty, &options).ok()?;
            assert_eq!(kept, complete, "from {old}");
        }
        Err(error) => assert_eq!(error.kind(), ErrorKind::Union, "{error}"),
    }
    Some(())
}
