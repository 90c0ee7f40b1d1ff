//! [`TypePath`]: makes names for types without a name.

use core::fmt;

use smp_schema::__support::shortened;

/// The path from a named type to a value in it. It names the value's type if that type has no name.
#[derive(Clone, Copy)]
pub(crate) struct TypePath<'p> {
    parent: Option<&'p TypePath<'p>>,
    step: &'p str,
}

impl<'p> TypePath<'p> {
    /// A named type.
    pub(crate) fn root(name: &'p str) -> Self {
        Self { parent: None, step: name }
    }

    /// The path to a field of this value.
    pub(super) fn field<'a>(&'a self, name: &'a str) -> TypePath<'a> {
        TypePath { parent: Some(self), step: name }
    }
}

/// Writes `CronTab.spec.template`; steps into lists and maps are not shown. The names of inner types
/// contain this name, so long names are shortened, as in paths.
impl fmt::Display for TypePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parent {
            None => f.write_str(self.step),
            Some(parent) => {
                parent.above(f)?;
                f.write_str(&shortened(self.step))
            }
        }
    }
}

impl TypePath<'_> {
    fn above(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.above(f)?;
        }
        write!(f, "{}.", shortened(self.step))
    }
}
