use smp_core::PatchSchema;

#[derive(PatchSchema)]
enum Mixed {
    Empty,
    Path(Data),
}

#[derive(PatchSchema)]
enum Tuples {
    None(),
    Two(Data, Data),
}

type Alias = Option<Data>;

#[derive(PatchSchema)]
enum Null {
    Maybe(Option<Data>),
    Alias(Alias),
}

#[derive(PatchSchema)]
enum Attributes {
    #[patch(union_member)]
    A(Data),
    #[patch(value = "bb")]
    B {
        #[patch(discriminator)]
        a: String,
    },
    C(#[patch(strategy = "replace")] Data),
    #[patch(strategy = "merge", merge_key = "nmae")]
    D(Vec<Data>),
    #[serde(untagged)]
    E(Data),
    #[serde(with = "module")]
    F(Data),
    #[serde(rename = "G")]
    H { b: String, #[serde(rename = "b")] c: String },
    G(Data),
}

#[derive(PatchSchema)]
struct Data {
    name: String,
}

fn main() {}
