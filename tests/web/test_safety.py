"""What keeps a house safe: headers, foreign pages, limits, cookies and tokens."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handvoll.client import House as Client
from handvoll.client import Refused
from handvoll.web import identity
from handvoll.web.identity import Guest, Signer
from handvoll.web.safety import Buckets

SIX = {"game": "six", "chairs": ["open", "open"]}


def error(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize("path", ["/healthz", "/api/games", "/nothing", "/api/tables/nope", "/palette.css"])
def test_every_answer_carries_the_headers(served: Any, path: str) -> None:
    """No inline script or style, no frames, no sniffing, no referrer to others: on errors too."""
    with served.browser() as browser:
        headers = browser.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


@pytest.mark.parametrize("path", ["/", "/rules/six", "/api/games", "/healthz", "/palette.css", "/nowhere"])
def test_head_says_what_get_says(served: Any, path: str) -> None:
    """Who only wants to know whether a page is there is told so, without the page."""
    with served.browser() as browser:
        got, head = browser.get(path), browser.head(path)
        assert head.content == b""
        assert head.status_code == got.status_code
        assert head.headers["content-type"] == got.headers["content-type"]
        assert browser.get("/healthz").status_code == 200  # on the same line


@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ({}, True),
        ({"Origin": "SELF"}, True),
        ({"Origin": "SELF", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site", "Origin": "SELF"}, False),
    ],
)
def test_foreign_pages_change_nothing(served: Any, headers: dict[str, str], passes: bool) -> None:
    """A request with a cookie counts only from our own pages, by the browser's own word."""
    sent = {name: value.replace("SELF", served.url) for name, value in headers.items()}
    with served.browser() as browser:
        answer = browser.post("/api/tables", json=SIX, headers=sent)
    assert (answer.status_code == 201) is passes
    if not passes:
        assert error(answer) == (403, "bad-origin")


def test_a_form_cannot_speak_to_the_api(served: Any) -> None:
    """What a foreign form could send (no JSON) is not read as a request."""
    with served.browser() as browser:
        for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"):
            answer = browser.post(
                "/api/tables",
                content=b'{"game":"six","chairs":["open","open"]}',
                headers={"content-type": kind},
            )
            assert answer.status_code in (400, 415), kind


def test_too_much_is_refused_with_a_time_to_wait(serve: Any) -> None:
    """Actions per identity, tables per identity, guests and requests per address each have a limit."""
    served = serve(actions_per_minute=5)
    with served.browser() as browser:
        browser.post("/api/me", json={"name": "Anna"})
        answers = [browser.post("/api/me", json={"name": "Anna"}) for _time in range(7)]
        assert browser.get("/api/me").status_code == 200
    assert [answer.status_code for answer in answers][-1] == 429
    assert error(answers[-1]) == (429, "too-many")
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60

    served = serve(tables_per_hour=2, guests_per_hour=3)
    with served.browser() as browser:
        statuses = [browser.post("/api/tables", json=SIX).status_code for _time in range(3)]
    assert statuses == [201, 201, 429]
    strangers = [httpx.post(f"{served.url}/api/me", json={}).status_code for _time in range(4)]
    assert strangers.count(429) == 2

    served = serve(requests_per_minute=20)
    statuses = [httpx.get(f"{served.url}/api/games/six").status_code for _time in range(25)]
    assert statuses.count(429) >= 4
    assert httpx.get(f"{served.url}/healthz").status_code == 200


def test_tables_are_counted_by_address_too_and_rematches_with_them(serve: Any) -> None:
    """Somebody who becomes another guest for every table comes no further for it."""
    served = serve(tables_per_address=3)
    with served.browser() as browser:
        alone = {"game": "abraeumen", "chairs": ["host"]}
        path = f"/api/tables/{browser.post('/api/tables', json=alone).json()['table']}"
        for request in ({"do": "sit"}, {"do": "resign", "seat": 0}, {"do": "rematch"}):
            assert browser.post(path, json=request).status_code == 200
        statuses = [httpx.post(f"{served.url}/api/tables", json=SIX).status_code for _guest in range(2)]
        assert statuses == [201, 429]
        assert error(browser.post(path, json={"do": "rematch"})) == (429, "too-many")


def test_a_bucket_fills_again_with_time() -> None:
    """What was used up comes back at the rate of the limit, and never more than the limit."""
    now = [0.0]
    buckets = Buckets(6, 60, clock=lambda: now[0])
    assert [buckets.take("a") for _time in range(6)] == [0] * 6
    assert buckets.take("a") == pytest.approx(10)
    assert buckets.take("b") == 0
    now[0] = 10
    assert (buckets.take("a"), buckets.take("a")) == (0, pytest.approx(10))
    now[0] = 10_000
    assert [buckets.take("a") for _time in range(7)][-1] > 0


def test_a_cookie_reads_back_and_a_changed_one_does_not() -> None:
    """Every single changed letter of a cookie makes it worthless, and so does another house's secret."""
    signer = Signer(b"secret")
    guest = Guest("abcdefgh1234", "Ännä <b>", "de", "dark")
    cookie = signer.cookie(guest)
    read = signer.read(cookie)
    assert read is not None
    assert read[0] == guest
    assert Signer(b"other").read(cookie) is None
    for place, letter in enumerate(cookie):
        changed = cookie[:place] + ("A" if letter != "A" else "B") + cookie[place + 1 :]
        found = signer.read(changed)
        # The last letter of base64 can hold bits that mean nothing.
        assert found is None or found[0] == guest
    assert signer.read(signer.cookie(guest, now=0)) is None


