//! `diff` and `three_way`: compute a patch from two or three documents. Rules and laws:
//! semantics, all of `diff-` and `three-way-`.
//!
//! Both are the same walk over *current* and *modified*. A three-way diff also reads
//! *original*: it deletes only what original has. In a two-way diff, original and current
//! are the same document.

mod added;
mod ancestor;
mod conflicts;
mod list;
mod merge;
mod nulls;
mod object;
mod scalars;
mod settings;
mod three_way;

use std::borrow::Cow;

use ancestor::{Ancestor, LazyAncestor, ThreeSides};
use conflicts::Conflicts;

use crate::depth::DepthBudget;
use crate::directive::{FieldPatch, PatchObject, data, replacement};
use crate::document::{Document, JsonKind, Node, Object, equal_unopened};
use crate::error::{Error, ErrorKind, Role};
use crate::input::DocumentInput;
use crate::options::Options;
use crate::patch::Patch;
use smp_schema::TypeRef;

pub use merge::{Merged, in_order, merge};
use settings::Nulls;
pub use settings::Overwrite;
pub use three_way::ThreeWay;

/// The patch that changes `original` to `modified`, both of type `ty`.
///
/// Applied to `original` with the same options it gives `modified`, including the order
/// of lists; a null member counts as absent. If a merge list can't be patched element by
/// element (duplicate keys, elements without the key), the patch replaces the smallest
/// part that contains the change. The patch for two equal documents is empty.
///
/// `O(n·d)` in the size and depth of the parts that differ. Parts with equal text are
/// not parsed.
///
/// # Errors
///
/// [`DirectiveAsData`](ErrorKind::DirectiveAsData) if a changed part has a member with
/// the name of a directive; [`UnknownField`](ErrorKind::UnknownField)
/// and [`TypeMismatch`](ErrorKind::TypeMismatch) if the patch could not
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
    original: impl DocumentInput<'o>,
    modified: impl DocumentInput<'m>,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Patch, Error> {
    diff_with(original, modified, ty.into(), options, Nulls::Delete)
}

/// Like [`diff`], for Rust values: a `None` may be written as null, and means absent.
pub(crate) fn diff_of_rust_values<'o, 'm>(
    original: impl DocumentInput<'o>,
    modified: impl DocumentInput<'m>,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Patch, Error> {
    diff_with(original, modified, ty, options, Nulls::Absent)
}

fn diff_with<'o, 'm>(
    original: impl DocumentInput<'o>,
    modified: impl DocumentInput<'m>,
    ty: TypeRef<'_>,
    options: &Options,
    nulls: Nulls,
) -> Result<Patch, Error> {
    let original = compared(original, options, Role::Original)?;
    let modified = compared(modified, options, Role::Modified)?;
    let (original, modified) = (original.node.borrowed(), modified.node.borrowed());
    // The usual case in a controller: nothing has changed, and nothing has to be opened.
    if original.kind() == JsonKind::Object && equal_unopened(&original, &modified) {
        return Ok(Patch::default());
    }
    let sides =
        NodeSides { original: Ancestor::IsCurrent, modified: &modified, current: &original };
    let differ =
        Differ { options, nulls, conflicts: None, is_comparing: false, keeps_added: false };
    differ.walk(sides, Role::Original, ty)
}

/// Reads a document that is to be compared.
fn compared<'a>(
    input: impl DocumentInput<'a>,
    options: &Options,
    role: Role,
) -> Result<Cow<'a, Document<'a>>, Error> {
    input.to_document(&options.limits).map_err(|error| error.about(role))
}

/// The values of the documents at one path. Two lifetimes: `'n` of the values parsed by
/// callers, `'a` of the documents themselves.
type NodeSides<'n, 'a> = ThreeSides<Ancestor<&'n Node<'a>>, &'n Node<'a>>;

impl<'n, 'a> NodeSides<'n, 'a> {
    /// The values of original, modified and current.
    fn values(&self) -> [Option<&'n Node<'a>>; 3] {
        [self.original.original(), Some(self.modified), Some(self.current)]
    }
}

/// The settings of a diff.
#[derive(Clone, Copy)]
struct Differ<'o> {
    options: &'o Options,
    nulls: Nulls,
    /// Collects the conflicts of a three-way diff, if they are wanted.
    conflicts: Option<&'o Conflicts>,
    /// Whether the diff only asks if elements differ, to find the user's elements among duplicates.
    /// Lists inside of them are then paired once, and not compared again.
    is_comparing: bool,
    /// Whether current keeps what others added inside of a member that modified lacks.
    keeps_added: bool,
}

/// The change of a member of current to its value in modified.
enum MemberDiff<'a> {
    /// The values are equal.
    Nothing,
    Patch(FieldPatch),
    /// No patch of only this member can express the change. Holds the target value.
    Inexpressible(Node<'a>),
}

/// The change of an object of current to the object in modified.
enum ObjectDiff<'a> {
    /// Merge this patch; it is empty if the objects are equal.
    Merge(PatchObject),
    /// Replace the whole object with this one, since no patch of its members expresses the change.
    Replace(Object<'a>),
}

impl MemberDiff<'_> {
    /// A patch that sets the member to this value.
    fn set(value: &Node<'_>, limit: DepthBudget) -> Result<Self, Error> {
        Ok(Self::Patch(FieldPatch::value(data(value.clone(), limit)?)))
    }
}

impl ObjectDiff<'_> {
    /// Whether the objects are equal.
    fn is_empty(&self) -> bool {
        matches!(self, Self::Merge(patch) if patch.is_empty())
    }
}

impl Differ<'_> {
    /// The patch for whole documents.
    fn walk(
        self,
        sides: NodeSides<'_, '_>,
        current_role: Role,
        ty: TypeRef<'_>,
    ) -> Result<Patch, Error> {
        let current = root_object(sides.current, current_role)?;
        let modified = root_object(sides.modified, Role::Modified)?;
        if let Ancestor::Original(Some(node)) = sides.original {
            check_root(node, Role::Original)?;
        }
        let original = LazyAncestor::of(sides.original);
        let objects = ThreeSides { original: &original, modified: &*modified, current: &*current };
        let about = |error: Error| error.about(Role::Modified);
        let limit = DepthBudget::of(&self.options.limits);
        let mut diff = self.object(objects, Some(ty), false, limit).map_err(about)?;
        self.check_result(&mut diff, sides, &current, Some(ty), limit).map_err(about)?;
        let root = match diff {
            ObjectDiff::Merge(patch) => patch,
            ObjectDiff::Replace(target) => replacement(target, limit).map_err(about)?,
        };
        Ok(Patch { root })
    }
}

/// The root of a document as an object; null counts as `{}`.
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

/// The value, unless it is absent or null.
fn present<'n, 'a>(node: Option<&'n Node<'a>>) -> Option<&'n Node<'a>> {
    node.filter(|node| node.kind() != JsonKind::Null)
}
