//! `smp man`: the manual pages.

use std::{fs, io};

use clap::CommandFactory as _;
use clap_mangen::{Man, generate_to};

use crate::args::{Cli, ManArgs};
use crate::output::print;
use crate::report::Report;
use crate::status::SUCCESS;

pub(crate) fn run(args: &ManArgs) -> Result<u8, Report> {
    let Some(directory) = &args.directory else {
        let mut page = Vec::new();
        let written = Man::new(Cli::command()).render(&mut page);
        written.map_err(|error| failed("the manual page", &error))?;
        print(&page)?;
        return Ok(SUCCESS);
    };
    let written = fs::create_dir_all(directory.path())
        .and_then(|()| generate_to(Cli::command(), directory.path()));
    written.map_err(|error| failed(&directory.name(), &error))?;
    Ok(SUCCESS)
}

fn failed(what: &str, error: &io::Error) -> Report {
    Report::new(format!("cannot write {what}: {error}"))
}
