//! The one error of this crate: what kind, about which document, where in it,
//! what was expected and found, and what to do.

use core::fmt;
use std::sync::{Arc, OnceLock};

use crate::path::{Path, Segment};
use crate::violation::UnionViolation;
use smp_schema::__support::MAX_DEPTH;
use smp_schema::Limits;

/// Why an operation on documents failed. Nothing has changed when one is
/// returned.
///
/// Cheap to pass on: one pointer. The path is put together while the error
/// travels up, so that success pays nothing for it.
///
/// ```
/// use smp_core::{ErrorKind, Patch, Role};
/// let error = Patch::from_json(r#"{"spec": {"$patch": "merge"}}"#).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::InvalidDirective);
/// assert_eq!(error.document(), Some(Role::Patch));
/// assert_eq!(error.path().to_string(), "spec.$patch");
/// ```
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Debug, Clone)]
struct Inner {
    kind: ErrorKind,
    document: Option<Role>,
    /// Innermost step first, while the error travels.
    reversed: Vec<Segment>,
    /// The same from the outside in, once it was asked for.
    path: OnceLock<Path>,
    message: String,
    /// The error of a library that caused this one.
    source: Option<Arc<dyn core::error::Error + Send + Sync>>,
    /// Line and column in the JSON text, both from 1.
    position: Option<(usize, usize)>,
    conflicts: Vec<Conflict>,
    preconditions: Vec<BrokenPrecondition>,
    violations: Vec<UnionViolation>,
    /// How many more conflicts or violations there are.
    omitted: usize,
    /// What is to be said of those.
    more: Option<String>,
    /// The directive beside the field that the next step names.
    beside: Option<&'static str>,
}

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is no JSON.
    InvalidJson,
    /// A document or patch is no object.
    NotAnObject,
    /// A directive has a value it can't have, or no such name.
    InvalidDirective,
    /// A patch sets a field that its `$retainKeys` doesn't list.
    RetainKeys,
    /// The elements of a patch list contradict their `$setElementOrder`.
    ElementOrder,
    /// An element of a merge list lacks its merge key, or the key is no scalar.
    MergeKeyMissing,
    /// A merge list has elements of several types, lists, or nulls.
    MixedElements,
    /// A field that the schema doesn't have.
    UnknownField,
    /// A value of another type than the schema says.
    TypeMismatch,
    /// A patch can't say what is wanted, because a name in the data spells a
    /// directive.
    DirectiveAsData,
    /// Both sides changed the same field.
    Conflict,
    /// A field that must not change would change.
    Precondition,
    /// An object breaks its unions.
    Union,
    /// Two patches that can't be made into one.
    IncompatiblePatches,
    /// A kind of object whose schema is not known.
    NoSchema,
    /// Nested deeper than [`Limits::max_depth`](crate::Limits::max_depth).
    Depth,
    /// Text longer than [`Limits::max_bytes`](crate::Limits::max_bytes).
    Size,
    /// A Rust value that can't be made into JSON, or JSON that doesn't fit the
    /// Rust type.
    Typed,
}

/// Which of the documents handed to an operation an error is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The object as it is.
    Live,
    /// The patch.
    Patch,
    /// The first patch of two.
    FirstPatch,
    /// The second patch of two.
    SecondPatch,
    /// What was applied last, or the older of two objects.
    Original,
    /// What is wanted now.
    Modified,
    /// Live, in a three-way diff.
    Current,
    /// What a merge gave.
    Result,
    /// What an object was, where it is normalized.
    Old,
    /// What an object became, where it is normalized or validated.
    New,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Live => "live",
            Self::Patch => "patch",
            Self::FirstPatch => "first patch",
            Self::SecondPatch => "second patch",
            Self::Original => "original",
            Self::Modified => "modified",
            Self::Current => "current",
            Self::Result => "result",
            Self::Old => "old",
            Self::New => "new",
        })
    }
}

