//! The unions of the objects that commands make or change, and of patches and manifests that users
//! write. Every command normalizes its objects here, and reports unions that are not valid.

use smp_core::schema::{FieldRef, TypeKind};
use smp_core::{
    Document, Options, Patch, Schema, Segment, UnionProblem, UnionViolation, Unions, lint_unions,
    normalize_document, validate_unions,
};

use super::engine_error::{Part, engine_error, report_violations, violation_report};
use super::sets::SetObject;
use crate::args::{DialectArgs, UnionsSetting, Validation};
use crate::identity::Identity;
use crate::input::Input;
use crate::report::{CappedReports, Report, Rule};

/// The treatment of unions by a command.
pub(super) struct UnionTreatment {
    normalizes: bool,
    check: UnionCheck,
    validation: Validation,
    options: Options,
}

/// The reports about unions that a command makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnionCheck {
    Nothing,
    /// A warning for each union that is not valid in a patch or manifest of the user, or that is
    /// valid in live and not in the result. Strict validation makes the first an error.
    Warn,
    /// An error for each union that is not valid in a patch or manifest of the user, or in the
    /// result.
    Fail,
}

/// The lists for reports about the unions of a result.
pub(super) struct Reports<'r> {
    pub(super) warnings: &'r mut CappedReports,
    pub(super) errors: &'r mut CappedReports,
}

impl Reports<'_> {
    /// Prints the warnings of a check. The errors, if there are any, are one report.
    fn print(check: impl FnOnce(&mut Reports<'_>) -> Result<(), Report>) -> Result<(), Report> {
        let (mut warnings, mut errors) = (CappedReports::default(), CappedReports::default());
        check(&mut Reports { warnings: &mut warnings, errors: &mut errors })?;
        warnings.into_reports().iter().for_each(Report::print_warning);
        Report::all(errors.into_reports())
    }
}

impl UnionTreatment {
    pub(super) fn of(dialect: &DialectArgs, validation: Validation) -> Self {
        let options = dialect.options();
        let check = match dialect.unions() {
            Some(UnionsSetting::Ignore) => UnionCheck::Nothing,
            Some(UnionsSetting::Validate) => UnionCheck::Fail,
            Some(UnionsSetting::Normalize) | None => UnionCheck::Warn,
        };
        Self { normalizes: options.unions != Unions::Ignore, check, validation, options }
    }

    /// Whether the command has to look at the unions of objects.
    pub(super) fn is_on(&self) -> bool {
        self.normalizes || self.check != UnionCheck::Nothing
    }

    /// Whether the objects of this schema are normalized.
    pub(super) fn normalizes(&self, schema: &Schema) -> bool {
        self.normalizes && schema.root().union_presence().any
    }

    /// Whether a union that is wrong in a document of the user is an error.
    pub(super) fn fails(&self) -> bool {
        self.check == UnionCheck::Fail || self.validation == Validation::Strict
    }

