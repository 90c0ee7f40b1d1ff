//! A type made along documents: their members are its fields, even where the schema has a map or any
//! value. The reference has no schema there, and no schema at all for kinds that k8s.io/api lacks.

use serde_json::{Map, Value, json};
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, TypeKind};
use smp_tests::generate::below;
use smp_tests::prune::is_directive;

use super::walk::{item, list_of};

/// The notation of a type for these documents.
pub(super) fn notation(ty: TypeRef<'_>, docs: &[Value]) -> Value {
    let mut types = Types { types: Map::new() };
    let docs: Vec<&Value> = docs.iter().collect();
    let root = types.object(ty, &docs);
    json!({ "root": root, "types": types.types })
}

/// The types so far: one for each place in the documents.
struct Types {
    types: Map<String, Value>,
}

impl Types {
    /// Adds a type for these objects, and returns its name.
    fn object(&mut self, ty: TypeRef<'_>, values: &[&Value]) -> String {
        let id = format!("T{}", self.types.len());
        self.types.insert(id.clone(), Value::Null);
        let mut fields = Map::new();
        let names = values.iter().filter_map(|value| value.as_object()).flat_map(Map::keys);
        for name in names.map(|name| list_of(name)) {
            let Some(below) = below(ty, name).filter(|_| !is_directive(name)) else { continue };
            let below_values: Vec<&Value> = values.iter().filter_map(|it| it.get(name)).collect();
            let field = ty.field(name);
            let strategy = field.map(|field| field.strategy().to_string()).unwrap_or_default();
            let mut noted = json!({
                "type": self.expression(below, &below_values),
                "strategy": strategy,
            });
            if let Some(key) = field.and_then(FieldRef::merge_key) {
                noted["mergeKey"] = json!(key);
            }
            fields.insert(name.to_owned(), noted);
        }
        self.types.insert(id.clone(), json!({ "fields": fields }));
        id
    }

    fn expression(&mut self, ty: TypeRef<'_>, values: &[&Value]) -> Value {
        match (ty.kind(), item(Some(ty))) {
            (TypeKind::Scalar, _) => json!("scalar"),
            (TypeKind::List(_), Some(item)) => {
                let items: Vec<&Value> =
                    values.iter().filter_map(|value| value.as_array()).flatten().collect();
                json!({ "list": self.expression(item, &items) })
            }
            (TypeKind::Any, _) if !values.iter().any(|value| value.is_object()) => {
                // A list is replaced, whatever its items are.
                let is_list = values.iter().any(|value| value.is_array());
                if is_list { json!({ "list": "scalar" }) } else { json!("scalar") }
            }
            _ => json!(self.object(ty, values)),
        }
    }
}
