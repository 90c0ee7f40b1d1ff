//! Lists and mappings in brackets, on one line.

use super::{MAX_KEY, Scanner};
use crate::tree::Kind;

impl Scanner<'_> {
    /// Reads a list or mapping in brackets, up to its end. Its depth is limited by the builder.
    pub(super) fn flow(&mut self) -> Option<()> {
        let start = self.at;
        let is_list = self.peek()? == b'[';
        let (kind, close) = if is_list {
            (Kind::List { items: Vec::new(), flow: true }, b']')
        } else {
            (Kind::Mapping { members: Vec::new(), flow: true }, b'}')
        };
        self.at += 1;
        self.builder.begin_bare(kind, start..self.at).ok()?;
        self.skip_spaces();
        if self.peek()? != close {
            loop {
                if !is_list {
                    self.flow_key()?;
                }
                self.flow_value()?;
                self.skip_spaces();
                let next = self.peek()?;
                if next == close {
                    break;
                }
                if next != b',' {
                    return None;
                }
                self.at += 1;
                self.skip_spaces();
            }
        }
        self.at += 1;
        self.builder.end(&(self.at - 1..self.at)).ok()
    }

    fn flow_key(&mut self) -> Option<()> {
        let start = self.at;
        let (value, style) = self.token(true)?;
        self.builder.add_bare(Kind::Scalar { value, style }, start..self.at);
        self.skip_spaces();
        if self.peek()? != b':' || self.at - start > MAX_KEY {
            return None;
        }
        self.at += 1;
        self.skip_spaces();
        Some(())
    }

    fn flow_value(&mut self) -> Option<()> {
        if matches!(self.peek()?, b'[' | b'{') {
            return self.flow();
        }
        let start = self.at;
        let (value, style) = self.token(true)?;
        self.builder.add_bare(Kind::Scalar { value, style }, start..self.at);
        Some(())
    }
}
