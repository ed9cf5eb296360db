-- The first schema. Times are milliseconds since 1970; guests are the 64 bits of their number. A stage is 0 waiting,
-- 1 playing, 2 over, 3 closed. Who has an account can be told later by a column of `guests`.

CREATE TABLE tables (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- How many events there are.
    version INTEGER NOT NULL,
    kind TEXT NOT NULL,
    stage INTEGER NOT NULL,
    is_listed INTEGER NOT NULL,
    setup TEXT NOT NULL,
    listing TEXT NOT NULL,
    names TEXT NOT NULL,
    outcome TEXT NOT NULL,
    opener INTEGER NOT NULL,
    wake_at INTEGER,
    opened_at INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX tables_unfinished ON tables (stage, opener) WHERE stage < 2;
CREATE INDEX tables_due ON tables (wake_at) WHERE stage < 2 AND wake_at IS NOT NULL;
CREATE INDEX tables_lobby ON tables (opened_at) WHERE stage = 0 AND is_listed = 1;
CREATE INDEX tables_pair ON tables (setup, opened_at) WHERE stage = 0 AND is_listed = 1;
-- These have all that is searched for, so that only what is found is read.
CREATE INDEX tables_archive ON tables (at, kind, outcome, names) WHERE stage = 2 AND is_listed = 1;
CREATE INDEX tables_archive_of ON tables (kind, at, outcome, names) WHERE stage = 2 AND is_listed = 1;
CREATE INDEX tables_closed ON tables (at) WHERE stage = 3;

CREATE TABLE events (
    table_key INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    -- From 0.
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (table_key, number)
) STRICT, WITHOUT ROWID;

-- Who sits at the tables that are not closed.
CREATE TABLE seats (
    table_key INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    -- From 1.
    seat INTEGER NOT NULL,
    guest INTEGER NOT NULL,
    to_move INTEGER NOT NULL,
    -- The `at` of the table once the game is over; it does not change with every move, as that would.
    ended_at INTEGER,
    PRIMARY KEY (table_key, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of ON seats (guest, ended_at);

CREATE TABLE guests (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;

-- The hashes of the keys with which a seat can be taken over.
CREATE TABLE keys (
    key TEXT PRIMARY KEY,
    table_key INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    guest INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX keys_of ON keys (table_key);
CREATE INDEX keys_old ON keys (until);

-- When a server was last known to be there: at most one row.
CREATE TABLE alive (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE downs (
    to_at INTEGER NOT NULL,
    from_at INTEGER NOT NULL,
    PRIMARY KEY (to_at, from_at)
) STRICT, WITHOUT ROWID;
