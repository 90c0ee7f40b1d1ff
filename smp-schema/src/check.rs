//! What makes a schema valid: one named function a rule, every violation
//! reported.

use core::fmt;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::builder::{SchemaBuilder, Slot, TypeDef};
use crate::capped::Capped;
use crate::check_union::{FieldIs, check_together, check_union};
use crate::definition::{FieldDef, Member, ObjectDef};
use crate::key::ListMapKey;
use crate::mistakes::{SchemaError, Where};
use crate::model::{Field, ObjectType, TypeId};
use crate::names::{self, Found, Names, Unresolved};
use crate::strategy::Base;
use crate::text::shortened;
use crate::union::{Union, UnionDef};

/// Resolves aliases, copies the fields of flattened types and checks every field.
pub(crate) fn check(
    builder: SchemaBuilder,
    root: TypeId,
) -> Result<Vec<TypeDef<ObjectType>>, SchemaError> {
    let mut checker = Checker {
        types: &builder,
        at: root,
        found: Capped::within(&builder.limits),
        names: HashMap::new(),
    };
    if builder.slot(root).is_none() {
        checker.mistake(None, format_args!("the root is a {FOREIGN}"));
    }
    let finished: Vec<_> = (0..builder.slots.len()).map(|at| checker.finish(at)).collect();
    let found = checker.found;
    if !found.is_empty() {
        return Err(SchemaError::located_at(found));
    }
    let types = finished.into_iter().zip(builder.slots).map(|(finished, slot)| {
        finished.unwrap_or_else(|| match slot {
            Slot::Defined(TypeDef::Object(object)) => TypeDef::Object(moved(object)),
            // `finish` returns a definition for all other types.
            Slot::Declared | Slot::Alias(_) | Slot::Defined(_) => TypeDef::Any,
        })
    });
    Ok(types.collect())
}

