"""Pure steps, in the order in which a document walks: crawl, read, date, stand, chunk, mark."""
