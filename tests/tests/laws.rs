//! The laws of `smp_tests::laws` on random documents and patches, for a schema that has
//! everything and for kinds of Kubernetes.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test fails where it panics")]

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use smp_core::{
    Equality, Limits, MergeKeys, Options, Schema, TypeRef, Unions, UnknownFields, apply, diff,
};
use smp_tests::generate::cases::{
    CHANGE, CHANGE_AND_OTHER, CHANGES, Make, ONE, PAIR, PATCH, TRIPLE,
};
use smp_tests::generate::{Generator, Style};
use smp_tests::laws::{self, Law, Outcome, Verdict};
use smp_tests::property::{Documents, Inputs, config};
use smp_tests::schema::{everything, everything_with_nulls};

fn options() -> Vec<Options> {
    vec![
        Options::kubernetes(),
        Options::documented(),
        Options::kubernetes().merge_keys(MergeKeys::ListMapKeys),
        Options::documented().unknown_fields(UnknownFields::Replace),
    ]
}

fn mixed<const N: usize>(make: Make<N>) -> Inputs<N> {
    Inputs { schema: everything(), options: options(), style: Style::MIXED, make }
}

/// Documents of a schema in which null is a value of every member.
fn with_nulls<const N: usize>(make: Make<N>) -> Inputs<N> {
    let style = Style { null: 4, ..Style::MIXED };
    Inputs { schema: everything_with_nulls(), style, ..mixed(make) }
}

fn valid<const N: usize>(make: Make<N>) -> Inputs<N> {
    Inputs { style: Style::VALID, ..mixed(make) }
}

/// Documents of a kind of Kubernetes: it has many fields, and lists with two keys.
fn kind<const N: usize>(group_version: &str, kind: &str, make: Make<N>) -> Inputs<N> {
    let schema: &'static Schema = smp_types::schema(group_version, kind).unwrap();
    let mut inputs = Inputs { schema, style: Style { depth: 6, ..Style::MIXED }, ..mixed(make) };
    // Normalizing unions may add a discriminator.
    for options in &mut inputs.options {
        options.unions = Unions::Ignore;
    }
    inputs
}

/// With an equality by type.
fn canonical(mut inputs: Inputs<2>) -> Inputs<2> {
    for options in &mut inputs.options {
        options.equality = Equality::Canonical;
    }
    inputs
}

