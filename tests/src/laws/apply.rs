//! Laws of `apply`: what it leaves unchanged, and what a result never contains.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use smp_core::{
    Document, ErrorKind, Options, Overwrite, ThreeWay, TypeRef, Unions, View, apply, compose,
    conflicts, diff, validate_unions,
};

use super::{Outcome, Verdict, ensure, ensure_eq, exact_values, must};
use crate::prune::has_directive;

/// The patch `{}` gives the text of live, byte by byte, without white space around it.
pub fn of_nothing_copies(ty: TypeRef<'_>, options: &Options, [live]: [&str; 1]) -> Outcome {
    let result = must(apply(live.as_bytes(), "{}", ty, options), || live.to_owned())?;
    ensure_eq(
        &String::from_utf8_lossy(&result).as_ref(),
        &live.trim(),
        "the result of the patch {}",
    )?;
    Ok(Verdict::Holds)
}

/// Bytes of any kind give a result or an error. A result is JSON and not longer than both
/// inputs together. `{}` does not change live, except that `null` gives `{}`. A live document
/// that is not JSON is an error.
pub fn of_any_bytes(ty: TypeRef<'_>, options: &Options, [live, patch]: [&[u8]; 2]) -> Outcome {
    let shown = String::from_utf8_lossy;
    let read = Document::from_slice(live).is_ok();
    if let Ok(result) = apply(live, patch, ty, options) {
        ensure(Document::from_slice(&result).is_ok(), || shown(&result).into_owned())?;
        ensure(read, || format!("{} gives {}", shown(live), shown(&result)))?;
        // Only the normalization of unions adds text that is in neither input: discriminators.
        let bound = live.len() + patch.len();
        let holds = options.unions != Unions::Ignore || result.len() <= bound;
        ensure(holds, || format!("{} is longer than both", shown(&result)))?;
    }
    if options.unions == Unions::Ignore
        && let Ok(same) = apply(live, b"{}", ty, options)
    {
        let live = live.trim_ascii();
        let live = if live == b"null" { b"{}" } else { live };
        ensure_eq(&shown(&same), &shown(live), "the result of the patch {}")?;
    }
    Ok(Verdict::Holds)
}

/// The result has no directive, the inputs are not changed, and with validation the
/// result is valid.
pub fn leaves_no_directive(ty: TypeRef<'_>, options: &Options, texts: [&str; 2]) -> Outcome {
    let Some([live, patch]) = exact_values(texts) else { return Ok(Verdict::NotApplicable) };
    if has_directive(&live) {
        return Ok(Verdict::NotApplicable);
    }
    let validates = options.unions == Unions::NormalizeAndValidate;
    let before = (live.clone(), patch.clone());
    match apply(&live, &patch, ty, options) {
        Ok(result) => {
            ensure(!has_directive(&result), || format!("{patch} leaves {result}"))?;
            let checked = validate_unions(&result, ty, options);
            ensure(!validates || checked.is_ok(), || format!("{checked:?} of {result}"))?;
        }
        Err(error) => {
            ensure(validates || error.kind() != ErrorKind::Union, || error.to_string())?;
        }
    }
    ensure_eq(&before, &(live, patch), "the inputs")?;
    Ok(Verdict::Holds)
}

/// The law [`leaves_no_directive`] for a composed patch. The other operations are called, too:
/// none may panic.
pub fn nothing_panics(ty: TypeRef<'_>, options: &Options, texts: [&str; 3]) -> Outcome {
    let [a, b, c] = texts;
    drop(diff(a, b, ty, options));
    drop(ThreeWay::new(a, b, c).overwrite(Overwrite::UnlessBothChanged).diff(ty, options));
    drop(conflicts(b, c, ty, options));
    if let Ok(document) = Document::from_json(a) {
        drop(document.to_json_pretty(2));
        drop(document.into_value());
    }
    let Ok(both) = compose(b, c, ty, options) else { return Ok(Verdict::NotApplicable) };
    leaves_no_directive(ty, options, [a, &both.to_json()])
}

/// A member that the patch doesn't name keeps its text and its place; new members follow those of
/// live.
pub fn leaves_the_rest(ty: TypeRef<'_>, options: &Options, [live, patch]: [&str; 2]) -> Outcome {
    let Ok(result) = apply(live, patch, ty, options) else { return Ok(Verdict::NotApplicable) };
    let (patch, before, after) = (members(patch)?, members(live)?, members(&result)?);
    if patch.iter().any(|(name, _)| name == "$patch" || name == "$retainKeys") {
        // These directives concern members that they do not name.
        return Ok(Verdict::NotApplicable);
    }
    let named: BTreeSet<&str> = patch.iter().map(|(name, _)| field_of(name)).collect();
    let written: BTreeMap<&str, &str> =
        after.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    for (name, text) in before.iter().filter(|(name, _)| !named.contains(name.as_str())) {
        ensure_eq(&written.get(name.as_str()), &Some(&text.as_str()), name)?;
    }
    let old =
        before.iter().map(|(name, _)| name).filter(|name| written.contains_key(name.as_str()));
    let old: Vec<_> = old.collect();
    let new: Vec<_> = after.iter().map(|(name, _)| name).collect();
    ensure(new.starts_with(&old), || format!("{old:?} became {new:?}"))?;
    Ok(Verdict::Holds)
}

/// Every number of the result has the text that it has in live or in the patch.
pub fn keeps_numbers(ty: TypeRef<'_>, options: &Options, [live, patch]: [&str; 2]) -> Outcome {
    let Ok(result) = apply(live, patch, ty, options) else { return Ok(Verdict::NotApplicable) };
    let (mut before, mut after) = (BTreeSet::new(), BTreeSet::new());
    for text in [live, patch] {
        number_texts(&must(Document::from_json(text), || text.to_owned())?, &mut before);
    }
    number_texts(&must(Document::from_json(&result), || result.clone())?, &mut after);
    ensure(after.is_subset(&before), || format!("{:?}", after.difference(&before)))?;
    Ok(Verdict::Holds)
}

fn number_texts(document: &Document<'_>, into: &mut BTreeSet<String>) {
    match document.view() {
        Ok(View::Number(text)) => drop(into.insert(text.to_string())),
        Ok(View::List(items)) => items.iter().for_each(|item| number_texts(item, into)),
        Ok(View::Object(members)) => {
            for (_, member) in &members {
                number_texts(member, into);
            }
        }
        _ => {}
    }
}

/// The field that a member of a patch concerns.
fn field_of(name: &str) -> &str {
    match name.split_once('/') {
        Some(("$setElementOrder" | "$deleteFromPrimitiveList", field)) => field,
        _ => name,
    }
}

/// The members of an object with their texts, in order.
fn members(text: &str) -> Result<Vec<(String, String)>, String> {
    struct Members;
    impl<'de> Visitor<'de> for Members {
        type Value = Vec<(String, String)>;
        fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some((name, value)) = map.next_entry::<String, Box<RawValue>>()? {
                all.push((name, value.get().to_owned()));
            }
            Ok(all)
        }
    }
    serde_json::Deserializer::from_str(text)
        .deserialize_map(Members)
        .map_err(|error| format!("{error}: {text}"))
}
