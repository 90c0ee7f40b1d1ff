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
    DuplicateKeyPolicy, Error, NonFiniteFloatPolicy, Options, Spanned, UserMessageFormatter,
};

use super::tree::{Node, YamlValue, byte_range, span};
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

/// Reads a document; `None` if it has no content. `O(n)`.
pub(crate) fn parse(text: &str) -> Result<Option<Node>, YamlError> {
    let mut roots: Vec<Node> = serde_saphyr::from_multiple_with_options(text, options(text.len()))
        .map_err(|error| yaml_error(&error, text))?;
    let Some(root) = roots.pop() else { return Ok(None) };
    if !roots.is_empty() {
        // The library found the end of a document where the splitter did not.
        return Err(YamlError {
            message: "two documents without --- between them".to_owned(),
            span: span(&root, text),
        });
    }
    // For the library, `1` and `"1"` are different keys, and so are `a` and `!tag a`.
    match duplicate_key(&root) {
        Some(key) => {
            Err(YamlError { message: duplicate_key_message(&key.value), span: span(key, text) })
        }
        None => Ok(Some(root)),
    }
}

/// The first key that would be in a JSON object twice. `O(n)`.
fn duplicate_key(node: &Node) -> Option<&Spanned<String>> {
    match &node.value {
        YamlValue::List(items) => items.iter().find_map(duplicate_key),
        YamlValue::Object(members) => {
            let mut seen = HashSet::with_capacity(members.len());
            members.iter().find_map(|(name, member)| {
                let new = seen.insert(&*name.value);
                if new { duplicate_key(member) } else { Some(name) }
            })
        }
        YamlValue::Null | YamlValue::Bool(_) | YamlValue::Number(_) | YamlValue::String(_) => None,
    }
}

fn duplicate_key_message(key: &str) -> String {
    format!("the key {key:?} is in one mapping twice; keep one of the two")
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
        non_finite_float_policy: NonFiniteFloatPolicy::Reject,
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
        Error::DuplicateMappingKey { key: Some(key), .. } => duplicate_key_message(key),
        Error::NonFiniteFloat { .. } => {
            "JSON, and so Kubernetes, has no infinite numbers and no NaN; quote it to mean a string"
                .to_owned()
        }
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
