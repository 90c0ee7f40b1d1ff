//! Normalizes the unions of objects that commands make or change, and reports invalid unions in these
//! objects and in the patches and manifests that users write.

use smp_core::schema::FieldRef;
use smp_core::{
    Document, Patch, Path, Schema, Segment, UnionProblem, UnionViolation, Unions, changes,
    lint_unions, normalize_document, validate_unions,
};

use super::Ruleset;
use crate::args::{UnionsSetting, Validation};
use crate::engine_error::{engine_error, violation_report};
use crate::identity::Identity;
use crate::objects::SetObject;
use crate::place::{ObjectPlace, Part};
use crate::report::{Messages, Report, Rule};
use crate::schemas::type_at;

/// A change of an object.
#[derive(Clone, Copy)]
pub(crate) struct ObjectChange<'c> {
    /// The object before the change, if there was one.
    pub(crate) before: Option<&'c Document<'c>>,
    pub(crate) schema: &'c Schema,
    pub(crate) place: ObjectPlace<'c>,
    /// The documents of the change, for errors.
    pub(crate) parts: &'c [Part<'c>],
}

impl Ruleset {
    /// Whether the command has to look at the unions of objects.
    pub(crate) fn looks_at_unions(&self) -> bool {
        self.unions != Some(UnionsSetting::Ignore)
    }

    /// Whether objects that have unions are normalized.
    pub(crate) fn normalizes_any(&self) -> bool {
        self.options.unions != Unions::Ignore
    }

    /// Whether the objects of this schema are normalized.
    pub(crate) fn normalizes(&self, schema: &Schema) -> bool {
        self.normalizes_any() && schema.root().union_presence().any
    }

    /// Whether every invalid union in a result is an error, even if it was invalid before.
    fn validates(&self) -> bool {
        self.unions == Some(UnionsSetting::Validate)
    }

    /// Whether a union that is invalid in the user's document, or becomes invalid in a result, is an
    /// error.
    fn fails(&self) -> bool {
        self.validates() || self.validation == Validation::Strict
    }

