//! Lines that separate documents.

/// Whether a line with this beginning is a marker such as `---`: three times the
/// sign, then white space or the end. `None` if more text is needed to know;
/// `last` means that no more will come.
pub(super) fn is_marker(line: &[u8], sign: u8, last: bool) -> Option<bool> {
    let same = line.iter().take(3).take_while(|&&byte| byte == sign).count();
    match line.get(3) {
        _ if same < line.len().min(3) => Some(false),
        Some(after) => Some(matches!(after, b' ' | b'\t' | b'\n' | b'\r')),
        None if last => Some(same == 3),
        None => None,
    }
}
