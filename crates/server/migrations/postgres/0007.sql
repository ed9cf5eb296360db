-- Finished games and names are deleted after their time by an index, however many there are.
CREATE INDEX tables_finished ON tables (at) WHERE stage = 2;
CREATE INDEX guests_old ON guests (at);

-- Waiting tables are counted by address.
CREATE INDEX tables_waiting_from ON tables (opened_from) WHERE stage = 0;

-- The finished tables that servers watch, from which lost servers are removed.
CREATE INDEX tables_watched ON tables (key) WHERE stage >= 2 AND watchers <> '{}';
