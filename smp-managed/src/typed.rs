//! [`ServerSideApply`]: the operations on Rust types that have a patch schema.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use smp_core::schema::__support::{ConvertError, refuse_lost_value};
use smp_core::{Document, Options, PatchSchema, StrategicMerge, diff};

use crate::apply::{Applied, apply};
use crate::error::Error;
use crate::extract::extract;
use crate::settings::Settings;
use crate::update::{Updated, update};

/// Server-side apply on Rust types, with the schema of the type. Implemented for every type with a
/// [`PatchSchema`] that serde reads and writes: derived types, those of smp-types and of k8s-openapi.
///
/// A value is converted to a document, `O(n)`, and the changes are made in a clone of the value. So data
/// that documents lack, such as fields that serde skips, is kept. The metadata of the type must have
/// `managedFields`, as `ObjectMeta` has.
pub trait ServerSideApply: PatchSchema + Clone + Serialize + DeserializeOwned {
    /// [`apply`] on a value. The configuration is a value of this type, or a [`serde_json::Value`] if the
    /// type has required fields that the manager leaves to others.
    ///
    /// # Errors
    ///
    /// As [`apply`]; [`Error::Document`] if the type can't hold the result.
    ///
    /// ```
    /// use serde_json::json;
    /// use smp_managed::{ServerSideApply, Settings};
    /// use smp_types::core_v1::ConfigMap;
    /// let config = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "a" },
    ///     "data": { "x": "1" } });
    /// let settings = Settings::new("deployer", "2024-02-29T12:00:00Z".parse()?);
    /// let created = ConfigMap::server_side_apply(None, &config, &settings)?.object;
    /// assert_eq!(created.metadata.as_ref().unwrap().managed_fields.as_ref().unwrap().len(), 1);
    /// let again = ConfigMap::server_side_apply(Some(&created), &config, &settings)?;
    /// assert!(!again.changed && again.object == created);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn server_side_apply<C: Serialize + ?Sized>(
        live: Option<&Self>,
        config: &C,
        settings: &Settings<'_>,
    ) -> Result<Applied<Self>, Error> {
        let before = live.map(document).transpose()?;
        let Applied { object, changed, taken } =
            apply(before.as_ref(), &document(config)?, Self::schema(), settings)?;
        Ok(Applied { object: value(live.zip(before), object)?, changed, taken })
    }

    /// [`update`] on values: `new` is the object after a write.
    ///
    /// # Errors
    ///
    /// As [`server_side_apply`](Self::server_side_apply).
    fn server_side_update(
        live: Option<&Self>,
        new: &Self,
        settings: &Settings<'_>,
    ) -> Result<Updated<Self>, Error> {
        let before = live.map(document).transpose()?;
        let after = document(new)?;
        let Updated { object, untracked } =
            update(before.as_ref(), &after, Self::schema(), settings)?;
        Ok(Updated { object: value(Some((new, after)), object)?, untracked })
    }

    /// [`extract`] on a value. The result is a document, since the type may have required fields that the
    /// manager did not apply; [`server_side_apply`](Self::server_side_apply) takes it as [a
    /// value](Document::into_value).
    ///
    /// # Errors
    ///
    /// As [`extract`].
    fn server_side_extract(
        &self,
        manager: &str,
        subresource: &str,
    ) -> Result<Option<Document<'static>>, Error> {
        extract(&document(self)?, manager, subresource, Self::schema())
    }
}

impl<T: PatchSchema + Clone + Serialize + DeserializeOwned> ServerSideApply for T {}

fn document<T: Serialize + ?Sized>(value: &T) -> Result<Document<'static>, Error> {
    let value = serde_json::to_value(value);
    value.map(Document::from).map_err(|error| Error::Refused(format!("no JSON value: {error}")))
}

/// The value of a document: the base with its changes, or a new value.
fn value<T: ServerSideApply>(
    base: Option<(&T, Document<'_>)>,
    document: Document<'_>,
) -> Result<T, Error> {
    if let Some((base, before)) = base {
        let changes = diff(before, document, T::schema(), &Options::default())?;
        return Ok(base.strategic_merge(&changes)?);
    }
    let lost = |error: String| Error::Refused(format!("the type can't hold the object: {error}"));
    let json = document.into_value()?;
    let value = T::deserialize(&json).map_err(|error| lost(error.to_string()))?;
    let back = serde_json::to_value(&value).map_err(|error| lost(error.to_string()))?;
    let rewrite = |json: Value| -> Result<Value, ConvertError> {
        Ok(serde_json::to_value(T::deserialize(&json)?)?)
    };
    refuse_lost_value(&json, &back, Some(T::schema().root()), &rewrite)
        .map_err(|error| lost(error.to_string()))?;
    Ok(value)
}
