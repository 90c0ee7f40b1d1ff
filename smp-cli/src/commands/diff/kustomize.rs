//! `smp diff --for kustomize`: a component of kustomize with a patch for each object.
//!
//! Kustomize merges by rules of its own: it knows `$patch` and copies all other directives into the
//! objects, and the elements that a patch names come first. So a strategic merge patch is made only
//! where both sides agree on what it does, and names every element of a list; otherwise it is a JSON
//! patch.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use smp_core::schema::FieldRef;
use smp_core::{Document, TypeRef, View};

use super::{Change, Pairs, removal};
use crate::args::DiffArgs;
use crate::checks::check_new;
use crate::identity::Identity;
use crate::objects::{SetObject, owned, view};
use crate::output::{Output, cannot_write};
use crate::patches::{json_patch_between, with_identity};
use crate::report::Report;
use crate::schemas::Schemas;
use crate::status::{FOUND, SUCCESS};

/// The lists that kustomize merges by `name`, as API servers do.
const NAMED: [&str; 6] =
    ["containers", "initContainers", "ephemeralContainers", "volumes", "env", "imagePullSecrets"];

/// Prints the component.
pub(super) fn print(
    args: &DiffArgs,
    schemas: &Schemas,
    pairs: &Pairs<'_, '_>,
    mut output: Output,
) -> Result<u8, Report> {
    let mut entries = Vec::new();
    let found = pairs.each(schemas, |change| {
        let entry = match change {
            Change::Fields(original, modified) | Change::Renamed(original, modified) => {
                check_new(schemas, args.validate.validation(), Some(original), modified)?;
                entry(schemas, original, modified)?
            }
            Change::Removed(object) => Some(merge_entry(&removal(), object)?),
        };
        let changes = entry.is_some();
        entries.extend(entry);
        Ok(changes)
    })?;
    if !entries.is_empty() {
        let component = object(vec![
            ("apiVersion".into(), string("kustomize.config.k8s.io/v1alpha1")),
            ("kind".into(), string("Component")),
            ("patches".into(), Document::from(View::List(entries))),
        ]);
        output.push(&component, crate::input::Layout::Lines(None))?;
        output.print()?;
    }
    Ok(if found { FOUND } else { SUCCESS })
}

fn object(members: Vec<(Cow<'static, str>, Document<'static>)>) -> Document<'static> {
    Document::from(View::Object(members))
}

fn string(text: &str) -> Document<'static> {
    Document::from(View::String(text.to_owned().into()))
}

fn yaml(document: &Document<'_>) -> Result<Document<'static>, Report> {
    let mut text = String::new();
    smp_yaml::write(document, &mut text).map_err(|error| cannot_write(&error))?;
    Ok(string(&text))
}

/// The entry of `patches` for an object; `None` if it does not change.
fn entry(
    schemas: &Schemas,
    original: &SetObject<'_>,
    modified: &SetObject<'_>,
) -> Result<Option<Document<'static>>, Report> {
    let schema = schemas.known(&original.identity)?;
    let root = schema.as_ref().map(smp_core::Schema::root);
    let merger = Merger { original, is_custom: crate::schemas::is_custom(&original.identity) };
    match merger.merge((&original.document, &modified.document), root)? {
        Merge::Same => Ok(None),
        Merge::Patch(patch) => merge_entry(&patch, original).map(Some),
        Merge::Other => {
            let from = (&original.document, original.input);
            let operations = json_patch_between(from, (&modified.document, modified.input))?;
            let target = target(&original.identity);
            let members = vec![("target".into(), target), ("patch".into(), yaml(&operations)?)];
            Ok(Some(object(members)))
        }
    }
}

fn merge_entry(patch: &Document<'_>, object_: &SetObject<'_>) -> Result<Document<'static>, Report> {
    let whole = with_identity(&object_.identity, patch, object_.input)?;
    Ok(object(vec![("patch".into(), yaml(&whole)?)]))
}

/// The target of a JSON patch. Names are regular expressions.
fn target(identity: &Identity) -> Document<'static> {
    let Identity { kind, name, namespace, .. } = identity;
    let exact = |text: &Option<String>| text.as_deref().map(regex::escape);
    let (group, version) = (identity.group(), identity.version());
    let members = [
        ("group", Some(regex::escape(group)).filter(|group| !group.is_empty())),
        ("version", Some(version.to_owned()).filter(|version| !version.is_empty())),
        ("kind", exact(kind)),
        ("name", exact(name)),
        ("namespace", exact(namespace)),
    ];
    let members =
        members.into_iter().filter_map(|(name, text)| Some((name.into(), string(&text?))));
    object(members.collect())
}

/// The effect of a strategic merge patch on a value.
enum Merge {
    Same,
    Patch(Document<'static>),
    /// Only other patches can make the change, or kustomize would merge it in another way.
    Other,
}

struct Merger<'m> {
    original: &'m SetObject<'m>,
    is_custom: bool,
}

