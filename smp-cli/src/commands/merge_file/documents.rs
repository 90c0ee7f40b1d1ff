//! The merge of the documents of a file.
//!
//! Values are merged by the schema; conflicts give two results, one with the values of ours and one
//! with those of theirs. For each result, all three texts are edited to its value, so that they differ
//! only in comments and layout, and are then merged by lines. This keeps the comments and layout of
//! both sides.

use std::collections::{HashMap, HashSet};

use smp_core::{Document, Limits, Options, UnknownFields, in_order};

use super::lines;
use crate::identity::Identity;
use crate::input::{Format, Input, Source};
use crate::limits::MAX_DEPTH;
use crate::output::separator_before;
use crate::report::{CappedReports, Report};
use crate::schemas::Schemas;

/// The most pairs of texts that are compared to find renamed objects.
const MAX_COMPARED: usize = 1000;

/// Two versions of the merged file: with the values of ours and with those of theirs in each conflict.
pub(super) struct Merged {
    pub(super) texts: [String; 2],
    /// The places of the conflicts.
    pub(super) conflicts: Vec<String>,
}

/// A document of a file, with the comments and markers around it.
struct Part<'s> {
    /// Identifies the document in its file: the identity of its object, or else its number.
    key: String,
    text: &'s str,
    /// The object; `None` for a document without content.
    object: Option<(Input<'s>, Identity)>,
}

/// Merges files of Kubernetes objects in YAML. An error says why they must be merged by lines instead.
pub(super) fn merge(sources: [&Source; 3], schemas: &Schemas) -> Result<Merged, Report> {
    let [original, ours, theirs] = sources;
    let [original, mut ours, mut theirs] = [parts(original)?, parts(ours)?, parts(theirs)?];
    follow_renames(&original, &mut ours, &theirs);
    follow_renames(&original, &mut theirs, &ours);
    let sides = [original, ours, theirs];
    let by_key = sides
        .each_ref()
        .map(|parts| parts.iter().map(|part| (part.key.as_str(), part)).collect::<HashMap<_, _>>());
    if sides.iter().zip(&by_key).any(|(parts, by_key)| parts.len() > by_key.len()) {
        return Err(Report::new("an object is in it twice"));
    }
    let keys = sides.each_ref().map(|parts| parts.iter().map(|part| part.key.as_str()).collect());
    let text = |part: Option<&Part<'_>>| part.map_or_else(String::new, |it| it.text.to_owned());
    let mut merged = Merged { texts: <[String; 2]>::default(), conflicts: Vec::new() };
    for key in in_order(&keys) {
        let [original, ours, theirs] = by_key.each_ref().map(|parts| parts.get(key).copied());
        let texts = match (ours, theirs) {
            (Some(ours), Some(theirs)) => {
                both(original, [ours, theirs], schemas, &mut merged.conflicts)?
            }
            // Added, or removed by the other side.
            (ours, theirs) => match (ours.or(theirs), original) {
                (Some(one), Some(before)) if one.text == before.text => continue,
                (added, None) => [text(added), text(added)],
                _ => {
                    let conflict = "one side removed it, the other one changed it";
                    merged.conflicts.push(format!("{key}: {conflict}"));
                    [text(ours), text(theirs)]
                }
            },
        };
        for (file, text) in merged.texts.iter_mut().zip(&texts) {
            append(file, text);
        }
    }
    Ok(merged)
}

/// Appends a document to a file.
fn append(file: &mut String, text: &str) {
    if !file.is_empty() && !text.is_empty() {
        // Only the first line is looked at: searching the whole file for each document would take too
        // long.
        let is_crlf = file.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r'));
        let line_break = if is_crlf { "\r\n" } else { "\n" };
        if !file.ends_with('\n') {
            file.push_str(line_break);
        }
        file.push_str(&separator_before(text).replace('\n', line_break));
    }
    file.push_str(text);
}

/// The documents of a file, all of which must be objects or have no content.
fn parts(source: &Source) -> Result<Vec<Part<'_>>, Report> {
    let mut parts = Vec::new();
    for (number, piece) in source.pieces().enumerate() {
        let text = &source.text()[piece.range.clone()];
        let input = match piece.format {
            Format::Yaml => source.document(piece, &mut CappedReports::default())?,
            Format::Json => return Err(Report::new("it has JSON")),
        };
        let Some(input) = input else {
            parts.push(Part { key: number.to_string(), text, object: None });
            continue;
        };
        let identity = Identity::of(&input.document()?);
        if !identity.is_object() {
            return Err(Report::new("it has a document that is no Kubernetes object"));
        }
        // An object with a new apiVersion is still the same object.
        let key = Identity { api_version: None, ..identity.clone() }.to_string();
        parts.push(Part { key, text, object: Some((input, identity)) });
    }
    Ok(parts)
}

