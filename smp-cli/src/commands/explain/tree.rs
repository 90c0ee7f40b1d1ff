//! The tree of a kind's fields, which `smp explain` shows.

use std::collections::HashMap;

use smp_core::schema::{FieldRef, ListMapKey, TypeId, TypeKind};
use smp_core::{ListType, ScalarType, TypeRef};

use crate::limits::MAX_DEPTH;
use crate::schemas::NamedSchema;

/// A field, or a whole object.
pub(super) struct FieldNode<'s> {
    /// The path from the root of the object; empty for the object itself.
    pub(super) path: Vec<&'s str>,
    pub(super) ty: TypeRef<'s>,
    pub(super) field: Option<FieldRef<'s>>,
    pub(super) layer: &'s str,
    optional_key: bool,
    pub(super) below: Below<'s>,
}

/// The fields below a field.
pub(super) enum Below<'s> {
    /// There are no fields, or they were not asked for.
    Nothing,
    Fields(Vec<FieldNode<'s>>),
    /// The fields are those of the field with this path, which has the same type.
    SameAs(String),
    /// The fields are nested deeper than [`MAX_DEPTH`] levels.
    TooDeep,
}

impl<'s> FieldNode<'s> {
    /// The field at a path with the fields below it: one level of them, or all.
    /// `O(n)` in the types.
    pub(super) fn new(
        named: &'s NamedSchema,
        path: Vec<&'s str>,
        ty: TypeRef<'s>,
        field: Option<FieldRef<'s>>,
        recursive: bool,
    ) -> Self {
        let levels = if recursive { MAX_DEPTH } else { 1 };
        Tree { named, recursive, seen: HashMap::new() }.node(path, ty, field, levels)
    }

    pub(super) fn name(&self) -> &'s str {
        self.path.last().copied().unwrap_or_default()
    }

    /// The paths of the field and of those below it. `O(n)`.
    pub(super) fn paths(&self) -> Vec<&[&'s str]> {
        let mut paths = vec![self.path.as_slice()];
        if let Below::Fields(fields) = &self.below {
            paths.extend(fields.iter().flat_map(Self::paths));
        }
        paths
    }

    pub(super) fn strategy(&self) -> Option<String> {
        let strategy = self.field?.strategy().to_string();
        (!strategy.is_empty()).then_some(strategy)
    }

    pub(super) fn merge_key(&self) -> Option<&'s str> {
        self.field?.merge_key()
    }

    /// Whether the merge key counts only where every element has it.
    pub(super) fn key_is_optional(&self) -> bool {
        self.optional_key
    }

    pub(super) fn list_type(&self) -> Option<&'static str> {
        self.field?.list_type().map(ListType::as_str)
    }

    pub(super) fn list_map_keys(&self) -> &'s [ListMapKey] {
        self.field.map_or(&[], FieldRef::list_map_keys)
    }

    /// The unions of the type, as text: `type: rollingUpdate=RollingUpdate`.
    pub(super) fn unions(&self) -> impl Iterator<Item = String> + use<'s> {
        innermost(self.ty).unions().iter().map(|union| {
            let members = union.members().map(|(field, value)| format!("{field}={value}"));
            let members = members.collect::<Vec<_>>().join(", ");
            match union.discriminator() {
                Some(discriminator) => format!("{discriminator}: {members}"),
                None => members,
            }
        })
    }
}

/// Builds the nodes.
struct Tree<'s> {
    named: &'s NamedSchema,
    recursive: bool,
    /// The path where the fields of each type are. They are listed once, so that a
    /// recursive type ends, and a common type does not fill the screen.
    seen: HashMap<TypeId, String>,
}

impl<'s> Tree<'s> {
    /// A field with this number of levels below it.
    fn node(
        &mut self,
        path: Vec<&'s str>,
        ty: TypeRef<'s>,
        field: Option<FieldRef<'s>>,
        levels: usize,
    ) -> FieldNode<'s> {
        let object = innermost(ty);
        let below = if object.fields().next().is_none() {
            Below::Nothing
        } else if levels == 0 {
            if self.recursive { Below::TooDeep } else { Below::Nothing }
        } else if let Some(place) = self.seen.get(&object.id()) {
            Below::SameAs(place.clone())
        } else {
            self.seen.insert(object.id(), path.join("."));
            let fields = object.fields().map(|field| {
                let path = path.iter().copied().chain([field.name()]).collect();
                self.node(path, field.ty(), Some(field), levels - 1)
            });
            Below::Fields(fields.collect())
        };
        let optional_key = self.named.key_is_optional(&path);
        FieldNode { layer: self.named.layer(&path), path, ty, field, optional_key, below }
    }
}

/// The type that a list or map has inside: of its elements, of the elements of
/// those, and so on. A list that contains nothing but itself is its own innermost
/// type, and has no fields.
pub(super) fn innermost(ty: TypeRef<'_>) -> TypeRef<'_> {
    let mut inside = ty;
    for _ in 0..MAX_DEPTH {
        match inside.kind() {
            TypeKind::List(inner) | TypeKind::Map(inner) => inside = inner,
            _ => return inside,
        }
    }
    ty
}

/// `list of map of string`. What is nested deeper than eight lists and maps is
/// left out.
pub(super) fn describe(ty: TypeRef<'_>) -> String {
    let mut text = String::new();
    let mut around = Vec::new();
    let mut ty = ty;
    loop {
        if around.contains(&ty.id()) {
            return text + "itself";
        }
        if around.len() == 8 {
            return text + "…";
        }
        around.push(ty.id());
        ty = match ty.kind() {
            TypeKind::Scalar => return text + scalar(ty.scalar_type().unwrap_or_default()),
            TypeKind::Object => return text + ty.name().unwrap_or("object"),
            TypeKind::List(element) => {
                text.push_str("list of ");
                element
            }
            TypeKind::Map(value) => {
                text.push_str("map of ");
                value
            }
            TypeKind::Any => return text + "free-form",
        };
    }
}

/// The name of a scalar type. A quantity and an int-or-string are strings or numbers.
fn scalar(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::String => "string",
        ScalarType::Integer | ScalarType::Int32 | ScalarType::Int64 => "integer",
        ScalarType::Number => "number",
        ScalarType::Boolean => "boolean",
        ScalarType::StringOrNumber | ScalarType::IntOrString => "string or number",
        _ => "scalar",
    }
}

/// The keys in words: `containerPort, protocol (default TCP)`.
pub(super) fn describe_keys(keys: &[ListMapKey]) -> String {
    let keys = keys.iter().map(|key| match key.default() {
        Some(default) => format!("{} (default {default})", key.name()),
        None => key.name().to_owned(),
    });
    keys.collect::<Vec<_>>().join(", ")
}
