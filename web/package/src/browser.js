// For browsers and bundlers: the WebAssembly is fetched from beside this file.
import { instantiate } from "./engine.js";

export { SmpError } from "./engine.js";

let module;

export async function load(options = {}) {
  module ??= await compile(options.wasm ?? new URL("./smp.wasm", import.meta.url));
  return instantiate(module, options);
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
