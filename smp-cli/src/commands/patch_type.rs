//! The types of patches that `smp diff` and `smp apply` make.

use smp_core::{Document, Schema};

use super::sets::SetObject;
use crate::args::MadePatchType;
use crate::identity::Identity;
use crate::report::{Report, print_line, warnings};
use crate::schemas::{Schemas, free_form};

/// How the patch for an object is made.
pub(super) enum Maker {
    /// A strategic merge patch, by this schema.
    Strategic(Schema),
    /// A JSON merge patch, by a schema without fields.
    Merge(Schema),
    Json(Schema),
}

impl Maker {
    /// The maker for an object, and all documents of the operation. `says` is whether the type
    /// is told where it is the default.
    pub(super) fn of(
        asked: MadePatchType,
        (object, documents): (&SetObject<'_>, &[&Document<'_>]),
        schemas: &Schemas,
        says: bool,
    ) -> Result<Self, Report> {
        let identity = &object.identity;
        let strategic = || schemas.of_object(identity, object.input, &object.path(), documents);
        Ok(match asked {
            MadePatchType::Strategic => Self::Strategic(strategic()?),
            MadePatchType::Merge => Self::Merge(free_form()?),
            MadePatchType::Json => Self::Json(free_form()?),
            MadePatchType::Auto if is_custom(identity) => {
                say(&format!(
                    "{identity}: JSON merge patch, which clusters accept for custom resources"
                ));
                Self::Merge(free_form()?)
            }
            MadePatchType::Auto => {
                if says {
                    say(&format!("{identity}: strategic merge patch"));
                }
                Self::Strategic(strategic()?)
            }
        })
    }

    /// The schema by which documents are compared.
    pub(super) fn schema(&self) -> &Schema {
        match self {
            Self::Strategic(schema) | Self::Merge(schema) | Self::Json(schema) => schema,
        }
    }
}

fn say(line: &str) {
    if !warnings::are_silent() {
        print_line(line);
    }
}

/// Whether objects are those of a custom resource, or of another kind that API servers
/// patch by JSON merge patch: kinds of API groups that Kubernetes does not have itself.
pub(super) fn is_custom(identity: &Identity) -> bool {
    let Some(api_version) = identity.api_version.as_deref() else { return false };
    if identity.kind.is_none() {
        return false;
    }
    let group = |api_version: &str| match api_version.split_once('/') {
        Some((group, _)) => group.to_owned(),
        None => String::new(),
    };
    let own = group(api_version);
    own.contains('.') && !smp_types::kinds().any(|(known, _)| group(known) == own)
}
