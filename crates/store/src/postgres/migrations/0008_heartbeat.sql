-- A heartbeat is never before the last one, unless that is in the future. A server that stood still
-- stores a late one beside another server that went on, and a server of the release before one of
-- its own clock; neither says that no server was there in between.
CREATE FUNCTION keep_last_heartbeat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.at := greatest(NEW.at,
        least(OLD.at, (extract(epoch FROM clock_timestamp()) * 1000)::bigint));
    RETURN NEW;
END
$$;

CREATE TRIGGER last_heartbeat BEFORE UPDATE ON heartbeat
    FOR EACH ROW EXECUTE FUNCTION keep_last_heartbeat();
