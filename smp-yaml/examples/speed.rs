//! Time of reading and editing a text, beside the bare loop over the parser's events.
//!
//! `cargo run --release -p smp-yaml --example speed -- FILE`
//!
//! *By the parser* is the same text with `...` at its end, which the scanner of common forms
//! leaves to the parser.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a tool for development")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use smp_core::{Document, View};

fn main() {
    let file = std::env::args().nth(1).expect("a file with one document");
    let text = std::fs::read_to_string(file).unwrap();
    let events = || {
        let mut options = granit_parser::Options::default();
        options.emit_comments = false;
        granit_parser::Parser::new_from_str_with_options(&text, options).count()
    };
    let ended = format!("{}\n...\n", text.trim_end());
    let nodes = || usize::from(smp_yaml::parse(&text).unwrap().is_some());
    let value = |text: &str| {
        let tree = smp_yaml::parse(text).unwrap().unwrap();
        tree.to_json(&mut Vec::new()).unwrap().into_string().len()
    };
    let read = || value(&text);
    let by_parser = || value(&ended);
    let edit = || {
        let tree = smp_yaml::parse(&text).unwrap().unwrap();
        let json = tree.to_json(&mut Vec::new()).unwrap();
        let old = Document::from_json(json.as_str()).unwrap();
        let View::Object(mut members) = old.view().unwrap() else { return 0 };
        members.push(("added".into(), Document::from(View::Bool(true))));
        let new = Document::from(View::Object(members));
        smp_yaml::update(&tree, &json, &new).unwrap().text.len()
    };
    let runs = 14_000_000 / text.len().max(7_000);
    let best = |run: &dyn Fn() -> usize| best(runs, run);
    let bare = best(&events);
    println!("{} bytes", text.len());
    let rows = [
        ("events of the parser", bare),
        ("nodes", best(&nodes)),
        ("nodes and value", best(&read)),
        ("nodes and value, by the parser", best(&by_parser)),
        ("nodes, value and an edit", best(&edit)),
    ];
    for (name, time) in rows {
        let times = time.as_secs_f64() / bare.as_secs_f64();
        println!("{name}: {:.1} us, {times:.2} times the events", time.as_secs_f64() * 1e6);
    }
}

/// The shortest of many runs.
fn best(runs: usize, run: &dyn Fn() -> usize) -> Duration {
    let times = (0..runs).map(|_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    });
    times.min().unwrap_or_default()
}
