//! The parser of patches: from a document to a [`PatchObject`]. It checks the form of every
//! directive.

use std::collections::HashSet;

use super::errors::directive_as_data;
use super::{
    Change, Deletion, FieldPatch, Fields, Marker, PATCH, PatchMember, PatchObject, RETAIN_KEYS,
};
use crate::depth::DepthBudget;
use crate::document::{JsonKind, Node, Object};
use crate::error::{Error, ErrorKind};
use crate::path::Segment;

/// Reads a patch. `O(n)`.
pub(crate) fn patch_object(node: Node<'_>, limit: DepthBudget) -> Result<PatchObject, Error> {
    object_of(change(node, limit, Directives::Read)?, "patch")
}

fn object_of(change: Change, document: &str) -> Result<PatchObject, Error> {
    match change {
        Change::Object(object) => Ok(object),
        other => Err(Error::new(
            ErrorKind::NotAnObject,
            format!("a {document} is an object, this is {}", other.kind().name()),
        )),
    }
}

/// Makes the change that sets this value. The name of a directive is an error, since applying the patch
/// would execute the directive (semantics diff-14). So is a field of a Rust value that documents lack and
/// that serde would read as a different value. `O(n)`.
pub(crate) fn data(node: Node<'_>, limit: DepthBudget) -> Result<Change, Error> {
    change(node, limit, Directives::Refuse)
}

/// The patch that replaces an object with this one. `O(n·d)`.
pub(crate) fn replacement(object: Object<'_>, limit: DepthBudget) -> Result<PatchObject, Error> {
    let replaced = change(Node::Object(object), limit, Directives::Refuse)?;
    Ok(PatchObject { marker: Some(Marker::Replace), ..replaced.into_object() })
}

/// The change that replaces a merge list of objects: an element `{"$patch": "replace"}`, then the
/// elements. `O(n·d)`.
pub(crate) fn list_replacement(items: Vec<Node<'_>>, limit: DepthBudget) -> Result<Change, Error> {
    let marker = PatchObject { marker: Some(Marker::Replace), ..PatchObject::default() };
    let items = items.into_iter().map(|item| data(item, limit));
    let list: Result<_, Error> =
        core::iter::once(Ok(Change::Object(marker))).chain(items).collect();
    list.map(Change::List)
}

/// Reads a document in which every name is data, also names of directives. `O(n·d)`.
pub(crate) fn plain_object(node: Node<'_>, limit: DepthBudget) -> Result<PatchObject, Error> {
    object_of(change(node, limit, Directives::Data)?, "document")
}

/// The meaning of names of directives in a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Directives {
    Read,
    Refuse,
    Data,
}

fn change(mut node: Node<'_>, limit: DepthBudget, directives: Directives) -> Result<Change, Error> {
    if let Some(value) = node.unchanged().filter(|_| directives == Directives::Refuse) {
        value.check_absences()?;
    }
    node.open()?;
    match node {
        Node::List(items) => {
            let limit = limit.enter()?;
            let mut changes = Vec::with_capacity(items.len());
            let mut mistakes = Mistakes::default();
            for (at, item) in items.into_iter().enumerate() {
                match change(item, limit, directives) {
                    Ok(change) => changes.push(change),
                    Err(error) => mistakes.add(error.within(Segment::Index(at)))?,
                }
            }
            mistakes.none_or(Change::List(changes))
        }
        Node::Object(members) => object(members, limit.enter()?, directives).map(Change::Object),
        scalar => scalar.into_owned(limit).map(Change::Scalar),
    }
}

fn object(
    members: Object<'_>,
    limit: DepthBudget,
    directives: Directives,
) -> Result<PatchObject, Error> {
    let mut patch =
        PatchObject { fields: Fields::with_capacity(members.len()), ..PatchObject::default() };
    let mut mistakes = Mistakes::default();
    for (name, node) in members {
        if directives == Directives::Refuse && super::spells_directive(&name) {
            return Err(directive_as_data(&name));
        }
        if let Err(error) = member(&mut patch, &name, node, limit, directives) {
            mistakes.add(error.within_field(&name))?;
        }
    }
    // Beside `$patch` the directive has no effect: semantics patch-3.
    if patch.marker.is_none() {
        for error in unretained(&patch) {
            mistakes.add(error)?;
        }
    }
    mistakes.none_or(patch)
}

/// The mistakes of a patch: all of them are reported.
#[derive(Default)]
struct Mistakes(Option<Error>);

impl Mistakes {
    /// Collects an error. A depth error is returned, since reading on might overflow the stack.
    fn add(&mut self, error: Error) -> Result<(), Error> {
        if error.kind() == ErrorKind::Depth {
            return Err(error);
        }
        self.0 = Some(match self.0.take() {
            None => error,
            Some(first) => first.and(error),
        });
        Ok(())
    }

    fn none_or<T>(self, value: T) -> Result<T, Error> {
        self.0.map_or(Ok(value), Err)
    }
}

