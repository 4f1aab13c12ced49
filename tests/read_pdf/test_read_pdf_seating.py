"""When a child is started, and which one reads."""

import time

from ingest.read_pdf.child_process import Seat
from ingest.read_pdf.seating import Seating


def test_a_second_child_is_started_once_waiting_has_cost_more() -> None:
    seating = Seating([Seat(256, 9), Seat(256, 9)], patience_s=0.2)
    began = time.monotonic()

    with seating.lent() as first, seating.lent() as second:
        waited = time.monotonic() - began

    assert second is not first
    assert waited >= 0.2


def test_documents_one_after_the_other_need_one_child() -> None:
    seating = Seating([Seat(256, 9), Seat(256, 9)], patience_s=60)
    lent = []
    for _ in range(5):
        with seating.lent() as seat:
            lent.append(seat)

    assert lent == [lent[0]] * 5


def test_once_in_use_both_seats_are_lent_again() -> None:
    seating = Seating([Seat(256, 9), Seat(256, 9)], patience_s=0.0)
    with seating.lent() as first, seating.lent() as second:
        used = {first, second}

    with seating.lent() as third, seating.lent() as fourth:
        assert {third, fourth} == used


def test_decryption_is_loaded_with_the_first_encrypted_file_and_stays() -> None:
    seat = Seat(1536, 9)
    plain = seat.child(b"trailer << /Root 1 0 R >>")
    decrypting = seat.child(b"trailer << /Root 1 0 R /Encrypt 9 0 R >>")
    after = seat.child(b"trailer << /Root 1 0 R >>")
    seat.close()

    assert [plain.decrypts, decrypting.decrypts] == [False, True]
    assert not plain.is_usable
    assert after is decrypting
