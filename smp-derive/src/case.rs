//! serde's `rename_all`, for the names of fields.

/// A rule that turns the name of a Rust field into its JSON name.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RenameRule {
    /// `lowercase` and `snake_case`: fields are spelled so already.
    #[default]
    Unchanged,
    Upper,
    Pascal,
    Camel,
    Kebab,
    ScreamingKebab,
}

impl RenameRule {
    /// Reads the name of a rule. A name that serde doesn't know is serde's to
    /// report.
    pub(crate) fn parse(text: &str) -> Self {
        match text {
            "UPPERCASE" | "SCREAMING_SNAKE_CASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::ScreamingKebab,
            _ => Self::Unchanged,
        }
    }

    pub(crate) fn apply(self, field: &str) -> String {
        match self {
            Self::Unchanged => field.to_owned(),
            Self::Upper => field.to_ascii_uppercase(),
            Self::Pascal => pascal(field),
            Self::Camel => {
                let mut name = pascal(field);
                if let Some(first) = name.get_mut(..1) {
                    first.make_ascii_lowercase();
                }
                name
            }
            Self::Kebab => field.replace('_', "-"),
            Self::ScreamingKebab => field.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn pascal(field: &str) -> String {
    let mut name = String::with_capacity(field.len());
    let mut capital = true;
    for c in field.chars() {
        if c == '_' {
            capital = true;
        } else {
            name.push(if capital { c.to_ascii_uppercase() } else { c });
            capital = false;
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::RenameRule;

    #[test]
    fn rules_are_those_of_serde() {
        for (rule, expected) in [
            ("lowercase", "host_ip2"),
            ("snake_case", "host_ip2"),
            ("UPPERCASE", "HOST_IP2"),
            ("SCREAMING_SNAKE_CASE", "HOST_IP2"),
            ("PascalCase", "HostIp2"),
            ("camelCase", "hostIp2"),
            ("kebab-case", "host-ip2"),
            ("SCREAMING-KEBAB-CASE", "HOST-IP2"),
        ] {
            assert_eq!(RenameRule::parse(rule).apply("host_ip2"), expected, "{rule}");
        }
        assert_eq!(RenameRule::Camel.apply("größe"), "größe");
        assert_eq!(RenameRule::Camel.apply("_x"), "x");
    }
}
