-- Attempts to log in, counted by all servers together. The keys are hashes. A crash of the database
-- may lose the counts, and everybody has all attempts again.
CREATE UNLOGGED TABLE attempt (
    key     bytea PRIMARY KEY,
    free_at bigint NOT NULL
);

CREATE INDEX attempt_by_time ON attempt (free_at);
