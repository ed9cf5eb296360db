-- The explorer's index of the archive: what was played in a position, and how those games ended. `key` is the position and
-- `code` the move, as the crate explorer numbers them; wins are those of the player to move, then of the others in turn.
CREATE TABLE explorer (
    key bigint NOT NULL,
    code bigint NOT NULL,
    kind text NOT NULL,
    wins_first bigint NOT NULL,
    wins_second bigint NOT NULL,
    wins_third bigint NOT NULL,
    wins_fourth bigint NOT NULL,
    draws bigint NOT NULL,
    PRIMARY KEY (key, code, kind)
);

-- Whether a finished game is in the index. Servers count the others by themselves, those of older versions too.
ALTER TABLE tables ADD COLUMN is_explored boolean NOT NULL DEFAULT false;
CREATE INDEX tables_unexplored ON tables (key) WHERE stage = 2 AND is_listed AND NOT is_explored;
