//! [`changes`]: the differences between two documents, value by value, for people and reports.
//! Rules: semantics changes-1 to changes-6.
//!
//! A [`diff`](crate::diff()) gives the patch that leads from one document to the other; `changes`
//! gives the differences that a reader of both documents sees.

mod list;
mod order;
mod walk;

use core::fmt;

use crate::depth::DepthBudget;
use crate::error::{Error, Role};
use crate::input::DocumentInput;
use crate::options::Options;
use crate::path::{Path, Segment};
use smp_schema::TypeRef;

pub use order::{same_items, stay_in_order};

/// One difference between two documents.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldChange {
    /// The place of the value. The last step is the key for an element of a list that merges by key, or
    /// of a list whose items have names. For an item of another list it is the position: in the list
    /// after the change or, if the item is removed, in the list before.
    pub path: Path,
    /// The change of the value.
    pub kind: FieldChangeKind,
    /// The rule by which a patch changes it.
    pub rule: MergeRule,
    /// The list or object that has the rule: `path`, or the beginning of it.
    pub rule_path: Path,
}

/// The change of a value. Values are JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldChangeKind {
    /// The value is new.
    Added {
        /// The value.
        after: String,
    },
    /// The value was removed.
    Removed {
        /// The value that it had.
        before: String,
    },
    /// The value is a different scalar, or of a different kind.
    Changed {
        /// The value that it had.
        before: String,
        /// The value that it has now.
        after: String,
    },
    /// An element of a list has a different place among the elements that are in both lists. As few of
    /// these as possible count as moved.
    Moved {
        /// The position before, counted from 0.
        from: usize,
        /// The position after.
        to: usize,
        /// The element before it in the list after the change; `None` at the beginning.
        follows: Option<Segment>,
        /// The element itself, if the path gives its position only.
        item: Option<String>,
    },
}

/// The rule of the schema by which a patch changes a value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeRule {
    /// An object or map merges field by field.
    Fields,
    /// A list of objects merges element by element, by these fields.
    Keys(Vec<String>),
    /// A list of scalars merges as a set.
    Scalars,
    /// A list or object is replaced as a whole.
    Replace,
    /// The schema has no such field.
    Unknown,
}

impl FieldChange {
    /// The value before the change, as JSON; `None` for a value that is new or moved.
    #[must_use]
    pub fn before(&self) -> Option<&str> {
        match &self.kind {
            FieldChangeKind::Removed { before } | FieldChangeKind::Changed { before, .. } => {
                Some(before)
            }
            _ => None,
        }
    }

    /// The value after the change, as JSON; `None` for a value that is removed or moved.
    #[must_use]
    pub fn after(&self) -> Option<&str> {
        match &self.kind {
            FieldChangeKind::Added { after } | FieldChangeKind::Changed { after, .. } => {
                Some(after)
            }
            _ => None,
        }
    }
}

impl fmt::Display for FieldChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path)?;
        match &self.kind {
            FieldChangeKind::Added { after } => write!(f, "added {after}"),
            FieldChangeKind::Removed { before } => write!(f, "removed {before}"),
            FieldChangeKind::Changed { before, after } => write!(f, "{before} to {after}"),
            FieldChangeKind::Moved { from, to, .. } => {
                write!(f, "moved from position {from} to {to}")
            }
        }
    }
}

/// Every difference between two documents of type `ty`, in the order of `after`; removed values
/// come before their siblings.
///
/// The result is empty exactly if the documents are equal: the order of members does not count, and a
/// null member counts as absent. Elements of a list that merges by key are compared with those of the
/// same key. In other lists, items with a name of their own (`name`, `id`, `key`) are compared with those
/// of the same name. Without names, equal items are matched first, and each remaining item is compared
/// with the one most like it.
///
/// `O(n·d)` in the size and depth of the parts that differ, and `O(n log n)` in lists.
///
/// # Errors
///
/// [`InvalidJson`](crate::ErrorKind::InvalidJson), [`Depth`](crate::ErrorKind::Depth),
/// [`Size`](crate::ErrorKind::Size).
///
/// ```
/// use smp_core::{FieldDef, MergeRule, ObjectDef, Options, SchemaBuilder, Strategy};
/// let mut types = SchemaBuilder::new();
/// let text = types.scalar();
/// let part = ObjectDef::new("Part").field("name", FieldDef::new(text)).field("size", FieldDef::new(text));
/// let part = types.object(part);
/// let parts = types.list(part);
/// let parts = FieldDef::new(parts).strategy(Strategy::MERGE).merge_key("name");
/// let root = types.object(ObjectDef::new("Widget").field("parts", parts));
/// let schema = types.build(root)?;
/// let before = r#"{"parts": [{"name": "a", "size": 1}, {"name": "b", "size": 2}]}"#;
/// let after = r#"{"parts": [{"name": "b", "size": 2}, {"name": "a", "size": 3}]}"#;
/// let found = smp_core::changes(before, after, &schema, &Options::default())?;
/// let lines: Vec<_> = found.iter().map(ToString::to_string).collect();
/// assert_eq!(lines, [r#"parts[name="b"]: moved from position 1 to 0"#, r#"parts[name="a"].size: 1 to 3"#]);
/// assert_eq!(found[1].rule, MergeRule::Keys(vec!["name".into()]));
/// assert_eq!(found[1].rule_path.to_string(), "parts");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn changes<'b, 'a, 's>(
    before: impl DocumentInput<'b>,
    after: impl DocumentInput<'a>,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Vec<FieldChange>, Error> {
    let before =
        before.to_document(&options.limits).map_err(|error| error.about(Role::Original))?;
    let after = after.to_document(&options.limits).map_err(|error| error.about(Role::Modified))?;
    let (before, after) = (before.node.borrowed(), after.node.borrowed());
    walk::Walk::of(&before, &after, ty.into(), options, DepthBudget::of(&options.limits))
        .map_err(|error| error.about(Role::Modified))
}
