-- Columns and indexes get the names that the code has for them.
ALTER TABLE game RENAME COLUMN verdict TO result;
ALTER TABLE game RENAME COLUMN wants_waking TO resume_on_start;
ALTER TABLE evaluation RENAME COLUMN course TO moves_hash;

DROP INDEX game_by_verdict;
DROP INDEX game_to_wake;
CREATE INDEX game_by_result ON game (result, id);
CREATE INDEX game_to_resume ON game (id) WHERE resume_on_start = 1;
