//! Values that are not shown: those of Secrets, as in `kubectl diff`, and those of `--mask`.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, OnceLock};

use smp_core::{Document, Path, View};

use crate::identity::{Identity, items_of};
use crate::path_pattern::PathPattern;
use crate::report::{MASK, Report};

/// The fields of Secrets.
static SECRET: LazyLock<Vec<PathPattern>> = LazyLock::new(|| known(&["data.*", "stringData.*"]));

/// The annotation with the object that was applied last, as JSON text.
const LAST_APPLIED_NAME: &str = "kubectl.kubernetes.io/last-applied-configuration";

static LAST_APPLIED: LazyLock<Vec<PathPattern>> =
    LazyLock::new(|| known(&[&format!("metadata.annotations[\"{LAST_APPLIED_NAME}\"]")]));

static SETTING: OnceLock<Setting> = OnceLock::new();

/// Whether an object was shown.
static HAS_SHOWN: AtomicBool = AtomicBool::new(false);

#[derive(Default)]
struct Setting {
    shows_secrets: bool,
    paths: Vec<PathPattern>,
}

fn known(paths: &[&str]) -> Vec<PathPattern> {
    paths.iter().filter_map(|path| PathPattern::parse(path).ok()).collect()
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

/// Warns about paths of `--mask` that no object has, if there was one to show.
pub(crate) fn warn_of_unmatched() {
    if HAS_SHOWN.load(Ordering::Relaxed) {
        for path in setting().paths.iter().filter_map(PathPattern::unmatched) {
            let title = format!("--mask {path}: no object that is shown has such a field");
            Report::new(title).print_warning();
        }
    }
}

/// Whether a text, as far as one can tell without reading it, has a Secret whose values are not shown.
pub(crate) fn hides(text: &str) -> bool {
    let mut kinds = text.match_indices("kind").filter_map(|(at, name)| {
        let rest = text.get(at + name.len()..)?.trim_start_matches(['"', '\'']).trim_start();
        Some(rest.strip_prefix(':')?.trim_start().trim_start_matches(['"', '\'']))
    });
    let is_secret = |kind: &str| {
        let rest = kind.strip_prefix("Secret");
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    };
    (text.contains("stringData") || kinds.any(is_secret)) && !setting().shows_secrets
}

/// Whether a value at a path of an object is not to be shown.
pub(crate) fn hides_at(is_secret: bool, path: &Path) -> bool {
    let setting = setting();
    let own = [SECRET.as_slice(), &LAST_APPLIED];
    let own = own.into_iter().flatten().filter(|_| is_secret && !setting.shows_secrets);
    own.chain(&setting.paths).any(|pattern| pattern.touches(path))
}

/// One or two versions of an object with masks in place of values; `None` if nothing is masked. Where a
/// value is another one in the other version, its mask is another one, too.
pub(crate) fn masked<const N: usize>(
    versions: [&Document<'_>; N],
) -> Result<Option<[Document<'static>; N]>, Report> {
    let masked = masked_all(&versions)?.map(<[_; N]>::try_from).transpose();
    masked.map_err(|_| Report::new("an object got lost"))
}

fn masked_all(versions: &[&Document<'_>]) -> Result<Option<Vec<Document<'static>>>, Report> {
    let lists = versions.iter().map(|version| {
        let is_list = Identity::of(*version).kind?.ends_with("List");
        if is_list { items_of(version) } else { None }
    });
    if let Some(items) = lists.collect::<Option<Vec<_>>>() {
        return masked_items(versions, &items);
    }
    HAS_SHOWN.store(true, Ordering::Relaxed);
    let setting = setting();
    let is_secret = |version: &&Document<'_>| {
        let identity = Identity::of(*version);
        identity.group().is_empty() && identity.kind.as_deref() == Some("Secret")
    };
    let hides = !setting.shows_secrets && versions.iter().any(is_secret);
    let own = if hides { SECRET.as_slice() } else { &[] };
    if own.is_empty() && setting.paths.is_empty() {
        return Ok(None);
    }
    let replaced = |version: &Document<'_>, by: &mut dyn FnMut(&str, String) -> String| {
        // One pass: a field may fit patterns of both sorts.
        let patterns = own.iter().chain(&setting.paths);
        PathPattern::change(patterns, version, &mut |at, value| scalars(at, value, by).map(Some))
    };
    let mut values = Values::default();
    for (side, version) in versions.iter().enumerate() {
        replaced(version, &mut |at, text| {
            values.add(side, at, text);
            String::new()
        })?;
    }
    let masked = versions
        .iter()
        .enumerate()
        .map(|(side, version)| replaced(version, &mut |at, text| values.mask(side, at, &text)));
    with_masked_copies(&masked.collect::<Result<Vec<_>, _>>()?).map(Some)
}

/// The versions of an object with masks in the copy of what was applied last.
fn with_masked_copies(versions: &[Document<'static>]) -> Result<Vec<Document<'static>>, Report> {
    let copies = versions.iter().map(|version| {
        let annotation = version.get_in(&["metadata", "annotations", LAST_APPLIED_NAME])?;
        Document::from_json(&annotation.as_str()?).ok()?.into_owned().ok()
    });
    let copies: Vec<Option<Document<'_>>> = copies.collect();
    let present: Vec<_> = copies.iter().flatten().collect();
    let mut masked = masked_all(&present)?.into_iter().flatten();
    let changed = versions.iter().zip(&copies).map(|(version, copy)| {
        let masked = copy.as_ref().and_then(|_| masked.next());
        let text = masked.map_or_else(|| MASK.to_owned(), |copy| copy.to_json());
        PathPattern::change(&*LAST_APPLIED, version, &mut |_, _| Ok(Some(string(text.clone()))))
    });
    changed.collect()
}

/// The versions of a list with masks in its items. An item is compared with the one of the other version
/// that has the same identity; of several, with the one that has the same number among them.
fn masked_items(
    versions: &[&Document<'_>],
    items: &[Vec<Document<'_>>],
) -> Result<Option<Vec<Document<'static>>>, Report> {
    let mut places = BTreeMap::<_, Vec<_>>::new();
    for (side, items) in items.iter().enumerate() {
        let mut counts = HashMap::new();
        for (at, item) in items.iter().enumerate() {
            let identity = Identity::of(item);
            let count = counts.entry(identity.clone()).or_insert(0);
            *count += 1;
            places.entry((identity, *count)).or_default().push((side, at));
        }
    }
    let mut masked = HashMap::new();
    for places in places.into_values() {
        let same: Vec<_> = places.iter().map(|&(side, at)| &items[side][at]).collect();
        masked.extend(places.into_iter().zip(masked_all(&same)?.into_iter().flatten()));
    }
    if masked.is_empty() {
        return Ok(None);
    }
    let lists = versions.iter().zip(items).enumerate().map(|(side, (version, items))| {
        let items = items.iter().enumerate().map(|(at, item)| {
            masked.remove(&(side, at)).map_or_else(|| item.clone().into_owned(), Ok)
        });
        let items = Document::from(View::List(items.collect::<Result<_, _>>()?));
        PathPattern::change(&known(&["items"]), version, &mut |_, _| Ok(Some(items.clone())))
    });
    lists.collect::<Result<_, _>>().map(Some)
}

/// The values that are masked, by the names on the way to them.
#[derive(Default)]
struct Values(HashMap<String, Field>);

/// The values of a field in both versions.
#[derive(Default)]
struct Field {
    /// The number of values of each version.
    counts: [usize; 2],
    /// The numbers of the values that differ.
    numbers: HashMap<String, usize>,
}

impl Values {
    fn add(&mut self, side: usize, at: &str, text: String) {
        let field = self.0.entry(at.to_owned()).or_default();
        field.counts[side] += 1;
        let next = field.numbers.len() + 1;
        field.numbers.entry(text).or_insert(next);
    }

    /// The text in place of a value.
    fn mask(&self, side: usize, at: &str, text: &str) -> String {
        let Some(Field { counts, numbers }) = self.0.get(at) else { return MASK.to_owned() };
        match counts {
            [1, 1] if numbers.len() == 2 => {
                format!("{MASK} ({})", if side == 0 { "before" } else { "after" })
            }
            [0 | 1, 0 | 1] => MASK.to_owned(),
            // Several of them, in a list: equal ones have the same number.
            _ => format!("{MASK} ({})", numbers.get(text).copied().unwrap_or_default()),
        }
    }
}

/// The value with another text in place of each scalar in it.
fn scalars(
    at: &str,
    value: &Document<'_>,
    replace: &mut dyn FnMut(&str, String) -> String,
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
