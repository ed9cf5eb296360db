WITH locked AS MATERIALIZED (
    SELECT tables.key, new.*
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
        $8::smallint[], $9::text[], $10::bigint[])
        WITH ORDINALITY AS new (id, version, more, listing, wake_at, at, acted_at, turn, lines, ply, number)
    JOIN tables ON tables.id = new.id
    ORDER BY tables.key FOR UPDATE OF tables
),
changed AS (
    UPDATE tables SET version = locked.version + locked.more, listing = coalesce(locked.listing, tables.listing),
        wake_at = CASE WHEN tables.wake_at <= locked.wake_at THEN tables.wake_at ELSE locked.wake_at END,
        at = locked.at, acted_at = locked.acted_at, turn = locked.turn, ply = locked.ply
    FROM locked
    WHERE tables.key = locked.key AND tables.version = locked.version
    RETURNING tables.key, tables.watchers, locked.number, locked.version AS first, locked.lines
),
put_events AS (
    INSERT INTO events (table_key, number, line)
    SELECT changed.key, changed.first + event.number - 1, event.line
    FROM changed, unnest(string_to_array(changed.lines, chr(10))) WITH ORDINALITY AS event (line, number)
)
SELECT number, watchers, false FROM changed
