//! Selects the kinds, and all types that they reach. Lists of kinds are left out: they are a
//! generic type, as all have the same fields.

use std::collections::{BTreeMap, BTreeSet};

use super::Result;
use crate::openapi::{Definition, Definitions, Field, Object, Type, object_of};
use crate::type_name::TypeName;

/// The types to generate.
pub(super) struct Selection<'d> {
    pub(super) types: BTreeMap<&'d TypeName, &'d Object>,
    /// The type of each `apiVersion` and `kind`, sorted.
    pub(super) kinds: BTreeMap<(&'d str, &'d str), &'d TypeName>,
    /// The types that kinds of stable versions reach.
    stable: BTreeSet<&'d TypeName>,
    /// The `apiVersion` of each module.
    api_versions: BTreeMap<String, &'d str>,
}

impl<'d> Selection<'d> {
    /// The object types that a type's fields refer to, in the order of the fields.
    pub(super) fn references(&self, name: &TypeName) -> impl Iterator<Item = &'d TypeName> {
        self.types.get(name).into_iter().flat_map(|object| &object.fields).filter_map(object_of)
    }

    /// Whether the fields of a type reach another type, which may be the type itself.
    pub(super) fn reaches(&self, from: &TypeName, to: &TypeName) -> bool {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(name) = open.pop() {
            if name == to {
                return true;
            }
            open.extend(self.references(name).filter(|inner| seen.insert(*inner)));
        }
        false
    }

    /// The feature that has the type: its group, or else its module, if only kinds of versions that
    /// aren't stable reach the type.
    pub(super) fn feature(&self, name: &TypeName) -> String {
        if self.stable.contains(name) { name.group.clone() } else { name.module() }
    }

    /// The `apiVersion` of the kinds in a type's package. The catalogue has the type under it.
    pub(super) fn api_version(&self, name: &TypeName) -> Result<&'d str> {
        let found = self.api_versions.get(&name.module()).copied();
        found.ok_or_else(|| format!("{name} is in a package without kinds").into())
    }

    /// The name of the first field, if no field has a description.
    pub(super) fn undescribed(&self) -> Option<String> {
        let of = |(name, object): (&&'d TypeName, &&'d Object)| {
            let name = (*name).clone();
            object.fields.iter().map(move |field| (name.clone(), field))
        };
        let mut fields = self.types.iter().flat_map(of);
        let (name, first) = fields.next()?;
        let described =
            first.description.is_some() || fields.any(|(_, it)| it.description.is_some());
        (!described).then(|| format!("{name}.{}", first.name))
    }

    /// The map type that server-side apply uses to merge an object: that of the field, or else that
    /// of its type.
    pub(super) fn map_type(&self, field: &'d Field) -> Option<&'d str> {
        field.map_type.as_deref().or_else(|| match &field.ty {
            Type::Object(name) => self.types.get(name)?.map_type.as_deref(),
            _ => None,
        })
    }
}

/// Selects the kinds and all types that they reach.
pub(super) fn select(definitions: &Definitions) -> Result<Selection<'_>> {
    let mut selection = Selection {
        types: BTreeMap::new(),
        kinds: BTreeMap::new(),
        stable: BTreeSet::new(),
        api_versions: api_versions(definitions),
    };
    let mut open = Vec::new();
    for (name, definition) in definitions {
        // Definitions of several kinds are parts of requests, such as `DeleteOptions`.
        if let Definition::Object(object) = definition
            && let [key] = object.kinds.as_slice()
            && !is_list(object)
        {
            selection.kinds.insert((&key.api_version, &key.name), name);
            open.push(name);
        }
    }
    while let Some(name) = open.pop() {
        let (name, object) = object(definitions, name)?;
        if selection.types.insert(name, object).is_none() {
            open.extend(selection.references(name));
        }
    }
    let is_stable = |name: &&&TypeName| {
        let number = name.version.strip_prefix('v');
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut open: Vec<_> = selection.types.keys().filter(is_stable).copied().collect();
    while let Some(name) = open.pop() {
        if selection.stable.insert(name) {
            open.extend(selection.references(name));
        }
    }
    refuse_required_kinds(&selection)?;
    Ok(selection)
}

/// Whether the object is the list of a kind.
fn is_list(object: &Object) -> bool {
    object.fields.iter().any(|field| field.name == "items" && matches!(field.ty, Type::List(_)))
}

/// The definition of an object, which a struct can be made from.
fn object<'d>(definitions: &'d Definitions, name: &TypeName) -> Result<(&'d TypeName, &'d Object)> {
    match definitions.get_key_value(name) {
        Some((name, Definition::Object(object))) => Ok((name, object)),
        Some((_, Definition::Leaf)) => Err(format!("{name} is no object").into()),
        None => Err(format!("the document lacks {name}").into()),
    }
}

/// The `apiVersion` of each module. Definitions of several kinds (`DeleteOptions`) are ignored:
/// they are in every group-version.
fn api_versions(definitions: &Definitions) -> BTreeMap<String, &str> {
    let kinds = definitions.iter().filter_map(|(name, definition)| match definition {
        Definition::Object(Object { kinds, .. }) => match kinds.as_slice() {
            [kind] => Some((name.module(), kind.api_version.as_str())),
            _ => None,
        },
        Definition::Leaf => None,
    });
    kinds.collect()
}

/// Refuses a required field that is a kind: its `Default` has an `apiVersion`, which the field
/// would get if a document lacks it.
fn refuse_required_kinds(selection: &Selection<'_>) -> Result<()> {
    for (name, object) in &selection.types {
        for field in object.fields.iter().filter(|field| field.required) {
            if let Type::Object(inner) = &field.ty
                && selection.kinds.values().any(|kind| *kind == inner)
            {
                let field = &field.name;
                return Err(format!("{name}.{field} is a required kind: not generated yet").into());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::read;

    #[test]
    fn types_without_a_sound_struct_are_refused() {
        let kind =
            r#""x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "A"}]"#;
        let definitions = read(&format!(
            r##"{{"definitions": {{
                "io.k8s.api.core.v1.A": {{"properties": {{"name": {{"type": "string"}}}}, {kind}}},
                "io.k8s.api.core.v1.B": {{
                    "properties": {{"a": {{"$ref": "#/definitions/io.k8s.api.core.v1.A"}}}},
                    "required": ["a"]
                }}
            }}}}"##
        ))
        .expect("a document");
        let find = |name: &str| {
            object(&definitions, &TypeName::new(&format!("io.k8s.api.core.v1.{name}")))
        };
        assert!(find("D").expect_err("no definition").to_string().contains("lacks core/v1.D"));

        let (a, b) = (find("A").expect("an object"), find("B").expect("an object"));
        let mut selection = Selection {
            types: BTreeMap::from([a, b]),
            kinds: BTreeMap::new(),
            stable: BTreeSet::new(),
            api_versions: BTreeMap::new(),
        };
        assert!(refuse_required_kinds(&selection).is_ok());
        selection.kinds.insert(("v1", "A"), a.0);
        let error = refuse_required_kinds(&selection).expect_err("a required kind").to_string();
        assert!(error.contains("core/v1.B.a"), "{error}");
    }
}
