//! The reader gives the values that another reader gives: `serde-saphyr` with corrections.

mod reference_reader;

fn now(text: &str) -> Result<Option<String>, String> {
    let Some(tree) = smp_yaml::parse(text).map_err(|error| error.message())? else {
        return Ok(None);
    };
    tree.to_json(&mut Vec::new()).map(|json| Some(json.into_string())).map_err(|e| e.message())
}

/// Fragments of YAML that are difficult to read.
const PARTS: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\n  ",
    "\n  ",
    "\n    ",
    "\r\n",
    " ",
    "  ",
    "a: ",
    "b: ",
    "c:",
    "a: 1",
    "- ",
    "- c",
    "- - ",
    "# d\n",
    " # d\n",
    " # d\n  ",
    "|",
    ">-",
    "k: |",
    "'",
    "\"",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "&a ",
    "*a",
    "&b ",
    "*b",
    "<<: ",
    "<<: *a",
    "? ",
    ": ",
    "text",
    "1",
    "0o7",
    "0x_f",
    "1_",
    "1_0.5",
    "1e400",
    ".inf",
    "null",
    "~",
    "nUll",
    "yes",
    "yEs",
    "True",
    "1.0",
    "08",
    "-1",
    "+1",
    "é",
    "'x'",
    "\"y\"",
    "{a: 1}",
    "[1, 2]",
    "'1': ",
    "1: ",
    "---",
    "...",
    "\u{2028}",
    "k: |+\n  ",
    "- >2\n  ",
];

const TAGS: &[&str] = &[
    "",
    "!!str",
    "!foo",
    "!",
    "!!int",
    "!!bool",
    "!!null",
    "!!binary",
    "!!float",
    "!<tag:x>",
    "!!set",
    "!int",
    "!!merge",
    "!!value",
    "!!seq",
    "!!map",
    "!!timestamp",
    "!str",
    "!null",
    "!time",
    "!!time",
    "!bool",
    "!float",
    "!binary",
    "!include",
    "!degrees",
];

const SCALARS: &[&str] = &[
    "",
    "~",
    "null",
    "nUll",
    "Null",
    "yes",
    "yEs",
    "n",
    "True",
    "tRUE",
    "1",
    "-1",
    "+1",
    "0",
    "-0",
    "00",
    "01",
    "08",
    "0o7",
    "0o8",
    "0x1F",
    "0x",
    "0b12",
    "0b11",
    "1_",
    "_1",
    "1__0",
    "1_0",
    "1_0.5",
    "1.",
    ".5",
    "+.5",
    "1.0",
    "1e3",
    "1E3",
    "1e400",
    "-1e400",
    "1e-400",
    "1.5e1_0",
    ".inf",
    "-.INF",
    "+.inf",
    ".NaN",
    "nan",
    "inf",
    "infinity",
    "1:30",
    "2001-01-01",
    "'1'",
    "'yes'",
    "\"~\"",
    "''",
    "aGk=",
    "'aGk='",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "-9223372036854775809",
    "123456789012345678901234567890",
    "x y",
    "0777",
    "-017",
    "+017",
    "0_7",
    "0_8",
    "-0x1f",
    "0O7",
    "0XF",
    "0.10",
    "1.2.3",
    "+",
    "-a",
    "<<",
    "=",
    "\"1\\n\"",
    "\" true \"",
];

/// Compares both readers on a text. Both must fail, or both must give the same value; the errors
/// may differ, since a text with two errors may show either. Gives whether the text can be read.
fn check(text: &str) -> bool {
    // As kubectl does, the second reader gets lines that all have an end.
    let ended = if text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") };
    let (old, new) = (reference_reader::read(&ended), now(text));
    if old.is_err() && new.is_err() {
        return false;
    }
    assert_eq!(new, old, "{text:?}");
    true
}

#[test]
fn scalars_have_the_value_that_they_had() {
    for tag in TAGS {
        for scalar in SCALARS {
            for text in [
                format!("{tag} {scalar}"),
                format!("a: {tag} {scalar}\nb: 1"),
                format!("- {tag} {scalar}\n"),
                format!("- &x {tag} {scalar}\n- *x\n"),
                format!("{{a: {tag} {scalar} , b: [{tag} {scalar} , 2]}}"),
                format!("{tag} {scalar} : 1\n"),
                format!("{{<<: {{{tag} {scalar} : 1, a: 2}}, {scalar} : 2, b: 3}}\n"),
            ] {
                check(&text);
            }
        }
    }
}

#[test]
fn random_text_has_the_value_that_it_had() {
    let rounds: usize =
        std::env::var("SMP_YAML_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let mut rng = fastrand::Rng::with_seed(11);
    let mut read = 0;
    for _ in 0..rounds {
        let text: String = (0..rng.usize(1..20)).map(|_| PARTS[rng.usize(..PARTS.len())]).collect();
        read += usize::from(check(&text));
    }
    assert!(read > rounds / 50 && read < rounds, "{read}");
}

/// kubectl reads a file line by line, and gives its last line an end.
#[test]
fn the_last_line_of_a_text_needs_no_end() {
    let rounds: usize =
        std::env::var("SMP_YAML_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let mut rng = fastrand::Rng::with_seed(13);
    let ends = ["", "|\n  x", "|+\n  x", ">\n  x\n\n", "|\n", "|+\n  ", " ", "\n ", "\n   "];
    let mut read = 0;
    for _ in 0..rounds {
        let parts = (0..rng.usize(1..12)).map(|_| PARTS[rng.usize(..PARTS.len())]);
        let mut text: String = parts.collect();
        text.extend((0..rng.usize(..3)).map(|_| ends[rng.usize(..ends.len())]));
        let text = text.trim_end_matches('\n');
        let (found, ended) = (now(text), now(&format!("{text}\n")));
        assert_eq!(found.is_ok(), ended.is_ok(), "{text:?}: {found:?} {ended:?}");
        if let Ok(found) = found {
            assert_eq!(Some(found), ended.ok(), "{text:?}");
            read += 1;
        }
    }
    assert!(read > rounds / 50 && read < rounds, "{read}");
}
