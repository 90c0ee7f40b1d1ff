//! Elements with names that a patch drops, or members of them, because it replaces their list:
//! semantics check-8.

use std::borrow::Cow;

use crate::directive::Change;
use crate::document::{KeyValue, Node, Scalar};
use crate::error::Error;
use crate::finding::{Finding, FindingKind};
use crate::hash::Map;
use crate::path::Trail;
use crate::site::Site;
use smp_schema::{FieldRef, TypeKind, TypeRef};

/// Fields that name an element of a list, in many APIs. The last one names whole objects, such as the
/// volume claims of a `StatefulSet`.
const NAMES: [&[&str]; 5] = [&["name"], &["id"], &["key"], &["secretKey"], &["metadata", "name"]];

/// The fields that may name the elements of a list that is replaced: all, if the schema has no strategy
/// and no list type that say how the list merges. For a list that is atomic by its list type, only the
/// names of whole objects.
pub(super) fn names_in(
    field: Option<FieldRef<'_>>,
    member: &Site<'_>,
) -> &'static [&'static [&'static str]] {
    let element = member.element_type().map(TypeRef::kind);
    let objects = matches!(element, Some(TypeKind::Object | TypeKind::Any));
    match field {
        _ if !objects => &[],
        Some(field) if field.strategy() != smp_schema::Strategy::NONE => &[],
        Some(field) if field.list_type().is_some() => NAMES.get(4..).unwrap_or_default(),
        _ => &NAMES,
    }
}

/// A list in live that a patch replaces as a whole, with the names of its elements.
pub(super) struct NamedList<'n> {
    items: Vec<Cow<'n, Node<'n>>>,
    names: Vec<Names>,
}

/// The names of elements, by a field whose values are all different.
struct Names {
    path: &'static [&'static str],
    all: Vec<String>,
    positions: Map<String, usize>,
}

impl<'n> NamedList<'n> {
    /// Reads the names of live's elements from the fields at `paths`. `O(n)`.
    pub(super) fn of(live: &'n Node<'n>, paths: &[&'static [&'static str]]) -> Result<Self, Error> {
        let items = live.list_items()?;
        let mut names = Vec::new();
        for path in paths.iter().copied() {
            let all = items.iter().map(|item| name_of(item, path));
            let Some(all) = all.collect::<Result<Option<Vec<_>>, Error>>()? else { continue };
            let positions: Map<_, _> = all.iter().cloned().zip(0..).collect();
            if positions.len() == all.len() {
                names.push(Names { path, all, positions });
            }
        }
        Ok(Self { items, names })
    }

    /// The finding about named elements, or members of them, that are dropped if `items` replace the
    /// list. Members of whole objects are not compared, since a server sets some that no patch states.
    /// `O(p)` in `items`.
    pub(super) fn dropped(
        &self,
        items: &[Change],
        place: &Trail<'_>,
    ) -> Result<Option<Finding>, Error> {
        for Names { path, all, positions } in &self.names {
            let in_patch = items.iter().map(|item| Some((name_in_patch(item, path)?, item)));
            let Some(in_patch) = in_patch.collect::<Option<Map<String, &Change>>>() else {
                continue;
            };
            // The member that each of these elements of live loses.
            let mut replaced = Map::default();
            for (name, change) in in_patch {
                let at = positions.get(&name);
                if let Some((at, item)) = at.and_then(|at| Some((*at, self.items.get(*at)?))) {
                    replaced.insert(at, if path.len() == 1 { lost(item, change)? } else { None });
                }
            }
            let dropped = all.iter().enumerate().filter_map(|(at, name)| match replaced.get(&at) {
                None => Some(name.clone()),
                Some(member) => Some(format!("`{}` of {name}", member.as_ref()?)),
            });
            let dropped: Vec<_> = dropped.take(LISTED).collect();
            if dropped.is_empty() {
                return Ok(None);
            }
            let kept = replaced.values().filter(|member| member.is_none()).count();
            let message = format!(
                "the list is replaced as a whole, which drops {}: the schema has no key for its \
                 elements",
                first_of(&dropped, all.len().saturating_sub(kept))
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
}

/// A member that live has, at any depth of objects, and the patch lacks. `O(n)` in the patch.
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

/// The number of names that a message lists.
const LISTED: usize = 5;

/// The first few names, and how many more there are.
pub(super) fn listed(names: &[String]) -> String {
    first_of(names, names.len())
}

/// The first few of `count` names, and how many more there are.
fn first_of(names: &[String], count: usize) -> String {
    let text = names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
    if let Some(more) = count.checked_sub(LISTED).filter(|more| *more > 0) {
        return format!("{text} and {more} more");
    }
    text
}
