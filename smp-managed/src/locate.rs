//! [`locate`]: where the paths of a set are in an object.

use smp_core::{Document, Path, Segment, TypeRef, View};

use crate::element::{Element, FieldPath};
use crate::error::Error;
use crate::members::members;
use crate::place::Place;
use crate::set::FieldSet;

/// A path of a set that an object has.
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

/// The paths of a set that an object has, with their places and values, in the order of the object.
/// Paths that it lacks are left out. Of items of a list that have the same keys, all are found. `O(n log
/// n)` in the object and the set.
///
/// # Errors
///
/// An object with a part that is no JSON.
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
                    let at = Segment::Field(name.to_string());
                    self.step(Element::field(&*name), at, value, (set, place.member(&name)))?;
                }
            }
            View::List(items) => {
                for (index, item) in items.into_iter().enumerate() {
                    let element = if place.is_atomic_list() {
                        Element::Index(i64::try_from(index).unwrap_or(i64::MAX))
                    } else {
                        match place.item(&item.view()?) {
                            Ok(element) => element,
                            Err(_) => continue,
                        }
                    };
                    self.step(element, Segment::Index(index), item, (set, place.element()))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn step(
        &mut self,
        element: Element,
        at: Segment,
        value: Document<'d>,
        (set, place): (&FieldSet, Place<'_>),
    ) -> Result<(), Error> {
        let Some(node) = set.node(&element) else { return Ok(()) };
        self.path.push(element);
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
