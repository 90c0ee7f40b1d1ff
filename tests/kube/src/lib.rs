//! Tests of smp-core beside kube; all of it is in `tests/`.
