//! [`StrategicMerge`]: the operations on a Rust type that has a patch schema.

use serde::Serialize;
use serde::de::DeserializeOwned;
use smp_schema::PatchSchema;

use crate::diff::ThreeWay;
use crate::error::Error;
use crate::options::Options;
use crate::patch::Patch;
use crate::typed;

/// Strategic merge patch on Rust types. Implemented for every type with a
/// [`PatchSchema`].
///
/// Each operation uses [`Options::default`]. Its variant whose name ends with `_with` takes options as
/// the last argument.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use serde::{Deserialize, Serialize};
/// use smp_core::{Patch, PatchSchema, StrategicMerge};
///
/// #[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
/// struct Service {
///     name: String,
///     #[patch(strategy = "merge")]
///     finalizers: Vec<String>,
/// }
///
/// let live = Service { name: "web".into(), finalizers: vec!["a".into()] };
/// let patch = Patch::from_json(r#"{"finalizers":["b"]}"#)?;
/// let result = live.strategic_merge(&patch)?;
/// assert_eq!(result.finalizers, ["b", "a"]);
/// # }
/// # Ok::<(), smp_core::Error>(())
/// ```
pub trait StrategicMerge: PatchSchema {
    /// Applies a patch.
    ///
    /// Clones the value, and changes the clone as [`strategic_merge_into`](Self::strategic_merge_into)
    /// does. It costs as much as the clone and that merge.
    ///
    /// # Errors
    ///
    /// As [`apply`](crate::apply()). A field of the patch that the type doesn't have is an
    /// [`UnknownField`](crate::ErrorKind::UnknownField), even a scalar, since it would be lost otherwise.
    /// (A type that flattens a map keeps such fields.)
    /// If the patch sets another variant of a Rust enum, the result has that variant,
    /// regardless of [`Options::unions`]; it is a
    /// [`Union`](crate::ErrorKind::Union) error if the variant is ambiguous.
    /// [`Typed`](crate::ErrorKind::Typed) if the result can't be read as the type.
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// use serde::{Deserialize, Serialize};
    /// use smp_core::{Patch, PatchSchema, StrategicMerge};
    ///
    /// #[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    /// struct Service {
    ///     name: String,
    ///     #[patch(strategy = "merge")]
    ///     finalizers: Vec<String>,
    /// }
    ///
    /// let live = Service { name: "web".into(), finalizers: vec!["a".into()] };
    /// let patch = Patch::from_json(r#"{"finalizers":["b"]}"#)?;
    /// let result = live.strategic_merge(&patch)?;
    /// assert_eq!(result.finalizers, ["b", "a"]);
    /// let back = result.strategic_diff(&live)?;
    /// assert_eq!(result.strategic_merge(&back)?, live);
    /// # }
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    fn strategic_merge(&self, patch: &Patch) -> Result<Self, Error>
    where
        Self: Clone + Serialize + DeserializeOwned,
    {
        self.strategic_merge_with(patch, &Options::default())
    }

    /// [`strategic_merge`](Self::strategic_merge) with options.
    fn strategic_merge_with(&self, patch: &Patch, options: &Options) -> Result<Self, Error>
    where
        Self: Clone + Serialize + DeserializeOwned,
    {
        typed::merge_own(self, patch, options)
    }

    /// Applies a patch in place. An error leaves the value as it was. Errors as
    /// [`strategic_merge`](Self::strategic_merge).
    ///
    /// Only fields that the patch names are visited: `O(p)` in the patch, and `O(n)` in the lists that it
    /// merges. Fields that are not serialized, such as those with `#[serde(skip)]`, keep their values.
    /// Fields are set one by one: a handwritten `Deserialize` is called for the values that the patch
    /// sets, but not for the struct that contains them.
    ///
    /// Values that the patch names and whose parts can't be accessed are converted to JSON and back:
    /// enums, leaves, sets, arrays, tuples, maps whose keys are numbers, and the content of an `Arc`. So
    /// are structs that flatten one of these or an `Option`, and structs that flatten a map, unless it is
    /// the last one that they flatten, has `String` keys, and the others are structs without flattened
    /// fields. Data that is not serialized, such as fields that serde skips, is kept in all parts of such
    /// a value: in a variant that doesn't change, and in list elements whose key existed before or, in
    /// lists without keys, that have not changed. The exception is an `Arc`, which may have other owners:
    /// its content is read anew, and such fields get serde's default.
    ///
    /// If the patch names a value that can't be converted by itself, the whole object is converted,
    /// `O(n)`. Such values are maps whose keys are not strings, numbers, `char` or `bool`; leaves and new
    /// elements of a generic type; and types with a handwritten [`PatchSchema`] without
    /// [`by_serde!`](smp_schema::by_serde). To avoid it for a generic type, declare that serde reads its
    /// parameter: `#[patch(bound = "T: PatchSchema + Serialize + DeserializeOwned")]`. For a map, mark
    /// its field `#[patch(leaf)]`: then a patch replaces the map.
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// use serde::{Deserialize, Serialize};
    /// use smp_core::{Patch, PatchSchema, StrategicMerge};
    ///
    /// #[derive(PatchSchema, Serialize, Deserialize, Debug, PartialEq)]
    /// struct Scale {
    ///     replicas: u32,
    ///     #[serde(skip)]
    ///     seen: bool,
    /// }
    ///
    /// let mut scale = Scale { replicas: 1, seen: true };
    /// scale.strategic_merge_into(&Patch::from_json(r#"{"replicas":2}"#)?)?;
    /// assert_eq!(scale, Scale { replicas: 2, seen: true });
    ///
    /// let wrong = Patch::from_json(r#"{"replicas":"two"}"#)?;
    /// let error = scale.strategic_merge_into(&wrong).unwrap_err();
    /// assert_eq!(error.path().to_string(), "replicas");
    /// # }
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    fn strategic_merge_into(&mut self, patch: &Patch) -> Result<(), Error>
    where
        Self: Sized + Serialize + DeserializeOwned,
    {
        self.strategic_merge_into_with(patch, &Options::default())
    }

