//! One place decides which type a member has: `smp-core/src/site.rs`. Every other file that goes down
//! from a type to the type of a member or an element is an exception, with its reason.
//!
//! The check reads the sources as text: a file goes down if it names the type inside of a list or map
//! (`TypeKind::List(element)`), or takes the type of a field from `FieldRef::ty` as a function.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files that go down by themselves, and why.
const EXCEPTIONS: [(&str, &str); 15] = [
    ("smp-cli/src/commands/explain.rs", "shows a schema; no document is read"),
    ("smp-core/src/site.rs", "the place itself"),
    ("smp-openapi/src/export.rs", "walks a schema beside the schema of another tool"),
    ("smp-openapi/src/export/fragment.rs", "writes a schema as definitions"),
    ("smp-openapi/src/overlay/edit.rs", "changes types in a builder, which has no `TypeRef`"),
    ("smp-openapi/src/overlay/fill.rs", "reads types in a builder, which has no `TypeRef`"),
    ("smp-schema/src/equivalence.rs", "compares two schemas"),
    ("smp-schema/src/graft.rs", "copies a schema"),
    ("smp-schema/src/lost/json.rs", "is below smp-core"),
    ("smp-schema/src/model.rs", "writes a type for debugging"),
    ("smp-schema/src/words.rs", "describes a type in words"),
    ("smp-testserver/src/builtin/defaults.rs", "goes where Go sets defaults: only to named fields"),
    ("smp-testserver/src/builtin/generation.rs", "compares as Go does: only named fields"),
    (
        "smp-testserver/src/builtin/shape.rs",
        "writes Go's form: by Go's types, not by how they merge",
    ),
    ("smp-testserver/src/openapi.rs", "writes a schema as definitions"),
];

/// Whether a text names the type inside of a list or map, or has `FieldRef::ty` as a function.
fn goes_down(text: &str) -> bool {
    let code = text.split("\nmod tests {").next().unwrap();
    code.lines().map(|line| line.split("//").next().unwrap()).any(|line| {
        let names_inner = ["TypeKind::List(", "TypeKind::Map("].iter().any(|start| {
            line.match_indices(start).any(|(at, _)| {
                let (inner, _) = line[at + start.len()..].split_once(')').unwrap_or_default();
                inner.starts_with(|it: char| it.is_ascii_lowercase())
                    && inner.chars().all(|it| it.is_alphanumeric() || it == '_')
            })
        });
        names_inner || line.contains("(FieldRef::ty)")
    })
}

fn read(folder: &Path, found: &mut BTreeMap<String, bool>) {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            let name = path.strip_prefix(&workspace).unwrap().to_string_lossy().into_owned();
            found.insert(name, goes_down(&fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn one_place_goes_down_a_type() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(&workspace).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name.starts_with("smp-") || name == "python" {
            read(&entry.path().join("src"), &mut files);
        }
    }
    assert!(files.len() > 500, "only {} files were read", files.len());
    let found = files.iter().filter(|(_, goes_down)| **goes_down).map(|(name, _)| name.as_str());
    let named: Vec<_> = EXCEPTIONS.iter().map(|(name, _)| *name).collect();
    assert_eq!(found.collect::<Vec<_>>(), named, "use `Site`, or name the file with a reason");
}

#[test]
fn a_descent_is_found() {
    assert!(goes_down("Some(TypeKind::List(element)) => element,"));
    assert!(goes_down("ty.field(name).map(FieldRef::ty)"));
    assert!(!goes_down("Some(TypeKind::List(_)) => \"a list\", // TypeKind::List(element)"));
    assert!(!goes_down("\nmod tests {\n    TypeKind::Map(value)"));
}
