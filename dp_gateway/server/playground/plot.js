
// ---- what was spent over time

// Of an empty drawing in the page: no address stands in it.
const SVG = at("sketch").namespaceURI;
const WIDE = 600, HIGH = 120, EDGE = 6, SIDE = 52;

let sentHere = new Map();

function shape(name, attributes, kind) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (kind) made.setAttribute("class", kind);
  return made;
}

function day(seconds) {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ") + " UTC";
}

function plot(budget, points) {
  const limit = budget.epsilon === "inf" ? 0 : budget.epsilon;
  const top = Math.max(limit, ...points.map((point) => point.spent)) * 1.1 || 1;
  const x = (at) => SIDE + (at + 0.5) * ((WIDE - SIDE - EDGE) / points.length);
  const y = (spent) => HIGH - EDGE - (spent / top) * (HIGH - 2 * EDGE);
  const drawing = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": headline(budget) }, "plot");
  const path = points.map((point, at) => (at ? `H${x(at)}V${y(point.spent)}` : `M${x(0)} ${y(point.spent)}`)).join("");
  drawing.append(shape("path", { d: `M${SIDE} ${EDGE}V${HIGH - EDGE}H${WIDE - EDGE}` }, "axis"));
  if (limit) drawing.append(shape("path", { d: `M${SIDE} ${y(limit)}H${WIDE - EDGE}` }, "limit"));
  drawing.append(shape("path", { d: path }, "line"));
  for (const [at, point] of points.entries()) {
    const dot = shape("circle", { cx: x(at), cy: y(point.spent), r: point.here ? 3.5 : 2.5 }, point.here ? "here" : "dot");
    const told = shape("title", {});
    told.textContent = point.label + ": ε " + round(point.spent);
    dot.append(told);
    drawing.append(dot);
  }
  for (const value of limit ? [0, limit] : [0, Math.max(...points.map((point) => point.spent))]) {
    const mark = shape("text", { x: SIDE - 6, y: y(value) + 4, "text-anchor": "end" });
    mark.textContent = round(value);
    drawing.append(mark);
  }
  return drawing;
}

function headline(budget) {
  const of = budget.epsilon === "inf" ? " spent, no limit" : " of " + round(budget.epsilon) + " spent";
  const lost = budget.delta === "inf" ? "; δ " + round(budget.spent_delta) : "; δ " + round(budget.spent_delta) + " of " + round(budget.delta);
  const resets = budget.resets === null ? "; never resets" : "; resets by " + day(budget.resets);
  return budget.budget + " (" + budget.account.split("/").pop() + "): ε " + round(budget.spent) + of + lost + resets;
}

function showBudgets(budgets, sent) {
  at("budget").hidden = budgets.length === 0;
  at("budgets").replaceChildren(...budgets.map((budget) => {
    const here = sentHere.get(budget.account) ?? [];
    if (sent) here.push({ label: new Date().toLocaleTimeString(), spent: Number(budget.spent), here: true });
    sentHere.set(budget.account, here);
    const slots = budget.history.map((one) => ({ label: "by " + day(one.ends), spent: Number(one.counted), here: false }));
    // What was sent from this page belongs to the last slot: shown one by one behind it.
    const points = [...(here.length && slots.length ? slots.slice(0, -1) : slots), ...here];
    const made = element("section");
    made.append(element("h3", headline(budget)), points.length ? plot(budget, points) : element("p", "nothing was spent yet"));
    return made;
  }));
}
