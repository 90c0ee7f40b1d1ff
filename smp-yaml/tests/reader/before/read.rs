//! From YAML text to trees.
//!
//! Plain scalars have the meaning that Go's YAML 1.1 reader gives them
//! (`sigs.k8s.io/yaml`, which kubectl uses): `014` is the number 12, `1_000` is 1000,
//! `0x1F` is 31. There is one exception: `yes`, `no`, `on`, `off`, `y` and `n` are
//! strings, with a warning, because hardly anybody means booleans by them.

use core::ops::Range;
use std::collections::HashSet;

use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{
    DuplicateKeyPolicy, Error, MergeKeyPolicy, NonFiniteFloatPolicy, Options, UserMessageFormatter,
};

use super::plain;
use super::tree::{Node, YamlValue, byte_range, span};
use super::warning::{Difference, YamlWarning};
use crate::limits::{
    MAX_ALIASED_BYTES, MAX_ALIASED_PARTS, MAX_ANCHORED_PARTS, MAX_DEPTH, too_deep,
    too_long_aliased, too_many_aliased, too_many_anchored,
};

/// Why text is not valid YAML, and the place, in bytes.
#[derive(Debug)]
pub(crate) struct YamlError {
    pub(crate) message: String,
    pub(crate) span: Option<Range<usize>>,
}

/// Reads a document; `None` if it has no content. Where kubectl reads something in
/// another way, there is a warning. `O(n)`.
pub(crate) fn parse(
    text: &str,
    warnings: &mut Vec<YamlWarning>,
) -> Result<Option<Node>, YamlError> {
    let mut options = options(text.len());
    let (mut roots, duplicate) = match from_text(text, &options) {
        Err(error) if is_duplicate_key(&error) => {
            let place = error.location().and_then(|location| byte_range(location, text));
            options.duplicate_keys = DuplicateKeyPolicy::LastWins;
            (from_text(text, &options).map_err(|error| yaml_error(&error, text))?, place)
        }
        read => (read.map_err(|error| yaml_error(&error, text))?, None),
    };
    let Some(mut root) = roots.pop() else { return Ok(None) };
    if !roots.is_empty() {
        // The library found the end of a document where the splitter did not.
        return Err(YamlError {
            message: "two documents without --- between them".to_owned(),
            span: span(&root, text),
        });
    }
    check_finite(&root, text)?;
    let known = warnings.len();
    remove_duplicate_keys(&mut root, text, warnings);
    if let Some(span) = duplicate.filter(|_| warnings.len() == known) {
        // The library itself has removed it.
        warnings.push(YamlWarning { difference: Difference::DuplicateKey, span });
    }
    if text.contains("<<") {
        options.merge_keys = MergeKeyPolicy::AsOrdinary;
        options.duplicate_keys = DuplicateKeyPolicy::LastWins;
        if let Some(root) = from_text(text, &options).ok().and_then(|mut roots| roots.pop()) {
            find_late_merges(&root, text, warnings);
        }
    }
    for (at, found) in text.match_indices(['\u{85}', '\u{2028}', '\u{2029}']) {
        let span = at..at + found.len();
        warnings.push(YamlWarning { difference: Difference::LineBreak, span });
    }
    Ok(Some(root))
}

fn from_text(text: &str, options: &Options) -> Result<Vec<Node>, Error> {
    serde_saphyr::from_multiple_with_options(text, options.clone())
}

fn is_duplicate_key(error: &Error) -> bool {
    matches!(cause(error.without_snippet()), Error::DuplicateMappingKey { .. })
}

