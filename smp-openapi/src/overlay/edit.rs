//! Changes fields of types that are being built. A type may be used in several places. So every
//! type on the path to a field is copied before it is changed, and the change affects only this
//! path.

use std::collections::{HashMap, HashSet};

use super::path::{self, PathStep};
use super::{NewType, ParsedChange, member};
use crate::source::TypeSource;
use smp_schema::{FieldDef, ListType, Member, ObjectDef, Schema, SchemaBuilder, TypeId, TypeKind};

pub(super) struct Editor<'t> {
    pub(super) types: SchemaBuilder,
    pub(super) source: &'t dyn TypeSource,
    /// The types that this editor has made. Each is used once.
    copied: HashSet<TypeId>,
    /// The copy of each type on each path. Cleared when a field gets a new type. Copies made by a
    /// change that failed are used by the next change.
    copies: HashMap<(String, TypeId), TypeId>,
    /// The members of the copies.
    members: HashMap<TypeId, MemberIndex>,
    /// The path of the change of each field, for error messages.
    changed: HashMap<(TypeId, String), String>,
    /// The path of the change that stated the unions of each object type.
    pub(super) united: HashMap<TypeId, String>,
    /// The types of Kubernetes that changes name, each of them once.
    pub(super) named: HashMap<String, TypeId>,
    /// The number of members that copies may still have.
    members_left: usize,
}

/// The maximum number of members of all copies together. Each change copies the types on its path:
/// without a limit, short paths at many places of a large type could take any amount of memory.
const MAX_COPIED_MEMBERS: usize = 250_000;

/// A mistake in the metadata after the changes.
pub(super) struct Mistake {
    /// The path of the change that made it.
    pub(super) path: Option<String>,
    /// The member of the change, and the place in it.
    pub(super) member: String,
    pub(super) message: String,
}

impl<'t> Editor<'t> {
    pub(super) fn new(types: SchemaBuilder, source: &'t dyn TypeSource) -> Self {
        Self {
            types,
            source,
            copied: HashSet::new(),
            copies: HashMap::new(),
            members: HashMap::new(),
            changed: HashMap::new(),
            united: HashMap::new(),
            named: HashMap::new(),
            members_left: MAX_COPIED_MEMBERS,
        }
    }

    /// Makes a change, and returns the changed root.
    pub(super) fn edit(
        &mut self,
        root: TypeId,
        path: &str,
        change: &ParsedChange<'_>,
    ) -> Result<TypeId, String> {
        let steps = path::parse(path)?;
        self.edit_at(root, &steps, path, change)
    }

    /// Makes a change at the place that the steps lead to. `path` is its path in the overlay.
    pub(super) fn edit_at(
        &mut self,
        root: TypeId,
        steps: &[PathStep],
        path: &str,
        change: &ParsedChange<'_>,
    ) -> Result<TypeId, String> {
        self.within(root, steps, 0, path, change)
    }

    /// The types as they are now.
    pub(super) fn types(&self) -> &SchemaBuilder {
        &self.types
    }

    /// Checks the types and builds the schema. An error also has the number of mistakes that were
    /// left out.
    pub(super) fn build(self, root: TypeId) -> Result<Schema, (Vec<Mistake>, usize)> {
        let (changed, united) = (self.changed, self.united);
        self.types.build(root).map_err(|error| {
            let mistakes = error.mistakes().iter().map(|mistake| {
                let of_union = mistake.union.zip(united.get(&mistake.ty));
                let (path, member) = match (of_union, mistake.field.clone()) {
                    (Some((union, path)), _) => (Some(path.clone()), format!("unions/{union}")),
                    (None, Some(field)) => (
                        changed.get(&(mistake.ty, field)).cloned(),
                        mistake.part.map_or_else(String::new, |part| member(part).to_owned()),
                    ),
                    (None, None) => (None, String::new()),
                };
                Mistake { path, member, message: mistake.message.clone() }
            });
            (mistakes.collect(), error.omitted())
        })
    }

    pub(super) fn find(&self, id: TypeId) -> Option<(TypeId, TypeKind<TypeId>)> {
        self.types.resolve(id)
    }

    /// Makes the change in the type `id`, at the end of the path, and returns the changed type. `at`
    /// is the number of steps that lead to `id`. The recursion is as deep as the path. Types on the
    /// path that allow null still do.
    fn within(
        &mut self,
        id: TypeId,
        steps: &[PathStep],
        at: usize,
        path: &str,
        change: &ParsedChange<'_>,
    ) -> Result<TypeId, String> {
        let changed = self.within_not_null(id, steps, at, path, change)?;
        let nullable = self.types.is_nullable(id);
        Ok(if nullable { self.types.nullable(changed) } else { changed })
    }

