//! Conditions on an object, all of which have to hold.

use core::fmt;

use regex::Regex;
use smp_core::Document;

use super::labels::LabelSelector;
use crate::identity::Identity;

/// Conditions on objects, which have to hold all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Selector(Vec<(Condition, Test)>);

/// The property of an object that a condition tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    Group,
    /// The version without the group, as `v1`.
    Version,
    /// The version, or `apiVersion` as a whole.
    ApiVersion,
    Kind,
    Name,
    Namespace,
    Labels,
    Annotations,
}

#[derive(Debug, Clone)]
enum Test {
    Matches { pattern: Pattern, text: String },
    Labels { selector: LabelSelector, text: String },
}

/// A mistake in the text of a condition, and its remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) message: String,
    pub(crate) help: &'static str,
}

impl Selector {
    /// Adds a condition: a regular expression for the whole name, or a label selector. Empty
    /// text is no condition.
    pub(crate) fn add(&mut self, condition: Condition, text: &str) -> Result<(), Mistake> {
        if text.is_empty() {
            return Ok(());
        }
        let text = text.to_owned();
        let checked = match condition {
            Condition::Labels | Condition::Annotations => match LabelSelector::parse(&text) {
                Ok(selector) => Test::Labels { selector, text },
                Err(reason) => {
                    let message = format!("invalid label selector \"{text}\": {reason}");
                    let help = "label selectors are written as a=b,c!=d,e in (f,g),h,!i";
                    return Err(Mistake { message, help });
                }
            },
            _ => match Pattern::new(&text) {
                Ok(pattern) => Test::Matches { pattern, text },
                Err(reason) => {
                    let message = format!("invalid regular expression \"{text}\": {reason}");
                    let help = "it has to match the whole name, as web-.* does; [(] stands for \
                                a bracket itself";
                    return Err(Mistake { message, help });
                }
            },
        };
        self.0.push((condition, checked));
        Ok(())
    }

    /// Whether every object fits.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the object fits. An object that was renamed has several names, the first one and
    /// the present one last, and each of them counts for the name and the namespace. `O(n)` in
    /// the conditions, and in what they are compared with.
    pub(crate) fn matches(&self, names: &[Identity], object: &Document<'_>) -> bool {
        let Some(present) = names.last() else { return false };
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        self.0.iter().all(|(condition, test)| match (condition, test) {
            (Condition::Annotations, Test::Labels { selector, .. }) => {
                selector.matches(|name| in_metadata(object, "annotations", name))
            }
            (_, Test::Labels { selector, .. }) => {
                selector.matches(|name| in_metadata(object, "labels", name))
            }
            (condition, Test::Matches { pattern, .. }) => match condition {
                Condition::Group => pattern.matches(present.group()),
                Condition::Version => pattern.matches(present.version()),
                Condition::ApiVersion => {
                    pattern.matches(present.version())
                        || pattern.matches(&text(&present.api_version))
                }
                Condition::Kind => pattern.matches(&text(&present.kind)),
                Condition::Name => names.iter().any(|name| pattern.matches(&text(&name.name))),
                _ => names.iter().any(|name| pattern.matches(name.effective_namespace())),
            },
        })
    }
}

/// A label or an annotation of an object. A value that is no string counts as its text.
fn in_metadata(object: &Document<'_>, field: &str, name: &str) -> Option<String> {
    let metadata = object.get("metadata")?;
    let members = metadata.get(field)?;
    let value = members.get(name)?;
    Some(match value.as_str() {
        Some(text) => text.into_owned(),
        None => value.to_json(),
    })
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Group => "group",
            Self::Version => "version",
            Self::ApiVersion => "apiVersion",
            Self::Kind => "kind",
            Self::Name => "name",
            Self::Namespace => "namespace",
            Self::Labels => "labels",
            Self::Annotations => "annotations",
        })
    }
}

/// The conditions as they were given: `kind Deployment, labels app=web`.
impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (condition, test)) in self.0.iter().enumerate() {
            let (Test::Matches { text, .. } | Test::Labels { text, .. }) = test;
            let comma = if number > 0 { ", " } else { "" };
            write!(f, "{comma}{condition} {text}")?;
        }
        Ok(())
    }
}

