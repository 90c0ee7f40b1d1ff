//! Equality of values as `test` and a diff of operations need it: null is not an absent member, and
//! numbers are equal if their texts are.

use smp_core::{Document, Error, View};

/// Whether two values are the same, apart from the order of members. `O(n log n)`.
pub(crate) fn same(left: Document<'_>, right: Document<'_>) -> Result<bool, Error> {
    Ok(identity(left)? == identity(right)?)
}

/// A text that two values share exactly if they are the same. `O(n log n)`.
pub(crate) fn identity(value: Document<'_>) -> Result<String, Error> {
    let mut text = String::new();
    write(value, &mut text)?;
    Ok(text)
}

fn write(value: Document<'_>, out: &mut String) -> Result<(), Error> {
    match value.into_view()? {
        View::List(items) => {
            out.push('[');
            for item in items {
                write(item, out)?;
                out.push(',');
            }
            out.push(']');
        }
        View::Object(mut members) => {
            members.sort_by(|(left, _), (right, _)| left.cmp(right));
            out.push('{');
            for (name, member) in members {
                out.push_str(&Document::from(View::String(name)).to_json());
                out.push(':');
                write(member, out)?;
                out.push(',');
            }
            out.push('}');
        }
        scalar => out.push_str(&Document::from(scalar).to_json()),
    }
    Ok(())
}
