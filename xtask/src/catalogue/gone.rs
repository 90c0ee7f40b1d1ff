//! `cargo xtask removed`: the kinds of API versions that no version of Kubernetes serves any more,
//! each from the OpenAPI v2 document of the last version that had it, and checked against that
//! document field by field.

use std::collections::BTreeSet;

use super::entries::Entries;
use super::older::{self, Document};
use super::removed::{committed, fields, removed, until};
use super::version::{Version, Versions, newest};
use super::{Result, write};
use crate::openapi::{Key, workspace};
use crate::undocumented::Edition;

/// Fields that differ harmlessly between the newest version and a document: users do not write those
/// that the newest version lacks, a scalar has no merge key, and no kind here has ephemeral
/// containers.
const CHANGED: &[(&str, &str)] = &[
    ("v1/EphemeralContainer", "ports"),
    ("v1/LabelSelectorRequirement", "key"),
    ("v1/ManagedFieldsEntry", "fields"),
    ("v1/ObjectMeta", "clusterName"),
    ("v1/ObjectMeta", "initializers"),
];

/// Documents of versions that have API versions which are gone.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Versions with their documents, of Kubernetes' source, such as 1.24=FILE. The kinds that are
    /// there already stay.
    #[arg(value_name = "VERSION=FILE")]
    documents: Vec<Document>,
    /// Write nothing; fail if a file is not what would be written.
    #[arg(long)]
    check: bool,
}

/// Writes or checks the text, and the page about the versions.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace();
    let versions = older::committed(&root)?;
    let documents =
        args.documents.iter().map(|it| it.read(Edition::Gone)).collect::<Result<Versions>>()?;
    let removed = removed(&committed(&root)?, &documents, &versions)?;
    for (version, document) in &documents {
        check(*version, document, &removed, newest(&versions)?.1)?;
    }
    write(&older::files(&versions, &removed)?, args.check, "removed")
}

/// Fails if a field of a kind, at any path, merges differently than in the document of its last
/// version.
fn check(version: Version, document: &Entries, removed: &Entries, newest: &Entries) -> Result<()> {
    let entry = |key: &Key| removed.0.get(key).or_else(|| newest.0.get(key));
    for (kind, _) in removed.0.iter().filter(|(_, text)| until(text) == Some(version)) {
        let mut open = vec![(kind.clone(), kind.clone())];
        let mut seen = BTreeSet::new();
        while let Some((theirs, ours)) = open.pop() {
            if !seen.insert((theirs.clone(), ours.clone())) {
                continue;
            }
            let missing = |key: &Key| format!("{kind}: there is no {key}");
            let own = entry(&ours).ok_or_else(|| missing(&ours))?;
            let wanted = document.0.get(&theirs).ok_or_else(|| missing(&theirs))?;
            for field in fields(wanted) {
                let found = fields(own).find(|it| it.name == field.name).filter(|found| {
                    let (of_objects, wanted) = (found.object(&ours), field.object(&theirs));
                    found.patch == field.patch
                        && found.innermost().1 == field.innermost().1
                        && of_objects.is_some() == wanted.is_some()
                });
                let key = theirs.to_string();
                match found {
                    Some(found) => {
                        open.extend(field.object(&theirs).zip(found.object(&ours)));
                    }
                    None if CHANGED.contains(&(&key, field.name)) => {}
                    None => {
                        let error = format!("{kind}: {key}.{} is another in {version}", field.name);
                        return Err(error.into());
                    }
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::removed::tests::{NEWEST, OLDER, WRITTEN};
    use super::*;

    fn entries(text: &str) -> Entries {
        Entries::read(text).expect("entries")
    }

    fn version(text: &str) -> Version {
        text.parse().expect("a version")
    }

    #[test]
    fn a_field_that_merges_in_another_way_is_an_error() {
        let (document, newest) = (entries(OLDER), entries(NEWEST));
        let check = |written: &str| {
            let checked = check(version("1.9"), &document, &entries(written), &newest);
            checked.map_err(|error| error.to_string())
        };
        assert_eq!(check(WRITTEN), Ok(()));
        for (is, was, part) in [
            ("patch=merge:g", "patch=merge:f", "a/v1beta1/A.spec"),
            ("[][]Spec", "[]{}Spec", "a/v1beta1/A.spec"),
            (" g string", " f string", "a/v1beta1/Part.f"),
            (" part string", " part Part", "a/v1beta1/Spec.part"),
        ] {
            let error = check(&WRITTEN.replace(was, is)).expect_err(part);
            assert!(error.contains(part), "{error}");
        }
    }

    /// The committed text is that of the documents that `SMP_OPENAPI_REMOVED` names, separated as in
    /// PATH.
    #[test]
    #[ignore = "needs SMP_OPENAPI_REMOVED"]
    fn the_kinds_are_those_of_the_documents() {
        let documents = std::env::var_os("SMP_OPENAPI_REMOVED").expect("it names the documents");
        let documents = std::env::split_paths(&documents).map(|document| {
            let document = document.to_str().expect("UTF-8").parse::<Document>();
            document.expect("VERSION=FILE").read(Edition::Gone).expect("the document is complete")
        });
        let documents: Versions = documents.collect();
        let root = workspace();
        let versions = older::committed(&root).expect("the files are readable");
        let found = committed(&root).expect("the file is readable");
        let wanted = removed(&Entries::default(), &documents, &versions).expect("complete");
        assert!(found == wanted, "run `cargo xtask removed`");
        for (version, document) in &documents {
            let newest = newest(&versions).expect("a version").1;
            check(*version, document, &found, newest).expect("equal fields");
        }
    }
}
