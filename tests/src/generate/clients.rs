//! Generates changes of unions by clients that do not know the union, or its discriminator, and
//! by clients that know both.

use serde_json::{Map, Value, json};
use smp_core::schema::{TypeKind, Union};
use smp_core::{Options, TypeRef, normalize};

use super::{Generator, below};

impl Generator<'_> {
    /// Original, modified and current, after a user and others have changed unions of the base.
    pub fn clients(&mut self, base: &Value, ty: TypeRef<'_>) -> [Value; 3] {
        let original = match self.choices.below(8) {
            0 => json!({}),
            1 => base.clone(),
            _ => normalized(None, base, ty),
        };
        let changed = self.by_client(&original, ty);
        let modified = match self.choices.below(4) {
            0 => changed.clone(),
            1 => self.version(&changed, ty),
            _ => self.by_client(base, ty),
        };
        let others = self.by_client(&original, ty);
        let current = match self.choices.below(6) {
            0 => original.clone(),
            1 => others,
            2 => normalized(Some(&original), &changed, ty),
            3 => self.with_additions(&normalized(None, base, ty), ty),
            _ => normalized(Some(&original), &others, ty),
        };
        // Often the user has changed nothing since the last time.
        let original = if self.choices.one_in(4) { modified.clone() } else { original };
        [original, modified, current]
    }

    /// The document with some of its unions changed by a client. `O(n)` in its size.
    fn by_client(&mut self, document: &Value, ty: TypeRef<'_>) -> Value {
        self.left = self.style.size;
        let mut version = document.clone();
        self.change_unions(&mut version, ty, self.style.depth);
        version
    }

    fn change_unions(&mut self, value: &mut Value, ty: TypeRef<'_>, depth: usize) {
        match (value, ty.kind()) {
            (Value::Object(members), _) => {
                for (name, value) in members.iter_mut() {
                    if let Some(below) = below(ty, name) {
                        self.change_unions(value, below, depth.saturating_sub(1));
                    }
                }
                for union in ty.unions() {
                    self.change_union(members, union, ty, depth.min(2));
                }
            }
            (Value::Array(items), TypeKind::List(element)) => {
                for item in items {
                    self.change_unions(item, element, depth.saturating_sub(1));
                }
            }
            _ => {}
        }
    }

    fn change_union(
        &mut self,
        members: &mut Map<String, Value>,
        union: &Union,
        ty: TypeRef<'_>,
        depth: usize,
    ) {
        let all: Vec<(&str, &str)> = union.members().collect();
        let (member, value) = self.choices.pick(&all);
        let set = |make: &mut Self, members: &mut Map<String, Value>| {
            if let Some(field) = ty.field(member) {
                members.insert(member.to_owned(), make.field_value(field, depth));
            }
        };
        let clear = |members: &mut Map<String, Value>| {
            members.retain(|name, _| union.member(name).is_none());
        };
        let name = |members: &mut Map<String, Value>, value: &str| {
            if let Some(discriminator) = union.discriminator() {
                members.insert(discriminator.to_owned(), json!(value));
            }
        };
        match self.choices.below(9) {
            // This client does not know which fields belong to the union.
            0 | 1 => set(self, members),
            // This client does not know the discriminator.
            2 | 3 => {
                clear(members);
                set(self, members);
            }
            // This client knows the discriminator, but not which fields to clear.
            4 => name(members, value),
            5 => name(members, "Nothing"),
            // Knows all.
            6 => {
                clear(members);
                set(self, members);
                name(members, value);
            }
            7 => {
                clear(members);
                union.discriminator().and_then(|it| members.remove(it));
            }
            _ => {}
        }
    }
}

/// The new object as an API server stores it. A document beyond a limit stays as it is.
fn normalized(old: Option<&Value>, new: &Value, ty: TypeRef<'_>) -> Value {
    normalize(old, new, ty, &Options::default()).unwrap_or_else(|_| new.clone())
}
