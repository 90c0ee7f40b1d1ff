//! Writes modules as Rust code that reads as if written by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::document::{Field, ObjectType, Type, TypeName};
use super::layout::{File, Module};
use super::select::Selection;
use super::{HEADER, Result, names, phrase};
use crate::unsaid::{Union, usual_value};

/// Unformatted files by their path in `smp-types/src`.
pub(super) fn render(
    selection: &Selection<'_>,
    modules: &[Module<'_>],
) -> Result<BTreeMap<PathBuf, String>> {
    let mut files = BTreeMap::new();
    for module in modules {
        let path = PathBuf::from(&module.name);
        if let [file @ File { name: None, .. }] = module.files.as_slice() {
            files.insert(path.with_extension("rs"), file_text(selection, module, file)?);
            continue;
        }
        files.insert(path.with_extension("rs"), module_text(module));
        for file in &module.files {
            let path = path.join(file.name.unwrap_or_default()).with_extension("rs");
            files.insert(path, file_text(selection, module, file)?);
        }
    }
    files.insert("kinds.rs".into(), kinds_text(selection));
    Ok(files)
}

/// Formats code as `cargo fmt` would.
pub(super) fn format(code: &str, root: &Path) -> Result<String> {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("rustfmt: {error}"))?;
    // Formatting begins when the input ends: there is no output to drain yet.
    if let Some(mut stdin) = rustfmt.stdin.take() {
        stdin.write_all(code.as_bytes())?;
    }
    let output = rustfmt.wait_with_output()?;
    if !output.status.success() {
        return Err("rustfmt refused the generated code".into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// A module that only gathers its files.
fn module_text(module: &Module<'_>) -> String {
    let mut text = format!("{HEADER}\n\n//! Types (`{}`).\n\n", module.group_version);
    let files: BTreeSet<_> = module.files.iter().filter_map(|file| file.name).collect();
    for file in &files {
        let _ = writeln!(text, "mod {file};");
    }
    text.push('\n');
    for file in &files {
        let _ = writeln!(text, "pub use {file}::*;");
    }
    text
}

fn file_text(selection: &Selection<'_>, module: &Module<'_>, file: &File<'_>) -> Result<String> {
    let mut text = format!("{HEADER}\n\n//! {} (`{}`).\n\n", file.title, module.group_version);
    imports(&mut text, selection, file)?;
    for name in &file.types {
        if let Some(object) = selection.types.get(*name) {
            text.push('\n');
            struct_text(&mut text, name, object);
        }
    }
    Ok(text)
}

fn imports(text: &mut String, selection: &Selection<'_>, file: &File<'_>) -> Result<()> {
    let mut imported: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut import = |from: &str, name| {
        imported.entry(from.to_owned()).or_default().insert(name);
    };
    import("smp_core", "PatchSchema");
    import("serde", "Serialize");
    import("serde", "Deserialize");
    let own = file.types.first().map(|name| name.module());
    let fields = file.types.iter().filter_map(|name| selection.types.get(name));
    for field in fields.flat_map(|object| &object.fields) {
        let mut ty = &field.ty;
        loop {
            match ty {
                Type::Map(inner) => {
                    import("std::collections", "BTreeMap");
                    ty = inner;
                    continue;
                }
                Type::List(inner) => {
                    ty = inner;
                    continue;
                }
                Type::Leaf(leaf) => import("crate", leaf),
                Type::Object(name) if file.types.contains(&name) => {}
                Type::Object(name) if own == Some(name.module()) => import("super", &name.name),
                Type::Object(name) => import(&format!("crate::{}", name.module()), &name.name),
                _ => {}
            }
            break;
        }
    }
    let own = file.types.iter().map(|name| name.name.as_str());
    let mut seen: BTreeSet<&str> = own.collect();
    for name in imported.values().flatten() {
        if !seen.insert(name) {
            return Err(format!("two types named {name} meet in a file").into());
        }
    }
    // In groups, as people write them: the standard library, others, ours.
    for group in [&["std::"][..], &["serde", "smp_core"], &["crate", "super"]] {
        for (path, names) in &imported {
            if group.iter().any(|start| path.starts_with(start)) {
                let names = names.iter().copied().collect::<Vec<_>>().join(", ");
                let _ = writeln!(text, "use {path}::{{{names}}};");
            }
        }
        text.push('\n');
    }
    Ok(())
}

fn struct_text(text: &mut String, name: &TypeName, object: &ObjectType) {
    let _ = writeln!(text, "/// {}", phrase::of_type(name, &object.kinds));
    text.push_str(
        "#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, PatchSchema)]\n",
    );
    text.push_str("#[serde(rename_all = \"camelCase\", deny_unknown_fields)]\n");
    let patch = object.union.as_ref().map(|union| union_attribute(object, union));
    let patch = patch.unwrap_or_default();
    if !patch.is_empty() {
        let _ = writeln!(text, "#[patch({})]", patch.join(", "));
    }
    let _ = writeln!(text, "pub struct {} {{", name.name);
    for field in &object.fields {
        let of_union = object.union.as_ref().map(|union| member_attribute(object, union, field));
        field_text(text, field, of_union.unwrap_or_default());
    }
    text.push_str("}\n");
}

/// Whether every field but the discriminator is a member.
fn is_whole(object: &ObjectType, union: &Union) -> bool {
    let discriminators = usize::from(union.discriminator.is_some());
    object.fields.len() == union.members.len() + discriminators
}

/// What is said of a union on its struct.
fn union_attribute(object: &ObjectType, union: &Union) -> Vec<&'static str> {
    let says = [
        ("union", is_whole(object, union)),
        ("exactly_one", union.exactly_one),
        ("idle_allowed", union.idle_allowed),
    ];
    says.into_iter().filter(|(_, says)| *says).map(|(name, _)| name).collect()
}

/// What is said of a field for its part in the union.
fn member_attribute(object: &ObjectType, union: &Union, field: &Field) -> Vec<String> {
    let mut parts = Vec::new();
    if union.discriminator.as_ref() == Some(&field.name) {
        parts.push("discriminator".to_owned());
    }
    if let Some(member) = union.members.iter().find(|member| member.field == field.name) {
        if !is_whole(object, union) {
            parts.push("union_member".to_owned());
        }
        if member.value != usual_value(&member.field) {
            parts.push(format!("value = \"{}\"", member.value));
        }
        if member.empty_is_unset {
            parts.push("empty_is_unset".to_owned());
        }
    }
    parts
}

fn field_text(text: &mut String, field: &Field, of_union: Vec<String>) {
    let _ = writeln!(text, "/// {}", phrase::of_field(field));
    let mut patch = of_union;
    patch.extend(patch_attribute(field));
    if !patch.is_empty() {
        let _ = writeln!(text, "#[patch({})]", patch.join(", "));
    }
    let snake = names::snake_case(&field.name);
    let optional = is_option(field);
    let mut serde = Vec::new();
    if names::camel_case(&snake) != field.name {
        serde.push(format!("rename = \"{}\"", field.name));
    }
    match field.ty {
        _ if optional => serde.push("skip_serializing_if = \"Option::is_none\"".to_owned()),
        // Go writes an empty list or map as null.
        Type::List(_) | Type::Map(_) => {
            serde.push("default, deserialize_with = \"crate::null::or_default\"".to_owned());
        }
        _ => serde.push("default".to_owned()),
    }
    let _ = writeln!(text, "#[serde({})]", serde.join(", "));
    let ty = rust_type(&field.ty);
    let ty = if optional { format!("Option<{ty}>") } else { ty };
    let _ = writeln!(text, "pub {}: {ty},", names::identifier(&snake));
}

/// Whether absence is kept apart from emptiness.
fn is_option(field: &Field) -> bool {
    !field.required || is_time(&field.ty)
}

/// A time has no empty value: Go writes null in its place, so it is optional
/// where it is required, and in maps.
fn is_time(ty: &Type) -> bool {
    matches!(ty, Type::Leaf("Time" | "MicroTime"))
}

/// The parts of `#[patch(…)]`.
fn patch_attribute(field: &Field) -> Vec<String> {
    let mut parts = Vec::new();
    let strategy = field.strategy.to_string();
    if !strategy.is_empty() {
        parts.push(format!("strategy = \"{strategy}\""));
    }
    if let Some(key) = &field.merge_key {
        parts.push(format!("merge_key = \"{key}\""));
    }
    if let Some(list_type) = &field.list_type {
        parts.push(format!("list_type = \"{list_type}\""));
    }
    if !field.list_map_keys.is_empty() {
        let keys = field.list_map_keys.iter().map(|(key, default)| match default {
            Some(default) => format!("\"{key}\" = \"{default}\""),
            None => format!("\"{key}\""),
        });
        parts.push(format!("list_map_keys({})", keys.collect::<Vec<_>>().join(", ")));
    }
    parts
}

fn rust_type(ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Int32 => "i32".to_owned(),
        Type::Int64 => "i64".to_owned(),
        Type::Double => "f64".to_owned(),
        Type::String => "String".to_owned(),
        Type::Leaf(leaf) => (*leaf).to_owned(),
        Type::Object(name) => name.name.clone(),
        Type::List(element) => format!("Vec<{}>", rust_type(element)),
        Type::Map(value) if is_time(value) => {
            format!("BTreeMap<String, Option<{}>>", rust_type(value))
        }
        Type::Map(value) => format!("BTreeMap<String, {}>", rust_type(value)),
    }
}

/// The list of kinds, as a macro: a table of schemas and a test of every kind
/// both need the types themselves.
fn kinds_text(selection: &Selection<'_>) -> String {
    let mut text = format!(
        "{HEADER}

//! The one list of the kinds that have Rust types.

/// Calls a macro with every kind: its `apiVersion`, its `kind` and its type,
/// sorted by the first two.
///
/// ```
/// macro_rules! count {{
///     ($($api_version:literal $kind:literal => $ty:ty;)*) => {{ [$($kind),*].len() }};
/// }}
/// assert!(smp_types::with_kinds!(count) < smp_types::kinds().count());
/// ```
#[macro_export]
macro_rules! with_kinds {{
    ($callback:ident) => {{
        $callback! {{
"
    );
    for ((api_version, kind), name) in &selection.kinds {
        let ty = format!("$crate::{}::{}", name.module(), name.name);
        let _ = writeln!(text, "            \"{api_version}\" \"{kind}\" => {ty};");
    }
    text.push_str("        }\n    };\n}\n");
    text
}
