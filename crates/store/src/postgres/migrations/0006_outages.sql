-- Times in which no server could store anything, by the clock that all servers share. Nobody is
-- charged for them.
CREATE TABLE outage (
    begins bigint PRIMARY KEY,
    ends   bigint NOT NULL
);
