//! The doc comments of generated items: facts of the document in a few words.
//! The document has no prose, and none is made up.

use smp_core::Base;

use super::document::{Field, Type, TypeName};

/// ``The kind `Pod` of `v1`.`` or `` `PodSpec` of `core/v1`. ``
pub(super) fn of_type(name: &TypeName, kinds: &[(String, String)]) -> String {
    match kinds {
        [] => format!("`{}` of `{}/{}`.", name.name, name.group, name.version),
        kinds => {
            let kinds = kinds.iter().map(|(version, kind)| format!("`{kind}` of `{version}`"));
            format!("The kind {}.", kinds.collect::<Vec<_>>().join(" and "))
        }
    }
}

/// ``` `env`: list of [`EnvVar`], merged by `name`. ```
pub(super) fn of_field(field: &Field) -> String {
    let required = if field.required { " Required." } else { "" };
    format!("`{}`: {}{}.{required}", field.name, value(&field.ty, false), treatment(field))
}

/// What a patch does, where it isn't what every object or scalar gets.
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
        Type::Bool => word("boolean"),
        Type::Int32 => word("32-bit integer"),
        Type::Int64 => word("64-bit integer"),
        Type::Double => word("number"),
        Type::String => word("string"),
        Type::Leaf(name) => format!("[`{name}`]"),
        Type::Object(name) => format!("[`{}`]", name.name),
        Type::List(element) => format!("{} of {}", word("list"), value(element, true)),
        Type::Map(inner) => format!("{} of {}", word("map"), value(inner, true)),
    }
}
