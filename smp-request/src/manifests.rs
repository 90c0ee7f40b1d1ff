//! Operations on texts of several documents, like the commands `smp patch`, `smp diff` and `smp
//! apply`: they find the object for each patch, and what changes in each object.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;
use smp_core::{Document, Options, Patch, Role, Schema, ThreeWay, View};
use smp_json_patch::{json_diff, merge_diff};

use crate::failure::Failure;
use crate::input::Input;
use crate::operations::{apply_schemaless, outline, patch_failure, raw};
use crate::request::{PatchType, Raw, Request};
use crate::schemas::{Kinds, free_form, schema_of};
use crate::{NO_KIND, json};

/// The answer: the new text, the differences of each object, and the findings.
#[derive(Debug, Default, Serialize)]
struct Outcome {
    text: String,
    objects: Vec<Changed>,
    findings: Vec<Failure>,
}

/// An object that an operation changes.
#[derive(Debug, Serialize)]
struct Changed {
    /// The object in words, such as `apps/v1 Deployment web/shop`.
    name: String,
    /// `changed`, `added`, `removed` or `unchanged`.
    what: &'static str,
    /// The lines of its differences.
    lines: Box<RawValue>,
}

/// The fields that identify an object. A patch may leave any of them out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Identity {
    api_version: Option<String>,
    kind: Option<String>,
    namespace: Option<String>,
    name: Option<String>,
}

impl Identity {
    fn of(input: &Input<'_>) -> Result<Self, Failure> {
        Ok(Self::of_document(&input.document()?))
    }

    fn of_document(document: &Document<'_>) -> Self {
        let text = |document: &Document<'_>, name: &str| -> Option<String> {
            Some(document.get(name)?.as_str()?.into_owned())
        };
        let metadata = document.get("metadata");
        let in_metadata = |name| metadata.as_ref().and_then(|metadata| text(metadata, name));
        Self {
            api_version: text(document, "apiVersion"),
            kind: text(document, "kind"),
            namespace: in_metadata("namespace"),
            name: in_metadata("name"),
        }
    }

    /// Whether a patch with this identity is for an object. A patch without a kind is for every
    /// object of its apiVersion, regardless of the name.
    fn is_for(&self, object: &Self) -> bool {
        let fits = |own: &Option<String>, its: &Option<String>| own.is_none() || own == its;
        fits(&self.api_version, &object.api_version)
            && (self.kind.is_none()
                || (self.kind == object.kind
                    && fits(&self.namespace, &object.namespace)
                    && fits(&self.name, &object.name)))
    }

    fn in_words(&self) -> String {
        let version = self.api_version.as_ref().map(|it| format!("{it} ")).unwrap_or_default();
        let kind = self.kind.as_deref().unwrap_or("object");
        let name = match (&self.namespace, &self.name) {
            (Some(namespace), Some(name)) => format!(" {namespace}/{name}"),
            (None, Some(name)) => format!(" {name}"),
            (Some(namespace), None) => format!(" in namespace {namespace}"),
            (None, None) => String::new(),
        };
        format!("{version}{kind}{name}")
    }

    fn schema(&self, kinds: &Kinds) -> Result<Schema, Failure> {
        if let (Some(api_version), Some(kind)) = (&self.api_version, &self.kind) {
            return schema_of(kinds, api_version, kind);
        }
        Err(Failure::new("no_schema", NO_KIND))
    }

    /// The schema, or one without fields if the kind is not known.
    fn schema_or_free(&self, kinds: &Kinds) -> Result<Schema, Failure> {
        self.schema(kinds).or_else(|_| free_form())
    }

    /// A patch with this identity in front, as `smp patch` needs it to choose the object.
    fn with_patch<'p>(&'p self, patch: View<'p>) -> Result<Document<'p>, Failure> {
        let member = |name: &'static str, text: &'p Option<String>| {
            let text = text.as_deref()?;
            Some((Cow::Borrowed(name), Document::from(View::String(text.into()))))
        };
        let mut root: Vec<_> =
            [member("apiVersion", &self.api_version), member("kind", &self.kind)]
                .into_iter()
                .flatten()
                .collect();
        let mut metadata: Vec<_> =
            [member("namespace", &self.namespace), member("name", &self.name)]
                .into_iter()
                .flatten()
                .collect();
        let mut rest = Vec::new();
        if let View::Object(members) = patch {
            for (name, value) in members {
                if name == "metadata" {
                    let failed = |error: smp_core::Error| Failure::of(&error, &[]);
                    if let View::Object(inner) = value.into_view().map_err(failed)? {
                        metadata.extend(inner);
                    }
                } else {
                    rest.push((name, value));
                }
            }
        }
        root.push(("metadata".into(), Document::from(View::Object(metadata))));
        root.extend(rest);
        Ok(Document::from(View::Object(root)))
    }
}

