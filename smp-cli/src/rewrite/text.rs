//! The new text of a document, with the unchanged text around it.

use smp_core::Document;

use crate::input::{Format, Input};
use crate::output::{JSON_INDENT, render};
use crate::report::Report;

/// The piece that a document was read from, with the result in place of the
/// document; `None` if the document has not changed. `O(n)`.
pub(crate) fn replacement_text(
    input: &Input<'_>,
    document: &Document<'_>,
) -> Result<Option<String>, Report> {
    if is_same(input, document)? {
        return Ok(None);
    }
    let (before, body, after) = input.parts_of_piece();
    let mut text = String::new();
    render(document, input.format().into(), input.layout(), &mut text)?;
    if input.format() == Format::Json {
        // The line break after the document is in the text around it.
        text.truncate(text.trim_end_matches('\n').len());
    } else if !before.is_empty() && !before.ends_with(['\n', '\r']) {
        // After a `---` on the same line.
        text.insert(0, '\n');
    }
    let first_line = if before.contains('\n') { before } else { body }.split('\n').next();
    if first_line.is_some_and(|line| line.ends_with('\r')) {
        text = text.replace('\n', "\r\n");
    }
    Ok(Some([before, &text, after].concat()))
}

/// Whether the document and the result are the same, white space apart.
fn is_same(input: &Input<'_>, document: &Document<'_>) -> Result<bool, Report> {
    if document.to_json() == input.json() {
        return Ok(true);
    }
    let pretty = |document: &Document<'_>| document.to_json_pretty(JSON_INDENT);
    Ok(match (pretty(&input.document()?), pretty(document)) {
        (Ok(before), Ok(after)) => before == after,
        // Nested too deep to be compared.
        _ => false,
    })
}
