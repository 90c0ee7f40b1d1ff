//! Computes for each type whether a value of it can contain unions, or nulls that are values. The
//! engine searches for them only in such values.

use crate::type_def::{AnyNulls, ObjectType, TypeDef, TypeId};

/// The sorts of unions that a type has, by itself or in the types of values inside it.
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
    /// Whether the type has any union.
    pub any: bool,
    /// Whether the type has a union of a Rust enum.
    pub rust_enum: bool,
    /// Whether the type has something to validate: any union, or one that is only validated.
    pub validated: bool,
}

/// The features that a type has, by itself or in the types of values inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Presence {
    pub(crate) unions: UnionPresence,
    /// Whether null is a value of the type or of a type inside it.
    pub(crate) nulls: bool,
}

impl Presence {
    fn or(self, other: Self) -> Self {
        let unions = UnionPresence {
            any: self.unions.any || other.unions.any,
            rust_enum: self.unions.rust_enum || other.unions.rust_enum,
            validated: self.unions.validated || other.unions.validated,
        };
        Self { unions, nulls: self.nulls || other.nulls }
    }
}

/// The presence for each type, by index. `nullable` says for each type whether null is one of its
/// values; it may be shorter. `O(n)` in types and fields. Types may be recursive, so the flags are
/// propagated from each type to the types that use it.
pub(crate) fn presence(types: &[TypeDef<ObjectType>], nullable: &[bool]) -> Vec<Presence> {
    let nullable = nullable.iter().copied().chain(core::iter::repeat(false));
    let own = types.iter().zip(nullable).map(|(def, nullable)| own_presence(def, nullable));
    let mut presence: Vec<_> = own.collect();
    let users = Users::of(types);
    let has_any = |(at, own): (usize, &Presence)| (*own != Presence::default()).then_some(at);
    let mut open: Vec<usize> = presence.iter().enumerate().filter_map(has_any).collect();
    // Ends: a type is added again only when one of its flags becomes true.
    while let Some(at) = open.pop() {
        let known = presence.get(at).copied().unwrap_or_default();
        for user in users.of_type(at) {
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

/// The features that a type has by itself.
fn own_presence(def: &TypeDef<ObjectType>, nullable: bool) -> Presence {
    let unions = match def {
        TypeDef::Object(object) => UnionPresence {
            any: !object.unions.is_empty(),
            rust_enum: object.unions.iter().any(crate::Union::is_rust_enum),
            validated: !(object.unions.is_empty() && object.validated.is_empty()),
        },
        _ => UnionPresence::default(),
    };
    Presence { unions, nulls: nullable || matches!(def, TypeDef::Any(AnyNulls::Values)) }
}

/// For each type, the types that use it.
struct Users {
    /// The number of the last use of each type, counted from 1; 0 for none.
    last: Vec<usize>,
    /// The user, and the number of the use of the same type before it.
    uses: Vec<(usize, usize)>,
}

impl Users {
    fn of(types: &[TypeDef<ObjectType>]) -> Self {
        let mut users = Self { last: vec![0; types.len()], uses: Vec::new() };
        for (at, def) in types.iter().enumerate() {
            match def {
                TypeDef::Scalar(_) | TypeDef::Any(_) => {}
                TypeDef::List(below) | TypeDef::Map(below) => users.add(at, *below),
                TypeDef::Object(object) => {
                    object.fields.iter().for_each(|(_, field)| users.add(at, field.ty));
                    object.others.into_iter().for_each(|others| users.add(at, others));
                }
            }
        }
        users
    }

    fn add(&mut self, user: usize, id: TypeId) {
        if let Some(last) = self.last.get_mut(id.index()) {
            self.uses.push((user, *last));
            *last = self.uses.len();
        }
    }

    fn of_type(&self, at: usize) -> impl Iterator<Item = usize> {
        let mut number = self.last.get(at).copied().unwrap_or_default();
        core::iter::from_fn(move || {
            let (user, before) = *self.uses.get(number.checked_sub(1)?)?;
            number = before;
            Some(user)
        })
    }
}
