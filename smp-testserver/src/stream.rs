//! The events of a watch, sent as they happen.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Response, header};
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::{Instant, sleep_until};

use crate::body::Body;
use crate::fault::Effect;
use crate::shared::{End, Shared};
use crate::status::Failure;
use crate::watch::{Line, Watch, error_line};

/// How many events may wait for a slow client.
const WAITING: usize = 256;

/// A duration that never passes.
const NEVER: Duration = Duration::from_secs(60 * 60 * 24 * 365);

/// Starts the task that sends events. It ends with the watch, or when nobody reads any more.
pub(crate) fn start(
    shared: Arc<Shared>,
    watch: Watch,
    lines: Vec<Line>,
    effects: &[Effect],
) -> Response<Body> {
    let (sender, receiver) = channel(WAITING);
    let end = effects.iter().find_map(|it| match it {
        Effect::EndWatch(events) => Some((*events, End::Broken)),
        Effect::ExpireWatch(events) => Some((*events, End::Expired)),
        _ => None,
    });
    // Subscribed before the answer is sent, so that nothing is missed.
    let subscription = (shared.written.subscribe(), shared.ended.subscribe());
    let stream = Stream { shared, watch, sender, end };
    tokio::spawn(stream.run(lines, subscription));
    let mut response = Response::new(Body::events(receiver));
    let media_type = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, media_type);
    response
}

struct Stream {
    shared: Arc<Shared>,
    watch: Watch,
    sender: Sender<io::Result<Bytes>>,
    /// After how many events the watch ends, and how.
    end: Option<(usize, End)>,
}

type Subscription = (tokio::sync::watch::Receiver<u64>, tokio::sync::watch::Receiver<(u64, End)>);

impl Stream {
    async fn run(mut self, lines: Vec<Line>, (mut written, mut ended): Subscription) {
        let start = Instant::now();
        let after = |seconds: Option<u64>| {
            let by = seconds.map_or(NEVER, Duration::from_secs).min(NEVER);
            start.checked_add(by).unwrap_or(start)
        };
        let timeout = after(self.watch.timeout);
        let interval = if self.watch.bookmarks { self.shared.settings.bookmarks } else { NEVER };
        let mut bookmark = start.checked_add(interval).unwrap_or(start);
        ended.mark_unchanged();
        if !self.send(lines).await {
            return;
        }
        loop {
            written.mark_unchanged();
            let next = { self.watch.next(&mut self.shared.world()) };
            match next {
                Ok(lines) => {
                    if !self.send(lines).await {
                        return;
                    }
                }
                Err(failure) => {
                    self.send(vec![error_line(&failure)]).await;
                    return;
                }
            }
            tokio::select! {
                biased;
                _ = ended.changed() => {
                    let how = ended.borrow_and_update().1;
                    return self.ending(how).await;
                }
                _ = written.changed() => {}
                () = self.sender.closed() => return,
                () = sleep_until(bookmark) => {
                    let line = self.watch.bookmark(false);
                    bookmark = Instant::now().checked_add(interval).unwrap_or(bookmark);
                    if !self.send(vec![line]).await {
                        return;
                    }
                }
                () = sleep_until(timeout) => {
                    // Lets the client continue from here.
                    if self.watch.bookmarks {
                        let line = self.watch.bookmark(false);
                        self.send(vec![line]).await;
                    }
                    return;
                }
            }
        }
    }

    async fn ending(&mut self, how: End) {
        if how == End::Expired {
            let failure = Failure::expired("too old resource version, as the test asked for");
            self.send_now(error_line(&failure)).await;
        }
    }

    /// Sends lines; false if the watch has ended.
    async fn send(&mut self, lines: Vec<Line>) -> bool {
        for line in lines {
            if let Some((left, how)) = &mut self.end {
                if *left == 0 {
                    let how = *how;
                    self.ending(how).await;
                    return false;
                }
                *left = left.saturating_sub(1);
            }
            if !self.send_now(line).await {
                return false;
            }
        }
        if let Some((0, how)) = self.end {
            self.ending(how).await;
            return false;
        }
        true
    }

    async fn send_now(&self, line: Line) -> bool {
        self.sender.send(Ok(line)).await.is_ok()
    }
}
