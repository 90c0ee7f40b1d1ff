//! Rewriting files in place: all of them or none.
//!
//! Each file that changes is first written under a temporary name beside the old
//! one, completely and synced. When this has succeeded for every file, each new
//! file replaces the old one by a rename. So at any moment a file has either its
//! old or its new content. A file that somebody else has changed since it was read
//! is not replaced.

mod replace;
mod rewriter;
mod target;
mod temporary;

pub(crate) use rewriter::Rewriter;
