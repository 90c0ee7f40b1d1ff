//! [`Builder`]: a server that is not as usual.

use std::io;
use std::time::Duration;

use jiff::Timestamp;

use crate::access::Hosts;
use crate::server::TestServer;
use crate::settings::Settings;

/// A server that is to be made. [`TestServer::builder`] starts with one.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Builder {
    settings: Settings,
}

impl Builder {
    /// The number from which uids, generated names and addresses are made: with the same number and the
    /// same requests they are the same in each run. Otherwise they are random.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = Some(seed);
        self
    }

    /// The time at which the clock of the server stands, until [`TestServer::advance`] moves it.
    /// Otherwise the clock is that of the machine.
    pub fn time(mut self, time: Timestamp) -> Self {
        self.settings.time = Some(time);
        self
    }

    /// How long each answer takes, by the clock of tokio: with `tokio::time::pause` no test waits.
    pub fn latency(mut self, latency: Duration) -> Self {
        self.settings.latency = latency;
        self
    }

    /// How many changes the server remembers, 100,000 otherwise. A watch or a list from before them
    /// gets the answer 410.
    pub fn remembered_changes(mut self, count: usize) -> Self {
        self.settings.remembered = count;
        self
    }

    /// The bytes of memory that those changes may take, roughly: 256 MiB otherwise. Older ones are forgotten.
    pub fn remembered_bytes(mut self, bytes: usize) -> Self {
        self.settings.remembered_bytes = bytes;
        self
    }

    /// How many requests the server records for [`TestServer::requests`]: the newest ones. All of them
    /// otherwise, which a server that runs for long has no memory for.
    pub fn recorded_requests(mut self, count: usize) -> Self {
        self.settings.recorded = count;
        self
    }

    /// Lets a namespace come to be when an object is created in it. Otherwise the answer is 404, as on
    /// a server.
    pub fn create_namespaces(mut self) -> Self {
        self.settings.creates_namespaces = true;
        self
    }

    /// The bytes that a body may have, 3 MiB otherwise.
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.settings.body_limit = bytes;
        self
    }

    /// The hosts that requests over HTTP may name if there is no token: regular expressions with commas between
    /// them, as for `--accept-hosts` of `kubectl proxy`. Otherwise those of the loopback interface:
    /// `^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$`.
    ///
    /// # Errors
    ///
    /// For what is not a regular expression.
    pub fn accept_hosts(mut self, patterns: &str) -> io::Result<Self> {
        let hosts = Hosts::parse(patterns);
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidInput, error);
        self.settings.hosts = Some(hosts.map_err(invalid)?);
        Ok(self)
    }

    /// The time between two bookmarks of a watch that asks for them, a minute otherwise.
    pub fn bookmark_interval(mut self, interval: Duration) -> Self {
        self.settings.bookmarks = interval;
        self
    }

    /// Makes the server.
    #[must_use]
    pub fn build(self) -> TestServer {
        TestServer::with(self.settings)
    }
}

impl TestServer {
    /// A server with the namespaces `default`, `kube-system`, `kube-public` and `kube-node-lease`.
    #[must_use]
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// A server that is to be made.
    pub fn builder() -> Builder {
        Builder::default()
    }
}

impl Default for TestServer {
    fn default() -> Self {
        Self::new()
    }
}
