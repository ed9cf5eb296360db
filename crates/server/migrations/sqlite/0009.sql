-- What a move changes is in no index but that of the tables that are due.

-- When the game ended or the table was closed. The indexes of what is over have it in place of `at`, which every move changes.
ALTER TABLE tables ADD COLUMN ended_at INTEGER;
UPDATE tables SET ended_at = at WHERE stage >= 2;

-- The number of moves that players have made. A move changes nothing else in the listing but what `at` and `turn` say, so the
-- listing is written again only when something else does.
ALTER TABLE tables ADD COLUMN ply INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET ply = CAST(substr(listing, instr(listing, ' ply=') + 5) AS INTEGER) WHERE instr(listing, ' ply=') > 0;

DROP INDEX tables_archive;
DROP INDEX tables_archive_of;
DROP INDEX tables_archive_won;
DROP INDEX tables_archive_of_won;
DROP INDEX tables_finished;
DROP INDEX tables_closed;
CREATE INDEX tables_archive ON tables (ended_at) WHERE stage = 2 AND is_listed = 1;
CREATE INDEX tables_archive_of ON tables (kind, ended_at) WHERE stage = 2 AND is_listed = 1;
CREATE INDEX tables_archive_won ON tables (outcome, ended_at) WHERE stage = 2 AND is_listed = 1;
CREATE INDEX tables_archive_of_won ON tables (kind, outcome, ended_at) WHERE stage = 2 AND is_listed = 1;
CREATE INDEX tables_finished ON tables (ended_at) WHERE stage = 2;
CREATE INDEX tables_closed ON tables (ended_at) WHERE stage = 3;

ALTER TABLE alive RENAME TO heartbeats;
ALTER TABLE downs RENAME TO outages;
ALTER TABLE acts RENAME TO admin_actions;
ALTER TABLE admin_actions RENAME COLUMN act TO action;
