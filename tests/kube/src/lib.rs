//! Tests of smp-core together with kube, in the folder `tests` of this package. The examples of
//! a page of the documentation are also tests of this crate:
#![doc = include_str!("../../../docs/functions.md")]
