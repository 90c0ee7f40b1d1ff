//! The rules for the fields of a union: semantics schema-11. A source adds the names of the
//! fields, and a remedy in its own words.

/// The facts about a field of a union that the rules depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnionField {
    /// The discriminator.
    Discriminator {
        /// Whether its values are strings; `None` if it is not known.
        string: Option<bool>,
    },
    /// A member.
    Member {
        /// Whether every object has it.
        required: bool,
    },
}

impl UnionField {
    /// The mistake, if the field can't have this role in the union.
    ///
    /// ```
    /// use smp_rules::UnionField;
    /// let number = UnionField::Discriminator { string: Some(false) };
    /// assert_eq!(number.mistake(), Some("a discriminator is a string"));
    /// assert_eq!(UnionField::Member { required: false }.mistake(), None);
    /// ```
    #[must_use]
    pub const fn mistake(self) -> Option<&'static str> {
        match self {
            Self::Discriminator { string: Some(false) } => Some("a discriminator is a string"),
            Self::Member { required: true } => Some("a member of a union can be absent"),
            Self::Discriminator { .. } | Self::Member { .. } => None,
        }
    }

    /// Why the field cannot be a key of the elements that have the union: normalizing would clear or
    /// change it.
    #[must_use]
    pub const fn no_key(self) -> &'static str {
        match self {
            Self::Discriminator { .. } => {
                "is the discriminator of a union, which changes with its member"
            }
            Self::Member { .. } => {
                "is a member of a union, which is absent where another one is set"
            }
        }
    }
}
