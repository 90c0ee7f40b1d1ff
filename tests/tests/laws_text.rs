//! Laws of JSON text: what is not touched comes out byte by byte, numbers keep
//! their text, every way to read a document gives the same.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test fails where it panics")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::Value;
use serde_json::value::RawValue;
use smp_core::{
    Document, ErrorKind, MergeKeys, Options, Patch, Schema, ThreeWay, UnknownFields, apply,
    compose, conflicts, diff,
};
use smp_tests::generate::{document, everything, mangled_patch, patch};
use smp_tests::text::{Choices, Meaning, scruffy};

static SCHEMA: LazyLock<&'static Schema> = LazyLock::new(everything);

fn options() -> impl Strategy<Value = Options> {
    prop::sample::select(vec![
        Options::kubernetes(),
        Options::documented(),
        Options::kubernetes().merge_keys(MergeKeys::ListMapKeys),
        Options::documented().unknown_fields(UnknownFields::Replace),
    ])
}

/// Some strings become numbers that no type holds.
fn numbered(value: &Value, choices: &mut Choices) -> Value {
    match value {
        Value::String(_) if choices.below(6) == 0 => format!("#{}", choices.below(4)).into(),
        Value::Array(items) => items.iter().map(|item| numbered(item, choices)).collect(),
        Value::Object(members) => members
            .iter()
            // Directives want their own types.
            .map(|(name, member)| {
                let kept = name.starts_with('$');
                (name.clone(), if kept { member.clone() } else { numbered(member, choices) })
            })
            .collect(),
        other => other.clone(),
    }
}

fn text_of(documents: BoxedStrategy<Value>) -> impl Strategy<Value = String> {
    (documents, any::<u64>()).prop_map(|(value, seed)| {
        let mut choices = Choices::new(seed);
        let value = numbered(&value, &mut choices);
        scruffy(&value, &mut choices)
    })
}

fn text() -> impl Strategy<Value = String> {
    text_of(document(*SCHEMA))
}

/// The members of an object, as they are written.
fn members(text: &str) -> Vec<(String, String)> {
    struct InOrder(Vec<(String, String)>);
    impl<'de> serde::Deserialize<'de> for InOrder {
        fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            struct Members;
            impl<'de> serde::de::Visitor<'de> for Members {
                type Value = InOrder;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("an object")
                }
                fn visit_map<A: serde::de::MapAccess<'de>>(
                    self,
                    mut map: A,
                ) -> Result<InOrder, A::Error> {
                    let mut all = Vec::new();
                    while let Some((name, value)) = map.next_entry::<String, Box<RawValue>>()? {
                        all.push((name, value.get().to_owned()));
                    }
                    Ok(InOrder(all))
                }
            }
            from.deserialize_map(Members)
        }
    }
    serde_json::from_str::<InOrder>(text).unwrap().0
}

fn number_texts(document: &Document<'_>, into: &mut BTreeSet<String>) {
    match document.view().unwrap() {
        smp_core::View::Number(text) => drop(into.insert(text.into_owned())),
        smp_core::View::List(items) => items.iter().for_each(|item| number_texts(item, into)),
        smp_core::View::Object(members) => {
            for (_, member) in &members {
                number_texts(member, into);
            }
        }
        _ => {}
    }
}

