//! Merge lists of objects: which elements of original, modified and current are one element, and
//! what the result must have of each.

use serde_json::Value;
use smp_core::schema::FieldRef;
use smp_core::{MergeKeys, Options, TypeRef};

use super::{Sides, check_object, check_order, equivalent, member};
use crate::schema::default_value;

/// The keys that identify the elements of a list.
#[derive(Clone, Copy)]
pub(super) struct Keys<'s> {
    pub(super) field: FieldRef<'s>,
    pub(super) keys: MergeKeys,
}

impl Keys<'_> {
    /// The merge key of an element, or its list map keys where the list has no merge key or the
    /// options prefer them; `None` if a key is missing or is not a scalar.
    fn merge_key(self, item: &Value) -> Option<Value> {
        let scalar =
            |key: &str| member(item, key).filter(|value| !value.is_array() && !value.is_object());
        let all = self.field.list_map_keys();
        match self.field.merge_key() {
            Some(key) if all.is_empty() || self.keys == MergeKeys::PatchMergeKey => {
                scalar(key).cloned()
            }
            _ => all
                .iter()
                .map(|key| scalar(key.name()).cloned().or_else(|| key.default().map(default_value)))
                .collect(),
        }
    }

    /// The identity of an element for an API server: the merge key and all list map keys.
    fn unique_key(self, item: &Value) -> Value {
        self.key_of_merged(Sides { original: None, modified: Some(item), current: None }, false)
            .unwrap_or_default()
    }

    /// The unique key of an element of the result; `None` if neither modified nor current has the
    /// element. With `retain_keys`, keys that only current has are cleared.
    fn key_of_merged(self, one: Sides<'_>, retain_keys: bool) -> Option<Value> {
        let item = one.modified.or(one.current)?;
        let others = self.field.list_map_keys().iter().map(|key| {
            let of = |item: Option<&'_ Value>| member(item?, key.name()).cloned();
            // A key of current is deleted by a null in modified, and also if original has the key.
            let is_deleted = item.get(key.name()).is_some() || of(one.original).is_some();
            let is_cleared = retain_keys && one.modified.is_some();
            let kept = of(one.current).filter(|_| !is_deleted && !is_cleared);
            let value = of(Some(item)).or(kept);
            value.or_else(|| key.default().map(default_value)).unwrap_or_default()
        });
        Some(self.merge_key(item).into_iter().chain(others).collect())
    }

    /// Whether two elements have different values of a list map key. A list or an object is not a
    /// value of a key, and distinguishes nothing.
    fn differ(self, one: &Value, other: &Value) -> bool {
        let [one, other] = [one, other].map(|item| self.unique_key(item));
        let both = one.as_array().into_iter().flatten().zip(other.as_array().into_iter().flatten());
        let is_key = |it: &Value| !it.is_null() && !it.is_array() && !it.is_object();
        both.into_iter().any(|(one, other)| is_key(one) && is_key(other) && one != other)
    }

    /// The elements, with those of the same merge key next to each other.
    pub(super) fn together(self, items: &[Value]) -> impl Iterator<Item = &Value> {
        let keys = distinct(items.iter().map(|item| self.merge_key(item)));
        let of = move |key| items.iter().filter(move |item| self.merge_key(item) == key);
        keys.into_iter().flat_map(of)
    }

    fn are_unique(self, items: &[Value]) -> bool {
        let keys: Vec<_> = items.iter().map(|item| self.unique_key(item)).collect();
        keys.iter().enumerate().all(|(at, key)| !keys[..at].contains(key))
    }
}

/// The elements of the three lists.
pub(super) struct Elements<'v> {
    /// The elements that each list has at most once, each with its versions in the lists that have
    /// it.
    pub(super) identified: Vec<Sides<'v>>,
    /// The elements that share all keys with another element of their list.
    pub(super) duplicates: Vec<[Vec<&'v Value>; 3]>,
}

impl<'v> Elements<'v> {
    /// `None` if an element lacks its merge key.
    pub(super) fn of(sides: Sides<'v>, by: Keys<'_>) -> Option<Self> {
        let lists = sides.lists();
        let mut elements = Self { identified: Vec::new(), duplicates: Vec::new() };
        for key in distinct(lists.concat().iter().map(|item| by.merge_key(item))) {
            let key = key?;
            let group = lists.map(|items| {
                items.iter().filter(|item| by.merge_key(item).as_ref() == Some(&key)).collect()
            });
            match once(&group) {
                Some(one) => elements.identified.extend(by_merge_key(one, by)),
                None => elements.add_by_unique_key(&group, by),
            }
        }
        Some(elements)
    }

