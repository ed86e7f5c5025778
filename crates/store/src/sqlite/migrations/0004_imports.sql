-- What PGN says about a game in tags, and its opening. Empty, and 0 for a rating, where it says
-- nothing.
ALTER TABLE game ADD COLUMN event        TEXT    NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN site         TEXT    NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN date         TEXT    NOT NULL DEFAULT '';   -- 1972.07.11, 1851.06.??
ALTER TABLE game ADD COLUMN round        TEXT    NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN round_order  INTEGER NOT NULL DEFAULT -1;
ALTER TABLE game ADD COLUMN white_rating INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN black_rating INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN details_search TEXT  NOT NULL DEFAULT '';   -- in lower case
ALTER TABLE game ADD COLUMN eco          TEXT    NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN opening      TEXT    NOT NULL DEFAULT '';

-- Games that were set up here were played on the day on which they were.
UPDATE game SET date = strftime('%Y.%m.%d', created / 1000, 'unixepoch');
UPDATE game SET details_search = date;

CREATE INDEX game_by_event   ON game (event, id);
CREATE INDEX game_by_date    ON game (date, id);
CREATE INDEX game_by_opening ON game (eco, opening, id);

-- Games from files, as the files have them, and the records that were made of them, in one text:
-- a library may hold hundreds of thousands. What happened to such a game here is in `record`.
CREATE TABLE import (
    game        INTEGER PRIMARY KEY REFERENCES game (number),
    fingerprint BLOB    NOT NULL UNIQUE CHECK (length(fingerprint) = 16),
    version     INTEGER NOT NULL,            -- the last of the records
    at          INTEGER NOT NULL,            -- the moment of all of them
    records     TEXT    NOT NULL,
    format      TEXT    NOT NULL,
    text        TEXT    NOT NULL
) STRICT;
