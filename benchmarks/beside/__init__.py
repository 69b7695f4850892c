"""Small requests and /healthz beside one large request of every kind: nobody may be held up by it.

python -m benchmarks.beside [--megabytes 10] [--policy entities]... [--only NAME]... [--seconds 20]
python -m benchmarks.beside --dense 15000 [--at-once 4]    # beside small ones that are as much work as they can be

Prints at its end whether the bars hold. It needs an idle machine: it measures by the clock.
"""
