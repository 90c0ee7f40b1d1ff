//! Tables of figures: two measurements, their ratio, and the target.

use std::fmt::Write as _;

/// A part of the results that is measured together.
pub(super) struct Section {
    pub(super) title: &'static str,
    /// The text in Markdown, without the title.
    pub(super) body: String,
    /// The number of targets that are reached.
    pub(super) held: usize,
    /// The number of targets that are missed.
    pub(super) missed: usize,
}

impl Section {
    /// A section with a table of comparisons, and notes below it.
    pub(super) fn of_rows(title: &'static str, rows: &[Row], notes: &[&str]) -> Self {
        let columns = ["what", "on", "ours", "beside", "theirs", "ratio", "target", ""];
        let holds: Vec<bool> = rows.iter().filter_map(Row::holds).collect();
        let held = holds.iter().filter(|holds| **holds).count();
        let cells = rows.iter().map(Row::cells);
        let body = with_notes(grid(&columns, cells), notes);
        Self { title, body, held, missed: holds.len() - held }
    }

    /// A section with another table, without targets.
    pub(super) fn of_grid(title: &'static str, table: String, notes: &[&str]) -> Self {
        Self { title, body: with_notes(table, notes), held: 0, missed: 0 }
    }

    /// Title and body, as in the file and on the terminal.
    pub(super) fn text(&self) -> String {
        format!("## {}\n\n{}", self.title, self.body)
    }
}

fn with_notes(mut body: String, notes: &[&str]) -> String {
    for note in notes {
        let _ = write!(body, "\n{note}\n");
    }
    body
}

/// One comparison.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) what: &'static str,
    pub(super) on: String,
    pub(super) ours: Figure,
    pub(super) beside: &'static str,
    pub(super) theirs: Figure,
    pub(super) goal: Goal,
}

/// A measured value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Figure {
    Nanoseconds(f64),
    Bytes(f64),
}

/// The figure of a comparison, and its target.
#[derive(Debug, Clone, Copy)]
pub(super) enum Goal {
    /// Our figure divided by the other, which should be at most this.
    AtMost(f64),
    /// The factor by which ours is faster, which should be at least this.
    Faster(f64),
    /// Our figure divided by the other, without a target.
    None,
}

impl Figure {
    const fn number(self) -> f64 {
        match self {
            Self::Nanoseconds(number) | Self::Bytes(number) => number,
        }
    }

    /// The figure with three digits and a unit.
    pub(super) fn text(self) -> String {
        let (number, units) = match self {
            Self::Nanoseconds(number) => (number, ["ns", "µs", "ms", "s"]),
            Self::Bytes(number) => (number, ["B", "KB", "MB", "GB"]),
        };
        scaled(number, units)
    }
}

fn scaled(mut number: f64, units: [&str; 4]) -> String {
    let mut units = units.into_iter();
    let mut unit = units.next().unwrap_or_default();
    for next in units {
        if number < 999.5 {
            break;
        }
        number /= 1000.0;
        unit = next;
    }
    format!("{} {unit}", digits(number))
}

/// The number with three digits, or with all digits before the point.
pub(crate) fn digits(number: f64) -> String {
    let places = match number {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{number:.places$}")
}

/// The number with its digits in groups of three: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl Row {
    fn ratio(&self) -> f64 {
        let ratio = self.ours.number() / self.theirs.number();
        match self.goal {
            Goal::Faster(_) => ratio.recip(),
            Goal::AtMost(_) | Goal::None => ratio,
        }
    }

    /// Whether the target is reached; `None` without a target.
    fn holds(&self) -> Option<bool> {
        match self.goal {
            Goal::AtMost(most) => Some(self.ratio() <= most),
            Goal::Faster(least) => Some(self.ratio() >= least),
            Goal::None => None,
        }
    }

    fn cells(&self) -> Vec<String> {
        let ratio = digits(self.ratio());
        let (ratio, target) = match self.goal {
            Goal::AtMost(most) => (format!("{ratio} ×"), format!("≤ {most} ×")),
            Goal::Faster(least) => (format!("{ratio} × faster"), format!("≥ {least} × faster")),
            Goal::None => (format!("{ratio} ×"), String::new()),
        };
        let holds = match self.holds() {
            Some(true) => "holds",
            Some(false) => "**missed**",
            None => "",
        };
        vec![
            self.what.to_owned(),
            self.on.clone(),
            self.ours.text(),
            self.beside.to_owned(),
            self.theirs.text(),
            ratio,
            target,
            holds.to_owned(),
        ]
    }
}

/// A table in Markdown whose columns are aligned, so that it is readable on a terminal.
/// `O(cells)`.
pub(crate) fn grid(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut lines: Vec<Vec<String>> = vec![head.iter().map(|cell| (*cell).to_owned()).collect()];
    lines.extend(rows);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    lines.insert(1, widths.iter().map(|width| "-".repeat(*width)).collect());
    let mut text = String::new();
    for line in lines {
        for (cell, width) in line.iter().zip(&widths) {
            let _ = write!(text, "| {cell:width$} ");
        }
        text.push_str("|\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ours: f64, theirs: f64, goal: Goal) -> Row {
        let (ours, theirs) = (Figure::Nanoseconds(ours), Figure::Nanoseconds(theirs));
        Row { what: "apply", on: "pod".into(), ours, beside: "Go", theirs, goal }
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn targets_hold_or_are_missed() {
        assert_eq!(row(15.0, 10.0, Goal::AtMost(1.5)).holds(), Some(true));
        assert_eq!(row(16.0, 10.0, Goal::AtMost(1.5)).holds(), Some(false));
        assert_eq!(row(1.0, 20.0, Goal::Faster(20.0)).holds(), Some(true));
        assert_eq!(row(1.0, 19.0, Goal::Faster(20.0)).holds(), Some(false));
        assert_eq!(row(1.0, 19.0, Goal::None).holds(), None);
        let rows = [row(1.0, 9.0, Goal::Faster(20.0)), row(1.0, 1.0, Goal::AtMost(1.5))];
        let section = Section::of_rows("Some", &rows, &["A sentence."]);
        assert_eq!((section.held, section.missed), (1, 1));
    }

    #[test]
    fn figures_have_three_digits_and_a_unit() {
        let time = |number| Figure::Nanoseconds(number).text();
        assert_eq!(time(9.99), "9.99 ns");
        assert_eq!(time(99.94), "99.9 ns");
        assert_eq!(time(999.6), "1.00 µs");
        assert_eq!(time(12_345.0), "12.3 µs");
        assert_eq!(time(3.5e9), "3.50 s");
        assert_eq!(time(3.5e12), "3500 s");
        assert_eq!(Figure::Bytes(202_665_984.0).text(), "203 MB");
    }

    #[test]
    fn a_table_is_aligned() {
        let table = grid(&["a", "wide"], [vec!["1 µs".into(), "2".into()]].into_iter());
        assert_eq!(table, "| a    | wide |\n| ---- | ---- |\n| 1 µs | 2    |\n");
    }
}
