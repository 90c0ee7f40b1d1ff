//! [`ErrorKind`]: the kinds of errors, for programs that react to them.

/// The kind of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not JSON.
    InvalidJson,
    /// A document or patch is not an object.
    NotAnObject,
    /// A directive has a value that is not allowed, or a list directive names no list.
    InvalidDirective,
    /// A patch sets a field that its `$retainKeys` doesn't list.
    RetainKeys,
    /// The elements of a patch list contradict their `$setElementOrder`.
    ElementOrder,
    /// An element of a merge list lacks its merge key, or the key is not a scalar.
    MergeKeyMissing,
    /// A merge list has elements of several types, lists, or nulls.
    MixedElements,
    /// A field is not in the schema.
    UnknownField,
    /// The type of a value differs from the schema's.
    TypeMismatch,
    /// No patch can express the change, because the data have a member with the name of a
    /// directive, such as `$patch`.
    DirectiveAsData,
    /// Both sides changed the same field.
    Conflict,
    /// A field that must not change would change.
    Precondition,
    /// An object violates a union of its type.
    Union,
    /// Two patches can't be composed into one.
    IncompatiblePatches,
    /// No schema is known for a kind of object.
    NoSchema,
    /// Nested deeper than [`Limits::max_depth`](crate::Limits::max_depth).
    Depth,
    /// Text longer than [`Limits::max_bytes`](crate::Limits::max_bytes), or a patch that names one
    /// element more often than [`Limits::max_repeats`](crate::Limits::max_repeats).
    Size,
    /// A Rust value can't be written as JSON, or JSON can't be read as the Rust type.
    Typed,
}
