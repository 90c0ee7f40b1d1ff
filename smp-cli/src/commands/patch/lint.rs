//! `smp check`: checks patches, kustomizations and overlays without the objects that they are for.

use std::path::Path as FilePath;

use smp_core::Schema;

use super::delivery;
use super::directory::Directory;
use super::kustomization::{self, OtherFields};
use super::patch_target::PatchTarget;
use super::source::{PatchSources, TargetRule};
use super::targeted::TargetedPatch;
use crate::args::{CheckArgs, FileArg, LoadRestrictor, PatchType, Validation};
use crate::checks::Ruleset;
use crate::identity::Identity;
use crate::input::{Input, Source, expand, read_file};
use crate::place::ObjectPlace;
use crate::report::{ErrorPrinter, Messages, Report, Rule, say};
use crate::secret::Of;
use crate::status::{FAILURE, SUCCESS};

pub(crate) fn run(mut args: CheckArgs) -> Result<u8, Report> {
    let validation = args.validate.validation();
    let mut errors = ErrorPrinter::default();
    let (mut sources, mut overlays) = (Vec::new(), Vec::new());
    let given = args.merge.schema.schema.len();
    for file in expand(&args.files, &args.directories)? {
        match read_file(&file, validation)
            .inspect(|source| source.is_for(Of::name(args.kind.kind.as_deref())))
            .and_then(|source| sort(&source).map(|sort| (sort, source)))
        {
            // Its mistakes are reported when it is read as a schema or used for its kind.
            Ok((Sort::Overlay, source)) => {
                for input in source.documents()? {
                    overlays.push(Identity::of(&input.document()?));
                }
                args.merge.schema.schema.push(file);
            }
            Ok((sort, source)) => sources.push((sort, file, source)),
            Err(report) => errors.print(&[report]),
        }
    }
    let rules = Ruleset::of(&args.merge, validation).or_else(|report| {
        // Everything else is checked without the overlays.
        overlays.clear();
        args.merge.schema.schema.truncate(given);
        let rules = Ruleset::of(&args.merge, validation);
        rules.inspect(|_| errors.print(&[report]))
    })?;
    let lint = Lint { rules, kind: args.kind.kind };
    for kind in overlays {
        if let Err(report) = lint.rules.schemas.known(&kind) {
            errors.print(&[report]);
        }
    }
    for (sort, file, source) in sources {
        let patches = match sort {
            Sort::Kustomization => {
                let above = file.path().parent().unwrap_or(FilePath::new(""));
                patches_above(above, Some(source), validation)
            }
            Sort::Delivery => delivery::patches(&source, OtherFields::Unread),
            Sort::Other => continue,
            Sort::Patches | Sort::Overlay => match targeted_above(&file, &source, validation) {
                Some(patches) if lint.kind.is_none() => Ok(patches),
                _ => patches_of(source),
            },
        };
        let found = patches.and_then(|patches| lint.sources(&patches, &mut errors));
        if let Err(report) = found {
            errors.print(&[report]);
        }
    }
    Ok(if errors.any() { FAILURE } else { SUCCESS })
}

/// The content of a file.
#[derive(Clone, Copy)]
enum Sort {
    Kustomization,
    /// An object of Flux or Argo CD that may have patches.
    Delivery,
    Overlay,
    Patches,
    /// A kustomization without patches.
    Other,
}

/// The patches of the kustomization in a directory.
fn patches_above(
    path: &FilePath,
    source: Option<Source>,
    validation: Validation,
) -> Result<PatchSources, Report> {
    let path = if path.as_os_str().is_empty() { FilePath::new(".") } else { path };
    let directory = Directory::open(path, LoadRestrictor::RootOnly, validation)?;
    let source = source.map_or_else(|| directory.kustomization(), Ok)?;
    Ok(kustomization::read(&source, &directory, OtherFields::Unread, false)?.patches)
}

/// The patch in a file that states no kind, with its targets in the nearest kustomization above that
/// uses it.
fn targeted_above(file: &FileArg, source: &Source, validation: Validation) -> Option<PatchSources> {
    let states_kind =
        |input: &Input<'_>| input.document().map_or(true, |it| Identity::of(&it).kind.is_some());
    if source.documents().ok()?.iter().any(states_kind) {
        return None;
    }
    let wanted = file.path().canonicalize().ok()?;
    file.path().ancestors().skip(1).find_map(|path| {
        let mut patches = patches_above(path, None, validation).ok()?;
        let is_wanted = |text: &Source| {
            FilePath::new(&text.name()).canonicalize().is_ok_and(|found| found == wanted)
        };
        let text = patches.texts.iter().position(is_wanted)?;
        patches.uses.retain(|(used, _)| *used == text);
        Some(patches)
    })
}

