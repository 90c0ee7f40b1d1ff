//! [`check`]: the options of a write, as a server validates them.

use http::Method;
use serde_json::json;

use crate::cause::Cause;
use crate::params::Params;
use crate::patch_body::PatchKind;
use crate::status::Failure;

/// The longest name of a field manager, in bytes.
const MANAGER_MAX: usize = 128;

/// Refuses options that no write of this method may have, or that do not fit the kind of a patch.
pub(crate) fn check(
    params: &Params,
    method: &Method,
    patch: Option<PatchKind>,
) -> Result<(), Failure> {
    let kind = match *method {
        Method::POST => "CreateOptions",
        Method::PUT => "UpdateOptions",
        Method::PATCH => "PatchOptions",
        Method::DELETE => "DeleteOptions",
        _ => return Ok(()),
    };
    let mut causes = Vec::new();
    match patch {
        Some(PatchKind::Apply) if params.get("fieldManager").is_none() => {
            causes.push(Cause::required("fieldManager", "is required for apply patch"));
        }
        Some(PatchKind::Json | PatchKind::Merge | PatchKind::Strategic)
            if params.get("force").is_some() =>
        {
            causes.push(Cause::forbidden("force", "may not be specified for non-apply patch"));
        }
        _ => {}
    }
    if *method != Method::DELETE {
        causes.extend(manager(params.get("fieldManager").unwrap_or_default()));
        let allowed = ["", "Ignore", "Strict", "Warn"];
        if let Some(other) = params.get("fieldValidation").filter(|it| !allowed.contains(it)) {
            causes.push(Cause::not_supported("fieldValidation", &json!(other), &allowed));
        }
    }
    if let Some(other) = params.get("dryRun").filter(|it| *it != "All") {
        causes.push(Cause::not_supported("dryRun", &json!([other]), &["All"]));
    }
    if causes.is_empty() { Ok(()) } else { Err(Failure::invalid("meta.k8s.io", kind, "", &causes)) }
}

/// The mistakes in the name of a field manager.
fn manager(name: &str) -> Option<Cause> {
    if name.len() > MANAGER_MAX {
        let message = format!("Too long: may not be more than {MANAGER_MAX} bytes");
        let field = "fieldManager".to_owned();
        return Some(Cause { reason: "FieldValueTooLong", message, field });
    }
    let (at, unprintable) = name.char_indices().find(|(_, it)| it.is_control())?;
    let code = u32::from(unprintable);
    let message = format!("invalid character U+{code:04X} (at position {at})");
    Some(Cause::invalid("fieldManager", &json!(name), &message))
}