/// `smp patch`: each patch changes the objects that it is for.
pub(crate) fn patch(kinds: &Kinds, request: &Request<'_>) -> Result<String, Failure> {
    let (live, patches) = (request.raw("live")?, request.raw("patch")?);
    let (objects, patches) = (objects_of(&live)?, patches.all()?);
    let mut named = Vec::new();
    for patch in &patches {
        let identity = match request.options.patch_type {
            PatchType::Json => Identity::default(),
            _ => Identity::of(patch)?,
        };
        named.push((patch, identity, false));
    }
    let is_json = request.options.patch_type == PatchType::Json;
    let (mut outcome, mut texts) = (Outcome::default(), Vec::new());
    for object in &objects {
        let identity = Identity::of(object)?;
        let mut left = Some(object.document()?);
        for (patch, target, used) in &mut named {
            let Some(document) = left.take_if(|_| target.is_for(&identity)) else { continue };
            *used = true;
            left = match request.options.patch_type {
                PatchType::Strategic => {
                    let schema = identity.schema(kinds)?;
                    let run = (request, &mut outcome.findings);
                    strategic((object, document), (patch, target), &schema, run)?
                }
                PatchType::Merge => Some(apply_schemaless(object, document, patch, false)?),
                PatchType::Json => Some(apply_schemaless(object, document, patch, true)?),
            };
            // A JSON patch changes only the paths that its operations state.
            if let Some(result) = left.as_ref().filter(|_| !is_json) {
                check_identity((&identity, target), result, patch)?;
            }
        }
        let Some(document) = left else {
            outcome.whole(&identity, "removed", object)?;
            texts.push(String::new());
            continue;
        };
        let schema = identity.schema_or_free(kinds)?;
        push_violations(object, &document, &schema, &mut outcome.findings);
        outcome.push(&identity, (object, &document), &schema, request.options.explain)?;
        texts.push(object.edited(&document)?);
    }
    if let Some((patch, target, _)) = named.iter().find(|(_, _, used)| !used) {
        let message = format!("the patch for {} matches no object", target.in_words());
        let help = "check its apiVersion, kind, metadata.namespace and metadata.name";
        let failure = Failure::new("unused_patch", message);
        return Err(failure.at(patch, &smp_core::Path::root(), false).help(help));
    }
    outcome.text = joined(&live, &objects, &texts);
    Ok(json(&outcome))
}

/// The result of a strategic merge patch, `None` if the patch removes the object. Findings of the
/// checks are added to `findings`.
fn strategic<'d>(
    (object, document): (&Input<'_>, Document<'d>),
    (patch, target): (&Input<'_>, &Identity),
    schema: &Schema,
    (request, findings): (&Request<'_>, &mut Vec<Failure>),
) -> Result<Option<Document<'d>>, Failure> {
    let options = request.options.engine();
    let failed =
        |error: smp_core::Error| Failure::of(&error, &[(Role::Live, object), (Role::Patch, patch)]);
    let parsed = Patch::from_json(patch.json()).map_err(failed)?;
    if parsed.deletes_object() {
        return match target.kind {
            Some(_) => Ok(None),
            None => Err(Failure::new("removes_all", "the patch would remove every object")
                .at(patch, &smp_core::Path::root(), false)
                .help("add apiVersion, kind and metadata.name of the object to remove")),
        };
    }
    let mut found = parsed.check(schema, &options);
    found.extend(parsed.check_live(document.clone(), schema, &options).map_err(failed)?);
    for found in &found {
        findings.push(Failure::found(found, patch));
    }
    let result = smp_core::apply_document(document, &parsed, schema, &options).map_err(failed)?;
    result.into_owned().map(Some).map_err(failed)
}

