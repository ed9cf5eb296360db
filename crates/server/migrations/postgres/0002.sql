-- What lobby and archive show is found by indexes, however much there is beside it.

-- Whether somebody waits at the table for others to join.
ALTER TABLE tables ADD COLUMN is_joinable boolean NOT NULL DEFAULT false;
UPDATE tables SET is_joinable = true
    WHERE stage = 0 AND EXISTS (SELECT 1 FROM seats WHERE table_key = tables.key);

DROP INDEX tables_lobby;
DROP INDEX tables_pair;
CREATE INDEX tables_lobby ON tables (opener, opened_at, key) WHERE stage = 0 AND is_listed AND is_joinable;
CREATE INDEX tables_pair ON tables (setup, opened_at) WHERE stage = 0 AND is_listed AND is_joinable;

CREATE INDEX tables_archive_won ON tables (outcome, at) WHERE stage = 2 AND is_listed;
CREATE INDEX tables_archive_of_won ON tables (kind, outcome, at) WHERE stage = 2 AND is_listed;

-- The names in the archive, by all sequences of three characters. Where the extension is missing or may not be made,
-- searches for rare names read the archive and are cancelled after the statement timeout.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX tables_archive_names ON tables USING gin (names gin_trgm_ops) WHERE stage = 2 AND is_listed;
EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'names in the archive are not indexed: %', SQLERRM;
END $$;
