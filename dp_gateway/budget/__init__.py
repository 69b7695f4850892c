"""Budgets that hold: what a request costs, who has how much left, and ledgers that several machines share."""
