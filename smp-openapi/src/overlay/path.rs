//! Paths in a schema: `spec.servers[].ports`.

/// One step from a type to a type inside of it.
#[derive(Debug, Clone, PartialEq, Eq)]
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
