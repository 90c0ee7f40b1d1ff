//! The rules: semantics schema-4 to schema-9.

use crate::list_type::ListType;
use crate::strategy::{Base, Strategy};

/// The kind of JSON value that a type has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A string, number or boolean.
    Scalar,
    /// Any JSON value.
    Any,
    /// An object with named fields.
    Object,
    /// A list.
    List,
    /// An object with members of any name, all of one type.
    Map,
}

/// The facts about a field that the rules depend on.
#[derive(Debug, Clone, Copy)]
pub struct FieldFacts {
    /// The kind of the field's type, if it is known.
    pub kind: Option<Kind>,
    /// The kind of the elements, if the type is known to be a list.
    pub element: Option<Kind>,
    /// The patch strategy.
    pub strategy: Strategy,
    /// Whether the field has a merge key.
    pub merge_key: bool,
    /// Whether the field has list map keys.
    pub list_map_keys: bool,
    /// The list type.
    pub list_type: Option<ListType>,
}

impl FieldFacts {
    /// A field without metadata, whose type is not known.
    pub const NONE: Self = Self {
        kind: None,
        element: None,
        strategy: Strategy::NONE,
        merge_key: false,
        list_map_keys: false,
        list_type: None,
    };

    /// Whether the field is known not to be a list.
    const fn is_no_list(self) -> bool {
        matches!(self.kind, Some(Kind::Scalar | Kind::Object | Kind::Map))
    }
}

/// The part of the metadata that has a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The patch strategy.
    Strategy,
    /// The merge key.
    MergeKey,
    /// The list type.
    ListType,
    /// The list map keys.
    ListMapKeys,
}

/// A rule for the metadata of one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A scalar has neither `merge` nor `retainKeys`.
    ScalarStrategy,
    /// `retainKeys` on a list needs `merge`, and elements that are objects.
    RetainKeysOnList,
    /// The elements of a merge list are not lists.
    MergeListOfLists,
    /// A merge list of objects has a merge key or list map keys.
    MergeListKey,
    /// A merge key needs the strategy `merge`.
    MergeKeyStrategy,
    /// A merge key belongs on a list of objects.
    MergeKeyType,
    /// List map keys belong on a list of objects.
    ListMapKeysType,
    /// A list type belongs on a list.
    ListTypeOnList,
    /// A list of type `map` has list map keys.
    MapKeys,
    /// Only a list of type `map` has list map keys.
    KeysOfMap,
}

impl Rule {
    /// All rules, in the order in which mistakes are reported.
    pub const ALL: [Self; 10] = [
        Self::ScalarStrategy,
        Self::RetainKeysOnList,
        Self::MergeListOfLists,
        Self::MergeListKey,
        Self::MergeKeyStrategy,
        Self::MergeKeyType,
        Self::ListMapKeysType,
        Self::ListTypeOnList,
        Self::MapKeys,
        Self::KeysOfMap,
    ];

    /// The part of the metadata that has to change.
    #[must_use]
    pub const fn part(self) -> Part {
        match self {
            Self::ScalarStrategy
            | Self::RetainKeysOnList
            | Self::MergeListOfLists
            | Self::MergeListKey => Part::Strategy,
            Self::MergeKeyStrategy | Self::MergeKeyType => Part::MergeKey,
            Self::ListTypeOnList | Self::MapKeys => Part::ListType,
            Self::ListMapKeysType | Self::KeysOfMap => Part::ListMapKeys,
        }
    }

    /// The message, with the mistake and its remedy, if the field violates the rule. `None` if
    /// it doesn't, or if too little is known about its type.
    #[must_use]
    pub const fn violated_by(self, field: FieldFacts) -> Option<&'static str> {
        match self {
            Self::ScalarStrategy => scalar_strategy(field),
            Self::RetainKeysOnList => retain_keys_on_list(field),
            Self::MergeListOfLists => merge_list_of_lists(field),
            Self::MergeListKey => merge_list_key(field),
            Self::MergeKeyStrategy => merge_key_strategy(field),
            Self::MergeKeyType => merge_key_type(field),
            Self::ListMapKeysType => list_map_keys_type(field),
            Self::ListTypeOnList => list_type_on_list(field),
            Self::MapKeys => map_keys(field),
            Self::KeysOfMap => keys_of_map(field),
        }
    }
}

const fn scalar_strategy(field: FieldFacts) -> Option<&'static str> {
    match field.kind {
        Some(Kind::Scalar) if field.strategy.is_merge() => {
            Some("a scalar cannot merge; remove the strategy")
        }
        Some(Kind::Scalar) if field.strategy.retain_keys() => {
            Some("a scalar has no keys to retain; remove the strategy")
        }
        _ => None,
    }
}

const fn retain_keys_on_list(field: FieldFacts) -> Option<&'static str> {
    if !field.strategy.retain_keys() || !matches!(field.kind, Some(Kind::List)) {
        return None;
    }
    if !field.strategy.is_merge() {
        return Some(
            "an atomic list is replaced as a whole and has no keys to retain; write \
             `merge|retainKeys`",
        );
    }
    match field.element {
        Some(Kind::Scalar) => Some("a list of scalars has no keys to retain; write `merge`"),
        _ => None,
    }
}

const fn merge_list_of_lists(field: FieldFacts) -> Option<&'static str> {
    match (field.kind, field.element) {
        (Some(Kind::List), Some(Kind::List)) if field.strategy.is_merge() => {
            Some("a list of lists cannot merge; remove the strategy")
        }
        _ => None,
    }
}

