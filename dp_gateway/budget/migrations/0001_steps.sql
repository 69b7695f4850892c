-- Added to format 1: the name of a ledger, and its steps, by which a replaced or restored one is noticed. May run again.
CREATE SEQUENCE IF NOT EXISTS dp_steps;

-- A sequence, as a counter in a row would let every request wait for the one before it.
CREATE OR REPLACE FUNCTION dp_next_step(wanted text, least_step bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT value FROM dp_header WHERE name = 'id') IS DISTINCT FROM wanted
        OR (SELECT last_value FROM dp_steps) < least_step THEN
        RAISE EXCEPTION 'the ledger was replaced, emptied or set back' USING ERRCODE = 'DP001';
    END IF;
    RETURN nextval('dp_steps');
END $$;
