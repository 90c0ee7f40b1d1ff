// The engine, in a worker: typing never waits for it.
import { instantiate } from "../package/src/engine.js";

const REST = "smp-rest.wasm";

let first;
let rest;
let smp;

const fetched = async (name) => WebAssembly.compile(await (await fetch(name)).arrayBuffer());

/** The second file, which is asked for as soon as the first is there. Only a call in between waits for it here. */
function restNow() {
  if (rest) return rest;
  const request = new XMLHttpRequest();
  request.open("GET", REST, false);
  request.responseType = "arraybuffer";
  request.send();
  return new WebAssembly.Module(request.response);
}

/** Calls wait for those before them: loading takes a while. */
let last = Promise.resolve();

self.onmessage = ({ data }) => {
  last = last.then(() => answer(data));
};

async function answer({ id, method, args }) {
  try {
    if (method === "load") {
      if (!first) {
        first = await fetched("smp.wasm");
        // If it does not come, the call that needs it says so.
        fetched(REST).then((module) => (rest = module), () => undefined);
      }
      smp = instantiate(first, restNow, args[0]);
      self.postMessage({ id, ok: smp.kinds() });
      return;
    }
    const started = performance.now();
    const ok = smp[method](...args);
    self.postMessage({ id, ok, took: performance.now() - started });
  } catch (error) {
    const { severity = "error", kind = "error", reason, message, input, path, line, column } = error;
    const { endLine, endColumn, suggestion, help, conflicts, others } = error;
    const place = { input, path, line, column, endLine, endColumn };
    const failure = { severity, kind, message: reason ?? message, ...place, suggestion, help, conflicts, others };
    self.postMessage({ id, failure });
  }
}
