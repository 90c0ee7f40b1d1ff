//! What the derive knows of a type: [`Input`], as `input` reads it, `check` checks it and
//! `expand` writes it.

use proc_macro2::{Ident, Span};
use syn::{ExprPath, Generics, Member, Path, Type, WherePredicate};

use crate::attr::FieldPatch;

/// The type to describe.
pub(crate) struct Input<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    /// Where `smp_core` is.
    pub(crate) krate: Option<Path>,
    /// What follows `where`, if the user writes it.
    pub(crate) bound: Option<Vec<WherePredicate>>,
    /// The name that the schema shows.
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) reached: Reached,
}

/// How a merge reaches the parts of a value.
pub(crate) enum Reached {
    /// Not at all: the value is converted as a whole.
    Whole,
    /// The value is this field.
    Field(Member),
    /// Each field of the struct by itself. What serde takes where a document lacks one, if
    /// the struct has a default.
    Fields(Option<DefaultValue>),
}

/// What serde takes where a document lacks a value.
pub(crate) enum DefaultValue {
    /// The `Default` of its type.
    OfType,
    /// What this function returns.
    Function(ExprPath),
}

/// What the type is in JSON.
pub(crate) enum Shape {
    /// A string, number or boolean.
    Scalar,
    /// One of these strings.
    OneOf(Vec<String>),
    /// The same as another type.
    Same(Box<Type>),
    /// An object.
    Object(Object),
}

/// What an object is made of.
#[derive(Default)]
pub(crate) struct Object {
    pub(crate) fields: Vec<Field>,
    /// Of fields under their own names. Those of flattened types are theirs.
    pub(crate) union: Option<Union>,
}

/// Fields of which one at a time is set, by their places in the object.
pub(crate) struct Union {
    pub(crate) discriminator: Option<usize>,
    /// Each with the value by which the discriminator names it.
    pub(crate) members: Vec<(usize, String)>,
    pub(crate) exactly_one: bool,
    /// A member may be set beside a discriminator that names none.
    pub(crate) allow_inactive_member: bool,
    /// The object is a Rust enum.
    pub(crate) rust_enum: bool,
}

/// A field of an object.
pub(crate) struct Field {
    pub(crate) place: Place,
    pub(crate) ty: FieldType,
    pub(crate) patch: FieldPatch,
    /// How serde writes and reads the field of a struct; `None` for what serde adds.
    pub(crate) access: Option<FieldAccess>,
    /// Nothing is wrong with it so far.
    pub(crate) sound: bool,
}

/// How serde writes and reads a field.
pub(crate) struct FieldAccess {
    pub(crate) ident: Ident,
    pub(crate) skip_serializing: bool,
    pub(crate) skip_deserializing: bool,
    /// Tells whether serde leaves a value out.
    pub(crate) skip_serializing_if: Option<ExprPath>,
    pub(crate) default: Option<DefaultValue>,
    /// The function that writes the value, if it isn't the type's own.
    pub(crate) serialize_with: Option<ExprPath>,
    /// The function that reads it.
    pub(crate) deserialize_with: Option<ExprPath>,
}

impl FieldAccess {
    /// Whether functions of serde write or read the value.
    pub(crate) fn has_function(&self) -> bool {
        self.serialize_with.is_some() || self.deserialize_with.is_some()
    }
}

impl Field {
    /// Whether serde skips it when it writes, or when it reads.
    pub(crate) fn is_one_way(&self) -> bool {
        let one_way = |it: &FieldAccess| it.skip_serializing || it.skip_deserializing;
        matches!(self.ty, FieldType::Constant) || self.access.as_ref().is_some_and(one_way)
    }
}

/// Where a field's value is in the object.
pub(crate) enum Place {
    /// Under a name of its own.
    Named { name: String, span: Span },
    /// Its fields are among those of the object.
    Flattened(Span),
}

/// What is known of a field's value.
pub(crate) enum FieldType {
    /// The constants of this type say.
    Described(Box<Type>),
    /// It is replaced as a whole, whatever it is.
    Leaf(Box<Type>),
    /// A string that serde adds.
    Tag,
    /// A string that `Serialize` adds, the same for every value of the type.
    Constant,
    /// An object without a type of its own: the fields of a variant.
    Inline { name: String, object: Object },
}
