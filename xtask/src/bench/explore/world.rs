//! The grammar of inputs: objects and patches in which some part occurs `n` times.

use serde_json::{Map, Value, json};

/// The documents of a run.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub(super) live: Vec<Value>,
    pub(super) patches: Vec<Value>,
    /// The directories around a file.
    pub(super) levels: usize,
}

/// A repeated part: its name, and the function that puts `n` of it into a world.
pub(super) type Part = (&'static str, fn(&mut World, usize));

/// All parts.
pub(super) const PARTS: [Part; 29] = [
    ("objects", |world, n| world.live = (0..n).map(|at| pod(&format!("o{at}"))).collect()),
    ("patches", |world, n| world.patches = (0..n).map(patch).collect()),
    ("objects, a patch for each", |world, n| {
        world.live = (0..n).map(|at| pod(&format!("o{at}"))).collect();
        world.patches = (0..n).map(patch).collect();
    }),
    ("patches of one object, a label each", |world, n| {
        each(&mut world.live, "/metadata", "labels", texts(n));
        world.patches = (0..n).map(|at| patch_with("metadata", "labels", label(at))).collect();
    }),
    ("patches of one object, a container each", |world, n| {
        let containers = |at| patch_with("spec", "containers", named(at..=at));
        world.patches = (0..n).map(containers).collect();
    }),
    ("patches, labels of the first", |world, n| {
        world.patches = (0..n).map(patch).collect();
        each(&mut world.patches, "/metadata", "labels", texts(n));
    }),
    ("managers", |world, n| {
        let managers = (0..n).map(|at| manager(&format!("m{at}"), &json!({"f:name": {}})));
        each(&mut world.live, "/metadata", "managedFields", managers.collect::<Vec<_>>().into());
    }),
    ("managed fields", |world, n| {
        let fields: Map<_, _> = (0..n).map(|at| (format!("f:l{at}"), json!({}))).collect();
        let managers = json!([manager("m", &json!({"f:labels": fields}))]);
        each(&mut world.live, "/metadata", "labels", texts(n));
        each(&mut world.live, "/metadata", "managedFields", managers);
    }),
    ("objects of one name", |world, n| world.live = (0..n).map(|_| pod("o0")).collect()),
    ("patches that name nothing", |world, n| {
        world.patches = (0..n).map(|at| patch(at + 100_000_000)).collect();
    }),
    ("labels", |world, n| each(&mut world.live, "/metadata", "labels", texts(n))),
    ("labels of patches", |world, n| each(&mut world.patches, "/metadata", "labels", texts(n))),
    ("unknown fields", |world, n| each(&mut world.live, "/spec", "unknwn", texts(n))),
    ("unknown fields of patches", |world, n| {
        for patch in &mut world.patches {
            let Some(Value::Object(spec)) = patch.pointer_mut("/spec") else { continue };
            spec.extend((0..n).map(|at| (format!("nodeNmae{at}"), json!("x"))));
        }
    }),
    ("containers", |world, n| each(&mut world.live, "/spec", "containers", named(0..n))),
    ("containers of patches", |world, n| {
        each(&mut world.patches, "/spec", "containers", named(0..n));
    }),
    ("containers of patches, reversed", |world, n| {
        each(&mut world.patches, "/spec", "containers", named((0..n).rev()));
    }),
    ("patches of one container", |world, n| {
        let variable = |at, value: &str| json!({"name": format!("E{at}"), "value": value});
        let container = |env: Vec<Value>| json!({"name": "c0", "image": "a", "env": env});
        let live = container((0..n).map(|at| variable(at, "v")).collect());
        each(&mut world.live, "/spec", "containers", vec![live].into());
        let again = (0..n).map(|at| container(vec![variable(at, "w")]));
        each(&mut world.patches, "/spec", "containers", again.collect::<Vec<_>>().into());
    }),
    ("unions", |world, n| each(&mut world.live, "/spec", "volumes", volumes(n, "emptyDir"))),
    ("unions of patches", |world, n| {
        each(&mut world.patches, "/spec", "volumes", volumes(n, "hostPath"));
    }),
    ("unions that change", |world, n| {
        each(&mut world.live, "/spec", "volumes", volumes(n, "emptyDir"));
        each(&mut world.patches, "/spec", "volumes", volumes(n, "hostPath"));
    }),
    // Systems limit the length of a path.
    ("directories", |world, n| world.levels = (n / 8).min(1_000)),
    ("an order list", |world, n| {
        let names: Vec<_> = (0..n).map(|at| json!({"name": format!("c{at}")})).collect();
        each(&mut world.patches, "/spec", "$setElementOrder/containers", names.into());
    }),
    ("nulls of patches", |world, n| {
        let nulls: Map<_, _> = (0..n).map(|at| (format!("l{at}"), Value::Null)).collect();
        each(&mut world.patches, "/metadata", "annotations", nulls.into());
    }),
    ("a long name", |world, n| {
        each(&mut world.live, "/metadata", "annotations", json!({"x".repeat(n): "y"}));
    }),
    ("a long text", |world, n| {
        each(&mut world.live, "/metadata", "annotations", json!({"x": "y z".repeat(n)}));
    }),
    ("lines of text", |world, n| {
        each(&mut world.patches, "/metadata", "annotations", json!({"x": "line\n".repeat(n)}));
    }),
    ("words that YAML 1.1 knows", |world, n| {
        let words: Map<_, _> = (0..n).map(|at| (format!("l{at}"), json!(PLAIN_YES))).collect();
        each(&mut world.live, "/metadata", "annotations", words.into());
    }),
    ("nested lists", |world, n| {
        let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
        each(&mut world.live, "/spec", "args", vec![deep; n.div_ceil(100)].into());
    }),
];

/// Text that is written as `yes`, without quotes.
pub(super) const PLAIN_YES: &str = "plain-yes";

impl World {
    /// One object and one patch, in which the parts occur `n` times.
    pub(super) fn new(parts: &[Part], n: usize) -> Self {
        // The pattern of `patch -f **` asks for three directories.
        let mut world = Self { live: vec![pod("o0")], patches: vec![patch(0)], levels: 4 };
        for (_, repeat) in parts {
            repeat(&mut world, n);
        }
        world
    }
}

fn pod(name: &str) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": name, "labels": {"name": name}},
        "spec": {"containers": [{"name": "c0", "image": "a"}]},
    })
}