smp_tests::laws! {
    a_diff_leads_to_an_equal_document: laws::diff::leads_to_an_equal_document, canonical(mixed(PAIR));
    a_diff_of_pods_leads_to_an_equal_document:
        laws::diff::leads_to_an_equal_document, canonical(kind("v1", "Pod", PAIR));
    a_diff_leads_to_modified: laws::diff::leads_to_modified, mixed(PAIR);
    a_diff_of_pods_leads_to_modified: laws::diff::leads_to_modified, kind("v1", "Pod", PAIR);
    a_diff_applied_twice_is_applied_once: laws::diff::twice_is_once, valid(PAIR);
    equal_documents_have_no_diff: laws::diff::of_equals_is_empty, mixed(ONE);

    old_servers_take_new_patches: laws::skew::old_servers_take_new_patches, valid(PAIR);
    old_servers_take_new_patches_of_pods: laws::skew::old_servers_take_new_patches, kind("v1", "Pod", PAIR);
    old_servers_take_new_patches_of_deployments:
        laws::skew::old_servers_take_new_patches, kind("apps/v1", "Deployment", PAIR);
    old_servers_keep_what_others_added: laws::skew::old_servers_keep_what_others_added, valid(TRIPLE);
    old_servers_keep_what_others_added_to_pods:
        laws::skew::old_servers_keep_what_others_added, kind("v1", "Pod", TRIPLE);
    new_servers_take_old_patches: laws::skew::new_servers_take_old_patches, mixed(CHANGE);

    equal_documents_have_no_changes: laws::changes::are_none_of_equals, mixed(PAIR);
    changes_are_at_their_paths: laws::changes::are_at_their_paths, mixed(PAIR);
    changes_of_pods_are_at_their_paths: laws::changes::are_at_their_paths, kind("v1", "Pod", PAIR);

    nulls_that_are_values_are_told_apart: laws::nulls::are_told_apart, with_nulls(PAIR);
    a_diff_with_nulls_leads_to_modified: laws::diff::leads_to_modified, with_nulls(PAIR);
    changes_with_nulls_are_at_their_paths: laws::changes::are_at_their_paths, with_nulls(PAIR);
    nulls_of_others_stay: laws::nulls::of_others_stay, with_nulls(ONE);
    three_way_with_nulls_settles: laws::three_way::settles, with_nulls(TRIPLE);

    three_way_from_current_is_two_way: laws::three_way::from_current_is_two_way, mixed(PAIR);
    three_way_settles: laws::three_way::settles, mixed(TRIPLE);
    three_way_of_services_settles: laws::three_way::settles, kind("v1", "Service", TRIPLE);
    a_three_way_diff_leads_to_the_outcome_of_the_rules: laws::three_way::leads_to_outcome, valid(TRIPLE);
    three_way_diffs_of_duplicates_lead_to_it: laws::three_way::leads_to_outcome, mixed(TRIPLE);
    three_way_diffs_of_services_lead_to_it: laws::three_way::leads_to_outcome, kind("v1", "Service", TRIPLE);
    three_way_diffs_of_pods_lead_to_it: laws::three_way::leads_to_outcome, kind("v1", "Pod", TRIPLE);
    what_others_added_stays: laws::added::stays, mixed(TRIPLE);
    what_others_added_to_pods_stays: laws::added::stays, kind("v1", "Pod", TRIPLE);
    what_others_added_to_services_stays: laws::added::stays, kind("v1", "Service", TRIPLE);
    unchanged_keeps_theirs: laws::three_way::keeps_theirs, mixed(TRIPLE);
    unchanged_keeps_theirs_with_nulls: laws::three_way::keeps_theirs, with_nulls(TRIPLE);
    keeping_theirs_takes_each_change: laws::three_way::keeps_what_one_side_changed, valid(TRIPLE);
    keeping_theirs_in_pods: laws::three_way::keeps_what_one_side_changed, kind("v1", "Pod", TRIPLE);
    conflicts_need_two: laws::three_way::conflicts_need_two, mixed(TRIPLE);
    conflicts_are_two_changes: laws::three_way::conflicts_are_two_changes, valid(TRIPLE);
    preconditions_hold_or_fail: laws::three_way::preconditions_hold_or_fail, valid(TRIPLE);

    a_merge_takes_one_change: laws::merge::takes_one_change, mixed(PAIR);
    a_merge_of_pods_takes_one_change: laws::merge::takes_one_change, kind("v1", "Pod", PAIR);
    a_merge_of_nulls_takes_one_change: laws::merge::takes_one_change, with_nulls(PAIR);
    a_merge_is_symmetric: laws::merge::is_symmetric, mixed(TRIPLE);
    a_merge_of_pods_is_symmetric: laws::merge::is_symmetric, kind("v1", "Pod", TRIPLE);
    a_merge_of_services_is_symmetric: laws::merge::is_symmetric, kind("v1", "Service", TRIPLE);
    a_merge_keeps_each_change: laws::merge::keeps_each_change, mixed(TRIPLE);
    a_merge_of_deployments_keeps_each_change:
        laws::merge::keeps_each_change, kind("apps/v1", "Deployment", TRIPLE);

    compose_is_succession: laws::compose::is_succession, mixed(CHANGES);
    compose_is_succession_for_deployments:
        laws::compose::is_succession, kind("apps/v1", "Deployment", CHANGES);
    compose_is_succession_for_one_field: composition_on_several_lives, mixed(ONE_FIELD);
    composed_diffs_are_succession: laws::compose::of_diffs_is_succession, mixed(TRIPLE);
    an_empty_patch_adds_nothing: laws::compose::with_empty_changes_nothing, mixed(CHANGE);
    three_patches_in_either_grouping: laws::compose::is_associative, mixed(ONE_FIELD_THRICE);
    conflicts_are_mutual: laws::compose::conflicts_are_mutual, mixed(PATCHES);
    patches_without_conflicts_in_any_order:
        laws::compose::without_conflicts_in_any_order, mixed(CHANGES);
    patches_of_deployments_without_conflicts_in_any_order:
        laws::compose::without_conflicts_in_any_order, kind("apps/v1", "Deployment", CHANGES);
    a_patch_has_no_conflict_with_itself: laws::compose::conflicts_need_two, mixed(PATCH);

    an_empty_patch_copies_the_bytes: laws::apply::of_nothing_copies, mixed(ONE);
    no_directive_is_in_the_result: laws::apply::leaves_no_directive, mixed(CHANGE);
    what_the_patch_does_not_name_stays_as_written: laws::apply::leaves_the_rest, mixed(CHANGE);
    numbers_keep_their_text: laws::apply::keeps_numbers, mixed(CHANGE);
    nothing_panics: laws::apply::nothing_panics, mixed(ANYTHING);
    mangled_patches_neither_panic_nor_leave_directives: laws::apply::nothing_panics, mixed(MANGLED);
    mangled_patches_are_read_and_written_alike: laws::patch::is_its_text, mixed(ONE_MANGLED);

    every_form_gives_the_same: laws::forms::give_the_same, mixed(CHANGE_AND_OTHER);
    every_way_to_read_gives_the_same: laws::forms::of_reading_give_the_same, mixed(CHANGE);
    what_is_reported_as_without_effect_has_none: laws::check::what_has_no_effect, valid(PATCH);
    a_patch_is_read_and_written_alike: laws::patch::is_its_text, mixed(PATCH);
}

