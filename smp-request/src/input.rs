//! The inputs of a request: objects, and documents in texts, with their places.

use core::ops::Range;

use serde::Serialize;
use smp_core::Path;
use smp_yaml::{Json, Tree};

use crate::Columns;

/// An object of a request, or a document of one of its texts.
#[derive(Debug)]
pub(crate) struct Input<'r> {
    /// The text with the document; empty for an object.
    whole: Whole<'r>,
    /// The place of the document in it.
    range: Range<usize>,
    pub(crate) content: Content<'r>,
}

/// A text of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Whole<'r> {
    /// The name in the request.
    pub(crate) name: &'static str,
    pub(crate) text: &'r str,
    /// The unit of columns.
    pub(crate) columns: Columns,
    /// Whether it is a patch, which kubectl reads differently.
    pub(crate) is_patch: bool,
}

#[derive(Debug)]
pub(crate) enum Content<'r> {
    /// An object, as JSON.
    Value(&'r str),
    /// JSON text.
    Json(&'r str),
    /// YAML text, and its value.
    Yaml(Box<(Tree<'r>, Json)>),
}

/// A place in a text, counted from 1.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Place {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl<'r> Input<'r> {
    /// An object of a request.
    pub(crate) fn value(name: &'static str, json: &'r str) -> Self {
        let whole = Whole { name, text: "", columns: Columns::default(), is_patch: false };
        Self { whole, range: 0..0, content: Content::Value(json) }
    }

    /// A document at this place of a text.
    pub(crate) fn within(whole: Whole<'r>, range: Range<usize>, content: Content<'r>) -> Self {
        Self { whole, range, content }
    }

    /// The name in the request.
    pub(crate) fn name(&self) -> &'static str {
        self.whole.name
    }

    /// The place of the document in its text.
    pub(crate) fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The value as JSON.
    pub(crate) fn json(&self) -> &str {
        match &self.content {
            Content::Value(json) | Content::Json(json) => json,
            Content::Yaml(read) => read.1.as_str(),
        }
    }

    /// The place of a path in the text, or of the longest beginning of the path that the text has.
    pub(crate) fn place_of(&self, path: &Path, at_name: bool) -> Option<Place> {
        let parsed;
        let tree = match &self.content {
            Content::Value(_) => return None,
            Content::Yaml(read) => &read.0,
            Content::Json(text) => {
                parsed = smp_yaml::parse(text).ok()??;
                &parsed
            }
        };
        let mut segments: Vec<_> = path.segments().cloned().collect();
        let mut at_name = at_name;
        loop {
            let path = Path::from_segments(segments.iter().cloned());
            let name = if at_name { tree.locate_name(&path) } else { None };
            if let Some(span) = name.or_else(|| tree.locate(&path)) {
                let text = tree.text().get(span.clone()).unwrap_or_default();
                // For a value over several lines, only the first line.
                let end = span.start + text.lines().next().unwrap_or_default().len();
                let start = self.range.start;
                return Some(Place::of(self.whole, span.start + start..end + start));
            }
            segments.pop()?;
            // For a missing member, the name of the object around it.
            at_name = true;
        }
    }

    /// The place of a line and column of the document's JSON text.
    pub(crate) fn place_in_json(&self, line: usize, column: usize) -> Option<Place> {
        let Content::Json(text) = &self.content else { return None };
        let before: usize =
            text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
        let at = (self.range.start + before + column.saturating_sub(1)).min(self.whole.text.len());
        let at = (0..=at).rev().find(|at| self.whole.text.is_char_boundary(*at))?;
        Some(Place::of(self.whole, at..at))
    }
}

impl Place {
    pub(crate) fn of(whole: Whole<'_>, span: Range<usize>) -> Self {
        let Whole { text, columns, .. } = whole;
        let at = |offset: usize| {
            let before = text.get(..offset.min(text.len())).unwrap_or_default();
            let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            let line_before = before.get(start..).unwrap_or_default();
            let column = match columns {
                Columns::Utf16 => line_before.encode_utf16().count() + 1,
                Columns::Characters => line_before.chars().count() + 1,
            };
            (line, column)
        };
        let ((line, column), (end_line, end_column)) = (at(span.start), at(span.end));
        Self { line, column, end_line, end_column }
    }
}
