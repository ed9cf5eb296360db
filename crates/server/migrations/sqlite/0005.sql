-- The index of names in the archive is looked after only when something changes that it depends on: a move changes none of it.
DROP TRIGGER archive_names_added;
CREATE TRIGGER archive_names_added AFTER UPDATE OF stage, is_listed, names ON tables
WHEN new.stage = 2 AND new.is_listed = 1 AND NOT (old.stage = 2 AND old.is_listed = 1 AND old.names = new.names)
BEGIN
    DELETE FROM archive_names WHERE rowid = old.key;
    INSERT INTO archive_names (rowid, names) VALUES (new.key, new.names);
END;
DROP TRIGGER archive_names_hidden;
CREATE TRIGGER archive_names_hidden AFTER UPDATE OF stage, is_listed ON tables
WHEN old.stage = 2 AND old.is_listed = 1 AND NOT (new.stage = 2 AND new.is_listed = 1)
BEGIN
    DELETE FROM archive_names WHERE rowid = old.key;
END;
