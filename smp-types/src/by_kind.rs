//! The way from a document's `apiVersion` and `kind` to its schema.

use smp_core::{PatchSchema, Schema};

struct Entry {
    api_version: &'static str,
    kind: &'static str,
    schema: fn() -> &'static Schema,
}

macro_rules! table {
    ($($api_version:literal $kind:literal => $ty:ty;)*) => {
        /// Sorted by `apiVersion` and `kind`, as the generator writes them.
        const TABLE: &[Entry] = &[$(
            Entry {
                api_version: $api_version,
                kind: $kind,
                schema: <$ty as PatchSchema>::schema,
            },
        )*];
    };
}

with_kinds!(table);

/// The schema of documents with this `apiVersion` and `kind`, if they have a
/// type here. `O(log n)` in the number of kinds; the first call for a kind
/// builds its schema.
///
/// ```
/// let deployment = smp_types::schema("apps/v1", "Deployment").expect("a known kind");
/// assert_eq!(deployment.root().name(), Some("Deployment"));
/// assert!(smp_types::schema("apps/v1beta1", "Deployment").is_none());
/// ```
#[must_use]
pub fn schema(api_version: &str, kind: &str) -> Option<&'static Schema> {
    let at = TABLE
        .binary_search_by(|entry| (entry.api_version, entry.kind).cmp(&(api_version, kind)))
        .ok()?;
    TABLE.get(at).map(|entry| (entry.schema)())
}

/// The `apiVersion` and `kind` of every document that has a type here, sorted.
/// `O(1)` to begin, `O(1)` an item.
///
/// ```
/// assert!(smp_types::kinds().any(|kind| kind == ("v1", "Pod")));
/// assert!(smp_types::kinds().is_sorted());
/// ```
#[must_use]
pub fn kinds() -> impl ExactSizeIterator<Item = (&'static str, &'static str)> + Clone {
    TABLE.iter().map(|entry| (entry.api_version, entry.kind))
}
