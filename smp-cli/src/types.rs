//! From `apiVersion` and `kind` to the type that says how things merge.

use smp_core::{Path, Schema, Segment};

use crate::identity::Identity;
use crate::input::Input;
use crate::report::Report;

/// How many near spellings a message lists.
const SUGGESTIONS: usize = 5;

/// The type of an object that stands in `input` at `path`. Never a guess.
pub(crate) fn of(
    identity: &Identity,
    input: &Input<'_>,
    path: &Path,
) -> Result<&'static Schema, Report> {
    match (&identity.api_version, &identity.kind) {
        (Some(api_version), Some(kind)) => smp_types::schema(api_version, kind).ok_or_else(|| {
            let label = "not a kind that smp knows";
            let title = format!("no schema for apiVersion {api_version:?}, kind {kind:?}");
            let at =
                if smp_types::kinds().any(|known| known.1 == kind) { "apiVersion" } else { "kind" };
            suggest(kind, input.report(&field(path, at), title, label)).help(WITHOUT_SCHEMA)
        }),
        (api_version, kind) => {
            let missing = match (api_version, kind) {
                (None, None) => "apiVersion and kind",
                (None, _) => "apiVersion",
                _ => "kind",
            };
            let title = format!("the object has no {missing}");
            Err(input.report(path, title, "how it merges depends on its type").help(format!(
                "add {missing}, or use --type merge, which needs no type but replaces lists"
            )))
        }
    }
}

const WITHOUT_SCHEMA: &str = "use --type merge for kinds without a schema, custom resources among \
                              them: it replaces lists, as a cluster does with these";

/// The type that a user names, as `apps/v1/Deployment` or, where only one has
/// it, `Deployment`.
pub(crate) fn named(text: &str) -> Result<&'static Schema, Report> {
    let (api_version, kind) = text.rsplit_once('/').unwrap_or(("", text));
    let candidates: Vec<_> = smp_types::kinds()
        .filter(|known| known.1 == kind && (api_version.is_empty() || known.0 == api_version))
        .collect();
    match candidates.as_slice() {
        [(api_version, kind)] => smp_types::schema(api_version, kind)
            .ok_or_else(|| Report::new(format!("no schema for {api_version}/{kind}"))),
        [] => Err(suggest(kind, Report::new(format!("no schema for --kind {text:?}")))),
        _ => {
            let names: Vec<_> = candidates.iter().map(|known| full_name(*known)).collect();
            Err(Report::new(format!("several kinds are called {kind:?}"))
                .help(format!("write one of {}", names.join(", "))))
        }
    }
}

/// What the items of a list need not say themselves, if this names a list:
/// nothing for a `List`, but the items of a `PodList` are pods.
pub(crate) fn item_of_list(identity: &Identity) -> Option<Identity> {
    let kind = identity.kind.as_deref()?;
    let item = kind.strip_suffix("List")?;
    if item.is_empty() {
        return Some(Identity::default());
    }
    let api_version = identity.api_version.as_deref()?;
    smp_types::schema(api_version, item)?;
    Some(Identity {
        api_version: Some(api_version.to_owned()),
        kind: Some(item.to_owned()),
        ..Identity::default()
    })
}

fn full_name((api_version, kind): (&str, &str)) -> String {
    format!("{api_version}/{kind}")
}

fn field(path: &Path, name: &str) -> Path {
    let field = Segment::Field(name.to_owned());
    Path::from_segments(path.segments().iter().cloned().chain([field]))
}

/// Names the kinds that are spelled nearly so.
fn suggest(kind: &str, report: Report) -> Report {
    let wanted = kind.to_lowercase();
    let most = (wanted.chars().count() / 4).max(1);
    let mut near: Vec<_> = smp_types::kinds()
        .map(|known| (distance(&wanted, &known.1.to_lowercase()), known))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    near.sort_unstable();
    let names: Vec<_> =
        near.into_iter().take(SUGGESTIONS).map(|(_, known)| full_name(known)).collect();
    match names.as_slice() {
        [] => report,
        [one] => report.help(format!("did you mean {one}?")),
        several => report.help(format!("did you mean one of {}?", several.join(", "))),
    }
}

/// How many letters must be added, removed, replaced or swapped with their
/// neighbour to make one word of another.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    let mut previous = None;
    for (at, letter) in from.chars().enumerate() {
        let mut next = vec![at + 1];
        for (column, other) in to.iter().enumerate() {
            let mut cost = (row[column] + usize::from(letter != *other))
                .min(row[column + 1] + 1)
                .min(next[column] + 1);
            if column > 0 && previous == Some(*other) && to[column - 1] == letter {
                cost = cost.min(before[column - 1] + 1);
            }
            next.push(cost);
        }
        before = core::mem::replace(&mut row, next);
        previous = Some(letter);
    }
    row.last().copied().unwrap_or_default()
}
