//! The tree of a kind's fields, which `smp explain` shows as a table or as JSON.

use std::collections::{BTreeMap, HashMap};

use serde::{Serialize, Serializer};
use smp_core::schema::{FieldRef, TypeId};
use smp_core::{ListType, TypeRef};
use smp_openapi::LayeredSchema;

use crate::schemas::Descriptions;

/// A field, or a whole object.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FieldNode<'s> {
    /// The names from the root of the object to the field; empty for the object itself.
    #[serde(skip)]
    pub(super) steps: Vec<&'s str>,
    pub(super) path: String,
    #[serde(rename = "type")]
    pub(super) ty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<&'s str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) strategy: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) merge_key: Option<&'s str>,
    /// Whether the merge key is used only if every element has a different one.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub(super) merge_key_optional: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) list_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) list_map_keys: Vec<MapKey<'s>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) unions: Vec<UnionMembers<'s>>,
    pub(super) layer: &'s str,
    /// The path of a field of the same type, where the fields are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fields_as: Option<String>,
    /// Whether the fields are nested deeper than [`MAX_DEPTH`](crate::limits::MAX_DEPTH) levels, and so not listed.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub(super) fields_too_deep: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) fields: Vec<FieldNode<'s>>,
}

#[derive(Serialize)]
pub(super) struct MapKey<'s> {
    pub(super) name: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) default: Option<String>,
}

#[derive(Serialize)]
pub(super) struct UnionMembers<'s> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) discriminator: Option<&'s str>,
    /// The fields, each with the value of the discriminator that selects it.
    #[serde(serialize_with = "by_name")]
    pub(super) members: Vec<(&'s str, &'s str)>,
}

fn by_name<S: Serializer>(members: &[(&str, &str)], serializer: S) -> Result<S::Ok, S::Error> {
    members.iter().copied().collect::<BTreeMap<_, _>>().serialize(serializer)
}

impl<'s> FieldNode<'s> {
    pub(super) fn name(&self) -> &'s str {
        self.steps.last().copied().unwrap_or_default()
    }

    /// The field and those below it, on all levels. `O(n)`.
    pub(super) fn all(&self) -> Vec<&Self> {
        let below = self.fields.iter().flat_map(Self::all);
        [self].into_iter().chain(below).collect()
    }
}

/// Builds the nodes.
pub(super) struct Tree<'s> {
    pub(super) named: &'s LayeredSchema,
    pub(super) descriptions: Option<&'s Descriptions>,
    pub(super) recursive: bool,
    /// The path where the fields of each type are listed. They are listed only once, so that a
    /// recursive type ends, and a common type does not fill the screen.
    pub(super) seen: HashMap<TypeId, String>,
}

impl<'s> Tree<'s> {
    /// A field, or the object itself, with this number of levels below it. `O(n)` in the types.
    pub(super) fn node(
        &mut self,
        steps: Vec<&'s str>,
        ty: TypeRef<'s>,
        field: Option<FieldRef<'s>>,
        levels: usize,
    ) -> FieldNode<'s> {
        let (object, path) = (ty.innermost(), steps.join("."));
        let (mut fields, mut fields_as, mut fields_too_deep) = (Vec::new(), None, false);
        if object.fields().next().is_some() {
            if levels == 0 {
                fields_too_deep = self.recursive;
            } else if let Some(place) = self.seen.get(&object.id()) {
                fields_as = Some(place.clone());
            } else {
                self.seen.insert(object.id(), path.clone());
                let below = object.fields().map(|field| {
                    let steps = steps.iter().copied().chain([field.name()]).collect();
                    self.node(steps, field.ty(), Some(field), levels - 1)
                });
                fields.extend(below);
            }
        }
        let keys = field.map_or(&[][..], FieldRef::list_map_keys).iter();
        let keys = keys.map(|key| MapKey {
            name: key.name(),
            default: key.default().map(ToString::to_string),
        });
        let unions = object.unions().iter().map(|union| UnionMembers {
            discriminator: union.discriminator(),
            members: union.members().collect(),
        });
        let strategy = field.map(|field| field.strategy().to_string());
        FieldNode {
            path,
            ty: ty.in_words(),
            description: self.descriptions.and_then(|all| all.of(&steps)),
            strategy: strategy.filter(|strategy| !strategy.is_empty()),
            merge_key: field.and_then(FieldRef::merge_key),
            merge_key_optional: self.named.key_is_optional(&steps),
            list_type: field.and_then(FieldRef::list_type).map(ListType::as_str),
            list_map_keys: keys.collect(),
            unions: unions.collect(),
            layer: self.named.layer(&steps),
            fields_as,
            fields_too_deep,
            fields,
            steps,
        }
    }
}
