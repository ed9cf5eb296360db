//! How many sockets the system lets the program have.

/// Lets the program have as many sockets as the system allows it; how many files and sockets that are, if known.
pub(crate) fn allow() -> Option<u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // What is not allowed stays as it is: then there are fewer sockets.
        let _ = setrlimit(Resource::Nofile, limit);
        getrlimit(Resource::Nofile).current
    }
    #[cfg(not(unix))]
    None
}
