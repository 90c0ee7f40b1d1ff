//! YAML as people write it: read as kubectl does, and edited so that comments, blank lines,
//! indentation, quotes, flow style, order and anchors stay.
//!
//! [`edit`] applies a strategic merge patch to a text. [`update`] gives the document of a text a new value
//! that the caller has made. Both change the lines that differ, and no other byte:
//!
//! ```
//! use smp_core::Document;
//! let text = "\
//! ## The shop.
//! spec:
//!     replicas: 2   # see the budget
//!     args: ['--port', '80']
//! ";
//! let tree = smp_yaml::parse(text)?.expect("it has content");
//! let json = tree.to_json(&mut Vec::new())?;
//! let new = Document::from_json(r#"{"spec":{"replicas":3,"args":["--port","81"]}}"#)?;
//! let edited = smp_yaml::update(&tree, &json, &new)?;
//! assert_eq!(edited.text, "\
//! ## The shop.
//! spec:
//!     replicas: 3   # see the budget
//!     args: ['--port', '81']
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A text is read as `sigs.k8s.io/yaml` reads it, with few exceptions, each with a [`Warning`]. Each new
//! text is read again. If it does not have the right value, the parts that differ are rewritten, and in the
//! end the whole document, with a [`Note`].

// Nothing here may panic. Numbers are places in one text and counts of its parts, which
// don't overflow.
#![cfg_attr(
    not(test),
    deny(
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

mod edit;
mod error;
mod limits;
mod outline;
mod plain;
mod read;
mod split;
mod tag;
mod tree;
mod warning;
mod write;
mod written;

pub use edit::{Edited, Note, edit, update};
pub use error::Error;
pub use limits::{Limits, MAX_DEPTH, too_deep};
pub use outline::{__root_rule, OutlineLine, RuleWords, outline, rule_in_words};
pub use read::{Json, parse, parse_within};
pub use split::{Format, Piece, documents};
pub use tree::Tree;
pub use warning::Warning;
pub use write::write;

/// The reader of the command uses these parts of the splitter while a text arrives.
#[doc(hidden)]
pub mod __split {
    pub use crate::split::{BYTE_ORDER_MARK, Sniffer, Splitter};
}

/// The command examines all of the text that it shows.
#[doc(hidden)]
pub mod __written {
    pub use crate::written::{Parts, Written};
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
