//! Expands the files of `tests/ui` in this process, which takes a second; trybuild takes minutes.
//! Compares every message and its place with the committed `.stderr`, and the code written for some
//! of them with `tests/ui/expanded`.
//!
//! `SNAPSHOTS=overwrite cargo test -p smp-derive ui` updates the files of `tests/ui/expanded`.
//! Read them before you commit them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::visit::Visit;
use syn::{Attribute, DeriveInput, LitStr};

/// A line and a column, both counted from 1, and the message at this place.
type Message = (usize, usize, String);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui")
}

/// The files for one kind of mistake, or for all kinds.
fn files(kind: Option<&str>, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|folder| folder.is_dir() && kind.is_none_or(|kind| folder.ends_with(kind)))
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|file| file.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// The types of a file that derive `PatchSchema`, including those in functions and modules.
#[derive(Default)]
struct Derives(Vec<DeriveInput>);

impl Derives {
    fn of(file: &Path) -> Vec<DeriveInput> {
        let mut derives = Self::default();
        derives.visit_file(&syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap());
        derives.0
    }

    fn add(&mut self, mut input: DeriveInput) {
        let count = input.attrs.len();
        // The compiler removes the derive itself, too, before it calls the macro.
        input.attrs.retain(|attribute| !derives(attribute));
        if input.attrs.len() < count {
            self.0.push(input);
        }
    }
}

impl<'a> Visit<'a> for Derives {
    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        self.add(item.clone().into());
    }

    fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
        self.add(item.clone().into());
    }

    fn visit_item_union(&mut self, item: &'a syn::ItemUnion) {
        self.add(item.clone().into());
    }
}

fn derives(attribute: &Attribute) -> bool {
    let mut found = false;
    if attribute.path().is_ident("derive") {
        attribute
            .parse_nested_meta(|meta| {
                found |= meta.path.segments.last().unwrap().ident == "PatchSchema";
                Ok(())
            })
            .unwrap();
    }
    found
}

fn message(at: Span, text: String) -> Message {
    let start = at.start();
    (start.line, start.column + 1, text)
}

/// The errors among the tokens of an expansion.
fn errors(tokens: TokenStream) -> Vec<Message> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens
        .windows(3)
        .filter_map(|tokens| match tokens {
            [TokenTree::Ident(name), _, TokenTree::Group(text)] if name == "compile_error" => {
                let text: LitStr = syn::parse2(text.stream()).unwrap();
                Some(message(name.span(), text.value()))
            }
            _ => None,
        })
        .collect()
}

/// The places of calls of constant checks: `const_checks::function(…)`.
fn constants(tokens: TokenStream, found: &mut BTreeSet<(usize, usize)>) {
    let mut before = None;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => constants(group.stream(), found),
            TokenTree::Ident(name) => {
                if before.as_ref().is_some_and(|before| before == "const_checks") {
                    let (line, column, _) = message(name.span(), String::new());
                    found.insert((line, column));
                }
                before = Some(name.clone());
            }
            _ => {}
        }
    }
}

/// The messages of a `.stderr` whose first line begins with `title`.
fn stated(stderr: &str, title: &str) -> Vec<Message> {
    let mut stated = Vec::new();
    let mut lines = stderr.lines();
    while let Some(line) = lines.next() {
        let Some(text) = line.strip_prefix(title) else { continue };
        let mut place = lines.find(|line| line.contains("--> ")).unwrap().rsplit(':');
        let column = place.next().unwrap().parse().unwrap();
        let line = place.next().unwrap().parse().unwrap();
        stated.push((line, column, text.to_owned()));
    }
    stated
}

#[test]
fn refused_with_these_messages() {
    let files = files(None, "stderr");
    assert!(files.len() > 40, "the cases are there");
    for file in files {
        let stderr = fs::read_to_string(&file).unwrap();
        let source = file.with_extension("rs");
        let expanded = Derives::of(&source).iter().map(crate::derive).collect::<TokenStream>();

        let mut stated_errors = stated(&stderr, "error: ");
        let mut found = errors(expanded.clone());
        stated_errors.sort();
        found.sort();
        assert_eq!(found, stated_errors, "{}", source.display());

        let mut checked = BTreeSet::new();
        constants(expanded, &mut checked);
        for (line, column, text) in stated(&stderr, "error[E0080]: ") {
            let place = (line, column);
            assert!(checked.contains(&place), "{}:{line}:{column}: {text}", source.display());
        }
    }
}

#[test]
fn accepted_code_expands() {
    for file in files(Some("pass"), "rs") {
        assert!(!expanded(&file).contains("compile_error!"), "{}", file.display());
    }
}

/// Four files are enough to see in review what a change of the derive writes: a struct with
/// everything, lists, a union, and the crate behind a facade.
#[test]
fn written_as_committed() {
    let mut compared = 0;
    for kind in ["pass", "all_at_once"] {
        for file in files(Some(kind), "rs") {
            let committed = folder().join("expanded").join(file.file_name().unwrap());
            if committed.exists() {
                let expected = snapbox::Data::read_from(&committed, None).raw();
                snapbox::assert_data_eq!(expanded(&file), expected);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, fs::read_dir(folder().join("expanded")).unwrap().count());
}

/// The code that the derive writes for a file.
fn expanded(file: &Path) -> String {
    let expanded = Derives::of(file).iter().map(crate::derive).collect::<TokenStream>();
    prettyplease::unparse(&syn::parse2(expanded).unwrap())
}
