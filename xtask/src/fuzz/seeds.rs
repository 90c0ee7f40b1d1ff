//! The first inputs of the fuzzer: the conformance cases, in the form that each target reads
//! (`tests/fuzz/src/input.rs`).

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::Result;
use crate::cases;

/// The text between two parts of an input.
const SEPARATOR: &str = "\u{1e}";

/// The bytes of an input for Kubernetes' options and for the documented ones.
const OPTIONS: [u8; 2] = [0, 0b01_0011];

/// The number of command lines that an input of `command_messages` chooses from.
const COMMAND_LINES: u8 = 26;

/// A file that seeds are made from.
pub(super) struct Source {
    /// Area and rule, as a file name.
    name: String,
    text: String,
    value: Value,
    /// The index of its schema in `fuzz/schemas.txt`.
    schema: Option<u8>,
}

/// The role of a text in an input.
#[derive(Clone, Copy)]
enum Role {
    Object,
    Patch,
}

/// Reads all cases and schemas. `O(n)` in their size.
pub(super) fn of_cases(root: &Path) -> Result<Vec<Source>> {
    let listed = fs::read_to_string(root.join("fuzz").join("schemas.txt"))?;
    let schemas: Vec<&str> = listed.lines().filter(|line| !line.starts_with('#')).collect();
    let folder = cases::folder(root);
    let mut sources = Vec::new();
    for file in cases::files(root)? {
        let text = fs::read_to_string(&file)?;
        let value: Value = serde_saphyr::from_str(&text)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        let named = value["type"].as_str().or_else(|| value["schema"].as_str());
        let at = named.and_then(|named| schemas.iter().position(|schema| *schema == named));
        let schema = at.map(u8::try_from).transpose()?;
        let below = file.strip_prefix(&folder)?.with_extension("");
        let name = below.to_string_lossy().replace(['/', '\\'], "-");
        sources.push(Source { name, text, value, schema });
    }
    Ok(sources)
}

/// Writes the seeds of a target into its corpus, and returns their number. Files that the
/// fuzzer has written there stay.
pub(super) fn write(sources: &[Source], target: &str, corpus: &Path) -> Result<usize> {
    fs::create_dir_all(corpus)?;
    let mut count = 0;
    for source in sources {
        for (at, seed) in source.seeds(target)?.into_iter().enumerate() {
            fs::write(corpus.join(format!("seed-{}-{at}", source.name)), seed)?;
            count += 1;
        }
    }
    Ok(count)
}

impl Source {
    fn seeds(&self, target: &str) -> Result<Vec<Vec<u8>>> {
        use Role::{Object, Patch};
        Ok(match target {
            // A target with shaped inputs interprets any bytes as choices, so cases can be used as
            // they are.
            "apply_bytes" | "apply_shaped" => self.texts(&[Object, Patch]),
            "diff_round_trip" | "union_normalize" | "managed_operations" => {
                self.texts(&[Object, Object])
            }
            "three_way_settles" | "document_merge" => self.texts(&[Object, Object, Object]),
            "compose_succession" => self.texts(&[Object, Patch, Patch]),
            "bytes_against_value" => self.texts(&[Object, Patch, Object]),
            "patch_parser" => self.texts(&[Patch]),
            "yaml_edits" => vec![format!("a\n{}", self.text).into_bytes()],
            // For overlays, the bytes are choices.
            "yaml_reader" | "command_overlays" => vec![self.text.clone().into_bytes()],
            "openapi_import" => self.openapi().map(|json| after([0], &json)).into_iter().collect(),
            "crd_import" if self.value["kind"] == "CustomResourceDefinition" => {
                vec![after([0], &self.value.to_string())]
            }
            "overlay_import" => match (self.schema, self.value.get("overlay")) {
                (Some(schema), Some(overlay)) => vec![after([schema, 0], &overlay.to_string())],
                _ => Vec::new(),
            },
            "crd_import" => Vec::new(),
            "managed_fields" => self.field_sets(),
            "json_patches" => self.pairs(),
            "command_kustomization" => self.kustomizations(),
            "command_merge_file" => self.versions(),
            "command_json_patch" => self.json_patches(),
            "command_messages" => self.command_lines(),
            _ => return Err(format!("xtask/src/fuzz/seeds.rs has no seeds for {target}").into()),
        })
    }

