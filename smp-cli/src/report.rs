//! What the command says when something is wrong: a message, the place in the
//! file, and what to do. Everything here goes to standard error.

use core::ops::Range;
use std::io::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// How many bytes of a line an excerpt shows at most on each side of the place.
const LINE_REACH: usize = 60;

/// A message for the user, with everything needed to print it.
#[derive(Debug)]
pub(crate) struct Report(Box<Content>);

#[derive(Debug)]
struct Content {
    title: String,
    excerpt: Option<Excerpt>,
    notes: Vec<String>,
    helps: Vec<String>,
}

/// The lines of a file around a place.
#[derive(Debug)]
struct Excerpt {
    name: String,
    lines: String,
    first_line: usize,
    span: Range<usize>,
    label: String,
    /// Position in the file, where the lines shown are cut.
    cut_at: Option<(usize, usize)>,
}

impl Report {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self(Box::new(Content {
            title: title.into(),
            excerpt: None,
            notes: Vec::new(),
            helps: Vec::new(),
        }))
    }

    /// Shows a place, in bytes, of a file.
    pub(crate) fn at(
        mut self,
        name: &str,
        text: &str,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Self {
        self.0.excerpt = Some(excerpt(name, text, span, label.into()));
        self
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.0.notes.push(note.into());
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.0.helps.push(help.into());
        self
    }

    /// Prints it as an error to standard error, coloured where that is wanted.
    pub(crate) fn print_error(&self) {
        self.print(Level::ERROR);
    }

    /// Prints it as a warning.
    pub(crate) fn print_warning(&self) {
        self.print(Level::WARNING);
    }

    fn print(&self, level: Level<'_>) {
        let mut group = Group::with_title(level.primary_title(self.0.title.as_str()));
        if let Some(excerpt) = &self.0.excerpt {
            let annotation = AnnotationKind::Primary.span(excerpt.span.clone());
            let annotation = if excerpt.label.is_empty() {
                annotation
            } else {
                annotation.label(excerpt.label.as_str())
            };
            group = group.element(
                Snippet::source(excerpt.lines.as_str())
                    .path(excerpt.name.as_str())
                    .line_start(excerpt.first_line)
                    .fold(false)
                    .annotation(annotation),
            );
            if let Some((line, column)) = excerpt.cut_at {
                group = group
                    .element(Level::NOTE.message(format!("this is line {line}, column {column}")));
            }
        }
        for note in &self.0.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        for help in &self.0.helps {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let text = Renderer::styled().render(&[group]);
        // Nothing is left to do where even standard error is closed.
        let _ = writeln!(anstream::stderr().lock(), "{text}");
    }
}

fn excerpt(name: &str, text: &str, span: Range<usize>, label: String) -> Excerpt {
    let start = floor_char(text, span.start);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let first_line = text[..line_start].bytes().filter(|&byte| byte == b'\n').count() + 1;
    let end = floor_char(text, span.end.clamp(start, line_end));
    // A place behind the line, or of no length, is shown at its last character.
    let end = if end == start { next_char(text, start).min(line_end).max(start) } else { end };
    let (cut_start, cut_end) = (
        floor_char(text, line_start.max(start.saturating_sub(LINE_REACH))),
        floor_char(text, line_end.min(end.saturating_add(LINE_REACH))),
    );
    if cut_start == line_start && cut_end == line_end {
        // A line before it, for the eye.
        let from = text[..line_start.saturating_sub(1)].rfind('\n').map_or(0, |at| at + 1);
        let (from, first_line) = if line_start == 0 || line_start - from > 2 * LINE_REACH {
            (line_start, first_line)
        } else {
            (from, first_line - 1)
        };
        return Excerpt {
            name: name.to_owned(),
            lines: text[from..line_end].to_owned(),
            first_line,
            span: start - from..end - from,
            label,
            cut_at: None,
        };
    }
    let before = if cut_start > line_start { "…" } else { "" };
    let after = if cut_end < line_end { "…" } else { "" };
    let shift = before.len();
    Excerpt {
        name: name.to_owned(),
        lines: format!("{before}{}{after}", &text[cut_start..cut_end]),
        first_line,
        span: start - cut_start + shift..end.min(cut_end) - cut_start + shift,
        label,
        cut_at: Some((first_line, text[line_start..start].chars().count() + 1)),
    }
}

fn floor_char(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn next_char(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(at, |c| at + c.len_utf8())
}
