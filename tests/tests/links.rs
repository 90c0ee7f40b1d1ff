//! The links among the Markdown pages: each leads to a file or directory that is there and, with
//! `#`, to a heading of the page.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut pages = Vec::new();
    find_pages(root, &mut pages);
    assert!(pages.len() > 20, "{pages:?}");
    let mut broken = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for link in links(&text) {
            if !leads_somewhere(page, &link) {
                broken.push(format!("{}: {link}", page.strip_prefix(root).unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn anchors_are_those_of_github() {
    let page = "# Which `function` do I call?\n\n## The `smp` way, 1.0\n\n## Twice\n\n## Twice\n";
    let expected = ["which-function-do-i-call", "the-smp-way-10", "twice", "twice-1"];
    assert_eq!(anchors(page), expected.map(str::to_owned).into());
}

fn find_pages(directory: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_symlink()
            || ["target", "node_modules"].contains(&&*name)
            || name.starts_with('.')
        {
            continue;
        }
        if path.is_dir() {
            find_pages(&path, pages);
        } else if path.extension().is_some_and(|it| it == "md") {
            pages.push(path);
        }
    }
}

fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

fn links(text: &str) -> Vec<String> {
    let targets = events(text).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url),
        _ => None,
    });
    let inside = |target: &str| !target.contains("://") && !target.starts_with("mailto:");
    targets.map(|target| target.to_string()).filter(|target| inside(target)).collect()
}

fn leads_somewhere(page: &Path, link: &str) -> bool {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, it)| (file, Some(it)));
    let target = match file {
        "" => page.to_owned(),
        _ => page.parent().unwrap().join(file),
    };
    match anchor {
        None => target.exists(),
        Some(anchor) => fs::read_to_string(target).is_ok_and(|it| anchors(&it).contains(anchor)),
    }
}

/// The anchors of the headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&heading.take().unwrap_or_default());
                let repeated = (1..).map(|number| format!("{anchor}-{number}"));
                let mut names = std::iter::once(anchor.clone()).chain(repeated);
                found.insert(names.find(|name| !found.contains(name)).unwrap());
            }
            _ => {}
        }
    }
    found
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}
