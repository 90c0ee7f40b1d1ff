//! serde's `rename_all`, for the names of fields and variants.

/// A rule that turns the name of a Rust field or variant into its JSON name.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RenameRule {
    #[default]
    Unchanged,
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl RenameRule {
    /// The names of the rules, in serde's order.
    pub(crate) const NAMES: [&str; 8] = [
        "lowercase",
        "UPPERCASE",
        "PascalCase",
        "camelCase",
        "snake_case",
        "SCREAMING_SNAKE_CASE",
        "kebab-case",
        "SCREAMING-KEBAB-CASE",
    ];

    /// The rule with this name.
    pub(crate) fn named(text: &str) -> Option<Self> {
        Some(match text {
            "lowercase" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            "snake_case" => Self::Snake,
            "SCREAMING_SNAKE_CASE" => Self::ScreamingSnake,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::ScreamingKebab,
            _ => return None,
        })
    }

    /// The rule with this name. An unknown one, which is reported elsewhere, changes nothing.
    pub(crate) fn parse(text: &str) -> Self {
        Self::named(text).unwrap_or_default()
    }

    /// The JSON name of a field, whose Rust name is in `snake_case`.
    pub(crate) fn apply(self, field: &str) -> String {
        match self {
            Self::Unchanged | Self::Lower | Self::Snake => field.to_owned(),
            Self::Upper | Self::ScreamingSnake => field.to_ascii_uppercase(),
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

    /// The JSON name of a variant, whose Rust name is in `PascalCase`.
    pub(crate) fn apply_to_variant(self, variant: &str) -> String {
        match self {
            Self::Unchanged | Self::Pascal => variant.to_owned(),
            Self::Lower => variant.to_ascii_lowercase(),
            Self::Upper => variant.to_ascii_uppercase(),
            Self::Camel => {
                let mut name = variant.to_owned();
                if let Some(first) = name.get_mut(..1) {
                    first.make_ascii_lowercase();
                }
                name
            }
            Self::Snake => snake(variant),
            Self::ScreamingSnake => snake(variant).to_ascii_uppercase(),
            Self::Kebab => snake(variant).replace('_', "-"),
            Self::ScreamingKebab => snake(variant).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn snake(variant: &str) -> String {
    let mut name = String::with_capacity(variant.len());
    for (at, c) in variant.char_indices() {
        if at > 0 && c.is_uppercase() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

/// The discriminated value that a member has by default: its JSON name in `PascalCase`, as in
/// `smp_core::UnionDef::members`.
pub(crate) fn discriminated(name: &str) -> String {
    pascal(&name.replace('-', "_"))
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
    use super::{RenameRule, discriminated};

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
        for (rule, expected) in [
            ("lowercase", "hostip"),
            ("UPPERCASE", "HOSTIP"),
            ("PascalCase", "HostIp"),
            ("camelCase", "hostIp"),
            ("snake_case", "host_ip"),
            ("SCREAMING_SNAKE_CASE", "HOST_IP"),
            ("kebab-case", "host-ip"),
            ("SCREAMING-KEBAB-CASE", "HOST-IP"),
        ] {
            assert_eq!(RenameRule::parse(rule).apply_to_variant("HostIp"), expected, "{rule}");
        }
        assert_eq!(discriminated("rollingUpdate"), "RollingUpdate");
        assert_eq!(discriminated("rolling-update_x"), "RollingUpdateX");
    }
}
