//! The command, on files of forms that other tools have: kustomizations, and versions that git merges.

use std::ffi::OsString;
use std::path::Path;

use serde_json::Value;

use super::command::{file, smp};
use crate::input::SEPARATOR;

/// A kustomization is read or gives an error, and an object keeps its name and its kind where nothing
/// allows a patch to change them. The texts are the kustomization, the objects, and a file of patches.
pub fn command_kustomization(input: &[u8]) -> Option<()> {
    let mut texts = input.splitn(3, |byte| *byte == SEPARATOR);
    let (kustomization, live) = (texts.next()?, texts.next()?);
    let directory = Path::new(&file("kustomization.yaml", kustomization)).parent()?.into();
    file("p.yaml", texts.next().unwrap_or_default());
    let live_file = file("live.json", live);
    let args = ["patch", "-o", "json", "-f"].map(OsString::from);
    let outcome = smp(args.into_iter().chain([live_file, "-k".into(), directory]));
    if outcome.status == 2 {
        assert!(outcome.output.is_empty());
        return None;
    }
    let text = core::str::from_utf8(kustomization).ok()?;
    let is_plain = !text.contains("allow") && !text.contains('\\');
    let live: Value = serde_json::from_slice(live).ok()?;
    let result: Value = serde_json::from_slice(&outcome.output).ok()?;
    for identity in ["/kind", "/metadata/name", "/metadata/namespace"] {
        let before = live.pointer(identity).filter(|it| it.is_string());
        if is_plain && live["kind"] != "List" && before.is_some() {
            assert_eq!(result.pointer(identity), before, "{identity}");
        }
    }
    Some(())
}

/// Two versions of a file are merged, or marked as git does, or an error leaves the file as it was. A
/// version that changed nothing gives the other one.
pub fn command_merge_file(input: &[u8]) -> Option<()> {
    let mut texts = input.splitn(3, |byte| *byte == SEPARATOR);
    let texts = [texts.next()?, texts.next()?, texts.next()?];
    // Another program, git, merges texts that are no YAML; it is not what is looked at.
    for text in texts {
        smp_yaml::parse(core::str::from_utf8(text).ok()?).ok()??;
    }
    let merged = |[original, ours, theirs]: [&[u8]; 3]| {
        let files = [file("o", original), file("a", ours), file("b", theirs)];
        let result = files[1].clone();
        let outcome = smp(["merge-file".into()].into_iter().chain(files));
        (outcome.status, std::fs::read(result).expect("the file is there"))
    };
    let [original, ours, theirs] = texts;
    let (status, result) = merged(texts);
    assert!(status != 255 || result == ours, "an error changed the file");
    if let (0, result) = merged([original, ours, original]) {
        assert_eq!(String::from_utf8_lossy(&result), String::from_utf8_lossy(ours));
    }
    if let (0, result) = merged([original, original, theirs]) {
        let json = |text: &[u8]| {
            let tree = smp_yaml::parse(core::str::from_utf8(text).ok()?).ok()??;
            Some(tree.to_json(&mut Vec::new()).ok()?.as_str().to_owned())
        };
        if let Some(theirs) = json(theirs).filter(|it| it.starts_with('{')) {
            let value = |text: &str| {
                smp_core::Document::from_json(text).and_then(smp_core::Document::into_owned)
            };
            let result = json(&result).expect("a document");
            assert_eq!(value(&result).ok(), value(&theirs).ok());
        }
    }
    Some(())
}
