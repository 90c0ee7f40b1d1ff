//! Text that arrives in parts is split as the whole text is, and the documents are those that the readers
//! of the formats find in the whole text.

use serde_json::Value;

use super::Format;
use super::{Piece, Splitter};

fn at_once(format: Format, text: &str) -> Vec<Piece> {
    Splitter::new(format, 0).all(text)
}

/// The pieces of a text that arrives in parts of this length; each piece is dropped once it is
/// split off.
fn bit_by_bit(format: Format, text: &str, length: usize) -> Vec<Piece> {
    let (mut splitter, mut pieces) = (Splitter::new(format, 0), Vec::new());
    let mut forgotten = 0;
    for end in (0..=text.len()).step_by(length).chain([text.len()]) {
        let last = end == text.len();
        while let Some(piece) = splitter.next(&text.as_bytes()[forgotten..end], last) {
            pieces.push(piece.moved(forgotten));
        }
        let done = splitter.done();
        splitter.forget(done);
        forgotten += done;
    }
    pieces
}

fn texts(format: Format, text: &str) -> Vec<&str> {
    at_once(format, text).into_iter().map(|piece| &text[piece.range]).collect()
}

#[test]
fn yaml_documents_end_at_markers() {
    assert_eq!(
        texts(
            Format::Yaml,
            "a: 1\n---\nb: 2\n...\n# c\n%YAML 1.2\n---\nc: |\n  ---\n---x: 1\n--- d"
        ),
        ["a: 1\n", "---\nb: 2\n...\n", "# c\n%YAML 1.2\n---\nc: |\n  ---\n---x: 1\n", "--- d"]
    );
    assert_eq!(texts(Format::Yaml, "a: 1\r\n---\r\nb: 2\r\n"), ["a: 1\r\n", "---\r\nb: 2\r\n"]);
    assert_eq!(texts(Format::Yaml, "a: 1\r\n...\r\nb: 2"), ["a: 1\r\n...\r\n", "b: 2"]);
    assert_eq!(texts(Format::Yaml, "a: 1\r---\rb: 2"), ["a: 1\r", "---\rb: 2"]);
    assert_eq!(texts(Format::Yaml, "a: 1\n\u{feff}---\nb: 2"), ["a: 1\n", "\u{feff}---\nb: 2"]);
    assert_eq!(texts(Format::Yaml, "- |\n ...\n...x\n....\n"), ["- |\n ...\n...x\n....\n"]);
}

#[test]
fn the_body_is_without_what_stands_around_it() {
    let bodies = |text| -> Vec<_> {
        at_once(Format::Yaml, text).into_iter().map(|piece| &text[piece.body]).collect()
    };
    assert_eq!(
        bodies("# c\na: 1 # d\n# e\n--- # f\n# g\n\n  b: 2\n...\n--- {c: 3}\n---\n# h\n---"),
        ["a: 1 # d\n", "  b: 2\n", " {c: 3}\n", "", ""]
    );
    assert_eq!(
        bodies("a: |\n x\n# b\n # c\n\n# d\n...\n# e\nb: 1\n# f\nc: 2\n---\n{a: \"\n# b\n\"}\n# c"),
        ["a: |\n x\n", "b: 1\n# f\nc: 2\n", "{a: \"\n# b\n\"}\n# c"]
    );
}

