//! Inputs that are made to be expensive, and the operations that they are given
//! to, for `cargo xtask cost`: so large that more than `n log n` would show.
//!
//! A [`Generator`] makes the inputs of one kind for a size; [`Inputs::operations`]
//! says what is done with them. What is refused must be refused in time, too, so
//! an [`Outcome`] is either. What the command is given instead is a [`Run`].

mod directives;
mod import;
mod imports;
mod inputs;
mod lists;
mod objects;
mod repeated;
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
    /// What the tables call it.
    pub name: &'static str,
    /// The size to begin with where instructions are counted.
    pub size: usize,
    /// How many times larger the inputs are where memory is measured.
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

    /// The same with other sizes for memory.
    const fn larger(mut self, times: usize) -> Self {
        self.larger = times;
        self
    }

    /// All generators.
    #[must_use]
    pub fn all() -> Vec<Self> {
        [
            lists::ALL,
            repeated::ALL,
            directives::ALL,
            objects::ALL,
            values::ALL,
            unions::ALL,
            imports::ALL,
        ]
        .concat()
    }

    /// The inputs of this size: a number of elements, members or bytes, as the
    /// generator has it.
    ///
    /// # Errors
    ///
    /// Those of the schema that the inputs need; none in fact.
    pub fn make(&self, size: usize) -> crate::Result<Inputs> {
        (self.make)(size)
    }
}
