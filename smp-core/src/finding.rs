//! [`Finding`]: a part of a patch that does not fit the schema, and its message.

use core::fmt;

use crate::path::Path;

/// A part of a patch or of a document that does not fit the schema.
/// [`Patch::check`](crate::Patch::check) returns them.
///
/// `Display` writes path, problem and suggestion:
///
/// ```
/// use smp_core::{
///     FieldDef, FindingKind, ObjectDef, Options, Patch, ScalarType, SchemaBuilder, Severity,
/// };
/// let mut types = SchemaBuilder::new();
/// let number = types.scalar_of(ScalarType::Integer);
/// let root = types.object(ObjectDef::new("Spec").field("replicas", FieldDef::new(number)));
/// let schema = types.build(root)?;
/// let patch = Patch::from_json(r#"{"replica": 3, "replicas": "3"}"#)?;
/// let found = patch.check(&schema, &Options::default());
/// assert_eq!(found[0].kind, FindingKind::UnknownField);
/// assert_eq!(found[0].suggestion.as_deref(), Some("replicas"));
/// assert_eq!(found[0].to_string(), "replica: `Spec` has no such field; did you mean `replicas`?");
/// assert_eq!(found[1].to_string(), "replicas: expected an integer, found a string");
/// assert_eq!(found[1].severity(), Severity::Warning);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Finding {
    /// The place in the patch.
    pub path: Path,
    /// The kind of problem.
    pub kind: FindingKind,
    /// The problem in words, without the path and the suggestion.
    pub message: String,
    /// The name or value that was probably meant.
    pub suggestion: Option<String>,
}

/// The kind of a [`Finding`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FindingKind {
    /// The schema has no field of this name.
    UnknownField,
    /// The name begins with `$` but is not a directive, so that it is written as data.
    UnknownDirective,
    /// A directive in a document or JSON merge patch, where it is data.
    DirectiveAsData,
    /// A field that `$retainKeys` lists is not in the schema.
    UnknownRetainedKey,
    /// A scalar whose type differs from the schema's, such as `"3"` for an integer.
    WrongScalar,
    /// A list or an object where the schema has a scalar.
    ScalarReplaced,
    /// A value of a different kind where the schema has a list or an object, such as an object for a list
    /// of containers: live's value would be lost.
    ContainerReplaced,
    /// A directive in a value that is taken as a whole, such as an element of an atomic list, a
    /// value that replaces live's, or an element that live lacks. It has no effect.
    IneffectiveDirective,
    /// The patch replaces a list of named objects, and drops some of them, or members of them; the schema
    /// does not say how the list merges. The suggestion is the key.
    NamedElementsDropped,
    /// An element of a patch has no merge key, or one that is not a scalar, in a list that live also has:
    /// applying the patch is an error.
    MergeKeyMissing,
    /// An object with `$patch: replace` where live has no object: the patch's object is left out, as in a
    /// cluster.
    ObjectLeftOut,
    /// Several elements of live have the merge key of an element that the patch changes.
    EqualMergeKeys,
    /// The value of a discriminator names no member of its union, and is spelled nearly
    /// like one that does.
    UnknownDiscriminator,
    /// An element that the patch adds to a list, or an object in one, lacks fields that the schema
    /// requires: either the patch was meant for an existing element, or the new one is incomplete. The
    /// suggestion is the name that was probably meant.
    ElementIncomplete,
    /// The name of an element that the patch adds differs by a few letters from that of an existing
    /// element, which is the suggestion.
    ElementNearName,
    /// An element that the patch adds is complete, and has a name of its own.
    ElementAdded,
    /// The patch deletes or orders an element that live does not have.
    ElementAbsent,
}

/// The severity of a [`Finding`]; later variants are worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// Not a problem: says what the patch does, for those who want to forbid it.
    Note,
    /// The result is probably not what the author of the patch expects.
    Warning,
    /// The patch destroys a list or an object, or can't be applied.
    Error,
}

impl FindingKind {
    /// The severity of a finding of this kind.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::ContainerReplaced | Self::MergeKeyMissing => Severity::Error,
            Self::ElementAdded => Severity::Note,
            _ => Severity::Warning,
        }
    }
}

impl Finding {
    /// The severity of the finding.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.kind.severity()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)?;
        match &self.suggestion {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}
