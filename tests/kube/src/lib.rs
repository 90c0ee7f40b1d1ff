//! Tests of smp-core together with kube, in the folder `tests` of this package. The examples of
//! `docs/functions.md` are tests, too:
#![doc = include_str!("../../../docs/functions.md")]
