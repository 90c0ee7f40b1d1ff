//! An error or warning: a title, the place in the file, notes, and remedies.

use core::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::collect;
use super::escape::{escape, escape_except};
use super::finding::{Finding, Place, Severity};
use super::lines::Lines;
use super::rule::Rule;
use super::warnings;
use crate::console::{self, write_message};
use crate::secret::MASK;

/// An error or warning, with everything needed to print it. Texts may hold parts
/// of input: they are escaped when they are printed.
#[derive(Debug, Clone)]
pub(crate) struct Report(Box<ReportParts>);

#[derive(Debug, Clone, Default)]
struct ReportParts {
    title: String,
    /// Its rule name in machine-readable reports.
    rule: Option<Rule>,
    place: Option<Place>,
    excerpt: Option<Excerpt>,
    notes: Vec<String>,
    helps: Vec<String>,
    /// Further reports, printed after this one.
    others: Vec<Report>,
}

/// The lines of a file around a place.
#[derive(Debug, Clone)]
struct Excerpt {
    name: String,
    lines: String,
    first_line: usize,
    span: Range<usize>,
    label: String,
    /// If only a part of the line is shown: the place as the renderer counts it, and that in the whole
    /// line.
    cut: Option<(String, String)>,
}

impl Report {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self(Box::new(ReportParts { title: title.into(), ..ReportParts::default() }))
    }

    /// An error with all of these reports, if there are any.
    pub(crate) fn all(reports: impl IntoIterator<Item = Self>) -> Result<(), Self> {
        reports.into_iter().reduce(Self::and).map_or(Ok(()), Err)
    }

    /// Appends a report to this one.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.0.others.push(other);
        self
    }

    /// Shows a place in a file, with the lines around it. `text` is a part of the file with its lines,
    /// `lines_before` the number of lines before that part, `span` the place in it, in bytes. The
    /// ranges `hidden` of the text are not shown.
    pub(crate) fn at(
        mut self,
        name: &str,
        (text, lines, lines_before): (&str, &Lines, usize),
        span: Range<usize>,
        label: impl Into<String>,
        hidden: &[Range<usize>],
    ) -> Self {
        let start = floor_char(text, span.start);
        let position = |at| lines.position(text, at);
        let (first, last) = (position(start), position(floor_char(text, span.end.max(start))));
        let (line, end_line) = (lines_before + first.line + 1, lines_before + last.line + 1);
        let (column, end_column) = (first.column + 1, last.column + 1);
        let place = Place { file: name.to_owned(), line, column, end_line, end_column };
        // The part of the line that is shown.
        let from = first.line_start.max(floor_char(text, start.saturating_sub(SHOWN_BYTES)));
        let to = floor_char(text, span.end.clamp(start, start + SHOWN_BYTES) + SHOWN_BYTES);
        let line_end = text[start..to].find('\n').map_or(to, |at| start + at);
        let end = floor_char(text, span.end.clamp(start, line_end.min(start + SHOWN_BYTES)));
        // A place without length is marked at its first character.
        let end = if end == start { next_char(text, start).min(line_end) } else { end };
        // The line before it is shown, too, if it is not too long.
        let above = from.checked_sub(1).filter(|_| from == first.line_start).map(position);
        let above = above.filter(|above| from - above.line_start <= SHOWN_BYTES);
        let (above, first_line) = match above {
            Some(above) => (above.line_start, line - 1),
            None => (from, line),
        };
        // Escaped in parts, so that the place is known in the escaped text.
        let shown = |part: Range<usize>, not_at: usize| {
            let text = masked(text, part, hidden, not_at).replace("\r\n", "\n");
            let text = text.strip_suffix('\r').unwrap_or(&text);
            escape_except(text, &['\n', '\t']).into_owned()
        };
        // A value at the place is masked there, not in the parts around it.
        let marks = if end == start { usize::MAX } else { start };
        let (before, marked) = (shown(above..start, marks), shown(start..end, usize::MAX));
        let after = shown(end..line_end, if end == start { usize::MAX } else { end - 1 });
        let has_masks = hidden.iter().any(|it| it.start < start && it.end > from);
        let cut = (from > first.line_start || has_masks).then(|| {
            let own = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            (format!(":{line}:{own}"), format!(":{line}:{column}"))
        });
        let span = before.len()..before.len() + marked.len();
        let lines = [before, marked, after].concat();
        let (name, label) = (name.to_owned(), label.into());
        self.0.excerpt = Some(Excerpt { name, lines, first_line, span, label, cut });
        self.0.place = Some(place);
        self
    }

    /// Sets the rule name of the message, unless it has one.
    pub(crate) fn rule(mut self, rule: Rule) -> Self {
        self.0.rule.get_or_insert(rule);
        self
    }

    /// Sets the file that the message is about, for reports, unless it has a place.
    pub(crate) fn in_file(mut self, name: &str) -> Self {
        let file = name.to_owned();
        let first = Place { file, line: 1, column: 1, end_line: 1, end_column: 1 };
        self.0.place.get_or_insert(first);
        self
    }

    /// Sets the place in a file of the text that the message is about, for reports.
    pub(crate) fn within(mut self, place: &Place) -> Self {
        self.0.place = Some(place.clone());
        self
    }

    /// The place in a file, if it has one.
    pub(crate) fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.0.notes.push(note.into());
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.0.helps.push(help.into());
        self
    }

    /// The title and the remedies, for a report about a different place.
    pub(crate) fn into_title_and_helps(self) -> (String, Vec<String>) {
        (self.0.title, self.0.helps)
    }

    /// Masks a value in the title and the notes.
    pub(crate) fn without(mut self, value: &str) -> Self {
        let quoted = format!("{value:?}");
        for text in core::iter::once(&mut self.0.title).chain(&mut self.0.notes) {
            *text = text.replace(&quoted, MASK);
        }
        self
    }

    /// The report and those after it, each with its place, notes and helps in one line.
    pub(crate) fn in_a_line(&self) -> Vec<String> {
        let ReportParts { title, excerpt, notes, helps, others, .. } = &*self.0;
        let mut line = title.clone();
        if let Some(Excerpt { name, lines, first_line, span, .. }) = excerpt {
            let before = lines.get(..span.start).unwrap_or_default();
            let number = first_line + before.matches('\n').count();
            let place = format!(" (line {number} of {name})");
            line.push_str(&place);
        }
        let parts = [&line].into_iter().chain(notes).chain(helps).map(String::as_str);
        let line = parts.collect::<Vec<_>>().join("; ");
        let others = others.iter().flat_map(Self::in_a_line);
        [line].into_iter().chain(others).collect()
    }

    /// Prints it as an error, in colours if standard error is a terminal.
    pub(crate) fn print_error(&self) {
        self.collect_errors();
        show(&self.error_text());
    }

    /// Records the message and those that follow it as errors of a report.
    pub(crate) fn collect_errors(&self) {
        collect::finding(|| self.finding(Severity::Error));
        self.0.others.iter().for_each(Self::collect_errors);
    }

    /// Records the message as a note of a report; it is not printed.
    pub(crate) fn collect_note(&self) {
        collect::finding(|| self.finding(Severity::Note));
    }

    fn finding(&self, severity: Severity) -> Finding {
        let ReportParts { title, rule, place, excerpt, notes, helps, .. } = &*self.0;
        // The label of the place in the excerpt, in most cases the path of the field.
        let label = excerpt.as_ref().map_or("", |excerpt| excerpt.label.as_str());
        let message = if label.is_empty() || title.contains(label) {
            title.clone()
        } else {
            format!("{title}: {label}")
        };
        let rule = rule.unwrap_or(match severity {
            Severity::Error => Rule::Error,
            Severity::Warning => Rule::Warning,
            Severity::Note => Rule::Difference,
        });
        let (notes, helps) = (notes.clone(), helps.clone());
        Finding { rule, severity, message, place: place.clone(), notes, helps }
    }

    /// The text that [`print_error`](Self::print_error) prints.
    pub(super) fn error_text(&self) -> String {
        let mut text = self.render(&Level::ERROR);
        for other in &self.0.others {
            text.push_str("\n\n");
            text.push_str(&other.error_text());
        }
        text
    }

    /// Prints it as a warning, unless it was printed before or warnings are silenced.
    pub(crate) fn print_warning(&self) {
        let text = (!warnings::are_silent()).then(|| self.render(&Level::WARNING));
        collect::warning(|| self.in_a_line());
        if let Some(text) = text.filter(|text| warnings::is_new(text)) {
            collect::finding(|| self.finding(Severity::Warning));
            show(&text);
        }
    }

    fn render(&self, level: &Level<'_>) -> String {
        let ReportParts { title, excerpt, notes, helps, .. } = &*self.0;
        let mut group = Group::with_title(level.clone().primary_title(escape(title)));
        if let Some(excerpt) = excerpt {
            let label = Some(escape(&excerpt.label)).filter(|label| !label.is_empty());
            let annotation = AnnotationKind::Primary.span(excerpt.span.clone()).label(label);
            group = group.element(
                Snippet::source(excerpt.lines.as_str())
                    .path(escape(&excerpt.name))
                    .line_start(excerpt.first_line)
                    .fold(false)
                    .annotation(annotation),
            );
        }
        let notes = notes.iter().map(|note| Level::NOTE.message(escape(note)));
        let helps = helps.iter().map(|help| Level::HELP.message(escape(help)));
        let group = group.elements(notes.chain(helps));
        let text = renderer().render(&[group]);
        match excerpt.as_ref().and_then(|excerpt| excerpt.cut.as_ref()) {
            Some((shown, whole)) => text.replacen(shown, whole, 1),
            None => text,
        }
    }
}

