-- Checksums of records, chained per game: each covers the one before, and the row of the game has
-- the last. Games from before have none until they are played on, or `tabiya doctor` adds them.
ALTER TABLE record ADD COLUMN checksum INTEGER;
ALTER TABLE import ADD COLUMN checksum INTEGER;
ALTER TABLE game   ADD COLUMN checksum INTEGER;
ALTER TABLE study  ADD COLUMN checksum INTEGER;

-- How many heartbeats there were. A file beside the database has the number as well, and shows
-- when the database is older than it should be.
ALTER TABLE heartbeat ADD COLUMN count INTEGER NOT NULL DEFAULT 0;
