
// ---- state, and what is asked of the gateway

const conversation = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
const EXAMPLE = "Summarize in one sentence: Anna Kowalski, a 34-year-old nurse from Boston, earns $85,000 at Siemens.";
const PAUSE = 300;

let id = conversation();
let history = [];
let turns = [];
const off = new Set();
let facts = null;
let ownEpsilon = true;
let looked = 0;
let listed = Promise.resolve();
let timer = 0;

function say(text, bad) {
  at("said").textContent = text;
  at("said").classList.toggle("bad", Boolean(bad));
}

async function ask(path, body) {
  const headers = { "x-dp-conversation": id };
  if (at("key").value) headers.authorization = "Bearer " + at("key").value;
  if (body) headers["content-type"] = "application/json";
  const sent = { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), cache: "no-store" };
  const response = await fetch(path, sent);
  if (response.ok) return response;
  const told = await response.json().catch(() => null);
  throw new Error(told?.error?.message ?? "the gateway answered with HTTP " + response.status);
}

// ---- what is chosen

const policy = () => facts.policies.find((one) => one.name === at("policy").value);

function request() {
  const messages = [...history, { role: "user", content: at("prompt").value }];
  return { messages, policy: policy().name, epsilon: ownEpsilon ? null : Number(at("epsilon").value), off: [...off] };
}

function showChoice() {
  const { epsilons, kind, sendable } = policy();
  at("epsilon").disabled = epsilons.length === 0;
  if (ownEpsilon && epsilons.length) at("epsilon").value = epsilons[0];
  const own = epsilons.length ? epsilons.map(round).join(", ") + " (the policy's)" : "no such draw";
  at("level").textContent = ownEpsilon || !epsilons.length ? own : at("epsilon").value;
  at("own").disabled = ownEpsilon;
  at("send").disabled = !sendable;
  if (kind === "observe") say("This policy changes nothing: everything leaves in clear.", true);
  else say(sendable ? "" : "Under this policy you can look, but not send.");
}

async function load() {
  try {
    facts = await (await ask("/playground/facts")).json();
  } catch (error) {
    say(error.message, true);
    at("key").focus();
    return;
  }
  at("policy").replaceChildren(...facts.policies.map((one) => element("option", one.name)));
  at("policy").value = facts.policy;
  const providers = facts.providers.map((one) => one.name + ", " + one.host);
  at("provider").textContent = providers.length ? "provider: " + providers.join("; ") : "no provider";
  showChoice();
  look();
  listed = list();
  budgets(false);
}

async function budgets(sent) {
  try {
    const model = at("model").value ? "?model=" + encodeURIComponent(at("model").value) : "";
    showBudgets((await (await ask("/v1/privacy/budget" + model)).json()).budgets, sent);
  } catch (error) {
    say(error.message, true);
  }
}

async function list() {
  try {
    const names = (await (await ask("/v1/models")).json()).data.map((one) => one.id);
    at("models").replaceChildren(...names.map((name) => Object.assign(element("option"), { value: name })));
    at("model").value ||= names[0] ?? "";
  } catch (error) {
    say(error.message, true);
  }
}

// ---- what leaves

async function look() {
  clearTimeout(timer);
  const mine = ++looked;
  if (!facts) return;
  if (!at("prompt").value.trim()) return emptied();
  try {
    const told = await (await ask("/playground/sanitize", request())).json();
    if (mine !== looked) return;
    showMessages(told.messages);
    showReport(told.report);
    at("when").textContent = "if you send it";
  } catch (error) {
    if (mine === looked) say(error.message, true);
  }
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
}

// ---- the reply

async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    held += value;
    const blocks = held.split("\n\n");
    held = blocks.pop();
    for (const block of blocks) {
      const [name, data] = block.split("\n");
      yield [name.slice("event: ".length), JSON.parse(data.slice("data: ".length))];
    }
  }
}

