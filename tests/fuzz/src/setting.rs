//! The settings that an input chooses beside its documents: a schema and options.

use std::path::Path;
use std::sync::{LazyLock, OnceLock};

use smp_core::{
    ElementOrder, Limits, MapDirectives, MergeKeys, Options, PatchSchema, Schema, Unions,
    UnknownFields,
};

/// Names of schemas, in the order that inputs count.
const NAMES: &str = include_str!("../../../fuzz/schemas.txt");

struct Choice {
    name: &'static str,
    schema: OnceLock<Schema>,
}

static CHOICES: LazyLock<Vec<Choice>> = LazyLock::new(|| {
    let names = NAMES.lines().filter(|line| !line.starts_with('#'));
    names.map(|name| Choice { name, schema: OnceLock::new() }).collect()
});

/// The schema that a byte chooses, built once. `O(1)` after that.
///
/// # Panics
///
/// If `schemas.txt` names a schema that there isn't.
#[must_use]
pub fn schema(choice: u8) -> &'static Schema {
    let choices: &'static [Choice] = &CHOICES;
    let choice = &choices[usize::from(choice) % choices.len()];
    choice.schema.get_or_init(|| find(choice.name))
}

fn find(name: &str) -> Schema {
    match (name, name.rsplit_once('/')) {
        ("everything", _) => smp_tests::schema::everything().clone(),
        ("any", _) => serde_json::Value::schema().clone(),
        (_, Some((version, kind))) => {
            smp_types::schema(version, kind).unwrap_or_else(|| panic!("no kind {name}")).clone()
        }
        (_, None) => {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/schemas");
            let file = folder.join(name).with_extension("yaml");
            let text = std::fs::read_to_string(file).expect("a schema of the conformance cases");
            smp_tests::schema::read(&text, None).expect("it is right")
        }
    }
}

/// The options that the bits of a byte choose; 0 chooses Kubernetes' own, and
/// two bits in eight unions that a law may not have.
#[must_use]
pub fn options(bits: u8) -> Options {
    let bit = |at: u8| bits >> at & 1 == 1;
    let options = Options::kubernetes()
        .element_order(if bit(0) {
            ElementOrder::ServerOnlyFirst
        } else {
            ElementOrder::Interleaved
        })
        .map_directives(if bit(1) { MapDirectives::Documented } else { MapDirectives::Kubernetes })
        .merge_keys(if bit(2) { MergeKeys::ListMapKeys } else { MergeKeys::PatchMergeKey })
        .unknown_fields(if bit(3) { UnknownFields::Replace } else { UnknownFields::Reject })
        .unions(match bits >> 4 & 3 {
            1 => Unions::Normalize,
            2 => Unions::NormalizeAndValidate,
            _ => Unions::Ignore,
        });
    if bit(6) { options.limits(Limits::default().max_depth(5)) } else { options }
}

/// The same where laws only hold of objects that nobody repairs and limits that
/// nothing meets.
#[must_use]
pub fn plain_options(bits: u8) -> Options {
    options(bits & 0b1111)
}
