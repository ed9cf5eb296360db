//! The fonts of the app: fetched from npm, reduced to the characters that the app uses, and committed to the
//! repository, so that a build needs neither npm nor Python. Run this after changing a version or the characters.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::step::{Failed, root, run, target_dir};

/// A published font, and the part of it that is used.
struct Font {
    /// The name of the file that the app loads, without its extension.
    name: &'static str,
    package: &'static str,
    version: &'static str,
    /// The file in the package.
    file: &'static str,
    /// The range of weights, for a font that has one.
    weights: Option<&'static str>,
    features: &'static str,
    /// The characters besides those of [`LETTERS`], as ranges of code points.
    more: &'static str,
}

const FONTS: [Font; 2] = [
    Font {
        name: "title",
        package: "@fontsource/young-serif",
        version: "5.3.0",
        file: "files/young-serif-latin-400-normal.woff2",
        weights: None,
        features: "kern",
        more: "",
    },
    Font {
        name: "text",
        package: "@fontsource-variable/atkinson-hyperlegible-next",
        version: "5.3.0",
        file: "files/atkinson-hyperlegible-next-latin-wght-normal.woff2",
        weights: Some("wght=400:700"),
        features: "kern,liga,tnum",
        more: "a9,b0,b1,bc-be,f7,2022,20ac,2191,2193,2212",
    },
];

/// The characters of both languages: ASCII, the accents of French and of common names, and its punctuation.
const LETTERS: &str = "20-7e,a0,ab,b7,bb,c0-cf,d1-d7,d9-dc,df-ef,f1-f6,f9-fc,ff,152,153,178,2009,202f,2013,2014,2018,2019,\
    201c,201d,2026";

/// A script that gives a font the narrow no-break space, if it lacks it, with the glyph of the thin space.
const ADD_NARROW_SPACE: &str = "\
import sys
from fontTools.ttLib import TTFont
font = TTFont(sys.argv[1])
for table in font['cmap'].tables:
    if table.isUnicode():
        table.cmap.setdefault(0x202F, table.cmap[0x2009])
font.flavor = None
font.save(sys.argv[2])
";

/// The versions of fonttools and brotli, which reduce fonts.
const TOOLS: [&str; 2] = ["fonttools==4.68.0", "brotli==1.2.1"];

/// Writes the fonts and their licences to the assets of the app.
pub(crate) fn fetch() -> Result<(), Failed> {
    let work = target_dir().join("fonts");
    let python = work.join("python");
    let failed = |error: std::io::Error| Failed(format!("{}: {error}", work.display()));
    fs::create_dir_all(&work).map_err(failed)?;
    run(Command::new("python3").arg("-m").arg("venv").arg(&python))?;
    run(Command::new(python.join("bin/pip")).args(["install", "--quiet"]).args(TOOLS))?;
    for font in &FONTS {
        let folder = work.join(font.name);
        fs::create_dir_all(&folder).map_err(failed)?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-save", "--ignore-scripts", "--prefix"]).arg(&folder);
        run(npm.arg(format!("{}@{}", font.package, font.version)))?;
        font.subset(&folder.join("node_modules").join(font.package), &python.join("bin"))?;
    }
    Ok(())
}

impl Font {
    /// Reduces the font in the folder of its package, and copies its licence.
    fn subset(&self, package: &Path, tools: &Path) -> Result<(), Failed> {
        let fonts = root().join("crates/web/assets/fonts");
        let mut source = package.join(self.file);
        if let Some(weights) = self.weights {
            let narrowed = package.join("narrowed.ttf");
            let mut instance = Command::new(tools.join("fonttools"));
            instance.args(["varLib.instancer", "--quiet", "--output"]).arg(&narrowed);
            run(instance.arg(&source).arg(weights))?;
            source = narrowed;
        }
        let spaced = package.join("spaced.ttf");
        run(Command::new(tools.join("python")).args(["-c", ADD_NARROW_SPACE]).arg(&source).arg(&spaced))?;
        let mut subset = Command::new(tools.join("pyftsubset"));
        subset.arg(spaced).arg(format!("--unicodes={LETTERS}")).arg(format!("--unicodes={}", self.more));
        subset.args(["--flavor=woff2", "--no-hinting", &format!("--layout-features={}", self.features)]);
        subset.arg(format!("--output-file={}", fonts.join(format!("{}.woff2", self.name)).display()));
        run(&mut subset)?;
        let license = fonts.join(format!("LICENSE-{}.txt", self.name));
        let copied = fs::copy(package.join("LICENSE"), &license);
        copied.map(drop).map_err(|error| Failed(format!("{}: {error}", license.display())))
    }

    #[cfg(test)]
    fn has(&self, letter: char) -> bool {
        let number = |digits: &str| u32::from_str_radix(digits, 16).expect("a code point");
        let ranges = LETTERS.split(',').chain(self.more.split(',').filter(|range| !range.is_empty()));
        ranges.into_iter().any(|range| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            (number(first)..=number(last)).contains(&u32::from(letter))
        })
    }
}

/// The fonts with the texts of their licences, for the notices.
pub(crate) fn licenses() -> Result<Vec<(String, String)>, Failed> {
    let license = |font: &Font| {
        let path = root().join(format!("crates/web/assets/fonts/LICENSE-{}.txt", font.name));
        let text =
            fs::read_to_string(&path).map_err(|error| Failed(format!("{}: {error}", path.display())))?;
        Ok((format!("{} {} (OFL-1.1), a subset", font.package, font.version), text))
    };
    FONTS.iter().map(license).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fonts_weigh_at_most_40_kilobytes_together_and_have_their_licences() {
        let fonts = root().join("crates/web/assets/fonts");
        let size =
            |font: &Font| fs::metadata(fonts.join(format!("{}.woff2", font.name))).expect("a font").len();
        let total: u64 = FONTS.iter().map(size).sum();
        assert!(total <= 40_000, "{total} bytes");
        let Ok(licenses) = licenses() else { panic!("a licence is missing") };
        assert!(licenses.iter().all(|(_, text)| text.contains("SIL OPEN FONT LICENSE")));
    }

    /// Collects the letters outside ASCII in the code of a folder, without comments.
    fn letters(folder: &Path, found: &mut Vec<char>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                letters(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let code = fs::read_to_string(&path).expect("a file");
                let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                found.extend(lines.flat_map(str::chars).filter(|letter| letter.is_alphabetic()));
            }
        }
    }

    #[test]
    fn the_fonts_have_every_letter_that_the_app_writes() {
        let mut found = Vec::new();
        for part in ["web", "boards", "lessons", "rules"] {
            letters(&root().join(format!("crates/{part}/src")), &mut found);
        }
        assert!(found.contains(&'é'));
        for font in &FONTS {
            let missing = found.iter().find(|letter| !font.has(**letter));
            assert_eq!(missing, None, "{} lacks a letter", font.name);
        }
    }
}
