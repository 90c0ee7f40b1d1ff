//! The one way to make a [`Schema`], and the place where it is checked.

use core::any::TypeId as RustType;
use std::collections::HashMap;

use super::reach::reach;
use super::{ObjectDef, ObjectType, Schema, SchemaError, Type, TypeId, check};
use crate::limits::Limits;

/// Collects types, then checks them all at once in [`build`](Self::build).
///
/// Types may refer to each other in any order and to themselves: declare the
/// name first, define it later.
///
/// ```
/// use smp_core::{FieldDef, ObjectDef, SchemaBuilder, Strategy};
/// let mut types = SchemaBuilder::new();
/// let tree = types.declare();
/// let (text, children) = (types.scalar(), types.list(tree));
/// types.define(
///     tree,
///     ObjectDef::new("Tree").field("name", FieldDef::new(text)).field(
///         "children",
///         FieldDef::new(children).strategy(Strategy::MERGE).merge_key("name"),
///     ),
/// );
/// let schema = types.build(tree)?;
/// # Ok::<(), smp_core::SchemaError>(())
/// ```
#[derive(Debug, Default)]
pub struct SchemaBuilder {
    pub(super) slots: Vec<Slot>,
    /// Simple types are kept once each.
    interned: HashMap<Simple, TypeId>,
    rust_types: HashMap<RustType, TypeId>,
    pub(super) limits: Limits,
}

#[derive(Debug)]
pub(super) enum Slot {
    Declared,
    /// The type of this slot is that of another.
    Alias(TypeId),
    Simple(Simple),
    Object(ObjectDef),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Simple {
    Scalar,
    Any,
    List(TypeId),
    Map(TypeId),
}

/// A type of a finished schema.
#[derive(Debug, Clone)]
pub(crate) enum TypeDef {
    Scalar,
    Any,
    Object(ObjectType),
    List(TypeId),
    Map(TypeId),
}

impl SchemaBuilder {
    /// An empty collection. `O(1)`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With other limits than the default, of which
    /// [`max_errors`](Limits::max_errors) holds for [`build`](Self::build).
    /// `O(1)`.
    ///
    /// ```
    /// use smp_core::{Limits, SchemaBuilder};
    /// let mut types = SchemaBuilder::new().limits(Limits::default().max_errors(1));
    /// let (first, _) = (types.declare(), types.declare());
    /// let error = types.build(first).unwrap_err();
    /// assert_eq!(
    ///     error.mistakes(),
    ///     [
    ///         "type 0 is declared and never defined",
    ///         "and 1 more; to see more than 1, raise `Limits::max_errors`",
    ///     ],
    /// );
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The type of strings, numbers and booleans. `O(1)`.
    pub fn scalar(&mut self) -> TypeId {
        self.intern(Simple::Scalar)
    }

    /// The type of free-form JSON. `O(1)`.
    pub fn any(&mut self) -> TypeId {
        self.intern(Simple::Any)
    }

    /// The type of lists of `element`. `O(1)`.
    pub fn list(&mut self, element: TypeId) -> TypeId {
        self.intern(Simple::List(element))
    }

    /// The type of objects whose members are data of type `value`. `O(1)`.
    pub fn map(&mut self, value: TypeId) -> TypeId {
        self.intern(Simple::Map(value))
    }

    /// A type to be defined later. `O(1)`.
    pub fn declare(&mut self) -> TypeId {
        self.push(Slot::Declared)
    }

    /// Defines a declared type as an object. The last definition holds. `O(1)`.
    pub fn define(&mut self, id: TypeId, object: ObjectDef) {
        if let Some(slot) = self.slots.get_mut(id.0 as usize) {
            *slot = Slot::Object(object);
        }
    }

    /// Defines a declared type as another name for `other`. `O(1)`.
    pub fn define_alias(&mut self, id: TypeId, other: TypeId) {
        if let Some(slot) = self.slots.get_mut(id.0 as usize) {
            *slot = Slot::Alias(other);
        }
    }

    /// An object type. `O(1)`.
    pub fn object(&mut self, object: ObjectDef) -> TypeId {
        self.push(Slot::Object(object))
    }

    /// The type of this Rust type, which `define` defines if it isn't there yet.
    pub(super) fn once(&mut self, key: RustType, define: impl FnOnce(&mut Self, TypeId)) -> TypeId {
        if let Some(&id) = self.rust_types.get(&key) {
            return id;
        }
        let id = self.declare();
        self.rust_types.insert(key, id);
        define(self, id);
        id
    }

    fn intern(&mut self, simple: Simple) -> TypeId {
        if let Some(&id) = self.interned.get(&simple) {
            return id;
        }
        let id = self.push(Slot::Simple(simple));
        self.interned.insert(simple, id);
        id
    }

    fn push(&mut self, slot: Slot) -> TypeId {
        // 2^32 types would not fit into memory.
        let id = TypeId(u32::try_from(self.slots.len()).unwrap_or(u32::MAX));
        self.slots.push(slot);
        id
    }

    /// Checks everything and makes the schema whose documents are of type
    /// `root`. `O(n)` in the number of types and fields.
    ///
    /// # Errors
    ///
    /// All that is wrong, at once, within [`Limits::max_errors`]: a type declared and never defined; a field
    /// named twice; a strategy or key on a type that can't have it; a merge
    /// key that the elements lack; types that flatten each other in a circle; a
    /// union without members, with one that is no field, with a discriminator
    /// that is no scalar field, with two members of one value, or with a field
    /// of another union.
    pub fn build(self, root: TypeId) -> Result<Schema, SchemaError> {
        let types = check::check(self)?;
        let reach = reach(&types);
        let types = types.into_iter().zip(reach).map(|(def, reach)| Type { def, reach });
        Ok(Schema { types: types.collect(), root })
    }
}
