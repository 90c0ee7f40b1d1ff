//! Writes the input files of benchmarks that run outside this workspace's
//! harness: `inputs FOLDER cases`, `inputs FOLDER objects BYTES`, or
//! `inputs FOLDER streams DOCUMENTS`.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use smp_benches::bulk::{self, Shape};
use smp_benches::{Change, Result, documents, list};

/// The lengths of lists on which the reference is measured. Its time is quadratic: with 3,000
/// entries a call takes seconds.
const LISTS: [usize; 4] = [10, 100, 1_000, 3_000];

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        [folder, "cases"] => cases(Path::new(folder)),
        [folder, "objects", bytes] => objects(Path::new(folder), bytes.parse()?),
        [folder, "streams", documents] => streams(Path::new(folder), documents.parse()?),
        _ => Err("usage: inputs FOLDER (cases | objects BYTES | streams DOCUMENTS)".into()),
    }
}

fn cases(folder: &Path) -> Result<()> {
    for case in documents()? {
        case.write(folder)?;
    }
    for change in Change::ALL {
        for entries in LISTS {
            list(change, entries)?.write(folder)?;
        }
    }
    Ok(())
}

fn objects(folder: &Path, bytes: usize) -> Result<()> {
    for shape in Shape::ALL {
        let name = shape.name();
        shape.write(bytes, &mut create(folder, &format!("{name}.json"))?)?;
        write!(create(folder, &format!("{name}.patch.json"))?, "{}", shape.patch())?;
    }
    Ok(())
}

fn streams(folder: &Path, documents: usize) -> Result<()> {
    bulk::write_json_lines(documents, &mut create(folder, "stream.jsonl")?)?;
    bulk::write_list(documents, &mut create(folder, "list.json")?)?;
    bulk::write_yaml(documents, &mut create(folder, "stream.yaml")?)?;
    bulk::write_yaml(1, &mut create(folder, "one.yaml")?)?;
    write!(create(folder, "patch.json")?, "{}", bulk::stream_patch())?;
    Ok(())
}

fn create(folder: &Path, name: &str) -> Result<BufWriter<File>> {
    fs::create_dir_all(folder)?;
    Ok(BufWriter::new(File::create(folder.join(name))?))
}
