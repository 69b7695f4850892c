-- Format 1 of the ledger. Runs once, in a transaction of its own, under the lock that `PostgresLedger.open` takes.
CREATE TABLE dp_header (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE dp_accounts (account text PRIMARY KEY);
CREATE TABLE dp_slots (
    account text NOT NULL REFERENCES dp_accounts, slot bigint NOT NULL, spent numeric NOT NULL CHECK (spent >= 0),
    PRIMARY KEY (account, slot));
CREATE TABLE dp_units (unit bytea PRIMARY KEY, until double precision NOT NULL);
CREATE TABLE dp_held (
    id text PRIMARY KEY, state text NOT NULL, began double precision NOT NULL, until double precision NOT NULL,
    asked numeric[] NOT NULL, spent numeric[] NOT NULL, units bytea[] NOT NULL, costs bigint[] NOT NULL,
    accounts text[] NOT NULL, slots bigint[] NOT NULL);
CREATE INDEX dp_open ON dp_held (until) WHERE state = 'reserved';

-- Every step takes its locks in one order, so that none waits for another in a circle: id, accounts, units.
CREATE FUNCTION dp_lock(names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO dp_accounts SELECT name FROM unnest(names) AS name ORDER BY name ON CONFLICT DO NOTHING;
    PERFORM 1 FROM dp_accounts WHERE account = ANY(names) ORDER BY account FOR UPDATE;
END $$;

CREATE FUNCTION dp_add(names text[], at bigint[], amounts numeric[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN 1 .. cardinality(names) LOOP
        INSERT INTO dp_slots VALUES (names[i], at[i], greatest(amounts[i], 0))
        ON CONFLICT (account, slot) DO UPDATE SET spent = greatest(dp_slots.spent + amounts[i], 0);
    END LOOP;
END $$;

-- What some units cost together, by limit; `costs` has a row of `limits` amounts for each of `units`.
CREATE FUNCTION dp_sums(units bytea[], costs bigint[], limits int, among bytea[]) RETURNS numeric[] LANGUAGE sql AS $$
    SELECT coalesce(array_agg(least(sum, 1000000000000000) ORDER BY at), '{}') FROM (
        SELECT at, coalesce(sum(costs[(i - 1) * limits + at]), 0) AS sum FROM generate_series(1, limits) AS at
        LEFT JOIN generate_subscripts(units, 1) AS i ON units[i] = ANY(among) GROUP BY at) AS by_limit
$$;

CREATE FUNCTION dp_reserve(
    name text, at double precision, till double precision, all_units bytea[], all_costs bigint[], names text[],
    in_slots bigint[], sinces bigint[], mosts bigint[], requests bigint[], kept int,
    OUT refused text, OUT asked numeric[], OUT after numeric[]) LANGUAGE plpgsql AS $$
DECLARE
    infinite CONSTANT numeric := 1000000000000000; width CONSTANT int := cardinality(names);
    new_units bytea[]; new_costs bigint[]; before numeric; last bigint; written bigint[] := '{}';
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(name, 0));
    PERFORM dp_lock(names);
    SELECT NULL, held.asked, held.spent INTO refused, asked, after FROM dp_held AS held
        WHERE held.id = name AND held.state <> 'refunded';
    IF FOUND THEN RETURN; END IF;
    new_units := ARRAY(SELECT unit FROM unnest(all_units) AS unit
        EXCEPT SELECT unit FROM dp_units WHERE unit = ANY(all_units) AND until > at ORDER BY unit);
    new_costs := ARRAY(SELECT all_costs[(array_position(all_units, unit) - 1) * width + limited]
        FROM unnest(new_units) WITH ORDINALITY AS new (unit, place), generate_series(1, width) AS limited
        ORDER BY place, limited);
    asked := dp_sums(new_units, new_costs, width, new_units);
    after := '{}';
    FOR i IN 1 .. cardinality(names) LOOP
        SELECT coalesce(sum(spent) FILTER (WHERE slot >= sinces[i]), 0), max(slot) INTO before, last
            FROM dp_slots WHERE account = names[i];
        IF asked[i] > 0 AND (asked[i] > requests[i] OR before + asked[i] > mosts[i]) THEN
            refused := names[i];
            asked := ARRAY[asked[i]];
            after := ARRAY[least(before, infinite)];
            RETURN;
        END IF;
        after := after || least(before + asked[i], infinite);
        -- Never behind what was written: a clock that jumps back opens no window again.
        written := written || greatest(in_slots[i], last);
        IF last < in_slots[i] THEN
            DELETE FROM dp_slots WHERE account = names[i] AND slot < sinces[i] - kept;
        END IF;
    END LOOP;
    PERFORM dp_add(names, written, asked);
    INSERT INTO dp_held VALUES (name, 'reserved', at, till, asked, after, new_units, new_costs, names, written)
        ON CONFLICT (id) DO UPDATE SET (state, began, until, asked, spent, units, costs, accounts, slots) =
        ROW ('reserved', at, till, excluded.asked, excluded.spent, excluded.units, excluded.costs,
             excluded.accounts, excluded.slots);
END $$;

CREATE FUNCTION dp_settle(name text, remembered double precision) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    one dp_held; new bytea[]; twice numeric[];
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(name, 0));
    SELECT * INTO one FROM dp_held WHERE id = name AND state = 'reserved';
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM dp_lock(one.accounts);
    WITH paid AS (
        INSERT INTO dp_units AS kept SELECT unit, one.until + remembered FROM unnest(one.units) AS unit ORDER BY unit
        ON CONFLICT (unit) DO UPDATE SET until = excluded.until WHERE kept.until <= one.began RETURNING unit)
    SELECT array_agg(unit) INTO new FROM paid;
    IF cardinality(one.units) > coalesce(cardinality(new), 0) THEN
        twice := dp_sums(one.units, one.costs, cardinality(one.accounts),
            ARRAY(SELECT unit FROM unnest(one.units) AS unit WHERE unit <> ALL(coalesce(new, '{}'))));
        PERFORM dp_add(one.accounts, one.slots,
            ARRAY(SELECT -least(t, a) FROM unnest(twice, one.asked) WITH ORDINALITY AS pair (t, a, place) ORDER BY place));
    END IF;
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
    PERFORM dp_add(one.accounts, one.slots,
        ARRAY(SELECT -paid.amount FROM unnest(one.asked) WITH ORDINALITY AS paid (amount, place) ORDER BY place));
    UPDATE dp_held SET state = 'refunded' WHERE id = name;
END $$;
