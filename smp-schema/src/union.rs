//! Unions: fields of an object type, at most one of which may be set. [`UnionDef`] is the
//! definition for the builder, [`Union`] the checked form that the engine reads.
//!
//! Rules: semantics union-1 to union-4, union-9 and schema-11.

use indexmap::IndexMap;

/// The definition of a union. Add it with [`ObjectDef::union`](crate::ObjectDef::union) to
/// the object type whose fields are its members.
///
/// A discriminator may also have values that name no member, such as `Recreate`; these
/// are not part of the definition.
///
/// Members with the same discriminated value are one alternative: they may be set
/// together, and exclude all others.
///
/// ```
/// use smp_schema::{FieldDef, ObjectDef, SchemaBuilder, UnionDef};
/// let mut types = SchemaBuilder::new();
/// let (text, any) = (types.scalar(), types.any());
/// let strategy = types.object(
///     ObjectDef::new("DeploymentStrategy")
///         .field("type", FieldDef::new(text))
///         .field("rollingUpdate", FieldDef::new(any))
///         .union(UnionDef::new().discriminator("type").member("rollingUpdate", "RollingUpdate")),
/// );
/// let schema = types.build(strategy)?;
/// let [union] = schema.root().unions() else { panic!("it has one") };
/// assert_eq!(union.discriminator(), Some("type"));
/// assert_eq!(union.members().collect::<Vec<_>>(), [("rollingUpdate", "RollingUpdate")]);
/// # Ok::<(), smp_schema::SchemaError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a statement of its own")]
pub struct UnionDef {
    pub(crate) discriminator: Option<String>,
    pub(crate) members: Vec<(String, String)>,
    pub(crate) empty_is_unset: Vec<String>,
    pub(crate) exactly_one: bool,
    pub(crate) allow_inactive_member: bool,
    pub(crate) unenforced: bool,
    pub(crate) rust_enum: bool,
}

impl UnionDef {
    /// A union without members.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The definition of a checked union.
    pub(crate) fn of(union: &Union) -> Self {
        Self {
            discriminator: union.discriminator.clone(),
            members: union.members.iter().map(|(f, m)| (f.clone(), m.value.clone())).collect(),
            empty_is_unset: union
                .members()
                .filter(|(field, _)| union.empty_is_unset(field))
                .map(|(field, _)| field.to_owned())
                .collect(),
            exactly_one: union.exactly_one,
            allow_inactive_member: union.allow_inactive_member,
            unenforced: union.unenforced,
            rust_enum: union.rust_enum,
        }
    }

    /// Sets the field whose value names the member that is set. `O(n)` in the name.
    #[must_use]
    pub fn discriminator(mut self, field: impl Into<String>) -> Self {
        self.discriminator = Some(field.into());
        self
    }

    /// Adds a field of the object as a member. `value` is the value of the discriminator that
    /// names the member. `O(n)` in both.
    #[must_use]
    pub fn member(mut self, field: impl Into<String>, value: impl Into<String>) -> Self {
        self.members.push((field.into(), value.into()));
        self
    }

    /// Adds fields of the object as members, whose values are their names in
    /// `PascalCase`. `O(n)` in the names.
    ///
    /// ```
    /// use smp_schema::UnionDef;
    /// let union = UnionDef::new().members(["value", "valueFrom"]);
    /// assert_eq!(union, UnionDef::new().member("value", "Value").member("valueFrom", "ValueFrom"));
    /// ```
    #[must_use]
    pub fn members<F: Into<String>>(mut self, fields: impl IntoIterator<Item = F>) -> Self {
        self.members.extend(fields.into_iter().map(|field| {
            let field = field.into();
            let value = pascal(&field);
            (field, value)
        }));
        self
    }

