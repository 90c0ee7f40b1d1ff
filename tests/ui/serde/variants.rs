use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema, Serialize, Deserialize)]
enum Skipped {
    Empty(#[serde(skip)] u8),
    Read(#[serde(skip_serializing)] u8),
    Written(#[serde(skip_deserializing)] u8),
    Object {},
}

#[derive(PatchSchema, Serialize, Deserialize)]
enum Nothing {
    #[patch(leaf)]
    Maybe(Option<u8>),
    Object {},
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Functions {
    Plain { name: String },
    #[serde(with = "text")]
    Custom { text: String },
}

mod text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
        std::collections::BTreeMap::from([("text", text)]).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
        String::deserialize(from)
    }
}

fn main() {}
