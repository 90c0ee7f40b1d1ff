//! The commands that are run on a world, and the files that they read.

use serde_json::{Value, json};

use super::definitions::{definition, fields, with_definitions, with_fields};
use super::files::{Layout, first, patch, replaced, run, text};
use super::run::Run;
use super::world::World;

/// A command: its name in the table, and the function that makes its run.
pub(super) type Command = (&'static str, fn(&World, Layout) -> Run);

pub(super) const COMMANDS: [Command; 53] = [
    ("patch", |world, layout| patch(world, layout, &[])),
    ("patch --strict", |world, layout| patch(world, layout, &["--strict"])),
    ("patch --type merge", |world, layout| patch(world, layout, &["--type", "merge"])),
    ("patch --unions normalize", |world, layout| patch(world, layout, &["--unions", "normalize"])),
    ("patch --report", |world, layout| patch(world, layout, &["--report=json=report"])),
    ("patch --report=sarif", |world, layout| patch(world, layout, &["--report=sarif=report"])),
    ("patch --report=junit", |world, layout| patch(world, layout, &["--report=junit=report"])),
    ("patch --report=github", |world, layout| patch(world, layout, &["--report=github=report"])),
    ("patch --diff", |world, layout| patch(world, layout, &["--diff"])),
    ("patch --diff=fields", |world, layout| patch(world, layout, &["--diff=fields", "--explain"])),
    ("patch --in-place", |world, layout| patch(world, layout, &["--in-place"])),
    ("patch --type json", json_patch),
    ("patch -l", |world, layout| {
        let labels = world.live.first().and_then(|it| it.pointer("/metadata/labels"));
        let labels = labels.and_then(Value::as_object).into_iter().flatten();
        // Systems limit the length of an argument.
        let labels: Vec<_> =
            labels.take(5_000).map(|(name, _)| format!("{name} notin (x)")).collect();
        patch(world, layout, &["-l", &labels.join(",")])
    }),
    ("patch -l, values", |world, layout| {
        let names = world.live.iter().filter_map(|it| it["metadata"]["name"].as_str());
        let names: Vec<_> = names.take(5_000).collect();
        patch(world, layout, &["-l", &format!("name in ({})", names.join(","))])
    }),
    ("patch --embed", |world, layout| {
        let (mut run, fields) = with_fields(world, layout, "object");
        let embeds =
            fields.into_iter().take(5_000).map(|it| format!("--embed=spec.{it}=v1/PodSpec"));
        run.args.extend(embeds);
        run
    }),
    ("patch --schema", |world, layout| with_fields(world, layout, "string").0),
    ("patch --schema, oneOf", |world, layout| {
        with_definitions(world, layout, |names| {
            let required: Vec<_> = names.iter().map(|name| json!({"required": [name]})).collect();
            let mut spec = fields(names, "string");
            spec["oneOf"] = required.into();
            vec![definition("Widget", &[spec])]
        })
    }),
    ("patch --schema, versions", |world, layout| {
        with_definitions(world, layout, |names| {
            let spec = fields(names.get(..1).unwrap_or_default(), "string");
            vec![definition("Widget", &vec![spec; names.len()])]
        })
    }),
    ("patch --schema, definitions", |world, layout| {
        with_definitions(world, layout, |names| {
            let kinds = names.iter().map(|name| name.replacen("nodeNames", "Kind", 1));
            let kinds = kinds.chain(["Widget".to_owned()]);
            kinds.map(|kind| definition(&kind, &[fields(&[], "string")])).collect()
        })
    }),
    ("patch, flow mappings", |world, layout| {
        let mut run = patch(world, layout, &[]);
        // A comment makes it YAML, in which a line separates documents.
        if layout == Layout::OneLine {
            let documents: Vec<_> = world.live.iter().map(Value::to_string).collect();
            run.files[0].1 = documents.join("\n---\n");
        }
        run.files[0].1.insert_str(0, "# YAML\n");
        run
    }),
    ("patch -R, .gitignore", |world, layout| {
        let mut run = patch(world, layout, &["-R"]);
        "d".clone_into(&mut run.args[2]);
        // JSON documents, one after the other, are not YAML.
        let name = if layout == Layout::OneLine { "d/in.json" } else { "d/in.yaml" };
        name.clone_into(&mut run.files[0].0);
        let labels = world.live.first().and_then(|it| it.pointer("/metadata/labels"));
        let names = labels.and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name);
        let patterns: String = names.flat_map(|name| ["*", name, "*\n"]).collect();
        run.files.push(("d/.gitignore".to_owned(), patterns));
        run.files.push(("d/.git/HEAD".to_owned(), String::new()));
        run
    }),
    ("patch -f **", |world, layout| {
        let mut run = patch(world, layout, &[]);
        if let Some((name, _)) = run.files.first_mut() {
            *name = "a/".repeat(world.levels) + "x.yaml";
        }
        let pattern = "**/a/**/a/**/a/**/x.yaml";
        run.args = ["patch", "-f", pattern, "--patch-file", "patch"].map(str::to_owned).into();
        run
    }),
    ("patch -k, no target", |world, layout| kustomization(world, layout, |_| None)),
    ("patch -k, by name", |world, layout| {
        kustomization(world, layout, |patch| Some(json!({"name": patch["metadata"]["name"]})))
    }),
    ("patch -k, by expression", |world, layout| {
        kustomization(world, layout, |patch| {
            let name = patch["metadata"]["name"].as_str()?;
            Some(json!({"name": format!("{name}|{name}\\w{{100}}")}))
        })
    }),
    ("patch -k, by label", |world, layout| {
        kustomization(world, layout, |patch| {
            Some(json!({"labelSelector": format!("name={}", patch["metadata"]["name"].as_str()?)}))
        })
    }),
    ("patch -k, renames", |world, layout| {
        let run = patch(world, layout, &[]);
        let entries = (0..world.patches.len()).map(|at| {
            let name = format!("o{}", at + 1);
            let operations = json!([{"op": "replace", "path": "/metadata/name", "value": name}]);
            json!({
                "patch": operations.to_string(), "target": {"name": format!("o{at}")},
                "options": {"allowNameChange": true},
            })
        });
        with_kustomization(run, entries)
    }),
    ("patch -k, one file", |world, layout| {
        let mut run = patch(world, layout, &[]);
        let patch = world.patches.first().cloned().unwrap_or_default();
        run.files = vec![
            ("in".to_owned(), text(&world.live, layout)),
            ("k/p".to_owned(), patch.to_string()),
        ];
        let entries =
            world.patches.iter().map(|_| json!({"path": "p", "target": {"kind": "Secret"}}));
        with_kustomization(run, entries)
    }),
    ("fn", |world, layout| {
        let entries = world.patches.iter().map(|patch| {
            let mut target = json!({"kind": "Pod"});
            if world.live.len() > 1 {
                target["name"] = patch["metadata"]["name"].clone();
            }
            json!({"patch": patch.to_string(), "target": target})
        });
        let list = json!({
            "apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": world.live,
            "functionConfig": {
                "apiVersion": "smp/v1", "kind": "StrategicMergePatch", "patches": entries.collect::<Vec<_>>(),
            },
        });
        Run { args: vec!["fn".to_owned()], stdin: text(&[list], layout), files: Vec::new() }
    }),
    ("diff", |world, layout| diff(world, layout, &[])),
    ("diff -o fields --guess-renames", |world, layout| {
        diff(world, layout, &["-o", "fields", "--guess-renames"])
    }),
    ("diff -o text", |world, layout| diff(world, layout, &["-o", "text"])),
    ("diff --for kustomize", |world, layout| diff(world, layout, &["--for", "kustomize"])),
    ("diff --server-side", |world, layout| {
        let mut other = replaced(&world.live, "\"v\"", "\"w\"");
        // A configuration has no managed fields.
        for metadata in other.iter_mut().filter_map(|it| it["metadata"].as_object_mut()) {
            metadata.remove("managedFields");
        }
        let files = vec![
            ("live".to_owned(), text(&world.live, layout)),
            ("new".to_owned(), text(&other, layout)),
        ];
        run(&["diff", "--server-side", "live", "new"], files)
    }),
    ("diff --ignore", |world, layout| diff_of_labels(world, layout, "--ignore")),
    ("diff --path", |world, layout| diff_of_labels(world, layout, "--path")),
    ("diff --mask", |world, layout| diff_of_labels(world, layout, "--mask")),
    ("check", |world, layout| {
        let files = vec![("patch".to_owned(), text(&world.patches, layout))];
        run(&["check", "patch", "--kind", "v1/Pod"], files)
    }),
    ("check, a kustomization", |world, layout| {
        let mut run = kustomization(world, layout, |patch| {
            Some(json!({"name": patch["metadata"]["name"], "kind": "Pod"}))
        });
        run.args = ["check", "k/kustomization.yaml"].map(str::to_owned).into();
        run
    }),
    ("conflicts", |world, layout| {
        let one = first(&world.patches);
        let other = replaced(one, "\"v\"", "\"w\"");
        let files =
            vec![("a".to_owned(), text(one, layout)), ("b".to_owned(), text(&other, layout))];
        run(&["conflicts", "a", "b", "--max-errors", "1000000000"], files)
    }),
    ("compose", |world, layout| {
        let files: Vec<_> = (0..)
            .map(|at| format!("p{at}"))
            .zip(&world.patches)
            .take(9_000)
            .map(|(name, patch)| (name, text(std::slice::from_ref(patch), layout)))
            .collect();
        let names: Vec<_> = files.iter().map(|(name, _)| name.clone()).collect();
        // The command needs at least two patches.
        let names = ["compose", "p0"].into_iter().chain(names.iter().map(String::as_str));
        run(&names.collect::<Vec<_>>(), files)
    }),
    ("apply", |world, layout| {
        let files = vec![
            ("last".to_owned(), text(first(&world.patches), layout)),
            ("new".to_owned(), text(&replaced(first(&world.live), "\"v\"", "\"w\""), layout)),
            ("live".to_owned(), text(first(&world.live), layout)),
        ];
        run(&["apply", "--last-applied", "last", "--modified", "new", "--live", "live"], files)
    }),
    ("apply --server-side", |world, layout| {
        let files = vec![
            ("new".to_owned(), text(first(&world.patches), layout)),
            ("live".to_owned(), text(first(&world.live), layout)),
        ];
        run(&["apply", "--server-side", "-f", "new", "--live", "live"], files)
    }),
    ("merge-file", |world, layout| {
        let side = |to| replaced(&world.live, "\"v\"", to);
        merge_file([&world.live, &side("\"w\""), &side("\"x\"")], layout)
    }),
    ("merge-file, renamed", |world, layout| {
        let side = |to| replaced(&world.live, "\"o", to);
        merge_file([&world.live, &side("\"p"), &side("\"q")], layout)
    }),
    ("merge-file, nothing in common", |world, layout| {
        let [before, ours, theirs] = ["before", "ours", "theirs"].map(|side| {
            let mut objects = replaced(&world.live, "\"o", &format!("\"{side}"));
            for (at, object) in objects.iter_mut().enumerate() {
                let lines = (0..12).map(|line| (format!("{side}{at}-{line}"), json!("v")));
                object["metadata"]["annotations"] = Value::Object(lines.collect());
            }
            objects
        });
        merge_file([&before, &ours, &theirs], layout)
    }),
    ("merge-file, keys added", |world, layout| {
        let [before, ours, theirs] = ["", "m", "n"].map(|side| {
            let mut objects = world.live.clone();
            if let Some(labels) =
                objects.first_mut().and_then(|it| it["metadata"]["labels"].as_object_mut())
            {
                let names: Vec<_> = labels.keys().map(|name| format!("{side}{name}")).collect();
                labels.clear();
                labels.extend(names.into_iter().map(|name| (name, json!("v"))));
                if side.is_empty() {
                    labels.clear();
                }
            }
            objects
        });
        merge_file([&before, &ours, &theirs], layout)
    }),
    ("merge-file, comments", |world, layout| {
        let mut run = merge_file([&world.live, &world.live, &world.live], layout);
        let labels = world.live.first().and_then(|it| it["metadata"]["labels"].as_object());
        let count = labels.map_or(0, serde_json::Map::len);
        for (seed, (_, text)) in (1..).zip(&mut run.files) {
            let mut rng = fastrand::Rng::with_seed(seed);
            let lines = (0..count).map(|_| if rng.bool() { "# a\n" } else { "# b\n" });
            text.insert_str(0, &lines.collect::<String>());
        }
        run
    }),
    ("owners", |world, layout| {
        run(&["owners", "in"], vec![("in".to_owned(), text(&world.live, layout))])
    }),
    ("owners -o tree", |world, layout| {
        run(&["owners", "in", "-o", "tree"], vec![("in".to_owned(), text(&world.live, layout))])
    }),
    ("extract", |world, layout| {
        let files = vec![("in".to_owned(), text(&world.live, layout))];
        run(&["extract", "in", "--field-manager", "m"], files)
    }),
    ("explain", |world, layout| {
        let (mut run, _) = with_fields(world, layout, "string");
        let args = ["explain", "Widget", "--recursive", "--schema", "schema"];
        run.args = args.map(str::to_owned).into();
        run.files.retain(|(name, _)| name == "schema");
        run
    }),
    ("normalize", |world, layout| {
        run(&["normalize", "in"], vec![("in".to_owned(), text(&world.live, layout))])
    }),
];

