//! A unified diff that is made while the text arrives.

use std::collections::VecDeque;

use similar::{ChangeTag, TextDiff};

use crate::report::escape_except;

use super::paint::{MOVED, Paint, TITLE, style};

/// Unchanged lines that are shown around a change, as in `diff -u`.
const CONTEXT: usize = 3;

/// The unified diff of one file. Keeps only a few lines in memory, however long the unchanged text
/// between changes is.
#[derive(Debug)]
pub(crate) struct Hunks {
    paint: Paint,
    /// The two lines before the first hunk.
    header: Option<String>,
    /// Text of both versions whose last line is not complete yet.
    pending: (String, String),
    /// The number of lines of both versions so far.
    lines: [usize; 2],
    /// The last unchanged lines: those before a hunk, or those since its last change.
    unchanged: VecDeque<Line>,
    hunk: Option<Hunk>,
    out: String,
    /// Whether the next lines are of a document whose values are not shown.
    hides: bool,
    /// The number of hunks that are left out for such lines.
    left_out: usize,
}

/// An unchanged line, and whether its document has values that are not shown.
type Line = (String, bool);

/// A hunk that is not yet complete.
#[derive(Debug)]
struct Hunk {
    /// The lines of both versions before it.
    start: [usize; 2],
    text: String,
    /// Whether one of its lines is of a document whose values are not shown.
    hides: bool,
}

impl Hunks {
    /// Starts a diff; the names are for the header.
    pub(crate) fn new((old, new): (&str, &str), paint: Paint) -> Self {
        let mut header = String::new();
        for (sign, name) in [("---", old), ("+++", new)] {
            let name = escape_except(name, &['\t']);
            paint.push(&mut header, TITLE, &format!("{sign} {name}"));
            header.push('\n');
        }
        Self {
            paint,
            header: Some(header),
            pending: (String::new(), String::new()),
            lines: [0, 0],
            unchanged: VecDeque::new(),
            hunk: None,
            out: String::new(),
            hides: false,
            left_out: 0,
        }
    }

    /// Takes the next part of both versions.
    pub(crate) fn push(&mut self, old: &str, new: &str) {
        let ends_line = |text: &str| text.is_empty() || text.ends_with('\n');
        let (mut before, mut after) = core::mem::take(&mut self.pending);
        if before.is_empty() && after.is_empty() && ends_line(old) && ends_line(new) {
            self.compare(old, new);
            self.hides = false;
            return;
        }
        before.push_str(old);
        after.push_str(new);
        if ends_line(&before) && ends_line(&after) {
            self.compare(&before, &after);
            self.hides = false;
        } else {
            self.pending = (before, after);
        }
    }

    /// Takes the next part of both versions of a document with values that are not shown: hunks that
    /// have one of its lines are left out.
    pub(crate) fn push_hidden(&mut self, old: &str, new: &str) {
        self.hides = true;
        self.push(old, new);
    }

    /// Takes the finished part of the diff.
    pub(crate) fn take(&mut self) -> String {
        core::mem::take(&mut self.out)
    }

    /// The rest of the diff, at the end of the file.
    pub(crate) fn finish(&mut self) -> String {
        let (old, new) = core::mem::take(&mut self.pending);
        self.compare(&old, &new);
        self.close();
        self.take()
    }

    /// The number of hunks so far that are left out.
    pub(crate) fn left_out(&self) -> usize {
        self.left_out
    }

    fn compare(&mut self, old: &str, new: &str) {
        let old_lines: Vec<&str> = old.split_inclusive('\n').collect();
        if old == new {
            return old_lines.into_iter().for_each(|line| self.unchanged(line));
        }
        let new_lines: Vec<&str> = new.split_inclusive('\n').collect();
        let diff = TextDiff::configure().diff_slices(&old_lines, &new_lines);
        for change in diff.iter_all_changes() {
            match change.tag() {
                ChangeTag::Equal => self.unchanged(change.value()),
                ChangeTag::Delete => self.changed(change.value(), 0),
                ChangeTag::Insert => self.changed(change.value(), 1),
            }
        }
    }

    fn unchanged(&mut self, line: &str) {
        self.lines = self.lines.map(|lines| lines + 1);
        self.unchanged.push_back((line.to_owned(), self.hides));
        match self.hunk {
            None if self.unchanged.len() > CONTEXT => drop(self.unchanged.pop_front()),
            // Changes that are closer together share a hunk.
            Some(_) if self.unchanged.len() > 2 * CONTEXT => self.close(),
            _ => {}
        }
    }

    /// Takes a line that only the version `side` has.
    fn changed(&mut self, line: &str, side: usize) {
        let start = self.lines.map(|lines| lines - self.unchanged.len());
        let new = || Hunk { start, text: String::new(), hides: false };
        let hunk = self.hunk.get_or_insert_with(new);
        for (line, hides) in self.unchanged.drain(..) {
            hunk.hides |= hides;
            write_line(&mut hunk.text, ' ', &line, self.paint);
        }
        hunk.hides |= self.hides;
        self.lines[side] += 1;
        write_line(&mut hunk.text, ['-', '+'][side], line, self.paint);
    }

    /// Ends the current hunk, if any.
    fn close(&mut self) {
        let Some(mut hunk) = self.hunk.take() else { return };
        for (line, hides) in self.unchanged.drain(..CONTEXT.min(self.unchanged.len())) {
            hunk.hides |= hides;
            write_line(&mut hunk.text, ' ', &line, self.paint);
        }
        let end = self.lines.map(|lines| lines - self.unchanged.len());
        self.unchanged.drain(..self.unchanged.len().saturating_sub(CONTEXT));
        if hunk.hides {
            self.left_out += 1;
            return;
        }
        self.out.push_str(&self.header.take().unwrap_or_default());
        let [old, new] = [0, 1].map(|side| range(hunk.start[side], end[side] - hunk.start[side]));
        self.paint.push(&mut self.out, MOVED, &format!("@@ -{old} +{new} @@"));
        self.out.push('\n');
        self.out.push_str(&hunk.text);
    }
}

/// Appends a line of a hunk.
fn write_line(out: &mut String, sign: char, line: &str, paint: Paint) {
    let text = line.strip_suffix('\n').unwrap_or(line);
    paint.push(out, style(sign), &format!("{sign}{}", paint.line(text)));
    out.push('\n');
    if !line.ends_with('\n') {
        out.push_str("\\ No newline at end of file\n");
    }
}

/// The lines of a hunk in its header: the first one and their number. An empty range is given as the
/// line before it.
fn range(before: usize, count: usize) -> String {
    match count {
        0 => format!("{before},0"),
        1 => format!("{}", before + 1),
        _ => format!("{},{count}", before + 1),
    }
}
