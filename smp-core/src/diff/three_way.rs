//! Three-way diffs: what a user's change means for an object that others have
//! changed too.

use super::{Ancestor, NodeSides, dispute, present, walk};
use crate::apply::apply_node;
use crate::depth::DepthBudget;
use crate::directive::PatchObject;
use crate::document::{Document, Node, equal};
use crate::error::{Dispute, Error, ErrorKind, Role};
use crate::options::Options;
use crate::patch::Patch;
use crate::path::{Path, Segment};
use smp_schema::TypeRef;

/// What a three-way diff does about fields that both sides changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Overwrite {
    /// Modified wins.
    #[default]
    Yes,
    /// It is an error that lists every such field.
    No,
}

/// The settings of a three-way diff.
///
/// ```
/// use smp_core::{Overwrite, ThreeWay};
/// let settings = ThreeWay::default().overwrite(Overwrite::No).must_not_change(["kind"]);
/// assert_eq!(settings.overwrite, Overwrite::No);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ThreeWay {
    /// What to do about fields that both sides changed.
    pub overwrite: Overwrite,
    /// Fields that the patch must not change, each by the names that lead to
    /// it.
    pub preconditions: Vec<Vec<String>>,
}

impl ThreeWay {
    /// The same settings with another answer to conflicts. `O(1)`.
    #[must_use]
    pub fn overwrite(mut self, overwrite: Overwrite) -> Self {
        self.overwrite = overwrite;
        self
    }

    /// Adds a field that the patch must not change. `O(n)` in the names.
    #[must_use]
    pub fn must_not_change<N: Into<String>>(mut self, field: impl IntoIterator<Item = N>) -> Self {
        self.preconditions.push(field.into_iter().map(Into::into).collect());
        self
    }

    /// The preconditions of `kubectl apply`: `apiVersion`, `kind` and
    /// `metadata.name` stay. `O(1)`.
    #[must_use]
    pub fn same_object(self) -> Self {
        self.must_not_change(["apiVersion"])
            .must_not_change(["kind"])
            .must_not_change(["metadata", "name"])
    }
}

impl Patch {
    /// The patch that brings to `current` what changed from `original` to
    /// `modified`: what modified has and current hasn't, and the deletion of
    /// what original had and modified hasn't. What others added to current
    /// stays. A patch that would change nothing on current is empty.
    ///
    /// `O(n·d)` in the size of what differs and its depth.
    ///
    /// # Errors
    ///
    /// As [`diff`](Self::diff); [`Precondition`](ErrorKind::Precondition) and,
    /// without overwriting, [`Conflict`](ErrorKind::Conflict), each with every
    /// field concerned and its values in [`Error::disputes`].
    ///
    /// ```
    /// use smp_core::{Document, Options, Patch, SchemaBuilder, ThreeWay};
    /// let mut types = SchemaBuilder::new();
    /// let root = types.any();
    /// let schema = types.build(root)?;
    /// let original = Document::from_json(r#"{"a":1,"b":1}"#)?;
    /// let modified = Document::from_json(r#"{"a":2}"#)?;
    /// let current = Document::from_json(r#"{"a":1,"b":1,"added":true}"#)?;
    /// let patch = Patch::three_way(
    ///     &original, &modified, &current, schema.root(), &ThreeWay::default(), &Options::default(),
    /// )?;
    /// assert_eq!(patch.to_json(), r#"{"a":2,"b":null}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn three_way(
        original: &Document<'_>,
        modified: &Document<'_>,
        current: &Document<'_>,
        ty: TypeRef<'_>,
        settings: &ThreeWay,
        options: &Options,
    ) -> Result<Self, Error> {
        let sides = NodeSides {
            original: Ancestor::Original(Some(&original.node)),
            modified: &modified.node,
            current: &current.node,
        };
        let patch = walk(sides, Role::Current, ty, options)?;
        check_preconditions(&patch.root, current, ty, &settings.preconditions, options)?;
        if settings.overwrite == Overwrite::No {
            let (disputes, omitted) =
                dispute::of(&original.node, &modified.node, &current.node, ty, options)?;
            if !disputes.is_empty() {
                return Err(Error::disputed(
                    ErrorKind::Conflict,
                    "changed from original both in modified and in current, to different values; \
                     take current's values over into modified, or overwrite them",
                    disputes,
                )
                .and_more(omitted, &options.limits));
            }
        }
        Ok(patch)
    }
}

/// Preconditions are checked on the patch, by what it makes of current:
/// semantics three-way-13. What the patch names is not all that it changes: it
/// clears, replaces and reorders, too.
fn check_preconditions(
    patch: &PatchObject,
    current: &Document<'_>,
    ty: TypeRef<'_>,
    preconditions: &[Vec<String>],
    options: &Options,
) -> Result<(), Error> {
    if preconditions.is_empty() || patch.is_empty() {
        return Ok(());
    }
    let result = apply_node(current.node.clone(), patch, ty, options)?;
    let mut broken = Vec::new();
    for names in preconditions {
        let (now, then) = (node_at(&current.node, names)?, node_at(&result, names)?);
        let same = match (&now, &then) {
            (None, None) => true,
            (Some(now), Some(then)) => equal(now, then, DepthBudget::of(&options.limits))?,
            _ => false,
        };
        if !same {
            let text = |node: Option<Node<'_>>| node.map(|node| Document { node }.to_json());
            broken.push(Dispute {
                path: Path::from_segments(names.iter().cloned().map(Segment::Field)),
                original: None,
                modified: text(then),
                current: text(now),
            });
        }
    }
    if broken.is_empty() {
        return Ok(());
    }
    Err(Error::disputed(
        ErrorKind::Precondition,
        "must not change; apply modified to the object that it names",
        broken,
    ))
}

/// What stands where these names lead, if it isn't null.
fn node_at<'a>(node: &Node<'a>, names: &[String]) -> Result<Option<Node<'a>>, Error> {
    let Some((first, rest)) = names.split_first() else {
        return Ok(present(Some(node)).cloned());
    };
    match node.opened()?.as_ref() {
        Node::Object(members) => match members.get(first.as_str()) {
            Some(below) => node_at(below, rest),
            None => Ok(None),
        },
        _ => Ok(None),
    }
}