    /// The object after a change, normalized with the object before it.
    pub(super) fn normalized<'d>(
        &self,
        before: Option<&Document<'_>>,
        after: Document<'d>,
        schema: &Schema,
        parts: &[Part<'_>],
    ) -> Result<Document<'d>, Report> {
        if !self.normalizes(schema) {
            return Ok(after);
        }
        normalize_document(before, after, schema, &self.options)
            .map_err(|error| engine_error(&error, parts))
    }

    /// Warns of what normalizing an object of a kind from a file clears, although no member is
    /// meant ([`warn_of_unnamed`]).
    pub(super) fn unnamed(
        &self,
        warnings: &mut CappedReports,
        versions: (Option<&Document<'_>>, &Document<'_>),
        schema: &Schema,
        place: (&Input<'_>, &[Segment]),
    ) {
        if self.normalizes(schema) && !self.is_silent() {
            warn_of_unnamed(warnings, versions, (schema, &self.options), place);
        }
    }

    /// Reports an object that should be normalized, but whose schema is not known.
    pub(super) fn unknown_kind(&self, identity: &Identity, into: &mut Reports<'_>) {
        if !self.normalizes && self.check != UnionCheck::Fail {
            return;
        }
        let report = || {
            Report::new(format!("{identity}: no schema says which fields exclude each other"))
                .rule(Rule::UnknownKind)
                .help("--schema names the file with the definition of the kind; or --unions ignore")
        };
        if self.fails() { into.errors.push(report) } else { into.warnings.push(report) }
    }

    /// The unions that are wrong in a patch by itself.
    pub(super) fn of_patch(&self, patch: &Patch, schema: &Schema) -> Vec<UnionViolation> {
        if self.is_silent() { Vec::new() } else { lint_unions(patch, schema, &self.options) }
    }

    /// Prints which unions are wrong in an object that a user writes, and were not in its version
    /// before. An error if what is wrong is one. A manifest need not set a member.
    pub(super) fn check_written(
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
        let reports = union_reports(&found, object.input, &object.at);
        if self.fails() {
            Report::all(reports)?;
        } else {
            reports.iter().for_each(Report::print_warning);
        }
        Ok(found)
    }

    /// Reports the violations in a result. `live` is the object before, if its unions may have
    /// changed; `told` is what was reported of the text that changed it.
    pub(super) fn in_result(
        &self,
        into: &mut Reports<'_>,
        (live, result): (Option<&Document<'_>>, &Document<'_>),
        told: &[UnionViolation],
        schema: &Schema,
        (input, at): (&Input<'_>, &[Segment]),
    ) -> Result<(), Report> {
        if self.check == UnionCheck::Nothing || (self.check == UnionCheck::Warn && live.is_none()) {
            return Ok(());
        }
        let Err(error) = validate_unions(result, schema, &self.options) else { return Ok(()) };
        if error.violations().is_empty() {
            return Err(engine_error(&error, &[]));
        }
        if self.check == UnionCheck::Fail {
            report_violations(into.errors, &error, input, at);
            return Ok(());
        }
        let before = live.map(|live| self.violations(live, schema)).transpose()?;
        let known = before.unwrap_or_default();
        let new = error.violations().iter().filter(|it| !known.contains(it) && !told.contains(it));
        for violation in new {
            into.warnings.push(|| {
                let report = violation_report(violation, input, at);
                if self.normalizes || violation.problem == UnionProblem::Missing {
                    return report;
                }
                report.help(
                    "with --unions normalize, the patch removes the field that was set before",
                )
            });
        }
        Ok(())
    }

    /// Prints what [`unknown_kind`](Self::unknown_kind) reports.
    pub(super) fn check_unknown_kind(&self, identity: &Identity) -> Result<(), Report> {
        Reports::print(|into| {
            self.unknown_kind(identity, into);
            Ok(())
        })
    }

    /// Prints what [`in_result`](Self::in_result) reports.
    pub(super) fn check_result(
        &self,
        versions: (Option<&Document<'_>>, &Document<'_>),
        told: &[UnionViolation],
        schema: &Schema,
        place: (&Input<'_>, &[Segment]),
    ) -> Result<(), Report> {
        Reports::print(|into| self.in_result(into, versions, told, schema, place))
    }

    /// Whether the unions in documents of the user are not reported.
    fn is_silent(&self) -> bool {
        match self.check {
            UnionCheck::Nothing => true,
            UnionCheck::Warn => self.validation == Validation::Ignore,
            UnionCheck::Fail => false,
        }
    }

    fn violations(
        &self,
        document: &Document<'_>,
        schema: &Schema,
    ) -> Result<Vec<UnionViolation>, Report> {
        match validate_unions(document, schema, &self.options) {
            Ok(()) => Ok(Vec::new()),
            Err(error) if error.violations().is_empty() => Err(engine_error(&error, &[])),
            Err(error) => Ok(error.violations().to_vec()),
        }
    }
}

/// The reports about unions that are wrong in a text.
pub(super) fn union_reports(
    violations: &[UnionViolation],
    input: &Input<'_>,
    at: &[Segment],
) -> Vec<Report> {
    let mut reports = CappedReports::default();
    for violation in violations {
        reports.push(|| violation_report(violation, input, at));
    }
    reports.into_reports()
}

/// Warns of discriminators that name no member although one is set, in an object that is to be
/// normalized and is not so before: normalizing removes the member, or changes the value. If the
/// definition states the value, this is meant; otherwise it may be a mistake in the definition.
pub(super) fn warn_of_unnamed(
    warnings: &mut CappedReports,
    (before, object): (Option<&Document<'_>>, &Document<'_>),
    (schema, options): (&Schema, &Options),
    (input, at): (&Input<'_>, &[Segment]),
) {
    let violations = |document| match validate_unions(document, schema, options) {
        Ok(()) => Vec::new(),
        Err(error) => error.violations().to_vec(),
    };
    let known = before.map(violations).unwrap_or_default();
    for found in &violations(object) {
        let names_none = found.problem == UnionProblem::Discriminator && found.allowed.is_empty();
        if names_none && !is_stated(found, schema) && !known.contains(found) {
            warnings.push(|| {
                violation_report(found, input, at).help(
                    "normalizing removes the field, or changes the discriminator; if the value \
                     should name it, correct the union in the definition, or with an overlay",
                )
            });
        }
    }
}

/// Whether the schema states the value of the discriminator.
fn is_stated(found: &UnionViolation, schema: &Schema) -> bool {
    let mut ty = Some(schema.root());
    for segment in found.path.segments() {
        ty = ty.and_then(|ty| match (segment, ty.kind()) {
            (Segment::Field(name), TypeKind::Object) => ty.field(name).map(FieldRef::ty),
            (Segment::Field(_), TypeKind::Map(inner))
            | (Segment::Index(_) | Segment::Key(_), TypeKind::List(inner)) => Some(inner),
            _ => None,
        });
    }
    let field = ty.zip(found.discriminator.as_deref()).and_then(|(ty, name)| ty.field(name));
    let stated = field.and_then(FieldRef::one_of).unwrap_or_default();
    stated.iter().any(|value| found.value == serde_json::to_string(value).ok())
}
