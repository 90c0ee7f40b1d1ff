//! Masks values that are not shown: those of Secrets, as in `kubectl diff`, and those of `--mask`.
//! Keeps the settings of the run, and masks documents and texts.

mod values;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use smp_core::{Document, Path, View};

use crate::identity::Identity;
use crate::path_pattern::{Active, PathPattern, ends, in_element, in_member};
use crate::report::Report;
use crate::secret::{LAST_APPLIED, MASK, Node as _, Of, Part, covered};
use values::Values;

static SETTING: OnceLock<Setting> = OnceLock::new();

/// Whether an object was shown.
static HAS_SHOWN: AtomicBool = AtomicBool::new(false);

#[derive(Default)]
struct Setting {
    shows_secrets: bool,
    paths: Vec<PathPattern>,
}

fn setting() -> &'static Setting {
    SETTING.get_or_init(Setting::default)
}

/// Sets what is masked, before the first object is shown.
pub(crate) fn set(shows_secrets: bool, paths: &[String]) -> Result<(), Report> {
    let paths = paths.iter().map(|path| PathPattern::of_option("--mask", path));
    let paths = paths.collect::<Result<_, _>>()?;
    SETTING.get_or_init(|| Setting { shows_secrets, paths });
    Ok(())
}

/// Warns about paths of `--mask` that no object has, if any object was shown.
pub(crate) fn warn_of_unmatched() {
    if HAS_SHOWN.load(Ordering::Relaxed) {
        for path in setting().paths.iter().filter_map(PathPattern::unmatched) {
            let title = format!("--mask {path}: no object that is shown has such a field");
            Report::new(title).print_warning();
        }
    }
}

/// Whether the values of Secrets are shown.
pub(crate) fn shows_secrets() -> bool {
    setting().shows_secrets
}

/// A text of documents, with masks in place of all values of Secrets.
pub(crate) fn shown_text(text: &str) -> Cow<'_, str> {
    if shows_secrets() { text.into() } else { covered(text) }
}

/// One or two versions of an object with masks in place of values; `None` if nothing is masked. If a
/// value differs between the versions, its masks differ, too. `kind` is the kind of the object, which
/// an item of a list need not state itself.
pub(crate) fn masked<const N: usize>(
    kind: Option<&str>,
    versions: [&Document<'_>; N],
) -> Result<Option<[Document<'static>; N]>, Report> {
    HAS_SHOWN.store(true, Ordering::Relaxed);
    // An object that is a Secret in either version counts as one in both.
    let is_secret =
        |version: &&Document<'_>| Part::Object(Of::kind(kind)).seen(*version) == Part::Secret;
    let of = if versions.iter().any(is_secret) { Of::AllSecrets } else { Of::kind(kind) };
    masked_at(Part::Object(of), &setting().paths, versions)
}

/// The value at a path of an object with masks; `None` if nothing is masked. The role of the value
/// depends on the object.
pub(crate) fn masked_value(
    object: &Document<'_>,
    of: Of,
    path: &Path,
    value: &Document<'_>,
) -> Result<Option<Document<'static>>, Report> {
    let setting = setting();
    if setting.paths.iter().any(|pattern| pattern.touches(path)) {
        return Ok(Some(string(MASK.to_owned())));
    }
    let part = Part::Object(of).at(object, path);
    Ok(masked_at(part, &[], [value])?.map(|[masked]| masked))
}

fn masked_at<const N: usize>(
    part: Part,
    paths: &[PathPattern],
    versions: [&Document<'_>; N],
) -> Result<Option<[Document<'static>; N]>, Report> {
    let part = if shows_secrets() { Part::Shown } else { part };
    let mut values = Values::default();
    let walk = Walk { paths };
    let place = Place { part, active: walk.all(), at: String::new() };
    let mut any = false;
    for (side, version) in versions.iter().enumerate() {
        let add = &mut |at: &str, text: String| {
            values.add(side, at, text);
            String::new()
        };
        any |= walk.masked(version, &place, add)?.is_some();
    }
    if !any {
        return Ok(None);
    }
    let mut sides = 0..;
    let masked = versions.map(|version| {
        let side = sides.next().unwrap_or_default();
        let masked = walk.masked(version, &place, &mut |at, text| values.mask(side, at, &text))?;
        masked.map_or_else(|| version.clone().into_owned().map_err(Report::from), Ok)
    });
    let masked = masked.into_iter().collect::<Result<Vec<_>, Report>>()?;
    let masked = <[_; N]>::try_from(masked);
    masked.map(Some).map_err(|_| Report::new("an object got lost"))
}

/// A walk through the versions of an object.
#[derive(Clone, Copy)]
struct Walk<'w> {
    paths: &'w [PathPattern],
}

