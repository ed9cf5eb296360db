-- What a server of the first schema has written, in SQLite or in PostgreSQL. It stays as it is: every later schema
-- must find it again.
INSERT INTO tables (id, version, kind, stage, is_listed, setup, listing, names, outcome, opener, wake_at, opened_at, at)
VALUES
    ('waiting', 2, 'morpion', 0, true, 'a setup', 'waiting listing', 'anne', '', 1, NULL, 100, 150),
    ('playing', 3, 'doh', 1, false, 'another', 'playing listing', 'anne luc', '', -1, 5000, 200, 250),
    ('over', 1, 'doh', 2, true, 'another', 'over listing', 'luc zoé', 'win1', 1, NULL, 300, 350),
    ('closed', 1, 'doh', 3, true, 'another', 'closed listing', '', '', 1, NULL, 400, 450);
INSERT INTO events (table_key, number, line)
SELECT key, 0, id || ' 0' FROM tables
UNION ALL SELECT key, 1, id || ' é' FROM tables WHERE version > 1
UNION ALL SELECT key, 2, id || ' 2' FROM tables WHERE version > 2;
INSERT INTO seats (table_key, seat, guest, to_move)
SELECT key, 1, 1, false FROM tables WHERE id = 'waiting'
UNION ALL SELECT key, 1, 1, false FROM tables WHERE id = 'playing'
UNION ALL SELECT key, 2, -1, true FROM tables WHERE id = 'playing';
INSERT INTO seats (table_key, seat, guest, to_move, ended_at)
SELECT key, 3, -1, false, 350 FROM tables WHERE id = 'over';
INSERT INTO guests (id, name, at) VALUES (1, 'Anne', 100), (-1, 'Luc', 100);
INSERT INTO keys (key, table_key, guest, until) SELECT 'a key', key, -1, 9000 FROM tables WHERE id = 'playing';
INSERT INTO alive (id, at) VALUES (1, 1000) ON CONFLICT (id) DO UPDATE SET at = 1000;
INSERT INTO downs (from_at, to_at) VALUES (500, 600), (700, 800);