    /// Documents of a case in these roles, once for each set of options. If a case has fewer
    /// documents, the last one is repeated.
    fn texts(&self, roles: &[Role]) -> Vec<Vec<u8>> {
        const OBJECTS: &[&str] = &["old", "original", "live", "new", "modified", "current"];
        const PATCHES: &[&str] = &["patch", "p1", "p2"];
        let Some(schema) = self.schema else { return Vec::new() };
        let (objects, patches) = (self.documents(OBJECTS), self.documents(PATCHES));
        let (mut next_object, mut next_patch) = (0, 0);
        let texts = roles.iter().map(|role| {
            let (documents, next) = match role {
                Role::Object => (&objects, &mut next_object),
                Role::Patch => (&patches, &mut next_patch),
            };
            let text = documents.get(*next).or_else(|| documents.last());
            *next += 1;
            text.map_or("{}", String::as_str)
        });
        let texts = texts.collect::<Vec<_>>().join(SEPARATOR);
        OPTIONS.map(|options| after([schema, options, 0], &texts)).into()
    }

    /// The documents as field sets, if they are objects of a kind.
    fn field_sets(&self) -> Vec<Vec<u8>> {
        let documents = self.documents(&["live", "old", "new", "current"]);
        let fields = documents.iter().filter_map(|text| fields_of(text)).collect::<Vec<_>>();
        if fields.is_empty() { Vec::new() } else { vec![fields.join(SEPARATOR).into_bytes()] }
    }

    /// An object with another object, and an object with operations of a JSON patch.
    fn pairs(&self) -> Vec<Vec<u8>> {
        let documents = self.documents(&["live", "old", "new", "current", "patch"]);
        let (Some(one), Some(other)) = (documents.first(), documents.last()) else {
            return Vec::new();
        };
        let operations = r#"[{"op":"test","path":"/kind","value":"Pod"},{"op":"copy","from":"","path":"/a/-"},
            {"op":"move","from":"/a","path":"/b"},{"op":"remove","path":"/b/0"}]"#;
        [other.as_str(), operations]
            .map(|patch| format!("{one}{SEPARATOR}{patch}").into_bytes())
            .into()
    }

    /// Kustomizations with the patch of a case, once inline and once in a file.
    fn kustomizations(&self) -> Vec<Vec<u8>> {
        let live = self.documents(&["live", "old", "current"]);
        let patch = self.documents(&["patch", "p1"]);
        let (Some(live), Some(patch)) = (live.first(), patch.first()) else { return Vec::new() };
        let mut object: Value = serde_json::from_str(live).unwrap_or_default();
        for (name, value) in [("apiVersion", "v1"), ("kind", "Pod")] {
            if let Some(members) = object.as_object_mut() {
                members.entry(name).or_insert_with(|| value.into());
                let metadata = members.entry("metadata").or_insert_with(|| json!({}));
                if let Some(metadata) = metadata.as_object_mut() {
                    metadata.entry("name").or_insert_with(|| "a".into());
                }
            }
        }
        let target = json!({"kind": "P.*", "name": "a|b", "labelSelector": "a notin (b,c),!d"});
        [
            json!({"patches": [{"patch": patch, "target": target}]}),
            json!({"patches": [{"path": "p.yaml", "target": {"kind": "Pod"}}]}),
            json!({"patchesStrategicMerge": ["p.yaml", patch]}),
        ]
        .map(|it| format!("{it}{SEPARATOR}{object}{SEPARATOR}{patch}").into_bytes())
        .into()
    }

    /// Three versions of a case, as YAML.
    fn versions(&self) -> Vec<Vec<u8>> {
        let names = ["original", "old", "live", "new", "modified", "current"];
        let values: Vec<_> = names.iter().filter_map(|name| self.value.get(name)).collect();
        let texts = (0..3).filter_map(|at| values.get(at).or(values.last()));
        let texts: Vec<_> =
            texts.map(|value| serde_saphyr::to_string(value).unwrap_or_default()).collect();
        if texts.is_empty() { Vec::new() } else { vec![texts.join(SEPARATOR).into_bytes()] }
    }

    /// An object with a JSON patch that sets its members; without an object, the text as choices.
    fn json_patches(&self) -> Vec<Vec<u8>> {
        let Some(object) = self.value.get("live").and_then(Value::as_object) else {
            return vec![after([1], &self.text)];
        };
        let operation =
            |name: &String| json!({"op": "add", "path": format!("/{name}"), "value": 1});
        let operations = Value::Array(object.keys().map(operation).collect());
        let object = &self.value["live"];
        vec![after([0], &format!("{object}{SEPARATOR}{operations}"))]
    }

    /// The documents of a case for each command line.
    fn command_lines(&self) -> Vec<Vec<u8>> {
        let documents = self.documents(&["live", "old", "patch", "p1", "p2", "new", "current"]);
        let texts = documents.join(SEPARATOR);
        (0..COMMAND_LINES).map(|command| after([command], &texts)).collect()
    }

    /// The documents of a case under these names, or as text under `NAME_json`.
    fn documents(&self, names: &[&str]) -> Vec<String> {
        let document = |name: &&str| match self.value.get(format!("{name}_json")) {
            Some(text) => text.as_str().map(str::to_owned),
            None => self.value.get(name).map(Value::to_string),
        };
        names.iter().filter_map(document).collect()
    }

    /// A schema of the conformance cases as an `OpenAPI` document.
    fn openapi(&self) -> Option<String> {
        let is_schema = self.name.starts_with("schemas-");
        let schema = is_schema.then(|| smp_tests::schema::read(&self.text, None).ok()).flatten()?;
        let (document, _) = smp_openapi::to_openapi(&schema, smp_openapi::OpenApiVersion::V3);
        Some(document.to_string())
    }
}

