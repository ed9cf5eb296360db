-- An address has a limit on its unfinished tables, not only on those that wait. No move changes what these indexes hold.
DROP INDEX tables_waiting_from;
CREATE INDEX tables_unfinished_from ON tables (opened_from, stage) WHERE stage < 2;

-- The list of games to watch is chosen from the newest of them, however many there are.
CREATE INDEX tables_running ON tables (opened_at) WHERE stage = 1 AND is_listed;
