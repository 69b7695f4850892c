-- What `PostgresLedger.renew` removes before it creates the ledger again; for `dp-gateway budget recover` alone.
DROP TABLE IF EXISTS dp_header, dp_slots, dp_units, dp_held, dp_accounts CASCADE;
DROP SEQUENCE IF EXISTS dp_steps;
DROP FUNCTION IF EXISTS dp_next_step, dp_reserve, dp_settle, dp_refund, dp_add, dp_sums, dp_lock CASCADE;
