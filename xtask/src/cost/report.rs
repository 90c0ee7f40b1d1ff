//! The tables of `docs/cost.md`.

use super::growth::BOUND;
use super::measure::{Cell, Row};
use crate::bench::table::grid;

/// The whole file.
pub(super) fn text(session: &str, rows: &[Row]) -> String {
    let mut groups: Vec<Vec<&str>> = Vec::new();
    let mut text = format!(
        "# Cost of hostile inputs\n\n\
         Written by `cargo xtask cost`. {session}.\n\n\
         Every generator makes inputs of the sizes n, 2n, 4n and 8n; every operation runs on\n\
         each. A figure is the exponent of growth: 1.00 is linear, 2.00 quadratic, and `n log n`\n\
         is at most 1.13 at these sizes. The first counts instructions (callgrind), the second\n\
         bytes of memory at larger sizes; `-` is less than 2 MB at the largest. A figure is the\n\
         slope of the logarithms by least squares, or that of the last step if it is steeper.\n\
         `r` is an input that is refused, which must not take longer either. All must be at\n\
         most {BOUND}; **bold** is more.\n\n\
         `smp patch` is a whole run of the command on a file of YAML. It is measured at a fifth\n\
         size, 16n, and the figure is that of what each size takes more than the one before.\n"
    );
    for row in rows {
        let names: Vec<&str> = row.cells.iter().map(|cell| cell.operation.as_str()).collect();
        if !groups.contains(&names) {
            groups.push(names);
        }
    }
    for names in groups {
        let mut head = vec!["inputs"];
        head.extend(&names);
        let of_group = rows.iter().filter(|row| {
            row.cells.iter().map(|cell| cell.operation.as_str()).eq(names.iter().copied())
        });
        let cells = of_group.map(|row| {
            let mut cells = vec![row.generator.clone()];
            cells.extend(row.cells.iter().map(cell));
            cells
        });
        text.push('\n');
        text.push_str(&grid(&head, cells));
    }
    text
}

fn cell(cell: &Cell) -> String {
    let Some((instructions, memory)) = cell.growth else { return "**no end**".to_owned() };
    let figure = |figure: f64| {
        let bold = if figure > BOUND { "**" } else { "" };
        format!("{bold}{figure:.2}{bold}")
    };
    let refused = if cell.refused { " r" } else { "" };
    let memory = memory.map_or_else(|| "-".to_owned(), figure);
    format!("{} {memory}{refused}", figure(instructions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_the_same_operations_share_a_table() {
        let cell = |operation: &str, growth| Cell {
            operation: operation.into(),
            refused: operation == "diff",
            growth,
        };
        let rows = [
            Row { generator: "a".into(), cells: vec![cell("diff", Some((1.0, None)))] },
            Row { generator: "b".into(), cells: vec![cell("read", Some((2.0, Some(1.0))))] },
            Row { generator: "c".into(), cells: vec![cell("diff", None)] },
        ];
        let text = text("today", &rows);
        assert!(text.contains("| a      | 1.00 - r   |\n| c      | **no end** |\n"), "{text}");
        assert!(text.contains("| b      | **2.00** 1.00 |\n"), "{text}");
    }
}
