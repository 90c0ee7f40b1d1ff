//! Edits as parts of a text that are replaced, removed or moved.

use core::ops::Range;

/// The number of a part that moves; 0 is the text itself.
type Part = usize;

/// The edits of a text. No two of them overlap, except that edits within a moved part are made at its new
/// place.
#[derive(Debug)]
pub(super) struct Edits {
    /// The edits, grouped by the part that contains them.
    of_parts: Vec<Vec<Edit>>,
    /// The part in which new edits are made.
    current: Part,
    /// The place of each part, and the part around it. The first is the text.
    parts: Vec<(Range<usize>, Part)>,
}

#[derive(Debug)]
struct Edit {
    range: Range<usize>,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// New text in place of the range.
    Text(String),
    /// No text, since the range moves to a different place.
    Moved,
    /// A part that moves to this place, with text around it.
    From { before: String, part: Part, after: String },
}

impl Edits {
    /// An empty set of edits, for a text of this length.
    pub(super) fn new(length: usize) -> Self {
        Self { of_parts: vec![Vec::new()], current: 0, parts: vec![(0..length, 0)] }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.of_parts.iter().all(Vec::is_empty)
    }

    /// Replaces a range. An empty range is an insertion; several insertions at one place keep their order.
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.push(range, Content::Text(text.into()));
    }

    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    pub(super) fn remove(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.replace(range, "");
        }
    }

    /// Moves the text of `range` to a different place, with text around it. Returns the moved part, in
    /// which further edits can be made.
    pub(super) fn insert_moved(
        &mut self,
        at: usize,
        before: String,
        after: String,
        range: Range<usize>,
    ) -> Part {
        let part = self.parts.len();
        self.parts.push((range.clone(), self.current));
        self.of_parts.push(Vec::new());
        self.push(at..at, Content::From { before, part, after });
        self.push(range, Content::Moved);
        part
    }

    /// Makes the next edits in a part. Returns the previous part.
    pub(super) fn enter(&mut self, part: Part) -> Part {
        core::mem::replace(&mut self.current, part)
    }

    /// The innermost part that contains a place. `O(log m + d)` in the parts and their depth.
    pub(super) fn part_at(&self, sorted: &[(usize, Part)], at: usize) -> Part {
        let before = sorted.partition_point(|(start, _)| *start <= at);
        let last = before.checked_sub(1).and_then(|last| sorted.get(last));
        let mut part = last.map_or(0, |(_, part)| *part);
        while part != 0 {
            match self.parts.get(part) {
                Some((range, _)) if range.contains(&at) => return part,
                Some((_, around)) => part = *around,
                None => return 0,
            }
        }
        0
    }

    /// The beginning of each part, in order, for [`part_at`](Self::part_at).
    pub(super) fn sorted_parts(&self) -> Vec<(usize, Part)> {
        let starts = self.parts.iter().enumerate().map(|(part, (range, _))| (range.start, part));
        let mut starts: Vec<_> = starts.collect();
        starts.sort_unstable();
        starts
    }

    /// The ranges that are replaced by other text, in order.
    pub(super) fn replaced(&self) -> Vec<Range<usize>> {
        let text =
            |edit: &&Edit| matches!(edit.content, Content::Text(_)) && !edit.range.is_empty();
        let edits = self.of_parts.iter().flatten().filter(text);
        let mut ranges: Vec<_> = edits.map(|edit| edit.range.clone()).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        ranges
    }

    /// The number of edits so far, for [`take_back`](Self::take_back).
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.of_parts.get(self.current).map_or(0, Vec::len), self.parts.len())
    }

    /// Takes back the edits since a mark, which was made in the same part.
    pub(super) fn take_back(&mut self, (edits, parts): (usize, usize)) {
        self.parts.truncate(parts);
        self.of_parts.truncate(parts);
        if let Some(current) = self.of_parts.get_mut(self.current) {
            current.truncate(edits);
        }
    }

    fn push(&mut self, range: Range<usize>, content: Content) {
        if let Some(edits) = self.of_parts.get_mut(self.current) {
            edits.push(Edit { range, content });
        }
    }

    /// The text with the edits. `O(n)`, and `O(m log m)` in the edits.
    pub(super) fn render(mut self, text: &str) -> String {
        for edits in &mut self.of_parts {
            // Insertions come before replacements at the same place.
            edits.sort_by_key(|edit| (edit.range.start, !edit.range.is_empty()));
        }
        let mut out = String::with_capacity(text.len() + 256);
        self.part(text, 0, &mut out);
        out
    }

    /// Appends a part. Parts are nested like nodes, so the recursion is not deep.
    fn part(&self, text: &str, part: Part, out: &mut String) {
        let Some((range, _)) = self.parts.get(part) else { return };
        let mut at = range.start;
        for edit in self.of_parts.get(part).into_iter().flatten() {
            if edit.range.start < at || edit.range.end > range.end {
                continue;
            }
            out.push_str(text.get(at..edit.range.start).unwrap_or_default());
            at = edit.range.end;
            match &edit.content {
                Content::Text(text) => out.push_str(text),
                Content::Moved => {}
                Content::From { before, part, after } => {
                    out.push_str(before);
                    self.part(text, *part, out);
                    out.push_str(after);
                }
            }
        }
        out.push_str(text.get(at..range.end).unwrap_or_default());
    }
}
