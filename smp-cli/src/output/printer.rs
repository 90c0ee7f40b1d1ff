//! Printing results while documents are processed. The first results are buffered,
//! so that a run over some manifests prints all of them or nothing.

use std::ops::ControlFlow;
use std::time::Duration;

use super::render::separator;
use super::stdout::print;
use crate::fingerprint::Fingerprint;
use crate::input::Format;
use crate::report::Report;
use crate::sink::{Sink, Written};

/// Bytes of results that are buffered before the first are printed.
const FIRST_FLUSH_BYTES: usize = 1 << 20;
/// Bytes that are printed at a time afterwards.
const FLUSH_BYTES: usize = 64 << 10;
/// The time that the first results may wait for input.
const FLUSH_AFTER: Duration = Duration::from_secs(1);

/// Prints results to standard output.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    buffer: Vec<u8>,
    /// The number of results that were put here.
    put: usize,
    /// The number of results that are printed.
    printed: usize,
    /// Whether the last result is the original text of its file, and no other file has begun.
    continues: bool,
    /// Whether the text so far ends within a line.
    in_line: bool,
}

impl Printer {
    fn push(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
        self.in_line = !text.ends_with('\n');
    }
}

/// The separator before the text of a file that follows another document.
pub(crate) fn separator_before(text: &str) -> &'static str {
    let is_blank = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    match text.lines().find(|line| !is_blank(line)) {
        // A directive is allowed only after the end of a document.
        Some(line) if line.starts_with('%') => "...\n",
        Some(line) if line.starts_with("---") => "",
        _ => separator(Format::Yaml),
    }
}

impl Sink for Printer {
    fn put(&mut self, result: &Written) -> Result<ControlFlow<()>, Report> {
        if result.removed {
            return Ok(ControlFlow::Continue(()));
        }
        let mut text = result.text.as_str();
        if self.put > 0 && !(result.is_original_text && self.continues) {
            if self.in_line {
                self.buffer.push(b'\n');
            }
            if result.is_original_text {
                text = text.strip_prefix('\u{feff}').unwrap_or(text);
                self.buffer.extend_from_slice(separator_before(text).as_bytes());
            } else {
                self.buffer.extend_from_slice(separator(result.format).as_bytes());
            }
        }
        self.put += 1;
        self.continues = result.is_original_text;
        self.push(text);
        let limit = if self.printed == 0 { FIRST_FLUSH_BYTES } else { FLUSH_BYTES };
        if self.buffer.len() < limit { Ok(ControlFlow::Continue(())) } else { self.flush() }
    }

    fn put_unchanged(&mut self, mut text: &str) -> Result<(), Report> {
        if text.is_empty() {
            return Ok(());
        }
        if self.put > 0 && !self.continues {
            if self.in_line {
                self.buffer.push(b'\n');
            }
            text = text.strip_prefix('\u{feff}').unwrap_or(text);
        }
        self.push(text);
        Ok(())
    }

    fn end_of_file(&mut self, _fingerprint: Option<Fingerprint>) -> Result<(), Report> {
        self.continues = false;
        Ok(())
    }

    fn flush_after(&self) -> Option<Duration> {
        // Once a result is printed, the others have no reason to wait.
        let wait = if self.printed == 0 { FLUSH_AFTER } else { Duration::ZERO };
        (!self.buffer.is_empty()).then_some(wait)
    }

    fn flush(&mut self) -> Result<ControlFlow<()>, Report> {
        self.printed = self.put;
        let open = print(&self.buffer)?;
        self.buffer.clear();
        Ok(if open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }

    fn abort(&mut self) -> Option<String> {
        let before = self.printed;
        if before == 0 {
            self.buffer.clear();
        } else if self.flush().is_err() {
            // The error that led here is reported in any case.
            self.printed = before;
        }
        match self.printed {
            0 => None,
            1 => Some("one result has been printed before".to_owned()),
            results => Some(format!("{results} results have been printed before")),
        }
    }

    fn finish(&mut self) -> Result<(), Report> {
        self.flush().map(drop)
    }
}
