//! `apply(live, patch)`: the merge. Rules: semantics apply-1 to apply-18.
//!
//! Live is changed in place, and only the parts that the patch names are opened. Values that
//! the patch adds are borrowed from it.

mod adopt;
mod list;
mod listed;
mod object;
pub(crate) mod order;
mod scalars;

use crate::depth::DepthBudget;
use crate::directive::{Change, Deletion, FieldPatch, Marker, PatchObject};
use crate::document::{Document, JsonKind, Node, Object};
use crate::error::{Error, ErrorKind, Role};
use crate::input::{DocumentFormat, PatchInput};
use crate::options::{Options, Unions};
use crate::patch::Patch;
use crate::site::Site;
use crate::union::{UnionSet, lint_within, normalize_node, validate_node};
use crate::violation::UnionProblem;
use smp_schema::TypeRef;

pub(crate) use adopt::{
    AdoptMode, adopt, atomic_elements, literal as literal_value, literal_members as literal,
};
pub(crate) use list::{PatchKeys, check_patch_order, order_keys};
pub(crate) use listed::check_listed;
pub(crate) use object::adopt_field;
pub(crate) use scalars::check_order as check_scalar_order;

/// Applies a patch to a live object of type `ty`.
///
/// `O(n)` to check the text of live and to write the result; apart from that `O(p)` in the
/// patch, and in the objects that contain what it changes. Text that the patch does not touch
/// is copied byte by byte.
///
/// # Errors
///
/// See [`apply_document`] and [`Patch::from_slice`].
///
/// ```
/// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, Strategy};
/// let mut types = SchemaBuilder::new();
/// let leaf = types.scalar();
/// let container = types.object(
///     ObjectDef::new("Container")
///         .field("name", FieldDef::new(leaf))
///         .field("image", FieldDef::new(leaf)),
/// );
/// let list = types.list(container);
/// let containers = FieldDef::new(list).strategy(Strategy::MERGE).merge_key("name");
/// let root = types.object(ObjectDef::new("PodSpec").field("containers", containers));
/// let schema = types.build(root)?;
/// let result = smp_core::apply(
///     r#"{"containers":[{"name":"nginx","image":"nginx-1.0"},{"name":"log"}]}"#,
///     r#"{"containers":[{"name":"nginx","image":"nginx-1.1"}]}"#,
///     &schema,
///     &Options::default(),
/// )?;
/// assert_eq!(result, r#"{"containers":[{"name":"nginx","image":"nginx-1.1"},{"name":"log"}]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply<'a, 's, L: DocumentFormat<'a>>(
    live: L,
    patch: impl PatchInput,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<L::Output, Error> {
    let patch = patch.to_patch(&options.limits)?;
    let live = live.to_document(&options.limits).map_err(|error| error.about(Role::Live))?;
    let result = apply_document(live.into_owned(), &patch, ty, options)?;
    L::output(result, &options.limits).map_err(|error| error.about(Role::Result))
}

/// Applies a strategic merge patch to a document of type `ty`, as [`apply`] does. The result
/// borrows from live and patch. Use it for documents that are read from YAML, or that are
/// passed to another operation.
///
/// `O(p)` in the patch, and in the text of the objects that contain what it changes; merge
/// lists cost `O(n)` in their elements. If the type has unions that the options normalize, or
/// Rust enums, also the cost of [`normalize`](crate::normalize), and of a copy of a document
/// that owns its value.
///
/// # Errors
///
/// An error if the patch contradicts itself, the live object or the schema: see [`ErrorKind`].
/// Also if a union is invalid in the result, and the options validate unions or the union is a
/// Rust enum.
///
/// ```
/// use smp_core::{Document, ObjectDef, Options, Patch, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let live = Document::from_json(r#"{"b":1,"a":{"x":1}}"#)?;
/// let patch = Patch::from_json(r#"{"a":{"y":2},"b":null}"#)?;
/// let result = smp_core::apply_document(live, &patch, &schema, &Options::default())?;
/// assert_eq!(result.to_json(), r#"{"a":{"x":1,"y":2}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply_document<'a, 's>(
    live: Document<'a>,
    patch: &'a Patch,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    apply_of_type(live, patch, ty.into(), options)
}

/// [`apply_document`] without a type parameter, so that it is compiled once.
fn apply_of_type<'a>(
    live: Document<'a>,
    patch: &'a Patch,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    let scope = UnionSet::of_options(options);
    let old = scope.is_within(ty).then(|| live.node.clone());
    if ty.union_presence().rust_enum
        && let Err(error) = lint_within(&patch.root, ty, options, UnionSet::RustEnums)
        // One of two variants would be lost.
        && error.violations().iter().any(|it| it.problem == UnionProblem::Several)
    {
        return Err(error.about(Role::Patch));
    }
    let mut node = apply_node(live.node, &patch.root, ty, options)
        .map_err(|error| error.about(Role::Patch))?;
    if let Some(old) = old {
        let about = |error: Error| match error.document() {
            Some(Role::Old) => error.about_instead(Role::Live),
            _ => error.about(Role::Result),
        };
        normalize_node(&mut node, Some(&old), ty, options, scope).map_err(about)?;
        let validated = match options.unions {
            Unions::NormalizeAndValidate => UnionSet::all(options),
            Unions::Ignore | Unions::Normalize => UnionSet::RustEnums,
        };
        validate_node(&mut node, ty, options, validated).map_err(about)?;
    }
    Ok(Document { node, depth: live.depth }.allowing(&options.limits))
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
            format!("only an object can be patched, found {}", kind.name()),
        )
        .about(Role::Live));
    }
    check_listed(patch, ty, options)?;
    match patch.marker {
        // A document cannot be absent: semantics apply-3.
        Some(Marker::Delete) => live = Node::Object(Object::default()),
        Some(Marker::Replace) => live = Node::Object(adopt::literal_members(patch, options)),
        None => {
            object::merge(&mut live, patch, Some(ty), options, DepthBudget::of(&options.limits))?;
        }
    }
    Ok(live)
}

/// Applies a patch without `$patch` to an open object.
pub(crate) fn merged<'a>(
    mut live: Object<'a>,
    patch: &'a PatchObject,
    ty: Option<TypeRef<'_>>,
    options: &Options,
) -> Result<Object<'a>, Error> {
    object::merge_members(&mut live, patch, ty, options, DepthBudget::of(&options.limits))?;
    Ok(live)
}

/// Applies the patch of a field to its merge list of objects.
pub(crate) fn merged_elements<'a>(
    mut live: Vec<Node<'a>>,
    patch: &'a FieldPatch,
    member: &Site<'_>,
    options: &Options,
) -> Result<Vec<Node<'a>>, Error> {
    let lists = list::PatchLists {
        patch: list_of(patch).unwrap_or_default(),
        order: patch.order.as_deref(),
    };
    let limit = DepthBudget::of(&options.limits);
    list::merge(&mut live, &lists, member, options, limit)?;
    Ok(live)
}

/// Applies the patch of a field to its list of scalars.
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

/// The list in the patch of a field.
pub(crate) fn list_of(field: &FieldPatch) -> Option<&[Change]> {
    match &field.value {
        Some(Change::List(items)) => Some(items),
        _ => None,
    }
}
