"""Each check says by its name what it found, and leaves alone what is right."""

import pytest

from indexers.answering.citations import Claim
from indexers.answering.clauses import split_clauses
from indexers.answering.verification import verify_answer
from schemas.answer import Decision
from schemas.passage import Passage
from schemas.site.retrieval import AnswerSettings

FAULTS = {
    "words": "La Municipalité compte cinq membres, élus à la proportionnelle [1].",
    "scope": "Les sacs taxés sont vendus uniquement au guichet du greffe [3].",
    "limits": "Les jeunes paient la moitié de la taxe de base [12].",
    "reasons": "L'eau est traitée par rayonnement ultraviolet grâce à trois sources [5].",
    "decided": "Mme Mireille Danvaz avait agrandi sa terrasse en été [13].",
    "duties": "La Municipalité doit édicter des directives [12].",
    "roles": "Un apprenti avait engagé la Municipalité au service technique [10].",
    "deputy": "La suppléante de Mme Line Jaquerolaz est Mme Odile Cressonnaz [1].",
    "bounds": "Le camion des ordures ménagères passe le mardi jusqu'à 7 h [3].",
    "own_figures": "En 2016, les charges s'élevaient à 6'498'215 francs [10].",
    "polarity": "Les déchets verts ne sont pas acceptés à la déchèterie [3].",
    "days": "La bourse est ouverte du mardi au jeudi de 14 h à 16 h 30 [2].",
    "figures": "Les comptes 2017 montraient un excédent de 85'835 francs [10].",
}


@pytest.mark.parametrize("check", FAULTS)
def test_the_check_names_itself(passages: tuple[Passage, ...], check: str) -> None:
    [claim] = verify_answer(FAULTS[check], passages).claims

    assert check in {finding.check for finding in claim.findings}
    assert all(finding.detail for finding in claim.findings)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "La Municipalité a accepté le postulat sur les terrasses en mars 2022 [13].",
            "Le postulat sur les terrasses avait été renvoyé à la Municipalité en mars 2022 [13].",
        ),
        (
            "Les décisions font l'objet d'un recours dans les trente jours [12].",
            "Les décisions peuvent faire l'objet d'un recours dans les trente jours [12].",
        ),
        (
            "La baisse des droits de mutation s'expliquait par le déficit [7].",
            "Le déficit s'expliquait par la baisse des droits de mutation [7].",
        ),
        (
            "Les impôts des personnes physiques avaient augmenté de 3,5 % [10].",
            "En 2016, la facture sociale avait augmenté de 3,5 % [10].",
        ),
        (
            "Le sentier des vignes a été inauguré le 2 septembre 2017 [10].",
            "Le sentier des vignes devait être inauguré le 2 septembre 2017 [10].",
        ),
        (
            "M. Ulysse Bermaud s'était opposé à la hausse [9].",
            "M. Benoît Laviollaz s'était opposé à la hausse [9].",
        ),
        (
            "La déchèterie est ouverte le samedi après-midi [3].",
            "En juillet, la déchèterie est ouverte le samedi matin de 9 h à midi [3].",
        ),
    ],
)
def test_the_turned_sentence_abstains_and_the_right_one_stands(
    passages: tuple[Passage, ...], wrong: str, right: str
) -> None:
    assert verify_answer(wrong, passages).decision is Decision.ABSTAIN
    assert verify_answer(right, passages).decision is Decision.ANSWER


def test_two_statements_of_one_sentence_may_stand_apart(passages: tuple[Passage, ...]) -> None:
    text = "Le greffe ferme le mercredi, et la bourse est ouverte le jeudi de 14 h à {} [2]."

    assert verify_answer(text.format("16 h 30"), passages).decision is Decision.ANSWER
    assert verify_answer(text.format("18 h 30"), passages).decision is Decision.ABSTAIN


def test_a_list_is_no_second_statement() -> None:
    claim = Claim("La bourse est ouverte le mardi et le jeudi de 14 h à 16 h 30.", (2,), "")

    assert split_clauses(claim) == ()


def test_what_is_read_in_french_only_is_said_for_other_languages(
    passages: tuple[Passage, ...],
) -> None:
    found = verify_answer("x [1].", passages, settings=AnswerSettings(locale="de"))

    left_out = {note.partition(":")[0] for note in found.checks_not_run}
    assert {"scope", "limits", "duties", "standing", "entailment"} <= left_out
    assert "figures" in found.checks_run
