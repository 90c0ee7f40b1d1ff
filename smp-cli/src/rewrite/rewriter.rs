//! The sink that collects the new content of files and then replaces them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write as _};
use std::ops::ControlFlow;

use tempfile::TempPath;

use super::replace::{changed_meanwhile, keep_access, replace, sync_directory};
use super::target::{NOTHING_CHANGED, Target, cannot_rewrite};
use super::temporary::TemporaryFiles;
use crate::args::FileArg;
use crate::fingerprint::Fingerprint;
use crate::report::{Report, say};
use crate::sink::{Sink, Written};

/// The files to rewrite, and their new content as far as it is known.
pub(crate) struct Rewriter {
    targets: Vec<Target>,
    /// The number of the current file.
    at: usize,
    temporary_files: TemporaryFiles,
    current: Current,
    ready: Vec<Ready>,
}

/// The new content of the current file, so far.
enum Current {
    /// The same as the old content, with this number of bytes.
    Same(u64),
    /// A temporary file.
    Changed(BufWriter<File>),
}

/// A file whose new content is complete.
struct Ready {
    target: usize,
    fingerprint: Fingerprint,
    is_empty: bool,
}

impl Rewriter {
    /// Checks the files. From now on temporary files are removed if the process is
    /// interrupted.
    pub(crate) fn new(files: &[FileArg]) -> Result<Self, Report> {
        Ok(Self {
            targets: Target::all(files)?,
            at: 0,
            temporary_files: TemporaryFiles::new()?,
            current: Current::Same(0),
            ready: Vec::new(),
        })
    }

    /// Takes the whole new content of the next file. The fingerprint is that of its old content.
    pub(crate) fn put_content(
        &mut self,
        content: &[u8],
        fingerprint: Fingerprint,
    ) -> Result<(), Report> {
        self.write(content, true)?;
        self.end_of_file(Some(fingerprint))
    }

    /// Replaces the files, all or none.
    pub(crate) fn replace_files(&self) -> Result<(), Report> {
        let temporary_files = self.temporary_files.clone();
        let mut paths = temporary_files.lock();
        let committed = self.commit(&mut paths);
        paths.clear();
        // The lock is kept: the work is done, so the process ends by itself now,
        // not by a signal.
        core::mem::forget(paths);
        committed
    }

    fn write(&mut self, content: &[u8], changed: bool) -> Result<(), Report> {
        if let Current::Same(bytes) = &mut self.current {
            let bytes_before = *bytes;
            *bytes += content.len() as u64;
            if !changed {
                return Ok(());
            }
            self.begin(bytes_before)?;
        }
        let Current::Changed(writer) = &mut self.current else { return Ok(()) };
        writer.write_all(content).map_err(|error| self.cannot_write(&error))
    }

    /// Begins a temporary file with the first bytes of the old file.
    fn begin(&mut self, bytes: u64) -> Result<(), Report> {
        let target = &self.targets[self.at];
        let begun = self.temporary_files.create_beside(self.at, target).and_then(|file| {
            let mut writer = BufWriter::new(file);
            // `commit` detects if the file has changed since it was read.
            io::copy(&mut File::open(&target.path)?.take(bytes), &mut writer)?;
            Ok(Current::Changed(writer))
        });
        self.current = begun.map_err(|error| self.cannot_write(&error))?;
        Ok(())
    }

    /// The error about a temporary file that cannot be written.
    fn cannot_write(&self, error: &io::Error) -> Report {
        let target = &self.targets[self.at];
        let directory = target.directory().display();
        cannot_rewrite(target, error)
            .note(format!("the new file is made in {directory} and then replaces the old one"))
            .note(NOTHING_CHANGED)
    }

    /// Replaces the files.
    fn commit(&self, temporary: &mut BTreeMap<usize, TempPath>) -> Result<(), Report> {
        for ready in &self.ready {
            let target = &self.targets[ready.target];
            match ready.fingerprint.has_same_content(&target.path) {
                Ok(true) => {}
                Ok(false) => return Err(changed_meanwhile(target).note(NOTHING_CHANGED)),
                Err(error) => return Err(cannot_rewrite(target, &error).note(NOTHING_CHANGED)),
            }
        }
        for (count, ready) in self.ready.iter().enumerate() {
            let target = &self.targets[ready.target];
            let Some(path) = temporary.remove(&ready.target) else { continue };
            replace(target, &ready.fingerprint, path)
                .map_err(|report| self.with_state_of_files(report, count))?;
        }
        let ready = self.ready.iter().map(|ready| self.targets[ready.target].directory());
        for directory in ready.collect::<BTreeSet<_>>() {
            sync_directory(directory).map_err(|error| {
                let directory = directory.display();
                Report::new(format!("cannot sync the directory {directory}: {error}"))
                    .note("the files are written, but a crash of the machine may undo that")
            })?;
        }
        Ok(())
    }

    /// Adds to an error which files are written and which are not. The first `written` files are.
    fn with_state_of_files(&self, report: Report, written: usize) -> Report {
        if written == 0 {
            return report.note(NOTHING_CHANGED);
        }
        self.ready.iter().enumerate().fold(report, |report, (at, ready)| {
            let state = if at < written { "written" } else { "not written" };
            report.note(format!("{}: {state}", self.targets[ready.target].name))
        })
    }
}

impl Sink for Rewriter {
    fn put(&mut self, result: &Written) -> Result<ControlFlow<()>, Report> {
        self.write(result.text.as_bytes(), result.changed).map(ControlFlow::Continue)
    }

    fn put_unchanged(&mut self, text: &str) -> Result<(), Report> {
        self.write(text.as_bytes(), false)
    }

    fn end_of_file(&mut self, fingerprint: Option<Fingerprint>) -> Result<(), Report> {
        if let Current::Changed(writer) = core::mem::replace(&mut self.current, Current::Same(0))
            && let Some(fingerprint) = fingerprint
        {
            let file = writer.into_inner().map_err(|error| self.cannot_write(error.error()))?;
            keep_access(&file, &fingerprint, &self.targets[self.at])?;
            let synced = file.sync_all().and_then(|()| file.metadata());
            let is_empty = synced.map_err(|error| self.cannot_write(&error))?.len() == 0;
            self.ready.push(Ready { target: self.at, fingerprint, is_empty });
        }
        self.at += 1;
        Ok(())
    }

    fn abort(&mut self) -> Option<String> {
        self.temporary_files.remove();
        Some(NOTHING_CHANGED.to_owned())
    }

    /// Replaces the files, and prints which of them have changed.
    fn finish(&mut self) -> Result<(), Report> {
        let committed = self.replace_files();
        if committed.is_ok() {
            let mut written = self.ready.iter().peekable();
            for (at, target) in self.targets.iter().enumerate() {
                let state = match written.next_if(|ready| ready.target == at) {
                    Some(Ready { is_empty: true, .. }) => "written, and empty now",
                    Some(_) => "written",
                    None => "unchanged",
                };
                say(&format!("{}: {state}", target.name));
            }
            if let (written, all @ 2..) = (self.ready.len(), self.targets.len()) {
                say(&format!("{written} of {all} files written"));
            }
        }
        committed
    }
}

impl Drop for Rewriter {
    fn drop(&mut self) {
        self.temporary_files.remove();
    }
}