/// A place in an object.
struct Place<'w> {
    part: Part,
    active: Vec<Active<'w>>,
    /// The names on the way to it.
    at: String,
}

/// Returns the text in place of a value, given the names on the way to it, and the value.
type Replace<'r> = &'r mut dyn FnMut(&str, String) -> String;

impl<'w> Walk<'w> {
    fn all(&self) -> Vec<Active<'w>> {
        self.paths.iter().map(PathPattern::active).collect()
    }

    /// The value with masks; `None` if it is shown as it is.
    fn masked(
        self,
        value: &Document<'_>,
        Place { part, active, at }: &Place<'w>,
        replace: Replace<'_>,
    ) -> Result<Option<Document<'static>>, Report> {
        if part.is_value() {
            return Ok(Some(string(replace(at, value.to_json()))));
        }
        if ends(active) {
            return scalars(at, value, replace).map(Some);
        }
        let seen = part.seen(value);
        // The text of a Secret may have something to mask even if its value does not.
        let mut is_masked = matches!(seen, Part::Secret | Part::Generator);
        Ok(match value.view()? {
            View::Object(members) => {
                let mut all = Vec::with_capacity(members.len());
                for (name, member) in members {
                    let place = Place {
                        part: seen.member(&name),
                        active: in_member(active, &name),
                        at: format!("{at}.{name}"),
                    };
                    let masked = self.masked(&member, &place, replace)?;
                    is_masked |= masked.is_some();
                    let member = masked.map_or_else(|| member.into_owned(), Ok)?;
                    all.push((name.into_owned().into(), member));
                }
                is_masked.then(|| Document::from(View::Object(all)))
            }
            View::List(items) => {
                let mut all = Vec::with_capacity(items.len());
                let mut counts = HashMap::new();
                for (index, item) in items.into_iter().enumerate() {
                    let part = seen.item();
                    let mut place =
                        Place { part, active: in_element(active, index, &item), at: at.clone() };
                    if let Part::Object(_) = part {
                        // Objects are compared with those of the same identity, regardless of their
                        // position.
                        let identity = Identity::of(&item);
                        let count = counts.entry(identity.clone()).or_insert(0);
                        *count += 1;
                        place.at = format!("{at}[{identity} {count}]");
                        place.active = self.all();
                    }
                    let masked = self.masked(&item, &place, replace)?;
                    is_masked |= masked.is_some();
                    all.push(masked.map_or_else(|| item.into_owned(), Ok)?);
                }
                is_masked.then(|| Document::from(View::List(all)))
            }
            _ if at.ends_with(LAST_APPLIED) => self.copy(value, (seen, at), replace)?,
            _ if seen.hides(value.text().as_deref()) => Some(string(replace(at, value.to_json()))),
            _ => None,
        })
    }

    /// Masks the copy of an object in an annotation. `None` if the object has nothing to mask.
    fn copy(
        self,
        annotation: &Document<'_>,
        (part, at): (Part, &str),
        replace: Replace<'_>,
    ) -> Result<Option<Document<'static>>, Report> {
        let of = match part {
            Part::Patch(of) => of,
            Part::Shown => Of::Other,
            _ => Of::Unknown,
        };
        if of != Of::AllSecrets
            && self.paths.is_empty()
            && !part.hides(annotation.text().as_deref())
        {
            return Ok(None);
        }
        let part = if part == Part::Shown { part } else { Part::Object(of) };
        let text = annotation.text().unwrap_or_default();
        let Some(copy) = Document::from_json(&text).ok().filter(|copy| !copy.is_scalar()) else {
            return Ok(Some(string(MASK.to_owned())));
        };
        let place = Place { part, active: self.all(), at: format!("{at}=") };
        let masked = self.masked(&copy, &place, replace)?;
        Ok(masked.map(|copy| string(copy.to_json())))
    }
}

/// The value, with each scalar in it replaced.
fn scalars(
    at: &str,
    value: &Document<'_>,
    replace: Replace<'_>,
) -> Result<Document<'static>, Report> {
    Ok(match value.view()? {
        View::Object(members) => {
            let mut all = Vec::with_capacity(members.len());
            for (name, member) in members {
                let member = scalars(&format!("{at}.{name}"), &member, replace)?;
                all.push((name.into_owned().into(), member));
            }
            Document::from(View::Object(all))
        }
        View::List(items) => {
            let items = items.iter().map(|item| scalars(at, item, replace));
            Document::from(View::List(items.collect::<Result<_, _>>()?))
        }
        _ => string(replace(at, value.to_json())),
    })
}

fn string(text: String) -> Document<'static> {
    Document::from(View::String(text.into()))
}