    /// The discriminator, if any, and the members, in the order of the definition.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let members = self.members.iter().map(|(field, _)| field.as_str());
        self.discriminator.as_deref().into_iter().chain(members)
    }

    /// Declares that an empty value of a member (an empty string or list, 0 or false) counts as
    /// absent. Use it for fields with `omitempty` in Go. `O(n)` in the name.
    ///
    /// ```
    /// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef, validate_unions};
    /// let mut types = SchemaBuilder::new();
    /// let (text, any) = (types.scalar(), types.any());
    /// let union = UnionDef::new().members(["value", "valueFrom"]).empty_is_unset("value");
    /// let variable = ObjectDef::new("EnvVar")
    ///     .field("value", FieldDef::new(text))
    ///     .field("valueFrom", FieldDef::new(any))
    ///     .union(union);
    /// let root = types.object(variable);
    /// let schema = types.build(root)?;
    /// let valid = |json| validate_unions(json, schema.root(), &Options::default()).is_ok();
    /// assert!(valid(r#"{"value":"","valueFrom":{}}"#));
    /// assert!(!valid(r#"{"value":"x","valueFrom":{}}"#));
    /// # Ok::<(), smp_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn empty_is_unset(mut self, field: impl Into<String>) -> Self {
        self.empty_is_unset.push(field.into());
        self
    }

    /// Allows an inactive member: a member that is set while the value of the
    /// discriminator names none. Example: `rollingUpdate` of a `DaemonSet` with the type
    /// `OnDelete`. Normalizing clears such a member only if the discriminator changed.
    ///
    /// ```
    /// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef, normalize};
    /// let mut types = SchemaBuilder::new();
    /// let (text, any) = (types.scalar(), types.any());
    /// let union = UnionDef::new().discriminator("type").members(["rollingUpdate"]).allow_inactive_member();
    /// let strategy = ObjectDef::new("DaemonSetUpdateStrategy")
    ///     .field("type", FieldDef::new(text))
    ///     .field("rollingUpdate", FieldDef::new(any))
    ///     .union(union);
    /// let root = types.object(strategy);
    /// let schema = types.build(root)?;
    /// let rolling = serde_json::json!({"type": "RollingUpdate", "rollingUpdate": {}});
    /// let inactive = serde_json::json!({"type": "OnDelete", "rollingUpdate": {}});
    /// let options = Options::default();
    /// assert_eq!(normalize(Some(&inactive), &inactive, schema.root(), &options)?, inactive);
    /// let changed = normalize(Some(&rolling), &inactive, schema.root(), &options)?;
    /// assert_eq!(changed, serde_json::json!({"type": "OnDelete"}));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allow_inactive_member(mut self) -> Self {
        self.allow_inactive_member = true;
        self
    }

    /// Declares that API servers do not enforce the union: they accept its members together, and
    /// with any value of the discriminator. The union then has an effect only under the documented
    /// rules of Kubernetes ([`Union::documented`]).
    ///
    /// ```
    /// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef, normalize};
    /// let mut types = SchemaBuilder::new();
    /// let (text, any) = (types.scalar(), types.any());
    /// let union = UnionDef::new().discriminator("type").members(["value", "averageValue"]);
    /// let target = ObjectDef::new("MetricTarget")
    ///     .field("type", FieldDef::new(text))
    ///     .field("value", FieldDef::new(any))
    ///     .field("averageValue", FieldDef::new(any))
    ///     .union(union.unenforced());
    /// let root = types.object(target);
    /// let schema = types.build(root)?;
    /// let target = serde_json::json!({"type": "Value", "averageValue": 1});
    /// let normal = |options| normalize(None, &target, schema.root(), &options);
    /// assert_eq!(normal(Options::kubernetes())?, target);
    /// assert_eq!(normal(Options::documented())?, serde_json::json!({"type": "Value"}));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unenforced(mut self) -> Self {
        self.unenforced = true;
        self
    }

    /// Declares that validation requires exactly one member to be set.
    #[must_use]
    pub fn exactly_one(mut self) -> Self {
        self.exactly_one = true;
        self
    }
}

/// A name in `PascalCase`: `rollingUpdate` and `rolling_update` give `RollingUpdate`.
fn pascal(name: &str) -> String {
    let mut value = String::with_capacity(name.len());
    let mut capital = true;
    for c in name.chars() {
        if matches!(c, '_' | '-') {
            capital = true;
        } else {
            value.push(if capital { c.to_ascii_uppercase() } else { c });
            capital = false;
        }
    }
    value
}

