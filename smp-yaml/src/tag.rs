//! Tags, as far as they affect the meaning of a node.

use granit_parser::Tag as Parsed;

/// A tag by its effect on a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Tag {
    None,
    Int,
    Float,
    Bool,
    Null,
    List,
    Mapping,
    /// `!!str`.
    String,
    /// `!`: always a string.
    NonSpecific,
    /// `!!binary`: text in base64.
    Binary,
    /// A type of its own, such as `!!timestamp`, that JSON does not have.
    Typed,
    /// `!!merge`.
    Merge,
    /// `!!value`, or a tag for scalars only.
    Scalar,
    /// Any other tag, which has no effect on lists and mappings.
    Other,
}

const YAML: &str = "tag:yaml.org,2002:";

impl Tag {
    /// The tag of a node.
    pub(crate) fn of(tag: Option<&Parsed>) -> Self {
        let Some(tag) = tag else { return Self::None };
        let resolved = tag.to_string();
        let name = match resolved.strip_prefix(YAML) {
            Some(name) => match name {
                "merge" => return Self::Merge,
                "value" => return Self::Scalar,
                name => name.strip_prefix('!').unwrap_or(name),
            },
            None => match resolved.strip_prefix("!!") {
                Some("") => return Self::NonSpecific,
                Some(name) => name,
                None => match resolved.strip_prefix('!') {
                    Some("") => return Self::NonSpecific,
                    Some(name) => name,
                    None => return Self::Other,
                },
            },
        };
        match name {
            "int" => Self::Int,
            "float" => Self::Float,
            "bool" => Self::Bool,
            "null" => Self::Null,
            "seq" => Self::List,
            "map" => Self::Mapping,
            "str" => Self::String,
            "binary" => Self::Binary,
            "timestamp" => Self::Typed,
            "time" | "degrees" | "radians" if !resolved.starts_with("!!") => Self::Typed,
            "include" if !resolved.starts_with("!!") => Self::Scalar,
            name if name.starts_with("include#") && !resolved.starts_with("!!") => Self::Scalar,
            _ => Self::Other,
        }
    }

    pub(crate) fn fits_scalar(self) -> bool {
        !matches!(self, Self::List | Self::Mapping)
    }

    pub(crate) fn fits_list(self) -> bool {
        matches!(self, Self::None | Self::NonSpecific | Self::Other | Self::List)
    }

    pub(crate) fn fits_mapping(self) -> bool {
        matches!(self, Self::None | Self::NonSpecific | Self::Other | Self::Mapping)
    }

    /// Whether scalars with this tag are always strings.
    pub(crate) fn forces_string(self) -> bool {
        matches!(self, Self::String | Self::NonSpecific)
    }

    /// Whether it is a type of the core schema of YAML.
    pub(crate) fn is_core(self) -> bool {
        matches!(
            self,
            Self::Int
                | Self::Float
                | Self::Bool
                | Self::Null
                | Self::List
                | Self::Mapping
                | Self::String
        )
    }

    /// Whether a scalar may be a string.
    pub(crate) fn allows_string(self) -> bool {
        matches!(
            self,
            Self::None
                | Self::String
                | Self::NonSpecific
                | Self::Merge
                | Self::Scalar
                | Self::Other
        )
    }
}

/// Whether a written tag, such as `!foo`, is not one of YAML's own. A scalar with it is a string.
pub(crate) fn is_local(tag: &str) -> bool {
    tag.len() > 1 && tag.starts_with('!') && !tag.starts_with("!!") && !tag.starts_with("!<")
}
