//! Tables for people.

use std::fmt::Write as _;

use crate::report::escape;

/// Rows of cells in columns, the first row being the header. Columns without a cell are left out.
/// `O(n)`.
pub(crate) fn in_columns(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<_>> =
        rows.iter().map(|row| row.iter().map(|cell| escape(cell)).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widths: Vec<_> = cells.map(|cell| cell.chars().count()).collect();
        match widths.split_first() {
            Some((&header, cells)) if cells.iter().any(|&width| width > 0) => {
                cells.iter().copied().max().unwrap_or_default().max(header)
            }
            _ => 0,
        }
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            let _ = write!(line, "{cell:width$}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
