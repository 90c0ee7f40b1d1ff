//! smp-core and smp-types together with kube and k8s-openapi. One program has all tests: their types
//! are compiled once.

#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]
#![allow(missing_docs, reason = "kube's derive makes types without documentation")]

#[macro_use]
mod kinds;

mod api;
mod custom_resource;
mod definition;
mod every_kind;
mod k8s_openapi;
mod root;
