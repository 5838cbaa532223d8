"""What a seat proposes and all others must agree to."""

from __future__ import annotations

from handvoll.core.messages import _
from handvoll.table import events as ev
from handvoll.table import requests as rq
from handvoll.table.checks import check_holds, check_runs
from handvoll.table.draft import Draft
from handvoll.table.errors import NoDraw, NoOffer
from handvoll.table.requests import Asker
from handvoll.table.table import Table


def offer_draw(draft: Draft, request: rq.OfferDraw, by: Asker) -> None:
    """Propose a draw; where one is proposed already, agree."""
    table, seat = draft.table, request.seat
    check_holds(table, seat, by)
    check_runs(table)
    if not table.card.draws:
        raise NoDraw(_("In {game} nobody can agree on a draw.", game=table.card.name))
    if seat in table.offered:
        raise NoDraw(_("You have offered a draw since your last move; play on first."))
    proposal = table.proposal
    if proposal is not None and proposal.what == "draw":
        respond(draft, rq.Respond(seat=seat, offer=proposal.number, accept=True), by)
        return
    draft.add(ev.Offer, seat=seat, what="draw")
    _decline_for_house(draft)
    _carry_out_offer(draft)


def respond(draft: Draft, request: rq.Respond, by: Asker) -> None:
    """Say yes or no; what all agree to is done."""
    table, seat = draft.table, request.seat
    check_holds(table, seat, by)
    check_runs(table)
    proposal = table.proposal
    if proposal is None or proposal.number != request.offer:
        raise NoOffer(_("The offer you answer is gone."))
    if seat in proposal.agreed or table.seats[proposal.seat].guest == by.guest:
        raise NoOffer(_("This offer is not yours to answer."))
    draft.add(ev.Answer, seat=seat, offer=proposal.number, accept=request.accept)
    _carry_out_offer(draft)


def _decline_for_house(draft: Draft) -> None:
    """Opponents decline a draw at once: they would rather play."""
    for seat, sitter in enumerate(draft.table.seats):
        proposal = draft.table.proposal
        if proposal is not None and sitter.level is not None:
            draft.add(ev.Answer, seat=seat, offer=proposal.number, accept=False)


def _carry_out_offer(draft: Draft) -> None:
    """Do what was offered, once all have agreed."""
    table, proposal = draft.table, draft.table.proposal
    if proposal is None or not set(must_agree(table, proposal.seat)) <= proposal.agreed:
        return
    if proposal.what == "draw":
        players = table.players
        draft.end("agreed", (1,) * players, (0.5,) * players)
    else:
        draft.add(ev.Undone, seat=proposal.seat, ply=proposal.ply)


def must_agree(table: Table, asker: int) -> tuple[int, ...]:
    """The seats whose consent an offer of `asker` needs: every other person's, and for a draw opponents'."""
    proposal = table.proposal
    draw = proposal is not None and proposal.what == "draw"
    guest = table.seats[asker].guest
    return tuple(
        seat
        for seat, sitter in enumerate(table.seats)
        if (sitter.is_person and sitter.guest != guest) or (draw and sitter.level is not None)
    )
