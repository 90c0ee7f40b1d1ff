//! The unions of the objects that are patched: what is reported about them.

use smp_core::{Document, Options, Patch, Schema, Segment, lint_unions, validate_unions};

use super::report::Findings;
use crate::args::UnionsSetting;
use crate::commands::engine_error::{engine_error, report_violations, violation_report};
use crate::input::Input;
use crate::report::Report;

/// What is reported about unions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnionCheck {
    Nothing,
    /// A warning for each union that is valid in live and not in the result.
    Warn,
    /// An error for each union that is not valid in the patch or in the result.
    Fail,
}

impl UnionCheck {
    pub(super) fn of(setting: Option<UnionsSetting>) -> Self {
        match setting {
            Some(UnionsSetting::Ignore) => Self::Nothing,
            Some(UnionsSetting::Validate) => Self::Fail,
            Some(UnionsSetting::Normalize) | None => Self::Warn,
        }
    }

    /// The violations in a patch, as errors.
    pub(super) fn in_patch(
        self,
        patch: &Patch,
        input: &Input<'_>,
        schema: &Schema,
        options: &Options,
    ) -> Vec<Report> {
        if self != Self::Fail {
            return Vec::new();
        }
        let violations = lint_unions(patch, schema, options);
        let mut reports = crate::report::CappedReports::default();
        for violation in &violations {
            reports.push(|| violation_report(violation, input, &[]));
        }
        reports.into_reports()
    }

    /// Reports the violations in a result. `live` is the object before, if a patch changes
    /// a union in it.
    pub(super) fn in_result(
        self,
        findings: &mut Findings,
        live: Option<&Document<'_>>,
        result: &Document<'_>,
        (schema, options): (&Schema, &Options),
        (input, at): (&Input<'_>, &[Segment]),
    ) -> Result<(), Report> {
        if self == Self::Nothing || (self == Self::Warn && live.is_none()) {
            return Ok(());
        }
        let Err(error) = validate_unions(result, schema, options) else { return Ok(()) };
        if error.violations().is_empty() {
            return Err(engine_error(&error, &[]));
        }
        if self == Self::Fail {
            report_violations(&mut findings.errors, &error, input, at);
            return Ok(());
        }
        let before = live.map(|live| validate_unions(live, schema, options));
        let before = before.and_then(Result::err);
        let known = before.as_ref().map_or(&[][..], |error| error.violations());
        for violation in error.violations().iter().filter(|it| !known.contains(it)) {
            findings.warnings.push(|| {
                violation_report(violation, input, at).help(
                    "with --unions normalize, the patch removes the field that was set before",
                )
            });
        }
        Ok(())
    }
}
