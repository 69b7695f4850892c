"""Ages, amounts, percentages, measurements, durations: how they are read and written, and what draws them."""
