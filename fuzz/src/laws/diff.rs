//! The laws of `diff` and `three_way`, on text.

use smp_core::{Overwrite, Patch, ThreeWay, apply, diff, };
use smp_tests::text::Meaning;

use super::is_refusal;
use crate::input::{Input, Role};

/// `apply(a, diff(a, b)) == b`; equal documents have no diff, and a diff is its
/// text.
pub fn diff_round_trip(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let [a, b] = input.objects([Role::Object; 2])?;
    let (ty, options) = (input.ty, input.plain_options());
    let patch = match diff(&a, &b, ty, &options) {
        Ok(patch) => patch,
        Err(error) => {
            assert!(is_refusal(error.kind()), "{error}");
            return None;
        }
    };
    let text = patch.to_json();
    let result =
        apply(&a, &text, ty, &options).unwrap_or_else(|error| panic!("{error}: {text} on {a}"));
    assert_eq!(Meaning::of(&result), Meaning::of(&b), "{text} on {a}");
    assert_eq!(Patch::from_json(&text).expect("it was applied"), patch);
    for document in [a, b] {
        let none = diff(&document, &document, ty, &options).map(|patch| patch.to_json());
        assert_eq!(none.expect("nothing to refuse"), "{}", "of {document}");
    }
    Some(())
}

/// Once applied, a three-way diff has nothing to do: neither with the same original
/// nor with what was applied as the original; and what nobody else changed is no
/// conflict.
pub fn three_way_settles(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let [original, modified, current] = input.objects([Role::Object; 3])?;
    let (ty, options) = (input.ty, input.plain_options());
    let patch = match ThreeWay::new(&original, &modified, &current).diff(ty, &options) {
        Ok(patch) => patch,
        Err(error) => {
            assert!(is_refusal(error.kind()), "{error}");
            return None;
        }
    };
    let result = apply(&current, &patch, ty, &options)
        .unwrap_or_else(|error| panic!("{error}: {patch} on {current}"));
    for last in [&original, &modified] {
        let next = ThreeWay::new(last, &modified, &result).diff(ty, &options)
            .unwrap_or_else(|error| panic!("{error}: after {patch}, on {result}"));
        assert_eq!(next.to_json(), "{}", "after {patch}, on {result}");
    }
    let alone = ThreeWay::new(&current, &modified, &current).overwrite(Overwrite::No).diff(ty, &options);
    let disputes = alone.as_ref().err().map_or(&[][..], |error| error.disputes());
    assert!(disputes.is_empty(), "{disputes:?}");
    Some(())
}