@given(st.one_of(st.text(max_size=1200), st.binary(max_size=300).map(lambda data: data.decode("latin-1"))))
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_no_noise_is_a_cookie(value: str) -> None:
    """Whatever comes as a cookie is refused without a fault."""
    assert Signer(b"secret").read(value) is None
    identity.preferred_language(value)
    identity.cookie_value(value, "handvoll")


def test_cookies_are_kept_from_scripts_and_other_sites(serve: Any) -> None:
    """HttpOnly and SameSite always; Secure and the host prefix where people come by TLS."""
    plain = httpx.post(f"{serve().url}/api/me", json={}).headers["set-cookie"]
    assert plain.startswith("handvoll=")
    assert "HttpOnly" in plain
    assert "SameSite=Lax" in plain
    assert "Secure" not in plain
    behind = serve(public_url="https://play.example.org")
    answer = httpx.post(f"{behind.url}/api/me", json={}, headers={"Origin": "https://play.example.org"})
    assert answer.headers["set-cookie"].startswith("__Host-handvoll=")
    assert "; Secure" in answer.headers["set-cookie"]
    assert "strict-transport-security" in answer.headers
    table = httpx.post(f"{behind.url}/api/tables", json=SIX).json()
    assert table["url"].startswith("https://play.example.org/t/")


def test_names_stay_text(served: Any) -> None:
    """A name keeps its letters, but loses what could break or turn a line."""
    with served.browser() as browser:
        name = browser.post("/api/me", json={"name": "  <b>Anna</b>\n\u202ex\x00y  "}).json()["name"]
        assert browser.post("/api/me", json={"name": "x" * 41}).status_code == 400
    assert name == "<b>Anna</b> x y"


def test_a_token_reaches_as_far_as_its_scopes_until_it_is_revoked(served: Any) -> None:
    """read looks, play acts, create opens; a token makes no tokens; revoked it is worth nothing."""
    with served.browser() as browser:
        browser.post("/api/me", json={"name": "Anna"})
        made = {
            scope: browser.post("/api/tokens", json={"label": scope, "scopes": [scope]}).json()
            for scope in ("read", "play", "create")
        }
        listed = browser.get("/api/tokens").json()
        assert [one["label"] for one in listed] == ["read", "play", "create"]
        assert not any("token" in one for one in listed)

        def ask(scope: str, method: str, path: str, body: Any = None) -> str:
            try:
                with Client(served.url, made[scope]["token"]) as client:
                    client.ask(method, path, body)
            except Refused as refused:
                return refused.code
            return "ok"

        table = browser.post("/api/tables", json=SIX).json()["table"]
        asked = {
            "read": ("GET", f"/api/tables/{table}"),
            "play": ("POST", f"/api/tables/{table}", {"do": "sit"}),
            "create": ("POST", "/api/tables", SIX),
        }
        for have in made:
            for need, request in asked.items():
                assert ask(have, *request) == ("ok" if have == need else "not-allowed"), (have, need)
            assert ask(have, "POST", "/api/tokens", {"label": "x"}) == "not-allowed"
        browser.delete(f"/api/tokens/{made['read']['id']}")
        assert ask("read", *asked["read"]) == "not-allowed"
        assert len(browser.get("/api/tokens").json()) == 2


def test_a_token_needs_no_origin_and_a_wrong_one_is_refused(served: Any) -> None:
    """Programs are no browsers; a made-up token does not make a guest."""
    answer = httpx.get(f"{served.url}/api/me", headers={"Authorization": "Bearer hv_nonsense"})
    assert error(answer) == (403, "not-allowed")
    assert error(httpx.get(f"{served.url}/api/me", headers={"Authorization": "Basic x"})) == (
        403,
        "not-allowed",
    )


def test_a_link_takes_a_guest_to_another_device_once(served: Any) -> None:
    """The second device is the same guest with the same name; the link works a single time."""
    with served.browser() as phone, served.browser() as laptop, served.browser() as thief:
        anna = phone.post("/api/me", json={"name": "Anna", "language": "de", "theme": "dark"}).json()
        link = phone.post("/api/me/links").json()
        assert link["qr"].startswith("<svg")
        code = {"code": link["url"].rpartition("/")[2]}
        assert laptop.post("/api/enter", json=code).json() == anna
        assert laptop.get("/api/me").json() == anna
        assert error(thief.post("/api/enter", json=code)) == (404, "not-found")


def test_logs_name_no_secret(served: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Cookies, tokens, codes, names and moves do not stand in the log, whatever is asked."""
    caplog.set_level("DEBUG", logger="handvoll")
    with served.browser() as browser:
        browser.post("/api/me", json={"name": "Rumpelstiltskin"})
        cookie = browser.cookies["handvoll"]
        token = browser.post("/api/tokens", json={}).json()["token"]
        httpx.get(f"{served.url}/api/tables/x", headers={"Authorization": f"Bearer {token}"})
        browser.post("/api/tables/x", json={"do": "sit", "word": "abracadabra"})
    for secret in ("Rumpelstiltskin", cookie, token, "abracadabra"):
        assert secret not in caplog.text
