//! Throws what the fuzzer makes up at the target `specs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ludwerk_fuzz::specs(data));
