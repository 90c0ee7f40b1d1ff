//! Rewriting files in place: all of them, or none.
//!
//! Each file that changes is written anew under a temporary name beside it,
//! complete and synced; once that went well for all, each takes the place of the
//! old one in one step. So at any moment a file is there as it was or as it is to
//! be. A file that somebody else has changed since it was read is left alone.

mod origin;
mod place;
mod target;
mod temporary;
mod text;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write as _};
use std::ops::ControlFlow;

use tempfile::TempPath;

pub(crate) use origin::Origin;
pub(crate) use text::rewrite;

use crate::pipeline::{Sink, Written};
use crate::report::{Report, say};
use place::{changed, keep_access, place, refused, sync};
use target::{Target, reason};
use temporary::Temporaries;

/// Said whenever something went wrong before the first file was put in place.
const NOTHING: &str = "no file has been changed";

/// Files, and what is to be in them.
pub(crate) struct Rewriter {
    targets: Vec<Target>,
    /// The number of the file at hand.
    at: usize,
    temporaries: Temporaries,
    /// What becomes of the file at hand.
    current: Current,
    /// The files that change.
    ready: Vec<Ready>,
}

/// A file that is being read.
enum Current {
    /// So far it is as it was, for so many bytes.
    Same(u64),
    Changed(BufWriter<File>, usize),
}

/// A file whose new content is complete.
struct Ready {
    target: usize,
    temporary: usize,
    origin: Origin,
}

impl Rewriter {
    /// Looks at the files, and has what it makes removed when the process is
    /// interrupted.
    pub(crate) fn new(files: &[String]) -> Result<Self, Report> {
        Ok(Self {
            targets: Target::all(files)?,
            at: 0,
            temporaries: Temporaries::new()?,
            current: Current::Same(0),
            ready: Vec::new(),
        })
    }

    fn write(&mut self, text: &str, changed: bool) -> Result<(), Report> {
        if let Current::Same(bytes) = &mut self.current {
            let bytes_before = *bytes;
            *bytes += text.len() as u64;
            if !changed {
                return Ok(());
            }
            self.begin(bytes_before)?;
        }
        let Current::Changed(writer, _) = &mut self.current else { return Ok(()) };
        writer.write_all(text.as_bytes()).map_err(|error| self.failed(&error))
    }

    /// Begins a new file, with what is as it was.
    fn begin(&mut self, bytes: u64) -> Result<(), Report> {
        let target = &self.targets[self.at];
        let begun = self.temporaries.beside(target).and_then(|(file, number)| {
            let mut writer = BufWriter::new(file);
            // Should the file be another by now, that shows in the end.
            io::copy(&mut File::open(&target.path)?.take(bytes), &mut writer)?;
            Ok(Current::Changed(writer, number))
        });
        self.current = begun.map_err(|error| self.failed(&error))?;
        Ok(())
    }

    /// An error of the system on the way to a new file.
    fn failed(&self, error: &io::Error) -> Report {
        let target = &self.targets[self.at];
        let directory = target.directory().display();
        Report::new(format!("cannot rewrite {}: {}", target.name, reason(error)))
            .note(format!("the new file is made in {directory}, then takes the place of the old"))
            .note(NOTHING)
    }

    /// Puts the new files in place.
    fn commit(&mut self, all: &mut [Option<TempPath>]) -> Result<(), Report> {
        for ready in &self.ready {
            let target = &self.targets[ready.target];
            match ready.origin.is_at(&target.path) {
                Ok(true) => {}
                Ok(false) => return Err(changed(target).note(NOTHING)),
                Err(error) => return Err(refused(target, &error).note(NOTHING)),
            }
        }
        for (count, ready) in self.ready.iter().enumerate() {
            let target = &self.targets[ready.target];
            let placed =
                all[ready.temporary].take().map_or(Ok(()), |path| place(ready, target, path));
            placed.map_err(|report| self.partial(report, count))?;
        }
        let ready = self.ready.iter().map(|ready| self.targets[ready.target].directory());
        for directory in ready.collect::<BTreeSet<_>>() {
            sync(directory).map_err(|error| {
                let directory = directory.display();
                Report::new(format!("cannot sync the directory {directory}: {error}"))
                    .note("the files are written, but a crash of the machine may undo that")
            })?;
        }
        Ok(())
    }

    /// Says which files are written, and which are not, when so many are.
    fn partial(&self, report: Report, written: usize) -> Report {
        if written == 0 {
            return report.note(NOTHING);
        }
        self.ready.iter().enumerate().fold(report, |report, (at, ready)| {
            let state = if at < written { "written" } else { "not written" };
            report.note(format!("{}: {state}", self.targets[ready.target].name))
        })
    }
}

impl Sink for Rewriter {
    fn put(&mut self, result: &Written) -> Result<ControlFlow<()>, Report> {
        self.write(&result.text, result.changed).map(ControlFlow::Continue)
    }

    fn rest(&mut self, text: &str) -> Result<(), Report> {
        self.write(text, false)
    }

    fn end_of_file(&mut self, origin: Option<Origin>) -> Result<(), Report> {
        if let Current::Changed(writer, temporary) =
            core::mem::replace(&mut self.current, Current::Same(0))
            && let Some(origin) = origin
        {
            let file = writer.into_inner().map_err(|error| self.failed(error.error()))?;
            keep_access(&file, &origin, &self.targets[self.at])?;
            file.sync_all().map_err(|error| self.failed(&error))?;
            self.ready.push(Ready { target: self.at, temporary, origin });
        }
        self.at += 1;
        Ok(())
    }

    fn abandon(&mut self) -> Option<String> {
        self.temporaries.remove();
        Some(NOTHING.to_owned())
    }

    /// Puts the files in place, and says which.
    fn finish(mut self) -> Result<(), Report> {
        let temporaries = self.temporaries.clone();
        let mut all = temporaries.lock();
        let committed = self.commit(&mut all);
        all.clear();
        if committed.is_ok() {
            for (at, target) in self.targets.iter().enumerate() {
                let written = self.ready.iter().any(|ready| ready.target == at);
                let state = if written { "written" } else { "unchanged" };
                say(&format!("{}: {state}", target.name));
            }
        }
        // An interruption comes too late now: the process says what is done, and
        // ends.
        core::mem::forget(all);
        committed
    }
}

impl Drop for Rewriter {
    fn drop(&mut self) {
        self.temporaries.remove();
    }
}