/// The patches of a file, each for the kind that it states.
fn patches_of(source: Source) -> Result<PatchSources, Report> {
    let is_list =
        source.documents()?.iter().any(|input| input.json().trim_start().starts_with('['));
    let patch_type = if is_list { PatchType::Json } else { PatchType::Strategic };
    let mut patches = PatchSources::default();
    let text = patches.add(source);
    patches.uses.push((text, TargetRule::Named(patch_type)));
    Ok(patches)
}

fn sort(source: &Source) -> Result<Sort, Report> {
    let inputs = source.documents()?;
    for input in &inputs {
        if delivery::is_delivery(&Identity::of(&input.document()?)) {
            return Ok(Sort::Delivery);
        }
    }
    let [input] = &inputs[..] else { return Ok(Sort::Patches) };
    let document = input.document()?;
    let has = |name: &str| document.get(name).is_some();
    let identity = Identity::of(&document);
    let has_patches = ["patches", "patchesStrategicMerge", "patchesJson6902"].into_iter().any(has);
    Ok(if has_patches {
        Sort::Kustomization
    } else if identity.kind.is_some() && !identity.is_object() || has("resources") {
        Sort::Other
    } else if has("fields") && identity.kind.is_some() && !has("metadata") {
        Sort::Overlay
    } else {
        Sort::Patches
    })
}

/// Checks patches.
struct Lint {
    rules: Ruleset,
    /// The kind of the objects for patches that do not state it.
    kind: Option<String>,
}

impl Lint {
    /// Checks patches, and prints the findings.
    fn sources(&self, sources: &PatchSources, errors: &mut ErrorPrinter) -> Result<(), Report> {
        TargetedPatch::each(sources, &sources.documents()?, self.rules.validation, |patch| {
            match patch.and_then(|patch| self.patch(&patch)) {
                Ok(found) => found.into_iter().for_each(|messages| messages.print(errors)),
                Err(report) => errors.print(&[report]),
            }
            Ok(())
        })
    }

    /// The findings about a patch.
    fn patch(&self, patch: &TargetedPatch<'_>) -> Result<Vec<Messages>, Report> {
        let (input, rules) = (patch.body.input, &self.rules);
        let mut messages = Messages::default();
        let Some((identity, schema)) = self.kind_of(patch, &mut messages)? else {
            return Ok(vec![messages]);
        };
        let place = ObjectPlace::whole(&identity, input);
        let facts = patch.body.facts(&identity, &schema, rules)?;
        let findings = match rules.validation {
            Validation::Ignore => &[],
            _ => &facts.findings[..],
        };
        let found = rules.messages(findings, place, None);
        Ok(vec![messages, found, rules.in_text(&facts.violations, place)])
    }

    /// The kind of the objects that a patch is for, with its schema. `None` if the kind or its schema
    /// is unknown, so that the patch is not checked; a message says so.
    fn kind_of(
        &self,
        patch: &TargetedPatch<'_>,
        messages: &mut Messages,
    ) -> Result<Option<(Identity, Schema)>, Report> {
        let (input, rules) = (patch.body.input, &self.rules);
        let is_strict = rules.validation == Validation::Strict;
        let identity = match &patch.target {
            PatchTarget::Named(identity) | PatchTarget::One(identity) => identity.clone(),
            PatchTarget::Entry(target) => {
                target.selector.kind().or(&Identity::of(&input.document()?))
            }
        };
        if identity.kind.is_some() && identity.api_version.is_some() {
            let Some(schema) = rules.schemas.known(&identity)? else {
                let title =
                    format!("there is no schema for {identity}, and the patch is not checked");
                messages.push(is_strict, || {
                    let report = input.report_whole(title).rule(Rule::UnknownKind);
                    report.help("--schema gives its definition")
                });
                return Ok(None);
            };
            let place = ObjectPlace::whole(&identity, input);
            rules.push_removal(rules.schemas.removal(place)?, messages);
            return Ok(Some((identity, schema)));
        }
        let is_targeted = matches!(patch.target, PatchTarget::Entry(_));
        let Some(name) = identity.kind.as_ref().or(self.kind.as_ref()) else {
            if is_targeted {
                let name = input.source().name();
                say(&format!("{name}: not checked, since its target has no kind, or several"));
                return Ok(None);
            }
            return Err(input
                .report_whole("the patch does not say which kind it is for")
                .help("add its kind, or give it, as in --kind apps/v1/Deployment"));
        };
        match rules.named_kind(name, messages) {
            Ok((identity, named)) => Ok(Some((identity, named.schema.clone()))),
            Err(report) if is_targeted => {
                let (title, helps) = report.into_title_and_helps();
                messages.push(is_strict, || {
                    let title = format!("{title}, and the patch is not checked");
                    let report = input.report_whole(title).rule(Rule::UnknownKind);
                    helps.into_iter().fold(report, Report::help)
                });
                Ok(None)
            }
            Err(report) => Err(report),
        }
    }
}
