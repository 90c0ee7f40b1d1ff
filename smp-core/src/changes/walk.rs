//! The walk over both documents, with the merge rule at each place.

use super::{FieldChange, FieldChangeKind, MergeRule};
use crate::depth::DepthBudget;
use crate::document::{Document, EqualityRule, JsonKind, Node, Object, equal_unopened};
use crate::error::Error;
use crate::nulls::{ByType, equal_without_nulls};
use crate::options::{Equality, Options};
use crate::path::{Segment, Trail};
use crate::site::{ListRule, Site};
use smp_schema::{Base, TypeRef};

/// Collects the differences.
pub(super) struct Walk<'o> {
    pub(super) options: &'o Options,
    found: Vec<FieldChange>,
}

/// A place in the documents, with the rule by which values there are changed.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) trail: &'p Trail<'p>,
    rule: &'p MergeRule,
    /// The place of the list or object that has the rule.
    ruled: &'p Trail<'p>,
}

impl<'p> Place<'p> {
    /// A value below, with the same rule.
    pub(super) fn below(self, trail: &'p Trail<'p>) -> Self {
        Self { trail, ..self }
    }

    /// The same place with the rule of its list or object. Inside of a value that is replaced the rule
    /// does not change, since everything there is replaced with the value.
    pub(super) fn with_rule(self, rule: &'p MergeRule) -> Self {
        match self.rule {
            MergeRule::Replace | MergeRule::Unknown => self,
            _ => Self { rule, ruled: self.trail, ..self },
        }
    }
}

impl<'o> Walk<'o> {
    /// Every difference between two values of type `ty`.
    pub(super) fn of(
        before: &Node<'_>,
        after: &Node<'_>,
        ty: TypeRef<'_>,
        options: &'o Options,
        limit: DepthBudget,
    ) -> Result<Vec<FieldChange>, Error> {
        let mut walk = Self { options, found: Vec::new() };
        let root = Trail::default();
        let place = Place { trail: &root, rule: &MergeRule::Fields, ruled: &root };
        walk.value(before, after, &Site::of(Some(ty), options), place, limit)?;
        Ok(walk.found)
    }

    pub(super) fn report(&mut self, place: Place<'_>, kind: FieldChangeKind) {
        self.found.push(FieldChange {
            path: place.trail.path(),
            kind,
            rule: place.rule.clone(),
            rule_path: place.ruled.path(),
        });
    }

    pub(super) fn added(&mut self, place: Place<'_>, after: &Node<'_>) {
        self.report(place, FieldChangeKind::Added { after: json(after) });
    }

    pub(super) fn removed(&mut self, place: Place<'_>, before: &Node<'_>) {
        self.report(place, FieldChangeKind::Removed { before: json(before) });
    }

    /// Adds the changes of the value of one member.
    pub(super) fn value(
        &mut self,
        before: &Node<'_>,
        after: &Node<'_>,
        member: &Site<'_>,
        place: Place<'_>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        if equal_unopened(before, after) {
            return Ok(());
        }
        match (before.kind(), after.kind()) {
            (JsonKind::Object, JsonKind::Object) => {
                let limit = limit.enter()?;
                let (before, after) = (before.opened()?, after.opened()?);
                let (Node::Object(before), Node::Object(after)) = (&*before, &*after) else {
                    return Ok(());
                };
                let rule = object_rule(member);
                let place = match &rule {
                    Some(rule) => place.with_rule(rule),
                    None => place,
                };
                self.objects((before, after), member.ty, place, limit)
            }
            // Canonically equal lists have no changes; otherwise items are matched by their spelling.
            (JsonKind::List, JsonKind::List)
                if self.options.equality == Equality::Canonical
                    && self.are_equal(before, after, member, limit)? =>
            {
                Ok(())
            }
            (JsonKind::List, JsonKind::List) => {
                let rule = list_rule(member, self.options);
                self.lists((before, after), member, place.with_rule(&rule), limit.enter()?)
            }
            _ => {
                if !self.are_equal(before, after, member, limit)? {
                    let (before, after) = (json(before), json(after));
                    self.report(place, FieldChangeKind::Changed { before, after });
                }
                Ok(())
            }
        }
    }

    fn are_equal(
        &self,
        before: &Node<'_>,
        after: &Node<'_>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        equal_without_nulls(before, after, member.ty, self.options, limit)
    }

    /// Adds the changes of the members of an object.
    fn objects(
        &mut self,
        (before, after): (&Object<'_>, &Object<'_>),
        ty: Option<TypeRef<'_>>,
        place: Place<'_>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let rule = ByType::new(ty, self.options, true);
        let is_present = |name: &str, node: Option<&Node<'_>>| {
            node.is_some_and(|node| rule.is_present(name, node))
        };
        for (name, value) in before.iter() {
            if is_present(name, Some(value)) && !is_present(name, after.get(name)) {
                let step = || Segment::Field(name.clone().into_owned());
                let trail = place.trail.below(&step);
                self.removed(place.below(&trail), value);
            }
        }
        for (name, value) in after.iter() {
            let member = Site::member(ty, name, self.options);
            if !is_present(name, Some(value)) {
                continue;
            }
            let step = || Segment::Field(name.clone().into_owned());
            let trail = place.trail.below(&step);
            let below = place.below(&trail);
            match before.get(name).filter(|old| is_present(name, Some(old))) {
                Some(old) => self.value(old, value, &member, below, limit)?,
                None => self.added(below, value),
            }
        }
        Ok(())
    }
}

/// The rule of an object that is replaced as a whole.
fn object_rule(member: &Site<'_>) -> Option<MergeRule> {
    (member.strategy.base() == Base::Replace).then_some(MergeRule::Replace)
}

/// The rule of a list.
fn list_rule(member: &Site<'_>, options: &Options) -> MergeRule {
    match member.list_rule(options) {
        Ok(ListRule::Keyed) => MergeRule::Keys(member.key_names().map(str::to_owned).collect()),
        Ok(ListRule::Set) => MergeRule::Scalars,
        Ok(ListRule::Atomic) => MergeRule::Replace,
        Err(_) => MergeRule::Unknown,
    }
}

pub(super) fn json(node: &Node<'_>) -> String {
    Document::of(node.clone()).to_json()
}
