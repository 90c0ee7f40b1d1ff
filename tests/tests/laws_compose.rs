//! Laws of `compose`, field by field: two patches of one field meet more often
//! than two of a whole document, and more of them can be one.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test fails where it panics")]

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::{Value, json};
use smp_core::{ErrorKind, MergeKeys, Options, Schema, apply, compose};
use smp_tests::generate::{document, everything, patch};
use smp_tests::prune::pruned;

static SCHEMA: LazyLock<&'static Schema> = LazyLock::new(everything);

const FIELDS: [&str; 14] = [
    "num",
    "free",
    "set",
    "atomic",
    "atomicItems",
    "items",
    "volumes",
    "ports",
    "numbered",
    "retained",
    "replaced",
    "labels",
    "byName",
    "lists",
];

fn options() -> impl Strategy<Value = Options> {
    prop::sample::select(vec![
        Options::kubernetes(),
        Options::documented(),
        Options::documented().merge_keys(MergeKeys::ListMapKeys),
    ])
}

fn field() -> impl Strategy<Value = &'static str> {
    // Lists have the most to say.
    prop_oneof![
        1 => prop::sample::select(FIELDS.to_vec()),
        1 => prop::sample::select(vec!["items", "set", "volumes", "retained"]),
    ]
}

/// What the object says of one field, directives beside it included.
fn only(object: &Value, field: &str) -> Value {
    let kept = |name: &str| {
        name.split_once('/').map_or(
            name,
            |(directive, list)| {
                if directive.starts_with('$') { list } else { name }
            },
        ) == field
    };
    let Value::Object(members) = object else { return json!({}) };
    members
        .iter()
        .filter(|(name, _)| kept(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The live object after one patch and then another; `None` if one is refused.
fn in_turn(live: &Value, patches: &[&Value], options: &Options) -> Option<Value> {
    patches
        .iter()
        .try_fold(live.clone(), |live, patch| apply(&live, *patch, SCHEMA.root(), options).ok())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        max_global_rejects: 10_000_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn one_field_in_succession(
        lives in prop::collection::vec(document(*SCHEMA), 2),
        p in patch(*SCHEMA), q in patch(*SCHEMA), field in field(), options in options(),
    ) {
        let (p, q) = (only(&p, field), only(&q, field));
        if p == json!({}) || q == json!({}) {
            return Err(TestCaseError::reject("nothing to compose"));
        }
        let both = match compose(&p, &q, SCHEMA.root(), &options) {
            Ok(both) => both,
            Err(error) => {
                // Each is a patch; refused is only what two can't be one.
                let refusal = matches!(
                    error.kind(),
                    ErrorKind::IncompatiblePatches
                        | ErrorKind::TypeMismatch
                        | ErrorKind::MergeKeyMissing
                        | ErrorKind::MixedElements
                        | ErrorKind::ElementOrder
                        | ErrorKind::DirectiveAsData
                        | ErrorKind::RetainKeys
                        | ErrorKind::UnknownField
                );
                prop_assert!(refusal, "{}", error);
                return Err(TestCaseError::reject("incompatible"));
            }
        };
        // One patch for any live object.
        for live in lives.iter().map(|live| only(live, field)).chain([json!({})]) {
            let Some(wanted) = in_turn(&live, &[&p, &q], &options) else { continue };
            let result = apply(&live, &both, SCHEMA.root(), &options);
            prop_assert!(result.is_ok(), "{:?} of {} on {}", result, both, live);
            prop_assert_eq!(pruned(&result.unwrap()), pruned(&wanted), "{} on {}", both, live);
        }
    }

    #[test]
    fn an_empty_patch_adds_nothing(
        live in document(*SCHEMA), p in patch(*SCHEMA), options in options(),
    ) {
        let ty = SCHEMA.root();
        let empty = json!({});
        let Some(wanted) = in_turn(&live, &[&p], &options) else {
            return Err(TestCaseError::reject("refused"));
        };
        for both in [compose(&p, &empty, ty, &options), compose(&empty, &p, ty, &options)] {
            prop_assert!(both.is_ok(), "{:?}", both);
            let result = apply(&live, both.unwrap(), ty, &options).unwrap();
            prop_assert_eq!(pruned(&result), pruned(&wanted));
        }
    }

    #[test]
    fn three_patches_in_either_grouping(
        live in document(*SCHEMA),
        p in patch(*SCHEMA), q in patch(*SCHEMA), r in patch(*SCHEMA),
        field in field(), options in options(),
    ) {
        let ty = SCHEMA.root();
        let [p, q, r] = [&p, &q, &r].map(|patch| only(patch, field));
        let live = only(&live, field);
        let left = compose(&p, &q, ty, &options).and_then(|pq| compose(&pq, &r, ty, &options));
        let right = compose(&q, &r, ty, &options).and_then(|qr| compose(&p, &qr, ty, &options));
        let Some(wanted) = in_turn(&live, &[&p, &q, &r], &options) else {
            return Err(TestCaseError::reject("refused"));
        };
        for composed in [left, right].into_iter().flatten() {
            let result = apply(&live, &composed, ty, &options);
            prop_assert!(result.is_ok(), "{:?} of {}", result, composed);
            prop_assert_eq!(pruned(&result.unwrap()), pruned(&wanted), "{}", composed);
        }
    }
}
