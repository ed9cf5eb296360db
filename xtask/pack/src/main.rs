//! Makes the folder `dist/` from the compiled app: splits it, binds it to JavaScript, names files by their content,
//! renders the first picture of each page, writes the list of files into the service worker, and compresses everything.
//! `cargo xtask web` calls it: `pack <assets> <app.wasm> <engine.wasm> <licenses.txt> <dist>`.
//!
//! It is a program of its own because its dependencies take longer to compile than the rest of `xtask`.

#[cfg(feature = "compress")]
mod compress;
mod names;
mod pages;
mod split;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use names::{HashedNames, hash};
use wasm_bindgen_cli_support::Bindgen;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A file of the app: its address without the leading slash, and its content.
type File = (String, Vec<u8>);

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [assets, app, engine, licenses, dist] = arguments.as_slice() else {
        eprintln!("pack <assets> <app.wasm> <engine.wasm> <licenses.txt> <dist>");
        return ExitCode::from(2);
    };
    match pack(&Sources { assets, app, engine, licenses }, dist) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The inputs of the folder.
struct Sources<'a> {
    /// The folder with the page, scripts, styles and icons.
    assets: &'a Path,
    app: &'a Path,
    engine: &'a Path,
    /// The third-party notices.
    licenses: &'a Path,
}

fn pack(sources: &Sources<'_>, dist: &Path) -> Result<()> {
    let input = stamp(sources)?;
    let stamp = dist.join(".stamp");
    if fs::read_to_string(&stamp).is_ok_and(|last| last == input) {
        println!("  nothing changed");
        return Ok(());
    }
    let files = files(sources)?;
    // All files of this folder are served, so old ones must not remain.
    if dist.exists() {
        fs::remove_dir_all(dist)?;
    }
    write_all(&files, dist)?;
    fs::write(stamp, input)?;
    Ok(())
}

/// Writes the files, and with the feature `compress` their compressed forms: one thread per core, since brotli is slow.
fn write_all(files: &[File], dist: &Path) -> Result<()> {
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicUsize::new(0);
    let work = || -> std::result::Result<(), String> {
        while let Some((name, content)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let size = write(&dist.join(name), content).map_err(|error| format!("{name}: {error}"))?;
            println!("  {:>8} {size:>8}  {name}", content.len());
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            worker.join().map_err(|_| "a thread panicked")??;
        }
        Ok(())
    })
}

/// Writes a file, and returns how many bytes of it are sent to a browser.
fn write(path: &Path, content: &[u8]) -> Result<usize> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, content)?;
    #[cfg(feature = "compress")]
    let sent = compress::write(path, content)?;
    #[cfg(not(feature = "compress"))]
    let sent = content.len();
    Ok(sent)
}

/// The parts of the style sheet in cascade order: later rules override earlier ones.
const STYLES: [&str; 19] = [
    "fonts", "base", "first", "frame", "controls", "home", "games", "settings", "table", "moves", "online",
    "lists", "result", "study", "learn", "atlas", "puzzles", "boards", "patterns",
];

/// The engine's folder with a folder per game, relative to the assets. A game that has an opening book has it there.
const KNOWLEDGE: &str = "../../engine/src/knowledge";

/// All files of the app, as they are served.
fn files(sources: &Sources<'_>) -> Result<Vec<File>> {
    let read = |name: &str| fs::read(sources.assets.join(name)).map_err(|error| format!("{name}: {error}"));
    let mut names = HashedNames::default();
    let parts = app_in_parts(sources.app, &mut names)?;
    let script = bind(sources.engine, "engine", &mut names)?;
    names.add("engine.js", script.into_bytes());
    for name in ["worker.js", "early.js", "boot.js", "old.js"] {
        let content = names.fill(&read(name)?);
        names.add(name, content);
    }
    for name in ["title.woff2", "text.woff2"] {
        names.add(name, read(&format!("fonts/{name}"))?);
    }
    // The palettes come from `boards`, so that the app and exported pictures have the same colours.
    let mut styles = boards::Palette::style_sheet().into_bytes();
    for part in STYLES {
        styles.extend(read(&format!("styles/{part}.css"))?);
    }
    let styles = names.fill(&styles);
    names.add("styles.css", styles);
    let mut plain: Vec<File> = Vec::new();
    for name in ["manifest.webmanifest", "atlas.txt", "icon.svg", "icon-192.png", "icon-512.png"] {
        plain.push((name.to_owned(), read(name)?));
    }
    // The app fetches the puzzles of a game when they are first needed.
    for &kind in rules::Kind::ALL {
        plain.push((format!("puzzles/{kind}.txt"), puzzles::collection_text(kind).into()));
    }
    // The engine has the opening books compiled in; the atlas fetches them as files.
    for &kind in rules::Kind::ALL {
        let book = format!("{KNOWLEDGE}/{}/openings.book", kind.module());
        if sources.assets.join(&book).exists() {
            plain.push((format!("openings/{kind}.txt"), read(&book)?));
        }
    }
    // The explorer's data: the app fetches the file of a game when the explorer of that game is first opened.
    for &kind in rules::Kind::ALL {
        plain.push((format!("explorer/{kind}.bin"), explorer::collection_file(kind).into()));
    }
    let addresses: Vec<String> =
        names.files().iter().chain(&plain).map(|file| format!("/{}", file.0)).collect();
    // The service worker caches pages under their addresses, which are not their file names.
    plain.extend(pages::render(&String::from_utf8(read("index.html")?)?, &names, &parts));
    let all: Vec<u8> = plain.iter().chain(names.files()).flat_map(|file| file.1.iter().copied()).collect();
    let service_worker = String::from_utf8(read("sw.js")?)?
        .replace("{version}", &hash(&all))
        .replace("{files}", &format!("{addresses:?}"))
        .replace("{pages}", &format!("{:?}", pages::addresses()));
    plain.push(("sw.js".to_owned(), service_worker.into_bytes()));
    // The notices are long and rarely read, so the service worker does not cache them.
    plain.push(("licenses.txt".to_owned(), fs::read(sources.licenses)?));
    plain.extend(names.into_files());
    Ok(plain)
}

