//! The check of a patch against a live object: what the patch would lose there. Rules:
//! semantics check-8 and check-9.

use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::{JsonKind, KeyValue, Node, Scalar};
use crate::error::{Error, Role};
use crate::finding::{Finding, FindingKind};
use crate::hash::{Map, Set};
use crate::input::Json;
use crate::member::{ElementKey, ListMode, Member};
use crate::options::Options;
use crate::patch::Patch;
use crate::path::{Segment, Trail};
use smp_schema::{Base, FieldRef, TypeKind, TypeRef};

/// Fields that name an element of a list, in many APIs.
const NAMES: [&str; 4] = ["name", "id", "key", "secretKey"];

impl Patch {
    /// What the patch would lose in a live object of type `ty`: elements with names of a list
    /// that is replaced as a whole because the schema does not say how it merges, and
    /// elements that share their merge key with another one. `O(p)` in the patch, and in the
    /// lists of live that it changes.
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
        if !has_list(&self.root) {
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

/// Whether a list is anywhere in the patch.
fn has_list(patch: &PatchObject) -> bool {
    patch.fields.iter().any(|(_, field)| match &field.value {
        Some(Change::List(_)) => true,
        Some(Change::Object(object)) => has_list(object),
        _ => false,
    })
}

struct LiveCheck<'o> {
    options: &'o Options,
    found: Vec<Finding>,
}

impl LiveCheck<'_> {
    fn object(
        &mut self,
        patch: &PatchObject,
        live: &Node<'_>,
        ty: TypeRef<'_>,
        place: &Trail<'_>,
    ) -> Result<(), Error> {
        if patch.marker.is_some() || !has_list(patch) {
            return Ok(());
        }
        let opened = live.opened()?;
        let Node::Object(members) = opened.as_ref() else { return Ok(()) };
        for (name, field) in patch.fields.iter() {
            let Some(live) = members.get(name.as_str()) else { continue };
            let member = Member::of(Some(ty), name, self.options);
            let Some(below) = member.ty else { continue };
            let step = || Segment::Field(name.clone());
            let here = place.below(&step);
            match (&field.value, live.kind()) {
                (Some(Change::Object(object)), JsonKind::Object)
                    if member.strategy.base() != Base::Replace =>
                {
                    self.object(object, live, below, &here)?;
                }
                (Some(Change::List(items)), JsonKind::List) => match member.list_mode(self.options)
                {
                    Ok(ListMode::Objects(Some(element))) => {
                        self.elements(items, live, &member, element, &here)?;
                    }
                    Ok(ListMode::Atomic) if is_silent(ty.field(name), below) => {
                        self.replaced(field, items, live, &here)?;
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        Ok(())
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
        let live = live.list_items()?;
        let mut by_key: Map<ElementKey<'_>, (usize, usize)> = Map::default();
        for (at, item) in live.iter().enumerate() {
            // Applying the patch reports elements without a key.
            let Some(Ok(key)) = member.readable_key(item) else { return Ok(()) };
            let entry = by_key.entry(key).or_insert((at, 0));
            entry.1 = entry.1.saturating_add(1);
        }
        for (at, item) in items.iter().enumerate() {
            let Change::Object(patch) = item else { continue };
            let Ok(key) = member.key_of_change(patch) else { continue };
            let Some((first, count)) = by_key.get(&key) else { continue };
            let step = || Segment::Index(at);
            let here = place.below(&step);
            if *count > 1 && patch.marker.is_none() {
                let message = format!(
                    "{count} elements of live have the merge key {}; the patch changes the first",
                    key.parts().iter().map(Scalar::to_json).collect::<Vec<_>>().join(", ")
                );
                let kind = FindingKind::EqualMergeKeys;
                self.found.push(Finding { path: here.path(), kind, message, suggestion: None });
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
        if field.order.is_some() || items.is_empty() {
            return Ok(());
        }
        let live = live.list_items()?;
        for name in NAMES {
            let in_live = live.iter().map(|item| name_of(item, name));
            let Some(in_live) = in_live.collect::<Result<Option<Vec<_>>, Error>>()? else {
                continue;
            };
            let in_patch = items.iter().map(|item| name_in_patch(item, name));
            let Some(in_patch) = in_patch.collect::<Option<Set<String>>>() else { continue };
            if in_live.iter().collect::<Set<_>>().len() < in_live.len() {
                continue;
            }
            let dropped: Vec<_> =
                in_live.iter().filter(|name| !in_patch.contains(*name)).cloned().collect();
            if dropped.is_empty() {
                return Ok(());
            }
            let message = format!(
                "the list is replaced as a whole, which drops {}: the schema has no key for its \
                 elements",
                listed(&dropped)
            );
            self.found.push(Finding {
                path: place.path(),
                kind: FindingKind::NamedElementsDropped,
                message,
                suggestion: Some(name.to_owned()),
            });
            return Ok(());
        }
        Ok(())
    }
}

/// Whether the schema does not say how a list of objects merges: it has neither a strategy
/// nor a list type.
fn is_silent(field: Option<FieldRef<'_>>, ty: TypeRef<'_>) -> bool {
    let objects = match ty.kind() {
        TypeKind::List(element) => matches!(element.kind(), TypeKind::Object | TypeKind::Any),
        TypeKind::Any => true,
        _ => false,
    };
    objects
        && field.is_none_or(|field| {
            field.list_type().is_none() && field.strategy() == smp_schema::Strategy::NONE
        })
}

/// The text of a field of an element; `None` if it is not an object with such a string.
fn name_of(item: &Node<'_>, name: &str) -> Result<Option<String>, Error> {
    let opened = item.opened()?;
    let Node::Object(members) = opened.as_ref() else { return Ok(None) };
    Ok(match members.get(name).map(KeyValue::of) {
        Some(KeyValue::Scalar(scalar @ Scalar::String(_))) => Some(scalar.to_json()),
        _ => None,
    })
}

fn name_in_patch(item: &Change, name: &str) -> Option<String> {
    let Change::Object(object) = item else { return None };
    match object.fields.get(name)?.value.as_ref()? {
        Change::Scalar(node) => match Scalar::of(node)? {
            scalar @ Scalar::String(_) => Some(scalar.to_json()),
            _ => None,
        },
        _ => None,
    }
}

/// The first few names, and how many more there are.
fn listed(names: &[String]) -> String {
    const LISTED: usize = 5;
    let text = names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
    if let Some(more) = names.len().checked_sub(LISTED).filter(|more| *more > 0) {
        return format!("{text} and {more} more");
    }
    text
}
