//! The alternatives that a user means with modified, in a three-way diff: semantics three-way-18
//! to three-way-20.
//!
//! Normalizing is defined by a change, and the change of the user is the one from original to
//! modified. The patch for current shows only a part of it: a discriminator that is restored
//! looks like one that the user has changed.

use super::normalize::decide;
use super::validate::Violations;
use super::walk::{Decision, Visitor, walk};
use super::{UnionSet, discriminator_value, reported_discriminator, set};
use crate::depth::DepthBudget;
use crate::document::{Node, Object, equal};
use crate::error::{Error, Role};
use crate::options::Options;
use crate::path::Path;
use crate::violation::alternatives;
use smp_schema::{TypeRef, Union};

/// Changes modified to the object that the user means: each union has the alternative that the user
/// has chosen.
///
/// # Errors
///
/// [`Union`](crate::ErrorKind::Union) if this alternative can't be determined, or if the user has also
/// changed a different one.
pub(crate) fn intended(
    modified: &mut Node<'_>,
    [original, current]: [&Node<'_>; 2],
    ty: TypeRef<'_>,
    options: &Options,
    scope: UnionSet,
) -> Result<(), Error> {
    let mut intent = Intent(Violations::within(&options.limits), options);
    walk(&mut intent, modified, [Some(original), Some(current)], ty, (options, scope))?;
    let mistake = "modified does not say which field of these unions is meant:";
    intent.0.into_result(mistake).map_err(|error| error.about(Role::Modified))
}

/// Checks that the normalized result of the patch has the alternatives of modified. Unions that are as in
/// original are skipped, if original is given.
pub(crate) fn check_kept(
    modified: &mut Node<'_>,
    versions: [Option<&Node<'_>>; 2],
    ty: TypeRef<'_>,
    options: &Options,
    scope: UnionSet,
) -> Result<(), Error> {
    let mut kept = Kept(Violations::within(&options.limits));
    walk(&mut kept, modified, versions, ty, (options, scope))?;
    let mistake = "others have set another field of these unions in current, and modified does \
                   not say that it goes; state it as null:";
    kept.0.into_result(mistake).map_err(|error| error.about(Role::Modified))
}

/// The statements of an object about a union: the alternative that its discriminator names, and the
/// members that are set.
#[derive(PartialEq, Eq)]
struct Statement<'u, 'o> {
    named: Option<std::borrow::Cow<'o, str>>,
    set: Vec<&'u str>,
}

impl<'u, 'o> Statement<'u, 'o> {
    fn of(union: &'u Union, object: &'o Object<'_>) -> Self {
        Self { named: discriminator_value(union, object), set: set(union, object) }
    }

    /// The values of the discriminator and of the members.
    fn values(&self, union: &'u Union) -> Vec<&str> {
        let mut values = alternatives(union, &self.set);
        values.extend(self.named.as_deref().filter(|named| !values.contains(named)));
        values
    }

    /// The value that both objects state; `None` if they share no value, or several.
    fn shared_value(&self, union: &'u Union, other: &Statement<'_, '_>) -> Option<&str> {
        let theirs = other.values(union);
        let mut shared = self.values(union).into_iter().filter(|value| theirs.contains(value));
        shared.next().filter(|_| shared.next().is_none())
    }
}

struct Intent<'o>(Violations, &'o Options);

impl Visitor<2> for Intent<'_> {
    const ROLES: [Role; 2] = [Role::Original, Role::Current];
    // Where modified's list is taken into the result as it is, each element is new.
    const BY_INDEX: [bool; 2] = [false, true];
    const OUTER_FIRST: bool = true;

    fn union<'u>(
        &mut self,
        union: &'u Union,
        modified: &Object<'_>,
        [original, current]: [Option<&Object<'_>>; 2],
    ) -> Result<Decision<'u>, Error> {
        let said = Statement::of(union, modified);
        let is_inactive = union.allows_inactive_member()
            && said.named.as_deref().is_some_and(|named| union.named_by(named).next().is_none());
        let is_clear = match &alternatives(union, &said.set)[..] {
            [] => return Ok(Decision::Leave),
            [only] => {
                let value = reported_discriminator(union, modified);
                value.is_none_or(|value| value.text.as_deref() == Some(only))
            }
            _ => false,
        };
        if is_clear {
            // A discriminator that the user does not know, or drops, follows the member.
            let has = |object: &Object<'_>| {
                union.discriminator().is_some_and(|field| object.contains_key(field))
            };
            let writes = has(modified) || original.is_none_or(has);
            return Ok(if writes { decide_alone(union, &said) } else { Decision::Leave });
        }
        let before = original.map(|original| Statement::of(union, original));
        let by_user = match &before {
            Some(before) if *before == said => Decision::Leave,
            _ => decide(union, modified, original),
        };
        let now = current.map(|current| Statement::of(union, current));
        let decision = match (by_user, now) {
            (Decision::Leave, Some(now)) if now == said => return Ok(Decision::Leave),
            (Decision::Leave, now) if is_inactive => {
                let is_as_before = before.is_some_and(|before| before == said);
                let is_kept = now.is_none_or(|now| !is_as_before && now.named == said.named);
                if is_kept {
                    return Ok(Decision::Leave);
                }
                Decision::Clear { keep: said.named.clone().unwrap_or_default().into_owned().into() }
            }
            (Decision::Leave, now) => now
                .and_then(|now| Some(of_value(union, &said, said.shared_value(union, &now)?)))
                .unwrap_or(Decision::Leave),
            (by_user, _) => by_user,
        };
        if self.loses_nothing(union, (modified, &said), original, &decision)? {
            return Ok(decision);
        }
        self.0.add(union, &said.set, modified);
        Ok(Decision::Leave)
    }

    fn here(&mut self) -> Option<&mut Path> {
        Some(&mut self.0.here)
    }
}

