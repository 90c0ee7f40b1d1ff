// The examples of the documentation: each `smp patch` and `smp apply` of a page that has the form of
// one of the page's tabs gives the same text here as the command.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { load, SmpError } from "../build/package/node.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const command = path.resolve(process.env.SMP_COMMAND ?? path.join(root, "target/debug/smp"));
const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** What an option with a value becomes here. Those that only choose what is printed become nothing. */
const VALUES = ["--type", "--unions", "--element-order", "--map-directives", "--merge-keys", "--overwrite"];
const MEMBERS = { "--type": "patchType" };
const PRINTED = /^(--diff(=\w+)?|--explain|--strict|-q|--exit-code)$/;
const KEYS = { "list-map": "list-map-keys" };

/** The commands of a page, each with its folder. */
function* commandsOf(text) {
  for (const [, block] of text.matchAll(/^```console\n([\s\S]*?)^```/gm)) yield* block.matchAll(/^\$ (.*(?:\\\n.*)*)$/gm);
}

/** The words of a command as a shell has them; null where it has more than words. */
function words(line) {
  const found = [];
  let rest = line.replace(/\\\n\s*/g, " ").replace(/ (>|2>) [\w./-]+$/, "");
  while (rest.trim()) {
    const match = /^\s*((?:'[^']*'|[^\s'"|<>;&`$]|"[^"$]*")+)(?=\s|$)/.exec(rest);
    if (!match) return null;
    found.push(match[1].replace(/'([^']*)'|"([^"]*)"/g, (_, one, two) => one ?? two));
    rest = rest.slice(match[0].length);
  }
  return found;
}

/** A call here with the inputs and options of a command; null if it has others. */
function callOf([, name, ...rest], folder) {
  const read = (file) => readFileSync(path.join(folder, file), "utf8");
  const found = { schemas: [], options: {}, args: [name] };
  while (rest.length > 0) {
    const option = rest.shift();
    if (PRINTED.test(option)) continue;
    const value = rest.shift();
    if (value === undefined) return null;
    found.args.push(option, value);
    if (option === "--schema") found.schemas.push(value);
    else if (VALUES.includes(option)) found.options[MEMBERS[option] ?? camel(option.slice(2))] = KEYS[value] ?? value;
    else if (option === "-p") found.patch = value;
    else if (["-f", "--patch-file", "--last-applied", "--modified", "--live"].includes(option)) found[camel(option.replace(/^-+/, ""))] = value;
    else return null;
  }
  const files = [found.f, found.patchFile, found.lastApplied, found.modified, found.live, ...found.schemas].filter(Boolean);
  if (!files.every((file) => existsSync(path.join(folder, file)) && path.extname(file))) return null;
  found.schemas = found.schemas.map(read);
  if (name === "patch" && found.f) {
    const patch = found.patch ?? (found.patchFile && read(found.patchFile));
    if (patch) return { ...found, run: (smp) => smp.patchManifests(read(found.f), patch, found.options) };
  }
  if (name === "apply" && found.lastApplied && found.live) {
    return { ...found, run: (smp) => smp.applyManifests(read(found.lastApplied), read(found.modified), read(found.live), found.options) };
  }
  return null;
}

const pages = ["README.md", ...readdirSync(path.join(root, "docs"), { recursive: true }).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];
let compared = 0;

for (const page of pages) {
  const text = readFileSync(path.join(root, page), "utf8");
  test(page, { skip: !existsSync(command) && `no command at ${command}` }, async () => {
    let folder = root;
    for (const [, line] of commandsOf(text)) {
      const all = words(line);
      if (all?.[0] === "cd") folder = path.join(root, all[1]);
      if (all?.[0] !== "smp" || !["patch", "apply"].includes(all[1])) continue;
      const call = callOf(all, folder);
      if (!call) continue;
      const { status, stdout } = spawnSync(command, call.args, { cwd: folder, encoding: "utf8" });
      const smp = await load({ schemas: call.schemas });
      compared += 1;
      if (status === 0) assert.equal(call.run(smp).text, stdout, line);
      else assert.throws(() => call.run(smp), SmpError, line);
    }
  });
}

test("there were many", { skip: !existsSync(command) }, () => assert.ok(compared >= 30, `${compared}`));
