//! The law is told at [`smp_tests_fuzz::laws::json_patches`].

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|input: &[u8]| -> Corpus {
    smp_fuzz::verdict(smp_tests_fuzz::laws::json_patches(input))
});
