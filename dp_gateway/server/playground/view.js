
"use strict";
// Every text of a person or of a provider goes into the page as textContent: it is never read as HTML.
const at = (id) => document.getElementById(id);

let levels = new Map();

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
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
  const runs = text.split(/([\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*)/u);
  return runs.map((run, place) => (place % 2 ? element("span", run, "clear") : run)).filter(Boolean);
}

function showMessages(messages) {
  at("leaves").replaceChildren(...messages.map((message) => {
    const line = element("p");
    line.dir = "auto";
    if (messages.length > 1) line.append(element("span", message.role, "role"));
    line.append(...message.parts.flatMap((part) => ("original" in part ? drawn(part) : clear(part.text))));
    return line;
  }));
}

// ---- the certificate

function round(value) {
  if (value === "inf" || value === null) return "infinite";
  return Number(value) === 0 ? "0" : String(Number(Number(value).toPrecision(3)));
}

const share = (guess) => "≤ " + (100 * guess).toPrecision(guess < 0.01 ? 1 : 2) + " %";

const LEVEL = 5;
const HEADS = Array.from(document.querySelectorAll("th"), (head) => head.textContent);

function row(cells, infinite) {
  const made = element("tr");
  made.append(...cells.map((cell) => element("td", cell)));
  for (const [place, cell] of Array.from(made.cells).entries()) cell.dataset.head = HEADS[place];
  made.cells[LEVEL].classList.toggle("infinite", infinite);
  return made;
}

function showReport(report) {
  levels = new Map();
  const entities = report.entities.map((one) => {
    const level = one.treatment === "keep" ? "in clear" : one.certified;
    const type = one.type.split("/")[0];
    const known = levels.get(type) ?? level;
    levels.set(type, known === level ? level : known + " or " + level);
    const kept = one.treatment === "keep";
    const nominal = kept ? "" : round(one.nominal_epsilon) + (one.nominal_epsilon ? " per " + one.unit : "");
    const guess = kept ? "" : share(one.guess);
    const cells = [one.type, one.mechanism, kept ? one.mentions : one.values, nominal, one.classes.join("; "), level, guess];
    const made = row(cells, one.certified_epsilon === "inf");
    made.cells[0].replaceChildren(switchOf(type, one.type));
    return made;
  });
  // All texts of a request are drawn by one mechanism at one epsilon.
  const words = report.tokens.slice(0, 1).map((one) => {
    const count = report.tokens.reduce((sum, text) => sum + text.words, 0);
    const level = one.certified;
    levels.set("word", level);
    const cells = ["words", one.mechanism, count, round(one.epsilon) + " per word", "", level, share(one.guess)];
    return row(cells, level === "no guarantee");
  });
  at("rows").replaceChildren(...entities, ...words);
  const total = element("td", summary(report));
  total.colSpan = HEADS.length;
  const last = element("tr");
  last.append(total);
  at("totals").replaceChildren(last);
  const visible = [...report.left_in_clear, ...report.tokens.flatMap((one) => one.left_in_clear)];
  showSet(report);
  at("weak").replaceChildren(...weak(report).map((line) => element("li", line)));
  const cautions = (report.cautions ?? []).map((one) => {
    const stated = one.stated ? " (" + one.stated + ")" : "";
    const line = element("li", "Caution: the provider spoke of " + one.spoke_of + stated + " where you read " + one.reads + ".");
    line.className = "caution";
    return line;
  });
  at("visible").replaceChildren(...cautions, ...languages(report), ...[...new Set(visible)].map((line) => element("li", line)));
}

// A type is left in clear, or drawn again, by the box before its name.
function switchOf(type, shown) {
  const label = element("label", "", "switch");
  const box = Object.assign(element("input"), { type: "checkbox", checked: !off.has(type) });
  box.addEventListener("change", () => { off[box.checked ? "delete" : "add"](type); look(); });
  label.append(box, " " + shown);
  return label;
}

// Words first: one line says it of all texts.
function weak(report) {
  const lines = [...report.tokens.slice(0, 1), ...report.entities].map((one) => one.weakness);
  return [...new Set(lines.filter(Boolean))];
}

function showTurns(turns) {
  at("transcript").hidden = turns.length === 0;
  at("turns").replaceChildren(...turns.map(([typed, got]) => {
    const made = element("li");
    made.append(element("p", typed, "typed"), element("p", got, "got"));
    return made;
  }));
}

function languages(report) {
  if (!report.languages) return [];
  const names = new Intl.DisplayNames("en", { type: "language" });
  const { read, unsupported } = report.languages;
  const told = (codes) => codes.map((code) => names.of(code)).join(", ");
  const lines = read.length ? ["read as " + told(read)] : [];
  if (unsupported.length) lines.push("not supported: " + told(unsupported));
  return lines.map((line) => element("li", line));
}

function showSet(report) {
  // A short list of phrases, or a mechanism, may allow less than what was chosen: what is set is what was drawn at.
  const phrases = report.entities.filter((one) => one.treatment === "mechanism").map((one) => one.nominal_epsilon);
  const set = [...new Set([...phrases, ...report.tokens.map((one) => one.epsilon)].map(round))];
  at("set").textContent = set.length ? "drawn at " + set.join(", ") : "";
}

function summary(report) {
  const kept = report.entities.filter((one) => one.treatment === "keep").length;
  const drawn = report.entities.length > kept || report.tokens.length > 0;
  const price = report.total_certified + " certified (epsilon, delta), " + round(report.total_nominal_epsilon) + " nominal";
  const parts = [drawn ? "what is drawn: " + price : "nothing is drawn"];
  if (kept) parts.push("what is left in clear: no guarantee");
  return parts.join("; ");
}

// ---- both sides of the reply

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Chinese, Japanese and Thai have no spaces between words.
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function whole(text) {
  return UNSPACED.test(text) ? escaped(text) : "(?<![\\p{L}\\p{N}])" + escaped(text) + "(?![\\p{L}\\p{M}\\p{N}])";
}

function marker(texts) {
  const found = [...new Set(texts)].filter((text) => text.trim()).sort((a, b) => b.length - a.length).map(whole);
  return found.length ? new RegExp(found.join("|"), "giu") : null;
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