async function send() {
  if (!facts || at("send").disabled || !at("prompt").value.trim()) return;
  clearTimeout(timer);
  looked++;
  at("send").disabled = true;
  await listed;
  const asked = { ...facts.options, ...request(), model: at("model").value };
  const text = { raw: "", restored: "" };
  const marks = { raw: null, restored: null };
  showReply(at("raw"), "", null, "");
  showReply(at("restored"), "", null, "");
  say("Sanitizing …");
  at("when").textContent = "not sent yet";
  let failed = false;
  try {
    for await (const [name, data] of events(await ask("/playground/chat", asked))) {
      if (name === "sanitized") {
        const parts = data.messages.flatMap((message) => message.parts);
        marks.raw = marker(forms(parts, "text"));
        marks.restored = marker(forms(parts, "original"));
        showMessages(data.messages);
        say("Waiting for the provider …");
      } else if (name === "sent") {
        at("when").textContent = "sent to " + data.provider + " under " + data.policy;
      } else if (name === "report") {
        showReport(data);
        at("count").textContent = data.restored === 1 ? "1 surrogate restored" : data.restored + " surrogates restored";
      } else if (name === "error") {
        failed = true;
        say(data.message, true);
      } else {
        text[name] += data.text;
        showReply(at(name), text[name], marks[name], name === "raw" ? "drawn" : "back");
      }
    }
    budgets(!failed);
    if (!failed) {
      turns = [...turns, [asked.messages.at(-1).content, text.restored]];
      showTurns(turns);
      history = [...asked.messages, { role: "assistant", content: text.restored }];
      at("prompt").select();
      say("Done. What you type next is sent together with what was said.");
    }
  } catch (error) {
    say(error.message, true);
  }
  at("send").disabled = !policy().sendable;
  at("prompt").focus();
}

function emptied() {
  for (const name of ["leaves", "raw", "restored", "rows", "totals", "weak", "visible"]) at(name).replaceChildren();
  at("when").textContent = "nothing has been sent yet";
  at("count").textContent = "restored";
  at("set").textContent = "";
  hideTip();
}

function fresh() {
  id = conversation();
  history = [];
  turns = [];
  off.clear();
  emptied();
  showTurns(turns);
  at("prompt").value = EXAMPLE;
  say("");
  at("prompt").focus();
  look();
}

// ---- the same request for a shell

const quoted = (text) => "'" + text.replaceAll("'", "'\\''") + "'";

function curl() {
  const body = { ...facts.options, model: at("model").value, messages: request().messages };
  const headers = ["content-type: application/json", "x-dp-conversation: " + id];
  if (policy().name !== facts.policy) headers.push("x-dp-policy: " + policy().name);
  const lines = ["curl " + quoted(location.origin + "/v1/chat/completions"), ...headers.map((one) => "-H " + quoted(one))];
  if (at("key").value) lines.push('-H "authorization: Bearer $KEY"');
  return [...lines, "-d " + quoted(JSON.stringify(body))].join(" \\\n  ");
}

async function copy() {
  if (!facts) return;
  try {
    await navigator.clipboard.writeText(curl());
    const own = ownEpsilon && off.size === 0;
    say(own ? "Copied." : "Copied, under the policy as it is: what you changed on this page is not part of the API.");
  } catch {
    say("The browser does not let this page copy.", true);
  }
}

at("curl").addEventListener("click", copy);
at("form").addEventListener("submit", (event) => { event.preventDefault(); send(); });
at("prompt").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); send(); }
});
at("prompt").addEventListener("input", soon);
at("policy").addEventListener("change", () => { ownEpsilon = true; showChoice(); look(); });
at("epsilon").addEventListener("input", () => { ownEpsilon = false; showChoice(); soon(); });
at("own").addEventListener("click", () => { ownEpsilon = true; showChoice(); look(); });
at("key").addEventListener("change", load);
at("fresh").addEventListener("click", fresh);

at("prompt").value = EXAMPLE;
load();
