//! The expected result and conflicts of a three-way diff, computed without the engine, by
//! comparing the documents path by path. The property tests compare the engine with it; the
//! differential run also compares the reference.
//!
//! A null member counts as absent, in every document ([`member`]); in modified it deletes
//! what others have added, too.

mod elements;

use core::fmt;
use std::collections::BTreeSet;

use serde_json::{Map, Value};
use smp_core::schema::{Base, FieldRef, TypeKind};
use smp_core::{MapDirectives, MergeKeys, Options, TypeRef};

use self::elements::{Elements, Keys, check_elements};
use crate::generate::below;
use crate::prune::pruned;

/// The three documents at one place; `None` where a document has nothing there.
#[derive(Debug, Clone, Copy)]
pub struct Sides<'v> {
    /// The object that the user applied last.
    pub original: Option<&'v Value>,
    /// The object that the user wants now.
    pub modified: Option<&'v Value>,
    /// The object in the cluster.
    pub current: Option<&'v Value>,
}

impl<'v> Sides<'v> {
    /// The three documents as a whole.
    #[must_use]
    pub fn of(original: &'v Value, modified: &'v Value, current: &'v Value) -> Self {
        Self { original: Some(original), modified: Some(modified), current: Some(current) }
    }

    pub(super) fn below(self, step: impl Fn(&'v Value) -> Option<&'v Value>) -> Self {
        Self {
            original: self.original.and_then(&step),
            modified: self.modified.and_then(&step),
            current: self.current.and_then(&step),
        }
    }

    fn lists(self) -> [&'v [Value]; 3] {
        [list(self.original), list(self.modified), list(self.current)]
    }
}

/// A member; null counts as absent.
#[must_use]
pub fn member<'v>(object: &'v Value, name: &str) -> Option<&'v Value> {
    object.get(name).filter(|value| !value.is_null())
}

/// Whether modified deletes a member by null, even one that others added.
fn deletes(modified: Option<&Value>, name: &str) -> bool {
    modified.and_then(|modified| modified.get(name)).is_some_and(Value::is_null)
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn equivalent(left: &Value, right: &Value) -> bool {
    left == right || pruned(left) == pruned(right)
}

fn names<'v>(objects: &[Option<&'v Value>]) -> BTreeSet<&'v String> {
    objects.iter().copied().flatten().filter_map(Value::as_object).flat_map(Map::keys).collect()
}

/// How the list of a field merges.
enum Lists<'s> {
    Atomic,
    Scalars,
    Keyed(Keys<'s>, TypeRef<'s>),
}

fn lists(field: Option<FieldRef<'_>>, keys: MergeKeys) -> Lists<'_> {
    match field.map(|field| (field, field.ty().kind())) {
        Some((field, TypeKind::List(element))) if field.strategy().is_merge() => {
            if field.merge_key().is_some() || !field.list_map_keys().is_empty() {
                Lists::Keyed(Keys { field, keys }, element)
            } else {
                Lists::Scalars
            }
        }
        _ => Lists::Atomic,
    }
}

/// Whether a field is a list of scalars that merges.
pub(super) fn merges_items(field: Option<FieldRef<'_>>, options: &Options) -> bool {
    matches!(lists(field, options.merge_keys), Lists::Scalars)
}

/// The elements of a merge list that each list has at most once; `None` if the field is not such a
/// list.
pub(super) fn elements_of<'v>(
    sides: Sides<'v>,
    field: Option<FieldRef<'_>>,
    options: &Options,
) -> Option<Vec<Sides<'v>>> {
    let Lists::Keyed(by, _) = lists(field, options.merge_keys) else { return None };
    Some(Elements::of(sides, by)?.identified)
}

/// A place at which a result is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The path to the place: the names of the members up to the first list, innermost first.
    reversed: Vec<String>,
    what: String,
}

impl Broken {
    fn here(what: impl Into<String>) -> Self {
        Self { reversed: Vec::new(), what: what.into() }
    }

    fn within(mut self, name: &str) -> Self {
        self.reversed.push(name.to_owned());
        self
    }

