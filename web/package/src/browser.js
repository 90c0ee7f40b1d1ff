// For browsers and bundlers: the WebAssembly is fetched from beside this file.
import { instantiate } from "./engine.js";

export { SmpError } from "./engine.js";

let modules;

export async function load(options = {}) {
  modules ??= Promise.all([
    compile(options.wasm ?? new URL("./smp.wasm", import.meta.url)),
    compile(options.rest ?? new URL("./smp-rest.wasm", import.meta.url)),
  ]);
  try {
    const [first, rest] = await modules;
    return instantiate(first, () => rest, options);
  } catch (error) {
    modules = undefined;
    throw error;
  }
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
