// Builds the page and the package into `build`. `node build.mjs --help` has the options.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { FEATURES, prepare, split } from "./split.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(here);
const out = path.join(here, "build");
const target = path.join(root, "target");
const TARGET = "wasm32-unknown-unknown";
/** The files of the engine, each with its most bytes by gzip -9. README.md says what they consist of. */
const FILES = { "smp.wasm": 330_000, "smp-rest.wasm": 470_000 };

if (process.argv.includes("--help")) {
  console.log(`node build.mjs [--check-tools] [--keep-wasm]

--check-tools  only say whether all tools are there
--keep-wasm    build page and package around the WebAssembly of the last build`);
  process.exit(0);
}

const has = (command) => {
  try {
    execFileSync(command, ["--version"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
};
const run = (command, args, options = {}) =>
  execFileSync(command, args, { stdio: ["ignore", "inherit", "inherit"], cwd: root, ...options });

/** The ways to a standard library for WebAssembly: that of rustup, or Debian's sources of it. */
function toolchain() {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8", cwd: root }).trim();
  if (existsSync(path.join(sysroot, "lib", "rustlib", TARGET, "lib"))) {
    return { cargo: "cargo", args: [], env: {} };
  }
  const debian = ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/wasm-ld"];
  if (debian.every(existsSync) && existsSync("/usr/lib/rustlib/src/rust/library")) {
    return builtStd();
  }
  const sources = execFileSync("/usr/bin/rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
  if (debian.every(existsSync) && existsSync(path.join(sources, "lib/rustlib/src/rust/library"))) {
    return builtStd();
  }
  throw new Error("no standard library for WebAssembly");
}

function builtStd() {
  return {
    cargo: "/usr/bin/cargo",
    args: ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"],
    env: {
      RUSTC_BOOTSTRAP: "1",
      // A panic is a trap without a text; the page and the package report it as such.
      RUSTFLAGS: "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none",
      RUSTC: "/usr/bin/rustc",
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: "wasm-ld",
    },
  };
}

/** The program of `bindgen`, which writes what the version of `wasm-bindgen` needs that the engine has. */
function bindgen() {
  const version = (file) => readFileSync(path.join(root, file), "utf8").match(/^wasm-bindgen.* = "=([\d.]+)"/m)[1];
  if (version("Cargo.toml") !== version("web/bindgen/Cargo.toml")) throw new Error("web/bindgen/Cargo.toml has another version of wasm-bindgen");
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache");
  const tools = path.join(cache, "smp", "bindgen");
  const manifest = path.join(here, "bindgen", "Cargo.toml");
  // Outside of `target`, as it takes minutes and stays the same.
  run("cargo", ["build", "--quiet", "--locked", "--release", "--manifest-path", manifest, "--target-dir", tools]);
  return path.join(tools, "release", "bindgen");
}

function checkTools() {
  const missing = [];
  try {
    toolchain();
  } catch {
    missing.push(`standard library for ${TARGET}`);
  }
  if (!has("cargo")) missing.push("cargo");
  for (const tool of ["wasm-split", "wasm-dis"]) if (!has(tool)) missing.push(`${tool} (of Binaryen)`);
  if (!existsSync(path.join(here, "node_modules", "esbuild"))) missing.push("node_modules (npm ci)");
  return missing;
}

if (process.argv.includes("--check-tools")) {
  const missing = checkTools();
  if (missing.length > 0) console.log(`no ${missing.join(", no ")}`);
  process.exit(missing.length > 0 ? 1 : 0);
}

async function buildWasm() {
  const { cargo, args, env } = toolchain();
  const full = ["build", "--locked", "--target", TARGET, "-p", "smp-wasm", "--lib", "--profile", "wasm", ...args];
  run(cargo, full, { env: { ...process.env, ...env } });
  const wasm = path.join(target, TARGET, "wasm", "smp_wasm.wasm");
  const glue = path.join(out, "glue");
  mkdirSync(glue, { recursive: true });
  const prepared = path.join(glue, "smp_wasm.wasm");
  prepare(wasm, prepared);
  run(bindgen(), [prepared, glue]);
  await bundle("package/src/engine.js", { platform: "node", format: "esm", outfile: path.join(glue, "engine.js") });
  const parts = await split(path.join(glue, "smp_wasm_bg.wasm"), oldKinds());
  // Not that of Debian: it is old, and leaves more.
  const optimizer = path.join(here, "node_modules", "binaryen", "bin", "wasm-opt");
  Object.keys(FILES).forEach((name, part) =>
    run(process.execPath, [optimizer, ...FEATURES, "--enable-bulk-memory-opt", "-Oz", "--converge", "--strip-debug", "--strip-producers", parts[part], "-o", path.join(out, name)]),
  );
}

/** The texts of older versions and of removed kinds, and the places in them, as the engine has them. */
function oldKinds() {
  const folder = path.join(root, "smp-schema/src/catalogue");
  const older = readdirSync(path.join(folder, "older")).filter((name) => name.endsWith(".txt"));
  return ["removed.txt", ...older.map((name) => `older/${name}`)].flatMap((name) => {
    const heads = name.replace(/txt$/, "heads");
    const numbers = readFileSync(path.join(folder, heads), "utf8").match(/\d+/g).map(Number);
    return [[name, readFileSync(path.join(folder, name))], [heads, Buffer.from(Uint32Array.from(numbers).buffer)]];
  });
}

const bundle = async (entry, settings) => {
  const { build } = await import("esbuild");
  return build({ entryPoints: [path.join(here, entry)], bundle: true, logLevel: "warning", target: "es2022", ...settings });
};

async function buildPackage() {
  const source = path.join(here, "package");
  const to = path.join(out, "package");
  mkdirSync(to, { recursive: true });
  await bundle("package/src/node.js", { platform: "node", format: "esm", outfile: path.join(to, "node.js") });
  await bundle("package/src/node.js", {
    platform: "node",
    format: "cjs",
    outfile: path.join(to, "node.cjs"),
    define: { "import.meta.url": "__url" },
    banner: { js: 'const __url = require("node:url").pathToFileURL(__filename).href;' },
  });
  await bundle("package/src/browser.js", { platform: "browser", format: "esm", outfile: path.join(to, "browser.js") });
  for (const name of ["package.json", "README.md", "index.d.ts"]) copyFileSync(path.join(source, name), path.join(to, name));
  copyFileSync(path.join(source, "index.d.ts"), path.join(to, "index.d.cts"));
  copyFileSync(path.join(root, "LICENSE"), path.join(to, "LICENSE"));
  for (const name of Object.keys(FILES)) copyFileSync(path.join(out, name), path.join(to, name));
}

async function buildPage() {
  const { examples } = await import("./examples.mjs");
  const to = path.join(out, "page");
  mkdirSync(to, { recursive: true });
  writeFileSync(path.join(out, "examples.json"), JSON.stringify(examples));
  for (const name of ["main", "worker"]) await bundle(`page/${name}.js`, { minify: true, format: "esm", outfile: path.join(to, `${name}.js`) });
  for (const name of ["index.html", "style.css"]) cpSync(path.join(here, "page", name), path.join(to, name));
  for (const name of Object.keys(FILES)) copyFileSync(path.join(out, name), path.join(to, name));
}

rmSync(path.join(out, "page"), { recursive: true, force: true });
rmSync(path.join(out, "package"), { recursive: true, force: true });
mkdirSync(out, { recursive: true });
if (!process.argv.includes("--keep-wasm")) await buildWasm();
await buildPackage();
await buildPage();
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
for (const [name, most] of Object.entries(FILES)) {
  const bytes = readFileSync(path.join(out, name));
  const small = gzipSync(bytes, { level: 9 }).length;
  console.log(`${name}: ${kilobytes(bytes.length)}, ${kilobytes(small)} by gzip -9`);
  if (small > most) throw new Error(`${name} is larger than ${kilobytes(most)} by gzip -9`);
}
