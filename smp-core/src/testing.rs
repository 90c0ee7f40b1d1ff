//! For the tests of types with a [`PatchSchema`]: checks whether the schema of a type describes
//! the JSON that serde writes and reads.
//!
//! The derive reads serde's attributes. It can't see a handwritten `Serialize` or `Deserialize`, or the
//! functions of `#[serde(with = …)]`. If the JSON that these write doesn't match the schema, patches
//! change the wrong fields. A test with one value in which every field is set finds this:
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! use serde::{Deserialize, Serialize};
//! use smp_core::{PatchSchema, testing::assert_schema_matches};
//!
//! #[derive(PatchSchema, Serialize, Deserialize)]
//! #[serde(rename_all = "camelCase")]
//! struct Server {
//!     host_name: String,
//!     #[patch(strategy = "merge")]
//!     aliases: Vec<String>,
//! }
//!
//! assert_schema_matches(&Server { host_name: "a".into(), aliases: vec!["b".into()] });
//! # }
//! ```

use core::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use smp_schema::{PatchSchema, SchemaBuilder, TypeRef};

use crate::Document;
use crate::changes::{FieldChangeKind, changes};
use crate::check::check_document;
use crate::finding::{Finding, FindingKind};
use crate::options::Options;
use crate::patch::Patch;
use crate::path::{Path, Segment};
use crate::typed;
use crate::union::{UnionSet, validate_node};

/// A place where the schema of a type doesn't describe the JSON of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaMismatch {
    /// The place in the JSON of the value.
    pub path: Path,
    /// The JSON that serde writes there, and the type in the schema.
    pub message: String,
}

impl fmt::Display for SchemaMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// Checks that the schema of `T` describes the JSON of `value`, as [`schema_mismatches`] does.
///
/// # Panics
///
/// If there is a mismatch. The message lists all of them.
///
/// ```should_panic
/// # #[cfg(feature = "derive")] {
/// use serde::{Deserialize, Serialize, Serializer};
/// use smp_core::{PatchSchema, testing::assert_schema_matches};
///
/// #[derive(PatchSchema, Deserialize)]
/// struct Server {
///     port: u16,
/// }
///
/// // Written by hand, with another name than the derived schema has.
/// impl Serialize for Server {
///     fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
///         serializer.collect_map([("portNumber", self.port)])
///     }
/// }
/// assert_schema_matches(&Server { port: 80 });
/// # }
/// # #[cfg(not(feature = "derive"))] panic!("the example needs the derive");
/// ```
#[track_caller]
#[allow(clippy::panic, reason = "an assertion of a test")]
pub fn assert_schema_matches<T>(value: &T)
where
    T: PatchSchema + Serialize + DeserializeOwned,
{
    let found = schema_mismatches(value);
    if !found.is_empty() {
        let lines: Vec<_> = found.iter().map(ToString::to_string).collect();
        panic!(
            "the schema of `{}` is not that of its JSON:\n  {}",
            core::any::type_name::<T>(),
            lines.join("\n  ")
        );
    }
}

