//! The laws of each operation, on documents and patches at random: semantics diff-1,
//! three-way-5, three-way-6, compose-1 and others.

#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::Value;
use smp_core::{
    Document, ErrorKind, MergeKeys, Options, Overwrite, Patch, Schema, ThreeWay, UnknownFields,
    apply, compose, conflicts, diff,
};
use smp_tests::generate::{any_json, document, everything, patch, valid_document};
use smp_tests::prune::pruned;

static SCHEMA: LazyLock<&'static Schema> = LazyLock::new(everything);

fn options() -> impl proptest::strategy::Strategy<Value = Options> {
    prop::sample::select(vec![
        Options::kubernetes(),
        Options::documented(),
        Options::kubernetes().merge_keys(MergeKeys::ListMapKeys),
        Options::documented().unknown_fields(UnknownFields::Replace),
    ])
}

/// No patch can carry a name that spells a directive, nor merge what nobody
/// knows: such a pair of documents is none for these laws.
fn diff_or_reject(
    original: &Value,
    modified: &Value,
    options: &Options,
) -> Result<Patch, TestCaseError> {
    match diff(original, modified, SCHEMA.root(), options) {
        Ok(patch) => Ok(patch),
        Err(error) => {
            let refusal = matches!(
                error.kind(),
                ErrorKind::DirectiveAsData | ErrorKind::UnknownField | ErrorKind::TypeMismatch
            );
            prop_assert!(refusal, "{error}");
            Err(TestCaseError::reject("refused"))
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        max_global_rejects: 10_000_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_diff_leads_to_modified(
        a in document(*SCHEMA), b in document(*SCHEMA), options in options(),
    ) {
        let patch = diff_or_reject(&a, &b, &options)?;
        let result = apply(&a, &patch, SCHEMA.root(), &options).unwrap();
        prop_assert_eq!(pruned(&result), pruned(&b), "{}", patch);
    }

    #[test]
    fn a_diff_applied_twice_is_applied_once(
        a in valid_document(*SCHEMA), b in valid_document(*SCHEMA), options in options(),
    ) {
        let patch = diff(&a, &b, SCHEMA.root(), &options).unwrap();
        let once = apply(&a, &patch, SCHEMA.root(), &options).unwrap();
        prop_assert_eq!(pruned(&once), pruned(&b), "{}", patch);
        let twice = apply(&once, &patch, SCHEMA.root(), &options).unwrap();
        prop_assert_eq!(pruned(&twice), pruned(&b), "{}", patch);
    }

    #[test]
    fn equal_documents_have_no_diff(a in document(*SCHEMA), options in options()) {
        let ty = SCHEMA.root();
        prop_assert_eq!(diff(&a, &a, ty, &options).unwrap().to_json(), "{}");
        let settings = ThreeWay::default().overwrite(Overwrite::No).same_object();
        let patch = ThreeWay::new(&a, &a, &a).overwrite(Overwrite::No).same_object().diff(ty, &options).unwrap();
        prop_assert_eq!(patch.to_json(), "{}");
    }

    #[test]
    fn an_empty_patch_changes_nothing(a in document(*SCHEMA), options in options()) {
        let text = serde_json::to_string_pretty(&a).unwrap();
        prop_assert_eq!(&apply(&text, "{}", SCHEMA.root(), &options).unwrap(), &text);
    }

    #[test]
    fn three_way_from_current_is_two_way(
        a in document(*SCHEMA), b in document(*SCHEMA), options in options(),
    ) {
        let two = diff_or_reject(&a, &b, &options)?;
        let ty = SCHEMA.root();
        let three = ThreeWay::new(&a, &b, &a).diff(ty, &options).unwrap();
        let by_two = apply(&a, &two, ty, &options).unwrap();
        let by_three = apply(&a, &three, ty, &options).unwrap();
        prop_assert_eq!(pruned(&by_two), pruned(&by_three), "{} {}", two, three);
    }

    #[test]
    fn three_way_settles(
        original in document(*SCHEMA),
        modified in document(*SCHEMA),
        current in document(*SCHEMA),
        options in options(),
    ) {
        let ty = SCHEMA.root();
        let Ok(first) = ThreeWay::new(&original, &modified, &current).diff(ty, &options) else {
            return Err(TestCaseError::reject("refused"));
        };
        let result = apply(&current, &first, ty, &options).unwrap();
        let second = ThreeWay::new(&original, &modified, &result).diff(ty, &options).unwrap();
        prop_assert_eq!(second.to_json(), "{}", "{} then {}", first, result);
    }

    #[test]
    fn compose_is_succession(
        live in document(*SCHEMA), p in patch(*SCHEMA), q in patch(*SCHEMA), options in options(),
    ) {
        let ty = SCHEMA.root();
        let both = compose(&p, &q, ty, &options);
        let Ok(both) = both else { return Err(TestCaseError::reject("incompatible")) };
        let in_turn = apply(&live, &p, ty, &options)
            .and_then(|once| apply(&once, &q, ty, &options));
        let Ok(in_turn) = in_turn else { return Err(TestCaseError::reject("refused")) };
        let at_once = apply(&live, &both, ty, &options);
        prop_assert!(at_once.is_ok(), "{:?} of {}", at_once, both);
        prop_assert_eq!(pruned(&at_once.unwrap()), pruned(&in_turn), "{}", both);
    }

    #[test]
    fn composed_diffs_are_succession(
        a in document(*SCHEMA), b in document(*SCHEMA), c in document(*SCHEMA),
        options in options(),
    ) {
        let ty = SCHEMA.root();
        let p = diff_or_reject(&a, &b, &options)?;
        let q = diff_or_reject(&b, &c, &options)?;
        let Ok(both) = p.compose(&q, ty, &options) else {
            return Err(TestCaseError::reject("incompatible"));
        };
        let result = apply(&a, &both, ty, &options).unwrap();
        prop_assert_eq!(pruned(&result), pruned(&c), "{} then {}: {}", p, q, both);
    }

    #[test]
    fn no_directive_survives(
        live in document(*SCHEMA), p in patch(*SCHEMA), options in options(),
    ) {
        let Ok(result) = apply(&live, &p, SCHEMA.root(), &options) else {
            return Err(TestCaseError::reject("refused"));
        };
        prop_assert!(!has_directive(&result), "{}", result);
    }

    #[test]
    fn every_form_gives_the_same(
        live in document(*SCHEMA), p in patch(*SCHEMA), options in options(),
    ) {
        let ty = SCHEMA.root();
        let text = live.to_string();
        let before = live.clone();
        let by_value = apply(&live, &p, ty, &options).map_err(|error| error.to_string());
        let by_text = apply(&text, &p, ty, &options)
            .map(|result| serde_json::from_str::<Value>(&result).unwrap())
            .map_err(|error| error.to_string());
        let owned = apply(live.clone(), &p, ty, &options).map_err(|error| error.to_string());
        let parsed = Patch::from_value(&p);
        let by_document = parsed.and_then(|patch| {
            let document = Document::from_json(&text).unwrap();
            document.apply(&patch, ty, &options)?.into_value()
        });
        prop_assert_eq!(&by_value, &by_text);
        prop_assert_eq!(&by_value, &owned);
        prop_assert_eq!(&by_value, &by_document.map_err(|error| error.to_string()));
        prop_assert_eq!(live, before);
    }

    #[test]
    fn a_patch_is_its_text(p in patch(*SCHEMA)) {
        let Ok(patch) = Patch::from_value(&p) else { return Err(TestCaseError::reject("bad")) };
        prop_assert_eq!(&Patch::from_json(&patch.to_json()).unwrap(), &patch);
        prop_assert_eq!(patch.to_value().unwrap(), p);
    }

    #[test]
    fn a_patch_conflicts_with_itself_never(p in patch(*SCHEMA), options in options()) {
        let Ok(found) = conflicts(&p, &p, SCHEMA.root(), &options) else {
            return Err(TestCaseError::reject("refused"));
        };
        prop_assert!(found.is_empty(), "{:?}", found);
    }

    #[test]
    fn conflicts_are_mutual(p in patch(*SCHEMA), q in patch(*SCHEMA), options in options()) {
        let ty = SCHEMA.root();
        let (Ok(pq), Ok(qp)) = (conflicts(&p, &q, ty, &options), conflicts(&q, &p, ty, &options))
        else {
            return Err(TestCaseError::reject("refused"));
        };
        let paths = |found: Vec<smp_core::Conflict>| {
            found.into_iter().map(|d| d.path.to_string()).collect::<std::collections::BTreeSet<_>>()
        };
        prop_assert_eq!(paths(pq), paths(qp));
    }

    #[test]
    fn nothing_panics(a in any_json(), b in any_json(), c in any_json(), options in options()) {
        let ty = SCHEMA.root();
        drop(apply(&a, &b, ty, &options));
        drop(diff(&a, &b, ty, &options));
        drop(ThreeWay::new(&a, &b, &c).overwrite(Overwrite::No).diff(ty, &options));
        drop(compose(&a, &b, ty, &options));
        drop(conflicts(&a, &b, ty, &options));
    }
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