    fn within_not_null(
        &mut self,
        id: TypeId,
        steps: &[PathStep],
        at: usize,
        path: &str,
        change: &ParsedChange<'_>,
    ) -> Result<TypeId, String> {
        let Some(step) = steps.get(at) else {
            return self.replaced(id, path, change);
        };
        let here = || path::show(steps.get(..at).unwrap_or_default());
        let inside = at.saturating_add(1);
        match (step, self.find(id)) {
            (PathStep::Field(name), Some((id, TypeKind::Object))) => {
                let id = self.copy_once(id, here())?;
                self.field(id, name, steps, at, path, change)?;
                Ok(id)
            }
            (PathStep::Field(name), Some((any, TypeKind::Any))) => {
                let id = self.with_fields(any, here());
                self.field(id, name, steps, at, path, change)?;
                Ok(id)
            }
            (PathStep::Inside, Some((_, TypeKind::List(element)))) => {
                let element = self.within(element, steps, inside, path, change)?;
                Ok(self.types.list(element))
            }
            (PathStep::Inside, Some((_, TypeKind::Map(value)))) => {
                let value = self.within(value, steps, inside, path, change)?;
                Ok(self.types.map(value))
            }
            (PathStep::Field(_), Some((_, TypeKind::List(_)))) => {
                Err(format!("`{0}` is a list; step into its elements as `{0}[]`", here()))
            }
            (PathStep::Field(_), Some((_, TypeKind::Map(_)))) => {
                Err(format!("`{0}` is a map; step into its values as `{0}[]`", here()))
            }
            (_, Some((_, TypeKind::Scalar))) => Err(format!("`{}` is a scalar", here())),
            (PathStep::Inside, Some((_, TypeKind::Any))) => Err(format!(
                "the type of `{0}` is not known; say first that it is a list, as `{0}: {{type: \
                 \"[]any\"}}`",
                here()
            )),
            (PathStep::Inside, Some((_, TypeKind::Object))) => {
                Err(format!("`{}` is an object with fields; name one", here()))
            }
            (_, None) => Err(format!("`{}` has no type", here())),
        }
    }

    /// An object type for fields of free-form JSON, which keeps unknown members.
    pub(super) fn with_fields(&mut self, any: TypeId, name: String) -> TypeId {
        let others = if self.types.keeps_nulls(any) { self.types.nullable(any) } else { any };
        let id = self.types.object(ObjectDef::new(name).flatten(others));
        self.copied.insert(id);
        id
    }

    pub(super) fn copy_once(&mut self, id: TypeId, way: String) -> Result<TypeId, String> {
        if self.copied.contains(&id) {
            return Ok(id);
        }
        let of = (way, id);
        if let Some(copy) = self.copies.get(&of) {
            return Ok(*copy);
        }
        let Some(object) = self.types.object_def(id) else { return Ok(id) };
        let left = self.members_left.checked_sub(object.members().len());
        self.members_left = left.ok_or_else(|| {
            format!(
                "the objects on the paths of the overlay have more than {MAX_COPIED_MEMBERS} \
                 fields, which is the limit; change fewer fields"
            )
        })?;
        let copy = object.clone();
        let copy = self.types.object(copy);
        self.copied.insert(copy);
        self.copies.insert(of, copy);
        Ok(copy)
    }

    /// Changes a field of an object type that has been copied.
    fn field(
        &mut self,
        id: TypeId,
        name: &str,
        steps: &[PathStep],
        at: usize,
        path: &str,
        change: &ParsedChange<'_>,
    ) -> Result<(), String> {
        let (place, mut def) = self.find_field(id, name, steps, at)?;
        let inside = at.saturating_add(1);
        if inside == steps.len() {
            self.change(&mut def, path, change)?;
            self.changed.insert((id, name.to_owned()), path.to_owned());
        } else {
            def.ty = self.within(def.ty, steps, inside, path, change)?;
        }
        if let Some(object) = self.types.object_def_mut(id) {
            let members = object.members_mut();
            let member = Member::Field(name.to_owned(), def);
            if let Some(old) = place.and_then(|place| members.get_mut(place)) {
                *old = member;
            } else {
                let places = self.members.entry(id).or_default();
                places.fields.insert(name.to_owned(), members.len());
                members.push(member);
            }
        }
        Ok(())
    }

