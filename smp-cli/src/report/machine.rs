//! Reports for programs, in the formats of CI systems.

mod github;
mod json;
mod junit;
mod sarif;

use std::fmt::{self, Write as _};

use super::collect::take;
use super::escape::is_unsafe;
use super::finding::Collected;
use super::message::Report;
use crate::console::write_message;

/// The format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Github,
    Junit,
    Sarif,
    Json,
}

/// The data of a report.
struct Run<'r> {
    command: &'r str,
    status: u8,
    found: &'r Collected,
}

/// Writes the collected findings to a file, or to standard error.
pub(crate) fn write(
    format: Format,
    file: Option<&std::path::Path>,
    command: &str,
    status: u8,
) -> Result<(), Report> {
    let found = take();
    let run = Run { command, status, found: &found };
    let text = match format {
        Format::Github => Ok(github::write(&run)),
        Format::Junit => junit::write(&run).map_err(failed),
        Format::Sarif => sarif::write(&run).map(|json| safe_json(&json)).map_err(failed),
        Format::Json => json::write(&run).map(|json| safe_json(&json)).map_err(failed),
    }?;
    match file {
        Some(file) => std::fs::write(file, text).map_err(|error| {
            Report::new(format!("cannot write the report to {}: {error}", file.display()))
        }),
        None if text.is_empty() => Ok(()),
        None => {
            write_message(text.trim_end());
            Ok(())
        }
    }
}

/// JSON with the same value, in which no text acts on a terminal.
fn safe_json(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for character in json.chars() {
        if character != '\n' && is_unsafe(character) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(character);
        }
    }
    safe
}

fn failed(error: impl fmt::Display) -> Report {
    Report::new(format!("cannot write the report: {error}"))
}
