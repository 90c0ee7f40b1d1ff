//! The documents of a file: their values as JSON text, and the places of their parts, for messages.

use core::ops::Range;
use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;
use smp_core::{Document, Path};
use smp_yaml::{Format, Json, Note, Piece, Tree};

use super::format::JSON_INDENT;
use super::source::{Source, ends_with_crlf, hidden_at};
use crate::limits::{self, Kept, yaml_bytes};
use crate::locate::{self, Aspect, JsonPlaces};
use crate::report::{CappedReports, Report, Rule};
use crate::secret::MASK;

/// One document of a source, as JSON text.
#[derive(Debug)]
pub(crate) struct Input<'s> {
    source: &'s Source,
    piece: &'s Piece,
    content: Content<'s>,
    _kept: Kept,
    /// Whether a comment in the document silences warnings.
    silences: OnceLock<bool>,
}

/// The comment that silences the warnings about a line: at its end, or on a line of its own above.
const IGNORE: &str = "smp:ignore";

/// The value of a document as JSON text.
#[derive(Debug)]
enum Content<'s> {
    Json(&'s str, JsonPlaces),
    Yaml(Arc<(Tree<'s>, Json)>),
    /// The value of one of many documents. Its tree is parsed again when needed, since it takes many
    /// times the memory of the text.
    Value(String),
}

/// The byte order mark of UTF-8.
const MARK: &str = "\u{feff}";

/// The remedy for a tab.
const TAB: &str = "YAML is indented with spaces: write spaces in place of the tab";

/// The remedy for a key that a shell has cut short or removed.
pub(crate) const LOST_VARIABLE: &str = "a shell takes the $ of a directive such as $patch for a \
                                        variable of its own; write the patch in single quotes";

impl Source {
    /// All documents, in order; an error if there are none. Prints the warnings about the documents.
    pub(crate) fn documents(&self) -> Result<Vec<Input<'_>>, Report> {
        let documents = self.any_documents()?;
        if documents.is_empty() { Err(no_document(self.name())) } else { Ok(documents) }
    }

    /// Like [`documents`](Self::documents), but without documents the list is empty.
    pub(crate) fn any_documents(&self) -> Result<Vec<Input<'_>>, Report> {
        let mut warnings = CappedReports::default();
        let documents = self.pieces().filter_map(|piece| {
            // Ends at the first document with an error.
            let input = self.document(piece, &mut warnings).transpose();
            if self.pieces().count() == 1 {
                return input;
            }
            input.map(|input| input.map(Input::without_tree))
        });
        let documents = documents.collect::<Result<Vec<_>, Report>>();
        warnings.into_reports().iter().for_each(Report::print_warning);
        documents
    }

    /// The only document of a source. It is an error if there are more.
    pub(crate) fn single(&self) -> Result<Input<'_>, Report> {
        let mut documents = self.documents()?;
        match (documents.pop(), documents.len()) {
            (Some(document), 0) => Ok(document),
            (_, others) => {
                let title = format!("{} holds {} documents", self.name(), others + 1);
                Err(Report::new(title).help("give a file with one document"))
            }
        }
    }

    /// The document of a piece, if it has content.
    pub(crate) fn document<'s>(
        &'s self,
        piece: &'s Piece,
        warnings: &mut CappedReports,
    ) -> Result<Option<Input<'s>>, Report> {
        let text = self.text().get(piece.range.clone()).unwrap_or_default();
        let kept = Kept::of(match piece.format {
            Format::Yaml => yaml_bytes(text),
            Format::Json => text.len(),
        })?;
        let content = match piece.format {
            Format::Yaml => match self.yaml(piece, text, warnings)? {
                Some(read) => Content::Yaml(Arc::new(read)),
                None => return Ok(None),
            },
            Format::Json => Content::Json(text, JsonPlaces::default()),
        };
        let silences = OnceLock::new();
        let input = Input { source: self, piece, content, _kept: kept, silences };
        if self.refuse_repeated {
            let mut repeated = CappedReports::default();
            for key in input.repeated_keys() {
                repeated.push(|| input.repeated(&key));
            }
            Report::all(repeated.into_reports())?;
        }
        Ok(Some(input))
    }

    fn yaml<'s>(
        &'s self,
        piece: &Piece,
        text: &'s str,
        warnings: &mut CappedReports,
    ) -> Result<Option<(Tree<'s>, Json)>, Report> {
        let mut found = Vec::new();
        let failed = |error: smp_yaml::Error| {
            let message = error.message();
            let report = Report::new(format!("invalid YAML: {message}")).rule(Rule::InvalidYaml);
            let is_empty_key = message.starts_with("null is not allowed")
                && error.span().is_some_and(|span| span.is_empty());
            let report = match error.limit() {
                Some(limit) => report.help(limits::help_about(limit)),
                None if message.starts_with("tabs disallowed") => report.help(TAB),
                None if is_empty_key => report.help(LOST_VARIABLE),
                None => report,
            };
            match error.span() {
                Some(span) => self.with_place(report, piece, span, ""),
                None => self.in_file(report.note(format!("in {}", self.name()))),
            }
        };
        if text.starts_with(MARK) && !self.is_first(piece) {
            let error = Report::new("invalid YAML: a byte order mark within the file");
            let error = error.rule(Rule::InvalidYaml).help("remove it: a file has one, if any");
            return Err(self.with_place(error, piece, 0..MARK.len(), ""));
        }
        let Some(tree) = smp_yaml::parse_within(text, limits::of_yaml()).map_err(failed)? else {
            return Ok(None);
        };
        let tree = if self.is_patch { tree.of_patch() } else { tree };
        let json = tree.to_json(&mut found).map_err(failed)?;
        let mut errors = CappedReports::default();
        for warning in found {
            let repeated = warning.is_repeated_key();
            let is_error = self.refuse_repeated && repeated;
            let into = if is_error { &mut errors } else { &mut *warnings };
            into.push(|| {
                let scalar = text.get(warning.span.clone()).unwrap_or_default();
                let is_hidden = hidden_at(&self.hidden(piece), &warning.span).is_some();
                let scalar = if is_hidden { MASK } else { scalar };
                let (title, label, help) = warning.message(scalar);
                let rule = if repeated { Rule::RepeatedKey } else { Rule::AmbiguousYaml };
                // The label says which value is used. After an error no value is used.
                let label = if is_error { String::new() } else { label };
                let report = Report::new(title).rule(rule);
                let counts = warning.counting_key().map(|key| self.place_of(piece, key.start));
                let counts = counts.map(|place| format!("it stands again on {place}"));
                let report = counts.into_iter().fold(report, Report::note);
                self.with_place(report, piece, warning.span, label).help(help)
            });
        }
        Report::all(errors.into_reports())?;
        if piece.follows_end {
            warnings.push(|| {
                let body = piece.body.start - piece.range.start;
                let label = "kubectl ignores this document";
                let report =
                    Report::new("a document follows `...` without `---`").rule(Rule::AmbiguousYaml);
                self.with_place(report, piece, body..body, label)
                    .help("write --- between the documents")
            });
        }
        Ok(Some((tree, json)))
    }

    fn invalid_json(&self, error: &serde_json::Error, piece: &Piece, text: &str) -> Report {
        let message = error.to_string();
        let suffix = format!(" at line {} column {}", error.line(), error.column());
        let message = message.strip_suffix(&suffix).unwrap_or(&message);
        let lines = text.split_inclusive('\n');
        let line: usize = lines.take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = (line + error.column().saturating_sub(1)).min(text.len());
        let report = Report::new(format!("invalid JSON: {message}")).rule(Rule::InvalidJson);
        self.with_place(report, piece, at..at, "")
    }
}

