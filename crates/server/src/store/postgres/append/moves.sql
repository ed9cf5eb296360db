WITH new AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
        $8::smallint[])
        WITH ORDINALITY AS new (id, version, more, listing, wake_at, at, acted_at, turn, number)
),
locked AS MATERIALIZED (
    SELECT key, id FROM tables WHERE id = ANY ($1) ORDER BY key FOR UPDATE
),
changed AS (
    UPDATE tables SET version = new.version + new.more, listing = new.listing, wake_at = new.wake_at, at = new.at,
        acted_at = new.acted_at, turn = new.turn
    FROM new JOIN locked ON locked.id = new.id
    WHERE tables.key = locked.key AND tables.version = new.version
    RETURNING tables.key, new.number, tables.watchers
),
put_events AS (
    INSERT INTO events (table_key, number, line)
    SELECT changed.key, event.number, event.line
    FROM unnest($9::bigint[], $10::bigint[], $11::text[]) AS event (of, number, line)
    JOIN changed ON changed.number = event.of
)
SELECT number, watchers, false FROM changed
