//! [`Fault`]: a failure that a test injects.

use std::time::Duration;

use http::{Method, StatusCode};

/// A failure of requests that a test chooses. [`TestServer::inject`] arms it.
///
/// By default it happens once, to the next request.
///
/// [`TestServer::inject`]: crate::TestServer::inject
///
/// ```
/// use std::time::Duration;
/// use smp_testserver::Fault;
/// let next_patch_conflicts = Fault::conflict().method(http::Method::PATCH);
/// let every_third_times_out = Fault::timeout().every(3);
/// let slow_pods = Fault::delay(Duration::from_secs(2)).path("/pods").always();
/// ```
#[derive(Debug, Clone)]
pub struct Fault {
    pub(crate) effect: Effect,
    method: Option<Method>,
    path: Option<String>,
    watches: Option<bool>,
    every: u32,
    left: Option<u32>,
    seen: u32,
}

/// Effect of a fault on a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// A `Status` of this code; the server does nothing.
    Status(StatusCode),
    /// The connection ends without an answer; the server does nothing.
    Disconnect,
    /// The server carries out the request, and the answer is lost.
    LoseAnswer,
    /// The answer is delayed.
    Delay(Duration),
    /// A watch ends after this many events.
    EndWatch(usize),
    /// A watch ends with 410 Gone after this many events.
    ExpireWatch(usize),
}

impl Fault {
    fn new(effect: Effect) -> Self {
        let (method, path, watches) = (None, None, None);
        Self { effect, method, path, watches, every: 1, left: Some(1), seen: 0 }
    }

    /// The answer 409: somebody else has written the object.
    #[must_use]
    pub fn conflict() -> Self {
        Self::status(StatusCode::CONFLICT)
    }

    /// The answer 504: the server took too long. Nothing is done.
    #[must_use]
    pub fn timeout() -> Self {
        Self::status(StatusCode::GATEWAY_TIMEOUT)
    }

    /// The answer 410: the resource version is too old.
    #[must_use]
    pub fn expired() -> Self {
        Self::status(StatusCode::GONE)
    }

    /// A `Status` of any code, such as 503 or 429. Nothing is done.
    #[must_use]
    pub fn status(code: StatusCode) -> Self {
        Self::new(Effect::Status(code))
    }

    /// A connection that ends without an answer. Nothing is done.
    #[must_use]
    pub fn disconnect() -> Self {
        Self::new(Effect::Disconnect)
    }

    /// Carries out the request but loses the answer: the client can't know that it was done.
    #[must_use]
    pub fn lose_answer() -> Self {
        Self::new(Effect::LoseAnswer)
    }

    /// Delays the answer, by tokio's clock.
    #[must_use]
    pub fn delay(by: Duration) -> Self {
        Self::new(Effect::Delay(by))
    }

    /// Breaks a watch after `events` events.
    #[must_use]
    pub fn break_watch(events: usize) -> Self {
        Self { watches: Some(true), ..Self::new(Effect::EndWatch(events)) }
    }

    /// Ends a watch with 410 Gone after `events` events.
    #[must_use]
    pub fn expire_watch(events: usize) -> Self {
        Self { watches: Some(true), ..Self::new(Effect::ExpireWatch(events)) }
    }

    /// Limits the fault to requests with this method.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.method = Some(method);
        self
    }

    /// Limits the fault to requests whose path contains this text.
    #[must_use]
    pub fn path(mut self, part: impl Into<String>) -> Self {
        self.path = Some(part.into());
        self
    }

    /// Limits the fault to watches (`true`), or to other requests (`false`).
    #[must_use]
    pub fn watches(mut self, only: bool) -> Self {
        self.watches = Some(only);
        self
    }

    /// Hits every `n`th of the chosen requests, without limit.
    #[must_use]
    pub fn every(mut self, n: u32) -> Self {
        (self.every, self.left) = (n.max(1), None);
        self
    }

    /// Hits this many requests in all.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.left = Some(times);
        self
    }

    /// Removes the limit on the number of hits.
    #[must_use]
    pub fn always(mut self) -> Self {
        self.left = None;
        self
    }

    /// Whether the fault hits a request. Counts the request.
    pub(crate) fn hits(&mut self, method: &Method, path: &str, is_watch: bool) -> bool {
        let is_chosen = self.method.as_ref().is_none_or(|it| it == method)
            && self.path.as_ref().is_none_or(|it| path.contains(it.as_str()))
            && self.watches.is_none_or(|it| it == is_watch);
        if !is_chosen || self.is_spent() {
            return false;
        }
        self.seen = self.seen.saturating_add(1);
        if self.seen.checked_rem(self.every) != Some(0) {
            return false;
        }
        self.left = self.left.map(|it| it.saturating_sub(1));
        true
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left == Some(0)
    }
}