/// Refuses a patch without a kind that would change the kind or name of an object.
fn check_identity(
    (object, target): (&Identity, &Identity),
    result: &Document<'_>,
    patch: &Input<'_>,
) -> Result<(), Failure> {
    if target.kind.is_some() || Identity::of_document(result) == *object {
        return Ok(());
    }
    let message = format!("the patch would change the kind or the name of {}", object.in_words());
    let help = "if it is for the object with this name, add the kind";
    let failure = Failure::new("rename", message);
    Err(failure.at(patch, &smp_core::Path::root(), false).help(help))
}

/// Adds the union violations of a result, as warnings.
fn push_violations(
    object: &Input<'_>,
    result: &Document<'_>,
    schema: &Schema,
    findings: &mut Vec<Failure>,
) {
    let options = Options::kubernetes();
    let checked = smp_core::validate_unions(result.clone(), schema, &options);
    for violation in checked.err().iter().flat_map(smp_core::Error::violations) {
        let failure = Failure::new("union", violation.to_string());
        findings.push(failure.at(object, &violation.path, false).warning());
    }
}

/// `smp diff`: a patch for each object that differs.
pub(crate) fn diff(kinds: &Kinds, request: &Request<'_>) -> Result<String, Failure> {
    let (from, to) = (request.raw("original")?, request.raw("modified")?);
    let (before, after) = (objects_of(&from)?, objects_of(&to)?);
    let known: Vec<_> = before.iter().map(Identity::of).collect::<Result<_, _>>()?;
    let several = before.len() > 1 || after.len() > 1;
    if several && request.options.patch_type == PatchType::Json {
        return Err(Failure::new("several_documents", "a JSON patch is for one object")
            .help("a JSON patch does not say which object it is for; make a merge patch"));
    }
    let (mut outcome, mut texts, mut seen) = (Outcome::default(), Vec::new(), Vec::new());
    for new in &after {
        let identity = Identity::of(new)?;
        let found = if several {
            known.iter().position(|it| *it == identity)
        } else {
            (!known.is_empty()).then_some(0)
        };
        let Some(number) = found else {
            outcome.whole(&identity, "added", new)?;
            continue;
        };
        seen.push(number);
        let Some(old) = before.get(number) else { continue };
        let (from, to) = (old.document()?, new.document()?);
        let failed = |error: smp_core::Error| {
            Failure::of(&error, &[(Role::Original, old), (Role::Modified, new)])
        };
        let made = match request.options.patch_type {
            PatchType::Strategic => {
                let schema = identity.schema(kinds)?;
                let made = smp_core::diff(from, to.clone(), &schema, &request.options.engine());
                made.and_then(|patch| patch.to_document().into_owned()).map_err(failed)?
            }
            PatchType::Merge => merge_diff(from, to.clone(), &identity.schema_or_free(kinds)?)
                .map_err(|error| patch_failure(&error, new))?,
            PatchType::Json => json_diff(from, to.clone()).map_err(failed)?,
        };
        let schema = identity.schema_or_free(kinds)?;
        outcome.push(&identity, (old, &to), &schema, request.options.explain)?;
        let is_empty =
            matches!(made.view().map_err(failed)?, View::Object(members) if members.is_empty());
        if several && !is_empty {
            let view = made.into_view().map_err(failed)?;
            texts.push(old.text_of(&identity.with_patch(view)?)?);
        } else if !several {
            texts.push(old.text_of(&made)?);
        }
    }
    for (number, identity) in known.iter().enumerate().filter(|it| !seen.contains(&it.0)) {
        if let Some(old) = before.get(number) {
            outcome.whole(identity, "removed", old)?;
        }
    }
    outcome.text = texts.join("---\n");
    Ok(json(&outcome))
}