const PATCHES: Make<2> = |make, ty| [make.patch(None, ty), make.patch(None, ty)];
const ANYTHING: Make<3> = |make, _| {
    make.style.directives_as_data = true;
    [(); 3].map(|()| make.anything(4))
};
const MANGLED: Make<3> =
    |make, ty| [make.document(ty), make.mangled_patch(ty), make.mangled_patch(ty)];
const ONE_MANGLED: Make<1> = |make, ty| [make.mangled_patch(ty)];

/// Two live objects and two patches of one field. Such patches change the same values more
/// often than patches of whole documents, and more of them can be composed.
const ONE_FIELD: Make<4> = |make, ty| {
    let field = field(make, ty);
    [make.document(ty), make.document(ty), make.patch(None, ty), make.patch(None, ty)]
        .map(|document| only(&document, &field))
};

/// A live object and three patches of one field.
const ONE_FIELD_THRICE: Make<4> = |make, ty| {
    let field = field(make, ty);
    let patches = [(); 3].map(|()| make.patch(None, ty));
    let [p, q, r] = patches.map(|patch| only(&patch, &field));
    [only(&make.document(ty), &field), p, q, r]
};

fn field(make: &mut Generator<'_>, ty: TypeRef<'_>) -> String {
    // Lists are chosen often: most rules concern them. With up to 40 fields, each document is
    // likely to have the chosen one.
    make.style.fields = 40;
    let fields: Vec<&str> = ty.fields().map(smp_core::schema::FieldRef::name).collect();
    let lists = ["items", "set", "volumes", "retained"];
    let some: &[&str] = if make.choices.one_in(2) { &lists } else { &fields };
    make.choices.pick(some).to_owned()
}

/// The members of the object that concern one field: the field and its directives.
fn only(object: &Value, field: &str) -> Value {
    let about = |name: &str| match name.split_once('/') {
        Some((directive, list)) if directive.starts_with('$') => list == field,
        _ => name == field,
    };
    let members = object.as_object().into_iter().flatten().filter(|(name, _)| about(name));
    Value::Object(members.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())
}

