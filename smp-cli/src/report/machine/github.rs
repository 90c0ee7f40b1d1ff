//! Workflow commands of GitHub Actions, which annotate the lines of a pull request.

use std::fmt::Write as _;

use super::Run;
use crate::report::escape_except;
use crate::report::finding::{Finding, Severity};

/// A command for each finding.
pub(super) fn write(run: &Run<'_>) -> String {
    run.found.findings.iter().map(command).collect()
}

fn command(finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut text = format!("::{level} ");
    if let Some((place, file)) = finding.place.as_ref().and_then(|it| Some((it, it.path()?))) {
        let _ = write!(
            text,
            "file={},line={},endLine={},",
            property(&file.replace('\\', "/")),
            place.line,
            place.end_line
        );
        // Columns are those of one line.
        if place.line == place.end_line {
            let _ = write!(text, "col={},endColumn={},", place.column, place.end_column);
        }
    }
    let title = property(&format!("smp: {}", finding.rule.id()));
    let _ = writeln!(text, "title={title}::{}", data(&finding.text()));
    text
}

/// A text with the escapes of GitHub's toolkit for actions.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    escape_except(&text, &[]).into_owned()
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn what_commands_give_a_meaning_is_escaped() {
        assert_eq!(data("50%\r\na: b, c"), "50%25%0D%0Aa: b, c");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
        assert_eq!(data("\u{1b}[31m"), "\\u{1b}[31m");
    }
}