fn json_patch(world: &World, layout: Layout) -> Run {
    let mut operations = Vec::new();
    // Every operation applies to every object. Their product is the expected cost, so only one of the
    // two grows.
    let patches = if world.live.len() > 1 { first(&world.patches) } else { &world.patches };
    for patch in patches.iter().take(9_000) {
        let labels = patch.pointer("/metadata/labels").and_then(Value::as_object);
        // Operations without values cause warnings.
        let paths = labels.into_iter().flatten().take(9_000);
        operations.extend(
            paths.map(|(name, _)| json!({"op": "add", "path": format!("/metadata/labels/{name}")})),
        );
        operations.push(
            json!({"op": "add", "path": "/spec/nodeName", "value": patch["metadata"]["name"]}),
        );
    }
    operations.truncate(10_000);
    let files = vec![
        ("in".to_owned(), text(&world.live, layout)),
        ("patch".to_owned(), text(&[operations.into()], layout)),
    ];
    run(&["patch", "-f", "in", "--type", "json", "--patch-file", "patch"], files)
}

/// The merge of three versions of a file.
fn merge_file(versions: [&[Value]; 3], layout: Layout) -> Run {
    let files = ["base", "ours", "theirs"].map(str::to_owned).into_iter();
    let files = files.zip(versions.map(|version| text(version, layout)));
    run(&["merge-file", "base", "ours", "theirs"], files.collect())
}

