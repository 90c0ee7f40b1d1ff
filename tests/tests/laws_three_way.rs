//! Laws of `three_way`: what others did stays, what the user wants comes, what
//! the user dropped goes; and of its conflicts and preconditions.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test fails where it panics")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::Value;
use smp_core::{
    ErrorKind, FieldRef, MergeKeys, Options, Overwrite, Schema, Strategy as PatchStrategy,
    ThreeWay, TypeKind, TypeRef, apply,
};
use smp_tests::generate::{document, everything, valid_document};
use smp_tests::prune::pruned;

static SCHEMA: LazyLock<&'static Schema> = LazyLock::new(everything);

fn options() -> impl Strategy<Value = Options> {
    prop::sample::select(vec![
        Options::kubernetes(),
        Options::documented(),
        Options::kubernetes().merge_keys(MergeKeys::ListMapKeys),
    ])
}

fn member<'v>(object: &'v Value, name: &str) -> Option<&'v Value> {
    object.get(name).filter(|value| !value.is_null())
}

/// What a rule is told of one place that all documents may have.
#[derive(Clone, Copy)]
struct Place<'v> {
    original: Option<&'v Value>,
    modified: Option<&'v Value>,
    current: Option<&'v Value>,
    result: Option<&'v Value>,
}

impl<'v> Place<'v> {
    fn below(self, step: impl Fn(&'v Value) -> Option<&'v Value>) -> Self {
        Self {
            original: self.original.and_then(&step),
            modified: self.modified.and_then(&step),
            current: self.current.and_then(&step),
            result: self.result.and_then(&step),
        }
    }

    /// Whether the user dropped it, and with it what others added below.
    fn is_dropped(self) -> bool {
        self.original.is_some() && self.modified.is_none()
    }

    /// Whether all that have it have an object.
    fn merges(self) -> bool {
        let is_object = |value: Option<&Value>| value.is_none_or(Value::is_object);
        [self.original, self.modified, self.current, self.result].into_iter().all(is_object)
    }
}

/// What identifies an element under the options.
fn id(item: &Value, field: FieldRef<'_>, keys: MergeKeys) -> String {
    match (keys, field.list_map_keys(), field.merge_key()) {
        (MergeKeys::ListMapKeys, all @ [_, ..], _) => all
            .iter()
            .map(|key| match (member(item, key.name()), key.default()) {
                (None, Some(default)) => Value::from(default.to_string()).to_string(),
                (value, _) => value.unwrap_or(&Value::Null).to_string(),
            })
            .collect::<Vec<_>>()
            .join(","),
        (_, _, key) => item[key.unwrap_or_default()].to_string(),
    }
}

/// Tells `rule` every place that is merged rather than replaced, member by
/// member and element by element.
fn visit(
    ty: TypeRef<'_>,
    keys: MergeKeys,
    place: Place<'_>,
    path: &str,
    rule: &mut dyn FnMut(&str, Place<'_>),
) {
    let mut names = BTreeSet::new();
    for object in [place.original, place.modified, place.current, place.result] {
        names.extend(object.and_then(Value::as_object).into_iter().flat_map(|o| o.keys()));
    }
    for name in names {
        let path = format!("{path}.{name}");
        let here = place.below(|object| member(object, name));
        rule(&path, here);
        if here.is_dropped() {
            continue;
        }
        let (below, field) = match ty.kind() {
            TypeKind::Map(value) => (value, None),
            TypeKind::Any => (ty, None),
            TypeKind::Object => match ty.field(name) {
                Some(field) => (field.ty(), Some(field)),
                None => continue,
            },
            _ => continue,
        };
        let strategy = field.map_or(PatchStrategy::NONE, FieldRef::strategy);
        match below.kind() {
            // `replace` takes the user's; `retainKeys` clears what others added.
            _ if strategy.retain_keys() || strategy == PatchStrategy::REPLACE => {}
            TypeKind::Object | TypeKind::Map(_) | TypeKind::Any if here.merges() => {
                visit(below, keys, here, &path, rule);
            }
            TypeKind::List(element) if strategy.is_merge() => {
                let Some(field) = field.filter(|field| field.merge_key().is_some()) else {
                    continue;
                };
                let ids: BTreeSet<String> =
                    [here.original, here.modified, here.current, here.result]
                        .into_iter()
                        .flatten()
                        .filter_map(Value::as_array)
                        .flatten()
                        .map(|item| id(item, field, keys))
                        .collect();
                for wanted in ids {
                    let here = here.below(|list| {
                        list.as_array()?.iter().find(|item| id(item, field, keys) == wanted)
                    });
                    let path = format!("{path}[{wanted}]");
                    rule(&path, here);
                    if !here.is_dropped() {
                        visit(element, keys, here, &path, rule);
                    }
                }
            }
            _ => {}
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
    fn every_side_gets_its_due(
        original in valid_document(*SCHEMA),
        modified in valid_document(*SCHEMA),
        current in valid_document(*SCHEMA),
        options in options(),
    ) {
        let ty = SCHEMA.root();
        let settings = ThreeWay::default();
        let patch = ThreeWay::new(&original, &modified, &current).diff(ty, &options).unwrap();
        let result = apply(&current, &patch, ty, &options).unwrap();
        let place = Place {
            original: Some(&original),
            modified: Some(&modified),
            current: Some(&current),
            result: Some(&result),
        };
        let mut broken = Vec::new();
        visit(ty, options.merge_keys, place, "", &mut |path, place| {
            let fault = match place {
                Place { original: None, modified: None, current: Some(current), result }
                    if result.map(pruned) != Some(pruned(current)) =>
                {
                    "what others added is not as it was"
                }
                Place { original: Some(_), modified: None, result: Some(_), .. } => {
                    "what the user dropped is there"
                }
                Place { modified: Some(_), result: None, .. } => "what the user wants is missing",
                Place { modified: Some(wanted), result: Some(result), .. }
                    if !wanted.is_object() && !wanted.is_array() && wanted != result =>
                {
                    "what the user wants is otherwise"
                }
                Place { modified: None, current: None, result: Some(_), .. } => {
                    "what nobody has is there"
                }
                _ => return,
            };
            broken.push(format!("{path}: {fault}"));
        });
        prop_assert!(broken.is_empty(), "{:#?}\n{}\n{}", broken, patch, result);
    }

    /// Once applied, what was applied is original.
    #[test]
    fn the_next_apply_has_nothing_to_do(
        original in document(*SCHEMA),
        modified in document(*SCHEMA),
        current in document(*SCHEMA),
        options in options(),
    ) {
        let ty = SCHEMA.root();
        let settings = ThreeWay::default();
        let Ok(patch) = ThreeWay::new(&original, &modified, &current).diff(ty, &options) else {
            return Err(TestCaseError::reject("refused"));
        };
        let result = apply(&current, &patch, ty, &options).unwrap();
        let next = ThreeWay::new(&modified, &modified, &result).diff(ty, &options).unwrap();
        prop_assert_eq!(next.to_json(), "{}", "{} then {}", patch, result);
        let strict = ThreeWay::default().overwrite(Overwrite::No).same_object();
        prop_assert!(ThreeWay::new(&modified, &modified, &result).overwrite(Overwrite::No).same_object().diff(ty, &options).is_ok());
    }

    /// Who alone changed something is in conflict with nobody; conflicts are
    /// mutual, and their values are three different ones.
    #[test]
    fn conflicts_need_two(
        original in document(*SCHEMA),
        modified in document(*SCHEMA),
        current in document(*SCHEMA),
        options in options(),
    ) {
        let ty = SCHEMA.root();
        let conflict = |original: &Value, modified: &Value, current: &Value| {
            match ThreeWay::new(original, modified, current).overwrite(Overwrite::No).diff(ty, &options) {
                Err(error) if error.kind() == ErrorKind::Conflict => error.disputes().to_vec(),
                _ => Vec::new(),
            }
        };
        prop_assert!(conflict(&original, &modified, &original).is_empty());
        prop_assert!(conflict(&original, &original, &current).is_empty());
        prop_assert!(conflict(&original, &modified, &modified).is_empty());
        let found = conflict(&original, &modified, &current);
        for dispute in &found {
            prop_assert_ne!(&dispute.modified, &dispute.current);
            prop_assert_ne!(&dispute.modified, &dispute.original);
            prop_assert_ne!(&dispute.current, &dispute.original);
        }
        let refused = |a, b, c| {
            ThreeWay::new(a, b, c).diff(ty, &options).is_err()
        };
        if refused(&original, &modified, &current) || refused(&original, &current, &modified) {
            return Err(TestCaseError::reject("refused"));
        }
        let mirrored = conflict(&original, &current, &modified);
        let paths = |found: &[smp_core::Conflict]| {
            found.iter().map(|dispute| dispute.path.to_string()).collect::<BTreeSet<_>>()
        };
        prop_assert_eq!(paths(&found), paths(&mirrored));
    }

    /// A precondition fails if and only if the patch would change the field.
    #[test]
    fn preconditions_hold_or_fail(
        original in valid_document(*SCHEMA),
        modified in valid_document(*SCHEMA),
        current in valid_document(*SCHEMA),
        options in options(),
    ) {
        let ty = SCHEMA.root();
        let patch = ThreeWay::new(&original, &modified, &current).diff(ty, &options).unwrap();
        let result = apply(&current, &patch, ty, &options).unwrap();
        for names in [["text"].as_slice(), &["inner", "num"], &["retained", "a"], &["labels", "a"]] {
            let find = |object: &Value| {
                let found = names.iter().try_fold(object, |object, name| member(object, name));
                found.map(pruned)
            };
            match ThreeWay::new(&original, &modified, &current).must_not_change(names.iter().copied()).diff(ty, &options) {
                Ok(same) => {
                    prop_assert_eq!(&same, &patch);
                    prop_assert_eq!(find(&current), find(&result), "{:?}: {}", names, patch);
                }
                Err(error) => {
                    prop_assert_eq!(error.kind(), ErrorKind::Precondition);
                    prop_assert_ne!(find(&current), find(&result), "{:?}: {}", names, patch);
                }
            }
        }
    }
}
