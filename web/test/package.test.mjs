// The package: its modules, its errors, texts, and what the table of vectors does not have.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { load, SmpError } from "../build/package/node.js";

const example = (name) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), "utf8");
const smp = await load();

test("CommonJS and ES modules have the same names", async () => {
  const require = createRequire(import.meta.url);
  const common = require("../build/package/node.cjs");
  assert.deepEqual(Object.keys(common).sort(), ["SmpError", "load"]);
  const own = await common.load();
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } };
  assert.deepEqual(own.apply(pod, { metadata: { name: "b" } }), { ...pod, metadata: { name: "b" } });
});

test("the file for browsers runs with the WebAssembly as bytes", async () => {
  const browser = await import("../build/package/browser.js");
  const [wasm, rest] = ["smp.wasm", "smp-rest.wasm"].map((name) => readFileSync(new URL(`../build/package/${name}`, import.meta.url)));
  await assert.rejects(browser.load({ wasm, rest: new Uint8Array(8) }), WebAssembly.CompileError);
  const own = await browser.load({ wasm, rest });
  assert.ok(own.kinds().some(({ kind }) => kind === "Deployment"));
});

test("YAML keeps its comments", () => {
  assert.equal(smp.apply(example("deployment.yaml"), example("patch.yaml")), example("patched.yaml"));
  const text = "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: '1'  # one\n";
  assert.equal(smp.apply(text, "data: {b: '2'}"), `${text}  b: "2"\n`);
  assert.equal(smp.editYaml("a: 1 # c\n", { a: 2 }), "a: 2 # c\n");
});

test("a diff applied gives the other object", () => {
  const before = { apiVersion: "v1", kind: "Pod", spec: { containers: [{ name: "a", image: "1" }, { name: "b" }] } };
  const after = { apiVersion: "v1", kind: "Pod", spec: { containers: [{ name: "b" }, { name: "a", image: "2" }] } };
  assert.deepEqual(smp.apply(before, smp.diff(before, after)), after);
  assert.deepEqual(smp.applyJsonPatch(before, smp.jsonDiff(before, after)), after);
  assert.deepEqual(smp.applyMergePatch(before, smp.mergeDiff(before, after)), after);
});

test("errors have kind, path, place and remedy", () => {
  const pod = { apiVersion: "v1", kind: "Pod", spec: { containers: [{ name: "a" }] } };
  assert.throws(() => smp.apply(pod, "spec:\n  containers:\n  - image: x\n"), (error) => {
    assert.ok(error instanceof SmpError && error instanceof Error);
    assert.equal(error.kind, "merge_key_missing");
    assert.equal(error.path, "spec.containers[0]");
    assert.deepEqual([error.input, error.line, error.column], ["patch", 3, 5]);
    assert.match(error.message, /^patch:3:5: spec\.containers\[0\]: /);
    return true;
  });
  assert.throws(() => smp.apply("a: [", {}), { kind: "invalid_yaml", line: 1 });
  assert.throws(() => smp.apply('{"a": }', {}, { format: "json" }), { kind: "invalid_json" });
  assert.throws(() => smp.apply({ apiVersion: "apps/v1", kind: "Deploymnt" }, {}), { kind: "no_schema", help: "did you mean Deployment?" });
  assert.throws(() => smp.apply({}, {}), { kind: "no_schema" });
  assert.throws(() => smp.apply("a: 1\n---\nb: 2\n", {}), { kind: "several_documents" });
  assert.throws(() => smp.apply({}, {}, { surprise: true }), { kind: "invalid_request" });
});

test("a version of Kubernetes that is not there", async () => {
  await assert.rejects(load({ version: "1.2" }), { name: "SmpError" });
  const older = await load({ version: "1.34" });
  assert.ok(older.kinds().length > 100);
});

test("findings have the name that was meant", () => {
  const [found] = smp.check("spec:\n  replica: 3\n", { schema: { apiVersion: "apps/v1", kind: "Deployment" } });
  assert.equal(found.suggestion, "replicas");
  assert.deepEqual([found.line, found.column, found.endColumn], [2, 3, 10]);
});

