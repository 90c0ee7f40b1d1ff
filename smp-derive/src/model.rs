//! What the derive knows of a type: [`Input`], as `input` reads it, `check` checks it and
//! `expand` writes it.

use proc_macro2::{Ident, Span};
use syn::{Generics, Path, Type, WherePredicate};

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
    /// serde skips it when it writes, or when it reads.
    pub(crate) one_way: bool,
    /// Nothing is wrong with it so far.
    pub(crate) sound: bool,
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
    /// An object without a type of its own: the fields of a variant.
    Inline { name: String, object: Object },
}
