"""Sentence ends: abbreviations, initials, numbers and amounts do not make one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.chunking.sentences import sentence_spans

CASES = {
    "civilities": ["M. Favre et Mme. Rey parlent.", "MM. Dey et Roch votent."],
    "law": ["Selon l’art. 12 al. 3 let. b LC, c’est non.", "Cf. ch. 4 p. ex. pour la suite."],
    "numbers": ["Le crédit est de Fr. 1'250.50 au total.", "Il est voté le 14.05.2019 à 20.15 h."],
    "initials": ["J.-P. Amiguet et A. B. Rochat sont élus.", "Voilà."],
    "ordinals": ["Die Sitzung vom 14. Mai 2019 ist eröffnet.", "Es ist 20 Uhr."],
    "labels": ["1. Ouverture de la séance.", "2. Procès-verbal."],
    "marks": ["Qui est contre ?", "Personne !", "« Oui », dit-il."],
    "year-ends": ["Elle a commencé en 2019.", "Le conseil suit."],
    "number-name": ["Le préavis n° 12 et le no. 13 sont retirés.", "Fin."],
    "etc": ["Des bancs, des tables, etc.", "Le reste suit."],
    "hours": ["Le bureau ferme à 17 h.", "Les autres jours, à 18 h."],
    "small": ["La route de St. Gall reste ouverte.", "Merci."],
}


@pytest.mark.parametrize("sentences", CASES.values(), ids=CASES.keys())
def test_sentences(sentences: list[str]) -> None:
    text = " ".join(sentences)

    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


def test_lines_end_sentences() -> None:
    text = "Mardi : 9h\nJeudi : 10h"

    assert [text[start:end] for start, end in sentence_spans(text)] == text.split("\n")


@given(st.text("abcM.éA1 \n!«»'", max_size=80))
def test_every_letter_is_in_one_sentence(text: str) -> None:
    spans = list(sentence_spans(text))
    covered = [position for start, end in spans for position in range(start, end)]

    assert covered == sorted(set(covered))
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in spans)
    assert "".join(text[position] for position in covered if not text[position].isspace()) == (
        "".join(text.split())
    )
