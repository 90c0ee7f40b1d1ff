//! Temporary files, and that they go when the command is interrupted.

use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use tempfile::TempPath;

use super::target::Target;
use crate::report::Report;

/// The temporary files there are, by number. Whoever holds the lock can't be
/// interrupted.
#[derive(Debug, Clone, Default)]
pub(super) struct Temporaries(Arc<Mutex<Vec<Option<TempPath>>>>);

impl Temporaries {
    /// None so far. From now on they go when the process is told to end.
    pub(super) fn new() -> Result<Self, Report> {
        let temporaries = Self::default();
        temporaries
            .end_with_the_process()
            .map_err(|error| Report::new(format!("cannot watch for signals: {error}")))?;
        Ok(temporaries)
    }

    /// Removes them on a signal, then ends as the signal would have ended it.
    #[cfg(unix)]
    fn end_with_the_process(&self) -> io::Result<()> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
        // A limit on the size of files is an error of the write that meets it.
        signal_hook::flag::register(SIGXFSZ, Arc::default())?;
        let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
        let temporaries = self.clone();
        std::thread::Builder::new().spawn(move || {
            let Some(signal) = signals.forever().next() else { return };
            // Not released: nobody shall make another.
            let mut all = temporaries.lock();
            all.clear();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            std::process::exit(128 + signal);
        })?;
        Ok(())
    }

    #[cfg(not(unix))]
    fn end_with_the_process(&self) -> io::Result<()> {
        Ok(())
    }

    /// Makes one beside a file; its number.
    pub(super) fn beside(&self, target: &Target) -> io::Result<(File, usize)> {
        let mut prefix = std::ffi::OsString::from(".");
        prefix.push(target.file_name());
        prefix.push(".");
        let mut all = self.lock();
        let mut made = tempfile::Builder::new();
        let made = made.prefix(&prefix).suffix(".smp").tempfile_in(target.directory())?;
        let (file, path) = made.into_parts();
        all.push(Some(path));
        Ok((file, all.len() - 1))
    }

    /// Removes all, unless somebody else is at it.
    pub(super) fn remove(&self) {
        match self.0.try_lock() {
            Ok(mut all) => all.clear(),
            Err(TryLockError::Poisoned(all)) => all.into_inner().clear(),
            Err(TryLockError::WouldBlock) => {}
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Vec<Option<TempPath>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
