//! The check of the keys of a list: a merge key and list map keys must be scalar fields of the
//! elements that belong to no union.

use std::borrow::Cow;
use std::collections::HashMap;

use smp_rules::Part;

use crate::definition::{FieldDef, ObjectDef};
use crate::names::{KeyField, ObjectFields};
use crate::slots::Slots;

/// Checks the keys of lists of objects.
pub(crate) struct KeyCheck<'b> {
    types: &'b Slots,
    /// The fields of element types. Cached, because many lists have the same element type.
    fields: HashMap<*const ObjectDef, ObjectFields<'b>>,
}

impl<'b> KeyCheck<'b> {
    /// A check for lists of these types.
    pub(crate) fn new(types: &'b Slots) -> Self {
        Self { types, fields: HashMap::new() }
    }

    /// The first key of `field`, a list of `element`, that is not a scalar field of the elements
    /// outside unions: semantics schema-7. `O(1)` in the fields of the element, after the first
    /// call for it.
    pub(crate) fn mistake(
        &mut self,
        element: &'b ObjectDef,
        field: &FieldDef,
    ) -> Option<(Part, Cow<'static, str>)> {
        let merge_key = field.merge_key.iter().map(|name| (Part::MergeKey, name.as_str()));
        let map_keys = field.list_map_keys.iter().map(|key| (Part::ListMapKeys, key.name()));
        merge_key.chain(map_keys).find_map(|(part, name)| {
            let role = match part {
                Part::MergeKey => "merge key",
                _ => "list map key",
            };
            let shown = &element.name;
            let message = match self.fields_of(element).find(name) {
                KeyField::Scalar | KeyField::Open => return None,
                KeyField::OfUnion(field) => format!(
                    "the field `{name}` of the elements (`{shown}`) {}, so it cannot be their {role}",
                    field.no_key()
                ),
                KeyField::Other => format!(
                    "the field `{name}` of the elements (`{shown}`) is not a scalar, so it cannot \
                     be their {role}"
                ),
                KeyField::Absent => format!(
                    "the elements (`{shown}`) have no field `{name}`, so it cannot be their {role}"
                ),
            };
            Some((part, message.into()))
        })
    }

    fn fields_of(&mut self, object: &'b ObjectDef) -> &ObjectFields<'b> {
        let types = self.types;
        let known = self.fields.entry(core::ptr::from_ref(object));
        known.or_insert_with(|| ObjectFields::of(object, types))
    }
}
