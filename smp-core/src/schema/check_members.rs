//! The members of an object that is being checked, by name.

use std::collections::HashMap;

use super::TypeId;
use super::definition::{FieldDef, Member, ObjectDef};

/// Fields, and the types that are flattened between them, with their places.
pub(super) struct Members<'b> {
    pub(super) fields: HashMap<&'b str, (usize, &'b FieldDef)>,
    pub(super) flattened: Vec<(usize, TypeId)>,
}

impl<'b> Members<'b> {
    /// Of two fields of one name, the first.
    pub(super) fn of(object: &'b ObjectDef) -> Self {
        let mut members = Self { fields: HashMap::new(), flattened: Vec::new() };
        for (at, member) in object.members.iter().enumerate() {
            match member {
                Member::Field(name, def) => {
                    members.fields.entry(name).or_insert((at, def));
                }
                Member::Flattened(id) | Member::FlattenedOptional(id) => {
                    members.flattened.push((at, *id));
                }
            }
        }
        members
    }
}
