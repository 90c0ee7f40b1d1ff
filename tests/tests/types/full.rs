//! Objects in which every field is set, made from the table of facts.

use serde_json::{Map, Value, json};

use super::{Shape, Types, shape};

/// Makes objects in which every field is set: lists have two elements, numbers are at their
/// bounds.
pub(crate) struct Full<'t> {
    pub(crate) types: &'t Types,
    pub(crate) sign: i64,
    /// The type whose objects get an additional field that it doesn't have; `*` for all types.
    pub(crate) spoil: &'t str,
}

impl Full<'_> {
    /// An object of the type of this name.
    pub(crate) fn object(&self, ty: &str) -> Value {
        self.object_within(&Within { ty, outer: None })
    }

    fn object_within(&self, within: &Within<'_>) -> Value {
        let ty = within.ty;
        let fields = self.types[ty].iter();
        let fields = fields.filter(|(_, fact)| !within.contains(&fact.value));
        let mut object: Map<_, _> = fields
            .map(|(name, fact)| (name.clone(), self.value(name, &fact.value, within)))
            .collect();
        if let Some((api_version, kind)) = super::kind_of(ty) {
            object.insert("apiVersion".to_owned(), json!(api_version));
            object.insert("kind".to_owned(), json!(kind));
        }
        if self.spoil == "*" || ty == self.spoil {
            // After all fields, where a struct writes it.
            object.insert("zzUnknown".to_owned(), json!(1));
        }
        Value::Object(object)
    }

    fn value(&self, name: &str, ty: &str, within: &Within<'_>) -> Value {
        let positive = self.sign > 0;
        match shape(ty) {
            Shape::Object(ty) => self.object_within(&Within { ty, outer: Some(within) }),
            Shape::List(element) => {
                let other = format!("other-{name}");
                json!([self.value(name, element, within), self.value(&other, element, within)])
            }
            Shape::Map(inner) => json!({
                "example.com/key": self.value(name, inner, within),
                "": self.value("", inner, within),
            }),
            Shape::Any => {
                json!({"f:metadata": {}, "list": [1, null, "two"], "deep": {"a": {"b": 0.5}}})
            }
            Shape::Scalar(scalar) => match scalar {
                "string" => json!(name),
                "ByteString" => json!("c2VjcmV0"),
                "bool" => json!(positive),
                "int32" => json!(if positive { i32::MAX } else { i32::MIN }),
                "int64" => json!(if positive { i64::MAX } else { i64::MIN }),
                "float64" => json!(if positive { 0.1 } else { f64::MIN }),
                "IntOrString" if positive => json!(443),
                "IntOrString" => json!("https"),
                "Quantity" if positive => json!("100Mi"),
                "Quantity" => json!(1.5),
                // Go would write these times in another form; the text must be kept.
                "Time" => json!("2024-02-29T23:59:60+00:00"),
                "MicroTime" => json!("2024-02-29T12:00:00.1Z"),
                other => panic!("no value for {other}"),
            },
        }
    }
}

/// The type of an object, with those of the objects around it.
struct Within<'w> {
    ty: &'w str,
    outer: Option<&'w Within<'w>>,
}

impl Within<'_> {
    /// Whether the objects in a field of this type would be in an object of their own type twice: a
    /// type that contains itself has one level more.
    fn contains(&self, field: &str) -> bool {
        let mut field = field;
        while let Shape::List(inner) | Shape::Map(inner) = shape(field) {
            field = inner;
        }
        let mut outer = self.outer;
        while let Some(within) = outer {
            if within.ty == field {
                return true;
            }
            outer = within.outer;
        }
        false
    }
}
