//! What makes a schema valid: one named function a rule, every violation
//! reported.

use core::fmt;
use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use indexmap::map::Entry;

use std::borrow::Cow;

use crate::limits::Kept;

use super::builder::{Simple, Slot};
use super::check_union::{FieldIs, check_together, check_union};
use super::definition::{FieldDef, Member, ObjectDef};
use super::mistakes::{SchemaError, Where};
use super::names::{Found, Names, Resolved, resolve};
use super::{Base, Field, ObjectType, SchemaBuilder, TypeDef, TypeId, Union, UnionDef};

/// Resolves aliases, dissolves flattened types and checks every field.
pub(super) fn check(builder: SchemaBuilder) -> Result<Vec<TypeDef>, SchemaError> {
    let mut checker = Checker {
        slots: &builder.slots,
        at: TypeId(0),
        found: Kept::within(&builder.limits),
        names: HashMap::new(),
    };
    let finished: Vec<_> = (0..builder.slots.len()).map(|at| checker.finish(at)).collect();
    let found = checker.found;
    if !found.is_empty() {
        return Err(SchemaError::located_at(found, &builder.limits));
    }
    let types = finished.into_iter().zip(builder.slots).map(|(finished, slot)| {
        finished.unwrap_or_else(|| match slot {
            Slot::Object(object) => TypeDef::Object(moved(object)),
            // Only objects without unions are left for now.
            Slot::Declared | Slot::Alias(_) | Slot::Simple(_) => TypeDef::Any,
        })
    });
    Ok(types.collect())
}

/// A checked object that flattens nothing and has no unions, its names taken as they are.
fn moved(object: ObjectDef) -> ObjectType {
    let fields = object.members.into_iter().filter_map(|member| match member {
        Member::Field(name, def) => Some((name, field(def))),
        Member::Flattened(_) | Member::FlattenedOptional(_) => None,
    });
    ObjectType { name: object.name, fields: fields.collect(), others: None, unions: Vec::new() }
}

fn field(def: FieldDef) -> Field {
    Field {
        ty: def.ty,
        strategy: def.strategy,
        merge_key: def.merge_key,
        list_map_keys: def.list_map_keys,
        list_type: def.list_type,
    }
}

/// How deep types may be flattened into each other.
const MAX_FLATTENED: usize = 128;

struct Checker<'b> {
    slots: &'b [Slot],
    /// The type at hand.
    at: TypeId,
    found: Kept<(Where, String)>,
    /// Of the types of elements, which lists share.
    names: HashMap<*const ObjectDef, Names<'b>>,
}

/// What an object is made of, that of flattened types included.
#[derive(Default)]
struct Collected<'b> {
    fields: Vec<(&'b str, &'b FieldDef)>,
    unions: Vec<Cow<'b, UnionDef>>,
    others: Option<TypeId>,
    /// The objects that were flattened into it.
    flattened: HashSet<*const ObjectDef>,
}

impl<'b> Checker<'b> {
    fn mistake(&mut self, field: Option<&str>, mistake: fmt::Arguments<'_>) {
        let at = self.at;
        self.found.add(|| ((at, field.map(str::to_owned)), mistake.to_string()));
    }

    /// The type of a slot; `None` for an object that can be taken as it is.
    fn finish(&mut self, at: usize) -> Option<TypeDef> {
        let id = TypeId(u32::try_from(at).unwrap_or(u32::MAX));
        self.at = id;
        if let Some(Slot::Object(object)) = self.slots.get(at)
            && object.unions.is_empty()
            && object.members.iter().all(|member| matches!(member, Member::Field(..)))
        {
            self.plain(object);
            return None;
        }
        Some(match self.resolve(id) {
            Some(Resolved::Simple(Simple::Scalar)) => TypeDef::Scalar,
            Some(Resolved::Simple(Simple::Any)) => TypeDef::Any,
            Some(Resolved::Simple(Simple::List(element))) => TypeDef::List(element),
            Some(Resolved::Simple(Simple::Map(value))) => TypeDef::Map(value),
            Some(Resolved::Object(object)) => TypeDef::Object(self.object(object)),
            None => {
                self.mistake(None, format_args!("type {at} is declared and never defined"));
                TypeDef::Any
            }
        })
    }

