//! [`TestServer`].

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::{Buf, Bytes};
use http::{Method, Request, Response};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use jiff::SignedDuration;
use serde_json::Value;
use tokio::sync::watch;

use crate::answer::{Answer, Asked, answer, failed};
use crate::body::Body;
use crate::fault::{Effect, Fault};
use crate::params::Params;
use crate::record::Recorded;
use crate::settings::Settings;
use crate::shared::{End, Shared};
use crate::status::Failure;
use crate::store::Key;
use crate::stream;
use crate::world::World;

/// How many bytes beyond a body's limit are read at most, so that the client receives the answer.
const DISCARDED_MAX: usize = 64 * 1024 * 1024;

/// An API server in memory. A clone is the same server.
///
/// It is a tower service that takes requests with any body: pass it to `kube::Client::new`. The crate's
/// README has an example.
#[derive(Debug, Clone)]
pub struct TestServer {
    pub(crate) shared: Arc<Shared>,
}

impl TestServer {
    pub(crate) fn with(settings: Settings) -> Self {
        let world = World::new(settings.clone());
        let (written, _) = watch::channel(world.store.revision());
        let (ended, _) = watch::channel((0, End::Quiet));
        let (world, kit) = (Mutex::new(world), Mutex::default());
        Self { shared: Arc::new(Shared { world, kit, written, ended, settings }) }
    }

    /// Answers a request. A watch continues in a task of the tokio runtime that polls this.
    ///
    /// # Errors
    ///
    /// Only if a test asks for it: [`Fault::disconnect`] and [`Fault::lose_answer`]. Everything else,
    /// including a body that can't be read, is an answer with a `Status`.
    pub async fn answer<B>(&self, request: Request<B>) -> io::Result<Response<Body>>
    where
        B: http_body::Body,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let shared = &self.shared;
        let (head, body) = request.into_parts();
        let limit = shared.settings.body_limit;
        let mut body = std::pin::pin!(body);
        let body = match Limited::new(body.as_mut(), limit).collect().await {
            Ok(body) => body.to_bytes(),
            Err(error) if error.is::<LengthLimitError>() => {
                discard(body).await;
                return Ok(failed(&Failure::too_large(limit)));
            }
            Err(error) => return Ok(failed(&Failure::bad_request(error.to_string()))),
        };
        if !shared.settings.latency.is_zero() {
            tokio::time::sleep(shared.settings.latency).await;
        }
        let asked = Asked {
            method: &head.method,
            path: head.uri.path(),
            query: head.uri.query().unwrap_or_default(),
            headers: &head.headers,
            body: &body,
        };
        let (number, effects) = self.note(&asked);
        for effect in &effects {
            match effect {
                Effect::Delay(by) => tokio::time::sleep(*by).await,
                Effect::Status(code) => {
                    self.note_status(number, *code);
                    return Ok(failed(&Failure::of_code(*code)));
                }
                Effect::Disconnect => return Err(lost()),
                _ => {}
            }
        }
        let answer = {
            let mut world = shared.world();
            let answer = answer(&mut world, &asked);
            shared.announce(world.store.revision());
            answer
        };
        if effects.contains(&Effect::LoseAnswer) {
            return Err(lost());
        }
        let response = match answer {
            Answer::Whole(response) => response,
            Answer::Watch(watch, lines) => {
                stream::start(Arc::clone(shared), *watch, lines, &effects)
            }
        };
        self.note_status(number, response.status());
        Ok(response)
    }

    /// Records a request, and returns the faults that hit it.
    fn note(&self, asked: &Asked<'_>) -> (usize, Vec<Effect>) {
        let is_watch = *asked.method == Method::GET && Params::parse(asked.query).is_true("watch");
        let mut kit = self.shared.kit();
        let hit = kit.faults.iter_mut().filter_map(|fault| {
            fault.hits(asked.method, asked.path, is_watch).then_some(fault.effect)
        });
        let effects = hit.collect();
        kit.faults.retain(|it| !it.is_spent());
        let number = kit.first.saturating_add(kit.requests.len());
        kit.requests.push_back(Recorded {
            method: asked.method.clone(),
            path: asked.path.to_owned(),
            query: asked.query.to_owned(),
            content_type: asked.header(http::header::CONTENT_TYPE).to_owned(),
            user_agent: asked.header(http::header::USER_AGENT).to_owned(),
            body: asked.body.to_vec(),
            status: None,
        });
        while kit.requests.len() > self.shared.settings.recorded {
            kit.requests.pop_front();
            kit.first = kit.first.saturating_add(1);
        }
        (number, effects)
    }

    fn note_status(&self, number: usize, status: http::StatusCode) {
        let mut kit = self.shared.kit();
        let at = number.checked_sub(kit.first);
        if let Some(request) = at.and_then(|at| kit.requests.get_mut(at)) {
            request.status = Some(status);
        }
    }

    /// The requests so far, in order.
    #[must_use]
    pub fn requests(&self) -> Vec<Recorded> {
        self.shared.kit().requests.iter().cloned().collect()
    }

    /// The requests since the last call of this function, which forgets them.
    #[must_use]
    pub fn take_requests(&self) -> Vec<Recorded> {
        let mut kit = self.shared.kit();
        let requests = std::mem::take(&mut kit.requests);
        kit.first = kit.first.saturating_add(requests.len());
        requests.into()
    }

    /// Arms a fault. Each request is checked against all armed faults.
    pub fn inject(&self, fault: Fault) {
        self.shared.kit().faults.push(fault);
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.shared.kit().faults.clear();
    }

    /// Ends all watches, as a server does when it restarts.
    pub fn break_watches(&self) {
        self.end_watches(End::Broken);
    }

    /// Tells all watches that their resource version is too old, and ends them.
    pub fn expire_watches(&self) {
        self.end_watches(End::Expired);
    }

    fn end_watches(&self, how: End) {
        self.shared.ended.send_modify(|it| *it = (it.0.saturating_add(1), how));
    }

    /// Forgets the changes up to now: a watch or list from an earlier version gets 410 Gone.
    pub fn compact(&self) {
        self.shared.world().store.compact();
    }

    /// Advances the clock, if [`Builder::time`](crate::Builder::time) has stopped it.
    pub fn advance(&self, by: Duration) {
        let by = SignedDuration::try_from(by).unwrap_or(SignedDuration::MAX);
        self.shared.world().advance(by);
    }

    /// An object as the server has it; `None` if it does not exist. The namespace is empty for objects that
    /// have no namespace.
    #[must_use]
    pub fn get(&self, api_version: &str, kind: &str, namespace: &str, name: &str) -> Option<Value> {
        let world = self.shared.world();
        let resource = world.registry.of_kind(api_version, kind)?;
        let key = Key { namespace: namespace.to_owned(), name: name.to_owned() };
        world.get(resource, &key).ok()
    }
}

fn lost() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionReset, "the connection ended, as the test asked for")
}

impl<B> tower_service::Service<Request<B>> for TestServer
where
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Response<Body>>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let server = self.clone();
        Box::pin(async move { server.answer(request).await })
    }
}

/// Reads the rest of a body, so that a client that is still sending it gets the answer instead of a broken
/// connection.
async fn discard<B: http_body::Body>(mut body: Pin<&mut B>) {
    let mut read = 0_usize;
    while let Some(Ok(frame)) = body.frame().await {
        read = read.saturating_add(frame.data_ref().map_or(0, Buf::remaining));
        if read > DISCARDED_MAX {
            break;
        }
    }
}
