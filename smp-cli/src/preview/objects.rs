//! A preview of changes in objects by path, each with the old and the new value, with colours.
//!
//! The first column says what happened to a value: `+` added, `-` removed, `~` changed, `>` moved
//! within its list.

use anstyle::Style;
use smp_core::{Document, MergeRule, Options, Path, Role, Schema, changes};
use smp_yaml::{outline, rule_in_words};

use super::paint::{Paint, REMARK, TITLE, style};
use crate::args::{DiffStyle, MadePatchType, PreviewArgs};
use crate::engine_error::engine_error;
use crate::identity::Identity;
use crate::masking::masked;
use crate::place::{ObjectPlace, Part};
use crate::report::{Report, escape};
use crate::schemas::{Schemas, fields_on_path, is_custom};

/// Shows the changes of objects.
pub(crate) struct FieldsPreview<'r> {
    pub(crate) paint: Paint,
    pub(crate) schemas: &'r Schemas,
    options: Options,
    pub(crate) explain: bool,
}

/// The rules by which an object changes, shown on request (`--explain`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// The same words for every field.
    Always(&'static str),
    /// The rule that the schema has for each field.
    Schema,
}

impl Why {
    /// The rule of JSON merge patches.
    pub(crate) const MERGE: Self =
        Self::Always("JSON merge patch: objects merge, lists are replaced");
    /// The rule of JSON patches.
    pub(crate) const JSON: Self = Self::Always("JSON patch: the operations say what changes");

    /// The rules for a patch of this type on an object.
    pub(crate) fn of(patch_type: MadePatchType, object: &Identity) -> Self {
        match patch_type {
            MadePatchType::Merge => Self::MERGE,
            MadePatchType::Auto if is_custom(object) => Self::MERGE,
            MadePatchType::Json => Self::JSON,
            MadePatchType::Auto | MadePatchType::Strategic => Self::Schema,
        }
    }
}

impl<'r> FieldsPreview<'r> {
    pub(crate) fn new(explain: bool, schemas: &'r Schemas, options: Options) -> Self {
        Self { paint: Paint::of_stdout(), schemas, options, explain }
    }

    /// The preview that the arguments request; `None` if it is not a tree of fields.
    pub(crate) fn of(
        args: PreviewArgs,
        schemas: &'r Schemas,
        options: &Options,
    ) -> Result<Option<Self>, Report> {
        match args.diff {
            Some(DiffStyle::Fields) => Ok(Some(Self::new(args.explain, schemas, options.clone()))),
            Some(DiffStyle::Text | DiffStyle::Patch) | None if args.explain => {
                Err(only_for_fields())
            }
            Some(DiffStyle::Text | DiffStyle::Patch) | None => Ok(None),
        }
    }

    /// The changes of an object between two documents; empty if it does not change. Without a given
    /// schema, the schema of the kind is used if it is known.
    pub(crate) fn changes(
        &self,
        (title, identity): (&str, &Identity),
        (before, after): (&Document<'_>, &Document<'_>),
        (schema, why): (Option<&Schema>, Why),
        parts: &[Part<'_>],
    ) -> Result<String, Report> {
        let schema = match schema {
            Some(schema) => schema.clone(),
            None => self.schemas.known_or_free_form(identity)?,
        };
        let masked = masked(identity.kind.as_deref(), [before, after])?;
        let (before, after) = masked.as_ref().map_or((before, after), |[old, new]| (old, new));
        let found = changes(before, after, &schema, &self.options)
            .map_err(|error| engine_error(&error, parts))?;
        if found.is_empty() {
            return Ok(String::new());
        }
        let why = self.explain.then_some(why);
        let layered = match why {
            Some(Why::Schema) => self.schemas.layered(identity)?,
            _ => None,
        };
        let in_words = |rule: &MergeRule, path: &Path| {
            let words = rule_in_words(rule);
            match &layered {
                Some(layered) => {
                    format!("{words}, from {}", layered.layer(&fields_on_path(path.segments())))
                }
                None => words,
            }
        };
        let (remark, rules) = match why {
            None => (None, None),
            Some(Why::Always(text)) => (Some(text.to_owned()), None),
            Some(Why::Schema) => {
                let root = smp_yaml::__root_rule(&found);
                (root.map(|(rule, path)| in_words(rule, path)), Some(&in_words as _))
            }
        };
        let mut out = String::new();
        self.line(&mut out, TITLE, &escape(title), &remark.unwrap_or_default());
        for line in outline(&found, rules) {
            self.line(&mut out, style(line.sign), &escape(&line.indented()), &line.remark);
        }
        Ok(out)
    }

    /// The changes of an object of a file, as [`changes`](Self::changes).
    pub(crate) fn in_file(
        &self,
        place: ObjectPlace<'_>,
        versions: (&Document<'_>, &Document<'_>),
        rules: (Option<&Schema>, Why),
    ) -> Result<String, Report> {
        let parts = [Role::Original, Role::Modified].map(|role| (role, place));
        self.changes((&title_in_file(place), place.identity), versions, rules, &parts)
    }

    /// An object of a file that is removed.
    pub(crate) fn removed_in_file(
        &self,
        place: ObjectPlace<'_>,
        object: &Document<'_>,
    ) -> Result<String, Report> {
        self.one_sided('-', (&title_in_file(place), place.identity), object)
    }

    /// An object that is new or, with the sign `-`, removed.
    pub(crate) fn one_sided(
        &self,
        sign: char,
        (title, identity): (&str, &Identity),
        object: &Document<'_>,
    ) -> Result<String, Report> {
        let masked = masked(identity.kind.as_deref(), [object])?;
        let object = masked.as_ref().map_or(object, |[masked]| masked);
        let mut yaml = String::new();
        // A value that cannot be written as YAML is shown as JSON.
        if smp_yaml::write(object, &mut yaml).is_err() {
            yaml = object.to_json();
        }
        let what = if sign == '-' { "removed" } else { "added" };
        let mut out = String::new();
        self.line(&mut out, style(sign).bold(), &format!("{}: {what}", escape(title)), "");
        for line in yaml.lines() {
            self.line(&mut out, style(sign), &format!("{sign} {}", escape(line)), "");
        }
        Ok(out)
    }

    /// Adds a line, with a remark at its end.
    fn line(&self, out: &mut String, style: Style, text: &str, remark: &str) {
        self.paint.push(out, style, text.trim_end());
        if !remark.is_empty() {
            out.push_str("  ");
            self.paint.push(out, REMARK, &format!("# {}", escape(remark)));
        }
        out.push('\n');
    }

    /// A line below the changes of an object.
    pub(crate) fn remark(&self, mark: &str, text: &str) -> String {
        let line = self.paint.line(text).replace(['\n', '\r'], " ");
        format!("{mark}{line}\n")
    }
}

/// The error about `--explain` with a style that cannot show it.
pub(crate) fn only_for_fields() -> Report {
    Report::new("--explain needs the output of fields")
        .help("give --diff=fields, or -o fields with smp diff")
}

/// The name of an object of a file, for the line above its changes.
fn title_in_file(place: ObjectPlace<'_>) -> String {
    format!("{} ({})", place.identity, place.input.source().name())
}
