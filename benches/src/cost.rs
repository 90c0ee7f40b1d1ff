//! Inputs that are made to be expensive, and the operations on them, for `cargo xtask cost`.
//! They are so large that growth beyond `n log n` shows.
//!
//! A [`Generator`] makes the inputs of one kind for a size; [`Inputs::operations`] are the
//! operations on them. Refusing an input must not take too long either, so that an [`Outcome`]
//! is a result or an error. The inputs of the command are those of [`Run`]s.

mod directives;
mod import;
mod imports;
mod inputs;
mod lists;
mod objects;
mod runs;
mod schema;
mod text;
mod unions;
mod values;
mod yaml;

pub use inputs::{Documents, Inputs, Operation, Outcome};
pub use runs::{File, Run};
use yaml::Text;

/// One kind of hostile input.
#[derive(Debug, Clone, Copy)]
pub struct Generator {
    /// The name in the tables.
    pub name: &'static str,
    /// The first size for counting instructions.
    pub size: usize,
    /// How many times larger the inputs are for measuring memory.
    pub larger: usize,
    make: fn(usize) -> crate::Result<Inputs>,
}

impl Generator {
    const fn new(
        name: &'static str,
        size: usize,
        make: fn(usize) -> crate::Result<Inputs>,
    ) -> Self {
        Self { name, size, larger: 16, make }
    }

    /// The same generator with larger sizes for memory.
    const fn larger(mut self, times: usize) -> Self {
        self.larger = times;
        self
    }

    /// All generators.
    #[must_use]
    pub fn all() -> Vec<Self> {
        [lists::ALL, directives::ALL, objects::ALL, values::ALL, unions::ALL, imports::ALL].concat()
    }

    /// The inputs of this size: a number of elements, members or bytes, depending on the
    /// generator.
    ///
    /// # Errors
    ///
    /// Errors in the schema that the inputs need; none in fact.
    pub fn make(&self, size: usize) -> crate::Result<Inputs> {
        (self.make)(size)
    }
}
