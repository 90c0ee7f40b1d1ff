//! Nulls in objects, as clients write them for unset fields: Go's encoder does so for each field
//! without `omitempty`.

use serde_json::Value;
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, TypeKind};
use smp_tests::choices::Choices;
use smp_tests::generate::below;

/// Members that identify the object.
const KEPT: [&str; 5] = ["apiVersion", "kind", "name", "managedFields", "resourceVersion"];

/// Sets one or more fields, members of maps or elements of lists to null.
pub(super) fn add(object: &mut Value, ty: TypeRef<'_>, choices: &mut Choices<'_>) {
    let odds = choices.pick(&[4, 10, 30]);
    add_below(object, ty, odds, choices);
}

fn add_below(value: &mut Value, ty: TypeRef<'_>, odds: usize, choices: &mut Choices<'_>) {
    match (value, ty.kind()) {
        (Value::Object(members), kind) => {
            for (name, member) in members.iter_mut() {
                match below(ty, name) {
                    Some(ty) if !KEPT.contains(&&**name) => add_below(member, ty, odds, choices),
                    _ => {}
                }
            }
            if !choices.one_in(odds) {
                return;
            }
            let name = if matches!(kind, TypeKind::Map(_) | TypeKind::Any) {
                format!("n{}", choices.below(3))
            } else {
                let fields: Vec<&str> = ty.fields().map(FieldRef::name).collect();
                let fields: Vec<&str> =
                    fields.into_iter().filter(|name| !KEPT.contains(name)).collect();
                if fields.is_empty() {
                    return;
                }
                choices.pick(&fields).to_owned()
            };
            members.insert(name, Value::Null);
        }
        (Value::Array(items), TypeKind::List(element)) => {
            for item in items.iter_mut() {
                add_below(item, element, odds, choices);
            }
            if choices.one_in(odds * 3) {
                let place = choices.count(items.len());
                items.insert(place, Value::Null);
            }
        }
        _ => {}
    }
}
