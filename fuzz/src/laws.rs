//! What is fuzzed, by target. Each function panics if its law is broken, and gives
//! `None` for an input that says nothing about it.

mod apply;
mod compose;
mod diff;
mod forms;
mod imports;
mod patch;
mod unions;
mod yaml;

pub use apply::{apply_bytes, apply_shaped};
pub use compose::compose_succession;
pub use diff::{diff_round_trip, three_way_settles};
pub use forms::bytes_against_value;
pub use imports::{crd_import, openapi_import, overlay_import};
pub use patch::patch_parser;
pub use unions::union_normalize;
pub use yaml::yaml_reader;

use smp_core::ErrorKind;

/// What a diff may refuse: names that spell directives, and what the schema
/// doesn't allow.
fn is_refusal(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::DirectiveAsData
            | ErrorKind::UnknownField
            | ErrorKind::TypeMismatch
            | ErrorKind::NotAnObject
            | ErrorKind::Depth
    )
}
