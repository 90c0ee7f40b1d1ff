//! The check of a patch against a live object: data that the patch would lose there, and parts of the
//! patch that would have no effect, or not the intended one. Rules: semantics check-8 to check-12 and
//! check-14 to check-17.

use core::cell::OnceCell;

use super::complete::{Complete, Part};
use super::data::{Nulls, is_data, leaked};
use super::live_keys::{LiveKeys, objects};
use super::named::{KnownItems, LiveNames, Named};
use super::names::{NamedList, names_in};
use super::new_element::{Added, NewElement};
use crate::directive::errors::object_left_out;
use crate::directive::{Change, Deletion, FieldPatch, Marker, PATCH, PatchObject};
use crate::document::{JsonKind, Node, Scalar};
use crate::error::{Error, Role};
#[cfg(doc)]
use crate::finding::Severity;
use crate::finding::{Finding, FindingKind};
use crate::hash::Map;
use crate::input::DocumentInput;
use crate::options::{MapDirectives, Options};
use crate::patch::Patch;
use crate::patch_visitor::{PatchPlace, PatchVisitor, visit_value};
use crate::path::{Segment, Trail};
use crate::site::{ListRule, Site};
use smp_schema::{Base, TypeRef};

impl Patch {
    /// The parts of a patch that would lose data of a live object of type `ty`, or have no effect there:
    /// named elements of a list that is replaced as a whole because the schema does not say how it
    /// merges, elements that lack their merge key or share it with another element, and `$patch` in
    /// values that live does not have. Also probable accidents: elements that the patch adds because it
    /// misspells the name of an element that it means to change, and elements to delete or to order that
    /// live does not have. `O(p)` in the patch, and in the lists in live that it changes.
    ///
    /// Elements that the patch adds as a whole are [notes](Severity::Note).
    ///
    /// # Errors
    ///
    /// As [`apply`](crate::apply()), for text of live that is not JSON or too deep.
    ///
    /// ```
    /// use smp_core::{FieldDef, FindingKind, ObjectDef, Options, Patch, SchemaBuilder};
    /// let mut types = SchemaBuilder::new();
    /// let text = types.scalar();
    /// let part = types.object(
    ///     ObjectDef::new("Part").field("name", FieldDef::new(text)).field("size", FieldDef::new(text)),
    /// );
    /// let parts = types.list(part);
    /// let root = types.object(ObjectDef::new("Widget").field("parts", FieldDef::new(parts)));
    /// let schema = types.build(root)?;
    /// let live = r#"{"parts": [{"name": "a", "size": 1}, {"name": "b", "size": 1}]}"#;
    /// let patch = Patch::from_json(r#"{"parts": [{"name": "b", "size": 2}]}"#)?;
    /// let found = patch.check_live(live, &schema, &Options::default())?;
    /// assert_eq!(found[0].kind, FindingKind::NamedElementsDropped);
    /// assert_eq!(
    ///     found[0].to_string(),
    ///     "parts: the list is replaced as a whole, which drops \"a\": the schema has no key for \
    ///      its elements; did you mean `name`?"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_live<'d, 's>(
        &self,
        live: impl DocumentInput<'d>,
        ty: impl Into<TypeRef<'s>>,
        options: &Options,
    ) -> Result<Vec<Finding>, Error> {
        if !concerns_live(&self.root) {
            return Ok(Vec::new());
        }
        let about = |error: Error| error.about(Role::Live);
        let live = live.to_document(&options.limits).map_err(about)?;
        let mut check = LiveCheck { options, found: Vec::new() };
        let root = Trail::default();
        check.object(&[(&self.root, &root)], &live.node, ty.into()).map_err(about)?;
        Ok(check.found)
    }
}

/// Whether a list, or an object with a directive, is anywhere in the patch.
fn concerns_live(patch: &PatchObject) -> bool {
    patch.fields.iter().any(|(_, field)| match &field.value {
        _ if field.order.is_some() || matches!(field.delete, Some(Deletion::Items(_))) => true,
        Some(Change::List(_)) => true,
        Some(Change::Object(object)) => {
            object.marker.is_some()
                || leaked(object, Nulls::Dropped).next().is_some()
                || concerns_live(object)
        }
        _ => false,
    })
}

struct LiveCheck<'o> {
    options: &'o Options,
    found: Vec<Finding>,
}

