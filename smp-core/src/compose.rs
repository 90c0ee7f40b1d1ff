//! `compose(p1, p2)`: one patch with the effect of both, on any live object.
//!
//! If no single patch has the effect of both on every live object, the result is an error,
//! never an approximation (semantics compose-1). The most common reason is order. Example:
//! the first patch adds `b` to a merge list of scalars, the second adds `a`. Live `[]` becomes
//! `[a, b]`, and live `[x, a]` becomes `[b, x, a]`: no patch names both items in both orders.
//! Rules: semantics compose-1 to compose-17.

mod exact;
mod list;
mod object;
mod order;
mod scalars;
mod taken;
mod union;

use crate::apply::{adopt_field, check_listed, literal, merged};
use crate::depth::DepthBudget;
use crate::directive::{Change, FieldPatch, Marker, PatchObject, replacement};
use crate::document::{Node, Object};
use crate::error::{Error, ErrorKind, Role};
use crate::input::{PatchInput, pair};
use crate::options::Options;
use crate::patch::Patch;
use crate::site::Site;
use crate::union::{UnionSet, lint_within, normalize_node, validate_node};
use smp_schema::TypeRef;

/// The patch that has, on any live object of type `ty`, the same effect as `first` followed by `second`.
///
/// One case differs: live has a merge list of objects in which some items are not objects (no
/// server stores such a list), the first patch deletes the list, and the second sets it.
/// Applied in turn, the patches succeed; the composed patch may be an error (semantics
/// compose-14).
///
/// `O(n)` in both patches, `O(n log n)` in lists that they both order.
///
/// # Errors
///
/// [`IncompatiblePatches`](ErrorKind::IncompatiblePatches) if no single patch has the effect of
/// both: order lists that contradict each other, or that name an element twice; both patches
/// add elements to a list, and their order depends on live (not with
/// [`ElementOrder::ServerOnlyFirst`](crate::ElementOrder::ServerOnlyFirst)); the first patch
/// replaces an object if live has it, and the second adds to the object; both patches change a
/// union, and one of them sets two members. Also if the composed patch could fail on a server: the first
/// patch removes a map and the second makes a new one. That needs a directive, and where live lacks the
/// map a server stores directives as data. In these cases apply the patches one after the other.
///
/// ```
/// use smp_core::{Options, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let (first, second) = (r#"{"a":{"x":1},"b":2}"#, r#"{"a":{"y":null},"b":null}"#);
/// let both = smp_core::compose(first, second, &schema, &Options::default())?;
/// assert_eq!(both.to_json(), r#"{"a":{"x":1,"y":null},"b":null}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compose<'s>(
    first: impl PatchInput,
    second: impl PatchInput,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Patch, Error> {
    let ty = ty.into();
    let (first, second) = pair(&first, &second, &options.limits)?;
    let compose = Compose { options };
    for (patch, role) in [(&first, Role::FirstPatch), (&second, Role::SecondPatch)] {
        check_listed(&patch.root, ty, options).map_err(|error| error.about(role))?;
    }
    if !first.root.is_empty() && !second.root.is_empty() {
        compose.check_unions(&first.root, ty).map_err(|error| error.about(Role::FirstPatch))?;
        compose.check_unions(&second.root, ty).map_err(|error| error.about(Role::SecondPatch))?;
    }
    let root = match (first.root.marker, second.root.marker) {
        // A document cannot be absent, so that the second `$patch` always has its effect:
        // semantics apply-3.
        (_, Some(_)) => second.root.clone(),
        (Some(marker), None) => {
            let content = match marker {
                Marker::Replace => literal(&first.root, options),
                Marker::Delete => Object::default(),
            };
            let merged = compose
                .applied(content, &second.root, Some(ty))
                .map_err(|error| error.about(Role::SecondPatch))?;
            replacement(merged, compose.limit())?
        }
        (None, None) => compose
            .object_patches(&first.root, &second.root, Some(ty))
            .map_err(|error| error.about(Role::SecondPatch))?,
    };
    Ok(Patch { root })
}

/// The composition of two patches.
struct Compose<'o> {
    options: &'o Options,
}

/// A field and the type of the object that it is in.
#[derive(Clone, Copy)]
struct FieldPlace<'p, 's> {
    name: &'p str,
    ty: Option<TypeRef<'s>>,
}

/// The error for two patches that no single patch can replace.
fn incompatible(message: &str) -> Error {
    Error::new(
        ErrorKind::IncompatiblePatches,
        format!("{message}; apply the patches one after the other"),
    )
}

