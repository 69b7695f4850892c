"""Does work in processes of its own, so that a text that takes forever stalls nobody else, and can be ended.

What takes time by the byte holds the interpreter's lock, and nothing can stop it from inside. So a server starts a
*template* (`template`), a process that loads what is needed and then only forks; its forks are the *workers*, which
start in milliseconds and share what is loaded. A worker does one job at a time, under an alarm of the kernel, and
*lanes* (`lanes`) keep workers for short texts apart from those for long ones, and from those for whole requests.

Detection always runs there: texts go over pipes, and spans come back. Large requests and replies go there as bytes
(`jobs`): read, sanitized, filled in and priced, or restored, they come back as bytes.
"""
