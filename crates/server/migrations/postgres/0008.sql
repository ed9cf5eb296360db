-- No event is written without its table: the statement that inserts it has locked or inserted the row of the table. So the
-- check of the foreign key, a query for every event, finds out nothing.
ALTER TABLE events DROP CONSTRAINT events_table_key_fkey;

-- The events of deleted tables are deleted with them, as the foreign key did.
CREATE FUNCTION delete_events_of_tables() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    DELETE FROM events USING deleted WHERE events.table_key = deleted.key;
    RETURN NULL;
END
$$;

CREATE TRIGGER tables_deleted AFTER DELETE ON tables REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION delete_events_of_tables();
