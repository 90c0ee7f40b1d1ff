//! The file next to a text of the catalogue that says where the entries start, so that neither the
//! compiler nor a program has to find them.

use std::fmt::Write as _;

use super::Result;

/// The text of the catalogue in the file at this path, and the file of its heads.
pub(super) fn with_heads(path: String, text: String) -> Result<[(String, String); 2]> {
    let folder_and_stem = path.strip_suffix(".txt").ok_or("a text ends with .txt")?;
    let heads = (format!("{folder_and_stem}.heads"), heads(&text)?);
    Ok([(path, text), heads])
}

/// The heads of a text: an array of Rust, with a row for each line that is neither a comment nor
/// indented. A row has the start of the line, the last slash of the name, the end of the name and
/// the end of the line.
fn heads(text: &str) -> Result<String> {
    let mut rows = "// Generated with the text beside it; do not edit.\n[\n".to_owned();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        if !content.is_empty() && !content.starts_with([' ', '#']) {
            let name = content.split(' ').next().unwrap_or_default();
            let slash = name.rfind('/').ok_or_else(|| format!("`{name}` has no apiVersion"))?;
            let places = [0, slash, name.len(), content.len()].map(|place| start + place);
            writeln!(rows, "    {places:?},")?;
        }
        start += line.len();
    }
    rows.push_str("]\n");
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_has_a_row_and_other_lines_have_none() {
        let text = "# A comment.\na/v1/A kind\n f string\na/v1/B\nb/A = a/v1/A\nb/C\n f A\n g A\n";
        let rows: Vec<_> =
            heads(text).expect("each name has a slash").lines().map(str::to_owned).collect();
        let wanted = [
            "    [13, 17, 19, 24],",
            "    [35, 39, 41, 41],",
            "    [42, 43, 45, 54],",
            "    [55, 56, 58, 58],",
            "]",
        ];
        assert_eq!(rows.get(2..), Some(&wanted.map(str::to_owned)[..]));
        assert!(heads("A\n").is_err());
    }
}
