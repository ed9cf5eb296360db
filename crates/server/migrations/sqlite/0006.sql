-- The explorer's index of the archive: what was played in a position, and how those games ended. `key` is the position and
-- `code` the move, as the crate explorer numbers them; wins are those of the player to move, then of the others in turn.
CREATE TABLE explorer (
    key INTEGER NOT NULL,
    code INTEGER NOT NULL,
    kind TEXT NOT NULL,
    wins_first INTEGER NOT NULL,
    wins_second INTEGER NOT NULL,
    wins_third INTEGER NOT NULL,
    wins_fourth INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    PRIMARY KEY (key, code, kind)
) STRICT, WITHOUT ROWID;

-- Whether a finished game is in the index. Servers count the others by themselves, those of older versions too.
ALTER TABLE tables ADD COLUMN is_explored INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_unexplored ON tables (key) WHERE stage = 2 AND is_listed = 1 AND is_explored = 0;
