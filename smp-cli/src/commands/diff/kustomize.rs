//! `smp diff --for kustomize`: a component of kustomize with a patch for each object.
//!
//! Kustomize merges by rules of its own: it knows `$patch` and copies all other directives into the
//! objects, and the elements that a patch names come first. So a strategic merge patch is made only
//! where both sides agree on what it does, and names every element of a list; otherwise it is a JSON
//! patch.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use smp_core::{Document, Keys, ListRule, Options, Site, TypeRef, View};

use super::{Pairs, removal};
use crate::checks::Ruleset;
use crate::identity::Identity;
use crate::input::JSON_INDENT;
use crate::objects::SetObject;
use crate::output::{Output, cannot_write};
use crate::patches::{json_patch_between, with_identity};
use crate::report::Report;
use crate::schemas::{Schemas, is_custom};
use crate::status::{FOUND, SUCCESS};

/// The lists that kustomize merges by `name`, as API servers do.
const NAMED: [&str; 6] =
    ["containers", "initContainers", "ephemeralContainers", "volumes", "env", "imagePullSecrets"];

/// Prints the component.
pub(super) fn print(
    rules: &Ruleset,
    pairs: &Pairs<'_, '_>,
    mut output: Output,
) -> Result<u8, Report> {
    let mut entries = Vec::new();
    let found = pairs.each(&rules.schemas, |original, modified, _| {
        let entry = match modified {
            Some(modified) => {
                rules.check_new(Some(original), modified)?;
                let schema = rules.schemas.known(&modified.identity)?;
                rules.check_written(schema.as_ref(), Some(original), modified)?;
                entry(&rules.schemas, original, modified)?
            }
            None => Some(merge_entry(&removal(), original)?),
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
        output.push(&component, Some(JSON_INDENT))?;
        output.print()?;
    }
    Ok(if found { FOUND } else { SUCCESS })
}

fn object(members: Vec<Member<'static>>) -> Document<'static> {
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
    let options = Options::default();
    let merger = Merger { is_custom: is_custom(&original.identity), options };
    if let Ok(patch) = merger.merge(&original.document, &modified.document, root) {
        return patch.map(|patch| merge_entry(&patch, original)).transpose();
    }
    let from = (&original.document, original.input);
    let operations = json_patch_between(from, (&modified.document, modified.input))?;
    let target = target(&original.identity);
    let members = vec![("target".into(), target), ("patch".into(), yaml(&operations)?)];
    Ok(Some(object(members)))
}

fn merge_entry(patch: &Document<'_>, object_: &SetObject<'_>) -> Result<Document<'static>, Report> {
    let whole = with_identity(&object_.identity, patch, object_.input)?;
    Ok(object(vec![("patch".into(), yaml(&whole)?)]))
}

/// The target of a JSON patch. Kustomize reads names as regular expressions, so they are escaped.
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

/// A change that no strategic merge patch can make, or that kustomize merges differently than API
/// servers.
#[derive(Debug)]
struct Unlike;

/// The strategic merge patch for a value; `None` if the value does not change.
type Merge = Result<Option<Document<'static>>, Unlike>;

/// The comparison of an object's versions.
struct Merger {
    is_custom: bool,
    options: Options,
}

impl Merger {
    fn merge(&self, from: &Document<'_>, to: &Document<'_>, ty: Option<TypeRef<'_>>) -> Merge {
        match (open(from), open(to)) {
            (View::Object(old), View::Object(new)) => {
                let members = self.members(&old, &new, ty)?;
                Ok((!members.is_empty()).then(|| object(members)))
            }
            (View::Null, View::Null) => Ok(None),
            (View::Object(_) | View::List(_) | View::Null, _) => Err(Unlike),
            _ if from.to_json() == to.to_json() => Ok(None),
            (_, View::Object(_) | View::List(_)) => Err(Unlike),
            _ => as_it_is(to).map(Some),
        }
    }

    /// The members of a patch for an object; empty if it does not change.
    fn members(
        &self,
        old: &[Member<'_>],
        new: &[Member<'_>],
        ty: Option<TypeRef<'_>>,
    ) -> Result<Vec<Member<'static>>, Unlike> {
        let before: HashMap<_, _> = old.iter().map(|(name, it)| (name, it)).collect();
        let after: HashSet<_> = new.iter().map(|(name, _)| name).collect();
        let mut members = Vec::new();
        for (name, value) in old.iter().filter(|(name, _)| !after.contains(name)) {
            if !is_plain(value) {
                return Err(Unlike);
            }
            members.push((name.to_string().into(), Document::from(View::Null)));
        }
        for (name, value) in new {
            let site = Site::member(ty, name, &self.options);
            let patch = match before.get(name).map(|old| (old, open(old), open(value))) {
                None => as_it_is(value).map(Some),
                Some((_, View::List(old), View::List(new))) => self.list(name, &old, &new, &site),
                Some((old, ..)) => {
                    self.merge(old, value, site.ty.filter(|_| site.position.is_some()))
                }
            };
            members.extend(patch?.map(|patch| (name.to_string().into(), patch)));
        }
        // Kustomize removes an object that becomes empty.
        if new.is_empty() && !members.is_empty() { Err(Unlike) } else { Ok(members) }
    }

    fn list(
        &self,
        name: &str,
        old: &[Document<'_>],
        new: &[Document<'_>],
        site: &Site<'_>,
    ) -> Merge {
        if old.iter().map(Document::to_json).eq(new.iter().map(Document::to_json)) {
            return Ok(None);
        }
        let is_named =
            matches!(site.keys, Keys::Merge { name: "name", .. }) && NAMED.contains(&name);
        match site.list() {
            _ if self.is_custom => {}
            ListRule::Atomic if site.position.is_some() => {}
            ListRule::Keyed if is_named => return self.named(old, new, site),
            // Kustomize may have a schema for a field that has none here.
            _ => return Err(Unlike),
        }
        as_it_is(&Document::from(View::List(new.to_vec()))).map(Some)
    }

    /// The patch of a list merged by name: every element of the new list in order, then the removed
    /// ones.
    fn named(&self, old: &[Document<'_>], new: &[Document<'_>], site: &Site<'_>) -> Merge {
        let (old, new) = (by_name(old)?, by_name(new)?);
        if new.is_empty() {
            return Err(Unlike);
        }
        let element = site.element_type();
        let named = |name: &str| vec![("name".into(), string(name))];
        let mut items = Vec::new();
        for (name, item) in &new {
            items.push(match old.get(name).map(|old| (open(old), open(item))) {
                Some((View::Object(old), View::Object(new))) => {
                    let changed = self.members(&old, &new, element)?;
                    object(named(name).into_iter().chain(changed).collect())
                }
                _ => as_it_is(item)?,
            });
        }
        for name in old.keys().filter(|name| !new.contains_key(*name)) {
            let marker = ("$patch".into(), string("delete"));
            items.push(object(named(name).into_iter().chain([marker]).collect()));
        }
        Ok(Some(Document::from(View::List(items))))
    }
}

type Member<'d> = (Cow<'d, str>, Document<'d>);

/// The view of a value. One that cannot be opened becomes null, which is not plain.
fn open<'d>(value: &'d Document<'_>) -> View<'d> {
    value.view().unwrap_or(View::Null)
}

/// The value itself as a patch, if kustomize sets it as it is.
fn as_it_is(value: &Document<'_>) -> Result<Document<'static>, Unlike> {
    value.clone().into_owned().ok().filter(is_plain).ok_or(Unlike)
}

/// Whether kustomize sets the value as it is: it drops nulls and empty objects, and reads directives.
fn is_plain(value: &Document<'_>) -> bool {
    match open(value) {
        View::Null => false,
        View::Object(members) => {
            let is_member = |(name, it): &Member<'_>| !name.starts_with('$') && is_plain(it);
            !members.is_empty() && members.iter().all(is_member)
        }
        View::List(items) => !items.is_empty() && items.iter().all(is_plain),
        _ => true,
    }
}

/// The elements by name. Every element must have a unique name.
fn by_name<'d>(items: &'d [Document<'d>]) -> Result<IndexMap<String, &'d Document<'d>>, Unlike> {
    let name_of = |item: &Document<'_>| Some(item.get("name")?.as_str()?.into_owned());
    let named = items.iter().map(|item| Some((name_of(item)?, item)));
    let named = named.collect::<Option<IndexMap<_, _>>>().ok_or(Unlike)?;
    if named.len() == items.len() { Ok(named) } else { Err(Unlike) }
}
