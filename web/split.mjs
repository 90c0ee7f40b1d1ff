// Splits the engine into two files: the one that the page starts with, and the rest. Binaryen's
// `wasm-split` moves every function that the examples do not run; data of old kinds goes along.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { examples } from "./examples.mjs";
import { addData, clearData, dataSegments, withoutFeatures } from "./wasm-file.mjs";

/** What every engine since 2023 has, and the compiler uses. */
export const FEATURES = ["bulk-memory", "sign-ext", "nontrapping-float-to-int", "mutable-globals"].map((name) => `--enable-${name}`);

/** Takes out what makes `wasm-bindgen` write a second table: not every `wasm-split` can have two. */
export function prepare(file, to) {
  writeFileSync(to, withoutFeatures(readFileSync(file), ["reference-types", "multivalue"]));
}

const binaryen = (program, args) => execFileSync(program, [...FEATURES, ...args], { stdio: ["ignore", "pipe", "inherit"], maxBuffer: 2 ** 30 });

/** Splits a file that `wasm-bindgen` made, beside which is the engine for it. `moved` are data of the rest. Returns the two files. */
export async function split(whole, moved) {
  const folder = path.dirname(whole);
  const at = (name) => path.join(folder, name);
  binaryen("wasm-split", ["--instrument", whole, "-o", at("instrumented.wasm")]);
  writeFileSync(at("profile"), await profile(at("instrumented.wasm")));
  const [first, rest] = [at("first.wasm"), at("rest.wasm")];
  binaryen("wasm-split", [whole, `--profile=${at("profile")}`, "--export-prefix=%", "-o1", first, "-o2", rest]);
  moveData(first, rest, moved);
  return [first, rest];
}

/** The functions that the examples of the page run, but those with definitions and server-side apply. */
async function profile(file) {
  const { instantiate, exportsOf } = await import(pathToFileURL(path.join(path.dirname(file), "engine.js")));
  const smp = instantiate(new WebAssembly.Module(readFileSync(file)));
  smp.kinds();
  // Several times in different orders, as what the allocator runs depends on what was there before.
  const known = examples.filter(({ schemas }) => !schemas);
  for (const { tab, inputs = {}, options = {} } of [...known, ...known.toReversed(), ...known]) {
    const [apiVersion, kind, field] = options.field?.split(" ") ?? [];
    // Without the setting, too: the page has none before somebody chooses it.
    for (const explain of [undefined, false, true]) {
      const settings = { patchType: "strategic", ...options, explain };
      if (tab === "patch") smp.patchManifests(inputs.live, inputs.patch, settings);
      else if (tab === "diff") smp.diffManifests(inputs.original, inputs.modified, settings);
      else if (tab === "threeWay") smp.applyManifests(inputs.original, inputs.modified, inputs.live, settings);
      else if (tab === "explain") smp.explain({ apiVersion, kind }, field);
    }
  }
  const { memory, __write_profile: write, __wbindgen_malloc: allocate } = exportsOf();
  const length = write(0, 0);
  const start = allocate(length, 1);
  write(start, length);
  return new Uint8Array(memory.buffer, start, length);
}

/** Moves data to the rest, which writes them when it is loaded. Functions of the first file must not know where they are. */
function moveData(first, rest, moved) {
  const [bytes, code] = [readFileSync(first), binaryen("wasm-dis", [first]).toString()];
  const segments = dataSegments(bytes);
  const found = moved.map(([name, content]) => {
    const places = segments.map(({ address, data }) => [address, data.indexOf(content)]).filter(([, at]) => at >= 0);
    if (places.length !== 1) throw new Error(`${name} is ${places.length} times in the data of the engine`);
    const [[segment, at]] = places;
    return { name, content, address: segment + at };
  });
  // The data themselves, and the tables with their addresses.
  const ranges = found.flatMap(({ name, content, address }) => {
    const pointer = Buffer.alloc(4);
    pointer.writeUInt32LE(address);
    const tables = segments.flatMap((segment) => {
      const at = [];
      for (let next = segment.data.indexOf(pointer); next >= 0; next = segment.data.indexOf(pointer, next + 1)) at.push(segment.address + next);
      return at;
    });
    return [[name, address, address + content.length], ...tables.map((at) => [`the table with ${name}`, at - 8, at + 8])];
  });
  for (const [, number] of code.matchAll(/(?:i32\.const |offset=)(\d+)/g)) {
    const use = ranges.find(([, start, end]) => Number(number) >= start && Number(number) < end);
    if (use) throw new Error(`the first file uses ${use[0]} at ${number}, which is to move to the rest`);
  }
  writeFileSync(first, clearData(bytes, found));
  writeFileSync(rest, addData(readFileSync(rest), found));
}
