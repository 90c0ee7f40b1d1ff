//! Kustomizations made at random.

use fastrand::Rng;
use serde_json::{Map, Value, json};

/// Some objects, and the patches of a kustomization for them.
pub(super) struct Case {
    pub(super) objects: Vec<Value>,
    entries: Vec<Entry>,
}

/// An entry of `patches`.
struct Entry {
    target: Option<Value>,
    options: Option<Value>,
    patch: Value,
    /// Whether the patch is in a file.
    in_file: bool,
}

/// Kinds: apiVersion, kind, and whether objects are in a namespace.
const KINDS: [(&str, &str, bool); 5] = [
    ("apps/v1", "Deployment", true),
    ("v1", "Service", true),
    ("v1", "ConfigMap", true),
    ("example.com/v1", "Widget", true),
    ("rbac.authorization.k8s.io/v1", "ClusterRole", false),
];

const NAMES: [&str; 4] = ["web", "api", "db", "web-2"];

/// The conditions of targets, each with several texts. Most texts match some objects.
const CONDITIONS: [(&str, &[&str]); 7] = [
    ("kind", &["Deployment", "ConfigMap", "Deployment|Service", "D.*", "Config\\w+", "Widget", ""]),
    ("name", &["web", "api", "web.*", "web|db", "[a-d]+.*", "w.b", "", "web-\\d"]),
    ("namespace", &["back", "default", "b.*", "back|default", "none"]),
    ("group", &["apps", "example.com", "apps|example.com", "none", ""]),
    ("version", &["v1", "v1.*", "v2"]),
    (
        "labelSelector",
        &["app=shop", "app!=shop", "tier in (front, back)", "!tier", "app", "tier=x"],
    ),
    ("annotationSelector", &["by=me", "by", "!by"]),
];

impl Case {
    pub(super) fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut objects: Vec<Value> = Vec::new();
        for _ in 0..rng.usize(1..6) {
            let new = object(&mut rng);
            if !objects.iter().any(|known| identity(known) == identity(&new)) {
                objects.push(new);
            }
        }
        let entries = (0..rng.usize(1..6)).map(|_| entry(&mut rng, &objects)).collect();
        Self { objects, entries }
    }

    /// The files: the objects, the patches and the kustomization.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let objects: Vec<_> = self.objects.iter().map(|object| format!("{object:#}")).collect();
        let mut files = vec![("k/all.json".to_owned(), objects.join("\n"))];
        let mut patches = Vec::new();
        for (number, entry) in self.entries.iter().enumerate() {
            let mut written = entry.common();
            if entry.in_file {
                let name = format!("patch{number}.json");
                files.push((format!("k/{name}"), entry.patch.to_string()));
                written.insert("path".to_owned(), name.into());
            } else {
                written.insert("patch".to_owned(), entry.patch.to_string().into());
            }
            patches.push(written);
        }
        // kustomize takes one object from a JSON file.
        let resources = (0..self.objects.len()).map(|number| format!("object{number}.json"));
        let kustomization = json!({"resources": resources.collect::<Vec<_>>(), "patches": patches});
        for (number, object) in self.objects.iter().enumerate() {
            files.push((format!("k/object{number}.json"), object.to_string()));
        }
        files.push(("k/kustomization.yaml".to_owned(), kustomization.to_string()));
        files.push(("k/crd.json".to_owned(), definition().to_string()));
        files
    }

    /// The entries without files.
    pub(super) fn inline_entries(&self) -> Vec<Value> {
        let entries = self.entries.iter().map(|entry| {
            let mut written = entry.common();
            written.insert("patch".to_owned(), entry.patch.to_string().into());
            Value::Object(written)
        });
        entries.collect()
    }

    /// Whether a patch has null for all labels.
    pub(super) fn removes_all_labels(&self) -> bool {
        let labels = |entry: &Entry| entry.patch.pointer("/metadata/labels").cloned();
        self.entries.iter().any(|entry| labels(entry) == Some(Value::Null))
    }

    /// Whether one patch replaces all metadata, and one may change names.
    pub(super) fn replaces_metadata_of_renamed(&self) -> bool {
        let replaces =
            |entry: &Entry| entry.patch["metadata"].get("$patch") == Some(&"replace".into());
        let renames = |entry: &Entry| {
            entry.options.as_ref().is_some_and(|options| options["allowNameChange"] == true)
        };
        self.entries.iter().any(replaces) && self.entries.iter().any(renames)
    }

    /// Whether a patch replaces a whole object.
    pub(super) fn replaces_objects(&self) -> bool {
        self.entries.iter().any(|entry| entry.patch.get("$patch") == Some(&"replace".into()))
    }
}

