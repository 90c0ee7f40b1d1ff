//! Reading and writing the types of smp-types. One program has all tests: their types are compiled once.

mod lists;
mod objects;
mod scalars;
