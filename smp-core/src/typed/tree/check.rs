//! Checks whether a value that was read from a [`Tree`] has all of its data: the value is
//! compared with the tree while serde writes it. The rule is that of `refuse_lost_value`: an
//! object may lack members that are null or empty, and scalars are not compared.

use serde::Serialize;
use serde::ser::{
    Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct,
    Serializer,
};

use super::write::Writer;
use super::{Members, NotSupported, Tree};
use crate::depth::DepthBudget;

type Result<T> = core::result::Result<T, NotSupported>;

/// A serializer that compares the value with this tree.
pub(super) struct Checker<'t>(&'t Tree);

impl<'t> Checker<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        Self(tree)
    }

    /// The elements to compare; empty if the tree is not a list.
    fn list(&self) -> List<'t> {
        match self.0 {
            Tree::List(items) => List(items),
            _ => List(&[]),
        }
    }

    /// The members to compare; empty if the tree is not an object.
    fn object(&self) -> Object<'t> {
        match self.0 {
            Tree::Object(members) => Object::new(members),
            _ => Object::new(Members::NONE),
        }
    }
}

impl Members {
    const NONE: &'static Self = &Self(Vec::new());
}

/// Scalars are not compared.
macro_rules! scalars {
    ($($function:ident: $ty:ty;)*) => {$(
        fn $function(self, _: $ty) -> Result<()> {
            Ok(())
        }
    )*};
}

impl<'t> Serializer for Checker<'t> {
    type Ok = ();
    type Error = NotSupported;
    type SerializeSeq = List<'t>;
    type SerializeTuple = List<'t>;
    type SerializeTupleStruct = List<'t>;
    type SerializeTupleVariant = Impossible<(), NotSupported>;
    type SerializeMap = Object<'t>;
    type SerializeStruct = Object<'t>;
    type SerializeStructVariant = Impossible<(), NotSupported>;

    scalars! {
        serialize_bool: bool;
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
        serialize_f32: f32;
        serialize_f64: f64;
        serialize_char: char;
        serialize_str: &str;
        serialize_unit_struct: &'static str;
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<()> {
        Err(NotSupported::Form)
    }

    fn serialize_none(self) -> Result<()> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<()> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        let mut object = self.object();
        object.member(variant, value)?;
        object.finish()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'t>> {
        Ok(self.list())
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'t>> {
        Ok(self.list())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'t>> {
        Ok(self.list())
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

    fn serialize_map(self, _: Option<usize>) -> Result<Object<'t>> {
        Ok(self.object())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Object<'t>> {
        Ok(self.object())
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

    fn collect_str<T: core::fmt::Display + ?Sized>(self, _: &T) -> Result<()> {
        Ok(())
    }
}

/// The elements of the tree that were not compared yet.
pub(super) struct List<'t>(&'t [Tree]);

impl SerializeSeq for List<'_> {
    type Ok = ();
    type Error = NotSupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let [item, rest @ ..] = self.0 else { return Ok(()) };
        self.0 = rest;
        value.serialize(Checker(item))
    }

    fn end(self) -> Result<()> {
        Ok(())
    }
}

impl SerializeTuple for List<'_> {
    type Ok = ();
    type Error = NotSupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<()> {
        Ok(())
    }
}

impl SerializeTupleStruct for List<'_> {
    type Ok = ();
    type Error = NotSupported;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<()> {
        Ok(())
    }
}

/// The members of the tree. serde writes most of them in the order of the tree.
pub(super) struct Object<'t> {
    members: &'t Members,
    /// The number of members, from the first one on, that were written in this order.
    in_order: usize,
    /// The indices of members that were written out of order.
    others: Vec<usize>,
    /// The tree of the map entry whose value comes next.
    value: Option<&'t Tree>,
}

impl<'t> Object<'t> {
    fn new(members: &'t Members) -> Self {
        Self { members, in_order: 0, others: Vec::new(), value: None }
    }

    /// The member with this name, which counts as written.
    fn find(&mut self, name: &str) -> Option<&'t Tree> {
        if let Some((own, value)) = self.members.0.get(self.in_order)
            && own == name
        {
            self.in_order = self.in_order.saturating_add(1);
            return Some(value);
        }
        let at = self.members.search(name).ok()?;
        self.others.push(at);
        self.members.0.get(at).map(|(_, value)| value)
    }

    fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        self.find(name).map_or(Ok(()), |tree| value.serialize(Checker(tree)))
    }

    /// An error if a member is lost. `O(n log n)` in the members.
    fn finish(mut self) -> Result<()> {
        self.others.sort_unstable();
        let is_other = |at: usize| self.others.binary_search(&at).is_ok();
        let mut rest = self.members.0.iter().enumerate().skip(self.in_order);
        let all_kept = rest.all(|(at, (_, value))| is_other(at) || value.is_empty());
        if all_kept { Ok(()) } else { Err(NotSupported::Form) }
    }
}

impl Tree {
    /// Whether serde may leave the value out: it is null, or a list or object without any
    /// value.
    fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::List(items) => items.is_empty(),
            Self::Object(members) => members.0.iter().all(|(_, value)| value.is_empty()),
            _ => false,
        }
    }
}

impl SerializeMap for Object<'_> {
    type Ok = ();
    type Error = NotSupported;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let Tree::String(name) = key.serialize(Writer(DepthBudget::NONE))? else {
            return Err(NotSupported::Form);
        };
        self.value = self.find(&name);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.value.take().map_or(Ok(()), |tree| value.serialize(Checker(tree)))
    }

    fn end(self) -> Result<()> {
        self.finish()
    }
}

impl SerializeStruct for Object<'_> {
    type Ok = ();
    type Error = NotSupported;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.member(name, value)
    }

    fn end(self) -> Result<()> {
        self.finish()
    }
}
