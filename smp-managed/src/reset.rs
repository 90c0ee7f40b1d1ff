//! [`ResetFields`]: the fields that a request can't change.

use smp_core::schema::__support::group_of;
use smp_core::{Document, View};

use crate::element::{Element, FieldPath};
use crate::error::Error;
use crate::object::{managed_fields, with_managed_fields};
use crate::set::FieldSet;

/// The subresource whose requests change only the status and some of the metadata.
const STATUS: &str = "status";

/// The fields of an object with a status that a request cannot change: a server restores their previous
/// values, and the writer does not own them. Which fields of `metadata` these are differs from kind to
/// kind. Source: `pkg/registry` of Kubernetes 1.37, and the strategies of custom resources.
///
/// ```
/// use smp_core::Document;
/// use smp_managed::{ResetFields, Settings, apply};
/// let schema = smp_types::schema("apps/v1", "Deployment").expect("a known kind");
/// let object = |rest: &str| format!(
///     r#"{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"name":"a"{rest}}}}}"#
/// );
/// let live = Document::from_json(&object(""))?.into_owned()?;
/// let config = object(r#","labels":{"x":"1"},"annotations":{"x":"1"}"#);
///
/// let reset = ResetFields::of_kind("apps/v1", "Deployment", "status");
/// let settings = Settings::new("ci", "2024-02-29T12:00:00Z".parse()?)
///     .subresource("status")
///     .reset_fields("apps/v1", reset.set());
/// let applied = apply(Some(&live), &Document::from_json(&config)?, schema, &settings)?.object;
/// let after = reset.put_back(Some(&live), applied)?.into_value()?;
/// assert_eq!(after["metadata"]["annotations"]["x"], "1");
/// assert!(after["metadata"].get("labels").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResetFields {
    paths: &'static [&'static [&'static str]],
    of_status: bool,
}

impl ResetFields {
    /// The fields for a request for an object of one of Kubernetes' kinds, or for a subresource of it, such
    /// as `status`.
    #[must_use]
    pub fn of_kind(api_version: &str, kind: &str, subresource: &str) -> Self {
        let group = group_of(api_version);
        let paths: &[&[&str]] = match (subresource, group, kind) {
            (STATUS, "certificates.k8s.io", "CertificateSigningRequest") => {
                &[&["spec"], &["status", "conditions"]]
            }
            (STATUS, "", "Pod") => {
                &[&["spec"], &["metadata", "deletionTimestamp"], &["metadata", "ownerReferences"]]
            }
            (STATUS, "apps", "Deployment") => &[&["spec"], &["metadata", "labels"]],
            (STATUS, ..) if keeps_metadata(group, kind) => return Self::of_custom_resource(STATUS),
            (STATUS, ..) => &[&["spec"]],
            ("", "certificates.k8s.io", "CertificateSigningRequest") => &[&["spec"], &["status"]],
            ("", ..) => &[&["status"]],
            _ => &[],
        };
        Self { paths, of_status: subresource == STATUS }
    }

    /// The fields for a request for a custom resource with the subresource `status`, or for its status.
    #[must_use]
    pub fn of_custom_resource(subresource: &str) -> Self {
        let paths: &[&[&str]] = match subresource {
            STATUS => &[&["spec"], &["metadata"]],
            "" => &[&["status"]],
            _ => &[],
        };
        Self { paths, of_status: subresource == STATUS }
    }

    /// The fields as a set, for [`Settings::reset_fields`](crate::Settings::reset_fields).
    #[must_use]
    pub fn set(&self) -> FieldSet {
        let path = |path: &&[&str]| FieldPath(path.iter().map(|it| Element::field(*it)).collect());
        FieldSet::from_paths(self.paths.iter().map(path))
    }

    /// An object after a write, with the fields as they were in the live object. The managers are those of
    /// the new object. A new object has no status.
    ///
    /// # Errors
    ///
    /// If one of the two is not an object.
    pub fn put_back<'d>(
        &self,
        live: Option<&Document<'d>>,
        new: Document<'d>,
    ) -> Result<Document<'d>, Error> {
        let Some(live) = live else { return set(new, &[STATUS], None) };
        let managed = managed_fields(&new);
        let mut object = new.clone();
        if self.of_status {
            // Everything but the status and the metadata is that of the live object.
            object = live.clone();
            for name in ["apiVersion", "kind", "metadata", STATUS] {
                object = set(object, &[name], at(&new, &[name]))?;
            }
        }
        let is_put_back = |path: &&&[&str]| !self.of_status || path.first() == Some(&"metadata");
        for path in self.paths.iter().filter(is_put_back) {
            object = set(object, path, at(live, path))?;
        }
        with_managed_fields(object, managed)
    }
}

/// Whether a write of the status leaves all metadata unchanged.
fn keeps_metadata(group: &str, kind: &str) -> bool {
    match group {
        "certificates.k8s.io" => kind == "PodCertificateRequest",
        "networking.k8s.io" => kind == "ServiceCIDR",
        "storage.k8s.io" => matches!(kind, "VolumeAttachment" | "CSINode"),
        "scheduling.k8s.io" => matches!(kind, "PodGroup" | "CompositePodGroup"),
        "admissionregistration.k8s.io" => kind == "ValidatingAdmissionPolicy",
        "apiregistration.k8s.io"
        | "flowcontrol.apiserver.k8s.io"
        | "internal.apiserver.k8s.io"
        | "lifecycle.k8s.io"
        | "resource.k8s.io"
        | "storagemigration.k8s.io" => true,
        _ => false,
    }
}

/// The value at a path of names.
fn at<'d>(document: &Document<'d>, path: &[&str]) -> Option<Document<'d>> {
    let Some((first, rest)) = path.split_first() else { return Some(document.clone()) };
    let View::Object(members) = document.clone().into_view().ok()? else { return None };
    let (_, below) = members.into_iter().rev().find(|(name, _)| name == first)?;
    at(&below, rest)
}

/// The document with a value at a path of names, or without one.
fn set<'d>(
    document: Document<'d>,
    path: &[&str],
    value: Option<Document<'d>>,
) -> Result<Document<'d>, Error> {
    let Some((first, rest)) = path.split_first() else { return Ok(value.unwrap_or(document)) };
    let View::Object(mut members) = document.into_view()? else {
        return Err(Error::Refused("expected an object".to_owned()));
    };
    let at = members.iter().rposition(|(name, _)| name == first);
    match (at.and_then(|at| members.get_mut(at)), value) {
        (Some((_, member)), value) if !rest.is_empty() || value.is_some() => {
            let below = core::mem::replace(member, View::Null.into());
            *member = set(below, rest, value)?;
        }
        (Some(_), _) => members.retain(|(name, _)| name != first),
        (None, Some(value)) => {
            let empty = View::Object(Vec::new()).into();
            members.push(((*first).to_owned().into(), set(empty, rest, Some(value))?));
        }
        (None, None) => {}
    }
    Ok(View::Object(members).into())
}
