//! [`Settings`] of a server.

use std::time::Duration;

use jiff::Timestamp;

use crate::access::Hosts;

/// Settings of a server.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// From what uids and names are made; `None` for other ones in each server.
    pub(crate) seed: Option<u64>,
    /// The time at which the clock stands; `None` for the time of the machine.
    pub(crate) time: Option<Timestamp>,
    /// How long each answer takes.
    pub(crate) latency: Duration,
    /// The changes that the server remembers, for watches and lists of the past.
    pub(crate) remembered: usize,
    /// The memory that those changes may take.
    pub(crate) remembered_bytes: usize,
    /// The requests that the server records for tests.
    pub(crate) recorded: usize,
    /// Whether a namespace comes to be when an object is created in it.
    pub(crate) creates_namespaces: bool,
    /// The bytes that a body may have.
    pub(crate) body_limit: usize,
    /// The hosts that a request without a token may name; `None` for the local ones.
    pub(crate) hosts: Option<Hosts>,
    /// The time between two bookmarks of a watch.
    pub(crate) bookmarks: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: None,
            time: None,
            latency: Duration::ZERO,
            remembered: 100_000,
            remembered_bytes: 256 * 1024 * 1024,
            recorded: usize::MAX,
            creates_namespaces: false,
            // As an API server.
            body_limit: 3 * 1024 * 1024,
            hosts: None,
            bookmarks: Duration::from_secs(60),
        }
    }
}
