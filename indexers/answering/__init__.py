"""What an assistant is told, the form of its answer, and how that answer is checked."""
