//! Builds the program anew when the page has been.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
