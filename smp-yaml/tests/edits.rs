//! Edits of texts in many styles: what each of them changes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use smp_core::Document;

/// The text with the value, and the messages of the notes.
fn updated(text: &str, json: &str) -> (String, Vec<String>) {
    let tree = smp_yaml::parse(text).unwrap().expect("it has content");
    let old = tree.to_json(&mut Vec::new()).unwrap();
    let new = Document::from_json(json).unwrap();
    let edited =
        smp_yaml::update(&tree, &old, &new).unwrap_or_else(|error| panic!("{text}: {error}"));
    (edited.text, edited.notes.into_iter().map(|note| note.message).collect())
}

#[track_caller]
fn check(text: &str, json: &str, expected: &str) {
    let (found, notes) = updated(text, json);
    assert_eq!(found, expected, "{notes:?}");
    assert_eq!(notes, Vec::<String>::new());
}

#[test]
fn scalars_keep_their_style() {
    check("a: 1 # c\nb:   'x'  # d\n", r#"{"a":2,"b":"it's"}"#, "a: 2 # c\nb:   'it''s'  # d\n");
    check("a: \"x\"\nb: y\n", r#"{"a":"on","b":"on"}"#, "a: \"on\"\nb: \"on\"\n");
    check("a: 'x'\n", r#"{"a":3}"#, "a: 3\n");
    check("a:\nb: ~\n", r#"{"a":1,"b":true}"#, "a: 1\nb: true\n");
    check("a: # c\nb: 1\n", r#"{"a":1,"b":1}"#, "a: 1 # c\nb: 1\n");
    check("- # c\n- 1\n", r#"["x",1]"#, "- x # c\n- 1\n");
    check("x\n", r#""w""#, "w\n");
    check("# c\n\n  x\n", r#"{"a":1,"b":[2]}"#, "# c\n\na: 1\nb:\n- 2\n");
    check("# c\n&a x\n", r#"["yz"]"#, "# c\n &a\n- yz\n");
    check("--- x # c\n...\n", r#""w""#, "--- w # c\n...\n");
    check("a: 1\n", r#"{"a":"1"}"#, "a: \"1\"\n");
    check("a: 'x'\n", "{\"a\":\"x\\ty\"}", "a: \"x\\ty\"\n");
}

#[test]
fn block_scalars_keep_their_style() {
    check(
        "a: |  # c\n    one\n    two\n\n# d\nb: 1\n",
        r#"{"a":"one\nthree\n","b":1}"#,
        "a: |  # c\n    one\n    three\n\n# d\nb: 1\n",
    );
    check(
        "a: >-\n  one\n  two\nb: 1\n",
        r#"{"a":"one\ntwo","b":1}"#,
        "a: >-\n  one\n\n  two\nb: 1\n",
    );
    check("a: |\n  one\nb: 1\n", r#"{"a":5,"b":1}"#, "a: 5\nb: 1\n");
    check("a: |+\n  one\n\nb: 1\n", r#"{"a":"one\n","b":1}"#, "a: |\n  one\nb: 1\n");
    check("- |\n  one\n- x\n", r#"["one\ntwo\n","x"]"#, "- |\n  one\n  two\n- x\n");
    check("a: x\n", r#"{"a":"one\ntwo\n"}"#, "a: |\n  one\n  two\n");
}

#[test]
fn members_come_and_go_with_their_comments() {
    let text = "# head\na: 1\n\n# about b\n# more\nb:\n  c: 1  # one\n  # about d\n  d: 2\n\n# about e\ne: 3\n";
    check(text, r#"{"a":1,"e":3}"#, "# head\na: 1\n\n# about e\ne: 3\n");
    check(
        text,
        r#"{"a":1,"b":{"d":2},"e":3}"#,
        "# head\na: 1\n\n# about b\n# more\nb:\n  # about d\n  d: 2\n\n# about e\ne: 3\n",
    );
    check(
        text,
        r#"{"a":1,"b":{"c":1,"d":2,"x":{"w":[1]}},"e":3,"f":"g"}"#,
        "# head\na: 1\n\n# about b\n# more\nb:\n  c: 1  # one\n  # about d\n  d: 2\n  x:\n    w:\n    - 1\n\n# about e\ne: 3\n\nf: g\n",
    );
    check(
        text,
        r#"{"a":1,"b":{},"e":3}"#,
        "# head\na: 1\n\n# about b\n# more\nb: {}\n\n# about e\ne: 3\n",
    );
    check("a: 1", r#"{"a":1,"b":2}"#, "a: 1\nb: 2");
    check("a: {}\n", r#"{"a":{"b":1}}"#, "a:\n  b: 1\n");
    check("a: {} # c\nd: 1\n", r#"{"a":{"b":1},"d":1}"#, "a: # c\n  b: 1\nd: 1\n");
}

#[test]
fn items_come_go_and_move_with_their_comments() {
    let text = "l:\n  # one\n  - name: a   # first\n    x: 1\n\n  # two\n  - name: b\n    x: 2\n  - name: c\n";
    check(
        text,
        r#"{"l":[{"name":"a","x":1},{"name":"c"}]}"#,
        "l:\n  # one\n  - name: a   # first\n    x: 1\n\n  - name: c\n",
    );
    check(
        text,
        r#"{"l":[{"name":"c"},{"name":"a","x":1},{"name":"b","x":3}]}"#,
        "l:\n  - name: c\n  # one\n  - name: a   # first\n    x: 1\n\n  # two\n  - name: b\n    x: 3\n",
    );
    check(
        text,
        r#"{"l":[{"name":"b","x":2,"w":1},{"name":"a","x":1},{"name":"c"}]}"#,
        "l:\n  # two\n  - name: b\n    x: 2\n    w: 1\n\n  # one\n  - name: a   # first\n    x: 1\n  - name: c\n",
    );
    check(
        text,
        r#"{"l":[{"name":"z"},{"name":"a","x":1},{"name":"b","x":2},{"name":"c"},{"name":"d","w":{"z":1}}]}"#,
        "l:\n  - name: z\n  # one\n  - name: a   # first\n    x: 1\n\n  # two\n  - name: b\n    x: 2\n  - name: c\n  - name: d\n    w:\n      z: 1\n",
    );
    // Another item, and the same one under a new name.
    check(
        text,
        r#"{"l":[{"name":"z","x":9},{"name":"b","x":2},{"name":"c"}]}"#,
        "l:\n  - name: z\n    x: 9\n  # two\n  - name: b\n    x: 2\n  - name: c\n",
    );
    check(
        text,
        r#"{"l":[{"name":"z","x":1},{"name":"b","x":2},{"name":"c"}]}"#,
        "l:\n  # one\n  - name: z   # first\n    x: 1\n\n  # two\n  - name: b\n    x: 2\n  - name: c\n",
    );
    check("l:\n- a\n- b # c\n", r#"{"l":[]}"#, "l: []\n");
    check("l:\n-   a: 1\n    b: 2\n", r#"{"l":[{"b":2},{"c":1}]}"#, "l:\n-   b: 2\n-   c: 1\n");
    check("- - a\n  - b\n", r#"[["c","a","b"]]"#, "- - c\n  - a\n  - b\n");
    check("- - a\n  # c\n  - b\n", r#"[["b"]]"#, "- # c\n  - b\n");
}

#[test]
fn brackets_stay() {
    check("a: {b: 1, c: 2} # d\n", r#"{"a":{"b":1,"c":3,"e":"x"}}"#, "a: {b: 1, c: 3, e: x} # d\n");
    check("a: [x, y, z]\n", r#"{"a":["x","z"]}"#, "a: [x, z]\n");
    check("a: [x, y, z]\n", r#"{"a":["x","y"]}"#, "a: [x, y]\n");
    check("a: [x,y]\n", r#"{"a":["w","x","y"]}"#, "a: [w, x,y]\n");
    check(
        "a: [\n  x, # one\n  y # two\n]\n",
        r#"{"a":["x","y","z"]}"#,
        "a: [\n  x, # one\n  y, # two\n  z\n]\n",
    );
    check("a: [\n  x,\n  y,\n]\n", r#"{"a":["x","y","z"]}"#, "a: [\n  x,\n  y,\n  z,\n]\n");
    check(
        r#"{"a": 1, "b": ["x"]}"#,
        r#"{"a":1,"b":["x","w"],"c":"z"}"#,
        r#"{"a": 1, "b": ["x", "w"], "c": "z"}"#,
    );
    check("a: {b: 1}\n", r#"{"a":{"c":"x, y"}}"#, "a:\n  c: x, y\n");
    check("a: [{b: 1}, {}]\n", r#"{"a":[{"b":1},{"c":1}]}"#, "a: [{b: 1}, {c: 1}]\n");
}

#[test]
fn new_values_are_in_brackets_beside_values_in_brackets() {
    let items = "env:\n  - {name: a, value: b}\n  # c\n  - {name: d}\n";
    check(
        items,
        r#"{"env":[{"name":"a","value":"b"},{"name":"d"},{"name":"e","value":"f, g"}]}"#,
        "env:\n  - {name: a, value: b}\n  # c\n  - {name: d}\n  - {name: e, value: \"f, g\"}\n",
    );
    check(
        items,
        r#"{"env":[{"name":"e"},{"name":"a","value":"b"},{"name":"d"}]}"#,
        "env:\n  - {name: e}\n  - {name: a, value: b}\n  # c\n  - {name: d}\n",
    );
    check(
        "- { \"a\": 1 }\n-   x\n",
        r#"[{"a":1},{"b":"w"},"x"]"#,
        "- { \"a\": 1 }\n- { \"b\": \"w\" }\n-   x\n",
    );
    check("- - [1]\n  - [2]\n", "[[[3],[1],[2]]]", "- - [3]\n  - [1]\n  - [2]\n");
    // Not beside an empty one, one of another kind, or if another one is a block.
    check("- {}\n- [a]\n", r#"[{},["a"],{"b":1}]"#, "- {}\n- [a]\n- b: 1\n");
    check("- {a: 1}\n- a: 2\n", r#"[{"a":1},{"a":2},{"a":3}]"#, "- {a: 1}\n- a: 2\n- a: 3\n");
    check(
        "limits: {cpu: 1, memory: 2}  # c\nname: x\n",
        r#"{"limits":{"cpu":1,"memory":2},"requests":{"cpu":1},"name":"x","list":["a"]}"#,
        "limits: {cpu: 1, memory: 2}  # c\nrequests: {cpu: 1}\nname: x\nlist:\n- a\n",
    );
    // A long one is in lines.
    let word = "w".repeat(80);
    check(
        "- {a: 1}\n",
        &format!(r#"[{{"a":1}},{{"a":"{word}"}}]"#),
        &format!("- {{a: 1}}\n- a: {word}\n"),
    );
    check(
        "command: [ sh ]\n",
        r#"{"command":["sh"],"args":["-c","x: y"]}"#,
        "command: [ sh ]\nargs: [ -c, \"x: y\" ]\n",
    );
}

#[test]
fn blank_lines_go_with_what_they_separate() {
    let text = "a: 1\n\n# about b\nb: 2\n\nc: 3\n";
    check(text, r#"{"a":1,"c":3}"#, "a: 1\n\nc: 3\n");
    check(text, r#"{"a":1,"b":2}"#, "a: 1\n\n# about b\nb: 2\n");
    check(text, r#"{"b":2,"c":3}"#, "# about b\nb: 2\n\nc: 3\n");
    check(text, r#"{"c":3}"#, "c: 3\n");
    check(text, r#"{"a":1}"#, "a: 1\n");
    check(text, r#"{"b":2}"#, "# about b\nb: 2\n");
    check("# head\n\na: 1\n\nb: 2\n", r#"{"b":2}"#, "# head\n\nb: 2\n");
    check("# head\na: 1\n\nb: 2\n", r#"{"b":2}"#, "# head\n\nb: 2\n");
    // One side is not separated.
    check("a: 1\n\nb: 2\nc: 3\n", r#"{"a":1,"c":3}"#, "a: 1\n\nc: 3\n");
    check("x:\n  a: 1\n\n  b: 2\nc: 3\n", r#"{"x":{"a":1},"c":3}"#, "x:\n  a: 1\nc: 3\n");
    check("x:\n\n- a\n\n- b\n\nc: 3\n", r#"{"x":["b"],"c":3}"#, "x:\n\n- b\n\nc: 3\n");
    // They are part of a value.
    check("a: |+\n  x\n\nb: 2\n", r#"{"a":"x\n\n"}"#, "a: |+\n  x\n\n");
    // Parts that move.
    let list = "- a # 1\n\n- b # 2\n\n- c # 3\n";
    check(list, r#"["c","a","b"]"#, "- c # 3\n\n- a # 1\n\n- b # 2\n");
    check(list, r#"["b","c","a"]"#, "- b # 2\n\n- c # 3\n\n- a # 1\n");
    check("- a # 1\n\n- b # 2\n- c # 3\n", r#"["b","a","c"]"#, "- b # 2\n\n- a # 1\n- c # 3\n");
    // New parts.
    check(list, r#"["a","b","c","d"]"#, "- a # 1\n\n- b # 2\n\n- c # 3\n\n- d\n");
    check(list, r#"["d","a","b","c"]"#, "- d\n\n- a # 1\n\n- b # 2\n\n- c # 3\n");
    check("a: 1\n\nb: 2\n", r#"{"a":1,"x":1,"b":2}"#, "a: 1\n\nx: 1\n\nb: 2\n");
    check("- a\n\n- |+\n  b\n", r#"["a","b\n","c"]"#, "- a\n\n- |+\n  b\n- c\n");
}

#[test]
fn what_is_around_the_document_stays() {
    check(
        "\u{feff}%YAML 1.2\n# a\n---\n# b\na: 1\n# c\n...\n# d\n",
        r#"{"a":2}"#,
        "\u{feff}%YAML 1.2\n# a\n---\n# b\na: 2\n# c\n...\n# d\n",
    );
    check(
        "a: 1\r\nb:\r\n- x\r\n",
        r#"{"a":1,"b":["x","w"],"c":{"d":1}}"#,
        "a: 1\r\nb:\r\n- x\r\n- w\r\nc:\r\n  d: 1\r\n",
    );
    // Without a line break at the end.
    check("a: |\n  x", r#"{"a":"x","b":1}"#, "a: |-\n  x\nb: 1\n");
    check("a: |\n  x", r#"{"a":"x\n","b":1}"#, "a: |\n  x\nb: 1");
    check("a: |\n  x", r#"{"a":"y\nz\n","b":1,"c":2}"#, "a: |\n  y\n  z\nb: 1\nc: 2\n");
    check("a: |\n  x", r#"{"a":"y\nz\n"}"#, "a: |\n  y\n  z\n");
    check("- |\n  x", r#"["y\nz\n","b"]"#, "- |\n  y\n  z\n- b\n");
}

#[test]
fn anchors_aliases_tags_and_merge_keys() {
    let (text, notes) = updated("a: &x 1\nb: *x\n", r#"{"a":2,"b":1}"#);
    assert_eq!((text.as_str(), notes.len()), ("a: &x 2\nb: 1\n", 1));
    check("a: &x 1\nb: *x\n", r#"{"a":2,"b":2}"#, "a: &x 2\nb: *x\n");
    let (text, notes) = updated("a: &x {k: 1}\nb: *x\n", r#"{"a":{"k":1},"b":{"k":2}}"#);
    assert_eq!((text.as_str(), notes.len()), ("a: &x {k: 1}\nb: {k: 2}\n", 1));
    let (text, notes) = updated("a: &x {k: 1}\nb:\n  <<: *x\n", r#"{"a":{"k":2},"b":{"k":1}}"#);
    assert_eq!((text.as_str(), notes.len()), ("a: &x {k: 2}\nb:\n  <<: {k: 1}\n", 1));
    check(
        "a: &x {k: 1}\nb:\n  <<: *x\n  c: 1\n",
        r#"{"a":{"k":1},"b":{"c":1,"k":3}}"#,
        "a: &x {k: 1}\nb:\n  <<: *x\n  c: 1\n  k: 3\n",
    );
    let (text, notes) = updated(
        "a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  c: 1\n",
        r#"{"a":{"k":1,"l":2},"b":{"c":1,"k":1}}"#,
    );
    assert_eq!((text.as_str(), notes.len()), ("a: &x {k: 1, l: 2}\nb:\n  c: 1\n  k: 1\n", 1));
    let (text, notes) = updated("a: !!int 5\nb: !!str x\n", r#"{"a":6,"b":"w"}"#);
    assert_eq!((text.as_str(), notes.len()), ("a: 6\nb: !!str w\n", 1));
    let (text, notes) = updated("a: &x 1\nb: *x\n", r#"{"b":1}"#);
    assert_eq!((text.as_str(), notes.len()), ("b: 1\n", 1));
}

#[test]
fn the_smallest_part_that_can_have_the_edit_is_written_anew() {
    // The blank line above `b` would be part of the new text.
    let (text, notes) = updated(
        "m:\n  # one\n  a: |\n    x\n\n  b: 2\nz: 1 # c\n",
        r#"{"m":{"a":"x\n\ny\n\n","b":2},"z":1}"#,
    );
    assert_eq!(text, "m:\n  # one\n  a: \"x\\n\\ny\\n\\n\"\n\n  b: 2\nz: 1 # c\n");
    assert_eq!(notes, ["a part is written anew, without its comments"]);
}

#[test]
fn what_is_nested_as_deep_as_may_be_is_edited() {
    for levels in [126, 127, 128] {
        let json =
            |inner: &str| format!("{}{inner}{}", "{\"a\":".repeat(levels), "}".repeat(levels));
        let flow =
            |inner: &str| format!("{}{inner}{}\n", "{a: ".repeat(levels), "}".repeat(levels));
        check(&flow("1"), &json("2"), &flow("2"));
        let block = |inner: &str| {
            let lines = (0..levels).map(|level| format!("{}a:", " ".repeat(level)));
            format!("{} {inner}\n", lines.collect::<Vec<_>>().join("\n"))
        };
        check(&block("1"), &json("2"), &block("2"));
    }
    let text = format!("{}1\n", "- ".repeat(128));
    check(&text, &format!("{}2{}", "[".repeat(128), "]".repeat(128)), &text.replace('1', "2"));
    for text in ["[".repeat(129) + &"]".repeat(129), format!("{}1\n", "- ".repeat(129))] {
        let error = smp_yaml::parse(&text).unwrap_err();
        assert_eq!(error.message(), "nested deeper than 128 levels, which is the limit");
    }
}

#[test]
fn many_edits_take_no_longer_than_their_number() {
    // Each of these would take minutes if an edit took a look at the whole text.
    let items =
        |range: core::ops::Range<usize>| range.map(|at| format!("a{at}")).collect::<Vec<_>>();
    let json = |items: &[String]| format!("[\"{}\"]", items.join("\",\""));
    let (old, new) = (items(0..20_000), items(10_000..40_000));
    let flow = format!("[{}]\n", old.join(", "));
    let (text, notes) = updated(&flow, &json(&new));
    assert_eq!((text, notes), (format!("[{}]\n", new.join(", ")), Vec::new()));
    let block = |items: &[String]| format!("- {}\n", items.join("\n- "));
    let (text, notes) = updated(&block(&old), &json(&new));
    assert_eq!((text, notes), (block(&new), Vec::new()));
    // Items in brackets, and members.
    let objects = |items: &[String], between: &str| {
        items.iter().map(|item| format!("{{a: {item}}}")).collect::<Vec<_>>().join(between)
    };
    let json_objects = |items: &[String]| {
        let items = items.iter().map(|item| format!(r#"{{"a":"{item}"}}"#));
        format!("[{}]", items.collect::<Vec<_>>().join(","))
    };
    let block = |items: &[String]| format!("- {}\n", objects(items, "\n- "));
    let (text, notes) = updated(&block(&old), &json_objects(&new));
    assert_eq!((text, notes), (block(&new), Vec::new()));
    let members = |items: &[String]| {
        let members = items.iter().map(|item| format!("{item}: {{a: {item}}}\n"));
        members.collect::<Vec<_>>().concat()
    };
    let json_members = |items: &[String]| {
        let items = items.iter().map(|item| format!(r#""{item}":{{"a":"{item}"}}"#));
        format!("{{{}}}", items.collect::<Vec<_>>().join(","))
    };
    let (text, notes) = updated(&members(&old), &json_members(&new));
    assert_eq!((text, notes), (members(&new), Vec::new()));
    // All of them move.
    let block = |items: &[String]| format!("- {}\n", items.join("\n- "));
    let turned: Vec<String> = old.iter().rev().cloned().collect();
    let (text, notes) = updated(&block(&old), &json(&turned));
    assert_eq!((text, notes), (block(&turned), Vec::new()));
}

#[test]
fn lines_that_end_with_cr_alone() {
    let cr = |text: &str| text.replace('\n', "\r");
    check(
        &cr("a: 1 # c\nb:\n  c: |\n    one\n    two\n  d: 2\n"),
        r#"{"a":2,"b":{"c":"one\ntwo\nthree\n","d":2,"e":["x"]}}"#,
        &cr("a: 2 # c\nb:\n  c: |\n    one\n    two\n    three\n  d: 2\n  e:\n  - x\n"),
    );
    // Among other line ends, each line keeps its own.
    check("a: 1\rb: 2\r\nc: 3\nd: 4\r", r#"{"a":1,"b":5,"d":6}"#, "a: 1\rb: 5\r\nd: 6\r");
}

#[test]
fn text_that_ends_with_empty_lines_above_blank_lines() {
    check(
        "metadata:\n  name: a\n\n",
        "{\"metadata\":{\"name\":\"a\"},\"data\":{\"text\":\"a\\nb\\n\\n\"}}",
        "metadata:\n  name: a\ndata:\n  text: \"a\\nb\\n\\n\"\n\n",
    );
}
