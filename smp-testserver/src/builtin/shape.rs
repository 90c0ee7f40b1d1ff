//! The form of objects of Kubernetes' own kinds. A server reads an object into Go's structs and writes it
//! from them: [`decode`] drops what the structs lack and what Go leaves out, and refuses values of a wrong
//! type; [`complete`] adds what Go writes for unset fields.

use base64::alphabet::STANDARD as STANDARD_ALPHABET;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use base64::{DecodeError, Engine as _};
use jiff::Timestamp;
use jiff::fmt::temporal::DateTimePrinter;
use serde_json::{Map, Value};
use smp_core::{ScalarType, TypeRef};
use smp_schema::__support::group_and_version;
use smp_schema::TypeKind;

use super::quantity;
use super::written::fields_of;
use crate::object::shorten;
use crate::unknown::Unknown;

/// Findings from reading an object.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// The paths of members that the type lacks, such as `spec.replica`.
    pub(crate) unknown: Unknown,
    /// The first value of a wrong type, in the words of Go's decoder.
    pub(crate) wrong: Option<String>,
}

impl Findings {
    fn wrong(&mut self, message: impl FnOnce() -> String) {
        if self.wrong.is_none() {
            self.wrong = Some(message());
        }
    }
}

/// The place of a value.
#[derive(Clone, Copy)]
struct Place<'p> {
    api_version: &'p str,
    /// The type that has the field.
    owner: &'p str,
    /// The field.
    name: &'p str,
}

/// Reads an object of a type, as Go does. Nulls count as unset.
pub(crate) fn decode(
    value: &mut Value,
    ty: TypeRef<'_>,
    api_version: &str,
    findings: &mut Findings,
) {
    let name = ty.name().unwrap_or_default();
    let place = Place { api_version, owner: name, name: "" };
    read(value, ty, place, &mut String::new(), findings);
}

fn read(
    value: &mut Value,
    ty: TypeRef<'_>,
    place: Place<'_>,
    path: &mut String,
    findings: &mut Findings,
) {
    let depth = path.len();
    match (ty.kind(), value) {
        (TypeKind::Any, _) | (_, Value::Null) => {}
        (TypeKind::Object, Value::Object(members)) => {
            read_object(members, ty, place.api_version, path, findings);
        }
        (TypeKind::Map(element), Value::Object(members)) => {
            for (name, member) in members.iter_mut() {
                push(path, name);
                set_null(member, element);
                read(member, element, place, path, findings);
                shorten(path, depth);
            }
        }
        (TypeKind::List(element), Value::Array(items)) => {
            for (at, item) in items.iter_mut().enumerate() {
                path.extend(["[", &at.to_string(), "]"]);
                set_null(item, element);
                read(item, element, place, path, findings);
                shorten(path, depth);
            }
        }
        (TypeKind::Scalar, value) => {
            if let Err(wanted) = scalar(value, ty.scalar_type(), place.name) {
                findings.wrong(|| wrong(value, &wanted, place, path));
            }
        }
        (kind, value) => {
            let wanted = match kind {
                TypeKind::List(_) => format!("[]{}", go_name(place, element_name(ty))),
                TypeKind::Map(_) => "map[string]string".to_owned(),
                _ => go_name(place, ty.name().unwrap_or_default()),
            };
            findings.wrong(|| wrong(value, &wanted, place, path));
        }
    }
}

/// Replaces a null in a map or a list with Go's zero value of that type.
fn set_null(value: &mut Value, ty: TypeRef<'_>) {
    if !value.is_null() {
        return;
    }
    *value = match (ty.kind(), ty.scalar_type()) {
        (TypeKind::Object, _) => Value::Object(Map::new()),
        (TypeKind::Scalar, Some(ScalarType::Quantity)) => "0".into(),
        (TypeKind::Scalar, Some(ScalarType::Boolean)) => false.into(),
        (
            TypeKind::Scalar,
            Some(ScalarType::Int32 | ScalarType::Int64 | ScalarType::Integer | ScalarType::Number),
        ) => 0.into(),
        (TypeKind::Scalar, _) => "".into(),
        _ => return,
    };
}

fn element_name(ty: TypeRef<'_>) -> &str {
    match ty.kind() {
        TypeKind::List(element) => element.name().unwrap_or("string"),
        _ => "string",
    }
}

