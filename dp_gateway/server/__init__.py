"""The OpenAI-compatible gateway: an ASGI application."""
