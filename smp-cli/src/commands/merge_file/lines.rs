//! The merge of texts by lines, and conflict markers.

use std::fmt::Write as _;

use similar::{ChangeTag, MergeResolution, TextDiff, TextMerge};

/// The merge of three texts, with the lines of ours and with those of theirs in each conflict.
pub(super) fn merged([original, ours, theirs]: [&str; 3]) -> [String; 2] {
    let merge = TextMerge::from_lines(original, ours, theirs);
    let mut merged = [String::new(), String::new()];
    for region in merge.regions() {
        let original: Vec<_> = region.base_range().filter_map(|at| merge.base_line(at)).collect();
        let ours: Vec<_> = region.ours_range().filter_map(|at| merge.ours_line(at)).collect();
        let theirs: Vec<_> = region.theirs_range().filter_map(|at| merge.theirs_line(at)).collect();
        let are_pairs = original.len() == ours.len() && original.len() == theirs.len();
        let both = match region.resolution() {
            MergeResolution::Theirs => [theirs.clone(), theirs],
            // Changes of lines that follow each other are no conflict here: the value is checked.
            MergeResolution::Conflict if are_pairs => {
                let lines = original.iter().zip(ours.iter().zip(theirs));
                let pairs = lines.map(|(original, (ours, theirs))| match () {
                    () if original == ours => (theirs, theirs),
                    () if *original == theirs => (*ours, *ours),
                    () => (*ours, theirs),
                });
                let (ours, theirs) = pairs.unzip();
                [ours, theirs]
            }
            MergeResolution::Conflict => [ours, theirs],
            _ => [ours.clone(), ours],
        };
        for (text, lines) in merged.iter_mut().zip(both) {
            text.extend(lines);
        }
    }
    merged
}

/// The lines that two texts share.
pub(super) fn shared(ours: &str, theirs: &str) -> String {
    let diff = TextDiff::from_lines(ours, theirs);
    let equal = diff.iter_all_changes().filter(|change| change.tag() == ChangeTag::Equal);
    equal.map(|change| change.value()).collect()
}

/// The part of the lines of two texts that is equal, from 0 to 1.
pub(super) fn likeness(one: &str, other: &str) -> f32 {
    TextDiff::from_lines(one, other).ratio()
}

/// Our text, with markers around the lines in which theirs differs.
pub(super) fn with_markers([ours, theirs]: [&str; 2], size: usize, labels: [&str; 2]) -> String {
    let line_break = if ours.contains("\r\n") { "\r\n" } else { "\n" };
    let mut text = String::new();
    let end_line = |text: &mut String| {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push_str(line_break);
        }
    };
    let mut sides = [String::new(), String::new()];
    let close = |text: &mut String, sides: &mut [String; 2]| {
        if sides.iter().all(String::is_empty) {
            return;
        }
        let [ours, theirs] = core::mem::take(sides);
        let [our_name, their_name] = labels.map(|label| label.replace(['\r', '\n'], " "));
        let (start, middle, end) = ("<".repeat(size), "=".repeat(size), ">".repeat(size));
        end_line(text);
        let _ = write!(text, "{start} {our_name}{line_break}{ours}");
        end_line(text);
        let _ = write!(text, "{middle}{line_break}{theirs}");
        end_line(text);
        let _ = write!(text, "{end} {their_name}{line_break}");
    };
    for change in TextDiff::from_lines(ours, theirs).iter_all_changes() {
        match change.tag() {
            ChangeTag::Delete => sides[0].push_str(change.value()),
            ChangeTag::Insert => sides[1].push_str(change.value()),
            ChangeTag::Equal => {
                close(&mut text, &mut sides);
                text.push_str(change.value());
            }
        }
    }
    close(&mut text, &mut sides);
    text
}
