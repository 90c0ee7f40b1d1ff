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
            text.push('\n');
            table_text(&mut text, selection.api_version(name)?, name, object);
        }
    }
    Ok(text)
}

fn imports(text: &mut String, selection: &Selection<'_>, file: &File<'_>) -> Result<()> {
    let mut imported: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut import = |from: &str, name| {
        imported.entry(from.to_owned()).or_default().insert(name);
    };
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
    // In groups, as people write them: the standard library, ours.
    for group in [&["std::"][..], &["crate", "super"]] {
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
    text.push_str("#[derive(Debug, Clone, Default, PartialEq)]\n");
    let _ = writeln!(text, "pub struct {} {{", name.name);
    for field in &object.fields {
        let _ = writeln!(text, "/// {}", phrase::of_field(field));
        let ty = rust_type(&field.ty);
        let ty = if is_option(field) { format!("Option<{ty}>") } else { ty };
        let _ = writeln!(text, "pub {}: {ty},", rust_name(field));
    }
    text.push_str("}\n");
}

/// What smp-types' macro `object` makes the traits of. Formatted here, for
/// nobody else formats what a macro takes.
fn table_text(text: &mut String, api_version: &str, name: &TypeName, object: &ObjectType) {
    let _ = writeln!(text, "object! {{\n    {} of \"{api_version}\" {{", name.name);
    for field in &object.fields {
        let required = if is_option(field) { "" } else { " required" };
        let (rust, kind) = (rust_name(field), kind(&field.ty));
        let _ = writeln!(text, "        {rust} \"{}\": {kind}{required},", field.name);
    }
    text.push_str("    }\n}\n");
}

fn rust_name(field: &Field) -> String {
    names::identifier(&names::snake_case(&field.name))
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

/// What a value is in JSON, as `smp_core::Kind` calls it.
fn kind(ty: &Type) -> &'static str {
    match ty {
        Type::Leaf("FieldsV1" | "RawExtension") => "Any",
        Type::Bool | Type::Int32 | Type::Int64 | Type::Double | Type::String | Type::Leaf(_) => {
            "Scalar"
        }
        Type::Object(_) => "Object",
        Type::List(_) => "List",
        Type::Map(_) => "Map",
    }
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

/// Every struct, as a macro: for a test that needs the types themselves.
pub(super) fn structs_text(selection: &Selection<'_>) -> Result<String> {
    let mut text = format!(
        "{HEADER}

//! The one list of the structs of smp-types.

/// Calls a macro with every struct: its `apiVersion` and its type.
macro_rules! with_structs {{
    ($callback:ident) => {{
        $callback! {{
"
    );
    for name in selection.types.keys() {
        let api_version = selection.api_version(name)?;
        let (module, name) = (name.module(), &name.name);
        let _ = writeln!(text, "            \"{api_version}\" smp_types::{module}::{name};");
    }
    text.push_str("        }\n    };\n}\n");
    Ok(text)
}
