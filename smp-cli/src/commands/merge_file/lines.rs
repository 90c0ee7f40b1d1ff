//! The merge of texts by lines, and conflict markers.

use std::fmt::Write as _;

use similar::{ChangeTag, DiffTag, MergeResolution, TextDiff, TextMerge};

/// Merges three texts by lines; the two results have the lines of ours and of theirs in each conflict.
/// Changes to adjacent lines do not conflict if the three texts have the same number of lines there. If
/// they have `one_value`, so that their lines correspond, changes to a line and to comments beside it
/// do not conflict either.
pub(super) fn merged([original, ours, theirs]: [&str; 3], one_value: bool) -> [String; 2] {
    let merge = TextMerge::from_lines(original, ours, theirs);
    let mut merged = [String::new(), String::new()];
    for region in merge.regions() {
        let sides = [
            region.base_range().filter_map(|at| merge.base_line(at)).collect::<Vec<_>>(),
            region.ours_range().filter_map(|at| merge.ours_line(at)).collect(),
            region.theirs_range().filter_map(|at| merge.theirs_line(at)).collect(),
        ];
        let [_, ours, theirs] = &sides;
        match region.resolution() {
            MergeResolution::Theirs => extend(&mut merged, [theirs, theirs]),
            MergeResolution::Conflict => {
                let pieces = sides.each_ref().map(|side| pieces(side));
                let count = pieces.each_ref().map(Vec::len);
                if one_value && count.iter().all(|it| *it == count[0]) {
                    for at in 0..count[0] {
                        merge_piece(&mut merged, pieces.each_ref().map(|it| it[at]), true);
                    }
                } else {
                    merge_piece(&mut merged, sides.each_ref().map(Vec::as_slice), false);
                }
            }
            _ => extend(&mut merged, [ours, ours]),
        }
    }
    merged
}

/// Splits lines into pieces: each line with a value, and the comments and blank lines between two of
/// them.
fn pieces<'l, 't>(lines: &'l [&'t str]) -> Vec<&'l [&'t str]> {
    let has_value = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| has_value(line)) {
        pieces.extend([&lines[start..at], &lines[at..=at]]);
        start = at + 1;
    }
    pieces.push(&lines[start..]);
    pieces
}

/// Merges lines that both sides have changed. If `is_piece`, they are a line with a value, or only
/// comments; otherwise they may be both.
fn merge_piece(merged: &mut [String; 2], [original, ours, theirs]: [&[&str]; 3], is_piece: bool) {
    if original == ours {
        extend(merged, [theirs, theirs]);
    } else if original == theirs || ours == theirs {
        extend(merged, [ours, ours]);
    } else if original.len() > 1 && original.len() == ours.len() && original.len() == theirs.len() {
        for at in 0..original.len() {
            merge_piece(merged, [original, ours, theirs].map(|side| &side[at..=at]), is_piece);
        }
    } else {
        // A blank line that one side added or removed does not conflict with a comment of the other.
        let [before, our_text, their_text] = [original, ours, theirs]
            .map(|side| side.iter().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>());
        match () {
            () if before == our_text => extend(merged, [theirs, theirs]),
            () if before == their_text => extend(merged, [ours, ours]),
            () => match side_by_side([original, ours, theirs]).filter(|_| is_piece) {
                Some(both) => extend(merged, [&both, &both]),
                None => extend(merged, [ours, theirs]),
            },
        }
    }
}

/// The lines with the changes of both sides, if one change ends where the other begins, or above it.
/// `None` for two insertions at the same place, as their order is unknown.
fn side_by_side<'t>([original, ours, theirs]: [&[&'t str]; 3]) -> Option<Vec<&'t str>> {
    let changed = |side: &[&str]| {
        let start = original.iter().zip(side).take_while(|(one, other)| one == other).count();
        let rest = original.len().min(side.len()) - start;
        let ends = original.iter().rev().zip(side.iter().rev()).take(rest);
        start..original.len() - ends.take_while(|(one, other)| one == other).count()
    };
    let (our_place, their_place) = (changed(ours), changed(theirs));
    let (first, second, between) = match () {
        () if our_place == their_place => return None,
        () if our_place.end <= their_place.start => {
            (ours, theirs, our_place.end..their_place.start)
        }
        () if their_place.end <= our_place.start => {
            (theirs, ours, their_place.end..our_place.start)
        }
        () => return None,
    };
    let above = first.get(..first.len() - (original.len() - between.start))?;
    Some([above, original.get(between.clone())?, second.get(between.end..)?].concat())
}

fn extend(merged: &mut [String; 2], lines: [&[&str]; 2]) {
    for (text, lines) in merged.iter_mut().zip(lines) {
        text.extend(lines.iter().copied());
    }
}

/// The lines that two texts share.
pub(super) fn shared(ours: &str, theirs: &str) -> String {
    let diff = TextDiff::from_lines(ours, theirs);
    let equal = diff.iter_all_changes().filter(|change| change.tag() == ChangeTag::Equal);
    equal.map(|change| change.value()).collect()
}

/// The share of lines that are equal in two texts, from 0 to 1.
pub(super) fn likeness(one: &str, other: &str) -> f32 {
    TextDiff::from_lines(one, other).ratio()
}

/// Our text, with conflict markers around the lines that differ in theirs.
pub(super) fn with_markers([ours, theirs]: [&str; 2], size: usize, labels: &[String; 2]) -> String {
    let line_break = if ours.contains("\r\n") { "\r\n" } else { "\n" };
    let [our_name, their_name] = labels.each_ref().map(|label| label.replace(['\r', '\n'], " "));
    let (start, middle, end) = ("<".repeat(size), "=".repeat(size), ">".repeat(size));
    let end_line = |text: &mut String| {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push_str(line_break);
        }
    };
    let diff = TextDiff::from_lines(ours, theirs);
    let mut text = String::new();
    for op in diff.ops() {
        let ours = op.old_range().filter_map(|line| diff.old_slice(line));
        if op.tag() == DiffTag::Equal {
            text.extend(ours);
            continue;
        }
        end_line(&mut text);
        let _ = write!(text, "{start} {our_name}{line_break}");
        text.extend(ours);
        end_line(&mut text);
        let _ = write!(text, "{middle}{line_break}");
        text.extend(op.new_range().filter_map(|line| diff.new_slice(line)));
        end_line(&mut text);
        let _ = write!(text, "{end} {their_name}{line_break}");
    }
    text
}
