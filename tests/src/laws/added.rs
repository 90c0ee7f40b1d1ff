//! What others added below a field that the user drops: semantics three-way-22. Checked on the
//! values, without the engine.

use serde_json::{Map, Value};
use smp_core::schema::{Base, FieldRef, TypeKind};
use smp_core::{ErrorKind, Options, Overwrite, ThreeWay, TypeRef, apply};

use super::outcome::{Sides, elements_of, member, merges_items};
use super::{Outcome, Verdict, ensure, ensure_eq, mergeable_values, must};
use crate::generate::below;
use crate::prune::pruned;
use crate::valid::{any_place, lacks_list_map_key};

/// With `keep_added`, the result keeps each member of a map and each element of a merge list that
/// only current has. An object or list of a dropped field is deleted if nothing by others is left in
/// it, and the next patch is empty.
pub fn stays(ty: TypeRef<'_>, options: &Options, documents: [&str; 3]) -> Outcome {
    let Some([original, modified, current]) = mergeable_values(ty, documents) else {
        return Ok(Verdict::NotApplicable);
    };
    let three = |original, current| ThreeWay::new(original, &modified, current).keep_added();
    let patch = must(three(&original, &current).diff(ty, options), || format!("{documents:?}"))?;
    let result = must(apply(&current, &patch, ty, options), || format!("{patch} on {current}"))?;
    let sides = Sides::of(&original, &modified, &current);
    let place = Place { ty: Some(ty), field: None };
    check(sides, Some(&result), place, options)
        .map_err(|what| format!("{what}\nby {patch}\nin {result}"))?;
    // An element of current without a list map key may match any element of original. Once original's
    // own element is gone, the other is taken for it. A server stores no such element.
    let is_told_apart = !any_place(&current, Some(ty), lacks_list_map_key);
    for last in [Some(&original).filter(|_| is_told_apart), Some(&modified)].into_iter().flatten() {
        let next = must(three(last, &result).diff(ty, options), || format!("after {patch}"))?;
        ensure_eq(&next.to_json().as_str(), &"{}", format!("after {patch}, on {result}"))?;
    }
    // Without changes by others there is no conflict.
    let alone = three(&current, &current).overwrite(Overwrite::UnlessBothChanged);
    let conflict = alone.diff(ty, options).err().filter(|it| it.kind() == ErrorKind::Conflict);
    // A null in modified is itself a change.
    let has_null = conflict.as_ref().is_some_and(|error| {
        error.conflicts().iter().any(|one| one.modified.as_deref() == Some("null"))
    });
    ensure(conflict.is_none() || has_null, || format!("{conflict:?} from {current}"))?;
    Ok(Verdict::Holds)
}

/// The type and the field of a value in the schema.
#[derive(Clone, Copy)]
struct Place<'s> {
    ty: Option<TypeRef<'s>>,
    field: Option<FieldRef<'s>>,
}

impl Place<'_> {
    fn member(self, name: &str) -> Self {
        let field = self.ty.and_then(|ty| ty.field(name));
        Self { ty: self.ty.and_then(|ty| below(ty, name)), field }
    }

    /// Whether a member is an entry of a map, not a field that others fill in.
    fn is_map(self, name: &str) -> bool {
        self.ty.is_none_or(|ty| ty.field(name).is_none())
    }

    /// Whether a member is an alternative of a union.
    fn is_alternative(self, name: &str) -> bool {
        self.ty.is_some_and(|ty| ty.unions().iter().any(|union| union.member(name).is_some()))
    }

    fn is_replaced(self) -> bool {
        self.field.is_some_and(|field| field.strategy().base() == Base::Replace)
    }

    fn retains(self) -> bool {
        self.field.is_some_and(|field| field.strategy().retain_keys())
    }
}

