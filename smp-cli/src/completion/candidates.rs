//! Completes words to kinds, types and fields.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::thread;

use clap::Parser as _;
use clap_complete::engine::CompletionCandidate;

use crate::args::{Cli, Command};
use crate::commands::explain::fields_at;
use crate::limits::STACK_BYTES;
use crate::schemas::{Resource, Schemas};

/// Help texts by completed word.
type Candidates = BTreeMap<String, String>;

/// Completions of the argument of `smp explain`: a kind or type, and the path of a field.
pub(super) fn fields(word: &OsStr) -> Vec<CompletionCandidate> {
    completed(word, |word, schemas| {
        let mut found = match word.rfind('.').filter(|dot| !word[*dot..].contains('/')) {
            Some(dot) => fields_of(&word[..dot], &word[dot + 1..], schemas),
            None => named(word, schemas),
        };
        // The fields below a single candidate are offered, too, so that the shell adds no space, and a
        // dot can follow.
        if let (Some((only, _)), 1) = (found.first_key_value(), found.len()) {
            found.extend(fields_of(&only.clone(), "", schemas));
        }
        found
    })
}

/// Completions of `--kind`.
pub(super) fn kinds(word: &OsStr) -> Vec<CompletionCandidate> {
    completed(word, |word, schemas| {
        let resources = schemas.resources().into_iter().filter(|it| it.served);
        let names = resources.flat_map(|it| {
            let full = it.full_name();
            [(it.kind, full.clone()), (full, it.source)]
        });
        names.filter(|(name, _)| name.starts_with(word)).collect()
    })
}

/// Completions of `--api-group`.
pub(super) fn groups(word: &OsStr) -> Vec<CompletionCandidate> {
    completed(word, |word, schemas| {
        let resources = schemas.resources();
        let groups = resources.iter().map(Resource::group);
        let groups = groups.filter(|it| !it.is_empty() && it.starts_with(word));
        groups.map(|group| (group.to_owned(), String::new())).collect()
    })
}

/// Kinds by all their names, including those in lower case if the word begins in lower case. A word
/// with a slash is completed to kinds and types with their `apiVersion`.
fn named(word: &str, schemas: &Schemas) -> Candidates {
    let mut found = Candidates::new();
    if word.contains('/') {
        let types = smp_types::types().map(|(api_version, name)| format!("{api_version}/{name}"));
        found.extend(types.map(|name| (name, String::new())));
    }
    // In reverse, so that the descriptions of the versions that kubectl prefers replace others.
    for resource in schemas.resources().into_iter().rev() {
        let full = resource.full_name();
        if word.contains('/') {
            found.insert(full, resource.source);
        } else if resource.served {
            let names = resource.short_names.iter().chain([&resource.plural, &resource.singular]);
            for name in names.filter(|_| word.starts_with(char::is_lowercase)) {
                found.insert(name.clone(), full.clone());
            }
            found.insert(resource.kind, full);
        }
    }
    found.retain(|name, _| name.starts_with(word));
    found
}

/// The fields below a kind or field, with their types.
fn fields_of(parent: &str, start: &str, schemas: &Schemas) -> Candidates {
    let fields = fields_at(schemas, parent).unwrap_or_default().into_iter();
    let fields = fields.filter(|(name, _)| name.starts_with(start));
    fields.map(|(name, ty)| (format!("{parent}.{name}"), ty)).collect()
}

/// Finds candidates with the schemas of the environment, and of `--schema` in the command line. If the
/// schemas have a mistake, nothing is found: a message would be in the middle of the line.
fn completed(
    word: &OsStr,
    find: impl FnOnce(&str, &Schemas) -> Candidates + Send,
) -> Vec<CompletionCandidate> {
    let Some(word) = word.to_str() else { return Vec::new() };
    let find = || Some(find(word, &schemas()?));
    // Schemas may be nested as deep as documents.
    let found = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, find);
        thread.ok()?.join().ok()?
    });
    let found = found.unwrap_or_default().into_iter();
    found
        .map(|(value, help)| {
            let help = (!help.is_empty()).then(|| help.into());
            CompletionCandidate::new(value).help(help)
        })
        .collect()
}

fn schemas() -> Option<Schemas> {
    let line: Vec<_> = env::args_os().collect();
    let pairs = line.windows(2).filter(|pair| pair[0] == "--schema" && pair[1] != "-").flatten();
    let joined = line.iter().filter(|word| {
        word.to_str().is_some_and(|word| word.starts_with("--schema=") && word != "--schema=-")
    });
    let words = ["smp", "kinds"].map(OsString::from).into_iter();
    match Cli::try_parse_from(words.chain(pairs.chain(joined).cloned())).ok()?.command {
        Command::Kinds(args) => Schemas::open(&args.schema).ok(),
        _ => None,
    }
}
