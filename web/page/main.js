// The page: editors, tabs, and what the engine says about them.
import examples from "../build/examples.json";
import { createEditor, repairOf, setText, showFindings, spanOf, textOf } from "./editor.js";
import { EngineProxy } from "./engine.js";
import { decode, encode, hasSecret, MAX_LINK } from "./link.js";
import { operations } from "./operations.js";

const VERSIONS = ["1.37", "1.36", "1.35", "1.34"];
const DELAY = 150;

const byId = (id) => document.getElementById(id);
const state = { tab: "patch", inputs: {}, options: {}, schemas: "", version: VERSIONS[0] };
const editors = {};
let kinds = [];
let run = 0;

let died = "";
const engine = new EngineProxy(() => {
  const now = JSON.stringify(state);
  const isRepeated = now === died;
  died = now;
  // What ends the engine twice would end it for ever. It waits for a change.
  return isRepeated ? loadKinds() : loadEngine();
});
const result = createEditor({ parent: byId("result-editor"), label: "Result", readOnly: true });
const FILL = "Type or paste YAML or JSON, or drop a file.";
const schemas = createEditor({
  parent: byId("schema-editor"),
  label: "Definitions of custom resources",
  empty: FILL,
  onChange: () => {
    state.schemas = textOf(schemas);
    later(loadEngine);
  },
});

