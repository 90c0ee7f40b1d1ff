//! Reads the structs of `k8s-openapi` for every version of Kubernetes that it has.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::super::Result;

/// The first line of a file, up to the name of the definition.
const GENERATED_FROM: &str = "// Generated from definition ";

/// Each definition, by the versions of Kubernetes that have it: the number after `1.`.
pub(super) type Source = BTreeMap<String, BTreeMap<u32, Struct>>;

/// The facts about a struct in the source.
pub(super) struct Struct {
    /// Whether it writes `apiVersion` and `kind` without fields for them.
    pub(super) is_resource: bool,
    pub(super) fields: Vec<Field>,
}

/// A field of a struct.
pub(super) struct Field {
    pub(super) rust: String,
    pub(super) json: String,
    /// The types of `k8s-openapi` in the type of the field: `api::core::v1::Container`.
    pub(super) types: Vec<String>,
    /// Whether the type of the field is one of these, without a list, map or `Option` around
    /// it.
    pub(super) is_plain: bool,
}

/// The part of `cargo metadata` that has the paths of packages.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
}

pub(super) fn read() -> Result<Source> {
    let output = Command::new("cargo").args(["metadata", "--format-version", "1"]).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout)?;
    let package = metadata.packages.into_iter().find(|package| package.name == "k8s-openapi");
    let package = package.ok_or("the workspace doesn't use k8s-openapi")?;
    let folder = package.manifest_path.parent().unwrap_or(Path::new("")).join("src");
    let mut source = Source::new();
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let version = name.to_str().and_then(|name| name.strip_prefix("v1_"));
        if let Some(version) = version {
            read_folder(&entry.path(), version.parse()?, &mut source)?;
        }
    }
    Ok(source)
}

fn read_folder(folder: &Path, version: u32, source: &mut Source) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read_folder(&path, version, source)?;
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let first = text.lines().next().and_then(|line| line.strip_prefix(GENERATED_FROM));
        let Some(definition) = first.map(str::trim) else { continue };
        let found = structure(definition, &text);
        let found = found.map_err(|error| format!("{}: {error}", path.display()))?;
        if let Some(found) = found {
            source.entry(definition.to_owned()).or_default().insert(version, found);
        }
    }
    Ok(())
}

/// The struct of a definition; `None` for enums, generic types and newtypes.
fn structure(definition: &str, text: &str) -> Result<Option<Struct>> {
    let name = definition.rsplit('.').next().unwrap_or_default();
    let head = format!("pub struct {name} {{");
    let mut lines = text.lines();
    if text.contains(&format!("\n{head}}}\n")) {
        return Ok(Some(Struct { is_resource: false, fields: Vec::new() }));
    }
    if !lines.any(|line| line == head) {
        return Ok(None);
    }
    let names = json_names(text);
    let mut fields = Vec::new();
    for line in lines.take_while(|line| *line != "}") {
        let field = line.strip_prefix("    pub ").and_then(|line| line.split_once(": "));
        let Some((rust, ty)) = field else { continue };
        let json = names.get(rust).ok_or_else(|| format!("no JSON name of {rust}"))?;
        let (rust, json) = (rust.to_owned(), (*json).to_owned());
        let is_plain = ty.starts_with("crate::");
        fields.push(Field { rust, json, types: types_in(ty), is_plain });
    }
    let has_field = |rust: &str| fields.iter().any(|own| own.rust == rust);
    let is_resource = names.contains_key("api_version") && !has_field("api_version");
    if names.len() != fields.len() + if is_resource { 2 } else { 0 } {
        return Err("members without fields".into());
    }
    Ok(Some(Struct { is_resource, fields }))
}

/// The paths after `crate::` in a type.
fn types_in(ty: &str) -> Vec<String> {
    let is_end = |letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':');
    let paths = ty.split("crate::").skip(1);
    paths.map(|path| path.split(is_end).next().unwrap_or_default().to_owned()).collect()
}

/// The JSON names by the Rust names, from the lines `"dnsPolicy" => Field::Key_dns_policy,`.
fn json_names(text: &str) -> BTreeMap<&str, &str> {
    let name = |line| {
        let (json, rust) = str::trim(line).split_once(" => Field::Key_")?;
        Some((rust.trim_end_matches(','), json.trim_matches('"')))
    };
    text.lines().filter_map(name).collect()
}
