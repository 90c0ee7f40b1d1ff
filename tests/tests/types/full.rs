//! Objects in which every field is set, made from the table of facts.

use serde_json::{Map, Value, json};

use super::{Shape, Types, shape};

/// Makes objects in which every field is set: lists have two elements, numbers are at their
/// bounds.
pub(crate) struct Full<'t> {
    pub(crate) types: &'t Types,
    pub(crate) sign: i64,
    /// The type whose objects get an additional field that it doesn't have.
    pub(crate) spoil: &'t str,
}

impl Full<'_> {
    /// An object of the type of this name.
    pub(crate) fn object(&self, ty: &str) -> Value {
        let fields = self.types[ty].iter();
        let mut object: Map<_, _> =
            fields.map(|(name, fact)| (name.clone(), self.value(name, &fact.value))).collect();
        if ty == self.spoil {
            object.insert("unknown".to_owned(), json!(1));
        }
        Value::Object(object)
    }

    fn value(&self, name: &str, ty: &str) -> Value {
        let positive = self.sign > 0;
        match shape(ty) {
            Shape::Object(ty) => self.object(ty),
            Shape::List(element) => {
                json!([self.value(name, element), self.value(&format!("other-{name}"), element)])
            }
            Shape::Map(inner) => {
                json!({"example.com/key": self.value(name, inner), "": self.value("", inner)})
            }
            Shape::Any => {
                json!({"f:metadata": {}, "list": [1, null, "two"], "deep": {"a": {"b": 0.5}}})
            }
            Shape::Scalar(scalar) => match scalar {
                "string" | "ByteString" => json!(name),
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
