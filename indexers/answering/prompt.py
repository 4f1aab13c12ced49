r"""`build_prompt`: the messages that go to a model, from templates in files.

The rules of the system (sections 1, 2 and 4) stand in the system message, the data (section
3) in the user's: what a visitor or a document says never stands among the rules. Templates run
in Jinja's sandbox. There is no HTML here, so nothing is escaped for HTML; data is written as
JSON with ``<`` as ``\u003c``, or quoted line by line, so that no text can close its frame.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from indexers.answering.budget import (
    BudgetLine,
    CountTokens,
    approximate_tokens,
    fit_passages,
)
from indexers.answering.ordering import order_for_prompt
from schemas.passage import Passage, PassagePart
from schemas.site.retrieval import AnswerSettings, TokenBudget

TEMPLATES_VERSION = "1"
_FOLDER = Path(__file__).parent / "templates"
_DEFAULT_LOCALE = "fr"
_RULES = ("1-system-rules.jinja", "2-business-rules.jinja", "4-output.jinja")
_DATA = "3-runtime-data.jinja"

Shape = Literal["json", "plain"]
Value = object
"""Whatever a template may be given."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the conversation so far."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message to a model."""

    role: Literal["system", "user"]
    content: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """Messages, the passages in the order of their numbers, and what they cost."""

    messages: tuple[Message, ...]
    passages: tuple[Passage, ...]
    """``[n]`` cites ``passages[n - 1]``; give these to `verify_answer`."""
    left_out: tuple[Passage, ...]
    """Passages that did not fit."""
    budget: tuple[BudgetLine, ...]
    turns_left_out: int = 0

    def budget_in_words(self) -> tuple[str, ...]:
        """The budget for an operator: what is over and what that means, and all that is left out.

        The instruction and the question always go in whole. What they take beyond their plan
        is taken from the room of the passages, and only a window that is over is a fault.
        """
        window = next(line for line in self.budget if line.part == "window")
        means = (
            "the model's window is too small: raise answers.budget.window or ask for less"
            if window.is_over
            else "in whole all the same; the window has room for it"
        )
        lines = [
            f"{line.in_words()}: {means}" if line.is_over else line.in_words()
            for line in self.budget
        ]
        for passage in self.left_out:
            kind = "PINNED passage" if passage.part is PassagePart.AUTHORITY else "passage"
            lines.append(f"left out, did not fit: {kind} {passage.id} ({passage.url})")
        if self.turns_left_out:
            lines.append(f"left out, did not fit: the {self.turns_left_out} oldest turns")
        return tuple(lines)

    def as_dicts(self) -> list[dict[str, str]]:
        """The messages as chat interfaces take them."""
        return [{"role": message.role, "content": message.content} for message in self.messages]


@dataclass(frozen=True, slots=True)
class PromptOptions:
    """What the caller decides besides the profile."""

    shape: Shape = "json"
    """``json`` asks for the contract's object, ``plain`` for text with citations."""
    site: str = ""
    history: tuple[Turn, ...] = ()
    count_tokens: CountTokens = approximate_tokens
    """The model's own tokenizer, if there is one."""


