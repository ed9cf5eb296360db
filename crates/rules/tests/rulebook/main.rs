//! Every rule of every source, each with a test named by what it says.

mod cards;
