//! Errors of the rules, the engine and the environments as Python exceptions. The sentence is the same as on the command
//! line.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};

/// A value that is wrong.
pub(crate) fn value(what: impl Display) -> PyErr {
    PyValueError::new_err(what.to_string())
}

/// A value of the wrong type.
pub(crate) fn wrong_type(what: impl Display) -> PyErr {
    PyTypeError::new_err(what.to_string())
}

/// An index that is out of range.
pub(crate) fn index(what: impl Display) -> PyErr {
    PyIndexError::new_err(what.to_string())
}