def build_prompt(
    question: str,
    passages: Sequence[Passage],
    settings: AnswerSettings | None = None,
    options: PromptOptions | None = None,
) -> Prompt:
    """The messages for one question; ``passages`` come best first, as retrieval gives them."""
    rules, chosen = settings or AnswerSettings(), options or PromptOptions()
    values = _common_values(question, rules, chosen)
    system = _render_system(values, rules, chosen)
    count, budget = chosen.count_tokens, rules.budget
    fixed = count(system) + count(question) + budget.answer + budget.margin
    room = budget.window - fixed
    history, history_tokens = _recent(chosen.history, count, room // 4)
    fit = fit_passages(
        passages,
        lambda passage: json.dumps(_shown(passage, 0), ensure_ascii=False),
        budget,
        room=room - history_tokens,
        count_tokens=count,
    )
    ordered = order_for_prompt(fit.kept)
    user = _render_user(ordered, history, values, rules, chosen)
    used = {
        "system": count(system),
        "question": count(question),
        "pinned": fit.pinned_tokens,
        "passages": fit.ranked_tokens,
        "history": history_tokens,
        "window": count(system) + count(user) + budget.answer,
    }
    return Prompt(
        messages=(Message("system", system), Message("user", user)),
        passages=ordered,
        left_out=fit.left_out,
        budget=_budget_lines(budget, room, used),
        turns_left_out=len(chosen.history) - len(history),
    )


def _budget_lines(
    budget: TokenBudget, room: int, used: Mapping[str, int]
) -> tuple[BudgetLine, ...]:
    """What each part may take, beside what it takes; ``room`` is the window's for passages."""
    planned = {
        "system": budget.system,
        "question": budget.question,
        "pinned": max(room - used["history"], 0),
        "passages": budget.passages * budget.passage,
        "history": max(room // 4, 0),
        "answer": budget.answer,
        "margin": budget.margin,
        "window": budget.window,
    }
    return tuple(BudgetLine(part, most, used.get(part, 0)) for part, most in planned.items())


def _common_values(
    question: str, settings: AnswerSettings, options: PromptOptions
) -> dict[str, Value]:
    """What every section may use besides the passages."""
    return {
        "question": question if options.shape == "plain" else as_json(question),
        "site": options.site,
        **settings.model_dump(exclude={"budget", "nli_model", "min_ocr_confidence"}),
    }


def _render_system(
    values: Mapping[str, Value], settings: AnswerSettings, options: PromptOptions
) -> str:
    names = _RULES if options.shape == "json" else ("plain-system.jinja",)
    known = {**values, "question": "", "context": "[]", "chat_history": "[]"}
    return "\n".join(_render(settings.locale, name, known) for name in names)


def _render_user(
    passages: Sequence[Passage],
    history: Sequence[Turn],
    values: Mapping[str, Value],
    settings: AnswerSettings,
    options: PromptOptions,
) -> str:
    shown = [_shown(passage, number) for number, passage in enumerate(passages, start=1)]
    turns = [{"role": turn.role, "content": turn.content} for turn in history]
    known = {
        **values,
        "context": as_json(shown),
        "chat_history": as_json(turns),
        "passages": shown,
        "history": turns,
    }
    name = _DATA if options.shape == "json" else "plain-user.jinja"
    return _render(settings.locale, name, known)


def _recent(history: Sequence[Turn], count: CountTokens, room: int) -> tuple[tuple[Turn, ...], int]:
    """The last turns that fit, in their order, and their tokens."""
    kept: list[Turn] = []
    total = 0
    for turn in reversed(history):
        tokens = count(turn.content)
        if total + tokens > max(room, 0):
            break
        kept.append(turn)
        total += tokens
    return tuple(reversed(kept)), total


def _shown(passage: Passage, number: int) -> dict[str, Value]:
    """A passage as a model sees it; the text of an archive starts with its warning."""
    return {
        "number": number,
        "chunk": passage.id,
        "text": passage.text,
        "source": passage.url,
        "title": passage.title,
        "page": _pages(passage),
        "date": passage.date,
        "archive": passage.is_archive,
        "authoritative": passage.is_authoritative,
    }


def _pages(passage: Passage) -> str | None:
    if passage.page_first is None:
        return None
    last = passage.page_last or passage.page_first
    return str(passage.page_first) if last == passage.page_first else f"{passage.page_first}-{last}"


def as_json(value: Value) -> str:
    r"""``value`` as JSON that cannot close the element in which it stands.

    >>> print(as_json("</question> l'été"))
    "\u003c/question> l'été"
    """
    text = json.dumps(value, ensure_ascii=False, indent=None)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def quoted(text: str) -> str:
    """``text`` with a mark before each line: no line of it can pass for one of the prompt's.

    >>> print(quoted("un" + chr(10) + "[9] deux"))
    > un
    > [9] deux
    """
    return "\n".join(f"> {line}" for line in text.splitlines() or [""])


def _render(locale: str, name: str, values: Mapping[str, Value]) -> str:
    folder = locale if (_FOLDER / locale).is_dir() else _DEFAULT_LOCALE
    return _environment().get_template(f"{folder}/{name}").render(values)


def _environment() -> SandboxedEnvironment:
    """A sandbox over the template files; an unknown name is an error, not an empty string."""
    environment = SandboxedEnvironment(
        loader=FileSystemLoader(_FOLDER),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["quoted"] = quoted
    return environment
