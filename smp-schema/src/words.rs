//! Types in words, for people.

use crate::model::TypeRef;
use crate::type_def::{ScalarType, TypeKind};

/// The maximum depth of nested lists and maps that is followed.
const MAX_DEPTH: usize = 128;

impl<'s> TypeRef<'s> {
    /// The type inside nested lists and maps: that of the elements, of their elements, and so on. A
    /// list that contains only itself is its own innermost type, and has no fields.
    #[must_use]
    pub fn innermost(self) -> TypeRef<'s> {
        let mut inside = self;
        for _ in 0..MAX_DEPTH {
            match inside.kind() {
                TypeKind::List(inner) | TypeKind::Map(inner) => inside = inner,
                _ => return inside,
            }
        }
        self
    }

    /// The type in words, such as `list of map of string`. Types inside more than eight nested
    /// lists and maps are left out.
    ///
    /// ```
    /// use smp_schema::SchemaBuilder;
    /// let mut types = SchemaBuilder::new();
    /// let any = types.any();
    /// let list = types.list(any);
    /// let root = types.map(list);
    /// let schema = types.build(root)?;
    /// assert_eq!(schema.root().in_words(), "map of list of free-form");
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn in_words(self) -> String {
        let mut text = String::new();
        let mut around = Vec::new();
        let mut ty = self;
        loop {
            if around.contains(&ty.id()) {
                return text + "itself";
            }
            if around.len() == 8 {
                return text + "…";
            }
            around.push(ty.id());
            ty = match ty.kind() {
                TypeKind::Scalar => return text + scalar(ty.scalar_type().unwrap_or_default()),
                TypeKind::Object => return text + ty.name().unwrap_or("object"),
                TypeKind::List(element) => {
                    text.push_str("list of ");
                    element
                }
                TypeKind::Map(value) => {
                    text.push_str("map of ");
                    value
                }
                TypeKind::Any => return text + "free-form",
            };
        }
    }
}

/// The name of a scalar type. A quantity and an int-or-string are strings or numbers.
fn scalar(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::String | ScalarType::Time | ScalarType::Duration | ScalarType::Bytes => {
            "string"
        }
        ScalarType::Integer | ScalarType::Int32 | ScalarType::Int64 => "integer",
        ScalarType::Number => "number",
        ScalarType::Boolean => "boolean",
        ScalarType::Quantity | ScalarType::IntOrString => "string or number",
        _ => "scalar",
    }
}
