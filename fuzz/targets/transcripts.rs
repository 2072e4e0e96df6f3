//! Throws what the fuzzer makes up at the target `transcripts`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ludwerk_fuzz::transcripts(data));
