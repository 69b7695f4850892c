"""Detection in processes of its own, so that a text that takes forever stalls nobody else, and can be ended.

Detection is by far the dearest step, it holds the interpreter's lock, and nothing can stop it from inside. So a server
starts a *template* (`template`), a process that loads the detectors and then only forks; its forks are the *workers*,
which start in milliseconds and share what is loaded. A worker looks at the texts of one request at a time, under an
alarm of the kernel, and *lanes* (`lanes`) keep workers for short texts apart from those for long ones. Texts go over
pipes alone, and spans come back.
"""

from dp_gateway.server.isolation.detection import Detections
from dp_gateway.server.isolation.lanes import SHORT

__all__ = ["SHORT", "Detections"]
