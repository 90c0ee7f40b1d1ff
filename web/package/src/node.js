// For Node: the WebAssembly is in two files beside this one. The second is read when something of it is called.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { instantiate } from "./engine.js";

export { SmpError } from "./engine.js";

let module;

const read = (name) => readFileSync(fileURLToPath(new URL(name, import.meta.url)));

export async function load(options = {}) {
  module ??= await WebAssembly.compile(options.wasm ?? read("./smp.wasm"));
  return instantiate(module, () => new WebAssembly.Module(options.rest ?? read("./smp-rest.wasm")), options);
}
