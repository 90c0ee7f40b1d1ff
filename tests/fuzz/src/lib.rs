//! The laws of the fuzz targets, one function of [`laws`] each: they read the fuzzer's bytes as an
//! [`input`] and hold a law of `smp_tests::laws` against it. `None` means that the law says nothing
//! about the input; the fuzzer then has no reason to keep it.
//!
//! The programs are in `fuzz`, a workspace of its own for libFuzzer.

#![forbid(unsafe_code)]

pub mod import;
pub mod input;
pub mod laws;
pub mod setting;

/// The function of a target.
pub type Target = fn(&[u8]) -> Option<()>;

/// The targets: the names of their programs in `fuzz/fuzz_targets`, and their functions.
pub const TARGETS: [(&str, Target); 22] = [
    ("apply_bytes", laws::apply_bytes),
    ("apply_shaped", laws::apply_shaped),
    ("bytes_against_value", laws::bytes_against_value),
    ("command_json_patch", laws::command_json_patch),
    ("command_kustomization", laws::command_kustomization),
    ("command_merge_file", laws::command_merge_file),
    ("command_messages", laws::command_messages),
    ("command_overlays", laws::command_overlays),
    ("compose_succession", laws::compose_succession),
    ("crd_import", laws::crd_import),
    ("diff_round_trip", laws::diff_round_trip),
    ("document_merge", laws::document_merge),
    ("json_patches", laws::json_patches),
    ("managed_fields", laws::managed_fields),
    ("managed_operations", laws::managed_operations),
    ("openapi_import", laws::openapi_import),
    ("overlay_import", laws::overlay_import),
    ("patch_parser", laws::patch_parser),
    ("three_way_settles", laws::three_way_settles),
    ("union_normalize", laws::union_normalize),
    ("yaml_edits", laws::yaml_edits),
    ("yaml_reader", laws::yaml_reader),
];
