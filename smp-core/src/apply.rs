//! `apply(live, patch)`: the merge itself. Rules: semantics apply-1 to apply-18.
//!
//! Live is changed in place and only where the patch leads; the patch is only
//! read. What the patch adds is borrowed from it.

mod adopt;
pub(crate) mod guided;
mod list;
mod object;
pub(crate) mod order;
mod scalars;

use crate::depth::DepthBudget;
use crate::directive::{Change, Deletion, FieldPatch, Marker, PatchObject};
use crate::document::{Document, JsonKind, Node, Object};
use crate::error::{Error, ErrorKind, Role};
use crate::options::{Options, Unions};
use crate::patch::Patch;
use crate::union::{Scope, normalize, validate};
use smp_schema::TypeRef;

pub(crate) use adopt::{Nulls, adopt, literal_members as literal};
pub(crate) use list::{PatchKeys, check_patch_order, order_keys};
pub(crate) use object::adopt_field;
pub(crate) use scalars::check_order as check_scalar_order;

impl<'a> Document<'a> {
    /// Applies a strategic merge patch to this document of type `ty` and
    /// returns the result; the same operation as the free [`apply`], for
    /// documents that come from YAML or go on to another operation.
    ///
    /// `O(p)` in the patch and in the text of the objects that it leads
    /// through; merge lists cost `O(n)` in their elements. Where options ask to
    /// normalize unions and the type has some, what
    /// [`normalize`](Self::normalize) costs, and a copy of a document that was
    /// made of an owned value.
    ///
    /// # Errors
    ///
    /// What the patch asks for contradicts itself, the live object or the
    /// schema: see the kinds of [`ErrorKind`]. A union that is still broken, if
    /// options ask to validate unions.
    ///
    /// [`apply`]: crate::apply
    ///
    /// ```
    /// use smp_core::{Document, ObjectDef, Options, Patch, SchemaBuilder};
    /// let mut types = SchemaBuilder::new();
    /// let root = types.any();
    /// let schema = types.build(root)?;
    /// let live = Document::from_json(r#"{"b":1,"a":{"x":1}}"#)?;
    /// let patch = Patch::from_json(r#"{"a":{"y":2},"b":null}"#)?;
    /// let result = live.apply(&patch, schema.root(), &Options::default())?;
    /// assert_eq!(result.to_json(), r#"{"a":{"x":1,"y":2}}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(
        self,
        patch: &'a Patch,
        ty: TypeRef<'_>,
        options: &Options,
    ) -> Result<Self, Error> {
        let normalizes = options.unions != Unions::Ignore && Scope::All.reaches(ty);
        let old = normalizes.then(|| self.node.clone());
        let mut node = apply_node(self.node, &patch.root, ty, options)
            .map_err(|error| error.about(Role::Patch))?;
        if let Some(old) = old {
            let about = |error: Error| match error.document() {
                Some(Role::Old) => error.about_instead(Role::Live),
                _ => error.about(Role::Result),
            };
            normalize(&mut node, Some(&old), ty, options, Scope::All).map_err(about)?;
            if options.unions == Unions::NormalizeAndValidate {
                validate(&node, ty, options, Scope::All).map_err(about)?;
            }
        }
        Ok(Self { node })
    }
}

/// Applies a patch to a whole document. A null or absent one counts as `{}`.
pub(crate) fn apply_node<'a>(
    mut live: Node<'a>,
    patch: &'a PatchObject,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Node<'a>, Error> {
    if live.is_null() {
        live = Node::Object(Object::default());
    }
    if patch.is_empty() && live.kind() == JsonKind::Object {
        return Ok(live);
    }
    let kind = live.kind();
    if kind != JsonKind::Object {
        return Err(Error::new(
            ErrorKind::NotAnObject,
            format!("a document to be patched is an object, this is {}", kind.name()),
        )
        .about(Role::Live));
    }
    match patch.marker {
        // A whole document can't go: what is left of it is `{}`.
        Some(Marker::Delete) => live = Node::Object(Object::default()),
        Some(Marker::Replace) => live = Node::Object(adopt::literal_members(patch, options)),
        None => {
            object::merge(&mut live, patch, Some(ty), options, DepthBudget::of(&options.limits))?;
        }
    }
    Ok(live)
}

/// What an open object becomes by a patch without `$patch`.
pub(crate) fn merged<'a>(
    mut live: Object<'a>,
    patch: &'a PatchObject,
    ty: Option<TypeRef<'_>>,
    options: &Options,
) -> Result<Object<'a>, Error> {
    object::merge_members(&mut live, patch, ty, options, DepthBudget::of(&options.limits))?;
    Ok(live)
}

/// What a list of scalars becomes under a patch of its field.
pub(crate) fn merged_scalars<'a>(
    mut live: Vec<Node<'a>>,
    patch: &'a FieldPatch,
    options: &Options,
) -> Result<Vec<Node<'a>>, Error> {
    scalars::merge(&mut live, list_of(patch), patch.order.as_deref(), options)?;
    if let Some(Deletion::Items(gone)) = &patch.delete {
        scalars::remove(&mut live, gone);
    }
    Ok(live)
}

/// The list that a patch has for a field.
pub(crate) fn list_of(field: &FieldPatch) -> Option<&[Change]> {
    match &field.value {
        Some(Change::List(items)) => Some(items),
        _ => None,
    }
}
