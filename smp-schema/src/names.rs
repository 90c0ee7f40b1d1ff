//! Follows aliases to the definition of a type, and looks up the keys of lists among the
//! fields of the element type.

use std::collections::{HashMap, HashSet};

use smp_rules::UnionField;

use crate::definition::{Member, ObjectDef};
use crate::slots::{Slot, Slots};
use crate::type_def::TypeDef;
use crate::type_def::TypeId;

/// Why a type has no definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unresolved {
    /// It was declared, and never defined.
    Undefined,
    /// It is an alias of itself.
    Circular,
    /// It is a type of another builder.
    Foreign,
}

/// The definition of a type and its id, after following aliases.
pub(crate) fn resolve(
    types: &Slots,
    mut id: TypeId,
) -> Result<(TypeId, TypeDef<&ObjectDef>), Unresolved> {
    for _ in 0..=types.len() {
        match types.get(id) {
            None => return Err(Unresolved::Foreign),
            Some(Slot::Declared) => return Err(Unresolved::Undefined),
            Some(Slot::Alias(other) | Slot::Nullable(other)) => id = *other,
            Some(Slot::Defined(def)) => return Ok((id, def.as_ref())),
        }
    }
    Err(Unresolved::Circular)
}

/// Whether null is a value of a type. `O(1)` for each alias.
pub(crate) fn is_nullable(types: &Slots, mut id: TypeId) -> bool {
    for _ in 0..=types.len() {
        match types.get(id) {
            Some(Slot::Nullable(_)) => return true,
            Some(Slot::Alias(other)) => id = *other,
            Some(Slot::Declared | Slot::Defined(_)) | None => return false,
        }
    }
    false
}

/// The fields of an object type, including those of flattened types.
#[derive(Default)]
pub(crate) struct ObjectFields<'b> {
    fields: HashMap<&'b str, KeyField>,
    /// The fields that are part of a union.
    of_unions: HashMap<&'b str, UnionField>,
    /// Whether the object may have other members (it flattens a map or free-form type).
    open: bool,
}

/// The member of the element type that a key names.
#[derive(Clone, Copy)]
pub(crate) enum KeyField {
    /// A scalar field.
    Scalar,
    /// Possibly a scalar: a free-form field, or an object that may have other members.
    Open,
    /// A field of a union.
    OfUnion(UnionField),
    /// A field of another type.
    Other,
    /// Not a field.
    Absent,
}

impl<'b> ObjectFields<'b> {
    /// Collects the fields. `O(n)`; each flattened type is read once.
    pub(crate) fn of(object: &'b ObjectDef, types: &'b Slots) -> Self {
        let mut names = Self::default();
        let mut seen = HashSet::from([core::ptr::from_ref(object)]);
        names.add_unions(object);
        // A stack of nested flattened objects, each with its remaining members.
        let mut open = vec![object.members.iter()];
        while let Some(members) = open.last_mut() {
            match members.next() {
                None => drop(open.pop()),
                Some(Member::Field(name, def)) => {
                    let found = match resolve(types, def.ty) {
                        Ok((_, TypeDef::Scalar(_))) => KeyField::Scalar,
                        Ok((_, TypeDef::Any(_))) => KeyField::Open,
                        _ => KeyField::Other,
                    };
                    names.fields.entry(name).or_insert(found);
                }
                Some(Member::Flattened(id) | Member::FlattenedOptional(id)) => {
                    match resolve(types, *id) {
                        Ok((_, TypeDef::Object(inner))) if seen.insert(inner) => {
                            names.add_unions(inner);
                            open.push(inner.members.iter());
                        }
                        Ok((_, TypeDef::Object(_))) => {}
                        _ => names.open = true,
                    }
                }
            }
        }
        names
    }

    fn add_unions(&mut self, object: &'b ObjectDef) {
        for union in &object.unions {
            let member = UnionField::Member { required: false };
            self.of_unions.extend(union.members.iter().map(|(name, _)| (name.as_str(), member)));
            let discriminator = UnionField::Discriminator { string: None };
            self.of_unions.extend(union.discriminator.iter().map(|name| (&**name, discriminator)));
        }
    }

    pub(crate) fn find(&self, name: &str) -> KeyField {
        if let Some(field) = self.of_unions.get(name) {
            return KeyField::OfUnion(*field);
        }
        let absent = if self.open { KeyField::Open } else { KeyField::Absent };
        self.fields.get(name).copied().unwrap_or(absent)
    }
}