/// What is said of an id that another builder made.
const FOREIGN: &str = "type of another builder; make it with this one, or take it over from a \
                       finished schema with `graft`";

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
    types: &'b SchemaBuilder,
    /// The type at hand.
    at: TypeId,
    found: Capped<(Where, String)>,
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
        self.found.push(|| ((at, field.map(str::to_owned)), mistake.to_string()));
    }

    /// The definition of a slot; `None` for an object that can be taken as it is.
    fn finish(&mut self, at: usize) -> Option<TypeDef<ObjectType>> {
        let id = self.types.id(at);
        self.at = id;
        if let Some(Slot::Defined(TypeDef::Object(object))) = self.types.slot(id)
            && object.unions.is_empty()
            && object.members.iter().all(|member| matches!(member, Member::Field(..)))
        {
            self.plain(object);
            return None;
        }
        Some(match self.resolve(id) {
            Ok(TypeDef::Scalar) => TypeDef::Scalar,
            Ok(TypeDef::Any) => TypeDef::Any,
            Ok(TypeDef::List(element)) => {
                self.check_own(element, format_args!("the elements of type {at} are of a"));
                TypeDef::List(element)
            }
            Ok(TypeDef::Map(value)) => {
                self.check_own(value, format_args!("the values of type {at} are of a"));
                TypeDef::Map(value)
            }
            Ok(TypeDef::Object(object)) => TypeDef::Object(self.object(object)),
            Err(why) => {
                match why {
                    Unresolved::Undefined => {
                        self.mistake(None, format_args!("type {at} is declared and never defined"));
                    }
                    Unresolved::Circular => {
                        self.mistake(None, format_args!("type {at} is an alias of itself"));
                    }
                    Unresolved::Foreign => {
                        self.mistake(None, format_args!("type {at} is an alias of a {FOREIGN}"));
                    }
                }
                TypeDef::Any
            }
        })
    }

    /// A type that another one uses is of the same builder.
    fn check_own(&mut self, id: TypeId, what: fmt::Arguments<'_>) {
        if self.types.slot(id).is_none() {
            self.mistake(None, format_args!("{what} {FOREIGN}"));
        }
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

    fn resolve(&self, id: TypeId) -> Result<TypeDef<&'b ObjectDef>, Unresolved> {
        names::resolve(self.types, id).map(|(_, def)| def)
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
            Some(Ok(TypeDef::Scalar)) => FieldIs::Scalar,
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
                Ok(TypeDef::Object(inner)) => {
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
                Ok(TypeDef::Map(value)) => all.others = Some(value),
                Ok(TypeDef::Any) => all.others = Some(flattened),
                Ok(TypeDef::Scalar | TypeDef::List(_)) => self.mistake(
                    None,
                    format_args!("`{}` flattens a type that is not an object", object.name),
                ),
                Err(Unresolved::Foreign) => {
                    self.mistake(None, format_args!("`{}` flattens a {FOREIGN}", object.name))
                }
                // `finish` reports the type itself.
                Err(Unresolved::Undefined | Unresolved::Circular) => {}
            }
        }
    }

    fn check_field(&mut self, object: &str, name: &str, def: &FieldDef) {
        let ty = match self.resolve(def.ty) {
            Ok(ty) => ty,
            Err(Unresolved::Foreign) => {
                let (object, shown) = (shortened(object), shortened(name));
                self.mistake(Some(name), format_args!("`{object}.{shown}` is of a {FOREIGN}"));
                return;
            }
            // `finish` reports the type itself.
            Err(Unresolved::Undefined | Unresolved::Circular) => return,
        };
        let mistakes = [
            scalar_takes_no_strategy(&ty, def),
            key_needs_merge(def),
            retain_keys_needs_objects(self, &ty, def),
            self.merge_list_needs_key(&ty, def),
            self.keys_exist(&ty, def),
        ];
        for mistake in mistakes.into_iter().flatten() {
            let (object, shown) = (shortened(object), shortened(name));
            self.mistake(Some(name), format_args!("`{object}.{shown}`: {mistake}"));
        }
    }

    fn merge_list_needs_key(&self, ty: &TypeDef<&'b ObjectDef>, def: &FieldDef) -> Option<String> {
        let TypeDef::List(element) = ty else {
            return (def.merge_key.is_some() || !def.list_map_keys.is_empty())
                .then(|| "only a list has a merge key".to_owned());
        };
        let keyed = def.merge_key.is_some() || !def.list_map_keys.is_empty();
        match self.resolve(*element).ok()? {
            TypeDef::Object(element) if def.strategy.is_merge() && !keyed => Some(format!(
                "a merge list of `{}` needs a merge key, or list map keys",
                element.name
            )),
            TypeDef::Scalar if keyed => Some("a list of scalars has no keys".to_owned()),
            TypeDef::List(_) if def.strategy.is_merge() => {
                Some("a list of lists cannot merge".to_owned())
            }
            TypeDef::Map(_) if def.strategy.is_merge() && !keyed => {
                Some("a merge list of maps needs a merge key, or list map keys".to_owned())
            }
            _ => None,
        }
    }

    fn keys_exist(&mut self, ty: &TypeDef<&'b ObjectDef>, def: &FieldDef) -> Option<String> {
        let TypeDef::List(element) = ty else { return None };
        let Ok(TypeDef::Object(element)) = self.resolve(*element) else { return None };
        let names = def.merge_key.iter().map(String::as_str);
        let names = names.chain(def.list_map_keys.iter().map(ListMapKey::name));
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
        let types = self.types;
        let known = self.names.entry(core::ptr::from_ref(object));
        known.or_insert_with(|| Names::of(object, types))
    }
}

fn scalar_takes_no_strategy(ty: &TypeDef<&ObjectDef>, def: &FieldDef) -> Option<String> {
    let scalar = matches!(ty, TypeDef::Scalar);
    (scalar && (def.strategy.is_merge() || def.strategy.retain_keys()))
        .then(|| format!("a scalar has no strategy `{}`", def.strategy))
}

fn key_needs_merge(def: &FieldDef) -> Option<String> {
    (def.merge_key.is_some() && def.strategy.base() != Base::Merge)
        .then(|| "a merge key needs the strategy `merge`".to_owned())
}

fn retain_keys_needs_objects(
    checker: &Checker<'_>,
    ty: &TypeDef<&ObjectDef>,
    def: &FieldDef,
) -> Option<String> {
    let TypeDef::List(element) = ty else { return None };
    if !def.strategy.retain_keys() {
        return None;
    }
    if !def.strategy.is_merge() {
        return Some("`retainKeys` on a list needs `merge` beside it".to_owned());
    }
    let scalars = matches!(checker.resolve(*element), Ok(TypeDef::Scalar));
    scalars.then(|| "a list of scalars has no keys to retain".to_owned())
}
