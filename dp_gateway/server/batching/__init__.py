"""Serves `/v1/files` and `/v1/batches` of OpenAI: a batch file is sanitized line by line, and its results come back
restored.

Each line goes through the door that `dp-gateway table batch` uses, in a process that can be ended. A provider gets a
random tag as the name of the file, and the same tag begins each `custom_id`: so results say themselves which upload
restores them, and whoever did not send that upload does not see them. What is kept until then is in `kept_uploads`.
"""
