//! Every rule of every source and every ruling, each with a test named by what it says.

mod morpion;
mod super_morpion;