/// Of the members with the same key in JSON, keeps the last. For the library, `1` and
/// `"1"` are different keys, and so are `a` and `!tag a`.
fn remove_duplicate_keys(node: &mut Node, text: &str, warnings: &mut Vec<YamlWarning>) {
    match &mut node.value {
        YamlValue::List(items) => {
            for item in items {
                remove_duplicate_keys(item, text, warnings);
            }
        }
        YamlValue::Object(members) => {
            let mut seen = HashSet::with_capacity(members.len());
            let mut keep = vec![true; members.len()];
            for (keep, (key, _)) in keep.iter_mut().zip(members.iter()).rev() {
                *keep = seen.insert(&*key.value);
                if let Some(span) = span(key, text).filter(|_| !*keep) {
                    warnings.push(YamlWarning { difference: Difference::DuplicateKey, span });
                }
            }
            let mut keep = keep.into_iter();
            members.retain(|_| keep.next().unwrap_or(true));
            for (_, member) in members {
                remove_duplicate_keys(member, text, warnings);
            }
        }
        YamlValue::Null | YamlValue::Bool(_) | YamlValue::Number(_) | YamlValue::String(_) => {}
    }
}

/// Finds merges after a key that they have, too, in a tree where `<<` is a key as any
/// other.
fn find_late_merges(node: &Node, text: &str, warnings: &mut Vec<YamlWarning>) {
    match &node.value {
        YamlValue::List(items) => {
            for item in items {
                find_late_merges(item, text, warnings);
            }
        }
        YamlValue::Object(members) => {
            let mut before = HashSet::new();
            for (key, member) in members {
                let written = span(key, text).and_then(|span| text.get(span));
                // In quotes it is a key as any other.
                if written == Some("<<") {
                    let merged = keys_of_merge(member).find(|name| before.contains(name));
                    if let (Some(name), Some(span)) = (merged, span(key, text)) {
                        let difference = Difference::MergeAfterKey(name.to_owned());
                        warnings.push(YamlWarning { difference, span });
                    }
                } else {
                    before.insert(key.value.as_str());
                }
                find_late_merges(member, text, warnings);
            }
        }
        YamlValue::Null | YamlValue::Bool(_) | YamlValue::Number(_) | YamlValue::String(_) => {}
    }
}

/// The keys of a mapping, or of the mappings in a list.
fn keys_of_merge(node: &Node) -> impl Iterator<Item = &str> {
    let mappings = match &node.value {
        YamlValue::List(items) => items.as_slice(),
        _ => core::slice::from_ref(node),
    };
    let members = mappings.iter().filter_map(|mapping| match &mapping.value {
        YamlValue::Object(members) => Some(members),
        _ => None,
    });
    members.flatten().map(|(key, _)| key.value.as_str())
}

/// Refuses plain scalars that are infinite or no number. For the library, so is
/// `1e400`, which kubectl reads as a string.
fn check_finite(node: &Node, text: &str) -> Result<(), YamlError> {
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
            let message = "JSON, and so Kubernetes, has no infinite numbers and no NaN; quote it \
                           to mean a string";
            Err(YamlError { message: message.to_owned(), span: Some(span) })
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

fn yaml_error(error: &Error, text: &str) -> YamlError {
    let error = error.without_snippet();
    let location = error.location();
    let rendered = match cause(error) {
        Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => too_deep(),
        Error::AliasReplayLimitExceeded { .. } => too_many_aliased(),
        Error::Budget { breach: BudgetBreach::RecordedAnchorEvents { .. }, .. } => {
            too_many_anchored()
        }
        Error::Budget { breach: BudgetBreach::ScalarBytes { .. }, .. } => too_long_aliased(),
        _ => match error.render_with_formatter(&UserMessageFormatter) {
            // The library's message about nested brackets.
            text if text.contains("recursion limit") => too_deep(),
            text => text,
        },
    };
    // The report shows the position.
    let message = location
        .and_then(|at| {
            rendered.strip_suffix(&format!(" at line {}, column {}", at.line(), at.column()))
        })
        .unwrap_or(&rendered);
    YamlError {
        message: message.to_owned(),
        span: location.and_then(|location| byte_range(location, text)),
    }
}

/// The error inside those that aliases add around it.
fn cause(error: &Error) -> &Error {
    match error {
        Error::AliasError { error, .. } => cause(error),
        error => error,
    }
}
