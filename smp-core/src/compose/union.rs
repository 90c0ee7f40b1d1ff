//! Patches of objects with unions. If a patch chooses an alternative, applying it clears the
//! other members. Before two patches are composed, these removals are added to each of them.
//! Rule: semantics compose-15.
//!
//! Example: the first patch is `{"b": {}}`, the second `{"a": {"y": 1}, "b": null}`, and `a`
//! and `b` are a union. On live `{"a": {"x": 1}}` the first patch clears `a`, so that the
//! result of both is `{"a": {"y": 1}}`. The first patch is therefore composed as
//! `{"b": {}, "a": null}`, and the composed patch replaces `a`.

use super::{Compose, incompatible};
use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::Node;
use crate::error::Error;
use crate::union::{Choice, UnionSet, choice, fields_of, touches};
use smp_schema::{TypeRef, Union};

/// Two patches of one object, with the removals that normalizing its unions would make.
pub(super) struct WrittenOut<'s> {
    pub(super) first: PatchObject,
    pub(super) second: PatchObject,
    /// The fields that were added to both patches, with their union.
    added: Vec<(&'s Union, Vec<String>)>,
}

impl Compose<'_> {
    /// Adds the effect of normalizing to both patches; `None` if they don't change the same
    /// union. `O(m)` in the members of the type's unions.
    pub(super) fn written_out<'s>(
        &self,
        first: &PatchObject,
        second: &PatchObject,
        ty: Option<TypeRef<'s>>,
    ) -> Result<Option<WrittenOut<'s>>, Error> {
        let unions = ty.into_iter().flat_map(|ty| UnionSet::of_options(self.options).of(ty));
        let mut written: Option<WrittenOut<'s>> = None;
        for union in unions {
            let changes =
                |patch: &PatchObject| patch.retain_keys.is_some() || touches(union, patch);
            if !(changes(first) && changes(second)) {
                continue;
            }
            let choices = (self.choice(union, first)?, self.choice(union, second)?);
            if choices == (Choice::None, Choice::None) {
                if clears_discriminator(union, first) && clears_members(union, second) {
                    // Applying the first patch writes the discriminator again if live has a
                    // member.
                    return Err(incompatible(
                        "the first patch removes the discriminator of a union, and the second \
                         its members",
                    ));
                }
                continue;
            }
            let written = written.get_or_insert_with(|| WrittenOut {
                first: first.clone(),
                second: second.clone(),
                added: Vec::new(),
            });
            let mut added = write_out(union, &choices.0, &mut written.first);
            added.extend(write_out(union, &choices.1, &mut written.second));
            added.retain(|name| {
                !first.fields.contains_key(name) && !second.fields.contains_key(name)
            });
            written.added.push((union, added));
        }
        Ok(written)
    }

    /// The alternative that a patch leads to.
    fn choice(&self, union: &Union, patch: &PatchObject) -> Result<Choice, Error> {
        let choice = choice(union, patch, self.options.map_directives);
        if choice == Choice::Unknown || union.allows_inactive_member() {
            return Err(incompatible(
                "both patches change a union, and which member the result has depends on live",
            ));
        }
        Ok(choice)
    }
}

impl WrittenOut<'_> {
    /// Removes the added fields from the composed patch, if it chooses the same alternative without them:
    /// applying it clears the other members anyway. Removals within the chosen alternative are kept.
    pub(super) fn shorten(&self, both: &mut PatchObject, compose: &Compose<'_>) {
        let directives = compose.options.map_directives;
        for (union, added) in &self.added {
            let mut short = PatchObject::default();
            for field in fields_of(union).filter(|field| !added.iter().any(|it| it == field)) {
                if let Some(change) = both.fields.get(field) {
                    short.fields.insert(field.to_owned(), change.clone());
                }
            }
            let chosen = choice(union, both, directives);
            let Choice::Of(value) = &chosen else { continue };
            if choice(union, &short, directives) == chosen {
                for name in added.iter().filter(|name| union.value_of(name) != Some(value)) {
                    both.fields.remove(name);
                }
            }
        }
    }
}

fn clears_discriminator(union: &Union, patch: &PatchObject) -> bool {
    union.discriminator().is_some_and(|field| {
        patch.fields.contains_key(field)
            || patch.retain_keys.as_ref().is_some_and(|names| !names.iter().any(|it| it == field))
    })
}

fn clears_members(union: &Union, patch: &PatchObject) -> bool {
    patch.retain_keys.is_some()
        || union.members().any(|(field, _)| patch.fields.contains_key(field))
}

/// Adds to a patch that chooses an alternative the removals of all other members, and the
/// discriminator. Returns the names of the fields that it added.
fn write_out(union: &Union, choice: &Choice, patch: &mut PatchObject) -> Vec<String> {
    let Choice::Of(chosen) = choice else { return Vec::new() };
    let mut added = Vec::new();
    for (field, value) in union.members() {
        if value != chosen {
            // This replaces the patch's own change of the field, which deletes the field, too.
            patch.fields.insert(field.to_owned(), FieldPatch::removal());
            added.push(field.to_owned());
        }
    }
    if let Some(discriminator) = union.discriminator() {
        let value = Node::String(std::borrow::Cow::Owned(chosen.clone()));
        let value = FieldPatch::value(Change::Scalar(value));
        patch.fields.insert(discriminator.to_owned(), value);
        if let Some(names) = &mut patch.retain_keys
            && !names.iter().any(|name| name == discriminator)
        {
            names.push(discriminator.to_owned());
        }
        added.push(discriminator.to_owned());
    }
    added
}