impl Merger<'_> {
    fn merge(
        &self,
        (from, to): (&Document<'_>, &Document<'_>),
        ty: Option<TypeRef<'_>>,
    ) -> Result<Merge, Report> {
        let input = self.original.input;
        Ok(match (view(from, input)?, view(to, input)?) {
            (View::Object(old), View::Object(new)) => {
                let before: HashMap<_, _> = old.iter().map(|(name, it)| (name, it)).collect();
                let after: HashSet<_> = new.iter().map(|(name, _)| name).collect();
                let mut members = Vec::new();
                for (name, value) in &old {
                    if !after.contains(name) {
                        if !self.is_plain(value)? {
                            return Ok(Merge::Other);
                        }
                        members.push((name.to_string().into(), Document::from(View::Null)));
                    }
                }
                for (name, value) in &new {
                    let field = ty.and_then(|ty| ty.field(name));
                    let below = field.map(FieldRef::ty).or_else(|| ty?.other_members());
                    let patch = match before.get(name) {
                        None if self.is_plain(value)? => Merge::Patch(owned(value.clone())?),
                        None => Merge::Other,
                        Some(old) => match (view(old, input)?, view(value, input)?) {
                            (View::List(old), View::List(new)) => {
                                self.list(name, (&old, &new), field)?
                            }
                            _ => self.merge((old, value), below)?,
                        },
                    };
                    match patch {
                        Merge::Same => {}
                        Merge::Patch(patch) => members.push((name.to_string().into(), patch)),
                        Merge::Other => return Ok(Merge::Other),
                    }
                }
                match members.as_slice() {
                    [] => Merge::Same,
                    // Kustomize removes an object that becomes empty.
                    _ if new.is_empty() => Merge::Other,
                    _ => Merge::Patch(object(members)),
                }
            }
            (View::Null, View::Null) => Merge::Same,
            (View::Object(_) | View::List(_) | View::Null, _) => Merge::Other,
            _ if from.to_json() == to.to_json() => Merge::Same,
            _ if self.is_plain(to)?
                && !matches!(view(to, input)?, View::Object(_) | View::List(_)) =>
            {
                Merge::Patch(owned(to.clone())?)
            }
            _ => Merge::Other,
        })
    }

    fn list(
        &self,
        name: &str,
        (old, new): (&[Document<'_>], &[Document<'_>]),
        field: Option<FieldRef<'_>>,
    ) -> Result<Merge, Report> {
        let texts =
            |items: &[Document<'_>]| items.iter().map(Document::to_json).collect::<Vec<_>>();
        if texts(old) == texts(new) {
            return Ok(Merge::Same);
        }
        let merges =
            field.is_some_and(|field| field.strategy().base() == smp_core::schema::Base::Merge);
        if merges && !self.is_custom {
            let by_name = field.is_some_and(|field| field.merge_key() == Some("name"));
            if !by_name || !NAMED.contains(&name) {
                return Ok(Merge::Other);
            }
            return self.named(old, new, field);
        }
        for item in new {
            if !self.is_plain(item)? {
                return Ok(Merge::Other);
            }
        }
        // A field without a schema here may have one there.
        if new.is_empty() || (field.is_none() && !self.is_custom) {
            return Ok(Merge::Other);
        }
        let items = new.iter().map(|item| owned(item.clone())).collect::<Result<Vec<_>, _>>()?;
        Ok(Merge::Patch(Document::from(View::List(items))))
    }

    /// A list with names: every element of the new list, in its order.
    fn named(
        &self,
        old: &[Document<'_>],
        new: &[Document<'_>],
        field: Option<FieldRef<'_>>,
    ) -> Result<Merge, Report> {
        let (Some(old_names), Some(new_names)) = (names(old), names(new)) else {
            return Ok(Merge::Other);
        };
        if new.is_empty() {
            return Ok(Merge::Other);
        }
        let element = field.and_then(|field| match field.ty().kind() {
            smp_core::schema::TypeKind::List(element) => Some(element),
            _ => None,
        });
        let mut items = Vec::new();
        for name in old.iter().filter_map(|item| item.get("name")?.as_str().map(Cow::into_owned)) {
            if !new_names.contains_key(&name) {
                let marker = ("$patch".into(), string("delete"));
                items.push((usize::MAX, object(vec![("name".into(), string(&name)), marker])));
            }
        }
        for (name, &at) in &new_names {
            let item = match old_names.get(name) {
                None if self.is_plain(&new[at])? => owned(new[at].clone())?,
                None => return Ok(Merge::Other),
                Some(&before) => match self.merge((&old[before], &new[at]), element)? {
                    Merge::Other => return Ok(Merge::Other),
                    Merge::Same => object(vec![("name".into(), string(name))]),
                    Merge::Patch(patch) => {
                        let mut members = vec![("name".into(), string(name))];
                        if let View::Object(changed) = view(&patch, self.original.input)? {
                            for (name, value) in changed {
                                members.push((name.into_owned().into(), owned(value)?));
                            }
                        }
                        object(members)
                    }
                },
            };
            items.push((at, item));
        }
        items.sort_by_key(|(at, _)| *at);
        let items = items.into_iter().map(|(_, item)| item).collect();
        Ok(Merge::Patch(Document::from(View::List(items))))
    }

    /// Whether kustomize sets the value as it is: it drops nulls and empty objects, and reads
    /// directives.
    fn is_plain(&self, value: &Document<'_>) -> Result<bool, Report> {
        Ok(match view(value, self.original.input)? {
            View::Null => false,
            View::Object(members) => {
                let mut is_plain = !members.is_empty();
                for (name, member) in &members {
                    is_plain &= !name.starts_with('$') && self.is_plain(member)?;
                }
                is_plain
            }
            View::List(items) => {
                let mut is_plain = !items.is_empty();
                for item in &items {
                    is_plain &= self.is_plain(item)?;
                }
                is_plain
            }
            _ => true,
        })
    }
}

/// The positions of the elements by their names; `None` if one has none, or two have the same.
fn names(items: &[Document<'_>]) -> Option<HashMap<String, usize>> {
    let mut names = HashMap::new();
    for (at, item) in items.iter().enumerate() {
        let name = item.get("name")?.as_str()?.into_owned();
        if names.insert(name, at).is_some() {
            return None;
        }
    }
    Some(names)
}
