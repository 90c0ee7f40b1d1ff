//! `cargo xtask size`: lines of code of each crate, without blank lines and comments; tests are
//! counted separately.
//!
//! A line counts if a token of Rust is on it. So comments don't count, wherever they are, and every
//! line of a multi-line text does.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, File, Item};

use crate::bench::process::ask;
use crate::openapi::workspace;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The lines of one crate.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Size {
    written: usize,
    generated: usize,
    tests: usize,
}

/// Prints the lines of every crate, and of all together.
pub(crate) fn run() -> Result<()> {
    let root = workspace();
    let listed = ask(Command::new("git").args(["ls-files", "*.rs"]).current_dir(&root))?;
    let mut sizes: BTreeMap<&str, Size> = BTreeMap::new();
    for path in listed.lines() {
        let text = fs::read_to_string(root.join(path))?;
        let of_file = of_file(path, &text).map_err(|error| format!("{path}: {error}"))?;
        let size = sizes.entry(path.split('/').next().unwrap_or_default()).or_default();
        *size = size.plus(of_file);
    }
    println!("{:12} {:>8} {:>9} {:>8}", "", "written", "generated", "tests");
    let mut all = Size::default();
    for (name, size) in &sizes {
        println!("{name:12} {:8} {:9} {:8}", size.written, size.generated, size.tests);
        all = all.plus(*size);
    }
    println!("{:12} {:8} {:9} {:8}", "together", all.written, all.generated, all.tests);
    let page = fs::read_to_string(root.join("ARCHITECTURE.md"))?;
    println!("{} walkers in ARCHITECTURE.md", walkers(&page));
    Ok(())
}

impl Size {
    fn plus(self, other: Self) -> Self {
        Self {
            written: self.written + other.written,
            generated: self.generated + other.generated,
            tests: self.tests + other.tests,
        }
    }
}

/// The lines of a file. Expected output of the derive and fixtures of tests are tests.
fn of_file(path: &str, text: &str) -> Result<Size> {
    let parts: BTreeSet<&str> = Path::new(path).iter().filter_map(|part| part.to_str()).collect();
    let file = syn::parse_file(text)?;
    let all = lines(file.to_token_stream());
    if ["tests", "tests.rs", "benches", "fuzz"].iter().any(|name| parts.contains(name)) {
        return Ok(Size { tests: all, ..Size::default() });
    }
    if text.starts_with("// Generated") {
        return Ok(Size { generated: all, ..Size::default() });
    }
    let written = lines(without_tests(file).to_token_stream());
    Ok(Size { written, tests: all - written, generated: 0 })
}

/// The file without modules that are compiled only for tests.
fn without_tests(mut file: File) -> File {
    file.items.retain(|item| match item {
        Item::Mod(module) => !module.attrs.iter().any(is_for_tests),
        _ => true,
    });
    file
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.to_token_stream().to_string().replace(' ', "") == "#[cfg(test)]"
}

/// The number of lines that have a token.
fn lines(tokens: TokenStream) -> usize {
    let mut found = BTreeSet::new();
    add_lines(tokens, &mut found);
    found.len()
}

fn add_lines(tokens: TokenStream, found: &mut BTreeSet<usize>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            // A doc comment is an attribute.
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                let inner = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == '!');
                let _ = tokens.next_if(inner);
                if tokens.next_if(is_documentation).is_none() {
                    found.insert(mark.span().start().line);
                }
            }
            TokenTree::Group(group) => {
                found.insert(group.span_open().start().line);
                found.insert(group.span_close().end().line);
                add_lines(group.stream(), found);
            }
            other => found.extend(other.span().start().line..=other.span().end().line),
        }
    }
}

fn is_documentation(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            let first = group.stream().into_iter().next();
            matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
        }
        _ => false,
    }
}

/// The rows of the table of walkers.
fn walkers(page: &str) -> usize {
    let section = page.split("\n## ").find(|section| section.starts_with("Walkers"));
    let rows = section.unwrap_or_default().lines().filter(|line| line.starts_with("| `"));
    rows.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_blank_lines_and_tests_do_not_count() {
        let text = "//! Page.\n\n/// One.\nfn one() -> &'static str {\n    // Why.\n    \"a\n b\"\n}\n\n\
                    #[cfg(test)]\nmod tests {\n    fn two() {}\n}\n";
        let size = of_file("crate/src/lib.rs", text).unwrap();
        assert_eq!(size, Size { written: 4, generated: 0, tests: 4 });
        let generated = of_file("crate/src/lib.rs", "// Generated by a task.\nfn one() {}\n");
        assert_eq!(generated.unwrap(), Size { written: 0, generated: 1, tests: 0 });
        let tests = of_file("crate/tests/one.rs", "fn one() {}\n").unwrap();
        assert_eq!(tests, Size { written: 0, generated: 0, tests: 1 });
    }

    #[test]
    fn walkers_are_rows_of_their_table() {
        let page = "# A\n\n## Walkers\n\n| name | what |\n|---|---|\n| `a` | x |\n| `b` | y |\n\n## B\n| `c` |\n";
        assert_eq!(walkers(page), 2);
    }
}