/// The field that a member of a patch is about.
fn field_of(name: &str) -> &str {
    match name.split_once('/') {
        Some(("$setElementOrder" | "$deleteFromPrimitiveList", field)) => field,
        _ => name,
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        max_global_rejects: 10_000_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn an_empty_patch_copies_the_bytes(live in text(), options in options()) {
        let result = apply(live.as_bytes(), "{}", SCHEMA.root(), &options).unwrap();
        prop_assert_eq!(String::from_utf8(result).unwrap(), live.trim());
    }

    #[test]
    fn a_diff_leads_to_modified(a in text(), b in text(), options in options()) {
        let patch = match diff(&a, &b, SCHEMA.root(), &options) {
            Ok(patch) => patch,
            Err(error) => {
                let refusal = matches!(
                    error.kind(),
                    ErrorKind::DirectiveAsData | ErrorKind::UnknownField | ErrorKind::TypeMismatch
                );
                prop_assert!(refusal, "{}", error);
                return Err(TestCaseError::reject("refused"));
            }
        };
        let result = apply(&a, &patch, SCHEMA.root(), &options).unwrap();
        prop_assert_eq!(Meaning::of(&result), Meaning::of(&b), "{}", patch);
        prop_assert_eq!(patch.to_json(), patch.to_document().to_json());
        // As text, the patch does the same.
        let again = apply(&a, patch.to_json(), SCHEMA.root(), &options).unwrap();
        prop_assert_eq!(again, result);
    }

    #[test]
    fn two_spellings_have_no_diff(
        document in document(*SCHEMA), seeds in any::<[u64; 2]>(), options in options(),
    ) {
        let [one, two] = seeds.map(|seed| scruffy(&document, &mut Choices::new(seed)));
        let ty = SCHEMA.root();
        prop_assert_eq!(diff(&one, &two, ty, &options).unwrap().to_json(), "{}");
        let patch = ThreeWay::new(&one, &one, &two).diff(ty, &options).unwrap();
        prop_assert_eq!(patch.to_json(), "{}");
        prop_assert_eq!(
            Document::from_json(&one).unwrap(),
            Document::from_json(&two).unwrap()
        );
    }

    /// Reading along the patch is only a quicker way to read.
    #[test]
    fn every_way_to_read_gives_the_same(
        live in text(), patch in text_of(patch(*SCHEMA)), options in options(),
    ) {
        let ty = SCHEMA.root();
        let copies = (live.clone(), patch.clone());
        let say = |error: smp_core::Error| error.to_string();
        let by_text = apply(&live, &patch, ty, &options).map_err(say);
        let by_bytes = apply(live.as_bytes(), patch.as_bytes(), ty, &options)
            .map(|bytes| String::from_utf8(bytes).unwrap())
            .map_err(say);
        prop_assert_eq!(&by_text, &by_bytes);
        let level_by_level = Patch::from_json(&patch)
            .and_then(|patch| {
                let document = Document::from_json(&live).unwrap();
                Ok(document.apply(&patch, ty, &options)?.to_json())
            })
            .map_err(say);
        let meaning = |given: &Result<String, String>| given.clone().map(|text| Meaning::of(&text));
        prop_assert_eq!(meaning(&by_text), meaning(&level_by_level));
        prop_assert_eq!((live, patch), copies);
    }

    #[test]
    fn what_the_patch_does_not_name_stays_as_written(
        live in text(), patch in text_of(patch(*SCHEMA)), options in options(),
    ) {
        let Ok(result) = apply(&live, &patch, SCHEMA.root(), &options) else {
            return Err(TestCaseError::reject("refused"));
        };
        let patch = members(&patch);
        if patch.iter().any(|(name, _)| name == "$patch" || name == "$retainKeys") {
            return Err(TestCaseError::reject("about every member"));
        }
        let named: BTreeSet<&str> = patch.iter().map(|(name, _)| field_of(name)).collect();
        let (before, after) = (members(&live), members(&result));
        let written: BTreeMap<&str, &str> =
            after.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        for (name, text) in before.iter().filter(|(name, _)| !named.contains(name.as_str())) {
            prop_assert_eq!(written.get(name.as_str()), Some(&text.as_str()), "{}", name);
        }
        // Live's members in live's order, new ones after them.
        let old: Vec<_> =
            before.iter().map(|(name, _)| name).filter(|n| written.contains_key(n.as_str())).collect();
        let new: Vec<_> = after.iter().map(|(name, _)| name).collect();
        prop_assert_eq!(&new[..old.len()], &old[..]);
    }

    #[test]
    fn numbers_keep_their_text(
        live in text(), patch in text_of(patch(*SCHEMA)), options in options(),
    ) {
        let Ok(result) = apply(&live, &patch, SCHEMA.root(), &options) else {
            return Err(TestCaseError::reject("refused"));
        };
        let (mut before, mut after) = (BTreeSet::new(), BTreeSet::new());
        number_texts(&Document::from_json(&live).unwrap(), &mut before);
        number_texts(&Document::from_json(&patch).unwrap(), &mut before);
        number_texts(&Document::from_json(&result).unwrap(), &mut after);
        prop_assert!(after.is_subset(&before), "{:?}", after.difference(&before));
    }

    #[test]
    fn mangled_patches_neither_panic_nor_leak(
        live in document(*SCHEMA),
        p in mangled_patch(*SCHEMA),
        q in mangled_patch(*SCHEMA),
        options in options(),
    ) {
        let ty = SCHEMA.root();
        if let Ok(result) = apply(&live, &p, ty, &options) {
            prop_assert!(!has_directive(&result), "{}", result);
        }
        if let Ok(both) = compose(&p, &q, ty, &options)
            && let Ok(result) = apply(&live, &both, ty, &options)
        {
            prop_assert!(!has_directive(&result), "{}", result);
        }
        drop(conflicts(&p, &q, ty, &options));
        if let Ok(patch) = Patch::from_value(&p) {
            prop_assert_eq!(&Patch::from_json(&patch.to_json()).unwrap(), &patch);
        }
    }

    #[test]
    fn no_text_panics(
        text in text(), at in any::<prop::sample::Index>(), splinter in "[\\PC{}\\[\\]\",:$]{0,4}",
        bytes in prop::collection::vec(any::<u8>(), 0..24), options in options(),
    ) {
        let ty = SCHEMA.root();
        let mut broken = text.clone().into_bytes();
        let at = at.index(broken.len());
        broken.splice(at..=at, splinter.bytes());
        for broken in [&broken[..], &broken[..at], &bytes[..]] {
            drop(apply(broken, &text, ty, &options));
            drop(apply(&text, broken, ty, &options));
            drop(diff(broken, text.as_bytes(), ty, &options));
            drop(diff(text.as_bytes(), broken, ty, &options));
            if let Ok(document) = Document::from_slice(broken) {
                drop(document.to_json_pretty(2));
                drop(document.into_value());
            } else {
                // What is no JSON doesn't become some by being patched.
                let patched = apply(broken, r#"{"num":1}"#, ty, &options);
                prop_assert!(patched.is_err(), "{:?}", patched);
            }
        }
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
