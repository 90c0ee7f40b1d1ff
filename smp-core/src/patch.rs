//! [`Patch`]: a strategic merge patch, parsed and checked once.

use serde_json::Value;

use crate::depth::{DepthBudget, check_length};
use crate::directive::{Marker, PatchObject, patch_node, patch_object};
use crate::document::{Document, utf8};
use crate::error::{Error, Role};
use smp_schema::Limits;

/// A strategic merge patch. Its directives have been checked; checks that need
/// the schema or the live object are made when it is applied.
///
/// ```
/// use smp_core::Patch;
/// let patch = Patch::from_json(r#"{"spec": {"replicas": 3, "paused": null}}"#)?;
/// assert_eq!(patch.to_json(), r#"{"spec":{"replicas":3,"paused":null}}"#);
/// assert!(Patch::from_json("[]").is_err());
/// # Ok::<(), smp_core::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Patch {
    pub(crate) root: PatchObject,
}

impl Patch {
    /// Reads a patch from JSON text. `O(n)`.
    ///
    /// # Errors
    ///
    /// [`InvalidJson`]; [`NotAnObject`]; [`InvalidDirective`] for a directive with a value that
    /// it can't have, and for a list directive that names no list; [`RetainKeys`] for a field
    /// that the patch sets but that its `$retainKeys` doesn't list; [`Depth`] and [`Size`]
    /// beyond the default [`Limits`].
    ///
    /// [`InvalidJson`]: crate::ErrorKind::InvalidJson
    /// [`NotAnObject`]: crate::ErrorKind::NotAnObject
    /// [`InvalidDirective`]: crate::ErrorKind::InvalidDirective
    /// [`RetainKeys`]: crate::ErrorKind::RetainKeys
    /// [`Depth`]: crate::ErrorKind::Depth
    /// [`Size`]: crate::ErrorKind::Size
    pub fn from_slice(text: &[u8]) -> Result<Self, Error> {
        Self::from_slice_within(text, &Limits::default())
    }

    /// Like [`from_slice`](Self::from_slice), with limits other than the default.
    ///
    /// ```
    /// use smp_core::{ErrorKind, Limits, Patch};
    /// let limits = Limits::default().max_depth(1);
    /// assert!(Patch::from_slice_within(br#"{"replicas":3}"#, &limits).is_ok());
    /// let error = Patch::from_slice_within(br#"{"spec":{"replicas":3}}"#, &limits).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Depth);
    /// ```
    pub fn from_slice_within(text: &[u8], limits: &Limits) -> Result<Self, Error> {
        // The length first: this check is `O(1)`.
        check_length(text, limits)
            .and_then(|()| utf8(text))
            .map_err(|error| error.about(Role::Patch))
            .and_then(|text| Self::from_text(text, limits))
    }

    fn from_text(text: &str, limits: &Limits) -> Result<Self, Error> {
        check_length(text.as_bytes(), limits)
            .and_then(|()| Document::from_json(text))
            .and_then(|document| patch_object(document.node, DepthBudget::of(limits)))
            .map(|root| Self { root })
            .map_err(|error| error.about(Role::Patch))
    }

    /// Reads text, like [`from_slice`](Self::from_slice).
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Self::from_text(text, &Limits::default())
    }

    /// Reads a patch from a document, which may come from YAML, or from a [`Value`]. Uses the
    /// [limits of the document](Document::limits). `O(n)`. Errors as
    /// [`from_slice`](Self::from_slice).
    ///
    /// ```
    /// # use smp_core::Patch;
    /// let patch = Patch::from_document(serde_json::json!({"data": {"key": null}}))?;
    /// assert!(!patch.is_empty());
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    pub fn from_document<'a>(document: impl Into<Document<'a>>) -> Result<Self, Error> {
        let document = document.into();
        patch_object(document.node, document.depth)
            .map(|root| Self { root })
            .map_err(|error| error.about(Role::Patch))
    }

    /// Whether the patch is `{}`, which changes nothing.
    ///
    /// ```
    /// # use smp_core::Patch;
    /// assert!(Patch::from_json("{}")?.is_empty());
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.is_empty()
    }

    /// Whether the patch removes the whole object: it has `$patch: delete` at its root. Applied, it gives
    /// `{}`, since a document cannot be absent (semantics apply-3).
    ///
    /// ```
    /// # use smp_core::Patch;
    /// assert!(Patch::from_json(r#"{"$patch": "delete"}"#)?.deletes_object());
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    #[must_use]
    pub fn deletes_object(&self) -> bool {
        self.root.marker == Some(Marker::Delete)
    }

    /// The patch as a document, including its directives. `O(n)`.
    #[must_use]
    pub fn to_document(&self) -> Document<'_> {
        // The caller's limits were checked when the patch was read or made.
        Document::of(patch_node(&self.root)).limits(Limits::new().max_depth(usize::MAX))
    }

    /// The patch as compact JSON. `O(n)`.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.to_document().to_json()
    }

    /// The patch as a [`Value`]. `O(n)`.
    ///
    /// # Errors
    ///
    /// For a number that [`Value`] can't hold.
    pub fn to_value(&self) -> Result<Value, Error> {
        self.to_document().into_value()
    }
}

impl core::fmt::Display for Patch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.to_json())
    }
}

/// Compares patches as documents: the same directives, and the same order of members.
/// Two patches that are not equal may still have the same effect.
impl PartialEq for Patch {
    fn eq(&self, other: &Self) -> bool {
        self.to_json() == other.to_json()
    }
}

/// Parses a patch from JSON, as [`Patch::from_json`].
impl core::str::FromStr for Patch {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::from_json(text)
    }
}

/// Reads a patch from any format, with the checks of [`Patch::from_slice`].
///
/// ```
/// use serde::Deserialize;
/// use smp_core::Patch;
/// #[derive(Deserialize)]
/// struct Request {
///     patch: Patch,
/// }
/// let request: Request = serde_json::from_str(r#"{"patch": {"spec": {"replicas": 3}}}"#)?;
/// assert_eq!(request.patch.to_json(), r#"{"spec":{"replicas":3}}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de> serde::Deserialize<'de> for Patch {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let document = Document::deserialize(deserializer)?;
        Self::from_document(document).map_err(serde::de::Error::custom)
    }
}

impl serde::Serialize for Patch {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_document().serialize(serializer)
    }
}
