use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;


#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(try_from = "String")]
struct Read {
    text: String,
}

#[derive(PatchSchema, Serialize, Deserialize, Clone)]
#[serde(into = "String")]
struct Written {
    text: String,
}

#[derive(PatchSchema, Serialize, Deserialize, Clone)]
#[serde(from = "String", into = "Vec<String>")]
struct Both {
    text: String,
}

impl TryFrom<String> for Read {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Ok(Self { text })
    }
}

impl From<Written> for String {
    fn from(written: Written) -> Self {
        written.text
    }
}

impl From<String> for Both {
    fn from(text: String) -> Self {
        Self { text }
    }
}

impl From<Both> for Vec<String> {
    fn from(both: Both) -> Self {
        vec![both.text]
    }
}

fn main() {}
