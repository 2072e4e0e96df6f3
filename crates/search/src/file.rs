//! Files that say what they are: a few lines of text, a blank line, bytes, and a checksum (CRC-32) over all of it.
//!
//! ```text
//! ludwerk-table 1
//! game dobutsu
//! …
//! bytes 24000000
//!
//! ```

use std::fmt::Display;
use std::fs;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use thiserror::Error;

/// Why a file is of no use.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not what it should be; the text goes on after "the file: ".
    #[error("{0}")]
    Damaged(String),
}

/// The lines at the head of a file, by their first words.
#[derive(Debug, Default)]
pub struct Head(Vec<(String, String)>);

const BYTES: &str = "bytes";

/// The bytes of the checksum.
const N_CHECKSUM: usize = 4;

/// The longest head that is read.
const LONGEST: usize = 64 << 10;

impl Head {
    /// Adds a line.
    #[must_use]
    pub fn with(mut self, word: &str, value: impl Display) -> Self {
        self.0.push((word.to_owned(), format!("{value}")));
        self
    }

    /// What the line with this word says.
    ///
    /// # Errors
    /// [`FileError::Damaged`] if there is none.
    pub fn get(&self, word: &str) -> Result<&str, FileError> {
        let found = self.0.iter().find(|(name, _)| name == word).map(|(_, value)| value.as_str());
        found.ok_or_else(|| FileError::Damaged(format!("its head has no line {word:?}")))
    }

    /// The number on the line with this word.
    ///
    /// # Errors
    /// [`FileError::Damaged`] if there is none.
    pub fn number(&self, word: &str) -> Result<u64, FileError> {
        let value = self.get(word)?;
        value.parse().map_err(|_| FileError::Damaged(format!("its head says {word} {value:?}")))
    }

    fn text(&self) -> String {
        self.0.iter().fold(String::new(), |text, (word, value)| text + word + " " + value + "\n")
    }
}

/// Whether a file can be written there: better known before the work than after it.
///
/// # Errors
/// Why it cannot.
pub fn check_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Temporary::beside(path).map(drop)
}

/// A file beside another, which is gone again unless it takes the other's place.
struct Temporary {
    path: PathBuf,
    file: fs::File,
    is_kept: bool,
}

impl Temporary {
    fn beside(path: &Path) -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // No two programs, and no two threads of one, use the same.
        let name = format!(".ludwerk-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = folder.join(name);
        let file = fs::File::create(&path)?;
        Ok(Self { path, file, is_kept: false })
    }

    /// Puts it in the place of the other, once all of it is on the disk.
    fn take_place_of(mut self, path: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, path)?;
        self.is_kept = true;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes a file of this format, all of it or nothing: it appears when it is complete. Gives its size.
///
/// # Errors
/// If it cannot be written.
pub fn write(
    path: &Path,
    format: &str,
    head: Head,
    n_bytes: usize,
    write_bytes: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<u64> {
    let text = format!("{format}\n{}\n", head.with(BYTES, n_bytes).text());
    let mut temporary = Temporary::beside(path)?;
    let mut writer =
        Checked { inner: BufWriter::new(&mut temporary.file), checksum: crc32fast::Hasher::new() };
    writer.write_all(text.as_bytes())?;
    write_bytes(&mut writer)?;
    let checksum = writer.checksum.clone().finalize().to_le_bytes();
    writer.write_all(&checksum)?;
    writer.flush()?;
    drop(writer);
    temporary.take_place_of(path)?;
    Ok((text.len() + n_bytes + N_CHECKSUM) as u64)
}

/// Sums up what is written.
struct Checked<W> {
    inner: W,
    checksum: crc32fast::Hasher,
}

impl<W: Write> Write for Checked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_written = self.inner.write(bytes)?;
        self.checksum.update(&bytes[..n_written]);
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Reads the head of a file of this format alone: what it says, and its text.
fn read_head(reader: &mut impl Read, format: &str) -> Result<(Head, String), FileError> {
    let first = line(reader)?;
    if first != format {
        return Err(FileError::Damaged(match first.split_once(' ') {
            Some((name, version)) if format.starts_with(&format!("{name} ")) => {
                format!("it has version {version} of the format, this program reads {format:?}")
            }
            _ => format!("it is no such file: it does not begin with {format:?}"),
        }));
    }
    let mut head = Head::default();
    let mut text = format!("{first}\n");
    loop {
        let line = line(reader)?;
        text.push_str(&line);
        text.push('\n');
        if line.is_empty() {
            break;
        }
        let Some((word, value)) = line.split_once(' ').filter(|_| text.len() < LONGEST) else {
            return Err(FileError::Damaged("its head is no text".to_owned()));
        };
        head = head.with(word, value);
    }
    Ok((head, text))
}

/// What the head of a file of this format says.
///
/// # Errors
/// [`FileError`].
pub fn head(path: &Path, format: &str) -> Result<Head, FileError> {
    read_head(&mut BufReader::new(fs::File::open(path)?), format).map(|(head, _)| head)
}

/// Reads a file of this format, and checks that it is whole.
///
/// # Errors
/// [`FileError`].
pub fn read(path: &Path, format: &str) -> Result<(Head, Vec<u8>), FileError> {
    let file = fs::File::open(path)?;
    let size = file.metadata()?.len();
    read_from(BufReader::new(file), size, format)
}

/// The same from anything that holds so many bytes.
///
/// # Errors
/// [`FileError`].
pub fn read_from(mut reader: impl Read, size: u64, format: &str) -> Result<(Head, Vec<u8>), FileError> {
    let (head, text) = read_head(&mut reader, format)?;
    let n_bytes = head.number(BYTES)?;
    let (expected, found) =
        (n_bytes.saturating_add(N_CHECKSUM as u64), size.saturating_sub(text.len() as u64));
    if expected != found {
        let how = if found < expected { "it is cut off" } else { "it is too long" };
        return Err(FileError::Damaged(format!("{how}: {expected} bytes were written, {found} are there")));
    }
    let mut bytes = Vec::with_capacity(expected as usize);
    reader.read_to_end(&mut bytes)?;
    let promised = bytes.split_off(n_bytes.min(bytes.len() as u64) as usize);
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(text.as_bytes());
    checksum.update(&bytes);
    if checksum.finalize().to_le_bytes()[..] != promised[..] {
        return Err(FileError::Damaged("it is damaged: its checksum is wrong".to_owned()));
    }
    Ok((head, bytes))
}

/// The next line of a head, without its end.
fn line(reader: &mut impl Read) -> Result<String, FileError> {
    const LONGEST_LINE: usize = 1000;
    let mut line = Vec::new();
    let mut byte = [0];
    while reader.read(&mut byte)? == 1 {
        match byte[0] {
            b'\n' => {
                return String::from_utf8(line)
                    .map_err(|_| FileError::Damaged("its head is no text".to_owned()));
            }
            _ if line.len() == LONGEST_LINE => break,
            byte => line.push(byte),
        }
    }
    Err(FileError::Damaged("its head is no text, or cut off".to_owned()))
}
