"""Benchmarks: each prints what it measured on files given on its command line."""
