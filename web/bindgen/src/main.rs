//! The JavaScript that connects a WebAssembly file with its callers: `bindgen FILE FOLDER`.

use std::env::args_os;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut arguments = args_os().skip(1);
    let (Some(file), Some(folder), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        eprintln!("usage: bindgen FILE FOLDER");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(file).typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    match bindgen.bundler(true).and_then(|it| it.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:?}");
            ExitCode::FAILURE
        }
    }
}
