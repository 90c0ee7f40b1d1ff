//! The server as clients see it: requests as they are sent, and `kube` on top.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]
// A `path` is no `patch`.
#![allow(clippy::similar_names)]

mod as_real;
mod ask;
mod beside;
mod custom;
mod defaults;
mod deletion;
mod discovery;
mod faults;
mod http;
mod kube_client;
mod kube_examples;
mod kube_runtime;
mod limits;
mod lists;
mod patches;
mod refusals;
mod seeds;
mod sources;
mod verbs;
mod versions;
mod watches;
