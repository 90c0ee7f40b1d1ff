//! The manual pages.

use std::collections::BTreeSet;
use std::fs;

use crate::{Files, printed, smp};

#[test]
fn every_command_has_a_page() {
    let files = Files::new("man_pages", &[]);
    let directory = files.0.join("deep/man1");
    assert_eq!(printed(files.smp(&["man", "deep/man1"])), "");
    let pages: BTreeSet<_> = fs::read_dir(&directory)
        .expect("a directory")
        .map(|entry| entry.expect("a page").file_name().into_string().expect("UTF-8"))
        .collect();
    let help = printed(smp(&["--help"]));
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let (commands, _) = commands.split_once("\n\n").expect("options");
    let names = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help");
    let expected: BTreeSet<_> =
        names.map(|name| format!("smp-{name}.1")).chain(["smp.1".to_owned()]).collect();
    assert_eq!(pages, expected);
    let page = fs::read_to_string(directory.join("smp-patch.1")).expect("a page");
    assert!(page.contains(".TH") && page.contains("Examples:"), "{page}");
    assert!(!pages.contains("smp-__complete.1"));
}

#[test]
fn the_first_page_is_printed() {
    let page = printed(smp(&["man"]));
    assert!(page.contains(".SH NAME\nsmp"), "{page}");
}

#[test]
fn a_directory_that_cannot_be_made() {
    let files = Files::new("man_no_directory", &[("file", "")]);
    let run = files.smp(&["man", "file/man1"]).output().expect("the command runs");
    assert_eq!(run.status.code(), Some(2));
    let message = String::from_utf8_lossy(&run.stderr);
    assert!(message.starts_with("error: cannot write file/man1: "), "{message}");
}
