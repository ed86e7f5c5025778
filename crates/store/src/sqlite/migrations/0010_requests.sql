-- What a request was, so that another one under the same id is recognized; NULL in older rows.
ALTER TABLE request ADD COLUMN digest BLOB CHECK (length(digest) = 16);
-- 1 when the request came too late, so that its repetition is rejected as well.
ALTER TABLE request ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
