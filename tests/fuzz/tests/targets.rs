//! The programs of the targets, which this workspace doesn't build, and their functions.

use std::fs;
use std::path::{Path, PathBuf};

use smp_tests_fuzz::TARGETS;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// A program for each target, with this statement alone: so each compiles if one does.
#[test]
fn each_target_has_its_program() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, _) in TARGETS {
        let file = fuzz().join("fuzz_targets").join(name).with_extension("rs");
        let program = fs::read_to_string(&file).expect(name);
        let expected = format!(
            "//! The law is told at [`smp_tests_fuzz::laws::{name}`].
             #![no_main]
             use libfuzzer_sys::{{Corpus, fuzz_target}};
             fuzz_target!(|input: &[u8]| -> Corpus {{
                 smp_fuzz::verdict(smp_tests_fuzz::laws::{name}(input))
             }});"
        );
        assert_eq!(words(&program), words(&expected), "{}", file.display());
    }
    let programs = fs::read_dir(fuzz().join("fuzz_targets")).expect("the folder");
    assert_eq!(programs.count(), TARGETS.len());
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).expect("the manifest");
    assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
    for (name, _) in TARGETS {
        let program = format!("[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n");
        assert!(manifest.contains(&program), "fuzz/Cargo.toml lacks {name}");
    }
}

/// Inputs that are too short, texts in the forms that targets read, and choices of the generators. Each
/// target says something about one of them.
#[test]
fn the_laws_hold_on_small_inputs() {
    let choices: Vec<u8> = (0..=255).cycle().take(400).collect();
    let shaped = [&[5, 0, 1], choices.as_slice()].concat();
    let inputs = [
        &b""[..],
        &[0; 3],
        &shaped,
        b"\x05\0\0{\"a\":[1,{}]}\x1e{\"a\":null}\x1e{\"b\":2}",
        b"\x09\0\0{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}\x1e\
          {\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"labels\":{\"b\":\"c\"}}}",
        b"{\"a\":1}\x1e{\"a\":2}\x1e{\"a\":1}",
        b"{\"f:a\":{}}\x1e{\"f:b\":{}}",
        b"word\na: 1\nb: [x, {c: d}]\n",
        b"a: 1\nb: [x, {c: d}]\n",
        b"patches:\n- patch: '{\"data\":{\"a\":\"b\"}}'\n  target: {kind: ConfigMap}\n\x1e\
          {\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}\x1e",
    ];
    for (name, holds) in TARGETS {
        // Each call panics if the law is broken.
        let held = inputs.map(|input| holds(input).is_some());
        assert!(held.contains(&true), "{name} says nothing about any input");
    }
}
