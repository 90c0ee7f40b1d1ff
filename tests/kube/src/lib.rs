//! Tests of smp-core together with kube. They are all in the folder `tests` of this package.
