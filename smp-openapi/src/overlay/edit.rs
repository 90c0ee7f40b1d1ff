//! Changes fields of types that are being built. Types are shared by all that
//! use them, so every type on the way to a field is copied first: the change
//! shows on that way and nowhere else.

use std::collections::{HashMap, HashSet};

use super::Metadata;
use super::path::{self, Step};
use crate::source::TypeSource;
use smp_schema::{
    FieldDef, ListType, Member, ObjectDef, Part, Schema, SchemaBuilder, TypeId, TypeKind,
};

pub(super) struct Editor<'t> {
    types: SchemaBuilder,
    source: &'t dyn TypeSource,
    /// Copies made here, each with one use.
    private: HashSet<TypeId>,
    /// Which type was copied on which way, and to what: a change that fails leaves
    /// its copies to the next.
    copies: HashMap<(String, TypeId), TypeId>,
    /// What the copies have.
    places: HashMap<TypeId, Places>,
    /// Which path changed a field.
    changed: HashMap<(TypeId, String), String>,
}

/// Mistakes, with the paths that made them and the parts of the metadata there.
type Mistakes = Vec<(Option<String>, Option<Part>, String)>;

impl<'t> Editor<'t> {
    pub(super) fn new(types: SchemaBuilder, source: &'t dyn TypeSource) -> Self {
        Self {
            types,
            source,
            private: HashSet::new(),
            copies: HashMap::new(),
            places: HashMap::new(),
            changed: HashMap::new(),
        }
    }

    /// The root with the change made.
    pub(super) fn edit(
        &mut self,
        root: TypeId,
        path: &str,
        change: &Metadata<'_>,
    ) -> Result<TypeId, String> {
        let steps = path::parse(path)?;
        self.within(root, &steps, 0, path, change)
    }

    /// Checks the types. Mistakes come with the path that made them and the part of
    /// its metadata, and with the number of those that were left out.
    pub(super) fn build(self, root: TypeId) -> Result<Schema, (Mistakes, usize)> {
        let changed = self.changed;
        self.types.build(root).map_err(|error| {
            let mistakes = error.mistakes().iter().map(|mistake| {
                let field = mistake.field.clone();
                let path = field.and_then(|field| changed.get(&(mistake.ty, field)).cloned());
                (path, mistake.part, mistake.message.clone())
            });
            (mistakes.collect(), error.omitted())
        })
    }

    fn find(&self, id: TypeId) -> Option<(TypeId, TypeKind<TypeId>)> {
        self.types.resolve(id)
    }

    /// A type with the change made in it, some steps down. As deep as the path.
    fn within(
        &mut self,
        id: TypeId,
        steps: &[Step],
        at: usize,
        path: &str,
        change: &Metadata<'_>,
    ) -> Result<TypeId, String> {
        let Some(step) = steps.get(at) else {
            return self.replaced(id, change);
        };
        let here = || path::show(steps.get(..at).unwrap_or_default());
        let inside = at.saturating_add(1);
        match (step, self.find(id)) {
            (Step::Field(name), Some((id, TypeKind::Object))) => {
                let id = self.private_copy(id, here());
                self.field(id, name, steps, at, path, change)?;
                Ok(id)
            }
            (Step::Field(name), Some((_, TypeKind::Any))) => {
                let any = self.types.any();
                let id = self.types.object(ObjectDef::new(here()).flatten(any));
                self.private.insert(id);
                self.field(id, name, steps, at, path, change)?;
                Ok(id)
            }
            (Step::Inside, Some((_, TypeKind::List(element)))) => {
                let element = self.within(element, steps, inside, path, change)?;
                Ok(self.types.list(element))
            }
            (Step::Inside, Some((_, TypeKind::Map(value)))) => {
                let value = self.within(value, steps, inside, path, change)?;
                Ok(self.types.map(value))
            }
            (Step::Field(_), Some((_, TypeKind::List(_)))) => {
                Err(format!("`{0}` is a list; step into its elements as `{0}[]`", here()))
            }
            (Step::Field(_), Some((_, TypeKind::Map(_)))) => {
                Err(format!("`{0}` is a map; step into its values as `{0}[]`", here()))
            }
            (_, Some((_, TypeKind::Scalar))) => Err(format!("`{}` is a scalar", here())),
            (Step::Inside, Some((_, TypeKind::Any))) => Err(format!(
                "the type of `{0}` is not known; say first that it is a list, as `{0}: {{type: \
                 \"[]any\"}}`",
                here()
            )),
            (Step::Inside, Some((_, TypeKind::Object))) => {
                Err(format!("`{}` is an object with fields; name one", here()))
            }
            (_, None) => Err(format!("`{}` has no type", here())),
        }
    }

