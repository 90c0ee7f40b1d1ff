//! What proves the project: shared by the tests of this package.
