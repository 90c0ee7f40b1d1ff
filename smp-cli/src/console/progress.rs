//! The progress line of a long run, on standard error; each update overwrites the last one.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::collected;

/// A run that takes longer than this shows its progress.
const AFTER: Duration = Duration::from_secs(1);

/// The time between two lines.
const INTERVAL: Duration = Duration::from_millis(100);

/// The width of the line that is on the terminal.
static SHOWN: AtomicUsize = AtomicUsize::new(0);

/// The files and documents that are done.
pub(crate) struct Progress {
    /// `None` if the line is hidden.
    pace: Option<Pace>,
    files: usize,
    files_done: usize,
    documents_done: usize,
}

/// The times that decide when the line is drawn again.
struct Pace {
    started: Instant,
    /// The elapsed time of the run at which the next line is due.
    due: Duration,
}

impl Progress {
    /// A progress line for some files. It is shown only if standard error is a terminal, and not if
    /// `quiet`. It is also hidden if the user types the input on a terminal: `reads_stdin` means that
    /// standard input is one of the files.
    pub(crate) fn of_stderr(files: usize, reads_stdin: bool, quiet: bool) -> Self {
        let types = || reads_stdin && io::stdin().is_terminal();
        let shows = !quiet && !collected::is_on() && io::stderr().is_terminal() && !types();
        let pace = shows.then(|| Pace { started: Instant::now(), due: AFTER });
        Self { pace, files, files_done: 0, documents_done: 0 }
    }

    /// Counts a document that is done.
    pub(crate) fn document(&mut self) {
        self.documents_done += 1;
        self.show();
    }

    /// Counts a file that is done.
    pub(crate) fn file(&mut self) {
        self.files_done += 1;
        self.show();
    }

    fn show(&mut self) {
        let Some(pace) = &mut self.pace else { return };
        let elapsed = pace.started.elapsed();
        if pace.is_due(elapsed) {
            draw(&self.line());
        }
    }

    fn line(&self) -> String {
        let Self { files, files_done, documents_done, .. } = self;
        let of = |count: usize| if count == 1 { "" } else { "s" };
        format!(
            "{files_done} of {files} file{} done, {documents_done} document{}",
            of(*files),
            of(*documents_done)
        )
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        clear();
    }
}

impl Pace {
    /// Whether a line is due after the run has taken this long; if so, schedules the next one.
    fn is_due(&mut self, elapsed: Duration) -> bool {
        let is_due = elapsed >= self.due;
        if is_due {
            self.due = elapsed + INTERVAL;
        }
        is_due
    }
}

fn draw(line: &str) {
    clear();
    // It does not matter if the line cannot be shown.
    let _ = write!(io::stderr().lock(), "{line}\r");
    SHOWN.store(line.len(), Ordering::Relaxed);
}

/// Removes the line, before something else is written to the terminal. Overwriting it with spaces works
/// on every terminal.
pub(super) fn clear() {
    let columns = SHOWN.swap(0, Ordering::Relaxed);
    if columns > 0 {
        let _ = write!(io::stderr().lock(), "{:columns$}\r", "");
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{AFTER, Pace, Progress};

    #[test]
    fn only_long_runs_show_lines_and_not_too_many() {
        let mut pace = Pace { started: Instant::now(), due: AFTER };
        let mut due = |millis| pace.is_due(Duration::from_millis(millis));
        assert!(!due(0) && !due(999));
        assert!(due(1000));
        assert!(!due(1001) && !due(1099));
        assert!(due(1100));
        assert!(!due(1150));
        assert!(due(5000));
    }

    #[test]
    fn the_line() {
        let mut progress = Progress { pace: None, files: 2, files_done: 0, documents_done: 0 };
        progress.document();
        assert_eq!(progress.line(), "0 of 2 files done, 1 document");
        progress.document();
        progress.file();
        assert_eq!(progress.line(), "1 of 2 files done, 2 documents");
    }
}
