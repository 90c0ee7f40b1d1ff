//! [`Error`]: the error type of this crate. It has a kind, the document, the path, and a
//! message with what was expected, what was found and the remedy.

mod display;
mod kind;
mod parts;

pub use self::kind::ErrorKind;
pub(crate) use self::parts::Shown;
pub use self::parts::{BrokenPrecondition, Conflict, Role};

use std::sync::{Arc, OnceLock};

use crate::path::{Path, Segment};
use crate::violation::UnionViolation;
use smp_schema::__support::ConvertError;
use smp_schema::__support::MAX_DEPTH;
use smp_schema::Limits;

/// The failure of an operation on documents. A failed operation has changed nothing.
///
/// The size is one pointer. The path is built while the error is returned through the
/// callers, so that an operation without an error has no cost for paths.
///
/// ```
/// use smp_core::{ErrorKind, Patch, Role};
/// let error = Patch::from_json(r#"{"spec": {"$patch": "merge"}}"#).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::InvalidDirective);
/// assert_eq!(error.document(), Some(Role::Patch));
/// assert_eq!(error.path().to_string(), "spec.$patch");
/// assert!(format!("{error:?}").starts_with("Error(InvalidDirective, \"patch: spec.$patch: "));
/// ```
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    detail: Detail,
    document: Option<Role>,
    /// The path, innermost step first: each caller appends its step.
    reversed: Vec<Arc<Segment>>,
    /// The path from the root, built at the first call of [`Error::path`].
    path: OnceLock<Path>,
    message: String,
}

