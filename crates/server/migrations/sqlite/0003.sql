-- What operators did (`trois admin`), in order: the log, and what every server follows.
CREATE TABLE acts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    act TEXT NOT NULL
) STRICT;
