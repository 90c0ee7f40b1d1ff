//! Tests of smp-core beside kube; all of them are in `tests/`, and the examples of a page of
//! the documentation are tests of this crate:
#![doc = include_str!("../../../docs/functions.md")]
