//! Finds a Chrome or Chromium for the tests in a browser, or installs Debian's where that is allowed.

use std::path::{Path, PathBuf};

use crate::shell::{Problem, install_debian_package, may_install, version_of};

/// Names that systems give to it.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Where it is when it is not on the path, after the folder that a variable names.
const PLACES: [(&str, &str); 9] = [
    ("", "/usr/bin/chromium"),
    ("", "/usr/bin/google-chrome"),
    ("", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ("", "/Applications/Chromium.app/Contents/MacOS/Chromium"),
    ("HOME", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ("HOME", "Applications/Chromium.app/Contents/MacOS/Chromium"),
    ("ProgramFiles", r"Google\Chrome\Application\chrome.exe"),
    ("ProgramFiles(x86)", r"Google\Chrome\Application\chrome.exe"),
    ("LocalAppData", r"Google\Chrome\Application\chrome.exe"),
];

const WHAT_TO_DO: &str = "the tests in a browser need Chrome or Chromium: install Debian's package \
    `chromium` or Chrome from google.com/chrome, or name a program in the variable LUDWERK_CHROME";

/// A browser that runs here.
pub fn find_or_install() -> Result<PathBuf, Problem> {
    if let Some(named) = std::env::var_os("LUDWERK_CHROME") {
        let named = PathBuf::from(named);
        return if runs(&named) {
            Ok(named)
        } else {
            Err(Problem(format!("LUDWERK_CHROME names {}, which does not run", named.display())))
        };
    }
    if let Some(found) = find() {
        return Ok(found);
    }
    if may_install() {
        install_debian_package("chromium")
            .map_err(|Problem(text)| Problem(format!("{text}; {WHAT_TO_DO}")))?;
    }
    find().ok_or_else(|| Problem(format!("no browser was found; {WHAT_TO_DO}")))
}

fn find() -> Option<PathBuf> {
    let folders: Vec<_> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    let on_path = NAMES.iter().flat_map(|name| {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| folder.join(&file))
    });
    let elsewhere = PLACES.iter().filter_map(|(variable, path)| match *variable {
        "" => Some(PathBuf::from(path)),
        variable => Some(PathBuf::from(std::env::var_os(variable)?).join(path)),
    });
    on_path.chain(elsewhere).find(|path| runs(path))
}

/// Whether this is a browser that starts. A name alone may be a stub that only tells how to install it.
fn runs(path: &Path) -> bool {
    // On Windows Chrome opens a window when it is asked for its version.
    path.is_file() && (cfg!(windows) || version_of(path).is_some())
}