/// `smp apply`: the three-way merge of the last applied, the modified and the live object.
pub(crate) fn apply(kinds: &Kinds, request: &Request<'_>) -> Result<String, Failure> {
    let (last, modified, live) =
        (request.optional("original")?, request.raw("modified")?, request.raw("live")?);
    let last = match &last {
        Some(last) if !last.text().trim().is_empty() => last.all()?,
        _ => Vec::new(),
    };
    let (modified, objects) = (objects_of(&modified)?, objects_of(&live)?);
    let (last_names, new_names) = (names(&last)?, names(&modified)?);
    let several = objects.len() > 1 || modified.len() > 1;
    let find = |all: &[Identity], identity: &Identity| {
        all.iter().position(|it| it == identity || !several)
    };
    let (mut outcome, mut texts) = (Outcome::default(), Vec::new());
    for object in &objects {
        let identity = Identity::of(object)?;
        let Some(new) = find(&new_names, &identity).and_then(|number| modified.get(number)) else {
            texts.push(object.edited(&object.document()?)?);
            continue;
        };
        let old = find(&last_names, &identity).and_then(|number| last.get(number));
        let schema = identity.schema(kinds)?;
        let options = request.options.engine();
        let mut inputs = vec![(Role::Modified, new), (Role::Current, object), (Role::Live, object)];
        inputs.extend(old.map(|old| (Role::Original, old)));
        let failed = |error: smp_core::Error| Failure::of(&error, &inputs);
        let original = old.map_or("{}", Input::json);
        let patch = ThreeWay::new(original, new.json(), object.json())
            .overwrite(request.options.overwrite())
            .same_object()
            .diff(&schema, &options)
            .map_err(failed)?;
        let document = object.document()?;
        let result = smp_core::apply_document(document, &patch, &schema, &options);
        let result = result.map_err(failed)?;
        outcome.push(&identity, (object, &result), &schema, request.options.explain)?;
        texts.push(object.edited(&result)?);
    }
    outcome.text = joined(&live, &objects, &texts);
    Ok(json(&outcome))
}

/// The objects of a text. A `List` is refused: its items are separate objects, and treating it as
/// one object would give a different result than the command.
fn objects_of<'r>(raw: &'r Raw<'_>) -> Result<Vec<Input<'r>>, Failure> {
    let objects = raw.all()?;
    for object in &objects {
        if Identity::of(object)?.kind.as_deref() == Some("List") {
            let failure = Failure::new("list", "a List is not taken apart here");
            let help = "write its items as documents of their own, with --- between them";
            return Err(failure.at(object, &smp_core::Path::root(), false).help(help));
        }
    }
    Ok(objects)
}

fn names(inputs: &[Input<'_>]) -> Result<Vec<Identity>, Failure> {
    inputs.iter().map(Identity::of).collect()
}

impl Outcome {
    /// Adds an object with its old and its new value.
    fn push(
        &mut self,
        identity: &Identity,
        (before, after): (&Input<'_>, &Document<'_>),
        schema: &Schema,
        explain: bool,
    ) -> Result<(), Failure> {
        let lines = outline((before.json(), &after.to_json()), schema, explain)
            .map_err(|error| before.failed(&error, Role::Original))?;
        let what = if lines == "[]" { "unchanged" } else { "changed" };
        self.objects.push(Changed { name: identity.in_words(), what, lines: raw(lines) });
        Ok(())
    }

    /// Adds an object that is new or removed.
    fn whole(
        &mut self,
        identity: &Identity,
        what: &'static str,
        input: &Input<'_>,
    ) -> Result<(), Failure> {
        let sign = if what == "added" { '+' } else { '-' };
        let mut text = String::new();
        smp_yaml::write(&input.document()?, &mut text)
            .map_err(|error| Failure::new("cannot_write", error))?;
        let lines: Vec<_> = text
            .lines()
            .map(|line| serde_json::json!({"sign": sign, "text": format!("{sign} {line}")}))
            .collect();
        let lines = raw(json(&lines));
        self.objects.push(Changed { name: identity.in_words(), what, lines });
        Ok(())
    }
}

/// A text with new documents in place of the old ones; the text between them stays.
fn joined(whole: &Raw<'_>, objects: &[Input<'_>], texts: &[String]) -> String {
    let (text, mut joined, mut end) = (whole.text(), String::new(), 0);
    for (object, new) in objects.iter().zip(texts) {
        let range = object.range();
        joined.push_str(text.get(end..range.start).unwrap_or_default());
        joined.push_str(new);
        end = range.end;
    }
    joined.push_str(text.get(end..).unwrap_or_default());
    joined
}
