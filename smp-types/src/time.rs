//! Points in time, as text that is checked when it is read.

/// A point in time in RFC 3339, to the second. Keeps the text of the document: `2024-01-01T00:00:00Z`
/// and `2024-01-01T00:00:00+00:00` are written as they were read, and are not equal. Reading refuses
/// a text that is not a time.
///
/// ```
/// use smp_types::Time;
/// let time: Time = serde_json::from_str(r#""2024-01-01T00:00:00Z""#)?;
/// assert_eq!(time, Time::from("2024-01-01T00:00:00Z"));
/// assert_eq!(time.to_string(), "2024-01-01T00:00:00Z");
/// assert!(serde_json::from_str::<Time>(r#""yesterday""#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub String);

text!(Time: Time, smp_schema::__support::is_time, "a time such as 2024-01-01T00:00:00Z");

/// A point in time in RFC 3339, to the microsecond. Keeps the text of the
/// document.
///
/// ```
/// use smp_types::MicroTime;
/// let time = MicroTime::from("2024-01-01T00:00:00.000000Z");
/// assert_eq!(serde_json::to_string(&time)?, r#""2024-01-01T00:00:00.000000Z""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MicroTime(pub String);

text!(MicroTime: Time, smp_schema::__support::is_time, "a time such as 2024-01-01T00:00:00.000000Z");
