//! A [`Tree`] from a Rust value, with the forms of `serde_json::to_value`.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::{
    Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct,
    Serializer,
};

use super::{Members, NotSupported, Tree};
use crate::depth::DepthBudget;

type Result<T> = core::result::Result<T, NotSupported>;

/// The prefix of the names of structs with which `serde_json` passes numbers and raw text to
/// itself.
pub(super) const PRIVATE: &str = "$serde_json::private";

/// Makes a tree with at most so many levels.
#[derive(Clone, Copy)]
pub(super) struct Writer(pub(super) DepthBudget);

impl Writer {
    /// The writer for the elements or members of a list or object.
    fn enter(self) -> Result<Self> {
        self.0.checked_enter().map(Self).ok_or(NotSupported::Depth)
    }
}

impl Serializer for Writer {
    type Ok = Tree;
    type Error = NotSupported;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = Impossible<Tree, NotSupported>;
    type SerializeMap = Object;
    type SerializeStruct = Object;
    type SerializeStructVariant = Impossible<Tree, NotSupported>;

    fn serialize_bool(self, value: bool) -> Result<Tree> {
        Ok(Tree::Bool(value))
    }

    fn serialize_i8(self, value: i8) -> Result<Tree> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<Tree> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<Tree> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<Tree> {
        Ok(u64::try_from(value).map_or(Tree::Negative(value), Tree::Unsigned))
    }

    fn serialize_u8(self, value: u8) -> Result<Tree> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<Tree> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<Tree> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<Tree> {
        Ok(Tree::Unsigned(value))
    }

    fn serialize_f32(self, value: f32) -> Result<Tree> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<Tree> {
        Ok(if value.is_finite() { Tree::Float(value) } else { Tree::Null })
    }

    fn serialize_char(self, value: char) -> Result<Tree> {
        Ok(Tree::String(value.to_string()))
    }

    fn serialize_str(self, value: &str) -> Result<Tree> {
        Ok(Tree::String(value.to_owned()))
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Tree> {
        Err(NotSupported::Form)
    }

    fn serialize_none(self) -> Result<Tree> {
        Ok(Tree::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Tree> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Tree> {
        Ok(Tree::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Tree> {
        Ok(Tree::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Tree> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Tree> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Tree> {
        let member = (Cow::Borrowed(variant), value.serialize(self.enter()?)?);
        Members::new(vec![member]).map(Tree::Object)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List> {
        Ok(List { items: Vec::with_capacity(length.unwrap_or(0)), within: self.enter()? })
    }

    fn serialize_tuple(self, length: usize) -> Result<List> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<List> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        Err(NotSupported::Form)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Object> {
        let members = Vec::with_capacity(length.unwrap_or(0));
        Ok(Object { members, name: None, within: self.enter()? })
    }

    fn serialize_struct(self, name: &'static str, length: usize) -> Result<Object> {
        if name.starts_with(PRIVATE) {
            return Err(NotSupported::Form);
        }
        self.serialize_map(Some(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        Err(NotSupported::Form)
    }
}

/// A list that is being built.
pub(super) struct List {
    items: Vec<Tree>,
    within: Writer,
}

impl SerializeSeq for List {
    type Ok = Tree;
    type Error = NotSupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.items.push(value.serialize(self.within)?);
        Ok(())
    }

    fn end(self) -> Result<Tree> {
        Ok(Tree::List(self.items))
    }
}

impl SerializeTuple for List {
    type Ok = Tree;
    type Error = NotSupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Tree> {
        SerializeSeq::end(self)
    }
}

impl SerializeTupleStruct for List {
    type Ok = Tree;
    type Error = NotSupported;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Tree> {
        SerializeSeq::end(self)
    }
}

/// An object that is being built.
pub(super) struct Object {
    members: Vec<(Cow<'static, str>, Tree)>,
    /// The name of the entry whose value comes next.
    name: Option<String>,
    within: Writer,
}

impl SerializeMap for Object {
    type Ok = Tree;
    type Error = NotSupported;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        match key.serialize(self.within)? {
            Tree::String(name) => {
                self.name = Some(name);
                Ok(())
            }
            _ => Err(NotSupported::Form),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let name = self.name.take().ok_or(NotSupported::Form)?;
        self.members.push((Cow::Owned(name), value.serialize(self.within)?));
        Ok(())
    }

    fn end(self) -> Result<Tree> {
        Members::new(self.members).map(Tree::Object)
    }
}

impl SerializeStruct for Object {
    type Ok = Tree;
    type Error = NotSupported;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.members.push((Cow::Borrowed(name), value.serialize(self.within)?));
        Ok(())
    }

    fn end(self) -> Result<Tree> {
        Members::new(self.members).map(Tree::Object)
    }
}