fn go_name(place: Place<'_>, name: &str) -> String {
    let version = group_and_version(place.api_version).1;
    if name == "string" { name.to_owned() } else { format!("{version}.{name}") }
}

fn read_object(
    members: &mut Map<String, Value>,
    ty: TypeRef<'_>,
    api_version: &str,
    path: &mut String,
    findings: &mut Findings,
) {
    let (depth, owner) = (path.len(), ty.name().unwrap_or_default());
    let names: Vec<String> = members.keys().cloned().collect();
    for name in names {
        push(path, &name);
        match (ty.field(&name), members.get_mut(&name)) {
            (Some(field), Some(member)) => {
                read(member, field.ty(), Place { api_version, owner, name: &name }, path, findings);
            }
            (None, _) => {
                findings.unknown.add("", path);
                members.remove(&name);
            }
            (Some(_), None) => {}
        }
        shorten(path, depth);
    }
    members.retain(|_, member| !member.is_null());
    if let Some(written) = fields_of(api_version, owner) {
        written.dropped.iter().for_each(|name| {
            if members.get(*name).is_some_and(is_empty) {
                members.remove(*name);
            }
        });
    }
}

/// Whether Go's encoder omits the value in a field with `omitempty`.
pub(crate) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}

fn push(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}

/// The refusal by Go's decoder of JSON, which has its own names for types.
fn wrong(value: &Value, wanted: &str, place: Place<'_>, path: &str) -> String {
    let found = match value {
        Value::Object(_) => "object",
        Value::Array(_) => "array",
        Value::String(_) => "string",
        Value::Bool(_) => "bool",
        Value::Number(_) | Value::Null => "number",
    };
    if wanted.contains(' ') {
        return wanted.to_owned();
    }
    let path: String = path
        .split('[')
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once(']').map_or("", |it| it.1) })
        .collect();
    let owner = place.owner;
    format!("json: cannot unmarshal {found} into Go struct field {owner}.{path} of type {wanted}")
}

/// Turns a negative zero into 0, as Go does when it reads an integer.
fn read_negative_zero(value: &mut Value) {
    if value.as_f64().is_some_and(|it| it == 0.0 && it.is_sign_negative()) {
        *value = 0.into();
    }
}

/// Checks a scalar and rewrites it as Go writes it. The error is the wanted type, or a whole message.
fn scalar(value: &mut Value, ty: Option<ScalarType>, field: &str) -> Result<(), String> {
    let Some(ty) = ty else { return Ok(()) };
    let is_number = value.is_number();
    match ty {
        ScalarType::Int32 | ScalarType::Int64 | ScalarType::Integer => {
            read_negative_zero(value);
            let name = if ty == ScalarType::Int32 { "int32" } else { "int64" };
            let limits = ty.integers().unwrap_or((i64::MIN, i64::MAX));
            let number = value.as_i64().filter(|it| (limits.0..=limits.1).contains(it));
            number.map(drop).ok_or_else(|| name.to_owned())
        }
        ScalarType::Number => is_number.then_some(()).ok_or_else(|| "float64".to_owned()),
        ScalarType::Boolean => value.is_boolean().then_some(()).ok_or_else(|| "bool".to_owned()),
        ScalarType::IntOrString => {
            read_negative_zero(value);
            let fits = value.as_i64().is_some() || value.is_string();
            fits.then_some(()).ok_or_else(|| "int32".to_owned())
        }
        ScalarType::Quantity => {
            let text = match &*value {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => return Err("resource.Quantity".to_owned()),
            };
            let canonical = quantity::canonical(text.trim()).ok_or_else(|| {
                "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'".to_owned()
            })?;
            *value = canonical.into();
            Ok(())
        }
        ScalarType::Time => {
            let Value::String(text) = &*value else { return Err("v1.Time".to_owned()) };
            let time = time(text, field).ok_or_else(|| {
                format!("parsing time {text:?} as \"2006-01-02T15:04:05Z07:00\": cannot parse {text:?} as \"2006\"")
            })?;
            *value = time.into();
            Ok(())
        }
        ScalarType::Bytes => match value {
            Value::String(text) => {
                *text = base64_as_written(text)?;
                Ok(())
            }
            _ => Err("[]uint8".to_owned()),
        },
        _ => value.is_string().then_some(()).ok_or_else(|| "string".to_owned()),
    }
}

