//! Games and positions as pictures of pixels, drawn by the browser: [`gif()`] a whole game, [`png()`] a scene.

mod canvas;
mod gif;
mod indexed_image;
mod png;

pub use gif::gif;
pub use png::png;
