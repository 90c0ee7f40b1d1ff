//! Compares two schemas, regardless of the names and the order of types. Types may be
//! recursive: a pair of types that is already being compared counts as equivalent.

use core::fmt;
use std::collections::HashSet;

use crate::key::{KeyDefault, ListMapKey};
use crate::model::{FieldRef, Schema, TypeRef};
use crate::type_def::TypeKind;
use crate::union::Union;
use smp_rules::{Base, ListType, MapType, Strategy};

impl Schema {
    /// Whether every patch has the same effect under both schemas: they have the same fields,
    /// types, strategies, keys, list and map types, and unions. Ignores the names of types, the
    /// order of fields, the strategy `replace` on lists and scalars, where it is the default, and
    /// where null is a value, since no patch can set null. An object with the strategy `replace`
    /// counts as atomic, since `OpenAPI` documents state atomic objects that way, though
    /// server-side apply may merge it by its fields. `O(n)` in the pairs of types.
    ///
    /// ```
    /// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder, Strategy};
    /// let schema = |name, strategy| {
    ///     let mut types = SchemaBuilder::new();
    ///     let text = types.scalar();
    ///     let list = types.list(text);
    ///     let field = FieldDef::new(list).strategy(strategy);
    ///     let root = types.object(ObjectDef::new(name).field("args", field));
    ///     types.build(root)
    /// };
    /// let atomic = schema("Container", Strategy::NONE)?;
    /// assert!(atomic.is_equivalent(&schema("Other", Strategy::REPLACE)?));
    /// assert!(!atomic.is_equivalent(&schema("Container", Strategy::MERGE)?));
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn is_equivalent(&self, other: &Self) -> bool {
        self.first_difference(other).is_none()
    }

    /// A description of the first difference between two schemas: the path and both
    /// sides. `None` if they are [equivalent](Self::is_equivalent). `O(n)` in the pairs of
    /// types.
    #[must_use]
    pub fn first_difference(&self, other: &Self) -> Option<String> {
        self.root().first_difference(other.root())
    }
}

impl TypeRef<'_> {
    /// A description of the first difference between two types, as
    /// [`Schema::first_difference`].
    #[must_use]
    pub fn first_difference(self, other: TypeRef<'_>) -> Option<String> {
        let mut seen = HashSet::new();
        let mut places = Places::default();
        let mut open = vec![(None, self, other)];
        while let Some((at, left, right)) = open.pop() {
            if !seen.insert((left.id(), right.id())) {
                continue;
            }
            let difference = |what: String| Some(format!("{}: {what}", places.show(at)));
            match (left.kind(), right.kind()) {
                (TypeKind::Scalar, TypeKind::Scalar) | (TypeKind::Any, TypeKind::Any) => {}
                (TypeKind::List(left), TypeKind::List(right)) => {
                    open.push((places.below(at, Step::Elements), left, right));
                }
                (TypeKind::Map(left), TypeKind::Map(right)) => {
                    open.push((places.below(at, Step::Values), left, right));
                }
                (TypeKind::Object, TypeKind::Object) => {
                    if !same_unions(left.unions(), right.unions()) {
                        let (left, right) = (unions(left.unions()), unions(right.unions()));
                        return difference(format!("unions {left} and {right}"));
                    }
                    if let Some(extra) = right.fields().find(|it| left.field(it.name()).is_none()) {
                        let at = places.below(at, Step::Field(extra.name()));
                        return Some(format!("{}: only in the second", places.show(at)));
                    }
                    for field in left.fields() {
                        let at = places.below(at, Step::Field(field.name()));
                        let Some(other) = right.field(field.name()) else {
                            return Some(format!("{}: only in the first", places.show(at)));
                        };
                        if let Some(what) = field_difference(field, other) {
                            return Some(format!("{}: {what}", places.show(at)));
                        }
                        open.push((at, field.ty(), other.ty()));
                    }
                    match (left.other_members(), right.other_members()) {
                        (Some(left), Some(right)) => {
                            open.push((places.below(at, Step::Field("*")), left, right));
                        }
                        (None, None) => {}
                        _ => {
                            let at = places.show(at);
                            return Some(format!("{at}: one of the objects is open"));
                        }
                    }
                }
                _ => return difference(format!("{left:?} and {right:?}")),
            }
        }
        None
    }
}