/// Base64 as Go writes it after it has read it. Reading ignores line ends and leftover bits.
fn base64_as_written(text: &str) -> Result<String, String> {
    const LENIENT: GeneralPurpose = GeneralPurpose::new(
        &STANDARD_ALPHABET,
        GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
    );
    let text: String = text.chars().filter(|it| !matches!(it, '\r' | '\n')).collect();
    let at = match LENIENT.decode(&text) {
        Ok(bytes) => return Ok(STANDARD.encode(bytes)),
        Err(DecodeError::InvalidByte(at, _)) => at,
        // Go reports padding that is too short at the end of the text, and missing padding where its group
        // begins.
        Err(_) if text.contains('=') => text.len(),
        Err(_) => text.len() & !3,
    };
    Err(format!("illegal base64 data at input byte {at}"))
}

/// The fields whose times have microseconds.
const MICRO_TIMES: [&str; 4] = ["acquireTime", "renewTime", "eventTime", "lastObservedTime"];

/// A time as Go writes it.
fn time(text: &str, field: &str) -> Option<String> {
    let time: Timestamp = text.parse().ok()?;
    let is_micro = MICRO_TIMES.contains(&field);
    let printer = DateTimePrinter::new().precision(Some(if is_micro { 6 } else { 0 }));
    let mut written = String::new();
    printer.print_timestamp(&time, &mut written).ok()?;
    Some(written)
}

/// Adds what Go's encoder writes for fields that are not set, such as `status: {}`.
pub(crate) fn complete(value: &mut Value, ty: TypeRef<'_>, api_version: &str) {
    add_zeros(value, ty, api_version, false);
}

/// Adds the structs that every object has, so that their fields can get defaults.
pub(crate) fn add_structs(value: &mut Value, ty: TypeRef<'_>, api_version: &str) {
    add_zeros(value, ty, api_version, true);
}

/// Writes null for empty lists and maps, as Go does for unset ones: the store keeps no empty ones. Unset
/// fields are then left out or written as null.
pub(crate) fn store(value: &mut Value, ty: TypeRef<'_>, api_version: &str) {
    match (ty.kind(), value) {
        (TypeKind::Object, Value::Object(members)) => {
            let written = ty.name().and_then(|name| fields_of(api_version, name));
            let nulls = written.into_iter().flat_map(|it| &it.always).filter(|it| it.1.is_null());
            for (name, null) in nulls {
                let is_empty = |it: &Value| is_empty(it) && (it.is_array() || it.is_object());
                let is_free =
                    ty.field(name).is_some_and(|it| matches!(it.ty().kind(), TypeKind::Any));
                if !is_free && members.get(*name).is_some_and(is_empty) {
                    members.insert((*name).to_owned(), null.clone());
                }
            }
            for (name, member) in members.iter_mut() {
                if let Some(field) = ty.field(name) {
                    store(member, field.ty(), api_version);
                }
            }
        }
        (TypeKind::Map(element), Value::Object(members)) => {
            members.values_mut().for_each(|it| store(it, element, api_version));
        }
        (TypeKind::List(element), Value::Array(items)) => {
            for item in items.iter_mut() {
                store(item, element, api_version);
            }
        }
        _ => {}
    }
}

fn add_zeros(value: &mut Value, ty: TypeRef<'_>, api_version: &str, structs_only: bool) {
    match (ty.kind(), value) {
        (TypeKind::Object, Value::Object(members)) => {
            if let Some(written) = ty.name().and_then(|name| fields_of(api_version, name)) {
                let zeros = written.always.iter();
                for (name, zero) in zeros.filter(|(_, zero)| !structs_only || zero.is_object()) {
                    if ty.field(name).is_some() && !members.contains_key(*name) {
                        members.insert((*name).to_owned(), zero.clone());
                    }
                }
            }
            for (name, member) in members.iter_mut() {
                if let Some(field) = ty.field(name) {
                    add_zeros(member, field.ty(), api_version, structs_only);
                }
            }
        }
        (TypeKind::Map(element), Value::Object(members)) => {
            members.values_mut().for_each(|it| add_zeros(it, element, api_version, structs_only));
        }
        (TypeKind::List(element), Value::Array(items)) => {
            for item in items {
                add_zeros(item, element, api_version, structs_only);
            }
        }
        _ => {}
    }
}
