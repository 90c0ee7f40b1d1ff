// The page in a browser: each operation and example, errors, links, large inputs, accessibility.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const files = path.join(here, "../build/page");
const root = path.join(here, "../..");
const command = path.resolve(process.env.SMP_COMMAND ?? path.join(root, "target/debug/smp"));
const AXE = readFileSync(path.join(here, "../node_modules/axe-core/axe.min.js"), "utf8");

let server;
let browser;
let address;

before(async () => {
  ({ server, address } = await serve(files));
  const executablePath = process.env.SMP_CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens the page, and fails where the console has an error or a request is made after loading. */
async function withPage(run, { fragment = "", context: settings = {}, setUp = async () => {} } = {}) {
  const context = await browser.newContext(settings);
  await setUp(context);
  const page = await context.newPage();
  const wrong = [];
  const requests = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(address + fragment);
  await settled(page);
  page.on("request", (request) => !request.url().startsWith("blob:") && requests.push(request.url()));
  try {
    await run(page, context, wrong);
    assert.deepEqual(wrong, []);
    assert.deepEqual(requests.filter((url) => !allowed.has(url)), [], "no request after loading");
  } finally {
    allowed.clear();
    await context.close();
  }
}

/** Requests that a test itself sets off: a worker that is started again loads its file. */
const allowed = new Set();

const settled = (page) => page.waitForFunction(() => globalThis.smpPage && ["done", "failed"].includes(document.body.dataset.state), null, { timeout: 60_000 });

/** Shows a state of the page, and waits for its result. */
async function show(page, state) {
  await page.evaluate((next) => smpPage.open({ options: {}, schemas: "", version: "1.37", ...next }), state);
  await settled(page);
  return shown(page);
}

const shown = (page) =>
  page.evaluate(() => ({
    state: document.body.dataset.state,
    title: document.getElementById("result-title").textContent,
    result: smpPage.textOf(smpPage.result),
    changes: [...document.querySelectorAll("#change-list h3, #change-list .line")].map((it) => it.textContent),
    messages: [...document.querySelectorAll("#messages .message")].map((it) => it.textContent),
  }));

/** Types into an editor as people do. */
async function type(page, label, text) {
  await page.getByRole("textbox", { name: label, exact: true }).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(text);
}

const waitForResult = (page, part) =>
  page.waitForFunction((part) => smpPage.textOf(smpPage.result).includes(part), part, { timeout: 20_000 });

const POD = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: web\n    image: web:1  # pinned\n";

test("a patch is applied while it is typed, and undo takes it back", async () => {
  await withPage(async (page) => {
    await show(page, { tab: "patch", inputs: { live: POD, patch: "" } });
    await type(page, "Patch", "spec:\n  containers:\n- name: web\nimage: web:2");
    await waitForResult(page, "image: web:2  # pinned");
    const { changes } = await shown(page);
    assert.deepEqual(changes, ["v1 Pod a", '~ spec.containers[name="web"].image: web:1 → web:2']);
    for (let step = 0; step < 30; step += 1) await page.keyboard.press("ControlOrMeta+z");
    await page.waitForFunction(() => smpPage.textOf(smpPage.result) === "" || smpPage.textOf(smpPage.result).includes("web:1"));
  });
});

test("every operation", async () => {
  await withPage(async (page) => {
    const two = POD.replace("web:1", "web:2");
    const merge = await show(page, { tab: "patch", inputs: { live: POD, patch: "spec: null\n" }, options: { patchType: "merge" } });
    assert.equal(merge.result, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n");
    const json = await show(page, { tab: "patch", inputs: { live: POD, patch: '[{"op":"remove","path":"/spec"}]' }, options: { patchType: "json" } });
    assert.equal(json.result, merge.result);
    const diff = await show(page, { tab: "diff", inputs: { original: POD, modified: two } });
    assert.match(diff.result, /image: web:2/);
    assert.match(diff.result, /name: web/);
    const three = await show(page, { tab: "threeWay", inputs: { original: POD, modified: two, live: `${POD}  nodeName: n\n` } });
    assert.match(three.result, /image: web:2 {2}# pinned/);
    assert.match(three.result, /nodeName: n/);
    const both = await show(page, {
      tab: "threeWay",
      inputs: { original: POD, modified: two, live: POD.replace("web:1", "web:3") },
      options: { overwrite: "unless-both-changed" },
    });
    assert.equal(both.state, "failed");
    assert.match(both.messages[0], /spec\.containers\[name="web"\]\.image/);
    const explained = await show(page, { tab: "explain", inputs: {}, options: { field: "v1 Pod spec.containers" } });
    assert.equal(explained.state, "done");
    assert.match(await page.textContent("#change-list"), /Merge keyname/);
  });
});

test("two managers, a conflict, and force", async () => {
  await withPage(async (page) => {
    const config = (value) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  colour: ${value}\n`;
    const conflict = await show(page, { tab: "serverSide", inputs: { live: "", first: config("blue"), patch: config("red") }, options: { firstManager: "ours", manager: "theirs" } });
    assert.match(conflict.messages.join(), /\.data\.colour belongs to ours/);
    assert.equal(await page.locator('[aria-label="Second manager applies"] .cm-lintRange-error').textContent(), "red");
    assert.match(conflict.result, /colour: blue/);
    await page.getByRole("button", { name: "Force: take it" }).click();
    await waitForResult(page, "colour: red");
    const { messages, changes } = await shown(page);
    assert.match(messages.join(), /was taken from ours/);
    assert.ok(changes.some((line) => line.includes("blue → red")), changes);
  });
});

test("each conflict of a three-way merge is underlined", async () => {
  await withPage(async (page) => {
    const config = (one, two) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  one: ${one}\n  two: ${two}\n`;
    const inputs = { original: config("a", "b"), modified: config("ours", "mine"), live: config("theirs", "other") };
    const { state, messages } = await show(page, { tab: "threeWay", inputs, options: { overwrite: "unless-both-changed" } });
    assert.equal(state, "failed");
    assert.equal(messages.length, 2);
    assert.deepEqual(await page.locator('[aria-label="Modified"] .cm-lintRange-error').allTextContents(), ["ours", "mine"]);
  });
});

test("a misspelt field is underlined, and its remedy is a button", async () => {
  await withPage(async (page) => {
    const before = await show(page, { tab: "patch", inputs: { live: "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n", patch: "spec:\n  replica: 3\n" } });
    assert.match(before.messages[0], /DeploymentSpec has no such field/);
    await page.locator(".cm-lintRange").waitFor();
    assert.equal(await page.locator(".cm-lintRange").textContent(), "replica");
    await page.getByRole("button", { name: "Did you mean replicas? Use it" }).click();
    await waitForResult(page, "replicas: 3");
    await page.waitForFunction(() => document.querySelectorAll("#messages .message").length === 0);
  });
});

test("errors have a place to go to", async () => {
  await withPage(async (page) => {
    const failed = await show(page, { tab: "patch", inputs: { live: POD, patch: "spec:\n  containers:\n  - image: x\n" } });
    assert.deepEqual([failed.state, failed.title, failed.result], ["failed", "No result", ""]);
    await page.getByRole("button", { name: "Patch, line 3" }).click();
    assert.equal(await page.evaluate(() => smpPage.editors.patch.hasFocus), true);
    for (const [live, patch] of [["a: [", ""], ['{"a": }', ""], [POD, "a: &a [*a]"], ["kind: Pod\napiVersion: v1\n", "kind: Service"], ["kind: Nothing\napiVersion: v1\n", "a: 1"]]) {
      const { state, messages } = await show(page, { tab: "patch", inputs: { live, patch } });
      assert.equal(state, "failed", live);
      assert.ok(messages.length > 0, live);
    }
    const { state } = await show(page, { tab: "patch", inputs: { live: POD, patch: "spec: {nodeName: n}" } });
    assert.equal(state, "done");
  });
});

test("kinds are completed, with their version", async () => {
  await withPage(async (page) => {
    await show(page, { tab: "patch", inputs: { live: "", patch: "" } });
    await type(page, "Object", "kind: Deploym");
    const option = page.locator(".cm-tooltip-autocomplete li", { hasText: "Deployment" });
    await option.first().waitFor();
    await page.waitForTimeout(150);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => smpPage.state.inputs.live === "apiVersion: apps/v1\nkind: Deployment");
  });
});

test("a definition of a custom resource that is pasted, or dropped", async () => {
  await withPage(async (page) => {
    const file = (name) => readFileSync(path.join(root, "examples/rollout", name), "utf8");
    const inputs = { live: file("rollout.yaml"), patch: file("patch.yaml") };
    const pasted = await show(page, { tab: "patch", inputs, schemas: file("definition.yaml") });
    assert.equal(pasted.state, "done");
    assert.match(pasted.result, /shop:1\.28 {3}# {"\$imagepolicy"/);
    assert.match(pasted.result, /name: log-shipper/);
    await show(page, { tab: "patch", inputs, schemas: "" });
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "definition.yaml"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, file("definition.yaml"));
    await page.waitForFunction(() => document.getElementById("schema-status").textContent.includes("Rollout"));
    await waitForResult(page, "shop:1.28");
    await page.evaluate(() => smpPage.open({ ...smpPage.state, schemas: "kind: CustomResourceDefinition\nspec: 1\n" }));
    await page.waitForFunction(() => document.getElementById("schema-status").textContent.length > 10);
  });
});

test("another version of Kubernetes", async () => {
  await withPage(async (page) => {
    await page.locator("#version").selectOption("1.34");
    await page.waitForFunction(() => document.getElementById("engine-status").textContent.startsWith("Kubernetes 1.34"));
  });
});

const linkTo = (state) => `#1${deflateRawSync(JSON.stringify(state)).toString("base64url")}`;

test("a link has the whole state, and warns of secrets and of its length", async () => {
  let link;
  await withPage(async (page) => {
    await show(page, { tab: "diff", inputs: { original: POD, modified: POD.replace("web:1", "ü😀") }, options: { patchType: "json" }, version: "1.35" });
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#1"));
    link = await page.evaluate(() => location.hash);
    assert.equal(await page.locator("#secret-dialog").isVisible(), false);
  });
  await withPage(async (page) => {
    await page.waitForFunction(() => smpPage.textOf(smpPage.result).includes("ü😀"));
    const state = await page.evaluate(() => smpPage.state);
    assert.deepEqual([state.tab, state.version, state.options.patchType], ["diff", "1.35", "json"]);
    await show(page, { tab: "patch", inputs: { live: "apiVersion: v1\nkind: Secret\n", patch: "" } });
    const before = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Do not copy" }).click();
    assert.equal(await page.evaluate(() => location.hash), before);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Copy all the same" }).click();
    await page.waitForFunction((old) => location.hash !== old, before);
    const noise = Array.from({ length: 20_000 }, (_, number) => ((number * 2_654_435_761) % 4_294_967_296).toString(36)).join(" ");
    await show(page, { tab: "patch", inputs: { live: `a: ${noise}`, patch: "" } });
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.waitForFunction(() => document.getElementById("engine-status").textContent.includes("too much for a link"));
  }, { fragment: link });
  for (const damaged of ["#1", "#1!!!", link.slice(0, 60), linkTo({ tab: "__proto__", inputs: {} }), linkTo({ tab: "patch", inputs: { live: 1 } }), linkTo([])]) {
    await withPage(async (page) => {
      await page.waitForFunction(() => document.getElementById("engine-status").textContent.length > 0);
      await waitForResult(page, "kind: Deployment");
    }, { fragment: damaged });
  }
});

test("the result is downloaded", async () => {
  await withPage(async (page) => {
    await show(page, { tab: "patch", inputs: { live: POD, patch: "spec: {nodeName: n}" } });
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download result" }).click()]);
    assert.equal(download.suggestedFilename(), "result.yaml");
    assert.equal(readFileSync(await download.path(), "utf8"), (await shown(page)).result);
  });
});

test("a worker that dies is started again", async () => {
  await withPage(async (page) => {
    for (const file of ["worker.js", "smp.wasm", "smp-rest.wasm"]) allowed.add(address + file);
    await show(page, { tab: "patch", inputs: { live: POD, patch: "spec: {nodeName: n}" } });
    await page.evaluate(() => smpPage.engine.restart("a test"));
    await settled(page);
    const { state, result } = await show(page, { tab: "patch", inputs: { live: POD, patch: "spec: {nodeName: m}" } });
    assert.equal(state, "done");
    assert.match(result, /nodeName: m/);
  });
});

test("the first file is enough for the first example, and what needs the second one waits for it", async () => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const setUp = (context) =>
    context.route("**/smp-rest.wasm", async (route) => {
      await released;
      await route.continue();
    });
  try {
    await withPage(async (page) => {
      await waitForResult(page, "registry.example.com");
      allowed.add(`${address}smp-rest.wasm`);
      const number = await page.evaluate(() => smpPage.examples.findIndex(({ tab }) => tab === "serverSide"));
      await page.evaluate((at) => void smpPage.openExample(smpPage.examples[at]), number);
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(await page.getAttribute("body", "data-state"), "working");
      release();
      await settled(page);
      const { state, result } = await shown(page);
      assert.equal(state, "done");
      assert.match(result, /manager: /);
    }, { setUp });
  } finally {
    release();
  }
});

test("without the second file, an error says so, and the rest goes on", async () => {
  let isThere = false;
  const setUp = (context) => context.route("**/smp-rest.wasm", (route) => (isThere ? route.continue() : route.abort()));
  await withPage(async (page, context, wrong) => {
    for (const file of ["worker.js", "smp.wasm", "smp-rest.wasm"]) allowed.add(address + file);
    const applies = { tab: "serverSide", inputs: { live: "", first: POD, patch: "" }, options: { firstManager: "a", manager: "b" } };
    const failed = await show(page, applies);
    assert.match(failed.messages.join(), /the second file of the engine/);
    // It is tried once more, and not for ever.
    await page.waitForFunction(() => smpPage.engine.restarts === 2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(await page.evaluate(() => smpPage.engine.restarts), 2);
    const [{ tab, inputs }] = await page.evaluate(() => smpPage.examples);
    assert.equal((await show(page, { tab, inputs })).state, "done");
    isThere = true;
    assert.equal((await show(page, { ...applies, inputs: { ...applies.inputs, patch: POD } })).state, "done");
    // The browser reports what it could not load.
    assert.ok(wrong.every((text) => text.includes("ERR_FAILED")), wrong.join());
    wrong.length = 0;
  }, { setUp });
});

test("a manifest of 1 MB, and 200 documents", async () => {
  await withPage(async (page) => {
    const data = Array.from({ length: 20_000 }, (_, number) => `  key-${number}: "${"x".repeat(40)}"`).join("\n");
    const large = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n${data}\n`;
    assert.ok(large.length > 1_000_000);
    const one = await show(page, { tab: "patch", inputs: { live: large, patch: "data: {key-7: changed}" } });
    assert.equal(one.state, "done", one.messages);
    assert.match(one.result, /key-7: "?changed/);
    assert.equal(one.changes.length, 2);
    const many = Array.from({ length: 200 }, (_, number) => POD.replace("name: a", `name: pod-${number}`)).join("---\n");
    const all = await show(page, { tab: "patch", inputs: { live: many, patch: "spec: {nodeName: node-1}" } });
    assert.equal(all.state, "done", all.messages);
    assert.equal(all.result.match(/nodeName: node-1/g).length, 200);
    assert.equal(all.state, "done", all.messages);
    assert.equal(all.result.match(/# pinned/g).length, 200);
  });
});

/** The lines of differences, without the files that the command names. */
const lines = (text) => text.split("\n").filter((line) => line !== "").map((line) => line.replace(/ \(\/.*\.yaml\)$/, ""));

/** The result, the changes or the fields that the command gives for an example. */
function ofCommand({ tab, inputs = {}, options = {}, schemas = [] }) {
  const folder = mkdtempSync(path.join(tmpdir(), "smp-page-"));
  const save = (name, text) => {
    writeFileSync(path.join(folder, `${name}.yaml`), text);
    return path.join(folder, `${name}.yaml`);
  };
  const names = Object.fromEntries(Object.entries(inputs).map(([name, text]) => [name, save(name, text)]));
  const known = schemas.flatMap((text, number) => ["--schema", save(`schema-${number}`, text)]);
  const type = options.patchType ? ["--type", options.patchType] : [];
  const run = (...args) => {
    try {
      return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
      // Differences have a status of their own.
      if (error.status === 1) return error.stdout;
      throw error;
    }
  };
  if (tab === "patch") {
    const args = ["patch", "-f", names.live, "--patch-file", names.patch, ...type, ...known];
    return { result: run(...args), changes: lines(run(...args, "--diff=fields")) };
  }
  if (tab === "diff") return { result: run("diff", names.original, names.modified, "--type", options.patchType ?? "strategic", ...known), changes: lines(run("diff", names.original, names.modified, "-o", "fields")) };
  if (tab === "threeWay") {
    const args = ["apply", "--last-applied", names.original, "--modified", names.modified, "--live", names.live, ...known];
    return { result: run(...args), changes: lines(run(...args, "--diff=fields")) };
  }
  if (tab === "serverSide") {
    const args = ["apply", "--server-side", "-f", names.first, "--field-manager", options.firstManager];
    return { result: run(...args) };
  }
  const [apiVersion, kind, field] = options.field.split(" ");
  const explained = JSON.parse(run("explain", `${apiVersion}/${kind}.${field}`, "-o", "json"));
  const row = (found) => [found.path.split(".").at(-1), found.type, found.strategy, found.mergeKey, found.listType].map((cell) => cell ?? "");
  return { result: "", rows: explained.fields.map(row) };
}

/** A result without the time of the run. */
const timeless = (text) => text.replace(/time: "[^"]*"/g, "time: now");

test("every example has a result, that of the command", { skip: !existsSync(command) && `no command at ${command}` }, async () => {
  await withPage(async (page) => {
    const examples = await page.evaluate(() => smpPage.examples);
    assert.ok(examples.length >= 16);
    for (const [number, example] of examples.entries()) {
      await page.evaluate((at) => smpPage.openExample(smpPage.examples[at]), number);
      await settled(page);
      const { state, result, changes, messages } = await shown(page);
      assert.equal(state, "done", `${example.title}: ${messages}`);
      assert.ok(existsSync(path.join(root, "docs", `${example.guide}.md`)), example.guide);
      const expected = ofCommand(example);
      assert.equal(timeless(result), timeless(expected.result), example.title);
      if (expected.changes) assert.deepEqual(changes, expected.changes, example.title);
      if (expected.rows) {
        const rows = await page.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
        assert.deepEqual(rows, expected.rows, example.title);
      }
    }
  });
});

test("keyboard alone", async () => {
  await withPage(async (page) => {
    await page.locator("#tab-patch").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.id), "tab-diff");
    await page.keyboard.press("End");
    assert.equal(await page.evaluate(() => smpPage.state.tab), "explain");
    await page.keyboard.press("Home");
    await settled(page);
    // Tab leaves an editor, and reaches each control.
    const reached = new Set();
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.id));
    }
    for (const name of ["option-patchType", "Object", "Patch", "Result", "change-list"]) assert.ok(reached.has(name), `${name}: ${[...reached]}`);
  });
});

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1360, 420]) {
    test(`accessibility: ${colorScheme}, ${width} pixels`, async () => {
      await withPage(async (page) => {
        // The page's own policy forbids other scripts; the debugger may run one.
        for (const number of [0, 2, 9, 12, 13, 14, 15]) {
          await page.evaluate((at) => smpPage.openExample(smpPage.examples[at]), number);
          await settled(page);
          await page.evaluate(AXE);
          const { violations } = await page.evaluate(() => axe.run());
          const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
          assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          assert.equal(wide, false, `no scrolling to the side: ${number}`);
        }
      }, { context: { colorScheme, viewport: { width, height: 900 } } });
    });
  }
}

test("the policy forbids what is not the page's own", async () => {
  await withPage(async (page) => {
    const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', "content");
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /script-src[^;]*unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)/);
  });
});