impl Compose<'_> {
    fn limit(&self) -> DepthBudget {
        DepthBudget::of(&self.options.limits)
    }

    /// Applies a patch without `$patch` to known members, and normalizes unions: semantics compose-15.
    fn applied<'a>(
        &self,
        members: Object<'a>,
        patch: &'a PatchObject,
        ty: Option<TypeRef<'_>>,
    ) -> Result<Object<'a>, Error> {
        let scope = UnionSet::of_options(self.options);
        let Some(unions) = ty.filter(|ty| scope.is_within(*ty)) else {
            return merged(members, patch, ty, self.options);
        };
        let old = self.normalized(members, None, unions)?;
        let new = merged(old.clone(), patch, ty, self.options)?;
        self.normalized(new, Some(&Node::Object(old)), unions)
    }

    /// Refuses a patch that sets two members of a union: live decides which of them the result
    /// has.
    fn check_unions(&self, patch: &PatchObject, ty: TypeRef<'_>) -> Result<(), Error> {
        let lint = lint_within(patch, ty, self.options, UnionSet::of_options(self.options));
        lint.map_err(|error| match error.violations() {
            [violation, ..] => incompatible(&format!("the patch contradicts itself: {violation}")),
            [] => error,
        })
    }

    /// Normalizes known members. An error if they are invalid after that: live decides what happens to
    /// them.
    fn normalized<'a>(
        &self,
        members: Object<'a>,
        old: Option<&Node<'_>>,
        ty: TypeRef<'_>,
    ) -> Result<Object<'a>, Error> {
        let (options, scope) = (self.options, UnionSet::of_options(self.options));
        let mut node = Node::Object(members);
        normalize_node(&mut node, old, ty, options, scope)?;
        let valid = validate_node(&mut node, ty, options, scope).is_ok();
        match node {
            Node::Object(members) if valid => Ok(members),
            _ => Err(incompatible("the patches set two members of a union")),
        }
    }

    /// Composes the patches of one field.
    fn fields(
        &self,
        first: &FieldPatch,
        second: &FieldPatch,
        place: FieldPlace<'_, '_>,
    ) -> Result<FieldPatch, Error> {
        if second.removes() {
            return Ok(FieldPatch::removal());
        }
        let member = Site::member(place.ty, place.name, self.options);
        if first.removes() {
            return self.compose_onto_absent(second, &member);
        }
        match (&first.value, &second.value) {
            // A server would compare the deletion list with live's list, which it never meets when the
            // patches are applied in turn: semantics compose-17.
            (Some(_), Some(Change::Scalar(_))) => Ok(FieldPatch { delete: None, ..second.clone() }),
            (None, Some(Change::Scalar(_) | Change::Object(_))) => Ok(second.clone()),
            (Some(Change::Object(first)), Some(Change::Object(second))) => {
                self.object_field(first, second, &member)
            }
            (Some(Change::Scalar(_) | Change::Object(_)), None) => {
                if second.order.is_some() {
                    return Err(incompatible(
                        "the second patch orders a list that the first removes",
                    ));
                }
                Ok(first.clone())
            }
            (None | Some(Change::List(_)), None | Some(Change::List(_))) => {
                self.lists(first, second, &member, place)
            }
            // The first patch leaves a value of a different type, which the second replaces.
            (Some(Change::Scalar(_) | Change::List(_)), Some(Change::Object(_)))
            | (Some(Change::Scalar(_) | Change::Object(_)), Some(Change::List(_))) => {
                self.compose_onto_absent(second, &member)
            }
        }
    }

    /// The patch of a field that the first patch removes and the second changes: it gives the
    /// field the value that the second gives to an absent one (semantics compose-5).
    fn compose_onto_absent(
        &self,
        field: &FieldPatch,
        member: &Site<'_>,
    ) -> Result<FieldPatch, Error> {
        match adopt_field(field, member, self.options)? {
            None => Ok(FieldPatch::removal()),
            Some(node) => Ok(FieldPatch::value(self.patch_setting_exactly(node, member)?)),
        }
    }

    /// Applies a patch of one field to a known value of the field. `None` if it removes the
    /// field.
    fn apply_to_value<'a>(
        &self,
        value: Node<'a>,
        field: &'a FieldPatch,
        place: FieldPlace<'_, '_>,
    ) -> Result<Option<Node<'static>>, Error> {
        let mut object = Object::default();
        object.insert(std::borrow::Cow::Owned(place.name.to_owned()), value);
        let mut patch = PatchObject::default();
        patch.fields.insert(place.name.to_owned(), field.clone());
        let mut members = self.applied(object, &patch, place.ty)?;
        let value = members.remove(place.name);
        value.map(|node| node.into_owned(self.limit())).transpose()
    }
}
