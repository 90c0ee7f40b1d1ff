//! Inputs as documents: reading them, and writing results in their form.

use core::ops::Range;

use smp_core::{Document, Role};
use smp_yaml::Format;

use crate::failure::Failure;
use crate::input::{Content, Input, Place, Whole};
use crate::json;

impl<'r> Input<'r> {
    /// The document at this place of a text.
    pub(crate) fn read(
        whole: Whole<'r>,
        range: Range<usize>,
        format: Format,
    ) -> Result<Option<Self>, Failure> {
        let text = whole.text.get(range.clone()).unwrap_or_default();
        let input = |content| Some(Self::within(whole, range.clone(), content));
        if format == Format::Json {
            return Ok(input(Content::Json(text)));
        }
        let failed = |error: smp_yaml::Error| {
            let span = error.span().map(|span| span.start + range.start..span.end + range.start);
            let place = span.map(|span| Place::of(whole, span));
            Failure::new("invalid_yaml", error.message()).in_text(whole.name, place)
        };
        let Some(tree) = smp_yaml::parse(text).map_err(failed)? else { return Ok(None) };
        let tree = if whole.is_patch { tree.of_patch() } else { tree };
        let json = tree.to_json(&mut Vec::new()).map_err(failed)?;
        Ok(input(Content::Yaml(Box::new((tree, json)))))
    }

    pub(crate) fn document(&self) -> Result<Document<'_>, Failure> {
        Document::from_json(self.json()).map_err(|error| self.failed(&error, Role::Live))
    }

    /// An error about this input only.
    pub(crate) fn failed(&self, error: &smp_core::Error, role: Role) -> Failure {
        Failure::of(error, &[(error.document().unwrap_or(role), self)])
    }

    /// A document as a JSON value of an answer, in the form of this input: a string if the input is
    /// a text.
    pub(crate) fn output(&self, document: &Document<'_>) -> Result<String, Failure> {
        match &self.content {
            Content::Value(_) => Ok(document.to_json()),
            _ => Ok(json(&self.text_of(document)?)),
        }
    }

    /// A new document in the format of this one.
    pub(crate) fn text_of(&self, document: &Document<'_>) -> Result<String, Failure> {
        let mut text = String::new();
        match &self.content {
            Content::Yaml(_) => smp_yaml::write(document, &mut text)
                .map_err(|error| Failure::new("cannot_write", error))?,
            Content::Json(old) if old.contains('\n') => {
                text =
                    document.to_json_pretty(2).map_err(|error| self.failed(&error, Role::Live))?;
            }
            Content::Json(_) | Content::Value(_) => text = document.to_json(),
        }
        Ok(text)
    }

    /// This text with a new value: YAML keeps its comments and layout.
    pub(crate) fn edited(&self, document: &Document<'_>) -> Result<String, Failure> {
        let Content::Yaml(read) = &self.content else { return self.text_of(document) };
        let edited = smp_yaml::update(&read.0, &read.1, document);
        Ok(edited.map_err(|error| Failure::new("cannot_write", error.message()))?.text)
    }

    /// As [`output`](Self::output), for a change of this input.
    pub(crate) fn changed(&self, document: &Document<'_>) -> Result<String, Failure> {
        match &self.content {
            Content::Value(_) => Ok(document.to_json()),
            _ => Ok(json(&self.edited(document)?)),
        }
    }
}