impl LiveCheck<'_> {
    fn report(&mut self, trail: &Trail<'_>, kind: FindingKind, message: impl Into<String>) {
        let message = message.into();
        self.found.push(Finding { path: trail.path(), kind, message, suggestion: None });
    }

    /// Checks the patches of an object. There are several if a patch names an element again: live is
    /// opened once for all of them.
    fn object(
        &mut self,
        patches: &[(&PatchObject, &Trail<'_>)],
        live: &Node<'_>,
        ty: TypeRef<'_>,
    ) -> Result<(), Error> {
        let mut by_name: Vec<(&String, Vec<(&FieldPatch, &Trail<'_>)>)> = Vec::new();
        let mut numbers = Map::default();
        for (patch, trail) in patches {
            if patch.marker.is_some() || !concerns_live(patch) {
                continue;
            }
            for (name, field) in patch.fields.iter() {
                let number = *numbers.entry(name).or_insert(by_name.len());
                match by_name.get_mut(number) {
                    Some((_, fields)) => fields.push((field, trail)),
                    None => by_name.push((name, vec![(field, trail)])),
                }
            }
        }
        if by_name.is_empty() {
            return Ok(());
        }
        let opened = live.opened()?;
        let Node::Object(members) = opened.as_ref() else { return Ok(()) };
        for (name, fields) in by_name {
            self.member((name, &fields), members.get(name), ty)?;
        }
        Ok(())
    }

    /// Checks the patches of a member.
    fn member(
        &mut self,
        (name, fields): (&String, &[(&FieldPatch, &Trail<'_>)]),
        live: Option<&Node<'_>>,
        ty: TypeRef<'_>,
    ) -> Result<(), Error> {
        let member = Site::member(Some(ty), name, self.options);
        let mode = member.list_rule(self.options);
        if fields.iter().any(|(field, _)| field.order.is_some() || field.delete.is_some()) {
            let items = match live.filter(|live| live.kind() == JsonKind::List) {
                Some(list) => list.list_items()?,
                None => Vec::new(),
            };
            let of_objects = matches!(mode, Ok(ListRule::Keyed));
            let known = KnownItems::of(&items, &member, of_objects);
            for (field, trail) in fields {
                self.named().directive_lists((name, field), &known, &member, trail);
            }
        }
        let step = || Segment::Field(name.clone());
        let places: Vec<_> = fields.iter().map(|(_, trail)| trail.below(&step)).collect();
        let (mut objects, mut lists, mut replacing) = (Vec::new(), Vec::new(), Vec::new());
        for ((field, _), here) in fields.iter().zip(&places) {
            match (&field.value, live) {
                (None | Some(Change::Scalar(_)), _) => {}
                (Some(Change::Object(object)), Some(live)) if live.kind() == JsonKind::Object => {
                    objects.push((object, here));
                }
                (Some(Change::List(items)), Some(live)) if live.kind() == JsonKind::List => {
                    lists.push((items.as_slice(), here));
                    if field.order.is_none() && !items.is_empty() {
                        replacing.push((items, here));
                    }
                }
                (Some(value), _) => {
                    let at = PatchPlace { ty: member.ty, state: Added::Field, trail: here };
                    let options = self.options;
                    visit_value(&mut AbsentValue(self), value, &member, at, options);
                    self.complete().value(value, &member, here);
                }
            }
        }
        let Some(live) = live else { return Ok(()) };
        let below = member.ty.filter(|_| member.strategy.base() != Base::Replace);
        match (mode, member.ty, below) {
            (_, _, Some(below)) if !objects.is_empty() => self.object(&objects, live, below)?,
            (Ok(ListRule::Keyed), ..) if !lists.is_empty() => {
                self.elements(&lists, live, &member)?;
            }
            (Ok(ListRule::Atomic), Some(_), _) if !replacing.is_empty() => {
                let list = NamedList::of(live, names_in(ty.field(name), &member))?;
                for (items, here) in replacing {
                    self.found.extend(list.dropped(items, here)?);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn new_element(&mut self, replaces: bool) -> NewElement<'_, '_> {
        NewElement { options: self.options, replaces, found: &mut self.found }
    }

    fn named(&mut self) -> Named<'_> {
        Named { found: &mut self.found }
    }

    fn complete(&mut self) -> Complete<'_, '_> {
        Complete { options: self.options, found: &mut self.found }
    }

    /// Checks the elements of lists that are merged into a list in live.
    fn elements(
        &mut self,
        lists: &[(&[Change], &Trail<'_>)],
        live: &Node<'_>,
        member: &Site<'_>,
    ) -> Result<(), Error> {
        let Some(element) = member.element_type() else { return Ok(()) };
        let live = live.list_items()?;
        let live_keys = LiveKeys::of(&live, member);
        let names = OnceCell::new();
        let names = || names.get_or_init(|| LiveNames::of(&live_keys, lists, member));
        let elements: Vec<_> = lists
            .iter()
            .flat_map(|(items, list)| {
                let replaces =
                    objects(items).any(|(_, object)| object.marker == Some(Marker::Replace));
                objects(items).map(move |(at, patch)| (at, patch, *list, replaces))
            })
            .collect();
        let steps: Vec<_> = elements.iter().map(|(at, ..)| || Segment::Index(*at)).collect();
        let places = elements.iter().zip(&steps).map(|((_, _, list, _), step)| list.below(step));
        let places: Vec<_> = places.collect();
        // The patches of each element of live, which are checked together at the first of them.
        let mut again: Map<usize, Vec<(&PatchObject, &Trail<'_>)>> = Map::default();
        for ((_, patch, _, replaces), here) in elements.iter().zip(&places) {
            if let Ok(key) = member.key_of_change(patch)
                && let Some((first, _)) = live_keys.get(&key).filter(|_| !replaces)
            {
                again.entry(first).or_default().push((patch, here));
            }
        }
        let (start, is_repeated) = (self.found.len(), again.values().any(|all| all.len() > 1));
        for (&(_, patch, _, replaces), here) in elements.iter().zip(&places) {
            // The elements of a list that replaces live's are new, too: semantics list-5.
            if replaces {
                if patch.marker.is_none() {
                    self.new_element(replaces).check(patch, element, here);
                    self.complete().element(patch, (element, Part::Inside), here);
                }
                continue;
            }
            let key = match member.key_of_change(patch) {
                Ok(key) => key,
                Err(error) => {
                    self.report(here, FindingKind::MergeKeyMissing, error.message());
                    continue;
                }
            };
            let Some((first, count)) = live_keys.get(&key) else {
                if live_keys.are_complete && patch.marker.is_none() {
                    self.new_element(replaces).check(patch, element, here);
                    self.named().added(patch, (&key, element), names(), here);
                    self.complete().element(patch, (element, Part::Element), here);
                } else if live_keys.are_complete {
                    self.named().nothing_to_delete(&key, names(), here);
                }
                continue;
            };
            if count > 1 && patch.marker.is_none() {
                let message = format!(
                    "{count} elements of live have the merge key {}; the patch changes the first",
                    key.parts().iter().map(Scalar::to_json).collect::<Vec<_>>().join(", ")
                );
                self.report(here, FindingKind::EqualMergeKeys, message);
            }
            if let (Some(live), Some(patches)) = (live.get(first), again.remove(&first)) {
                self.object(&patches, live, element)?;
            }
        }
        if let (true, Some((_, list))) = (is_repeated, lists.first()) {
            // Restore the order of the patch.
            let depth = list.path().segments().len();
            let index = |found: &Finding| match found.path.segments().nth(depth) {
                Some(Segment::Index(at)) => *at,
                _ => 0,
            };
            self.found.get_mut(start..).unwrap_or_default().sort_by_key(index);
        }
        Ok(())
    }
}

/// The check of a value that live lacks: an object with `$patch: replace` is left out (semantics
/// adopt-2), and a server stores or refuses other directives in data (semantics check-14).
struct AbsentValue<'c, 'o>(&'c mut LiveCheck<'o>);

impl PatchVisitor for AbsentValue<'_, '_> {
    type State = Added;
    const STEPS_BY_KEY: bool = false;

    fn object(&mut self, patch: &PatchObject, at: PatchPlace<'_, Added>) -> Option<Added> {
        if at.state == Added::Field && patch.marker == Some(Marker::Replace) {
            let step = || Segment::Field(PATCH.to_owned());
            let here = at.trail.below(&step);
            self.0.report(&here, FindingKind::ObjectLeftOut, object_left_out());
        }
        if patch.marker.is_some() {
            return None;
        }
        if at.ty.is_some_and(is_data) {
            for name in leaked(patch, Nulls::Dropped) {
                let step = || Segment::Field(name.clone());
                let message = "the directive has no effect here, where live has no such value; an \
                               API server stores it as data or refuses the patch";
                self.0.report(&at.trail.below(&step), FindingKind::IneffectiveDirective, message);
            }
        }
        Some(Added::Field)
    }

    fn value(&mut self, value: &Change, at: PatchPlace<'_, Added>) -> Option<Added> {
        let inside = match value {
            Change::List(_) => at.ty.map(|_| Added::Element),
            Change::Object(_) | Change::Scalar(_) => Some(at.state),
        };
        inside.filter(|_| self.0.options.map_directives == MapDirectives::Kubernetes)
    }
}