/** Calls a function once nothing is typed any more. */
const timers = new Map();
function later(action) {
  clearTimeout(timers.get(action));
  document.body.dataset.state = "working";
  const run = () => {
    timers.delete(action);
    action();
  };
  timers.set(action, setTimeout(run, DELAY));
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function showTabs() {
  const buttons = Object.entries(operations).map(([id, { title }]) => {
    const isSelected = id === state.tab;
    const button = element("button", { id: `tab-${id}`, role: "tab", type: "button", textContent: title });
    button.setAttribute("aria-selected", String(isSelected));
    button.setAttribute("aria-controls", "panel");
    button.tabIndex = isSelected ? 0 : -1;
    button.onclick = () => open({ ...snapshot(), tab: id });
    return button;
  });
  byId("tabs").replaceChildren(...buttons);
  byId(`tab-${state.tab}`).scrollIntoView({ block: "nearest", inline: "nearest" });
  byId("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
}

byId("tabs").onkeydown = (event) => {
  const ids = Object.keys(operations);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const at = ids.indexOf(state.tab);
  const next = event.key === "Home" ? 0 : event.key === "End" ? ids.length - 1 : step && (at + step + ids.length) % ids.length;
  if (next === undefined) return;
  event.preventDefault();
  open({ ...snapshot(), tab: ids[next] });
  byId(`tab-${ids[next]}`).focus();
};

function showOptions() {
  const controls = operations[state.tab].options.map((option) => {
    let control;
    if (option.choices) {
      control = element("select");
      control.append(...option.choices.map(([value, text]) => new Option(text, value)));
      control.value = state.options[option.id] ?? option.choices[0][0];
      state.options[option.id] = control.value;
      control.onchange = () => change(option.id, control.value);
    } else if (option.flag) {
      control = element("input", { type: "checkbox", checked: Boolean(state.options[option.id]) });
      control.onchange = () => change(option.id, control.checked);
    } else {
      control = element("input", { type: "text", value: (state.options[option.id] ??= option.text), size: Math.max(option.text.length, 10), spellcheck: false });
      if (option.kinds) control.setAttribute("list", "kind-names");
      control.oninput = () => change(option.id, control.value);
    }
    control.id = `option-${option.id}`;
    const parts = option.flag ? [control, option.label] : [option.label, control];
    return element("label", { className: "field" }, ...parts);
  });
  const names = element("datalist", { id: "kind-names" });
  if (state.tab === "explain") names.append(...kinds.map((kind) => new Option(`${kind.apiVersion} ${kind.kind} `)));
  byId("options").replaceChildren(...controls, names);
}

function change(id, value) {
  state.options[id] = value;
  later(refresh);
}

function showInputs() {
  const ids = operations[state.tab].inputs.map(([id]) => id);
  if (ids.length > 0 && ids.join() === Object.keys(editors).join()) {
    // The editors stay, so that what they had comes back by undo.
    for (const id of ids) setText(editors[id], state.inputs[id] ?? "");
    return;
  }
  for (const [id, editor] of Object.entries(editors)) {
    editor.destroy();
    delete editors[id];
  }
  const sections = operations[state.tab].inputs.map(([id, title]) => {
    const parent = element("div", { className: "editor" });
    const section = element("section", {}, element("h2", { textContent: title }), parent);
    section.setAttribute("aria-label", title);
    const text = state.inputs[id] ?? "";
    editors[id] = createEditor({
      parent,
      label: title,
      empty: FILL,
      text,
      kinds: () => kinds,
      onChange: () => {
        state.inputs[id] = textOf(editors[id]);
        later(refresh);
      },
    });
    return section;
  });
  byId("inputs").replaceChildren(...sections);
}

const snapshot = () => structuredClone(state);

/** Shows another state of the page. */
function open(next) {
  const isOther = next.version !== state.version || next.schemas !== state.schemas;
  Object.assign(state, next);
  byId("version").value = state.version;
  showTabs();
  showOptions();
  showInputs();
  if (textOf(schemas) !== state.schemas) setText(schemas, state.schemas);
  return isOther ? loadEngine() : refresh();
}

async function loadKinds() {
  const started = performance.now();
  // The newest is in the first file of the engine, and what knows the others is in the second.
  const version = state.version === VERSIONS[0] ? undefined : state.version;
  ({ ok: kinds } = await engine.load({ version }));
  byId("engine-status").textContent = `Kubernetes ${state.version}, ready in ${Math.round(performance.now() - started)} ms`;
}

async function loadEngine() {
  const status = byId("schema-status");
  try {
    await loadKinds();
    status.textContent = "";
    showFindings(schemas, []);
    if (state.schemas.trim()) {
      const { ok: added } = await engine.call("addSchema", state.schemas);
      kinds = (await engine.call("kinds")).ok;
      status.textContent = added.length ? `Added: ${added.map((kind) => `${kind.apiVersion} ${kind.kind}`).join(", ")}` : "Added an overlay.";
    }
  } catch (failure) {
    showFindings(schemas, failure.line ? [failure] : []);
    status.textContent = failure.line ? `Line ${failure.line}: ${failure.message}` : failure.message;
  }
  await refresh();
}

async function refresh() {
  const number = ++run;
  const operation = operations[state.tab];
  const isExplain = state.tab === "explain";
  document.body.dataset.state = "working";
  let outcome = { text: "", objects: [], findings: [] };
  try {
    if (isExplain) {
      const [apiVersion = "", kind = "", field = ""] = (state.options.field ?? "").trim().split(/\s+/);
      outcome.explained = (await engine.call("explain", { apiVersion, kind }, field)).ok;
    } else {
      const inputs = Object.fromEntries(operation.inputs.map(([id]) => [id, state.inputs[id] ?? ""]));
      const allowed = operation.options.map((option) => option.id);
      const options = Object.fromEntries(allowed.map((id) => [id, state.options[id]]));
      if (Object.values(inputs).some((text) => text.trim())) outcome = await operation.run(engine, inputs, options);
    }
  } catch (failure) {
    if (number !== run) return;
    outcome.failed = true;
    const { conflicts = [], others = [] } = failure;
    // Each conflict has its own place.
    const own = conflicts.length > 0 ? conflicts.map(({ values, ...place }) => ({ ...failure, ...place })) : [failure];
    outcome.findings = [...own, ...others];
  }
  // Something newer was typed in the meantime.
  if (number !== run) return;
  document.body.dataset.tab = state.tab;
  byId("result").hidden = isExplain;
  byId("changes-title").textContent = operation.changes ?? "What changes";
  byId("result-title").textContent = outcome.failed ? "No result" : (outcome.title ?? "Result");
  setText(result, outcome.text);
  byId("download").disabled = !outcome.text;
  showMessages(outcome.findings);
  if (outcome.explained) showExplained(outcome.explained);
  else showChanges(outcome);
  const isLast = timers.size === 0;
  document.body.dataset.state = isLast ? (outcome.failed ? "failed" : "done") : "working";
}

function showMessages(findings) {
  for (const [id, editor] of Object.entries(editors)) {
    showFindings(editor, findings.filter((finding) => finding.input === id && finding.line));
  }
  const titles = Object.fromEntries(operations[state.tab].inputs);
  const messages = findings.map((finding) => {
    const message = element("div", { className: `message ${finding.severity}` });
    message.append(element("strong", { textContent: finding.severity === "note" ? "Note" : finding.severity === "warning" ? "Warning" : "Error" }));
    message.append(element("span", {}, ...withCode(finding.message)));
    if (finding.path && finding.path !== "." && !finding.message.includes(finding.path)) message.append(element("code", { textContent: finding.path }));
    if (finding.help) message.append(element("span", { className: "where", textContent: finding.help }));
    const editor = editors[finding.input];
    if (editor && finding.line) {
      const place = element("button", { type: "button", textContent: `${titles[finding.input]}, line ${finding.line}` });
      place.onclick = () => {
        const { from, to } = spanOf(editor, finding);
        editor.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
        editor.focus();
      };
      message.append(place);
      const repair = repairOf(editor, finding);
      if (repair) message.append(element("button", { type: "button", className: "repair", textContent: `Did you mean ${finding.suggestion}? Use it`, onclick: repair }));
    }
    if (finding.kind === "conflict" && finding.input === "patch") {
      message.append(element("button", { type: "button", className: "repair", textContent: "Force: take it", onclick: force }));
    }
    return message;
  });
  byId("messages").replaceChildren(...messages);
}

/** Lets the second manager take what the first one owns. */
function force() {
  state.options.force = true;
  showOptions();
  byId("option-force").focus();
  refresh();
}

/** A message, with what it has between backticks as code. */
function withCode(text) {
  return text.split("`").map((part, number) => (number % 2 ? element("code", { textContent: part }) : part));
}

const CLASSES = { "+": "added", "-": "removed", "~": "changed", ">": "moved" };

function showChanges({ objects, failed }) {
  const list = byId("change-list");
  const changed = objects.filter((object) => object.what !== "unchanged");
  if (changed.length === 0) {
    const text = failed ? "Nothing, because of the error." : objects.length ? "Nothing changes." : "Nothing yet.";
    list.replaceChildren(element("p", { className: "empty", textContent: text }));
    return;
  }
  const blocks = changed.map((object) => {
    const what = object.what === "changed" ? "" : `: ${object.what}`;
    const lines = object.lines.map((line) => {
      const shown = element("div", { className: `line ${CLASSES[line.sign] ?? ""}`, textContent: line.text });
      if (line.remark) shown.append(element("span", { className: "remark", textContent: `  # ${line.remark}` }));
      return shown;
    });
    return element("section", {}, element("h3", { textContent: object.name + what }), ...lines);
  });
  list.replaceChildren(...blocks);
}

function showExplained({ apiVersion, kind, path, fields, ...own }) {
  const facts = [["Kind", `${apiVersion} ${kind}`], ["Field", path], ["Type", own.type], ["Strategy", own.strategy], ["Merge key", own.mergeKey], ["List type", own.listType], ["List map keys", own.listMapKeys?.join(", ")], ["Defined by", own.layer]];
  const list = element("dl");
  for (const [name, value] of facts) {
    if (value) list.append(element("dt", { textContent: name }), element("dd", { textContent: value }));
  }
  const columns = [["name", "Field"], ["type", "Type"], ["strategy", "Strategy"], ["mergeKey", "Merge key"], ["listType", "List type"]];
  const head = element("tr", {}, ...columns.map(([, title]) => element("th", { scope: "col", textContent: title })));
  const rows = fields.map((field) => element("tr", {}, ...columns.map(([id]) => element("td", { textContent: field[id] ?? "" }))));
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  const block = element("div", { className: "explained" }, list);
  if (rows.length > 0) block.append(table);
  byId("change-list").replaceChildren(block);
}

function say(text) {
  byId("engine-status").textContent = text;
}

byId("share").onclick = async () => {
  const texts = [...Object.values(state.inputs), state.schemas];
  if (hasSecret(texts) && !(await confirmSecret())) return;
  const fragment = await encode(state);
  const link = location.href.replace(/#.*$/, "") + fragment;
  if (link.length > MAX_LINK) {
    say(`This is too much for a link: ${link.length} characters, and ${MAX_LINK} are the most.`);
    return;
  }
  history.replaceState(null, "", fragment);
  try {
    await navigator.clipboard.writeText(link);
    say("The link is copied. It has everything on this page.");
  } catch {
    say("The link is in the address bar. It has everything on this page.");
  }
};

function confirmSecret() {
  const dialog = byId("secret-dialog");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "copy");
  });
}

