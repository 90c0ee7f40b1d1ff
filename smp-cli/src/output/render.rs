//! Documents, values and tables as text.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use smp_core::{Document, ErrorKind};

use crate::input::Format;
use crate::limits;
use crate::report::{Report, escape};

/// The line between two documents.
pub(super) fn separator(format: Format) -> &'static str {
    match format {
        Format::Yaml => "---\n",
        Format::Json => "",
    }
}

/// Appends a document. JSON has `indent` spaces per level, or is on one line.
pub(crate) fn render(
    document: &Document<'_>,
    format: Format,
    indent: Option<usize>,
    out: &mut String,
) -> Result<(), Report> {
    let json = match (format, indent) {
        (Format::Yaml, _) => {
            return smp_yaml::write(document, out).map_err(|error| cannot_write(&error));
        }
        (Format::Json, None) => document.to_json(),
        (Format::Json, Some(indent)) => {
            document.to_json_pretty(indent).map_err(|error| match error.kind() {
                ErrorKind::Depth => cannot_write(&limits::too_deep()),
                _ => cannot_write(&error.to_string()),
            })?
        }
    };
    out.push_str(&json);
    out.push('\n');
    Ok(())
}

/// The error about a result that cannot be written.
pub(crate) fn cannot_write(message: &str) -> Report {
    let report = Report::new(format!("cannot write the result: {message}"));
    if message == limits::too_deep() {
        report.help("give the input as JSON on one line: such output may have any depth")
    } else {
        report
    }
}

/// A value as JSON for programs, with a line break at the end.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String, Report> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| cannot_write(&error.to_string()))
}

/// A table for people: rows of cells in columns, the first row being the header. Columns without a cell
/// are left out. In a terminal, cells that do not fit into the line follow on lines below it, each after
/// the name of its column. `O(n)`.
pub(crate) fn in_columns(rows: &[Vec<String>]) -> String {
    in_columns_within(rows, terminal_width())
}

fn in_columns_within(rows: &[Vec<String>], most: usize) -> String {
    let rows: Vec<Vec<_>> =
        rows.iter().map(|row| row.iter().map(|cell| escape(cell)).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let mut widths = cells.map(|cell| cell.chars().count());
        let header = widths.next().unwrap_or_default();
        widths.max().filter(|widest| *widest > 0).map_or(0, |widest| widest.max(header))
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    let mut text = String::new();
    // The number of columns whose headers fit into the line.
    let mut shown = columns;
    for (number, row) in rows.iter().enumerate() {
        let (mut line, mut at) = (String::new(), 0);
        let mut below = Vec::new();
        for ((column, cell), &width) in row.iter().enumerate().zip(&widths) {
            let end = at + cell.chars().count();
            if column >= shown || !below.is_empty() || (end > most && at > 0 && !cell.is_empty()) {
                if number == 0 {
                    shown = shown.min(column);
                } else if !cell.is_empty() {
                    below.push(format!("{} {cell}", rows[0][column]).trim_start().to_owned());
                }
            } else if width > 0 {
                let _ = write!(line, "{cell:width$}  ");
                at += width + 2;
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
        for line in wrapped(&below.join(", "), most.saturating_sub(INDENT.len())) {
            if !line.is_empty() {
                let _ = writeln!(text, "{INDENT}{line}");
            }
        }
    }
    text
}

/// The indentation of cells below their row.
const INDENT: &str = "        ";

/// The line in parts of at most `most` characters, broken between words.
pub(crate) fn wrapped(line: &str, most: usize) -> Vec<String> {
    let mut text = String::new();
    let mut width = 0;
    for word in line.split_whitespace() {
        let length = word.chars().count();
        let fits = width + 1 + length <= most;
        if width > 0 {
            text.push(if fits { ' ' } else { '\n' });
        }
        width = if width > 0 && fits { width + 1 + length } else { length };
        text.push_str(word);
    }
    text.split('\n').map(str::to_owned).collect()
}

/// The width of the terminal if standard output is one; otherwise there is no limit.
pub(crate) fn terminal_width() -> usize {
    terminal_size::terminal_size_of(io::stdout()).map_or(usize::MAX, |(width, _)| width.0.into())
}

#[cfg(test)]
mod tests {
    use super::in_columns_within;

    #[test]
    fn what_does_not_fit_follows_below() {
        let rows =
            [["FIELD", "TYPE", "KEY", ""], ["a", "list", "name", "a remark"], ["bc", "x", "", ""]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let wide = "FIELD  TYPE  KEY\na      list  name  a remark\nbc     x\n";
        assert_eq!(in_columns_within(&rows, 80), wide);
        let narrow = "FIELD  TYPE  KEY\na      list\n        KEY\n        name, a\n        remark\nbc     x\n";
        assert_eq!(in_columns_within(&rows, 16), narrow);
    }

    /// A cell is below the header of its column, or in a line that names the column.
    #[test]
    fn no_header_stands_in_the_place_of_a_wider_one() {
        let rows = [["NAME", "SHORTNAMES", "KIND"], ["configmaps", "cm", "ConfigMap"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let narrow = "NAME\nconfigmaps\n        SHORTNAMES\n        cm, KIND\n        ConfigMap\n";
        assert_eq!(in_columns_within(&rows, 18), narrow);
    }
}
