// The tabs: the inputs and settings of each operation, and how the engine is called for it.

const TYPES = {
  id: "patchType",
  label: "Type of patch",
  choices: [["strategic", "strategic"], ["merge", "JSON merge patch"], ["json", "JSON patch"]],
};
const EXPLAIN = { id: "explain", label: "Say how each list is merged", flag: true };

const filled = (result) => ({ ...result, title: "Result" });

export const operations = {
  patch: {
    title: "Patch",
    inputs: [["live", "Object"], ["patch", "Patch"]],
    options: [TYPES, EXPLAIN],
    run: async (engine, { live, patch }, options) =>
      filled((await engine.call("patchManifests", live, patch, options)).ok),
  },
  diff: {
    title: "Diff",
    inputs: [["original", "From"], ["modified", "To"]],
    options: [TYPES, EXPLAIN],
    run: async (engine, { original, modified }, options) => ({
      ...(await engine.call("diffManifests", original, modified, options)).ok,
      title: "The patch between them",
    }),
  },
  threeWay: {
    title: "Three-way merge",
    inputs: [["original", "Last applied"], ["modified", "Modified"], ["live", "Live"]],
    options: [
      {
        id: "overwrite",
        label: "Fields that others changed",
        choices: [
          ["always", "overwrite, as kubectl apply does"],
          ["unless-both-changed", "an error if both sides changed"],
          ["unless-they-changed", "an error if they changed"],
          ["keep-theirs", "keep theirs"],
        ],
      },
      EXPLAIN,
    ],
    run: async (engine, { original, modified, live }, options) =>
      filled((await engine.call("applyManifests", original, modified, live, options)).ok),
  },
  serverSide: {
    title: "Server-side apply",
    inputs: [["live", "Live object (may be empty)"], ["first", "First manager applies"], ["patch", "Second manager applies"]],
    options: [
      { id: "firstManager", label: "First manager", text: "team-a" },
      { id: "manager", label: "Second manager", text: "team-b" },
      { id: "force", label: "The second one forces", flag: true },
    ],
    changes: "Owners and changes",
    run: serverSide,
  },
  explain: { title: "Explain", inputs: [], changes: "Fields", options: [{ id: "field", label: "Kind and field", text: "apps/v1 Deployment spec.template.spec.containers", kinds: true }] },
};

/** Two managers apply, one after the other. */
async function serverSide(engine, { live, first, patch }, options) {
  const { firstManager, manager, force } = options;
  const now = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  let object = live.trim() ? live : null;
  const findings = [];
  const taken = [];
  const apply = async (config, input, who, forced) => {
    if (!config.trim()) return;
    try {
      const settings = { manager: who || "manager", force: forced, time: now };
      const { ok } = await engine.call("serverSideApply", object, config, settings);
      object = ok.object;
      taken.push(...ok.taken);
    } catch (failure) {
      const named = failure.input === "patch" ? { ...failure, input } : failure;
      for (const { manager: owner, values, ...conflict } of failure.conflicts ?? []) {
        findings.push({ severity: "error", kind: "conflict", input, ...conflict, message: `${conflict.path} belongs to ${owner}` });
      }
      if (findings.length === 0) throw named;
    }
  };
  await apply(first, "first", firstManager, false);
  const before = object;
  await apply(patch, "patch", manager, Boolean(force));
  if (!object) return { text: "", objects: [], findings, title: "Result" };
  for (const conflict of taken) {
    findings.push({ severity: "note", kind: "taken", message: `${conflict.path} was taken from ${conflict.manager}` });
  }
  const { ok: managers } = await engine.call("managers", object);
  const lines = before ? (await engine.call("changes", before, object, {})).ok : [];
  const visible = lines.filter(({ text }) => !text.includes("managedFields"));
  const owned = managers.map(({ manager: who, fields }) => ({
    name: `${who} owns`,
    what: "changed",
    lines: fields.map((field) => ({ sign: " ", text: `  ${field}` })),
  }));
  const changed = before ? [{ name: "What the second apply changes", what: visible.length ? "changed" : "unchanged", lines: visible }] : [];
  return { text: object, objects: [...owned, ...changed], findings, title: "Result" };
}
