"""The page of the playground in a real browser."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.randomness import Secret
from dp_gateway.server.app import create_app
from dp_gateway.server.demonstration import Background
from dp_gateway.server.keys import new_key
from dp_gateway.server.playground import playground_routes
from dp_gateway.server.settings import Settings
from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.testing.models import Answer, Failure, ScriptedModel
from dp_gateway.vocabulary.index import Index

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt-get install chromium")

QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
HTML = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script><b>bold</b>'
PATIENCE = 240_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def stack(tmp_path: Path, words: Index) -> Iterator[ExitStack]:
    del words
    Secret.from_file(tmp_path / "key")
    with ExitStack() as stack:
        yield stack


def serve(stack: ExitStack, tmp_path: Path, url: str, name: str, **tables: Any) -> str:
    given = {"upstreams": {name: {"url": url}}, "privacy": {"keys": {"k": str(tmp_path / "key")}}} | tables
    options = {"temperature": 0, "max_tokens": 60}
    app = create_app(Settings.model_validate(given), [], playground_routes(any_policy=True, options=options))
    return stack.enter_context(Background(app)).url


class Visit:
    """A page, and everything that it asked for or complained about."""

    def __init__(self, browser: Any, url: str, **context: Any) -> None:
        self.url = url
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.goto(f"{url}/playground")

    def part(self, name: str) -> Any:
        return self.page.locator(f"#{name}")

    def type(self, text: str) -> None:
        self.part("prompt").fill(text)

    def send(self, ends: str = "Done") -> None:
        self.part("prompt").press("Control+Enter")
        expect(self.part("said")).to_contain_text(ends, timeout=PATIENCE)

    def check(self) -> None:
        """Nothing was asked of any other server, and the browser has nothing to say against the page."""
        assert self.asked
        assert all(asked.startswith((self.url + "/", "data:,")) for asked in self.asked), self.asked
        assert self.complaints == []
        self.context.close()


def test_both_sides_of_a_conversation(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    model = stack.enter_context(ScriptedModel(default=lambda body: "Hello from the " + body["messages"][-1]["content"]))
    visit = Visit(browser, serve(stack, tmp_path, model.url, "scripted"))
    expect(visit.part("provider")).to_contain_text("scripted, 127.0.0.1")
    visit.type("nephew of Anna Kowalski in Boston.")
    expect(visit.part("leaves").locator(".drawn")).to_have_count(2, timeout=PATIENCE)
    assert model.completions == []
    visit.send()
    arrived = model.completions[-1]["messages"][-1]["content"]
    assert model.completions[-1]["temperature"] == 0
    assert "Kowalski" not in model.sent
    assert visit.part("leaves").inner_text() == arrived
    assert visit.part("raw").inner_text() == f"Hello from the {arrived}"
    assert visit.part("restored").inner_text() == "Hello from the nephew of Anna Kowalski in Boston."
    assert visit.part("restored").locator(".back").all_inner_texts() == ["Anna Kowalski", "Boston"]
    assert visit.part("leaves").locator(".clear").all_inner_texts() == ["nephew", "of", "in"]
    expect(visit.part("rows")).to_contain_text("LOCATION/CITY")
    expect(visit.part("totals")).to_contain_text("6 nominal")
    expect(visit.part("visible")).to_contain_text("no detected entity")
    visit.type("Say it again, Anna Kowalski.")
    visit.send()
    assert len(model.completions[-1]["messages"]) == 3
    assert model.completions[-1]["messages"][0]["content"] == arrived
    visit.part("fresh").click()
    visit.send()
    assert len(model.completions[-1]["messages"]) == 1
    visit.check()


def test_the_conversation_stays_and_ends(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    model = stack.enter_context(ScriptedModel(default=lambda body: "So " + body["messages"][-1]["content"]))
    visit = Visit(browser, serve(stack, tmp_path, model.url, "scripted"))
    for text in ("Anna Kowalski lives in Boston.", "Kate Long lives in Denver."):
        visit.type(text)
        visit.send()
    turns = visit.part("turns").locator("p").all_inner_texts()
    assert turns == [
        "Anna Kowalski lives in Boston.",
        "So Anna Kowalski lives in Boston.",
        "Kate Long lives in Denver.",
        "So Kate Long lives in Denver.",
    ]
    visit.type("")
    expect(visit.part("rows").locator("tr")).to_have_count(0)
    assert visit.part("leaves").inner_text() == visit.part("raw").inner_text() == ""
    visit.part("fresh").click()
    expect(visit.part("transcript")).to_be_hidden()
    visit.check()


def test_a_type_is_switched_off_and_weakness_is_said(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    model = stack.enter_context(ScriptedModel())
    visit = Visit(browser, serve(stack, tmp_path, model.url, "scripted"))
    visit.type("Anna Kowalski earns $85,000 since 3 March 2024.")
    weak = visit.part("weak")
    expect(weak).to_contain_text("DATE_TIME: weakly protected", timeout=PATIENCE)
    expect(weak).not_to_contain_text("MONEY")
    expect(visit.part("rows").get_by_role("row").filter(has_text="MONEY")).to_contain_text("≤ 29 %")
    box = visit.part("rows").get_by_label("DATE_TIME")
    box.uncheck()
    expect(visit.part("leaves")).to_contain_text("3 March 2024", timeout=PATIENCE)
    expect(weak).to_be_empty()
    assert "Kowalski" not in visit.part("leaves").inner_text()
    visit.part("rows").get_by_label("DATE_TIME").check()
    expect(weak).to_contain_text("DATE_TIME", timeout=PATIENCE)
    visit.check()


def test_the_request_is_copied_for_a_shell(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    model = stack.enter_context(ScriptedModel(default="Fine."))
    url = serve(stack, tmp_path, model.url, "scripted")
    visit = Visit(browser, url, permissions=["clipboard-read", "clipboard-write"])
    expect(visit.part("model")).not_to_have_value("", timeout=PATIENCE)
    visit.type("It's Anna Kowalski's.")
    visit.part("curl").click()
    expect(visit.part("said")).to_have_text("Copied.")
    copied = visit.page.evaluate("navigator.clipboard.readText()")
    words = shlex.split(copied.replace("\\\n", ""))
    assert words[:2] == ["curl", f"{url}/v1/chat/completions"]
    assert json.loads(words[-1])["messages"] == [{"role": "user", "content": "It's Anna Kowalski's."}]
    done = subprocess.run(f"{copied} -s", shell=True, capture_output=True, check=True)
    assert json.loads(done.stdout)["choices"][0]["message"]["content"] == "Fine."
    assert "Kowalski" not in model.sent
    visit.check()


def test_words_tell_their_price_to_pointer_and_keyboard(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    model = stack.enter_context(ScriptedModel())
    visit = Visit(browser, serve(stack, tmp_path, model.url, "scripted"))
    visit.type("I live in Boston.")
    drawn = visit.part("leaves").locator(".drawn")
    expect(drawn).to_have_count(1, timeout=PATIENCE)
    tip = visit.part("tip")
    expect(tip).to_be_hidden()
    drawn.hover()
    expect(tip).to_contain_text(f"Boston → {drawn.inner_text()}")
    expect(tip).to_contain_text("LOCATION: staircase in its class")
    expect(tip).to_contain_text("ε 6 nominal, (6")
    visit.page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    visit.part("curl").focus()
    visit.page.keyboard.press("Tab")
    expect(drawn).to_be_focused()
    expect(tip).to_be_visible()
    visit.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    visit.check()


def test_policy_and_epsilon_change_what_leaves(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    model = stack.enter_context(ScriptedModel())
    visit = Visit(browser, serve(stack, tmp_path, model.url, "scripted"))
    visit.type("I live in Boston.")
    expect(visit.part("totals")).to_contain_text("6 nominal", timeout=PATIENCE)
    visit.part("epsilon").fill("2")
    expect(visit.part("totals")).to_contain_text("2 nominal", timeout=PATIENCE)
    expect(visit.part("level")).to_have_text("2")
    visit.part("policy").select_option("mask")
    expect(visit.part("leaves")).to_have_text("I live in <LOCATION_1>.", timeout=PATIENCE)
    visit.part("policy").select_option("observe")
    expect(visit.part("leaves")).to_have_text("I live in Boston.", timeout=PATIENCE)
    expect(visit.part("rows").locator(".infinite")).to_have_text("in clear")
    expect(visit.part("totals")).to_have_text("nothing is drawn; what is left in clear: no guarantee")
    expect(visit.part("said")).to_contain_text("everything leaves in clear")
    visit.check()


def test_words_of_all_messages_are_one_row(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    model = stack.enter_context(ScriptedModel(default="Penguins swim."))
    visit = Visit(browser, serve(stack, tmp_path, model.url, "scripted"))
    visit.part("policy").select_option("tokens")
    visit.type("Penguins swim.")
    visit.send()
    visit.send()
    rows = visit.part("rows").locator("tr")
    assert rows.locator("td").all_inner_texts() == ["words", "stairtext", "6", "8 per word", "", "(8, 0)", "≤ 75 %"]
    expect(visit.part("totals")).to_have_text("what is drawn: (16, 0) certified (epsilon, delta), 16 nominal")
    visit.check()


def test_html_is_text(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    model = stack.enter_context(ScriptedModel(Answer(HTML), Failure(400, HTML)))
    visit = Visit(browser, serve(stack, tmp_path, model.url, HTML))
    visit.type(f"{HTML} Anna Kowalski {HTML}")
    visit.send()
    assert HTML in visit.part("leaves").inner_text()
    assert visit.part("raw").inner_text() == visit.part("restored").inner_text() == HTML
    assert HTML in visit.part("provider").inner_text()
    visit.part("leaves").locator(".drawn").first.hover()
    visit.send(HTML)
    assert visit.page.locator("main img, main b, main script").count() == 0
    assert visit.page.title() == "dp-gateway playground"
    visit.check()


def test_key_is_asked_for_and_kept_in_memory_alone(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    key, hashed = new_key()
    model = stack.enter_context(ScriptedModel())
    visit = Visit(browser, serve(stack, tmp_path, model.url, "scripted", keys={"app": {"hash": hashed}}))
    expect(visit.part("said")).to_contain_text("wants a key", timeout=PATIENCE)
    expect(visit.part("key")).to_be_focused()
    visit.part("key").fill(key)
    visit.part("key").press("Tab")
    expect(visit.part("provider")).to_contain_text("scripted")
    visit.send()
    assert visit.context.storage_state() == {"cookies": [], "origins": []}
    visit.page.reload()
    assert visit.part("key").input_value() == ""
    expect(visit.part("said")).to_contain_text("wants a key")
    # The browser itself notes that the first answers were refusals.
    visit.complaints = [text for text in visit.complaints if "401" not in text]
    visit.check()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1360), ("dark", 1360), ("light", 360), ("dark", 800)], ids=str)
def test_everything_fits(browser: Any, stack: ExitStack, tmp_path: Path, scheme: str, width: int) -> None:
    model = stack.enter_context(ScriptedModel(default="word " * 200 + "x" * 300))
    size = {"width": width, "height": 900}
    visit = Visit(browser, serve(stack, tmp_path, model.url, "scripted"), color_scheme=scheme, viewport=size)
    visit.type("Anna Kowalski from Boston is 34 years old and earns $85,000. " * 20 + "y" * 300)
    visit.send()
    for name in ("form", "results", "leaves", "raw", "restored"):
        box = visit.part(name).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width, name
    assert visit.page.locator("html").evaluate("root => root.scrollWidth") <= width
    visit.check()


@pytest.mark.thorough
@pytest.mark.skipif(LocalLlama.missing() is not None, reason=str(LocalLlama.missing()))
def test_with_a_real_model(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    model = stack.enter_context(LocalLlama())
    visit = Visit(browser, serve(stack, tmp_path, model.url, model.model))
    expect(visit.part("model")).to_have_value(model.model, timeout=PATIENCE)
    visit.send()
    raw, restored = visit.part("raw").inner_text(), visit.part("restored").inner_text()
    assert raw
    assert restored
    assert "Kowalski" not in raw
    assert visit.part("leaves").locator(".drawn").count() >= 4
    visit.check()


def test_what_was_spent_is_plotted_over_time(browser: Any, stack: ExitStack, tmp_path: Path) -> None:
    model = stack.enter_context(ScriptedModel(default="Fine."))
    tables = {"budgets": {"mine": {"epsilon": 14}}, "ledger": {"url": "memory:", "count": "nominal"}}
    visit = Visit(browser, serve(stack, tmp_path, model.url, "scripted", **tables))
    budget = visit.part("budgets")
    expect(budget).to_contain_text("ε 0 of 14 spent", timeout=PATIENCE)
    expect(budget).to_contain_text("nothing was spent yet")
    expect(visit.part("model")).not_to_have_value("", timeout=PATIENCE)
    for town, spent in (("Boston", 6), ("Denver", 12)):
        visit.part("fresh").click()
        visit.type(f"I live in {town}.")
        visit.send()
        expect(budget).to_contain_text(f"ε {spent} of 14 spent", timeout=PATIENCE)
    expect(budget.locator("circle.here")).to_have_count(2)
    expect(budget.locator("path.limit")).to_have_count(1)
    titles = budget.locator("circle title").all_text_contents()
    assert [title.rpartition(": ")[2] for title in titles] == ["ε 6", "ε 12"]
    heights = [float(dot.get_attribute("cy")) for dot in budget.locator("circle").all()]
    assert heights[0] > heights[1] > 0
    visit.type("I live in Chicago.")
    visit.send("is left of the budget mine")
    expect(budget).to_contain_text("ε 12 of 14 spent")
    visit.page.reload()
    expect(budget.locator("circle.dot")).to_have_count(1, timeout=PATIENCE)
    visit.check()
