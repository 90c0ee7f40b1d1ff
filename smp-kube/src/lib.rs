#![doc = include_str!("../README.md")]

mod error;
mod requests;
mod settings;
mod stated;

use std::fmt::Debug;
use std::time::Duration;

use kube::{Api, Resource};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use smp_core::{Equality, Options, Overwrite, PatchSchema, Schema, ThreeWay, UnknownFields, typed};

use crate::requests::Requests;
use crate::stated::{last_applied, member, with_last_applied};

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
/// If `wanted` does not state a map or a list any more, which is `None` then, what others have in it stays:
/// labels, finalizers, environment variables, volumes. So does what they have in maps and lists below an
/// object that `wanted` drops; its other fields go with it, as a cluster fills them in
/// ([`ThreeWay::keep_added`]). Lists and objects that are replaced as a whole are one value.
///
/// Not part of what `wanted` states are its `status`, fields of `metadata` that the server writes, such as
/// `resourceVersion` and `managedFields`, and the annotation itself. So it may be an object that was read and
/// changed; it states all else that was read, then.
///
/// In an object without the annotation, which somebody else created, each field with another value than
/// wanted is a conflict.
///
/// A patch is only taken by the server if the object is still the one that was read. If it is not, the
/// object is read and compared again after a pause, at most [`Settings::attempts`] times. Values are
/// compared as their types mean them (`Equality::Canonical`): `cpu: 1000m` is there if the server has
/// `cpu: "1"`. Fields that `K` does not have stay, also in elements of lists.
///
/// # Errors
///
/// [`Error`] says which. The server has the object as it was, unless the request itself failed on its way,
/// or its answer is not a `K`.
pub async fn apply<K>(api: &Api<K>, wanted: &K, settings: &Settings) -> Result<Applied<K>, Error>
where
    K: Resource + PatchSchema + Clone + Debug + Serialize + DeserializeOwned,
{
    let name = wanted.meta().name.as_deref().ok_or(Error::NoName)?;
    let requests = Requests::of(api, name);
    let mut attempts = 1;
    loop {
        let (answer, outcome) = match requests.get().await? {
            None => {
                let created = requests.create(&with_last_applied(wanted, settings)?).await;
                (created, Outcome::Created)
            }
            Some(live) => {
                let current = K::deserialize(&live)?;
                let Some(mut patch) = patch(wanted, &live, settings)? else {
                    return Ok(Applied { object: current, outcome: Outcome::Unchanged });
                };
                // The server refuses the patch if the object is not the one that was compared.
                let version = live.get("metadata").and_then(|it| it.get("resourceVersion"));
                *member(member(&mut patch, "metadata"), "resourceVersion") = json!(version);
                (requests.patch(&patch, settings.patch_type).await, Outcome::Patched(patch))
            }
        };
        let last = match answer {
            Ok(object) => return Ok(Applied { object: K::deserialize(object)?, outcome }),
            Err(kube::Error::Api(status)) if is_outdated(status.code, &outcome) => status,
            Err(error) => return Err(error.into()),
        };
        if attempts >= settings.attempts {
            return Err(Error::Outdated { attempts, last });
        }
        tokio::time::sleep(pause(attempts)).await;
        attempts += 1;
    }
}

/// Whether a server answers so because somebody created, changed or removed the object after it was read.
fn is_outdated(code: u16, outcome: &Outcome) -> bool {
    // An object that cannot be created where it is wanted: there is no such namespace, or no such kind.
    code == 409 || code == 404 && *outcome != Outcome::Created
}

/// The pause after so many attempts: 10 ms, and five times as long each time, up to a second.
fn pause(attempts: u32) -> Duration {
    let factor = 5_u32.saturating_pow(attempts.saturating_sub(1));
    Duration::from_millis(10).saturating_mul(factor).min(Duration::from_secs(1))
}

/// The patch by which [`apply`] makes of `current` what is wanted, in the form of
/// [`Settings::patch_type`]; `None` if there is nothing to do. It needs no server.
///
/// `current` is the object as it was read, best as a [`DynamicObject`](kube::api::DynamicObject) or a
/// [`Value`]: a JSON merge patch of a `K` would remove fields that `K` does not have from elements of lists.
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
/// let patch = smp_kube::patch(&wanted, &json!({"metadata": {"name": "c"}}), &settings)?;
/// let patch = patch.ok_or("there is a difference")?;
/// assert_eq!(patch["data"], json!({"a": "1"}));
/// let annotation = &patch["metadata"]["annotations"]["example.com/last-applied"];
/// assert!(annotation.as_str().is_some_and(|text| text.contains(r#""data":{"a":"1"}"#)));
/// # Ok(())
/// # }
/// ```
pub fn patch<K>(
    wanted: &K,
    current: &impl Serialize,
    settings: &Settings,
) -> Result<Option<Value>, Error>
where
    K: PatchSchema + Serialize,
{
    let modified = with_last_applied(wanted, settings)?;
    let current = serde_json::to_value(current)?;
    let (schema, options) = (K::schema(), options());
    let (original, written) = match last_applied(&current, settings)? {
        Some(original) => {
            let written = written(&original, &current, schema)?;
            (original, written)
        }
        None => (json!({}), json!({})),
    };
    let overwrite = match settings.overwrite {
        Overwrite::UnlessBothChanged => {
            let objects = ThreeWay::new(&written, &modified, &current).keep_added();
            typed::three_way(objects.overwrite(settings.overwrite), schema, &options)?;
            Overwrite::Always
        }
        other => other,
    };
    let objects = ThreeWay::new(&original, &modified, &current).keep_added();
    let patch = typed::three_way(objects.overwrite(overwrite), schema, &options)?;
    if patch.is_empty() {
        return Ok(None);
    }
    Ok(Some(match settings.patch_type {
        PatchType::Strategic => patch.to_value()?,
        PatchType::Merge => {
            let result = smp_core::apply(current.clone(), &patch, schema, &options)?;
            smp_json_patch::merge_diff(current.into(), result.into(), schema)?.into_value()?
        }
    }))
}

/// The options of all operations.
fn options() -> Options {
    Options::default()
        // The server returns values in a spelling of its own.
        .equality(Equality::Canonical)
        // The server, or another version of the program, may have fields that the type does not have.
        .unknown_fields(UnknownFields::Replace)
}

/// The live object with what was applied last merged into it. It has the defaults of the cluster, which
/// are no change of what was written.
fn written(original: &Value, current: &Value, schema: &Schema) -> Result<Value, Error> {
    // A merge of the whole text would take elements that no key tells apart for one, such as two ports
    // 53; a patch of what differs does not.
    let objects = ThreeWay::new(original, original, current);
    let patch = typed::three_way(objects, schema, &options())?;
    Ok(smp_core::apply(current.clone(), &patch, schema, &options())?)
}
