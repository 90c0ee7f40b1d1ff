//! The table of vectors is that of the conformance cases.

use std::fs;
use std::path::Path;

#[test]
fn the_table_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let json_patch = root.join("..").join("smp-json-patch");
    let files = smp_tests::vectors::files(&root.join("conformance"), &json_patch);
    let files = files.expect("the cases are valid");
    for (name, text) in &files {
        let found = fs::read_to_string(root.join("vectors").join(name)).unwrap_or_default();
        assert!(found == *text, "vectors/{name} is old: `cargo xtask vectors` writes it");
    }
    for folder in ["vectors", "vectors/schemas"] {
        for file in fs::read_dir(root.join(folder)).expect("it is there") {
            let name = file.expect("readable").path();
            let name = name.strip_prefix(root.join("vectors")).expect("below it");
            let name = name.to_str().expect("UTF-8").replace('\\', "/");
            let is_known = files.contains_key(&name) || ["README.md", "schemas"].contains(&&*name);
            assert!(is_known, "vectors/{name} has no case any more");
        }
    }
}
