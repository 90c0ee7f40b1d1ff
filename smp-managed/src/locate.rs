//! [`locate`]: where the paths of a set are in an object.

use smp_core::{Document, Path, Segment, TypeRef, View};

use crate::element::{Element, FieldPath, value_of};
use crate::error::Error;
use crate::members::members;
use crate::place::Place;
use crate::set::{FieldSet, Node};

/// A path of a set, found in an object.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Located<'d> {
    /// The path in the set.
    pub path: FieldPath,
    /// The place in the object: items of lists by their index.
    pub at: Path,
    /// The value.
    pub value: Document<'d>,
}

/// The paths of a set that an object has, with their places and values, in the order of the object. Paths
/// that it lacks are left out. All list items with the same keys are found. Where the type does not say
/// what identifies items, the keys that the set names do. `O(n log n)` in the object and the set.
///
/// # Errors
///
/// If a part of the object is not JSON.
///
/// ```
/// use smp_core::Document;
/// use smp_managed::{FieldSet, locate};
/// let schema = smp_types::schema("v1", "Pod").expect("a known kind");
/// let pod = Document::from_json(r#"{"spec":{"containers":[{"name":"a"},{"name":"b","tty":true}]}}"#)?;
/// let fields = r#"{"f:spec":{"f:containers":{"k:{\"name\":\"b\"}":{"f:tty":{}}},"f:hostname":{}}}"#;
/// let found = locate(&pod, &FieldSet::from_fields_v1(fields)?, schema)?;
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].path.to_string(), r#".spec.containers[name="b"].tty"#);
/// assert_eq!(found[0].at.to_string(), "spec.containers[1].tty");
/// assert_eq!(found[0].value.to_json(), "true");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn locate<'d, 's>(
    object: &Document<'d>,
    fields: &FieldSet,
    ty: impl Into<TypeRef<'s>>,
) -> Result<Vec<Located<'d>>, Error> {
    locate_in(object.clone(), fields, Place::of(ty.into()))
}

/// [`locate`] for a place.
pub(crate) fn locate_in<'d>(
    object: Document<'d>,
    fields: &FieldSet,
    place: Place<'_>,
) -> Result<Vec<Located<'d>>, Error> {
    let mut walk = Walk::default();
    walk.value(object, fields, place)?;
    Ok(walk.found)
}

#[derive(Default)]
struct Walk<'d> {
    path: Vec<Element>,
    at: Vec<Segment>,
    found: Vec<Located<'d>>,
}

impl<'d> Walk<'d> {
    fn value(
        &mut self,
        value: Document<'d>,
        set: &FieldSet,
        place: Place<'_>,
    ) -> Result<(), Error> {
        if set.is_empty() {
            return Ok(());
        }
        match value.into_view()? {
            object @ View::Object(_) => {
                for (name, value) in members(Some(object)) {
                    if let Some(node) = set.field(&name) {
                        let at = Segment::Field(name.to_string());
                        self.step(node, at, value, place.member(&name))?;
                    }
                }
            }
            View::List(items) => {
                let names = key_names(set);
                for (index, item) in items.into_iter().enumerate() {
                    let view = item.view()?;
                    let known = (!place.is_atomic_list()).then(|| place.item(&view).ok()).flatten();
                    let element = known.or_else(|| by_itself(&view, &names));
                    let node = element.and_then(|element| set.node(&element));
                    let node = node.or_else(|| {
                        set.node(&Element::Index(i64::try_from(index).unwrap_or(i64::MAX)))
                    });
                    drop(view);
                    if let Some(node) = node {
                        self.step(node, Segment::Index(index), item, place.element())?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn step(
        &mut self,
        node: &Node,
        at: Segment,
        value: Document<'d>,
        place: Place<'_>,
    ) -> Result<(), Error> {
        self.path.push(node.element.clone());
        self.at.push(at);
        if node.member {
            let path = FieldPath(self.path.clone());
            let at = Path::from_segments(self.at.iter().cloned());
            self.found.push(Located { path, at, value: value.clone() });
        }
        self.value(value, &node.below, place)?;
        self.path.pop();
        self.at.pop();
        Ok(())
    }
}

/// The names of the keys in a set, sorted.
fn key_names(set: &FieldSet) -> Vec<&str> {
    let keys = set.nodes().iter().filter_map(|node| match &node.element {
        Element::Key(keys) => Some(keys.iter().map(|(name, _)| &**name)),
        _ => None,
    });
    let mut names: Vec<_> = keys.flatten().collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The element of an item without its type: the named keys that it has, or the scalar itself.
fn by_itself(item: &View<'_>, names: &[&str]) -> Option<Element> {
    let View::Object(members) = item else {
        let is_scalar = !matches!(item, View::List(_));
        return is_scalar.then(|| Some(Element::Value(value_of(item.clone()).ok()?.into())))?;
    };
    let is_key = |name: &str| names.binary_search(&name).is_ok();
    let keys = members.iter().filter(|(name, _)| is_key(name));
    let keys = keys.filter_map(|(name, value)| {
        Some((name.clone().into_owned(), value.view().and_then(value_of).ok()?))
    });
    let keys: Vec<_> = keys.collect();
    (!keys.is_empty()).then(|| Element::key(keys))
}
