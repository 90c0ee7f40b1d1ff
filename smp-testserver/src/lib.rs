//! A Kubernetes API server inside the test process: objects, patches of all four kinds, server-side
//! apply, watches and custom resources, without a cluster, etcd or Docker.
//!
//! [`TestServer`] is a [tower] service that `kube::Client::new` takes. [`TestServer::listen`] serves the
//! same over HTTP on a loopback port, for `kubectl` and clients in other languages. The README of the crate
//! says what the server does, and what it leaves out.
//!
//! [tower]: https://docs.rs/tower
//!
//! ```
//! use http::Request;
//! use smp_testserver::TestServer;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let server = TestServer::builder().seed(1).time("2026-01-01T00:00:00Z".parse()?).build();
//! server.load("
//! apiVersion: v1
//! kind: ConfigMap
//! metadata: {name: settings, namespace: default}
//! data: {color: blue}
//! ")?;
//! let path = "/api/v1/namespaces/default/configmaps/settings";
//! let patch = Request::patch(path)
//!     .header("content-type", "application/merge-patch+json")
//!     .body(r#"{"data":{"color":"red"}}"#.to_owned())?;
//! let response = server.answer(patch).await?;
//! assert_eq!(response.status(), 200);
//! assert!(server.snapshot().contains("color: red"));
//! assert_eq!(server.requests().len(), 1);
//! # Ok(())
//! # }
//! ```

// Nothing here may panic.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]
// A `shelf` is not `self`.
#![allow(clippy::similar_names)]

mod access;
mod answer;
mod body;
mod builder;
mod builtin;
mod cause;
mod convert;
mod create;
mod custom;
mod definition;
mod delete;
mod discovery;
mod eviction;
mod fault;
mod garbage;
mod http_form;
mod ingest;
mod managers;
mod names;
mod network;
mod object;
mod openapi;
mod owners;
mod params;
mod patch;
mod patch_body;
mod present;
mod read;
mod record;
mod registry;
mod request;
mod route;
mod scale;
mod seed;
mod selector;
mod server;
mod settings;
mod shared;
mod size;
mod snapshot;
mod status;
mod store;
mod stream;
mod unknown;
mod update;
mod watch;
mod weight;
mod world;
mod write;
mod write_options;

pub use body::Body;
pub use builder::Builder;
pub use fault::Fault;
pub use http_form::HttpServer;
#[doc(hidden)]
pub use managers::blank_object;
pub use record::Recorded;
pub use seed::SeedError;
pub use server::TestServer;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
