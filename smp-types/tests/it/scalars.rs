//! Reading and writing quantities, and numbers or strings.
#![cfg(feature = "meta")]
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use serde_json::{from_str, to_string};
use smp_types::{IntOrString, Quantity};

#[test]
fn the_spelling_of_a_quantity_is_kept() {
    for text in [r#""100Mi""#, r#""1e3""#, r#""0.50""#, "1", "-1", "0.5", "18446744073709551615"] {
        let quantity: Quantity = from_str(text).expect(text);
        assert_eq!(to_string(&quantity).expect(text), text);
    }
}

#[test]
fn other_values_are_no_quantities() {
    for text in ["null", "true", "[]", "{}"] {
        assert!(from_str::<Quantity>(text).is_err(), "{text}");
    }
}

#[test]
fn numbers_and_strings_stay_what_they_are() {
    for text in ["80", "-1", "2147483647", "-2147483648", r#""80""#, r#""http""#] {
        let value: IntOrString = from_str(text).expect(text);
        assert_eq!(to_string(&value).expect(text), text);
    }
}

#[test]
fn other_values_are_neither_numbers_nor_strings() {
    for text in
        ["null", "true", "1.5", "2147483648", "-2147483649", "9223372036854775808", "[]", "{}"]
    {
        assert!(from_str::<IntOrString>(text).is_err(), "{text}");
    }
    let error = from_str::<IntOrString>("true").expect_err("no number").to_string();
    assert!(error.contains("expected an integer of 32 bits or a string"), "{error}");
}
