//! The printer of a preview, which prints changes while documents are processed.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use super::hunks::Hunks;
use super::paint::Paint;
use super::sets::NOTHING;
use crate::args::{DiffStyle, FileArg};
use crate::fingerprint::Fingerprint;
use crate::input::Format;
use crate::masking::shown_text;
use crate::output::Printer;
use crate::report::{Report, say};
use crate::sink::{Sink, Written};

/// Prints the changes that a run would make in files.
pub(crate) struct PreviewPrinter<'p> {
    printer: Printer,
    style: DiffStyle,
    paint: Paint,
    files: &'p [FileArg],
    /// The number of the current file.
    at: usize,
    /// The diff of the text of the current file.
    hunks: Option<Hunks>,
    /// Whether the current file has a change.
    changes: bool,
    /// The number of earlier files with a change.
    changed: usize,
}

impl<'p> PreviewPrinter<'p> {
    pub(crate) fn new(style: DiffStyle, files: &'p [FileArg]) -> Self {
        let (printer, paint) = (Printer::default(), Paint::of_stdout());
        Self { printer, style, paint, files, at: 0, hunks: None, changes: false, changed: 0 }
    }

    /// Adds a part of the text of the current file before and after the change.
    fn compare(
        &mut self,
        before: &str,
        after: &str,
        hides: bool,
    ) -> Result<ControlFlow<()>, Report> {
        let (at, paint, files, style) = (self.at, self.paint, self.files, self.style);
        let hunks = self.hunks.get_or_insert_with(|| {
            let name = files.get(at).map(FileArg::name).unwrap_or_default();
            match style {
                DiffStyle::Patch => {
                    let name = patch_name(&name);
                    Hunks::new((&format!("a/{name}"), &format!("b/{name}")), paint)
                }
                _ => Hunks::new((&name, &name), paint),
            }
        });
        let (old, new) = (shown_text(before), shown_text(after));
        if style != DiffStyle::Patch {
            hunks.push(&old, &new);
        } else if !hides && matches!((&old, &new), (Cow::Borrowed(_), Cow::Borrowed(_))) {
            hunks.push(before, after);
        } else {
            // A diff with masks cannot be applied.
            hunks.push_hidden(before, after);
        }
        let text = hunks.take();
        self.print(text)
    }

    fn print(&mut self, text: String) -> Result<ControlFlow<()>, Report> {
        if text.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        self.changes = true;
        // In this format nothing is printed between texts.
        self.printer.put(&Written::separate(text, Format::Json))
    }
}

/// The name of a file in a diff for git, which applies it below the current directory. A name with spaces ends with
/// a tab, so that git and patch read all of it.
fn patch_name(name: &str) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    let path = Path::new(name);
    let path = path.strip_prefix(current).unwrap_or(path);
    let parts = path.components().filter(|part| !matches!(part, Component::CurDir));
    let name = parts.collect::<PathBuf>().to_string_lossy().into_owned();
    if name.contains(' ') { format!("{name}\t") } else { name }
}

impl Sink for PreviewPrinter<'_> {
    fn put(&mut self, result: &Written) -> Result<ControlFlow<()>, Report> {
        match self.style {
            DiffStyle::Fields => self.print(result.text.clone()),
            DiffStyle::Text | DiffStyle::Patch => {
                let before = result.before.as_deref().unwrap_or(&result.text);
                self.compare(before, &result.text, result.hides)
            }
        }
    }

    fn put_new(&mut self, name: &str, result: &Written) -> Result<ControlFlow<()>, Report> {
        if self.style == DiffStyle::Fields {
            return self.put(result);
        }
        let name = match self.style {
            DiffStyle::Patch => format!("b/{}", patch_name(name)),
            _ => name.to_owned(),
        };
        let mut hunks = Hunks::new((NOTHING, &name), self.paint);
        hunks.push("", &shown_text(&result.text));
        self.print(hunks.finish())
    }

    fn put_unchanged(&mut self, text: &str) -> Result<(), Report> {
        match self.style {
            DiffStyle::Fields => Ok(()),
            DiffStyle::Text | DiffStyle::Patch => self.compare(text, text, false).map(drop),
        }
    }

    fn end_of_file(&mut self, _fingerprint: Option<Fingerprint>) -> Result<(), Report> {
        self.at += 1;
        if let Some(mut hunks) = self.hunks.take() {
            let _ = self.print(hunks.finish())?;
            if hunks.left_out() > 0 {
                let name = self.files.get(self.at - 1).map(FileArg::name).unwrap_or_default();
                say(&format!(
                    "{name}: changes in or beside values that are not shown are left out of the diff"
                ));
            }
        }
        self.changed += usize::from(core::mem::take(&mut self.changes));
        Ok(())
    }

    fn flush_after(&self) -> Option<Duration> {
        self.printer.flush_after()
    }

    fn flush(&mut self) -> Result<ControlFlow<()>, Report> {
        self.printer.flush()
    }

    fn abort(&mut self) -> Option<String> {
        self.printer.abort()
    }

    fn finish(&mut self) -> Result<(), Report> {
        self.printer.finish()?;
        if let all @ 2.. = self.files.len() {
            say(&format!("{} of {all} files would change", self.changed));
        }
        Ok(())
    }

    fn has_shown_changes(&self) -> bool {
        self.changes || self.changed > 0
    }
}