byId("download").onclick = () => {
  const text = textOf(result);
  const isJson = /^\s*[[{]\s*["\]}]/.test(text);
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: url, download: isJson ? "result.json" : "result.yaml" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
};

byId("schemas-button").onclick = () => showSchemas(byId("schemas").hidden);

function showSchemas(isShown) {
  byId("schemas").hidden = !isShown;
  byId("schemas-button").setAttribute("aria-expanded", String(isShown));
}

document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  for (const file of event.dataTransfer.files) await take(await file.text());
}, true);

/** A file that was dropped: a definition, or an object for the first editor. */
async function take(text) {
  if (/^"?kind"?:\s*"?CustomResourceDefinition/m.test(text) || /^\s*"?(openapi|swagger|fields)"?:/m.test(text)) {
    showSchemas(true);
    setText(schemas, state.schemas.trim() ? `${state.schemas.trimEnd()}\n---\n${text}` : text);
    return;
  }
  const first = Object.values(editors)[0];
  if (first) setText(first, text);
}

byId("version").append(...VERSIONS.map((version) => new Option(version)));
byId("version").onchange = ({ target }) => open({ ...snapshot(), version: target.value });
byId("examples").append(...examples.map((example, number) => new Option(example.title, String(number))));
byId("examples").onchange = ({ target }) => {
  if (target.value !== "") openExample(examples[Number(target.value)]);
};

function openExample(example) {
  const { tab, inputs = {}, options = {}, schemas: texts = [] } = example;
  byId("examples").value = String(examples.indexOf(example));
  showSchemas(texts.length > 0);
  return open({ tab, inputs: { ...inputs }, options: { ...options }, schemas: texts.join("---\n"), version: state.version });
}

/** For the tests, and for people who write scripts: what is shown, and the engine. */
globalThis.smpPage = { engine, state, examples, open, openExample, editors, result, textOf, setText };

async function start() {
  let first;
  try {
    first = await decode(location.hash, Object.keys(operations));
  } catch {
    say("The link is damaged, so the first example is shown.");
  }
  if (first) {
    showSchemas(Boolean(first.schemas));
    await open({ ...snapshot(), ...first, version: VERSIONS.includes(first.version) ? first.version : VERSIONS[0] });
    if (!kinds.length) await loadEngine();
  } else {
    const { inputs, tab } = examples[0];
    byId("examples").value = "0";
    Object.assign(state, { inputs: { ...inputs }, tab });
    showTabs();
    showOptions();
    showInputs();
    await loadEngine();
  }
}

addEventListener("hashchange", start);
start();
