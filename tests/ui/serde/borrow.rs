use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema, Serialize, Deserialize)]
struct Named {
    #[serde(borrow)]
    name: Cow<'static, str>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
enum Choice {
    #[serde(borrow)]
    Text(Cow<'static, str>),
    Part {
        #[serde(borrow = "'static")]
        name: Cow<'static, str>,
    },
}

fn main() {}
