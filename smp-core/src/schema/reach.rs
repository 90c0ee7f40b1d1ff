//! From which types a union can be reached: so that the engine looks into a
//! document for unions only where there can be some.

use super::builder::TypeDef;

/// What lies in a type or below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Reach {
    /// Any union.
    pub(crate) union: bool,
    /// The union of a Rust enum.
    pub(crate) rust_enum: bool,
}

impl Reach {
    fn or(self, other: Self) -> Self {
        Self { union: self.union || other.union, rust_enum: self.rust_enum || other.rust_enum }
    }
}

/// For each type, by its number. `O(n)` in types and fields: types may be
/// recursive, so what is known is carried from each type to those that use it.
pub(super) fn reach(types: &[TypeDef]) -> Vec<Reach> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
    let mut reach = vec![Reach::default(); types.len()];
    for (at, def) in types.iter().enumerate() {
        let mut use_of = |id: super::TypeId| {
            if let Some(users) = users.get_mut(id.0 as usize) {
                users.push(at);
            }
        };
        match def {
            TypeDef::Scalar | TypeDef::Any => {}
            TypeDef::List(below) | TypeDef::Map(below) => use_of(*below),
            TypeDef::Object(object) => {
                object.fields.values().for_each(|field| use_of(field.ty));
                object.others.into_iter().for_each(&mut use_of);
                if let Some(own) = reach.get_mut(at) {
                    own.union = !object.unions.is_empty();
                    own.rust_enum = object.unions.iter().any(super::Union::is_rust_enum);
                }
            }
        }
    }
    let mut open: Vec<usize> = (0..types.len()).collect();
    // A type comes back here at most twice: its two flags only rise.
    while let Some(at) = open.pop() {
        let known = reach.get(at).copied().unwrap_or_default();
        for &user in users.get(at).into_iter().flatten() {
            if let Some(theirs) = reach.get_mut(user) {
                let more = theirs.or(known);
                if more != *theirs {
                    *theirs = more;
                    open.push(user);
                }
            }
        }
    }
    reach
}
