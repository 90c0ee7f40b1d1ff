//! The output for people.

use std::fmt::Write as _;

use super::tree::{Below, FieldNode, describe, describe_keys};
use crate::limits::MAX_DEPTH;
use crate::report::escape;

const COLUMNS: [&str; 6] = ["FIELD", "TYPE", "STRATEGY", "MERGE KEY", "LIST TYPE", "LIST MAP KEYS"];

/// The field itself, then a row for each field below it.
pub(super) fn write(kind: &str, node: &FieldNode<'_>, recursive: bool) -> String {
    let mut text = String::new();
    let mut line = |what: &str, value: &str| {
        if !value.is_empty() {
            let what = if what.is_empty() { String::new() } else { format!("{what}:") };
            let _ = writeln!(text, "{what:<15}{}", escape(value));
        }
    };
    line("KIND", kind);
    line("FIELD", &node.path.join("."));
    line("TYPE", &describe(node.ty));
    line("STRATEGY", &node.strategy().unwrap_or_default());
    line("MERGE KEY", node.merge_key().unwrap_or_default());
    if node.key_is_optional() {
        line("", "it counts where every element has one of its own");
    }
    line("LIST TYPE", node.list_type().unwrap_or_default());
    line("LIST MAP KEYS", &describe_keys(node.list_map_keys()));
    for union in node.unions() {
        line("UNION", &union);
    }
    line("LAYER", node.layer);
    let mut rows = Vec::new();
    collect(node, 0, &mut rows);
    if rows.is_empty() {
        return text;
    }
    text.push('\n');
    if recursive {
        text.push_str("Fields below a field are indented. For lists and maps, they are those of the elements.\n");
    }
    let with_layer = rows.iter().any(|row| row.layer != node.layer);
    let mut header = COLUMNS.map(str::to_owned).to_vec();
    let mut lines: Vec<_> = rows.iter().map(|row| row.cells.to_vec()).collect();
    if with_layer {
        header.push("LAYER".to_owned());
        lines
            .iter_mut()
            .zip(&rows)
            .for_each(|(line, row)| line.push(escape(row.layer).into_owned()));
    }
    // Empty columns are left out.
    let widths: Vec<_> = (0..header.len())
        .map(|column| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            let most = cells.map(|cell| cell.chars().count()).max().unwrap_or_default();
            if most == 0 { 0 } else { most.max(header[column].len()) }
        })
        .collect();
    let notes = core::iter::once("").chain(rows.iter().map(|row| row.remark.as_str()));
    for (cells, note) in core::iter::once(&header).chain(&lines).zip(notes) {
        let mut line = String::new();
        for (cell, &width) in cells.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            let _ = write!(line, "{cell:width$}  ");
        }
        line.push_str(note);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

struct Row<'n> {
    cells: [String; COLUMNS.len()],
    layer: &'n str,
    /// About the fields below.
    remark: String,
}

fn collect<'n>(node: &'n FieldNode<'_>, depth: usize, rows: &mut Vec<Row<'n>>) {
    let Below::Fields(fields) = &node.below else { return };
    for field in fields {
        let remark = match &field.below {
            Below::SameAs(place) if place.is_empty() => "fields as those of the object".to_owned(),
            Below::SameAs(place) => format!("fields as at {place}"),
            Below::TooDeep => format!("fields below {MAX_DEPTH} levels are left out"),
            Below::Nothing | Below::Fields(_) if field.key_is_optional() => {
                "where every element has the key".to_owned()
            }
            Below::Nothing | Below::Fields(_) => String::new(),
        };
        let indent = 2 * depth;
        let cells = [
            format!("{:indent$}{}", "", field.name()),
            describe(field.ty),
            field.strategy().unwrap_or_default(),
            field.merge_key().unwrap_or_default().to_owned(),
            field.list_type().unwrap_or_default().to_owned(),
            describe_keys(field.list_map_keys()),
        ];
        let cells = cells.map(|cell| escape(&cell).into_owned());
        rows.push(Row { cells, layer: field.layer, remark: escape(&remark).into_owned() });
        collect(field, depth + 1, rows);
    }
}
