//! Splits the compiled app into the main module and modules that are loaded on demand, at the functions that the app
//! marks with `#[wasm_split(…)]`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use wasm_split_cli_support::{Options, transform};

use crate::{File, Result};

/// The name of the script that loads the parts, as the app and the parts import it.
pub(crate) const LOADER: &str = "./loader.js";

/// The name of the script of the app, as the loader imports it.
pub(crate) const MAIN: &str = "./main.js";

/// The parts of an app.
pub(crate) struct AppParts {
    /// The path of the main module, which is not bound to JavaScript yet.
    pub(crate) main: PathBuf,
    /// The script that loads the other parts.
    pub(crate) loader: String,
    /// The other parts: their names in the loader, and their content.
    pub(crate) others: Vec<File>,
    /// The files that the loader loads for each `#[wasm_split(name)]`.
    pub(crate) needed: BTreeMap<String, Vec<String>>,
}

/// Splits an app, which must have been linked with `--emit-relocs`.
pub(crate) fn split(app: &Path) -> Result<AppParts> {
    let folder = app.with_extension("parts");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let input = fs::read(app)?;
    let main = folder.join("main.wasm");
    let mut options = Options::new(&input);
    options.output_dir = &folder;
    options.main_out_path = &main;
    options.link_name = LOADER;
    options.main_module = MAIN;
    let parts = transform(options).map_err(|error| format!("{}: {error:#}", app.display()))?;
    let loader = fs::read_to_string(folder.join(LOADER))?;
    let mut others = Vec::new();
    for path in parts.split_modules {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // The loader does not refer to empty parts.
        if loader.contains(&name) {
            others.push((name, without_names(&fs::read(path)?).ok_or("a part is no WebAssembly")?));
        }
    }
    let files = |stems: Vec<String>| stems.into_iter().map(|stem| stem + ".wasm").collect();
    let needed = parts.prefetch_map.into_iter().map(|(name, stems)| (name, files(stems))).collect();
    Ok(AppParts { main, loader, others, needed })
}

/// The module without its custom sections: the names of functions are as large as the functions themselves.
fn without_names(module: &[u8]) -> Option<Vec<u8>> {
    let (head, mut rest) = module.split_at_checked(8)?;
    let mut out = head.to_vec();
    while let Some((&id, after)) = rest.split_first() {
        let digits = after.iter().position(|byte| byte & 0x80 == 0)? + 1;
        let size = after[..digits].iter().rev().fold(0, |size, byte| size << 7 | usize::from(byte & 0x7f));
        let (section, next) = rest.split_at_checked(1 + digits + size)?;
        if id != 0 {
            out.extend_from_slice(section);
        }
        rest = next;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_sections_are_left_out_and_all_others_stay() {
        let head = [0, b'a', b's', b'm', 1, 0, 0, 0];
        let types = [1, 1, 0];
        // 130 bytes, so that the length has two digits.
        let custom = [&[0, 0x82, 0x01][..], &[b'x'; 130]].concat();
        let module = [&head[..], &custom, &types, &custom].concat();
        assert_eq!(without_names(&module), Some([&head[..], &types].concat()));
    }

    #[test]
    fn a_truncated_module_is_refused() {
        assert_eq!(without_names(b"\0asm\x01\0\0\0\x01\x05\0"), None);
        assert_eq!(without_names(b"\0asm"), None);
    }
}
