//! The programs of the targets, which this workspace doesn't build, and their functions.

use std::fs;
use std::path::{Path, PathBuf};

use smp_tests_fuzz::{TARGETS, Target};

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
}

/// Inputs that are too short, texts of JSON and YAML, and choices of the generators.
#[test]
fn the_laws_hold_on_small_inputs() {
    let choices: Vec<u8> = (0..=255).cycle().take(400).collect();
    let shaped = [&[5, 0, 1], choices.as_slice()].concat();
    let json = b"\x05\0\0{\"a\":[1,{}]}\x1e{\"a\":null}\x1e{\"b\":2}";
    let yaml = b"word\na: 1\nb: [x, {c: d}]\n";
    let held = |(_, holds): &(&str, Target)| {
        // It panics if its law is broken.
        let said = [&b""[..], &[0; 3], json, &json[3..], yaml, &shaped]
            .map(|input| holds(input).is_some());
        said.contains(&true)
    };
    let silent: Vec<_> = TARGETS.iter().filter(|target| !held(target)).map(|it| it.0).collect();
    assert!(silent.len() < 6, "{silent:?} say nothing about any input");
}