fn kustomization(world: &World, layout: Layout, target: fn(&Value) -> Option<Value>) -> Run {
    let mut run = patch(world, layout, &[]);
    run.files.pop();
    let entries = world.patches.iter().map(|patch| {
        let mut entry = json!({"patch": patch.to_string()});
        if let Some(target) = target(patch) {
            entry["target"] = target;
        }
        entry
    });
    with_kustomization(run, entries)
}

fn with_kustomization(mut run: Run, entries: impl Iterator<Item = Value>) -> Run {
    let kustomization = json!({"patches": entries.collect::<Vec<_>>()});
    run.files.push(("k/kustomization.yaml".to_owned(), kustomization.to_string()));
    run.args = ["patch", "-f", "in", "-k", "k"].map(str::to_owned).into();
    run
}

fn diff(world: &World, layout: Layout, options: &[&str]) -> Run {
    let mut after = replaced(&world.live, "\"o", "\"p");
    if let Some(first) = after.first_mut() {
        first["metadata"]["name"] = "o0".into();
        first["spec"]["nodeName"] = "other".into();
    }
    let files = vec![
        ("in".to_owned(), text(&world.live, layout)),
        ("new".to_owned(), text(&after, layout)),
    ];
    run(&[&["diff", "in", "new"], options].concat(), files)
}

/// A comparison with an option for each label.
fn diff_of_labels(world: &World, layout: Layout, option: &str) -> Run {
    let labels = world.live.first().and_then(|it| it.pointer("/metadata/labels")?.as_object());
    // Systems limit the length of all arguments.
    let labels = labels.into_iter().flatten().take(20_000);
    let options: Vec<_> =
        labels.map(|(name, _)| format!("{option}=/metadata/labels/{name}")).collect();
    let files = vec![
        ("in".to_owned(), text(&world.live, layout)),
        ("new".to_owned(), text(&replaced(&world.live, "\"v\"", "\"w\""), layout)),
    ];
    let mut run = run(&["diff", "in", "new", "-o", "fields"], files);
    run.args.extend(options);
    run
}
