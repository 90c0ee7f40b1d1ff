//! The check of a patch against a live object: what the patch would lose there, and what of it
//! would have no effect. Rules: semantics check-8 to check-11.

use super::names::{dropped, is_silent};
use super::new_element::NewElement;
use crate::directive::{Change, FieldPatch, Marker, PATCH, PatchObject};
use crate::document::{JsonKind, Node, Scalar};
use crate::error::{Error, Role};
use crate::finding::{Finding, FindingKind};
use crate::hash::Map;
use crate::input::Json;
use crate::member::{ElementKey, ListMode, Member};
use crate::options::{MapDirectives, Options};
use crate::patch::Patch;
use crate::path::{Segment, Trail};
use smp_schema::{Base, TypeRef};

impl Patch {
    /// What the patch would lose in a live object of type `ty`, or not do there: elements with
    /// names of a list that is replaced as a whole because the schema does not say how it
    /// merges, elements that share their merge key with another one or lack it, and `$patch`
    /// in what live does not have. `O(p)` in the patch, and in the lists of live that it
    /// changes.
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
        live: impl Json<'d>,
        ty: impl Into<TypeRef<'s>>,
        options: &Options,
    ) -> Result<Vec<Finding>, Error> {
        if !concerns_live(&self.root) {
            return Ok(Vec::new());
        }
        let about = |error: Error| error.about(Role::Live);
        let live = live
            .to_source()
            .open(&options.limits, crate::document::Document::from_json)
            .map_err(about)?;
        let mut check = LiveCheck { options, found: Vec::new() };
        check.object(&self.root, &live.node, ty.into(), &Trail::default()).map_err(about)?;
        Ok(check.found)
    }
}

/// Whether a list, or an object with `$patch`, is anywhere in the patch.
fn concerns_live(patch: &PatchObject) -> bool {
    patch.fields.iter().any(|(_, field)| match &field.value {
        Some(Change::List(_)) => true,
        Some(Change::Object(object)) => object.marker.is_some() || concerns_live(object),
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

    fn object(
        &mut self,
        patch: &PatchObject,
        live: &Node<'_>,
        ty: TypeRef<'_>,
        place: &Trail<'_>,
    ) -> Result<(), Error> {
        if patch.marker.is_some() || !concerns_live(patch) {
            return Ok(());
        }
        let opened = live.opened()?;
        let Node::Object(members) = opened.as_ref() else { return Ok(()) };
        for (name, field) in patch.fields.iter() {
            let member = Member::of(Some(ty), name, self.options);
            let step = || Segment::Field(name.clone());
            let here = place.below(&step);
            let live = members.get(name.as_str());
            match (&field.value, live, member.ty) {
                (Some(Change::Object(object)), live, _)
                    if live.is_none_or(|live| live.kind() != JsonKind::Object) =>
                {
                    self.absent(object, &here);
                }
                (Some(Change::Object(object)), Some(live), Some(below))
                    if member.strategy.base() != Base::Replace =>
                {
                    self.object(object, live, below, &here)?;
                }
                (Some(Change::List(items)), Some(live), Some(below))
                    if live.kind() == JsonKind::List =>
                {
                    match member.list_mode(self.options) {
                        Ok(ListMode::Objects(Some(element))) => {
                            self.elements(items, live, &member, element, &here)?;
                        }
                        Ok(ListMode::Atomic) if is_silent(ty.field(name), below) => {
                            self.replaced(field, items, live, &here)?;
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// An object that live lacks: with `$patch: replace` it is left out (semantics adopt-2).
    fn absent(&mut self, object: &PatchObject, place: &Trail<'_>) {
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
        for (name, field) in object.fields.iter() {
            if let Some(Change::Object(object)) = &field.value {
                let step = || Segment::Field(name.clone());
                self.absent(object, &place.below(&step));
            }
        }
    }

    /// The elements of a merge list.
    fn elements(
        &mut self,
        items: &[Change],
        live: &Node<'_>,
        member: &Member<'_>,
        element: TypeRef<'_>,
        place: &Trail<'_>,
    ) -> Result<(), Error> {
        let objects = items.iter().enumerate().filter_map(|(at, item)| match item {
            Change::Object(object) => Some((at, object)),
            _ => None,
        });
        let new = NewElement { options: self.options };
        if objects.clone().any(|(_, object)| object.marker == Some(Marker::Replace)) {
            // The patch's elements are the list: semantics list-5.
            for (at, patch) in objects.filter(|(_, object)| object.marker.is_none()) {
                let step = || Segment::Index(at);
                new.check(patch, element, &place.below(&step), &mut self.found);
            }
            return Ok(());
        }
        let live = live.list_items()?;
        let mut by_key: Map<ElementKey<'_>, (usize, usize)> = Map::default();
        // Applying the patch reports elements of live without a key.
        let mut all_keyed = true;
        for (at, item) in live.iter().enumerate() {
            let Some(Ok(key)) = member.readable_key(item) else {
                all_keyed = false;
                continue;
            };
            let entry = by_key.entry(key).or_insert((at, 0));
            entry.1 = entry.1.saturating_add(1);
        }
        for (at, patch) in objects {
            let step = || Segment::Index(at);
            let here = place.below(&step);
            let key = match member.key_of_change(patch) {
                Ok(key) => key,
                Err(error) => {
                    self.report(&here, FindingKind::MergeKeyMissing, error.message());
                    continue;
                }
            };
            let Some((first, count)) = by_key.get(&key).filter(|_| all_keyed) else {
                if all_keyed && patch.marker.is_none() {
                    new.check(patch, element, &here, &mut self.found);
                }
                continue;
            };
            if *count > 1 && patch.marker.is_none() {
                let message = format!(
                    "{count} elements of live have the merge key {}; the patch changes the first",
                    key.parts().iter().map(Scalar::to_json).collect::<Vec<_>>().join(", ")
                );
                self.report(&here, FindingKind::EqualMergeKeys, message);
            }
            if let Some(live) = live.get(*first) {
                self.object(patch, live, element, &here)?;
            }
        }
        Ok(())
    }

    /// A list that the patch replaces.
    fn replaced(
        &mut self,
        field: &FieldPatch,
        items: &[Change],
        live: &Node<'_>,
        place: &Trail<'_>,
    ) -> Result<(), Error> {
        if field.order.is_none() && !items.is_empty() {
            self.found.extend(dropped(items, live, place)?);
        }
        Ok(())
    }
}
