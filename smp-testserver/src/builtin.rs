//! Kubernetes' own kinds: the form in which Go's encoder writes their objects ([`shape`]), defaults
//! ([`defaults`]), and what the server's code does for some of them ([`facts`]).

pub(crate) mod defaults;
pub(crate) mod facts;
pub(crate) mod generation;
mod quantity;
pub(crate) mod selectable;
pub(crate) mod shape;
mod written;
