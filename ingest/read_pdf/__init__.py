"""PDF: sandboxed children read the bytes, pure functions make one clean document of them.

`pool.PdfPool` is the way in. pypdf judges a file (limits, encryption, metadata), PDFium
writes its text, tesseract reads the pages that are images; the first two run only in child
processes under limits (`child`), never in the process that asks. This module imports
nothing, so that a child starts without pydantic and a run with nothing to read pays nothing.
"""