#[test]
fn json_values_need_nothing_between_them() {
    assert_eq!(
        texts(Format::Json, r#" {"a":"}\"\\"}[1,[2]] 1 "x"null{"b":{}}, "#),
        [r#"{"a":"}\"\\"}"#, "[1,[2]]", "1", r#""x""#, "null", r#"{"b":{}}"#, ","]
    );
    // Broken text is left to the reader, up to the end.
    assert_eq!(texts(Format::Json, "{} {\"a\": [}\n"), ["{}", "{\"a\": [}\n"]);
}

#[test]
fn json_with_markers_goes_on_as_yaml() {
    let pieces = at_once(Format::Json, "{\"a\": 1}\n---\n{b: 2}\n---\n{c: 3}\n");
    let formats: Vec<_> = pieces.iter().map(|piece| piece.format).collect();
    assert_eq!(formats, [Format::Json, Format::Yaml, Format::Yaml]);
    assert_eq!(texts(Format::Json, "-1 -2 ---\n[]"), ["-1", "-2", "---\n[]"]);
}

/// Fragments of YAML that are difficult to split.
const YAML: &[&str] = &[
    "---",
    "...",
    "--- ",
    "... ",
    "---\t",
    "--",
    "-",
    "..",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "a: 1",
    "b: x",
    "- c",
    "# d",
    "|",
    ">-",
    "k: |",
    "'",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "%YAML 1.2",
    "%x",
    "\u{feff}",
    "é",
    "null",
    "~",
    "&a",
    "*a",
    "?",
    "text",
];

const JSON: &[&str] = &[
    "{", "}", "[", "]", "\"", "\\", "\\\"", ":", ",", "1", "-2", "null", "\"a\"", "{}", " ", "\n",
    "---", "é",
];

fn random(parts: &[&str], random: &mut fastrand::Rng) -> String {
    (0..random.usize(0..24)).map(|_| parts[random.usize(..parts.len())]).collect()
}

#[test]
fn random_text_is_cut_alike_bit_by_bit_and_nothing_is_lost() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..20_000 {
        for (format, parts) in [(Format::Yaml, YAML), (Format::Json, JSON)] {
            let text = random(parts, &mut rng);
            let pieces = at_once(format, &text);
            for length in [1, 2, 3, 7] {
                assert_eq!(bit_by_bit(format, &text, length), pieces, "{text:?}");
            }
            let mut end = 0;
            for piece in &pieces {
                let between = &text[end..piece.range.start];
                assert!(between.trim_matches([' ', '\n']).is_empty(), "{text:?}: {pieces:?}");
                end = piece.range.end;
            }
            assert!(text[end..].trim_matches([' ', '\n']).is_empty(), "{text:?}: {pieces:?}");
        }
    }
}

#[test]
fn the_pieces_of_random_yaml_are_its_documents() {
    let mut rng = fastrand::Rng::with_seed(8);
    let (mut read, mut several) = (0, 0);
    for _ in 0..100_000 {
        // The library knows byte order marks only at the start of the stream.
        let text = random(YAML, &mut rng).replace('\u{feff}', "");
        let Ok(whole) = serde_saphyr::from_multiple::<Value>(&text) else { continue };
        let pieces = texts(Format::Yaml, &text);
        let cut: Result<Vec<Vec<Value>>, _> =
            pieces.iter().map(|piece| serde_saphyr::from_multiple(piece)).collect();
        let cut = cut.unwrap_or_else(|error| panic!("{text:?}, {pieces:?}: {error}"));
        assert!(cut.iter().all(|documents| documents.len() <= 1), "{text:?}, {pieces:?}");
        assert_eq!(cut.concat(), whole, "{text:?}, {pieces:?}");
        read += 1;
        several += usize::from(whole.len() > 1);
    }
    assert!(read > 5_000 && several > 500, "{read}, {several}");
}

#[test]
fn the_pieces_of_random_json_are_its_values() {
    let mut rng = fastrand::Rng::with_seed(9);
    let mut several = 0;
    for _ in 0..100_000 {
        let text = random(JSON, &mut rng);
        let whole: Result<Vec<Value>, _> =
            serde_json::Deserializer::from_str(&text).into_iter().collect();
        let Ok(whole) = whole else { continue };
        let cut: Result<Vec<Value>, _> =
            texts(Format::Json, &text).into_iter().map(serde_json::from_str).collect();
        assert_eq!(cut.ok().as_ref(), Some(&whole), "{text:?}");
        several += usize::from(whole.len() > 1);
    }
    assert!(several > 500, "{several}");
}