impl<'s> Input<'s> {
    pub(crate) fn source(&self) -> &'s Source {
        self.source
    }

    /// The text of the document, with the text around it in its piece.
    pub(crate) fn text(&self) -> &'s str {
        self.source.text().get(self.piece.range.clone()).unwrap_or_default()
    }

    /// Where the piece of the document begins in the source.
    pub(crate) fn offset(&self) -> usize {
        self.piece.range.start
    }

    /// The text of the document as JSON. Only [`document`](Self::document) checks that it is valid.
    pub(crate) fn json(&self) -> &str {
        match &self.content {
            Content::Json(text, _) => text,
            Content::Yaml(read) => read.1.as_str(),
            Content::Value(text) => text,
        }
    }

    /// The document without its tree, which is parsed again when needed.
    pub(crate) fn without_tree(self) -> Self {
        match self.content {
            Content::Yaml(read) => {
                let json = Arc::try_unwrap(read)
                    .map_or_else(|read| read.1.as_str().to_owned(), |read| read.1.into_string());
                let kept = Kept::of(json.len()).unwrap_or_default();
                Self { content: Content::Value(json), _kept: kept, ..self }
            }
            _ => self,
        }
    }

    /// The paths of keys that a JSON object has twice, and the offset where each occurs first. For
    /// YAML, the parser warns about them. `O(n)`.
    pub(crate) fn repeated_keys(&self) -> Vec<(Path, usize)> {
        match &self.content {
            Content::Json(text, _) => locate::repeated_keys(text),
            Content::Yaml(_) | Content::Value(_) => Vec::new(),
        }
    }

    /// The report about one of [`repeated_keys`](Self::repeated_keys).
    pub(crate) fn repeated(&self, (path, first): &(Path, usize)) -> Report {
        let first = self.source.place_of(self.piece, *first);
        self.report_about(Aspect::Name, path, "the key is in one object twice", path.to_string())
            .rule(Rule::RepeatedKey)
            .note(format!("it stands first on {first}"))
            .help("keep one of the two")
    }

    /// The tree of the document as written, and its value, if it is YAML.
    pub(crate) fn yaml(&self) -> Option<Arc<(Tree<'s>, Json)>> {
        match &self.content {
            Content::Json(..) => None,
            Content::Yaml(read) => Some(Arc::clone(read)),
            Content::Value(_) => {
                let tree = smp_yaml::parse(self.text()).ok()??;
                let json = tree.to_json(&mut Vec::new()).ok()?;
                Some(Arc::new((tree, json)))
            }
        }
    }

    /// A warning about something that had to be written differently.
    pub(crate) fn note(&self, note: Note) -> Report {
        self.source.with_place(Report::new(note.message), self.piece, note.span, "")
    }

    /// The document, which borrows from this input.
    pub(crate) fn document(&self) -> Result<Document<'_>, Report> {
        Document::from_json(self.json()).map_err(|error| {
            // Read again by serde_json, for the line and column of the error.
            match serde_json::from_str::<&RawValue>(self.json()) {
                Err(error) if self.piece.format == Format::Json => {
                    self.source.invalid_json(&error, self.piece, self.json())
                }
                _ => self.report_whole(format!("{error}")),
            }
        })
    }

    pub(crate) fn format(&self) -> Format {
        self.piece.format
    }

    /// The text of the piece in three parts: before the document, the document, and
    /// after it.
    pub(crate) fn parts_of_piece(&self) -> (&'s str, &'s str, &'s str) {
        let Piece { range, body, .. } = self.piece;
        let text = |range: Range<usize>| self.source.text().get(range).unwrap_or_default();
        (text(range.start..body.start), text(body.clone()), text(body.end..range.end))
    }

    /// Whether lines end with CR LF, judging by the first line of the piece, or of the file if the
    /// piece is not a whole line.
    pub(crate) fn has_crlf(&self) -> bool {
        ends_with_crlf(self.text()).unwrap_or(self.source.crlf)
    }

    /// Spaces per level of the document as JSON, for output in the same layout; `None` if it is JSON on
    /// one line.
    pub(crate) fn indent(&self) -> Option<usize> {
        if self.piece.format == Format::Yaml {
            return Some(JSON_INDENT);
        }
        let rest = &self.json()[memchr::memchr(b'\n', self.json().as_bytes())? + 1..];
        let indent = rest.len() - rest.trim_start_matches(' ').len();
        Some(if (1..=8).contains(&indent) { indent } else { JSON_INDENT })
    }

    /// A report about this document as a whole.
    pub(crate) fn report_whole(&self, title: impl Into<String>) -> Report {
        self.report(&Path::root(), title, "")
    }

    /// A report about the value at a path of this document.
    pub(crate) fn report(
        &self,
        path: &Path,
        title: impl Into<String>,
        label: impl Into<String>,
    ) -> Report {
        self.report_about(Aspect::Value, path, title, label)
    }

    /// A report about the value at a path, or about the name of that member.
    pub(crate) fn report_about(
        &self,
        aspect: Aspect,
        path: &Path,
        title: impl Into<String>,
        label: impl Into<String>,
    ) -> Report {
        let report = Report::new(title);
        match self.span(aspect, path) {
            Some(span) => self.source.with_place(report, self.piece, span, label),
            None => self.source.in_file(report.note(format!("in {}, {path}", self.source.name()))),
        }
    }

    /// The place of the value at a path, or of its name.
    fn span(&self, aspect: Aspect, path: &Path) -> Option<Range<usize>> {
        if let Content::Json(text, places) = &self.content {
            return Some(places.find(text, path, aspect));
        }
        let (tree, _) = &*self.yaml()?;
        match aspect {
            Aspect::Name => tree.locate_name(path),
            Aspect::Value => tree.locate(path),
        }
    }

    /// Whether a comment silences the warnings about the line of a value, or of its name.
    pub(crate) fn is_silenced(&self, aspect: Aspect, path: &Path) -> bool {
        let text = self.text();
        let silences = || {
            let is_yaml = self.piece.format == Format::Yaml;
            is_yaml && memchr::memmem::find(text.as_bytes(), IGNORE.as_bytes()).is_some()
        };
        if !self.silences.get_or_init(silences) {
            return false;
        }
        let Some(Range { start, .. }) = self.span(aspect, path) else { return false };
        let (before, after) = text.split_at_checked(start).unwrap_or_default();
        let (above, line) = before.rsplit_once('\n').unwrap_or(("", before));
        let above = above.lines().next_back().unwrap_or_default().trim_start();
        let says = |text: &str| {
            let comment = text.rsplit_once('#');
            comment.is_some_and(|(_, comment)| comment.trim_start().starts_with(IGNORE))
        };
        let rest = after.lines().next().unwrap_or_default();
        says(&[line, rest].concat()) || above.starts_with('#') && says(above)
    }
}

/// The error about a file without documents.
pub(crate) fn no_document(name: &str) -> Report {
    Report::new(format!("{name} holds no document"))
        .in_file(name)
        .help("it is empty, or has only comments in it")
}
