//! The laws that are fuzzed, by target. Each function panics if a law is broken, and gives `None`
//! for an input that says nothing about it.

mod command;
mod files;
mod imports;
mod json_patches;
mod managed;
mod yaml;

pub use command::{command_json_patch, command_messages, command_overlays};
pub use files::{command_kustomization, command_merge_file};
pub use imports::{crd_import, openapi_import, overlay_import};
pub use json_patches::json_patches;
pub use managed::{managed_fields, managed_operations};
pub use yaml::{yaml_edits, yaml_reader};

use smp_core::{Options, TypeRef};
use smp_tests::generate::cases::{CHANGE, CHANGE_AND_OTHER, CHANGES, CLIENTS, PAIR, PATCH, TRIPLE};
use smp_tests::laws::{Outcome, apply, compose, diff, forms, merge, patch, three_way, unions};

use crate::input::{Input, require};

/// Bytes of any kind: a result or an error, and JSON where `serde_json` finds some.
pub fn apply_bytes(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let [live, patch] = input.texts();
    let _ = require(forms::of_json_are_serde_jsons(live));
    require(apply::of_any_bytes(input.ty, &input.options(), [live, patch]))
}

/// Applying leaves the rest of the object and numbers as they are, and no directive in the result.
pub fn apply_shaped(input: &[u8]) -> Option<()> {
    let input = Input::read_shaped(input)?;
    let laws = [apply::leaves_the_rest, apply::keeps_numbers];
    let _ = input.check(CHANGE, &input.plain_options(), &laws);
    input.check(CHANGE, &input.options(), &[apply::leaves_no_directive])
}

/// The merge of two versions: a change of one side is in the result, and the sides can be exchanged.
pub fn document_merge(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let laws = [
        merge::is_symmetric,
        merge::keeps_each_change,
        |ty: TypeRef<'_>, options: &Options, [original, ours, _]: [&str; 3]| {
            merge::takes_one_change(ty, options, [original, ours])
        },
    ];
    input.check(TRIPLE, &input.plain_options(), &laws)
}

/// `apply(a, diff(a, b)) == b`; equal documents have no diff.
pub fn diff_round_trip(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let laws = [
        diff::leads_to_modified,
        diff::twice_is_once,
        three_way::from_current_is_two_way,
        |ty: TypeRef<'_>, options: &Options, [a, b]: [&str; 2]| {
            diff::of_equals_is_empty(ty, options, [a])?;
            diff::of_equals_is_empty(ty, options, [b])
        },
    ];
    input.check(PAIR, &input.plain_options(), &laws)
}

/// Once applied, a three-way diff has nothing to do, and every side got its due.
pub fn three_way_settles(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let laws = [
        three_way::settles,
        three_way::leads_to_outcome,
        three_way::conflicts_need_two,
        three_way::conflicts_are_two_changes,
        three_way::preconditions_hold_or_fail,
    ];
    let _ = input.check(CLIENTS, &input.options(), &[unions::three_way_keeps_what_is_added]);
    input.check(TRIPLE, &input.plain_options(), &laws)
}

/// One patch in place of two, and the `conflicts` of the same two patches.
pub fn compose_succession(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let laws = [compose::is_succession, with_one_patch, of_conflicts];
    input.check(CHANGES, &input.plain_options(), &laws)
}

fn with_one_patch(ty: TypeRef<'_>, options: &Options, [live, p, _]: [&str; 3]) -> Outcome {
    compose::with_empty_changes_nothing(ty, options, [live, p])
}

fn of_conflicts(ty: TypeRef<'_>, options: &Options, [_, p, q]: [&str; 3]) -> Outcome {
    compose::conflicts_need_two(ty, options, [p])?;
    compose::conflicts_need_two(ty, options, [q])?;
    compose::conflicts_are_mutual(ty, options, [p, q])
}

/// Bytes, text, values and documents: one result, one error.
pub fn bytes_against_value(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let options = input.options();
    let [live, patch, _] = input.texts::<3>();
    let _ = require(forms::along_the_patch_is_plain(input.ty, &options, [live, patch]));
    let documents = input.documents(CHANGE_AND_OTHER)?;
    let texts = documents.each_ref().map(String::as_str);
    require(forms::give_the_same(input.ty, &options, texts))
}

/// To normalize twice is to normalize once; what is valid stays valid; applying
/// normalizes.
pub fn union_normalize(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let laws = [
        unions::normalized_twice_is_once,
        unions::valid_stays_valid,
        unions::applying_normalizes,
        unions::diff_leads_to_valid,
    ];
    input.check(PAIR, &input.plain_options(), &laws)
}

/// A patch that was read is written so that it reads the same; every form of a patch is read alike;
/// a patch that cannot be read is an error.
pub fn patch_parser(input: &[u8]) -> Option<()> {
    let input = Input::read(input)?;
    let [bytes] = input.texts();
    let _ = require(patch::bytes_are_read_alike(bytes));
    if let Ok(patch) = smp_core::Patch::from_slice(bytes) {
        let _ = smp_core::lint_unions(&patch, input.ty, &input.options());
    }
    let [text] = input.documents(PATCH)?;
    require(patch::is_its_text(input.ty, &input.options(), [&text]))
}
