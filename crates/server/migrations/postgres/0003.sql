-- What operators did (`trois admin`), in order: the log, and what every server follows.
CREATE TABLE acts (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    who text NOT NULL,
    act text NOT NULL
);
