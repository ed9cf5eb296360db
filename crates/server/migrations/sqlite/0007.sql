-- Finished games and names are deleted after their time by an index, however many there are.
CREATE INDEX tables_finished ON tables (at) WHERE stage = 2;
CREATE INDEX guests_old ON guests (at);

-- Waiting tables are counted by address, and pairing is fair to addresses and guests.
CREATE INDEX tables_waiting_from ON tables (opened_from) WHERE stage = 0;
DROP INDEX tables_pair;
CREATE INDEX tables_pair ON tables (setup, opener, opened_at, key, opened_from)
    WHERE stage = 0 AND is_listed = 1 AND is_joinable = 1;
