// For Node: the WebAssembly is a file beside this one.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { instantiate } from "./engine.js";

export { SmpError } from "./engine.js";

let module;

export async function load(options = {}) {
  const file = options.wasm ?? readFileSync(fileURLToPath(new URL("./smp.wasm", import.meta.url)));
  module ??= await WebAssembly.compile(file);
  return instantiate(module, options);
}
