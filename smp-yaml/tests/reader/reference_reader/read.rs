//! From YAML text to trees.
//!
//! Plain scalars have the meaning that Go's YAML 1.1 reader gives them
//! (`sigs.k8s.io/yaml`, which kubectl uses): `014` is the number 12, `1_000` is 1000,
//! `0x1F` is 31. There is one exception: `yes`, `no`, `on`, `off`, `y` and `n` are
//! strings, because hardly anybody means booleans by them.

use std::collections::HashSet;

use serde_saphyr::{DuplicateKeyPolicy, Error, NonFiniteFloatPolicy, Options};

use super::plain;
use super::tree::{Node, YamlValue, byte_range};

/// Levels of nesting.
const MAX_DEPTH: usize = smp_yaml::MAX_DEPTH;
/// Parts that aliases may add to a document.
const MAX_ALIASED_PARTS: usize = 100_000;
/// Parts that are stored for the anchors of a document.
const MAX_ANCHORED_PARTS: usize = 1_000_000;
/// Bytes of text that aliases may add to a document.
const MAX_ALIASED_BYTES: usize = 16 << 20;

/// Reads a document; `None` if it has no content. An error is a message.
pub(super) fn parse(text: &str) -> Result<Option<Node>, String> {
    let mut options = options(text.len());
    let roots = match from_text(text, &options) {
        Err(error) if is_duplicate_key(&error) => {
            options.duplicate_keys = DuplicateKeyPolicy::LastWins;
            from_text(text, &options)
        }
        read => read,
    };
    let mut roots = roots.map_err(|error| error.to_string())?;
    let Some(mut root) = roots.pop() else { return Ok(None) };
    if !roots.is_empty() {
        return Err("two documents without --- between them".to_owned());
    }
    check_finite(&root, text)?;
    remove_duplicate_keys(&mut root);
    Ok(Some(root))
}

fn from_text(text: &str, options: &Options) -> Result<Vec<Node>, Error> {
    serde_saphyr::from_multiple_with_options(text, options.clone())
}

fn is_duplicate_key(error: &Error) -> bool {
    matches!(cause(error.without_snippet()), Error::DuplicateMappingKey { .. })
}

/// Keeps the last of the members that have the same key in JSON. For the library, `1` and `"1"` are
/// different keys, and so are `a` and `!tag a`.
fn remove_duplicate_keys(node: &mut Node) {
    match &mut node.value {
        YamlValue::List(items) => {
            for item in items {
                remove_duplicate_keys(item);
            }
        }
        YamlValue::Object(members) => {
            let mut seen = HashSet::with_capacity(members.len());
            let mut keep = vec![true; members.len()];
            for (keep, (key, _)) in keep.iter_mut().zip(members.iter()).rev() {
                *keep = seen.insert(&*key.value);
            }
            let mut keep = keep.into_iter();
            members.retain(|_| keep.next().unwrap_or(true));
            for (_, member) in members {
                remove_duplicate_keys(member);
            }
        }
        YamlValue::Null | YamlValue::Bool(_) | YamlValue::Number(_) | YamlValue::String(_) => {}
    }
}

/// Refuses plain scalars that are infinite or no number. For the library, so is
/// `1e400`, which kubectl reads as a string.
fn check_finite(node: &Node, text: &str) -> Result<(), String> {
    match &node.value {
        YamlValue::List(items) => items.iter().try_for_each(|item| check_finite(item, text)),
        YamlValue::Object(members) => {
            members.iter().try_for_each(|(_, member)| check_finite(member, text))
        }
        YamlValue::String(value) if plain::is_non_finite(value) => {
            let span = byte_range(node.defined, text).unwrap_or_default();
            let written = text.get(span.clone()).unwrap_or_default();
            if !plain::is_non_finite(written) || plain::is_block_scalar(text, span.start) {
                return Ok(());
            }
            Err("JSON has no infinite numbers and no NaN".to_owned())
        }
        _ => Ok(()),
    }
}

fn options(length: usize) -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            // One more, so that the check of `max_depth` comes first, with its message.
            flow_nesting_limit: MAX_DEPTH + 1,
            // `--max-bytes` limits what the text itself has; these limits are about
            // what aliases add.
            max_events: usize::MAX,
            max_nodes: usize::MAX,
            max_documents: usize::MAX,
            max_aliases: usize::MAX,
            max_anchors: usize::MAX,
            max_merge_keys: usize::MAX,
            max_recorded_anchor_events: MAX_ANCHORED_PARTS,
            max_recorded_anchor_bytes: usize::MAX,
            max_total_scalar_bytes: length.saturating_add(MAX_ALIASED_BYTES),
            enforce_alias_anchor_ratio: false,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: MAX_ALIASED_PARTS,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        legacy_octal_numbers: true,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        with_snippet: false,
    }
}

/// The error inside those that aliases add around it.
fn cause(error: &Error) -> &Error {
    match error {
        Error::AliasError { error, .. } => cause(error),
        error => error,
    }
}
