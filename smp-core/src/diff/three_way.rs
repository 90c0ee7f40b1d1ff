//! [`ThreeWay`]: the patch that applies a user's change to an object that others have
//! changed too.

use super::conflicts::Conflicts;
use super::settings::{Nulls, Overwrite};
use super::{Ancestor, Differ, NodeSides, compared, present};
use crate::apply::apply_node;
use crate::depth::DepthBudget;
use crate::document::{Document, Node, equal};
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::error::{BrokenPrecondition, Error, Role};
use crate::input::DocumentInput;
use crate::nulls::equal_by_schema;
use crate::options::Options;
use crate::patch::Patch;
use crate::path::{Path, Segment};
use crate::union::{UnionSet, check_kept, intended, normalize_node};
use smp_schema::TypeRef;

/// A three-way diff: computes the patch that applies a user's change to an object that
/// others have changed too. `original` is the object that the user applied last,
/// `modified` the object that the user applies now, `current` the object in the cluster.
///
/// The documents may be in any form of [`DocumentInput`], or Rust values for
/// [`StrategicMerge::strategic_three_way`](crate::StrategicMerge::strategic_three_way).
///
/// ```
/// use smp_core::{Options, Overwrite, SchemaBuilder, ThreeWay};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let (original, modified) = (r#"{"a":1,"b":1}"#, r#"{"a":2}"#);
/// let current = r#"{"a":1,"b":1,"added":true}"#;
/// let patch = ThreeWay::new(original, modified, current)
///     .overwrite(Overwrite::KeepTheirs)
///     .must_not_change(["kind"])
///     .diff(&schema, &Options::default())?;
/// assert_eq!(patch.to_json(), r#"{"a":2,"b":null}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "the diff is computed by `diff`"]
pub struct ThreeWay<O, M = O, C = O> {
    pub(crate) original: O,
    pub(crate) modified: M,
    pub(crate) current: C,
    overwrite: Overwrite,
    /// Fields that the patch must not change, each as a path of names.
    preconditions: Vec<Vec<String>>,
    nulls: Nulls,
    keeps_added: bool,
}

impl<O, M, C> ThreeWay<O, M, C> {
    /// A diff with [`Overwrite::Always`] and without preconditions.
    pub fn new(original: O, modified: M, current: C) -> Self {
        Self {
            original,
            modified,
            current,
            overwrite: Overwrite::default(),
            preconditions: Vec::new(),
            nulls: Nulls::Delete,
            keeps_added: false,
        }
    }

    /// Sets what happens to fields that others changed.
    pub fn overwrite(mut self, overwrite: Overwrite) -> Self {
        self.overwrite = overwrite;
        self
    }

    /// Keeps what others added inside of an object or list that original has and modified lacks: members
    /// of maps, and elements of lists that merge. Without this setting, the object or list is deleted as
    /// a whole, as by `kubectl apply`. Other fields of such an object, which a cluster may have filled
    /// in, are deleted with it.
    ///
    /// ```
    /// use smp_core::{Options, SchemaBuilder, ThreeWay};
    /// let mut types = SchemaBuilder::new();
    /// let root = types.any();
    /// let schema = types.build(root)?;
    /// let original = r#"{"labels":{"mine":"1"}}"#;
    /// let current = r#"{"labels":{"mine":"1","theirs":"1"}}"#;
    /// let documents = ThreeWay::new(original, "{}", current);
    /// let options = Options::default();
    /// let patch = documents.clone().keep_added().diff(&schema, &options)?;
    /// assert_eq!(patch.to_json(), r#"{"labels":{"mine":null}}"#);
    /// assert_eq!(documents.diff(&schema, &options)?.to_json(), r#"{"labels":null}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_added(mut self) -> Self {
        self.keeps_added = true;
        self
    }

    /// Adds a field that the patch must not change, as a path of names such as
    /// `["metadata", "name"]`. `O(n)` in the names.
    pub fn must_not_change<N: Into<String>>(mut self, field: impl IntoIterator<Item = N>) -> Self {
        self.preconditions.push(field.into_iter().map(Into::into).collect());
        self
    }

    /// Adds the preconditions of `kubectl apply`: `apiVersion`, `kind` and
    /// `metadata.name` must not change.
    pub fn same_object(self) -> Self {
        self.must_not_change(["apiVersion"])
            .must_not_change(["kind"])
            .must_not_change(["metadata", "name"])
    }

    /// The same diff for Rust values: a `None` may be written as null, and means absent.
    pub(crate) fn nulls_are_absent(mut self) -> Self {
        self.nulls = Nulls::Absent;
        self
    }

    /// The same diff with each document converted by `convert`, which also gets the role
    /// of the document.
    pub(crate) fn try_map<T, E>(
        self,
        convert: impl Fn(O, Role) -> Result<T, E>,
    ) -> Result<ThreeWay<T>, E>
    where
        M: Into<O>,
        C: Into<O>,
    {
        Ok(ThreeWay {
            original: convert(self.original, Role::Original)?,
            modified: convert(self.modified.into(), Role::Modified)?,
            current: convert(self.current.into(), Role::Current)?,
            overwrite: self.overwrite,
            preconditions: self.preconditions,
            nulls: self.nulls,
            keeps_added: self.keeps_added,
        })
    }
}

