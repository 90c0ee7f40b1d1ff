// Speed of what `npm run build` has built: in a browser, and in Node beside json-merge-patch and
// fast-json-patch. Prints rows for benches/RESULTS.md.
import fastJsonPatch from "fast-json-patch";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import jsonMergePatch from "json-merge-patch";
import { chromium } from "playwright-core";
import { load } from "./build/package/node.js";
import { serve } from "./serve.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const IMAGE = "registry.example.com/other:2.0";

const container = (name) => ({
  name,
  image: `registry.example.com/${name}:1.0`,
  imagePullPolicy: "IfNotPresent",
  args: ["--listen=:8080", "--log-format=json"],
  ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
  env: [0, 1].map((at) => ({ name: `VARIABLE_${at}`, value: `value number ${at}` })),
  resources: { requests: { cpu: "250m", memory: "256Mi" }, limits: { memory: "512Mi" } },
  readinessProbe: { httpGet: { path: "/ready", port: "http", scheme: "HTTP" }, periodSeconds: 5, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 3 },
  volumeMounts: [{ name: "config", mountPath: "/etc/shop", readOnly: true }],
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
});

/** The value in the form that managed fields have. */
function managed(value) {
  if (Array.isArray(value)) {
    const named = value.filter((item) => item.name);
    return Object.fromEntries(named.map((item) => [`k:{"name":"${item.name}"}`, managed(item)]));
  }
  if (typeof value !== "object") return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [`f:${name}`, managed(member)]));
}

/** The Deployment of the benches of the libraries. */
function deployment() {
  const spec = {
    replicas: 3,
    revisionHistoryLimit: 10,
    selector: { matchLabels: { app: "shop" } },
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
    template: {
      metadata: { labels: { app: "shop" }, annotations: { "checksum/config": "a".repeat(64) } },
      spec: {
        containers: [container("web"), container("log")],
        volumes: [{ name: "config", configMap: { name: "shop", defaultMode: 420 } }],
        restartPolicy: "Always",
        dnsPolicy: "ClusterFirst",
        terminationGracePeriodSeconds: 30,
        schedulerName: "default-scheduler",
      },
    },
  };
  const manager = (name) => ({ manager: name, operation: "Update", apiVersion: "apps/v1", time: "2026-01-01T00:00:00Z", fieldsType: "FieldsV1", fieldsV1: { "f:spec": managed(spec) } });
  const condition = (type) => ({ type, status: "True", reason: "MinimumReplicasAvailable", message: "Deployment has minimum availability.", lastTransitionTime: "2026-01-01T00:00:00Z", lastUpdateTime: "2026-01-01T00:00:00Z" });
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "shop", namespace: "web", uid: "0a1b2c3d-0000-4000-8000-000000000000", resourceVersion: "123456", generation: 7, creationTimestamp: "2026-01-01T00:00:00Z", labels: { app: "shop" }, managedFields: [manager("kubectl"), manager("controller")] },
    spec,
    status: { observedGeneration: 7, replicas: 3, readyReplicas: 3, conditions: [condition("Available"), condition("Progressing")] },
  };
}

const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The median time of a call in microseconds, of rounds of at least 20 ms. */
function measure(run) {
  let count = 1;
  const round = () => {
    const started = performance.now();
    for (let call = 0; call < count; call += 1) run();
    return performance.now() - started;
  };
  while (round() < 20) count *= 2;
  return (middle(Array.from({ length: 15 }, round)) / count) * 1000;
}

const live = deployment();
const patch = { spec: { template: { spec: { containers: [{ name: "web", image: IMAGE }] } } } };
const [liveText, patchText] = [JSON.stringify(live), JSON.stringify(patch)];
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);
const shown = (microseconds) => (microseconds < 1000 ? `${microseconds.toPrecision(3)} µs` : `${(microseconds / 1000).toPrecision(3)} ms`);

console.log(`A Deployment of ${(liveText.length / 1000).toFixed(1)} KB; Node ${process.version}`);
const smp = await load();
const result = smp.apply(live, patch);
const mergePatch = jsonMergePatch.generate(live, result);
const operations = fastJsonPatch.compare(live, result);
row("strategic, objects, Node", shown(measure(() => smp.apply(live, patch))));
row("strategic, JSON texts, Node", shown(measure(() => smp.apply(liveText, patchText))));
row("applyMergePatch, objects", shown(measure(() => smp.applyMergePatch(live, mergePatch))));
row("json-merge-patch, with a copy", shown(measure(() => jsonMergePatch.apply(structuredClone(live), mergePatch))));
row("json-merge-patch, in place", shown(measure(() => jsonMergePatch.apply(live, mergePatch))));
row("applyJsonPatch, objects", shown(measure(() => smp.applyJsonPatch(live, operations))));
row("fast-json-patch, with a copy", shown(measure(() => fastJsonPatch.applyPatch(live, operations, false, false))));
row("fast-json-patch, in place", shown(measure(() => fastJsonPatch.applyPatch(live, operations))));
row("diff", shown(measure(() => smp.diff(live, result))));
row("jsonDiff", shown(measure(() => smp.jsonDiff(live, result))));
row("fast-json-patch compare", shown(measure(() => fastJsonPatch.compare(live, result))));

const executablePath = process.env.SMP_CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(executablePath)) {
  console.log(`no browser at ${executablePath}: its rows are left out`);
  process.exit(0);
}
const { server, address } = await serve(path.join(here, "build/package"));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const ready = [];
const merges = [];
for (let number = 0; number < 10; number += 1) {
  const page = await browser.newPage();
  await page.goto(`${address}package.json`);
  const found = await page.evaluate(async ([live, patch, measure]) => {
    const [wasm, rest] = await Promise.all(["smp.wasm", "smp-rest.wasm"].map(async (name) => (await fetch(name)).arrayBuffer()));
    const { load } = await import("/browser.js");
    const started = performance.now();
    const smp = await load({ wasm, rest });
    smp.apply(live, patch);
    const ready = performance.now() - started;
    const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
    const run = new Function("middle", `return ${measure}`)(middle);
    return { ready, merge: run(() => smp.apply(live, patch)) };
  }, [live, patch, measure.toString()]);
  ready.push(found.ready);
  merges.push(found.merge);
  await page.close();
}
row(`ready and the first merge, ${browser.version()}`, `${middle(ready).toFixed(0)} ms`, ready.map((it) => it.toFixed(0)).join(" "));
row("strategic, objects, browser", shown(middle(merges)));
await browser.close();
server.close();
