//! Edits a text so that its document gets a new value.

mod beside;
mod changed_lines;
mod check;
mod editor;
mod flow;
mod gaps;
mod layout;
mod list;
mod mapping;
mod matching;
mod plan;
mod render;
mod scalar;
mod style;

use core::ops::Range;

use smp_core::{Document, Options, PatchInput, TypeRef};

use crate::error::Error;
use crate::read::{Json, parse, parse_within};
use crate::tree::Tree;

/// A text with edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The new text.
    pub text: String,
    /// Remarks on edits that changed more than the values that differ, with places in the old text.
    pub notes: Vec<Note>,
}

/// A remark on a part that had to be written differently, such as an alias.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The text of the remark.
    pub message: String,
    /// The place in the text before the edits, in bytes.
    pub span: Range<usize>,
}

/// The maximum number of tries; each one rewrites larger parts.
const MAX_TRIES: usize = 8;

/// The reason why an edit cannot be made. A part of the document is then rewritten.
#[derive(Debug)]
pub(crate) enum EditError {
    Read(Error),
    Document(smp_core::Error),
    /// Nested too deep to be written.
    Depth(String),
    /// The text has a form in which the edit can't be made.
    Inexpressible,
}

impl From<smp_core::Error> for EditError {
    fn from(error: smp_core::Error) -> Self {
        Self::Document(error)
    }
}

/// Applies a strategic merge patch to a YAML document, and changes only the lines that the patch changes:
/// comments, blank lines, indentation, quotes, flow style, order and anchors stay. The text has one
/// document; comments and markers may surround it.
///
/// The value of the result is what [`smp_core::apply`] gives for the value of the text. This
/// is checked each time. If the patch changes nothing, the text is the same.
///
/// `O(n)` to read the text and the result; the edits take time in proportion to the size of the lists and
/// mappings that contain them.
///
/// # Errors
///
/// Text that is not a YAML document, and the errors of [`smp_core::apply`].
///
/// ```
/// use smp_core::{Options, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let text = "replicas: 2  # see the budget\nimage:   'web:1'\n";
/// let patch = r#"{"replicas": 3}"#;
/// let edited = smp_yaml::edit(text, patch, &schema, &Options::default())?;
/// assert_eq!(edited.text, "replicas: 3  # see the budget\nimage:   'web:1'\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn edit<'s>(
    text: &str,
    patch: impl PatchInput,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Edited, Error> {
    let Some(tree) = parse(text)? else { return Err(Error::new("the text has no document")) };
    let json = tree.to_json(&mut Vec::new())?;
    let result = smp_core::apply(json.as_str(), patch, ty, options)?;
    update(&tree, &json, &Document::from_json(&result)?)
}

/// Gives the document of a text a new value, with the edits that [`edit`] makes. `json` is its current
/// value, from [`Tree::to_json`].
///
/// # Errors
///
/// A value that YAML cannot express: nested deeper than 128 levels, or with a number such as `1e400`.
///
/// ```
/// use smp_core::Document;
/// let tree = smp_yaml::parse("a: [1, 2]  # numbers\n")?.expect("it has content");
/// let json = tree.to_json(&mut Vec::new())?;
/// let new = Document::from_json(r#"{"a":[1,2,3]}"#)?;
/// let edited = smp_yaml::update(&tree, &json, &new)?;
/// assert_eq!(edited.text, "a: [1, 2, 3]  # numbers\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn update(tree: &Tree<'_>, json: &Json, new: &Document<'_>) -> Result<Edited, Error> {
    let new_json = new.json();
    if new_json == json.as_str() {
        return Ok(Edited { text: tree.text.to_owned(), notes: Vec::new() });
    }
    // Read from its text, so that a part of it is opened and compared without copying its contents.
    let new = &Document::from_json(&new_json)?;
    let line_break = tree.line_ending();
    // Lines that end with only a CR are found like those that end with LF, which has the same length.
    let with_feeds = with_line_feeds(tree.text);
    let of_lines = with_feeds.as_deref().map(|text| parse_within(text, tree.limits));
    let of_lines = of_lines.transpose()?.flatten();
    let of_lines = of_lines.as_ref().unwrap_or(tree);
    // The first try keeps everything as it is written. If that gives a wrong value, the deepest parts that
    // change are rewritten, then those around them.
    let mut rewrite_depth = usize::MAX;
    loop {
        let mut editor = editor::Editor::new(of_lines, json, line_break, rewrite_depth);
        let done = editor.document(new);
        let deepest = editor.deepest;
        match done {
            Ok(()) => {
                let (text, notes) = editor.finish(tree.text);
                if check::is_right(tree, json, &text, &new_json) {
                    return Ok(Edited { text, notes });
                }
            }
            Err(EditError::Depth(message)) => return Err(Error::new(message)),
            Err(EditError::Document(error)) => return Err(error.into()),
            Err(EditError::Read(error)) => return Err(error),
            Err(EditError::Inexpressible) => {}
        }
        let step = 1 + deepest / MAX_TRIES;
        rewrite_depth = rewrite_depth.min(deepest + 1).saturating_sub(step);
        // The whole document is rewritten below.
        if rewrite_depth < 2 {
            break;
        }
    }
    let text = check::written_anew(of_lines, new, line_break)?;
    if !check::has_value(&text, &new_json, tree.limits) {
        return Err(Error::new("the result can't be written in YAML so that it is read again"));
    }
    let message = "the document is written anew, without comments".to_owned();
    Ok(Edited { text, notes: vec![Note { message, span: 0..0 }] })
}

/// The text with LF in place of each CR that is not followed by LF; `None` if there is no such CR.
fn with_line_feeds(text: &str) -> Option<String> {
    let rest = |at: usize| text.get(at + 1..).unwrap_or_default();
    let is_lone = |at: usize| !rest(at).starts_with('\n');
    memchr::memchr_iter(b'\r', text.as_bytes()).any(is_lone).then(|| {
        let letter = |(at, letter)| if letter == '\r' && is_lone(at) { '\n' } else { letter };
        text.char_indices().map(letter).collect()
    })
}
