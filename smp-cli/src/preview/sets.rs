//! A preview of the differences between two versions of objects, for commands that read all objects
//! before they write any.

use smp_core::{Document, Role};

use super::hunks::Hunks;
use super::objects::{FieldsPreview, Why, only_for_fields};
use crate::args::DiffStyle;
use crate::difference::{difference, one_sided, record};
use crate::identity::Identity;
use crate::input::Format;
use crate::masking::{masked, shown_text};
use crate::objects::SetObject;
use crate::output::{cannot_write, edited_yaml, print};
use crate::place::ObjectPlace;
use crate::report::{CappedReports, Report, say};

/// Collects the differences between versions of objects.
pub(crate) struct SetPreview<'r> {
    style: DiffStyle,
    fields: FieldsPreview<'r>,
    out: String,
    counts: Counts,
}

/// The number of objects for each kind of change.
#[derive(Default)]
struct Counts {
    changed: usize,
    added: usize,
    removed: usize,
    unchanged: usize,
}

/// A version of an object, with the value to compare in place of the one that was read.
#[derive(Clone, Copy)]
pub(crate) struct Version<'v> {
    pub(crate) object: &'v SetObject<'v>,
    pub(crate) document: &'v Document<'v>,
}

impl<'r> SetPreview<'r> {
    /// An error if the rules are to be explained, but the style cannot show them.
    pub(crate) fn new(style: DiffStyle, fields: FieldsPreview<'r>) -> Result<Self, Report> {
        if fields.explain && style != DiffStyle::Fields {
            return Err(only_for_fields());
        }
        Ok(Self { style, fields, out: String::new(), counts: Counts::default() })
    }

    /// Adds an object that is in both versions. If it was renamed, the title says so.
    pub(crate) fn changed(
        &mut self,
        (before, after): (Version<'_>, Version<'_>),
        why: Why,
        is_renamed: bool,
    ) -> Result<(), Report> {
        let identity = &before.object.identity;
        let documents = (before.document, after.document);
        let place = ObjectPlace { identity, ..after.object.place() };
        record(after.object.place(), || difference(place, documents, self.fields.schemas));
        let title = if is_renamed {
            renamed_in_words(before.object, after.object)
        } else {
            identity.to_string()
        };
        let text = match self.style {
            DiffStyle::Fields => {
                let parts = [before.object.part(Role::Original), after.object.part(Role::Modified)];
                self.fields.changes((&title, identity), documents, (None, why), &parts)?
            }
            DiffStyle::Text | DiffStyle::Patch => {
                let keeps = before.keeps_text() && after.keeps_text();
                let masked = masked(identity.kind.as_deref(), [before.document, after.document])?;
                let (old, new) = masked.as_ref().map_or(documents, |[old, new]| (old, new));
                let (old, new) = (before.text(old, keeps)?, after.text(new, keeps)?);
                self.unified((&before.name(), &after.name()), (&old, &new))
            }
        };
        let is_changed = !text.is_empty();
        self.counts.changed += usize::from(is_changed);
        self.counts.unchanged += usize::from(!is_changed);
        // A unified diff has no title, only names in its header.
        if is_changed && is_renamed && self.style == DiffStyle::Text {
            self.out.push_str(&self.fields.remark("", &title));
        }
        self.out.push_str(&text);
        Ok(())
    }

    /// Adds an object that only the new version has or, with the sign `-`, only the old one.
    pub(crate) fn one_sided(&mut self, sign: char, version: Version<'_>) -> Result<(), Report> {
        let is_removed = sign == '-';
        let what = if is_removed { "is removed" } else { "is added" };
        record(version.object.place(), || Some(one_sided(version.object.place(), what)));
        let Counts { added, removed, .. } = &mut self.counts;
        *if is_removed { removed } else { added } += 1;
        let text = match self.style {
            DiffStyle::Fields => {
                let identity = &version.object.identity;
                self.fields.one_sided(sign, (&identity.to_string(), identity), version.document)?
            }
            DiffStyle::Text | DiffStyle::Patch => {
                let masked = masked(version.object.identity.kind.as_deref(), [version.document])?;
                let document = masked.as_ref().map_or(version.document, |[document]| document);
                let (name, text) = (version.name(), version.text(document, version.keeps_text())?);
                if is_removed {
                    self.unified((&name, NOTHING), (&text, ""))
                } else {
                    self.unified((NOTHING, &name), ("", &text))
                }
            }
        };
        self.out.push_str(&text);
        Ok(())
    }

    fn unified(&self, names: (&str, &str), (before, after): (&str, &str)) -> String {
        let mut hunks = Hunks::new(names, self.fields.paint);
        hunks.push(&shown_text(before), &shown_text(after));
        hunks.finish()
    }

    /// Prints the differences. Returns whether there are any.
    pub(crate) fn print(self) -> Result<bool, Report> {
        print(self.out.as_bytes())?;
        let Counts { changed, added, removed, unchanged } = self.counts;
        if changed + added + removed + unchanged > 1 {
            say(&format!(
                "{changed} changed, {added} added, {removed} removed, {unchanged} unchanged"
            ));
        }
        Ok(!self.out.is_empty())
    }
}

/// The title of a renamed object: `v1 ConfigMap renamed from shop/a to shop/b`.
pub(crate) fn renamed_in_words(before: &SetObject<'_>, after: &SetObject<'_>) -> String {
    let of_kind = before.identity.part([true, true, false, false]);
    let name = |Identity { namespace, name, .. }: &Identity| {
        let name = name.as_deref().unwrap_or_default();
        let namespace = namespace.as_deref();
        namespace.map_or_else(|| name.to_owned(), |namespace| format!("{namespace}/{name}"))
    };
    let (from, to) = (name(&before.identity), name(&after.identity));
    format!("{of_kind} renamed from {from} to {to}")
}

/// The name of a missing version, as in other diffs.
pub(super) const NOTHING: &str = "/dev/null";

impl<'v> Version<'v> {
    /// The version as it was read.
    pub(crate) fn read(object: &'v SetObject<'v>) -> Self {
        Self { object, document: &object.document }
    }

    /// The name in the header of a diff: the file, a tab, the object. Programs that apply such a diff
    /// read only the text before the tab.
    fn name(self) -> String {
        format!("{}\t{}", self.object.input.source().name(), self.object.identity)
    }

    /// Whether it is a whole YAML document, so that its text can be shown.
    fn keeps_text(self) -> bool {
        self.object.at.is_empty() && self.object.input.format() == Format::Yaml
    }

    /// The text of `document`, which may have masks: as it is written if `keep`, otherwise in the style
    /// of kubectl.
    fn text(self, document: &Document<'_>, keep: bool) -> Result<String, Report> {
        let notes = &mut CappedReports::default();
        if let Some(text) = edited_yaml(self.object.input, document, !keep, notes)? {
            let text = text.trim_start_matches('\u{feff}');
            return Ok(text.strip_prefix("---\n").unwrap_or(text).to_owned());
        }
        let mut text = String::new();
        smp_yaml::write(document, &mut text).map_err(|error| cannot_write(&error))?;
        Ok(text)
    }
}