/// Checks a value of current that modified has, or that original has and modified lacks.
fn check(
    sides: Sides<'_>,
    result: Option<&Value>,
    place: Place<'_>,
    options: &Options,
) -> Result<(), String> {
    let Some(current) = sides.current else { return Ok(()) };
    let is_dropped = sides.modified.is_none();
    let alike = [sides.original.filter(|_| is_dropped), sides.modified]
        .into_iter()
        .flatten()
        .all(|other| core::mem::discriminant(other) == core::mem::discriminant(current));
    let goes = !alike || place.is_replaced() || place.retains() && current.is_object();
    if is_dropped && goes {
        return match result {
            Some(_) => Err("must be deleted".to_owned()),
            None => Ok(()),
        };
    }
    if is_dropped && result.is_some_and(|left| !has_added(left, place, options)) {
        return Err("must be deleted, as nothing of others is in it".to_owned());
    }
    if !alike || place.is_replaced() {
        return Ok(());
    }
    match current {
        Value::Object(members) => check_members(members, sides, result, place, options),
        Value::Array(items) => check_items(items, sides, result, place, options),
        _ => Ok(()),
    }
}

fn check_members(
    members: &Map<String, Value>,
    sides: Sides<'_>,
    result: Option<&Value>,
    place: Place<'_>,
    options: &Options,
) -> Result<(), String> {
    if place.retains() && sides.modified.is_some() {
        return Ok(());
    }
    for name in members.keys() {
        // A null of the user deletes what others added.
        if sides.modified.is_some_and(|modified| modified.get(name).is_some_and(Value::is_null)) {
            continue;
        }
        let here = sides.below(|object| member(object, name));
        let left = result.and_then(|result| member(result, name));
        let inside = place.member(name);
        if here.modified.is_none() && here.original.is_some() && place.is_alternative(name) {
            match left {
                Some(_) => return Err(format!("{name}: must be deleted")),
                None => continue,
            }
        }
        let checked = match (here.original, here.modified, here.current) {
            (None, None, Some(theirs)) => {
                let stays = sides.modified.is_some() || place.is_map(name);
                let must_stay = stays || has_added(theirs, inside, options);
                let is_there = left.map(pruned) == Some(pruned(theirs));
                if must_stay && !is_there { Err("is lost".to_owned()) } else { Ok(()) }
            }
            _ => check(here, left, inside, options),
        };
        checked.map_err(|what| format!("{name}: {what}"))?;
    }
    Ok(())
}

fn check_items(
    items: &[Value],
    sides: Sides<'_>,
    result: Option<&Value>,
    place: Place<'_>,
    options: &Options,
) -> Result<(), String> {
    let left = result.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if merges_items(place.field, options) {
        let stated = |item: &Value| {
            let lists = [sides.original, sides.modified].into_iter().flatten();
            lists.filter_map(Value::as_array).any(|list| list.contains(item))
        };
        // Items of several types are not a set: the list is replaced as a whole.
        let all = || sides.modified.and_then(Value::as_array).into_iter().flatten().chain(items);
        let kind = items.first().map(core::mem::discriminant);
        if all().any(|item| Some(core::mem::discriminant(item)) != kind) {
            return Ok(());
        }
        return match items.iter().find(|item| !stated(item) && !left.contains(item)) {
            Some(item) => Err(format!("{item} is lost")),
            None => Ok(()),
        };
    }
    let element = match place.ty.map(TypeRef::kind) {
        Some(TypeKind::List(element)) => Some(element),
        _ => None,
    };
    for one in elements_of(sides, place.field, options).into_iter().flatten() {
        let Some(theirs) = one.current else { continue };
        let is_there = left.iter().any(|item| pruned(item) == pruned(theirs));
        let inside = Place { ty: element, ..place };
        match (one.original, one.modified) {
            (None, None) if !is_there => return Err(format!("{theirs} is lost")),
            (Some(_), None) if is_there => return Err(format!("{theirs} must be deleted")),
            (_, Some(_))
                if !left.iter().any(|it| check(one, Some(it), inside, options).is_ok()) =>
            {
                return Err(format!("an element has not what others added to {theirs}"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a value has a member of a map, or an element of a merge list.
fn has_added(value: &Value, place: Place<'_>, options: &Options) -> bool {
    match value {
        Value::Object(members) if !place.is_replaced() => members.iter().any(|(name, value)| {
            !value.is_null()
                && (place.is_map(name) || has_added(value, place.member(name), options))
        }),
        Value::Array(items) => {
            let merges = merges_items(place.field, options)
                || elements_of(
                    Sides { original: None, modified: None, current: None },
                    place.field,
                    options,
                )
                .is_some();
            merges && !items.is_empty()
        }
        _ => false,
    }
}
