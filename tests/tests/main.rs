//! The tests that need no API server and no other program, in one program: what they share is linked
//! once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails where it panics"
)]

mod changes;
mod check;
mod compose;
mod conflicts;
mod crd;
mod default_overlays;
mod derive;
mod derive_std;
mod derive_unions;
mod deviations;
mod documents;
mod equality;
mod errors;
mod found_by_differential;
mod ignored;
mod kubernetes;
mod laws;
mod laws_json;
mod laws_lists;
mod laws_order;
mod limits;
mod limits_schema;
mod limits_values;
mod links;
mod merge;
mod modules;
mod old_patches;
mod openapi;
mod openapi_any_json;
mod openapi_bad;
mod openapi_kubernetes;
mod openapi_one_of;
mod overlay;
#[cfg(unix)]
mod packaging;
mod retain_keys;
mod rust_enums;
mod schema_mistakes;
mod semantics;
mod sites;
mod statements;
mod testing;
mod typed;
mod typed_enums;
mod typed_flattened;
mod typed_foreign;
mod typed_generic;
mod typed_hidden;
mod typed_in_place;
mod typed_kept;
#[cfg(feature = "structs")]
mod typed_kinds;
mod typed_laws;
mod typed_lost;
mod typed_nested;
mod typed_older;
mod typed_refused;
mod typed_shapes;
#[cfg(feature = "structs")]
#[macro_use]
#[path = "types/structs.rs"]
mod structs;
mod types;
#[cfg(feature = "structs")]
mod types_facts;
#[cfg(feature = "structs")]
mod types_roundtrip;
#[cfg(feature = "structs")]
mod unions_kubernetes;
mod unions_laws;
mod unions_laws_tolerant;
mod unions_messages;
mod unions_stated;
mod unions_three_way;
mod vectors;
mod web_app;

/// A file that is no module would not be run.
#[test]
fn each_file_is_a_module() {
    let own = include_str!("main.rs");
    let files = std::fs::read_dir("tests").expect("the folder of this file");
    for file in files {
        let path = file.expect("readable").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let is_known =
            ["main", "conformance"].contains(&name) || own.contains(&format!("mod {name};"));
        assert!(is_known, "tests/main.rs lacks `mod {name};`");
    }
}
