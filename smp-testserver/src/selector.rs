//! Label and field selectors.

use serde_json::Value;

use crate::status::Failure;

/// Requirements on the labels of an object.
#[derive(Debug, Clone, Default)]
pub(crate) struct LabelSelector(Vec<Requirement>);

#[derive(Debug, Clone)]
struct Requirement {
    key: String,
    test: Test,
}

#[derive(Debug, Clone)]
enum Test {
    Exists,
    Absent,
    In(Vec<String>),
    NotIn(Vec<String>),
    Greater(i64),
    Less(i64),
}

impl LabelSelector {
    /// Reads the text of a `labelSelector` parameter.
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let mut requirements = Vec::new();
        for part in split(text) {
            let part = part.trim();
            if part.is_empty() {
                continue;
            }
            let read = requirement(part).ok_or_else(|| {
                Failure::bad_request(format!(
                    "unable to parse requirement: {part:?} in the label selector {text:?}"
                ))
            })?;
            requirements.push(read);
        }
        Ok(Self(requirements))
    }

    /// Whether the labels of an object satisfy all requirements.
    pub(crate) fn matches(&self, object: &Value) -> bool {
        let labels = object.pointer("/metadata/labels");
        let value = |key: &str| labels.and_then(|it| it.get(key)).and_then(Value::as_str);
        self.0.iter().all(|it| it.test.holds(value(&it.key)))
    }
}

impl Test {
    fn holds(&self, value: Option<&str>) -> bool {
        let number = value.and_then(|it| it.parse::<i64>().ok());
        match self {
            Self::Exists => value.is_some(),
            Self::Absent => value.is_none(),
            Self::In(values) => value.is_some_and(|it| values.iter().any(|other| other == it)),
            Self::NotIn(values) => value.is_none_or(|it| values.iter().all(|other| other != it)),
            Self::Greater(limit) => number.is_some_and(|it| it > *limit),
            Self::Less(limit) => number.is_some_and(|it| it < *limit),
        }
    }
}

/// The parts between commas that are in no parentheses.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0_i32, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth = depth.saturating_add(1),
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.extend(text.get(from..at));
                from = at.saturating_add(1);
            }
            _ => {}
        }
    }
    parts.extend(text.get(from..));
    parts
}

fn requirement(part: &str) -> Option<Requirement> {
    let made = |key: &str, test: Test| {
        let key = key.trim();
        let is_key = !key.is_empty()
            && key.chars().all(|it| it.is_ascii_alphanumeric() || "-_./".contains(it));
        is_key.then(|| Requirement { key: key.to_owned(), test })
    };
    let one = |value: &str| vec![value.trim().to_owned()];
    if let Some(key) = part.strip_prefix('!') {
        return made(key, Test::Absent);
    }
    if let Some((key, value)) = part.split_once("!=") {
        return made(key, Test::NotIn(one(value)));
    }
    if let Some((key, value)) = part.split_once("==").or_else(|| part.split_once('=')) {
        return made(key, Test::In(one(value)));
    }
    if let Some((key, value)) = part.split_once('>') {
        return made(key, Test::Greater(value.trim().parse().ok()?));
    }
    if let Some((key, value)) = part.split_once('<') {
        return made(key, Test::Less(value.trim().parse().ok()?));
    }
    if let Some((before, rest)) = part.split_once('(') {
        let values = rest.trim_end().strip_suffix(')')?;
        let values = values.split(',').map(|it| it.trim().to_owned()).collect();
        let (key, operator) = before.trim_end().rsplit_once(char::is_whitespace)?;
        return match operator {
            "in" => made(key, Test::In(values)),
            "notin" => made(key, Test::NotIn(values)),
            _ => None,
        };
    }
    made(part, Test::Exists)
}

/// Requirements on fields of an object.
#[derive(Debug, Clone, Default)]
pub(crate) struct FieldSelector(Vec<FieldRequirement>);

#[derive(Debug, Clone)]
struct FieldRequirement {
    /// The path with dots, without the dot in front.
    path: String,
    value: String,
    equal: bool,
}

impl FieldSelector {
    /// Reads the text of a `fieldSelector` parameter. Fields that the resource can't be selected by
    /// are refused.
    pub(crate) fn parse(text: &str, is_known: impl Fn(&str) -> bool) -> Result<Self, Failure> {
        let mut requirements = Vec::new();
        for part in text.split(',').filter(|it| !it.is_empty()) {
            let (path, value, equal) = if let Some((path, value)) = part.split_once("!=") {
                (path, value, false)
            } else if let Some((path, value)) =
                part.split_once("==").or_else(|| part.split_once('='))
            {
                (path, value, true)
            } else {
                let message = format!("invalid selector: {text:?}; can't understand {part:?}");
                return Err(Failure::bad_request(message));
            };
            if !is_known(path) {
                return Err(Failure::bad_request(format!("field label not supported: {path}")));
            }
            let (path, value) = (path.to_owned(), value.replace('\\', ""));
            requirements.push(FieldRequirement { path, value, equal });
        }
        Ok(Self(requirements))
    }

    /// Whether the fields of an object satisfy all requirements. A field that is absent is empty.
    pub(crate) fn matches(&self, object: &Value) -> bool {
        self.0.iter().all(|it| (field_text(object, &it.path) == it.value) == it.equal)
    }
}

fn field_text(object: &Value, path: &str) -> String {
    let value = path.split('.').try_fold(object, |value, name| value.get(name));
    match value {
        None | Some(Value::Null) => match path {
            "spec.unschedulable" | "spec.hostNetwork" => "false".to_owned(),
            "status.replicas" | "status.successful" => "0".to_owned(),
            _ => String::new(),
        },
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn labels() {
        let object = json!({"metadata": {"labels": {"app": "web", "tier": "front", "n": "7"}}});
        let matches = |text: &str| LabelSelector::parse(text).expect("a selector").matches(&object);
        for text in [
            "",
            "app",
            "app=web",
            "app==web",
            "app!=api",
            "!gone",
            "app in (api, web)",
            "app notin (api),tier",
            "x notin (y)",
            "n>6,n<8",
            "gone!=a",
        ] {
            assert!(matches(text), "{text}");
        }
        for text in ["app=api", "!app", "gone", "app notin (web)", "app in (api),tier", "n>7"] {
            assert!(!matches(text), "{text}");
        }
        for text in ["app in web", "a b", "=x", "n>x"] {
            assert!(LabelSelector::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn fields() {
        let object = json!({"metadata": {"name": "a"}, "spec": {"nodeName": "n"}});
        let known = |path: &str| ["metadata.name", "spec.nodeName", "status.phase"].contains(&path);
        let matches =
            |text: &str| FieldSelector::parse(text, known).expect("known").matches(&object);
        assert!(matches("metadata.name=a,spec.nodeName!=m") && matches("status.phase="));
        assert!(!matches("metadata.name!=a"));
        assert!(FieldSelector::parse("spec.x=1", known).is_err());
        assert!(FieldSelector::parse("metadata.name", known).is_err());
    }
}
