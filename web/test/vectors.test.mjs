// The table of vectors, with each input as an object where it is one, and as text.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { load, SmpError } from "../build/package/node.js";

const table = new URL("../../tests/vectors/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, table), "utf8"));

/** The call for an operation of the table. */
const CALLS = {
  apply: (smp, { live, patch }, options) => smp.apply(live, patch, options),
  diff: (smp, { original, modified }, options) => smp.diff(original, modified, options),
  three_way: (smp, { original, modified, current }, options) => smp.threeWay(original, modified, current, options),
  compose: (smp, { p1, p2 }, options) => smp.compose(p1, p2, options),
  conflicts: (smp, { p1, p2 }, options) => smp.conflicts(p1, p2, options),
  normalize: (smp, { old, new: modified }, options) => smp.normalize(modified, { ...options, original: old }),
  validate: (smp, { new: modified }, options) => smp.validateUnions(modified, options),
  lint: (smp, { patch }, options) => smp.lintUnions(patch, options),
  json_patch: (smp, { live, patch }) => smp.applyJsonPatch(live, patch),
  merge_patch: (smp, { live, patch }) => smp.applyMergePatch(live, patch),
};

const sorted = (list) => [...list].sort();
const parsed = (value) => (typeof value === "string" ? JSON.parse(value) : value);

async function engineFor({ schema = {} }) {
  const { document, overlay } = schema;
  const schemas = document ? [read(`schemas/${document}.json`)] : [];
  return load({ schemas: overlay ? [...schemas, overlay] : schemas });
}

function check(smp, vector, outcome, dialect, inputs) {
  const { apiVersion, kind } = vector.schema ?? {};
  const schema = apiVersion && { apiVersion, kind };
  const options = { ...vector.options, dialect, schema, format: "json" };
  const call = () => CALLS[vector.op](smp, inputs, options);
  if ("error" in outcome) {
    const { kind: wanted, path, contains, paths } = outcome.error;
    assert.throws(call, (error) => {
      assert.ok(error instanceof SmpError, error);
      if (wanted) assert.equal(error.kind, wanted);
      if (path) assert.equal(error.path, path);
      if (contains) assert.ok(error.message.includes(contains), error.message);
      if (paths) assert.deepEqual(sorted(error.conflicts.map((it) => it.path)), sorted(paths));
      return true;
    });
    return;
  }
  const found = call();
  if ("result" in outcome) assert.deepEqual(parsed(found), outcome.result);
  else if ("text" in outcome) assert.equal(found, outcome.text);
  else if ("violations" in outcome) assert.deepEqual(found, outcome.violations);
  else if ("paths" in outcome) assert.deepEqual(sorted(found.map((it) => it.path)), sorted(outcome.paths));
  else {
    const { live, result } = outcome.effect;
    const { overwrite, mustNotChange, ...own } = options;
    assert.deepEqual(smp.apply(live, found, own), result);
  }
}

for (const file of readdirSync(table).filter((name) => name.endsWith(".json"))) {
  const vectors = read(file);
  test(file, async () => {
    assert.ok(vectors.length > 0);
    for (const vector of vectors) {
      const smp = await engineFor(vector);
      for (const outcome of vector.expect) {
        for (const dialect of outcome.dialects) {
          const texts = Object.fromEntries(Object.entries(vector.inputs ?? {}).map(([name, value]) => [name, JSON.stringify(value)]));
          try {
            check(smp, vector, outcome, dialect, { ...texts, ...vector.texts });
            // An exact text is that of texts, whose members keep their order.
            if (!("text" in outcome)) check(smp, vector, outcome, dialect, { ...vector.inputs, ...vector.texts });
          } catch (error) {
            error.message = `${vector.name} (${dialect}): ${error.message}`;
            throw error;
          }
        }
      }
    }
  });
}