fn member(
    patch: &mut PatchObject,
    name: &str,
    node: Node<'_>,
    limit: DepthBudget,
    directives: Directives,
) -> Result<(), Error> {
    let meaning = match directives {
        Directives::Data => PatchMember::Field(name),
        Directives::Read | Directives::Refuse => PatchMember::of(name),
    };
    match meaning {
        PatchMember::Field(name) => {
            let value = Some(change(node, limit, directives)?);
            change_field(patch, name, |field| field.value = value);
        }
        PatchMember::Patch => patch.marker = Some(marker(&node)?),
        PatchMember::RetainKeys => patch.retain_keys = Some(retain_keys(node)?),
        PatchMember::SetElementOrder(list) => {
            let order = Some(element_order(node, limit)?);
            change_field(patch, list, |field| field.order = order);
        }
        PatchMember::DeleteFromPrimitiveList(list) => {
            let deletion = Some(deletion(node, limit)?);
            change_field(patch, list, |field| field.delete = deletion);
        }
        PatchMember::Malformed(prefix) => {
            return Err(Error::new(
                ErrorKind::InvalidDirective,
                format!(
                    "the directive does not name a list; write `{prefix}/` and the name of the field"
                ),
            ));
        }
    }
    Ok(())
}

/// Changes the patch of a field. If the field has no patch yet, one is added.
fn change_field(patch: &mut PatchObject, name: &str, change: impl FnOnce(&mut FieldPatch)) {
    if let Some(field) = patch.fields.get_mut(name) {
        change(field);
    } else {
        let mut field = FieldPatch::default();
        change(&mut field);
        patch.fields.insert(name.to_owned(), field);
    }
}

fn marker(node: &Node<'_>) -> Result<Marker, Error> {
    match node.opened()?.as_str().as_deref() {
        Some("replace") => Ok(Marker::Replace),
        Some("delete") => Ok(Marker::Delete),
        other => {
            let found =
                other.map_or_else(|| node.kind().name().to_owned(), |text| format!("{text:?}"));
            let message = format!("`{PATCH}` is `replace` or `delete`, found {found}");
            Err(Error::new(ErrorKind::InvalidDirective, message))
        }
    }
}

/// The items of the list of a directive, each read with `read`; `of` names the expected items, for
/// the error.
fn list<'a, T>(
    mut node: Node<'a>,
    of: &str,
    read: impl Fn(Node<'a>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    node.open()?;
    let Node::List(items) = node else {
        return Err(Error::new(
            ErrorKind::InvalidDirective,
            format!("expected a list of {of}, found {}", node.kind().name()),
        ));
    };
    let items = items.into_iter().enumerate();
    items.map(|(at, item)| read(item).map_err(|error| error.within(Segment::Index(at)))).collect()
}

fn retain_keys(node: Node<'_>) -> Result<Vec<String>, Error> {
    list(node, "field names", |name| match name.opened()?.as_str() {
        Some(name) => Ok(name.into_owned()),
        None => Err(Error::new(
            ErrorKind::InvalidDirective,
            format!("`{RETAIN_KEYS}` lists field names, found {}", name.kind().name()),
        )),
    })
}

fn element_order(node: Node<'_>, limit: DepthBudget) -> Result<Vec<Node<'static>>, Error> {
    let (inside, items) = (limit.enter()?, "scalars or of objects that hold the merge key");
    list(node, items, |item| match item.kind() {
        JsonKind::List => Err(Error::new(
            ErrorKind::InvalidDirective,
            "an order list holds scalars, or objects that hold the merge key; found a list",
        )),
        _ => item.into_owned(inside),
    })
}

fn deletion(node: Node<'_>, limit: DepthBudget) -> Result<Deletion, Error> {
    if node.is_null() {
        return Ok(Deletion::Field);
    }
    let inside = limit.enter()?;
    let items = list(node, "scalars, or null", |item| {
        if item.kind().is_scalar() {
            return item.into_owned(inside);
        }
        Err(Error::new(
            ErrorKind::InvalidDirective,
            format!(
                "a deletion list holds scalars, found {}; delete an element of a list of \
                 objects by `{PATCH}: delete` and its merge key",
                item.kind().name()
            ),
        ))
    });
    items.map(Deletion::Items)
}

/// The mistakes of fields that the patch sets and its `$retainKeys` does not list: semantics patch-5.
pub(crate) fn unretained(patch: &PatchObject) -> impl Iterator<Item = Error> {
    let retained = patch
        .retain_keys
        .as_deref()
        .map(|names| names.iter().map(String::as_str).collect::<HashSet<_>>());
    let unlisted = patch.fields.iter().filter(move |(name, field)| {
        field.value.as_ref().is_some_and(|value| !value.is_null())
            && retained.as_ref().is_some_and(|retained| !retained.contains(name.as_str()))
    });
    unlisted.map(|(name, _)| {
        let message =
            format!("set by the patch but missing from its `$retainKeys`; list {name:?} there");
        Error::new(ErrorKind::RetainKeys, message).within_field(name)
    })
}
