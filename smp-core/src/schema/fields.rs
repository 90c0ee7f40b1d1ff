//! What the derive can know of a type while compiling: its kind and the names
//! of its fields, as constants, so that `merge_key = "nmae"` does not compile.
//!
//! These are constants of their own, apart from one another, because a type
//! may contain itself: the names of a type's fields need only the *kind* of
//! each field's type, never its fields.

/// What a Rust type is in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A string, number or boolean.
    Scalar,
    /// Any JSON at all.
    Any,
    /// An object with named fields.
    Object,
    /// A list.
    List,
    /// An object whose members are data.
    Map,
}

/// The name and kind of a field.
#[derive(Debug, Clone, Copy)]
pub struct FieldShape {
    /// The JSON name.
    pub name: &'static str,
    /// What the field's type is.
    pub kind: Kind,
}

/// The names that an object type has in JSON, those of flattened types
/// included.
#[derive(Debug, Clone, Copy)]
pub struct FieldNames {
    /// The type's own fields.
    pub own: &'static [FieldShape],
    /// The names of types flattened into it.
    pub flattened: &'static [FieldNames],
}

impl FieldNames {
    /// No names: what every type has that is not an object.
    pub const NONE: Self = Self { own: &[], flattened: &[] };

    /// The kind of the field with this name, or `None`. `O(n)`, at compile
    /// time.
    ///
    /// ```
    /// use smp_core::{FieldNames, FieldShape, Kind};
    /// const NAMES: FieldNames =
    ///     FieldNames { own: &[FieldShape { name: "name", kind: Kind::Scalar }], flattened: &[] };
    /// assert_eq!(NAMES.kind_of("name"), Some(Kind::Scalar));
    /// assert_eq!(NAMES.kind_of("nmae"), None);
    /// ```
    #[must_use]
    pub const fn kind_of(&self, name: &str) -> Option<Kind> {
        let mut at = 0;
        while at < self.own.len() {
            if same(self.own[at].name, name) {
                return Some(self.own[at].kind);
            }
            at += 1;
        }
        let mut at = 0;
        while at < self.flattened.len() {
            if let Some(kind) = self.flattened[at].kind_of(name) {
                return Some(kind);
            }
            at += 1;
        }
        None
    }

    /// Whether a name occurs twice, across own and flattened fields. `O(n²)`,
    /// at compile time.
    ///
    /// ```
    /// use smp_core::{FieldNames, FieldShape, Kind};
    /// const NAME: FieldShape = FieldShape { name: "name", kind: Kind::Scalar };
    /// const INNER: FieldNames = FieldNames { own: &[NAME], flattened: &[] };
    /// const OUTER: FieldNames = FieldNames { own: &[NAME], flattened: &[INNER] };
    /// assert!(OUTER.has_duplicate());
    /// assert!(!INNER.has_duplicate());
    /// ```
    #[must_use]
    pub const fn has_duplicate(&self) -> bool {
        let mut at = 0;
        while at < self.own.len() {
            let mut other = at + 1;
            while other < self.own.len() {
                if same(self.own[at].name, self.own[other].name) {
                    return true;
                }
                other += 1;
            }
            at += 1;
        }
        let mut at = 0;
        while at < self.flattened.len() {
            let inner = &self.flattened[at];
            if inner.has_duplicate() || inner.shares_name_with(self.own) {
                return true;
            }
            let mut other = at + 1;
            while other < self.flattened.len() {
                if inner.shares_name_with(self.flattened[other].own) {
                    return true;
                }
                other += 1;
            }
            at += 1;
        }
        false
    }

    const fn shares_name_with(&self, fields: &[FieldShape]) -> bool {
        let mut at = 0;
        while at < fields.len() {
            if self.kind_of(fields[at].name).is_some() {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// String equality that a constant can use.
const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}