/// A regular expression that a name has to match from its first to its last character.
#[derive(Debug, Clone)]
struct Pattern(Regex);

impl Pattern {
    /// Reads an expression. The error says what is wrong with it.
    fn new(text: &str) -> Result<Self, String> {
        // By itself first: `a)(b` is an expression between other brackets only.
        Regex::new(text)
            .and_then(|_| Regex::new(&format!("^(?:{text})$")))
            .map(Self)
            .map_err(|error| reason(&error))
    }

    /// Whether the whole name matches. `O(m·n)` for an expression of `m` and a name of `n`
    /// characters.
    fn matches(&self, name: &str) -> bool {
        self.0.is_match(name)
    }
}

/// The error in a few words: the crate draws the expression, and ends with the reason.
fn reason(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}

#[cfg(test)]
mod tests {
    use smp_core::Document;

    use super::{Condition, Pattern, Selector};
    use crate::identity::Identity;

    const OBJECT: &str = r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web",
        "labels":{"app":"web","size":12},"annotations":{"owner":"shop"}}}"#;

    fn matches(conditions: &[(Condition, &str)]) -> bool {
        let mut selector = Selector::default();
        for (condition, text) in conditions {
            selector.add(*condition, text).expect("a condition");
        }
        let object = Document::from_json(OBJECT).expect("JSON");
        selector.matches(&[Identity::of(&object)], &object)
    }

    #[test]
    fn conditions() {
        for conditions in [
            &[][..],
            &[(Condition::Kind, "")],
            &[(Condition::Group, "apps")],
            &[(Condition::Version, "v1")],
            &[(Condition::ApiVersion, "v1")],
            &[(Condition::ApiVersion, "apps/v1")],
            &[(Condition::Kind, "Deployment|DaemonSet"), (Condition::Name, "w.b")],
            &[(Condition::Namespace, "default")],
            &[(Condition::Labels, "app=web,size=12")],
            &[(Condition::Annotations, "owner in (shop)")],
        ] {
            assert!(matches(conditions), "{conditions:?}");
        }
        for conditions in [
            &[(Condition::Group, "app")][..],
            &[(Condition::Version, "apps/v1")],
            &[(Condition::Kind, "Deployment"), (Condition::Name, "we")],
            &[(Condition::Namespace, "web")],
            &[(Condition::Labels, "owner")],
            &[(Condition::Annotations, "app")],
        ] {
            assert!(!matches(conditions), "{conditions:?}");
        }
    }

    #[test]
    fn a_renamed_object_has_both_names() {
        let mut selector = Selector::default();
        selector.add(Condition::Name, "old").expect("a condition");
        let object = Document::from_json(OBJECT).expect("JSON");
        let present = Identity::of(&object);
        let old = Identity { name: Some("old".to_owned()), ..present.clone() };
        assert!(!selector.matches(std::slice::from_ref(&present), &object));
        assert!(selector.matches(&[old, present], &object));
    }

    #[test]
    fn as_text() {
        let mut selector = Selector::default();
        selector.add(Condition::Kind, "Pod").expect("a condition");
        selector.add(Condition::Labels, "app=web").expect("a condition");
        assert_eq!(selector.to_string(), "kind Pod, labels app=web");
    }

    #[test]
    fn the_whole_name() {
        let matches = |pattern, name| Pattern::new(pattern).expect("a pattern").matches(name);
        assert!(matches("web", "web"));
        assert!(!matches("web", "web-2"));
        assert!(!matches("web", "my-web"));
        assert!(matches("web|db", "db"));
        assert!(!matches("web|db", "my-db"));
        assert!(matches("web.*", "web-2"));
        assert!(matches("(?i)WEB", "web"));
        assert!(matches("^web$", "web"));
        assert!(!matches("web", "web\n"));
    }

    #[test]
    fn mistakes_in_patterns() {
        let mistake = |pattern| Pattern::new(pattern).expect_err("a mistake");
        assert_eq!(mistake("("), "unclosed group");
        assert_eq!(mistake("a)(b"), "unopened group");
        assert_eq!(mistake("*"), "repetition operator missing expression");
        assert_eq!(mistake("(?x)a #"), "unclosed group");
    }
}
