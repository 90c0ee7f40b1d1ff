//! The law of `smp diff --for kustomize`: with the component that it prints, `kustomize build` makes
//! the modified object from the original. Pairs of objects of all kinds, and of custom resources, are
//! made at random.

use std::fs;
use std::path::Path;
use std::process::Command;

use fastrand::Rng;
use serde_json::{Value, json};
use smp_tests::choices::Choices;
use smp_tests::generate::{Generator, Style};
use smp_tests::prune::pruned;

use super::SHOWN;
use crate::bench::Result;
use crate::oracle::{Answer, Oracle, Question};

/// Fails if the law does not hold.
pub(super) fn run(
    smp: &Path,
    scratch: &Path,
    kustomize: &mut Oracle,
    (cases, seed): (usize, u64),
) -> Result<()> {
    let (mut strategic, mut json, mut wrong) = (0, 0, 0);
    let mut seeds = seed..;
    while strategic + json < cases {
        let Some(seed) = seeds.next() else { break };
        let Some([original, modified]) = pair(seed) else { continue };
        let as_it_is = |kustomize: &mut Oracle, object: &Value| {
            build(kustomize, object, "").map(|built| built == Answer::Ok(json!([object])))
        };
        // Kustomize refuses and rewrites some objects even without a patch.
        if original == modified
            || [&original, &modified].into_iter().any(has_large_number)
            || !as_it_is(kustomize, &original)?
            || !as_it_is(kustomize, &modified)?
        {
            continue;
        }
        let component = component(smp, scratch, [&original, &modified])?;
        if component.contains("op: ") {
            json += 1;
        } else {
            strategic += 1;
        }
        let built = build(kustomize, &original, &component)?;
        let wanted = Answer::Ok(json!([modified]));
        if built != wanted {
            wrong += 1;
            if wrong <= SHOWN {
                println!("{original:#}\n{modified:#}\n{component}\n{built:?}\n");
            }
        }
    }
    println!("{strategic:6} strategic merge patches\n{json:6} JSON patches");
    if wrong > 0 { Err(format!("{wrong} of {cases} are built otherwise").into()) } else { Ok(()) }
}

/// Whether a value has an integer above 2⁶³, which kustomize writes as 1.8446744073709552e+19 after a
/// JSON patch.
fn has_large_number(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_u64() && !number.is_i64(),
        Value::Array(items) => items.iter().any(has_large_number),
        Value::Object(members) => members.values().any(has_large_number),
        _ => false,
    }
}

/// Two versions of an object that kustomize builds as they are.
fn pair(seed: u64) -> Option<[Value; 2]> {
    let mut rng = Rng::with_seed(seed);
    let kinds: Vec<_> = smp_types::kinds().filter(|(_, kind)| !kind.ends_with("List")).collect();
    let common = ["Deployment", "StatefulSet", "Pod", "Service", "CronJob", "ConfigMap", "Ingress"];
    let (api_version, kind) = loop {
        let found = kinds[rng.usize(..kinds.len())];
        if rng.bool() || common.contains(&found.1) {
            break found;
        }
    };
    let is_custom = rng.u8(..4) == 0;
    let schema = smp_types::schema(api_version, kind)?;
    let mut below = |n| rng.u32(..n);
    let style = Style { null: 0, depth: 8, fields: 8, size: 300, ..Style::VALID };
    let mut make = Generator::new(Choices::new(&mut below), style);
    let all = make.document(schema.root());
    let (mut original, mut modified) = (all.clone(), make.pruned(&all));
    for object in [&mut original, &mut modified] {
        *object = pruned(object);
        let members = object.as_object_mut()?;
        members.insert(
            "apiVersion".into(),
            if is_custom { "example.com/v1".into() } else { api_version.into() },
        );
        members.insert("kind".into(), if is_custom { "Widget".into() } else { kind.into() });
        members.insert("metadata".into(), json!({"name": "web.a"}));
    }
    Some(if rng.bool() { [original, modified] } else { [modified, original] })
}

fn component(smp: &Path, scratch: &Path, [original, modified]: [&Value; 2]) -> Result<String> {
    fs::create_dir_all(scratch)?;
    fs::write(scratch.join("original.json"), original.to_string())?;
    fs::write(scratch.join("modified.json"), modified.to_string())?;
    let mut command = Command::new(smp);
    command.args(["diff", "-q", "--for", "kustomize", "--validate=ignore", "--unions=ignore"]);
    command.args(["original.json", "modified.json"]).current_dir(scratch);
    let output = command.output()?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn build(kustomize: &mut Oracle, original: &Value, component: &str) -> Result<Answer> {
    let mut kustomization = json!({"resources": ["object.json"]});
    let mut files = json!({"k/object.json": original.to_string()});
    if !component.is_empty() {
        kustomization["components"] = json!(["patches"]);
        files["k/patches/kustomization.yaml"] = component.into();
    }
    files["k/kustomization.yaml"] = kustomization.to_string().into();
    let mut question = Question::new();
    question.insert("path".to_owned(), "k".into());
    question.insert("files".to_owned(), files);
    Ok(kustomize.ask(question)?.first)
}
