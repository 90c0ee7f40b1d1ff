//! The outer levels of a document: whether it is an `OpenAPI` document, and where its
//! definitions are.

use serde::de::{Deserialize, IgnoredAny, MapAccess};
use serde_json::Value;

use super::lenient::{FromJson, Lenient};
use super::node::Properties;
use crate::diagnostic::ImportError;
use smp_schema::__support::JsonKind;
use smp_schema::Limits;

/// The maximum nesting depth of a document: the limit of `serde_json`, which can't be changed.
const MAX_DEPTH: usize = 127;

/// The definitions, from the two places where a document may have them.
#[derive(Default)]
pub(super) struct RawDocument {
    definitions: Option<Lenient<Properties>>,
    schemas: Option<Lenient<Properties>>,
    /// Whether the document declares itself as an `OpenAPI` document.
    is_open_api: bool,
}

impl<'de> FromJson<'de> for RawDocument {
    const EXPECTED: &'static str = JsonKind::Object.name();

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        let mut raw = Self::default();
        while let Some(name) = object.next_key::<String>()? {
            match name.as_str() {
                "definitions" => raw.definitions = Some(object.next_value()?),
                "components" => {
                    let Lenient(components) = object.next_value::<Lenient<Components>>()?;
                    raw.schemas = components.ok().flatten().and_then(|Components(found)| found);
                }
                other => {
                    raw.is_open_api |= matches!(other, "openapi" | "swagger");
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Some(raw))
    }
}

/// The member `schemas` of `components` in a v3 document.
struct Components(Option<Lenient<Properties>>);

impl<'de> FromJson<'de> for Components {
    const EXPECTED: &'static str = JsonKind::Object.name();

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        let mut schemas = None;
        while let Some(name) = object.next_key::<String>()? {
            if name == "schemas" {
                schemas = Some(object.next_value()?);
            } else {
                object.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Some(Self(schemas)))
    }
}

impl RawDocument {
    /// The definitions, and the JSON pointer to them.
    pub(super) fn definitions(self) -> Result<(&'static str, Properties), ImportError> {
        let (base, definitions) = match (self.definitions, self.schemas) {
            (Some(definitions), _) => ("/definitions", definitions),
            (None, Some(schemas)) => ("/components/schemas", schemas),
            // A server's document for an API group may have no types of its own.
            (None, None) if self.is_open_api => {
                return Ok(("/components/schemas", Properties::default()));
            }
            (None, None) => {
                return Err(ImportError::one(
                    "",
                    "expected an OpenAPI document, found neither `definitions` (v2) nor \
                     `components.schemas` (v3); read one from a cluster with \
                     `kubectl get --raw /openapi/v2`",
                ));
            }
        };
        let Lenient(definitions) = definitions;
        let definitions = definitions.map_err(|found| {
            ImportError::one(base, format!("expected an object of schemas, found {found}"))
        })?;
        Ok((base, definitions.unwrap_or_default()))
    }
}

/// Reads the text of a document. `expected` names the expected document, in words.
pub(crate) fn read<'d, D: Deserialize<'d>>(
    text: &'d [u8],
    expected: &str,
    limits: &Limits,
) -> Result<D, ImportError> {
    if let Some(message) = limits.too_long(text) {
        return Err(ImportError::one("", message));
    }
    serde_json::from_slice(text).map_err(|error| no_document(expected, &error))
}

/// The error of a text that cannot be read.
pub(super) fn no_document(expected: &str, error: &serde_json::Error) -> ImportError {
    let error = error.to_string();
    match error.strip_prefix("recursion limit exceeded") {
        Some(place) => ImportError::one("", too_deep(place)),
        None => ImportError::one("", format!("expected {expected} in JSON: {error}")),
    }
}

fn too_deep(place: &str) -> String {
    format!("the document is nested deeper than {MAX_DEPTH} levels{place}; no schema needs as many")
}

/// Refuses a `Value` that is nested too deep. A parser has such a limit, too, but a value that
/// a program builds may be deeper than the stack allows.
pub(crate) fn check_depth(document: &Value) -> Result<(), ImportError> {
    let mut open = vec![(document, 0_usize)];
    while let Some((value, depth)) = open.pop() {
        if depth >= MAX_DEPTH && (value.is_array() || value.is_object()) {
            return Err(ImportError::one("", too_deep("")));
        }
        let below = depth.saturating_add(1);
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, below))),
            Value::Object(members) => open.extend(members.values().map(|item| (item, below))),
            _ => {}
        }
    }
    Ok(())
}