/// Checks the law of composition with the same two patches on several live objects.
fn composition_on_several_lives(
    ty: TypeRef<'_>,
    options: &Options,
    [one, other, p, q]: [&str; 4],
) -> Outcome {
    let law: Law<3> = laws::compose::is_succession;
    let verdicts = [one, other, "{}"].map(|live| law(ty, options, [live, p, q]));
    let verdicts: Vec<Verdict> = verdicts.into_iter().collect::<Result<_, _>>()?;
    Ok(if verdicts.contains(&Verdict::Holds) { Verdict::Holds } else { Verdict::NotApplicable })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn two_texts_of_a_document_have_no_diff(
        [document] in Documents { ty: everything().root(), style: Style::MIXED, make: ONE },
        seeds in any::<[u64; 2]>(),
        options in prop::sample::select(options()),
    ) {
        let [one, two] = seeds.map(|seed| {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut below = |n| rng.u32(..n);
            let mut choices = smp_tests::choices::Choices::new(&mut below);
            smp_tests::text::scruffy(&document, &mut choices)
        });
        let law = laws::diff::of_spellings_is_empty;
        prop_assert_eq!(law(everything().root(), &options, [&one, &two]), Ok(Verdict::Holds));
        let law = laws::changes::are_none_of_equals;
        prop_assert_eq!(law(everything().root(), &options, [&one, &two]), Ok(Verdict::Holds));
    }

    #[test]
    fn no_text_panics(
        [document] in Documents { ty: everything().root(), style: Style::MIXED, make: ONE },
        at in any::<prop::sample::Index>(),
        splinter in "[\\PC{}\\[\\]\",:$]{0,4}",
        bytes in prop::collection::vec(any::<u8>(), 0..24),
        options in prop::sample::select(options()),
    ) {
        let ty = everything().root();
        let text = document.to_string();
        let mut broken = text.clone().into_bytes();
        let at = at.index(broken.len());
        broken.splice(at..=at, splinter.bytes());
        for broken in [&broken[..], &broken[..at], &bytes[..]] {
            let text = text.as_bytes();
            drop(diff(broken, text, ty, &options));
            drop(diff(text, broken, ty, &options));
            drop(apply(text, broken, ty, &options));
            for documents in [[broken, text], [broken, br#"{"num":1}"#]] {
                let verdict = laws::apply::of_any_bytes(ty, &options, documents);
                prop_assert_eq!(verdict, Ok(Verdict::Holds));
            }
        }
    }
}

/// Without all of its keys, an element can be added, and not be merged again.
#[test]
fn a_diff_is_applied_twice_where_elements_have_their_keys() {
    let ty = smp_types::schema("v1", "Pod").unwrap().root();
    let pod = r#"{"spec":{"topologySpreadConstraints":[{"topologyKey":"zone"}]}}"#;
    let law = |options: Options| laws::diff::twice_is_once(ty, &options, ["{}", pod]);
    assert_eq!(law(Options::kubernetes()), Ok(Verdict::Holds));
    let by_all_keys = Options::kubernetes().merge_keys(MergeKeys::ListMapKeys);
    assert_eq!(law(by_all_keys), Ok(Verdict::NotApplicable));
}

/// A diff does not look at what only others have, and applying writes all of the result: a limit may refuse
/// that alone.
#[test]
fn a_limit_that_only_applying_meets_is_no_broken_law() {
    let ty = smp_types::schema("v1", "Pod").unwrap().root();
    let pod = r#"{"spec":{"containers":[{"name":"a","ports":[]}]}}"#;
    let options = Options::kubernetes().limits(Limits::default().max_depth(4));
    let outcome = laws::unions::three_way_keeps_what_is_added(ty, &options, ["{}", "{}", pod]);
    assert_eq!(outcome, Ok(Verdict::NotApplicable));
}

/// The law says nothing of elements that share a merge key: it does not know which one the user has left.
#[test]
fn what_the_user_adds_is_looked_for_where_keys_tell_elements_apart() {
    let schema = include_str!("../conformance/schemas/unions.yaml");
    let schema = smp_tests::schema::read(schema, None).unwrap();
    let tcp = json!({"a": "b", "b": "a", "port": 443});
    let original = json!({"ports": [tcp, {"b": "e", "port": 443, "protocol": "SCTP"}]});
    let modified = json!({"ports": [tcp]});
    let current = json!({"ports": [
        {"b": "e", "port": 443}, {"a": 2, "port": 443, "protocol": "SCTP"}
    ]});
    let documents = [original, modified, current].map(|document| document.to_string());
    let documents = documents.each_ref().map(String::as_str);
    let options = Options::kubernetes().unions(Unions::Normalize);
    let law = laws::unions::three_way_keeps_what_is_added;
    assert_eq!(law(schema.root(), &options, documents), Ok(Verdict::Holds));
}
