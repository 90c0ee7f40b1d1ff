//! Paths in a schema: `spec.servers[].ports`.

/// One step from a type to a type inside of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PathStep {
    Field(String),
    /// The elements of a list, or the values of a map.
    Inside,
}

/// The maximum number of steps in a path.
const MAX_STEPS: usize = 128;

/// Reads `spec.servers[].ports` and `data["a.b"]`.
pub(super) fn parse(text: &str) -> Result<Vec<PathStep>, String> {
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("[]").or_else(|| rest.strip_prefix("[*]")) {
            steps.push(PathStep::Inside);
            rest = after;
        } else if let Some(after) = rest.strip_prefix('[') {
            let mut names = serde_json::Deserializer::from_str(after).into_iter::<String>();
            let name = names.next().and_then(Result::ok);
            let after = after.get(names.byte_offset()..).and_then(|end| end.strip_prefix(']'));
            let (Some(name), Some(after)) = (name, after) else {
                return Err(format!(
                    "expected `[]` or a quoted name in brackets at `{rest}`; write data[\"a.b\"]"
                ));
            };
            steps.push(PathStep::Field(name));
            rest = after;
        } else {
            let plain = if steps.is_empty() { Some(rest) } else { rest.strip_prefix('.') };
            let plain = plain.unwrap_or_default();
            let end = plain.find(['.', '[']).unwrap_or(plain.len());
            let (name, after) = plain.split_at_checked(end).unwrap_or((plain, ""));
            if name.is_empty() {
                return Err(format!("expected the name of a field at `{rest}`"));
            }
            steps.push(PathStep::Field(name.to_owned()));
            rest = after;
        }
        if steps.len() > MAX_STEPS {
            return Err(format!("the path has more than {MAX_STEPS} steps, which is the limit"));
        }
    }
    match steps.first() {
        Some(PathStep::Field(_)) => Ok(steps),
        Some(PathStep::Inside) => Err("a path begins with the name of a field".to_owned()),
        None => Err("the path is empty; name a field".to_owned()),
    }
}

/// Whether a path of one side is a prefix of, or equal to, a path of the other. `O(n log n)` in the
/// paths.
pub(super) fn meet(left: &[Vec<PathStep>], right: &[Vec<PathStep>]) -> bool {
    let sides = left.iter().map(|path| (path, true)).chain(right.iter().map(|path| (path, false)));
    let mut paths: Vec<_> = sides.collect();
    paths.sort_unstable();
    // The prefixes of the current path. In sorted order, only other paths with the same prefix are
    // between a prefix and the current path.
    let mut around: Vec<(&Vec<PathStep>, bool)> = Vec::new();
    for (path, side) in paths {
        while around.last().is_some_and(|(outer, _)| !path.starts_with(outer)) {
            around.pop();
        }
        if around.iter().any(|(_, other)| *other != side) {
            return true;
        }
        // Equal paths of one side count once.
        if around.last().is_none_or(|(outer, _)| *outer != path) {
            around.push((path, side));
        }
    }
    false
}

/// The path so far, for messages.
pub(super) fn show(steps: &[PathStep]) -> String {
    let mut text = String::new();
    for step in steps {
        match step {
            PathStep::Inside => text.push_str("[]"),
            PathStep::Field(name) if name.contains(['.', '[']) => {
                text.extend(["[", &format!("{name:?}"), "]"]);
            }
            PathStep::Field(name) => {
                text.push_str(if text.is_empty() { "" } else { "." });
                text.push_str(name);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_meet_where_one_is_the_beginning_of_another() {
        let meets = |left: &[&str], right: &[&str]| {
            let parse = |paths: &[&str]| -> Vec<_> {
                paths.iter().map(|path| parse(path).unwrap_or_default()).collect()
            };
            let (left, right) = (parse(left), parse(right));
            assert_eq!(meet(&left, &right), meet(&right, &left));
            meet(&left, &right)
        };
        assert!(meets(&["a"], &["a"]));
        assert!(meets(&["a.b", "a"], &["x", "a.b.c"]));
        assert!(meets(&["a.b"], &["c", "a.b[].c"]));
        assert!(meets(&["a"], &["a.b", "a.c"]));
        assert!(meets(&["z", "a.b.c"], &["a.b.a", "a.b", "a.b"]));
        assert!(!meets(&["a.b", "a.b"], &["a.c", "ab"]));
        assert!(!meets(&["a[]"], &["a.b"]));
        assert!(!meets(&[], &["a"]));
    }

    #[test]
    fn reads_names_quoted_names_and_steps_inside() {
        let field = |name: &str| PathStep::Field(name.to_owned());
        assert_eq!(parse("a"), Ok(vec![field("a")]));
        assert_eq!(
            parse("a.b[].c"),
            Ok(vec![field("a"), field("b"), PathStep::Inside, field("c")])
        );
        assert_eq!(parse(r#"a["b.c"][*]"#), Ok(vec![field("a"), field("b.c"), PathStep::Inside]));
        assert_eq!(show(&parse(r#"a["b.c"][].d"#).unwrap_or_default()), r#"a["b.c"][].d"#);
        for wrong in ["", ".", "a.", "a..b", "[]", "a[", "a[0]", "a[\"b\"", "a]b."] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