/// The renderer of messages. Collected messages have no colours, which could not be distinguished from
/// escapes in a document.
fn renderer() -> Renderer {
    if console::is_collecting() { Renderer::plain() } else { Renderer::styled() }
}

/// Prints a line to standard error, escaped as every message is.
pub(crate) fn print_line(line: &str) {
    show(&escape(line));
}

/// Prints a line about what was done, unless messages are silenced.
pub(crate) fn say(line: &str) {
    if !warnings::are_silent() {
        print_line(line);
    }
}

/// Prints text that is escaped already, unless a report takes the place of messages.
pub(super) fn show(text: &str) {
    if !collect::replaces_messages() {
        write_message(text);
    }
}

/// Why a file of a directory, or a document in it, is left out.
#[derive(Debug, Clone)]
pub(crate) enum LeftOut {
    NoObject,
    /// It has the marks of a template, such as those of Helm.
    Template,
    /// It cannot be read: the warning says why.
    Unreadable(Report),
}

impl LeftOut {
    /// Prints it, with the name of the file or document, unless warnings are silenced.
    pub(crate) fn print(&self, name: &str) {
        let what = match self {
            Self::NoObject => "no Kubernetes object",
            Self::Template => "a template",
            Self::Unreadable(report) => return report.clone().note(LEFT_OUT).print_warning(),
        };
        say(&format!("{name}: {what}, left out"));
    }
}

