//! Compresses files once, at build time.

use std::fs;
use std::io::Write;
use std::path::Path;

use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, GzBuilder};

use crate::Result;

/// Writes `path.br` and `path.gz` if they are smaller than the file, and returns the size with brotli.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<usize> {
    let mut brotli = Vec::new();
    let parameters = BrotliEncoderParams { quality: 11, lgwin: 22, ..BrotliEncoderParams::default() };
    brotli::BrotliCompress(&mut &*content, &mut brotli, &parameters)?;
    let mut gzip = GzBuilder::new().write(Vec::new(), Compression::best());
    gzip.write_all(content)?;
    let gzip = gzip.finish()?;
    let mut smallest = content.len();
    for (extension, small) in [("gz", &gzip), ("br", &brotli)] {
        // Pictures are compressed already and would only grow.
        if small.len() < content.len() / 10 * 9 {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{extension}"));
            fs::write(name, small)?;
            smallest = small.len();
        }
    }
    Ok(smallest)
}
