//! What the derive knows about a type: [`Input`]. `input` reads it, `check` checks it, `expand`
//! writes it.

use proc_macro2::{Ident, Span};
use smp_rules::MapType;
use syn::{ExprPath, Generics, LitStr, Member, Path, Type, WherePredicate};

use crate::attr::FieldPatch;

/// The type to describe.
pub(crate) struct Input<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    /// The path of `smp_core`.
    pub(crate) krate: Option<Path>,
    /// The bounds after `where`, if the user gives them.
    pub(crate) bound: Option<Vec<WherePredicate>>,
    /// The name of the type in the schema.
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) reflected: Reflected,
    /// The fields that documents lack.
    pub(crate) skipped: Vec<Skipped>,
    /// Whether no implementation compiles: a field has an `Rc` or a trait object, or the dependency
    /// on `smp_core` is renamed.
    pub(crate) never_compiles: bool,
    /// The fixed values of `apiVersion` and `kind`.
    pub(crate) constants: Option<(LitStr, LitStr)>,
    /// The field of a struct of smp-types that keeps the members without a field.
    pub(crate) unknown_fields: Option<&'a Ident>,
}

/// A field that documents lack.
pub(crate) struct Skipped {
    /// The variant that has it, in an enum.
    pub(crate) variant: Option<Ident>,
    pub(crate) ident: Ident,
    /// The name in JSON of a field that serde reads.
    pub(crate) name: Option<String>,
}

/// How a merge accesses the parts of a value.
pub(crate) enum Reflected {
    /// Not at all: the value is converted as a whole.
    Whole,
    /// The value has the JSON of this field.
    Field(Member),
    /// Each field of the struct by itself. If the struct has a default, serde takes the fields from
    /// it that a document lacks.
    Fields(Option<DefaultValue>),
}

/// The value that serde uses if a document lacks one.
pub(crate) enum DefaultValue {
    /// The `Default` of its type, with the place of the attribute.
    OfType(Span),
    /// The result of this function.
    Function(ExprPath),
}

/// The JSON form of the type.
pub(crate) enum Shape {
    /// A string, number or boolean.
    Scalar,
    /// One of these strings.
    OneOf(Vec<String>),
    /// The JSON of another type.
    Same(Box<Type>),
    /// An object.
    Object(Object),
}

/// The fields of an object, and their union.
#[derive(Default)]
pub(crate) struct Object {
    pub(crate) fields: Vec<Field>,
    /// A union of fields that are not flattened. The unions of flattened types belong to those
    /// types.
    pub(crate) union: Option<Union>,
    /// How server-side apply merges it.
    pub(crate) map_type: MapType,
}

/// Fields, at most one of which is set, by their indices in the object.
#[expect(clippy::struct_excessive_bools, reason = "each is a statement of its own")]
pub(crate) struct Union {
    pub(crate) discriminator: Option<usize>,
    /// The members, each with the value by which the discriminator names it.
    pub(crate) members: Vec<(usize, String)>,
    pub(crate) exactly_one: bool,
    /// Whether a member may be set while the discriminator names none.
    pub(crate) allow_inactive_member: bool,
    pub(crate) unenforced: bool,
    /// Whether the object is a Rust enum.
    pub(crate) rust_enum: bool,
}

/// A field of an object.
pub(crate) struct Field {
    pub(crate) place: Place,
    pub(crate) ty: FieldType,
    pub(crate) patch: FieldPatch,
    /// How serde writes and reads the field of a struct; `None` for a field that serde adds.
    pub(crate) access: Option<FieldAccess>,
    /// The variant of an enum that has it.
    pub(crate) variant: Option<Ident>,
    /// Whether no mistake was found in it so far.
    pub(crate) sound: bool,
}

/// How serde writes and reads a field.
pub(crate) struct FieldAccess {
    pub(crate) ident: Ident,
    pub(crate) skip_serializing: bool,
    pub(crate) skip_deserializing: bool,
    /// The function that decides whether serde leaves the value out.
    pub(crate) skip_serializing_if: Option<ExprPath>,
    pub(crate) default: Option<DefaultValue>,
    /// The function that writes the value, if it isn't the type's own.
    pub(crate) serialize_with: Option<ExprPath>,
    /// The function that reads the value, if it isn't the type's own.
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

/// The place of a field's value in the object.
pub(crate) enum Place {
    /// The value of a member with this name.
    Named { name: String, span: Span },
    /// The fields of the value are fields of the object.
    Flattened(Span),
}

/// The type of a field's value.
pub(crate) enum FieldType {
    /// The constants of this type describe it.
    Described(Box<Type>),
    /// A type that is replaced as a whole.
    Leaf(Box<Type>),
    /// A string that serde adds: the tag.
    Tag,
    /// A string that `Serialize` adds, the same for every value of the type.
    Constant,
    /// An object without a type of its own: the fields of a variant.
    Inline { name: String, object: Object },
}