    /// The path to the place: the names of the members up to the first list.
    pub fn path(&self) -> impl Iterator<Item = &str> {
        self.reversed.iter().rev().map(String::as_str)
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in self.path() {
            write!(f, "{name}: ")?;
        }
        f.write_str(&self.what)
    }
}

/// Checks the result of a three-way merge: it has everything of modified, nothing that only
/// original has, and everything else of current.
///
/// # Errors
///
/// The first place where the result differs, and what was expected there.
pub fn check_three_way(
    sides: Sides<'_>,
    result: &Value,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<(), Broken> {
    check_object(sides, result, Some(ty), options, false)
}

fn check_object(
    sides: Sides<'_>,
    result: &Value,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    retain_keys: bool,
) -> Result<(), Broken> {
    for name in names(&[sides.original, sides.modified, sides.current, Some(result)]) {
        let here = sides.below(|object| member(object, name));
        let member_of_result = member(result, name);
        if deletes(sides.modified, name) {
            match member_of_result {
                Some(_) => return Err(Broken::here("must be deleted").within(name)),
                None => continue,
            }
        }
        check_field(here, member_of_result, ty, name, options, retain_keys)
            .map_err(|broken| broken.within(name))?;
    }
    Ok(())
}

fn check_field(
    sides: Sides<'_>,
    result: Option<&Value>,
    ty: Option<TypeRef<'_>>,
    name: &str,
    options: &Options,
    retain_keys: bool,
) -> Result<(), Broken> {
    let Some(modified) = sides.modified else {
        return match (sides.original, sides.current, result) {
            (Some(_), _, None) | (_, None, None) => Ok(()),
            (Some(_), _, Some(_)) => Err(Broken::here("must be deleted")),
            (None, Some(_), None) if retain_keys => Ok(()),
            (None, Some(_), Some(_)) if retain_keys => Err(Broken::here("must be cleared")),
            (None, Some(current), Some(result)) if equivalent(current, result) => Ok(()),
            _ => Err(Broken::here("must not change")),
        };
    };
    let should_be = |wanted| Err(Broken::here(format!("should be {wanted}")));
    let Some(result) = result else { return Err(Broken::here("is missing")) };
    let field = ty.and_then(|ty| ty.field(name));
    let strategy = field.map(FieldRef::strategy).unwrap_or_default();
    match (modified, sides.current) {
        (Value::Object(wanted), Some(Value::Object(_))) if strategy.base() != Base::Replace => {
            // By default an object that retains nothing clears nothing, as in the reference.
            let says = options.map_directives == MapDirectives::Documented
                || wanted.values().any(|value| !value.is_null());
            let retains = strategy.retain_keys() && says;
            check_object(sides, result, ty.and_then(|ty| below(ty, name)), options, retains)
        }
        (Value::Array(wanted), Some(Value::Array(_))) => match lists(field, options.merge_keys) {
            Lists::Keyed(by, element) => {
                check_elements(sides, result, by, element, options, strategy.retain_keys())
                    .map_err(Broken::here)
            }
            Lists::Scalars => check_scalars(sides, wanted, result).map_err(Broken::here),
            Lists::Atomic if equivalent(modified, result) => Ok(()),
            Lists::Atomic => should_be(modified),
        },
        _ if equivalent(modified, result) => Ok(()),
        _ => should_be(modified),
    }
}

fn check_scalars(sides: Sides<'_>, wanted: &[Value], result: &Value) -> Result<(), String> {
    let [original, _, current] = sides.lists();
    let Some(items) = result.as_array() else { return Err("is not a list".to_owned()) };
    let mut kinds = wanted.iter().chain(current).map(core::mem::discriminant);
    let first = kinds.next();
    let alike = kinds.all(|kind| Some(kind) == first);
    let scalars =
        |items: &[Value]| !items.iter().any(|i| i.is_null() || i.is_array() || i.is_object());
    if !(alike && scalars(wanted) && scalars(current)) {
        // The list can't be merged and is replaced as a whole.
        let wanted = Value::from(wanted.to_vec());
        let replaced = equivalent(result, &wanted);
        return if replaced { Ok(()) } else { Err(format!("should be {wanted}")) };
    }
    let of = |items: &[Value], item: &Value| items.contains(item);
    if let Some(item) =
        items.iter().find(|i| !of(wanted, i) && (of(original, i) || !of(current, i)))
    {
        return Err(format!("{item} must be deleted"));
    }
    if let Some(item) = current.iter().find(|item| !of(original, item) && !of(items, item)) {
        return Err(format!("has lost {item}"));
    }
    if let Some(item) = wanted.iter().find(|item| !of(items, item)) {
        return Err(format!("lacks {item}"));
    }
    let repeats = |items: &[Value]| items.iter().enumerate().any(|(at, i)| items[..at].contains(i));
    // No rule says which of several equal items comes first.
    if repeats(wanted) || repeats(current) { Ok(()) } else { check_order(wanted, items) }
}

fn check_order(wanted: &[Value], found: &[Value]) -> Result<(), String> {
    if found.iter().filter(|item| wanted.contains(item)).eq(wanted) {
        Ok(())
    } else {
        Err("is not in the order of modified".to_owned())
    }
}

/// The document with the elements of merge lists regrouped: those with the same merge key are next to
/// each other.
#[must_use]
pub fn together(value: &Value, ty: Option<TypeRef<'_>>, keys: MergeKeys) -> Value {
    let Value::Object(members) = value else { return value.clone() };
    let members = members.iter().map(|(name, value)| {
        let field = ty.and_then(|ty| ty.field(name));
        let value = match (value, lists(field, keys)) {
            (Value::Array(items), Lists::Keyed(by, element)) => {
                by.together(items).map(|item| together(item, Some(element), keys)).collect()
            }
            _ => together(value, ty.and_then(|ty| below(ty, name)), keys),
        };
        (name.clone(), value)
    });
    Value::Object(members.collect())
}

/// Whether both sides changed the same value of original, to different values.
#[must_use]
pub fn in_conflict(sides: Sides<'_>, ty: TypeRef<'_>, keys: MergeKeys) -> bool {
    members_in_conflict(sides, Some(ty), keys)
}

fn members_in_conflict(sides: Sides<'_>, ty: Option<TypeRef<'_>>, keys: MergeKeys) -> bool {
    names(&[sides.modified, sides.current]).into_iter().any(|name| {
        let here = sides.below(|object| member(object, name));
        let original = sides.original.and_then(|original| original.get(name));
        let added = original.is_none() && here.current.is_some();
        (added && deletes(sides.modified, name)) || field_in_conflict(here, ty, name, keys)
    })
}

fn field_in_conflict(
    sides: Sides<'_>,
    ty: Option<TypeRef<'_>>,
    name: &str,
    keys: MergeKeys,
) -> bool {
    let agree = |left: Option<&Value>, right| left.map(pruned) == Option::map(right, pruned);
    let Sides { original, modified, current } = sides;
    if agree(modified, current) || agree(original, current) {
        return false;
    }
    let changed = !agree(original, modified);
    let field = ty.and_then(|ty| ty.field(name));
    let replaces = field.is_some_and(|field| field.strategy().base() == Base::Replace);
    match (modified, current) {
        (Some(Value::Object(_)), Some(Value::Object(_))) if !replaces => {
            members_in_conflict(sides, ty.and_then(|ty| below(ty, name)), keys)
        }
        (Some(Value::Array(_)), Some(Value::Array(_))) => match lists(field, keys) {
            Lists::Atomic => changed,
            Lists::Scalars => false,
            Lists::Keyed(by, element) => match Elements::of(sides, by) {
                Some(elements) if elements.duplicates.is_empty() => {
                    let mut all = elements.identified.into_iter();
                    all.any(|one| element_in_conflict(one, element, keys))
                }
                _ => changed,
            },
        },
        _ => changed,
    }
}

fn element_in_conflict(sides: Sides<'_>, ty: TypeRef<'_>, keys: MergeKeys) -> bool {
    match (sides.modified, sides.current) {
        (Some(_), Some(_)) => members_in_conflict(sides, Some(ty), keys),
        // Removed by one side, changed by the other.
        (None, Some(other)) | (Some(other), None) => {
            sides.original.is_some_and(|original| !equivalent(original, other))
        }
        (None, None) => false,
    }
}
