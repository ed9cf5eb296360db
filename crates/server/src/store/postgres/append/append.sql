WITH new AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::smallint[], $6::boolean[],
        $7::text[], $8::text[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::bigint[],
        $20::boolean[], $21::bigint[], $22::bigint[], $23::smallint[], $24::boolean[], $25::boolean[], $26::bigint[])
        WITH ORDINALITY AS new (id, version, more, kind, stage, is_listed, setup, listing, names, outcome, opener,
            wake_at, at, is_joinable, acted_at, opened_from, turn, has_seats_changed,
            is_compaction, ply, number)
),
locked AS MATERIALIZED (
    SELECT tables.key, tables.stage AS old_stage, new.*
    FROM new JOIN tables ON tables.id = new.id WHERE new.version > 0 ORDER BY tables.key FOR UPDATE OF tables
),
changed AS (
    UPDATE tables SET version = locked.version + locked.more, kind = locked.kind, stage = locked.stage,
        is_listed = CASE WHEN tables.stage < 2 THEN locked.is_listed ELSE tables.is_listed END, setup = locked.setup,
        listing = coalesce(locked.listing, tables.listing), names = locked.names, outcome = locked.outcome, opener = locked.opener,
        wake_at = locked.wake_at, at = locked.at, is_joinable = locked.is_joinable, acted_at = locked.acted_at,
        turn = locked.turn, ply = locked.ply, ended_at = CASE WHEN locked.stage >= 2 THEN locked.at END,
        is_watched = locked.stage >= 2 AND tables.watchers <> '{}'
    FROM locked
    WHERE tables.key = locked.key AND tables.version = locked.version
    RETURNING tables.key, locked.number, locked.has_seats_changed, tables.watchers,
        tables.is_listed AND (locked.old_stage = 0 OR locked.stage = 0) AS is_in_lobby
),
opened AS (
    INSERT INTO tables (id, version, kind, stage, is_listed, setup, listing, names, outcome, opener, wake_at, at,
        opened_at, is_joinable, acted_at, opened_from, turn, ply, ended_at)
    SELECT id, version + more, kind, stage, is_listed, setup, coalesce(listing, ''), names, outcome, opener, wake_at,
        at, at, is_joinable, acted_at, opened_from, turn, ply, CASE WHEN stage >= 2 THEN at END
    FROM new WHERE version = 0 ORDER BY id
    ON CONFLICT (id) DO NOTHING
    RETURNING key, id, is_listed AND stage = 0 AS is_in_lobby
),
written AS MATERIALIZED (
    SELECT key, number, has_seats_changed, watchers, is_in_lobby FROM changed
    UNION ALL SELECT opened.key, new.number, true, '{}', opened.is_in_lobby FROM opened JOIN new ON new.id = opened.id
),
dropped_events AS (
    DELETE FROM events USING written JOIN new ON new.number = written.number
    WHERE new.is_compaction AND events.table_key = written.key AND events.number > 0
),
put_events AS (
    INSERT INTO events (table_key, number, line)
    SELECT written.key, event.number, event.line
    FROM unnest($14::bigint[], $15::bigint[], $16::text[]) AS event (of, number, line)
    JOIN written ON written.number = event.of
),
seat AS MATERIALIZED (
    SELECT written.key, seat.seat, seat.guest, CASE new.stage WHEN 2 THEN new.at END AS ended_at
    FROM unnest($17::bigint[], $18::smallint[], $19::bigint[]) AS seat (of, seat, guest)
    JOIN written ON written.number = seat.of
    JOIN new ON new.number = seat.of
),
left_seats AS (
    DELETE FROM seats USING written
    WHERE written.has_seats_changed AND seats.table_key = written.key
        AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.key = seats.table_key AND seat.seat = seats.seat)
),
put_seats AS (
    INSERT INTO seats (table_key, seat, guest, ended_at)
    SELECT key, seat, guest, ended_at FROM seat
    ON CONFLICT (table_key, seat) DO UPDATE
    SET guest = excluded.guest, ended_at = excluded.ended_at
    WHERE (seats.guest, seats.ended_at) IS DISTINCT FROM (excluded.guest, excluded.ended_at)
)
SELECT number, watchers, is_in_lobby FROM written
