//! A preview of changes in objects, field by field.

use smp_core::{Document, Options, Path, Role, Schema, Segment, changes};
use smp_openapi::LayeredSchema;

use super::engine_error::{Part, engine_error};
use crate::args::{DiffStyle, MadePatchType, PreviewArgs};
use crate::identity::Identity;
use crate::input::Input;
use crate::preview::{FieldsView, Paint, Reason};
use crate::report::Report;
use crate::schemas::{Schemas, is_custom};

/// Draws the changes of objects.
pub(super) struct FieldsPreview<'r> {
    pub(super) paint: Paint,
    pub(super) schemas: &'r Schemas,
    options: Options,
    pub(super) explain: bool,
}

/// The rules by which an object changes, shown on request (`--explain`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// The same words for every field.
    Always(&'static str),
    /// The rule that the schema has for each field.
    Schema,
}

impl Why {
    /// The rule of JSON merge patches.
    pub(super) const MERGE: Self =
        Self::Always("JSON merge patch: objects merge, lists are replaced");
    /// The rule of JSON patches.
    pub(super) const JSON: Self = Self::Always("JSON patch: the operations say what changes");

    /// The rules for a patch of this type on an object.
    pub(super) fn of(patch_type: MadePatchType, object: &Identity) -> Self {
        match patch_type {
            MadePatchType::Merge => Self::MERGE,
            MadePatchType::Auto if is_custom(object) => Self::MERGE,
            MadePatchType::Json => Self::JSON,
            MadePatchType::Auto | MadePatchType::Strategic => Self::Schema,
        }
    }
}

impl<'r> FieldsPreview<'r> {
    pub(super) fn new(explain: bool, schemas: &'r Schemas, options: Options) -> Self {
        Self { paint: Paint::of_stdout(), schemas, options, explain }
    }

    /// The preview that the arguments ask for: `None` if it is not a tree of fields.
    pub(super) fn of(
        args: PreviewArgs,
        schemas: &'r Schemas,
        options: &Options,
    ) -> Result<Option<Self>, Report> {
        match args.diff {
            Some(DiffStyle::Fields) => Ok(Some(Self::new(args.explain, schemas, options.clone()))),
            Some(DiffStyle::Text) | None if args.explain => Err(only_for_fields()),
            Some(DiffStyle::Text) | None => Ok(None),
        }
    }

    /// The changes of an object that both documents have; empty if there are none. Without a given
    /// schema, the schema of the kind is used if it is known.
    pub(super) fn changes(
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
        let found = changes(before, after, &schema, &self.options)
            .map_err(|error| engine_error(&error, parts))?;
        let named = match why {
            Why::Schema if self.explain => self.schemas.layered(identity)?,
            _ => None,
        };
        let layer = |path: &Path| named.as_ref().map(|named| layer(named, path));
        let reason = match why {
            _ if !self.explain => Reason::Hidden,
            Why::Always(text) => Reason::Fixed(text),
            Why::Schema => Reason::Schema(&layer),
        };
        Ok(FieldsView { paint: self.paint, reason }.changes(title, &found))
    }

    /// An object that is new.
    pub(super) fn added(&self, title: &str, object: &Document<'_>) -> String {
        self.view().added(title, &object.to_json())
    }

    /// An object that is removed.
    pub(super) fn removed(&self, title: &str, object: &Document<'_>) -> String {
        self.view().removed(title, &object.to_json())
    }

    fn view(&self) -> FieldsView<'_> {
        FieldsView { paint: self.paint, reason: Reason::Hidden }
    }
}

/// The error about `--explain` with another style.
pub(super) fn only_for_fields() -> Report {
    Report::new("--explain needs the output of fields")
        .help("give --diff=fields, or -o fields with smp diff")
}

/// The layer that defines the list or object at a path.
fn layer(named: &LayeredSchema, path: &Path) -> String {
    let fields: Vec<&str> = path
        .segments()
        .filter_map(|step| match step {
            Segment::Field(name) => Some(name.as_str()),
            Segment::Index(_) | Segment::Key(_) => None,
        })
        .collect();
    named.layer(&fields).to_owned()
}

/// The name of an object of a file, for the line above its changes.
pub(super) fn title_in(identity: &Identity, input: &Input<'_>) -> String {
    format!("{identity} ({})", input.source().name())
}

/// The versions of an object of one document, for errors.
pub(super) fn versions<'p>(input: &'p Input<'p>, at: &'p [Segment]) -> [Part<'p>; 2] {
    [Role::Original, Role::Modified].map(|role| Part { role, input, at })
}
