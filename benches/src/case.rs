//! Cases: the input of one benchmark, the same for this engine and for the reference. Documents
//! are text, as a server sends it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use smp_core::{Document, Options, Schema};
use smp_managed::{Settings, Time, apply};

use crate::{IMAGE, Result, deployment, pod, pod_with_env, shuffled};

/// One case.
#[derive(Debug)]
pub struct Case {
    /// The name of the case, as part of the name of each benchmark: `deployment`,
    /// `list_one_100`. It has no `-`, since Go adds `-N` to the names of its benchmarks.
    pub name: String,
    /// The object as the server has it.
    pub live: String,
    /// A patch for it.
    pub patch: String,
    /// The result of the patch. Diffs are measured from live to this object.
    pub merged: String,
    /// The manifest that was applied last, and the one that is applied now, for three-way diffs
    /// against live.
    pub applied: Option<(String, String)>,
    /// The object after the first manifest was applied server-side, and after the second one was.
    pub managed: Option<(String, String)>,
}

/// The manager of the manifests.
const MANAGER: &str = "deployer";

/// The object after a manifest is applied server-side, with force, as text.
///
/// # Errors
///
/// A server-side apply by this engine: bytes of live and configuration to bytes of the result.
pub fn server_side_apply(live: &str, config: &str, schema: &Schema) -> Result<String> {
    let (live, config) = (Document::from_json(live)?, Document::from_json(config)?);
    let settings = Settings::new(MANAGER, Time::from_unix_seconds(1_709_208_000)).force(true);
    Ok(apply(Some(&live), &config, schema, &settings)?.object.to_json())
}

/// A change of the entries of a merge list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The entry in the middle changes.
    One,
    /// All entries change. The patch has them in a shuffled order, and no order list.
    All,
    /// All entries change and move. The patch has `$setElementOrder`.
    Order,
}

impl Change {
    /// Every change.
    pub const ALL: [Self; 3] = [Self::One, Self::All, Self::Order];

    /// The name for cases.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::All => "all",
            Self::Order => "order",
        }
    }
}

impl Case {
    fn new(name: &str, live: &Value, patch: String) -> Result<Self> {
        let schema = schema_of(live)?;
        let live = live.to_string();
        let merged = smp_core::apply(&live, &patch, schema.root(), &Options::default())?;
        Ok(Self { name: name.to_owned(), live, patch, merged, applied: None, managed: None })
    }

    /// The schema of the object.
    ///
    /// # Errors
    ///
    /// If the catalogue doesn't have its kind.
    pub fn schema(&self) -> Result<&'static Schema> {
        schema_of(&serde_json::from_str(&self.live)?)
    }

    /// Writes each document to a file of `folder/name`: `live.json`, `patch.json`,
    /// `merged.json`, for three-way diffs `original.json` and `modified.json`, and for server-side apply
    /// `managed.json` and `reapplied.json`.
    ///
    /// # Errors
    ///
    /// Errors of the file system.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let folder = folder.join(&self.name);
        fs::create_dir_all(&folder)?;
        let mut files =
            vec![("live", &self.live), ("patch", &self.patch), ("merged", &self.merged)];
        if let Some((original, modified)) = &self.applied {
            files.extend([("original", original), ("modified", modified)]);
        }
        if let Some((managed, reapplied)) = &self.managed {
            files.extend([("managed", managed), ("reapplied", reapplied)]);
        }
        for (name, text) in files {
            fs::write(folder.join(name).with_extension("json"), text)?;
        }
        Ok(())
    }
}

/// The real documents: a Deployment of 6.6 KB and a Pod of 40 KB, each with a patch that
/// changes one image.
///
/// # Errors
///
/// None on these documents; those of the engine.
pub fn documents() -> Result<[Case; 2]> {
    let containers = |name: &str| json!({"containers": [{"name": name, "image": IMAGE}]});
    let deployment_patch = json!({"spec": {"template": {"spec": containers("web")}}});
    let pod_patch = json!({"spec": containers("container-7")});
    Ok([
        document("deployment", &deployment(), &deployment_patch)?,
        document("pod", &pod(), &pod_patch)?,
    ])
}

fn document(name: &str, live: &Value, patch: &Value) -> Result<Case> {
    let mut case = Case::new(name, live, patch.to_string())?;
    let original = manifest(live).to_string();
    let schema = schema_of(live)?;
    let modified = smp_core::apply(&original, &case.patch, schema.root(), &Options::default())?;
    let managed = server_side_apply(&case.live, &original, schema)?;
    let reapplied = server_side_apply(&managed, &modified, schema)?;
    case.managed = Some((managed, reapplied));
    case.applied = Some((original, modified));
    Ok(case)
}

/// The manifest for a live object: without the parts that only a server writes.
fn manifest(live: &Value) -> Value {
    let mut manifest = live.clone();
    if let Some(object) = manifest.as_object_mut() {
        object.remove("status");
    }
    if let Some(metadata) = manifest.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.retain(|name, _| ["name", "namespace", "labels"].contains(&name.as_str()));
    }
    manifest
}

/// A merge list with this number of entries, and a change of it: the variables of the one
/// container of a Pod.
///
/// # Errors
///
/// None on these documents; those of the engine.
pub fn list(change: Change, entries: usize) -> Result<Case> {
    let name = format!("list_{}_{entries}", change.name());
    let live = pod_with_env(0..entries, "old");
    let all = pod_with_env(shuffled(entries).into_iter(), "new");
    let patch = match change {
        Change::One => pod_with_env(std::iter::once(entries / 2), "new"),
        Change::All => all,
        Change::Order => {
            let schema = schema_of(&live)?;
            let patch = smp_core::diff(&live, &all, schema.root(), &Options::default())?;
            return Case::new(&name, &live, patch.to_json());
        }
    };
    Case::new(&name, &live, json!({"spec": patch["spec"]}).to_string())
}

fn schema_of(object: &Value) -> Result<&'static Schema> {
    let text = |name: &str| object[name].as_str().unwrap_or_default();
    let (version, kind) = (text("apiVersion"), text("kind"));
    smp_types::schema(version, kind)
        .ok_or_else(|| format!("no kind {kind:?} of {version:?} in the catalogue").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_have_the_sizes_that_they_are_known_by() {
        let [deployment, pod] = documents().unwrap();
        assert!((6_000..7_200).contains(&deployment.live.len()), "{}", deployment.live.len());
        assert!((36_000..44_000).contains(&pod.live.len()), "{}", pod.live.len());
    }

    #[test]
    fn patches_change_what_they_say() {
        for case in documents().unwrap() {
            let (original, modified) = case.applied.unwrap();
            assert_eq!(case.merged.matches(IMAGE).count(), 1, "{}", case.name);
            assert_eq!(modified.matches(IMAGE).count(), 1, "{}", case.name);
            assert!(!original.contains("managedFields"), "{}", case.name);
        }
        let new = |change| list(change, 100).unwrap().merged.matches("\"new ").count();
        assert_eq!(Change::ALL.map(new), [1, 100, 100]);
    }

    #[test]
    fn only_one_list_case_has_an_order_list() {
        let ordered = |change| list(change, 10).unwrap().patch.contains("$setElementOrder");
        assert_eq!(Change::ALL.map(ordered), [false, false, true]);
    }
}
