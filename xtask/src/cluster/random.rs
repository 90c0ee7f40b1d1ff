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
    /// The answers to the same patch, sent again.
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
            differ_only_in(&NODE_PORTS, it.ours, it.theirs)
                && it.again.iter().any(|answer| differ_only_in(&NODE_PORTS, answer, it.theirs))
        },
    },
    Random {
        id: "time of the request",
        is_behind: |it| it.agrees && differ_only_in(&["timeAdded"], it.ours, it.theirs),
    },
    Random {
        id: "order of Go's maps",
        is_behind: |it| it.agrees && it.patch.to_string().contains("$deleteFromPrimitiveList/"),
    },
];

/// The fields with the ports of nodes, which the server chooses.
const NODE_PORTS: [&str; 2] = ["nodePort", "healthCheckNodePort"];

/// Whether both answers are objects that differ in fields with these names, and in nothing else.
fn differ_only_in(names: &[&str], one: &Answer, other: &Answer) -> bool {
    let paths = differences(&settled(&one.body), &settled(&other.body));
    let is_named = |path: &String| path.rsplit('/').next().is_some_and(|it| names.contains(&it));
    one.is_ok() && other.is_ok() && !paths.is_empty() && paths.iter().all(is_named)
}

/// The entry of the list of random answers.
pub(super) fn recognise(repeated: &Repeated<'_>) -> Option<&'static str> {
    RANDOM.iter().find(|random| (random.is_behind)(repeated)).map(|random| random.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_entry() {
        let page = super::super::workspace().join("docs").join("cluster.md");
        let page = std::fs::read_to_string(page).expect("readable");
        for Random { id, .. } in RANDOM {
            assert!(page.contains(&format!("| {id} |")), "docs/cluster.md lacks {id}");
        }
    }

    #[test]
    fn only_what_varies_is_random() {
        let answer = Answer::new;
        let service = |port: u16| serde_json::json!({"spec": {"ports": [{"nodePort": port}]}});
        let third = [answer(200, service(30_003))];
        let entry = |ours: &Answer, theirs: &Answer, agrees| {
            let patch = &service(0);
            recognise(&Repeated { patch, ours, theirs, again: &third, agrees })
        };
        let one = answer(200, service(30_001));
        assert_eq!(entry(&one, &answer(200, service(30_002)), false), Some("node ports"));
        // The server always gives the same answer: a different port here is a mistake.
        assert_eq!(entry(&one, &third[0], false), None);
        assert_eq!(entry(&one, &one, false), None);
        let other =
            answer(200, serde_json::json!({"spec": {"ports": [{"nodePort": 1, "port": 2}]}}));
        assert_eq!(entry(&one, &other, true), None);
        assert_eq!(entry(&answer(409, Value::Null), &one, false), Some("changed meanwhile"));
        let taint = |second: &str| answer(200, serde_json::json!({"timeAdded": second}));
        assert_eq!(entry(&taint("1"), &taint("2"), true), Some("time of the request"));
        assert_eq!(entry(&taint("1"), &taint("2"), false), None);
    }
}
