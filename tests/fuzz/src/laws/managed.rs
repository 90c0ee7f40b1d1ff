//! Server-side apply: the readers of `managedFields`, and the operations.

use serde_json::{Value, json};
use smp_core::Document;
use smp_managed::{
    Error, FieldSet, ManagedFields, Settings, Time, apply, extract, kubectl_apply, locate, migrate,
    owners, update,
};
use smp_tests::generate::cases::PAIR;

use crate::input::Input;

/// Any text is a field set or gives an error; a field set that is written is read as the same set, and
/// written as the same text. So it is with entries, which may be any JSON. Unions and differences of two sets
/// have the paths that they should.
pub fn managed_fields(input: &[u8]) -> Option<()> {
    let text = core::str::from_utf8(input).ok()?;
    let (one, other) = text.split_once('\u{1e}').unwrap_or((text, "{}"));
    let entries = format!(
        r#"{{"metadata":{{"managedFields":[{one},{{"manager":"m","operation":"Apply",
            "apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{other}}}]}}}}"#
    );
    if let Ok(object) = Document::from_json(&entries)
        && let Ok(managed) = ManagedFields::of(&object)
    {
        let again = managed.put_into(object).expect("an object");
        let again = ManagedFields::of(&again).expect("entries that were read");
        let sorted = |managed: &ManagedFields| {
            let mut all: Vec<String> =
                managed.entries().iter().map(|entry| format!("{entry:?}")).collect();
            all.sort();
            all
        };
        assert_eq!(sorted(&again), sorted(&managed));
        assert!(owners(&managed).values().all(|entries| !entries.is_empty()));
    }
    let (one, other) = (read(one)?, read(other)?);
    let (both, left) = (one.union(&other), one.difference(&other));
    assert_eq!(left.union(&one.intersection(&other)), one);
    assert_eq!(both.len(), other.len() + left.len());
    assert!(one.outside(&other).paths().all(|path| left.contains(&path)));
    Some(())
}

fn read(text: &str) -> Option<FieldSet> {
    let set = FieldSet::from_fields_v1(text).ok()?;
    let written = set.to_fields_v1();
    let again = FieldSet::from_fields_v1(&written).unwrap_or_else(|it| panic!("{written}: {it}"));
    assert_eq!(again, set, "{written}");
    assert_eq!(again.to_fields_v1(), written);
    Some(set)
}

/// The same manager that applies the same again changes nothing, and so it is with what was extracted; who
/// applies nothing owns nothing; whatever the live object has for entries, an operation gives a result or an
/// error.
pub fn managed_operations(input: &[u8]) -> Option<()> {
    let chosen = Input::read(input)?;
    let [live, config] = chosen.documents(PAIR)?;
    let schema = chosen.ty;
    let object = |text: &str| -> Option<Value> {
        let mut object: Value = serde_json::from_str(text).ok()?;
        let members = object.as_object_mut()?;
        members.insert("apiVersion".to_owned(), json!("v1"));
        members.insert("kind".to_owned(), json!("Thing"));
        let metadata = members.entry("metadata").or_insert_with(|| json!({}));
        metadata.as_object_mut()?.insert("name".to_owned(), json!("a"));
        Some(object)
    };
    let (live, mut config) = (object(&live)?, object(&config)?);
    config["metadata"].as_object_mut()?.remove("managedFields");
    let (live, config) = (Document::from(&live), Document::from(&config));
    let by = |manager, second| Settings::new(manager, Time::from_unix_seconds(second)).force(true);
    let _ = apply(Some(&live), &config, schema, &by("m", 1).force(false));
    let _ = kubectl_apply(Some(&live), &config, schema, &by("kubectl", 1));
    let _ = migrate(&live, "m", "n", "");
    let _ = update(Some(&live), &config, schema, &by("m", 1).normalize_unions(true)).ok()?;
    let created = update(None, &live, schema, &by("creator", 1)).ok()?;
    if created.untracked.is_some() {
        return None;
    }
    let applied = apply(Some(&created.object), &config, schema, &by("m", 2)).ok()?.object;
    if ManagedFields::of(&applied).expect("entries").entries().is_empty() {
        // The next apply is the first one for which another manager owns what is there.
        return None;
    }
    let again = apply(Some(&applied), &config, schema, &by("m", 3)).expect("what was applied");
    assert!(!again.changed && again.taken.is_empty());
    assert_eq!(again.object.to_json(), applied.to_json());
    for entry in ManagedFields::of(&applied).expect("entries").entries() {
        let found = locate(&applied, &entry.fields, schema).expect("places");
        assert!(found.iter().all(|it| entry.fields.contains(&it.path)));
    }
    if let Some(extracted) = extract(&applied, "m", "", schema).expect("what was applied") {
        let again = apply(Some(&applied), &extracted, schema, &by("m", 4));
        // An item of a list that the object has twice can't be applied.
        match again {
            Ok(again) => assert!(!again.changed, "{}", extracted.to_json()),
            Err(Error::Invalid { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let nothing = json!({ "apiVersion": "v1", "kind": "Thing", "metadata": { "name": "a" } });
    let left = apply(Some(&applied), &Document::from(&nothing), schema, &by("m", 5));
    let left = left.expect("a configuration").object;
    let managed = ManagedFields::of(&left).expect("entries");
    assert!(managed.entries().iter().all(|entry| entry.manager.name != "m"));
    Some(())
}
