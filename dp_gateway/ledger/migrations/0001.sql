-- Format 1 of the ledger. Runs once, in a transaction of its own, under the lock that `PostgresLedger.open` takes.
CREATE TABLE dp_header (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE dp_accounts (account text PRIMARY KEY);
CREATE TABLE dp_slots (
    account text NOT NULL REFERENCES dp_accounts, slot bigint NOT NULL, spent numeric NOT NULL CHECK (spent >= 0),
    PRIMARY KEY (account, slot));
CREATE TABLE dp_units (unit bytea PRIMARY KEY, until double precision NOT NULL);
CREATE TABLE dp_held (
    id text PRIMARY KEY, state text NOT NULL, began double precision NOT NULL, until double precision NOT NULL,
    cost numeric NOT NULL, spent numeric[] NOT NULL, units bytea[] NOT NULL, costs bigint[] NOT NULL,
    accounts text[] NOT NULL, slots bigint[] NOT NULL);
CREATE INDEX dp_open ON dp_held (until) WHERE state = 'reserved';

-- Every step takes its locks in one order, so that none waits for another in a circle: id, accounts, units.
CREATE FUNCTION dp_lock(names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO dp_accounts SELECT name FROM unnest(names) AS name ORDER BY name ON CONFLICT DO NOTHING;
    PERFORM 1 FROM dp_accounts WHERE account = ANY(names) ORDER BY account FOR UPDATE;
END $$;

CREATE FUNCTION dp_add(names text[], at bigint[], amount numeric) RETURNS void LANGUAGE sql AS $$
    INSERT INTO dp_slots SELECT name, slot, greatest(amount, 0) FROM unnest(names, at) AS one (name, slot)
    ON CONFLICT (account, slot) DO UPDATE SET spent = greatest(dp_slots.spent + amount, 0)
$$;

CREATE FUNCTION dp_reserve(
    name text, at double precision, till double precision, all_units bytea[], all_costs bigint[], names text[],
    in_slots bigint[], sinces bigint[], mosts bigint[], requests bigint[],
    OUT refused text, OUT cost numeric, OUT after numeric[]) LANGUAGE plpgsql AS $$
DECLARE
    infinite CONSTANT numeric := 1000000000000000;
    new_units bytea[]; new_costs bigint[]; before numeric; last bigint; written bigint[] := '{}';
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(name, 0));
    PERFORM dp_lock(names);
    SELECT NULL, held.cost, held.spent INTO refused, cost, after FROM dp_held AS held
        WHERE held.id = name AND held.state <> 'refunded';
    IF FOUND THEN RETURN; END IF;
    SELECT coalesce(array_agg(one.unit), '{}'), coalesce(array_agg(one.price), '{}'),
           least(coalesce(sum(one.price), 0), infinite)
        INTO new_units, new_costs, cost FROM unnest(all_units, all_costs) AS one (unit, price)
        WHERE NOT EXISTS (SELECT 1 FROM dp_units WHERE dp_units.unit = one.unit AND dp_units.until > at);
    after := '{}';
    FOR i IN 1 .. cardinality(names) LOOP
        SELECT coalesce(sum(spent) FILTER (WHERE slot >= sinces[i]), 0), max(slot) INTO before, last
            FROM dp_slots WHERE account = names[i];
        IF cost > 0 AND (cost > requests[i] OR before + cost > mosts[i]) THEN
            refused := names[i];
            after := ARRAY[least(before, infinite)];
            RETURN;
        END IF;
        after := after || least(before + cost, infinite);
        -- Never behind what was written: a clock that jumps back opens no window again.
        written := written || greatest(in_slots[i], last);
    END LOOP;
    PERFORM dp_add(names, written, cost);
    INSERT INTO dp_held VALUES (name, 'reserved', at, till, cost, after, new_units, new_costs, names, written)
        ON CONFLICT (id) DO UPDATE SET (state, began, until, cost, spent, units, costs, accounts, slots) =
        ROW ('reserved', at, till, excluded.cost, excluded.spent, excluded.units, excluded.costs,
             excluded.accounts, excluded.slots);
END $$;

CREATE FUNCTION dp_settle(name text, remembered double precision) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    one dp_held; twice numeric;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(name, 0));
    SELECT * INTO one FROM dp_held WHERE id = name AND state = 'reserved';
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM dp_lock(one.accounts);
    WITH new AS (
        INSERT INTO dp_units AS kept SELECT unit, one.until + remembered FROM unnest(one.units) AS unit ORDER BY unit
        ON CONFLICT (unit) DO UPDATE SET until = excluded.until WHERE kept.until <= one.began RETURNING unit)
    SELECT sum(had.price) INTO twice FROM unnest(one.units, one.costs) AS had (unit, price)
        WHERE had.unit NOT IN (SELECT unit FROM new);
    IF twice > 0 THEN PERFORM dp_add(one.accounts, one.slots, -least(twice, one.cost)); END IF;
    UPDATE dp_held SET state = 'settled' WHERE id = name;
END $$;

CREATE FUNCTION dp_refund(name text, at double precision, remembered double precision) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    one dp_held;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(name, 0));
    SELECT * INTO one FROM dp_held WHERE id = name AND state = 'reserved';
    IF NOT FOUND THEN RETURN; END IF;
    IF at >= one.until THEN
        PERFORM dp_settle(name, remembered);
        RETURN;
    END IF;
    PERFORM dp_lock(one.accounts);
    PERFORM dp_add(one.accounts, one.slots, -one.cost);
    UPDATE dp_held SET state = 'refunded' WHERE id = name;
END $$;