    /// The object after a change, normalized with the object before it. If files define its kind,
    /// `messages` gets warnings about members that this clears because the discriminator names none.
    pub(crate) fn normalized<'d>(
        &self,
        change: ObjectChange<'_>,
        after: Document<'d>,
        messages: Option<&mut Messages>,
    ) -> Result<Document<'d>, Report> {
        if !self.normalizes(change.schema) {
            return Ok(after);
        }
        if let Some(messages) = messages
            && !self.is_silent()
            && self.schemas.is_from_files(change.place.identity)?
        {
            self.warn_of_unnamed(messages, change, &after)?;
        }
        normalize_document(change.before, after, change.schema, &self.options)
            .map_err(|error| engine_error(&error, change.parts))
    }

    /// Warns, before an object is normalized, about discriminators that name no member although the
    /// change sets one, unless that was so before the change: normalizing removes the member, or
    /// changes the value. If the definition states the value, this is intended; otherwise it may be a
    /// mistake in the definition. A member that was present before is meant to be removed: semantics
    /// union-4.
    fn warn_of_unnamed(
        &self,
        messages: &mut Messages,
        ObjectChange { before, schema, place, .. }: ObjectChange<'_>,
        after: &Document<'_>,
    ) -> Result<(), Report> {
        let known = before.map_or(Ok(Vec::new()), |before| self.violations(before, schema))?;
        for found in &self.violations(after, schema)? {
            let names_none =
                found.problem == UnionProblem::Discriminator && found.allowed.is_empty();
            if names_none
                && !is_stated(found, schema)
                && !known.contains(found)
                && self.sets_member(found, before, after, schema)?
            {
                messages.push(self.validation == Validation::Strict, || {
                    violation_report(found, place).help(
                        "normalizing removes the field, or changes the discriminator; if the value \
                         should name it, correct the union in the definition, or with an overlay",
                    )
                });
            }
        }
        Ok(())
    }

    /// Whether the change sets or changes one of the members that are set.
    fn sets_member(
        &self,
        found: &UnionViolation,
        before: Option<&Document<'_>>,
        after: &Document<'_>,
        schema: &Schema,
    ) -> Result<bool, Report> {
        let Some(before) = before else { return Ok(true) };
        let is_around = |change: &Path, member: &str| {
            let member = Segment::Field(member.to_owned());
            let steps = found.path.segments().chain([&member]);
            steps.zip(change.segments()).all(|(step, of_change)| step == of_change)
        };
        let changed = changes(before, after, schema, &self.options)?;
        Ok(changed.iter().any(|change| found.found.iter().any(|it| is_around(&change.path, it))))
    }

    /// Reports an object that should be normalized, but whose schema is not known.
    pub(crate) fn unknown_kind(&self, identity: &Identity, into: &mut Messages) {
        if !self.normalizes_any() && !self.validates() {
            return;
        }
        into.push(self.fails(), || {
            Report::new(format!("{identity}: no schema says which fields exclude each other"))
                .rule(Rule::UnknownKind)
                .help("--schema names the file with the definition of the kind; or --unions ignore")
        });
    }

    /// The violations of unions in a patch by itself.
    pub(crate) fn violations_of_patch(
        &self,
        patch: &Patch,
        schema: &Schema,
    ) -> Vec<UnionViolation> {
        if self.is_silent() {
            return Vec::new();
        }
        let lint = lint_unions(patch, schema, &self.options);
        lint.map_or_else(|error| error.violations().to_vec(), |()| Vec::new())
    }

    /// Prints the violations of unions in an object that a user writes, except those that its previous
    /// version has, too. Fails if one of them is an error. A manifest need not set a member.
    pub(crate) fn check_written(
        &self,
        schema: Option<&Schema>,
        before: Option<&SetObject<'_>>,
        object: &SetObject<'_>,
    ) -> Result<Vec<UnionViolation>, Report> {
        let Some(schema) = schema.filter(|_| !self.is_silent()) else { return Ok(Vec::new()) };
        let mut found = self.violations(&object.document, schema)?;
        found.retain(|it| it.problem != UnionProblem::Missing);
        if !found.is_empty()
            && let Some(before) = before
        {
            let known = self.violations(&before.document, schema)?;
            found.retain(|it| !known.contains(it));
        }
        self.in_text(&found, object.place()).into_result()?;
        Ok(found)
    }

    /// The reports about violations of unions in the user's text.
    pub(crate) fn in_text(&self, violations: &[UnionViolation], text: ObjectPlace<'_>) -> Messages {
        let mut messages = Messages::default();
        for violation in violations {
            messages.push(self.fails(), || violation_report(violation, text));
        }
        messages
    }

    /// Reports the violations in a result. `change.before` is the object before, if its unions may have
    /// changed; `told` are the violations that were reported in the text that changed it.
    pub(crate) fn in_result(
        &self,
        into: &mut Messages,
        change: ObjectChange<'_>,
        result: &Document<'_>,
        told: &[UnionViolation],
    ) -> Result<(), Report> {
        let ObjectChange { before, schema, place, parts } = change;
        if !self.validates() && (before.is_none() || !self.looks_at_unions()) {
            return Ok(());
        }
        if self.validates() {
            self.schemas.warn_of_validation(place.identity)?;
        }
        let Err(error) = validate_unions(result, schema, &self.options) else { return Ok(()) };
        if error.violations().is_empty() {
            return Err(engine_error(&error, parts));
        }
        let report = |found| violation_report(found, place);
        if self.validates() {
            for found in error.violations() {
                into.errors.push(|| report(found));
            }
            into.errors.omit(error.omitted());
            return Ok(());
        }
        let known = before.map_or(Ok(Vec::new()), |before| self.violations(before, schema))?;
        let new = error.violations().iter().filter(|it| !known.contains(it) && !told.contains(it));
        let help = "with --unions normalize, the patch removes the field that was set before";
        for violation in new {
            let helps = !self.normalizes_any() && violation.problem != UnionProblem::Missing;
            let help = helps.then_some(help).into_iter();
            into.push(self.fails(), || help.fold(report(violation), Report::help));
        }
        Ok(())
    }

    /// Whether violations of unions in the user's documents are not reported.
    fn is_silent(&self) -> bool {
        !self.looks_at_unions() || (self.validation == Validation::Ignore && !self.validates())
    }

    fn violations(
        &self,
        document: &Document<'_>,
        schema: &Schema,
    ) -> Result<Vec<UnionViolation>, Report> {
        match validate_unions(document, schema, &self.options) {
            Ok(()) => Ok(Vec::new()),
            Err(error) if error.violations().is_empty() => Err(error.into()),
            Err(error) => Ok(error.violations().to_vec()),
        }
    }
}

/// Whether the schema states the value of the discriminator.
fn is_stated(found: &UnionViolation, schema: &Schema) -> bool {
    let ty = type_at(schema.root(), &found.path);
    let field = ty.zip(found.discriminator.as_deref()).and_then(|(ty, name)| ty.field(name));
    let stated = field.and_then(FieldRef::one_of).unwrap_or_default();
    stated.iter().any(|value| found.value == serde_json::to_string(value).ok())
}
