//! Printing results as they come. The first are held back for a while, so that
//! the usual run, over no more than some manifests, prints all or nothing.

use std::ops::ControlFlow;
use std::time::Duration;

use super::{print, separator};
use crate::pipeline::{Sink, Written};
use crate::report::Report;

/// How many bytes of results are held back at first.
const FIRST: usize = 1 << 20;
/// How many are printed at a time afterwards.
const NEXT: usize = 64 << 10;
/// How long the first results may wait for more while no input comes.
const PATIENCE: Duration = Duration::from_secs(1);

/// Standard output, where results go.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    held: Vec<u8>,
    /// How many results were put here.
    taken: usize,
    /// How many of them are printed; once some are, others follow soon.
    printed: usize,
}

impl Sink for Printer {
    fn put(&mut self, result: &Written) -> Result<ControlFlow<()>, Report> {
        if self.taken > 0 {
            self.held.extend_from_slice(separator(result.format).as_bytes());
        }
        self.taken += 1;
        self.held.extend_from_slice(result.text.as_bytes());
        let most = if self.printed == 0 { FIRST } else { NEXT };
        if self.held.len() < most { Ok(ControlFlow::Continue(())) } else { self.release() }
    }

    fn patience(&self) -> Option<Duration> {
        let patience = if self.printed == 0 { PATIENCE } else { Duration::ZERO };
        (!self.held.is_empty()).then_some(patience)
    }

    fn release(&mut self) -> Result<ControlFlow<()>, Report> {
        self.printed = self.taken;
        let read = print(&self.held)?;
        self.held.clear();
        Ok(if read { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }

    fn abandon(&mut self) -> Option<String> {
        let before = self.printed;
        if before == 0 {
            self.held.clear();
        } else if self.release().is_err() {
            // What led here is said in any case.
            self.printed = before;
        }
        match self.printed {
            0 => None,
            1 => Some("one result has been printed before".to_owned()),
            results => Some(format!("{results} results have been printed before")),
        }
    }

    fn finish(mut self) -> Result<(), Report> {
        self.release().map(drop)
    }
}
