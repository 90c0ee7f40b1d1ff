//! The types of a builder: what is known of each, by its id.

use crate::definition::ObjectDef;
use crate::type_def::{TypeDef, TypeId};

/// What a builder knows of a type.
#[derive(Debug)]
pub(crate) enum Slot {
    Declared,
    /// The type of this slot is that of another.
    Alias(TypeId),
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

    /// The id of the slot at this place.
    pub(crate) fn id(&self, at: usize) -> TypeId {
        // 2^32 types would not fit into memory.
        TypeId { index: u32::try_from(at).unwrap_or(u32::MAX), builder: self.builder }
    }

    /// The slot of a type; `None` for a type of another builder.
    pub(crate) fn get(&self, id: TypeId) -> Option<&Slot> {
        if id.builder == self.builder { self.slots.get(id.index()) } else { None }
    }

    /// The slot of a type, to be changed; `None` for a type of another builder.
    pub(crate) fn get_mut(&mut self, id: TypeId) -> Option<&mut Slot> {
        if id.builder == self.builder { self.slots.get_mut(id.index()) } else { None }
    }

    pub(crate) fn push(&mut self, slot: Slot) -> TypeId {
        let id = self.id(self.slots.len());
        self.slots.push(slot);
        id
    }
}
