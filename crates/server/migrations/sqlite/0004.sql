-- When a player last did something at the table: a game that nobody plays is found by it, whoever looks at it.
ALTER TABLE tables ADD COLUMN acted_at INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET acted_at = at;

-- The seat to move, from 1. It was a column of `seats`, whose rows had to be written at every move.
ALTER TABLE tables ADD COLUMN turn INTEGER;
UPDATE tables SET turn = (SELECT min(seat) FROM seats WHERE table_key = tables.key AND to_move = 1);
ALTER TABLE seats DROP COLUMN to_move;

-- From where the table was opened, as a keyed hash: the lobby is fair to addresses.
ALTER TABLE tables ADD COLUMN opened_from INTEGER;

DROP INDEX tables_lobby;
CREATE INDEX tables_lobby ON tables (opener, opened_at, key, opened_from)
    WHERE stage = 0 AND is_listed = 1 AND is_joinable = 1;
