//! The indentation of a text.

use crate::tree::{Kind, Tree};
use crate::write::Style;

/// The indentation of the first mapping inside a mapping, and of the first list inside one. `O(n)`.
pub(super) fn of(tree: &Tree<'_>) -> Style {
    let mut style = Style { keeps: false, ..Style::default() };
    let (mut step, mut dash) = (None, None);
    for node in &tree.nodes {
        let Kind::Mapping { members, flow: false } = &node.kind else { continue };
        for (key, value) in members {
            let key = tree.column(tree.node(*key).outer);
            let value = tree.node(*value);
            match &value.kind {
                Kind::Mapping { flow: false, .. } if step.is_none() => {
                    step = tree.column(value.start).checked_sub(key).filter(|step| *step > 0);
                }
                Kind::List { flow: false, .. } if dash.is_none() => {
                    // The parser gives the place after the dash for a dash in the column of
                    // the key.
                    let is_dash = tree.slice(value.start..value.start + 1) == "-"
                        && tree.is_first_on_line(value.start);
                    let column = tree.column(value.start);
                    dash = Some(if is_dash { column.saturating_sub(key) } else { 0 });
                }
                _ => {}
            }
        }
        if step.is_some() && dash.is_some() {
            break;
        }
    }
    style.step = step.unwrap_or(style.step);
    style.dash = dash.unwrap_or(style.dash);
    style
}
