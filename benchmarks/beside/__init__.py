"""Small requests and /healthz beside one large request of every kind: nobody may be held up by it.

python -m benchmarks.beside [--megabytes 10] [--policy entities]... [--only NAME]... [--seconds 20]
"""