/// The data that an error has besides its message.
#[derive(Clone)]
enum Detail {
    None,
    /// Line and column in the JSON text, both from 1.
    Position(usize, usize),
    /// The end of the message for programs: a remedy that names settings as Rust code.
    InCode(&'static str),
    /// The error of a library that caused this one.
    Cause(Arc<dyn core::error::Error + Send + Sync>),
    /// The directive that contains the error, if the next step is its field: `$setElementOrder` for
    /// `$setElementOrder/containers`.
    Directive(&'static str),
    /// The fields that both sides changed.
    Conflicts(Listed<Conflict>),
    /// The fields that must not change.
    Preconditions(Vec<BrokenPrecondition>),
    /// The violations of unions.
    Violations(Listed<UnionViolation>),
    /// Further mistakes of the same document.
    Others(Listed<Error>),
}

/// As many items as [`Limits::max_errors`] allows, and the number of those that were left out.
#[derive(Clone)]
struct Listed<T> {
    items: Vec<T>,
    omitted: usize,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self::with(kind, message, Detail::None)
    }

    fn with(kind: ErrorKind, message: impl Into<String>, detail: Detail) -> Self {
        Self(Box::new(Inner {
            kind,
            detail,
            document: None,
            reversed: Vec::new(),
            path: OnceLock::new(),
            message: message.into(),
        }))
    }

    /// The error for objects of a kind without a known schema. For callers that look
    /// schemas up by kind.
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

    /// An error about conflicts, with the number of those that are not listed. `what` names the
    /// mistake that all its fields share.
    pub(crate) fn conflicting(what: &str, (items, omitted): (Vec<Conflict>, usize)) -> Self {
        let message = format!("{what}; copy current's values into modified, or overwrite them");
        Self::with(ErrorKind::Conflict, message, Detail::Conflicts(Listed { items, omitted }))
    }

    pub(crate) fn preconditions(broken: Vec<BrokenPrecondition>) -> Self {
        let message =
            "must keep the value that it has in current; is modified meant for another object?";
        Self::with(ErrorKind::Precondition, message, Detail::Preconditions(broken))
    }

    /// An error about unions, with the number of violations that are not listed.
    pub(crate) fn violated(message: &str, found: (Vec<UnionViolation>, usize)) -> Self {
        let (items, omitted) = found;
        Self::with(ErrorKind::Union, message, Detail::Violations(Listed { items, omitted }))
    }

    /// Keeps the error of a library that caused this one.
    pub(crate) fn caused_by(
        mut self,
        source: impl core::error::Error + Send + Sync + 'static,
    ) -> Self {
        self.0.detail = Detail::Cause(Arc::new(source));
        self
    }

    /// Whether the error is that a Rust value can't be converted by itself, and the whole
    /// object must be converted instead.
    pub(crate) fn is_unknown_form(&self) -> bool {
        let Detail::Cause(source) = &self.0.detail else { return false };
        matches!(source.downcast_ref(), Some(ConvertError::Unknown))
    }

    /// Replaces the message of a depth error, for serde's traits, which take no limits.
    pub(crate) fn in_conversion(mut self) -> Self {
        if self.0.kind == ErrorKind::Depth {
            self.0.message = format!(
                "nested deeper than {MAX_DEPTH} levels, which is the limit of a conversion; \
                 read it as JSON text, which has no limit"
            );
            self.0.detail = Detail::None;
        }
        self
    }

    /// Puts this text before the message.
    pub(crate) fn prefixed(mut self, text: &str) -> Self {
        self.0.message = format!("{text}: {}", self.0.message);
        self
    }

    /// Adds a remedy that names a setting of this library. It is meant for programs, not for users of a
    /// command.
    pub(crate) fn or_in_code(mut self, remedy: &'static str) -> Self {
        self.0.detail = Detail::InCode(remedy);
        self
    }

    /// Adds a further mistake of the same document, if there is room for it. An error that a value can't
    /// be converted by itself is not a mistake of the document, and is kept as it is.
    pub(crate) fn and(mut self, mut other: Self) -> Self {
        if self.is_unknown_form() {
            return self;
        }
        if other.is_unknown_form() {
            return other;
        }
        let further = match core::mem::replace(&mut other.0.detail, Detail::None) {
            Detail::Others(further) => further,
            _ => Listed { items: Vec::new(), omitted: 0 },
        };
        let mut all = match self.0.detail {
            Detail::Others(listed) => listed,
            _ => Listed { items: Vec::new(), omitted: 0 },
        };
        all.omitted = all.omitted.saturating_add(further.omitted);
        for error in core::iter::once(other).chain(further.items) {
            if all.items.len().saturating_add(1) < Limits::new().max_errors {
                all.items.push(error);
            } else {
                all.omitted = all.omitted.saturating_add(1);
            }
        }
        self.0.detail = Detail::Others(all);
        self
    }

    pub(crate) fn at_position(mut self, line: usize, column: usize) -> Self {
        self.0.detail = Detail::Position(line, column);
        self
    }

    /// Adds a step to the front of the path. Called by the innermost caller first.
    pub(crate) fn within(mut self, segment: Segment) -> Self {
        let segment = Arc::new(segment);
        for other in self.others_mut() {
            other.0.reversed.push(Arc::clone(&segment));
        }
        self.0.reversed.push(segment);
        self
    }

    /// Adds the steps of this path to the front of the path.
    pub(crate) fn at(self, path: &Path) -> Self {
        path.segments().rev().cloned().fold(self, Self::within)
    }

    pub(crate) fn within_field(mut self, name: &str) -> Self {
        let name = match self.0.detail {
            Detail::Directive(directive) => {
                self.0.detail = Detail::None;
                format!("{directive}/{name}")
            }
            _ => name.to_owned(),
        };
        self.within(Segment::Field(name))
    }

    /// Declares that the error is in a directive about a field. The next step, which
    /// must be this field, becomes `directive/field`.
    pub(crate) fn in_directive(mut self, directive: &'static str) -> Self {
        self.0.detail = Detail::Directive(directive);
        self
    }

    fn others_mut(&mut self) -> &mut [Self] {
        match &mut self.0.detail {
            Detail::Others(others) => &mut others.items,
            _ => &mut [],
        }
    }

    /// Sets the document, if it is not set yet.
    pub(crate) fn about(mut self, document: Role) -> Self {
        for other in self.others_mut() {
            other.0.document.get_or_insert(document);
        }
        self.0.document.get_or_insert(document);
        self
    }

    /// Sets the document, even if it is already set.
    pub(crate) fn about_instead(mut self, document: Role) -> Self {
        for other in self.others_mut() {
            other.0.document = Some(document);
        }
        self.0.document = Some(document);
        self
    }

    /// The kind of error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The document that has the error, if it is known.
    #[must_use]
    pub fn document(&self) -> Option<Role> {
        self.0.document
    }

    /// The place in the document; that of the first violation, if unions are violated. `O(n)` in the
    /// length of the path at the first call, then `O(1)`.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path.get_or_init(|| match self.violations().first() {
            Some(first) => first.path.clone(),
            None => Path::from_shared(self.0.reversed.iter().rev().cloned()),
        })
    }

    /// The message without document and path: what was expected, what was found and the remedy,
    /// without the names of this library.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The remedy in Rust code, if the error has one. `Display` puts it at the end of the message.
    ///
    /// ```
    /// use smp_core::{Limits, Patch};
    /// let limits = Limits::default().max_depth(1);
    /// let error = Patch::from_slice_within(br#"{"a":{}}"#, &limits).unwrap_err();
    /// assert_eq!(error.message(), "nested deeper than 1 levels, which is the limit");
    /// assert!(error.remedy_in_code().unwrap().contains("Limits::max_depth"));
    /// ```
    #[must_use]
    pub fn remedy_in_code(&self) -> Option<&'static str> {
        match self.0.detail {
            Detail::InCode(remedy) => Some(remedy),
            _ => None,
        }
    }

    /// Further mistakes of the same document, up to the default of [`Limits::max_errors`]. They list no
    /// other mistakes themselves.
    ///
    /// ```
    /// use smp_core::Patch;
    /// let patch = r#"{"spec": {"$patch": "merge"}, "metadata": {"$retainKeys": {}}}"#;
    /// let error = Patch::from_json(patch).unwrap_err();
    /// assert_eq!(error.path().to_string(), "spec.$patch");
    /// assert_eq!(error.others()[0].path().to_string(), "metadata.$retainKeys");
    /// ```
    #[must_use]
    pub fn others(&self) -> &[Self] {
        match &self.0.detail {
            Detail::Others(others) => &others.items,
            _ => &[],
        }
    }

    /// Line and column in the JSON text, both from 1, if the text is not JSON.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        match self.0.detail {
            Detail::Position(line, column) => Some((line, column)),
            _ => None,
        }
    }

    /// The number of [`conflicts`](Self::conflicts) or
    /// [`violations`](Self::violations) that were left out because of
    /// [`Limits::max_errors`].
    ///
    /// ```
    /// use smp_core::{FieldDef, Limits, ObjectDef, Options, SchemaBuilder, UnionDef};
    /// let mut types = SchemaBuilder::new();
    /// let any = types.any();
    /// let one = UnionDef::new().members(["exec"]).exactly_one();
    /// let handler = ObjectDef::new("Handler").field("exec", FieldDef::new(any)).union(one);
    /// let one = types.object(handler);
    /// let root = types.map(one);
    /// let schema = types.build(root)?;
    /// let options = Options::default().limits(Limits::default().max_errors(1));
    /// let error = smp_core::validate_unions(r#"{"a":{},"b":{}}"#, schema.root(), &options);
    /// let error = error.unwrap_err();
    /// assert_eq!((error.violations().len(), error.omitted()), (1, 1));
    /// let end = "and 1 more; to see more than 1, raise `Limits::max_errors`";
    /// assert!(error.to_string().ends_with(end));
    /// # Ok::<(), smp_core::SchemaError>(())
    /// ```
    #[must_use]
    pub fn omitted(&self) -> usize {
        match &self.0.detail {
            Detail::Conflicts(listed) => listed.omitted,
            Detail::Violations(listed) => listed.omitted,
            Detail::Others(listed) => listed.omitted,
            _ => 0,
        }
    }

    /// Every field that both sides changed, up to [`Limits::max_errors`], for an
    /// error of kind [`Conflict`](ErrorKind::Conflict).
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        match &self.0.detail {
            Detail::Conflicts(listed) => &listed.items,
            _ => &[],
        }
    }

    /// Every field that must not change but would, for an error of kind
    /// [`Precondition`](ErrorKind::Precondition).
    #[must_use]
    pub fn broken_preconditions(&self) -> &[BrokenPrecondition] {
        match &self.0.detail {
            Detail::Preconditions(broken) => broken,
            _ => &[],
        }
    }

    /// Every violation of a union, up to [`Limits::max_errors`].
    #[must_use]
    pub fn violations(&self) -> &[UnionViolation] {
        match &self.0.detail {
            Detail::Violations(listed) => &listed.items,
            _ => &[],
        }
    }
}
