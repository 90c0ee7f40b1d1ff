#![doc = include_str!("../README.md")]

mod error;
mod settings;

use std::fmt::Debug;

use kube::api::{self, PatchParams, PostParams};
use kube::{Api, Resource, ResourceExt as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use smp_core::{Equality, Options, Overwrite, StrategicMerge, ThreeWay, typed};

pub use error::Error;
pub use settings::{PatchType, Settings};

/// The object as the server has it now, and how it got there.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Applied<K> {
    /// The answer of the server; for [`Outcome::Unchanged`] the object that was read.
    pub object: K,
    /// The request that was needed.
    pub outcome: Outcome,
}

/// The request by which an object got to what is wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// There was no such object.
    Created,
    /// This patch was sent.
    Patched(Value),
    /// None: nothing differs from what is wanted.
    Unchanged,
}

/// Brings an object of a cluster to what is wanted, as `kubectl apply` does on the client's side: creates
/// it, patches what differs, or sends nothing.
///
/// `wanted` has a name, and only the fields that the caller decides about. What it stated the last time is
/// in an annotation of the object. With it,
///
/// | a field | what happens |
/// |---|---|
/// | that `wanted` does not state, and did not: a sidecar of a webhook, a default, replicas of an autoscaler | it stays |
/// | that `wanted` states as it did, and others changed | it is set back |
/// | that `wanted` does not state any more | it is removed |
/// | that others changed, and `wanted` now changes or removes | [`Error::Conflict`], and nothing is sent (see [`Settings::overwrite`]) |
///
/// In an object without the annotation, which somebody else created, each field with another value than
/// wanted is a conflict.
///
/// A patch is only taken by the server if the object is still the one that was read. If it is not, the
/// object is read and compared again, at most [`Settings::attempts`] times. Values are
/// compared as their types mean them (`Equality::Canonical`): `cpu: 1000m` is there if the server has
/// `cpu: "1"`.
///
/// # Errors
///
/// [`Error`] says which. The server has the object as it was, unless the request itself failed on its way.
pub async fn apply<K>(api: &Api<K>, wanted: &K, settings: &Settings) -> Result<Applied<K>, Error>
where
    K: Resource + StrategicMerge + Clone + Debug + Serialize + DeserializeOwned,
{
    let name = wanted.meta().name.as_deref().ok_or(Error::NoName)?;
    for _ in 0..settings.attempts {
        let answer = match api.get_opt(name).await? {
            None => {
                let object = with_last_applied(wanted, settings)?;
                let created = api.create(&PostParams::default(), &object).await;
                created.map(|object| Applied { object, outcome: Outcome::Created })
            }
            Some(current) => {
                let Some(mut patch) = patch(wanted, &current, settings)? else {
                    return Ok(Applied { object: current, outcome: Outcome::Unchanged });
                };
                // The server refuses the patch if the object is not the one that was compared.
                patch["metadata"]["resourceVersion"] = json!(current.resource_version());
                let request = match settings.patch_type {
                    PatchType::Strategic => api::Patch::Strategic(&patch),
                    PatchType::Merge => api::Patch::Merge(&patch),
                };
                let answer = api.patch(name, &PatchParams::default(), &request).await;
                answer.map(|object| Applied { object, outcome: Outcome::Patched(patch) })
            }
        };
        match answer {
            // Somebody created, changed or removed the object after it was read.
            Err(kube::Error::Api(status)) if matches!(status.code, 404 | 409) => {}
            answer => return Ok(answer?),
        }
    }
    Err(Error::Outdated { attempts: settings.attempts })
}

