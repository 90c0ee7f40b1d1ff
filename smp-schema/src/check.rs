//! The checks of a schema. The rules for the metadata of one field are in `smp_rules`;
//! the rules here concern several fields or types. Every mistake is reported: semantics
//! schema-12.

use core::fmt;
use std::borrow::Cow;
use std::collections::HashSet;

use foldhash::quality::RandomState;
use indexmap::map::Entry;
use smp_rules::{FieldFacts, Kind, Part, Rule};

use crate::capped::Capped;
use crate::check_keys::KeyCheck;
use crate::check_union::{FieldInUnion, UnionMistake, check_together, check_union};
use crate::definition::{FieldDef, Member, ObjectDef};
use crate::limits::Limits;
use crate::mistakes::{SchemaError, SchemaMistake};
use crate::names::{self, Unresolved};
use crate::slots::{Slot, Slots};
use crate::text::shortened;
use crate::type_def::{
    AnyNulls, Field, FieldMap, FieldsByName, ObjectType, ScalarType, TypeDef, TypeId,
};
use crate::union::{Union, UnionDef};

/// Whether types are accepted without a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trust {
    No,
    /// The types are from the catalogue, which opens faster without checks. Debug builds check
    /// catalogue types too, so that the tests check all of them.
    #[cfg(feature = "catalogue")]
    Catalogue,
}

/// Resolves aliases, copies the fields of flattened types and checks every field.
pub(crate) fn check(
    types: Slots,
    root: TypeId,
    limits: &Limits,
    trust: Trust,
) -> Result<Vec<TypeDef<ObjectType>>, SchemaError> {
    let mut checker = Checker {
        types: &types,
        trusted: trust != Trust::No && !cfg!(debug_assertions),
        at: root,
        found: Capped::within(limits),
        keys: KeyCheck::new(&types),
    };
    if types.get(root).is_none() {
        checker.mistake(None, format_args!("the root is a {FOREIGN}"));
    }
    let finished: Vec<_> = (0..types.len()).map(|at| checker.finish(at)).collect();
    let found = checker.found;
    if !found.is_empty() {
        return Err(SchemaError::new(found));
    }
    let types = finished.into_iter().zip(types.into_iter()).map(|(finished, slot)| {
        finished.unwrap_or_else(|| match slot {
            Slot::Defined(TypeDef::Object(object)) => TypeDef::Object(moved(object)),
            // `finish` returns a definition for all other types.
            Slot::Declared | Slot::Alias(_) | Slot::Nullable(_) | Slot::Defined(_) => {
                TypeDef::Any(AnyNulls::Absent)
            }
        })
    });
    Ok(types.collect())
}

/// The end of the message about an id that another builder made.
const FOREIGN: &str = "type of another builder; define it with this builder, or copy it from a \
                       finished schema with `graft`";

/// The checked form of an object without flattened types. The names are moved, not copied.
fn moved(object: ObjectDef) -> ObjectType {
    let mut fields =
        FieldsByName::with_capacity_and_hasher(object.members.len(), RandomState::default());
    fields.extend(object.members.into_iter().filter_map(|member| match member {
        Member::Field(name, def) => Some((name, field(def))),
        Member::Flattened(_) | Member::FlattenedOptional(_) => None,
    }));
    let fields = FieldMap::new(fields);
    let [unions, validated] =
        [&object.unions, &object.validated].map(|all| all.iter().map(Union::of).collect());
    let (map_type, drops_empty) = (object.map_type, object.drops_empty);
    let name = object.name;
    ObjectType { name, fields, others: None, unions, validated, map_type, drops_empty }
}

fn field(def: FieldDef) -> Field {
    Field {
        ty: def.ty,
        strategy: def.strategy,
        merge_key: def.merge_key,
        list_map_keys: def.list_map_keys,
        list_type: def.list_type,
        map_type: def.map_type,
        required: def.required,
        one_of: def.one_of,
        one_way: def.one_way,
    }
}

/// The greatest depth of nested flattening.
const MAX_FLATTENED: usize = 128;

