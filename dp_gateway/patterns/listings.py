"""Whose a process or a file is, as commands of systems list them.

`systems` has these beside its own: strings of which a text has to hold one, and an expression whose group `u` is the
login.
"""

from __future__ import annotations

_USER = r"[a-z_][\w.-]{1,31}"
LISTINGS: tuple[tuple[str, str], ...] = (
    # Whose a process is: ps aux, ps -ef, top, lsof
    (
        "PID Ss Sl S+ R+ Rl pts/",
        rf"^(?P<u>{_USER})\+? {{1,20}}[0-9]{{1,7}} {{1,5}}[0-9.]{{1,5}} {{1,5}}[0-9.]{{1,5}} {{1,12}}[0-9]{{1,12}}"
        r" {1,12}[0-9]{1,12} {1,8}\S{1,8} {1,8}[A-Z][A-Za-z<+]{0,4} {1,5}\S",
    ),
    (
        "PID pts/ tty",
        rf"^ {{0,4}}(?P<u>{_USER})\+? {{1,20}}[0-9]{{1,7}} {{1,8}}[0-9]{{1,7}} {{1,8}}[0-9]{{1,3}}"
        r" {1,4}(?:[0-9]{2}:[0-9]{2}|[A-Z][a-z]{2} ?[0-9]{1,2}) {1,4}(?:\?|pts/[0-9]{1,3}|tty\w{1,5}) ",
    ),
    (
        "PID",
        rf"^ {{0,6}}[0-9]{{1,7}} (?P<u>{_USER})\+? {{1,12}}(?:[0-9]{{1,2}}|rt) {{1,4}}-?[0-9]{{1,2}}"
        r" {1,8}[0-9.]{1,9}[mgt]? ",
    ),
    (
        "cwd txt REG IPv4 IPv6",
        rf"^\S{{1,20}} {{1,12}}[0-9]{{1,7}} {{1,4}}(?P<u>{_USER}) "
        r"{1,8}(?:cwd|txt|mem|rtd|DEL|[0-9]{1,5}[urwW]{0,2}) {1,8}[A-Za-z][A-Za-z0-9]{2,6} ",
    ),
    # Whose a file is: tar -tv, find -ls, eza -l, stat, getfacl
    ("rw r-", rf"^[dlh-](?:[r-][w-][xsStT-]){{3}} {{1,2}}(?P<u>{_USER})/[\w.-]{{1,31}} {{1,12}}[0-9]"),
    (
        "rw r-",
        r"^ {0,8}[0-9]{1,12} {1,8}[0-9]{1,9} [dl-](?:[r-][w-][xsStT-]){3}[+@.]? {1,6}[0-9]{1,5} "
        rf"(?P<u>{_USER}) ",
    ),
    (
        "rw r-",
        r"^[.dl](?:[r-][w-][xsStT-]){3}@? {1,6}(?:-|[0-9.]{1,6}[kMGi]{0,2}) {1,4}"
        rf"(?P<u>{_USER}) {{1,4}}[0-9]{{1,2}} [A-Z]",
    ),
    ("Uid:", rf"\bUid: \( {{0,6}}[0-9]{{1,7}}/ {{0,12}}(?P<u>{_USER})\)"),
    ("owner:", rf"^# owner: (?P<u>{_USER})$"),
    ("(uid=", rf"\buser (?P<u>{_USER})\(uid="),
)
"""Cues and expressions of lines that name a user; logins of services and of examples are left out by `systems`."""
