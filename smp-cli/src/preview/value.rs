//! Values as they are shown.

use smp_core::{Document, View};

/// A value as YAML.
#[derive(Debug)]
pub(super) enum Shown {
    /// A value on one line: a scalar, `{}` or `[]`.
    Line(String),
    /// Text of several lines.
    Text(String),
    /// An object or a list.
    Block(String),
}

impl Shown {
    /// The YAML of a value. JSON text that cannot be written as YAML stays as it is.
    pub(super) fn of(json: &str) -> Self {
        let Ok(document) = Document::from_json(json) else { return Self::Line(json.to_owned()) };
        let mut yaml = String::new();
        if smp_yaml::write(&document, &mut yaml).is_err() {
            return Self::Line(json.to_owned());
        }
        match document.view() {
            Ok(View::String(text)) if text.trim_end_matches('\n').contains('\n') => {
                Self::Text(text.into_owned())
            }
            Ok(View::List(_) | View::Object(_)) if yaml.len() > "{}\n".len() => Self::Block(yaml),
            Ok(View::String(text)) if text.ends_with('\n') => {
                Self::Line(serde_json::Value::from(text).to_string())
            }
            _ => Self::Line(yaml.trim_end_matches('\n').to_owned()),
        }
    }

    /// The lines of the value.
    pub(super) fn text(&self) -> &str {
        let (Self::Line(text) | Self::Text(text) | Self::Block(text)) = self;
        text
    }
}
