//! Values and keys that kubectl reads differently.

use core::ops::Range;

/// A place of a document that kubectl reads differently, or where a value of the document has no effect.
#[derive(Debug, Clone)]
pub struct Warning {
    pub(crate) difference: Difference,
    /// The place, in bytes.
    pub span: Range<usize>,
}

#[derive(Debug, Clone)]
pub(crate) enum Difference {
    /// A value such as `yes`, which is read as a string.
    Boolean(bool),
    /// A key such as `1.10`, and what kubectl makes of it.
    Key(String),
    /// A key in `{a:, b: 1}`, which is `a:` for kubectl.
    KeyWithColon,
    /// A key that is in a mapping twice, and the place of the one whose value counts.
    DuplicateKey(Range<usize>),
    /// A merge after this key of the same mapping.
    MergeAfterKey(String),
    /// An anchor with characters that YAML 1.1 does not have in a name.
    Anchor,
    /// A character that is a line break only in YAML 1.1.
    LineBreak,
}

impl Warning {
    /// Whether a key is in one mapping twice; strict readers refuse that.
    #[must_use]
    pub fn is_repeated_key(&self) -> bool {
        matches!(self.difference, Difference::DuplicateKey(_))
    }

    /// For a key that is in one mapping twice, the place of the one whose value counts, in bytes.
    #[must_use]
    pub fn counting_key(&self) -> Option<Range<usize>> {
        match &self.difference {
            Difference::DuplicateKey(counts) => Some(counts.clone()),
            _ => None,
        }
    }

    /// The title, label and help of the message. `text` is the text at the place.
    #[must_use]
    pub fn message(&self, text: &str) -> (String, String, String) {
        let quote = "quote it to get the same in both".to_owned();
        match &self.difference {
            Difference::Boolean(value) => (
                format!("{text:?} is read as a string"),
                format!("kubectl reads this as {value}"),
                format!("write {value} for the boolean, or quote the string"),
            ),
            Difference::Key(key) => (
                format!("the key {text:?} is read as it is written"),
                format!("kubectl reads this as {key:?}"),
                quote,
            ),
            Difference::KeyWithColon => (
                format!("{text:?} is read as a key"),
                format!("kubectl reads this as {:?}", format!("{text}:")),
                "write a value or a space after the colon".to_owned(),
            ),
            Difference::DuplicateKey(_) => (
                format!("the key {text:?} is in one mapping twice"),
                "the last value is taken, as by kubectl".to_owned(),
                "keep one of the two".to_owned(),
            ),
            Difference::MergeAfterKey(key) => (
                format!("the merge does not change {key:?}, which the mapping has itself"),
                format!("kubectl takes {key:?} from the merge, because it comes later"),
                "write << at the beginning of the mapping".to_owned(),
            ),
            Difference::Anchor => (
                format!("{text:?} is read as an anchor"),
                "kubectl refuses this, or reads a part of it as the value".to_owned(),
                "name anchors with letters, digits, - and _".to_owned(),
            ),
            Difference::LineBreak => (
                "a character is read as text".to_owned(),
                "kubectl reads this as a line break".to_owned(),
                "write it as an escape in double quotes".to_owned(),
            ),
        }
    }
}
