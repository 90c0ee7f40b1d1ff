//! The new text of a document in the place of the old, with what stands around
//! it.

use smp_core::Document;

use crate::input::{Format, Input};
use crate::output::{JSON_INDENT, render};
use crate::report::Report;

/// The text of the piece that a document was read from, with what became of the
/// document; `None` if that is the same. `O(n)`.
pub(crate) fn rewrite(
    input: &Input<'_>,
    document: &Document<'_>,
) -> Result<Option<String>, Report> {
    if is_same(input, document)? {
        return Ok(None);
    }
    let (before, body, after) = input.surroundings();
    let mut text = String::new();
    render(document, input.format().into(), input.layout(), &mut text)?;
    if input.format() == Format::Json {
        // It has its own line break after it.
        text.truncate(text.trim_end_matches('\n').len());
    } else if !before.is_empty() && !before.ends_with(['\n', '\r']) {
        // A `---`, after which the old text went on.
        text.insert(0, '\n');
    }
    let first_line = if before.contains('\n') { before } else { body }.split('\n').next();
    if first_line.is_some_and(|line| line.ends_with('\r')) {
        text = text.replace('\n', "\r\n");
    }
    Ok(Some([before, &text, after].concat()))
}

/// Whether it would be printed alike, spaces apart.
fn is_same(input: &Input<'_>, document: &Document<'_>) -> Result<bool, Report> {
    if document.to_json() == input.json() {
        return Ok(true);
    }
    let pretty = |document: &Document<'_>| document.to_json_pretty(JSON_INDENT);
    Ok(match (pretty(&input.document()?), pretty(document)) {
        (Ok(before), Ok(after)) => before == after,
        // Too deep to look at.
        _ => false,
    })
}
