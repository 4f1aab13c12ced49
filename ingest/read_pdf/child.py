"""The sandboxed child: reads PDFs from its standard input, one after the other, under limits.

Started as its own program (never forked from a threaded parent), in its own process group,
with an empty environment. It needs no files: the bytes come through the pipe. Whatever a
file does to pypdf or PDFium, the worst outcome is the end of this process, and the parent
makes an outcome of that too; so nothing unexpected needs to be caught here.
"""

import contextlib
import logging
import os
import resource
import sys
from typing import IO

import pypdfium2

from ingest.read_pdf import engine, gatekeeper
from ingest.read_pdf.gatekeeper import Refused
from ingest.read_pdf.opened import OpenFile
from ingest.read_pdf.page_message import send_page
from ingest.read_pdf.protocol import (
    ChildGone,
    LocateRequest,
    ReadRequest,
    RenderRequest,
    locate_request_from,
    plain,
    receive,
    render_request_from,
    request_from,
    send,
)

MAX_OPEN_FILES = 64


def main() -> None:
    """Serve requests until the pipe ends. The one argument is the memory limit in MiB."""
    limit_process(int(sys.argv[1]))
    logging.disable()
    gatekeeper.configure()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not write into the conversation
    with contextlib.suppress(ChildGone):
        serve(sys.stdin.buffer, answers)
    os._exit(0)  # taking the engines apart piece by piece would cost a tenth of their start


def limit_process(memory_mib: int) -> None:
    """Take away what a reader of bytes does not need; lowered limits cannot be raised again."""
    memory = memory_mib * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_OPEN_FILES, MAX_OPEN_FILES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_cpu(seconds: int) -> None:
    """Let the kernel end this process once it has used ``seconds`` more of CPU time."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = usage.ru_utime + usage.ru_stime
    resource.setrlimit(resource.RLIMIT_CPU, (int(used) + seconds + 1, resource.RLIM_INFINITY))


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer each request in turn; raises `ChildGone` when the parent closes the pipe."""
    while True:
        kind, value, body = receive(requests)
        try:
            if kind == "read":
                read(request_from(value), body, answers)
            elif kind == "locate":
                locate(locate_request_from(value), body, answers)
            else:
                render(render_request_from(value), body, answers)
        except Refused as refusal:
            send(answers, "refused", [refusal.code, str(refusal)])
        except MemoryError:
            send(answers, "refused", ["memory", "reading needs more memory than a child has"])
        except gatekeeper.PYPDF_RAISES as error:
            send(answers, "refused", ["broken", _in_words(error)])
        usage = resource.getrusage(resource.RUSAGE_SELF)
        send(answers, "end", [peak_kib(usage.ru_maxrss), usage.ru_utime + usage.ru_stime])


def peak_kib(otherwise: int) -> int:
    """Largest resident set of this process in KiB (proc(5), ``VmHWM``); else ``otherwise``.

    ``ru_maxrss`` would tell the parent's peak: it is kept over the exec that started us.
    """
    try:
        with os.fdopen(os.open("/proc/self/status", os.O_RDONLY), "rb") as status:
            lines = (line.split() for line in status)
            return next((int(words[1]) for words in lines if words[0] == b"VmHWM:"), otherwise)
    except OSError:
        return otherwise


def read(request: ReadRequest, body: bytes, answers: IO[bytes]) -> None:
    """Judge the file with pypdf, then send its facts and its pages one by one."""
    limit_cpu(request.limits.cpu_s)
    opened = OpenFile.judged_by_pypdf(body, request)
    send(answers, "judged")
    opened.open_with_pdfium(body)
    facts = opened.facts()
    send(answers, "facts", plain(facts))
    left = request.limits.max_chars
    last = min(facts.page_count, request.limits.max_pages)
    for number in range(request.first_page, last + 1):
        page = opened.page(number, left)
        left -= len(page.text)
        send_page(answers, page)


def render(request: RenderRequest, body: bytes, answers: IO[bytes]) -> None:
    """Send each page asked for as a grey image, or why it cannot be drawn."""
    from ingest.read_pdf import rendering

    limit_cpu(request.limits.cpu_s)
    document = engine.open_document(body)
    try:
        for number in request.pages:
            try:
                drawn = rendering.grey_image(
                    document, number, request.dpi, request.limits.max_pixels
                )
                send(answers, "image", [number, drawn.dpi, drawn.height], drawn.image)
            except (pypdfium2.PdfiumError, ValueError, MemoryError) as error:
                send(answers, "no-image", [number, _in_words(error)])
    finally:
        document.close()


def locate(request: LocateRequest, body: bytes, answers: IO[bytes]) -> None:
    """Send the rectangles of a range of one page's raw text."""
    limit_cpu(request.limits.cpu_s)
    document = engine.open_document(body)
    try:
        max_chars = request.limits.max_page_chars
        found = engine.rectangles(document, request.page, request.start, request.end, max_chars)
        send(answers, "rectangles", found)
    finally:
        document.close()


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:300]


if __name__ == "__main__":
    main()
