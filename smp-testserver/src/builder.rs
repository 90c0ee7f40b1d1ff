//! [`Builder`]: a server with settings other than the defaults.

use std::io;
use std::time::Duration;

use jiff::Timestamp;

use crate::access::Hosts;
use crate::server::TestServer;
use crate::settings::Settings;

/// The settings of a new server, from [`TestServer::builder`].
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Builder {
    settings: Settings,
}

impl Builder {
    /// The seed of uids, generated names and addresses: the same seed and the same requests give the same
    /// ones in each run. By default they are random.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = Some(seed);
        self
    }

    /// Stops the server's clock at this time, until [`TestServer::advance`] moves it. By default the server
    /// uses the machine's clock.
    pub fn time(mut self, time: Timestamp) -> Self {
        self.settings.time = Some(time);
        self
    }

    /// How long each answer takes, by tokio's clock: after `tokio::time::pause` no test waits for it.
    pub fn latency(mut self, latency: Duration) -> Self {
        self.settings.latency = latency;
        self
    }

    /// How many changes the server remembers, 100,000 by default. A watch or list from an older version
    /// gets 410 Gone.
    pub fn remembered_changes(mut self, count: usize) -> Self {
        self.settings.remembered = count;
        self
    }

    /// Roughly how many bytes of memory the remembered changes may take, 256 MiB by default. Older ones are
    /// forgotten.
    pub fn remembered_bytes(mut self, bytes: usize) -> Self {
        self.settings.remembered_bytes = bytes;
        self
    }

    /// How many of the newest requests the server records for [`TestServer::requests`]. By default it
    /// records all of them; a server that runs for a long time would run out of memory.
    pub fn recorded_requests(mut self, count: usize) -> Self {
        self.settings.recorded = count;
        self
    }

    /// Creates a missing namespace when an object is created in it. By default the answer is 404, as on a
    /// real server.
    pub fn create_namespaces(mut self) -> Self {
        self.settings.creates_namespaces = true;
        self
    }

    /// The maximum size of a request body in bytes, 3 MiB by default.
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.settings.body_limit = bytes;
        self
    }

    /// The host names that HTTP requests may use when there is no token: regular expressions separated by
    /// commas,
    /// as for `--accept-hosts` of `kubectl proxy`. By default those of the loopback interface:
    /// `^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$`.
    ///
    /// # Errors
    ///
    /// If a pattern is not a regular expression.
    pub fn accept_hosts(mut self, patterns: &str) -> io::Result<Self> {
        let hosts = Hosts::parse(patterns);
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidInput, error);
        self.settings.hosts = Some(hosts.map_err(invalid)?);
        Ok(self)
    }

    /// The time between two bookmarks of a watch that asks for them, a minute by default.
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

    /// Starts to build a server.
    pub fn builder() -> Builder {
        Builder::default()
    }
}

impl Default for TestServer {
    fn default() -> Self {
        Self::new()
    }
}
