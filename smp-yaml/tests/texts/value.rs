//! Values as they are compared: without the order of members.

/// A value, with the members of objects in order.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// The order of members does not matter.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(one), Self::Bool(other)) => one == other,
            (Self::Number(one), Self::Number(other)) | (Self::String(one), Self::String(other)) => {
                one == other
            }
            (Self::List(one), Self::List(other)) => one == other,
            (Self::Object(one), Self::Object(other)) => {
                one.len() == other.len()
                    && one.iter().all(|(name, value)| {
                        other.iter().any(|(other, found)| name == other && value == found)
                    })
            }
            _ => false,
        }
    }
}

impl Value {
    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    pub(crate) fn to_json(&self) -> String {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => number.clone(),
            Self::String(string) => text(string),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::to_json).collect();
                format!("[{}]", items.join(","))
            }
            Self::Object(members) => {
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, value)| format!("{}:{}", text(name), value.to_json()))
                    .collect();
                format!("{{{}}}", members.join(","))
            }
        }
    }

    /// The value of JSON text.
    pub(crate) fn parse(json: &str) -> Self {
        Self::of(&smp_core::Document::from_json(json).expect("JSON"))
    }

    fn of(document: &smp_core::Document<'_>) -> Self {
        use smp_core::View;
        match document.view().expect("JSON") {
            View::Bool(value) => Self::Bool(value),
            View::Number(text) => Self::Number(text.to_string()),
            View::String(text) => Self::String(text.into_owned()),
            View::List(items) => Self::List(items.iter().map(Self::of).collect()),
            View::Object(members) => Self::Object(
                members.iter().map(|(name, value)| (name.to_string(), Self::of(value))).collect(),
            ),
            _ => Self::Null,
        }
    }
}