/// A field that both sides of a three-way diff changed to different values, with
/// the JSON in each document; `None` where a document doesn't have the field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The field.
    pub path: Path,
    /// The value that both sides changed.
    pub original: Option<String>,
    /// The value that the user wants.
    pub modified: Option<String>,
    /// The value in the cluster.
    pub current: Option<String>,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: original {}, modified {}, current {}",
            self.path,
            Shown(&self.original),
            Shown(&self.modified),
            Shown(&self.current)
        )
    }
}

/// A field that must not change and that a patch would change, with the JSON
/// before and after; `None` where the object doesn't have the field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BrokenPrecondition {
    /// The field.
    pub path: Path,
    /// The value in current.
    pub current: Option<String>,
    /// The value after the patch.
    pub result: Option<String>,
}

impl fmt::Display for BrokenPrecondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (current, result) = (Shown(&self.current), Shown(&self.result));
        write!(f, "{}: current {current}, would become {result}", self.path)
    }
}

/// A value in a message.
struct Shown<'v>(&'v Option<String>);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_deref().unwrap_or("absent"))
    }
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            document: None,
            reversed: Vec::new(),
            path: OnceLock::new(),
            message: message.into(),
            source: None,
            position: None,
            conflicts: Vec::new(),
            preconditions: Vec::new(),
            violations: Vec::new(),
            omitted: 0,
            more: None,
            beside: None,
        }))
    }

    /// The error for objects of a kind whose schema is not known, for those who
    /// look schemas up by kind.
    ///
    /// ```
    /// use smp_core::{Error, ErrorKind};
    /// let error = Error::no_schema("example.com/v1", "Widget");
    /// assert_eq!(error.kind(), ErrorKind::NoSchema);
    /// assert!(error.to_string().contains("example.com/v1 Widget"));
    /// ```
    #[must_use]
    pub fn no_schema(api_version: &str, kind: &str) -> Self {
        Self::new(
            ErrorKind::NoSchema,
            format!(
                "no schema is known for {api_version} {kind}; without one its lists can't be \
                 merged: import one, or send a JSON merge patch"
            ),
        )
    }

    pub(crate) fn conflicting(conflicts: Vec<Conflict>) -> Self {
        let mut error = Self::new(
            ErrorKind::Conflict,
            "changed from original both in modified and in current, to different values; take \
             current's values over into modified, or overwrite them",
        );
        error.0.conflicts = conflicts;
        error
    }

    pub(crate) fn preconditions(broken: Vec<BrokenPrecondition>) -> Self {
        let mut error = Self::new(
            ErrorKind::Precondition,
            "must not change; apply modified to the object that it names",
        );
        error.0.preconditions = broken;
        error
    }

    /// Keeps the error of a library that caused this one.
    pub(crate) fn caused_by(mut self, source: serde_json::Error) -> Self {
        self.0.source = Some(Arc::new(source));
        self
    }

    pub(crate) fn violated(message: &str, violations: Vec<UnionViolation>) -> Self {
        let mut error = Self::new(ErrorKind::Union, message);
        error.0.violations = violations;
        error
    }

    /// Says how many more there are than are listed.
    pub(crate) fn and_more(mut self, omitted: usize, limits: &Limits) -> Self {
        self.0.omitted = omitted;
        self.0.more = limits.more(omitted);
        self
    }

    /// Says of nesting what can be done where no limit can be set.
    pub(crate) fn in_conversion(mut self) -> Self {
        if self.0.kind == ErrorKind::Depth {
            self.0.message = format!(
                "nested deeper than {MAX_DEPTH} levels, which is as deep as documents are \
                 converted; compact JSON may be of any depth"
            );
        }
        self
    }

    pub(crate) fn at_position(mut self, line: usize, column: usize) -> Self {
        self.0.position = Some((line, column));
        self
    }

    /// Adds the step that led to the place so far. Called from inside out.
    pub(crate) fn within(mut self, segment: Segment) -> Self {
        self.0.reversed.push(segment);
        self
    }

    pub(crate) fn within_field(mut self, name: &str) -> Self {
        let name = match self.0.beside.take() {
            Some(directive) => format!("{directive}/{name}"),
            None => name.to_owned(),
        };
        self.within(Segment::Field(name))
    }

    /// Says that the place is in a directive beside the field which the next
    /// step will name.
    pub(crate) fn in_directive(mut self, directive: &'static str) -> Self {
        self.0.beside = Some(directive);
        self
    }

    /// Says which document it is, unless the error knows already.
    pub(crate) fn about(mut self, document: Role) -> Self {
        self.0.document.get_or_insert(document);
        self
    }

    /// Says which document it is, whatever the error says.
    pub(crate) fn about_instead(mut self, document: Role) -> Self {
        self.0.document = Some(document);
        self
    }

    /// What went wrong. `O(1)`.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Which document it is about, where it is about one. `O(1)`.
    #[must_use]
    pub fn document(&self) -> Option<Role> {
        self.0.document
    }

    /// Where in the document. `O(n)` in its length at the first call, then `O(1)`.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path.get_or_init(|| Path::from_segments(self.0.reversed.iter().rev().cloned()))
    }

    /// What was expected and found and what to do, without document and path.
    /// `O(1)`.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Line and column in the JSON text, both from 1, for text that is no JSON.
    /// `O(1)`.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        self.0.position
    }

    /// How many more [`conflicts`](Self::conflicts) or
    /// [`violations`](Self::violations) there are than
    /// [`Limits::max_errors`] lets in. `O(1)`.
    ///
    /// ```
    /// use smp_core::{FieldDef, Limits, ObjectDef, Options, SchemaBuilder, UnionDef};
    /// let mut types = SchemaBuilder::new();
    /// let any = types.any();
    /// let one = UnionDef::new().members(["exec"]).exactly_one();
    /// let one = types.object(ObjectDef::new("Handler").field("exec", FieldDef::new(any)).union(one));
    /// let root = types.map(one);
    /// let schema = types.build(root)?;
    /// let options = Options::default().limits(Limits::default().max_errors(1));
    /// let error = smp_core::validate_unions(r#"{"a":{},"b":{}}"#, schema.root(), &options);
    /// let error = error.unwrap_err();
    /// assert_eq!((error.violations().len(), error.omitted()), (1, 1));
    /// assert!(error.to_string().ends_with("and 1 more; to see more than 1, raise `Limits::max_errors`"));
    /// # Ok::<(), smp_core::SchemaError>(())
    /// ```
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.0.omitted
    }

    /// Every field that both sides changed, within [`Limits::max_errors`], for an
    /// error of kind [`Conflict`](ErrorKind::Conflict). `O(1)`.
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        &self.0.conflicts
    }

    /// Every field that must not change, for an error of kind
    /// [`Precondition`](ErrorKind::Precondition). `O(1)`.
    #[must_use]
    pub fn broken_preconditions(&self) -> &[BrokenPrecondition] {
        &self.0.preconditions
    }

    /// Every union that is broken, within [`Limits::max_errors`]. `O(1)`.
    #[must_use]
    pub fn violations(&self) -> &[UnionViolation] {
        &self.0.violations
    }
}

/// How many steps towards what is too deep are shown: the others say no more.
const STEPS_SHOWN: usize = 8;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(document) = self.0.document {
            write!(f, "{document}: ")?;
        }
        if self.0.kind == ErrorKind::Depth && self.0.reversed.len() > STEPS_SHOWN {
            let steps = self.0.reversed.iter().rev().take(STEPS_SHOWN);
            write!(f, "{}.…: ", Path::from_segments(steps.cloned()))?;
        } else if !self.0.reversed.is_empty() {
            write!(f, "{}: ", self.path())?;
        }
        f.write_str(&self.0.message)?;
        if let Some((line, column)) = self.0.position {
            write!(f, " at line {line} column {column}")?;
        }
        for conflict in &self.0.conflicts {
            write!(f, "\n  {conflict}")?;
        }
        for broken in &self.0.preconditions {
            write!(f, "\n  {broken}")?;
        }
        for violation in &self.0.violations {
            write!(f, "\n  {violation}")?;
        }
        if let Some(more) = &self.0.more {
            write!(f, "\n  {more}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// [`source`](core::error::Error::source) is serde's error where a Rust value caused
/// this one. The message has its text too, so it is enough to print the error.
impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}
