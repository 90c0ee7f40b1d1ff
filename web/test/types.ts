// Programs in TypeScript: what the types allow, and what they refuse.
import { load, SmpError } from "../build/package/index.js";
import type { Conflict, Finding, Line } from "../build/package/index.js";

const smp = await load({ version: "1.36" });
interface Pod {
  apiVersion: "v1";
  kind: "Pod";
  spec: { containers: { name: string; image?: string }[] };
}
const pod: Pod = { apiVersion: "v1", kind: "Pod", spec: { containers: [{ name: "web" }] } };

const patched: Pod = smp.apply(pod, { spec: {} });
const text: string = smp.apply("kind: Pod", "spec: {}", { schema: { apiVersion: "v1", kind: "Pod" } });
const conflicts: Conflict[] = smp.conflicts({}, {}, { dialect: "documented" });
const findings: Finding[] = smp.check({}, { live: pod });
const lines: Line[] = smp.changes(pod, patched);
const operations: object[] = smp.jsonDiff(pod, patched);
const applied: { object: Pod; changed: boolean } = smp.serverSideApply(null, pod, { manager: "me" });
try {
  smp.threeWay({}, pod, pod, { overwrite: "keep-theirs" });
} catch (error) {
  if (error instanceof SmpError) {
    const line: number | undefined = error.line;
    console.log(line, error.kind, error.conflicts);
  }
}
// @ts-expect-error No such setting.
smp.apply(pod, {}, { elementOrder: "random" });
// @ts-expect-error A number is no input.
smp.apply(1, {});
// @ts-expect-error The result of an object is no text.
const wrong: string = smp.apply(pod, {});
console.log(text, conflicts, findings, lines, operations, applied, wrong);
