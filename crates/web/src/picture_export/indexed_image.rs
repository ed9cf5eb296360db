//! Colour quantization for GIF: the most frequent colours stay exact, and every other one (on the antialiased edges of
//! shapes) becomes the nearest of them.

use std::collections::HashMap;

/// The most colours that a GIF frame can have.
const MAX_COLOURS: usize = 256;

type Colour = [u8; 3];

/// An image with a palette.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct IndexedImage {
    /// The palette: red, green and blue of each colour.
    pub(super) palette: Vec<u8>,
    /// The palette index of each pixel.
    pub(super) pixels: Vec<u8>,
}

/// Reduces an opaque RGBA image to a palette.
pub(super) fn quantize(rgba: &[u8]) -> IndexedImage {
    let (pixels, _) = rgba.as_chunks::<4>();
    // Vector drawings have long runs of one colour, and each run is looked up once.
    let runs = || pixels.chunk_by(|a, b| a == b).map(|run| ([run[0][0], run[0][1], run[0][2]], run.len()));
    let mut counts: HashMap<Colour, usize> = HashMap::new();
    for (colour, length) in runs() {
        *counts.entry(colour).or_default() += length;
    }
    let mut colours: Vec<(Colour, usize)> = counts.into_iter().collect();
    // Equally frequent colours are sorted, so that the result is deterministic.
    colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
    let palette: Vec<Colour> = colours.iter().take(MAX_COLOURS).map(|&(colour, _)| colour).collect();
    let numbers: HashMap<Colour, u8> =
        colours.iter().map(|&(colour, _)| (colour, nearest(&palette, colour))).collect();
    let mut numbered = Vec::with_capacity(pixels.len());
    for (colour, length) in runs() {
        numbered.resize(numbered.len() + length, numbers.get(&colour).copied().unwrap_or_default());
    }
    IndexedImage { palette: palette.concat(), pixels: numbered }
}

/// The index of the palette colour nearest to this one.
fn nearest(palette: &[Colour], colour: Colour) -> u8 {
    let far = |known: &Colour| -> u32 {
        known.iter().zip(colour).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let number =
        palette.iter().enumerate().min_by_key(|(_, known)| far(known)).map_or(0, |(number, _)| number);
    u8::try_from(number).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour_at(image: &IndexedImage, pixel: usize) -> &[u8] {
        let number = usize::from(image.pixels[pixel]);
        &image.palette[3 * number..3 * number + 3]
    }

    #[test]
    fn an_image_with_at_most_256_colours_keeps_each_of_them() {
        let rgba: Vec<u8> = (0..=255).flat_map(|n| [n, 255 - n, 7, 255]).collect();
        let image = quantize(&rgba);
        for n in 0..=255_u8 {
            assert_eq!(colour_at(&image, usize::from(n)), [n, 255 - n, 7]);
        }
    }

    #[test]
    fn with_too_many_colours_the_frequent_ones_stay_and_the_others_become_the_nearest() {
        // 256 colours twice each, and once a colour close to one of them.
        let mut rgba: Vec<u8> = (0..512_u16).flat_map(|n| [0, (n / 2) as u8, 40, 255]).collect();
        rgba.extend([3, 100, 40, 255]);
        let image = quantize(&rgba);
        assert_eq!((image.palette.len(), image.pixels.len()), (3 * MAX_COLOURS, 513));
        assert_eq!(colour_at(&image, 300), [0, 150, 40]);
        assert_eq!(colour_at(&image, 512), [0, 100, 40]);
    }
}
