"""Embedding, building, proving, publishing and reading the index."""
