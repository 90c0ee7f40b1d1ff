//! Compares the result of an operation with the result that the case states.

use serde_json::{Value, json};
use smp_core::{Options, Schema};

use super::{Outcome, paths, strings};

pub(super) fn shown(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Text(text, _) => format!("found {text}"),
        Outcome::Violations(found) => format!("found violations {}", json!(found)),
        Outcome::Paths(paths) => format!("found paths {paths:?}"),
        Outcome::Error(error) => format!("found an error: {:?}: {error}", error.kind()),
    }
}

pub(super) fn same_text(outcome: &Outcome, expected: &str) -> Result<(), String> {
    match outcome {
        Outcome::Text(text, _) if text == expected => Ok(()),
        other => Err(format!("expected {expected}\n{}", shown(other))),
    }
}

pub(super) fn same_effect(
    outcome: &Outcome,
    effect: &Value,
    schema: &Schema,
    options: &Options,
) -> Result<(), String> {
    let Outcome::Text(_, Some(patch)) = outcome else { return Err(shown(outcome)) };
    let result = smp_core::apply(&effect["live"], patch, schema.root(), options)
        .map_err(|error| format!("{patch} cannot be applied: {error}"))?;
    if result == effect["result"] {
        Ok(())
    } else {
        Err(format!("{patch} leads to\n{result}, expected\n{}", effect["result"]))
    }
}

/// Compares an error with what the case states about it.
pub(super) fn same_error(outcome: &Outcome, expected: &Value) -> Result<(), String> {
    let Outcome::Error(error) = outcome else { return Err(shown(outcome)) };
    let stated = expected.as_object().ok_or("`error` must be an object")?;
    for (name, expected) in stated {
        let found = match name.as_str() {
            "kind" => snake_case(&format!("{:?}", error.kind())),
            "document" => error.document().map_or_else(String::new, |role| role.to_string()),
            "path" => error.path().to_string(),
            "contains" if error.to_string().contains(expected.as_str().unwrap_or_default()) => {
                continue;
            }
            "contains" => error.to_string(),
            "paths" => {
                let (found, expected) = (paths(error), strings(expected)?);
                if found == expected {
                    continue;
                }
                return Err(format!("expected {expected:?}, found {found:?}"));
            }
            other => return Err(format!("`error` has the unknown key {other}")),
        };
        if expected.as_str() != Some(&found) {
            return Err(format!("expected {name} {expected}, found {found:?}\n{error}"));
        }
    }
    Ok(())
}

pub(super) fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
