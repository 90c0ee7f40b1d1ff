//! Printing results while documents are processed. The first results are buffered,
//! so that a run over some manifests prints all of them or nothing.

use std::ops::ControlFlow;
use std::time::Duration;

use super::render::separator;
use super::stdout::print;
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
    /// Results that were put here.
    put: usize,
    /// Results of these that are printed.
    printed: usize,
}

impl Sink for Printer {
    fn put(&mut self, result: &Written) -> Result<ControlFlow<()>, Report> {
        if result.removed {
            return Ok(ControlFlow::Continue(()));
        }
        if self.put > 0 {
            self.buffer.extend_from_slice(separator(result.format).as_bytes());
        }
        self.put += 1;
        self.buffer.extend_from_slice(result.text.as_bytes());
        let limit = if self.printed == 0 { FIRST_FLUSH_BYTES } else { FLUSH_BYTES };
        if self.buffer.len() < limit { Ok(ControlFlow::Continue(())) } else { self.flush() }
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

    fn finish(mut self) -> Result<(), Report> {
        self.flush().map(drop)
    }
}
