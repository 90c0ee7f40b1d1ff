//! The tables of `docs/cost.md`.

use super::growth::BOUND;
use super::measure::{Cell, Row};
use crate::bench::table::grid;

/// The whole file.
pub(super) fn text(session: &str, rows: &[Row]) -> String {
    let mut groups: Vec<Vec<&str>> = Vec::new();
    let mut text = format!(
        "# Cost of hostile inputs\n\n\
         How the cost of each operation grows with inputs that are made to be expensive. Written\n\
         by `cargo xtask cost`, which fails if a cost grows faster than `n log n`. {session}.\n\n\
         A row is a kind of input; `benches/src/cost` makes it in the sizes n, 2n, 4n and 8n, such\n\
         as n elements or n operations. A column is an operation. Each cell has two figures:\n\n\
         - the growth of the number of instructions (counted by callgrind);\n\
         - the growth of the peak of memory, with larger inputs. `-` means less than 2 MB at the\n  \
           largest size.\n\n\
         A figure is an exponent: 1.00 is linear, 2.00 is quadratic. Example: `1.03 0.92` means that\n\
         twice the input takes 2^1.03 = 2.04 times the instructions and 2^0.92 = 1.89 times the\n\
         memory. `n log n` gives up to 1.13 at these sizes; figures up to {BOUND} pass, and larger\n\
         ones are **bold**. `r` means that the input is refused, which must not take longer either.\n\n\
         The figure is the slope of a straight line through the logarithms of the four costs (least\n\
         squares), or the slope between the last two sizes if that is larger.\n\n\
         `parse` reads a patch and writes it; `unions` normalizes and validates the unions of an\n\
         object; `import` makes a schema of a definition. `smp patch`, `smp explain` and `smp diff`\n\
         are whole runs of the command on files. A run also has a constant cost, so it is measured\n\
         at a fifth size, 16n, and the figures are those of the differences between one size and the\n\
         next.\n"
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
