//! Data that is lost between the JSON that a value was read from and the JSON that it writes.

use serde_json::{Map, Number, Value};

use crate::model::{FieldRef, TypeRef};
use crate::reflect::{ConvertError, Step};
use crate::type_def::TypeKind;

/// The number of times that a value is read again; each handles one error.
const ATTEMPTS: usize = 16;

/// An error if a part of `json` is not in `back`, the JSON of the value that was read from it; `ty`
/// is its type in the schema, if known. A scalar is not lost if serde omits it as the default of
/// its field. To find out, `rewrite`, which reads and writes a value, is given a different scalar.
/// `O(n)`.
///
/// # Errors
///
/// [`ConvertError::Json`] with the path.
pub fn refuse_lost_value(
    json: &Value,
    back: &Value,
    ty: Option<TypeRef<'_>>,
    rewrite: &dyn Fn(Value) -> Result<Value, ConvertError>,
) -> Result<(), ConvertError> {
    let Err(lost) = missing(json, back, ty) else { return Ok(()) };
    let (mut probe, mut without) = (json.clone(), json.clone());
    if !vary(&mut probe, Some(back)) {
        return Err(lost);
    }
    let mut has_refused = false;
    for _ in 0..ATTEMPTS {
        match rewrite(probe.clone()) {
            Ok(other) => {
                missing(&probe, &other, ty)?;
                // The refused scalars were defaults if the value is the same without them.
                let is_same = !has_refused || rewrite(without).is_ok_and(|other| other == *back);
                return if is_same { Ok(()) } else { Err(lost) };
            }
            // The type refuses the different scalar, so it does read this member.
            Err(ConvertError::Json(_, steps)) if forget(&mut probe, &mut without, &steps) => {
                has_refused = true;
            }
            Err(_) => break,
        }
    }
    Err(lost)
}

/// An error if a part of `json` is not in `back`. Scalars may be spelled differently.
pub(super) fn missing(
    json: &Value,
    back: &Value,
    ty: Option<TypeRef<'_>>,
) -> Result<(), ConvertError> {
    match (json, back) {
        (Value::Object(members), Value::Object(back)) => {
            for (name, member) in members {
                let kept = match back.get(name) {
                    Some(back) => missing(member, back, ty.and_then(|ty| member_type(ty, name))),
                    None if is_left_out(member, name, ty) => Ok(()),
                    None => Err(lost()),
                };
                kept.map_err(|error| error.within(|| Step::Field(name.clone())))?;
            }
            Ok(())
        }
        (Value::Array(items), Value::Array(back)) => {
            let ty = ty.and_then(|ty| match ty.kind() {
                TypeKind::List(element) => Some(element),
                _ => None,
            });
            // A set is written in an order of its own, so a null may be paired with a number.
            let nulls = |list: &[Value]| list.iter().filter(|it| it.is_null()).count();
            let has_new_null = nulls(back) > nulls(items);
            for (at, (item, same)) in items.iter().zip(back).enumerate() {
                if same.is_null() && !has_new_null {
                    continue;
                }
                let kept = missing(item, same, ty);
                if kept.is_err() && !has(item, same) && back.iter().any(|back| has(back, item)) {
                    continue;
                }
                kept.map_err(|error| error.within(|| Step::Index(at)))?;
            }
            Ok(())
        }
        // The number was too large: serde writes infinity as null.
        (Value::Number(_), Value::Null) => Err(lost()),
        _ => Ok(()),
    }
}

/// Whether a value has all the data of a second value.
fn has(value: &Value, other: &Value) -> bool {
    match (value, other) {
        (Value::Object(members), Value::Object(others)) => others.iter().all(|(name, other)| {
            members.get(name).map_or_else(|| !has_data(other), |member| has(member, other))
        }),
        (value, other) => value == other,
    }
}

/// The type of a member of an object.
fn member_type<'s>(ty: TypeRef<'s>, name: &str) -> Option<TypeRef<'s>> {
    match ty.kind() {
        TypeKind::Map(value) => Some(value),
        _ => ty.field(name).map(FieldRef::ty).or_else(|| ty.other_members()),
    }
}

/// Whether serde may omit a member when it writes an object: null, an empty value that is not the
/// variant of an enum, or a field that serde only reads.
fn is_left_out(member: &Value, name: &str, ty: Option<TypeRef<'_>>) -> bool {
    let is_variant = |ty: TypeRef<'_>| {
        let mut enums = ty.unions().iter().filter(|it| it.is_rust_enum());
        enums.any(|it| it.discriminator().is_none() && it.member(name).is_some())
    };
    let is_one_way = |ty: TypeRef<'_>| ty.field(name).is_some_and(FieldRef::is_one_way);
    member.is_null()
        || ty.is_some_and(is_one_way)
        || !has_data(member) && !ty.is_some_and(is_variant)
}

/// Whether a value has data: a scalar, a list with elements, or an object with such a member.
pub(super) fn has_data(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => members.values().any(has_data),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

/// Gives each scalar that is not in `back` a different value; `false` if there is no such scalar.
fn vary(json: &mut Value, back: Option<&Value>) -> bool {
    let mut varied = false;
    match (json, back) {
        (Value::Object(members), back @ (None | Some(Value::Object(_)))) => {
            for (name, member) in members {
                varied |= vary(member, back.and_then(|back| back.get(name)));
            }
        }
        (Value::Array(items), None) => items.iter_mut().for_each(|item| varied |= vary(item, None)),
        (Value::Array(items), Some(Value::Array(back))) => {
            for (item, back) in items.iter_mut().zip(back) {
                varied |= vary(item, Some(back));
            }
        }
        (Value::Bool(value), None) => (*value, varied) = (!*value, true),
        (Value::Number(number), None) => (*number, varied) = (other_number(number), true),
        (Value::String(text), None) => {
            text.push('x');
            varied = true;
        }
        _ => {}
    }
    varied
}

/// A different number. Integers move away from zero, so that a type that refuses the original also
/// refuses the result.
fn other_number(number: &Number) -> Number {
    match (number.as_u64(), number.as_i64()) {
        (Some(positive), _) => positive.saturating_add(1).into(),
        (None, Some(negative)) => negative.saturating_sub(1).into(),
        (None, None) => number
            .as_f64()
            .and_then(|it| Number::from_f64(it / 2.0))
            .unwrap_or_else(|| number.clone()),
    }
}

/// Removes the varied member at these steps, the last one first, from both values; `false` if the
/// steps don't lead to one.
fn forget(probe: &mut Value, without: &mut Value, steps: &[Step]) -> bool {
    let Some((Step::Field(name), above)) = steps.split_first() else { return false };
    let (Some(probe), Some(without)) = (object_at(probe, above), object_at(without, above)) else {
        return false;
    };
    let is_varied = match (probe.get(name), without.get(name)) {
        (Some(Value::Object(_) | Value::Array(_)), _) => false,
        (varied, own) => varied != own,
    };
    is_varied && probe.remove(name).is_some() && without.remove(name).is_some()
}

/// The object to which these steps lead, the last one first.
fn object_at<'v>(value: &'v mut Value, steps: &[Step]) -> Option<&'v mut Map<String, Value>> {
    let step = |value: &'v mut Value, step: &Step| match step {
        Step::Field(name) => value.get_mut(name),
        Step::Index(at) => value.get_mut(at),
    };
    steps.iter().rev().try_fold(value, step)?.as_object_mut()
}

pub(super) fn lost() -> ConvertError {
    serde::de::Error::custom(
        "the Rust type would drop this field; if it has the field, correct its value or one beside \
         it, otherwise use a newer version of the type, or patch the object as JSON",
    )
}
