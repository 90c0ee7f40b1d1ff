//! The check of a patch against a live object: data that the patch would lose there, and parts of
//! the patch that would have no effect. Rules: semantics check-8 to check-12 and check-14.

use std::borrow::Cow;

use super::data::{Nulls, is_data, leaked};
use super::names::{dropped, is_silent};
use super::new_element::NewElement;
use crate::directive::{Change, FieldPatch, Marker, PATCH, PatchObject};
use crate::document::{JsonKind, Node, Scalar};
use crate::error::{Error, Role};
use crate::finding::{Finding, FindingKind};
use crate::hash::Map;
use crate::input::DocumentInput;
use crate::member::{ElementKey, ListMode, Member};
use crate::options::{MapDirectives, Options};
use crate::patch::Patch;
use crate::path::{Segment, Trail};
use smp_schema::{Base, TypeKind, TypeRef};

impl Patch {
    /// The parts of a patch that would lose data of a live object of type `ty`, or have no effect
    /// there: elements with names of a list that is replaced as a whole because the schema does not
    /// say how it merges, elements that share their merge key with another one or lack it, and
    /// `$patch` in values that live does not have. `O(p)` in the patch, and in the lists of live
    /// that it changes.
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
        check.object(&[(&self.root, &Trail::default())], &live.node, ty.into()).map_err(about)?;
        Ok(check.found)
    }
}