    /// Checks an object that flattens nothing and has no unions.
    fn plain(&mut self, object: &'b ObjectDef) {
        let mut names = HashSet::with_capacity_and_hasher(
            object.members.len(),
            foldhash::quality::RandomState::default(),
        );
        for member in &object.members {
            if let Member::Field(name, def) = member {
                self.check_field(&object.name, name, def);
                if !names.insert(name.as_str()) {
                    self.twice(object, name);
                }
            }
        }
    }

    fn twice(&mut self, object: &ObjectDef, name: &str) {
        self.mistake(Some(name), format_args!("`{}.{name}` is defined twice", object.name));
    }

    fn resolve(&self, id: TypeId) -> Option<Resolved<'b>> {
        resolve(self.slots, id)
    }

    fn object(&mut self, object: &'b ObjectDef) -> ObjectType {
        let mut all = Collected::default();
        self.collect(object, &mut vec![core::ptr::from_ref(object)], &mut all);
        let Collected { fields, unions, others, .. } = all;
        let mut checked = IndexMap::with_capacity_and_hasher(
            fields.len(),
            foldhash::quality::RandomState::default(),
        );
        for (name, def) in fields {
            self.check_field(&object.name, name, def);
            match checked.entry(name.to_owned()) {
                Entry::Occupied(_) => {
                    self.twice(object, name);
                }
                Entry::Vacant(vacant) => {
                    vacant.insert(field(def.clone()));
                }
            }
        }
        self.check_unions(object, &unions, &checked);
        let unions = unions.iter().map(|def| Union::of(def)).collect();
        ObjectType { name: object.name.clone(), fields: checked, others, unions }
    }

    /// Those of flattened types are checked where they are defined; what they
    /// have in common with others shows here.
    fn check_unions(
        &mut self,
        object: &ObjectDef,
        unions: &[Cow<'_, UnionDef>],
        fields: &IndexMap<String, Field, foldhash::quality::RandomState>,
    ) {
        let field = |name: &str| match fields.get(name).map(|field| self.resolve(field.ty)) {
            None => FieldIs::Absent,
            Some(Some(Resolved::Simple(Simple::Scalar))) => FieldIs::Scalar,
            Some(_) => FieldIs::Other,
        };
        let alone = object.unions.iter().flat_map(|def| check_union(def, field));
        let all: Vec<&UnionDef> = unions.iter().map(Cow::as_ref).collect();
        let mistakes: Vec<_> = alone.chain(check_together(&all)).collect();
        for mistake in mistakes {
            self.mistake(None, format_args!("`{}`: {mistake}", object.name));
        }
    }

    /// Gathers own and flattened fields, in the order of declaration.
    fn collect(
        &mut self,
        object: &'b ObjectDef,
        within: &mut Vec<*const ObjectDef>,
        all: &mut Collected<'b>,
    ) {
        all.unions.extend(object.unions.iter().map(Cow::Borrowed));
        for member in &object.members {
            let (flattened, optional) = match member {
                Member::Field(name, def) => {
                    all.fields.push((name, def));
                    continue;
                }
                Member::Flattened(id) => (*id, false),
                Member::FlattenedOptional(id) => (*id, true),
            };
            match self.resolve(flattened) {
                Some(Resolved::Object(inner)) => {
                    let inner_ptr = core::ptr::from_ref(inner);
                    if within.contains(&inner_ptr) {
                        self.mistake(None, format_args!("`{}` flattens itself", inner.name));
                        continue;
                    }
                    if !all.flattened.insert(inner_ptr) {
                        if !inner.members.is_empty() {
                            self.mistake(
                                None,
                                format_args!("`{}` flattens `{}` again", object.name, inner.name),
                            );
                        }
                        continue;
                    }
                    if within.len() > MAX_FLATTENED {
                        self.mistake(
                            None,
                            format_args!(
                                "`{}` is flattened more than {MAX_FLATTENED} levels deep",
                                inner.name
                            ),
                        );
                        continue;
                    }
                    within.push(inner_ptr);
                    let before = all.unions.len();
                    self.collect(inner, within, all);
                    within.pop();
                    for union in all.unions.iter_mut().skip(before).filter(|_| optional) {
                        union.to_mut().exactly_one = false;
                    }
                }
                Some(Resolved::Simple(Simple::Map(value))) => all.others = Some(value),
                Some(Resolved::Simple(Simple::Any)) => all.others = Some(flattened),
                Some(Resolved::Simple(Simple::Scalar | Simple::List(_))) => self.mistake(
                    None,
                    format_args!("`{}` flattens a type that is not an object", object.name),
                ),
                // Reported where the type itself is finished.
                None => {}
            }
        }
    }

    fn check_field(&mut self, object: &str, name: &str, def: &FieldDef) {
        let Some(ty) = self.resolve(def.ty) else { return };
        let mistakes = [
            scalar_takes_no_strategy(&ty, def),
            key_needs_merge(def),
            retain_keys_needs_objects(self, &ty, def),
            self.merge_list_needs_key(&ty, def),
            self.keys_exist(&ty, def),
        ];
        for mistake in mistakes.into_iter().flatten() {
            self.mistake(Some(name), format_args!("`{object}.{name}`: {mistake}"));
        }
    }

    fn merge_list_needs_key(&self, ty: &Resolved<'b>, def: &FieldDef) -> Option<String> {
        let Resolved::Simple(Simple::List(element)) = ty else {
            return (def.merge_key.is_some() || !def.list_map_keys.is_empty())
                .then(|| "only a list has a merge key".to_owned());
        };
        let keyed = def.merge_key.is_some() || !def.list_map_keys.is_empty();
        match self.resolve(*element)? {
            Resolved::Object(element) if def.strategy.is_merge() && !keyed => Some(format!(
                "a merge list of `{}` needs a merge key, or list map keys",
                element.name
            )),
            Resolved::Simple(Simple::Scalar) if keyed => {
                Some("a list of scalars has no keys".to_owned())
            }
            Resolved::Simple(Simple::List(_)) if def.strategy.is_merge() => {
                Some("a list of lists cannot merge".to_owned())
            }
            Resolved::Simple(Simple::Map(_)) if def.strategy.is_merge() && !keyed => {
                Some("a merge list of maps needs a merge key, or list map keys".to_owned())
            }
            _ => None,
        }
    }

    fn keys_exist(&mut self, ty: &Resolved<'b>, def: &FieldDef) -> Option<String> {
        let Resolved::Simple(Simple::List(element)) = ty else { return None };
        let Resolved::Object(element) = self.resolve(*element)? else { return None };
        let names = def.merge_key.iter().map(String::as_str);
        let names = names.chain(def.list_map_keys.iter().map(super::ListMapKey::name));
        for name in names {
            match self.names(element).find(name) {
                Found::Scalar | Found::Open => {}
                Found::Other => {
                    return Some(format!("the key `{name}` of `{}` is no scalar", element.name));
                }
                Found::Nothing => {
                    return Some(format!("`{}` has no field `{name}` to be a key", element.name));
                }
            }
        }
        None
    }

    /// Gathered once for all lists of the type.
    fn names(&mut self, object: &'b ObjectDef) -> &Names<'b> {
        let slots = self.slots;
        let known = self.names.entry(core::ptr::from_ref(object));
        known.or_insert_with(|| Names::of(object, slots))
    }
}

fn scalar_takes_no_strategy(ty: &Resolved<'_>, def: &FieldDef) -> Option<String> {
    let scalar = matches!(ty, Resolved::Simple(Simple::Scalar));
    (scalar && (def.strategy.is_merge() || def.strategy.retain_keys()))
        .then(|| format!("a scalar has no strategy `{}`", def.strategy))
}

fn key_needs_merge(def: &FieldDef) -> Option<String> {
    (def.merge_key.is_some() && def.strategy.base() != Base::Merge)
        .then(|| "a merge key needs the strategy `merge`".to_owned())
}

fn retain_keys_needs_objects(
    checker: &Checker<'_>,
    ty: &Resolved<'_>,
    def: &FieldDef,
) -> Option<String> {
    let Resolved::Simple(Simple::List(element)) = ty else { return None };
    if !def.strategy.retain_keys() {
        return None;
    }
    if !def.strategy.is_merge() {
        return Some("`retainKeys` on a list needs `merge` beside it".to_owned());
    }
    let scalars = matches!(checker.resolve(*element), Some(Resolved::Simple(Simple::Scalar)));
    scalars.then(|| "a list of scalars has no keys to retain".to_owned())
}