/// Finds the objects that one side renamed, and gives them the keys of their originals. A renamed
/// object is a new one of the same kind, with the same name in a different namespace, or else with at
/// least half of its lines unchanged. `O(n)` in the objects: after `MAX_COMPARED` comparisons of texts
/// the remaining objects count as new.
fn follow_renames(original: &[Part<'_>], side: &mut [Part<'_>], other: &[Part<'_>]) {
    let keys = |parts: &[Part<'_>]| parts.iter().map(|it| it.key.clone()).collect::<HashSet<_>>();
    let (before, now, others) = (keys(original), keys(side), keys(other));
    let is_new = |part: &Part<'_>| !before.contains(&part.key) && !others.contains(&part.key);
    let id = |part: &Part<'_>| {
        let (_, identity) = part.object.as_ref()?;
        Some((identity.kind.clone()?, identity.name.clone()))
    };
    let mut by_name = HashMap::new();
    for (at, part) in side.iter().enumerate().filter(|(_, part)| is_new(part)).rev() {
        by_name.extend(id(part).map(|id| (id, at)));
    }
    let removed = original.iter().filter(|part| !now.contains(&part.key));
    let removed: Vec<_> = removed.filter_map(|part| Some((id(part)?, part))).collect();
    let mut renamed = HashMap::new();
    let mut rest = Vec::new();
    for (id, part) in removed {
        match by_name.remove(&id) {
            Some(at) => drop(renamed.insert(at, part.key.clone())),
            None => rest.push((id.0, part)),
        }
    }
    let mut by_kind = HashMap::<_, Vec<_>>::new();
    for (at, part) in side.iter().enumerate().filter(|(_, part)| is_new(part)) {
        if let Some((kind, _)) = id(part).filter(|_| !renamed.contains_key(&at)) {
            by_kind.entry(kind).or_default().push(at);
        }
    }
    let mut compared = 0;
    for (kind, part) in rest {
        let Some(new) = by_kind.get_mut(&kind) else { continue };
        let found =
            new.iter().take(MAX_COMPARED - compared).enumerate().filter_map(|(place, at)| {
                compared += 1;
                let likeness = lines::likeness(part.text, side[*at].text);
                (likeness >= 0.5).then_some((likeness, place))
            });
        if let Some((_, place)) = found.max_by(|one, other| one.0.total_cmp(&other.0)) {
            renamed.insert(new.remove(place), part.key.clone());
        }
    }
    for (at, key) in renamed {
        side[at].key = key;
    }
}

/// The two merged texts of a document that both sides have.
fn both(
    original: Option<&Part<'_>>,
    [ours, theirs]: [&Part<'_>; 2],
    schemas: &Schemas,
    conflicts: &mut Vec<String>,
) -> Result<[String; 2], Report> {
    // If both sides agree or only one changed the text, it is taken as it is.
    let before = original.map(|part| part.text);
    if ours.text == theirs.text || before == Some(theirs.text) {
        return Ok([ours.text, ours.text].map(str::to_owned));
    }
    if before == Some(ours.text) {
        return Ok([theirs.text, theirs.text].map(str::to_owned));
    }
    let (Some((our_input, identity)), Some((their_input, _))) = (&ours.object, &theirs.object)
    else {
        let before = before.map_or_else(|| lines::shared(ours.text, theirs.text), str::to_owned);
        return Ok(lines::merged([&before, ours.text, theirs.text], false));
    };
    let base = original.and_then(|part| part.object.as_ref()).map(|(input, _)| input);
    let schema = schemas.known_or_free_form(identity)?;
    let options = Options::kubernetes()
        .unknown_fields(UnknownFields::Replace)
        .limits(Limits::new().max_depth(MAX_DEPTH).max_bytes(usize::MAX));
    let empty = Document::from_json("{}")?;
    let before_value = base.map_or(Ok(empty), Input::document)?;
    let values = smp_core::merge(
        &before_value,
        &our_input.document()?,
        &their_input.document()?,
        &schema,
        &options,
    );
    let values = values.map_err(|error| Report::new(error.to_string()))?;
    conflicts.extend(values.conflicts.iter().map(|path| format!("{}: {path}", ours.key)));
    if values.conflicts.is_empty()
        && let Some(before) = before
    {
        let [text, other] = lines::merged([before, ours.text, theirs.text], false);
        if text == other && has_value(&text, &values.ours) {
            return Ok([text.clone(), text]);
        }
    }
    let text = |value: &Document<'_>, is_ours: bool| -> Result<String, Report> {
        let [our_text, their_text] =
            [with_value(our_input, value)?, with_value(their_input, value)?];
        let before = match base {
            Some(base) => with_value(base, value)?,
            None => lines::shared(&our_text, &their_text),
        };
        let [with_ours, with_theirs] = lines::merged([&before, &our_text, &their_text], true);
        let (text, own) = if is_ours { (with_ours, our_text) } else { (with_theirs, their_text) };
        // If each side keeps its own text, markers surround the whole difference.
        Ok(if has_value(&text, value) { text } else { own })
    };
    Ok([text(&values.ours, true)?, text(&values.theirs, false)?])
}

/// The text of a document, edited to have a new value.
fn with_value(input: &Input<'_>, value: &Document<'_>) -> Result<String, Report> {
    let yaml = input.yaml().ok_or_else(|| Report::new("it has JSON"))?;
    let (tree, json) = &*yaml;
    let updated = smp_yaml::update(tree, json, value);
    updated.map(|it| it.text).map_err(|error| Report::new(error.message()))
}

/// Whether the document in a text has this value and no repeated keys.
fn has_value(text: &str, value: &Document<'_>) -> bool {
    let mut warnings = Vec::new();
    let tree = smp_yaml::parse(text).ok().flatten();
    let Some(json) = tree.and_then(|tree| tree.to_json(&mut warnings).ok()) else { return false };
    let found = Document::from_json(json.as_str());
    found.is_ok_and(|found| found == *value)
        && !warnings.iter().any(smp_yaml::Warning::is_repeated_key)
}