    /// [`strategic_merge_into`](Self::strategic_merge_into) with options.
    fn strategic_merge_into_with(&mut self, patch: &Patch, options: &Options) -> Result<(), Error>
    where
        Self: Sized + Serialize + DeserializeOwned,
    {
        typed::merge_into(self, patch, options)
    }

    /// The value with normalized unions, as by [`normalize`](crate::normalize()). `old` is the object
    /// before the change, `None` for a new object.
    ///
    /// # Errors
    ///
    /// [`Typed`](crate::ErrorKind::Typed) if a cleared member isn't optional in
    /// the type.
    fn strategic_normalize(&self, old: Option<&Self>) -> Result<Self, Error>
    where
        Self: Clone + Serialize + DeserializeOwned,
    {
        self.strategic_normalize_with(old, &Options::default())
    }

    /// [`strategic_normalize`](Self::strategic_normalize) with options.
    fn strategic_normalize_with(&self, old: Option<&Self>, options: &Options) -> Result<Self, Error>
    where
        Self: Clone + Serialize + DeserializeOwned,
    {
        typed::normalize_own(old, self, options)
    }

    /// The patch that changes this value to `modified`. Errors as [`diff`](crate::diff()).
    fn strategic_diff(&self, modified: &Self) -> Result<Patch, Error>
    where
        Self: Serialize + Sized,
    {
        self.strategic_diff_with(modified, &Options::default())
    }

    /// [`strategic_diff`](Self::strategic_diff) with options.
    fn strategic_diff_with(&self, modified: &Self, options: &Options) -> Result<Patch, Error>
    where
        Self: Serialize + Sized,
    {
        typed::diff_own(self, modified, options)
    }

    /// The patch with exactly the changes that `edit` makes in a clone of the value. Errors
    /// as [`diff`](crate::diff()). Cost: a clone, and the comparison.
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// use serde::{Deserialize, Serialize};
    /// use smp_core::{PatchSchema, StrategicMerge};
    ///
    /// #[derive(PatchSchema, Serialize, Deserialize, Clone)]
    /// struct Scale {
    ///     replicas: u32,
    ///     selector: String,
    /// }
    ///
    /// let live = Scale { replicas: 1, selector: "app=web".into() };
    /// let patch = live.strategic_edit(|scale| scale.replicas = 5)?;
    /// assert_eq!(patch.to_json(), r#"{"replicas":5}"#);
    /// # }
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    fn strategic_edit(&self, edit: impl FnOnce(&mut Self)) -> Result<Patch, Error>
    where
        Self: Clone + Serialize,
    {
        self.strategic_edit_with(edit, &Options::default())
    }

    /// [`strategic_edit`](Self::strategic_edit) with options.
    fn strategic_edit_with(
        &self,
        edit: impl FnOnce(&mut Self),
        options: &Options,
    ) -> Result<Patch, Error>
    where
        Self: Clone + Serialize,
    {
        let mut edited = self.clone();
        edit(&mut edited);
        self.strategic_diff_with(&edited, options)
    }

    /// The patch that applies the changes from `original` to `modified` to `current`. Errors as [`ThreeWay::diff`].
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// use serde::{Deserialize, Serialize};
    /// use smp_core::{Overwrite, PatchSchema, StrategicMerge, ThreeWay};
    ///
    /// #[derive(PatchSchema, Serialize, Deserialize)]
    /// struct Scale {
    ///     replicas: u32,
    ///     paused: bool,
    /// }
    ///
    /// let original = Scale { replicas: 1, paused: false };
    /// let modified = Scale { replicas: 2, paused: false };
    /// let current = Scale { replicas: 1, paused: true };
    /// let documents = ThreeWay::new(&original, &modified, &current).overwrite(Overwrite::UnlessBothChanged);
    /// let patch = Scale::strategic_three_way(documents)?;
    /// assert_eq!(patch.to_json(), r#"{"replicas":2,"paused":false}"#);
    /// # }
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    fn strategic_three_way(documents: ThreeWay<&Self>) -> Result<Patch, Error>
    where
        Self: Serialize + Sized,
    {
        Self::strategic_three_way_with(documents, &Options::default())
    }

    /// [`strategic_three_way`](Self::strategic_three_way) with options.
    fn strategic_three_way_with(
        documents: ThreeWay<&Self>,
        options: &Options,
    ) -> Result<Patch, Error>
    where
        Self: Serialize + Sized,
    {
        typed::three_way_own(documents, options)
    }

    /// Checks every union of the value. Errors as
    /// [`validate_unions`](crate::validate_unions).
    fn strategic_validate_unions(&self) -> Result<(), Error>
    where
        Self: Serialize + Sized,
    {
        self.strategic_validate_unions_with(&Options::default())
    }

    /// [`strategic_validate_unions`](Self::strategic_validate_unions) with options.
    fn strategic_validate_unions_with(&self, options: &Options) -> Result<(), Error>
    where
        Self: Serialize + Sized,
    {
        typed::validate_own(self, options)
    }
}

impl<T: PatchSchema + ?Sized> StrategicMerge for T {}
