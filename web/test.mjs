// Tests what `npm run build` has built: the package in Node, its types, and the page in a browser.
// `SMP_CHROMIUM` names the browser; without one, the tests of the page are left out, and that is said.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
/** Runs a program in this folder, and ends with it where it fails. */
const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: here, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(path.join(here, "build/package/smp.wasm"))) {
  console.error("error: nothing is built: run `npm run build`");
  process.exit(1);
}
run("npx", ["--no-install", "tsc", "--project", "test/tsconfig.json"]);
const tests = ["test/vectors.test.mjs", "test/package.test.mjs", "test/pages.test.mjs"];
const browser = process.env.SMP_CHROMIUM ?? "/usr/bin/chromium";
if (existsSync(browser)) tests.push("test/page.test.mjs");
else console.log(`no browser at ${browser}: the tests of the page are left out`);
run(process.execPath, ["--test", "--test-concurrency=1", ...tests]);
