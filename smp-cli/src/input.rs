//! Reading documents: files, standard input and patches given inline, JSON or
//! YAML, one document or many.

use core::ops::Range;
use std::borrow::Cow;
use std::fs;
use std::io::{self, Read as _};

use serde_json::value::RawValue;
use smp_core::{Document, Path};

use crate::report::Report;
use crate::{locate, yaml};

/// Text and the name that messages give it.
#[derive(Debug)]
pub(crate) struct Source {
    name: String,
    text: String,
    format: Format,
}

/// How documents are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Yaml,
    Json,
}

/// How the text of a document is spread over lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// JSON on one line.
    OneLine,
    /// Over several lines, indented by so many spaces, if one can tell.
    Lines(Option<usize>),
}

/// One document of a source, as JSON text.
#[derive(Debug)]
pub(crate) struct Input<'s> {
    source: &'s Source,
    at: At,
    json: Cow<'s, str>,
}

/// Where in its source a document is.
#[derive(Debug, Clone)]
enum At {
    /// The number in the YAML stream, from 0.
    Yaml(usize),
    /// Bytes.
    Json(Range<usize>),
}

impl Source {
    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(path: &str) -> Result<Self, Report> {
        let mut bytes = Vec::new();
        let (name, read) = if path == "-" {
            ("<stdin>", io::stdin().lock().read_to_end(&mut bytes).map(|_| ()))
        } else {
            (path, fs::read(path).map(|content| bytes = content))
        };
        read.map_err(|error| unreadable(name, path, &error))?;
        let text = String::from_utf8(bytes).map_err(|error| not_utf8(name, &error))?;
        let format = match std::path::Path::new(path).extension().and_then(|ext| ext.to_str()) {
            Some("json" | "jsonl" | "ndjson") => Format::Json,
            Some("yaml" | "yml") => Format::Yaml,
            _ => sniff(&text),
        };
        Ok(Self { name: name.to_owned(), text, format })
    }

    /// Takes text that was given on the command line.
    pub(crate) fn inline(name: &str, text: &str) -> Self {
        Self { name: name.to_owned(), text: text.to_owned(), format: sniff(text) }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Every document, in order. None at all is an error.
    pub(crate) fn documents(&self) -> Result<Vec<Input<'_>>, Report> {
        let documents = match self.format {
            Format::Yaml => self.yaml_documents()?,
            Format::Json => self.json_documents()?,
        };
        if documents.is_empty() {
            return Err(Report::new(format!("{} holds no document", self.name))
                .help("it is empty, or has only comments in it"));
        }
        Ok(documents)
    }

    /// The one document of this source. More is an error.
    pub(crate) fn single(&self) -> Result<Input<'_>, Report> {
        let mut documents = self.documents()?;
        match (documents.pop(), documents.len()) {
            (Some(document), 0) => Ok(document),
            (_, others) => {
                Err(Report::new(format!("{} holds {} documents", self.name, others + 1))
                    .help("give a file with one document"))
            }
        }
    }

    fn yaml_documents(&self) -> Result<Vec<Input<'_>>, Report> {
        let documents = yaml::parse(&self.text).map_err(|fault| {
            let report = Report::new(format!("invalid YAML: {}", fault.message));
            match fault.span {
                Some(span) => report.at(&self.name, &self.text, span, ""),
                None => report.note(format!("in {}", self.name)),
            }
        })?;
        let mut warnings = Vec::new();
        let inputs = documents
            .iter()
            .enumerate()
            .map(|(number, document)| Input {
                source: self,
                at: At::Yaml(number),
                json: Cow::Owned(document.to_json(&self.text, &mut warnings)),
            })
            .collect();
        for warning in warnings {
            self.warn(warning);
        }
        Ok(inputs)
    }

    fn warn(&self, warning: yaml::Warning) {
        let yaml::Warning { scalar, reading, span } = warning;
        Report::new(format!("{scalar:?} is taken for a string"))
            .at(&self.name, &self.text, span, format!("kubectl reads this as {reading}"))
            .help(format!("write {reading} to mean that, or quote it to mean the string"))
            .print_warning();
    }

    fn json_documents(&self) -> Result<Vec<Input<'_>>, Report> {
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(&self.text);
        let skipped = self.text.len() - text.len();
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
        let mut inputs = Vec::new();
        while let Some(next) = stream.next() {
            let raw = next.map_err(|error| self.invalid_json(&error, skipped))?;
            let end = skipped + stream.byte_offset();
            inputs.push(Input {
                source: self,
                at: At::Json(end - raw.get().len()..end),
                json: Cow::Borrowed(raw.get()),
            });
        }
        Ok(inputs)
    }

    fn invalid_json(&self, error: &serde_json::Error, skipped: usize) -> Report {
        let text = error.to_string();
        let suffix = format!(" at line {} column {}", error.line(), error.column());
        let message = text.strip_suffix(&suffix).unwrap_or(&text);
        let report = Report::new(format!("invalid JSON: {message}"));
        if self.text.trim().is_empty() {
            return report.note(format!("in {}", self.name));
        }
        let lines = self.text[skipped..].split_inclusive('\n');
        let line: usize = lines.take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = (skipped + line + error.column().saturating_sub(1)).min(self.text.len());
        report.at(&self.name, &self.text, at..at, "")
    }
}

