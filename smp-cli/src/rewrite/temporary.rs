//! Temporary files, which are removed if the command is interrupted.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use tempfile::TempPath;

use super::target::Target;
use crate::report::Report;

/// The longest file name that common file systems allow.
const MAX_NAME_BYTES: usize = 255;

/// The temporary files, by the numbers of the files that they will replace. While a thread holds the
/// lock, a signal does not end the process.
#[derive(Debug, Clone, Default)]
pub(super) struct TemporaryFiles(Arc<Mutex<BTreeMap<usize, TempPath>>>);

impl TemporaryFiles {
    /// An empty set of files. Installs the signal handler.
    pub(super) fn new() -> Result<Self, Report> {
        let files = Self::default();
        files
            .remove_on_signals()
            .map_err(|error| Report::new(format!("cannot watch for signals: {error}")))?;
        Ok(files)
    }

    /// Makes signals that end the process remove the files first; then the default action of the signal
    /// ends the process.
    #[cfg(unix)]
    fn remove_on_signals(&self) -> io::Result<()> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
        // Ignored, so that a write beyond the limit on the size of files fails with
        // an error instead.
        signal_hook::flag::register(SIGXFSZ, Arc::default())?;
        let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
        let files = self.clone();
        std::thread::Builder::new().spawn(move || {
            let Some(signal) = signals.forever().next() else { return };
            // The lock is kept, so that no thread creates another file.
            let mut paths = files.lock();
            paths.clear();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            std::process::exit(128 + signal);
        })?;
        Ok(())
    }

    #[cfg(not(unix))]
    fn remove_on_signals(&self) -> io::Result<()> {
        Ok(())
    }

    /// Creates the temporary file for the target with this number, beside the target.
    pub(super) fn create_beside(&self, number: usize, target: &Target) -> io::Result<File> {
        let mut prefix = std::ffi::OsString::from(".");
        // With the dots, six random characters and `.smp`, it must be a valid name.
        if target.file_name().len() <= MAX_NAME_BYTES - 12 {
            prefix.push(target.file_name());
            prefix.push(".");
        }
        let mut paths = self.lock();
        let mut builder = tempfile::Builder::new();
        let created = builder.prefix(&prefix).suffix(".smp").tempfile_in(target.directory())?;
        let (file, path) = created.into_parts();
        paths.insert(number, path);
        Ok(file)
    }

    /// Removes all files, unless another thread does so.
    pub(super) fn remove(&self) {
        match self.0.try_lock() {
            Ok(mut paths) => paths.clear(),
            Err(TryLockError::Poisoned(paths)) => paths.into_inner().clear(),
            Err(TryLockError::WouldBlock) => {}
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<usize, TempPath>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
