//! Throws what the fuzzer makes up at the target `positions`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ludwerk_fuzz::positions(data));
