//! What evaluates the positions of a game: its built-in network, one from a file, or no network.

use std::fmt;
use std::sync::Arc;

use super::NetworkError;

/// What is to evaluate the positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkSource<'f> {
    /// The network that comes with the engine.
    BuiltIn,
    /// The network in a file. If the file is refused, the hand-written evaluation is used.
    File(&'f [u8]),
    /// No network: the hand-written evaluation.
    HandWritten,
}

/// Why the hand-written evaluation is used although a network was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnusedNetwork {
    /// The built-in network was refused.
    BuiltIn(NetworkError),
    /// No network evaluates games with these options, so the one from the file is not used.
    Loaded,
}

impl fmt::Display for UnusedNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnusedNetwork::BuiltIn(error) => write!(f, "the built-in network is refused ({error})"),
            UnusedNetwork::Loaded => f.write_str("games with these options are not evaluated by a network"),
        }?;
        f.write_str(": the hand-written evaluation is used")
    }
}

/// What evaluates the positions of a game whose networks are of type `N`.
#[derive(Debug, Default)]
pub(crate) enum NetworkChoice<N> {
    /// The network that comes with the engine.
    #[default]
    BuiltIn,
    /// A network from a file.
    Loaded(Arc<N>),
    /// The hand-written evaluation.
    HandWritten,
}

impl<N> Clone for NetworkChoice<N> {
    fn clone(&self) -> NetworkChoice<N> {
        match self {
            NetworkChoice::BuiltIn => NetworkChoice::BuiltIn,
            NetworkChoice::Loaded(network) => NetworkChoice::Loaded(network.clone()),
            NetworkChoice::HandWritten => NetworkChoice::HandWritten,
        }
    }
}

impl<N> NetworkChoice<N> {
    /// Chooses `source`; `read` reads a file. If the file is refused, the hand-written evaluation is chosen.
    pub(crate) fn choose(
        &mut self,
        source: NetworkSource<'_>,
        read: impl FnOnce(&[u8]) -> Result<N, NetworkError>,
    ) -> Result<(), NetworkError> {
        *self = match source {
            NetworkSource::BuiltIn => NetworkChoice::BuiltIn,
            NetworkSource::HandWritten => NetworkChoice::HandWritten,
            NetworkSource::File(file) => match read(file) {
                Ok(network) => NetworkChoice::Loaded(Arc::new(network)),
                Err(error) => {
                    *self = NetworkChoice::HandWritten;
                    return Err(error);
                }
            },
        };
        Ok(())
    }

    /// The network, where `standard` is the built-in one; `None` for the hand-written evaluation, which also replaces a
    /// built-in network that is refused: [`unused`](NetworkChoice::unused) tells.
    pub(crate) fn get(&self, standard: impl FnOnce() -> Result<Arc<N>, NetworkError>) -> Option<Arc<N>> {
        match self {
            NetworkChoice::BuiltIn => standard().ok(),
            NetworkChoice::Loaded(network) => Some(network.clone()),
            NetworkChoice::HandWritten => None,
        }
    }

    /// Why the chosen network does not evaluate a game. `has_network` says whether networks evaluate games with its
    /// options. A built-in network that is not meant for them is not reported.
    pub(crate) fn unused(
        &self,
        has_network: bool,
        standard: impl FnOnce() -> Result<Arc<N>, NetworkError>,
    ) -> Option<UnusedNetwork> {
        match self {
            NetworkChoice::BuiltIn if has_network => standard().err().map(UnusedNetwork::BuiltIn),
            NetworkChoice::Loaded(_) if !has_network => Some(UnusedNetwork::Loaded),
            NetworkChoice::BuiltIn | NetworkChoice::Loaded(_) | NetworkChoice::HandWritten => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_file_chooses_the_hand_written_evaluation_whatever_was_chosen_before() {
        let read = |file: &[u8]| if file == b"good" { Ok(2) } else { Err(NetworkError::Magic) };
        let network = |choice: &NetworkChoice<u8>| choice.get(|| Ok(Arc::new(1))).map(|network| *network);
        let mut choice = NetworkChoice::default();
        assert_eq!(network(&choice), Some(1));
        for before in [NetworkSource::BuiltIn, NetworkSource::File(b"good"), NetworkSource::HandWritten] {
            assert_eq!(choice.choose(before, read), Ok(()));
            assert_eq!(choice.choose(NetworkSource::File(b"bad"), read), Err(NetworkError::Magic));
            assert_eq!(network(&choice), None, "after {before:?}");
            assert_eq!(network(&choice.clone()), None);
        }
        assert_eq!(choice.choose(NetworkSource::File(b"good"), read), Ok(()));
        assert_eq!((network(&choice), network(&choice.clone())), (Some(2), Some(2)));
        assert_eq!(choice.choose(NetworkSource::BuiltIn, read), Ok(()));
        assert_eq!(network(&choice), Some(1));
    }

    #[test]
    fn a_network_that_is_not_used_is_reported_unless_none_was_chosen() {
        let bad = || Err(NetworkError::Checksum);
        let good = || Ok(Arc::new(1));
        let mut choice = NetworkChoice::default();
        assert_eq!(choice.unused(true, good), None);
        assert_eq!(choice.unused(true, bad), Some(UnusedNetwork::BuiltIn(NetworkError::Checksum)));
        assert_eq!(choice.get(bad), None);
        assert_eq!(choice.unused(false, bad), None);
        assert_eq!(choice.choose(NetworkSource::File(b""), |_| Ok(2)), Ok(()));
        assert_eq!(choice.unused(true, bad), None);
        assert_eq!(choice.unused(false, bad), Some(UnusedNetwork::Loaded));
        assert_eq!(choice.choose(NetworkSource::HandWritten, |_| Ok(2)), Ok(()));
        assert_eq!([choice.unused(true, bad), choice.unused(false, bad)], [None, None]);
    }
}
