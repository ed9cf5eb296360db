-- What a move changes is in no index, so PostgreSQL writes the new version of the row beside the old one and leaves all indexes
-- as they are (a HOT update). `wake_at` has an index, but most moves leave it alone.

-- What moves change comes last, so that the log has only the end of the row. `ended_at` is when the game ended or the table was
-- closed: the indexes of what is over have it in place of `at`, which every move changes. `ply` is the number of moves that
-- players have made: a move changes nothing else in the listing but what `at` and `turn` say, so the listing is written again
-- only when something else does. `is_watched` is whether servers watch a table that is over: an index on `watchers` would be
-- changed by every server that begins to watch a game.
ALTER TABLE tables
    ADD COLUMN ended_at bigint,
    ADD COLUMN is_watched boolean NOT NULL DEFAULT false,
    ADD COLUMN new_version bigint,
    ADD COLUMN new_at bigint,
    ADD COLUMN new_acted_at bigint,
    ADD COLUMN new_turn smallint,
    ADD COLUMN ply bigint NOT NULL DEFAULT 0;
UPDATE tables SET ended_at = CASE WHEN stage >= 2 THEN at END, is_watched = stage >= 2 AND watchers <> '{}',
    new_version = version, new_at = at, new_acted_at = acted_at, new_turn = turn,
    ply = coalesce(substring(listing FROM ' ply=([0-9]{1,9})')::bigint, 0);

DROP INDEX tables_watched;
-- This drops the indexes of these columns too.
ALTER TABLE tables DROP COLUMN version, DROP COLUMN at, DROP COLUMN acted_at, DROP COLUMN turn;
ALTER TABLE tables RENAME COLUMN new_version TO version;
ALTER TABLE tables RENAME COLUMN new_at TO at;
ALTER TABLE tables RENAME COLUMN new_acted_at TO acted_at;
ALTER TABLE tables RENAME COLUMN new_turn TO turn;
ALTER TABLE tables ALTER COLUMN version SET NOT NULL, ALTER COLUMN at SET NOT NULL, ALTER COLUMN acted_at SET NOT NULL;
ALTER TABLE tables ALTER COLUMN acted_at SET DEFAULT 0;
CREATE INDEX tables_archive ON tables (ended_at) WHERE stage = 2 AND is_listed;
CREATE INDEX tables_archive_of ON tables (kind, ended_at) WHERE stage = 2 AND is_listed;
CREATE INDEX tables_archive_won ON tables (outcome, ended_at) WHERE stage = 2 AND is_listed;
CREATE INDEX tables_archive_of_won ON tables (kind, outcome, ended_at) WHERE stage = 2 AND is_listed;
CREATE INDEX tables_finished ON tables (ended_at) WHERE stage = 2;
CREATE INDEX tables_closed ON tables (ended_at) WHERE stage = 3;
CREATE INDEX tables_watched ON tables (key) WHERE is_watched;

-- Room on each page for new versions of its rows.
ALTER TABLE tables SET (fillfactor = 70);

ALTER TABLE alive RENAME TO heartbeats;
ALTER TABLE downs RENAME TO outages;
ALTER TABLE acts RENAME TO admin_actions;
ALTER TABLE admin_actions RENAME COLUMN act TO action;
