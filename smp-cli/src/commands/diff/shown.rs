//! `smp diff -o text|fields`: the differences, for people.

use super::compared::ComparedFields;
use super::{Pair, Pairs};
use crate::args::{DiffArgs, DiffStyle};
use crate::checks::Ruleset;
use crate::identity::Identity;
use crate::preview::{FieldsPreview, SetPreview, Version, Why};
use crate::report::Report;
use crate::status::{FOUND, SUCCESS};

/// Prints the differences between the objects.
pub(super) fn show(
    args: &DiffArgs,
    style: DiffStyle,
    rules: Ruleset,
    mut pairs: Pairs<'_, '_>,
) -> Result<u8, Report> {
    pairs.match_versions();
    if let Some(percent) = args.guess_renames {
        pairs.guess_renames(percent)?;
    }
    let fields = ComparedFields::of(&args.ignore, &args.path)?;
    let preview = FieldsPreview::new(args.explain, &rules.schemas, rules.options);
    let mut shown = SetPreview::new(style, preview)?;
    for Pair { original, modified, is_renamed } in pairs.both {
        let documents = (fields.of_object(original)?, fields.of_object(modified)?);
        let versions = (
            Version { object: original, document: &documents.0 },
            Version { object: modified, document: &documents.1 },
        );
        shown.changed(versions, Why::of(args.patch_type, &original.identity), is_renamed)?;
    }
    for (sign, objects) in [('-', pairs.removed), ('+', pairs.added)] {
        for object in objects {
            let document = &fields.of_object(object)?;
            shown.one_sided(sign, Version { object, document })?;
        }
    }
    fields.warn_of_unmatched();
    Ok(if shown.print()? { FOUND } else { SUCCESS })
}

impl Pairs<'_, '_> {
    /// Matches an object that is only in one set with one of a different apiVersion that is only in the
    /// other, if each set has just one of this kind, namespace and name.
    fn match_versions(&mut self) {
        let groups = self.groups(|Identity { kind, name, namespace, .. }| {
            name.as_ref().map(|name| (kind, name, namespace))
        });
        let matches = groups.iter().filter_map(|(from, to)| match (&**from, &**to) {
            ([from], [to]) => Some((*from, *to)),
            _ => None,
        });
        self.take(&matches.collect::<Vec<_>>(), false);
    }
}
