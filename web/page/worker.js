// The engine, in a worker: typing never waits for it.
import { load } from "../package/src/browser.js";

let module;
let smp;

/** Calls wait for those before them: loading takes a while. */
let last = Promise.resolve();

self.onmessage = ({ data }) => {
  last = last.then(() => answer(data));
};

async function answer({ id, method, args }) {
  try {
    if (method === "load") {
      module ??= await WebAssembly.compile(await (await fetch("smp.wasm")).arrayBuffer());
      smp = await load({ wasm: module, ...args[0] });
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
