//! The doc comments of generated items: the facts of the document in words, as
//! rustdoc doesn't show the attributes of fields.

use smp_core::schema::Base;

use crate::openapi::{Field, Key, Leaf, Type};
use crate::type_name::TypeName;

/// ``The kind `Pod` of `v1`.`` or `` `PodSpec` of `core/v1`. ``
pub(super) fn of_type(name: &TypeName, kinds: &[Key]) -> String {
    match kinds {
        [] => format!("`{}` of `{}/{}`.", name.name, name.group, name.version),
        kinds => {
            let kinds = kinds.iter().map(|key| format!("`{}` of `{}`", key.name, key.api_version));
            format!("The kind {}.", kinds.collect::<Vec<_>>().join(" and "))
        }
    }
}

/// ``` `env`: list of [`EnvVar`], merged by `name`. ```
pub(super) fn of_field(field: &Field) -> String {
    let required = if field.required { " Required." } else { "" };
    format!("`{}`: {}{}.{required}", field.name, value(&field.ty, false), treatment(field))
}

/// The effect of a patch on the field, if it isn't the default for objects and scalars.
fn treatment(field: &Field) -> String {
    let list = matches!(field.ty, Type::List(_));
    let base = match field.strategy.base() {
        Base::Merge => match &field.merge_key {
            Some(key) => format!(", merged by `{key}`"),
            None => ", merged".to_owned(),
        },
        Base::Replace => ", replaced as a whole".to_owned(),
        Base::Unspecified if list => ", replaced as a whole".to_owned(),
        Base::Unspecified => String::new(),
    };
    let retain = if field.strategy.retain_keys() { ", with `retainKeys`" } else { "" };
    base + retain
}

fn value(ty: &Type, plural: bool) -> String {
    let word = |word: &str| if plural { format!("{word}s") } else { word.to_owned() };
    match ty {
        Type::Leaf(Leaf::Bool) => word("boolean"),
        Type::Leaf(Leaf::Int32) => word("32-bit integer"),
        Type::Leaf(Leaf::Int64) => word("64-bit integer"),
        Type::Leaf(Leaf::Double) => word("number"),
        Type::Leaf(Leaf::String) => word("string"),
        Type::Leaf(other) => format!("[`{}`]", leaf(*other)),
        Type::Object(name) => format!("[`{}`]", name.name),
        Type::List(element) => format!("{} of {}", word("list"), value(element, true)),
        Type::Map(inner) => format!("{} of {}", word("map"), value(inner, true)),
    }
}

/// The Rust type of a leaf.
pub(super) fn leaf(leaf: Leaf) -> &'static str {
    match leaf {
        Leaf::Bool => "bool",
        Leaf::Int32 => "i32",
        Leaf::Int64 => "i64",
        Leaf::Double => "f64",
        Leaf::String => "String",
        Leaf::ByteString => "ByteString",
        Leaf::Time => "Time",
        Leaf::MicroTime => "MicroTime",
        Leaf::IntOrString => "IntOrString",
        Leaf::Quantity => "Quantity",
        Leaf::FieldsV1 => "FieldsV1",
        Leaf::RawExtension => "RawExtension",
        Leaf::EmptyObject => "EmptyObject",
        Leaf::Any => "Value",
    }
}
