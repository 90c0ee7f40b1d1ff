//! The remedies that the message about a type of another crate suggests.

use serde::{Deserialize, Serialize};
use smp_core::schema::TypeShape;
use smp_core::{Patch, PatchSchema, StrategicMerge};

mod other_crate {
    #[derive(super::Serialize, super::Deserialize, Clone, Debug, PartialEq)]
    pub struct Foreign {
        pub a: u8,
        pub b: u8,
    }
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Held(other_crate::Foreign);

impl PatchSchema for Held {
    const SHAPE: TypeShape = TypeShape::map(&TypeShape::SCALAR);
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Own {
    #[patch(leaf)]
    leaf: other_crate::Foreign,
    #[patch(leaf)]
    leaves: Vec<other_crate::Foreign>,
    held: Held,
    held_list: Vec<Held>,
}

fn main() {
    let foreign = |a, b| other_crate::Foreign { a, b };
    let live = Own {
        leaf: foreign(1, 2),
        leaves: vec![foreign(1, 2)],
        held: Held(foreign(1, 2)),
        held_list: Vec::new(),
    };
    let patch = Patch::from_json(r#"{"leaf":{"a":3,"b":4},"held":{"b":5},"leaves":[]}"#).unwrap();
    let wanted = Own {
        leaf: foreign(3, 4),
        leaves: Vec::new(),
        held: Held(foreign(1, 5)),
        held_list: Vec::new(),
    };
    assert_eq!(Own::strategic_merge(&live, &patch).unwrap(), wanted);
}
