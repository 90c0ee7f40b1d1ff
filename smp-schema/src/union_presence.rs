//! Which types have a union, or reach one. The engine looks for unions only in
//! parts of a document whose type can have some.

use crate::type_def::TypeDef;
use crate::type_def::{ObjectType, TypeId};

/// Which unions a type has or reaches through its fields.
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
    /// Any union.
    pub any: bool,
    /// The union of a Rust enum.
    pub rust_enum: bool,
}

impl UnionPresence {
    fn or(self, other: Self) -> Self {
        Self { any: self.any || other.any, rust_enum: self.rust_enum || other.rust_enum }
    }
}

/// For each type, by its number. `O(n)` in types and fields: types may be
/// recursive, so what is known is carried from each type to those that use it.
pub(crate) fn union_presence(types: &[TypeDef<ObjectType>]) -> Vec<UnionPresence> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
    let mut reach = vec![UnionPresence::default(); types.len()];
    for (at, def) in types.iter().enumerate() {
        let mut use_of = |id: TypeId| {
            if let Some(users) = users.get_mut(id.index()) {
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
                    own.any = !object.unions.is_empty();
                    own.rust_enum = object.unions.iter().any(crate::Union::is_rust_enum);
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
