//! The types of patches that `smp diff` and `smp apply` make.

use smp_core::{Document, Path, Schema};
use smp_json_patch::{Error, merge_diff};

use super::schemaless::{json_patch_between, schemaless_error};
use crate::args::MadePatchType;
use crate::checks::Ruleset;
use crate::identity::Identity;
use crate::input::Input;
use crate::objects::SetObject;
use crate::report::{Messages, Report, Rule, say};
use crate::schemas::{Schemas, free_form, free_form_of, is_custom};

/// The type of the patch for an object, with the schema that makes it.
pub(crate) enum Maker {
    /// A strategic merge patch, by this schema.
    Strategic(Schema),
    Merge(MergeMaker),
    Json(Schema),
}

/// The maker of a JSON merge patch.
pub(crate) struct MergeMaker {
    /// A schema without fields.
    free_form: Schema,
    /// The schema that says where null is a value.
    nulls: Schema,
    /// Whether `nulls` is the schema of the kind.
    is_known: bool,
    /// Whether a JSON patch may be made instead.
    is_auto: bool,
}

impl Maker {
    /// The maker for an object, and all documents of the operation.
    pub(crate) fn of(
        asked: MadePatchType,
        (object, documents): (&SetObject<'_>, &[&Document<'_>]),
        schemas: &Schemas,
    ) -> Result<Self, Report> {
        let identity = &object.identity;
        Ok(match asked {
            MadePatchType::Merge => Self::Merge(MergeMaker::of(identity, schemas, false)?),
            MadePatchType::Json => Self::Json(free_form()?),
            MadePatchType::Auto if is_custom(identity) => {
                Self::Merge(MergeMaker::of(identity, schemas, true)?)
            }
            MadePatchType::Auto | MadePatchType::Strategic => {
                Self::Strategic(schemas.of_object(object.place(), documents)?)
            }
        })
    }

    /// The schema by which documents are compared.
    pub(crate) fn schema(&self) -> &Schema {
        match self {
            Self::Strategic(schema) | Self::Json(schema) => schema,
            Self::Merge(merge) => &merge.free_form,
        }
    }

    /// The schema with the unions of an object, which apply to every type of patch. `None` if the kind
    /// is not known.
    pub(crate) fn union_schema(
        &self,
        rules: &Ruleset,
        identity: &Identity,
    ) -> Result<Option<Schema>, Report> {
        if let Self::Strategic(schema) = self {
            return Ok(Some(schema.clone()));
        }
        if !rules.looks_at_unions() {
            return Ok(None);
        }
        let known = rules.schemas.known(identity)?;
        if known.is_none() {
            let mut messages = Messages::default();
            rules.unknown_kind(identity, &mut messages);
            messages.into_result()?;
        }
        Ok(known)
    }
}

impl MergeMaker {
    fn of(identity: &Identity, schemas: &Schemas, is_auto: bool) -> Result<Self, Report> {
        let free_form = free_form_of(identity)?;
        let known = if is_custom(identity) { schemas.known(identity)? } else { None };
        let is_known = known.is_some();
        Ok(Self { nulls: known.unwrap_or_else(|| free_form.clone()), free_form, is_known, is_auto })
    }

    /// The patch, as JSON. If no merge patch can set a null, that is an error, or the result is a JSON
    /// patch.
    pub(crate) fn patch(
        &self,
        (from, from_input): (&Document<'_>, &Input<'_>),
        to: &Document<'_>,
        object: &SetObject<'_>,
        is_only: bool,
    ) -> Result<Document<'static>, Report> {
        let identity = &object.identity;
        let null = match merge_diff(from.clone(), to.clone(), &self.nulls) {
            Ok(patch) => {
                self.say(identity);
                return Ok(patch);
            }
            Err(Error::NullValue(path)) => path,
            Err(error) => return Err(schemaless_error(error, object.input)),
        };
        if self.is_auto && is_only {
            say(&format!("{identity}: JSON patch, since no JSON merge patch sets {null} to null"));
            return json_patch_between((from, from_input), (to, object.input));
        }
        Err(self.no_patch(&null, object, is_only))
    }

    /// Says that it is a merge patch, if the user did not request one.
    pub(crate) fn say(&self, identity: &Identity) {
        if self.is_auto {
            let why = "JSON merge patch, which clusters accept for custom resources";
            say(&format!("{identity}: {why}"));
        }
    }

    /// The error about a null that a patch cannot set.
    fn no_patch(&self, null: &Path, object: &SetObject<'_>, is_only: bool) -> Report {
        let place = object.place().path_of(null);
        let title = "no JSON merge patch sets a field to null, because null removes it";
        let alone = if is_only { "" } else { " with this object alone" };
        let help =
            format!("for a patch that sets it, use --type json{alone}; or leave the field out");
        let report = object.input.report(&place, title, null.to_string());
        let report = report.rule(Rule::NullAsValue).help(help);
        if self.is_known {
            return report.note(format!(
                "by its definition, {} keeps null here: it is not the same as no field",
                object.identity.kind.as_deref().unwrap_or("the object"),
            ));
        }
        report
            .note("the kind is not known: null may differ from no field")
            .help("--schema names the file with the definition of the kind")
    }
}
