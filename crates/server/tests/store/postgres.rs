//! What is PostgreSQL's own: several servers, a database that goes away and comes back, its age.