test("places count UTF-16 units", () => {
  const [found] = smp.check('metadata: {labels: {a: "😀"}, nam: x}', { schema: { apiVersion: "v1", kind: "Pod" } });
  assert.equal(found.suggestion, "name");
  assert.equal('metadata: {labels: {a: "😀"}, nam: x}'.slice(found.column - 1, found.endColumn - 1), "nam");
});

test("definitions of custom resources", async () => {
  const own = await load();
  assert.deepEqual(own.addSchema(example("proxy/definition.yaml")).map(({ kind }) => kind), ["Proxy"]);
  own.addSchema(example("proxy/overlay.yaml"));
  const text = own.apply(example("proxy/proxy.yaml"), example("proxy/patch.yaml"));
  assert.notEqual(text, example("proxy/proxy.yaml"));
  assert.throws(() => own.addSchema("a: 1"), { kind: "invalid_schema" });
});

test("several documents", () => {
  const { text, objects, findings } = smp.patchManifests(example("shop.yaml"), example("shop-patches.yaml"));
  assert.equal(findings.filter(({ severity }) => severity === "error").length, 0);
  assert.ok(objects.some(({ what }) => what === "changed"));
  assert.equal(smp.diffManifests(example("shop.yaml"), text).objects.length, objects.length);
  assert.throws(() => smp.patchManifests("kind: Pod", "kind: Service"), { kind: "unused_patch" });
  assert.throws(() => smp.patchManifests("apiVersion: v1\nkind: List\nitems: []\n", "data: {a: b}"), { kind: "list" });
  assert.throws(() => smp.patchManifests("apiVersion: v1\nkind: Pod\n", "$patch: delete"), { kind: "removes_all" });
  assert.throws(() => smp.patchManifests("apiVersion: v1\nkind: Pod\n", "metadata: {name: a}"), { kind: "rename" });
});

test("server-side apply", () => {
  const config = (colour) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { colour } });
  const time = "2027-01-31T12:00:00Z";
  const { object } = smp.serverSideApply(null, config("blue"), { manager: "ours", time });
  assert.deepEqual(smp.managers(object).map(({ manager }) => manager), ["ours"]);
  assert.throws(() => smp.serverSideApply(object, config("red"), { manager: "theirs", time }), (error) => {
    assert.equal(error.kind, "conflict");
    assert.deepEqual(error.conflicts.map((it) => [it.path, it.manager]), [[".data.colour", "ours"]]);
    return true;
  });
  const forced = smp.serverSideApply(object, config("red"), { manager: "theirs", time, force: true });
  assert.equal(forced.object.data.colour, "red");
  assert.equal(forced.taken[0].manager, "ours");
});

test("explain", () => {
  const found = smp.explain({ apiVersion: "apps/v1", kind: "Deployment" }, "spec.template.spec.containers");
  assert.equal(found.mergeKey, "name");
  assert.ok(found.fields.some(({ name }) => name === "image"));
  assert.throws(() => smp.explain({ apiVersion: "v1", kind: "Pod" }, "spec.contaners"), { help: "did you mean containers?" });
});

test("hostile inputs are errors, and the engine goes on", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const text = `{"apiVersion":"v1","kind":"Pod","spec":${deep}}`;
  for (const run of [() => smp.apply(text, {}), () => smp.diff(text, "{}"), () => smp.changes(text, "kind: Pod"), () => smp.addSchema(text)]) {
    try {
      run();
    } catch (error) {
      assert.ok(error instanceof SmpError && error.kind !== "engine_died", error);
    }
  }
  assert.throws(() => smp.apply(`kind: Pod\napiVersion: v1\nspec: ${deep}\n`, {}), SmpError);
  assert.throws(() => smp.apply("a: &a [*a, *a]", {}), SmpError);
  assert.throws(() => smp.call("nothing", {}), { kind: "invalid_request" });
  assert.equal(smp.editYaml("a: 1\n", { a: 2 }), "a: 2\n");
});

test("the package has what it needs, and no more", () => {
  const cwd = new URL("../build/package/", import.meta.url);
  const [packed] = Object.values(JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd, encoding: "utf8" })));
  const names = packed.files.map((file) => file.path).sort();
  assert.deepEqual(names, ["LICENSE", "README.md", "browser.js", "index.d.cts", "index.d.ts", "node.cjs", "node.js", "package.json", "smp-rest.wasm", "smp.wasm"]);
});
