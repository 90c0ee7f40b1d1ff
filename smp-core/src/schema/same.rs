//! Whether two schemas say the same, however their types are called and
//! ordered. Types may be recursive: what is being compared counts as the same.

use std::collections::HashSet;

use super::{Base, FieldRef, Schema, Strategy, TypeKind, TypeRef, Union};

impl Schema {
    /// Whether a patch means the same under both: the same fields, types,
    /// strategies, keys and unions. Names of types and the order of fields don't count,
    /// nor does a `replace` on what is replaced anyway. `O(n)` in the pairs of
    /// types.
    ///
    /// ```
    /// use smp_core::{FieldDef, ObjectDef, SchemaBuilder, Strategy};
    /// let schema = |name, strategy| {
    ///     let mut types = SchemaBuilder::new();
    ///     let text = types.scalar();
    ///     let list = types.list(text);
    ///     let field = FieldDef::new(list).strategy(strategy);
    ///     let root = types.object(ObjectDef::new(name).field("args", field));
    ///     types.build(root)
    /// };
    /// let atomic = schema("Container", Strategy::NONE)?;
    /// assert!(atomic.same_as(&schema("Other", Strategy::REPLACE)?));
    /// assert!(!atomic.same_as(&schema("Container", Strategy::MERGE)?));
    /// # Ok::<(), smp_core::SchemaError>(())
    /// ```
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        self.difference(other).is_none()
    }

    /// Where and how two schemas differ first, in words; `None` if they are
    /// [the same](Self::same_as). `O(n)` in the pairs of types.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        self.root().difference(other.root())
    }
}

impl TypeRef<'_> {
    /// Where and how two types differ first, as [`Schema::difference`] has it.
    #[must_use]
    pub fn difference(self, other: TypeRef<'_>) -> Option<String> {
        let mut seen = HashSet::new();
        let mut open = vec![(String::new(), self, other)];
        while let Some((path, left, right)) = open.pop() {
            if !seen.insert((left.id, right.id)) {
                continue;
            }
            let at = if path.is_empty() { "." } else { &path };
            match (left.kind(), right.kind()) {
                (TypeKind::Scalar, TypeKind::Scalar) | (TypeKind::Any, TypeKind::Any) => {}
                (TypeKind::List(left), TypeKind::List(right)) => {
                    open.push((format!("{path}[]"), left, right));
                }
                (TypeKind::Map(left), TypeKind::Map(right)) => {
                    open.push((format!("{path}[*]"), left, right));
                }
                (TypeKind::Object, TypeKind::Object) => {
                    let inner = |name: &str| match path.as_str() {
                        "" => name.to_owned(),
                        path => format!("{path}.{name}"),
                    };
                    if let Some(extra) = right.fields().find(|it| left.field(it.name()).is_none()) {
                        return Some(format!("{}: only in the second", inner(extra.name())));
                    }
                    for field in left.fields() {
                        let at = inner(field.name());
                        let Some(other) = right.field(field.name()) else {
                            return Some(format!("{at}: only in the first"));
                        };
                        if let Some(difference) = field_difference(field, other) {
                            return Some(format!("{at}: {difference}"));
                        }
                        open.push((at, field.ty(), other.ty()));
                    }
                    if !same_unions(left.unions(), right.unions()) {
                        let unions = (left.unions(), right.unions());
                        return Some(format!("{at}: unions {:?} and {:?}", unions.0, unions.1));
                    }
                    match (left.other_members(), right.other_members()) {
                        (Some(left), Some(right)) => open.push((inner("*"), left, right)),
                        (None, None) => {}
                        _ => return Some(format!("{at}: one of the objects is open")),
                    }
                }
                _ => return Some(format!("{at}: {left:?} and {right:?}")),
            }
        }
        None
    }
}

fn field_difference(left: FieldRef<'_>, right: FieldRef<'_>) -> Option<String> {
    if effective(left) != effective(right) {
        return Some(format!("strategies `{}` and `{}`", left.strategy(), right.strategy()));
    }
    if left.merge_key() != right.merge_key() {
        return Some(format!("merge keys {:?} and {:?}", left.merge_key(), right.merge_key()));
    }
    if left.list_map_keys() != right.list_map_keys() {
        let keys = (left.list_map_keys(), right.list_map_keys());
        return Some(format!("list map keys {:?} and {:?}", keys.0, keys.1));
    }
    (left.list_type() != right.list_type())
        .then(|| format!("list types {:?} and {:?}", left.list_type(), right.list_type()))
}

/// What `x-kubernetes-unions` has no words for doesn't count: what only
/// validates, what may stand idle or empty, what is of Rust alone.
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

/// Lists and scalars without a strategy are replaced.
fn effective(field: FieldRef<'_>) -> Strategy {
    let strategy = field.strategy();
    let replaced = matches!(field.ty().kind(), TypeKind::List(_) | TypeKind::Scalar);
    if replaced && strategy.base() == Base::Replace && !strategy.retain_keys() {
        Strategy::NONE
    } else {
        strategy
    }
}
