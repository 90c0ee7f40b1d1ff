//! Computes for each type whether a value of it can contain unions. The engine searches
//! for unions only in such values.

use crate::type_def::TypeDef;
use crate::type_def::{ObjectType, TypeId};

/// Which unions a type has, by itself or in the types of values inside it.
///
/// ```
/// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder, UnionDef};
/// let mut types = SchemaBuilder::new();
/// let text = types.scalar();
/// let source = ObjectDef::new("Source").field("path", FieldDef::new(text));
/// let source = types.object(source.union(UnionDef::new().members(["path"])));
/// let volume = types.object(ObjectDef::new("Volume").field("source", FieldDef::new(source)));
/// let schema = types.build(volume)?;
/// assert!(schema.root().union_presence().any);
/// assert!(!schema.root().union_presence().rust_enum);
/// # Ok::<(), smp_schema::SchemaError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct UnionPresence {
    /// Whether there is any union.
    pub any: bool,
    /// Whether there is a union of a Rust enum.
    pub rust_enum: bool,
}

impl UnionPresence {
    fn or(self, other: Self) -> Self {
        Self { any: self.any || other.any, rust_enum: self.rust_enum || other.rust_enum }
    }
}

/// The presence for each type, by index. `O(n)` in types and fields. Types may be
/// recursive, so the flags are propagated from each type to the types that use it.
pub(crate) fn union_presence(types: &[TypeDef<ObjectType>]) -> Vec<UnionPresence> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
    let mut presence = vec![UnionPresence::default(); types.len()];
    for (at, def) in types.iter().enumerate() {
        let mut use_of = |id: TypeId| {
            if let Some(users) = users.get_mut(id.index()) {
                users.push(at);
            }
        };
        match def {
            TypeDef::Scalar(_) | TypeDef::Any => {}
            TypeDef::List(below) | TypeDef::Map(below) => use_of(*below),
            TypeDef::Object(object) => {
                object.fields.iter().for_each(|(_, field)| use_of(field.ty));
                object.others.into_iter().for_each(&mut use_of);
                if let Some(own) = presence.get_mut(at) {
                    own.any = !object.unions.is_empty();
                    own.rust_enum = object.unions.iter().any(crate::Union::is_rust_enum);
                }
            }
        }
    }
    let mut open: Vec<usize> = (0..types.len()).collect();
    // Ends: a type is added again only when one of its two flags becomes true.
    while let Some(at) = open.pop() {
        let known = presence.get(at).copied().unwrap_or_default();
        for &user in users.get(at).into_iter().flatten() {
            if let Some(theirs) = presence.get_mut(user) {
                let more = theirs.or(known);
                if more != *theirs {
                    *theirs = more;
                    open.push(user);
                }
            }
        }
    }
    presence
}
