-- What lobby and archive show is found by indexes, however much there is beside it.

-- Whether somebody waits at the table for others to join.
ALTER TABLE tables ADD COLUMN is_joinable INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET is_joinable = 1
    WHERE stage = 0 AND EXISTS (SELECT 1 FROM seats WHERE table_key = tables.key);

DROP INDEX tables_lobby;
DROP INDEX tables_pair;
CREATE INDEX tables_lobby ON tables (opener, opened_at, key) WHERE stage = 0 AND is_listed = 1 AND is_joinable = 1;
CREATE INDEX tables_pair ON tables (setup, opened_at) WHERE stage = 0 AND is_listed = 1 AND is_joinable = 1;

DROP INDEX tables_archive;
DROP INDEX tables_archive_of;
CREATE INDEX tables_archive ON tables (at) WHERE stage = 2 AND is_listed = 1;
CREATE INDEX tables_archive_of ON tables (kind, at) WHERE stage = 2 AND is_listed = 1;
CREATE INDEX tables_archive_won ON tables (outcome, at) WHERE stage = 2 AND is_listed = 1;
CREATE INDEX tables_archive_of_won ON tables (kind, outcome, at) WHERE stage = 2 AND is_listed = 1;

-- The names in the archive, by all sequences of three characters.
CREATE VIRTUAL TABLE archive_names USING fts5 (
    names, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO archive_names (rowid, names) SELECT key, names FROM tables WHERE stage = 2 AND is_listed = 1;

CREATE TRIGGER archive_names_opened AFTER INSERT ON tables WHEN new.stage = 2 AND new.is_listed = 1
BEGIN
    INSERT INTO archive_names (rowid, names) VALUES (new.key, new.names);
END;
CREATE TRIGGER archive_names_added AFTER UPDATE ON tables
WHEN new.stage = 2 AND new.is_listed = 1 AND NOT (old.stage = 2 AND old.is_listed = 1 AND old.names = new.names)
BEGIN
    DELETE FROM archive_names WHERE rowid = old.key;
    INSERT INTO archive_names (rowid, names) VALUES (new.key, new.names);
END;
CREATE TRIGGER archive_names_hidden AFTER UPDATE ON tables
WHEN old.stage = 2 AND old.is_listed = 1 AND NOT (new.stage = 2 AND new.is_listed = 1)
BEGIN
    DELETE FROM archive_names WHERE rowid = old.key;
END;
CREATE TRIGGER archive_names_deleted AFTER DELETE ON tables WHEN old.stage = 2 AND old.is_listed = 1
BEGIN
    DELETE FROM archive_names WHERE rowid = old.key;
END;
