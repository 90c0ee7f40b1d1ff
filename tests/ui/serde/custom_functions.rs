use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;


#[derive(PatchSchema, Serialize, Deserialize)]
struct Pod {
    #[serde(with = "text")]
    created: String,
    #[serde(serialize_with = "text::serialize", deserialize_with = "text::deserialize")]
    updated: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Time(#[serde(with = "text")] String);

mod text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(text)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
        String::deserialize(from)
    }
}

fn main() {}
