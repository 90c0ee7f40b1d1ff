//! The answers that the server gives at random.

use serde_json::Value;

use super::client::Answer;
use super::verdict::{differences, settled};

/// A request that was sent again after its answer differed.
pub(super) struct Repeated<'d> {
    pub(super) patch: &'d Value,
    /// The answer to this engine's result.
    pub(super) ours: &'d Answer,
    /// The first answer to the patch.
    pub(super) theirs: &'d Answer,
    /// The answers to the same patch after that.
    pub(super) again: &'d [Answer],
    /// Whether one of them is the same as ours.
    pub(super) agrees: bool,
}

/// An answer that varies: `docs/cluster.md` has the list.
struct Random {
    id: &'static str,
    is_behind: fn(&Repeated<'_>) -> bool,
}

const RANDOM: &[Random] = &[
    Random {
        id: "a handler panics",
        is_behind: |it| it.theirs.status == 0 && it.again.iter().all(|answer| answer.status == 0),
    },
    Random { id: "changed meanwhile", is_behind: |it| it.ours.status == 409 && it.theirs.is_ok() },
    Random {
        id: "node ports",
        is_behind: |it| {
            let paths = differences(&settled(&it.ours.body), &settled(&it.theirs.body));
            let is_port = |path: &String| {
                path.ends_with("/nodePort") || path.ends_with("/healthCheckNodePort")
            };
            it.ours.is_ok() && it.theirs.is_ok() && !paths.is_empty() && paths.iter().all(is_port)
        },
    },
    Random {
        id: "order of Go's maps",
        is_behind: |it| it.agrees && it.patch.to_string().contains("$deleteFromPrimitiveList/"),
    },
];

/// The entry of the list of random answers.
pub(super) fn recognise(repeated: &Repeated<'_>) -> Option<&'static str> {
    RANDOM.iter().find(|random| (random.is_behind)(repeated)).map(|random| random.id)
}
