//! Elements with names that a patch drops, or members of them, because it replaces their list:
//! semantics check-8.

use crate::directive::Change;
use crate::document::{KeyValue, Node, Scalar};
use crate::error::Error;
use crate::finding::{Finding, FindingKind};
use crate::hash::{Map, Set};
use crate::path::Trail;
use smp_schema::{FieldRef, TypeKind, TypeRef};

/// Fields that name an element of a list, in many APIs. The last one names whole objects, such as the
/// volume claims of a `StatefulSet`.
const NAMES: [&[&str]; 5] = [&["name"], &["id"], &["key"], &["secretKey"], &["metadata", "name"]];

/// The fields by which the elements of a list may be named that is replaced: all, if the schema does not
/// say how the list merges, by a strategy or a list type. Of a list that is atomic by its list type, only
/// those of whole objects.
pub(super) fn names_in(
    field: Option<FieldRef<'_>>,
    ty: TypeRef<'_>,
) -> &'static [&'static [&'static str]] {
    let objects = match ty.kind() {
        TypeKind::List(element) => matches!(element.kind(), TypeKind::Object | TypeKind::Any),
        TypeKind::Any => true,
        _ => false,
    };
    match field {
        _ if !objects => &[],
        Some(field) if field.strategy() != smp_schema::Strategy::NONE => &[],
        Some(field) if field.list_type().is_some() => NAMES.get(4..).unwrap_or_default(),
        _ => &NAMES,
    }
}

/// The finding about a list that the patch replaces, if elements with one of these names, or members of
/// them, are dropped. Of whole objects a server has set members that no patch states.
/// `O(n)` in both lists.
pub(super) fn dropped(
    items: &[Change],
    live: &Node<'_>,
    names: &[&[&str]],
    place: &Trail<'_>,
) -> Result<Option<Finding>, Error> {
    if names.is_empty() {
        return Ok(None);
    }
    let live = live.list_items()?;
    for path in names {
        let in_live = live.iter().map(|item| name_of(item, path));
        let Some(in_live) = in_live.collect::<Result<Option<Vec<_>>, Error>>()? else {
            continue;
        };
        let in_patch = items.iter().map(|item| Some((name_in_patch(item, path)?, item)));
        let Some(in_patch) = in_patch.collect::<Option<Map<String, &Change>>>() else { continue };
        if in_live.iter().collect::<Set<_>>().len() < in_live.len() {
            continue;
        }
        let mut dropped = Vec::new();
        for (name, item) in in_live.iter().zip(live.iter()) {
            match in_patch.get(name) {
                None => dropped.push(name.clone()),
                Some(change) if path.len() == 1 => {
                    if let Some(member) = lost(item, change)? {
                        dropped.push(format!("`{member}` of {name}"));
                    }
                }
                Some(_) => {}
            }
        }
        if dropped.is_empty() {
            return Ok(None);
        }
        let message = format!(
            "the list is replaced as a whole, which drops {}: the schema has no key for its \
             elements",
            listed(&dropped)
        );
        let key = match path {
            [key] => Some((*key).to_owned()),
            _ => None,
        };
        return Ok(Some(Finding {
            path: place.path(),
            kind: FindingKind::NamedElementsDropped,
            message,
            suggestion: key,
        }));
    }
    Ok(None)
}

/// A member that live has at any depth of objects, and the patch has not. `O(n)` in the patch.
fn lost(live: &Node<'_>, change: &Change) -> Result<Option<String>, Error> {
    let Change::Object(patch) = change else { return Ok(None) };
    let opened = live.opened()?;
    let Node::Object(members) = opened.as_ref() else { return Ok(None) };
    for (name, member) in members.iter() {
        let value = patch.fields.get(name.as_ref()).and_then(|field| field.value.as_ref());
        match value {
            None if member.is_null() => {}
            None => return Ok(Some(name.to_string())),
            Some(change) => {
                if let Some(below) = lost(member, change)? {
                    return Ok(Some(format!("{name}.{below}")));
                }
            }
        }
    }
    Ok(None)
}

/// The text of a field of an element; `None` if it is not an object with such a string.
fn name_of(item: &Node<'_>, path: &[&str]) -> Result<Option<String>, Error> {
    let opened = item.opened()?;
    let (Node::Object(members), Some((name, inside))) = (opened.as_ref(), path.split_first())
    else {
        return Ok(None);
    };
    match members.get(name) {
        Some(object) if !inside.is_empty() => name_of(object, inside),
        member => Ok(match member.map(KeyValue::of) {
            Some(KeyValue::Scalar(scalar @ Scalar::String(_))) => Some(scalar.to_json()),
            _ => None,
        }),
    }
}

fn name_in_patch(item: &Change, path: &[&str]) -> Option<String> {
    let (Change::Object(object), (name, inside)) = (item, path.split_first()?) else { return None };
    match object.fields.get(name)?.value.as_ref()? {
        value if !inside.is_empty() => name_in_patch(value, inside),
        Change::Scalar(node) => match Scalar::of(node)? {
            scalar @ Scalar::String(_) => Some(scalar.to_json()),
            _ => None,
        },
        _ => None,
    }
}

/// The first few names, and how many more there are.
pub(super) fn listed(names: &[String]) -> String {
    const LISTED: usize = 5;
    let text = names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
    if let Some(more) = names.len().checked_sub(LISTED).filter(|more| *more > 0) {
        return format!("{text} and {more} more");
    }
    text
}
