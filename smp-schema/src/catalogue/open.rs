//! Builds a [`Schema`] from the lines of the catalogue.

use super::lines::Lines;
use super::text::{Entry, EntryKind, parts};
use crate::ScalarType;
use crate::builder::SchemaBuilder;
use crate::definition::{FieldDef, Member, ObjectDef};
use crate::key::ListMapKey;
use crate::model::Schema;
use crate::type_def::TypeId;
use crate::union::UnionDef;
use smp_rules::{ListType, MapType};

/// The schema with this type as its root. `None` only if the catalogue is not well-formed; the
/// tests check that it is.
pub(super) fn open(lines: Lines, root: Entry<'static>) -> Option<Schema> {
    let mut types = SchemaBuilder::new();
    let id = add(&mut types, lines, root)?;
    types.build_catalogued(id).ok()
}

/// Adds a type to a schema, with all types that it uses. Each type is added once. `None` as for
/// [`open`].
pub(super) fn add(types: &mut SchemaBuilder, lines: Lines, root: Entry<'static>) -> Option<TypeId> {
    let mut opening = Opening { types, lines, pending: Vec::new() };
    let id = opening.object(root);
    while let Some((id, entry)) = opening.pending.pop() {
        let object = opening.define(entry)?;
        opening.types.define(id, object);
    }
    Some(id)
}

/// A schema that is being built.
struct Opening<'t> {
    types: &'t mut SchemaBuilder,
    lines: Lines,
    /// Types that are declared, and not yet defined.
    pending: Vec<(TypeId, Entry<'static>)>,
}

impl Opening<'_> {
    fn object(&mut self, entry: Entry<'static>) -> TypeId {
        if let Some(id) = self.types.catalogued(entry.api_version, entry.name) {
            return id;
        }
        let id = self.types.declare_catalogued(entry.api_version, entry.name);
        self.pending.push((id, entry));
        id
    }

    fn define(&mut self, entry: Entry<'static>) -> Option<ObjectDef> {
        let mut object = ObjectDef::new(entry.name).drops_empty();
        if let Some(map_type) = entry.map_type() {
            object = object.map_type(map_type.parse::<MapType>().ok()?);
        }
        object.members_mut().reserve_exact(entry.line_count());
        for line in entry.lines() {
            if let Some(line) = line.strip_prefix("| ") {
                object = object.union(union(line)?);
            } else {
                let (name, field) = self.field(entry, line)?;
                object.members_mut().push(Member::Field(name.to_owned(), field));
            }
        }
        Some(object)
    }

    fn field(
        &mut self,
        within: Entry<'static>,
        line: &'static str,
    ) -> Option<(&'static str, FieldDef)> {
        let mut words = parts(line, b' ');
        let name = words.next()?;
        let mut field = FieldDef::new(self.value(within, words.next()?)?);
        for word in words {
            if word == "!" {
                field = field.required();
                continue;
            }
            field = match word.split_once('=')? {
                ("patch", rule) => {
                    let (strategy, key) = rule.split_once(':').unwrap_or((rule, ""));
                    let field = field.strategy(strategy.parse().ok()?);
                    if key.is_empty() { field } else { field.merge_key(key) }
                }
                ("list", "atomic") => field.list_type(ListType::Atomic),
                ("list", "set") => field.list_type(ListType::Set),
                ("list", "map") => field.list_type(ListType::Map),
                ("keys", keys) => {
                    keys.split(',').map(list_map_key).fold(field, FieldDef::list_map_key)
                }
                ("map", map_type) => field.map_type(map_type.parse::<MapType>().ok()?),
                _ => return None,
            };
        }
        Some((name, field))
    }

    fn value(&mut self, within: Entry<'static>, ty: &'static str) -> Option<TypeId> {
        if let Some(element) = ty.strip_prefix("[]") {
            let element = self.value(within, element)?;
            return Some(self.types.list(element));
        }
        if let Some(value) = ty.strip_prefix("{}") {
            let value = self.value(within, value)?;
            return Some(self.types.map(value));
        }
        if ty == "any" {
            return Some(self.types.any());
        }
        if let Some(scalar) = scalar_type(ty) {
            return Some(self.types.scalar_of(scalar));
        }
        let (api_version, name) = ty.rsplit_once('/').unwrap_or((within.api_version, ty));
        if let Some(id) = self.types.catalogued(api_version, name) {
            return Some(id);
        }
        let entry = self.lines.find(api_version, name)?;
        if matches!(entry.kind(), EntryKind::Same { .. }) {
            return None;
        }
        Some(self.object(entry))
    }
}

/// The scalar type for a word of the catalogue.
fn scalar_type(word: &str) -> Option<ScalarType> {
    Some(match word {
        "string" => ScalarType::String,
        "byte" => ScalarType::Bytes,
        "time" => ScalarType::Time,
        "int32" => ScalarType::Int32,
        "int64" => ScalarType::Int64,
        "double" => ScalarType::Number,
        "bool" => ScalarType::Boolean,
        "int-or-string" => ScalarType::IntOrString,
        "quantity" => ScalarType::Quantity,
        _ => return None,
    })
}

/// Reads the line of a union, such as `type one localhostProfile=Localhost`: the discriminator,
/// flags, and each member with its value.
fn union(line: &str) -> Option<UnionDef> {
    let mut words = parts(line, b' ');
    let union = match words.next()? {
        "-" => UnionDef::new(),
        discriminator => UnionDef::new().discriminator(discriminator),
    };
    words.try_fold(union, |union, word| match word {
        "one" => Some(union.exactly_one()),
        "inactive" => Some(union.allow_inactive_member()),
        "unenforced" => Some(union.unenforced()),
        word => {
            let (field, value) = word.split_once('=')?;
            Some(match value.strip_suffix('?') {
                Some(value) => union.member(field, value).empty_is_unset(field),
                None => union.member(field, value),
            })
        }
    })
}

/// Reads a list map key, such as `protocol:TCP`: its name and, after the colon, its default.
fn list_map_key(text: &str) -> ListMapKey {
    match text.split_once(':') {
        Some((name, default)) => ListMapKey::new(name).with_default(default),
        None => ListMapKey::new(text),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Catalogue, schema};

    #[test]
    fn every_type_of_every_version_opens() {
        for catalogue in Catalogue::all() {
            let version = catalogue.version();
            for (api_version, name) in catalogue.types() {
                let schema = catalogue.type_schema(api_version, name);
                assert!(schema.is_some(), "{version}: {api_version} {name}");
            }
            for (api_version, kind) in catalogue.kinds() {
                let schema = catalogue.schema(api_version, kind);
                assert!(schema.is_some(), "{version}: {api_version} {kind}");
            }
        }
    }

    #[test]
    fn threads_share_a_schema() {
        let opened = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..4).map(|_| scope.spawn(|| schema("batch/v1", "CronJob"))).collect();
            threads.into_iter().map(|thread| thread.join().ok().flatten()).collect::<Vec<_>>()
        });
        let first = opened[0].expect("a known kind");
        assert!(opened.iter().all(|other| other.is_some_and(|other| core::ptr::eq(other, first))));
    }
}