/// Whether a list, or an object with a directive, is anywhere in the patch.
fn concerns_live(patch: &PatchObject) -> bool {
    patch.fields.iter().any(|(_, field)| match &field.value {
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
    fn report(&mut self, place: &Trail<'_>, kind: FindingKind, message: impl Into<String>) {
        let message = message.into();
        self.found.push(Finding { path: place.path(), kind, message, suggestion: None });
    }

    /// Several patches of one object, each with its place: elements of a patch may name one
    /// element of live. They are checked together, so that live is read once for all of them.
    fn object(
        &mut self,
        patches: &[(&PatchObject, &Trail<'_>)],
        live: &Node<'_>,
        ty: TypeRef<'_>,
    ) -> Result<(), Error> {
        let concerned =
            patches.iter().filter(|(patch, _)| patch.marker.is_none() && concerns_live(patch));
        let fields = fields_by_name(concerned);
        if fields.is_empty() {
            return Ok(());
        }
        let opened = live.opened()?;
        let Node::Object(members) = opened.as_ref() else { return Ok(()) };
        for (name, fields) in fields {
            let member = Member::of(Some(ty), name, self.options);
            let step = || Segment::Field(name.to_owned());
            let places: Vec<_> = fields.iter().map(|(_, place)| place.below(&step)).collect();
            let (mut objects, mut lists) = (Vec::new(), Vec::new());
            for ((field, _), here) in fields.iter().zip(&places) {
                match &field.value {
                    Some(Change::Object(object)) => objects.push((object, here)),
                    Some(Change::List(items)) => lists.push((items.as_slice(), here)),
                    _ => {}
                }
            }
            let live = members.get(name);
            match (live, member.ty) {
                (live, _) if live.is_none_or(|live| live.kind() != JsonKind::Object) => {
                    for (object, here) in objects {
                        self.absent(object, member.ty, here);
                    }
                }
                (Some(live), Some(below)) if member.strategy.base() != Base::Replace => {
                    self.object(&objects, live, below)?;
                }
                _ => {}
            }
            let Some(below) = member.ty else { continue };
            let Some(live) = live.filter(|live| live.kind() == JsonKind::List) else {
                for (items, here) in lists {
                    self.absent_elements(items, below, here);
                }
                continue;
            };
            match member.list_mode(self.options) {
                Ok(ListMode::Objects(Some(element))) => {
                    self.elements(&lists, live, &member, element)?;
                }
                Ok(ListMode::Atomic) if is_silent(ty.field(name), below) => {
                    // The last list is the result.
                    let ordered = fields.last().is_some_and(|(field, _)| field.order.is_some());
                    if let Some((items, here)) = lists.last()
                        && !ordered
                        && !items.is_empty()
                    {
                        self.found.extend(dropped(items, live, here)?);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// An object that live lacks: with `$patch: replace` it is left out (semantics adopt-2), and for
    /// other directives in data a server has no place (semantics check-14).
    fn absent(&mut self, object: &PatchObject, ty: Option<TypeRef<'_>>, place: &Trail<'_>) {
        if self.options.map_directives != MapDirectives::Kubernetes {
            return;
        }
        if object.marker == Some(Marker::Replace) {
            let step = || Segment::Field(PATCH.to_owned());
            let message = "live has no such object: with `$patch` here, the patch's object is \
                           left out, as in a cluster";
            self.report(&place.below(&step), FindingKind::ObjectLeftOut, message);
        }
        if object.marker.is_some() {
            return;
        }
        if ty.is_some_and(is_data) {
            for name in leaked(object, Nulls::Dropped) {
                let step = || Segment::Field(name.clone());
                let message = "the directive has no effect here, where live has no such value; an \
                               API server stores it as data or refuses the patch";
                self.report(&place.below(&step), FindingKind::IneffectiveDirective, message);
            }
        }
        for (name, field) in object.fields.iter() {
            let below = Member::of(ty, name, self.options).ty;
            let step = || Segment::Field(name.clone());
            match (&field.value, below) {
                (Some(Change::Object(object)), _) => {
                    self.absent(object, below, &place.below(&step));
                }
                (Some(Change::List(items)), Some(below)) => {
                    self.absent_elements(items, below, &place.below(&step));
                }
                _ => {}
            }
        }
    }

    /// The elements of a list that live lacks; one with `$patch` is left out.
    fn absent_elements(&mut self, items: &[Change], list: TypeRef<'_>, place: &Trail<'_>) {
        let element = match list.kind() {
            TypeKind::List(element) => element,
            _ => list,
        };
        for (at, item) in objects(items).filter(|(_, item)| item.marker.is_none()) {
            let step = || Segment::Index(at);
            self.absent(item, Some(element), &place.below(&step));
        }
    }

    /// The elements of lists that are merged into one list of live.
    fn elements(
        &mut self,
        lists: &[(&[Change], &Trail<'_>)],
        live: &Node<'_>,
        member: &Member<'_>,
        element: TypeRef<'_>,
    ) -> Result<(), Error> {
        if lists.is_empty() {
            return Ok(());
        }
        let live = live.list_items()?;
        let live_keys = LiveKeys::of(&live, member);
        let new = |replaces| NewElement { options: self.options, replaces };
        // The patches of each element of live, with the list and the index there.
        let mut named: Map<usize, Vec<(&PatchObject, &Trail<'_>, usize)>> = Map::default();
        for (items, place) in lists.iter().filter(|(items, _)| !replaces(items)) {
            for (at, patch) in objects(items) {
                if let Ok(key) = member.key_of_change(patch)
                    && let Some((first, _)) = live_keys.get(&key)
                {
                    named.entry(first).or_default().push((patch, place, at));
                }
            }
        }
        for (items, place) in lists {
            if replaces(items) {
                // The patch's elements are the list: semantics list-5.
                for (at, patch) in objects(items).filter(|(_, object)| object.marker.is_none()) {
                    let step = || Segment::Index(at);
                    new(true).check(patch, element, &place.below(&step), &mut self.found);
                }
                continue;
            }
            for (at, patch) in objects(items) {
                let step = || Segment::Index(at);
                let here = place.below(&step);
                let key = match member.key_of_change(patch) {
                    Ok(key) => key,
                    Err(error) => {
                        self.report(&here, FindingKind::MergeKeyMissing, error.message());
                        continue;
                    }
                };
                let Some((first, count)) = live_keys.get(&key) else {
                    if live_keys.are_complete && patch.marker.is_none() {
                        new(false).check(patch, element, &here, &mut self.found);
                    }
                    continue;
                };
                if count > 1 && patch.marker.is_none() {
                    let message = format!(
                        "{count} elements of live have the merge key {}; the patch changes the \
                         first",
                        key.parts().iter().map(Scalar::to_json).collect::<Vec<_>>().join(", ")
                    );
                    self.report(&here, FindingKind::EqualMergeKeys, message);
                }
                // All patches of an element are checked with the first of them.
                let (Some(live), Some(group)) = (live.get(first), named.remove(&first)) else {
                    continue;
                };
                let steps: Vec<_> =
                    group.iter().map(|&(_, _, at)| move || Segment::Index(at)).collect();
                let places = group.iter().zip(&steps);
                let places: Vec<_> =
                    places.map(|((_, place, _), step)| place.below(step)).collect();
                let patches = group.iter().zip(&places);
                let patches: Vec<_> = patches.map(|((patch, _, _), here)| (*patch, here)).collect();
                self.object(&patches, live, element)?;
            }
        }
        Ok(())
    }
}

/// The fields of several patches, those of one name together.
fn fields_by_name<'p, 't>(
    patches: impl Iterator<Item = &'t (&'p PatchObject, &'t Trail<'t>)>,
) -> Vec<(&'p str, Vec<(&'p FieldPatch, &'t Trail<'t>)>)>
where
    'p: 't,
{
    let mut fields: Vec<(&str, Vec<_>)> = Vec::new();
    let mut places: Map<&str, usize> = Map::default();
    for (patch, place) in patches {
        for (name, field) in patch.fields.iter() {
            let at = *places.entry(name).or_insert(fields.len());
            match fields.get_mut(at) {
                Some((_, same)) => same.push((field, *place)),
                None => fields.push((name, vec![(field, *place)])),
            }
        }
    }
    fields
}

/// The objects of a patch list, with their indices.
fn objects(items: &[Change]) -> impl Iterator<Item = (usize, &PatchObject)> {
    items.iter().enumerate().filter_map(|(at, item)| match item {
        Change::Object(object) => Some((at, object)),
        Change::Scalar(_) | Change::List(_) => None,
    })
}

/// Whether a patch list is the result itself: semantics list-5.
fn replaces(items: &[Change]) -> bool {
    objects(items).any(|(_, object)| object.marker == Some(Marker::Replace))
}

/// The keys of a list of live.
struct LiveKeys<'n> {
    /// The first element of each key, and the number of elements that have the key.
    elements: Map<ElementKey<'n>, (usize, usize)>,
    /// Whether every element has a key. Applying the patch reports those without.
    are_complete: bool,
}

impl<'n> LiveKeys<'n> {
    fn of(live: &'n [Cow<'n, Node<'n>>], member: &Member<'n>) -> Self {
        let mut keys = Self { elements: Map::default(), are_complete: true };
        for (at, item) in live.iter().enumerate() {
            let Some(key) = member.readable_key(item, None) else {
                keys.are_complete = false;
                continue;
            };
            let entry = keys.elements.entry(key).or_insert((at, 0));
            entry.1 = entry.1.saturating_add(1);
        }
        keys
    }

    fn get(&self, key: &ElementKey<'_>) -> Option<(usize, usize)> {
        self.elements.get(key).copied().filter(|_| self.are_complete)
    }
}
