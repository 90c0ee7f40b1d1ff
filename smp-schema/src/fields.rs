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
    /// Whether it also keeps members under any other name, as with a flattened
    /// map.
    pub open: bool,
}

impl FieldNames {
    /// No names: what every type has that is not an object.
    pub const NONE: Self = Self { own: &[], flattened: &[], open: false };

    /// The kind of the field with this name, or `None`. `O(n)`, at compile
    /// time.
    ///
    /// ```
    /// use smp_schema::{FieldNames, FieldShape, Kind};
    /// const NAME: FieldShape = FieldShape { name: "name", kind: Kind::Scalar };
    /// const NAMES: FieldNames = FieldNames { own: &[NAME], ..FieldNames::NONE };
    /// assert_eq!(NAMES.kind_of("name"), Some(Kind::Scalar));
    /// assert_eq!(NAMES.kind_of("nmae"), None);
    /// ```
    #[must_use]
    pub const fn kind_of(&self, name: &str) -> Option<Kind> {
        let mut own = self.own;
        while let [field, rest @ ..] = own {
            if same(field.name, name) {
                return Some(field.kind);
            }
            own = rest;
        }
        let mut flattened = self.flattened;
        while let [inner, rest @ ..] = flattened {
            if let Some(kind) = inner.kind_of(name) {
                return Some(kind);
            }
            flattened = rest;
        }
        None
    }

    /// Whether a field may have any name at all, here or in a flattened type.
    /// `O(n)`, at compile time.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        let mut open = self.open;
        let mut flattened = self.flattened;
        while let [inner, rest @ ..] = flattened {
            open |= inner.is_open();
            flattened = rest;
        }
        open
    }

    /// The number of names, those of flattened types included. `O(n)`, at
    /// compile time.
    #[must_use]
    pub const fn count(&self) -> usize {
        let mut count = self.own.len();
        let mut flattened = self.flattened;
        while let [inner, rest @ ..] = flattened {
            count = count.saturating_add(inner.count());
            flattened = rest;
        }
        count
    }

    /// The name at this place: own fields first, then those of flattened
    /// types. `O(n)`, at compile time.
    #[must_use]
    pub const fn name_at(&self, mut place: usize) -> Option<&'static str> {
        if let Some((_, [field, ..])) = self.own.split_at_checked(place) {
            return Some(field.name);
        }
        place = place.saturating_sub(self.own.len());
        let mut flattened = self.flattened;
        while let [inner, rest @ ..] = flattened {
            match place.checked_sub(inner.count()) {
                None => return inner.name_at(place),
                Some(further) => place = further,
            }
            flattened = rest;
        }
        None
    }

    /// The first name that occurs twice, across own and flattened fields.
    /// `O(n²)`, at compile time.
    ///
    /// ```
    /// use smp_schema::{FieldNames, FieldShape, Kind};
    /// const NAME: FieldShape = FieldShape { name: "name", kind: Kind::Scalar };
    /// const INNER: FieldNames = FieldNames { own: &[NAME], ..FieldNames::NONE };
    /// const MIDDLE: FieldNames = FieldNames { flattened: &[INNER], ..FieldNames::NONE };
    /// const OUTER: FieldNames = FieldNames { flattened: &[INNER, MIDDLE], ..FieldNames::NONE };
    /// assert_eq!(OUTER.duplicate(), Some("name"));
    /// assert_eq!(MIDDLE.duplicate(), None);
    /// ```
    #[must_use]
    pub const fn duplicate(&self) -> Option<&'static str> {
        let mut at = 0_usize;
        while let Some(name) = self.name_at(at) {
            let mut earlier = 0_usize;
            while earlier < at {
                if let Some(other) = self.name_at(earlier)
                    && same(other, name)
                {
                    return Some(name);
                }
                earlier = earlier.saturating_add(1);
            }
            at = at.saturating_add(1);
        }
        None
    }

    /// Whether a name occurs twice. See [`duplicate`](Self::duplicate).
    #[must_use]
    pub const fn has_duplicate(&self) -> bool {
        self.duplicate().is_some()
    }
}

/// String equality that a constant can use.
pub(crate) const fn same(left: &str, right: &str) -> bool {
    let (mut left, mut right) = (left.as_bytes(), right.as_bytes());
    while let ([l, left_rest @ ..], [r, right_rest @ ..]) = (left, right) {
        if *l != *r {
            return false;
        }
        (left, right) = (left_rest, right_rest);
    }
    left.is_empty() && right.is_empty()
}
