//! A unified diff, made while the text comes in.

use std::collections::VecDeque;

use similar::{ChangeTag, TextDiff};

use crate::report::escape_except;

use super::paint::{ADDED, MOVED, Paint, REMOVED, TITLE};

/// Lines around a change that are shown, as by `diff -u`.
const CONTEXT: usize = 3;

/// The unified diff of one file. It has only a few lines in memory, whatever is the length
/// of the unchanged text between changes.
#[derive(Debug)]
pub(crate) struct Hunks {
    paint: Paint,
    /// The two lines before the first hunk.
    header: Option<String>,
    /// Text of both versions that does not end a line yet.
    pending: (String, String),
    /// Lines of both versions so far.
    lines: [usize; 2],
    /// The last unchanged lines.
    context: VecDeque<String>,
    hunk: Option<Hunk>,
    out: String,
}

/// A hunk that is not yet complete.
#[derive(Debug)]
struct Hunk {
    /// The lines of both versions before it.
    start: [usize; 2],
    /// The number of lines of the hunk in each version.
    count: [usize; 2],
    text: String,
    /// Unchanged lines since its last change.
    unchanged: Vec<String>,
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
            context: VecDeque::new(),
            hunk: None,
            out: String::new(),
        }
    }

    /// Takes the next part of both versions.
    pub(crate) fn push(&mut self, old: &str, new: &str) {
        let ends_line = |text: &str| text.is_empty() || text.ends_with('\n');
        let (mut before, mut after) = core::mem::take(&mut self.pending);
        if before.is_empty() && after.is_empty() && ends_line(old) && ends_line(new) {
            return self.compare(old, new);
        }
        before.push_str(old);
        after.push_str(new);
        if ends_line(&before) && ends_line(&after) {
            self.compare(&before, &after);
        } else {
            self.pending = (before, after);
        }
    }

    /// Takes the finished part of the diff.
    pub(crate) fn take(&mut self) -> String {
        core::mem::take(&mut self.out)
    }

    /// The rest of the diff, at the end of the file.
    pub(crate) fn finish(mut self) -> String {
        let (old, new) = core::mem::take(&mut self.pending);
        self.compare(&old, &new);
        self.close();
        self.out
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
        let Some(hunk) = &mut self.hunk else {
            self.context.push_back(line.to_owned());
            if self.context.len() > CONTEXT {
                self.context.pop_front();
            }
            return;
        };
        hunk.unchanged.push(line.to_owned());
        // Changes that are nearer to each other are in one hunk.
        if hunk.unchanged.len() > 2 * CONTEXT {
            self.close();
        }
    }

    /// Takes a line that only the version `side` has.
    fn changed(&mut self, line: &str, side: usize) {
        let hunk = self.hunk.get_or_insert_with(|| {
            let unchanged: Vec<String> = self.context.drain(..).collect();
            let start = self.lines.map(|lines| lines - unchanged.len());
            Hunk { start, count: [0, 0], text: String::new(), unchanged }
        });
        hunk.keep_unchanged(usize::MAX, self.paint);
        self.lines[side] += 1;
        hunk.count[side] += 1;
        write_line(&mut hunk.text, ['-', '+'][side], line, self.paint);
    }

    /// Ends the hunk, if there is one.
    fn close(&mut self) {
        let Some(mut hunk) = self.hunk.take() else { return };
        let rest = hunk.keep_unchanged(CONTEXT, self.paint);
        let from = rest.len().saturating_sub(CONTEXT);
        self.context.extend(rest.into_iter().skip(from));
        self.out.push_str(&self.header.take().unwrap_or_default());
        let [old, new] = [0, 1].map(|side| range(hunk.start[side], hunk.count[side]));
        self.paint.push(&mut self.out, MOVED, &format!("@@ -{old} +{new} @@"));
        self.out.push('\n');
        self.out.push_str(&hunk.text);
    }
}

impl Hunk {
    /// Adds the first of the unchanged lines, and gives the others.
    fn keep_unchanged(&mut self, count: usize, paint: Paint) -> Vec<String> {
        let mut lines = core::mem::take(&mut self.unchanged);
        let rest = lines.split_off(count.min(lines.len()));
        self.count = self.count.map(|count| count + lines.len());
        for line in &lines {
            write_line(&mut self.text, ' ', line, paint);
        }
        rest
    }
}

/// Appends a line of a hunk.
fn write_line(out: &mut String, sign: char, line: &str, paint: Paint) {
    let style = match sign {
        '-' => REMOVED,
        '+' => ADDED,
        _ => anstyle::Style::new(),
    };
    let text = line.strip_suffix('\n').unwrap_or(line);
    paint.push(out, style, &format!("{sign}{}", paint.line(text)));
    out.push('\n');
    if !line.ends_with('\n') {
        out.push_str("\\ No newline at end of file\n");
    }
}

/// The lines of a hunk in its header: the first one and their number. An empty range has the
/// line before it.
fn range(before: usize, count: usize) -> String {
    match count {
        0 => format!("{before},0"),
        1 => format!("{}", before + 1),
        _ => format!("{},{count}", before + 1),
    }
}
