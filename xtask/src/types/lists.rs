//! Writes macros that list all kinds and all structs, for code that needs all types, such as a
//! table of schemas or a test of every type.

use std::fmt::Write as _;

use super::features::groups;
use super::select::Selection;
use super::{HEADER, Result};

/// The text of `smp-types/src/kinds.rs`.
pub(super) fn kinds(selection: &Selection<'_>) -> String {
    let features: Vec<_> =
        groups(selection).into_keys().map(|group| format!("feature = \"{group}\"")).collect();
    let mut text = format!(
        "{HEADER}

//! The list of the kinds that have Rust types.

/// Calls a macro with every kind: its `apiVersion`, its `kind` and its type,
/// sorted by the first two. The macro exists where all features of the default are on.
///
/// ```
/// macro_rules! count {{
///     ($($api_version:literal $kind:literal => $ty:ty;)*) => {{ [$($kind),*].len() }};
/// }}
/// assert!(smp_types::with_kinds!(count) < smp_types::kinds().count());
/// ```
#[cfg(all(
    {}
))]
#[macro_export]
macro_rules! with_kinds {{
    ($callback:ident) => {{
        $callback! {{
",
        features.join(",\n    ")
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

kinds! {{
"
    );
    for name in selection.kinds.values() {
        let path = name.k8s_openapi_module();
        let path = path.ok_or_else(|| format!("{} is of no known package", name.path))?;
        let (group, module, name) = (&name.group, name.module(), &name.name);
        writeln!(text, "    {group:?} {module} {name} => k8s_openapi::{path}::{name};")?;
    }
    text.push_str("}\n");
    Ok(text)
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
