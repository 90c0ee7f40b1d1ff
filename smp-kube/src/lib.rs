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

/// Which request, if any, brought the object to the desired state.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The object did not exist and was created.
    Created,
    /// This patch was sent.
    Patched(Value),
    /// Nothing was sent: the object already has the desired state.
    Unchanged,
}

/// Brings an object of a cluster to the desired state, like client-side `kubectl apply`: creates
/// it, patches the differences, or sends nothing.
///
/// `wanted` has a name, and only the fields that the caller decides about. What it stated the last
/// time is stored in an annotation of the object. From both follows what happens to each field:
///
/// | a field | what happens |
/// |---|---|
/// | not in `wanted`, now or the last time: a sidecar of a webhook, a default, replicas of an autoscaler | it stays |
/// | in `wanted` as the last time, and changed by others | it is set back |
/// | no longer in `wanted` | it is removed |
/// | changed by others, now changed or removed in `wanted` | [`Error::Conflict`], nothing is sent (see [`Settings::overwrite`]) |
///
/// If `wanted` drops a map or a list, so that its field is `None`, the entries of others in it
/// stay: labels, finalizers, environment variables, volumes. So do their entries in maps and lists
/// below an object that `wanted` drops; the other fields of the object are removed with it, since a
/// cluster fills them in ([`ThreeWay::keep_added`]). Lists and objects that are replaced as a whole
/// are one value.
///
/// `wanted` does not state its `status`, the fields of `metadata` that the server writes, such as
/// `resourceVersion` and `managedFields`, and the annotation itself. So it may be an object that
/// was read and changed; it then states everything else that was read.
///
/// In an object without the annotation, which somebody else created, each field whose value differs
/// from `wanted` is a conflict.
///
/// The server accepts a patch only if the object has not changed since it was read. If it has, the
/// object is read and compared again after a pause, at most [`Settings::attempts`] times. Values
/// are compared as their types mean them (`Equality::Canonical`): `cpu: 1000m` is the same as `cpu:
/// "1"`. Fields that `K` does not have stay, even in elements of lists.
///
/// # Errors
///
/// See [`Error`]. The object on the server is unchanged, unless the request itself failed in
/// transit, or its answer is not a `K`.
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

/// Whether the answer means that somebody created, changed or removed the object after it was read.
fn is_outdated(code: u16, outcome: &Outcome) -> bool {
    // A 404 to a creation is final: the namespace or the kind does not exist.
    code == 409 || code == 404 && *outcome != Outcome::Created
}

/// The pause after this many attempts: 10 ms at first, then five times as long each time, up to a
/// second.
fn pause(attempts: u32) -> Duration {
    let factor = 5_u32.saturating_pow(attempts.saturating_sub(1));
    Duration::from_millis(10).saturating_mul(factor).min(Duration::from_secs(1))
}

/// The patch by which [`apply`] brings `current` to the desired state, in the form of
/// [`Settings::patch_type`]; `None` if nothing differs. It needs no server.
///
/// `current` is the object as it was read, preferably as a
/// [`DynamicObject`](kube::api::DynamicObject) or a [`Value`]: a JSON merge patch of a `K` would
/// remove fields that `K` does not have from elements of lists.
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
        // The server returns values in its own spelling.
        .equality(Equality::Canonical)
        // The server, or another version of the program, may have fields that the type does not have.
        .unknown_fields(UnknownFields::Replace)
}

/// The live object with the last applied object merged into it. It has the defaults of the cluster,
/// which do not count as changes to what was written.
fn written(original: &Value, current: &Value, schema: &Schema) -> Result<Value, Error> {
    // A merge of the whole text would treat elements with the same key as one, such as two ports
    // 53; a patch of the differences does not.
    let objects = ThreeWay::new(original, original, current);
    let patch = typed::three_way(objects, schema, &options())?;
    Ok(smp_core::apply(current.clone(), &patch, schema, &options())?)
}
