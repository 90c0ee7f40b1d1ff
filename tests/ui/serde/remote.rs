use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;


mod other {
    pub struct Time {
        pub seconds: i64,
    }
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(remote = "other::Time")]
struct Time {
    seconds: i64,
}

fn main() {}
