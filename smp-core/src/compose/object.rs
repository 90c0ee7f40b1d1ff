//! Objects that both patches change. Rules: semantics compose-4 and compose-6 to
//! compose-8.

use std::collections::HashSet;

use super::{Compose, Place, incompatible, replacing};
use crate::apply::{adopt, literal, merged};
use crate::depth::DepthBudget;
use crate::directive::{Change, FieldPatch, Marker, PatchObject};
use crate::document::{Node, Object, equal};
use crate::error::Error;
use crate::member::Member;
use crate::options::MapDirectives;
use smp_schema::{Base, TypeRef};

impl Compose<'_> {
    /// Two patches without `$patch`.
    pub(super) fn objects(
        &self,
        first: &PatchObject,
        second: &PatchObject,
        ty: Option<TypeRef<'_>>,
    ) -> Result<PatchObject, Error> {
        let (kept_first, kept_second) = (names(first), names(second));
        if let (Some(kept_first), Some(kept_second)) = (&kept_first, &kept_second) {
            agree(first, kept_second)?;
            agree(second, kept_first)?;
        }
        let survives_second =
            |name: &str| kept_second.as_ref().is_none_or(|names| names.contains(name));
        let survives_first =
            |name: &str| kept_first.as_ref().is_none_or(|names| names.contains(name));
        let mut both = PatchObject::default();
        for (name, field) in first.fields.iter() {
            if !survives_second(name) {
                continue;
            }
            // Cleared by its own patch, whatever that says of it beside.
            let cleared = FieldPatch::removal();
            let field = if survives_first(name) { field } else { &cleared };
            let composed = match second.fields.get(name) {
                Some(second) => self
                    .fields(field, second, Place { name, ty })
                    .map_err(|error| error.within_field(name))?,
                None => field.clone(),
            };
            both.fields.insert(name.clone(), composed);
        }
        for (name, field) in second.fields.iter() {
            if first.fields.contains_key(name) || !survives_second(name) {
                continue;
            }
            let composed = if survives_first(name) {
                field.clone()
            } else {
                // Cleared by the first: what the second says stands alone.
                let member = Member::of(ty, name, self.options);
                self.fresh(field, &member).map_err(|error| error.within_field(name))?
            };
            both.fields.insert(name.clone(), composed);
        }
        both.retain_keys = match (kept_first, kept_second) {
            (None, None) => None,
            _ => Some(retained(first, second, &both)),
        };
        Ok(both)
    }

    /// One field that is an object in both patches.
    pub(super) fn object_field(
        &self,
        first: &PatchObject,
        second: &PatchObject,
        member: &Member<'_>,
    ) -> Result<FieldPatch, Error> {
        let as_reference = self.options.map_directives == MapDirectives::Kubernetes;
        let exact = |members: Object<'_>| {
            self.exactly(Node::Object(members), member).map(FieldPatch::value)
        };
        let set = |object: PatchObject| Ok(FieldPatch::value(Change::Object(object)));
        match (first.marker, second.marker) {
            // The first has made sure that there is an object.
            (None, Some(Marker::Replace)) if as_reference => exact(literal(second, self.options)),
            (None, Some(Marker::Delete)) if as_reference => exact(Object::default()),
            (_, Some(_)) => set(second.clone()),
            (_, None) if member.strategy.base() == Base::Replace => set(second.clone()),
            (Some(Marker::Delete), None) => {
                let members = merged(Object::default(), second, member.ty, self.options)?;
                if as_reference { exact(members) } else { set(replacing(members, self.options)?) }
            }
            (Some(Marker::Replace), None) => {
                let content = literal(first, self.options);
                let members = merged(content, second, member.ty, self.options)?;
                if !as_reference {
                    return set(replacing(members, self.options)?);
                }
                // Where live lacks the object the first does nothing.
                let change = Change::Object(second.clone());
                let alone = adopt(&change, crate::apply::Nulls::Drop, self.options);
                let members = Node::Object(members);
                match alone {
                    Some(alone)
                        if equal(&alone, &members, DepthBudget::of(&self.options.limits))? =>
                    {
                        self.exactly(members, member).map(FieldPatch::value)
                    }
                    _ => Err(incompatible(
                        "the first patch replaces an object only where live has it, and the \
                         second adds to it",
                    )),
                }
            }
            (None, None) => set(self.objects(first, second, member.ty)?),
        }
    }
}

/// Of two patches that both retain, neither sets what the other clears.
fn agree(patch: &PatchObject, kept: &HashSet<&str>) -> Result<(), Error> {
    let cleared = patch.fields.iter().find(|(name, field)| {
        field.value.is_some() && !field.removes() && !kept.contains(name.as_str())
    });
    match cleared {
        None => Ok(()),
        Some((name, _)) => Err(incompatible(
            "the `$retainKeys` of the two patches contradict each other: one sets what the other \
             clears",
        )
        .within_field(name)),
    }
}

/// The names that a patch retains; `None`: all.
fn names(patch: &PatchObject) -> Option<HashSet<&str>> {
    patch.retain_keys.as_ref().map(|names| names.iter().map(String::as_str).collect())
}

/// What both retain of live, and what the composed patch sets.
fn retained(first: &PatchObject, second: &PatchObject, both: &PatchObject) -> Vec<String> {
    let (kept_first, kept_second) = (names(first), names(second));
    let listed = first.retain_keys.iter().chain(&second.retain_keys).flatten();
    let mut retained: Vec<String> = listed
        .filter(|name| {
            let name = name.as_str();
            kept_first.as_ref().is_none_or(|names| names.contains(name))
                && kept_second.as_ref().is_none_or(|names| names.contains(name))
        })
        .cloned()
        .collect();
    let set = both.fields.iter().filter(|(_, field)| field.value.is_some() && !field.removes());
    retained.extend(set.map(|(name, _)| name.clone()));
    retained.sort_unstable();
    retained.dedup();
    retained
}