fn after<const N: usize>(choices: [u8; N], text: &str) -> Vec<u8> {
    let mut seed = choices.to_vec();
    seed.extend_from_slice(text.as_bytes());
    seed
}

/// `FieldsV1` with the members of an object, level by level.
fn fields_of(text: &str) -> Option<String> {
    fn of(value: &Value) -> Value {
        match value {
            Value::Object(members) => members
                .iter()
                .map(|(name, value)| (format!("f:{name}"), of(value)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
            Value::Array(items) => items
                .iter()
                .map(|item| match item {
                    Value::Object(_) | Value::Array(_) => (format!("k:{item}"), of(item)),
                    scalar => (format!("v:{scalar}"), json!({})),
                })
                .collect::<serde_json::Map<_, _>>()
                .into(),
            _ => json!({}),
        }
    }
    Some(of(&serde_json::from_str(text).ok()?).to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn sources() -> Vec<Source> {
        of_cases(&super::super::workspace()).unwrap()
    }

    #[test]
    fn every_case_has_a_schema_that_inputs_can_choose() {
        let without: BTreeSet<String> = sources()
            .iter()
            .filter(|source| source.schema.is_none() && !source.name.starts_with("schemas-"))
            .map(|source| source.value["type"].to_string())
            .collect();
        assert!(without.is_empty(), "fuzz/schemas.txt lacks {without:?}");
    }

    #[test]
    fn every_target_has_seeds() {
        let root = super::super::workspace();
        let sources = sources();
        for target in super::super::names(&root.join("fuzz")).unwrap() {
            let seeds = sources.iter().map(|source| source.seeds(&target).unwrap().len());
            assert!(seeds.sum::<usize>() > 0, "{target}");
        }
        assert!(sources.iter().any(|source| source.seeds("unheard_of").is_err()));
    }

    #[test]
    fn documents_stand_in_the_order_of_the_target() {
        let value = serde_json::json!({"live_json": "{ }", "p1": {"a": 1}, "p2": {"a": 2}});
        let source = Source { name: "x-y".to_owned(), text: String::new(), value, schema: Some(7) };
        let seeds = source.seeds("compose_succession").unwrap();
        assert_eq!(seeds.first().unwrap(), b"\x07\0\0{ }\x1e{\"a\":1}\x1e{\"a\":2}");
        let seeds = source.seeds("three_way_settles").unwrap();
        assert_eq!(seeds.first().unwrap(), b"\x07\0\0{ }\x1e{ }\x1e{ }");
    }
}