struct Checker<'b> {
    types: &'b Slots,
    /// Whether objects without flattened types are accepted without a check.
    trusted: bool,
    /// The type that is being checked.
    at: TypeId,
    found: Capped<SchemaMistake>,
    keys: KeyCheck<'b>,
}

/// The parts of an object type, including those of its flattened types.
#[derive(Default)]
struct Collected<'b> {
    fields: Vec<(&'b str, &'b FieldDef)>,
    unions: Vec<Cow<'b, UnionDef>>,
    validated: Vec<Cow<'b, UnionDef>>,
    others: Option<TypeId>,
    /// The object types that were flattened into it.
    flattened: HashSet<*const ObjectDef>,
}

impl<'b> Checker<'b> {
    fn mistake(&mut self, field: Option<&str>, message: fmt::Arguments<'_>) {
        self.mistake_in(field, None, message);
    }

    fn mistake_in(&mut self, field: Option<&str>, part: Option<Part>, message: fmt::Arguments<'_>) {
        let ty = self.at;
        self.found.push(|| SchemaMistake {
            ty,
            field: field.map(str::to_owned),
            union: None,
            part,
            message: message.to_string(),
        });
    }

    /// Checks a slot and returns its definition; `None` for an object whose definition can be
    /// moved (see `moved`).
    fn finish(&mut self, at: usize) -> Option<TypeDef<ObjectType>> {
        let id = self.types.id(at);
        self.at = id;
        if let Some(Slot::Defined(TypeDef::Object(object))) = self.types.get(id)
            && (self.trusted || object.unions.is_empty())
            && object.members.iter().all(|member| matches!(member, Member::Field(..)))
        {
            if !self.trusted {
                self.plain(object);
            }
            return None;
        }
        Some(match self.resolve(id) {
            Ok(TypeDef::Scalar(scalar)) => TypeDef::Scalar(scalar),
            Ok(TypeDef::Any(nulls)) => TypeDef::Any(nulls),
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
                TypeDef::Any(AnyNulls::Absent)
            }
        })
    }

    /// Reports a type that belongs to another builder.
    fn check_own(&mut self, id: TypeId, what: fmt::Arguments<'_>) {
        if self.types.get(id).is_none() {
            self.mistake(None, format_args!("{what} {FOREIGN}"));
        }
    }

    /// Checks an object without flattened types and unions.
    fn plain(&mut self, object: &'b ObjectDef) {
        let names = object.members.iter().filter_map(|member| match member {
            Member::Field(name, _) => Some(name.as_str()),
            Member::Flattened(_) | Member::FlattenedOptional(_) => None,
        });
        // Names that are sorted, such as those of the catalogue, are distinct without a set.
        let distinct = names.is_sorted_by(|one, other| one < other);
        let mut names = HashSet::with_capacity_and_hasher(
            if distinct { 0 } else { object.members.len() },
            foldhash::quality::RandomState::default(),
        );
        for member in &object.members {
            if let Member::Field(name, def) = member {
                self.check_field(&object.name, name, def);
                if !distinct && !names.insert(name.as_str()) {
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
        let Collected { fields, unions, validated, others, .. } = all;
        let mut checked =
            FieldsByName::with_capacity_and_hasher(fields.len(), RandomState::default());
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
        let [unions, validated] =
            [unions, validated].map(|all| all.iter().map(|def| Union::of(def)).collect());
        let fields = FieldMap::new(checked);
        let (name, map_type, drops_empty) =
            (object.name.clone(), object.map_type, object.drops_empty);
        ObjectType { name, fields, others, unions, validated, map_type, drops_empty }
    }

    /// Checks the object's own unions, and that no field is part of two unions, including the
    /// unions of flattened types. (Each union of a flattened type is checked with its own type.)
    fn check_unions(
        &mut self,
        object: &ObjectDef,
        unions: &[Cow<'_, UnionDef>],
        fields: &FieldsByName,
    ) {
        let field = |name: &str| {
            let field = fields.get(name)?;
            let string = match self.resolve(field.ty) {
                Ok(TypeDef::Scalar(ScalarType::Any)) => None,
                Ok(TypeDef::Scalar(ScalarType::String)) => Some(true),
                _ => Some(false),
            };
            let one_of = field.one_of.as_deref();
            Some(FieldInUnion { string, required: field.required, one_of })
        };
        let own = object.unions.iter().enumerate();
        let alone = own.flat_map(|(at, def)| {
            check_union(def, field).into_iter().map(move |mistake| (at, mistake))
        });
        let all: Vec<&UnionDef> = unions.iter().map(Cow::as_ref).collect();
        let mistakes: Vec<_> = alone.chain(check_together(&all)).collect();
        for (at, UnionMistake { field, message }) in mistakes {
            let ty = self.at;
            self.found.push(|| SchemaMistake {
                ty,
                field,
                // The object's own unions are the first ones.
                union: Some(at).filter(|at| *at < object.unions.len()),
                part: None,
                message: format!("`{}`: {message}", object.name),
            });
        }
    }

    /// Collects the object's own and flattened fields, in the order of declaration.
    fn collect(
        &mut self,
        object: &'b ObjectDef,
        within: &mut Vec<*const ObjectDef>,
        all: &mut Collected<'b>,
    ) {
        all.unions.extend(object.unions.iter().map(Cow::Borrowed));
        all.validated.extend(object.validated.iter().map(Cow::Borrowed));
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
                    let before = (all.unions.len(), all.validated.len());
                    self.collect(inner, within, all);
                    within.pop();
                    let unions = all.unions.iter_mut().skip(before.0);
                    let validated = all.validated.iter_mut().skip(before.1);
                    for union in unions.chain(validated).filter(|_| optional) {
                        union.to_mut().exactly_one = false;
                    }
                }
                Ok(TypeDef::Map(value)) => all.others = Some(value),
                Ok(TypeDef::Any(_)) => all.others = Some(flattened),
                Ok(TypeDef::Scalar(_) | TypeDef::List(_)) => self.mistake(
                    None,
                    format_args!("`{}` flattens a type that is not an object", object.name),
                ),
                Err(Unresolved::Foreign) => {
                    self.mistake(None, format_args!("`{}` flattens a {FOREIGN}", object.name));
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
        // Most fields have no metadata, so no rule applies to them.
        if def.has_no_metadata() {
            return;
        }
        let facts = self.facts(&ty, def);
        let broken = Rule::ALL.into_iter().filter_map(|rule| {
            rule.violated_by(facts).map(|message| (rule.part(), Cow::Borrowed(message)))
        });
        let key_mistake = match ty {
            TypeDef::List(element) => match self.resolve(element) {
                Ok(TypeDef::Object(element)) => self.keys.mistake(element, def),
                _ => None,
            },
            _ => None,
        };
        for (part, message) in broken.chain(key_mistake) {
            let (object, shown) = (shortened(object), shortened(name));
            let message = format_args!("`{object}.{shown}`: {message}");
            self.mistake_in(Some(name), Some(part), message);
        }
    }

    /// The facts about a field that the rules of `smp_rules` check.
    fn facts(&self, ty: &TypeDef<&'b ObjectDef>, def: &FieldDef) -> FieldFacts {
        let element = match ty {
            TypeDef::List(element) => self.resolve(*element).ok().map(|element| kind(&element)),
            _ => None,
        };
        FieldFacts {
            kind: Some(kind(ty)),
            element,
            strategy: def.strategy,
            merge_key: def.merge_key.is_some(),
            list_map_keys: !def.list_map_keys.is_empty(),
            list_type: def.list_type,
        }
    }
}

/// The kind of a type, for the rules of `smp_rules`.
fn kind(def: &TypeDef<&ObjectDef>) -> Kind {
    match def {
        TypeDef::Scalar(_) => Kind::Scalar,
        TypeDef::Any(_) => Kind::Any,
        TypeDef::Object(_) => Kind::Object,
        TypeDef::List(_) => Kind::List,
        TypeDef::Map(_) => Kind::Map,
    }
}
