//! Every kind of k8s-openapi that is a resource of kube: merging by fields, merging the whole
//! object and merging its JSON give the same result. Diffs do so, too.

#[path = "../../../tests/types/mod.rs"]
mod types;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use smp_core::{ErrorKind, Options, Patch, PatchSchema, StrategicMerge, ThreeWay, diff, typed};
use smp_tests::choices::Choices;
use smp_tests::generate::{Generator, Style};
use smp_tests::prune::pruned;
use smp_types::kube::Kind;
use types::full::Full;

/// Compares the three ways to merge a patch into one object. Returns whether they succeed;
/// `None` if the object does not fit the type.
type Check = fn(&Value, &Patch) -> Option<bool>;

fn check<T>(live: &Value, patch: &Patch) -> Option<bool>
where
    T: PatchSchema + Clone + Debug + PartialEq + Serialize + DeserializeOwned,
{
    let options = Options::default();
    let live: T = serde_json::from_value(live.clone()).ok()?;
    let json = serde_json::to_value(&live).unwrap();
    let by_fields = T::strategic_merge(&live, patch);
    let whole = typed::merge(&live, patch, T::schema(), &options);
    let untyped = smp_core::apply(&json, patch, T::schema(), &options);
    match (by_fields, whole) {
        (Ok(by_fields), Ok(whole)) => {
            assert_eq!(by_fields, whole, "{patch}");
            let untyped = untyped.unwrap();
            assert_eq!(by_fields, serde_json::from_value(untyped).unwrap(), "{patch}");
            let mut in_place = live.clone();
            T::strategic_merge_into(&mut in_place, patch).unwrap();
            assert_eq!(in_place, by_fields);
            compare::<T>(&live, &by_fields, &options);
            Some(true)
        }
        (Err(by_fields), Err(whole)) => {
            assert_eq!(by_fields.kind(), whole.kind(), "{by_fields}; {whole}");
            if by_fields.kind() != ErrorKind::Typed {
                assert_eq!(by_fields.to_string(), whole.to_string());
            }
            Some(false)
        }
        // A patch can't change or remove `apiVersion` and `kind`. Only the merge by fields
        // notices a removal: the types of k8s-openapi don't require these members when they are
        // read.
        (Err(by_fields), Ok(_))
            if ["apiVersion", "kind"].contains(&&*by_fields.path().to_string()) =>
        {
            assert_eq!(by_fields.kind(), ErrorKind::Typed);
            Some(false)
        }
        (by_fields, whole) => panic!("{by_fields:?}; {whole:?}; {patch}"),
    }
}

/// Compares the diff of two objects by fields with those of whole objects and of JSON.
fn compare<T>(original: &T, modified: &T, options: &Options)
where
    T: PatchSchema + Clone + Debug + PartialEq + Serialize + DeserializeOwned,
{
    let json = |value: &T| serde_json::to_value(value).unwrap();
    let patch = T::strategic_diff(original, modified).unwrap();
    let whole = typed::diff(original, modified, T::schema(), options).unwrap();
    let untyped = diff(json(original), json(modified), T::schema(), options).unwrap();
    assert_eq!(patch.to_value().unwrap(), untyped.to_value().unwrap());
    assert_eq!(whole.to_value().unwrap(), untyped.to_value().unwrap());
    let merged = T::strategic_merge(original, &patch).unwrap();
    if merged != *modified {
        // No strategic merge patch sets a null, which JSON of any form may have.
        assert_eq!(pruned(&json(&merged)), pruned(&json(modified)));
    }
    assert!(T::strategic_diff(modified, modified).unwrap().is_empty());
    let sides = ThreeWay::new(original, modified, original);
    let by_fields = T::strategic_three_way(sides.clone()).unwrap();
    let whole = typed::three_way(sides, T::schema(), options).unwrap();
    assert_eq!(by_fields.to_value().unwrap(), whole.to_value().unwrap());
}

macro_rules! table {
    ($($api_version:literal $kind:literal => $ty:ty;)*) => {
        &[$((($api_version, $kind), check::<<$ty as Kind>::Resource> as Check)),*]
    };
}

const KINDS: &[((&str, &str), Check)] = with_kube_kinds!(table);

#[test]
fn merges_by_fields_of_whole_objects_and_of_json_agree() {
    let (types, kinds) = (types::table(), types::kinds());
    let (mut merged, mut refused) = (0, 0);
    for (at, (kind, check)) in KINDS.iter().enumerate() {
        let schema = smp_types::schema(kind.0, kind.1).expect("the catalogue has the kind");
        let full = Full { types: &types, sign: 1, spoil: "" }.object(kinds[kind]);
        let mut rng = fastrand::Rng::with_seed(at as u64);
        let mut below = |n| rng.u32(..n);
        let style = Style { depth: 8, ..Style::VALID };
        let mut make = Generator::new(Choices::new(&mut below), style);
        for round in 0..60 {
            let of_kind = |mut object: Value| {
                object["apiVersion"] = kind.0.into();
                object["kind"] = kind.1.into();
                object
            };
            let live = of_kind(make.pruned(&full));
            let patch = if round % 2 == 0 {
                let other = of_kind(make.pruned(&full));
                diff(&live, &other, schema, &Options::default()).ok()
            } else {
                // Values of random types, most of which don't fit the field.
                Patch::from_document(make.patch(Some(&live), schema.root())).ok()
            };
            match patch.and_then(|patch| check(&live, &patch)) {
                Some(true) => merged += 1,
                Some(false) => refused += 1,
                None => {}
            }
        }
    }
    assert!(merged > 500 && refused > 500, "{merged} merged, {refused} refused");
}
