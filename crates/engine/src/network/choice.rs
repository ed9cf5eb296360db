//! What evaluates the positions of a game: its built-in network, one from a file, or no network.

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

    /// The network, where `standard` is the built-in one; `None` for the hand-written evaluation.
    pub(crate) fn get(&self, standard: impl FnOnce() -> Result<Arc<N>, NetworkError>) -> Option<Arc<N>> {
        match self {
            NetworkChoice::BuiltIn => standard().ok(),
            NetworkChoice::Loaded(network) => Some(network.clone()),
            NetworkChoice::HandWritten => None,
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
}