impl<'o, 'm, 'c, O: DocumentInput<'o>, M: DocumentInput<'m>, C: DocumentInput<'c>>
    ThreeWay<O, M, C>
{
    /// The patch for `current`, whose type is `ty`. It sets values of modified that current doesn't have.
    /// It deletes values of original that modified doesn't have, and those that are null in modified.
    /// Values that others added to current are kept, except in an object or list that original has and
    /// modified lacks: this is deleted as a whole (see [`keep_added`](Self::keep_added)). The patch is
    /// empty if it would not change current. Rules: semantics, all of `three-way-`.
    ///
    /// Where unions are normalized, modified is read as the change of a user who may not know
    /// them: see [`Unions`](crate::Unions).
    ///
    /// `O(n)` to read text; `O(n·d)` in the size and depth of the parts that differ.
    ///
    /// # Errors
    ///
    /// As [`diff`](crate::diff()); [`Precondition`](ErrorKind::Precondition), with every field
    /// in [`Error::broken_preconditions`]; and except with [`Overwrite::Always`]
    /// [`Conflict`](ErrorKind::Conflict), with every field in [`Error::conflicts`]. Where unions are
    /// normalized, also [`Union`](ErrorKind::Union), with [`Error::violations`], if modified does
    /// not say which field of a union is meant.
    pub fn diff<'s>(self, ty: impl Into<TypeRef<'s>>, options: &Options) -> Result<Patch, Error> {
        let ty = ty.into();
        self.diff_with_unions_of(ty, ty, options)
    }

    /// As [`diff`](Self::diff), with the unions of a different type: for objects that have unions but
    /// merge without their schema, as custom resources do in a cluster. The result of the patch must be
    /// [normalized](crate::normalize) with that type.
    ///
    /// # Errors
    ///
    /// As [`diff`](Self::diff).
    pub fn diff_with_unions_of<'s, 'u>(
        self,
        ty: impl Into<TypeRef<'s>>,
        unions: impl Into<TypeRef<'u>>,
        options: &Options,
    ) -> Result<Patch, Error> {
        let (ty, with_unions) = (ty.into(), unions.into());
        let original = compared(self.original, options, Role::Original)?;
        let modified = compared(self.modified, options, Role::Modified)?;
        let current = compared(self.current, options, Role::Current)?;
        let (original, mut modified) = (original.node.borrowed(), modified.node.borrowed());
        let current = current.node.borrowed();
        let limit = DepthBudget::of(&options.limits);
        let keeps_theirs = self.overwrite == Overwrite::KeepTheirs;
        if keeps_theirs && equal_by_schema(&original, &modified, Some(ty), options, limit)? {
            return Ok(Patch::default());
        }
        // A Rust value has no enum with two variants.
        let unions = Some(UnionSet::of_options(options)).filter(|scope| {
            scope.is_within(with_unions)
                && (self.nulls == Nulls::Delete || *scope != UnionSet::RustEnums)
        });
        if let Some(scope) = unions {
            intended(modified.to_mut(), [&original, &current], with_unions, options, scope)?;
        }
        let sides = NodeSides {
            original: Ancestor::Original(Some(&original)),
            modified: &modified,
            current: &current,
        };
        let conflicts = Conflicts::of(self.overwrite, &options.limits);
        let differ = Differ {
            options,
            nulls: self.nulls,
            conflicts: conflicts.as_ref(),
            is_comparing: false,
            keeps_added: self.keeps_added,
        };
        let patch = differ.walk(sides, Role::Current, ty)?;
        let mut is_settled = false;
        if unions.is_some() || !self.preconditions.is_empty() {
            let mut result = apply_node(current.as_ref().clone(), &patch.root, ty, options)?;
            if let Some(scope) = unions {
                normalize_node(&mut result, Some(&current), with_unions, options, scope)?;
                let unchanged = keeps_theirs.then_some(original.as_ref());
                let versions = [Some(&result), unchanged];
                check_kept(modified.to_mut(), versions, with_unions, options, scope)?;
                // The patch may delete a discriminator that normalizing writes again.
                is_settled = equal_by_schema(&current, &result, Some(ty), options, limit)?;
            }
            check_preconditions(&self.preconditions, [&current, &result], options)?;
        }
        if is_settled {
            return Ok(Patch::default());
        }
        conflicts.map_or(Ok(()), Conflicts::into_result)?;
        Ok(patch)
    }
}

fn check_preconditions(
    preconditions: &[Vec<String>],
    [current, result]: [&Node<'_>; 2],
    options: &Options,
) -> Result<(), Error> {
    let mut broken = Vec::new();
    for names in preconditions {
        let (before, after) = (node_at(current, names)?, node_at(result, names)?);
        let same = match (&before, &after) {
            (None, None) => true,
            (Some(before), Some(after)) => equal(before, after, DepthBudget::of(&options.limits))?,
            _ => false,
        };
        if !same {
            let text = |node: Option<Node<'_>>| node.map(|node| Document::of(node).to_json());
            broken.push(BrokenPrecondition {
                path: Path::from_segments(names.iter().cloned().map(Segment::Field)),
                current: text(before),
                result: text(after),
            });
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(Error::preconditions(broken)) }
}

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
