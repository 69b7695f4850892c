
"use strict";
// Every text of a person or of a provider goes into the page as textContent: it is never read as HTML.
const at = (id) => document.getElementById(id);
const conversation = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
const EXAMPLE = "Summarize in one sentence: Anna Kowalski, a 34-year-old nurse from Boston, earns $85,000 at Siemens.";
const PAUSE = 300;

let id = conversation();
let history = [];
let facts = null;
let ownEpsilon = true;
let looked = 0;
let listed = Promise.resolve();
let timer = 0;
let levels = new Map();

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function say(text, bad) {
  at("said").textContent = text;
  at("said").classList.toggle("bad", Boolean(bad));
}

async function ask(path, body, signal) {
  const headers = { "x-dp-conversation": id };
  if (at("key").value) headers.authorization = "Bearer " + at("key").value;
  if (body) headers["content-type"] = "application/json";
  const sent = { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), signal, cache: "no-store" };
  const response = await fetch(path, sent);
  if (response.ok) return response;
  const told = await response.json().catch(() => null);
  throw new Error(told?.error?.message ?? "the gateway answered with HTTP " + response.status);
}

// ---- what is chosen

const policy = () => facts.policies.find((one) => one.name === at("policy").value);

function request() {
  const messages = [...history, { role: "user", content: at("prompt").value }];
  return { messages, policy: policy().name, epsilon: ownEpsilon ? null : Number(at("epsilon").value) };
}

function showChoice() {
  const own = policy().epsilon;
  at("epsilon").disabled = own === null;
  if (ownEpsilon && own !== null) at("epsilon").value = own;
  at("level").textContent = own === null ? "no such draw" : at("epsilon").value + (ownEpsilon ? " (the policy's)" : "");
  at("own").disabled = ownEpsilon;
  at("send").disabled = !policy().sendable;
  say(policy().sendable ? "" : "Under this policy you can look, but not send.");
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

function drawn(part) {
  const made = element("span", part.text, part.text === part.original ? "drawn same" : "drawn");
  made.tabIndex = 0;
  made.tip = () => {
    const level = levels.get(part.type);
    const epsilon = "ε " + round(part.epsilon) + " nominal" + (level ? ", " + level + " certified" : "");
    const fate = part.text === part.original ? "drawn, and by chance the same" : part.original + " → " + part.text;
    return [fate, part.type + (part.mechanism ? ": " + part.mechanism : ""), epsilon].join("\n");
  };
  return made;
}

function clear(text) {
  // Only words are marked: a line under a comma says nothing.
  const runs = text.split(/([\p{L}\p{N}][\p{L}\p{N}'’-]*)/u);
  return runs.map((run, place) => (place % 2 ? element("span", run, "clear") : run)).filter(Boolean);
}

function showMessages(messages) {
  at("leaves").replaceChildren(...messages.map((message) => {
    const line = element("p");
    if (messages.length > 1) line.append(element("span", message.role, "role"));
    line.append(...message.parts.flatMap((part) => ("original" in part ? drawn(part) : clear(part.text))));
    return line;
  }));
}

async function look() {
  clearTimeout(timer);
  const mine = ++looked;
  if (!facts || !at("prompt").value.trim()) return;
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

// ---- the certificate

function round(value) {
  if (value === "inf" || value === null) return "infinite";
  return Number(value) === 0 ? "0" : String(Number(Number(value).toPrecision(3)));
}

const pair = (epsilon, delta) => (epsilon === "inf" ? "infinite" : "(" + round(epsilon) + ", " + round(delta) + ")");

const HEADS = Array.from(document.querySelectorAll("th"), (head) => head.textContent);

function row(cells, infinite) {
  const made = element("tr");
  made.append(...cells.map((cell) => element("td", cell)));
  for (const [place, cell] of Array.from(made.cells).entries()) cell.dataset.head = HEADS[place];
  made.lastChild.classList.toggle("infinite", infinite);
  return made;
}

function showReport(report) {
  levels = new Map();
  const entities = report.entities.map((one) => {
    const level = pair(one.certified_epsilon, one.certified_delta);
    levels.set(one.type.split("/")[0], level);
    const kept = one.treatment === "keep";
    const nominal = kept ? "infinite" : round(one.nominal_epsilon) + (one.nominal_epsilon ? " per " + one.unit : "");
    return row([one.type, one.mechanism, kept ? one.mentions : one.values, nominal, level], one.certified_epsilon === "inf");
  });
  const words = report.tokens.map((one) => {
    const level = pair(one.guarantee.certified_epsilon, 0);
    levels.set("word", level);
    return row(["words", one.mechanism, one.words, round(one.epsilon) + " per word", level], level === "infinite");
  });
  at("rows").replaceChildren(...entities, ...words);
  const total = element("td", "in all: ε " + round(report.total_epsilon) + " nominal; entities together "
    + pair(report.total_certified_epsilon, report.total_certified_delta) + " certified");
  total.colSpan = 5;
  const last = element("tr");
  last.append(total);
  at("totals").replaceChildren(last);
  at("visible").replaceChildren(...report.left_in_clear.map((line) => element("li", line)));
}

// ---- the reply

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function marker(texts) {
  const found = [...new Set(texts)].filter((text) => text.trim()).sort((a, b) => b.length - a.length).map(escaped);
  return found.length ? new RegExp("(?<![\\p{L}\\p{N}])(?:" + found.join("|") + ")(?![\\p{L}\\p{N}])", "giu") : null;
}

function forms(parts, side) {
  const entities = parts.filter((part) => "original" in part && part.type !== "word" && part.type !== "digits");
  return entities.flatMap((part) => (part.type === "PERSON" ? [part[side], ...part[side].split(" ")] : [part[side]]));
}

function showReply(place, text, found, kind) {
  const pieces = [];
  let from = 0;
  for (const match of found ? text.matchAll(found) : []) {
    pieces.push(text.slice(from, match.index), element("span", match[0], kind));
    from = match.index + match[0].length;
  }
  place.replaceChildren(...pieces, text.slice(from));
}

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
  say("Sent, waiting for the provider …");
  let failed = false;
  try {
    for await (const [name, data] of events(await ask("/playground/chat", asked))) {
      if (name === "sent") {
        const parts = data.messages.flatMap((message) => message.parts);
        marks.raw = marker(forms(parts, "text"));
        marks.restored = marker(forms(parts, "original"));
        showMessages(data.messages);
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
    if (!failed) {
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

function fresh() {
  id = conversation();
  history = [];
  for (const name of ["leaves", "raw", "restored", "rows", "totals", "visible"]) at(name).replaceChildren();
  at("prompt").value = EXAMPLE;
  at("when").textContent = "nothing has been sent yet";
  at("count").textContent = "restored";
  say("");
  at("prompt").focus();
  look();
}

// ---- hints on hover and focus

function showTip(event) {
  const source = event.target.closest?.(".drawn");
  if (!source?.tip) return hideTip();
  const tip = at("tip");
  tip.textContent = source.tip();
  tip.hidden = false;
  const box = source.getBoundingClientRect();
  tip.style.top = box.bottom + window.scrollY + 6 + "px";
  tip.style.left = Math.max(8, Math.min(box.left, document.documentElement.clientWidth - tip.offsetWidth - 8)) + "px";
  source.setAttribute("aria-describedby", "tip");
}

function hideTip() {
  at("tip").hidden = true;
}

for (const kind of ["mouseover", "focusin"]) document.addEventListener(kind, showTip);
for (const kind of ["mouseout", "focusout"]) document.addEventListener(kind, hideTip);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); });

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
