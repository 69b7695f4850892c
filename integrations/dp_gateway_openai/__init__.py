"""Wraps the official OpenAI client: prompts are sanitized before they leave, replies are restored.

client = PrivateOpenAI(policy="entities")
reply = client.chat.completions.create(model="gpt-5", messages=[{"role": "user", "content": "I am Anna Miller."}])
reply.choices[0].message.content      # speaks of Anna Miller
privacy(reply).total_epsilon          # what that cost
"""

from dp_gateway.extras import missing

try:
    from dp_gateway_openai.client import AsyncPrivateOpenAI, PrivateOpenAI, wrap
    from dp_gateway_openai.replies import privacy
except ModuleNotFoundError as error:
    raise missing(error.name) or error from None

__all__ = ["AsyncPrivateOpenAI", "PrivateOpenAI", "privacy", "wrap"]
