//! The time that `#[derive(PatchSchema)]` adds to the compilation of a crate: structs like
//! those of an API, compared with the same structs that only have the derives of serde.

use std::fmt::Write as _;

use super::builds::{PROFILES, compile_alone, prepare};
use super::process::median;
use super::table::{Figure, Goal, Row};
use super::{Bench, Result};

const STRUCTS: usize = 300;
const FLATTENED: usize = 1_000;

/// Compiles each crate in each profile, after all its dependencies were compiled.
pub(super) fn measure(bench: &Bench) -> Result<Vec<Row>> {
    let path = serde_json::to_string(&bench.root.join("smp-core"))?;
    let dependencies = format!(
        "serde = {{ version = \"1\", features = [\"derive\"] }}\nsmp-core = {{ path = {path} }}"
    );
    let crates = [
        ("serde-alone", structs(STRUCTS, false)),
        ("serde-and-patch", structs(STRUCTS, true)),
        ("flattened-fields", flattened(FLATTENED, true)),
        ("plain-fields", flattened(FLATTENED, false)),
    ];
    let mut folders = Vec::new();
    for (name, source) in &crates {
        folders.push(prepare(bench, name, &dependencies, source)?);
    }
    let mut rows = Vec::new();
    for (profile, options, _) in PROFILES {
        let mut times = [const { Vec::new() }; 4];
        for folder in &folders {
            compile_alone(folder, options)?;
        }
        for _ in 0..bench.choose(5, 1) {
            for (folder, times) in folders.iter().zip(&mut times) {
                times.push(compile_alone(folder, options)?);
            }
        }
        let [alone, both, flattened, plain] =
            times.map(|times| Figure::Nanoseconds(median(times).unwrap_or_default()));
        rows.push(row(
            "300 structs of 10 fields, with PatchSchema",
            profile,
            both,
            "without",
            alone,
        ));
        rows.push(row("1,000 fields in a struct, flattened", profile, flattened, "not", plain));
    }
    Ok(rows)
}

fn row(
    what: &'static str,
    profile: &str,
    ours: Figure,
    beside: &'static str,
    theirs: Figure,
) -> Row {
    Row { what, on: format!("the crate alone, {profile}"), ours, beside, theirs, goal: Goal::None }
}

/// Structs with fields like those of an API: strings, numbers, maps, lists, and other structs.
fn structs(count: usize, patch: bool) -> String {
    let mut source = String::from("use std::collections::BTreeMap;\n");
    let derive = if patch { "smp_core::PatchSchema, " } else { "" };
    for at in 0..count {
        // Types of earlier structs, so that no struct contains itself.
        let earlier = |step: usize| match (at * step + 1).checked_rem(at) {
            None => "u8".to_owned(),
            Some(earlier) => format!("S{earlier}"),
        };
        let attribute = if patch && at > 0 {
            "#[patch(strategy = \"merge\", merge_key = \"name\")] "
        } else {
            ""
        };
        let (inner, element) = (earlier(7), earlier(5));
        let _ = write!(
            source,
            "#[derive({derive}serde::Serialize, serde::Deserialize)]
#[serde(rename_all = \"camelCase\")]
pub struct S{at} {{
    pub name: String,
    pub first_text: Option<String>,
    pub some_number: Option<i32>,
    pub is_set: Option<bool>,
    pub labels: Option<BTreeMap<String, String>>,
    pub arguments: Vec<String>,
    pub inner: Option<Box<{inner}>>,
    {attribute}pub items: Vec<{element}>,
    pub others: Option<Vec<{inner}>>,
    pub last_number: Option<i64>,
}}
"
        );
    }
    source
}

/// A struct with a second struct as a field, flattened or named.
fn flattened(count: usize, flatten: bool) -> String {
    let fields: Vec<_> = (0..count).map(|at| format!("pub field_{at}: String,")).collect();
    format!(
        "use smp_core::PatchSchema;
#[derive(PatchSchema)]
pub struct Inner {{ {} }}
#[derive(PatchSchema)]
pub struct Outer {{ pub name: String, {} pub inner: Inner }}
",
        fields.join(" "),
        if flatten { "#[serde(flatten)]" } else { "" }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_differ_in_the_derive_only() {
        let (with, without) = (structs(3, true), structs(3, false));
        assert!(with.contains("merge_key") && !without.contains("patch"));
        assert_eq!(with.matches("pub struct").count(), 3);
        let bare = |source: &str| -> Vec<String> {
            let lines = source.lines().map(|line| {
                let line = line.replace("smp_core::PatchSchema, ", "");
                line.replace("#[patch(strategy = \"merge\", merge_key = \"name\")] ", "")
            });
            lines.collect()
        };
        assert_eq!(bare(&with), bare(&without));
    }

    #[test]
    fn a_struct_is_flattened_or_named() {
        assert_eq!(flattened(2, true).replace("#[serde(flatten)]", ""), flattened(2, false));
    }
}
