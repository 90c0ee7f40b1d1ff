//! Changes as they are shown to people: the lines of text that differ, or the fields.
//! Nothing is written.

mod hunks;
mod objects;
mod paint;
mod printer;
mod sets;

pub(crate) use objects::{FieldsPreview, Why};
pub(crate) use printer::PreviewPrinter;
pub(crate) use sets::{SetPreview, Version, renamed_in_words};
