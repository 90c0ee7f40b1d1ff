//! `smp kinds`: the kinds that the command knows.

use crate::args::{KindsArgs, KindsOutput};
use crate::output::{in_columns, print, to_json};
use crate::report::{Report, escape};
use crate::schemas::{Resource, Schemas};
use crate::status::SUCCESS;

const COLUMNS: [&str; 6] = ["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND", "SOURCE"];

pub(crate) fn run(args: &KindsArgs) -> Result<u8, Report> {
    let schemas = Schemas::open(&args.schema)?;
    let mut resources = schemas.resources();
    resources.retain(|it| {
        (args.all || it.served)
            && args.api_group.as_ref().is_none_or(|group| it.group() == group)
            && args.namespaced.is_none_or(|namespaced| it.namespaced == Some(namespaced))
            && args.categories.iter().all(|category| it.categories.contains(category))
    });
    resources.sort_by(|a, b| (a.group(), &a.plural).cmp(&(b.group(), &b.plural)));
    let text = match args.output {
        Some(KindsOutput::Json) => to_json(&resources)?,
        Some(KindsOutput::Name) => {
            let mut names: Vec<_> = resources.iter().map(name).collect();
            // A resource has the same name in all versions of its group.
            names.dedup();
            names.into_iter().map(|name| escape(&name).into_owned() + "\n").collect()
        }
        output => table(&resources, output == Some(KindsOutput::Wide), args.no_headers),
    };
    print(text.as_bytes())?;
    Ok(SUCCESS)
}

/// The name with its group, as kubectl accepts it: `deployments.apps`.
fn name(resource: &Resource) -> String {
    match resource.group() {
        "" => resource.plural.clone(),
        group => format!("{}.{group}", resource.plural),
    }
}

fn table(resources: &[Resource], wide: bool, no_headers: bool) -> String {
    let categories = wide.then_some("CATEGORIES");
    let header = COLUMNS.into_iter().chain(categories).map(str::to_owned).collect::<Vec<_>>();
    let mut rows = vec![header];
    rows.extend(resources.iter().map(|it| {
        let namespaced = it.namespaced.map(|it| it.to_string()).unwrap_or_default();
        let mut row = vec![
            it.plural.clone(),
            it.short_names.join(","),
            it.api_version.clone(),
            namespaced,
            it.kind.clone(),
            it.source.clone(),
        ];
        if wide {
            row.push(it.categories.join(","));
        }
        row
    }));
    let mut text = in_columns(&rows);
    if no_headers {
        text.drain(..=text.find('\n').unwrap_or_default());
    }
    text
}
