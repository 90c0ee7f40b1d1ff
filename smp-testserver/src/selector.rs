//! [`Selection`]: label and field selectors.

use serde_json::Value;
use smp_schema::labels::LabelSelector;

use crate::builtin::selectable::is_selectable;
use crate::object::at;
use crate::request::Call;
use crate::status::Failure;

/// The objects that a request selects.
#[derive(Debug, Clone, Default)]
pub(crate) struct Selection {
    labels: LabelSelector,
    fields: FieldSelector,
    /// The name in the path of a watch of one object.
    name: Option<String>,
    /// Whether all objects are selected.
    pub(crate) is_all: bool,
}

impl Selection {
    /// Reads the selectors of a request.
    pub(crate) fn of(call: &Call) -> Result<Self, Failure> {
        let (labels, fields) = (call.params.get("labelSelector"), call.params.get("fieldSelector"));
        let is_all = labels.is_none() && fields.is_none() && call.target.name.is_none();
        Ok(Self {
            labels: label_selector(labels.unwrap_or_default())?,
            fields: FieldSelector::parse(fields.unwrap_or_default(), |it| {
                is_selectable(call.resource(), it)
            })?,
            name: call.target.name.clone(),
            is_all,
        })
    }

    /// Whether an object in the version of the request is selected.
    pub(crate) fn has(&self, object: &Value) -> bool {
        let named = |name: &String| at(object, "/metadata/name") == name.as_str();
        self.is_all
            || (has_labels(&self.labels, object)
                && self.fields.matches(object)
                && self.name.as_ref().is_none_or(named))
    }
}

/// Reads the text of a `labelSelector` parameter.
pub(crate) fn label_selector(text: &str) -> Result<LabelSelector, Failure> {
    text.parse().map_err(|error| {
        Failure::bad_request(format!("unable to parse requirement: {error}, in {text:?}"))
    })
}

/// Whether a selector matches the labels of an object.
pub(crate) fn has_labels(selector: &LabelSelector, object: &Value) -> bool {
    let labels = object.pointer("/metadata/labels").and_then(Value::as_object);
    let labels = labels.into_iter().flatten();
    selector.matches(labels.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?))))
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

    /// Whether the fields of an object satisfy all requirements. An absent field counts as empty.
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
        let matches = |text: &str| has_labels(&label_selector(text).expect("a selector"), &object);
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
            assert!(label_selector(text).is_err(), "{text}");
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
