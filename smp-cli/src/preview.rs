//! Changes as they are shown to people: the lines of text that differ, or the fields.
//! Nothing is written.

mod fields;
mod hunks;
mod paint;
mod printer;
mod tree;

pub(crate) use fields::{FieldsView, Reason};
pub(crate) use hunks::Hunks;
pub(crate) use paint::Paint;
pub(crate) use printer::PreviewPrinter;
