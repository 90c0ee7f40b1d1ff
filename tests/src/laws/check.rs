//! Laws of `check`.

use serde_json::{Map, Value};
use smp_core::{FindingKind, Options, Patch, Path, Segment, TypeRef, apply};

use super::{Outcome, Verdict, ensure_same, exact_value};

/// A directive that is reported as ineffective changes nothing if live has everything that the patch
/// names: without it, the patch has the same result.
pub fn what_has_no_effect(ty: TypeRef<'_>, options: &Options, [text]: [&str; 1]) -> Outcome {
    let (Ok(patch), Some(whole)) = (Patch::from_json(text), exact_value(text)) else {
        return Ok(Verdict::NotApplicable);
    };
    let live = without_directives(&whole).to_string();
    let Ok(with) = apply(&live, &patch, ty, options) else { return Ok(Verdict::NotApplicable) };
    let mut verdict = Verdict::NotApplicable;
    for finding in patch.check(ty, options) {
        if finding.kind != FindingKind::IneffectiveDirective {
            continue;
        }
        let mut rest = whole.clone();
        let Some(Value::Object(object)) = object_of(&mut rest, &finding.path) else { continue };
        let directive = finding.path.segments().next_back();
        object.retain(|name, _| directive != Some(&Segment::Field(name.clone())));
        // An element with nothing but the directive is left out together with it (semantics adopt-3).
        if without_directives(&Value::Object(object.clone())) == Value::Object(Map::new()) {
            continue;
        }
        let Ok(without) = apply(&live, rest.to_string(), ty, options) else { continue };
        ensure_same(&with, &without, format!("{finding}: {text}"))?;
        verdict = Verdict::Holds;
    }
    Ok(verdict)
}

/// The object or list that the last step of a path selects from.
fn object_of<'v>(value: &'v mut Value, path: &Path) -> Option<&'v mut Value> {
    let mut steps = path.segments();
    steps.next_back()?;
    steps.try_fold(value, |value, step| match step {
        Segment::Field(name) => value.get_mut(name),
        Segment::Index(at) => value.get_mut(*at),
        Segment::Key(_) => None,
    })
}

/// The values of a patch as a document.
fn without_directives(patch: &Value) -> Value {
    match patch {
        Value::Object(members) => {
            let data = members.iter().filter(|(name, _)| !name.starts_with('$'));
            Value::Object(
                data.map(|(name, value)| (name.clone(), without_directives(value))).collect(),
            )
        }
        Value::Array(items) => Value::Array(items.iter().map(without_directives).collect()),
        scalar => scalar.clone(),
    }
}