    fn add_by_unique_key(&mut self, group: &[Vec<&'v Value>; 3], by: Keys<'_>) {
        if self.add_versions_of_removed(group, by) {
            return;
        }
        for key in distinct(group.concat().into_iter().map(|item| by.unique_key(item))) {
            let class = group.each_ref().map(|items| {
                items.iter().copied().filter(|item| by.unique_key(item) == key).collect()
            });
            match once(&class) {
                Some(one) => self.identified.push(one),
                None => self.duplicates.push(class),
            }
        }
    }

    /// Adds the elements of a merge key that one side has removed completely, if an element of
    /// original lacks a list map key: that element may be any element of the other side. Returns
    /// whether they were added.
    fn add_versions_of_removed(&mut self, group: &[Vec<&'v Value>; 3], by: Keys<'_>) -> bool {
        let [original, modified, current] = group;
        let lacks_key = |item: &&Value| {
            by.unique_key(item).as_array().is_some_and(|keys| keys.contains(&Value::Null))
        };
        let removed = original.iter().copied().find(lacks_key);
        let (true, Some(removed)) = (modified.is_empty() || current.is_empty(), removed) else {
            return false;
        };
        let keys: Vec<_> = modified.iter().chain(current).map(|item| by.unique_key(item)).collect();
        if distinct(keys.iter()).len() < keys.len() {
            return false;
        }
        let original_of = |item: &Value| {
            let key = by.unique_key(item);
            original.iter().copied().find(|it| by.unique_key(it) == key).or(Some(removed))
        };
        self.identified.extend(modified.iter().map(|item| Sides {
            original: original_of(item),
            modified: Some(item),
            current: None,
        }));
        self.identified.extend(current.iter().map(|item| Sides {
            original: original_of(item),
            modified: None,
            current: Some(item),
        }));
        true
    }
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for one in all {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}

/// The elements, if no list has several.
fn once<'v>(lists: &[Vec<&'v Value>; 3]) -> Option<Sides<'v>> {
    let [original, modified, current] = lists.each_ref().map(|items| items.first().copied());
    lists.iter().all(|items| items.len() < 2).then_some(Sides { original, modified, current })
}

/// Splits the versions of a merge key that each list has at most once into distinct elements. Two
/// versions are the same element if the other list keys are the same: a TCP port that is new in
/// modified is not the UDP port that others have added. If all three lists have the element, its
/// versions in modified and current are the same in any case.
fn by_merge_key<'v>(one: Sides<'v>, by: Keys<'_>) -> Vec<Sides<'v>> {
    let none = Sides { original: None, modified: None, current: None };
    let Sides { original, modified, current } = one;
    let differ = |one: Option<&Value>, other: Option<&Value>| {
        one.zip(other).is_some_and(|(one, other)| by.differ(one, other))
    };
    let (modified_alone, current_alone) = (Sides { modified, ..none }, Sides { current, ..none });
    match (original, modified, current) {
        (None, Some(_), Some(_)) if differ(modified, current) => {
            vec![modified_alone, current_alone]
        }
        (Some(_), Some(_), None) if differ(original, modified) => vec![modified_alone],
        (Some(_), None, Some(_)) if differ(original, current) => vec![current_alone],
        (Some(_), Some(_), Some(_)) if differ(original, modified) && !differ(modified, current) => {
            vec![Sides { original: None, ..one }]
        }
        _ => vec![one],
    }
}

/// Checks a list of the result. Elements that the user neither has nor had stay. If an API server can
/// tell the elements of all three lists apart, it can tell those of the result apart.
pub(super) fn check_elements(
    sides: Sides<'_>,
    result: &Value,
    by: Keys<'_>,
    element: TypeRef<'_>,
    options: &Options,
    retain_keys: bool,
) -> Result<(), String> {
    let Some(items) = result.as_array() else { return Err("is not a list".to_owned()) };
    let Some(elements) = Elements::of(sides, by) else {
        return check_without_keys(sides, result, by, element, options, retain_keys);
    };
    if items.iter().any(|item| by.merge_key(item).is_none()) {
        return Err("has an element without key".to_owned());
    }
    if sides.lists().into_iter().all(|items| by.are_unique(items)) && !by.are_unique(items) {
        return Err("has an element twice".to_owned());
    }
    let with_key = |key: &Value| -> Vec<&Value> {
        items.iter().filter(|item| by.unique_key(item) == *key).collect()
    };
    let check = |sides: Sides<'_>, found: &Value| {
        check_object(sides, found, Some(element), options, retain_keys)
            .map_err(|broken| broken.to_string())
    };
    let mut known = Vec::new();
    let mut wanted = Vec::new();
    for one in &elements.identified {
        let Some(item) = one.modified.or(one.current) else { continue };
        let key = by.key_of_merged(*one, retain_keys).unwrap_or_default();
        let found = with_key(&key);
        match (one.modified, one.current, one.original, found.as_slice()) {
            (Some(_), Some(_), _, [found]) => {
                check(*one, found).map_err(|what| format!("{key}: {what}"))?;
            }
            (Some(wanted), None, _, [found]) if equivalent(found, wanted) => {}
            (Some(wanted), None, _, [_]) => return Err(format!("{key} should be {wanted}")),
            (Some(_), ..) => return Err(format!("has {} of {key}", found.len())),
            (None, _, None, [found]) if equivalent(found, item) => {}
            (None, _, None, _) => return Err(format!("{key} must not change")),
            (None, _, Some(_), []) => continue,
            (None, _, Some(_), _) => return Err(format!("{key} must be deleted")),
        }
        wanted.extend(one.modified.map(|one| (one, key.clone())));
        known.push(key);
    }
    for [original, modified, current] in &elements.duplicates {
        let all = [original, modified, current];
        let Some(item) = all.into_iter().flatten().next() else { continue };
        let key = by.unique_key(item);
        let stands = |one: &Value, found: &Value| {
            let sides = Sides { original: None, modified: Some(one), current: Some(found) };
            check(sides, found).is_ok()
        };
        check_duplicates([original, modified, current], &with_key(&key), stands)
            .map_err(|what| format!("{key}: {what}"))?;
        known.push(key);
    }
    if let Some(item) = items.iter().find(|item| !known.contains(&by.unique_key(item))) {
        return Err(format!("{item} must not be there"));
    }
    let [_, modified, _] = sides.lists();
    let key_of = |item: &Value| {
        wanted.iter().find(|(one, _)| core::ptr::eq(*one, item)).map(|(_, key)| key.clone())
    };
    let exactly: Vec<Value> = modified.iter().filter_map(key_of).collect();
    // A patch of the list brings elements with the same merge key together.
    let together: Vec<Value> = by.together(modified).filter_map(key_of).collect();
    let found: Vec<Value> = items.iter().map(|item| by.unique_key(item)).collect();
    check_order(&exactly, &found).or_else(|_| check_order(&together, &found))
}

