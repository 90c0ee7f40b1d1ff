//! The law of `compose`, and what `conflicts` says of the same two patches.

use smp_core::{ErrorKind, Patch, apply, compose, conflicts};
use smp_tests::text::Meaning;

use crate::input::{Input, Role};

/// `apply(a, compose(p, q)) == apply(apply(a, p), q)`, of any `a` that takes both and
/// has nothing but objects in its lists of objects;
/// conflicts are mutual, and a patch has none with itself.
pub fn compose_succession(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let [live, p, q] = input.objects([Role::Object, Role::Patch, Role::Patch])?;
    let (ty, options) = (input.ty, input.plain_options());
    let (Ok(p), Ok(q)) = (Patch::from_json(&p), Patch::from_json(&q)) else { return None };

    let disputes = |p: &Patch, q: &Patch| {
        let found = conflicts(p, q, ty, &options).ok()?;
        let mut paths: Vec<_> = found.iter().map(|dispute| dispute.path.to_string()).collect();
        paths.sort_unstable();
        Some(paths)
    };
    if let (Some(pq), Some(qp)) = (disputes(&p, &q), disputes(&q, &p)) {
        assert_eq!(pq, qp, "{p} and {q}");
    }
    for patch in [&p, &q] {
        assert!(disputes(patch, patch).is_none_or(|found| found.is_empty()), "{patch}");
    }

    let both = match compose(&p, &q, ty, &options) {
        Ok(both) => both,
        Err(error) => {
            let refusal = matches!(
                error.kind(),
                ErrorKind::IncompatiblePatches
                    | ErrorKind::TypeMismatch
                    | ErrorKind::MergeKeyMissing
                    | ErrorKind::MixedElements
                    | ErrorKind::ElementOrder
                    | ErrorKind::DirectiveAsData
                    | ErrorKind::InvalidDirective
                    | ErrorKind::RetainKeys
                    | ErrorKind::UnknownField
                    | ErrorKind::Depth
            );
            assert!(refusal, "{error}");
            return Some(());
        }
    };
    let text = both.to_json();
    let once = apply(&live, &p, ty, &options).ok()?;
    let wanted = apply(&once, &q, ty, &options).ok()?;
    let result = match apply(&live, &text, ty, &options) {
        Ok(result) => result,
        // A list that the first patch deletes and the second sets is replaced by both,
        // and no replacement takes a live list of objects that has other items.
        Err(error)
            if error.kind() == ErrorKind::MixedElements
                && error.document() == Some(smp_core::Role::Live) =>
        {
            return Some(());
        }
        Err(error) => panic!("{error}: {p} then {q} is {text}, on {live}"),
    };
    let same = Meaning::of(&result) == Meaning::of(&wanted);
    assert!(same, "{p} then {q} is {text}, gives {result} instead of {wanted}");
    Some(())
}