/// Every place where the schema of `T` doesn't describe the JSON of `value`:
///
/// - serde writes a field that the schema doesn't have, or a value of a different kind;
/// - an element of a merge list has no merge key;
/// - an enum has two variants, or none;
/// - reading what was written gives a different value, or an error;
/// - a merge in place, which doesn't go through serde, would read different values;
/// - the value differs from itself.
///
/// Only fields that are in the JSON of `value` are checked. `O(n)` in the JSON of the value.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use serde::{Deserialize, Serialize};
/// use smp_core::{PatchSchema, testing::schema_mismatches};
///
/// #[derive(PatchSchema, Serialize, Deserialize)]
/// struct Server {
///     #[serde(with = "as_text")]
///     #[patch(leaf)]
///     port: u16,
/// }
///
/// // Reads another value than it writes.
/// mod as_text {
///     pub fn serialize<S: serde::Serializer>(port: &u16, to: S) -> Result<S::Ok, S::Error> {
///         to.collect_str(port)
///     }
///     pub fn deserialize<'d, D: serde::Deserializer<'d>>(from: D) -> Result<u16, D::Error> {
///         let text: String = serde::Deserialize::deserialize(from)?;
///         Ok(text.len() as u16)
///     }
/// }
///
/// assert_eq!(
///     schema_mismatches(&Server { port: 80 })[0].to_string(),
///     r#"port: serde writes "80", and reads it as "2""#,
/// );
/// # }
/// ```
#[must_use]
pub fn schema_mismatches<T>(value: &T) -> Vec<SchemaMismatch>
where
    T: PatchSchema + Serialize + DeserializeOwned,
{
    let mut check = Check { found: Vec::new() };
    let written = match serde_json::to_value(value) {
        Ok(written) => written,
        Err(error) => {
            check.report(format!("the value can't be written as JSON: {error}"));
            return check.found;
        }
    };
    check.schema(&written, T::schema().root());
    check.unions(&written, T::schema().root());
    match T::deserialize(&written).map(serde_json::to_value) {
        Ok(Ok(back)) => check.same(&written, &back, "serde writes", "reads it as"),
        Ok(Err(error)) => check.report(format!("what was read can't be written: {error}")),
        Err(error) => check.report(format!("serde can't read what it writes: {error}")),
    }
    match typed::in_place(value) {
        Ok(Some(reached)) => {
            check.same(&written, &reached, "serde writes", "a merge in place reads");
        }
        // Serde converts this type as a whole.
        Ok(None) => {}
        Err(error) => check.report(format!("a merge in place can't read the value: {error}")),
    }
    match typed::diff_own(value, value, &Options::default()) {
        Ok(patch) if patch.is_empty() => {}
        Ok(patch) => check.report(format!("the value differs from itself: {patch}")),
        Err(error) => check.report(format!("the value can't be compared: {error}")),
    }
    check.found
}

struct Check {
    found: Vec<SchemaMismatch>,
}

impl Check {
    fn report(&mut self, message: String) {
        self.found.push(SchemaMismatch { path: Path::root(), message });
    }

    /// Reports what does not fit the schema: unknown fields, values of the wrong kind, and elements
    /// without their merge key.
    fn schema(&mut self, written: &Value, ty: TypeRef<'_>) {
        use FindingKind::{ContainerReplaced, MergeKeyMissing, ScalarReplaced, UnknownField};
        let options = Options::default();
        let alone = check_document(written, ty, &options);
        // A patch with the whole value merges each of its elements.
        let patch = Patch::from_document(written);
        let merged = patch.and_then(|patch| patch.check_live(written, ty, &options));
        for found in [alone, merged] {
            let found = match found {
                Ok(found) => found,
                Err(error) => return self.report(format!("the value can't be checked: {error}")),
            };
            for Finding { path, kind, message, .. } in found {
                let part = path.segments().try_fold(written, |value, step| match step {
                    Segment::Field(name) => value.get(name),
                    Segment::Index(at) => value.get(at),
                    Segment::Key(_) => None,
                });
                if let UnknownField | ScalarReplaced | ContainerReplaced | MergeKeyMissing = kind {
                    let message = match part {
                        Some(part) => format!("serde writes {part}: {message}"),
                        None => message,
                    };
                    self.found.push(SchemaMismatch { path, message });
                }
            }
        }
    }

    fn unions(&mut self, value: &Value, ty: TypeRef<'_>) {
        let mut document = Document::from(value);
        let options = Options::default();
        if let Err(error) = validate_node(&mut document.node, ty, &options, UnionSet::RustEnums) {
            self.found.extend(error.violations().iter().map(|violation| {
                let text = violation.to_string();
                let message = text.strip_prefix(&format!("{}: ", violation.path));
                SchemaMismatch {
                    path: violation.path.clone(),
                    message: message.unwrap_or(&text).to_owned(),
                }
            }));
        }
    }

    /// Reports the differences between `written` and `other`. Null and absent are equal, and so are lists
    /// with the same items: a `HashSet` has no order.
    fn same(&mut self, written: &Value, other: &Value, writes: &str, reads: &str) {
        let mut types = SchemaBuilder::new();
        let any = types.any();
        let found = match types.build(any) {
            Ok(schema) => changes(written, other, &schema, &Options::default()),
            // Not reached: the type is valid.
            Err(_) => return,
        };
        match found {
            Ok(found) => self.found.extend(found.into_iter().filter_map(|it| {
                let [written, other] = [it.before(), it.after()].map(|it| it.unwrap_or("nothing"));
                let message = format!("{writes} {written}, and {reads} {other}");
                let moves = matches!(it.kind, FieldChangeKind::Moved { .. });
                (!moves).then_some(SchemaMismatch { path: it.path, message })
            })),
            Err(error) => self.report(format!("the value can't be compared: {error}")),
        }
    }
}
