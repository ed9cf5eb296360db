//! The limit of the operating system on open files and sockets.

/// Raises the limit of this process as far as allowed. Returns the new limit, if there is one.
pub(crate) fn raise() -> Option<u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // If it cannot be raised, the old limit holds.
        let _ = setrlimit(Resource::Nofile, limit);
        getrlimit(Resource::Nofile).current
    }
    #[cfg(not(unix))]
    None
}
