//! The progress line of a long run, on standard error; each update overwrites the last one.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::collected;

/// The time after which a run is a long one.
const AFTER: Duration = Duration::from_secs(1);

/// The time between two lines.
const INTERVAL: Duration = Duration::from_millis(100);

/// The columns of the line that is on the terminal.
static SHOWN: AtomicUsize = AtomicUsize::new(0);

/// The files and documents that are done.
pub(crate) struct Progress {
    /// `None` if nothing is to be shown.
    pace: Option<Pace>,
    files: usize,
    files_done: usize,
    documents_done: usize,
}

/// The times that decide when the line is drawn again.
struct Pace {
    started: Instant,
    /// The time of the run at which the next line is due.
    due: Duration,
}

impl Progress {
    /// A progress line for some files; hidden unless standard error is a terminal, and with `quiet`. It is
    /// hidden, too, where the user types the input there: `reads_stdin` is whether standard input is
    /// one of the files.
    pub(crate) fn of_stderr(files: usize, reads_stdin: bool, quiet: bool) -> Self {
        let types = || reads_stdin && io::stdin().is_terminal();
        let shows = !quiet && !collected::is_on() && io::stderr().is_terminal() && !types();
        let pace = shows.then(|| Pace { started: Instant::now(), due: AFTER });
        Self { pace, files, files_done: 0, documents_done: 0 }
    }

    /// Another document is done.
    pub(crate) fn document(&mut self) {
        self.documents_done += 1;
        self.show();
    }

    /// Another file is done.
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
    /// Whether a line is due after this time of the run; if so, the next one is due later.
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
    // A line that cannot be shown is not needed.
    let _ = write!(io::stderr().lock(), "{line}\r");
    SHOWN.store(line.len(), Ordering::Relaxed);
}

/// Removes the line, before something else is written to the terminal. Blanks do so on every
/// terminal.
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
