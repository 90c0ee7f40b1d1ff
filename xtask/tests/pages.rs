//! The commands of `cargo xtask` that pages and `.ci/run` name.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The pages of the workspace, and what CI runs.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut pages = vec![root.join(".ci/run")];
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_built = ["target", "node_modules", "dist"].contains(&name);
            if path.is_dir() && !is_built && !name.starts_with('.') {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// The calls in a page, each as words: the names of commands, then options. Values are left out.
fn calls(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let calls = text.lines().flat_map(|line| {
        let of_script = line.trim_start().strip_prefix("xtask ");
        of_script.into_iter().chain(line.split("cargo xtask ").skip(1))
    });
    calls.filter_map(|call| {
        let is_word = |word: &str| word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        let end = call.find(['`', '"', ';', '|', '>', '#', ')', ',']).unwrap_or(call.len());
        let call = call.get(..end)?.split_whitespace();
        let mut words: Vec<_> = call.clone().take_while(|word| is_word(word)).collect();
        words.retain(|word| !word.starts_with('-'));
        let is_command = words.first().is_some_and(|word| word.len() > 2);
        words.truncate(if words.first() == Some(&"cluster") { 2 } else { 1 });
        words.extend(call.filter(|word| word.starts_with("--")));
        is_command.then_some(words)
    })
}

#[test]
fn every_command_that_a_page_names_exists() {
    let mut known = BTreeSet::new();
    let mut errors = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for call in calls(&text) {
            if !known.insert(call.join(" ")) {
                continue;
            }
            let (options, names): (Vec<_>, Vec<_>) =
                call.iter().partition(|word| word.starts_with("--"));
            let help = Command::new(env!("CARGO_BIN_EXE_xtask")).args(names).arg("--help").output();
            let help = help.expect("xtask runs");
            let shown = String::from_utf8_lossy(&help.stdout);
            let has = |option: &&str| shown.contains(option.split('=').next().unwrap_or(option));
            if !help.status.success() || !options.iter().all(has) {
                errors.push(format!("{}: cargo xtask {}", page.display(), call.join(" ")));
            }
        }
    }
    assert!(errors.is_empty(), "no such command:\n{}", errors.join("\n"));
    assert!(known.len() > 30, "{known:#?}");
}
