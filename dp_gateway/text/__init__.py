"""Text: its types, its words and digits, and rendering back. Nothing else slices text."""

from dp_gateway.text.segment import (
    BLOCK,
    Rendered,
    Segments,
    decode,
    encode,
    hash_word,
    hash_words,
    render,
    segment,
    segment_blocks,
)
from dp_gateway.text.types import BlockSpans, Span, Spans

__all__ = [
    "BLOCK",
    "BlockSpans",
    "Rendered",
    "Segments",
    "Span",
    "Spans",
    "decode",
    "encode",
    "hash_word",
    "hash_words",
    "render",
    "segment",
    "segment_blocks",
]