/// The patch by which [`apply`] makes of `current` what is wanted, in the form of
/// [`Settings::patch_type`]; `None` if there is nothing to do. It needs no server.
///
/// # Errors
///
/// [`Error::Conflict`], [`Error::Annotation`] and [`Error::Patch`].
///
/// ```
/// use k8s_openapi::api::core::v1::ConfigMap;
/// use serde_json::{from_value, json};
/// use smp_kube::Settings;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let settings = Settings::new("example.com/last-applied");
/// let wanted: ConfigMap = from_value(json!({"metadata": {"name": "c"}, "data": {"a": "1"}}))?;
/// let patch = smp_kube::patch(&wanted, &from_value(json!({"metadata": {"name": "c"}}))?, &settings)?;
/// let patch = patch.ok_or("there is a difference")?;
/// assert_eq!(patch["data"], json!({"a": "1"}));
/// let annotation = &patch["metadata"]["annotations"]["example.com/last-applied"];
/// assert!(annotation.as_str().is_some_and(|text| text.contains(r#""data":{"a":"1"}"#)));
/// # Ok(())
/// # }
/// ```
pub fn patch<K>(wanted: &K, current: &K, settings: &Settings) -> Result<Option<Value>, Error>
where
    K: Resource + StrategicMerge + Clone + Serialize + DeserializeOwned,
{
    let modified = with_last_applied(wanted, settings)?;
    let last_applied = match current.annotations().get(&settings.annotation) {
        Some(text) => Some(LastApplied::read(text, current, settings)?),
        None => None,
    };
    let [original, written] = match &last_applied {
        Some(last) => [&last.original, &last.written].map(Stated::Object),
        None => [Stated::Nothing {}, Stated::Nothing {}],
    };
    let [modified, live] = [&modified, current].map(Stated::Object);
    // The server returns values in a spelling of its own.
    let options = Options::default().equality(Equality::Canonical);
    let schema = K::schema();
    let overwrite = match settings.overwrite {
        Overwrite::UnlessBothChanged => {
            let objects = ThreeWay::new(&written, &modified, &live);
            typed::three_way(objects.overwrite(settings.overwrite), schema, &options)?;
            Overwrite::Always
        }
        other => other,
    };
    let objects = ThreeWay::new(&original, &modified, &live).overwrite(overwrite);
    let patch = typed::three_way(objects, schema, &options)?;
    if patch.is_empty() {
        return Ok(None);
    }
    Ok(Some(match settings.patch_type {
        PatchType::Strategic => patch.to_value()?,
        PatchType::Merge => {
            let result = serde_json::to_value(current.strategic_merge(&patch)?)?;
            let live = serde_json::to_value(current)?;
            smp_json_patch::merge_diff(live.into(), result.into(), schema)?.into_value()?
        }
    }))
}

/// An object as serde writes it, or no field at all, which a type may have no value for.
#[derive(Serialize)]
#[serde(untagged)]
enum Stated<'k, K> {
    Nothing {},
    Object(&'k K),
}

/// The object of the annotation.
struct LastApplied<K> {
    original: K,
    /// The live object with the original merged into it. It has the defaults of the cluster, which are no
    /// change of what was written.
    written: K,
}

impl<K: StrategicMerge + Clone + Serialize + DeserializeOwned> LastApplied<K> {
    fn read(text: &str, current: &K, settings: &Settings) -> Result<Self, Error> {
        let original = serde_json::from_str(text);
        let original = original
            .map_err(|error| Error::Annotation { name: settings.annotation.clone(), error })?;
        // A merge of the whole text would take elements that no key tells apart for one, such as two ports
        // 53; a patch of what differs does not.
        let [stated, live] = [&original, current].map(Stated::Object);
        let objects = ThreeWay::new(&stated, &stated, &live);
        let options = Options::default().equality(Equality::Canonical);
        let written =
            current.strategic_merge(&typed::three_way(objects, K::schema(), &options)?)?;
        Ok(Self { original, written })
    }
}

/// The object with itself in the annotation.
fn with_last_applied<K>(wanted: &K, settings: &Settings) -> Result<K, Error>
where
    K: Resource + Clone + Serialize,
{
    let mut object = wanted.clone();
    let text = serde_json::to_string(wanted)?;
    object.annotations_mut().insert(settings.annotation.clone(), text);
    Ok(object)
}
