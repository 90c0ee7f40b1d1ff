//! Selects objects by conditions.

use core::fmt;

use smp_schema::labels::LabelSelector;

use super::names::{ANNOTATIONS, Anchor, LABELS, Names};
use super::pattern::{Pattern, Patterns};
use crate::identity::{Identity, Lookup};
use crate::report::Report;

/// Conditions on objects, all of which must hold.
#[derive(Debug, Clone, Default)]
pub(crate) struct Selector(Vec<Test>);

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
struct Test {
    condition: Condition,
    text: String,
    wanted: Wanted,
}

#[derive(Debug, Clone)]
enum Wanted {
    Name(Pattern),
    Labels(LabelSelector),
}

impl Selector {
    /// Adds a condition: a regular expression for the whole name, or a label selector. Empty text adds
    /// no condition.
    pub(crate) fn add(
        &mut self,
        condition: Condition,
        text: &str,
        patterns: &mut Patterns,
    ) -> Result<(), Report> {
        if text.is_empty() {
            return Ok(());
        }
        let wanted = match condition {
            Condition::Labels | Condition::Annotations => {
                Wanted::Labels(text.parse().map_err(|reason| {
                    Report::new(format!("invalid label selector \"{text}\": {reason}"))
                        .help("label selectors are written as a=b,c!=d,e in (f,g),h,!i")
                })?)
            }
            _ => Wanted::Name(patterns.get(text)?),
        };
        self.0.push(Test { condition, text: text.to_owned(), wanted });
        Ok(())
    }

    /// The `apiVersion` and kind of the objects that match, if the conditions state them as plain
    /// words.
    pub(crate) fn kind(&self) -> Identity {
        let word = |wanted: Condition| {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '.';
            let test = self.0.iter().find(|test| test.condition == wanted)?;
            test.text.chars().all(is_word).then(|| test.text.clone())
        };
        let api_version = match (word(Condition::Group), word(Condition::Version)) {
            (Some(group), Some(version)) => Some(format!("{group}/{version}")),
            _ => None,
        };
        Identity { api_version, kind: word(Condition::Kind), ..Identity::default() }
    }

    /// Whether every object matches.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the object matches. If it was renamed, any name and any namespace that it has had may
    /// match. `O(n)` in the conditions and the names, and once in the labels.
    pub(crate) fn matches(&self, names: &Names, object: &impl Lookup) -> bool {
        let present = names.present();
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        self.0.iter().all(|test| match &test.wanted {
            Wanted::Labels(selector) => {
                let labels = names.labels(object, test.condition.field()).iter();
                selector.matches(labels.map(|(name, value)| (name.as_str(), value.as_str())))
            }
            Wanted::Name(pattern) => match test.condition {
                Condition::Group => pattern.matches(present.group()),
                Condition::Version => pattern.matches(present.version()),
                Condition::ApiVersion => {
                    pattern.matches(present.version())
                        || pattern.matches(&text(&present.api_version))
                }
                Condition::Kind => pattern.matches(&text(&present.kind)),
                Condition::Name => pattern.matches_any(&names.own),
                _ => pattern.matches_any(&names.namespaces),
            },
        })
    }

    /// The number of comparisons that matching an object with these names takes.
    pub(crate) fn tries(&self, names: &Names) -> usize {
        let is_regex = |test: &Test| matches!(&test.wanted, Wanted::Name(pattern) if pattern.words().is_none());
        if self.0.iter().any(is_regex) { names.own.len() } else { 1 }
    }

    /// A set of anchors; every matching object has at least one. They are from the condition that
    /// probably matches the fewest objects.
    pub(crate) fn anchors(&self) -> Vec<Anchor> {
        let anchors = self.0.iter().filter_map(|test| match &test.wanted {
            Wanted::Labels(selector) => {
                let (name, values) = selector.required()?;
                let field = test.condition.field();
                let anchor = |value: &String| Anchor::Label(field, name.to_owned(), value.clone());
                Some((1, values.iter().map(anchor).collect()))
            }
            Wanted::Name(pattern) => {
                let words = pattern.words()?.iter().cloned();
                Some(match test.condition {
                    Condition::Name => (0, words.map(Anchor::Name).collect()),
                    Condition::Namespace => (2, words.map(Anchor::Namespace).collect()),
                    Condition::Kind => (3, words.map(Anchor::Kind).collect()),
                    Condition::Group => (4, words.map(Anchor::Group).collect()),
                    Condition::Version => (5, words.map(Anchor::Version).collect()),
                    _ => return None,
                })
            }
        });
        let best = anchors.min_by_key(|(rank, _): &(u8, Vec<_>)| *rank);
        best.map_or_else(|| vec![Anchor::Any], |(_, anchors)| anchors)
    }
}

impl Condition {
    /// The field of metadata that labels or annotations are in.
    fn field(self) -> &'static str {
        if self == Self::Annotations { ANNOTATIONS } else { LABELS }
    }
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
        let tests = self.0.iter().map(|Test { condition, text, .. }| format!("{condition} {text}"));
        f.write_str(&tests.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use smp_core::Document;

    use super::{Condition, Names, Patterns, Selector};
    use crate::identity::Identity;

    const OBJECT: &str = r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web",
        "labels":{"app":"web","size":12},"annotations":{"owner":"shop"}}}"#;

    fn matches(conditions: &[(Condition, &str)]) -> bool {
        let mut selector = Selector::default();
        for (condition, text) in conditions {
            selector.add(*condition, text, &mut Patterns::default()).expect("a condition");
        }
        let object = Document::from_json(OBJECT).expect("JSON");
        selector.matches(&Names::of(Identity::of(&object)), &object)
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
        selector.add(Condition::Name, "old", &mut Patterns::default()).expect("a condition");
        let object = Document::from_json(OBJECT).expect("JSON");
        let present = Identity::of(&object);
        let old = Identity { name: Some("old".to_owned()), ..present.clone() };
        assert!(!selector.matches(&Names::of(present.clone()), &object));
        let mut names = Names::of(old);
        names.push(present);
        assert!(selector.matches(&names, &object));
    }

    #[test]
    fn as_text() {
        let mut selector = Selector::default();
        let patterns = &mut Patterns::default();
        selector.add(Condition::Kind, "Pod", patterns).expect("a condition");
        selector.add(Condition::Labels, "app=web", patterns).expect("a condition");
        assert_eq!(selector.to_string(), "kind Pod, labels app=web");
    }
}
