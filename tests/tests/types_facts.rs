//! The metadata of every struct and of the catalogue equals that of Kubernetes. They are
//! compared with each other, with the committed table of facts, and with the OpenAPI document that
//! `SMP_OPENAPI` names.
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use smp_core::schema::{FieldRef, ListMapKey, TypeKind, Union};
use smp_core::{ListType, PatchSchema, Schema, Strategy, TypeRef};

use crate::types::{self, Fact, Shape, Types, shape};

macro_rules! table {
    ($($api_version:literal $kind:literal => $ty:ty;)*) => {
        [$((($api_version, $kind), <$ty as PatchSchema>::schema as fn() -> &'static Schema)),*]
    };
}

/// The schemas of the structs that are kinds.
fn kinds() -> BTreeMap<(&'static str, &'static str), &'static Schema> {
    smp_types::with_kinds!(table).into_iter().map(|(kind, schema)| (kind, schema())).collect()
}

#[test]
fn structs_match_the_table() {
    let types = types::table();
    let (wanted, kinds) = (types::kinds(), kinds());
    assert!(kinds.keys().eq(wanted.keys()), "the kinds must be those of the table");

    let mut comparison = Comparison::new(&types);
    for (kind, ty) in wanted {
        comparison.root(ty, kinds[&kind].root());
    }
    let missing: Vec<_> =
        types.keys().filter(|ty| !comparison.seen.contains(ty.as_str())).collect();
    assert!(missing.is_empty(), "in the table, in no schema: {missing:?}");
    comparison.finish();
}

#[test]
#[ignore = "needs SMP_OPENAPI"]
fn structs_match_the_document() {
    let document = types::document();
    let mut comparison = Comparison::new(&document.types);
    for ((api_version, kind), schema) in kinds() {
        let ty = &document.kinds[&(api_version.to_owned(), kind.to_owned())];
        comparison.root(ty, schema.root());
    }
    comparison.finish();
}

/// A struct with its name.
struct Struct {
    api_version: &'static str,
    /// Crate, module and name.
    path: [&'static str; 3],
    schema: fn() -> &'static Schema,
}

macro_rules! list {
    ($($api_version:literal $($path:ident)::+;)*) => {
        &[$(Struct {
            api_version: $api_version,
            path: [$(stringify!($path)),+],
            schema: <$($path)::+ as PatchSchema>::schema,
        }),*]
    };
}

const STRUCTS: &[Struct] = with_structs!(list);

/// Every struct and field has the metadata of the catalogue. `first_difference` compares
/// schemas as far as they affect patches; the rest is compared here.
#[test]
fn structs_match_the_catalogue() {
    assert_eq!(STRUCTS.len(), types::table().len());
    for Struct { api_version, path: [_, module, name], schema } in STRUCTS {
        let place = format!("{module}::{name}");
        let found = schema().root();
        let catalogue = smp_types::type_schema(api_version, name).expect(&place).root();
        assert_eq!(found.first_difference(catalogue), None, "{place}");
        assert_eq!(found.name(), catalogue.name(), "{place}");
        assert_eq!(found.unions(), catalogue.unions(), "{place}");
        assert_eq!(found.map_type(), catalogue.map_type(), "{place}");
        assert_eq!(fields(found), fields(catalogue), "{place}");
    }
}

/// Each field with its strategy, merge key, list type, list map keys and type.
type Fields<'s> =
    Vec<(&'s str, Strategy, Option<&'s str>, Option<ListType>, &'s [ListMapKey], String)>;

fn fields(ty: TypeRef<'static>) -> Fields<'static> {
    let facts = |field: FieldRef<'static>| {
        let (strategy, list_type) = (field.strategy(), field.list_type());
        let ty = format!("{:?}", field.ty());
        (field.name(), strategy, field.merge_key(), list_type, field.list_map_keys(), ty)
    };
    ty.fields().map(facts).collect()
}

/// All kinds, and every definition that is an object, also those that no kind reaches.
#[test]
#[ignore = "needs SMP_OPENAPI"]
fn the_catalogue_matches_the_document() {
    let document = types::document();
    let mut comparison = Comparison::new(&document.types);
    for ((api_version, kind), ty) in &document.kinds {
        let schema = smp_types::schema(api_version, kind).expect(kind);
        comparison.root(ty, schema.root());
    }
    let kinds: BTreeSet<_> = smp_types::kinds().filter(|kind| *kind != ("v1", "List")).collect();
    let wanted = document.kinds.keys().map(|(version, kind)| (version.as_str(), kind.as_str()));
    assert!(kinds.into_iter().eq(wanted), "the kinds must be those of the document");

    let unreached: Vec<_> = document
        .types
        .iter()
        .filter(|(name, fields)| !fields.is_empty() && !comparison.seen.contains(name.as_str()))
        .map(|(name, _)| name)
        .collect();
    for name in unreached {
        let (package, short) = document.paths[name].rsplit_once('.').expect("a package");
        let versions = smp_types::types().filter(|ty| ty.1 == short);
        let schema = versions
            .filter(|ty| {
                ty.0 == package || document.packages.get(package).map(String::as_str) == Some(ty.0)
            })
            .find_map(|ty| smp_types::type_schema(ty.0, ty.1));
        comparison.root(name, schema.expect(name).root());
    }
    comparison.finish();
}

#[test]
#[ignore = "needs SMP_OPENAPI"]
fn the_table_matches_the_document() {
    let document = types::document();
    for (ty, fields) in types::table() {
        assert_eq!(Some(&fields), document.types.get(&ty), "{ty}");
    }
}

/// A union in the form of the table.
fn union_columns(union: &Union) -> [String; 3] {
    let members = union.members().map(|(field, value)| {
        format!("{field}={value}{}", if union.empty_is_unset(field) { "?" } else { "" })
    });
    let flags = [
        ("exactly one", union.exactly_one()),
        ("inactive member allowed", union.allows_inactive_member()),
        ("not enforced", union.is_unenforced()),
    ];
    let flags = flags.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| *name);
    [
        union.discriminator().unwrap_or_default().to_owned(),
        members.collect::<Vec<_>>().join(","),
        flags.collect::<Vec<_>>().join(","),
    ]
}

/// Compares schemas with the facts, and collects every difference.
struct Comparison<'t> {
    types: &'t Types,
    unions: BTreeMap<&'static str, [&'static str; 3]>,
    seen: BTreeSet<&'t str>,
    differences: Vec<String>,
}

impl<'t> Comparison<'t> {
    fn new(types: &'t Types) -> Self {
        let (seen, differences) = (BTreeSet::new(), Vec::new());
        Self { types, unions: types::unions(), seen, differences }
    }

    fn root(&mut self, ty: &str, found: TypeRef<'_>) {
        match self.types.get_key_value(ty) {
            Some((name, _)) => self.value(ty, name, found),
            None => self.differences.push(format!("{ty}: no facts")),
        }
    }

    fn value(&mut self, place: &str, expected: &'t str, found: TypeRef<'_>) {
        match (shape(expected), found.kind()) {
            (Shape::Scalar(_), TypeKind::Scalar) | (Shape::Any, TypeKind::Any) => {}
            (Shape::Object(name), TypeKind::Object) => self.object(name, found),
            // A definition without fields is free-form.
            (Shape::Object(name), TypeKind::Any) if self.types[name].is_empty() => {}
            (Shape::List(inner), TypeKind::List(found))
            | (Shape::Map(inner), TypeKind::Map(found)) => self.value(place, inner, found),
            _ => self.differences.push(format!("{place}: expected {expected}, found {found:?}")),
        }
    }

    fn object(&mut self, name: &'t str, found: TypeRef<'_>) {
        if found.name() != name.rsplit_once('.').map(|(_, last)| last) {
            self.differences.push(format!("{name}: the schema's type is {found:?}"));
        }
        if !self.seen.insert(name) {
            return;
        }
        if found.other_members().is_some() {
            self.differences.push(format!("{name}: the schema is open to unknown members"));
        }
        let Some(fields) = self.types.get(name) else {
            self.differences.push(format!("{name}: no facts"));
            return;
        };
        for extra in found.fields().filter(|field| !fields.contains_key(field.name())) {
            self.differences.push(format!("{name}.{}: only in the schema", extra.name()));
        }
        self.unions(name, found);
        for (field, fact) in fields {
            match found.field(field) {
                Some(found) => self.field(&format!("{name}.{field}"), fact, found),
                None => self.differences.push(format!("{name}.{field}: not in the schema")),
            }
        }
    }

    fn unions(&mut self, name: &str, found: TypeRef<'_>) {
        let expected = self.unions.get(name).map(|columns| columns.map(str::to_owned));
        let found: Vec<_> = found.unions().iter().map(union_columns).collect();
        if !found.iter().eq(expected.iter()) {
            self.differences.push(format!("{name}: unions {found:?}, not {expected:?}"));
        }
    }

    fn field(&mut self, place: &str, fact: &'t Fact, found: FieldRef<'_>) {
        let keys = found.list_map_keys().iter().map(|key| match key.default() {
            Some(default) => format!("{}={default}", key.name()),
            None => key.name().to_owned(),
        });
        let list_type = match found.list_type() {
            Some(ListType::Atomic) => "atomic",
            Some(ListType::Set) => "set",
            Some(ListType::Map) => "map",
            None => "",
        };
        for (what, expected, found) in [
            ("strategy", &fact.strategy, found.strategy().to_string()),
            ("merge key", &fact.merge_key, found.merge_key().unwrap_or_default().to_owned()),
            ("list type", &fact.list_type, list_type.to_owned()),
            ("list map keys", &fact.list_map_keys, keys.collect::<Vec<_>>().join(",")),
        ] {
            if *expected != found {
                self.differences.push(format!("{place}: {what} is `{found}`, not `{expected}`"));
            }
        }
        self.value(place, &fact.value, found.ty());
    }

    fn finish(self) {
        assert!(self.differences.is_empty(), "{}", self.differences.join("\n"));
    }
}
