//! `diff` and `three_way`: from documents to the patch that leads from one to
//! another. Rules and laws: semantics diff-1 to diff-15 and three-way-1 to
//! three-way-13.
//!
//! Both are one walk over *current* and *modified*. A two-way diff has no more
//! than those; a three-way one asks *original* what may be deleted.

mod ancestor;
mod conflicts;
mod guided;
mod list;
mod object;
mod scalars;
mod three_way;

use std::borrow::Cow;

use ancestor::{Ancestor, LazyAncestor, ThreeSides};

use crate::depth::DepthBudget;
use crate::directive::{Change, FieldPatch, Marker, PatchObject, data};
use crate::document::{Document, JsonKind, Node, Object, equal};
use crate::error::{Error, ErrorKind, Role};
use crate::input::Json;
use crate::options::Options;
use crate::patch::Patch;
use smp_schema::TypeRef;

pub use three_way::{Overwrite, ThreeWay};

/// The patch that makes `modified` of `original`, both of type `ty`.
///
/// Applied to `original` under the same options it gives `modified`, list
/// order included; a null member counts as absent. Where patching element
/// by element can't say the change (duplicate keys, elements without the
/// key), the patch replaces the smallest part around it. Of two equal
/// documents it is empty.
///
/// `O(n·d)` in the size of what differs and its depth; equal text is
/// recognized without being opened.
///
/// # Errors
///
/// [`DirectiveAsData`](ErrorKind::DirectiveAsData) where a changed part has
/// a name that spells a directive; [`UnknownField`](ErrorKind::UnknownField)
/// and [`TypeMismatch`](ErrorKind::TypeMismatch) where the patch could not
/// be applied; [`NotAnObject`](ErrorKind::NotAnObject).
///
/// ```
/// use smp_core::{Options, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let (original, modified) = (r#"{"replicas":1,"paused":true}"#, r#"{"replicas":2}"#);
/// let patch = smp_core::diff(original, modified, &schema, &Options::default())?;
/// assert_eq!(patch.to_json(), r#"{"replicas":2,"paused":null}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diff<'o, 'm, 's>(
    original: impl Json<'o>,
    modified: impl Json<'m>,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Patch, Error> {
    let ty = ty.into();
    let original = compared(original, None, ty, options, Role::Original)?;
    let modified = compared(modified, Some(&original), ty, options, Role::Modified)?;
    let sides = NodeSides {
        original: Ancestor::IsCurrent,
        modified: &modified.node,
        current: &original.node,
    };
    walk(sides, Role::Original, ty, options)
}

/// Reads a document that is compared with `with`, or with one that is read later.
/// Text is opened along the schema, and only where it differs from `with`.
fn compared<'a>(
    input: impl Json<'a>,
    with: Option<&Document<'_>>,
    ty: TypeRef<'_>,
    options: &Options,
    role: Role,
) -> Result<Cow<'a, Document<'a>>, Error> {
    input
        .to_source()
        .open(&options.limits, |text| guided::read(text, with, ty, options))
        .map_err(|error| error.about(role))
}

/// What the documents have at one place. Two lifetimes: `'n` of what was opened
/// on the way here, `'a` of the documents themselves.
type NodeSides<'n, 'a> = ThreeSides<Ancestor<&'n Node<'a>>, &'n Node<'a>>;

impl<'a> NodeSides<'_, 'a> {
    fn are_equal(&self, limit: DepthBudget) -> Result<bool, Error> {
        equal(self.modified, self.current, limit)
    }

    /// For what can't be patched by its parts: nothing, if it is right already.
    fn whole(&self, limit: DepthBudget) -> Result<MemberDiff<'a>, Error> {
        Ok(if self.are_equal(limit)? {
            MemberDiff::Nothing
        } else {
            MemberDiff::Inexpressible(self.modified.clone())
        })
    }
}

/// What is fixed during a walk.
#[derive(Clone, Copy)]
struct Differ<'o> {
    options: &'o Options,
}

/// How a member of current becomes what is wanted.
enum MemberDiff<'a> {
    /// It is so already.
    Nothing,
    Patch(FieldPatch),
    /// No patch of this member alone leads there: this is what is wanted.
    Inexpressible(Node<'a>),
}

/// How an object of current becomes what is wanted.
enum ObjectDiff<'a> {
    /// By merging; empty if it is so already.
    Merge(PatchObject),
    /// Only by being replaced as a whole by this.
    Replace(Object<'a>),
}

impl MemberDiff<'_> {
    /// The member is given this value.
    fn set(value: &Node<'_>, limit: DepthBudget) -> Result<Self, Error> {
        Ok(Self::Patch(FieldPatch::value(data(value.clone(), limit)?)))
    }
}

/// An object that a patch replaces by this one.
fn replacement(target: Object<'_>, limit: DepthBudget) -> Result<PatchObject, Error> {
    match data(Node::Object(target), limit)? {
        Change::Object(object) => Ok(PatchObject { marker: Some(Marker::Replace), ..object }),
        // Data keep their kind.
        Change::Scalar(_) | Change::List(_) => Ok(PatchObject::default()),
    }
}

fn walk(
    sides: NodeSides<'_, '_>,
    current_role: Role,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Patch, Error> {
    let differ = Differ { options };
    let current = root_object(sides.current, current_role)?;
    let modified = root_object(sides.modified, Role::Modified)?;
    if let Ancestor::Original(Some(node)) = sides.original {
        check_root(node, Role::Original)?;
    }
    let original = LazyAncestor::of(sides.original);
    let sides = ThreeSides { original: &original, modified: &*modified, current: &*current };
    let about = |error: Error| error.about(Role::Modified);
    let diff =
        differ.object(sides, Some(ty), false, DepthBudget::of(&options.limits)).map_err(about)?;
    let root = match diff {
        ObjectDiff::Merge(patch) => patch,
        ObjectDiff::Replace(target) => {
            replacement(target, DepthBudget::of(&options.limits)).map_err(about)?
        }
    };
    Ok(Patch { root })
}

/// A whole document as an object; a null one counts as `{}`.
fn root_object<'n, 'a>(node: &'n Node<'a>, role: Role) -> Result<Cow<'n, Object<'a>>, Error> {
    check_root(node, role)?;
    Ok(match node.opened().map_err(|error| error.about(role))? {
        Cow::Borrowed(Node::Object(members)) => Cow::Borrowed(members),
        Cow::Owned(Node::Object(members)) => Cow::Owned(members),
        _ => Cow::Owned(Object::default()),
    })
}

fn check_root(node: &Node<'_>, role: Role) -> Result<(), Error> {
    match node.kind() {
        JsonKind::Object | JsonKind::Null => Ok(()),
        other => Err(Error::new(
            ErrorKind::NotAnObject,
            format!("a document is an object, this is {}", other.name()),
        )
        .about(role)),
    }
}

/// A value that is there and not null.
fn present<'n, 'a>(node: Option<&'n Node<'a>>) -> Option<&'n Node<'a>> {
    node.filter(|node| node.kind() != JsonKind::Null)
}