/// A step from a type to a type inside of it.
#[derive(Clone, Copy)]
enum Step<'s> {
    Field(&'s str),
    Elements,
    Values,
}

/// A tree of paths. Each entry has its last step and the index of its parent, so that no path is
/// copied until a difference is reported. The root is `None`.
#[derive(Default)]
struct Places<'s>(Vec<(Option<usize>, Step<'s>)>);

impl<'s> Places<'s> {
    fn below(&mut self, at: Option<usize>, step: Step<'s>) -> Option<usize> {
        self.0.push((at, step));
        self.0.len().checked_sub(1)
    }

    fn show(&self, mut at: Option<usize>) -> String {
        let mut steps = Vec::new();
        while let Some((around, step)) = at.and_then(|at| self.0.get(at)) {
            steps.push(*step);
            at = *around;
        }
        let mut text = String::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Elements => text.push_str("[]"),
                Step::Values => text.push_str("[*]"),
                Step::Field(name) => {
                    text.push_str(if text.is_empty() { "" } else { "." });
                    text.push_str(name);
                }
            }
        }
        if text.is_empty() { ".".to_owned() } else { text }
    }
}

fn field_difference(left: FieldRef<'_>, right: FieldRef<'_>) -> Option<String> {
    if effective(left) != effective(right) {
        return Some(format!("strategies `{}` and `{}`", left.strategy(), right.strategy()));
    }
    if left.merge_key() != right.merge_key() {
        let key = |field: FieldRef<'_>| listed(field.merge_key());
        return Some(format!("merge keys {} and {}", key(left), key(right)));
    }
    if left.list_map_keys() != right.list_map_keys() {
        let (left, right) = (map_keys(left.list_map_keys()), map_keys(right.list_map_keys()));
        return Some(format!("list map keys {left} and {right}"));
    }
    if left.list_type() != right.list_type() {
        let (left, right) = (list_type(left.list_type()), list_type(right.list_type()));
        return Some(format!("list types {left} and {right}"));
    }
    let (left, right) = (map_type(left), map_type(right));
    (left != right).then(|| format!("map types `{left}` and `{right}`"))
}

/// The map type of a field; atomic with the strategy `replace`.
fn map_type(field: FieldRef<'_>) -> MapType {
    if effective(field).base() == Base::Replace { MapType::Atomic } else { field.map_type() }
}

/// The text "`a`, `b`", or "none".
fn listed<T: fmt::Display>(words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!("`{word}`")).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

fn map_keys(keys: &[ListMapKey]) -> String {
    listed(keys.iter().map(|key| match key.default() {
        Some(KeyDefault::String(text)) => format!("{}={text:?}", key.name()),
        Some(default) => format!("{}={default}", key.name()),
        None => key.name().to_owned(),
    }))
}

fn list_type(ty: Option<ListType>) -> String {
    listed(ty)
}

fn unions(all: &[Union]) -> String {
    let one = |union: &Union| match union.discriminator() {
        Some(field) => format!("({} by `{field}`)", listed(union.members().map(|it| it.0))),
        None => format!("({})", listed(union.members().map(|it| it.0))),
    };
    let all: Vec<_> = all.iter().map(one).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// Whether two types have the same unions. Compares only what `x-kubernetes-unions` can
/// express: discriminators, members and their values. Ignores `exactly_one`,
/// `allow_inactive_member`, `empty_is_unset`, `unenforced` and `rust_enum`.
fn same_unions(left: &[Union], right: &[Union]) -> bool {
    let has = |all: &[Union], one: &Union| {
        all.iter().any(|other| {
            other.discriminator() == one.discriminator()
                && other.members().count() == one.members().count()
                && other.members().all(|(field, value)| one.value_of(field) == Some(value))
        })
    };
    left.len() == right.len() && left.iter().all(|union| has(right, union))
}

/// The strategy of a field. `replace` on a list or scalar is the same as no strategy, and so is `merge` on an
/// object.
fn effective(field: FieldRef<'_>) -> Strategy {
    let strategy = field.strategy();
    match (field.ty().kind(), strategy.base(), strategy.retain_keys()) {
        (TypeKind::List(_) | TypeKind::Scalar, Base::Replace, false)
        | (TypeKind::Object | TypeKind::Map(_), Base::Merge, false) => Strategy::NONE,
        (TypeKind::Object | TypeKind::Map(_), Base::Merge, true) => Strategy::RETAIN_KEYS,
        _ => strategy,
    }
}
