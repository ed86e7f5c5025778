-- Work that one of the servers does: a search of an engine, or a review. A lease that is not renewed
-- ends, so that another server takes over from one that is gone.
CREATE UNLOGGED TABLE lease (
    work   text COLLATE "C" PRIMARY KEY,
    server bigint NOT NULL,
    number bigint NOT NULL,
    until  bigint NOT NULL
);

CREATE INDEX lease_by_time ON lease (until);
