//! No index in the sources: `value["name"] = x` panics on a value that is not an object, `list[at]` beyond
//! the end, and no lint of clippy knows the first of them.

use std::fs;
use std::path::Path;

/// Code without comments, and with the text of literals left out.
fn code(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("r#\"") {
            rest.find("\"#").map_or(rest.len(), |it| it + 2)
        } else if first == '"'
            || (rest.starts_with("r\"") && !code.ends_with(char::is_alphanumeric))
        {
            let escapes = first == '"';
            let start = if escapes { 1 } else { 2 };
            let mut escaped = false;
            let end = rest[start..].char_indices().find(|(_, it)| {
                let ends = *it == '"' && !escaped;
                escaped = escapes && *it == '\\' && !escaped;
                ends
            });
            code.push_str("\"\"");
            end.map_or(rest.len(), |(at, _)| start + at + 1)
        } else if rest.starts_with("'[") || rest.starts_with("'\"") {
            2
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    code
}

/// The lines with an index. A slice of everything, `[..]`, does not panic.
fn indexes(source: &str) -> Vec<String> {
    let code = code(source);
    let tests = code.find("\nmod tests {").unwrap_or(code.len());
    let has_index = |line: &&str| {
        line.match_indices('[').any(|(at, _)| {
            let before = line[..at].chars().next_back();
            before.is_some_and(|it| it.is_alphanumeric() || "_)]?\"".contains(it))
                && !line[at..].starts_with("[..]")
        })
    };
    code[..tests].lines().filter(has_index).map(|it| it.trim().to_owned()).collect()
}

fn visit(directory: &Path, found: &mut Vec<String>) -> usize {
    let mut count = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            count += visit(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            count += 1;
            let lines = indexes(&fs::read_to_string(&path).unwrap());
            found.extend(lines.iter().map(|line| format!("{}: {line}", path.display())));
        }
    }
    count
}

#[test]
fn nothing_is_indexed() {
    let mut found = Vec::new();
    let files = visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(files > 50, "{files}");
    assert!(found.is_empty(), "use get, pointer, at, set or members:\n{}", found.join("\n"));
}

#[test]
fn indexes_are_seen() {
    for line in [
        "object[\"metadata\"][\"name\"] = x;",
        "let x = &mut it?[name];",
        "f(a)[0]",
        "json!({\"a\": it[\"b\"]})",
    ] {
        assert_eq!(indexes(line).len(), 1, "{line}");
    }
    for line in [
        "let x: [u8; 4] = [1];",
        "#[test]",
        "vec![1]",
        "// a[0]",
        "format!(\"{a}[{b}]\")",
        "map_or(&[][..], f)",
        "split_once('[')",
        "r\"a[b]\"",
        "&'static [u8]",
        "\"\\\"[a]\"",
    ] {
        assert_eq!(indexes(line), Vec::<String>::new(), "{line}");
    }
}
