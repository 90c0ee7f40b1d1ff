//! Writes the modules: the files with their structs and imports.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::layout::{File, Module};
use super::phrase::leaf;
use super::select::Selection;
use super::structs::struct_text;
use super::{HEADER, Result};
use crate::openapi::{Leaf, Type};

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
            let path = path.join(file.name.as_deref().unwrap_or_default()).with_extension("rs");
            files.insert(path, file_text(selection, module, file)?);
        }
    }
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
    // rustfmt begins when its input ends, so there is no output to read while writing.
    if let Some(mut stdin) = rustfmt.stdin.take() {
        stdin.write_all(code.as_bytes())?;
    }
    let output = rustfmt.wait_with_output()?;
    if !output.status.success() {
        return Err("rustfmt refused the generated code".into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// A module that only re-exports its files.
fn module_text(module: &Module<'_>) -> String {
    let mut text = format!("{HEADER}\n\n//! Types (`{}`).\n\n", module.group_version);
    let files = module.files.iter().filter_map(|file| {
        let condition =
            file.feature.as_ref().map(|feature| format!("#[cfg(feature = {feature:?})]\n"));
        Some((file.name.as_ref()?, condition.unwrap_or_default()))
    });
    let files: BTreeMap<_, _> = files.collect();
    for (file, condition) in &files {
        let _ = writeln!(text, "{condition}mod {file};");
    }
    text.push('\n');
    for (file, condition) in &files {
        let _ = writeln!(text, "{condition}pub use {file}::*;");
    }
    text
}

fn file_text(selection: &Selection<'_>, module: &Module<'_>, file: &File<'_>) -> Result<String> {
    let mut text = format!("{HEADER}\n\n//! {} (`{}`).\n\n", file.title, module.group_version);
    imports(&mut text, selection, file)?;
    for name in &file.types {
        if let Some(object) = selection.types.get(*name) {
            text.push('\n');
            struct_text(&mut text, selection, name, object)?;
        }
    }
    Ok(text)
}

fn imports(text: &mut String, selection: &Selection<'_>, file: &File<'_>) -> Result<()> {
    let mut imported: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut import = |from: &str, name| {
        imported.entry(from.to_owned()).or_default().insert(name);
    };
    import("crate", "KubernetesObject");
    import("crate", "PatchSchema");
    import("crate", "UnknownFields");
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
                Type::Leaf(
                    Leaf::Bool | Leaf::Int32 | Leaf::Int64 | Leaf::Double | Leaf::String,
                ) => {}
                Type::Leaf(other) => import("crate", leaf(*other)),
                Type::Object(name) if file.types.contains(&name) => {}
                Type::Object(name) if own == Some(name.module()) => import("super", &name.name),
                Type::Object(name) => import(&format!("crate::{}", name.module()), &name.name),
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
    // In groups: the standard library, then this crate.
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
