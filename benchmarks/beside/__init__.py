"""Small requests and /healthz beside one large request of every kind: nobody may be held up by it.

python -m benchmarks.beside [--megabytes 10] [--policy entities]... [--only NAME]... [--seconds 20]
python -m benchmarks.beside --dense 15000 [--at-once 4]    # beside small ones that are as much work as they can be

Prints at its end whether the bars hold. It measures by the clock, so it needs an idle machine: a server that does
nothing (`bare`) is asked beside, and where that is slow, what misses a bar may be the machine's. The processor time of
the process that serves everybody tells what was the gateway's.
"""
