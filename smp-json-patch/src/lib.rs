//! JSON patches (RFC 6902) and JSON merge patches (RFC 7396) with the results of a Kubernetes API
//! server, which are not always those of the RFCs. Members keep their order and numbers their text.
//!
//! ```
//! use smp_core::Document;
//! use smp_json_patch::{JsonPatch, MergePatch, json_diff};
//! let live = Document::from_json(r#"{"spec":{"replicas":2,"ratio":1.50}}"#)?;
//! let patch = MergePatch::new(Document::from_json(r#"{"spec":{"replicas":3}}"#)?)?;
//! let result = patch.apply(live.clone())?;
//! assert_eq!(result.to_json(), r#"{"spec":{"replicas":3,"ratio":1.50}}"#);
//!
//! let operations = json_diff(live.clone(), result.clone())?;
//! assert_eq!(operations.to_json(), r#"[{"op":"replace","path":"/spec/replicas","value":3}]"#);
//! assert_eq!(JsonPatch::new(operations)?.apply(live)?.to_json(), result.to_json());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A JSON patch is executed as by `gopkg.in/evanphx/json-patch.v4`, which API servers use:
//!
//! - `replace` sets a missing member. `test` treats a missing member as null, and `copy` copies
//!   null from it. The object around it must exist.
//! - A missing `value` is null. A patch that is null has no operations.
//! - `-1` is the last element of a list, and for `add` its end; `01` and `+1` are `1`.
//! - `add`, `remove`, `move` and `copy` of the whole document are errors.
//! - A `~` that is not followed by `0` or `1` is literal.
//!
//! A JSON merge patch also removes null members of objects inside lists, which the RFC keeps.

// Nothing here may panic.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod check;
mod error;
mod execute;
mod json_diff;
mod json_patch;
mod limits;
mod list_diff;
mod merge_diff;
mod merge_patch;
mod node;
mod open;
mod operation;
mod pointer;

pub use check::check_operations;
pub use error::{Error, Problem};
pub use json_diff::json_diff;
pub use json_patch::JsonPatch;
pub use limits::Limits;
pub use merge_diff::merge_diff;
pub use merge_patch::MergePatch;
pub use open::OpenDocument;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