/// Makes `app.wasm`, `app.js` and the parts that are loaded on demand. Returns the files that each part needs.
fn app_in_parts(app: &Path, names: &mut HashedNames) -> Result<BTreeMap<String, Vec<String>>> {
    let split::AppParts { main, mut loader, others, mut needed } = split::split(app)?;
    for (name, content) in others {
        let hashed = names.add(&name, content);
        loader = loader.replace(&format!("\"./{name}\""), &format!("\"./{}\"", in_folder(hashed)));
        for file in needed.values_mut().flatten().filter(|file| **file == name) {
            *file = format!("/{hashed}");
        }
    }
    let script = bind(&main, "app", names)?;
    // The app and its loader import each other. The loader's name is a hash of both without these two names, so a change
    // of either changes the loader's name, and with it the content and the name of the app.
    let hashed = format!("loader-{}.js", hash(format!("{script}{loader}").as_bytes()));
    let script = script.replace(&format!("from \"{}\"", split::LOADER), &format!("from \"./{hashed}\""));
    let app = names.add("app.js", script.into_bytes()).to_owned();
    let loader = loader.replace(split::MAIN, &format!("./{}", in_folder(&app)));
    names.add_as("loader.js", &hashed, loader.into_bytes());
    Ok(needed)
}

/// The file name without its folder.
fn in_folder(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Makes `{name}.wasm` and returns its JavaScript bindings.
fn bind(wasm: &Path, name: &str, names: &mut HashedNames) -> Result<String> {
    let mut bound = Bindgen::new()
        .input_path(wasm)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The parts call each other through the function table.
        .keep_lld_exports(true)
        .out_name(name)
        .generate_output()
        .map_err(|error| format!("{}: {error:#}", wasm.display()))?;
    let mut script = bound.js().to_owned();
    // Crates can bring scripts, inline in their code or as files.
    let inline = bound.snippets().iter().flat_map(|(folder, scripts)| {
        let script = move |(index, text)| (format!("snippets/{folder}/inline{index}.js"), text);
        scripts.iter().enumerate().map(script)
    });
    let modules = bound.local_modules().iter().map(|(path, text)| (format!("snippets/{path}"), text));
    for (path, text) in inline.chain(modules) {
        let hashed = names.add("snippet.js", text.clone().into_bytes());
        script = script.replace(&path, in_folder(hashed));
    }
    let module = names.add(&format!("{name}.wasm"), bound.wasm_mut().emit_wasm());
    Ok(script.replace(&format!("{name}_bg.wasm"), in_folder(module)))
}

/// The hashes of all inputs of the folder: this program, the modules, the assets and the notices.
fn stamp(sources: &Sources<'_>) -> Result<String> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in ["", "styles", "fonts"].map(|name| sources.assets.join(name)) {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            paths.push(entry?.path());
        }
    }
    paths.retain(|path| path.is_file());
    paths.sort();
    paths.extend([sources.app, sources.engine, sources.licenses].map(Path::to_path_buf));
    paths.push(env::current_exe()?);
    let read = |path: &PathBuf| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let lines = paths.iter().map(|path| Ok(hash(&read(path)?))).collect::<Result<Vec<_>>>()?;
    Ok(lines.join("\n"))
}