impl Entry {
    /// The members besides the patch.
    fn common(&self) -> Map<String, Value> {
        let members = [("target", &self.target), ("options", &self.options)].into_iter();
        let members = members.filter_map(|(name, value)| Some((name.to_owned(), value.clone()?)));
        members.collect()
    }
}

/// The definition of the custom resource, whose fields are not stated.
fn definition() -> Value {
    let schema = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let version = json!({"name": "v1", "schema": {"openAPIV3Schema": schema}});
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {"group": "example.com", "names": {"kind": "Widget"}, "versions": [version]},
    })
}

/// The parts of an object that identify it.
fn identity(object: &Value) -> (&Value, &Value, &str) {
    let metadata = &object["metadata"];
    (&object["kind"], &metadata["name"], metadata["namespace"].as_str().unwrap_or("default"))
}

fn object(rng: &mut Rng) -> Value {
    let (api_version, kind, namespaced) = pick(rng, &KINDS);
    let mut metadata = json!({"name": pick(rng, &NAMES)});
    if namespaced && rng.bool() {
        metadata["namespace"] = pick(rng, &["back", "default"]).into();
    }
    if rng.bool() {
        metadata["labels"] = json!({"app": pick(rng, &["shop", "mail"])});
        if rng.bool() {
            metadata["labels"]["tier"] = pick(rng, &["front", "back"]).into();
        }
    }
    if rng.bool() {
        metadata["annotations"] = json!({"by": pick(rng, &["me", "you"])});
    }
    let mut object = json!({"apiVersion": api_version, "kind": kind, "metadata": metadata});
    let (field, value) = match kind {
        "Deployment" => {
            let containers = json!([{"name": "main", "image": "main:1"}]);
            ("spec", json!({"replicas": 1, "template": {"spec": {"containers": containers}}}))
        }
        "Service" => ("spec", json!({"type": "ClusterIP", "selector": {"app": "shop"}})),
        "ConfigMap" => ("data", json!({"k": "v", "l": "w"})),
        "Widget" => ("spec", json!({"size": 1, "parts": ["a", "b"], "more": {"x": true}})),
        _ => ("rules", json!([{"verbs": ["get"]}])),
    };
    object[field] = value;
    object
}

fn entry(rng: &mut Rng, objects: &[Value]) -> Entry {
    let meant = pick(rng, objects);
    let options = rng.bool().then(|| {
        let mut options = Map::new();
        for name in ["allowNameChange", "allowKindChange"] {
            if rng.bool() {
                options.insert(name.to_owned(), rng.bool().into());
            }
        }
        Value::Object(options)
    });
    let is_json = rng.usize(..3) == 0;
    let has_target = is_json || rng.usize(..4) > 0;
    let target = has_target.then(|| target(rng, &meant));
    let patch =
        if is_json { json_patch(rng, &meant) } else { strategic_patch(rng, &meant, has_target) };
    Entry { target, options, patch, in_file: rng.bool() }
}

/// A target that matches the object `meant`, or a random one.
fn target(rng: &mut Rng, meant: &Value) -> Value {
    let mut target = Map::new();
    if rng.bool() {
        target.insert("kind".to_owned(), meant["kind"].clone());
        if rng.bool() {
            target.insert("name".to_owned(), meant["metadata"]["name"].clone());
        }
        return target.into();
    }
    for (name, texts) in CONDITIONS {
        if rng.usize(..3) == 0 {
            target.insert(name.to_owned(), pick(rng, texts).into());
        }
    }
    target.into()
}

