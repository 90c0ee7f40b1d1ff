//! What the slots of a builder are behind their aliases, and which names an
//! object type has: for the keys of lists.

use std::collections::{HashMap, HashSet};

use super::TypeId;
use super::builder::{Simple, Slot};
use super::definition::{Member, ObjectDef};

/// A slot after its aliases: what a field's type really is.
#[derive(Clone, Copy)]
pub(super) enum Resolved<'b> {
    Simple(Simple),
    Object(&'b ObjectDef),
}

/// Follows aliases. `None` for a type without a definition, or an alias of
/// itself.
pub(super) fn resolve(slots: &[Slot], mut id: TypeId) -> Option<Resolved<'_>> {
    for _ in 0..=slots.len() {
        match slots.get(id.0 as usize)? {
            Slot::Declared => return None,
            Slot::Alias(other) => id = *other,
            Slot::Simple(simple) => return Some(Resolved::Simple(*simple)),
            Slot::Object(object) => return Some(Resolved::Object(object)),
        }
    }
    None
}

/// The names of an object type, those of flattened types included.
#[derive(Default)]
pub(super) struct Names<'b> {
    fields: HashMap<&'b str, Found>,
    /// Whether there may be others.
    open: bool,
}

/// What a key's name leads to in the type of the elements.
#[derive(Clone, Copy)]
pub(super) enum Found {
    Scalar,
    /// Free-form: the name may well be there.
    Open,
    Other,
    Nothing,
}

impl<'b> Names<'b> {
    /// `O(n)` in the fields; each flattened type is looked at once.
    pub(super) fn of(object: &'b ObjectDef, slots: &'b [Slot]) -> Self {
        let mut names = Self::default();
        let mut seen = HashSet::from([core::ptr::from_ref(object)]);
        // Objects that are flattened into each other, each where it goes on.
        let mut open = vec![object.members.iter()];
        while let Some(members) = open.last_mut() {
            match members.next() {
                None => drop(open.pop()),
                Some(Member::Field(name, def)) => {
                    let found = match resolve(slots, def.ty) {
                        Some(Resolved::Simple(Simple::Scalar)) => Found::Scalar,
                        Some(Resolved::Simple(Simple::Any)) => Found::Open,
                        _ => Found::Other,
                    };
                    names.fields.entry(name).or_insert(found);
                }
                Some(Member::Flattened(id) | Member::FlattenedOptional(id)) => {
                    match resolve(slots, *id) {
                        Some(Resolved::Object(inner)) if seen.insert(inner) => {
                            open.push(inner.members.iter());
                        }
                        Some(Resolved::Object(_)) => {}
                        _ => names.open = true,
                    }
                }
            }
        }
        names
    }

    pub(super) fn find(&self, name: &str) -> Found {
        let absent = if self.open { Found::Open } else { Found::Nothing };
        self.fields.get(name).copied().unwrap_or(absent)
    }
}