/// A checked union of an object type. See [`TypeRef::unions`](crate::TypeRef::unions).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a statement of its own")]
pub struct Union {
    discriminator: Option<String>,
    /// The members, by field.
    members: IndexMap<String, UnionMember, foldhash::quality::RandomState>,
    exactly_one: bool,
    allow_inactive_member: bool,
    unenforced: bool,
    rust_enum: bool,
    /// The union without the leniency of API servers, if that differs.
    documented: Option<Box<Self>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct UnionMember {
    value: String,
    empty_is_unset: bool,
}

impl Union {
    /// The union of a definition in which `check_union` found no mistake.
    pub(crate) fn of(def: &UnionDef) -> Self {
        let is_lenient =
            def.allow_inactive_member || def.unenforced || !def.empty_is_unset.is_empty();
        let documented = is_lenient.then(|| {
            let (allow_inactive_member, unenforced, empty_is_unset) = (false, false, Vec::new());
            let strict =
                UnionDef { empty_is_unset, allow_inactive_member, unenforced, ..def.clone() };
            Box::new(Self::of(&strict))
        });
        Self {
            discriminator: def.discriminator.clone(),
            members: def
                .members
                .iter()
                .map(|(field, value)| {
                    let empty_is_unset = def.empty_is_unset.contains(field);
                    (field.clone(), UnionMember { value: value.clone(), empty_is_unset })
                })
                .collect(),
            exactly_one: def.exactly_one,
            allow_inactive_member: def.allow_inactive_member,
            unenforced: def.unenforced,
            rust_enum: def.rust_enum,
            documented,
        }
    }

    /// The union as Kubernetes documents it: an empty value counts as set, and no member may be
    /// inactive.
    #[must_use]
    pub fn documented(&self) -> &Self {
        self.documented.as_deref().unwrap_or(self)
    }

    /// Whether API servers accept its members together, and with any value of the discriminator.
    #[must_use]
    pub fn is_unenforced(&self) -> bool {
        self.unenforced
    }

    /// The field whose value names the member that is set.
    #[must_use]
    pub fn discriminator(&self) -> Option<&str> {
        self.discriminator.as_deref()
    }

    /// The members in the order of their definition: the field, and the value
    /// by which the discriminator names it.
    pub fn members(&self) -> impl Iterator<Item = (&str, &str)> {
        self.members.iter().map(|(field, member)| (field.as_str(), member.value.as_str()))
    }

    /// The number of members.
    #[must_use]
    pub fn member_count(&self) -> usize {
        self.members.len()
    }

    /// A member by the name of its field: its position among the [`members`](Self::members), and
    /// the name. `None` for a field that is not a member.
    #[must_use]
    pub fn member(&self, field: &str) -> Option<(usize, &str)> {
        self.members.get_full(field).map(|(at, name, _)| (at, name.as_str()))
    }

    /// The value by which the discriminator names this member; `None` for a field that is not a
    /// member.
    #[must_use]
    pub fn value_of(&self, field: &str) -> Option<&str> {
        self.members.get(field).map(|member| member.value.as_str())
    }

    /// The members that this value of the discriminator names: none, one, or several
    /// that may be set together. `O(m)` in the members for the whole iteration.
    pub fn named_by<'u>(&'u self, value: &str) -> impl Iterator<Item = &'u str> {
        self.members().filter(move |(_, named)| *named == value).map(|(field, _)| field)
    }

    /// Whether an empty value of this member counts as absent.
    #[must_use]
    pub fn empty_is_unset(&self, field: &str) -> bool {
        self.members.get(field).is_some_and(|member| member.empty_is_unset)
    }

    /// Whether a member may be set while the value of the discriminator names none.
    #[must_use]
    pub fn allows_inactive_member(&self) -> bool {
        self.allow_inactive_member
    }

    /// Whether validation requires exactly one member to be set.
    #[must_use]
    pub fn exactly_one(&self) -> bool {
        self.exactly_one
    }

    /// Whether the union is a Rust enum, which can't have two members.
    #[must_use]
    pub fn is_rust_enum(&self) -> bool {
        self.rust_enum
    }
}

#[cfg(test)]
mod tests {
    use super::pascal;

    #[test]
    fn values_are_names_in_pascal_case() {
        for (name, value) in
            [("rollingUpdate", "RollingUpdate"), ("field_a", "FieldA"), ("http", "Http"), ("", "")]
        {
            assert_eq!(pascal(name), value);
        }
    }
}