    /// The field and its index among the members. If the object keeps unknown members, a field
    /// that is missing is new, and has no index.
    fn find_field(
        &mut self,
        id: TypeId,
        name: &str,
        steps: &[PathStep],
        at: usize,
    ) -> Result<(Option<usize>, FieldDef), String> {
        let members = self.types.object_def(id).map(ObjectDef::members).unwrap_or_default();
        let places = self.members.entry(id).or_insert_with(|| MemberIndex::of(members));
        let place = places.fields.get(name).copied();
        if let Some(Member::Field(_, def)) = place.and_then(|place| members.get(place)) {
            return Ok((place, def.clone()));
        }
        let others = places.others;
        let names = members.iter().filter_map(|member| match member {
            Member::Field(own, _) => Some(format!("`{own}`")),
            Member::Flattened(_) | Member::FlattenedOptional(_) => None,
        });
        let mut names: Vec<String> = names.take(13).collect();
        match others.map(|others| self.find(others)) {
            Some(Some((_, TypeKind::Map(value)))) => Ok((None, FieldDef::new(value))),
            Some(_) => Ok((None, FieldDef::new(others.unwrap_or_else(|| self.types.any())))),
            None => {
                let (whole, more) =
                    (path::show(steps.get(..at).unwrap_or_default()), names.len() > 12);
                names.truncate(12);
                Err(format!(
                    "`{}` has no field `{name}`; its fields are {}{}",
                    if whole.is_empty() { "." } else { &whole },
                    if names.is_empty() { "none".to_owned() } else { names.join(", ") },
                    if more { ", …" } else { "" },
                ))
            }
        }
    }

    /// Changes a field. Metadata that are not given stay as they are, except for keys that
    /// contradict the new strategy or list type.
    fn change(
        &mut self,
        def: &mut FieldDef,
        path: &str,
        change: &ParsedChange<'_>,
    ) -> Result<(), String> {
        if let Some(ty) = change.ty {
            let ty = self.new_type(ty)?;
            let nullable = self.types.is_nullable(def.ty);
            def.ty = if nullable { self.types.nullable(ty) } else { ty };
        }
        def.ty = self.with_unions(def.ty, path, change)?;
        if let Some(strategy) = change.strategy {
            def.strategy = strategy;
        }
        if let Some(list_type) = change.list_type {
            def.list_type = Some(list_type);
            if list_type != ListType::Map {
                def.list_map_keys.clear();
            }
        }
        if !def.strategy.is_merge() {
            def.merge_key = None;
        }
        if let Some(key) = change.merge_key {
            def.merge_key = Some(key.to_owned());
        }
        if let Some(keys) = &change.list_map_keys {
            def.list_map_keys.clone_from(keys);
        }
        let known = !matches!(self.find(def.ty), Some((_, TypeKind::Any)));
        if !known && (def.strategy.is_merge() || def.list_type.is_some()) {
            return Err("the type of the field is not known; state it in the same entry, as \
                        `type: \"[]any\"` for a list"
                .to_owned());
        }
        Ok(())
    }

    /// Changes the type of elements or values and its unions; they have no other metadata.
    fn replaced(
        &mut self,
        id: TypeId,
        path: &str,
        change: &ParsedChange<'_>,
    ) -> Result<TypeId, String> {
        let only_type = change.strategy.is_none()
            && change.merge_key.is_none()
            && change.list_type.is_none()
            && change.list_map_keys.is_none();
        if !only_type {
            return Err(
                "elements of lists and values of maps have no strategy or keys of their own; \
                 write the path without `[]` at its end"
                    .to_owned(),
            );
        }
        let ty = change.ty.map_or(Ok(id), |ty| self.new_type(ty))?;
        self.with_unions(ty, path, change)
    }

    fn new_type(&mut self, ty: NewType<'_>) -> Result<TypeId, String> {
        // A path may get back the type that it had before earlier changes.
        self.copies.clear();
        match ty {
            NewType::Named(name) => self.named(name),
            NewType::Type(ty) => Ok(self.types.graft(ty)),
        }
    }
}

/// The members of an object type.
#[derive(Default)]
struct MemberIndex {
    /// The index of each field.
    fields: HashMap<String, usize>,
    /// The type of members that are not fields.
    others: Option<TypeId>,
}

impl MemberIndex {
    fn of(members: &[Member]) -> Self {
        let mut index = Self::default();
        for (place, member) in members.iter().enumerate() {
            match member {
                Member::Field(name, _) => {
                    index.fields.entry(name.clone()).or_insert(place);
                }
                Member::Flattened(id) | Member::FlattenedOptional(id) => index.others = Some(*id),
            }
        }
        index
    }
}
