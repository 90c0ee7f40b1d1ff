//! smp-core and smp-types together with kube and k8s-openapi. One program has all tests: their types
//! are compiled once.

#[macro_use]
mod kinds;

mod api;
mod custom_resource;
mod definition;
mod every_kind;
mod k8s_openapi;
mod root;