impl<'s> Input<'s> {
    pub(crate) fn source(&self) -> &'s Source {
        self.source
    }

    /// The document as JSON text.
    pub(crate) fn json(&self) -> &str {
        &self.json
    }

    /// The document, borrowing from this.
    pub(crate) fn document(&self) -> Result<Document<'_>, Report> {
        Document::from_json(&self.json)
            .map_err(|error| self.report(&Path::root(), format!("{error}"), ""))
    }

    /// How the document is laid out, for output that looks alike.
    pub(crate) fn layout(&self) -> Layout {
        match self.at {
            At::Yaml(_) => Layout::Lines(None),
            At::Json(_) => match self.json.split_once('\n') {
                None => Layout::OneLine,
                Some((_, rest)) => {
                    let indent = rest.len() - rest.trim_start_matches(' ').len();
                    Layout::Lines((1..=8).contains(&indent).then_some(indent))
                }
            },
        }
    }

    /// A report about a place in this document.
    pub(crate) fn report(
        &self,
        path: &Path,
        title: impl Into<String>,
        label: impl Into<String>,
    ) -> Report {
        let report = Report::new(title);
        match self.locate(path) {
            Some(span) => report.at(&self.source.name, &self.source.text, span, label),
            None => report.note(format!("in {}, {path}", self.source.name)),
        }
    }

    fn locate(&self, path: &Path) -> Option<Range<usize>> {
        match &self.at {
            At::Yaml(number) => locate::in_yaml(&self.source.text, *number, path),
            At::Json(range) => {
                let span = locate::in_json(self.source.text.get(range.clone())?, path)?;
                Some(range.start + span.start..range.start + span.end)
            }
        }
    }
}

fn unreadable(name: &str, path: &str, error: &io::Error) -> Report {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    let report = Report::new(format!("cannot read {name}: {reason}"));
    match error.kind() {
        io::ErrorKind::IsADirectory => report.help("give each file with its own -f"),
        io::ErrorKind::NotFound if path.starts_with(['{', '[']) => {
            report.help("a patch on the command line is given with -p")
        }
        _ => report,
    }
}

fn not_utf8(name: &str, error: &std::string::FromUtf8Error) -> Report {
    let valid = error.utf8_error().valid_up_to();
    let line = error.as_bytes().iter().take(valid).filter(|&&byte| byte == b'\n').count() + 1;
    Report::new(format!("{name} is not UTF-8 text: invalid byte at offset {valid}, line {line}"))
        .help("convert it to UTF-8")
}

/// JSON if it looks like JSON: brackets, then a string or nothing. `{a: 1}` is
/// YAML, and so is JSON with `---` between the documents.
fn sniff(text: &str) -> Format {
    if text.contains("\n---") {
        return Format::Yaml;
    }
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let inner = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '['));
    if text.starts_with(['{', '[']) && (inner.is_empty() || inner.starts_with(['"', '}', ']'])) {
        Format::Json
    } else {
        Format::Yaml
    }
}
