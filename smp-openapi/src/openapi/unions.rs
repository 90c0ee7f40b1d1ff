//! The unions of `x-kubernetes-unions`, at the objects whose fields they name: semantics
//! import-11.

use serde_json::Value;

use smp_schema::__support::values_outside;
use smp_schema::ObjectDef;

use super::convert::Importer;
use super::node::SchemaNode;
use super::union_place::{UnionPlace, stated, union_keyword};
use crate::unions::{DISCRIMINATOR, EXTENSION, same_values, unions_from_openapi};

impl<'d> Importer<'d> {
    /// Records a schema that states unions, wherever it is.
    pub(super) fn note_unions(&mut self, node: &'d SchemaNode) {
        let is_empty = |unions: &Value| unions.as_array().is_some_and(Vec::is_empty);
        if stated(node).is_some_and(|unions| !is_empty(unions)) {
            self.unions_stated.push(node);
        }
    }

    /// Adds the unions of the schemas that describe an object. Returns their places, in the order
    /// of the object's unions.
    pub(super) fn unions(
        &mut self,
        nodes: &[&'d SchemaNode],
        object: &mut ObjectDef,
    ) -> Vec<UnionPlace<'d>> {
        let mut places = Vec::new();
        for node in nodes {
            let Some(stated) = stated(node) else { continue };
            self.unions_used.insert(*node);
            let unions = match unions_from_openapi(stated) {
                Ok(unions) => unions,
                Err(error) => {
                    for mistake in error.mistakes() {
                        let keyword = format!("{EXTENSION}{}", mistake.pointer());
                        self.mistake(node, &keyword, mistake.message());
                    }
                    continue;
                }
            };
            for (at, union) in unions.into_iter().enumerate() {
                let entry = stated.get(at).unwrap_or(&Value::Null);
                self.warn_of_union(node, at, entry);
                // Readers cannot correct a cluster's document, so this is only a warning.
                if self.document.is_some() {
                    let discriminator = entry[DISCRIMINATOR].as_str().unwrap_or_default();
                    let mut properties =
                        nodes.iter().filter_map(|node| node.property(discriminator));
                    let one_of = properties.find_map(|node| self.one_of(node));
                    let outside = values_outside(&union, one_of.unwrap_or_default());
                    if one_of.is_some() && !outside.is_empty() {
                        for (member, message) in outside {
                            let keyword = union_keyword(at, entry, Some(member));
                            self.warn(node, &keyword, format!("{message}; the union is left out"));
                        }
                        continue;
                    }
                }
                object.unions_mut().push(union);
                places.push((*node, at));
            }
        }
        places
    }

    /// Warns about a union that is allowed, but rarely intended.
    fn warn_of_union(&mut self, node: &'d SchemaNode, at: usize, entry: &Value) {
        for (one, other, value) in same_values(entry) {
            let message = format!(
                "`{one}` and `{other}` have one value, `{value}`: they may be set together, and \
                 exclude the other members only"
            );
            self.warn(node, &union_keyword(at, entry, Some(other)), message);
        }
        if self.document.is_none() && entry.get(DISCRIMINATOR).is_none() {
            let message = "the union has no discriminator, by which a change of its member shows to \
                           clients that don't know all members; add a string field for it";
            self.warn(node, &union_keyword(at, entry, None), message);
        }
    }

    /// Reports unions at schemas that describe no object with fields.
    pub(super) fn refuse_unused_unions(&mut self) {
        let stated = core::mem::take(&mut self.unions_stated);
        for node in stated {
            if !self.unions_used.contains(&core::ptr::from_ref(node)) {
                let message = "a union has no effect here; state it on the object, beside the \
                               `properties` that it names";
                self.mistake(node, EXTENSION, message);
            }
        }
    }
}
