//! A hundred structs in the lists of each other. Without this limit the compiler refuses more than 31:
//! it looks through all of them for whether a value can be shared between threads; serde's code alone
//! compiles for 65.
#![recursion_limit = "512"]

use serde::{Deserialize, Serialize};
use smp_core::{Limits, Options, Patch, PatchSchema, StrategicMerge};

macro_rules! levels {
    ($outer:ident $inner:ident $($others:ident)*) => {
        #[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        struct $outer {
            name: String,
            #[patch(strategy = "merge", merge_key = "name")]
            list: Vec<$inner>,
        }
        levels!($inner $($others)*);
    };
    ($innermost:ident) => {
        #[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        struct $innermost {
            name: String,
            value: u32,
        }
    };
}

levels!(
    A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20 A21 A22 A23 A24 A25 A26 A27
    A28 A29 A30 A31 A32 A33 A34 A35 A36 A37 A38 A39 A40 A41 A42 A43 A44 A45 A46 A47 A48 A49 A50 A51 A52
    A53 A54 A55 A56 A57 A58 A59 A60 A61 A62 A63 A64 A65 A66 A67 A68 A69 A70 A71 A72 A73 A74 A75 A76 A77
    A78 A79 A80 A81 A82 A83 A84 A85 A86 A87 A88 A89 A90 A91 A92 A93 A94 A95 A96 A97 A98 A99 A100
);

fn main() {
    let text = |value: u32| {
        let innermost = format!(r#"{{"name":"n","value":{value}}}"#);
        (1..100).fold(innermost, |inner, _| format!(r#"{{"name":"n","list":[{inner}]}}"#))
    };
    let limits = Limits::new().max_depth(200);
    let options = Options::default().limits(limits);
    let patch = |value| Patch::from_slice_within(text(value).as_bytes(), &limits).unwrap();
    let empty = A1 { name: "n".into(), list: Vec::new() };
    let live = empty.strategic_merge_with(&patch(1), &options).unwrap();
    let changed = live.strategic_merge_with(&patch(2), &options).unwrap();
    assert_eq!(serde_json::to_string(&changed).unwrap(), text(2));
    let diff = live.strategic_diff_with(&changed, &options).unwrap();
    assert_eq!(live.strategic_merge_with(&diff, &options).unwrap(), changed);
}