/// The note about a document that cannot be read.
const LEFT_OUT: &str = "the document is left out";

impl Report {
    /// Turns the error about a document of a directory that cannot be read into the reason to leave it
    /// out. With strict validation it stays an error, except for a template.
    pub(crate) fn left_out(self, text: &str, is_strict: bool) -> Result<LeftOut, Self> {
        if text.contains("{{") {
            return Ok(LeftOut::Template);
        }
        if is_strict { Err(self) } else { Ok(LeftOut::Unreadable(self)) }
    }
}

/// Bytes of a long line that are shown before a place, in it, and after it: more than fit on a
/// terminal.
const SHOWN_BYTES: usize = 500;

/// A part of a text with masks in place of hidden ranges. A range of several lines has a mask in each
/// line. If a range includes the byte `not_at`, its last line here has no mask: the part with that byte
/// has it.
fn masked(text: &str, part: Range<usize>, hidden: &[Range<usize>], not_at: usize) -> String {
    let mut out = String::new();
    let mut at = part.start;
    let from = hidden.partition_point(|range| range.end <= part.start);
    for range in hidden[from..].iter().take_while(|range| range.start < part.end) {
        let (start, end) = (range.start.max(at), range.end.min(part.end));
        out.push_str(&text[at..start]);
        let lines = text[start..end].split_inclusive('\n').count();
        for (number, line) in text[start..end].split_inclusive('\n').enumerate() {
            let content = line.trim();
            let is_elsewhere = range.contains(&not_at) && number + 1 == lines;
            out.push_str(&line[..line.len() - line.trim_start().len()]);
            if !content.is_empty() && !is_elsewhere {
                out.push_str(MASK);
            }
            if line.ends_with('\n') && !content.is_empty() {
                out.push('\n');
            }
        }
        at = end;
    }
    out.push_str(&text[at..part.end]);
    out
}

fn floor_char(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn next_char(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(at, |c| at + c.len_utf8())
}
