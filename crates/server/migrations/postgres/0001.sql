-- The first schema. Times are milliseconds since 1970; guests are the 64 bits of their number. A stage is 0 waiting,
-- 1 playing, 2 over, 3 closed. Who has an account can be told later by a column of `guests`.

CREATE TABLE tables (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    -- How many events there are.
    version bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    stage smallint NOT NULL,
    is_listed boolean NOT NULL,
    setup text COLLATE "C" NOT NULL,
    listing text NOT NULL,
    names text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    opener bigint NOT NULL,
    wake_at bigint,
    opened_at bigint NOT NULL,
    at bigint NOT NULL
);

CREATE INDEX tables_unfinished ON tables (stage, opener) WHERE stage < 2;
CREATE INDEX tables_due ON tables (wake_at) WHERE stage < 2 AND wake_at IS NOT NULL;
CREATE INDEX tables_lobby ON tables (opened_at) WHERE stage = 0 AND is_listed;
CREATE INDEX tables_pair ON tables (setup, opened_at) WHERE stage = 0 AND is_listed;
CREATE INDEX tables_archive ON tables (at) WHERE stage = 2 AND is_listed;
CREATE INDEX tables_archive_of ON tables (kind, at) WHERE stage = 2 AND is_listed;
CREATE INDEX tables_closed ON tables (at) WHERE stage = 3;

CREATE TABLE events (
    table_key bigint NOT NULL REFERENCES tables ON DELETE CASCADE,
    -- From 0.
    number bigint NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (table_key, number)
);

-- Who sits at the tables that are not closed.
CREATE TABLE seats (
    table_key bigint NOT NULL REFERENCES tables ON DELETE CASCADE,
    -- From 1.
    seat smallint NOT NULL,
    guest bigint NOT NULL,
    to_move boolean NOT NULL,
    -- The `at` of the table once the game is over; it does not change with every move, as that would.
    ended_at bigint,
    PRIMARY KEY (table_key, seat)
);

CREATE INDEX seats_of ON seats (guest, ended_at);

CREATE TABLE guests (
    id bigint PRIMARY KEY,
    name text NOT NULL,
    at bigint NOT NULL
);

-- The hashes of the keys with which a seat can be taken over.
CREATE TABLE keys (
    key text COLLATE "C" PRIMARY KEY,
    table_key bigint NOT NULL REFERENCES tables ON DELETE CASCADE,
    guest bigint NOT NULL,
    until bigint NOT NULL
);

CREATE INDEX keys_of ON keys (table_key);
CREATE INDEX keys_old ON keys (until);

-- When a server was last known to be there, and when before that: one row.
CREATE TABLE alive (
    id smallint PRIMARY KEY CHECK (id = 1),
    at bigint,
    before bigint
);

INSERT INTO alive (id) VALUES (1);

CREATE TABLE downs (
    to_at bigint NOT NULL,
    from_at bigint NOT NULL,
    PRIMARY KEY (to_at, from_at)
);