fn patch(at: usize) -> Value {
    let name = format!("o{at}");
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": {"nodeName": name}})
}

/// A patch of the first object.
fn patch_with(at: &str, name: &str, value: Value) -> Value {
    let mut patch = patch(0);
    patch[at][name] = value;
    patch
}

fn label(at: usize) -> Value {
    Value::Object(Map::from_iter([(format!("l{at}"), json!("w"))]))
}

fn manager(name: &str, metadata: &Value) -> Value {
    json!({
        "manager": name, "operation": "Apply", "apiVersion": "v1", "fieldsType": "FieldsV1",
        "fieldsV1": {"f:metadata": metadata},
    })
}

/// Sets a member of the first object only, so that the input does not grow with the product of two
/// parts.
fn each(objects: &mut [Value], at: &str, name: &str, value: Value) {
    if let Some(Value::Object(members)) = objects.first_mut().and_then(|it| it.pointer_mut(at)) {
        members.insert(name.to_owned(), value);
    }
}

fn texts(n: usize) -> Value {
    let members: Map<_, _> = (0..n).map(|at| (format!("l{at}"), json!("v"))).collect();
    members.into()
}

fn named(numbers: impl Iterator<Item = usize>) -> Value {
    let items = numbers.map(|at| json!({"name": format!("c{at}"), "image": "a"}));
    items.collect::<Vec<_>>().into()
}

fn volumes(n: usize, member: &str) -> Value {
    let source = if member == "hostPath" { json!({"path": "/"}) } else { json!({}) };
    let volume = |at| json!({"name": format!("v{at}"), member: source});
    (0..n).map(volume).collect::<Vec<_>>().into()
}
