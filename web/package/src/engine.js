// The engine as a class. How its WebAssembly is found is the matter of node.js and browser.js.
import * as glue from "../../build/glue/smp_wasm_bg.js";

/** An error of the engine, with the place in the input that it is about. */
export class SmpError extends Error {
  constructor(details) {
    super(describe(details));
    this.name = "SmpError";
    Object.assign(this, { conflicts: [], violations: [], others: [] }, details);
    this.message = describe(details);
    this.reason = details.message;
  }
}

function describe({ input, line, column, path, message, help }) {
  const at = line ? `${input}:${line}:${column}: ` : "";
  const where = path && path !== "." ? `${path}: ` : "";
  return `${at}${where}${message}${help ? ` (${help})` : ""}`;
}

/** What the WebAssembly exports. All instances share its memory. */
let wasm;

/** Makes the engine of the module of its first file. `rest` gives the module of the second file as soon as something of it is called. */
export function instantiate(first, rest, options = {}) {
  wasm ??= link(first, rest);
  return new Smp(options);
}

/** For the build, which looks at what has run. */
export const exportsOf = () => wasm;

/** The functions of the second file are in the table, and until it is there, these are in their place. */
function link(first, rest) {
  let exports;
  const complete = () => {
    try {
      return new WebAssembly.Instance(rest(), { primary: exports });
    } catch (error) {
      // What was called has done a part of its work, and can't go on.
      throw new WebAssembly.RuntimeError(`the second file of the engine: ${error.message}`);
    }
  };
  let second;
  const later = (place) => (...args) => {
    second ??= complete();
    return exports["%table"].get(place)(...args);
  };
  const placeholder = new Proxy({}, { get: (_, place) => later(Number(place)) });
  ({ exports } = new WebAssembly.Instance(first, { "./smp_wasm_bg.js": glue, placeholder }));
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start?.();
  return exports;
}

class Smp {
  #engine;

  constructor({ version, schemas = [] }) {
    this.#engine = guard(() => new glue.Engine(version));
    for (const schema of schemas) this.addSchema(schema);
  }

  addSchema(schema, name = "schema") {
    const text = typeof schema === "string" ? schema : JSON.stringify(schema);
    return result(this.#engine.add(name, text));
  }

  call(operation, request) {
    return result(guard(() => this.#engine.call(operation, JSON.stringify(request))));
  }

  #run(operation, inputs, { schema, field, manager, ...options } = {}) {
    return this.call(operation, { ...inputs, schema, manager, options });
  }

  apply(live, patch, options) {
    return this.#run("apply", { live, patch }, options);
  }

  diff(original, modified, options) {
    return this.#run("diff", { original, modified }, options);
  }

  threeWay(original, modified, live, options) {
    return this.#run("threeWay", { original, modified, live }, options);
  }

  compose(first, second, options) {
    return this.#run("compose", { first, second }, options);
  }

  conflicts(first, second, options) {
    return this.#run("conflicts", { first, second }, options);
  }

  check(patch, options = {}) {
    const { live, ...rest } = options;
    return this.#run("check", { patch, live }, rest);
  }

  changes(original, modified, options) {
    return this.#run("changes", { original, modified }, options);
  }

  normalize(modified, options = {}) {
    const { original, ...rest } = options;
    return this.#run("normalize", { original, modified }, rest);
  }

  validateUnions(modified, options) {
    return this.#run("validateUnions", { modified }, options);
  }

  lintUnions(patch, options) {
    return this.#run("lintUnions", { patch }, options);
  }

  editYaml(text, value) {
    return this.#run("editYaml", { live: text, value });
  }

  applyJsonPatch(live, patch) {
    return this.#run("applyJsonPatch", { live, patch });
  }

  applyMergePatch(live, patch) {
    return this.#run("applyMergePatch", { live, patch });
  }

  jsonDiff(original, modified) {
    return this.#run("jsonDiff", { original, modified });
  }

  mergeDiff(original, modified, options) {
    return this.#run("mergeDiff", { original, modified }, options);
  }

  serverSideApply(live, patch, options) {
    const time = new Date().toISOString();
    return this.#run("serverSideApply", { live: live ?? undefined, patch }, { time, ...options });
  }

  managers(live) {
    return this.#run("managers", { live });
  }

  explain(schema, field = "") {
    return this.call("explain", { schema, field });
  }

  kinds() {
    return this.call("kinds", {});
  }

  patchManifests(live, patch, options) {
    return this.#run("patchManifests", { live, patch }, options);
  }

  diffManifests(original, modified, options) {
    return this.#run("diffManifests", { original, modified }, options);
  }

  applyManifests(original, modified, live, options) {
    return this.#run("applyManifests", { original, modified, live }, options);
  }
}

/** Runs the engine. A trap of WebAssembly is an error with a name of its own. */
function guard(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      throw new SmpError({ kind: "engine_died", severity: "error", message: String(error) });
    }
    throw typeof error === "string"
      ? new SmpError({ kind: "invalid_request", severity: "error", message: error })
      : error;
  }
}

function result(text) {
  const answer = JSON.parse(text);
  if (answer.error) throw new SmpError(answer.error);
  return answer.ok;
}
