//! Splitting text into documents while it is being read. The splitter looks at
//! each byte once, and at no more of the format than it needs for that. Whether a
//! document is valid is found out by the readers of the formats.

mod json;
mod marker;
mod piece;
mod splitter;
#[cfg(test)]
mod tests;
mod yaml;

pub(crate) use piece::Piece;
pub(super) use splitter::Splitter;
