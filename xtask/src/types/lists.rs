//! Writes macros that list all kinds and all structs, for code that needs all types, such as a
//! table of schemas or a test of every type.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::select::Selection;
use super::{HEADER, Result};
use crate::catalogue::k8s_openapi::versions;
use crate::openapi::Type;
use crate::type_name::TypeName;

/// The text of `smp-types/src/kinds.rs`.
pub(super) fn kinds(selection: &Selection<'_>) -> String {
    let mut text = format!(
        "{HEADER}

//! The list of the kinds.

/// Calls a macro with every kind: its `apiVersion`, its `kind` and its type,
/// sorted by the first two. The macro exists with the feature `full`. Lists are left out: they are
/// `List` with their kind.
///
/// ```
/// macro_rules! count {{
///     ($($api_version:literal $kind:literal => $ty:ty;)*) => {{ [$($kind),*].len() }};
/// }}
/// assert!(smp_types::with_kinds!(count) < smp_types::kinds().count());
/// ```
#[cfg(feature = \"full\")]
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

/// The text of `smp-types/src/kube/kinds.rs`.
pub(super) fn kube_kinds(selection: &Selection<'_>) -> Result<String> {
    let versions = versions()?;
    // The kinds, by the macros that say which versions of Kubernetes have them.
    let mut rows: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for name in selection.kinds.values() {
        if !has_metadata(selection, name) {
            continue;
        }
        let path = name.k8s_openapi_module();
        let path = path.ok_or_else(|| format!("{} is of no known package", name.path))?;
        let conditions = versions.get(&name.path);
        let conditions = conditions.ok_or_else(|| format!("k8s-openapi lacks {}", name.path))?;
        let (feature, module, name) = (selection.feature(name), name.module(), &name.name);
        let row = format!("    {feature:?} {module} {name} => k8s_openapi::{path}::{name};\n");
        rows.entry(conditions.clone()).or_default().push(row);
    }
    let mut text = format!(
        "{HEADER}

//! The kinds with their types in `k8s-openapi`.

use super::Kind;

macro_rules! kinds {{
    ($($feature:literal $module:ident $name:ident => $ty:ty;)*) => {{$(
        #[cfg(feature = $feature)]
        impl Kind for crate::$module::$name {{
            type Resource = $ty;
        }}
    )*}};
}}
"
    );
    for (conditions, rows) in rows {
        text.push('\n');
        for condition in &conditions {
            writeln!(text, "k8s_openapi::{condition}! {{")?;
        }
        writeln!(text, "kinds! {{\n{}{}", rows.concat(), "}".repeat(conditions.len() + 1))?;
    }
    Ok(text)
}

/// The text of `tests/kube/tests/it/kinds.rs`.
pub(super) fn tested_kube_kinds(selection: &Selection<'_>) -> String {
    let mut text = format!(
        "{HEADER}

//! The list of the kinds that are resources of `kube`.

/// Calls a macro with every such kind: its `apiVersion`, its `kind` and its type. Left out is
/// `CustomResourceDefinition`: `k8s-openapi` has types of its own for the JSON in it.
macro_rules! with_kube_kinds {{
    ($callback:ident) => {{
        $callback! {{
"
    );
    for ((api_version, kind), name) in &selection.kinds {
        if has_metadata(selection, name) && name.name != "CustomResourceDefinition" {
            let ty = format!("smp_types::{}::{}", name.module(), name.name);
            let _ = writeln!(text, "            \"{api_version}\" \"{kind}\" => {ty};");
        }
    }
    text.push_str("        }\n    };\n}\n");
    text
}

/// Whether a kind has the metadata of an object, as `kube` requires.
fn has_metadata(selection: &Selection<'_>, kind: &TypeName) -> bool {
    let fields = selection.types.get(kind).map(|object| &object.fields);
    fields.into_iter().flatten().any(|field| {
        matches!(&field.ty, Type::Object(ty) if field.name == "metadata" && ty.name == "ObjectMeta")
    })
}

/// The text of `tests/tests/types/structs.rs`.
pub(super) fn structs(selection: &Selection<'_>) -> Result<String> {
    let mut text = format!(
        "{HEADER}

//! The list of the structs of smp-types.

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
