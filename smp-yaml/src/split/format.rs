//! The format of a text.

/// The bytes of a byte order mark.
#[doc(hidden)]
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The syntax of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// YAML, which includes a single JSON value.
    Yaml,
    /// JSON: values one after the other.
    Json,
}

/// Detects the format of text that arrives in parts. Text is JSON if it begins with brackets, then a string
/// or a closing bracket: `[{"a": 1}]`. `{a: 1}` is YAML.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Sniffer {
    /// The number of bytes that have been read.
    at: usize,
    /// Whether an opening bracket was among them.
    bracket: bool,
}

impl Sniffer {
    /// The format of a text that has grown since the last call. `None` if more text is needed;
    /// `last` means that no more will come. `O(n)` in the text since the last call.
    pub fn sniff(&mut self, text: &[u8], last: bool) -> Option<Format> {
        if self.at == 0 {
            if !last && BYTE_ORDER_MARK.starts_with(text) {
                return None;
            }
            if text.starts_with(BYTE_ORDER_MARK) {
                self.at = BYTE_ORDER_MARK.len();
            }
        }
        while let Some(byte) = text.get(self.at) {
            match byte {
                byte if byte.is_ascii_whitespace() => {}
                b'{' | b'[' => self.bracket = true,
                b'"' | b'}' | b']' if self.bracket => return Some(Format::Json),
                _ => return Some(Format::Yaml),
            }
            self.at += 1;
        }
        last.then_some(if self.bracket { Format::Json } else { Format::Yaml })
    }
}
