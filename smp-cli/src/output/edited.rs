//! The new text of a document, with the unchanged text around it.

use smp_core::Document;
use smp_yaml::Tree;

use super::render::{cannot_write, render};
use crate::input::{Format, Input, JSON_INDENT};
use crate::report::{CappedReports, Report};

/// The piece that a document was read from, with the result in place of the document; `None` if the
/// document has not changed. YAML keeps its comments and layout, unless `reformat`. `O(n)`.
pub(crate) fn replacement_text(
    input: &Input<'_>,
    document: &Document<'_>,
    reformat: bool,
    warnings: &mut CappedReports,
) -> Result<Option<String>, Report> {
    if let Some(text) = edited_yaml(input, document, reformat, warnings)? {
        return Ok(Some(text).filter(|text| text != input.text()));
    }
    if is_same(input, document)? {
        return Ok(None);
    }
    let (before, body, after) = input.parts_of_piece();
    let (body, trailing) = without_trailing_lines(input, before, body);
    let mut text = String::new();
    render(document, input.format(), input.indent(), &mut text)?;
    // The line break after a JSON document is in the text around it. The last line of a YAML file need
    // not have one, but for many parsers the line breaks of a block scalar belong to its value.
    let same = |text: &str| has_value(parsed(text).map(Tree::of_patch), &document.to_json());
    if let Some(line) = text.strip_suffix('\n')
        && (input.format() == Format::Json || (!body.ends_with(['\n', '\r']) && same(line)))
    {
        text.truncate(line.len());
    }
    if input.format() == Format::Yaml && !before.is_empty() && !before.ends_with(['\n', '\r']) {
        // After a `---` on the same line.
        text.insert(0, '\n');
    }
    if input.has_crlf() {
        text = text.replace('\n', "\r\n");
    }
    Ok(Some([before, &text, trailing, after].concat()))
}

/// The text of a YAML document, edited to have a new value, with its comments and layout; `None` for
/// JSON, and if `reformat`.
pub(crate) fn edited_yaml(
    input: &Input<'_>,
    document: &Document<'_>,
    reformat: bool,
    warnings: &mut CappedReports,
) -> Result<Option<String>, Report> {
    let read = input.yaml().filter(|_| !reformat);
    let Some((tree, json)) = read.as_deref() else { return Ok(None) };
    let edited =
        smp_yaml::update(tree, json, document).map_err(|error| cannot_write(&error.message()))?;
    for note in edited.notes {
        warnings.push(|| input.note(note));
    }
    Ok(Some(edited.text))
}

/// Splits off the lines at the end of a YAML document that are blank or comments, and not part of a
/// value. In a block scalar `|+`, blank lines are part of the value. So the document without them must
/// have the same value.
fn without_trailing_lines<'t>(
    input: &Input<'_>,
    before: &str,
    body: &'t str,
) -> (&'t str, &'t str) {
    let is_blank = |line: &&str| matches!(line.trim_ascii().chars().next(), None | Some('#'));
    let trailing = body.split_inclusive('\n').rev().take_while(is_blank);
    let (document, trailing) = body.split_at(body.len() - trailing.map(str::len).sum::<usize>());
    let same = || has_value(parsed(&[before, document].concat()), input.json());
    if input.format() == Format::Json || trailing.is_empty() || !same() {
        return (body, "");
    }
    (document, trailing)
}

/// The document of a YAML text, if it has one.
fn parsed(text: &str) -> Option<Tree<'_>> {
    smp_yaml::parse(text).ok().flatten()
}

/// Whether a document has this value, as JSON.
fn has_value(tree: Option<Tree<'_>>, json: &str) -> bool {
    let found = tree.and_then(|tree| tree.to_json(&mut Vec::new()).ok());
    found.is_some_and(|found| found.as_str() == json)
}

/// Whether the document and the result are the same, apart from white space.
fn is_same(input: &Input<'_>, document: &Document<'_>) -> Result<bool, Report> {
    if document.to_json() == input.json() {
        return Ok(true);
    }
    // Documents that are nested too deep are not compared.
    let pretty = |document: &Document<'_>| document.to_json_pretty(JSON_INDENT).ok();
    let both = pretty(&input.document()?).zip(pretty(document));
    Ok(both.is_some_and(|(before, after)| before == after))
}
