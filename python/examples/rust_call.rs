//! The time of `smp_core::apply` alone, for `bench/speed.py`: `rust_call LIVE PATCH`, two files of JSON.
//! Prints nanoseconds for a call, the median of rounds.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use smp_core::{Document, Options};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut file = || std::fs::read(args.next().unwrap_or_default());
    let (live, patch) = (file()?, file()?);
    let document = Document::from_slice(&live)?;
    let text = |name| document.get(name).and_then(|it| Some(it.as_str()?.into_owned()));
    let (api_version, kind) = (text("apiVersion"), text("kind"));
    let engine = smp_request::Engine::new(None)?;
    let schema = engine.schema(&api_version.unwrap_or_default(), &kind.unwrap_or_default())?;
    let options = Options::kubernetes();
    let calls = 50_000_000 / live.len().max(1);
    let mut rounds = Vec::new();
    for _ in 0..15 {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(smp_core::apply(black_box(&live), black_box(&patch), &schema, &options)?);
        }
        rounds.push(start.elapsed().as_nanos() / u128::try_from(calls)?);
    }
    rounds.sort_unstable();
    println!("{}", rounds[rounds.len() / 2]);
    Ok(())
}
