//! What the command says when something is wrong: a message, the place in the
//! file, and what to do. Everything here goes to standard error.

use core::ops::Range;
use std::io::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

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

    /// Shows a place, in bytes, of text that stands in a file after so many lines.
    pub(crate) fn at(
        mut self,
        name: &str,
        text: &str,
        lines_before: usize,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Self {
        let mut excerpt = excerpt(name, text, span, label.into());
        excerpt.first_line += lines_before;
        self.0.excerpt = Some(excerpt);
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
        self.print(&Level::ERROR);
    }

    /// Prints it as a warning.
    pub(crate) fn print_warning(&self) {
        self.print(&Level::WARNING);
    }

    fn print(&self, level: &Level<'_>) {
        let mut group = Group::with_title(level.clone().primary_title(self.0.title.as_str()));
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

/// Prints a line to standard error. Names of files may hold what a terminal obeys:
/// that is spelled out.
pub(crate) fn say(line: &str) {
    let mut spelled = String::with_capacity(line.len());
    for character in line.chars() {
        if character.is_control() {
            spelled.extend(character.escape_default());
        } else {
            spelled.push(character);
        }
    }
    // As in `Report::print`.
    let _ = writeln!(anstream::stderr().lock(), "{spelled}");
}

/// How many reports of one sort are shown for a document.
const SHOWN: usize = 20;

/// Reports of one sort, of which a document may give any number. Each costs a look
/// at its text for the place, so the first are made and the others counted.
#[derive(Debug, Default)]
pub(crate) struct Many {
    shown: Vec<Report>,
    more: usize,
}

impl Many {
    pub(crate) fn push(&mut self, report: impl FnOnce() -> Report) {
        if self.shown.len() < SHOWN {
            self.shown.push(report());
        } else {
            self.more += 1;
        }
    }

    /// Counts those that nobody can make any more.
    pub(crate) fn omit(&mut self, reports: usize) {
        self.more += reports;
    }

    /// The reports, the last of which says how many are not shown.
    pub(crate) fn into_reports(self) -> Vec<Report> {
        let Self { mut shown, more } = self;
        if more > 0 {
            shown.push(Report::new(format!("{more} more like the {SHOWN} before are not shown")));
        }
        shown
    }
}

/// Errors that are printed as they are found, with a line between them.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    any: bool,
}

impl Errors {
    pub(crate) fn print(&mut self, reports: &[Report]) {
        for report in reports {
            if core::mem::replace(&mut self.any, true) {
                // As in `Report::print`.
                let _ = writeln!(anstream::stderr().lock());
            }
            report.print_error();
        }
    }

    /// Whether there were any.
    pub(crate) fn any(&self) -> bool {
        self.any
    }
}

fn excerpt(name: &str, text: &str, span: Range<usize>, label: String) -> Excerpt {
    let start = floor_char(text, span.start);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let line = text[..line_start].bytes().filter(|&byte| byte == b'\n').count() + 1;
    let end = floor_char(text, span.end.clamp(start, line_end));
    // A place of no length is shown by its first character.
    let end = if end == start { next_char(text, start).min(line_end) } else { end };
    // The line before it helps the eye.
    let (from, first_line) = if line_start == 0 {
        (line_start, line)
    } else {
        (text[..line_start - 1].rfind('\n').map_or(0, |at| at + 1), line - 1)
    };
    Excerpt {
        name: name.to_owned(),
        lines: text[from..line_end].to_owned(),
        first_line,
        span: start - from..end - from,
        label,
    }
}

fn floor_char(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn next_char(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(at, |c| at + c.len_utf8())
}
