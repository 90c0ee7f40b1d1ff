//! Unknown fields that the server refuses with strict validation, and those that the command does.

use serde_json::Value;
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, TypeKind};
use ureq::http::Method;

use super::Result;
use super::case::Case;
use super::client::{DRY_RUN, Media};
use super::judge::{Judge, kind_of};
use super::verdict::Verdict;

const STRICT: &str = "&fieldValidation=Strict";

impl Judge<'_> {
    /// Compares the unknown fields that the server and the command find in a patch that both take without
    /// strict validation, and from which both make this object. The command also refuses likely mistakes
    /// then.
    pub(super) fn strict(&self, case: &Case<'_>, patch: &Value, ours: &str) -> Result<Verdict> {
        let (media, text) = (case.media(patch), case.text(patch));
        let args = ["patch", "--validate=strict", "--type", kind_of(media)];
        let printed = self.command(case, &args, case.target().0, &text)?;
        let found = printed.err().filter(|it| is_about_fields(it));
        let request = format!("{}{DRY_RUN}{STRICT}", case.path());
        let send = |method, media, text| {
            self.asked.set(self.asked.get() + 1);
            self.client.send(method, &request, media, text)
        };
        let theirs = send(Method::PATCH, media.name(), text);
        let explained = match (&found, theirs.is_ok()) {
            (None, true) => return Ok(Verdict::Equal),
            (Some(_), false) => return Ok(Verdict::SameCauses),
            (None, false) => {
                let message = theirs.message();
                let names = unknown(&message);
                let all = |is: &dyn Fn(&&str) -> bool| !names.is_empty() && names.iter().all(is);
                let is_open = |it: &&str| is_in_open_object(case.target().1, it);
                let is_directive =
                    |it: &&str| it.rsplit('.').next().is_some_and(|it| it.starts_with('$'));
                if moves_values(patch) {
                    Some("json-patch-moved-values")
                } else if all(&is_directive) {
                    Some("directives-never-leak")
                } else {
                    all(&is_open).then_some("structs-without-fields")
                }
            }
            (Some(_), true) => {
                let updated = send(Method::PUT, Media::JSON, ours.to_owned());
                updated.is_ok().then_some("unknown-fields-without-effect")
            }
        };
        Ok(explained.map_or_else(
            || {
                let theirs = theirs.message();
                Verdict::Different(format!(
                    "strict, patch {patch}\nours {found:?}\nthe server's {theirs}"
                ))
            },
            Verdict::Explained,
        ))
    }
}

/// Whether the command has found a member that a type does not have.
fn is_about_fields(message: &str) -> bool {
    ["has no such field", "unknown member"].iter().any(|words| message.contains(words))
}

/// Whether a JSON patch moves or copies values.
fn moves_values(patch: &Value) -> bool {
    let operations = patch.as_array().map_or(&[][..], Vec::as_slice);
    operations.iter().any(|it| it["op"] == "move" || it["op"] == "copy")
}

/// The paths of the unknown fields in a message of the server, such as `spec.ports[0].nme`.
fn unknown(message: &str) -> Vec<&str> {
    let quoted = message.split("unknown field \"").skip(1);
    quoted.filter_map(|it| Some(it.split_once('"')?.0)).collect()
}

/// Whether a path leads into an object whose fields the schema does not know.
fn is_in_open_object(mut ty: TypeRef<'_>, path: &str) -> bool {
    for step in path.split('.') {
        if matches!(ty.kind(), TypeKind::Any) {
            return true;
        }
        let (name, indices) = step
            .split_once('[')
            .map_or((step, 0), |(name, rest)| (name, 1 + rest.matches('[').count()));
        let member = match ty.kind() {
            TypeKind::Map(value) => Some(value),
            _ => ty.field(name).map(FieldRef::ty),
        };
        let Some(member) = member else { return false };
        ty = member;
        for _ in 0..indices {
            let TypeKind::List(element) = ty.kind() else { return false };
            ty = element;
        }
    }
    false
}
