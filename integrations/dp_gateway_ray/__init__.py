"""Sanitizes tables on a cluster: Ray Data and Spark run the batches.

import dp_gateway_ray
private = dp_gateway_ray.sanitize(ray.data.read_parquet("in/"), plan, key_file="/secrets/dp.key")

The key does not travel: each worker reads it from a file of its own machine, and opens lexicon and index there by
memory map, once. What a row becomes depends on the row, scope and key alone, so the output is that of
`dp_gateway.tables.sanitize_table`, whatever the partitions and the workers that died.
"""

from __future__ import annotations

from dp_gateway_ray.batches import PRICED, BatchSanitizer, engine, map_in_arrow, price, sanitize

__all__ = ["PRICED", "BatchSanitizer", "engine", "map_in_arrow", "price", "sanitize"]
