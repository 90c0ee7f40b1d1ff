//! [`Shared`]: what all clones of a server share.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::fault::Fault;
use crate::record::Recorded;
use crate::settings::Settings;
use crate::world::World;

/// How a test has ended the watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// No test has ended them.
    Quiet,
    Broken,
    Expired,
}

/// State that all clones of a server share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) world: Mutex<World>,
    pub(crate) kit: Mutex<Kit>,
    /// The revision of the last write, for watches.
    pub(crate) written: watch::Sender<u64>,
    /// How often a test has ended all watches, and how it did so last.
    pub(crate) ended: watch::Sender<(u64, End)>,
    pub(crate) settings: Settings,
}

/// State of the test kit: recorded requests and faults.
#[derive(Debug, Default)]
pub(crate) struct Kit {
    pub(crate) requests: VecDeque<Recorded>,
    /// The number of the first recorded request; earlier ones are forgotten.
    pub(crate) first: usize,
    pub(crate) faults: Vec<Fault>,
}

impl Shared {
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn kit(&self) -> MutexGuard<'_, Kit> {
        self.kit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notifies watches of a write.
    pub(crate) fn announce(&self, revision: u64) {
        self.written.send_if_modified(|it| {
            let is_new = *it != revision;
            *it = revision;
            is_new
        });
    }
}