impl Intent<'_> {
    /// Whether the decision clears only members that the user has not changed. False if it chooses no
    /// alternative.
    fn loses_nothing(
        &self,
        union: &Union,
        (modified, said): (&Object<'_>, &Statement<'_, '_>),
        original: Option<&Object<'_>>,
        decision: &Decision<'_>,
    ) -> Result<bool, Error> {
        let Some(keep) = decision.kept() else { return Ok(false) };
        let limit = DepthBudget::of(&self.1.limits);
        for field in said.set.iter().filter(|field| union.value_of(field) != Some(keep)) {
            let before = original.and_then(|original| original.get(field));
            let same = match (before, modified.get(field)) {
                (Some(before), Some(now)) => equal(before, now, limit)?,
                _ => false,
            };
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Writes the discriminator of the only alternative.
fn decide_alone<'u>(union: &'u Union, said: &Statement<'u, '_>) -> Decision<'u> {
    let value = said.set.first().and_then(|field| union.value_of(field));
    value.map_or(Decision::Leave, Decision::Choose)
}

/// The decision for a value that the discriminator or a member of the object has.
fn of_value<'u>(union: &'u Union, said: &Statement<'u, '_>, value: &str) -> Decision<'u> {
    let values = said.set.iter().filter_map(|field| union.value_of(field));
    match values.into_iter().find(|it| *it == value) {
        Some(value) => Decision::Choose(value),
        None => Decision::Clear { keep: value.to_owned().into() },
    }
}

struct Kept(Violations);

impl Visitor<2> for Kept {
    const ROLES: [Role; 2] = [Role::Result, Role::Original];
    // The result has lists without keys from modified.
    const BY_INDEX: [bool; 2] = [true, false];
    const OUTER_FIRST: bool = false;

    fn union<'u>(
        &mut self,
        union: &'u Union,
        modified: &Object<'_>,
        [result, original]: [Option<&Object<'_>>; 2],
    ) -> Result<Decision<'u>, Error> {
        let Some(result) = result else { return Ok(Decision::Leave) };
        let (said, now) = (Statement::of(union, modified), Statement::of(union, result));
        if original.is_some_and(|original| Statement::of(union, original) == said) {
            return Ok(Decision::Leave);
        }
        let all_set = said.set.iter().all(|field| now.set.contains(field));
        if !all_set || said.named.is_some() && said.named != now.named {
            let both: Vec<&str> = union
                .members()
                .map(|(field, _)| field)
                .filter(|field| said.set.contains(field) || now.set.contains(field))
                .collect();
            let named_in = if said.named.is_some() { modified } else { result };
            self.0.add(union, &both, named_in);
        }
        Ok(Decision::Leave)
    }

    fn here(&mut self) -> Option<&mut Path> {
        Some(&mut self.0.here)
    }
}
