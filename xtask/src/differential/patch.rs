//! Patches at random: every directive, at every level, right and wrong.

use serde_json::{Map, Value, json};
use smp_core::{Base, FieldRef, TypeKind, TypeRef};

use super::generate::Generator;

impl Generator<'_> {
    /// A patch for a document of this type; much of it meets what live has.
    pub(super) fn patch(&mut self, live: &Value, ty: TypeRef<'_>) -> Value {
        Value::Object(self.patch_object(live.as_object(), Some(ty), false, 5))
    }

    fn patch_object(
        &mut self,
        live: Option<&Map<String, Value>>,
        ty: Option<TypeRef<'_>>,
        retain_keys: bool,
        depth: usize,
    ) -> Map<String, Value> {
        let mut patch = Map::new();
        if depth == 0 {
            return patch;
        }
        let fields: Vec<FieldRef<'_>> = ty.map(|ty| ty.fields().collect()).unwrap_or_default();
        let mut names: Vec<String> = live.into_iter().flat_map(Map::keys).cloned().collect();
        self.rng.shuffle(&mut names);
        names.truncate(self.rng.usize(0..4));
        for _ in 0..self.rng.usize(0..3) {
            names.extend(self.choose(&fields).map(|field| field.name().to_owned()));
        }
        for name in names {
            let live = live.and_then(|live| live.get(&name));
            let field = ty.and_then(|ty| ty.field(&name));
            let below = match ty.map(TypeRef::kind) {
                Some(TypeKind::Map(value)) => Some(value),
                Some(TypeKind::Any) => ty,
                _ => field.map(FieldRef::ty),
            };
            self.patch_member(&mut patch, &name, live, field, below, depth);
        }
        if retain_keys && !self.one_in(3) || self.one_in(40) {
            self.retain_keys(&mut patch, live);
        }
        if self.one_in(60) || self.wildness > 0.0 && self.one_in(25) {
            let mut marker = self.choose(&["replace", "delete"]).unwrap_or_default();
            if self.wild() {
                marker = "merge";
            }
            patch.insert("$patch".to_owned(), json!(marker));
        }
        patch
    }

    fn retain_keys(&mut self, patch: &mut Map<String, Value>, live: Option<&Map<String, Value>>) {
        let mut names: Vec<Value> =
            patch.keys().filter(|name| !name.starts_with('$')).map(|name| json!(name)).collect();
        for name in live.into_iter().flat_map(Map::keys) {
            if self.one_in(3) {
                names.push(json!(name));
            }
        }
        if self.wild() {
            names.pop();
        }
        if self.wild() {
            let odd = self.anything(1);
            names.push(odd);
        }
        let list = if self.wild() { self.anything(1) } else { Value::Array(names) };
        patch.insert("$retainKeys".to_owned(), list);
    }

    fn patch_member(
        &mut self,
        patch: &mut Map<String, Value>,
        name: &str,
        live: Option<&Value>,
        field: Option<FieldRef<'_>>,
        ty: Option<TypeRef<'_>>,
        depth: usize,
    ) {
        if self.one_in(10) {
            patch.insert(name.to_owned(), Value::Null);
            if self.wild() {
                patch.insert(format!("$setElementOrder/{name}"), json!([]));
            }
            return;
        }
        if self.wild() {
            let value = self.anything(2);
            patch.insert(name.to_owned(), value);
            return;
        }
        match ty.map(TypeRef::kind) {
            Some(TypeKind::List(element)) => {
                self.patch_list(patch, name, live, field, element, depth);
            }
            Some(TypeKind::Object | TypeKind::Map(_)) => {
                let retain_keys = field.is_some_and(|field| field.strategy().retain_keys());
                let live = live.and_then(Value::as_object);
                let value = self.patch_object(live, ty, retain_keys, depth - 1);
                patch.insert(name.to_owned(), Value::Object(value));
            }
            Some(TypeKind::Any) => {
                let value = match live {
                    Some(live) if self.rng.bool() => self.version_of_any(live),
                    _ => self.anything(2),
                };
                patch.insert(name.to_owned(), value);
            }
            _ => {
                let value = self.scalar(name);
                patch.insert(name.to_owned(), value);
            }
        }
    }

    fn version_of_any(&mut self, live: &Value) -> Value {
        match live {
            Value::Object(members) => {
                let mut version = members.clone();
                for value in version.values_mut() {
                    if self.rng.bool() {
                        *value = self.anything(1);
                    }
                }
                Value::Object(version)
            }
            other => other.clone(),
        }
    }

    fn patch_list(
        &mut self,
        patch: &mut Map<String, Value>,
        name: &str,
        live: Option<&Value>,
        field: Option<FieldRef<'_>>,
        element: TypeRef<'_>,
        depth: usize,
    ) {
        let merges = field.is_some_and(|field| field.strategy().base() == Base::Merge);
        let key = field.and_then(FieldRef::merge_key);
        let live: &[Value] = live.and_then(Value::as_array).map_or(&[], Vec::as_slice);
        let items = match key.filter(|_| merges) {
            Some(key) => {
                let retain_keys = field.is_some_and(|field| field.strategy().retain_keys());
                self.patch_elements(name, live, key, element, retain_keys, depth)
            }
            None => self.patch_scalars(name, live, element, depth),
        };
        if merges || self.wild() {
            self.list_directives(patch, name, live, &items, key);
        }
        if !(items.is_empty() && self.rng.bool()) {
            patch.insert(name.to_owned(), Value::Array(items));
        }
    }

    fn patch_elements(
        &mut self,
        name: &str,
        live: &[Value],
        key: &str,
        element: TypeRef<'_>,
        retain_keys: bool,
        depth: usize,
    ) -> Vec<Value> {
        let mut items = Vec::new();
        for item in live {
            match self.rng.u32(0..4) {
                0 => {
                    let mut change =
                        self.patch_object(item.as_object(), Some(element), retain_keys, depth - 1);
                    self.set_key(&mut change, item.get(key), key);
                    items.push(Value::Object(change));
                }
                1 => {
                    let mut deletion = Map::new();
                    self.set_key(&mut deletion, item.get(key), key);
                    deletion.insert("$patch".to_owned(), json!("delete"));
                    items.push(Value::Object(deletion));
                }
                _ => {}
            }
        }
        for _ in 0..self.rng.usize(0..3) {
            let mut added = if self.one_in(3) {
                Value::Object(self.patch_object(None, Some(element), retain_keys, depth - 1))
            } else {
                self.element(element, Some(key), name, 2)
            };
            if let (Value::Object(added), false) = (&mut added, self.wild()) {
                let value = self.scalar(key);
                self.set_key(added, Some(&value), key);
            }
            let taken = items.iter().any(|item: &Value| item.get(key) == added.get(key));
            if !taken || self.wild() {
                items.push(added);
            }
        }
        if self.one_in(2) {
            self.rng.shuffle(&mut items);
        }
        if self.one_in(25) {
            items.push(json!({ "$patch": "replace" }));
        }
        if self.wild() {
            let odd = self.anything(1);
            items.push(odd);
        }
        items
    }

    /// Merge keys are listed where something is retained.
    fn set_key(&mut self, change: &mut Map<String, Value>, value: Option<&Value>, key: &str) {
        let Some(value) = value else { return };
        change.insert(key.to_owned(), value.clone());
        if let Some(Value::Array(names)) = change.get_mut("$retainKeys")
            && !self.wild()
        {
            names.push(json!(key));
        }
    }

    fn patch_scalars(
        &mut self,
        name: &str,
        live: &[Value],
        element: TypeRef<'_>,
        depth: usize,
    ) -> Vec<Value> {
        let mut items: Vec<Value> = Vec::new();
        for item in live {
            if self.one_in(3) {
                items.push(item.clone());
            }
        }
        for _ in 0..self.rng.usize(0..3) {
            let item = self.element(element, None, name, depth.min(2));
            if !items.contains(&item) || self.wild() {
                items.push(item);
            }
        }
        self.rng.shuffle(&mut items);
        items
    }

    fn list_directives(
        &mut self,
        patch: &mut Map<String, Value>,
        name: &str,
        live: &[Value],
        items: &[Value],
        key: Option<&str>,
    ) {
        if key.is_none() && self.one_in(3) {
            let mut gone: Vec<Value> = live.iter().filter(|_| self.one_in(3)).cloned().collect();
            if self.one_in(4) {
                gone.push(self.scalar(name));
            }
            let gone = if self.wild() { self.anything(1) } else { Value::Array(gone) };
            patch.insert(format!("$deleteFromPrimitiveList/{name}"), gone);
        }
        if self.one_in(2) {
            let order = self.order(live, items, key);
            let order = if self.wild() { self.anything(1) } else { Value::Array(order) };
            patch.insert(format!("$setElementOrder/{name}"), order);
        }
    }

    /// An order list: the patch's items in their order, live's among them.
    fn order(&mut self, live: &[Value], items: &[Value], key: Option<&str>) -> Vec<Value> {
        if self.one_in(15) {
            return Vec::new();
        }
        let name_of = |item: &Value| match key {
            Some(key) => item.get(key).map(|value| json!({ key: value })),
            None => Some(item.clone()),
        };
        let mut order: Vec<Value> =
            items.iter().filter(|item| item.get("$patch").is_none()).filter_map(&name_of).collect();
        if self.wild() {
            self.rng.shuffle(&mut order);
        }
        if self.wild() {
            order.pop();
        }
        let mut others: Vec<Value> = live.iter().filter_map(&name_of).collect();
        self.rng.shuffle(&mut others);
        for item in others {
            if !order.contains(&item) && !self.one_in(3) {
                let at = self.rng.usize(0..=order.len());
                order.insert(at, item);
            }
        }
        if self.wild() {
            order.push(self.anything(1));
        }
        order
    }
}