const fn merge_list_key(field: FieldFacts) -> Option<&'static str> {
    let keyed = field.merge_key || field.list_map_keys;
    match (field.kind, field.element) {
        (Some(Kind::List), Some(Kind::Object | Kind::Map))
            if field.strategy.is_merge() && !keyed =>
        {
            Some("a list of objects needs a merge key to merge; add one, or list map keys")
        }
        _ => None,
    }
}

const fn merge_key_strategy(field: FieldFacts) -> Option<&'static str> {
    if !field.merge_key || field.is_no_list() || matches!(field.strategy.base(), Base::Merge) {
        return None;
    }
    Some("a merge key has no effect without the strategy `merge`; add it, or remove the key")
}

const fn merge_key_type(field: FieldFacts) -> Option<&'static str> {
    match (field.merge_key, field.element) {
        (true, _) if field.is_no_list() => Some("only a list has a merge key; remove it"),
        (true, Some(Kind::Scalar)) => Some("a list of scalars has no merge key; remove it"),
        _ => None,
    }
}

const fn list_map_keys_type(field: FieldFacts) -> Option<&'static str> {
    match (field.list_map_keys, field.element) {
        (true, _) if field.is_no_list() => Some("only a list has list map keys; remove them"),
        (true, Some(Kind::Scalar)) => Some("a list of scalars has no list map keys; remove them"),
        (true, Some(Kind::List)) => Some("a list of lists has no list map keys; remove them"),
        _ => None,
    }
}

const fn list_type_on_list(field: FieldFacts) -> Option<&'static str> {
    if field.list_type.is_some() && field.is_no_list() {
        return Some("only a list has a list type; remove it");
    }
    None
}

const fn map_keys(field: FieldFacts) -> Option<&'static str> {
    match field.list_type {
        Some(ListType::Map) if !field.list_map_keys => Some(match field.kind {
            None => {
                "a list of type `map` needs list map keys; add them, or remove the list type if this \
                 is no list"
            }
            _ => "a list of type `map` needs list map keys; add them",
        }),
        _ => None,
    }
}

const fn keys_of_map(field: FieldFacts) -> Option<&'static str> {
    match field.list_type {
        Some(ListType::Atomic | ListType::Set) if field.list_map_keys => {
            Some("only a list of type `map` has list map keys; write `map`, or remove the keys")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(field: FieldFacts) -> Vec<Rule> {
        Rule::ALL.into_iter().filter(|rule| rule.violated_by(field).is_some()).collect()
    }

    #[test]
    fn a_field_without_metadata_breaks_no_rule() {
        for kind in [Kind::Scalar, Kind::Any, Kind::Object, Kind::List, Kind::Map] {
            assert_eq!(broken(FieldFacts { kind: Some(kind), ..FieldFacts::NONE }), []);
        }
        assert_eq!(broken(FieldFacts::NONE), []);
    }

    #[test]
    fn each_rule_is_broken_by_its_example_alone() {
        let list = |element| FieldFacts {
            kind: Some(Kind::List),
            element: Some(element),
            ..FieldFacts::NONE
        };
        let (merge, retain) = (Strategy::MERGE, Strategy::RETAIN_KEYS);
        let scalar = FieldFacts { kind: Some(Kind::Scalar), ..FieldFacts::NONE };
        let object = FieldFacts { kind: Some(Kind::Object), ..FieldFacts::NONE };
        let keyed = FieldFacts { list_map_keys: true, ..list(Kind::Object) };
        let examples = [
            (Rule::ScalarStrategy, FieldFacts { strategy: merge, ..scalar }),
            (Rule::ScalarStrategy, FieldFacts { strategy: retain, ..scalar }),
            (Rule::RetainKeysOnList, FieldFacts { strategy: retain, ..list(Kind::Object) }),
            (
                Rule::RetainKeysOnList,
                FieldFacts { strategy: merge.with_retain_keys(), ..list(Kind::Scalar) },
            ),
            (Rule::MergeListOfLists, FieldFacts { strategy: merge, ..list(Kind::List) }),
            (Rule::MergeListKey, FieldFacts { strategy: merge, ..list(Kind::Object) }),
            (Rule::MergeListKey, FieldFacts { strategy: merge, ..list(Kind::Map) }),
            (Rule::MergeKeyStrategy, FieldFacts { merge_key: true, ..list(Kind::Object) }),
            (Rule::MergeKeyStrategy, FieldFacts { merge_key: true, ..FieldFacts::NONE }),
            (Rule::MergeKeyType, FieldFacts { merge_key: true, ..object }),
            (
                Rule::MergeKeyType,
                FieldFacts { merge_key: true, strategy: merge, ..list(Kind::Scalar) },
            ),
            (Rule::ListMapKeysType, FieldFacts { list_map_keys: true, ..object }),
            (Rule::ListMapKeysType, FieldFacts { list_map_keys: true, ..list(Kind::Scalar) }),
            (Rule::ListTypeOnList, FieldFacts { list_type: Some(ListType::Set), ..scalar }),
            (Rule::MapKeys, FieldFacts { list_type: Some(ListType::Map), ..list(Kind::Object) }),
            (Rule::KeysOfMap, FieldFacts { list_type: Some(ListType::Atomic), ..keyed }),
        ];
        for (rule, field) in examples {
            assert_eq!(broken(field), [rule], "{field:?}");
        }
    }
}
