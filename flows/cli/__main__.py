"""``python -m flows.cli``: the command without its installed script."""

from flows.cli import main

main()
