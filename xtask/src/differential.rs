//! `cargo xtask differential`: compares this engine with the reference on random cases.
//!
//! [`types`] has the types, [`case`] makes cases with the generators of smp-tests, [`examine`]
//! runs each case on both sides and compares. If patches differ, [`law`] decides which side is
//! right; [`deviation`] recognizes the differences that `docs/deviations.md` describes, by a
//! [`reading`] of the case without what the section is about, or the place of a [`refusal`].
//! [`example`] checks the examples there, and [`conformance`] checks what the cases of
//! `tests/conformance` state about the reference. [`perturb`] makes our results wrong, and
//! [`narrow`] checks that no section explains them.
//!
//! [`unions`] compares the normalization of unions with another library of Kubernetes.
//!
//! [`recorded`] makes cases from questions that other programs asked.
//!
//! Every second case contains nothing that `docs/deviations.md` describes as a deviation of apply, so
//! both sides must give exactly the same result. The other cases may contain anything; a difference
//! is then recognized as a deviation.

mod along;
mod case;
mod conformance;
mod deviation;
mod equal;
mod examine;
mod example;
mod law;
mod narrow;
mod perturb;
mod reading;
mod recorded;
mod refusal;
mod run;
mod succession;
mod taken;
mod two_patches;
mod types;
mod unions;
mod verdict;
mod walk;

use std::error::Error;
use std::rc::Rc;

use serde_json::Value;

use crate::oracle::Oracle;
use case::Case;
use verdict::Verdict;

pub(crate) use case::Op;
pub(crate) use equal::normal;
pub(crate) use recorded::{Comparison, compare};
pub(crate) use run::{Args, run};

/// The section of `docs/deviations.md` that explains why this engine and the reference differ on
/// these documents of a kind on a server, if one does. For a kind that k8s.io/api lacks, the
/// reference gets a type made from the documents.
pub(crate) fn explanation(
    oracle: &mut Oracle,
    (api_version, kind): (&str, &str),
    in_reference: bool,
    op: Op,
    docs: Vec<Value>,
) -> Result<Option<&'static str>> {
    let ty = types::Type::of_kind(api_version, kind).ok_or("the catalogue lacks the kind")?;
    let ty = if in_reference { ty } else { ty.along(&docs) };
    let case = Case { by_server: true, ..Case::new(op, Rc::new(ty), docs) };
    let verdicts = examine::examine(oracle, std::slice::from_ref(&case))?;
    for verdict in &verdicts {
        match verdict {
            Verdict::Explained(id) => return Ok(Some(id)),
            Verdict::Equal { rewritten: true } => return Ok(Some("numbers-keep-their-text")),
            Verdict::Different(_)
                if examine::depends_on_map_order(oracle, &case, &case.ours())? =>
            {
                return Ok(Some("map-order"));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// A result of a step of the task. The error is a message.
type Result<T> = std::result::Result<T, Box<dyn Error>>;
