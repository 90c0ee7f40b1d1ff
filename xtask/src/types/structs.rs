//! Writes a struct, with the attributes that its patch schema is derived from.

use std::fmt::Write as _;

use super::phrase::leaf;
use super::select::Selection;
use super::{Result, attributes, names, phrase};
use crate::openapi::{Field, Leaf, Object, Type};
use crate::type_name::TypeName;

/// The width of a comment, without its slashes.
const COMMENT_WIDTH: usize = 91;

/// A struct with its doc comments and attributes, not formatted yet.
pub(super) fn struct_text(
    text: &mut String,
    selection: &Selection<'_>,
    owner: &TypeName,
    object: &Object,
) -> Result<()> {
    comment(text, &phrase::of_type(owner, object))?;
    // `KubernetesObject` writes the `Default` of kinds itself.
    let default = if object.kinds.len() == 1 { "" } else { ", Default" };
    writeln!(text, "#[derive(Debug, Clone{default}, PartialEq, PatchSchema, KubernetesObject)]")?;
    for attribute in attributes::of_struct(object) {
        writeln!(text, "{attribute}")?;
    }
    writeln!(text, "pub struct {} {{", owner.name)?;
    for field in &object.fields {
        comment(text, &phrase::of_field(field))?;
        for attribute in attributes::of_field(object, field) {
            writeln!(text, "{attribute}")?;
        }
        if !is_option(field) {
            // A field that is absent is read as empty.
            writeln!(text, "#[serde(default)]")?;
        }
        let ty = rust_type(&field.ty);
        // A list or map is a pointer already.
        let is_recursive =
            matches!(&field.ty, Type::Object(inner) if selection.reaches(inner, owner));
        let ty = if is_recursive { format!("Box<{ty}>") } else { ty };
        let ty = if is_option(field) { format!("Option<{ty}>") } else { ty };
        let name = names::identifier(&names::snake_case(&field.name));
        writeln!(text, "pub {name}: {ty},")?;
    }
    text.push_str(
        "/// The fields of a newer Kubernetes.
        #[object(unknown_fields)]
        pub unknown_fields: UnknownFields,\n}\n",
    );
    Ok(())
}

/// A doc comment, in lines that fit below a field.
fn comment(text: &mut String, words: &str) -> Result<()> {
    let mut line = String::new();
    for word in words.split(' ') {
        // A line that begins with such a word would begin a list.
        let number = word.strip_suffix(['.', ')']).is_some_and(|it| it.parse::<u32>().is_ok());
        let marks = number || matches!(word, "-" | "+");
        if !line.is_empty() && line.len() + word.len() > COMMENT_WIDTH && !marks {
            writeln!(text, "///{line}")?;
            line.clear();
        }
        line.push(' ');
        line.push_str(word);
    }
    Ok(writeln!(text, "///{line}")?)
}

/// Whether the field distinguishes absence from emptiness.
fn is_option(field: &Field) -> bool {
    !field.required || has_no_empty_value(&field.ty)
}

/// A time and JSON of any shape have no empty value: Go writes null instead. So they are optional
/// even if they are required, also in maps.
fn has_no_empty_value(ty: &Type) -> bool {
    matches!(ty, Type::Leaf(Leaf::Time | Leaf::MicroTime | Leaf::FieldsV1 | Leaf::RawExtension))
}

fn rust_type(ty: &Type) -> String {
    match ty {
        Type::Leaf(other) => leaf(*other).to_owned(),
        Type::Object(name) => name.name.clone(),
        Type::List(element) => format!("Vec<{}>", rust_type(element)),
        Type::Map(value) if has_no_empty_value(value) => {
            format!("BTreeMap<String, Option<{}>>", rust_type(value))
        }
        Type::Map(value) => format!("BTreeMap<String, {}>", rust_type(value)),
    }
}
