"""Words of a claim and of its source: families, meanings, and what is more general."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexers.answering.wording import claim_terms, source_keys


def is_said(claim: str, source: str) -> bool:
    return all(term.keys & source_keys(source) for term in claim_terms(claim))


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("On achète les sacs", "Les sacs sont vendus"),
        ("une dépense", "des charges"),
        ("l'accueil de l'enfance", "accueillir les enfants"),
        ("ouvert en juillet", "Avril à octobre : 9 h – 12 h"),
        ("le prix", "Montant: CHF 15.–"),
        ("une hausse", "Les nuitées ont passé de 2'100 à 5'650"),
        ("un animal", "par chien"),
        ("24 heures sur 24", "jour et nuit"),
    ],
)
def test_the_source_says_it(claim: str, source: str) -> None:
    assert is_said(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("à la proportionnelle", "propose"),
        ("la Municipalité", "un municipal"),
        ("les déchets", "la déchèterie"),
        ("un chien", "un animal"),
        ("une baisse", "Les nuitées ont passé de 2'100 à 5'650"),
        ("le département", "le départ"),
        ("par ménage", "ordures ménagères"),
        ("proposé", "adopté"),
    ],
)
def test_the_source_does_not_say_it(claim: str, source: str) -> None:
    assert not is_said(claim, source)


@given(st.text("abcdefghijklmnopqrstuvwxyzéèàç '-", max_size=80))
def test_every_text_says_itself(text: str) -> None:
    assert is_said(text, text)