/// Checks a list with elements that have no key. If only original has such elements, original is
/// ignored; otherwise modified's list is the result.
fn check_without_keys(
    sides: Sides<'_>,
    result: &Value,
    by: Keys<'_>,
    element: TypeRef<'_>,
    options: &Options,
    retain_keys: bool,
) -> Result<(), String> {
    let [_, modified, current] = sides.lists();
    let have_keys = |items: &[Value]| items.iter().all(|item| by.merge_key(item).is_some());
    if have_keys(modified) && have_keys(current) {
        let sides = Sides { original: None, ..sides };
        return check_elements(sides, result, by, element, options, retain_keys);
    }
    match sides.modified {
        Some(modified) if !equivalent(modified, result) => Err(format!("should be {modified}")),
        _ => Ok(()),
    }
}

/// Checks elements that share all keys, by their content. `stands` says whether an element is
/// contained in another, which may have more members.
fn check_duplicates(
    [original, modified, current]: [&[&Value]; 3],
    found: &[&Value],
    stands: impl Fn(&Value, &Value) -> bool,
) -> Result<(), String> {
    let same = |one: &[&Value], other: &[&Value]| {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equivalent(one, other))
    };
    // Whether all elements are contained in the others, in their order.
    let stand = |list: &[&Value], others: &[&Value]| {
        let mut others = others.iter();
        list.iter().all(|one| others.any(|other| stands(one, other)))
    };
    if same(original, modified) && stand(modified, current) {
        let is_in = |one: &&Value| current.iter().any(|other| equivalent(one, other));
        let unchanged = found.len() == current.len() && found.iter().all(is_in);
        return if unchanged { Ok(()) } else { Err("must not change".to_owned()) };
    }
    if !stand(modified, found) {
        return Err("lacks an element of modified".to_owned());
    }
    if original.len() > modified.len() {
        let all = found.len() == modified.len();
        return if all { Ok(()) } else { Err("elements must be deleted".to_owned()) };
    }
    let of_user = |one: &Value| original.iter().chain(modified).any(|element| stands(element, one));
    let mut left = found.to_vec();
    let mut lost = 0;
    for other in current.iter().filter(|one| !of_user(one)) {
        match left.iter().position(|one| equivalent(one, other)) {
            Some(at) => drop(left.remove(at)),
            None => lost += 1,
        }
    }
    // If original is not contained in current, others have changed or removed its elements.
    let changed = if stand(original, current) { 0 } else { original.len() };
    if lost > changed {
        return Err(format!("has lost {lost} elements of others"));
    }
    if let Some(other) = left.iter().find(|one| !of_user(one)) {
        return Err(format!("{other} must not be there"));
    }
    // Others may have added elements like the user's. If neither modified's nor original's elements
    // are contained in current, the first elements are the user's, and any further element may be
    // like them.
    let is_there = |one: &&Value| current.iter().any(|other| equivalent(one, other));
    let alike = |elements: &[&Value]| elements.iter().filter(|one| of_user(one)).count();
    let alike = if modified.iter().all(is_there) && stand(modified, current) {
        alike(current).saturating_sub(modified.len())
    } else if changed == 0 {
        alike(current).saturating_sub(original.len())
    } else {
        alike(current.get(original.len()..).unwrap_or_default())
    };
    if left.len() > alike + modified.len() {
        return Err("has an element of the user too often".to_owned());
    }
    Ok(())
}
