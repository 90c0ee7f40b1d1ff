//! Compares the OpenAPI documents of the server with the catalogue: every field of every kind.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;
use smp_core::TypeRef;
use smp_core::schema::TypeKind;
use smp_openapi::OpenApi;

use super::client::Client;
use super::{Result, custom};

/// Compares both documents with the catalogue. Returns the number of fields that differ.
pub(super) fn compare(client: &Client) -> Result<usize> {
    let mut compared = Compared::default();
    compared.document(&client.get("/openapi/v2").body)?;
    let v2 = compared.summary("OpenAPI v2");
    let mut compared = Compared::default();
    let index = client.get("/openapi/v3").body;
    let paths = index.get("paths").and_then(Value::as_object);
    for (path, entry) in paths.into_iter().flatten() {
        let is_version = path.starts_with("api/") || path.matches('/').count() == 2;
        let url = entry.get("serverRelativeURL").and_then(Value::as_str);
        if let (Some(url), true) = (url, is_version) {
            compared.document(&client.get(url).body)?;
        }
    }
    Ok(v2 + compared.summary("OpenAPI v3"))
}

/// The comparison of some documents.
#[derive(Default)]
struct Compared {
    kinds: usize,
    fields: usize,
    different: BTreeSet<String>,
    /// Kinds of the server that the catalogue lacks.
    unknown: BTreeSet<String>,
}

impl Compared {
    fn document(&mut self, document: &Value) -> Result<()> {
        let document = OpenApi::from_value(document)?;
        for (api_version, kind) in document.kinds() {
            // A server that is up has the custom resource of an earlier run.
            if api_version.starts_with(custom::GROUP) {
                continue;
            }
            let Some(imported) = document.schema_of(api_version, kind)? else { continue };
            let Some(ours) = smp_types::schema(api_version, kind) else {
                self.unknown.insert(format!("{api_version} {kind}"));
                continue;
            };
            self.kinds += 1;
            self.types(ours.root(), imported.schema.root(), &mut HashSet::new());
        }
        Ok(())
    }

    /// Compares two types and everything below, each pair once. Unions are left out: the catalogue
    /// has more of them than the documents, by `docs/unions.md`.
    fn types<'a>(
        &mut self,
        ours: TypeRef<'a>,
        theirs: TypeRef<'a>,
        seen: &mut HashSet<(String, String)>,
    ) {
        match (ours.kind(), theirs.kind()) {
            (TypeKind::Object, TypeKind::Object) => {
                let name = |ty: TypeRef<'a>| ty.name().unwrap_or_default().to_owned();
                if !seen.insert((name(ours), name(theirs))) {
                    return;
                }
                for field in theirs.fields() {
                    self.fields += 1;
                    let place = format!("{}.{}", name(theirs), field.name());
                    let Some(other) = ours.field(field.name()) else {
                        self.different.insert(format!("{place}: the catalogue lacks it"));
                        continue;
                    };
                    let metadata = |it: smp_core::schema::FieldRef<'a>| {
                        let (strategy, key) = (it.strategy(), it.merge_key());
                        format!(
                            "{strategy:?} {key:?} {:?} {:?}",
                            it.list_type(),
                            it.list_map_keys()
                        )
                    };
                    if metadata(field) != metadata(other) {
                        let (one, two) = (metadata(other), metadata(field));
                        self.different.insert(format!("{place}: {one} here, {two} there"));
                    }
                    if field.ty().scalar_type() != other.ty().scalar_type() {
                        let types = [other, field].map(|it| it.ty().scalar_type());
                        self.different.insert(format!("{place}: {types:?}"));
                    }
                    self.types(other.ty(), field.ty(), seen);
                }
                for field in ours.fields().filter(|it| theirs.field(it.name()).is_none()) {
                    let place = format!("{}.{}", name(ours), field.name());
                    self.different.insert(format!("{place}: the server lacks it"));
                }
            }
            (TypeKind::List(ours), TypeKind::List(theirs))
            | (TypeKind::Map(ours), TypeKind::Map(theirs)) => self.types(ours, theirs, seen),
            (TypeKind::Any, TypeKind::Any) | (TypeKind::Scalar, TypeKind::Scalar) => {}
            _ => {
                self.different.insert(format!("{ours:?} here, {theirs:?} there"));
            }
        }
    }

    fn summary(&self, name: &str) -> usize {
        println!(
            "{name}: {} kinds, {} fields, {} differences",
            self.kinds,
            self.fields,
            self.different.len()
        );
        for difference in self.different.iter().take(SHOWN) {
            println!("  {difference}");
        }
        for kind in &self.unknown {
            println!("  the catalogue lacks {kind}");
        }
        self.different.len() + self.unknown.len()
    }
}

/// The number of differences that are printed.
const SHOWN: usize = 10;
