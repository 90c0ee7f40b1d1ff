//! Objects that both patches change. Rules: semantics compose-4 and compose-6 to
//! compose-8.

use std::collections::HashSet;

use super::taken::has_directive_in;
use super::{Compose, FieldPlace, incompatible};
use crate::apply::{AdoptMode, adopt, literal};
use crate::directive::errors::contradicting_retain_keys;
use crate::directive::{Change, FieldPatch, Marker, PatchObject, replacement};
use crate::document::{Node, Object, equal};
use crate::error::Error;
use crate::options::MapDirectives;
use crate::site::Site;
use smp_schema::{Base, TypeRef};

impl Compose<'_> {
    /// Composes two patches of one object that have no `$patch`.
    pub(super) fn object_patches(
        &self,
        first: &PatchObject,
        second: &PatchObject,
        ty: Option<TypeRef<'_>>,
    ) -> Result<PatchObject, Error> {
        match self.written_out(first, second, ty)? {
            None => self.members(first, second, ty),
            Some(written) => {
                let mut both = self.members(&written.first, &written.second, ty)?;
                written.shorten(&mut both, self);
                Ok(both)
            }
        }
    }

    /// Composes two patches member by member.
    fn members(
        &self,
        first: &PatchObject,
        second: &PatchObject,
        ty: Option<TypeRef<'_>>,
    ) -> Result<PatchObject, Error> {
        let (kept_first, kept_second) = (retained_names(first), retained_names(second));
        if let (Some(kept_first), Some(kept_second)) = (&kept_first, &kept_second) {
            check_retained(first, kept_second)?;
            check_retained(second, kept_first)?;
        }
        let survives = |kept: Option<&HashSet<&str>>, name: &str| {
            kept.is_none_or(|names| names.contains(name))
        };
        // The first patch of a field that its `$retainKeys` lacks, and therefore clears.
        let cleared = FieldPatch::removal();
        let only_second = second.fields.iter().filter(|(name, _)| !first.fields.contains_key(name));
        let mut both = PatchObject::default();
        for (name, _) in first.fields.iter().chain(only_second) {
            if !survives(kept_second.as_ref(), name) {
                continue;
            }
            let ours = first.fields.get(name);
            let ours = if survives(kept_first.as_ref(), name) { ours } else { Some(&cleared) };
            let composed = match (ours, second.fields.get(name)) {
                (Some(ours), Some(theirs)) => self
                    .fields(ours, theirs, FieldPlace { name, ty })
                    .map_err(|error| error.within_field(name))?,
                (Some(only), None) | (None, Some(only)) => only.clone(),
                (None, None) => continue,
            };
            both.fields.insert(name.clone(), composed);
        }
        both.retain_keys = match (kept_first, kept_second) {
            (None, None) => None,
            _ => Some(composed_retain_keys(first, second, &both)),
        };
        Ok(both)
    }

    /// Composes the patches of a field that is an object in both.
    pub(super) fn object_field(
        &self,
        first: &PatchObject,
        second: &PatchObject,
        member: &Site<'_>,
    ) -> Result<FieldPatch, Error> {
        let as_reference = self.options.map_directives == MapDirectives::Kubernetes;
        let exact = |members: Object<'_>| {
            self.patch_setting_exactly(Node::Object(members), member).map(FieldPatch::value)
        };
        let limit = self.limit();
        let set = |object: PatchObject| Ok(FieldPatch::value(Change::Object(object)));
        let replaced = member.strategy.base() == Base::Replace;
        if as_reference && replaced && has_directive_in(second) {
            let content = literal(second, self.options);
            if first.marker.is_some() && !self.gives_where_absent(second, &content, member)? {
                self.refuse_directives_in_taken()?;
            }
            // After the first patch the object exists, and is replaced (semantics apply-9).
            return exact(content);
        }
        match (first.marker, second.marker) {
            // After the first patch the object exists, so that `$patch` has an effect.
            (None, Some(Marker::Replace)) if as_reference => exact(literal(second, self.options)),
            (None, Some(Marker::Delete)) if as_reference => exact(Object::default()),
            (_, Some(_)) => set(second.clone()),
            (_, None) if member.strategy.base() == Base::Replace => set(second.clone()),
            (Some(Marker::Delete), None) => {
                let members = self.applied(Object::default(), second, member.ty)?;
                if as_reference { exact(members) } else { set(replacement(members, limit)?) }
            }
            (Some(Marker::Replace), None) => {
                let content = literal(first, self.options);
                let members = self.applied(content, second, member.ty)?;
                if !as_reference {
                    return set(replacement(members, limit)?);
                }
                // Where live lacks the object, the first patch has no effect (semantics adopt-2), so the
                // second must give the same result by itself.
                if !self.gives_where_absent(second, &members, member)? {
                    return Err(incompatible(
                        "the first patch replaces an object only where live has it, and the \
                         second adds to it",
                    ));
                }
                exact(members)
            }
            (None, None) => {
                self.check_place_of_both(first, second, member.ty)?;
                set(self.object_patches(first, second, member.ty)?)
            }
        }
    }

    /// Whether a patch of an object that live lacks gives this object.
    fn gives_where_absent(
        &self,
        patch: &PatchObject,
        object: &Object<'_>,
        member: &Site<'_>,
    ) -> Result<bool, Error> {
        let change = Change::Object(patch.clone());
        match adopt(&change, AdoptMode::Absent, member, self.options) {
            Some(adopted) => equal(&adopted, &Node::Object(object.clone()), self.limit()),
            None => Ok(false),
        }
    }
}

/// Checks that a patch sets no field that the other's `$retainKeys`, `kept`, clears: semantics
/// compose-8.
fn check_retained(patch: &PatchObject, kept: &HashSet<&str>) -> Result<(), Error> {
    let cleared = patch.fields.iter().find(|(name, field)| {
        field.value.is_some() && !field.removes() && !kept.contains(name.as_str())
    });
    match cleared {
        None => Ok(()),
        Some((name, _)) => Err(incompatible(&contradicting_retain_keys()).within_field(name)),
    }
}

/// The names in a patch's `$retainKeys`; `None` without the directive, which retains all.
fn retained_names(patch: &PatchObject) -> Option<HashSet<&str>> {
    patch.retain_keys.as_ref().map(|names| names.iter().map(String::as_str).collect())
}

/// The `$retainKeys` of the composed patch: the names that both patches retain, and the
/// fields that the composed patch sets.
fn composed_retain_keys(
    first: &PatchObject,
    second: &PatchObject,
    both: &PatchObject,
) -> Vec<String> {
    let (kept_first, kept_second) = (retained_names(first), retained_names(second));
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
