//! Elements with names that a patch drops, or members of them, because it replaces their list:
//! semantics check-8.

use crate::directive::Change;
use crate::document::{KeyValue, Node, Scalar};
use crate::error::Error;
use crate::finding::{Finding, FindingKind};
use crate::hash::{Map, Set};
use crate::path::Trail;
use smp_schema::{FieldRef, TypeKind, TypeRef};

/// Fields that name an element of a list, in many APIs.
const NAMES: [&str; 4] = ["name", "id", "key", "secretKey"];

/// Whether the schema does not say how a list of objects merges: it has neither a strategy
/// nor a list type.
pub(super) fn is_silent(field: Option<FieldRef<'_>>, ty: TypeRef<'_>) -> bool {
    let objects = match ty.kind() {
        TypeKind::List(element) => matches!(element.kind(), TypeKind::Object | TypeKind::Any),
        TypeKind::Any => true,
        _ => false,
    };
    objects
        && field.is_none_or(|field| {
            field.list_type().is_none() && field.strategy() == smp_schema::Strategy::NONE
        })
}

/// The finding about a list that the patch replaces, if elements with names, or members of
/// them, are dropped.
/// `O(n)` in both lists.
pub(super) fn dropped(
    items: &[Change],
    live: &Node<'_>,
    place: &Trail<'_>,
) -> Result<Option<Finding>, Error> {
    let live = live.list_items()?;
    for name in NAMES {
        let in_live = live.iter().map(|item| name_of(item, name));
        let Some(in_live) = in_live.collect::<Result<Option<Vec<_>>, Error>>()? else {
            continue;
        };
        let in_patch = items.iter().map(|item| Some((name_in_patch(item, name)?, item)));
        let Some(in_patch) = in_patch.collect::<Option<Map<String, &Change>>>() else { continue };
        if in_live.iter().collect::<Set<_>>().len() < in_live.len() {
            continue;
        }
        let mut dropped = Vec::new();
        for (name, item) in in_live.iter().zip(live.iter()) {
            match in_patch.get(name) {
                None => dropped.push(name.clone()),
                Some(change) => {
                    if let Some(member) = lost(item, change)? {
                        dropped.push(format!("`{member}` of {name}"));
                    }
                }
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
        return Ok(Some(Finding {
            path: place.path(),
            kind: FindingKind::NamedElementsDropped,
            message,
            suggestion: Some(name.to_owned()),
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
fn name_of(item: &Node<'_>, name: &str) -> Result<Option<String>, Error> {
    let opened = item.opened()?;
    let Node::Object(members) = opened.as_ref() else { return Ok(None) };
    Ok(match members.get(name).map(KeyValue::of) {
        Some(KeyValue::Scalar(scalar @ Scalar::String(_))) => Some(scalar.to_json()),
        _ => None,
    })
}

fn name_in_patch(item: &Change, name: &str) -> Option<String> {
    let Change::Object(object) = item else { return None };
    match object.fields.get(name)?.value.as_ref()? {
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
