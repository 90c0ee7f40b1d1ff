//! [`Settings`] of a server.

use std::time::Duration;

use jiff::Timestamp;

use crate::access::Hosts;

/// Settings of a server.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// The seed of uids and names; `None` for different ones in each server.
    pub(crate) seed: Option<u64>,
    /// The time at which the clock is stopped; `None` for the machine's clock.
    pub(crate) time: Option<Timestamp>,
    /// How long each answer takes.
    pub(crate) latency: Duration,
    /// How many changes the server remembers, for watches and lists of the past.
    pub(crate) remembered: usize,
    /// The bytes of memory that those changes may take.
    pub(crate) remembered_bytes: usize,
    /// How many requests the server records for tests.
    pub(crate) recorded: usize,
    /// Whether a missing namespace is created when an object is created in it.
    pub(crate) creates_namespaces: bool,
    /// The maximum size of a body in bytes.
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
            // The limit of an API server.
            body_limit: 3 * 1024 * 1024,
            hosts: None,
            bookmarks: Duration::from_secs(60),
        }
    }
}