    fn private_copy(&mut self, id: TypeId, way: String) -> TypeId {
        if self.private.contains(&id) {
            return id;
        }
        let of = (way, id);
        if let Some(copy) = self.copies.get(&of) {
            return *copy;
        }
        let Some(object) = self.types.object_def(id) else { return id };
        let copy = object.clone();
        let copy = self.types.object(copy);
        self.private.insert(copy);
        self.copies.insert(of, copy);
        copy
    }

    /// Changes a field of an object that is a private copy.
    fn field(
        &mut self,
        id: TypeId,
        name: &str,
        steps: &[Step],
        at: usize,
        path: &str,
        change: &Metadata<'_>,
    ) -> Result<(), String> {
        let (place, mut def) = self.find_field(id, name, steps, at)?;
        let inside = at.saturating_add(1);
        if inside == steps.len() {
            self.change(&mut def, change)?;
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
                let places = self.places.entry(id).or_default();
                places.fields.insert(name.to_owned(), members.len());
                members.push(member);
            }
        }
        Ok(())
    }

    /// The field and its place among the members; a new one, if the object
    /// keeps members that it has no field for.
    fn find_field(
        &mut self,
        id: TypeId,
        name: &str,
        steps: &[Step],
        at: usize,
    ) -> Result<(Option<usize>, FieldDef), String> {
        let members = self.types.object_def(id).map(ObjectDef::members).unwrap_or_default();
        let places = self.places.entry(id).or_insert_with(|| Places::of(members));
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
            Some(_) => Ok((None, FieldDef::new(self.types.any()))),
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

    /// What isn't given stays, but for keys that contradict a new list type.
    fn change(&mut self, def: &mut FieldDef, change: &Metadata<'_>) -> Result<(), String> {
        if let Some(ty) = change.ty {
            def.ty = self.named(ty)?;
        }
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
            return Err(
                "nobody knows what the field holds; say so beside, as `type: \"[]any\"` for \
                        a list"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// Elements and values have a type and nothing else.
    fn replaced(&mut self, id: TypeId, change: &Metadata<'_>) -> Result<TypeId, String> {
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
        change.ty.map_or(Ok(id), |ty| self.named(ty))
    }

    /// The type with this name, in the words of [`Overlay`](super::Overlay).
    fn named(&mut self, text: &str) -> Result<TypeId, String> {
        let mut wrappers = Vec::new();
        let mut rest = text;
        loop {
            if let Some(after) = rest.strip_prefix("[]") {
                wrappers.push(true);
                rest = after;
            } else if let Some(after) = rest.strip_prefix("map[]") {
                wrappers.push(false);
                rest = after;
            } else {
                break;
            }
        }
        let mut ty = match rest {
            "any" => self.types.any(),
            "scalar" => self.types.scalar(),
            name => {
                let (api_version, name) = name.rsplit_once('/').ok_or_else(|| {
                    format!(
                        "`{text}` is no type; write any, scalar, or a type of Kubernetes as \
                         v1/PodTemplateSpec, for a list after `[]`"
                    )
                })?;
                let schema = self.source.type_named(api_version, name).ok_or_else(|| {
                    format!(
                        "no type `{api_version}/{name}` is known; types are named as \
                         v1/PodTemplateSpec or apps/v1/DeploymentSpec"
                    )
                })?;
                self.types.graft(schema.root())
            }
        };
        for is_list in wrappers.into_iter().rev() {
            ty = if is_list { self.types.list(ty) } else { self.types.map(ty) };
        }
        Ok(ty)
    }
}

/// What an object has among its members, by name.
#[derive(Default)]
struct Places {
    /// Where each field stands.
    fields: HashMap<String, usize>,
    /// What members are of that are no fields.
    others: Option<TypeId>,
}

impl Places {
    fn of(members: &[Member]) -> Self {
        let mut places = Self::default();
        for (place, member) in members.iter().enumerate() {
            match member {
                Member::Field(name, _) => {
                    places.fields.entry(name.clone()).or_insert(place);
                }
                Member::Flattened(id) | Member::FlattenedOptional(id) => places.others = Some(*id),
            }
        }
        places
    }
}
