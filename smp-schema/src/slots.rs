//! The types of a builder, by id.

use crate::definition::ObjectDef;
use crate::type_def::{TypeDef, TypeId};

/// The state of a type in a builder.
#[derive(Debug)]
pub(crate) enum Slot {
    Declared,
    /// Another name for the type with this id.
    Alias(TypeId),
    /// The type with this id, with null as an additional value.
    Nullable(TypeId),
    Defined(TypeDef<ObjectDef>),
}

/// The types of one builder.
#[derive(Debug)]
pub(crate) struct Slots {
    /// Distinguishes the ids of this builder from those of others.
    builder: u32,
    slots: Vec<Slot>,
}

impl Slots {
    pub(crate) fn new(builder: u32) -> Self {
        Self { builder, slots: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(crate) fn into_iter(self) -> impl Iterator<Item = Slot> {
        self.slots.into_iter()
    }

    /// The id of the slot at this index.
    pub(crate) fn id(&self, at: usize) -> TypeId {
        // The limit is never reached: 2^32 types would not fit into memory.
        TypeId { index: u32::try_from(at).unwrap_or(u32::MAX), builder: self.builder }
    }

    /// The slot of a type; `None` for a type of another builder.
    pub(crate) fn get(&self, id: TypeId) -> Option<&Slot> {
        if id.builder == self.builder { self.slots.get(id.index()) } else { None }
    }

    /// The slot of a type, mutable; `None` for a type of another builder.
    pub(crate) fn get_mut(&mut self, id: TypeId) -> Option<&mut Slot> {
        if id.builder == self.builder { self.slots.get_mut(id.index()) } else { None }
    }

    pub(crate) fn push(&mut self, slot: Slot) -> TypeId {
        let id = self.id(self.slots.len());
        self.slots.push(slot);
        id
    }
}