fn json_patch(rng: &mut Rng, meant: &Value) -> Value {
    let operations = (0..rng.usize(1..4)).map(|_| {
        let common = [
            "/metadata/labels",
            "/metadata/labels/app",
            "/metadata/annotations",
            "/metadata/name",
            "/metadata/namespace",
            "/metadata",
            "/kind",
        ];
        let own: &[&str] = match meant["kind"].as_str() {
            Some("Deployment") => &["/spec/replicas", "/spec/template/spec/containers/0/image"],
            Some("ConfigMap") => &["/data/k", "/data"],
            Some("Widget") => &["/spec/parts/-", "/spec/replicas"],
            _ => &["/metadata/labels"],
        };
        let path = if rng.bool() { pick(rng, own) } else { pick(rng, &common) };
        let value = match path {
            "/metadata" => json!({"annotations": {"by": "patch"}}),
            "/metadata/labels" => json!({"tier": "front"}),
            "/metadata/annotations" => json!({"by": "me"}),
            "/metadata/name" => pick(rng, &["web", "new", "web-3"]).into(),
            "/metadata/namespace" => pick(rng, &["back", "new"]).into(),
            "/data" => json!({}),
            "/spec/replicas" => json!(3),
            "/kind" => pick(rng, &["Deployment", "Other"]).into(),
            _ => pick(rng, &["shop", "x"]).into(),
        };
        match rng.usize(..4) {
            0 => json!({"op": "remove", "path": path}),
            1 => json!({"op": "replace", "path": path, "value": value}),
            _ => json!({"op": "add", "path": path, "value": value}),
        }
    });
    operations.collect::<Vec<_>>().into()
}

fn strategic_patch(rng: &mut Rng, meant: &Value, has_target: bool) -> Value {
    let mut metadata = json!({"name": meant["metadata"]["name"]});
    let namespace = &meant["metadata"]["namespace"];
    // Sometimes the namespace is missing, so the patch names no object.
    if namespace.is_string() && rng.usize(..8) > 0 {
        metadata["namespace"] = namespace.clone();
    }
    if has_target && rng.usize(..4) == 0 {
        metadata["name"] = pick(rng, &["web", "new", "web-2"]).into();
        if rng.bool() {
            metadata["namespace"] = pick(rng, &["back", "new"]).into();
        }
    }
    match rng.usize(..6) {
        0 => metadata["labels"] = json!({"app": pick(rng, &["shop", "new"]), "tier": null}),
        1 => metadata["labels"] = json!({"tier": pick(rng, &["front", "back", "x"])}),
        2 => metadata["annotations"] = json!({"by": pick(rng, &["me", "patch"])}),
        3 => metadata["labels"] = Value::Null,
        4 if rng.bool() => {
            metadata["$patch"] = "replace".into();
            metadata["annotations"] = json!({"by": "patch"});
        }
        _ => {}
    }
    let mut patch =
        json!({"apiVersion": meant["apiVersion"], "kind": meant["kind"], "metadata": metadata});
    if has_target && rng.usize(..6) == 0 {
        patch["kind"] = pick(rng, &["Deployment", "Other"]).into();
    }
    match rng.usize(..8) {
        0 => patch["data"] = json!({"k": "new", "m": "x"}),
        1 => patch["data"] = json!({"k": null}),
        2 => patch["data"] = Value::Null,
        3 => patch["spec"] = json!({"replicas": 3, "size": 2}),
        4 => {
            let containers = json!([{"name": "main", "image": "main:2"}]);
            patch["spec"] = json!({"template": {"spec": {"containers": containers}}});
        }
        5 => patch["spec"] = json!({"selector": {"$patch": "replace", "tier": "x"}}),
        6 => patch["spec"] = json!({"parts": ["c"], "more": null}),
        7 if rng.usize(..3) == 0 => {
            patch["$patch"] = pick(rng, &["delete", "delete", "replace"]).into();
        }
        _ => {}
    }
    patch
}

fn pick<T: Clone>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.usize(..from.len())].clone()
}
